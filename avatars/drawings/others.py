"""Faces of those who chose none: a bot's wooden head, so nobody mistakes it for a person, and somebody not shown yet."""

from avatars.drawings import INK, inked
from avatars.drawings.scenes import ground, sky

BOT_MARK = inked(
    '<path d="M32 6V15" fill="none"/><circle cx="32" cy="6.6" r="4" fill="#F2B33D"/>'
    '<rect x="5" y="28" width="8" height="15" rx="3.6" fill="#8C5A33"/>'
    '<rect x="51" y="28" width="8" height="15" rx="3.6" fill="#8C5A33"/>'
    '<rect x="11" y="15" width="42" height="41" rx="11" fill="#D9A86C"/>'
    '<path d="M17 22C20 20 25 19.6 29 20.6M39 50C43 51 46 50 48 48" fill="none" stroke="#A8743C" stroke-width="2"/>'
    '<circle cx="23.6" cy="33" r="5.4" fill="#FFFDF6"/><circle cx="40.4" cy="33" r="5.4" fill="#FFFDF6"/>'
    '<path d="M23 46H41M29 43.4V48.6M35 43.4V48.6" fill="none"/>',
    3,
) + (f'<circle cx="24.4" cy="33" r="2.4" fill="{INK}"/><circle cx="41.2" cy="33" r="2.4" fill="{INK}"/>')
"""In a box of 64 by 64."""

OTHERS = {
    "bot": sky("#C9D3C4")
    + ground("#A9B8A5", "M0 190H200")
    + f'<g transform="translate(20 40) scale(2.5)">{BOT_MARK}</g>',
    "unknown": sky("#CFC3A8")
    + '<path d="M36 240C38 194 60 172 100 170S162 194 164 240ZM46 104C46 66 66 46 100 46S154 66 154 104C154 138'
    ' 134 160 100 160S46 138 46 104Z" fill="#8A7A5E"/>',
}
