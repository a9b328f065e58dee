"""Contests from their announcement to their prizes: who may enter, who meets whom, who is out, what is paid."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation

from accounts.events import PlayerErased
from accounts.models import Player
from games import settlement
from games.models import Hand, HandSeat
from games.replay import Refused as NotTold
from games.replay import finished
from lobby import notify, private, selectors, waiting
from lobby import services as lobby
from lobby.challenge import engine, services, subscribers, tables
from lobby.challenge import selectors as shown
from lobby.challenge.models import Challenge, Entry, Play, Schedule, Sitting
from lobby.errors import Refused
from lobby.matching import rooms_with_work
from lobby.models import Room, Seat, Table
from tests.challenge.contests import Clock, announced, end, entered, schedule, tell
from tests.lobby.people import person, starting
from wallet import audit
from wallet import selectors as wallet
from wallet.models import Account, Hold, Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_cache(settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, dict[str, Any]]]:
    """The notices: to whom, which, with what facts."""
    heard: list[tuple[int, str, dict[str, Any]]] = []
    monkeypatch.setattr(notify, "notice", lambda *notice: heard.append(notice))
    return heard


def refusal(act: Any, *args: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        act(*args)
    for language in ("zh-hans", "en"):
        with translation.override(language):
            assert refused.value.text
    return refused.value


def beans(*people: Player) -> list[int]:
    return [wallet.balance(player.pk, "beans") for player in people]


def check_books() -> None:
    assert list(audit.faults()) == []
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


# -- entering ----------------------------------------------------------------------------------------------------------


def test_a_fee_is_put_on_hold_once_and_given_back_before_the_start() -> None:
    contest, player = announced(), person()
    entry = services.enter(player, contest.pk)
    assert services.enter(player, contest.pk) == entry
    assert beans(player) == [9_900]
    assert wallet.held(player.pk)["beans"] == 100
    services.take_back(player, contest.pk)
    assert beans(player) == [10_000]
    assert refusal(services.take_back, player, contest.pk).code == "not_entered"
    assert services.enter(player, contest.pk).pk != entry.pk
    assert beans(player) == [9_900]
    assert Hold.objects.filter(closed=None).count() == 1
    check_books()


def test_who_cannot_pay_or_comes_too_late_stays_out() -> None:
    contest = announced(most=2)
    poor = refusal(services.enter, person(99), contest.pk)
    assert (poor.code, poor.facts["need"], poor.facts["have"]) == ("fee_short", 100, 99)
    assert not Entry.objects.exists()
    for _ in range(2):
        services.enter(person(), contest.pk)
    assert refusal(services.enter, person(), contest.pk).code == "challenge_full"
    clock = Clock(contest)
    clock.step()
    assert refusal(services.enter, person(), contest.pk).code == "challenge_closed"
    first = contest.entries.first()
    assert first is not None
    assert refusal(services.take_back, first.player, contest.pk).code == "challenge_begun"
    assert refusal(services.enter, person(), 0).code == "no_challenge"
    assert contest.entries.count() == 2


def test_nobody_plays_two_contests_at_once() -> None:
    contest, people = entered(2)
    other = announced_another()
    Clock(contest).step()
    assert refusal(services.enter, people[0], other.pk).code == "challenge_busy"
    services.give_up(people[0], contest.pk)
    assert services.enter(people[0], other.pk)


def announced_another() -> Challenge:
    made = schedule(name="另一场")
    engine.announce()
    return made.challenges.get()


def test_an_erased_account_waits_for_no_contest() -> None:
    contest, people = entered(3)
    Player.objects.filter(pk=people[0].pk).update(is_active=False)
    subscribers.forget_person(PlayerErased(people[0].pk))
    assert contest.entries.count() == 2
    assert Hold.objects.filter(closed=None).count() == 2


# -- the start ---------------------------------------------------------------------------------------------------------


def test_schedules_announce_each_contest_once_at_its_time() -> None:
    now = timezone.now()
    made = schedule(first_at=now + timedelta(minutes=30), every=60, opens_before=100)
    assert engine.announce(now) == 2
    assert engine.announce(now) == 0
    assert [at - now for at in made.challenges.order_by("starts_at").values_list("starts_at", flat=True)] == [
        timedelta(minutes=30),
        timedelta(minutes=90),
    ]
    assert engine.announce(now + timedelta(minutes=50)) == 1
    Schedule.objects.update(is_on=False)
    assert engine.announce(now + timedelta(minutes=500)) == 0
    once = schedule(first_at=now - timedelta(minutes=1))
    assert engine.upcoming(once, now) == []


def test_one_that_starts_when_full_begins_and_the_next_is_announced() -> None:
    contest = announced(start="full", first_at=None, most=3, fewest=3)
    assert engine.announce() == 0
    for _ in range(3):
        assert contest.pk not in engine.at_work()
        services.enter(person(), contest.pk)
    assert contest.pk in engine.at_work()
    engine.step(contest.pk)
    contest.refresh_from_db()
    assert contest.status == Challenge.Status.RUNNING
    assert engine.announce() == 1


def test_too_few_players_get_their_fees_back(told: list[Any]) -> None:
    contest, people = entered(2, fewest=3)
    clock = Clock(contest)
    clock.step(-60)
    assert {code for _player, code, _facts in told} == {"challenge_soon"}
    assert clock.contest.status == Challenge.Status.OPEN
    clock.step(60)
    assert (clock.contest.status, clock.contest.why) == ("cancelled", "few")
    assert beans(*people) == [10_000, 10_000]
    assert [code for _player, code, _facts in told].count("challenge_off") == 2
    clock.step(60)
    assert beans(*people) == [10_000, 10_000]
    check_books()


def test_a_platform_that_was_down_at_the_time_calls_off_what_it_missed() -> None:
    contest, people = entered(3)
    clock = Clock(contest)
    clock.step(engine.LATE.total_seconds() + 1)
    assert (clock.contest.status, clock.contest.why) == ("cancelled", "late")
    assert beans(*people) == [10_000] * 3


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_all_tables_play_the_same_boards_and_nobody_is_told_them_before_the_round_is_over() -> None:
    contest, _people = entered(6)
    clock = Clock(contest)
    clock.step()
    clock.step()
    promised = [board["commitment"] for board in shown.page(contest.pk, None)["rounds"][0]["boards"]]
    assert len(promised) == 2
    clock.step()
    assert Seat.objects.filter(table__room=contest.room).count() == 6, "called to their tables before the first board"
    assert not Hand.objects.exists()
    clock.step(11)
    hands = list(Hand.objects.all())
    assert len(hands) == 2
    assert {hand.commitment for hand in hands} == {promised[0]}
    assert all(
        hand.sealed and hand.config["currency"] is None and not hand.config["room"]["spectators"] for hand in hands
    )
    assert [board["seed"] for board in shown.page(contest.pk, None)["rounds"][0]["boards"]] == [None, None]
    clock.settle()
    assert Hand.objects.filter(sealed=True, status="settled").count() == 2
    with pytest.raises(NotTold):
        finished(hands[0].pk)
    clock.step(11)
    assert {hand.commitment for hand in Hand.objects.filter(status="live")} == {promised[1]}
    clock.settle()
    clock.step()
    clock.step()
    assert clock.round.ended_at is not None
    assert finished(hands[0].pk)
    board = shown.page(contest.pk, None)["rounds"][0]["boards"][0]
    assert board["seed"] == bytes(hands[0].seed).hex()
    assert len(board["hands"]) == 2


def test_a_contest_runs_to_its_prizes(told: list[Any]) -> None:
    contest, people = entered(13, guaranteed=1000, prizes=[50, 30, 20], boards=1, fewest=3)
    clock = Clock(contest)
    before = sum(beans(*people))
    done = clock.play()
    assert done.status == Challenge.Status.FINISHED
    assert (done.pool, done.house) == (13 * 90 + 1000, 130)
    assert done.round == 3  # 13 → 6 → 3
    placed = list(contest.entries.order_by("place").values_list("place", flat=True))
    assert placed[0] == 1
    assert len(placed) == 13
    assert sum(contest.entries.values_list("prize", flat=True)) == done.pool
    assert sum(beans(*people)) == before + done.pool, "fees had gone on hold before"
    assert not Hold.objects.filter(closed=None).exists()
    assert not Seat.objects.filter(player__in=people).exists()
    assert Transfer.objects.filter(key=f"challenge:{contest.pk}:prizes").count() == 1
    assert {code for _player, code, _facts in told} >= {
        "challenge_round",
        "challenge_on",
        "challenge_out",
        "challenge_won",
    }
    check_books()
    page = shown.page(contest.pk, people[0])
    assert [row["number"] for row in page["rows"]] == placed
    assert len(page["rounds"]) == 3
    clock.step(60)
    assert Transfer.objects.filter(key__startswith=f"challenge:{contest.pk}:").exclude(kind="hold").count() == 1


def test_bots_fill_up_tables_and_take_no_place() -> None:
    contest, people = entered(4, boards=1)
    clock = Clock(contest)
    clock.step()
    clock.step()
    clock.step(11)
    seats = Sitting.objects.filter(table__round=clock.round)
    assert seats.count() == 6
    assert seats.filter(entry=None).count() == 2
    shown_bots = HandSeat.objects.filter(player=None)
    assert all(seat.display["bot"] for seat in shown_bots)
    assert shown_bots.count() == 2
    clock.settle()
    done = clock.play()
    assert contest.entries.count() == 4
    assert sum(contest.entries.values_list("prize", flat=True)) == done.pool
    assert sum(beans(*people)) == 40_000 - done.house
    check_books()


def test_without_bots_who_makes_up_no_table_rests_and_goes_on() -> None:
    contest, _people = entered(4, bots=False, fewest=3, boards=1)
    clock = Clock(contest)
    clock.step()
    clock.step()
    assert Sitting.objects.filter(table__round=clock.round).count() == 3
    rows = shown.page(contest.pk, None)["rows"]
    assert [row["resting"] for row in rows] == [True, False, False, False]
    clock.step()
    found = clock.play_round()
    assert found.number == 1
    assert contest.entries.get(rank=1).place is None
    assert contest.entries.get(place=4).rank == 4
    assert clock.play().status == Challenge.Status.FINISHED
    check_books()


def test_the_worse_half_is_out_and_equals_share_place_and_prize() -> None:
    contest, people = entered(6, boards=1, keep=50, prizes=[40, 30, 20, 10], fewest=4)
    clock = Clock(contest)

    def all_equal(play: Play, seats: int) -> list[int]:
        return [0] * seats

    found = clock.play_round(all_equal)
    assert found.going_on == 3
    assert sorted(contest.entries.filter(place__isnull=False).values_list("place", flat=True)) == [4, 4, 4]
    assert list(contest.entries.filter(place=None).order_by("pk").values_list("player", flat=True)) == [
        player.pk for player in people[:3]
    ], "equals go on in the order in which they entered"
    clock.play(all_equal)
    assert sorted(contest.entries.values_list("place", "prize")) == [
        *[(1, 162)] * 3,
        *[(4, 18)] * 3,
    ]
    check_books()


def test_scores_count_against_the_same_seat_elsewhere_and_points_at_the_last_table() -> None:
    contest, _people = entered(6, boards=1)
    clock = Clock(contest)
    found = clock.play_round(lambda play, seats: [10 * play.table.number, -5, -5])
    assert found.compare
    first, second = (list(place.sittings.all()) for place in found.tables.order_by("number"))
    assert [sitting.score for sitting in first] == [0, 5000, 10_000]
    assert [sitting.score for sitting in second] == [10_000, 5000, 0]
    staying = set(contest.entries.filter(place=None).values_list("pk", flat=True))
    assert staying > {first[2].entry_id, second[0].entry_id}
    final = clock.play_round(lambda play, seats: [1, 30, -31])
    assert not final.compare
    [place] = final.tables.all()
    winner = contest.entries.get(place=1)
    assert winner.pk == place.sittings.get(index=1).entry_id
    assert place.sittings.get(index=1).score is None


# -- people who are not there ------------------------------------------------------------------------------------------


def test_who_plays_elsewhere_is_waited_for_then_played_for_and_seated_once_free() -> None:
    contest, people = entered(3)
    room = starting("novice")
    lobby.sit_anywhere(people[0], room.pk)
    elsewhere = Seat.objects.get(player=people[0]).table
    Table.objects.filter(pk=elsewhere.pk).update(hand=uuid4())
    lobby.join(people[1], room.pk)
    lobby.sit_anywhere(people[2], room.pk)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    assert not Play.objects.exists(), "waited for"
    assert {seat.player_id for seat in Seat.objects.filter(table__room=contest.room)} == {people[1].pk, people[2].pk}
    clock.step(tables.PATIENCE.total_seconds())
    play = Play.objects.get()
    hand = Hand.objects.get(pk=play.hand)
    seat = HandSeat.objects.get(hand=hand, player=people[0])
    assert hand.carry["late"][seat.seat] >= 2, "the trustee plays for him"
    Table.objects.filter(pk=elsewhere.pk).update(hand=None)
    clock.settle()
    clock.step(11)
    assert Seat.objects.get(player=people[0]).table.room == contest.room
    assert Seat.objects.get(player=people[0]).index == seat.seat
    assert Play.objects.filter(table=play.table).count() == 2


def test_who_gives_up_is_replaced_by_a_bot_and_comes_last() -> None:
    contest, people = entered(6)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    services.give_up(people[0], contest.pk)
    services.give_up(people[0], contest.pk)
    assert not Seat.objects.filter(player=people[0]).exists()
    clock.settle(lambda play, seats: [100, -50, -50])
    clock.step(11)
    assert HandSeat.objects.filter(hand__status="live", player=people[0]).count() == 0
    assert HandSeat.objects.filter(hand__status="live", player=None).count() == 1
    clock.settle()
    clock.step()
    clock.step()
    gone = contest.entries.get(player=people[0])
    assert gone.place == 6
    assert refusal(services.give_up, people[0], contest.pk).code == "challenge_idle"
    clock.play()
    assert beans(people[0]) == [9_900]
    check_books()


def test_a_contest_whose_people_all_leave_ends_with_them() -> None:
    contest, people = entered(6, boards=1)
    clock = Clock(contest)
    clock.play_round()
    staying = list(contest.entries.filter(place=None).order_by("rank"))
    for entry in staying[1:]:
        services.give_up(entry.player, contest.pk)
    clock.step(20)
    assert clock.contest.status == Challenge.Status.FINISHED
    assert contest.entries.get(place=1).pk == staying[0].pk
    assert sum(beans(*people)) == 60_000 - 60
    check_books()


def test_nobody_is_moved_at_a_contests_table_but_by_the_contest() -> None:
    contest, people = entered(3)
    clock = Clock(contest)
    for _ in range(3):
        clock.step()
    table = Seat.objects.get(player=people[0]).table
    for act, args in (
        (lobby.ready, ()),
        (lobby.unready, ()),
        (lobby.leave, (True,)),
        (lobby.change_table, ()),
        (private.invite, (people[1].pk,)),
        (private.kick, (people[1].pk,)),
    ):
        assert refusal(act, people[0], *args).code == "contest"
    assert refusal(lobby.join, people[0], contest.room_id).code == "seated"
    assert refusal(lobby.sit, person(), table.pk, None).code == "room_closed"
    Seat.objects.update(since=timezone.now() - timedelta(hours=1), ready_at=timezone.now())
    assert contest.room_id not in rooms_with_work()
    assert waiting.free_seats() == 0
    assert Seat.objects.filter(table=table).count() == 3
    assert contest.room_id not in [room["id"] for zone in selectors.zones(None) for room in zone["rooms"]]


# -- time and trouble --------------------------------------------------------------------------------------------------


def test_a_round_deals_no_board_after_its_time_and_ends_what_takes_too_long() -> None:
    contest, _people = entered(6, minutes=2)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    slow = Play.objects.filter(table__round=clock.round).order_by("pk").first()
    assert slow is not None
    for play in Play.objects.exclude(pk=slow.pk):
        end(play)
    clock.step(180)
    assert Play.objects.count() == 2
    assert clock.round.ended_at is None
    clock.step(tables.GRACE.total_seconds())
    settlement.settle_hand(slow.hand)
    tell()
    clock.step()
    clock.step()
    slow.refresh_from_db()
    assert slow.points == []
    assert clock.round.ended_at is not None
    assert set(slow.table.sittings.values_list("score", flat=True)) == {5000}


def test_a_contest_called_off_in_the_middle_gives_everything_back_and_lets_its_people_go() -> None:
    contest, people = entered(7)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    clock.settle()
    clock.step(11)
    assert services.call_off(contest.pk)
    assert not services.call_off(contest.pk)
    assert beans(*people) == [10_000] * 7
    clock.step()
    for hand in Hand.objects.filter(status="over"):
        settlement.settle_hand(hand.pk)
    tell()
    clock.step()
    assert not Seat.objects.exists()
    assert not Hand.objects.filter(sealed=True).exists()
    assert contest.pk not in engine.at_work()
    assert Challenge.objects.get(pk=contest.pk).status == "cancelled"
    check_books()


@pytest.mark.parametrize("step", ["begin", "open_round", "close_round"])
def test_what_dies_in_a_step_is_done_by_the_next_look(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is killed at the very end of the step, before it commits."""
    contest, people = entered(6, boards=1)
    clock = Clock(contest)
    whole = getattr(engine, step)
    deaths = []

    def dying(*args: Any) -> Any:
        with transaction.atomic():
            result = whole(*args)
            if result and len(deaths) < 3:
                deaths.append(step)
                raise KeyboardInterrupt
        return result

    monkeypatch.setattr(engine, step, dying)
    for _ in range(60):
        try:
            clock.step(6)
        except KeyboardInterrupt:
            continue
        clock.settle()
        if clock.contest.over:
            break
    assert deaths
    done = clock.contest
    assert done.status == Challenge.Status.FINISHED
    assert sum(beans(*people)) == 60_000 - done.house
    assert Transfer.objects.filter(key=f"challenge:{contest.pk}:prizes").count() == 1
    check_books()


