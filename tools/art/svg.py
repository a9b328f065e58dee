"""The few lines of SVG that every generator writes."""

INK = "#3B2A20"
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


def symbol(name: str, view: tuple[int, int], body: str) -> str:
    """One drawing of a sprite, used through `<use href="#name">`; `view` is its width and height."""
    return f'<symbol id="{name}" viewBox="0 0 {view[0]} {view[1]}">{body}</symbol>'


def sprite(symbols: list[str], shared: str = "", notice: str = "") -> str:
    """A file of symbols to inline once in a page. It takes no room; `shared` is what several symbols refer to."""
    comment = f"<!-- {notice} -->\n" if notice else ""
    defs = f"<defs>{shared}</defs>\n" if shared else ""
    head = f'<svg {XMLNS} class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
    return f"{comment}{head}\n{defs}{chr(10).join(symbols)}\n</svg>\n"


def picture(view: tuple[int, int], body: str) -> str:
    """A file of its own, for `<img>`."""
    return f'<svg {XMLNS} viewBox="0 0 {view[0]} {view[1]}">{body}</svg>\n'


def inked(body: str, width: float) -> str:
    """Shapes with the house's steady dark outline."""
    return f'<g stroke="{INK}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round">{body}</g>'
