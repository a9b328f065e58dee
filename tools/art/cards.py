"""The deck: 54 faces `#card-0` .. `#card-53` numbered as docs/protocol.md numbers cards, two backs, three laizi marks.

A card is 100 x 140 with a radius of 9. The index is the part that a fanned hand shows: rank in a box of 27 x 42 at
(6.5, 7), suit below it. Number cards carry one pip, court cards a bust right of x 34, clipped to the card. Suit colours
are the custom properties `--spade` .. `--club`, so a reader's choice of suit colours needs no other deck.
"""

from tools.art.svg import inked, sprite, symbol

SIZE = (100, 140)
RANKS = "3456789TJQKA2"
SUITS = ("spade", "heart", "club", "diamond")
DEFAULTS = {"spade": "#1C1B22", "heart": "#D0211C", "club": "#1C1B22", "diamond": "#D0211C"}
ROBES = {"spade": "#31446F", "heart": "#D0211C", "club": "#2F7D4F", "diamond": "#C26A12"}

# Stroke skeletons in a box of 27 x 42: width and path
LETTERS = {
    "3": "M4 8.2C6 5.2 9.2 3.4 13 3.4 18.6 3.4 22.4 6.6 22.4 11.6S18.4 19.8 11.6 19.8C19 19.8 23.6 23.4 23.6 29"
    "S19.2 38.6 13.2 38.6C8.6 38.6 5.2 36.6 3.4 33",
    "4": "M18.2 38.6V3.4L3.4 27.8H24",
    "5": "M21.8 3.4H7.2L5.4 19.6C7.6 17.4 10.4 16.2 13.4 16.2 19.4 16.2 23.6 20.4 23.6 27.2S19.2 38.6 13 38.6"
    "C8.6 38.6 5.2 36.7 3.4 33.2",
    "6": "M21.2 6.6C19.4 4.5 17 3.4 14.4 3.4 7.6 3.4 3.6 10.6 3.6 22.4 3.6 32.8 7.2 38.6 13.6 38.6 19.4 38.6"
    " 23.4 34.2 23.4 27.8S19.6 17.4 14 17.4 3.6 21.6 3.6 27.6",
    "7": "M3.4 3.4H23.6L10.8 38.6",
    "8": "M13.5 19.6C8 19.6 4.8 16.2 4.8 11.5S8.2 3.4 13.5 3.4 22.2 6.8 22.2 11.5 19 19.6 13.5 19.6"
    "C7.4 19.6 3.5 23.4 3.5 29.1S7.4 38.6 13.5 38.6 23.5 34.8 23.5 29.1 19.6 19.6 13.5 19.6Z",
    "9": "M5.8 35.4C7.6 37.5 10 38.6 12.6 38.6 19.4 38.6 23.4 31.4 23.4 19.6 23.4 9.2 19.8 3.4 13.4 3.4"
    " 7.6 3.4 3.6 7.8 3.6 14.2S7.4 24.6 13 24.6 23.4 20.4 23.4 14.4",
    "T": "M2.6 9 6.8 3.8V38.6M18.8 3.4C23 3.4 24.6 8.8 24.6 21S23 38.6 18.8 38.6 13 33.2 13 21 14.6 3.4 18.8 3.4Z",
    "J": "M13.4 3.4H23.6M19 3.4V28.6C19 35 16.2 38.6 11.2 38.6 7 38.6 4.2 36.2 3.4 31.6",
    "Q": "M13.5 3.4C19.6 3.4 23.6 9.6 23.6 20.4S19.6 37.4 13.5 37.4 3.4 31.2 3.4 20.4 7.4 3.4 13.5 3.4Z"
    "M14.6 27.4 23.6 38.8",
    "K": "M4 3.4V38.6M23 3.4 5.6 23M11.4 17.6 23.4 38.6",
    "A": "M3.4 38.6 13.5 3.4 23.6 38.6M7 26.6H20",
    "2": "M3.8 11.4C4.4 6.4 8 3.4 13.2 3.4 18.8 3.4 22.6 6.8 22.6 11.8 22.6 15.4 20.8 18.2 17.2 22L3.8 38.6H23.8",
}
PIPS = {
    "spade": "M12 .8C16.8 5.6 22.8 9.6 22.8 14.4 22.8 17.4 20.5 19.4 17.9 19.4 16.1 19.4 14.4 18.5 13.3 17"
    " 13.5 19.8 14.5 21.9 16.6 23.3H7.4C9.5 21.9 10.5 19.8 10.7 17 9.6 18.5 7.9 19.4 6.1 19.4 3.5 19.4 1.2 17.4"
    " 1.2 14.4 1.2 9.6 7.2 5.6 12 .8Z",
    "heart": "M12 22.6C5 16.6 1 12.6 1 7.6 1 4 3.7 1.4 7 1.4 9.1 1.4 11 2.6 12 4.4 13 2.6 14.9 1.4 17 1.4"
    " 20.3 1.4 23 4 23 7.6 23 12.6 19 16.6 12 22.6Z",
    "club": "M12 .9A5.4 5.4 0 0 1 16.3 9.6 5.4 5.4 0 1 1 13.4 16.8C13.6 19.7 14.5 21.9 16.6 23.3H7.4"
    "C9.5 21.9 10.4 19.7 10.6 16.8A5.4 5.4 0 1 1 7.7 9.6 5.4 5.4 0 0 1 12 .9Z",
    "diamond": "M12 .7C14.6 5 17.6 8.6 21.6 12 17.6 15.4 14.6 19 12 23.3 9.4 19 6.4 15.4 2.4 12 6.4 8.6 9.4 5 12 .7Z",
}

