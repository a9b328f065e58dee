"""Gifts: each is given once, as its row in the admin says, and leaves its own trace in the ledger."""

from __future__ import annotations

import re
import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import levels
from accounts import services as accounts
from accounts.models import Player, Step
from games import feats
from games.events import HandSettled
from games.rules.core import Result
from outbox import services as outbox
from outbox.models import Event
from rewards import selectors, services
from rewards.errors import Refused
from rewards.models import (
    LevelGift,
    LevelMark,
    PlanMember,
    PlanRate,
    PlanRule,
    Relief,
    SignIn,
    SignInGift,
    Task,
    TaskCount,
)
from tests.together import at_once
from wallet import audit, reasons
from wallet import selectors as money
from wallet import services as wallet
from wallet.models import Account, Transfer
from wallet.services import Holder, Line

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return Player.objects.create_user("first")


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Move the house's calendar."""

    def move(day: date) -> None:
        monkeypatch.setattr(timezone, "localdate", lambda _moment=None: day)

    return move


def refused(call: Any) -> str:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.text
    return caught.value.code


def beans(player: Player) -> int:
    return money.balance(player.pk, "beans") - 10_000


def settled(players: list[int | None], outcomes: list[str], told: list[list[str]] | None = None, **more: Any) -> None:
    """The event of a hand, through the outbox, delivered twice."""
    count = len(players)
    event = HandSettled(
        hand_id=str(uuid.uuid4()),
        table_key="table-1",
        players=players,
        outcomes=outcomes,
        points=[0] * count,
        changes=[0] * count,
        rakes=[0] * count,
        carry={},
        **{"mode": "huanle", "feats": told or [[] for _ in players], **more},
    )
    row = outbox.emit(event)
    assert outbox.deliver(row.pk)
    Event.objects.filter(pk=row.pk).update(delivered=None)
    assert outbox.deliver(row.pk)


def rise(player: Player, mode: str, outcome: str, points: int) -> None:
    """Record a hand's points; what is told of the ladder goes through the outbox, delivered twice."""
    accounts.record(player.pk, mode, outcome, points)
    for row in Event.objects.filter(type="accounts.LevelReached", delivered=None):
        assert outbox.deliver(row.pk)
        Event.objects.filter(pk=row.pk).update(delivered=None)
        assert outbox.deliver(row.pk)


# -- sign-in


def test_the_ladder_rises_by_the_day_and_begins_again(player: Player, on: Any) -> None:
    SignInGift.objects.filter(day__gt=3).delete()
    start = date(2026, 5, 1)
    got = []
    for days in (0, 1, 2, 3, 5):
        on(start + timedelta(days=days))
        before = beans(player)
        transfer = services.sign_in(player)
        assert (transfer.kind, transfer.entries.count()) == ("signin", 2)
        got.append(beans(player) - before)
        assert refused(lambda: services.sign_in(player)) == "signed_in"
        assert beans(player) - before == got[-1], "the refusal gave nothing"
    assert got == [500, 600, 700, 500, 500], "round again after the last, and from the first after a day without"


def test_the_page_knows_where_on_the_ladder_somebody_stands(player: Player, on: Any) -> None:
    def shown() -> tuple[list[bool], list[bool]]:
        ladder = selectors.ladder(player.pk)
        return [rung["done"] for rung in ladder["rungs"]], [rung["next"] for rung in ladder["rungs"]]

    SignInGift.objects.filter(day__gt=2).delete()
    on(date(2026, 5, 1))
    assert shown() == ([False, False], [True, False])
    services.sign_in(player)
    assert shown() == ([True, False], [False, False])
    on(date(2026, 5, 2))
    assert shown() == ([True, False], [False, True])
    services.sign_in(player)
    assert shown() == ([True, True], [False, False])
    on(date(2026, 5, 3))
    assert shown() == ([False, False], [True, False])


def test_without_a_ladder_nobody_signs_in(player: Player) -> None:
    SignInGift.objects.all().delete()
    assert refused(lambda: services.sign_in(player)) == "no_ladder"
    assert selectors.ladder(player.pk)["rungs"] == []
    assert not SignIn.objects.exists()


# -- relief


def poor(player: Player, left: int, held: int = 0) -> None:
    """Lose everything but `left`, with so much of it held by a hand."""
    winner = Player.objects.create_user("winner")
    lost = money.balance(player.pk, "beans") - left
    wallet.open_holds("hand:1", [Holder(player.pk, "beans", lost), Holder(winner.pk, "beans", 1)])
    wallet.settle("hand:1", [Line(0, "stake", -lost), Line(1, "stake", lost)])
    if held:
        wallet.open_holds("hand:2", [Holder(player.pk, "beans", held)])


