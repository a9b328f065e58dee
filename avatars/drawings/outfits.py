"""Clothes. {body} is the outline of the figure's body, {cloth} the colour that the player chose."""

from avatars.drawings import both

GOLD, CREAM, RED = "#F7D27A", "#FFFDF6", "#C8321F"
_BODY = '<path d="{body}" fill="{cloth}"/>'


def _buttons(*places: tuple[int, int]) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="2.8" fill="{GOLD}"/>' for x, y in places)


OUTFITS = {
    "qipao": _BODY + f'<path d="M88 170 100 184 112 170 116 178 100 196 84 178Z" fill="{GOLD}"/>'
    '<path d="M100 194C114 200 126 208 132 222" fill="none"/>' + _buttons((114, 203), (126, 213)),
    "changshan": _BODY + '<path d="M88 170 100 186 112 170 112 180 100 196 88 180Z" fill="#F3F6FA"/>'
    '<path d="M100 194V240" fill="none"/>' + _buttons((100, 206), (100, 222)),
    "hoodie": '<path d="M34 240C36 196 58 176 84 172 90 182 110 182 116 172 142 176 164 196 166 240Z" fill="{cloth}"/>'
    '<path d="M74 176C78 196 122 196 126 176 134 184 130 206 100 206S66 184 74 176Z" fill="#FFF6E0"/>'
    '<path d="M90 204V224M110 204V224" fill="none"/>',
    "apron": '<path d="M38 240C40 196 62 174 86 171 92 180 108 180 114 171 138 174 160 196 162 240Z" fill="{cloth}"/>'
    f'<path d="M70 240V200C84 194 116 194 130 200V240Z" fill="{CREAM}"/><path d="M70 200 78 174M130 200 122 174" fill="none"/>'
    '<path d="M86 216H114V230H86Z" fill="#F2B33D"/>',
    "hanfu": _BODY + f'<path d="M118 170C112 184 104 196 92 208L84 200C94 190 102 180 108 170Z" fill="{CREAM}"/>'
    f'<path d="M82 170C90 190 104 208 124 222L116 232C94 216 80 196 73 174Z" fill="{CREAM}"/>'
    f'<path d="M41 226C80 234 120 234 159 226L160 240H40Z" fill="{GOLD}"/>',
    "sweater": '<path d="M37 240C39 196 60 174 82 171 90 182 110 182 118 171 140 174 161 196 163 240Z" fill="{cloth}"/>'
    '<path d="M42 208C70 201 130 201 158 208L162 227C130 219 70 219 38 227Z" fill="#FFF6E0"/>'
    '<path d="M50 216 60 210 70 215 80 209 90 214 100 208 110 214 120 209 130 215 140 210 150 216" fill="none" stroke="{cloth}"'
    ' stroke-width="4"/><path d="M80 171C86 187 114 187 120 171L128 174C122 198 78 198 72 174Z" fill="{cloth}"/>',
    "overalls": '<path d="{body}" fill="#FFF6E0"/><path d="M46 206H60M42 222H60M140 206H154M140 222H158" fill="none" stroke="#D9A26B"'
    ' stroke-width="4"/>'
    + both('<path d="M62 214 72 173 84 171 80 214Z" fill="{cloth}"/>')
    + '<path d="M60 240V208C80 203 120 203 140 208V240Z" fill="{cloth}"/>'
    + f'<path d="M84 218H116V232C110 238 90 238 84 232Z" fill="none"/><circle cx="71" cy="212" r="4" fill="{GOLD}"/>'
    f'<circle cx="129" cy="212" r="4" fill="{GOLD}"/>',
    "suit": _BODY + '<path d="M86 171 100 186 114 171 120 182 100 236 80 182Z" fill="#fff"/>'
    f'<path d="M100 187 107 194 103 200 108 224 100 236 92 224 97 200 93 194Z" fill="{RED}"/>'
    + both('<path d="M84 171C76 174 72 180 70 188L80 194 75 202 99 238C92 214 86 192 84 171Z" fill="{cloth}"/>')
    + '<path d="M128 206H144" fill="none"/><path d="M130 206 134 196 138 206Z" fill="#fff" stroke-width="2.2"/>',
    "tang": _BODY
    + f'<path d="M86 168C90 184 97 184 100 188 103 184 110 184 114 168L122 176C118 192 106 194 100 200 94 194 82 192 78 176Z"'
    f' fill="{GOLD}"/><path d="M100 199V240" fill="none"/>'
    f'<path d="M86 210H114M86 226H114" fill="none" stroke-width="7.4"/><path d="M86 210H114M86 226H114" fill="none" stroke="{GOLD}"'
    f' stroke-width="3.4"/>'
    + both(
        f'<circle cx="64" cy="216" r="12" fill="none" stroke="{GOLD}" stroke-width="2.6"/><path d="M64 208V224M56 216H72" fill="none"'
        f' stroke="{GOLD}" stroke-width="2.6"/>'
    ),
    "vest": '<path d="{body}" fill="#F3F6FA"/>'
    '<path d="M62 179C70 174 77 172 84 171L100 212 116 171C123 172 130 174 138 179L146 240H54Z" fill="{cloth}"/>'
    '<path d="M100 212V240" fill="none"/>'
    + _buttons((106, 222), (106, 234))
    + f'<path d="M100 188 82 178V199ZM100 188 118 178V199Z"'
    f' fill="{RED}"/><circle cx="100" cy="188" r="5" fill="{RED}"/><path d="M112 228C118 232 124 230 128 226" fill="none"'
    f' stroke="{GOLD}" stroke-width="2.6"/>',
    "cloak": _BODY + '<path d="M100 204V240" fill="none"/>'
    '<path d="M76 170C62 172 60 188 72 193 74 206 90 208 98 201 106 210 124 208 128 194 141 190 140 172 124 170 118 184 110 188 100 188'
    f'S82 184 76 170Z" fill="{CREAM}"/><circle cx="100" cy="205" r="6" fill="#F2B33D"/>',
    "gown": '<path d="{body}" fill="{skin}"/>'
    '<path d="M52 240C54 218 62 206 76 200 86 210 96 208 100 201 104 208 114 210 124 200 138 206 146 218 148 240Z" fill="{cloth}"/>'
    + f'<path d="M70 214 76 201M130 214 124 201" fill="none"/><path d="M64 226C84 234 116 234 136 226" fill="none" stroke="{GOLD}"/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="3.6" fill="#FFFDF6" stroke-width="2"/>'
        for x, y in ((78, 176), (83, 183), (91, 188), (100, 190), (109, 188), (117, 183), (122, 176))
    ),
    "robe": _BODY
    + both(f'<path d="M44 214C52 204 62 208 62 218 70 212 78 218 74 226" fill="none" stroke="{GOLD}"/>')
    + '<path d="M78 172C84 192 116 192 122 172L138 178C132 214 68 214 62 178Z" fill="#2E3A6B"/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="2.6" fill="{GOLD}" stroke="none"/>'
        for x, y in ((73, 186), (84, 196), (100, 200), (116, 196), (127, 186))
    )
    + f'<circle cx="100" cy="226" r="12" fill="{GOLD}"/><path d="M93 227C92 219 107 218 107 226 107 232 98 232 98 227" fill="none"'
    ' stroke-width="2.4"/>',
}
