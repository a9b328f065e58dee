"""What the other floors may do with money.

Every write has an idempotency key: asked for again, it changes nothing and returns what was done the first time.
Amounts are whole units of their currency. Errors are those of `wallet.errors`; they leave nothing written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from wallet import locks
from wallet.errors import KeyReused, OverHold, Unbalanced, UnknownHold
from wallet.ledger import Move, post
from wallet.models import OWNED, Account, Currency, Hold, Kind, OpeningGrant, Transfer

BOTS_RESERVE = 100_000_000
"""How much the bots' account is given from the mint when it runs low."""
BOTS_LOW = BOTS_RESERVE // 10
"""What must be left in it after a hand's seats are covered: more than all hands that start at once take."""

COUNTERPARTS = {"rake": Kind.HOUSE, "penalty": Kind.FINES}
"""Where a line's money goes when no other seat gets it."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A seat that puts `amount` aside; seats count in the order given. `player_id` None: a bot, paid by the house."""

    player_id: int | None
    currency: str
    amount: int


@dataclass(frozen=True, slots=True)
class Line:
    """A seat of the hand gains `amount` (below zero: pays it). `kind`: "stake" (sums to zero over the seats), "rake"
    (paid to the house) or "penalty" (paid to the fines)."""

    seat: int
    kind: str
    amount: int


@transaction.atomic
def open_account(player: Player) -> None:
    """Open the player's accounts and give the opening amounts; a second call changes nothing."""
    chart = locks.Chart([player.pk])
    for currency in Currency.values:
        for kind in OWNED:
            chart.id(kind, currency, player.pk)
    for opening in OpeningGrant.objects.order_by("currency"):
        key = f"opening:{player.pk}:{opening.currency}"
        # The amount may have been changed since; what a player was given once stays.
        if opening.amount and not Transfer.objects.filter(key=key).exists():
            grant(player, opening.currency, opening.amount, "opening", key)


@dataclass(frozen=True, slots=True)
class Gift:
    """New money for a player, once per `key`."""

    player_id: int
    currency: str
    amount: int
    key: str


def grant(player: Player, currency: str, amount: int, kind: str, key: str) -> Transfer:
    """Give the player new money from the mint, once per `key`. `kind` says why ("opening", "relief", …); a floor that
    gives for a reason of its own names it with `wallet.reasons.add`."""
    return grant_all(kind, [Gift(player.pk, currency, amount, key)])[0]


@transaction.atomic
def grant_all(kind: str, gifts: Sequence[Gift]) -> list[Transfer]:
    """`grant` for several in one transaction, whose accounts are locked all at once (`wallet.locks`)."""
    if any(gift.amount <= 0 for gift in gifts):
        raise ValueError("a grant gives something")
    chart = locks.Chart(gift.player_id for gift in gifts)
    pairs = [
        (chart.id(Kind.MINT, gift.currency), chart.id(Kind.PLAYER, gift.currency, gift.player_id)) for gift in gifts
    ]
    if len(pairs) > 1:
        locks.accounts(account for pair in pairs for account in pair)
    return [
        post(gift.key, kind, _pair(mint, own, gift.amount, kind))
        for gift, (mint, own) in zip(gifts, pairs, strict=True)
    ]


@transaction.atomic
def spend(
    player: Player, currency: str, amount: int, kind: str, key: str, memo: Mapping[str, Any] | None = None
) -> Transfer:
    """Move the player's money to the shop, once per `key`, for the reason `kind`. Raises `InsufficientFunds`."""
    if amount <= 0:
        raise ValueError("what is bought costs something")
    chart = locks.Chart([player.pk])
    mine, shop = chart.id(Kind.PLAYER, currency, player.pk), chart.id(Kind.SHOP, currency)
    return post(key, kind, _pair(mine, shop, amount, kind), memo)


@transaction.atomic
def open_holds(key: str, holders: Sequence[Holder]) -> list[Hold]:
    """Put each seat's amount aside under `key` ("hand:<uuid>"); all of them or, with `InsufficientFunds`, none.

    Asked again with the same holders it returns the same holds; with others it raises `KeyReused`.
    """
    chart = locks.Chart(holder.player_id for holder in holders)
    moves: list[Move] = []
    for holder in holders:
        moves += _pair(_source(chart, holder), _held(chart, holder), holder.amount, "hold")
    _fund_bots(chart, key, holders, moves)
    post(f"{key}:hold", "hold", moves)
    if existing := list(Hold.objects.filter(key=key)):
        return existing
    return Hold.objects.bulk_create(
        Hold(key=key, seat=seat, player_id=holder.player_id, currency=holder.currency, amount=holder.amount)
        for seat, holder in enumerate(holders)
    )


