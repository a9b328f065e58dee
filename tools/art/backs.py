"""Card backs that are sold (shop.effects.looks): `#back-bamboo`, `#back-crane`, `#back-night`, the size of a card."""

from tools.art.cards import SIZE
from tools.art.svg import sprite, symbol

EDGE = '<rect x="1" y="1" width="98" height="138" rx="9" fill="#FFF8E6" stroke="#C9B893" stroke-width="1.6"/>'

BAMBOO = (
    '<rect x="6" y="6" width="88" height="128" rx="6" fill="#DDE8C4"/>'
    '<g fill="none" stroke="#4E7A3A" stroke-linecap="round">'
    '<path d="M30 132V96M30 92V54M30 50V10M68 132V110M68 106V70M68 66V12" stroke-width="8"/>'
    '<path d="M24 94h12M24 52h12M62 108h12M62 68h12" stroke="#37592A" stroke-width="3"/>'
    "</g>"
    '<g fill="#5F9147" stroke="#37592A" stroke-width="1.4" stroke-linejoin="round">'
    '<path d="M34 52C44 40 50 38 58 38C54 48 46 52 34 52ZM34 94C44 86 50 84 57 86C52 94 44 97 34 94ZM64 '
    "68C54 58 48 57 41 59C46 67 54 70 64 68ZM72 108C80 98 85 96 90 97C87 106 80 110 72 108ZM72 66C79 56 "
    '84 54 90 54C87 63 81 67 72 66ZM26 52C19 44 15 43 10 44C13 52 18 55 26 52Z"/>'
    "</g>"
)
CRANE = (
    '<rect x="6" y="6" width="88" height="128" rx="6" fill="#B8432F"/>'
    '<circle cx="50" cy="56" r="30" fill="#F3C65B"/>'
    '<path d="M8 112C18 104 26 104 34 112S52 120 60 112S80 104 92 112" fill="none" stroke="#F6D9A8" '
    'stroke-width="3"/>'
    '<path d="M8 122C18 114 26 114 34 122S52 130 60 122S80 114 92 122" fill="none" stroke="#F6D9A8" '
    'stroke-width="3"/>'
    '<g stroke="#3B2A20" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">'
    '<path d="M52 66C38 58 24 46 14 30C32 32 46 42 54 54C60 38 72 28 90 24C84 42 74 56 60 66C58 74 54 80 '
    '46 84C48 78 50 72 52 66Z" fill="#FFFDF6"/>'
    '<path d="M46 84C42 92 38 98 30 104M52 80C50 90 47 96 42 102" fill="none"/>'
    '<path d="M60 66C68 70 72 66 76 60L84 58L77 54C72 52 66 58 60 66Z" fill="#FFFDF6"/>'
    '<circle cx="76" cy="55" r="2.6" fill="#C6332A" stroke="none"/>'
    "</g>"
)
NIGHT = (
    '<rect x="6" y="6" width="88" height="128" rx="6" fill="#22315E"/>'
    '<path d="M62 30A22 22 0 1 0 78 64A18 18 0 1 1 62 30Z" fill="#F7E3A1"/>'
    '<g fill="#F7E3A1">'
    '<path d="M24 24l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM78 92l2 4 4 2-4 2-2 4-2-4-4-2 4-2zM30 74l1.6 4 4 1.6-4 '
    '1.6-1.6 4-1.6-4-4-1.6 4-1.6z"/>'
    '<circle cx="48" cy="18" r="1.6"/>'
    '<circle cx="84" cy="20" r="1.6"/>'
    '<circle cx="18" cy="54" r="1.6"/>'
    '<circle cx="60" cy="84" r="1.6"/>'
    "</g>"
    '<path d="M6 134V112C18 98 28 98 40 110C52 94 66 94 78 108C84 102 90 102 94 106V134Z" '
    'fill="#18224A"/>'
)


def backs() -> str:
    """The sprite."""
    drawn = {"bamboo": BAMBOO, "crane": CRANE, "night": NIGHT}
    return sprite([symbol(f"back-{name}", SIZE, EDGE + drawing) for name, drawing in drawn.items()])
