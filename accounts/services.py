"""Writes: guests, turning a guest into an account, results of hands."""

from __future__ import annotations

import secrets

from allauth.core import ratelimit
from django.contrib.auth import login, update_session_auth_hash
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest

from accounts import levels, names
from accounts.errors import NotAGuest, TooManyGuests, UsernameTaken
from accounts.events import AccountSwitchedOff, LevelReached
from accounts.models import Player, Standing
from outbox.services import emit

GUEST_PREFIX = "guest:"
"""No registered username can hold a colon, so a guest's can never be taken or imitated."""


def create_guest(request: HttpRequest) -> Player:
    """Make a guest with a random nickname and picture, and sign it in.

    Raises `TooManyGuests` when the sender's address is over ACCOUNT_RATE_LIMITS["guest"].
    """
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuests
    with transaction.atomic():
        player = Player(
            username=GUEST_PREFIX + secrets.token_hex(12),
            nickname=names.nickname(),
            avatar=names.avatar(),
            is_guest=True,
        )
        player.set_unusable_password()
        player.save()
    login(request, player, backend="django.contrib.auth.backends.ModelBackend")
    return player


def show_as(player: Player, face: str) -> None:
    """Show the player with this face (a code of `avatars`) from now on; seats and hands keep what they began with."""
    Player.objects.filter(pk=player.pk).update(avatar=face)
    player.avatar = face


def upgrade(
    player: Player, username: str, password: str, email: str = "", *, request: HttpRequest | None = None
) -> Player:
    """Turn a guest into an account that signs in with `username` and `password`.

    The row stays the same, so balances, standing and seats stay too. With `request` its session stays signed in.
    The caller has validated the name and the password. Raises `NotAGuest` or `UsernameTaken`; the
    guest is unchanged then.
    """
    try:
        with transaction.atomic():
            guest = Player.objects.select_for_update().get(pk=player.pk)
            if not guest.is_guest:
                raise NotAGuest
            if Player.objects.filter(username__iexact=username).exists():
                raise UsernameTaken
            guest.username = username
            guest.email = email
            guest.is_guest = False
            guest.set_password(password)
            guest.save(update_fields=["username", "email", "is_guest", "password"])
    except IntegrityError as error:
        raise UsernameTaken from error
    if request is not None:
        # The session is signed with the password; a guest's other browsers are signed out, this one stays.
        update_session_auth_hash(request, guest)
    player.refresh_from_db()
    return player


def hold(player_id: int) -> Player:
    """The player, locked until the end of the transaction."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


@transaction.atomic
def switch_off(player_id: int) -> bool:
    """Let nobody in with this account until `switch_on`, and end what it and its bots, whose tokens count only while
    their owner's account does, have open (`AccountSwitchedOff`). False where it was off already."""
    if not hold(player_id).is_active:
        return False
    Player.objects.filter(pk=player_id).update(is_active=False)
    for pk in (player_id, *Player.objects.filter(owner=player_id).values_list("pk", flat=True)):
        emit(AccountSwitchedOff(pk))
    return True


@transaction.atomic
def switch_on(player_id: int) -> bool:
    """Let the account in again. False where it is on, or was erased meanwhile."""
    row = hold(player_id)
    if row.is_active or row.erased_at is not None:
        return False
    Player.objects.filter(pk=player_id).update(is_active=True)
    return True


def record(player_id: int, mode: str, outcome: str, points: int) -> None:
    """Add a hand's `outcome` ("win", "lose", "draw", "escape") and level points to the standing in `mode`; who rises on
    the ladder by it is told as `LevelReached`. Nothing is kept of an erased player.

    Not idempotent: called once a hand, inside the transaction that settles it.
    """
    if outcome not in ("win", "lose", "draw", "escape"):
        raise ValueError(f"unknown outcome {outcome!r}")
    if Player.objects.filter(pk=player_id, erased_at__isnull=False).exists():
        return
    Standing.objects.get_or_create(player_id=player_id, mode=mode)
    row = Standing.objects.filter(player_id=player_id, mode=mode)
    row.update(points=F("points") + points, **{outcome: F(outcome) + 1})
    # Read after the update, whose lock keeps others out until the end of the transaction.
    now = row.values_list("points", flat=True).get()
    before, reached = levels.level(now - points), levels.level(now)
    if reached > before:
        emit(LevelReached(player_id, mode, before, reached))
