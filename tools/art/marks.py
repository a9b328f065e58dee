"""Marks of the house: role hats, coin, bean, the old rules' book, the bot's mark and the logo. Readable at 20 px."""

from avatars.drawings.others import BOT_MARK
from tools.art.svg import INK, inked, picture, sprite, symbol

GOLD, GOLD_DEEP, RED, STRAW = "#F2B33D", "#B9761A", "#C8321F", "#E8BE6A"

# The landlord's skull cap with its red knob and green jade
LANDLORD = inked(
    '<path d="M10 45C8 24 19 12 32 12S56 24 54 45C46 40 39 38.6 32 38.6S18 40 10 45Z" fill="#2B2A3A"/>'
    '<path d="M32 12V38.6M21.4 15.6C19 22 18 30 18.4 40.6M42.6 15.6C45 22 46 30 45.6 40.6" fill="none" stroke="#565575"'
    ' stroke-width="2"/>'
    f'<path d="M8.6 51C7.6 48 8 45 10 43.4 16 39 23 36.8 32 36.8S48 39 54 43.4C56 45 56.4 48 55.4 51 48 46.4 40 45 32 45'
    f'S16 46.4 8.6 51Z" fill="{RED}"/>'
    f'<circle cx="32" cy="10.6" r="5" fill="{RED}"/><rect x="27" y="35.6" width="10" height="10.4" rx="3" fill="#3FA66B"/>',
    2.6,
)
# The peasant's straw hat
PEASANT = inked(
    f'<path d="M4 44C14 38 22 20 32 15 42 20 50 38 60 44 52 51 42 53 32 53S12 51 4 44Z" fill="{STRAW}"/>'
    f'<path d="M32 15V53M32 15C27 26 21 40 14 49.6M32 15C37 26 43 40 50 49.6" fill="none" stroke="#B48A35" stroke-width="2"/>'
    '<path d="M17.6 32.4C27 37.6 37 37.6 46.4 32.4L49 36.6C38 43 26 43 15 36.6Z" fill="#C8321F"/>',
    2.6,
)
COIN = (
    f'<circle cx="32" cy="32" r="27" fill="{GOLD}" stroke="{GOLD_DEEP}" stroke-width="4"/>'
    '<circle cx="32" cy="32" r="20.5" fill="none" stroke="#FFE08A" stroke-width="3"/>'
    f'<rect x="23.5" y="23.5" width="17" height="17" rx="2.5" fill="#7A4A0C" stroke="{GOLD_DEEP}" stroke-width="3"/>'
    '<path d="M13 22A22 22 0 0 1 22 13" fill="none" stroke="#FFF3CC" stroke-width="3.4" stroke-linecap="round"/>'
)
BEAN = inked(
    '<path d="M22 10C34 6 50 14 54 30 58 46 48 57 36 56 27 55 25 47 27 41 28.6 36 26 33 20 32 8 30 8 15 22 10Z"'
    ' fill="#E4572E"/>',
    3,
) + (
    '<path d="M24 15.6C31 14 39 17.6 43.6 23" fill="none" stroke="#FFD3B8" stroke-width="4" stroke-linecap="round"/>'
    f'<path d="M34.6 33.4C36 31.6 38.6 31.6 40 33.4M43 41.4C44 39.6 46.6 39.4 48 41" fill="none" stroke="{INK}"'
    ' stroke-width="2.6" stroke-linecap="round"/>'
)
# A thread-bound book: rules as they were written down once
BOOK = inked(
    '<path d="M9 16 46 8 57 15V55L20 62 9 56Z" fill="#E4D2A8"/>'
    '<path d="M12 58.6 54 50.6M14.6 60 56 52.6" fill="none" stroke="#B9A06A" stroke-width="1.6"/>'
    '<path d="M9 11 48 4V48L9 56Z" fill="#2C6E8F"/>'
    '<path d="M15 16.6 25 14.8V43L15 45Z" fill="#FFFDF6" stroke-width="2"/>',
    2.8,
) + (
    f'<path d="M18 21.4 22.4 20.6M20.2 19V26M18 29.6 22.4 28.8M18 33.4 22.4 32.6M20.2 28V36" fill="none" stroke="{INK}"'
    ' stroke-width="1.8" stroke-linecap="round"/>'
    f'<path d="M17.6 39.2 22.6 38.2V41.8L17.6 42.8Z" fill="{RED}"/>'
    '<path d="M41.6 6V49.4M41.6 13.6 47.4 12.6M41.6 22.8 47.4 21.8M41.6 32 47.4 31M41.6 41.2 47.4 40.2" fill="none"'
    ' stroke="#FFF3CC" stroke-width="2" stroke-linecap="round"/>'
)
# A wooden head: a bot says that it is one
# Two cards fanned behind the landlord's cap
LOGO = inked(
    '<rect x="9" y="16" width="26" height="38" rx="4.6" fill="#2C6E8F" transform="rotate(-14 22 35)"/>'
    '<rect x="27" y="14" width="28" height="41" rx="4.6" fill="#FFFDF6" transform="rotate(9 41 34)"/>',
    2.8,
) + (
    '<g transform="rotate(9 41 34)"><path transform="translate(31.4 25) scale(.82)" fill="#D0211C" d="M12 22.6C5 16.6 1 12.6'
    ' 1 7.6 1 4 3.7 1.4 7 1.4 9.1 1.4 11 2.6 12 4.4 13 2.6 14.9 1.4 17 1.4 20.3 1.4 23 4 23 7.6 23 12.6 19 16.6 12 22.6Z"/>'
    f'</g><g transform="translate(15.4 -3.4) rotate(8) scale(.56)">{LANDLORD}</g>'
)


def marks() -> str:
    """The whole sprite."""
    drawings = {
        "hat-landlord": LANDLORD,
        "hat-peasant": PEASANT,
        "coin": COIN,
        "bean": BEAN,
        "book": BOOK,
        "bot": BOT_MARK,
        "logo": LOGO,
    }
    return sprite([symbol(name, (64, 64), body) for name, body in drawings.items()])


def favicon(*, turn: bool = False) -> str:
    """The logo on green, for the browser's tab; with a dot while a table waits for its reader."""
    dot = '<circle cx="50" cy="14" r="12" fill="#F2B33D" stroke="#FFFDF6" stroke-width="4"/>' if turn else ""
    return picture((64, 64), f'<rect width="64" height="64" rx="14" fill="#217552"/>{LOGO}{dot}')
