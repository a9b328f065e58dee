"""A hand's result becomes one transfer, standings, an event and a notice: all of it once or not at all."""

from __future__ import annotations

import random
import uuid
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from accounts import selectors as standings
from accounts import services as accounts
from accounts.models import Player
from games import lost, settlement
from games.models import Hand
from games.rules.core import Debt, Result
from games.runtime import fanout, store, writer
from games.runtime.wire import result_json
from games.services import start_hand
from outbox.models import Event
from tests.together import at_once
from wallet import audit, selectors, services
from wallet.errors import InsufficientFunds
from wallet.models import Account, Entry, Hold, Kind, Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Notices that left for the sockets; Redis is not asked to carry them, nor to arm a clock."""
    notices: list[dict[str, Any]] = []
    monkeypatch.setattr(fanout, "notify", lambda _hand, payloads: notices.append(payloads))
    monkeypatch.setattr(fanout, "arm", lambda _heads: None)
    monkeypatch.setattr(writer, "request_settlements", lambda _hand: None)
    return notices


def config(carried: list[int], currency: str | None = "beans") -> dict[str, Any]:
    return {
        "game": "doudizhu",
        "mode": "huanle",
        "rules_version": 1,
        "seats": 3,
        "bots": [None, None, "easy"],
        "carried": carried,
        "currency": currency,
        "room": {
            "id": 1,
            "name": "新手",
            "coef_n": 1,
            "rake": 100,
            "initial": 15,
            "threshold": None,
            "cap_win_to_carry": True,
            "absence": "end",
        },
        "timers": {"opening": 5000, "deal_step": 400, "call": 40000, "double": 15000, "play": 30000, "return": 60000},
    }


def hand_of(
    players: list[Player], carried: tuple[int, ...] = (3000, 1000, 50_000), currency: str | None = "beans"
) -> Hand:
    """A live hand of two people and a bot."""
    seats = [players[0].pk, players[1].pk, None]
    names = [{"name": str(seat), "bot": seat is None} for seat in seats]
    return start_hand(config(list(carried), currency), seats, names, {}, "table-1")


def end(hand: Hand, result: Result) -> Hand:
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.OVER, ended=timezone.now(), result=result_json(result))
    return hand


WON = Result(
    "played",
    outcomes=("win", "lose", "lose"),
    debts=(Debt(1, 0, Fraction(4000)), Debt(2, 0, Fraction(4000))),
    order=(1, 2, 0),
    points=(8000, -4000, -4000),
    facts={"base": 1, "multiplier": {"total": 4000}},
    carry={"first": 0},
)
FLED = Result("escape", outcomes=("draw", "escape", "draw"), points=(0, -150, 0), penalty=(1, Fraction(150)))


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create_user("first"), Player.objects.create_user("second")]


def beans(players: list[Player]) -> list[int]:
    return [selectors.balance(player.pk, "beans") for player in players]


def bots() -> int:
    return Account.objects.get(kind=Kind.BOTS, currency="beans").balance


def sound() -> bool:
    return not list(audit.faults())


def test_starting_a_hand_puts_the_carried_amounts_on_hold(players: list[Player]) -> None:
    hand = hand_of(players)
    assert beans(players) == [7_000, 9_000]
    assert list(Hold.objects.values_list("key", "seat", "amount")) == [
        (f"hand:{hand.pk}", 0, 3000),
        (f"hand:{hand.pk}", 1, 1000),
        (f"hand:{hand.pk}", 2, 50_000),
    ]
    assert sound()


def test_a_hand_that_cannot_be_covered_does_not_start(players: list[Player]) -> None:
    with pytest.raises(InsufficientFunds):
        hand_of(players, (10_000, 10_001, 5))
    assert not Hand.objects.exists()
    assert not Hold.objects.exists()
    assert beans(players) == [10_000, 10_000]


def test_the_worked_example_of_the_rules(players: list[Player]) -> None:
    hand = end(hand_of(players), WON)
    before = bots()
    assert settlement.settle_hand(hand.pk)
    assert beans(players) == [12_900, 9_300]
    assert bots() - before == 50_000 - 2_500
    assert Account.objects.get(kind=Kind.HOUSE, currency="beans").balance == 300
    hand.refresh_from_db()
    assert hand.status == Hand.Status.SETTLED
    labels = Entry.objects.filter(transfer__key=f"hand:{hand.pk}").values_list("label", flat=True)
    assert sorted(labels) == ["rake"] * 6 + ["release"] * 6 + ["stake"] * 3
    assert sound()


def test_settling_again_changes_nothing(players: list[Player], told: list[dict[str, Any]]) -> None:
    hand = end(hand_of(players), WON)
    settlement.settle_hand(hand.pk)
    counts = (Entry.objects.count(), Event.objects.count(), beans(players))
    assert not settlement.settle_hand(hand.pk)
    assert (Entry.objects.count(), Event.objects.count(), beans(players)) == counts
    standing = standings.standing(players[0], "huanle")
    assert (standing.win, standing.points) == (1, 8000)


def test_a_live_hand_is_not_settled(players: list[Player]) -> None:
    hand = hand_of(players)
    for hand_id in (hand.pk, uuid.uuid4()):
        with pytest.raises(settlement.NotOver):
            settlement.settle_hand(hand_id)
    assert Hold.objects.filter(closed=None).count() == 3
    assert not Event.objects.exists()


def test_an_escape_is_one_movement_to_the_fines(players: list[Player]) -> None:
    hand = end(hand_of(players), FLED)
    settlement.settle_hand(hand.pk)
    assert beans(players) == [10_000, 9_850]
    assert Account.objects.get(kind=Kind.FINES, currency="beans").balance == 150
    assert Account.objects.get(kind=Kind.HOUSE, currency="beans").balance == 0
    fled, stayed = standings.standing(players[1], "huanle"), standings.standing(players[0], "huanle")
    assert (fled.escape, fled.points, stayed.draw, stayed.points) == (1, -150, 1, 0)
    assert sound()


def test_a_void_hand_moves_nothing_and_frees_its_table(players: list[Player]) -> None:
    hand = end(hand_of(players), Result("void", facts={"why": "lost"}))
    settlement.settle_hand(hand.pk)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.VOID
    assert beans(players) == [10_000, 10_000]
    assert Transfer.objects.get(key=f"hand:{hand.pk}").kind == "release"
    assert standings.standing(players[0], "huanle").pk is None
    payload = Event.objects.get().payload
    assert (payload["table_key"], payload["outcomes"], payload["changes"]) == ("table-1", [], [0, 0, 0])
    assert sound()


def test_a_mode_of_points_touches_no_money(players: list[Player]) -> None:
    hand = end(hand_of(players, currency=None), WON)
    transfers = Transfer.objects.count()
    settlement.settle_hand(hand.pk)
    assert beans(players) == [10_000, 10_000]
    assert Transfer.objects.count() == transfers
    assert standings.standing(players[1], "huanle").points == -4000


def test_the_floors_above_are_told_in_the_same_transaction(players: list[Player]) -> None:
    hand = end(hand_of(players), WON)
    settlement.settle_hand(hand.pk)
    event = Event.objects.get(type="games.HandSettled")
    assert event.type == "games.HandSettled"
    assert event.payload == {
        "hand_id": str(hand.pk),
        "table_key": "table-1",
        "players": [players[0].pk, players[1].pk, None],
        "outcomes": ["win", "lose", "lose"],
        "points": [8000, -4000, -4000],
        "changes": [2_900, -700, -2_500],
        "rakes": [100, 100, 100],
        "carry": {"first": 0},
        "void": None,
        "mode": "huanle",
        "feats": [[], [], []],
        "pauses": [],
        "tired": [],
        "effects": [],
    }


@pytest.mark.django_db(transaction=True)
def test_each_seat_is_told_its_own_balance_and_level_after_commit(told: list[dict[str, Any]]) -> None:
    players = [Player.objects.create_user("first"), Player.objects.create_user("second", language="en")]
    hand = end(hand_of(players), WON)
    settlement.settle_hand(hand.pk)
    hand.refresh_from_db()
    assert told == [hand.notice]
    assert set(told[0]) == {"0", "1", "public", "at"}
    first, public = told[0]["0"], told[0]["public"]
    assert (first["changes"], first["rake"]) == ([2_900, -700, -2_500], [100, 100, 100])
    assert first["balances"] == {"beans": 12_900, "coins": 10_000}
    assert first["level"] == {
        "level": 14,
        "title": "大财主",
        "points": 8000,
        "change": 8000,
        "start": 6_900,
        "next": 9_200,
        "next_title": "小地主",
    }
    assert (public["balances"], public["level"]) == (None, None)
    assert public["formula"]["stakes"] == [3000, -600, -2400]
    assert public["formula"]["owed"][0] == {"payer": 1, "payee": 0, "points": "4000"}
    assert (public["formula"]["n"], public["formula"]["multiplier"]) == (1, {"total": 4000})


def test_a_failure_half_way_leaves_nothing(players: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    hand = end(hand_of(players), WON)

    def broken(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(accounts, "record", broken)
    with pytest.raises(RuntimeError):
        settlement.settle_hand(hand.pk)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.OVER
    assert not Transfer.objects.filter(key=f"hand:{hand.pk}").exists()
    assert not Event.objects.exists()
    assert beans(players) == [7_000, 9_000]


def test_the_sweep_settles_what_was_forgotten_and_skips_what_fails(players: list[Player]) -> None:
    bad = end(hand_of(players, (100, 100, 100)), WON)
    good = end(hand_of(players, (100, 100, 100)), WON)
    fresh = end(hand_of(players, (100, 100, 100)), WON)
    services.release(f"hand:{bad.pk}")
    old = timezone.now() - settlement.GRACE * 2
    Hand.objects.filter(pk__in=[bad.pk, good.pk]).update(ended=old)
    assert settlement.settle_overdue() == 1
    statuses = {hand.pk: hand.status for hand in Hand.objects.all()}
    assert [statuses[hand.pk] for hand in (bad, good, fresh)] == ["over", "settled", "over"]


@pytest.mark.django_db(transaction=True)
def test_eight_settlements_of_a_hand_at_once_settle_it_once() -> None:
    players = [Player.objects.create_user("first"), Player.objects.create_user("second")]
    hand = end(hand_of(players), WON)
    results = at_once(*[lambda: settlement.settle_hand(hand.pk)] * 8)
    assert sorted(results, key=str) == [False] * 7 + [True]
    assert beans(players) == [12_900, 9_300]
    assert sorted(event.type for event in Event.objects.all()) == ["accounts.LevelReached", "games.HandSettled"]
    assert standings.standing(players[0], "huanle").win == 1
    assert sound()


def test_a_hand_that_stands_still_is_voided_after_being_watched(
    players: list[Player], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}}
    hand = hand_of(players)
    due = store.heads([hand.pk])[0].due
    assert due is not None
    assert lost.void_lost(due + lost.OVERDUE_MS - 1) == []
    first_look = due + 10 * lost.PATIENCE_MS
    assert lost.void_lost(first_look) == [], "after an outage the clock gets its chance"
    assert lost.void_lost(first_look + lost.PATIENCE_MS - 1) == []
    assert lost.void_lost(first_look + lost.PATIENCE_MS) == [hand.pk]
    hand.refresh_from_db()
    assert (hand.status, hand.result["ending"]) == ("over", "void")
    settlement.settle_hand(hand.pk)
    assert beans(players) == [10_000, 10_000]


def test_a_hand_the_rules_cannot_fold_is_voided_all_the_same(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = hand_of(players)

    def broken(_hand: object) -> None:
        raise ValueError

    monkeypatch.setattr(store, "load", broken)
    assert lost.void(hand.pk, "fault")
    assert not lost.void(hand.pk, "fault")
    settlement.settle_hand(hand.pk)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.VOID
    assert beans(players) == [10_000, 10_000]


def test_the_audit_knows_which_holds_have_lost_their_hand(players: list[Player]) -> None:
    hand = hand_of(players)
    assert sound()
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.SETTLED)
    assert [fault.code for fault in audit.faults()] == ["orphan_hold"]


def test_many_hands_of_every_outcome_keep_the_ledger_sound(players: list[Player]) -> None:
    chance = random.Random(20)
    for _ in range(20):
        means = beans(players)
        carried = (chance.randint(0, means[0]), chance.randint(0, means[1]), chance.randint(0, 20_000))
        hand = end(hand_of(players, carried), _some_result(chance))
        settlement.settle_hand(hand.pk)
        for seat, had in enumerate(means):
            floor = had - carried[seat]
            assert floor <= beans(players)[seat] <= had + carried[seat], "within what the seat carried"
    assert sound()
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    assert not Hold.objects.filter(closed=None).exists()


def _some_result(chance: random.Random) -> Result:
    """A landlord in a random seat against two, who win, lose, flee or see the hand voided."""
    landlord, ending = chance.randrange(3), chance.choice(["played", "played", "played", "escape", "void"])
    if ending == "void":
        return Result("void")
    if ending == "escape":
        seat = chance.randrange(3)
        outcomes = tuple("escape" if s == seat else "draw" for s in range(3))
        points = tuple(-300 if s == seat else 0 for s in range(3))
        return Result("escape", outcomes, points=points, penalty=(seat, Fraction(chance.randint(1, 9_000))))
    peasants = [(landlord + 1) % 3, (landlord + 2) % 3]
    won = chance.random() < 0.5
    owed = [Fraction(chance.randint(1, 60_000), chance.choice([1, 4])) for _ in peasants]
    debts = tuple(
        Debt(peasant, landlord, points) if won else Debt(landlord, peasant, points)
        for peasant, points in zip(peasants, owed, strict=True)
    )
    outcomes = tuple("win" if (s == landlord) == won else "lose" for s in range(3))
    return Result("played", outcomes, debts, (*peasants, landlord), (0, 0, 0))