FACE = "M41 74C41 56 51 47 67 47S93 56 93 74 84 107 67 107 41 93 41 74Z"
SKIN, DARK, CHEEK, EYE = "#F6C9A0", "#2B2A3A", "#EE8F6B", "#3B2A20"


def king() -> str:
    """The landlord in his skull cap."""
    return inked(
        '<path d="M35 139C35 112 47 102 66 102S98 112 98 130V139Z" fill="currentColor"/>'
        '<path d="M56 103 66 118 77 103" fill="#FFE9B8"/><path d="M66 118V138" fill="none"/>'
        '<circle cx="66" cy="126" r="1.6" fill="#FFD65A"/>'
        f'<path d="{FACE}" fill="{SKIN}"/>'
        f'<path d="M42 66C41 46 52 34 67 34S93 46 92 66C84 61 76 59.5 67 59.5S50 61 42 66Z" fill="{DARK}"/>'
        '<path d="M67 34V59.5M54.5 38.5C52.5 45 51.5 53 51.6 61M79.5 38.5C81.5 45 82.5 53 82.4 61" fill="none"'
        ' stroke="#565575" stroke-width="1.6"/>'
        '<circle cx="67" cy="32" r="4" fill="#D0211C"/>'
        '<path d="M62.5 58h9v6.4a4.5 4.5 0 0 1-9 0Z" fill="#3FA66B"/>'
        '<path d="M50 71.5 60 70M84 71.5 74 70" fill="none" stroke-width="3"/>'
        '<path d="M67 77C63.5 84 63.5 87 67 87.6" fill="none"/>'
        '<path d="M66.4 90C60 89 54 91 48.5 97M67.6 90C74 89 80 91 85.5 97" fill="none" stroke-width="3.4"/>'
        '<path d="M60 96.5C64 99.5 70 99.5 74 96.5" fill="#B2382A"/>',
        2.2,
    ) + _gaze(86)


def queen() -> str:
    """The innkeeper: hair put up with a gold pin, earrings, a knowing smile."""
    return (
        inked(
            f'<path d="M38 98C35 62 45 40 67 40S99 62 96 98C92 106 84 109 78 106L56 106C50 109 42 106 38 98Z" fill="{DARK}"/>'
            f'<ellipse cx="67" cy="33" rx="14" ry="11" fill="{DARK}"/>'
            '<path d="M46 36 88 29" fill="none" stroke="#8A5A00" stroke-width="4.6"/>'
            '<path d="M46 36 88 29" fill="none" stroke="#FFC93C" stroke-width="2.4"/>'
            '<circle cx="89" cy="29" r="4" fill="#D0211C"/>'
            '<path d="M35 139C35 114 47 105 66 105S98 114 98 132V139Z" fill="currentColor"/>'
            '<path d="M54 106 66 124 79 106 84 109 66 134 48 109Z" fill="#FFE9B8"/>'
            f'<path d="{FACE}" fill="{SKIN}"/>'
            f'<path d="M41 80C39 58 50 44 67 44S95 58 93 80C90 70 84 62 67 54 50 62 44 70 41 80Z" fill="{DARK}"/>'
            '<path d="M49.5 71C53 67.6 57 67.6 60.5 69.6M84.5 71C81 67.6 77 67.6 73.5 69.6" fill="none" stroke-width="2.4"/>'
            '<path d="M50.5 76.5 53 74.6M83.5 76.5 81 74.6" fill="none"/>'
            '<path d="M67 80C65.4 84.5 65.4 86.6 67.4 87.2" fill="none"/>'
            '<path d="M58.5 93.5C61 100.5 73 100.5 75.5 93.5 70 95.6 64 95.6 58.5 93.5Z" fill="#C2262E"/>'
            '<circle cx="41.5" cy="92" r="3.2" fill="#FFC93C"/><circle cx="92.5" cy="92" r="3.2" fill="#FFC93C"/>',
            2.2,
        )
        + _gaze(87)
        + f'<circle cx="79.5" cy="95" r="1.3" fill="{EYE}"/>'
    )


