"""From a hand's result to the ledger, the standings and everybody who has to know (docs/rules/settlement.md).

All of it is one transaction: the transfer under the hand's key, the standings, the event for the floors above and the
hand's new status. So it happens once, however often it is asked for. What is settled has been decided by the rules and
`games.rules.stakes`; nothing is decided here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.translation import override

from accounts import levels
from accounts import selectors as standings
from accounts import services as accounts
from accounts.models import Player
from games import effects, feats, holds
from games.events import HandSettled
from games.models import Hand
from games.rules.core import Result
from games.rules.stakes import Changes, share
from games.runtime.notices import publish_notice
from games.runtime.wire import result_of
from outbox.services import emit
from wallet import selectors as money
from wallet import services as wallet
from wallet.errors import UnknownHold
from wallet.services import Line

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=5)
"""How long a hand may be over before the sweep settles it itself."""


class NotOver(Exception):  # noqa: N818 - says what the caller sees
    """The hand still runs (or does not exist): there is nothing to settle."""


@transaction.atomic
def settle_hand(hand_id: UUID) -> bool:
    """Settle a hand that is over; False when that was done before. Safe to run any number of times, and at once.

    Raises `NotOver`.
    """
    hand = Hand.objects.select_for_update(no_key=True).filter(pk=hand_id).first()
    if hand is None or hand.status == Hand.Status.LIVE:
        raise NotOver(str(hand_id))
    if hand.status != Hand.Status.OVER:
        return False
    result = result_of(hand.result or {})
    players: list[int | None] = list(hand.seats.order_by("seat").values_list("player_id", flat=True))
    changes = _changes(hand, result, len(players))
    if result.ending == "void":
        _release(hand)
    elif hand.config.get("currency") is not None:
        _move(hand, result, changes)
    _record(hand, result, players)
    hand.status = Hand.Status.VOID if result.ending == "void" else Hand.Status.SETTLED
    hand.save(update_fields=["status"])
    _list(hand, result, len(players))
    net = [_net(result, changes, seat) for seat in range(len(players))]
    emit(
        HandSettled(
            hand_id=str(hand.pk),
            table_key=hand.table_key,
            players=players,
            outcomes=list(result.outcomes),
            points=list(result.points),
            changes=net,
            rakes=list(changes.rakes),
            carry=dict(result.carry),
            void=str(result.facts.get("why", "")) if result.ending == "void" else None,
            mode=hand.mode,
            feats=feats.of(result, len(players)),
            pauses=list(result.pauses),
            tired=list(result.tired),
            effects=effects.pinned(hand.config),
        )
    )
    _tell(hand, result, players, changes, net)
    return True


def settle_overdue() -> int:
    """Settle the hands whose settlement was lost; how many were. One that fails does not keep the others waiting."""
    waiting = Hand.objects.filter(status=Hand.Status.OVER, ended__lt=timezone.now() - GRACE).order_by("ended")
    done = 0
    for hand_id in waiting.values_list("pk", flat=True)[:500]:
        try:
            done += settle_hand(hand_id)
        except Exception:
            log.exception("hand %s could not be settled", hand_id)
    return done


def _changes(hand: Hand, result: Result, seats: int) -> Changes:
    """What the hand moves; nothing in a mode of points and in a void hand."""
    config = hand.config
    if config.get("currency") is None or result.ending == "void":
        return Changes((0,) * seats, (0,) * seats)
    room = config["room"]
    return share(result, room["coef_n"], room["rake"], config["carried"], room["cap_win_to_carry"])


def _release(hand: Hand) -> None:
    """Give back whatever the seats put aside. The configuration is not asked for the currency: it may be what is
    damaged."""
    with suppress(UnknownHold):  # a mode of points puts nothing aside
        wallet.release(holds.key(hand.pk))


def _move(hand: Hand, result: Result, changes: Changes) -> None:
    lines = [Line(seat, "stake", amount) for seat, amount in enumerate(changes.stakes)]
    lines += [Line(seat, "rake", -amount) for seat, amount in enumerate(changes.rakes)]
    if result.penalty is not None:
        lines.append(Line(result.penalty[0], "penalty", -changes.penalty))
    memo = {"game": hand.game, "mode": hand.mode, "room": hand.config["room"].get("id")}
    wallet.settle(holds.key(hand.pk), lines, memo)


def _record(hand: Hand, result: Result, players: Sequence[int | None]) -> None:
    """Level points and results of the people; a void hand leaves none. In one order, so that two hands that share
    players never wait for each other in a circle."""
    seated = [(player, seat) for seat, player in enumerate(players) if player is not None]
    for player, seat in sorted(seated) if result.outcomes else ():
        accounts.record(player, hand.mode, *effects.standing_of(hand.config, result, seat))


def _list(hand: Hand, result: Result, seats: int) -> None:
    """Note with each seat how the hand went and when it ended, for the lists of people's own hands."""
    outcomes = result.outcomes or ("void",) * seats
    how = Case(*(When(seat=seat, then=Value(outcome)) for seat, outcome in enumerate(outcomes)))
    hand.seats.update(outcome=how, ended=hand.ended)