def test_relief_is_for_the_poor_and_limited_by_the_day(player: Player, on: Any) -> None:
    Relief.objects.filter(currency="beans").update(below=500, amount=100, per_day=2)
    on(date(2026, 5, 1))
    assert refused(lambda: services.relieve(player, "beans")) == "not_poor"
    poor(player, 499)
    assert selectors.reliefs(player.pk)[0]["ready"]
    services.relieve(player, "beans")
    assert money.balance(player.pk, "beans") == 599
    assert refused(lambda: services.relieve(player, "beans")) == "not_poor"
    Relief.objects.update(below=5_000)
    services.relieve(player, "beans")
    assert refused(lambda: services.relieve(player, "beans")) == "relief_used"
    assert money.balance(player.pk, "beans") == 699
    on(date(2026, 5, 2))
    services.relieve(player, "beans")
    assert money.balance(player.pk, "beans") == 799
    assert set(Transfer.objects.filter(kind="relief").values_list("key", flat=True)) == {
        f"relief:{player.pk}:beans:2026-05-01:1",
        f"relief:{player.pk}:beans:2026-05-01:2",
        f"relief:{player.pk}:beans:2026-05-02:1",
    }


def test_money_in_a_hand_counts_and_a_closed_relief_gives_nothing(player: Player) -> None:
    poor(player, 600, held=600)
    assert money.balance(player.pk, "beans") == 0
    assert refused(lambda: services.relieve(player, "beans")) == "not_poor"
    Relief.objects.update(is_on=False)
    for currency in ("beans", "gold"):
        assert refused(lambda c=currency: services.relieve(player, c)) == "no_relief"
    assert not Transfer.objects.filter(kind="relief").exists()


# -- tasks, driven by hands


def test_hands_count_for_those_who_played_them_to_the_end(player: Player) -> None:
    others = [Player.objects.create_user(name) for name in "bc"]
    ids = [player.pk, others[0].pk, None]
    settled(ids, ["win", "lose", "lose"], [["landlord", "spring"], [], []])
    settled([player.pk, others[1].pk, None], ["draw", "escape", "draw"])
    settled(ids, [], void="no_call")

    def counts(who: Player) -> dict[str, int]:
        return dict(TaskCount.objects.filter(player=who).values_list("task__activity", "count"))

    assert {row.task.activity: row.count for row in TaskCount.objects.filter(player=player, task__period="day")} == {
        "play": 2,
        "win": 1,
        "spring": 1,
    }
    assert set(counts(others[0])) == {"play"}
    assert counts(others[1]) == {}, "an escape counts for nothing"


def test_a_finished_task_is_paid_once_and_again_the_next_day(player: Player, on: Any) -> None:
    Task.objects.all().delete()
    task = Task.objects.create(name="x", activity="win", goal=2, amount=70)
    on(date(2026, 5, 1))
    settled([player.pk], ["win"])
    assert refused(lambda: services.take_task(player, task.pk)) == "task_open"
    settled([player.pk], ["win"])
    assert selectors.tasks(player.pk)[0]["ready"]
    PlanRule.objects.all().delete()
    services.take_task(player, task.pk)
    assert beans(player) == 70
    assert refused(lambda: services.take_task(player, task.pk)) == "task_taken"
    on(date(2026, 5, 2))
    assert refused(lambda: services.take_task(player, task.pk)) == "task_open", "a new day counts from nothing"
    Task.objects.update(is_on=False)
    assert refused(lambda: services.take_task(player, task.pk)) == "no_task"
    assert beans(player) == 70


def test_a_task_once_for_ever_keeps_its_count_and_one_of_a_mode_counts_that_mode(player: Player, on: Any) -> None:
    Task.objects.all().delete()
    ever = Task.objects.create(name="x", activity="play", goal=2, amount=5, period="once")
    siren = Task.objects.create(name="y", activity="play", goal=1, amount=5, mode="siren")
    for day in (1, 2):
        on(date(2026, 5, day))
        settled([player.pk], ["lose"])
    services.take_task(player, ever.pk)
    assert refused(lambda: services.take_task(player, siren.pk)) == "task_open"
    settled([player.pk], ["lose"], mode="siren")
    services.take_task(player, siren.pk)
    assert beans(player) == 10


def test_what_a_hand_tells_of_its_winners() -> None:
    won = Result(
        "played",
        outcomes=("lose", "win", "win"),
        facts={"landlord": 0, "spring": "anti", "shows": [5, 0, 3]},
    )
    assert feats.of(won, 3) == [[], ["spring"], ["spring", "show"]]
    landlord = Result("played", outcomes=("win", "lose"), facts={"landlord": 0, "spring": None, "shows": [0, 0]})
    assert feats.of(landlord, 2) == [["landlord"], []]
    assert feats.of(Result("void"), 2) == feats.of(Result("played", outcomes=("win", "lose")), 2) == [[], []]


# -- the happy-points plan


