"""Reads about players."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Player, Standing


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
