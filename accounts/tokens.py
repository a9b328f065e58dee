"""Tokens: how a program acts for a player, over REST and at the handshake of a WebSocket.

A secret is shown once, when it is made. What is kept of it is its digest, so who reads the database can use none. A
token acts for its own account alone: a person's for the person, a bot's for the bot.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.errors import TokenRefused
from accounts.models import Player, Scope, Token

PREFIX = "cardhouse_"
"""By this a scanner of published code, or a person, knows what it found."""
BYTES = 32
DAYS = (7, 30, 90, 365)
"""For how long a token may be made."""
MOST = 10
"""So many tokens an account may have that have not expired."""
NAME = 40
BOT_SCOPES = frozenset(Scope) - {Scope.REWARDS}
"""What a bot's token may allow: gifts are for people."""
NOTED = timedelta(minutes=1)
"""A token's use is written down no more often."""


@transaction.atomic
def create(owner: Player, account: Player, name: str, scopes: Iterable[str], days: int) -> tuple[Token, str]:
    """Make a token of `owner`'s own account or of one of his bots; the row and its secret, which is told only here.

    Raises `TokenRefused`: guests_have_none, no_bot, bad_name, bad_scopes, bad_expiry, too_many_tokens.
    """
    if owner.is_guest:
        raise TokenRefused("guests_have_none")
    if account.pk != owner.pk and account.owner_id != owner.pk:
        raise TokenRefused("no_bot")
    # Locked, so that the limit holds however many are asked for at once.
    account = Player.objects.select_for_update(no_key=True).get(pk=account.pk)
    name = " ".join(name.split())
    if not 0 < len(name) <= NAME or not name.isprintable():
        raise TokenRefused("bad_name", limit=NAME)
    wanted = set(scopes)
    if not wanted or not wanted <= (BOT_SCOPES if account.is_bot else set(Scope)):
        raise TokenRefused("bad_scopes")
    if days not in DAYS:
        raise TokenRefused("bad_expiry")
    now = timezone.now()
    account.tokens.filter(expires_at__lte=now).delete()
    if not account.is_active or account.tokens.count() >= MOST:
        raise TokenRefused("too_many_tokens", limit=MOST)
    secret = PREFIX + secrets.token_urlsafe(BYTES)
    token = Token.objects.create(
        player=account,
        name=name,
        digest=_digest(secret),
        scopes=[scope for scope in Scope.values if scope in wanted],
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    return token, secret


def find(secret: str) -> Token | None:
    """The token with this secret and its player, if it holds now; its use is noted."""
    now = timezone.now()
    token = _holding(Q(digest=_digest(secret))).select_related("player").first()
    if token is not None and (token.used_at is None or token.used_at < now - NOTED):
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


def holds(token_id: int) -> bool:
    """Whether the token is still good: neither revoked nor expired, and its account in use."""
    return _holding(Q(pk=token_id)).exists()


def revoke(owner: Player, token_id: int) -> None:
    """Take a token of `owner` or of one of his bots back, at once. Raises `TokenRefused` no_token."""
    gone, _rows = own(owner.pk).filter(pk=token_id).delete()
    if not gone:
        raise TokenRefused("no_token")


def own(player_id: int) -> QuerySet[Token]:
    """The tokens of the player and of his bots, the newest first."""
    return Token.objects.filter(Q(player=player_id) | Q(player__owner=player_id)).select_related("player")


def _holding(which: Q) -> QuerySet[Token]:
    """Of those the ones that count now; a bot's only while its owner's account is in use."""
    answered_for = Q(player__owner=None) | Q(player__owner__is_active=True)
    return Token.objects.filter(which, answered_for, expires_at__gt=timezone.now(), player__is_active=True)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
