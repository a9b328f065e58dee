"""Corrections by hand: a reason, a limit for one person's own word, a second person beyond it, each once."""

from __future__ import annotations

import threading
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import Player
from wallet import adjustments, selectors
from wallet.errors import (
    AlreadyDecided,
    InsufficientFunds,
    KeyReused,
    NoReason,
    NotYours,
    OwnAdjustment,
    SamePerson,
    WalletError,
)
from wallet.models import Adjustment, AdjustmentLimit, Entry, Transfer

LIMIT = 1_000


@pytest.fixture
def clerk(db: None) -> Player:
    AdjustmentLimit.objects.filter(currency="beans").update(amount=LIMIT)
    return Player.objects.create_user("clerk")


def ask(by: Player, player: Player, amount: int) -> Adjustment:
    return adjustments.request(by, player, "beans", amount, "a hand was lost", uuid4())


def beans(player: Player) -> int:
    return selectors.balance(player.pk, "beans")


def test_a_small_one_is_done_at_once_and_once(clerk: Player, player: Player) -> None:
    key = uuid4()
    done = adjustments.request(clerk, player, "beans", 300, " a hand was lost ", key)
    again = adjustments.request(clerk, player, "beans", 300, "a hand was lost", key)
    assert (done.pk, done.state, beans(player)) == (again.pk, "done", 10_300)
    assert done.transfer is not None
    assert done.transfer.memo == {"by": clerk.pk, "second": None, "reason": "a hand was lost"}
    assert Entry.objects.filter(transfer=done.transfer, label="adjust").count() == 2
    for other in (
        {"player": Player.objects.create_user("p2")},
        {"currency": "coins"},
        {"amount": 301},
        {"reason": "x"},
    ):
        asked = {"player": player, "currency": "beans", "amount": 300, "reason": "a hand was lost", **other}
        with pytest.raises(KeyReused):
            adjustments.request(clerk, key=key, **asked)
    assert Adjustment.objects.count() == 1
    ask(clerk, player, -200)
    assert beans(player) == 10_100


def test_a_day_of_small_ones_reaches_the_limit_whichever_way_they_go(clerk: Player, player: Player) -> None:
    assert [ask(clerk, player, amount).state for amount in (600, -400)] == ["done", "done"]
    assert ask(clerk, player, 1).state == "waiting"
    assert beans(player) == 10_200
    # In the other currency, and for another person, nothing was used up.
    assert adjustments.request(clerk, player, "coins", 1, "x", uuid4()).state == "done"
    assert ask(Player.objects.create_user("other clerk"), player, LIMIT).state == "done"


def test_a_large_one_waits_for_another_person(clerk: Player, player: Player, other: Player) -> None:
    asked = ask(clerk, player, LIMIT + 1)
    assert (asked.state, beans(player), Transfer.objects.filter(kind="adjust").exists()) == ("waiting", 10_000, False)
    for who, refusal in ((clerk, SamePerson), (player, NotYours)):
        with pytest.raises(refusal):
            adjustments.approve(asked.pk, who)
    assert beans(player) == 10_000
    assert adjustments.approve(asked.pk, other).decided_by == other
    assert beans(player) == 11_001
    for decide in (adjustments.approve, adjustments.refuse):
        with pytest.raises(AlreadyDecided):
            decide(asked.pk, other)
    assert beans(player) == 11_001
    # What two agreed to uses up nobody's own limit.
    assert ask(clerk, player, LIMIT).state == "done"


def test_a_refused_one_moves_nothing_ever(clerk: Player, player: Player, other: Player) -> None:
    asked = ask(clerk, player, 5_000)
    assert adjustments.refuse(asked.pk, clerk).state == "refused", "whoever asked may take it back"
    with pytest.raises(AlreadyDecided):
        adjustments.approve(asked.pk, other)
    assert beans(player) == 10_000


def test_what_cannot_be_is_refused_and_leaves_nothing(clerk: Player, player: Player, other: Player) -> None:
    with pytest.raises(NoReason):
        adjustments.request(clerk, player, "beans", 1, "  ", uuid4())
    with pytest.raises(OwnAdjustment):
        ask(clerk, clerk, 1)
    with pytest.raises(ValueError, match="corrects"):
        ask(clerk, player, 0)
    AdjustmentLimit.objects.filter(currency="beans").update(amount=50_000)
    with pytest.raises(InsufficientFunds):
        ask(clerk, player, -10_001)
    assert not Adjustment.objects.exists()
    AdjustmentLimit.objects.filter(currency="beans").delete()
    asked = ask(clerk, player, -10_000)
    assert asked.state == "waiting", "without a limit nobody is alone"
    ask_other = Adjustment.objects.get(pk=asked.pk)
    adjustments.approve(ask(other, player, -1).pk, clerk)
    with pytest.raises(InsufficientFunds):
        adjustments.approve(ask_other.pk, other)
    ask_other.refresh_from_db()
    assert (ask_other.state, ask_other.decided_by, beans(player)) == ("waiting", None, 9_999)


def test_the_database_itself_wants_two_people(clerk: Player, player: Player) -> None:
    for values in (
        {"player": clerk},
        {"state": "done"},
        {"decided_by": clerk},
        {"decided_by": player},
        {"amount": 0},
    ):
        row = {"key": uuid4(), "player": player, "currency": "beans", "amount": 5, "requested_by": clerk, **values}
        with pytest.raises(IntegrityError), transaction.atomic():
            Adjustment.objects.create(**row)


@pytest.mark.django_db(transaction=True)
def test_agreed_to_by_many_at_once_it_moves_once() -> None:
    clerk, player = Player.objects.create_user("clerk"), Player.objects.create_user("p")
    AdjustmentLimit.objects.filter(currency="beans").update(amount=LIMIT)
    asked = ask(clerk, player, 5_000)
    seconds = [Player.objects.create_user(f"second{n}") for n in range(6)]
    told: list[str] = []
    together = threading.Barrier(len(seconds))

    def decide(by: Player) -> None:
        together.wait()
        try:
            (adjustments.refuse if by == seconds[-1] else adjustments.approve)(asked.pk, by)
            told.append("done")
        except WalletError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=decide, args=[by]) for by in seconds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["already_decided"] * 5 + ["done"]
    asked.refresh_from_db()
    assert beans(player) == (15_000 if asked.state == "done" else 10_000)
    assert Transfer.objects.filter(kind="adjust").count() == (asked.state == "done")


@pytest.mark.django_db(transaction=True)
def test_asking_for_many_at_once_does_not_pass_the_limit() -> None:
    clerk, player = Player.objects.create_user("clerk"), Player.objects.create_user("p")
    AdjustmentLimit.objects.filter(currency="beans").update(amount=LIMIT)
    together = threading.Barrier(5)

    def request() -> None:
        together.wait()
        ask(clerk, player, 400)
        connection.close()

    threads = [threading.Thread(target=request) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(Adjustment.objects.values_list("state", flat=True)) == ["done"] * 2 + ["waiting"] * 3
    assert beans(player) == 10_800
