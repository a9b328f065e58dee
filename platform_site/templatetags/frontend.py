"""Template tags of the browser side: the import map and inlined sprites."""

import json
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from django import template
from django.conf import settings
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from avatars import selectors as avatars

T = TypeVar("T")
register = template.Library()

VENDOR = {
    "preact": "vendor/preact.js",
    "preact/hooks": "vendor/preact-hooks.js",
    "htm": "vendor/htm.js",
    "htm/preact": "vendor/htm-preact.js",
    "@preact/signals": "vendor/signals.js",
    "@preact/signals-core": "vendor/signals-core.js",
}
SOURCES = Path(settings.BASE_DIR) / "static"
VIEWS = {"card-": "0 0 100 140", "back": "0 0 100 140", "tile-": "0 0 64 90"}
"""The boxes of drawings that are no squares of 64, by how their names begin."""


def fresh(found: Callable[..., T]) -> Callable[..., T]:
    """Remember what `found` read from static/, but read again each time in development."""
    kept = cache(found)
    return lambda *args: found(*args) if settings.DEBUG else kept(*args)


@fresh
def modules() -> dict[str, str]:
    """Every name a module may import -> its path below static/; `@app/lib/x` is static/js/lib/x.js."""
    own = sorted((SOURCES / "js").rglob("*.js"))
    return VENDOR | {
        f"@app/{path.relative_to(SOURCES / 'js').with_suffix('').as_posix()}": path.relative_to(SOURCES).as_posix()
        for path in own
        if not path.name.endswith(".test.js")
    }


@register.filter
def face(code: str) -> str:
    """The address of the face with this code; of an unknown one where there is none."""
    return avatars.address(code or "unknown")


@register.simple_tag(takes_context=True)
def importmap(context: Context, *preload: str) -> SafeString:
    """Write the page's import map, and module preloads for the libraries and for each name in `preload`.

    The map is what lets hashed file names work with no rewriting of imports. It carries the request's
    CSP nonce.
    Raises KeyError for a preload that no module answers to.
    """
    known = modules()
    urls = {name: static(path) for name, path in known.items()}
    wanted = [urls[name] for name in (*VENDOR, *preload)]
    links = format_html_join("\n", '<link rel="modulepreload" href="{}">', ((url,) for url in wanted))
    # "<" cannot end the script element early: names and addresses are ours, and json escapes the rest
    body = mark_safe(json.dumps({"imports": urls}, separators=(",", ":")).replace("<", "\\u003c"))  # noqa: S308
    nonce = context["request"].csp_nonce
    return format_html('<script type="importmap" nonce="{}">{}</script>\n{}', nonce, body, links)


@register.simple_tag
def sprite(name: str) -> SafeString:
    """Inline static/art/<name>.svg, so that `<use href="#…">` finds its symbols without another request."""
    return mark_safe(_sprite(name))  # noqa: S308 - our own drawing


@fresh
def _sprite(name: str) -> str:
    return (SOURCES / "art" / f"{name}.svg").read_text(encoding="utf-8")


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """An interface icon of the sprite `icons`; it says nothing by itself, so the text beside it must."""
    return format_html('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>', extra, name)


@register.simple_tag
def mark(name: str, extra: str = "") -> SafeString:
    """A drawing of the sprites `marks`, `cards` or `tiles`, such as coin, bean, logo, card-53 or tile-31."""
    view = next((view for start, view in VIEWS.items() if name.startswith(start)), "0 0 64 64")
    return format_html('<svg class="{}" viewBox="{}" aria-hidden="true"><use href="#{}"/></svg>', extra, view, name)


@register.filter
def grouped(value: int) -> str:
    """A number in full with its thousands parted, in both languages alike: what somebody has is never rounded."""
    return f"{value:,}"


@register.filter
def amount(value: int | None) -> str:
    """A number for people: thousands parted below ten thousand, then 1.2万 or 12K in the reader's habit."""
    if value is None:
        return ""
    if abs(value) < 10_000:
        return f"{value:,}"
    if (get_language() or "").startswith("zh"):
        unit, name = (100_000_000, "亿") if abs(value) >= 100_000_000 else (10_000, "万")
    else:
        unit, name = (1_000_000, "M") if abs(value) >= 1_000_000 else (1_000, "K")
    short = math.trunc(value * 10 / unit) / 10
    return f"{short:,.1f}".removesuffix(".0") + name