def test_a_table_that_dies_before_its_hand_is_noted_deals_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    contest, _people = entered(3, boards=1)
    clock = Clock(contest)
    for _ in range(3):
        clock.step()
    create = Play.objects.create
    monkeypatch.setattr(Play.objects, "create", lambda **_fields: (_ for _ in ()).throw(RuntimeError("killed")))
    clock.step(11)
    assert not Hand.objects.exists()
    monkeypatch.setattr(Play.objects, "create", create)
    clock.step()
    clock.step()
    assert Hand.objects.count() == Play.objects.count() == 1


def test_a_settled_board_counts_once_however_often_it_is_told() -> None:
    contest, _people = entered(3, boards=1)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    play = Play.objects.get()
    clock.settle(lambda play, seats: [4, -2, -2])
    assert tables.played(play.hand, []) is None
    play.refresh_from_db()
    assert play.points == [4, -2, -2]
    assert tables.played(uuid4(), []) is None


# -- what people see ---------------------------------------------------------------------------------------------------


def test_a_table_tells_round_board_and_rank() -> None:
    contest, people = entered(6)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    seat = Seat.objects.get(player=people[0])
    clock.settle(lambda play, seats: [6, -3, -3])
    told = shown.badge(people[0].pk, seat.table_id)
    assert told is not None
    assert (told["round"], told["board"], told["boards"], told["of"], told["cut"]) == (1, 1, 2, 6, 3)
    assert told["rank"] in range(1, 7)
    assert shown.badge(person().pk, seat.table_id) is None
    assert shown.listed(people[0])["running"][0]["mine"] is not None
    assert shown.next_ones(people[0])[0]["id"] == contest.pk
    assert shown.next_ones(None) == []