@transaction.atomic
def settle(key: str, lines: Sequence[Line], memo: Mapping[str, Any] | None = None) -> Transfer:
    """Close the holds of `key` and move what the hand moved, as one transfer under `key`.

    Raises `UnknownHold` when nothing is on hold under the key, `OverHold` when a seat pays more than it has on hold,
    `Unbalanced` when the stakes do not sum to zero, `KeyReused` when the holds were released as void. A second call
    returns the first one's transfer.
    """
    return _close(key, "hand", lines, memo)


@transaction.atomic
def release(key: str) -> Transfer:
    """Close the holds of `key` and give all of it back: a void hand.

    Raises `UnknownHold` when there were none, `KeyReused` when the hand was settled. A second call returns the first
    one's transfer.
    """
    return _close(key, "release", [], None)


def _close(key: str, kind: str, lines: Sequence[Line], memo: Mapping[str, Any] | None) -> Transfer:
    holds = {hold.seat: hold for hold in locks.open_holds(key)}
    if not holds:
        # Looked for after the lock was waited for: whoever closed them has written it.
        done = Transfer.objects.filter(key=key).first()
        if done is None:
            raise UnknownHold(key=key, seat=None)
        if done.kind != kind:
            raise KeyReused(key=key)
        return done
    _check(key, holds, lines)
    chart = locks.Chart(hold.player_id for hold in holds.values())
    moves: list[Move] = []
    for hold in holds.values():
        moves += _pair(_held(chart, hold), _source(chart, hold), hold.amount, "release")
    for line in lines:
        hold = holds[line.seat]
        moves.append(Move(_source(chart, hold), line.amount, line.kind))
        if counterpart := COUNTERPARTS.get(line.kind):
            moves.append(Move(chart.id(counterpart, hold.currency), -line.amount, line.kind))
    transfer = post(key, kind, moves, memo)
    Hold.objects.filter(pk__in=[hold.pk for hold in holds.values()]).update(closed=timezone.now())
    return transfer


def _check(key: str, holds: Mapping[int, Hold], lines: Sequence[Line]) -> None:
    """The lines name seats on hold, none of which pays more than it holds; the stakes sum to zero."""
    total: Counter[int] = Counter()
    stakes = 0
    for line in lines:
        if line.seat not in holds:
            raise UnknownHold(key=key, seat=line.seat)
        if line.kind == "stake":
            stakes += line.amount
        elif line.kind not in COUNTERPARTS or line.amount > 0:
            raise ValueError(f"a line cannot be {line}")
        total[line.seat] += line.amount
    if stakes:
        raise Unbalanced(key=key, sum=stakes)
    for seat, change in total.items():
        if holds[seat].amount + change < 0:
            raise OverHold(key=key, seat=seat, held=holds[seat].amount, pays=-change)


def _source(chart: locks.Chart, seat: Holder | Hold) -> int:
    """The account a seat plays from: the player's own, or the bots' one."""
    kind = Kind.BOTS if seat.player_id is None else Kind.PLAYER
    return chart.id(kind, seat.currency, seat.player_id)


def _held(chart: locks.Chart, seat: Holder | Hold) -> int:
    return chart.id(Kind.HOLD, seat.currency, seat.player_id)


def _pair(giver: int, taker: int, amount: int, label: str) -> tuple[Move, Move]:
    return Move(giver, -amount, label), Move(taker, amount, label)


def _fund_bots(chart: locks.Chart, key: str, holders: Sequence[Holder], moves: Sequence[Move]) -> None:
    """Give the bots' accounts a reserve from the mint where these seats would leave little in them."""
    wanted: Counter[str] = Counter()
    for holder in holders:
        if holder.player_id is None:
            wanted[holder.currency] += holder.amount
    bots = {currency: chart.id(Kind.BOTS, currency) for currency in wanted}
    balances = dict(Account.objects.filter(pk__in=bots.values()).values_list("pk", "balance"))
    low = [currency for currency in wanted if balances[bots[currency]] < wanted[currency] + BOTS_LOW]
    if not low:
        return
    # Everything this transaction will touch is locked at once, to keep the order of locks; then it is looked at again,
    # so that of many hands that start together one funds and the others find it done.
    mints = {currency: chart.id(Kind.MINT, currency) for currency in low}
    rows = locks.accounts([*mints.values(), *bots.values(), *(move.account_id for move in moves)])
    for currency in low:
        if rows[bots[currency]].balance < wanted[currency] + BOTS_LOW:
            reserve = BOTS_RESERVE + wanted[currency]
            post(f"{key}:bots:{currency}", "bots", _pair(mints[currency], bots[currency], reserve, "grant"))
