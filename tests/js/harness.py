"""The table island in a real browser without a server behind it: files from static/, a socket the test drives.

`open_table` serves one page whose WebSocket is a stand-in; `server(path)` frames are pushed by the test and what the
island sends is read back. What the rules would say is up to the test: here only the browser's part is checked.
"""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

STATIC = Path(__file__).parents[2] / "static"
ORIGIN = "http://table.test"

VENDOR = {
    "preact": "preact",
    "preact/hooks": "preact-hooks",
    "htm": "htm",
    "htm/preact": "htm-preact",
    "@preact/signals": "signals",
    "@preact/signals-core": "signals-core",
}

SOCKETS = """
window.sockets = [];
window.WebSocket = class {
  constructor(url) {
    this.url = url; this.readyState = 0; this.sent = [];
    window.sockets.push(this);
    if (!window.cut) setTimeout(() => { this.readyState = 1; this.onopen?.({}); }, 0);
    else setTimeout(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); }, 0);
  }
  send(text) {
    const message = JSON.parse(text);
    this.sent.push(message);
    const behind = this.url.includes("/ws/hand/") ? window.behind ?? 0 : 0;
    if (message.t === "ping") setTimeout(() => this.push({ t: "pong", c: message.c, s: Date.now() - behind }), 0);
  }
  push(frame) { this.onmessage?.({ data: JSON.stringify(frame) }); }
  close() { this.readyState = 3; }
  drop(code) { this.readyState = 3; this.onclose?.({ code }); }
};
"""


def page_html(boot: dict[str, Any], lang: str) -> str:
    """A page as the template makes it: import map, boot data, sprite, mount."""
    modules = {
        f"@app/{p.relative_to(STATIC / 'js').with_suffix('')}": f"/static/{p.relative_to(STATIC)}"
        for p in sorted((STATIC / "js").rglob("*.js"))
    }
    imports = {name: f"/static/vendor/{file}.js" for name, file in VENDOR.items()} | modules
    names = ("tokens", "base", "table", "thirteen", "thirteen-show")
    sheets = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in names)
    return f"""<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>欢乐·新手 3桌</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">{sheets}
<link rel="icon" href="/static/art/favicon.svg">
<script type="importmap">{json.dumps({"imports": imports})}</script></head><body>
{(STATIC / "art" / "marks.svg").read_text()}{(STATIC / "art" / "cards.svg").read_text()}<div id="table"></div>
<script type="application/json" id="boot">{json.dumps(boot)}</script>
<script type="module">import "@app/table/main";</script></body></html>"""


def open_table(page: Page, boot: dict[str, Any], lang: str = "zh-Hans") -> None:
    """Open the table with this boot data; its sockets connect at once and say nothing."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        file = STATIC / path.removeprefix("/static/")
        if path == "/":
            route.fulfill(body=page_html(boot, lang), content_type="text/html")
        elif path.startswith("/static/") and file.is_file():
            route.fulfill(path=file, content_type=mimetypes.guess_type(file.name)[0])
        else:
            route.fulfill(status=404, body="")

    page.add_init_script(SOCKETS)
    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/")
    page.wait_for_selector(".tbl")


def push(page: Page, frame: dict[str, Any], socket: str = "/ws/hand/") -> None:
    """Let the newest socket whose address holds `socket` say something."""
    page.evaluate(
        "([part, frame]) => window.sockets.findLast((s) => s.url.includes(part)).push(frame)", [socket, frame]
    )


def sent(page: Page, socket: str = "/ws/hand/") -> list[dict[str, Any]]:
    """What the island said on the newest socket of that kind, heartbeats left out."""
    said: list[dict[str, Any]] = page.evaluate(
        "(part) => window.sockets.findLast((s) => s.url.includes(part)).sent.filter((m) => m.t !== 'ping')", socket
    )
    return said
