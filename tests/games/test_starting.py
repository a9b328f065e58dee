"""Starting a hand: its row, seats, holds and entry 0, together or not at all."""

from __future__ import annotations

import secrets

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games import holds, lost, replay
from games.models import Hand, HandSeat, LogEntry
from games.rules.core import Action, IllegalAction, commitment
from games.runtime import fanout, store
from games.selectors import live_hand_of
from games.services import AWAY, start_hand, unseal
from tests.games.conftest import toy_config
from tests.rules.play import config as hand_config
from wallet.errors import InsufficientFunds
from wallet.models import Hold
from wallet.selectors import balance
from wallet.services import open_account

pytestmark = pytest.mark.django_db(transaction=True)


def player():
    person = get_user_model().objects.create_user(username=f"p{secrets.token_hex(6)}")
    open_account(person)
    return person


def names(count: int) -> list[dict]:
    return [{"name": f"seat {i}"} for i in range(count)]


def test_a_hand_is_created_with_seats_holds_and_entry_0() -> None:
    person = player()
    before = balance(person.pk, "beans")
    config = toy_config(currency="beans", carried=[300, 200], bots=[None, "easy"])
    hand = start_hand(config, [person.pk, None], names(2), {"first": 1}, "table:7")
    assert balance(person.pk, "beans") == before - 300
    assert [(h.seat, h.player_id, h.amount) for h in Hold.objects.filter(key=holds.key(hand.id)).order_by("seat")] == [
        (0, person.pk, 300),
        (1, None, 200),
    ]
    assert [(s.player_id, s.carried, s.display["name"]) for s in hand.seats.all()] == [
        (person.pk, 300, "seat 0"),
        (None, 200, "seat 1"),
    ]
    entry = hand.entries.get()
    assert (entry.seq, entry.action["kind"]) == (0, "start")
    assert hand.commitment == commitment(bytes(hand.seed))
    assert hand.carry == {"first": 1}
    assert live_hand_of(person.pk) == hand.id
    assert fanout.client().zscore(fanout.DUE, str(hand.id)) == entry.due


def test_a_seat_that_cannot_pay_leaves_nothing_behind() -> None:
    rich, poor = player(), player()
    before = balance(rich.pk, "beans")
    config = toy_config(currency="beans", carried=[300, 10**12])
    with pytest.raises(InsufficientFunds):
        start_hand(config, [rich.pk, poor.pk], names(2), {}, "table:7")
    assert not Hand.objects.exists()
    assert not HandSeat.objects.exists()
    assert not LogEntry.objects.exists()
    assert balance(rich.pk, "beans") == before
    assert live_hand_of(rich.pk) is None


def test_the_clock_is_not_armed_for_a_hand_that_was_rolled_back() -> None:
    fanout.client().delete(fanout.DUE)
    with transaction.atomic():
        start_hand(toy_config(), [player().pk, player().pk], names(2), {}, "table:7")
        transaction.set_rollback(True)
    assert not Hand.objects.exists()
    assert fanout.client().zcard(fanout.DUE) == 0


def test_nobody_sits_twice_in_a_hand() -> None:
    person = player()
    with pytest.raises(IntegrityError):
        start_hand(toy_config(), [person.pk, person.pk], names(2), {}, "table:7")
    assert not Hand.objects.exists()


def contest_hand(seed: bytes, seats: list[int | None]) -> Hand:
    config = hand_config(bots=["easy" if seat is None else None for seat in seats], currency=None, carried=[0, 0, 0])
    return start_hand(config, seats, names(3), {"late": [AWAY, 0, 0]}, "table:8", seed=seed)


def test_tables_of_a_contest_are_dealt_alike_and_told_nothing_until_all_have_played() -> None:
    seed = secrets.token_bytes(32)
    people = [player().pk for _ in range(6)]
    tables = [contest_hand(seed, people[:3]), contest_hand(seed, people[3:])]
    states = []
    for hand in tables:
        folded = store.load(hand.pk)
        assert folded is not None
        state = folded.state
        with pytest.raises(IllegalAction, match="not_allowed"):
            state.check(Action("nonce", 0, state.decisions[0].id, {"nonce": "abc"}, folded.at))
        with pytest.raises(IllegalAction, match="not_allowed"):
            state.check(Action("flee", 0, None, {}, folded.at))
        on_trustee = [seat["trustee"] for seat in state.view(None, folded.at)["seats"]]
        assert on_trustee == ["timeouts", None, None], "whoever is known to be away begins so"
        state.apply(Action("timeout", None, state.decisions[0].id, {}, folded.at + 60_000))
        states.append(state)
    assert states[0].hands == states[1].hands
    assert lost.void(tables[0].pk, "test")
    assert store.load(tables[0].pk).state.view(0, 0)["seed"] is None
    with pytest.raises(replay.Refused) as refused:
        replay.finished(tables[0].pk)
    assert refused.value.code == "sealed"
    unseal([hand.pk for hand in tables])
    assert replay.replay(tables[0].pk)["proof"]["seed"] == seed.hex()
    with pytest.raises(replay.Refused):
        replay.finished(tables[1].pk)


def test_a_hand_of_its_own_is_never_sealed() -> None:
    hand = start_hand(toy_config(), [None, None], names(2), {}, "table:9")
    assert (hand.sealed, "contest" in hand.config) == (False, False)