def jack() -> str:
    """The young scholar: a soft square cap with ribbons, one brow up, half a smile."""
    return inked(
        f'<path d="M44 62C34 70 32 86 35 100L42 97C40 86 42 76 48 68Z" fill="{DARK}"/>'
        '<path d="M35 139C35 113 47 103 66 103S98 113 98 131V139Z" fill="currentColor"/>'
        '<path d="M53 104 68 126 80 104 85 107 69 136 48 107Z" fill="#FFFDF6"/>'
        f'<path d="{FACE}" fill="{SKIN}"/>'
        f'<path d="M41 80V66H47C47 72 45 77 41 80ZM93 80V66H87C87 72 89 77 93 80Z" fill="{DARK}"/>'
        f'<path d="M42 62 46 33C58 27 76 27 88 33L92 62Z" fill="{DARK}"/>'
        '<path d="M58 30 56 56M76 30 78 56" fill="none" stroke="#565575" stroke-width="1.6"/>'
        '<path d="M40.5 66 42 56C58 50.5 76 50.5 92 56L93.5 66C76 60 58 60 40.5 66Z" fill="currentColor"/>'
        '<rect x="62.5" y="50.5" width="9" height="9" rx="2" fill="#BFE6CF"/>'
        '<path d="M50 73 60.5 71.6M73.5 70 84 71" fill="none" stroke-width="3"/>'
        '<path d="M67 79C64.6 84.5 64.6 86.8 67.2 87.4" fill="none"/>'
        '<path d="M58.5 95C64 99.5 73 98.8 78 92.4" fill="none" stroke-width="2.8"/>',
        2.2,
    ) + _gaze(88)


def _gaze(cheek: int) -> str:
    """Eyes and cheeks, the same on all three busts."""
    return (
        f'<circle cx="56" cy="78" r="2.7" fill="{EYE}"/><circle cx="78" cy="78" r="2.7" fill="{EYE}"/>'
        f'<circle cx="49" cy="{cheek}" r="4.2" fill="{CHEEK}" opacity=".65"/>'
        f'<circle cx="85" cy="{cheek}" r="4.2" fill="{CHEEK}" opacity=".65"/>'
    )


def joker(palette: dict[str, str], title: str) -> str:
    """One drawing, two palettes; `title` is 大王 or 小王 as an outline of Noto Sans CJK SC Bold (OFL)."""
    cap, trim, coat = palette["cap"], palette["trim"], palette["coat"]
    figure = (
        inked(
            f'<path d="M36 141C36 118 48 110 66 110S98 118 98 136V141Z" fill="{coat}"/>'
            f'<path d="M42 112 48 122 56 111 66 124 76 111 84 122 92 113 84 106H48Z" fill="{trim}"/>'
            f'<path d="M45 82C45 68 54 62 67 62S89 68 89 82 80 110 67 110 45 96 45 82Z" fill="{palette["skin"]}"/>'
            '<path d="M44 74C34 66 28 54 34 44 44 46 50 54 54 60 56 48 60 38 67 32 74 38 78 48 80 60 84 54 88 46'
            f' 96 44 102 54 98 66 90 74 84 67 76 64 67 64S50 67 44 74Z" fill="{cap}"/>'
            f'<path d="M67 32C60 38 56 48 54 60 58 64 62 64 67 64Z" fill="{trim}"/>'
            + "".join(f'<circle cx="{x}" cy="{y}" r="4.4" fill="{trim}"/>' for x, y in ((33, 42), (67, 29), (95, 42)))
            + '<path d="M54 82C56 77 61 77 63 82M71 82C73 77 78 77 80 82" fill="none" stroke-width="2.8"/>'
            f'<circle cx="67" cy="89" r="3.8" fill="{palette["nose"]}"/>'
            '<path d="M55 95C60 105 74 105 79 95 72 98 62 98 55 95Z" fill="#fff"/>',
            2.2,
        )
        + f'<g fill="{palette["cheek"]}" opacity=".7"><circle cx="53" cy="91" r="4"/><circle cx="81" cy="91" r="4"/></g>'
    )
    return (
        '<use href="#c-paper"/>'
        f'<g clip-path="url(#c-clip)"><g transform="translate(13 16) scale(.88)">{figure}</g></g>'
        f'<path d="{title}" fill="{palette["text"]}"/>'
    )


