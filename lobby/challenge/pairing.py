"""Who sits with whom in a round, and how many go on from it. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def tables(people: Sequence[T], seats: int, *, bots: bool, luck: random.Random) -> tuple[list[list[T | None]], list[T]]:
    """The seats of each table (None: a bot) and who sits this round out and goes on.

    `people` are in the order of their ranks. They are dealt out to and fro, so that the tables are equally strong, and
    sit in any order: seats of one number are compared with each other. With bots, tables differ by one person at most;
    without them the best of those who make up no whole table wait.
    """
    resting = 0 if bots else len(people) % seats
    playing = people[resting:]
    count = -(-len(playing) // seats)
    found: list[list[T | None]] = [[] for _ in range(count)]
    for number, person in enumerate(playing):
        turn, place = divmod(number, count)
        found[count - 1 - place if turn % 2 else place].append(person)
    for table in found:
        table += [None] * (seats - len(table))
        luck.shuffle(table)
    return found, list(people[:resting])


def going_on(people: int, seats: int, keep: int) -> int:
    """How many of so many people go on to the next round: about `keep` percent, in whole tables. 0: this is the final,
    for they fit at one table."""
    if people <= seats:
        return 0
    return max(seats, people * keep // 100 // seats * seats)


def rounds(people: int, seats: int, keep: int) -> int:
    """How many rounds so many people play, if nobody leaves."""
    count = 1
    while people := going_on(people, seats, keep):
        count += 1
    return count
