"""The dashboard tells what is in the database: tables, people, each day's money, hands that stand still or are void."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import figures as hands
from games import lost
from games.models import Hand, LogEntry
from games.runtime import fanout
from lobby import figures as tables
from lobby import presence, services
from lobby.models import Seat
from platform_site.charts import stacked
from tests.lobby import people
from wallet import figures as money
from wallet import services as wallet
from wallet.services import Holder, Line

pytestmark = pytest.mark.django_db


def test_money_is_counted_where_it_is_made_where_it_goes_and_where_the_bots_have_it() -> None:
    player = Player.objects.create_user("p")
    wallet.grant(player, "beans", 700, "relief", "r1")
    wallet.open_holds("hand:x", [Holder(player.pk, "beans", 500), Holder(None, "beans", 500)])
    lines = [Line(0, "stake", -300), Line(1, "stake", 300), Line(0, "rake", -5), Line(1, "rake", -5)]
    wallet.settle("hand:x", lines)
    wallet.open_holds("hand:y", [Holder(player.pk, "beans", 100), Holder(None, "beans", 100)])
    wallet.settle("hand:y", [Line(0, "penalty", -40)])
    span = money.days(3)
    assert span[-1] == timezone.localdate()
    flows = money.flows(span)
    assert [day.day for day in flows["beans"]] == span
    today = flows["beans"][-1]
    assert today.minted == Counter(opening=10_000, relief=700), "what bots are given to play with is nobody's yet"
    assert today.burnt == Counter(rake=10, penalty=40)
    assert (today.rake, today.bots) == (10, 295)
    assert (flows["coins"][-1].minted.total(), flows["coins"][-1].bots) == (10_000, 0)
    assert all(not day.minted and not day.burnt for day in flows["beans"][:-1])
    # What people have is what was made for them, less what was taken back, less what the bots won.
    assert money.in_circulation()["beans"] == 10_700 - 50 - 295


def test_tables_and_people_are_counted_by_zone() -> None:
    fanout.client().delete(presence.KEY)
    room = people.rooms(bot_wait=0)
    at_table, waiting = people.person(), people.person()
    services.sit_anywhere(at_table, room.pk)
    services.join(waiting, people.starting("junior").pk)
    (zone,) = tables.live()
    assert (zone.zone, zone.tables, zone.playing, zone.sitting, zone.waiting) == ("欢乐·普通区", 0, 0, 1, 1)
    hand = _hand()
    Seat.objects.get(player=at_table).table.__class__.objects.filter(taken__player=at_table).update(hand=hand.pk)
    (zone,) = tables.live()
    assert (zone.tables, zone.playing, zone.sitting) == (1, 1, 0)
    assert presence.online() == 0
    services.renew(at_table)
    services.renew(at_table)
    assert presence.online() == 1
    fanout.client().zadd(presence.KEY, {str(at_table.pk): timezone.now().timestamp() - presence.LEASE - 1})
    assert presence.online() == 0


def _hand(status: str = "live", due: timedelta | None = None, **values: object) -> Hand:
    hand = Hand.objects.create(
        game="doudizhu", mode="huanle", rules_version=1, config={}, seed=b"", commitment="", status=status, **values
    )
    if due is not None:
        at = int((timezone.now() + due).timestamp() * 1000)
        LogEntry.objects.create(hand=hand, seq=0, at=at, due=at, cmd="start", action={})
    return hand


def test_hands_that_stand_still_or_were_void_are_found() -> None:
    now = timezone.now()
    assert hands.OVERDUE.total_seconds() * 1000 == lost.OVERDUE_MS
    _hand(due=timedelta(seconds=-30))
    _hand(due=timedelta(seconds=30))
    still = _hand(due=timedelta(minutes=-3))
    _hand("over", ended=now - timedelta(seconds=10))
    unsettled = _hand("over", ended=now - timedelta(minutes=5))
    assert [(found.id, found.status) for found in hands.stuck()] == [
        (str(unsettled.pk), "over"),
        (str(still.pk), "live"),
    ]
    _hand("void", ended=now, result={"facts": {"why": "lost"}})
    _hand("void", ended=now - timedelta(days=1), result={"facts": {"why": "outage"}})
    _hand("void", ended=now - timedelta(days=1), result={"facts": {"why": "outage"}})
    _hand("void", ended=now - timedelta(days=9), result={"facts": {"why": "lost"}})
    _hand("settled", ended=now, result={"facts": {}})
    days = money.days(3)
    assert list(hands.void_by_day(days).values()) == [Counter(), Counter(outage=2), Counter(lost=1)]
    assert [hand.why for hand in hands.newest_void()] == ["lost", "outage", "outage", "lost"]  # type: ignore[attr-defined]


def test_a_chart_stacks_its_series_under_a_round_grid() -> None:
    chart = stacked("t", {"a": "A", "b": "B", "c": "C"}, [("x", {"a": 30, "b": 12}), ("y", {"a": 0, "b": -5})])
    assert [number for _y, number in chart.lines] == [0, 10, 20, 30, 40, 50]
    assert [bar.title for bar in chart.bars] == ["x · A: 30", "x · B: 12"]
    below, above = chart.bars
    assert (below.x, below.width) == (above.x, above.width)
    assert above.y + above.height == pytest.approx(below.y, abs=0.2)
    assert chart.legend == ((0, "A", 30), (1, "B", 12))
    empty = stacked("t", {"a": "A"}, [("x", {})])
    assert (empty.bars, empty.legend, empty.lines[-1][1]) == ((), (), 1)


def test_everybody_sees_the_part_of_the_dashboard_that_is_his() -> None:
    clerk = Player.objects.create_user("clerk", is_staff=True)
    client = Client()
    client.force_login(clerk)
    page = client.get(reverse("admin:index"))
    assert page.context["cards"] == [] == page.context["charts"]
    clerk.user_permissions.add(Permission.objects.get(codename="view_transfer"))
    stuck = _hand(due=timedelta(minutes=-3))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        body = client.get(reverse("admin:index")).content.decode()
    assert len(asked) < 25
    assert "每日台费" in body
    assert "在线玩家" not in body
    assert str(stuck.pk) not in body
    clerk.user_permissions.add(*Permission.objects.filter(codename__in=["view_hand", "view_table"]))
    body = client.get(reverse("admin:index")).content.decode()
    assert str(stuck.pk) in body
    for title in ("在线玩家", "各专区现在的牌桌和人", "每日作废的牌局"):
        assert title in body