def test_activity_becomes_points_up_to_the_days_limit_and_points_become_beans(player: Player, on: Any) -> None:
    PlanRule.objects.all().delete()
    PlanRule.objects.create(activity="play", points=4, per_day=10)
    PlanRate.objects.update(points=5, beans=30)
    on(date(2026, 5, 1))
    assert refused(lambda: services.exchange(player)) == "too_few"
    for _ in range(4):
        settled([player.pk], ["lose"])
    assert selectors.plan(player.pk)["points"] == 10, "4, 4 and 2"
    on(date(2026, 5, 2))
    settled([player.pk], ["lose"])
    assert selectors.plan(player.pk)["beans"] == 60
    services.exchange(player)
    assert beans(player) == 60
    assert PlanMember.objects.get().points == 4, "what makes no whole portion stays"
    assert refused(lambda: services.exchange(player)) == "too_few"
    assert beans(player) == 60


def test_a_suspended_member_earns_and_gets_nothing(player: Player) -> None:
    PlanMember.objects.create(player=player, points=50, suspended=True)
    settled([player.pk], ["win"])
    assert refused(lambda: services.exchange(player)) == "suspended"
    assert PlanMember.objects.get().points == 50
    assert not Transfer.objects.filter(kind="plan").exists()


# -- levels


def test_each_level_gives_its_gift_once_in_each_mode(player: Player) -> None:
    rise(player, "huanle", "win", 95)
    assert beans(player) == 500 * (2 + 3 + 4), "all three that were passed at once"
    assert LevelMark.objects.get().level == 4
    rise(player, "huanle", "lose", -90)
    rise(player, "huanle", "win", 90)
    assert beans(player) == 4_500, "falling and rising again gives nothing"
    rise(player, "siren", "win", 30)
    assert beans(player) == 5_500
    assert Transfer.objects.filter(kind="level").count() == 4


def test_a_step_that_was_lowered_gives_its_gift_with_the_next_hand(player: Player) -> None:
    other = Player.objects.create_user("second")
    for one in (other, player):
        rise(one, "huanle", "win", 20)
    LevelGift.objects.filter(level=3).update(currency="coins")
    Step.objects.filter(level=2).update(start=10)
    Step.objects.filter(level=3).update(start=15)
    levels.forget()
    PlanRule.objects.all().delete()
    settled([other.pk, player.pk, None], ["win", "escape", "lose"])
    for one in (other, player):
        assert (beans(one), money.balance(one.pk, "coins")) == (1_000, 11_500)
    with CaptureQueriesContext(connection) as asked:
        settled([other.pk, player.pk, None], ["lose", "escape", "win"])
    assert Transfer.objects.filter(kind="level").count() == 4
    assert not [one for one in asked if 'UPDATE "rewards_levelmark"' in one["sql"]]
    levels.forget()


def test_gifts_in_two_currencies_lock_their_accounts_in_one_order(player: Player) -> None:
    gifts = [wallet.Gift(player.pk, currency, 5, f"level:x:{currency}") for currency in ("coins", "beans")]
    with CaptureQueriesContext(connection) as asked:
        wallet.grant_all("level", gifts)
    first = next(one["sql"] for one in asked if "FOR NO KEY UPDATE" in one["sql"])
    accounts_of = Account.objects.filter(Q(kind="mint", owner=None) | Q(kind="player", owner=player))
    assert all(str(pk) in re.findall(r"\d+", first) for pk in accounts_of.values_list("pk", flat=True))


# -- all of them


def test_every_gift_has_a_reason_in_words_and_the_ledger_is_sound(player: Player) -> None:
    services.sign_in(player)
    rise(player, "huanle", "win", 30)
    settled([player.pk], ["win"])
    for kind in Transfer.objects.values_list("kind", flat=True).distinct():
        assert kind == "opening" or reasons.text(kind) != kind
    assert {"signin", "relief", "task", "plan", "level"} < set(reasons.known())
    assert list(audit.faults()) == []


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_at_once_get_one_gift() -> None:
    player = Player.objects.create_user("first")
    poor(player, 0)
    Relief.objects.filter(currency="beans").update(per_day=1, below=10_000, amount=100)
    task = Task.objects.create(name="x", activity="win", goal=1, amount=7)
    TaskCount.objects.create(player=player, task=task, day=timezone.localdate(), count=1)
    PlanRule.objects.all().delete()
    PlanMember.objects.create(player=player, points=10)
    results = at_once(
        *[lambda: services.relieve(player, "beans")] * 2,
        *[lambda: services.take_task(player, task.pk)] * 2,
        *[lambda: services.exchange(player)] * 2,
        *[lambda: services.sign_in(player)] * 2,
    )
    given = [result.kind for result in results if isinstance(result, Transfer)]
    assert sorted(given) == ["plan", "relief", "signin", "task"]
    assert sum(isinstance(result, Refused) for result in results) == 4
    assert money.balance(player.pk, "beans") == 100 + 7 + 100 + 500
