"""Hands that do not fold any more: void at once, holds back, everybody told, no other hand's clock stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection, transaction

from games import lost, settlement
from games.models import Hand, LogEntry
from games.runtime import closing, fanout, store, turns, writer
from games.runtime.folded import Unreadable
from games.runtime.folds import folds
from games.selectors import flight_price
from games.services import flee
from games.settlement import settle_hand
from outbox.models import Event
from tests.games.conftest import Enter, Person, new_hand
from tests.games.test_presence import folded, kinds, seated
from wallet import selectors as money
from wallet.models import Hold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The hands whose settlement was asked for; no worker runs here."""
    hands: list[Any] = []
    monkeypatch.setattr(writer, "request_settlements", hands.extend)
    return hands


def unknown_version(hand: Hand) -> None:
    Hand.objects.filter(id=hand.id).update(rules_version=999)


def unknown_game(hand: Hand) -> None:
    Hand.objects.filter(id=hand.id).update(game="chess")


def damaged_configuration(hand: Hand) -> None:
    Hand.objects.filter(id=hand.id).update(config={"of": "another release"})


def entry(hand: Hand, seq: int, action: Any) -> None:
    LogEntry.objects.create(hand=hand, seq=seq, at=store.now_ms(), due=store.now_ms(), cmd=f"odd:{seq}", action=action)


def action_that_is_none(hand: Hand) -> None:
    entry(hand, 1, {"no": "kind"})


def action_that_the_rules_do_not_know(hand: Hand) -> None:
    entry(hand, 1, {"kind": "dance", "seat": 0})


def gap_in_the_log(hand: Hand) -> None:
    entry(hand, 5, {"kind": "extend", "data": {"ms": 1}})


DAMAGES = [
    unknown_version,
    unknown_game,
    damaged_configuration,
    action_that_is_none,
    action_that_the_rules_do_not_know,
    gap_in_the_log,
]


def damaged(damage: Callable[[Hand], None], **changes: Any) -> Hand:
    hand = seated(2, **changes)
    damage(hand)
    return hand


def due_of(hand: Hand) -> float | None:
    return fanout.client().zscore(fanout.DUE, str(hand.id))


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_clock_voids_it_and_goes_on_with_the_others(damage: Callable[[Hand], None], asked: list[Any]) -> None:
    good, bad = seated(1), damaged(damage)
    late = folded(good).due or 0
    fanout.client().zadd(fanout.DUE, {str(bad.id): late})
    turns.sweep(late)
    assert kinds(good) == ["start", "timeout"]
    bad.refresh_from_db()
    assert bad.status == Hand.Status.OVER
    assert bad.result["ending"] == "void"
    assert bad.result["facts"] == {"why": "damaged"}
    assert bad.result["penalty"] is None
    assert asked == [bad.id]
    assert due_of(bad) is None
    turns.sweep(late)
    assert asked == [bad.id]


@pytest.mark.parametrize("damage", [damaged_configuration, action_that_is_none])
def test_its_holds_are_released_and_the_floors_above_are_told(damage: Callable[[Hand], None]) -> None:
    hand = damaged(damage)
    people = [player.pk for player in hand.people]
    before = [money.balances(player)["beans"] for player in people]
    turns.run_due(hand.id)
    assert settle_hand(hand.id)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.VOID
    assert not Hold.objects.filter(closed=None).exists()
    assert [money.balances(player)["beans"] for player in people] == [had + 10_000 for had in before]
    event = Event.objects.get()
    assert (event.payload["void"], event.payload["outcomes"], event.payload["changes"]) == ("damaged", [], [0, 0, 0])
    assert hand.notice["0"]["formula"]["ending"] == "void"
    assert hand.notice["0"]["formula"]["why"] == "damaged"


def test_a_database_that_is_away_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = seated(1)
    late = folded(hand).due or 0
    with monkeypatch.context() as away:
        away.setattr(store, "entries_after", lambda *given: (_ for _ in ()).throw(OperationalError("gone")))
        with pytest.raises(OperationalError):
            turns.sweep(late)
        with pytest.raises(OperationalError):
            lost.void(hand.id, "lost")
    hand.refresh_from_db()
    assert hand.status == Hand.Status.LIVE
    turns.sweep(late)
    assert kinds(hand) == ["start", "timeout"]


def test_a_kept_copy_that_is_broken_is_read_again_and_not_taken_for_damage() -> None:
    hand = seated(1)
    kept = folds.fresh([hand.id])[hand.id]
    fold = folded(hand)
    writer.commit([fold.propose("extend:1", "extend", None, None, {"ms": 5, "why": "fault"}, fold.at)])
    kept.state = None  # type: ignore[assignment]
    late = (folded(hand).due or 0) + 5
    turns.sweep(late)
    assert kinds(hand) == ["start", "extend", "timeout"]


