"""账本: a player's own statement as a page and as a table to take away."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Sequence
from datetime import date
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import Player
from wallet import reasons, selectors
from wallet.models import Currency, Kind
from wallet.statement import Movement, Party, Wanted, everything, page

PAGE = 25
FILTERS = ("currency", "reason", "since", "until")
PARTIES = {
    Kind.HOLD: gettext_lazy("牌局冻结"),
    Kind.HOUSE: gettext_lazy("台费"),
    Kind.BOTS: gettext_lazy("机器人"),
    Kind.FINES: gettext_lazy("逃跑罚金"),
    Kind.SHOP: gettext_lazy("商城"),
    Kind.MINT: gettext_lazy("乐牌馆"),
}
"""Who is on the other side where it is no player."""
HEAD = ("时间", "货币", "缘由", "变动", "余额", "冻结", "对方", "牌局", "编号")


@login_required
@never_cache
@require_GET
def statement(request: HttpRequest) -> HttpResponse:
    """The reader's own movements, the newest first, filtered and paged by the address alone."""
    player = cast(Player, request.user)
    wanted = _wanted(request.GET)
    before = request.GET.get("before", "")
    found = page(player.pk, wanted, PAGE + 1, int(before) if is_id(before) else None)
    rows = found[:PAGE]
    kept = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    context = {
        "rows": [_row(row) for row in rows],
        "older": "?" + urlencode({**kept, "before": rows[-1].id}) if len(found) > PAGE else None,
        "later": bool(before),
        "asked": request.GET,
        "currencies": Currency.choices,
        "labels": reasons.known().items(),
        "filtered": wanted != Wanted(),
        "balances": selectors.balances(player.pk),
        "held": selectors.held(player.pk),
        "export": reverse("statement-csv") + ("?" + urlencode(kept) if kept else ""),
    }
    return render(request, "pages/statement.html", context)


@login_required
@never_cache
@require_GET
def export(request: HttpRequest) -> StreamingHttpResponse:
    """The same movements, all of them, as CSV that leaves while it is read: its length does not matter."""
    player = cast(Player, request.user)
    pieces = everything(player.pk, _wanted(request.GET))
    language = get_language()
    base = request.build_absolute_uri("/").removesuffix("/")

    def write(rows: Sequence[Sequence[object]]) -> bytes:
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        return text.getvalue().encode()

    def head() -> bytes:
        with override(language):
            # The mark tells spreadsheets that this is UTF-8.
            return "\ufeff".encode() + write([[_(name) for name in HEAD]])

    def following() -> bytes | None:
        with override(language):
            piece = next(pieces, None)
            return None if piece is None else write([_cells(row, base) for row in piece])

    async def body() -> AsyncIterator[bytes]:
        yield head()
        while (piece := await sync_to_async(following)()) is not None:
            yield piece

    name = f"statement-{timezone.localdate():%Y%m%d}.csv"
    return StreamingHttpResponse(
        body(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _wanted(asked: QueryDict) -> Wanted:
    """What the address asks for; what means nothing is left out."""
    currency, label = asked.get("currency"), asked.get("reason")
    return Wanted(
        currency=currency if currency in Currency.values else None,
        label=label if label in reasons.known() else None,
        since=_day(asked.get("since", "")),
        until=_day(asked.get("until", "")),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def is_id(text: str) -> bool:
    """Whether a text of an address can be a row's key."""
    return text.isascii() and text.isdecimal() and len(text) < 19


def _row(row: Movement) -> dict[str, Any]:
    return {
        "movement": row,
        "reason": reasons.text(row.label),
        "sign": "+" if row.amount > 0 else "−",
        "amount": abs(row.amount),
        "parties": [_party(party) for party in row.parties],
        "hand": _hand(row),
        "order": row.subject[1] if row.subject and row.subject[0] == "order" else None,
    }


def _hand(row: Movement) -> UUID | None:
    """The hand that the movement belongs to."""
    if row.subject is None or row.subject[0] != "hand":
        return None
    try:
        return UUID(row.subject[1])
    except ValueError:
        return None


def _party(party: Party) -> str:
    return party.name if party.kind == Kind.PLAYER else str(PARTIES[Kind(party.kind)])


def _cells(row: Movement, base: str) -> list[object]:
    hand = _hand(row)
    return [
        timezone.localtime(row.at).isoformat(sep=" ", timespec="seconds"),
        Currency(row.currency).label,
        reasons.text(row.label),
        row.amount,
        row.balance,
        row.held,
        _plain(", ".join(_party(party) for party in row.parties)),
        base + reverse("replay", args=[hand]) if hand else "",
        row.id,
    ]


def _plain(text: str) -> str:
    """A nickname is text to a spreadsheet too, never a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