KING_CHARACTER = "M5.9 61V64.7H34.2V61H21.9V53.1H31.4V49.5H21.9V42.5H32.6V38.8H7.4V42.5H18V49.5H8.9V53.1H18V61Z"
BIG = (
    "M17.9 5C17.9 7.5 17.9 10.4 17.6 13.3H6.2V17.1H17C15.7 22.5 12.8 27.6 5.6 30.8C6.7 31.6 7.8 33 8.4 33.9C15 30.8"
    " 18.4 25.9 20.1 20.7C22.5 26.8 26.1 31.3 31.7 33.9C32.3 32.9 33.6 31.2 34.5 30.4C28.7 28.1 24.9 23.2 22.9 17.1"
    "H33.8V13.3H21.6C21.9 10.4 21.9 7.5 22 5Z"
)
SMALL = (
    "M18.1 5.4V29.4C18.1 30 17.8 30.2 17.1 30.2C16.5 30.3 14.2 30.3 12.1 30.2C12.7 31.2 13.4 33 13.6 34C16.6 34 18.8"
    " 33.9 20.2 33.3C21.6 32.7 22.1 31.7 22.1 29.4V5.4ZM25.5 13.5C28 18.1 30.4 23.9 31 27.7L35.1 26.1C34.3 22.2 31.7"
    " 16.6 29.2 12.2ZM10 12.5C9.3 16.6 7.7 22 5.2 25.1C6.2 25.6 7.9 26.4 8.8 27.1C11.4 23.7 13.1 17.9 14.2 13.2Z"
)
COLOUR = {
    "cap": "#D0211C",
    "trim": "#F2B33D",
    "coat": "#1F6FB2",
    "skin": SKIN,
    "nose": "#D0211C",
    "cheek": CHEEK,
    "text": "#D0211C",
}
GREY = {
    "cap": "#3A3A40",
    "trim": "#D9D9D9",
    "coat": "#8A8A90",
    "skin": "#F4F4F2",
    "nose": "#55555B",
    "cheek": "#C9C9C9",
    "text": "#1C1B22",
}
WHEAT = '<path d="M50 96V50"/>' + "".join(
    f'<path d="M50 {y}C41 {y - 2} 38 {y - 8} 39 {y - 13} 46 {y - 12} 50 {y - 7} 50 {y}ZM50 {y}'
    f'C59 {y - 2} 62 {y - 8} 61 {y - 13} 54 {y - 12} 50 {y - 7} 50 {y}Z" fill="#F5DDA0"/>'
    for y in (88, 76, 64)
)
PEASANT = (
    f'<g fill="none" stroke="#F5DDA0" stroke-width="2.6" stroke-linecap="round">{WHEAT}'
    '<path d="M50 56C46 51 46 45 50 40 54 45 54 51 50 56Z" fill="#F5DDA0"/></g>'
)
LANDLORD = (
    '<g stroke="#7A3B00" stroke-width="2.2" stroke-linejoin="round">'
    '<path d="M26 62C30 62 34 65 36 70H64C66 65 70 62 74 62 73 76 66 88 58 88H42C34 88 27 76 26 62Z" fill="#FFC93C"/>'
    '<path d="M37 70C37 60 43 54 50 54S63 60 63 70C56 74 44 74 37 70Z" fill="#FFE08A"/>'
    '<path d="M36 96H64" stroke="#FFC93C" stroke-width="3.4" stroke-linecap="round"/>'
    '<path d="M34 46 39 34 46 42 50 30 54 42 61 34 66 46Z" fill="#FFC93C"/></g>'
)


