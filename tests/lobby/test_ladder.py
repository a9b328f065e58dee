"""Leaderboards and seasons."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts import friends
from accounts.models import Player
from games import selectors as hands
from games.events import HandSettled
from lobby import ladder
from lobby.errors import Refused
from lobby.models import Placing, Score, Season, SeasonPrize
from tests.lobby.people import person
from wallet import selectors as wallet
from wallet.models import Transfer

pytestmark = pytest.mark.django_db

NOVEMBER = datetime(2026, 11, 28, 12, tzinfo=UTC)  # a Saturday
OVER = datetime(2026, 12, 2, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _prizes() -> None:
    SeasonPrize.objects.all().delete()
    for place, until, amount in ((1, 1, 1000), (2, 3, 100)):
        SeasonPrize.objects.create(period="week", place=place, until=until, amount=amount)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> dict[UUID, datetime]:
    """When hands ended; any other one on that Saturday."""
    times: dict[UUID, datetime] = {}
    monkeypatch.setattr(hands, "ended", lambda hand: times.get(hand, NOVEMBER))
    monkeypatch.setattr(ladder.timezone, "localdate", lambda at=None: (at or NOVEMBER).date())
    return times


def played(points: dict[Player, int], mode: str = "huanle", **more: Any) -> HandSettled:
    people = [player.pk for player in points]
    outcomes = ["win" if value > 0 else "lose" for value in points.values()]
    none = [0] * len(people)
    return HandSettled(
        str(uuid4()), "table-1", people, outcomes, list(points.values()), none, none, {}, mode=mode, **more
    )


def places(**wanted: Any) -> list[tuple[int, str, int]]:
    return [(row["place"], row["name"], row["points"]) for row in ladder.board("huanle", **wanted)["rows"]]


@pytest.mark.usefixtures("ended")
def test_hands_add_up_in_week_and_month_and_equal_points_share_a_place() -> None:
    ann, bob, cid, dan = (person() for _ in range(4))
    ladder.hand_settled(played({ann: 20, bob: -10, cid: -10}))
    ladder.hand_settled(played({ann: -10, bob: 20, dan: -10}))
    expected = [(1, ann.nickname, 10), (1, bob.nickname, 10), (3, cid.nickname, -10), (3, dan.nickname, -10)]
    assert places() == expected
    assert places(period="month") == expected
    own = ladder.board("huanle", player=dan)["own"]
    assert (own["place"], own["hands"], own["wins"]) == (3, 1, 0)
    assert ladder.board("classic")["rows"] == []
    assert ladder.board("huanle", player=person())["own"] is None


def test_a_hand_counts_for_the_day_on_which_it_ended(ended: dict[UUID, datetime]) -> None:
    ann = person()
    late = played({ann: 5})
    ended[UUID(late.hand_id)] = datetime(2026, 11, 15, 12, tzinfo=UTC)
    ladder.hand_settled(late)
    assert places() == []
    assert places(period="month") == [(1, ann.nickname, 5)]
    assert places(start=date(2026, 11, 9)) == [(1, ann.nickname, 5)]
    assert [season["start"] for season in ladder.past("week", "huanle")] == ["2026-11-09"]


@pytest.mark.usefixtures("ended")
def test_a_void_hand_and_a_bot_count_for_nothing() -> None:
    ann = person()
    ladder.hand_settled(played({ann: 5}, void="lost"))
    assert not Score.objects.exists()
    event = played({ann: 5})
    event.players.append(None)
    event.outcomes.append("lose")
    event.points.append(-5)
    ladder.hand_settled(event)
    assert Score.objects.filter(season__period="week").count() == 1


@pytest.mark.usefixtures("ended")
def test_a_season_that_is_over_pays_once_and_writes_down_the_places() -> None:
    ann, bob, cid, dan = (person() for _ in range(4))
    ladder.hand_settled(played({ann: 30, bob: 20, cid: 20, dan: -70}))
    before = {player: wallet.balance(player.pk, "beans") for player in (ann, bob, cid, dan)}
    assert ladder.close_seasons(NOVEMBER) == 0
    assert ladder.close_seasons(OVER) == 2, "a week and a month"
    assert ladder.close_seasons(OVER) == 0
    gained = [wallet.balance(player.pk, "beans") - had for player, had in before.items()]
    assert gained == [1000, 100, 100, 0]
    week = Season.objects.get(period="week")
    assert [(p.player_id, p.place, p.amount) for p in Placing.objects.filter(season=week)] == [
        (ann.pk, 1, 1000),
        (bob.pk, 2, 100),
        (cid.pk, 2, 100),
    ]
    assert Transfer.objects.filter(kind=ladder.REWARD).count() == 3
    assert ladder.honours(ann.pk)[0]["amount"] == 1000
    assert ladder.honours(dan.pk) == []


@pytest.mark.usefixtures("ended")
def test_closing_is_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder.hand_settled(played({person(): 30, person(): -30}))

    def broken(*_args: Any) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(ladder.wallet, "grant", broken)
        ladder.close_seasons(OVER)
    assert not Placing.objects.filter(season__period="week").exists()
    assert Season.objects.get(period="week").closed_at is None
    assert ladder.close_seasons(OVER) == 1
    assert Placing.objects.filter(season__period="week").count() == 1


@pytest.mark.usefixtures("ended")
def test_boards_have_pages_and_places_go_on_over_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "PAGE", 2)
    people = [person() for _ in range(5)]
    for points, player in zip((9, 7, 7, 7, 1), people, strict=True):
        ladder.hand_settled(played({player: points}))
    assert [place for place, _, _ in places(page=1)] == [1, 2]
    assert [place for place, _, _ in places(page=2)] == [2, 2]
    assert [place for place, _, _ in places(page=3)] == [5]
    for wrong in ({"page": 4}, {"page": 0}, {"period": "year"}, {"start": date(2020, 1, 6)}):
        with pytest.raises(Refused) as refused:
            ladder.board("huanle", **wrong)
        assert refused.value.code == "no_board"


@pytest.mark.usefixtures("ended")
def test_the_friends_board_ranks_a_player_among_his_friends() -> None:
    ann, bob, cid = (person() for _ in range(3))
    ladder.hand_settled(played({ann: 30, bob: 20, cid: -50}))
    friends.ask(bob, cid.pk)
    friends.accept(cid, bob.pk)
    board = ladder.board("huanle", player=cid, friends=True)
    assert [(row["place"], row["player"]) for row in board["rows"]] == [(1, bob.pk), (2, cid.pk)]
    assert board["own"]["place"] == 2
    assert len(ladder.board("huanle", friends=True)["rows"]) == 3, "nobody's friends: everybody"


def test_the_board_since_ever_is_that_of_the_standings() -> None:
    from accounts.services import record

    ann, bob = person(), person()
    record(ann.pk, "huanle", "win", 12)
    record(bob.pk, "huanle", "escape", -3)
    assert places(period="all") == [(1, ann.nickname, 12), (2, bob.nickname, -3)]


@pytest.mark.usefixtures("ended")
def test_pages_and_api_show_the_board(client: Client) -> None:
    ann, bob = person(), person()
    ladder.hand_settled(played({ann: 12, bob: -12}))
    client.force_login(bob)
    page = client.get("/boards/huanle/").content.decode()
    assert ann.nickname in page
    assert "is-own" in page
    assert client.get("/boards/").status_code == 200
    for wrong in ("/boards/nothing/", "/boards/huanle/?period=year", "/boards/huanle/?page=9"):
        assert client.get(wrong).status_code == 404
    board = client.get("/api/lobby/boards/", {"mode": "huanle", "period": "month"}).json()["board"]
    assert [row["points"] for row in board["rows"]] == [12, -12]
    assert board["own"]["place"] == 2
    assert client.get("/api/lobby/boards/", {"mode": "huanle", "start": "2020-01-06"}).json()["code"] == "no_board"
    assert client.get("/api/lobby/boards/").status_code == 400
    assert client.get("/me/honours/").status_code == 200
    ladder.close_seasons(OVER)
    client.force_login(ann)
    assert "1,000" in client.get("/me/honours/?mode=huanle").content.decode()
    assert client.get("/api/lobby/honours/").json()["honours"][0]["place"] == 1
