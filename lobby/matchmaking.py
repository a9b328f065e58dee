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
    """These people and so many bots fill `table`, or a table of their own (None)."""

    table: int | None
    players: tuple[int, ...]
    bots: int


def plan(
    waiting: Sequence[Waiting], vacancies: Sequence[Vacancy], *, seats: int, bot_wait: int | None, now: int
) -> list[Match]:
    """The matches that can be made at `now`, the longest waiting first.

    Free seats at tables whose people are ready come first, then full tables of people. Whoever has waited `bot_wait`
    ms (None: bots are not allowed) plays with whoever else waits and bots in the seats left.
    """
    queue = sorted(waiting, key=lambda w: (w.since, w.player))
    matches: list[Match] = []

    def take(chosen: Sequence[Waiting], table: int | None, free: int) -> None:
        for person in chosen:
            queue.remove(person)
        matches.append(Match(table, tuple(p.player for p in chosen), free - len(chosen)))

    def overdue(since: int) -> bool:
        return bot_wait is not None and now - since >= bot_wait

    for vacancy in sorted(vacancies, key=lambda v: (v.since, v.table)):
        chosen = [person for person in queue if person.avoid != vacancy.table][: vacancy.free]
        if len(chosen) == vacancy.free or overdue(min([vacancy.since, *(p.since for p in chosen)])):
            take(chosen, vacancy.table, vacancy.free)
    while len(queue) >= seats:
        take(queue[:seats], None, seats)
    if queue and overdue(queue[0].since):
        take(list(queue), None, seats)
    return matches