def back(field: str, grid: str, disc: str, border: float, emblem: str) -> str:
    """A back. The two of them differ in hue, brightness, emblem and border: colour is never the only difference."""
    lines = "".join(f"M{x} 9V131" for x in range(17, 84, 11)) + "".join(f"M9 {y}H91" for y in range(20, 119, 14))
    return (
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="#FFF8E6" stroke="#C9B893" stroke-width="1.6"/>'
        f'<rect x="6" y="6" width="88" height="128" rx="6" fill="{field}"/>'
        f'<path d="{lines}" stroke="{grid}" stroke-width="1" opacity=".55"/>'
        f'<rect x="9" y="9" width="82" height="122" rx="4" fill="none" stroke="#F5DDA0" stroke-width="{border}"/>'
        f'<circle cx="50" cy="70" r="34" fill="{disc}" stroke="#F5DDA0" stroke-width="2"/>{emblem}'
    )


def face(rank: str, suit: str) -> str:
    """A card with a rank and a suit."""
    width = 5.2 if rank == "T" else 6.4
    body = (
        f'<use href="#c-bust-{rank}" color="{ROBES[suit]}"/>'
        if rank in "JQK"
        else f'<use href="#c-{suit}" transform="translate(33 66) scale(2.5)" fill="currentColor"/>'
    )
    return (
        f'<use href="#c-paper"/><g color="var(--{suit},{DEFAULTS[suit]})">'
        f'<use href="#c-{rank}" transform="translate(6.5 7)" stroke-width="{width}"/>'
        f'<use href="#c-{suit}" transform="translate(6.6 53) scale(1.12)" fill="currentColor"/>{body}</g>'
    )


# The characters of the marks, as outlines of Noto Sans CJK SC Bold (OFL), placed where a card has its suit
LAIZI = (
    "M26.4 70.9V73.9C26.4 75.9 25.9 78.3 22.5 80C22.9 80.3 23.6 81 23.8 81.4C27.5 79.4 28.2 76.4 28.2 "
    "73.9V70.9ZM27.4 78.2C28.3 79.1 29.6 80.4 30.2 81.1L31.4 79.7C30.8 79 29.6 77.8 28.6 76.9ZM20.2 59.2 20.6 "
    "60.6 13.5 60.7H11.9V66.5C11.6 65.4 11.1 64.1 10.7 63L8.8 63.9C9.3 65.4 9.8 67.4 10.1 68.6L11.9 "
    "67.6V68.3L11.8 70.3C10.6 71 9.4 71.6 8.6 72L9.4 74.5L11.6 73.1C11.2 75.4 10.5 77.6 9 79.4C9.6 79.7 10.6 80.7"
    " 11 81.2C13.9 77.8 14.4 72.2 14.4 68.3V62.9H31.2V60.6H23.7C23.5 60 23.2 59.2 23 58.6ZM25.5 63.1C25 64.7 24.2"
    " 66.8 22.9 68.5V67.8H20.1V66.8H23.1V64.8H20.1V63.5H17.8V64.8H14.8V66.8H17.8V67.8H15.1V73.9H17.4C16.5 75.4 15"
    " 77.1 13.7 78C14 78.6 14.5 79.6 14.7 80.2C15.8 79.3 16.8 78.1 17.7 76.6V81.3H20V75.7C20.8 76.8 21.7 78.1 "
    "22.1 78.9L23.5 76.9C23.1 76.4 21.8 74.8 20.8 73.9H22.9V68.9C23.2 69.1 23.5 69.3 23.8 "
    "69.6V77H25.5V70.3H29.1V76.8H30.9V68H29.2C29.7 67.1 30.2 66 30.6 65L29.2 64.2L28.9 64.3H27.4L27.7 63.4ZM17.1 "
    "69.7H18.1V71.9H17.1ZM19.7 69.7H20.7V71.9H19.7ZM25.7 68C26 67.4 26.3 66.8 26.6 66.2H27.8C27.6 66.8 27.3 67.5 "
    "27 68Z"
)
HEAVEN = (
    "M9.4 66.8V69.8H17.5C16.5 72.8 14.2 76 8.6 77.9C9.2 78.5 10.1 79.7 10.5 80.4C15.9 78.4 18.6 75.4 20 72.2C22 "
    "76.1 24.9 78.9 29.4 80.4C29.9 79.5 30.7 78.3 31.4 77.7C26.7 76.4 23.6 73.7 21.9 69.8H30.4V66.8H21.2C21.2 "
    "66.2 21.2 65.6 21.2 65V62.6H29.4V59.6H10.3V62.6H18.2V65C18.2 65.6 18.2 66.2 18.1 66.8Z"
)
EARTH = (
    "M18.2 61.7V67.7L15.9 68.7L16.9 71.1L18.2 70.6V76.6C18.2 79.7 19.1 80.6 22.2 80.6C22.9 80.6 26.4 80.6 27.1 "
    "80.6C29.8 80.6 30.6 79.5 31 76.2C30.2 76.1 29.2 75.6 28.6 75.2C28.4 77.6 28.2 78.1 26.9 78.1C26.2 78.1 23.1 "
    "78.1 22.4 78.1C21 78.1 20.8 77.9 20.8 76.6V69.4L22.7 68.6V75.7H25.3V67.5L27.3 66.6C27.3 69.9 27.3 71.6 27.2 "
    "72C27.1 72.4 27 72.5 26.7 72.5C26.5 72.5 26 72.5 25.6 72.4C25.9 73 26.1 74 26.2 74.7C26.9 74.7 27.9 74.7 "
    "28.6 74.4C29.3 74.1 29.7 73.5 29.8 72.5C29.9 71.5 29.9 68.8 29.9 64.4L30 63.9L28.1 63.2L27.6 63.6L27.2 "
    "63.9L25.3 64.7V59.4H22.7V65.8L20.8 66.6V61.7ZM9 75 10.1 77.8C12.2 76.8 14.9 75.6 17.3 74.3L16.7 71.9L14.6 "
    "72.8V67.4H16.9V64.8H14.6V59.7H12V64.8H9.3V67.4H12V73.9C10.9 74.3 9.8 74.7 9 75Z"
)


