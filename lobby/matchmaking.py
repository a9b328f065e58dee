"""Who plays with whom: a pure function over those who wait. No database and no clock."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """A person in the queue of a room since a moment (ms); `avoid` is a table not to be sent back to."""

    player: int
    since: int
    avoid: int | None = None


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A table with `free` seats between hands whose people are all ready, the longest waiting since `since` (ms)."""

    table: int
    free: int
    since: int


@dataclass(frozen=True, slots=True)
class Match:
    """These people and so many bots play at `table`, or at a table of their own (None)."""

    table: int | None
    players: tuple[int, ...]
    bots: int


def plan(
    waiting: Sequence[Waiting],
    vacancies: Sequence[Vacancy],
    *,
    seats: int,
    needed: int,
    wait: int,
    bots: bool,
    now: int,
) -> list[Match]:
    """The matches that can be made at `now` in a room of tables with `seats`, the longest waiting first.

    Free seats at tables whose people are ready come first, then full tables of people. Whoever has waited `wait` ms
    plays with whoever else waits: bots take the seats left, or without `bots` as many as are `needed` will do.
    """
    queue = sorted(waiting, key=lambda w: (w.since, w.player))
    matches: list[Match] = []

    def take(chosen: Sequence[Waiting], table: int | None, free: int) -> None:
        for person in chosen:
            queue.remove(person)
        matches.append(Match(table, tuple(p.player for p in chosen), free - len(chosen) if bots else 0))

    def overdue(since: int, people: int) -> bool:
        return (bots or people >= needed) and now - since >= wait

    for vacancy in sorted(vacancies, key=lambda v: (v.since, v.table)):
        chosen = [person for person in queue if person.avoid != vacancy.table][: vacancy.free]
        since = min([vacancy.since, *(p.since for p in chosen)])
        if len(chosen) == vacancy.free or overdue(since, seats - vacancy.free + len(chosen)):
            take(chosen, vacancy.table, vacancy.free)
    while len(queue) >= seats:
        take(queue[:seats], None, seats)
    if queue and overdue(queue[0].since, len(queue)):
        take(list(queue), None, seats)
    return matches
