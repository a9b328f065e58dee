"""What matching has to know of people: who must not meet whom, with whom each played last, wealth and levels."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from accounts import bots
from accounts import selectors as accounts
from accounts.models import Player
from accounts.origins import UNKNOWN, Origin
from lobby import selectors
from lobby.models import Room, Trail


@dataclass(frozen=True, slots=True)
class Known:
    """Per player, of those who have any."""

    apart: dict[int, set[int]]
    company: dict[int, tuple[frozenset[int], ...]]
    wealth: dict[int, int]
    levels: dict[int, int]


def known(room: Room, players: Collection[int], have: Mapping[int, dict[str, int]]) -> Known:
    """What matching in this room has to know of these people; `have`: what some of them can spend, read already."""
    trails = Trail.objects.in_bulk(players)
    if room.currency and (missing := set(players) - have.keys()):
        have = {**have, **selectors.balances_of(missing)}
    return Known(
        apart=_apart(room, players, trails),
        company={pk: tuple(frozenset(hand) for hand in trail.company) for pk, trail in trails.items()},
        wealth={pk: have[pk].get(room.currency, 0) for pk in players} if room.currency else {},
        levels={pk: standing.level for pk, standing in accounts.standings(players, room.mode).items()},
    )


def strangers(room: Room, player_id: int, others: Collection[int]) -> set[int]:
    """Those of `others` with whom the player must not sit in this room."""
    people = {player_id, *others}
    return _apart(room, people, Trail.objects.in_bulk(people)).get(player_id, set())


def _apart(room: Room, players: Collection[int], trails: dict[int, Trail]) -> dict[int, set[int]]:
    apart: dict[int, set[int]] = defaultdict(set)
    for one, other in accounts.blocked_pairs(players):
        apart[one].add(other)
        apart[other].add(one)
    if room.currency:
        # A person and his bots could play into each other's hands, wherever they sit.
        for family in bots.families(players):
            for pk in family:
                apart[pk] |= family - {pk}
    if room.parts_neighbours:
        households: dict[str, set[int]] = defaultdict(set)
        for pk, trail in trails.items():
            for hint in filter(None, (trail.address, trail.device)):
                households[hint].add(pk)
        for members in households.values():
            for pk in members:
                apart[pk] |= members - {pk}
    return dict(apart)


def came_from(player: Player, origin: Origin) -> None:
    """Note where the player comes from, if that is known. Expects the player's lock."""
    if origin == UNKNOWN:
        return
    trail = Trail.objects.filter(pk=player.pk).first()
    if trail is None or (trail.address, trail.device) != origin:
        Trail.objects.update_or_create(player=player, defaults={"address": origin.address, "device": origin.device})


def met(people: Iterable[int]) -> None:
    """These people begin a hand together. Expects the lock of the table at which they sit."""
    together = sorted(people)
    trails = Trail.objects.in_bulk(together)
    rows = []
    for pk in together:
        trail = trails.get(pk) or Trail(player_id=pk)
        others = [other for other in together if other != pk]
        trail.company = [others, *trail.company][: Trail.KEPT]
        rows.append(trail)
    Trail.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player"], update_fields=["company"])
