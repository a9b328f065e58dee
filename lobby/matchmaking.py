"""Who plays with whom: a pure function over those who wait. No database and no clock.

The longest waiting comes first and is given the company nearest to him in wealth and level among the next in the
queue; every second of waiting outweighs a doubling of wealth. Two who are to be kept apart never meet. Three who played
together within their last hands (at tables of two: two) do not meet again while there is a crowd, and without one only
once the first of them has been patient.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from math import log2

CROWD = 30
"""While more wait, nobody has to meet the same people again."""
PATIENCE_MS = 1_000
"""After so long without a crowd old company is better than none."""
REACH = 48
"""So many of the longest waiting are looked at for a match, and so many times `FAR` where that is not enough."""
FAR = 4
LEVELS_A_DOUBLING = 3
"""So many levels set people as far apart as twice the wealth does."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A person in the queue of a room, or ready at one of its tables, since a moment (ms).

    `avoid` are tables not to be sent to (the one just left, those he was sent away from), `wealth` what he has of the
    room's currency, `company` the others of each of his last hands.
    """

    player: int
    since: int
    avoid: frozenset[int] = frozenset()
    wealth: int = 0
    level: int = 1
    company: tuple[frozenset[int], ...] = ()


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A table with `free` seats between hands whose people are all ready, the longest waiting since `since` (ms)."""

    table: int
    free: int
    since: int
    people: tuple[Waiting, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """These people and so many bots play at `table`, or at a table of their own (None). `again`: some of them have
    met lately, which holds only as long as there is no crowd. `people` sit at `table` already."""

    table: int | None
    players: tuple[int, ...]
    bots: int
    again: bool = False
    people: frozenset[int] = frozenset()


Apart = Mapping[int, AbstractSet[int]]
"""Per player those he must not sit with; where one stands with another, the other stands with the one."""


def plan(
    waiting: Sequence[Waiting],
    vacancies: Sequence[Vacancy],
    *,
    seats: int,
    needed: int,
    wait: int,
    bots: bool,
    now: int,
    apart: Apart | None = None,
) -> list[Match]:
    """The matches that can be made at `now` in a room of tables with `seats`, the longest waiting first.

    Free seats at tables whose people are ready come first, then full tables of people. Whoever has waited `wait` ms
    plays with whoever else waits: bots take the seats left, or without `bots` as many as are `needed` will do.
    """
    queue = _Queue(waiting, seats, apart or {}, now)
    matches: list[Match] = []

    def take(chosen: Sequence[Waiting], people: Sequence[Waiting], table: int | None, free: int) -> None:
        again = queue.have_met([*people, *chosen])
        queue.remove(chosen)
        seated = frozenset(p.player for p in people) if table is not None else frozenset()
        filled = free - len(chosen) if bots else 0
        matches.append(Match(table, tuple(p.player for p in chosen), filled, again, seated))

    def overdue(since: int, people: int) -> bool:
        return (bots or people >= needed) and now - since >= wait

    for vacancy in sorted(vacancies, key=lambda v: (v.since, v.table)):
        patient = now - vacancy.since >= PATIENCE_MS
        chosen = queue.fill(vacancy.people, vacancy.free, vacancy.table, again=patient)
        if chosen is None:
            chosen = queue.some(vacancy.people, vacancy.free, vacancy.table)
            since = min([vacancy.since, *(p.since for p in chosen)])
            if not overdue(since, seats - vacancy.free + len(chosen)):
                continue
        take(chosen, vacancy.people, vacancy.table, vacancy.free)
    for again in (False, True):
        for first in queue.in_order():
            mates = queue.fill((first,), seats - 1, again=again and now - first.since >= PATIENCE_MS)
            if mates is not None:
                take((first, *mates), (), None, seats)
    for first in queue.in_order():
        mates = queue.some((first,), seats - 1)
        if overdue(first.since, 1 + len(mates)):
            take((first, *mates), (), None, seats)
    return matches


class _Queue:
    """Those who are not matched yet, the longest waiting first."""

    def __init__(self, waiting: Sequence[Waiting], seats: int, apart: Apart, now: int) -> None:
        self._left = {w.player: w for w in sorted(waiting, key=lambda w: (w.since, w.player))}
        self._group = min(3, seats)
        """So many who meet again are the same company."""
        self._apart = apart
        self._now = now
        self._crowded = len(self._left) > CROWD

    def in_order(self) -> Iterator[Waiting]:
        """Each of those who are left when their turn comes."""
        for player in list(self._left):
            if player in self._left:
                yield self._left[player]

    def remove(self, chosen: Sequence[Waiting]) -> None:
        for person in chosen:
            del self._left[person.player]

    def fill(
        self, people: Sequence[Waiting], free: int, table: int | None = None, *, again: bool
    ) -> list[Waiting] | None:
        """Company for `people` on all the `free` seats, or None. `again`: old company will do, if there is no other
        and no crowd."""
        for far in (False, True):
            if far and len(self._left) <= REACH:
                break
            found = self._search(list(people), free, self._candidates(people, table, far), again=False)
            if found is not None:
                return found
        if again and not self._crowded:
            return self._search(list(people), free, self._candidates(people, table, True), again=True)
        return None

    def some(self, people: Sequence[Waiting], free: int, table: int | None = None) -> list[Waiting]:
        """As much company as there is: new if possible, old only without a crowd."""
        chosen: list[Waiting] = []
        for again in (False, True) if not self._crowded else (False,):
            for person in self._candidates(people, table, False):
                if len(chosen) < free and person not in chosen and self._fits(person, [*people, *chosen], again):
                    chosen.append(person)
        return chosen

    def have_met(self, people: Sequence[Waiting]) -> bool:
        """Whether among these people are some who played together lately."""
        return any(_met(group) for group in combinations(people, self._group))

    def _candidates(self, people: Sequence[Waiting], table: int | None, far: bool) -> list[Waiting]:
        """Those who could join, the best company first."""
        around = list(self._left.values())
        around = around[: REACH * FAR if far else REACH]
        seated = {person.player for person in people}
        those = [p for p in around if p.player not in seated and (table is None or table not in p.avoid)]
        if not people:
            return those
        return sorted(those, key=lambda p: _distance(people[0], p) - (self._now - p.since) / 1000)

    def _search(
        self, group: list[Waiting], free: int, candidates: Sequence[Waiting], *, again: bool
    ) -> list[Waiting] | None:
        if free == 0:
            return []
        for place, person in enumerate(candidates):
            if self._fits(person, group, again):
                rest = self._search([*group, person], free - 1, candidates[place + 1 :], again=again)
                if rest is not None:
                    return [person, *rest]
        return None

    def _fits(self, person: Waiting, group: Sequence[Waiting], again: bool) -> bool:
        apart = self._apart.get(person.player, frozenset())
        if any(other.player in apart for other in group):
            return False
        return again or not any(_met((person, *some)) for some in combinations(group, self._group - 1))


def _met(group: Sequence[Waiting]) -> bool:
    """Whether all of the group sat at one table within the last hands of any of them."""
    players = {person.player for person in group}
    return any(players - {person.player} <= hand for person in group for hand in person.company)


def _distance(one: Waiting, other: Waiting) -> float:
    """How unlike two people are, in doublings of wealth."""
    wealth = abs(log2(1 + one.wealth) - log2(1 + other.wealth))
    return wealth + abs(one.level - other.level) / LEVELS_A_DOUBLING