def _net(result: Result, changes: Changes, seat: int) -> int:
    """By how much the seat's balance changes."""
    penalty = changes.penalty if result.penalty is not None and result.penalty[0] == seat else 0
    return changes.stakes[seat] - changes.rakes[seat] - penalty


def _tell(hand: Hand, result: Result, players: Sequence[int | None], changes: Changes, net: Sequence[int]) -> None:
    """Give each seat its `settled` frame (docs/protocol.md 2) once this has committed."""
    public: dict[str, Any] = {
        "changes": list(net),
        "rake": list(changes.rakes),
        "balances": None,
        "formula": _formula(hand, result, changes),
        "level": None,
    }
    seats = list(hand.seats.order_by("seat"))
    if any(seat.shown is not seat.display for seat in seats):
        public["names"] = [seat.known for seat in seats]
    people = Player.objects.in_bulk([player for player in players if player is not None])
    now = standings.standings(people, hand.mode)
    private = {
        seat: {
            **public,
            "balances": money.balances(player),
            "level": _level(people[player], now[player].points, _points(hand, result, seat)),
        }
        for seat, player in enumerate(players)
        if player is not None
    }
    publish_notice(hand.pk, private, public)


def _formula(hand: Hand, result: Result, changes: Changes) -> dict[str, Any]:
    """The numbers behind every number: the rules' own facts (base, parts of the multiplier), the room's, and what
    each step gave."""
    room = hand.config.get("room") or {}
    return {
        **result.facts,
        "ending": result.ending,
        "n": room.get("coef_n"),
        "fee": room.get("rake"),
        "carried": hand.config.get("carried"),
        "owed": [{"payer": d.payer, "payee": d.payee, "points": str(d.points)} for d in result.debts],
        "points": list(result.points),
        "stakes": list(changes.stakes),
        "rakes": list(changes.rakes),
        "penalty": None if result.penalty is None else {"seat": result.penalty[0], "amount": changes.penalty},
    }


def _points(hand: Hand, result: Result, seat: int) -> int:
    """The level points that the seat's player has got."""
    return effects.standing_of(hand.config, result, seat)[1] if result.outcomes else 0


def _level(player: Player, points: int, change: int) -> dict[str, Any]:
    """Where a player stands on the ladder now, and the way to the next step, in the player's language."""
    level = levels.level(points)
    following = levels.next_start(level)
    with override(player.language or settings.LANGUAGE_CODE):
        return {
            "level": level,
            "title": levels.title(level),
            "points": points,
            "change": change,
            "start": levels.start(level),
            "next": following,
            "next_title": None if following is None else levels.title(level + 1),
        }
