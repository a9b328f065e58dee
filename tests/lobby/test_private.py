"""Private tables, invitations, sending somebody away: what each command does and refuses."""

import os
import random
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts import friends
from accounts.models import Player
from games.models import Hand
from lobby import matching, notify, people, presence, private, selectors, services, waiting
from lobby.errors import Refused
from lobby.handlers import free_table
from lobby.models import ALONE_IN_PRIVATE, Ban, KickVote, Room, Seat, Table, Ticket
from tests.lobby.people import check_house, person, rooms, settled, starting
from tests.together import together

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


def refusal(act: Any, *args: Any, **named: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        act(*args, **named)
    for language in ("zh-hans", "en"):
        with translation.override(language):
            assert refused.value.text
    return refused.value


def around(room: Any, count: int) -> tuple[Table, list[Player]]:
    """So many people at one public table, none of them ready."""
    people = [person() for _ in range(count)]
    table = services.sit_anywhere(people[0], room.pk).table
    services.unready(people[0])
    for player in people[1:]:
        services.sit(player, table.pk, None)
    return table, people


def test_a_private_table_opens_to_link_and_password_alone() -> None:
    room, host, friend, other, stranger = rooms(), person(), person(), person(), person()
    table = services.open_private(host, room.pk, "茶馆").table
    shown = selectors.table(table.pk)
    assert (shown["private"], shown["host"], shown["watchable"]) == (True, host.pk, False)
    assert table.invite not in str(selectors.table_boot(stranger, table.pk)), "the secret is told to nobody"
    assert refusal(services.sit, stranger, table.pk, 1).code == "private"
    assert refusal(services.sit, stranger, table.pk, 1, key="x" * 64).code == "wrong_key"
    assert services.sit(friend, table.pk, None, key="茶馆").index == 1
    assert services.sit(other, table.pk, 2, key=table.invite).index == 2
    assert refusal(services.sit, stranger, table.pk, None, key="茶馆").code == "table_full"
    assert refusal(services.open_private, host, room.pk).code == "seated"
    assert private.company(host)["key"] == table.invite
    assert not Seat.objects.filter(player=stranger).exists()


def test_a_table_without_a_password_opens_to_the_link_alone() -> None:
    room, host, friend = rooms(), person(), person()
    table = services.open_private(host, room.pk).table
    assert refusal(services.sit, friend, table.pk, None, key="").code == "private"
    assert refusal(services.sit, friend, table.pk, None, key="guess").code == "wrong_key"
    assert services.sit(friend, table.pk, None, key=table.invite).index == 1
    assert refusal(services.open_private, person(), room.pk, "x" * 33).code == "password_long"
    assert Table.objects.count() == 1


def test_who_sits_down_is_called_as_he_is_called_now() -> None:
    room, host = rooms(), person()
    Player.objects.filter(pk=host.pk).update(nickname="新名字")
    assert services.open_private(host, room.pk).name == "新名字"


def test_a_password_is_hashed_before_any_lock_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    room, host, depths = rooms(), person(), []
    hash_it = private.make_password

    def hashing(password: str) -> str:
        depths.append(len(connection.savepoint_ids))
        return hash_it(password)

    monkeypatch.setattr(private, "make_password", hashing)
    assert services.open_private(host, room.pk, "pw").table.password
    assert depths == [len(connection.savepoint_ids)], "in no transaction but the test's own"


def test_a_private_table_without_people_is_not_handed_out_with_its_secrets() -> None:
    room, host, other = rooms(), person(), person()
    table = services.open_private(host, room.pk, "pw").table
    Ban.objects.create(table=table, player=other, until=timezone.now())
    Seat.objects.filter(player=host).delete()
    assert services.sit_anywhere(other, room.pk).table == table
    table.refresh_from_db()
    assert (table.private, table.password, table.host_id) == (False, "", None)
    assert not Ban.objects.exists()


def test_guessing_is_stopped() -> None:
    room, host, guesser, friend = rooms(), person(), person(), person()
    table = services.open_private(host, room.pk, "right").table
    codes = [refusal(services.sit, guesser, table.pk, None, key=f"wrong{i}").code for i in range(private.TRIES)]
    assert set(codes) == {"wrong_key"}
    assert refusal(services.sit, guesser, table.pk, None, key="right").code == "too_many_tries"
    assert services.sit(friend, table.pk, None, key="right"), "others are not held up"


def test_many_accounts_together_guess_no_more_than_a_table_bears(monkeypatch: pytest.MonkeyPatch) -> None:
    room, host = rooms(), person()
    monkeypatch.setattr(private, "TABLE_TRIES", 3)
    table = services.open_private(host, room.pk, "right").table
    right = person()
    services.sit(right, table.pk, None, key="right")
    services.leave(right)
    codes = [refusal(services.sit, person(), table.pk, None, key="wrong").code for _ in range(4)]
    assert codes == ["wrong_key"] * 3 + ["too_many_tries"], "who knew the password did not count"
    assert refusal(services.sit, person(), table.pk, None, key="right").code == "too_many_tries"
    assert services.sit(person(), table.pk, None, key=table.invite), "the link leads in all the same"
    for seat in table.taken.all():
        services.leave(seat.player)
    services.open_private(host, room.pk, "right")
    table.refresh_from_db()
    assert table.private
    assert services.sit(person(), table.pk, None, key="right"), "the next private table has tries of its own"


def test_no_stranger_is_matched_to_a_private_table_and_nobody_watches_its_hand() -> None:
    room, host, friends_, queued = rooms(fewest=2), person(), [person(), person()], person()
    table = services.open_private(host, room.pk).table
    services.ready(host)
    services.join(queued, room.pk)
    matching.match_room(room.pk)
    assert Seat.objects.filter(table=table).count() == 1
    assert not Seat.objects.filter(player=queued).exists()
    for friend in friends_:
        services.sit(friend, table.pk, None, key=table.invite)
    services.ready(friends_[0])
    hand = services.ready(friends_[1])
    config = Hand.objects.get(pk=hand).config
    assert config["room"]["spectators"] is False
    assert config["seats"] == 3
    assert refusal(services.sit, person(), table.pk, None, key=table.invite).code == "hand_open"


def test_a_private_table_begins_once_whoever_was_not_ready_has_left() -> None:
    room, host, friend, slow = rooms(fewest=2), person(), person(), person()
    table = services.open_private(host, room.pk).table
    for one in (friend, slow):
        services.sit(one, table.pk, None, key=table.invite)
    for one in (host, friend):
        assert services.ready(one) is None
    services.leave(slow)
    assert room.pk in matching.rooms_with_work()
    assert matching.match_room(room.pk) == 1
    table.refresh_from_db()
    assert table.hand
    assert table.taken.count() == 2


def test_the_host_passes_the_table_on_and_the_last_to_leave_ends_it() -> None:
    room, host, friend, late = rooms(), person(), person(), person()
    table = services.open_private(host, room.pk, "pw").table
    for one in (friend, late):
        services.sit(one, table.pk, None, key="pw")
    services.ready(friend)  # begins the wait for him anew, not his being there
    services.leave(host)
    table.refresh_from_db()
    assert (table.host_id, table.private) == (friend.pk, True)
    services.leave(late)
    services.leave(friend)
    table.refresh_from_db()
    assert (table.host_id, table.invite, table.password) == (None, None, "")
    assert services.sit(person(), table.pk, 0), "the table is anybody's again"


def test_the_host_may_wait_longer_for_friends_than_the_queue_takes() -> None:
    room, host = rooms(), person()
    table = services.open_private(host, room.pk).table
    Table.objects.update(alone_since=timezone.now() - timedelta(minutes=5))
    assert waiting.free_seats() == 0
    Table.objects.update(alone_since=timezone.now() - ALONE_IN_PRIVATE)
    assert waiting.free_seats() == 1
    table.refresh_from_db()
    assert not table.private


def test_bots_fill_a_private_table_when_its_host_wants_them() -> None:
    room, host, friend = rooms(), person(), person()
    table = services.open_private(host, room.pk).table
    services.sit(friend, table.pk, None, key=table.invite)
    assert refusal(private.fill, friend).code == "not_host"
    services.ready(friend)
    assert private.fill(host) is None
    assert table.taken.exclude(bot="").count() == 1
    assert refusal(private.fill, host).code == "table_full"
    assert services.ready(host)
    rooms(bots_allowed=False)
    lonely = person()
    services.open_private(lonely, room.pk)
    assert refusal(private.fill, lonely).code == "not_allowed"


def test_a_friend_who_is_here_is_invited(told: list[Any]) -> None:
    room, host, friend, stranger = rooms(), person(), person(), person()
    friends.ask(host, friend.pk)
    friends.accept(friend, host.pk)
    assert refusal(private.invite, host, friend.pk).code == "not_seated"
    table = services.open_private(host, room.pk).table
    assert refusal(private.invite, host, friend.pk).code == "not_reachable", "he is not there"
    for player in (friend, stranger):
        presence.seen(player)
    assert refusal(private.invite, host, stranger.pk).code == "not_reachable", "only friends may invite him"
    private.invite(host, friend.pk)
    assert refusal(private.invite, host, friend.pk).code == "invited_already"
    [(to, code, facts)] = told
    assert (to, code) == (friend.pk, "invited")
    assert (facts["name"], facts["table"], facts["key"]) == (host.nickname, table.pk, table.invite)
    friends.set_privacy(friend, "friends", "nobody", "all")
    assert refusal(private.invite, host, friend.pk).code == "not_reachable"
    friends.set_privacy(friend, "nobody", "all", "all")
    assert refusal(private.invite, host, friend.pk).code == "not_reachable", "an answer would tell that he is there"
    assert len(told) == 1


def test_people_who_block_each_other_do_not_sit_together() -> None:
    room, one, other = rooms(), person(), person()
    table = services.sit_anywhere(one, room.pk).table
    friends.block(one, other.pk)
    assert refusal(services.sit, other, table.pk, 1).code == "kept_apart"
    friends.unblock(one, other.pk)
    friends.block(other, one.pk)
    assert refusal(services.sit, other, table.pk, 1).code == "kept_apart"
    assert services.sit(person(), table.pk, 1)


def test_a_block_parts_two_who_wait_at_one_table(told: list[Any]) -> None:
    _table, (blocker, blocked, third) = around(rooms(), 3)
    people.block(blocker, blocked.pk)
    assert set(Seat.objects.values_list("player", flat=True)) == {blocked.pk, third.pk}, "who blocks goes, untold"
    assert [(to, code) for to, code, _ in told] == [(blocker.pk, "parted")]
    people.block(third, person().pk)
    assert Seat.objects.count() == 2, "whom he blocks sits elsewhere"


def test_a_host_who_blocks_keeps_the_table(told: list[Any]) -> None:
    host, guest = person(), person()
    table = services.open_private(host, rooms().pk).table
    services.sit(guest, table.pk, None, key=table.invite)
    people.block(host, guest.pk)
    assert [seat.player for seat in table.taken.all()] == [host]
    assert [(to, code) for to, code, _ in told] == [(guest.pk, "parted")]


def test_a_block_during_a_hand_parts_the_two_after_it() -> None:
    table, (one, other, third) = around(rooms(), 3)
    for player in (one, other, third):
        services.ready(player)
    people.block(one, other.pk)
    assert Seat.objects.count() == 3
    table.refresh_from_db()
    free_table(settled(table))
    assert set(Seat.objects.values_list("player", flat=True)) == {other.pk, third.pk}


def test_two_of_three_send_the_third_away(told: list[Any]) -> None:
    room = rooms()
    table, (one, other, rude) = around(room, 3)
    assert refusal(private.kick, one, one.pk).code == "not_allowed"
    assert refusal(private.kick, one, person().pk).code == "not_here"
    assert private.kick(one, rude.pk) is False
    assert private.kick(one, rude.pk) is False, "one vote counts once"
    assert [seat["votes"] for seat in selectors.table(table.pk)["seats"]] == [0, 0, 1]
    assert private.kick(other, rude.pk) is True
    assert told == [(rude.pk, "kicked", {"table": table.pk, "room": room.pk})]
    assert refusal(services.sit, rude, table.pk, 2).code == "sent_away"
    assert services.sit_anywhere(rude, room.pk), "elsewhere he is welcome"
    services.change_table(rude)
    for player in (one, other):
        services.ready(player)
    assert matching.match_room(room.pk) == 0
    assert Ticket.objects.filter(player=rude).exists(), "nor does the queue lead him back, by way of another table"
    services.cancel(rude)
    Ban.objects.update(until=timezone.now())
    assert services.sit(rude, table.pk, 2)


def test_one_stranger_sends_nobody_away_and_votes_end_with_the_wait() -> None:
    room = rooms()
    table, (one, other) = around(room, 2)
    assert refusal(private.kick, one, other.pk).code == "too_few_votes"
    third = person()
    services.sit(third, table.pk, 2)
    private.kick(one, other.pk)
    services.leave(one)
    assert not KickVote.objects.exists(), "a vote goes with its voter"
    services.sit(one, table.pk, None)
    private.kick(one, other.pk)
    for player in (one, other, third):
        services.ready(player)
    assert not KickVote.objects.exists()
    assert refusal(private.kick, third, other.pk).code == "hand_open"


def test_the_host_of_a_private_table_sends_away_alone_and_is_safe() -> None:
    room, host, friend, other = rooms(), person(), person(), person()
    table = services.open_private(host, room.pk).table
    services.sit(friend, table.pk, None, key=table.invite)
    services.sit(other, table.pk, None, key=table.invite)
    assert refusal(private.kick, friend, host.pk).code == "not_allowed"
    assert private.kick(host, friend.pk) is True
    Ban.objects.update(until=timezone.now())
    assert refusal(services.sit, friend, table.pk, None, key=table.invite).code == "sent_away", "as long as it lasts"
    for one in (host, other):
        services.leave(one)
    services.open_private(host, room.pk)
    assert Seat.objects.get(player=host).table == table
    table.refresh_from_db()
    assert services.sit(friend, table.pk, None, key=table.invite)
    services.leave(host)
    services.open_private(other, room.pk)
    assert Seat.objects.filter(player=other).exists()


def test_tables_are_found_by_their_number() -> None:
    room, one = rooms(), person(100_000)
    other = starting("junior")
    services.sit_anywhere(one, room.pk)
    two = person(100_000)
    services.sit_anywhere(two, other.pk)
    with CaptureQueriesContext(connection) as one_room:
        private.find(1, other.pk)
    with CaptureQueriesContext(connection) as two_rooms:
        assert [found["room"]["id"] for found in private.find(1)] == [room.pk, other.pk], "in the rooms' order"
    assert len(two_rooms) == len(one_room), "however many are found"
    assert [found["room"]["id"] for found in private.find(1, other.pk)] == [other.pk]
    assert private.find(2) == []
    services.leave(one)
    assert [found["room"]["id"] for found in private.find(1)] == [other.pk], "an empty table is no find"


@pytest.mark.django_db(transaction=True)
def test_two_people_race_for_the_last_seats() -> None:
    room = rooms()
    for _ in range(3):
        host, first, second = person(), person(), person()
        table = services.open_private(host, room.pk, "pw").table
        outcomes = together(*[lambda p=p, t=table: services.sit(p, t.pk, 1, key="pw").index for p in (first, second)])
        assert sorted(map(str, outcomes)) == ["1", "seat_taken"]
        late = (first, second)[outcomes.index("seat_taken")]
        refused = refusal(services.sit, late, table.pk, 1, key="pw")
        assert refused.facts["free"] == [2], "the next one is offered"
        assert services.sit(late, table.pk, refused.facts["free"][0], key="pw").index == 2


@pytest.mark.django_db(transaction=True)
def test_leaving_while_being_sent_away_and_sitting_down_while_the_table_ends() -> None:
    room = rooms()
    for _ in range(3):
        _table, (one, other, rude) = around(room, 3)
        private.kick(one, rude.pk)
        together(lambda o=other, r=rude: private.kick(o, r.pk), lambda r=rude: services.leave(r))
        assert not Seat.objects.filter(player=rude).exists()
        host, friend = person(), person()
        own = services.open_private(host, room.pk).table
        left, sat = together(
            lambda h=host: services.leave(h), lambda f=friend, t=own: services.sit(f, t.pk, None, key=t.invite).index
        )
        own.refresh_from_db()
        assert left is None
        # Whoever looks once the host has left finds a table like any other; who looked before has a key to nothing.
        assert sat in (0, 1, "wrong_key")
        assert (sat == 1) == own.private == (own.host_id == friend.pk)
        for player in (one, other):
            services.leave(player)


@pytest.mark.django_db(transaction=True)
def test_fifty_people_sit_leave_ready_change_and_vanish_at_once() -> None:
    """Storms of 50: no seat without an owner, no owner with two seats, no table private to nobody."""
    room: Room = rooms(bots_allowed=False)
    people = [person() for _ in range(50)]
    seed = int(os.environ.get("STORM_SEED") or random.randrange(10**6))
    print(f"storm seed {seed}")

    def storm(player: Player, number: int) -> str:
        dice = random.Random(seed * 1000 + number)

        def somewhere() -> int:
            return dice.choice(list(Table.objects.values_list("pk", flat=True)) or [1])

        def vanish() -> None:
            Seat.objects.filter(player=player).update(since=timezone.now() - timedelta(minutes=9))
            waiting.free_seats()

        def key_of(table_id: int) -> str:
            return Table.objects.filter(pk=table_id).values_list("invite", flat=True).first() or ""

        def sit() -> None:
            table = somewhere()
            services.sit(player, table, dice.randrange(3), key=key_of(table))

        acts = [
            sit,
            sit,
            lambda: services.sit_anywhere(player, room.pk),
            lambda: services.open_private(player, room.pk),
            lambda: services.leave(player, flee=True),
            lambda: services.ready(player),
            lambda: services.change_table(player),
            lambda: private.kick(player, dice.choice(people).pk),
            vanish,
        ]
        for _ in range(int(os.environ.get("STORM_STEPS", "6"))):
            try:
                dice.choice(acts)()
            except Refused:
                continue
        return "done"

    for start in range(0, 50, 25):  # the database takes a hundred connections
        assert together(*[lambda p=p, i=i: storm(p, i) for i, p in enumerate(people[start : start + 25], start)])
    check_house()
    for table in Table.objects.all():
        sitting = set(table.taken.values_list("player", flat=True))
        assert table.private == (table.host_id is not None)
        if table.hand is None:
            assert not table.private or table.host_id in sitting
    assert not Ticket.objects.filter(player__in=Seat.objects.values("player")).exists()
