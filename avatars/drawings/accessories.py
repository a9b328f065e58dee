"""What is worn over the hair."""

from avatars.drawings import both

_GOLD, _RED = "#F2B33D", "#C8321F"

ACCESSORIES = {
    "flower": '<g fill="#FFB3C0"><circle cx="140" cy="66" r="6"/><circle cx="149" cy="60" r="6"/><circle cx="150" cy="71" r="6"/>'
    '</g><circle cx="145.5" cy="65.5" r="3.4" fill="#FFD65A"/>',
    "ribbon": f'<path d="M148 44 170 30 172 58ZM148 44 128 28 124 56Z" fill="{_GOLD}"/><circle cx="148" cy="44" r="6" fill="{_RED}"/>',
    "earrings": both(
        f'<path d="M44 128V134" fill="none"/><circle cx="44" cy="141" r="7" fill="#3FA66B"/><circle cx="44" cy="141" r="2"'
        f' fill="{_GOLD}" stroke="none"/>'
    ),
    "glasses": both(
        '<circle cx="80" cy="112" r="15" fill="#fff" fill-opacity=".35"/><path d="M65 110 50 106" fill="none"/>'
    )
    + '<path d="M95 110C98 108 102 108 105 110" fill="none"/>',
    "shades": both(
        '<path d="M60 103C72 100 88 100 97 104 98 120 90 128 79 128S60 120 60 103Z" fill="#2B2A3A"/><path d="M60 105 48 102" fill="none"/>'
        '<path d="M68 108 76 120" fill="none" stroke="#8A89A8" stroke-width="4"/>'
    )
    + '<path d="M96 106C98 104 102 104 104 106" fill="none"/>',
    "moustache": '<path d="M100 128C93 120 79 124 68 136 82 139 94 137 100 132 106 137 118 139 132 136 121 124 107 120 100 128Z"'
    ' fill="{hair}"/>',
    "beard": '<path d="M62 128C70 134 82 126 100 126S130 134 138 128C136 150 122 166 100 166S64 150 62 128Z" fill="{hair}"/>'
    '<path d="M88 138C94 144 106 144 112 138 108 136 92 136 88 138Z" fill="#B2382A"/>',
    "straw": '<path d="M14 82C44 66 66 26 100 22 134 26 156 66 186 82 160 94 130 88 100 88S40 94 14 82Z" fill="#E8BE6A"/>'
    '<path d="M100 22V86M100 22C84 44 72 66 58 87M100 22C116 44 128 66 142 87" fill="none" stroke="#B48A35" stroke-width="2.6"/>'
    f'<path d="M48 68C80 78 120 78 152 68L160 76C124 88 76 88 40 76Z" fill="{_RED}"/>',
    "cap": '<path d="M44 84C40 46 66 26 100 26S160 46 156 84C122 74 78 74 44 84Z" fill="#2F6FB5"/>'
    '<path d="M100 26V74M70 34C64 46 62 60 64 76M130 34C136 46 138 60 136 76" fill="none" stroke="#24558B" stroke-width="2.4"/>'
    '<circle cx="100" cy="26" r="5" fill="#2F6FB5"/><circle cx="100" cy="56" r="9" fill="#FFF6E0"/>'
    '<path d="M42 86C66 68 134 68 158 86 150 96 128 88 100 88S50 96 42 86Z" fill="#24558B"/>',
    "headphones": '<path d="M38 106C34 48 64 22 100 22S166 48 162 106L153 104C154 58 130 33 100 33S46 58 47 104Z" fill="#4A4658"/>'
    + both(
        f'<rect x="28" y="98" width="22" height="38" rx="10" fill="{_RED}"/><path d="M35 108V126" fill="none" stroke="#F7B955"/>'
    ),
    "scholar": '<path d="M52 44C30 40 12 44 6 56 14 66 32 64 54 60ZM148 44C170 40 188 44 194 56 186 66 168 64 146 60Z" fill="#3A394C"/>'
    '<path d="M46 80C42 62 46 50 58 46 60 28 78 16 100 16S140 28 142 46C154 50 158 62 154 80 122 70 78 70 46 80Z" fill="#2B2A3A"/>'
    '<path d="M58 46C84 38 116 38 142 46" fill="none" stroke="#6A6888" stroke-width="2.6"/>'
    f'<path d="M45 82C78 71 122 71 155 82L154 72C122 62 78 62 46 72Z" fill="{_GOLD}"/>'
    '<rect x="92" y="50" width="16" height="17" rx="5" fill="#3FA66B"/>',
    "crown": f'<path d="M54 68 46 26 72 44 100 12 128 44 154 26 146 68C118 58 82 58 54 68Z" fill="{_GOLD}"/>'
    f'<circle cx="46" cy="24" r="5" fill="{_GOLD}"/><circle cx="154" cy="24" r="5" fill="{_GOLD}"/><circle cx="100" cy="11" r="5.6" fill="{_RED}"/>'
    f'<path d="M53 60C82 50 118 50 147 60" fill="none" stroke="#B9761A" stroke-width="2.6"/><circle cx="100" cy="42" r="6" fill="{_RED}"/>'
    '<circle cx="74" cy="50" r="4" fill="#3FA66B"/><circle cx="126" cy="50" r="4" fill="#3FA66B"/>',
}
