"""The list of one's own hands: what it tells of each, its filters, and pages that follow the index."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games import archive, settlement
from games.models import Hand, HandArchive
from games.rules.core import Result
from games.runtime import fanout, writer
from games.runtime.wire import result_json
from games.selectors import Wanted, hands_of
from games.services import start_hand
from tests.games.test_settlement import FLED, WON, config

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fanout, "notify", lambda _hand, _payloads: None)
    monkeypatch.setattr(fanout, "arm", lambda _heads: None)
    monkeypatch.setattr(writer, "request_settlements", lambda _hand: None)


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create_user("first"), Player.objects.create_user("second")]


def played(players: list[Player], result: Result = WON, minutes: int = 0, **changes: Any) -> Hand:
    """A settled hand of two people and a bot that ended so many minutes ago and took three."""
    settings = config([3000, 1000, 50_000], changes.pop("currency", "beans"))
    settings |= changes
    names = [{"name": f"seat {i}", "bot": i == 2} for i in range(3)]
    hand = start_hand(settings, [players[0].pk, players[1].pk, None], names, {}, "table-1")
    ended = NOW - timedelta(minutes=minutes)
    Hand.objects.filter(pk=hand.pk).update(
        status=Hand.Status.OVER, ended=ended, created=ended - timedelta(minutes=3), result=result_json(result)
    )
    settlement.settle_hand(hand.pk)
    return hand


def test_each_player_sees_what_the_hand_was_to_him(players: list[Player]) -> None:
    hand = played(players)
    (mine,) = hands_of(players[0].pk, Wanted(), 20)
    (theirs,) = hands_of(players[1].pk, Wanted(), 20)
    assert (mine.id, mine.outcome, mine.change, mine.currency) == (hand.pk, "win", 2900, "beans")
    assert (theirs.outcome, theirs.change) == ("lose", -700)
    assert mine.names == ("seat 0", "seat 1", "seat 2")
    assert (mine.mode, mine.room, mine.room_name, mine.kept) == ("huanle", 1, "新手", True)
    assert mine.ended - mine.created == timedelta(minutes=3)


def test_an_escape_a_void_hand_and_a_hand_for_points_say_so(players: list[Player]) -> None:
    played(players, FLED)
    played(players, Result("void", facts={"why": "lost"}), minutes=1)
    played(players, WON, minutes=2, currency=None)
    rows = hands_of(players[1].pk, Wanted(), 20)
    assert [(row.outcome, row.change, row.currency) for row in rows] == [
        ("escape", -150, "beans"),
        ("void", 0, "beans"),
        ("lose", -4000, None),
    ]


def test_a_hand_that_is_not_settled_is_not_listed(players: list[Player]) -> None:
    start_hand(config([0, 0, 0]), [players[0].pk, players[1].pk, None], [{}] * 3, {}, "table-1")
    assert hands_of(players[0].pk, Wanted(), 20) == []


def test_hands_are_found_by_mode_outcome_room_and_day(players: list[Player]) -> None:
    day = 24 * 60
    room = {**config([0, 0, 0])["room"], "id": 7}
    kept = {
        "new": played(players),
        "fled": played(players, FLED, minutes=day),
        "other room": played(players, minutes=2 * day, room=room),
        "other mode": played(players, minutes=3 * day, mode="huanle-laizi"),
    }

    def found(**wanted: Any) -> set[str]:
        ids = {hand.id for hand in hands_of(players[1].pk, Wanted(**wanted), 20)}
        return {name for name, hand in kept.items() if hand.pk in ids}

    assert found() == set(kept)
    assert found(mode="huanle-laizi") == {"other mode"}
    assert found(outcome="escape") == {"fled"}
    assert found(room=7) == {"other room"}
    assert found(since=NOW - timedelta(days=1.5)) == {"new", "fled"}
    assert found(until=NOW - timedelta(days=1)) == {"other room", "other mode"}
    assert found(mode="huanle", outcome="lose", room=1) == {"new"}


def test_pages_follow_one_another_without_gap_or_repetition_even_when_hands_end_together(players: list[Player]) -> None:
    hands = {played(players, minutes=i // 3).pk for i in range(8)}
    seen: list[Any] = []
    before = None
    while page := hands_of(players[0].pk, Wanted(), 3, before):
        assert len(page) <= 3
        seen += page
        before = (page[-1].ended, page[-1].id)
    assert {row.id for row in seen} == hands
    assert len(seen) == 8
    assert [row.ended for row in seen] == sorted((row.ended for row in seen), reverse=True)


def test_a_page_asks_for_itself_alone(players: list[Player]) -> None:
    for i in range(5):
        played(players, minutes=i)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        hands_of(players[0].pk, Wanted(), 3)
    assert len(queries) == 2
    assert not [query for query in queries if "COUNT" in query["sql"].upper()]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN " + queries[0]["sql"])
        assert "hands_of_a_player" in str(cursor.fetchall())


def test_archived_hands_stay_in_the_list_and_say_whether_they_can_be_replayed(players: list[Player], settings) -> None:
    played(players, minutes=40 * 24 * 60)
    played(players, minutes=50 * 24 * 60)
    assert archive.archive_old() == 2
    settings.HANDS_ARCHIVE_DAYS = 45
    archive.drop_old()
    assert HandArchive.objects.count() == 1
    assert [(row.change, row.kept) for row in hands_of(players[0].pk, Wanted(), 20)] == [(2900, True), (2900, False)]
