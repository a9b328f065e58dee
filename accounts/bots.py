"""Bot accounts: players that a program plays, each owned by the person who answers for it
(docs/decisions/020-bot-accounts.md).

A bot account is made as one and stays one. Its name begins with a mark that no person's name has
(`accounts.names.BOT_MARK`), so wherever the name is shown it says what plays there. It has no password: it acts through
tokens alone, which its owner makes.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.errors import TokenRefused
from accounts.models import Player
from accounts.names import BOT_MARK

NAME = re.compile(r"[^\W_](?:[^\W_]|-(?!-)){1,11}")
NAME_LONGEST = 12
FACE = "bot"
"""The face of all bots, the house's too (`avatars.drawings.others`)."""
MOST = 3
"""So many a person may own; one that was retired counts for `COUNTED` more."""
COUNTED = timedelta(days=30)
PREFIX = "bot:"
"""No registered username can hold a colon."""


@transaction.atomic
def create(owner: Player, name: str, *, limited: bool = True) -> Player:
    """Make a bot account of `owner` with this name behind the mark; `limited` is off for the admin's own.

    Raises `TokenRefused`: guests_have_none (bots have none either), bad_bot_name, too_many_bots.
    """
    if owner.is_guest or owner.is_bot:
        raise TokenRefused("guests_have_none")
    if not NAME.fullmatch(name):
        raise TokenRefused("bad_bot_name", limit=NAME_LONGEST)
    owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    counted = Q(is_active=True) | Q(date_joined__gt=timezone.now() - COUNTED)
    if limited and owner.bots.filter(counted).count() >= MOST:
        raise TokenRefused("too_many_bots", limit=MOST, days=COUNTED.days)
    bot = Player(username=PREFIX + secrets.token_hex(12), nickname=BOT_MARK + name, avatar=FACE, owner=owner)
    bot.set_unusable_password()
    bot.save()
    return bot


@transaction.atomic
def retire(owner: Player, bot_id: int) -> None:
    """Take a bot out of service for good: its tokens end now, its account is erased by the next sweep. Raises
    `TokenRefused` no_bot."""
    bot = Player.objects.select_for_update(no_key=True).filter(pk=bot_id, owner=owner.pk, is_active=True).first()
    if bot is None:
        raise TokenRefused("no_bot")
    bot.tokens.all().delete()
    bot.is_active, bot.closes_at = False, timezone.now()
    bot.save(update_fields=["is_active", "closes_at"])


def among(player_ids: Iterable[int]) -> set[int]:
    """Those of these players that are bots."""
    return set(Player.objects.filter(pk__in=list(player_ids), owner__isnull=False).values_list("pk", flat=True))


def families(player_ids: Iterable[int]) -> list[set[int]]:
    """Those of these players that belong together: a person with his bots, or bots of one person; each of at least
    two."""
    rows = Player.objects.filter(pk__in=list(player_ids)).values_list("pk", "owner")
    found: dict[int, set[int]] = {}
    for pk, owner in rows:
        found.setdefault(owner or pk, set()).add(pk)
    return [family for family in found.values() if len(family) > 1]
