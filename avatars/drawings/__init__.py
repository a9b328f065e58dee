"""The drawings that faces are composed of: trusted SVG fragments in a box of 200 by 240, and the colours they take.

Pure text: nothing here comes from a player. Every head fits one face box (radius about 54 around (100, 104)), so scenes,
expressions and accessories fit both bases; hair and outfits are drawn for one or for both. Words in braces ({skin},
{shade}, {hair}, {shine}, {cloth}, {body}) are filled in by `avatars.compose`.
"""

INK = "#3B2A20"
"""The outline of every figure."""


def inked(shapes: str, width: float) -> str:
    """Shapes with the outline of the house."""
    return f'<g stroke="{INK}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round">{shapes}</g>'


def mirrored(shapes: str) -> str:
    """The same on the other side of the face."""
    return f'<g transform="translate(200) scale(-1 1)">{shapes}</g>'


def both(shapes: str) -> str:
    """On the left as drawn, and on the right."""
    return shapes + mirrored(shapes)