def test_lists_ask_as_often_for_many_as_for_one(django_assert_max_num_queries: Any) -> None:
    contest, people = entered(6)
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    with django_assert_max_num_queries(12):
        shown.page(contest.pk, people[0])
    with django_assert_max_num_queries(5):
        shown.listed(people[0])


# -- terms -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"prizes": [50, 40]}, "prizes"),
        ({"prizes": [40, 60]}, "prizes"),
        ({"prizes": [50, 30, 20], "fewest": 2}, "prizes"),
        ({"prizes": "all"}, "prizes"),
        ({"fewest": 60}, "fewest"),
        ({"fewest": 2, "bots": False}, "fewest"),
        ({"fee": 0}, "guaranteed"),
        ({"first_at": None}, "first_at"),
        ({"rake": 51}, "rake"),
    ],
)
def test_terms_that_could_not_be_held_are_refused(terms: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        schedule(**terms)
    assert set(refused.value.message_dict) == {field}


def test_a_room_for_contests_is_for_nothing_else() -> None:
    schedule()
    room = Room.objects.get(contest=True)
    for field, value in (("is_open", True), ("spectators", True), ("currency", "beans"), ("hidden_names", True)):
        changed = Room.objects.get(pk=room.pk)
        setattr(changed, field, value)
        with pytest.raises(ValidationError):
            changed.full_clean()
    with pytest.raises(ValidationError):
        schedule(room=starting("novice"))
