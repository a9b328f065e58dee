"""Reads about players."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import Audience, Block, Friendship, Player, Privacy, Standing


def standing(player: Player | int, mode: str) -> Standing:
    """The player's points, results, level and title in `mode`; all zero (unsaved) before the first hand."""
    player_id = player if isinstance(player, int) else player.pk
    return standings([player_id], mode)[player_id]


def standings_of(player_id: int, modes: Iterable[str]) -> dict[str, Standing]:
    """`standing` of one player in many modes, with one query."""
    wanted = list(modes)
    found = {row.mode: row for row in Standing.objects.filter(player_id=player_id, mode__in=wanted)}
    return {mode: found.get(mode) or Standing(player_id=player_id, mode=mode) for mode in wanted}


def standings(player_ids: Iterable[int], mode: str) -> dict[int, Standing]:
    """`standing` of many players with one query."""
    wanted = list(player_ids)
    found = {row.player_id: row for row in Standing.objects.filter(player_id__in=wanted, mode=mode)}
    return {pk: found.get(pk) or Standing(player_id=pk, mode=mode) for pk in wanted}


def person(player_id: int) -> Player | None:
    """A player whom others may know of; None for a number nobody has or an account that was erased."""
    return Player.objects.filter(pk=player_id, erased_at=None).first()


def friend_ids(player_id: int) -> set[int]:
    """The numbers of the player's friends."""
    rows = Friendship.objects.filter(Q(low=player_id) | Q(high=player_id), accepted_at__isnull=False)
    return {high if low == player_id else low for low, high in rows.values_list("low", "high")}


def friends(player_id: int) -> list[Player]:
    """The player's friends, by name."""
    return list(Player.objects.filter(pk__in=friend_ids(player_id)).order_by("nickname", "pk"))


def requests_to(player_id: int) -> list[Player]:
    """Who asked the player for friendship and has no answer, the newest first."""
    rows = Friendship.objects.filter(Q(low=player_id) | Q(high=player_id), accepted_at=None, declined_at=None)
    return [row.asked_by for row in rows.exclude(asked_by=player_id).select_related("asked_by").order_by("-asked_at")]


def requests_of(player_id: int) -> list[Player]:
    """Whom the player asked without an answer so far, the newest first; a refusal looks like silence."""
    rows = Friendship.objects.filter(asked_by=player_id, accepted_at=None).select_related("low", "high")
    return [row.high if row.low_id == player_id else row.low for row in rows.order_by("-asked_at")]


def blocked_by(player_id: int) -> list[Player]:
    """Whom the player blocks, the newest first."""
    return [row.blocked for row in Block.objects.filter(player=player_id).select_related("blocked").order_by("-at")]


def blocked_pairs(player_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Pairs among these people of whom one blocks the other, each as (lower number, higher number), with one query."""
    return {(min(pair), max(pair)) for pair in blocks_among(player_ids)}


def blocks_among(player_ids: Iterable[int]) -> set[tuple[int, int]]:
    """As `blocked_pairs`, each as (who blocks, whom)."""
    wanted = list(player_ids)
    return set(Block.objects.filter(player__in=wanted, blocked__in=wanted).values_list("player", "blocked"))


def privacy(player_ids: Iterable[int]) -> dict[int, Privacy]:
    """What each of these people lets others do, with one query; as a new player has it (unsaved) where nothing was
    chosen."""
    wanted = list(player_ids)
    found = {row.player_id: row for row in Privacy.objects.filter(player__in=wanted)}
    return {pk: found.get(pk) or Privacy(player_id=pk) for pk in wanted}


def allowing(what: str, viewer_id: int, player_ids: Iterable[int]) -> set[int]:
    """Those of these people who let the viewer do `what`: "online" (see that they are there) or "invite".

    A block on either side forbids both; to oneself everything is allowed.
    """
    wanted = set(player_ids)
    friendly = friend_ids(viewer_id)
    apart = {one if other == viewer_id else other for one, other in blocked_pairs_with(viewer_id, wanted)}
    allowed = {Audience.ALL: wanted, Audience.FRIENDS: wanted & friendly, Audience.NOBODY: set[int]()}
    choices = privacy(wanted)
    return {pk for pk in wanted - apart if pk == viewer_id or pk in allowed[Audience(getattr(choices[pk], what))]}


def blocked_pairs_with(player_id: int, others: Iterable[int]) -> set[tuple[int, int]]:
    """As `blocked_pairs`, only those pairs of which the player is one."""
    wanted = list(others)
    rows = Block.objects.filter(Q(player=player_id, blocked__in=wanted) | Q(blocked=player_id, player__in=wanted))
    return {(min(pair), max(pair)) for pair in rows.values_list("player", "blocked")}