def wild(plate: str, ink: str, character: str) -> str:
    """The mark of a laizi, laid over a card: a frame, and a plate over the suit, which tells nothing in this game.

    Plates differ in shape and character, so colour is never the only difference.
    """
    return (
        '<rect x="3.6" y="3.6" width="92.8" height="132.8" rx="7" fill="none" stroke="#D98A06" stroke-width="4.4"/>'
        f'<g stroke="#3B2A20" stroke-width="1.8">{plate}</g><path d="{character}" fill="{ink}"/>'
    )


def deck() -> str:
    """The whole sprite."""
    shared = [
        '<rect id="c-paper" x="1" y="1" width="98" height="138" rx="9" fill="#FFFDF6" stroke="#C9B893" stroke-width="1.6"/>',
        '<clipPath id="c-clip"><rect x="1.8" y="1.8" width="96.4" height="136.4" rx="8.2"/></clipPath>',
        *(
            f'<path id="c-{rank}" d="{path}" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"/>'
            for rank, path in LETTERS.items()
        ),
        *(f'<path id="c-{suit}" d="{path}"/>' for suit, path in PIPS.items()),
        *(
            f'<g id="c-bust-{rank}" clip-path="url(#c-clip)">{bust}</g>'
            for rank, bust in (("J", jack()), ("Q", queen()), ("K", king()))
        ),
    ]
    faces = [
        symbol(f"card-{number * 4 + place}", SIZE, face(rank, suit))
        for number, rank in enumerate(RANKS)
        for place, suit in enumerate(SUITS)
    ]
    others = [
        symbol("card-52", SIZE, joker(GREY, SMALL + KING_CHARACTER)),
        symbol("card-53", SIZE, joker(COLOUR, BIG + KING_CHARACTER)),
        symbol("wild-laizi", SIZE, wild('<circle cx="20" cy="70" r="16.4" fill="#FFC93C"/>', "#3B2A20", LAIZI)),
        symbol("wild-heaven", SIZE, wild('<circle cx="20" cy="70" r="16.4" fill="#1F5F96"/>', "#FFFFFF", HEAVEN)),
        symbol(
            "wild-earth",
            SIZE,
            wild('<rect x="4" y="54" width="32" height="32" rx="4" fill="#7D4326"/>', "#FFE9B8", EARTH),
        ),
        symbol("back", SIZE, back("#2C6E8F", "#7FB7CC", "#1F5673", 1.6, PEASANT)),
        symbol("back-landlord", SIZE, back("#B3261B", "#E0705A", "#8C1811", 3, LANDLORD)),
    ]
    return sprite([*faces, *others], "".join(shared))