def test_whoever_asks_what_leaving_costs_or_leaves_gets_an_answer(asked: list[Any]) -> None:
    hand = damaged(unknown_version)
    assert flight_price(hand.id, hand.people[0].pk) == {"price": None, "points": None}
    assert not flee(hand.id, hand.people[0].pk)
    assert asked == [hand.id]


# Over the sockets

make = database_sync_to_async(seated)


async def test_a_socket_that_joins_it_is_told_so_and_it_is_void(hubs: tuple, asked: list[Any]) -> None:
    hand = await make(2)
    await database_sync_to_async(unknown_version)(hand)
    for _ in range(2):
        person = Person(hubs[0], hand, hand.people[0])
        await person.connect()
        assert await person.receive_output(5) == {"type": "websocket.close", "code": 4410}
    assert asked == [hand.id]
    assert not hubs[0]._tables


async def test_a_hand_closed_without_an_entry_is_not_shown_as_if_it_went_on(hubs: tuple) -> None:
    hand = await make(2)
    await database_sync_to_async(closing.close)(hand.id, "lost")
    person = Person(hubs[0], hand, hand.people[0])
    await person.connect()
    assert await person.receive_output(5) == {"type": "websocket.close", "code": 4410}


async def test_a_reader_that_fails_for_another_reason_voids_nothing(
    hubs: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = await make(2)
    monkeypatch.setattr(store, "entries_after", lambda *given: (_ for _ in ()).throw(OperationalError("gone")))
    person = Person(hubs[0], hand, hand.people[0])
    await person.connect()
    assert (await person.receive_output(5))["code"] != 4410
    await database_sync_to_async(hand.refresh_from_db)()
    assert hand.status == Hand.Status.LIVE


async def test_those_who_look_at_it_are_told_by_the_settlement(enter: Enter, hubs: tuple) -> None:
    """The copy in their process still folds; the row in the database does not."""
    hand = await make(2)
    here, there = await enter(hand, hand.people[0], 0), await enter(hand, hand.people[1], 1)
    await database_sync_to_async(damaged_configuration)(hand)
    await database_sync_to_async(turns.run_due)(hand.id)
    await database_sync_to_async(settlement.settle_hand)(hand.id)
    for person in (here, there):
        told = await person.until("settled")
        assert (told["formula"]["ending"], told["formula"]["why"]) == ("void", "damaged")
        assert told["changes"] == [0, 0, 0]
    await here.send_json_to({"t": "act", "k": "too-late", "d": 0, "a": {"kind": "open", "show": False}})
    assert (await here.answer())["code"] == "hand_over"
    assert hubs[0]._tables[hand.id]._net.at is None


# One ending


def test_a_hand_that_is_closed_while_its_last_move_is_stored_has_one_ending() -> None:
    """Twenty races on the real database; whoever wins, log and result agree."""
    won = 0
    for _ in range(20):
        hand, _ = new_hand(turns=1)
        last = folded(hand).propose("0:last-word", "say", 0, 0, {"word": "x"}, store.now_ms())
        barrier = threading.Barrier(2)
        outcome: dict[str, Any] = {}

        def race(
            name: str,
            work: Callable[[], Any],
            barrier: threading.Barrier = barrier,
            outcome: dict[str, Any] = outcome,
        ) -> None:
            try:
                barrier.wait()
                outcome[name] = work()
            finally:
                connection.close()

        threads = [
            threading.Thread(target=race, args=("move", lambda last=last: writer.commit([last]))),
            threading.Thread(target=race, args=("close", lambda hand=hand: closing.close(hand.id, "damaged"))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        hand.refresh_from_db()
        moved = bool(outcome["move"])
        won += moved
        assert moved != outcome["close"]
        assert hand.result["ending"] == ("played" if moved else "void")
        assert kinds(hand) == (["start", "say"] if moved else ["start"])
    print(f"the move won {won} of 20 races")


def test_a_move_that_would_end_a_hand_waits_for_whoever_closes_it() -> None:
    """The closing has begun and is not committed when the last move comes: without a lock both would be stored."""
    hand, _ = new_hand(turns=1)
    last = folded(hand).propose("0:last-word", "say", 0, 0, {"word": "x"}, store.now_ms())
    stored: list[Any] = []

    def move() -> None:
        try:
            stored.append(writer.commit([last]))
        finally:
            connection.close()

    with transaction.atomic():
        assert closing.close(hand.id, "damaged")
        mover = threading.Thread(target=move)
        mover.start()
        mover.join(0.3)
        assert mover.is_alive()
    mover.join()
    assert stored == [set()]
    assert kinds(hand) == ["start"]


def test_folding_says_what_is_wrong() -> None:
    hand = damaged(unknown_version)
    with pytest.raises(Unreadable, match="999"):
        store.load(hand.id)
