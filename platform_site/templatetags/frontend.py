"""Template tags of the browser side: the import map and inlined sprites."""

import json
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
