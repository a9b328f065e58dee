"""Friends, blocks and privacy: what each command does, what it refuses, and two people at once."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone, translation

from accounts import friends, selectors
from accounts.errors import Declined
from accounts.models import Block, Friendship, Player, Privacy
from tests.together import together

pytestmark = pytest.mark.django_db

_numbers = itertools.count(1)


def player(name: str = "") -> Player:
    number = next(_numbers)
    return Player.objects.create_user(username=f"friend{number}", nickname=name or f"友{number}")


def befriend(one: Player, other: Player) -> None:
    friends.ask(one, other.pk)
    friends.accept(other, one.pk)


def refusal(act: object, *args: object) -> str:
    with pytest.raises(Declined) as refused:
        act(*args)  # type: ignore[operator]
    for language in ("zh-hans", "en"):
        with translation.override(language):
            assert refused.value.text
    return refused.value.code


def test_a_request_is_accepted_and_the_friendship_ended() -> None:
    one, other = player(), player()
    assert friends.ask(one, other.pk) is False
    assert selectors.requests_to(other.pk) == [one] == selectors.requests_to(other.pk)
    assert selectors.requests_of(one.pk) == [other]
    assert selectors.friends(one.pk) == [], "asking alone makes nobody a friend"
    friends.accept(other, one.pk)
    assert selectors.friends(one.pk) == [other]
    assert selectors.friends(other.pk) == [one]
    assert selectors.requests_to(other.pk) == [] == selectors.requests_of(one.pk)
    assert refusal(friends.ask, one, other.pk) == "friends_already"
    friends.remove(one, other.pk)
    assert selectors.friend_ids(other.pk) == set()
    assert refusal(friends.remove, other, one.pk) == "not_friends"


def test_requests_that_cross_make_friends() -> None:
    one, other = player(), player()
    friends.ask(one, other.pk)
    assert friends.ask(other, one.pk) is True
    assert selectors.friend_ids(one.pk) == {other.pk}
    assert Friendship.objects.count() == 1


def test_a_refusal_is_not_told_and_holds_for_a_while() -> None:
    one, other = player(), player()
    friends.ask(one, other.pk)
    friends.decline(other, one.pk)
    assert selectors.requests_to(other.pk) == []
    assert selectors.requests_of(one.pk) == [other], "whoever asked sees silence"
    assert refusal(friends.ask, one, other.pk) == "asked_already"
    friends.withdraw(one, other.pk)
    assert refusal(friends.ask, one, other.pk) == "asked_already", "taking it back does not undo the refusal"
    Friendship.objects.update(declined_at=timezone.now() - friends.ASK_AGAIN - timedelta(minutes=1))
    assert friends.ask(one, other.pk) is False
    assert selectors.requests_to(other.pk) == [one]


def test_whoever_declined_may_ask_himself() -> None:
    one, other = player(), player()
    friends.ask(one, other.pk)
    friends.decline(other, one.pk)
    assert friends.ask(other, one.pk) is True, "the first request still stands"
    assert selectors.friend_ids(other.pk) == {one.pk}


def test_nobody_answers_for_another() -> None:
    one, other, third = player(), player(), player()
    friends.ask(one, other.pk)
    assert refusal(friends.accept, one, other.pk) == "not_asked"
    assert refusal(friends.accept, third, one.pk) == "not_asked"
    assert refusal(friends.decline, one, other.pk) == "not_asked"
    assert refusal(friends.withdraw, other, one.pk) == "not_asked"
    assert refusal(friends.ask, one, one.pk) == "yourself"
    assert refusal(friends.ask, one, 10**9) == "no_player"
    assert not Friendship.objects.filter(accepted_at__isnull=False).exists()
    friends.withdraw(one, other.pk)
    assert not Friendship.objects.exists()


def test_a_block_ends_the_friendship_and_looks_like_a_closed_door() -> None:
    one, other = player(), player()
    befriend(one, other)
    assert friends.block(one, other.pk) is True
    assert friends.block(one, other.pk) is False, "again changes nothing"
    assert Block.objects.count() == 1
    assert selectors.friend_ids(other.pk) == set()
    assert refusal(friends.ask, other, one.pk) == "not_open"
    assert refusal(friends.ask, one, other.pk) == "blocked_by_you"
    assert selectors.blocked_by(one.pk) == [other]
    friends.unblock(one, other.pk)
    friends.unblock(one, other.pk)
    assert friends.ask(other, one.pk) is False
    assert refusal(friends.block, one, one.pk) == "yourself"


def test_blocked_pairs_are_told_whoever_blocks() -> None:
    one, other, third, stranger = (player() for _ in range(4))
    friends.block(third, one.pk)
    friends.block(other, stranger.pk)
    assert selectors.blocked_pairs([one.pk, other.pk, third.pk]) == {(one.pk, third.pk)}
    assert selectors.blocked_pairs([one.pk, other.pk]) == set()
    assert selectors.blocked_pairs_with(one.pk, [other.pk, third.pk, stranger.pk]) == {(one.pk, third.pk)}


def test_who_may_ask() -> None:
    one, other, mutual = player(), player(), player()
    friends.set_privacy(other, "friends", "friends", "nobody")
    assert refusal(friends.ask, one, other.pk) == "not_open"
    friends.set_privacy(other, "friends", "friends", "mutual")
    assert refusal(friends.ask, one, other.pk) == "not_open"
    befriend(one, mutual)
    befriend(other, mutual)
    assert friends.ask(one, other.pk) is False
    with pytest.raises(ValueError, match="unknown choice"):
        friends.set_privacy(other, "friends", "friends", "sometimes")
    assert Privacy.objects.get().ask == "mutual"


@pytest.mark.parametrize(("choice", "seen_by"), [("all", "friend stranger"), ("friends", "friend"), ("nobody", "")])
def test_who_sees_and_who_invites(choice: str, seen_by: str) -> None:
    one, friend, stranger, blocked = player(), player("friend"), player("stranger"), player("blocked")
    befriend(one, friend)
    friends.block(one, blocked.pk)
    friends.set_privacy(one, choice, "nobody", "all")
    seers = [who.nickname for who in (friend, stranger, blocked) if selectors.allowing("online", who.pk, [one.pk])]
    assert seers == seen_by.split()
    assert not any(selectors.allowing("invite", who.pk, [one.pk]) for who in (friend, stranger, blocked))
    assert selectors.allowing("online", one.pk, [one.pk, blocked.pk]) == {one.pk}, "the blocker does not see either"


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "FRIENDS", 1)
    monkeypatch.setattr(friends, "REQUESTS", 1)
    monkeypatch.setattr(friends, "BLOCKS", 1)
    one, other, third = player(), player(), player()
    friends.ask(one, other.pk)
    assert refusal(friends.ask, one, third.pk) == "too_many_requests"
    friends.ask(third, one.pk)
    friends.accept(other, one.pk)
    assert refusal(friends.accept, one, third.pk) == "too_many_friends"
    assert refusal(friends.ask, other, third.pk) == "too_many_friends"
    assert selectors.requests_to(one.pk) == [third], "a refused answer leaves the request"
    friends.block(one, third.pk)
    assert refusal(friends.block, one, other.pk) == "too_many_blocks"
    assert selectors.friend_ids(one.pk) == {other.pk}


def test_the_database_keeps_one_row_per_pair() -> None:
    one, other = player(), player()
    with pytest.raises(IntegrityError):
        Friendship.objects.create(low=other, high=one, asked_by=one)


@pytest.mark.django_db(transaction=True)
def test_two_people_at_once() -> None:
    for _ in range(4):
        one, other = player(), player()
        asked = together(lambda o=one, p=other: friends.ask(o, p.pk), lambda o=one, p=other: friends.ask(p, o.pk))
        assert sorted(asked) == [False, True], "the second request answers the first"
        assert Friendship.objects.get(low=one, high=other).accepted_at

        one, other = player(), player()
        friends.ask(one, other.pk)
        accepted = together(*[lambda o=one, p=other: friends.accept(p, o.pk) or "yes"] * 3)
        assert sorted(accepted) == ["not_asked", "not_asked", "yes"]

        one, other = player(), player()
        together(lambda o=one, p=other: friends.ask(o, p.pk), lambda o=one, p=other: friends.block(p, o.pk))
        assert not Friendship.objects.filter(low=one, high=other).exists(), "a block leaves no request behind"
        assert Block.objects.filter(player=other, blocked=one).exists()


@pytest.mark.django_db(transaction=True)
def test_accepting_many_at_once_keeps_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "FRIENDS", 2)
    one, askers = player(), [player() for _ in range(5)]
    for asker in askers:
        friends.ask(asker, one.pk)
    outcomes = together(*[lambda a=asker: friends.accept(one, a.pk) or "yes" for asker in askers])
    assert sorted(outcomes) == ["too_many_friends"] * 3 + ["yes"] * 2
    assert len(selectors.friend_ids(one.pk)) == 2
