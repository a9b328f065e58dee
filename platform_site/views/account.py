"""One's own account: all that is kept of it as a file, and closing it."""

import json
from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import closing, tokens
from accounts import selectors as accounts
from accounts.errors import Declined
from accounts.models import Care, Player
from chat import acts, reports
from chat.models import Sanction
from games.selectors import OwnHand, Wanted, hands_of
from lobby.models import Trail
from platform_site.views.people import reader
from rewards.models import LevelMark, PlanDay, PlanMember, ReliefGiven, SignIn, TaskCount
from wallet import selectors as wallet
from wallet import statement
from wallet.topup.models import Order, Term

PIECE = 500


@login_required
@never_cache
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """Data export and closing, each with what it means."""
    player = reader(request)
    days = closing.GRACE.days
    return render(request, "people/account.html", {"closes_at": player.closes_at, "days": days})


@login_required
@require_POST
def close(request: HttpRequest) -> HttpResponse:
    """Close the account after the days of grace."""
    try:
        closing.close(reader(request), request.POST.get("password", ""))
    except Declined as declined:
        messages.error(request, declined.text)
    else:
        messages.success(request, _("账号会在期限到了以后注销，在那以前随时可以撤销。"))
    return redirect("account")


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Take the closing back."""
    try:
        closing.keep(reader(request))
    except Declined as declined:
        messages.error(request, declined.text)
    else:
        messages.success(request, _("注销撤销了，账号照旧。"))
    return redirect("account")


@login_required
@never_cache
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything kept about the reader, as one JSON file."""
    player = reader(request)
    text = json.dumps(everything(player), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    name = f"cardhouse-{player.pk}-{timezone.localdate():%Y%m%d}.json"
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def everything(player: Player) -> dict[str, Any]:
    """The player's data by where it is kept: account, people, bots and tokens, levels, money, purchases, gifts, hands.
    Others appear by number and name alone, as the player sees them."""
    return {
        "account": {
            "id": player.pk,
            "username": player.username,
            "nickname": player.nickname,
            "email": player.email,
            "avatar": player.avatar,
            "guest": player.is_guest,
            "language": player.language,
            "joined": player.date_joined,
            "last_login": player.last_login,
            "closes_at": player.closes_at,
        },
        "privacy": {
            name: getattr(accounts.privacy([player.pk])[player.pk], name) for name in ("online", "invite", "ask")
        },
        "friends": _names(accounts.friends(player.pk)),
        "requests_to_me": _names(accounts.requests_to(player.pk)),
        "requests_of_mine": _names(accounts.requests_of(player.pk)),
        "blocked": _names(accounts.blocked_by(player.pk)),
        "bots": _names(list(player.bots.filter(erased_at=None).order_by("pk"))),
        "tokens": [
            {"account": row.player_id, "name": row.name, "scopes": row.scopes}
            | {"created": row.created_at, "expires": row.expires_at, "used": row.used_at}
            for row in tokens.own(player.pk)
        ],
        "levels": [
            {"mode": row.mode, "points": row.points, "level": row.level}
            | {name: getattr(row, name) for name in ("win", "lose", "draw", "escape")}
            for row in player.standings.order_by("mode")
        ],
        "balances": wallet.balances(player.pk),
        "movements": [
            {"id": row.id, "at": row.at, "currency": row.currency, "reason": row.label, "amount": row.amount}
            for piece in statement.everything(player.pk, statement.Wanted())
            for row in piece
        ],
        "orders": _rows(
            Order,
            player,
            "number",
            "title",
            "price",
            "money",
            "state",
            "provider",
            "channel",
            "created",
            "paid",
            "refund_reason",
            "taken_back",
        ),
        "membership": _rows(Term, player, "plan__name", "days", "bought", "voided"),
        "care": _rows(
            Care,
            player,
            "born",
            "day_limit",
            "next_day_limit",
            "next_day_at",
            "month_limit",
            "next_month_limit",
            "next_month_at",
            "no_play_until",
            "no_pay_until",
            "remind_minutes",
        ),
        "rewards": {
            "sign_ins": _rows(SignIn, player, "day", "run"),
            "relief": _rows(ReliefGiven, player, "currency", "day", "number"),
            "tasks": _rows(TaskCount, player, "task__name", "day", "count", "taken"),
            "plan": _rows(PlanMember, player, "points", "exchanges", "suspended"),
            "plan_days": _rows(PlanDay, player, "activity", "day", "points"),
            "levels": _rows(LevelMark, player, "mode", "level"),
        },
        "conduct": {
            "sanctions": _rows(
                Sanction,
                player,
                "kind",
                "reason",
                "at",
                "until",
                "ended_at",
                "appeal",
                "appealed_at",
                "granted",
                "answer",
            ),
            "acts": [{"at": act.at, "kind": act.kind, "reason": act.reason} for act in acts.about(player.pk, None)],
            "reports": [
                {"at": row.at, "player": row.player_id, "reason": row.reason, "text": row.text, "state": row.state}
                for row in reports.own(player.pk, None)
            ],
        },
        "matching": _rows(Trail, player, "address", "device", "company"),
        "hands": [
            {
                "id": hand.id,
                "mode": hand.mode,
                "room": hand.room_name,
                "ended": hand.ended,
                "outcome": hand.outcome,
                "change": hand.change,
                "currency": hand.currency,
                "players": hand.names,
            }
            for hand in _hands(player.pk)
        ],
    }


def _rows(model: type[Model], player: Player, *fields: str) -> list[dict[str, Any]]:
    """The player's rows of a table, in the order in which they were written."""
    return list(model._default_manager.filter(player=player).order_by("pk").values(*fields))


def _names(people: list[Player]) -> list[dict[str, Any]]:
    return [{"id": one.pk, "name": one.nickname} for one in people]


def _hands(player_id: int) -> Iterator[OwnHand]:
    before = None
    while piece := hands_of(player_id, Wanted(), PIECE, before):
        yield from piece
        before = (piece[-1].ended, piece[-1].id)
