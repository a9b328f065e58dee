"""From entry fees to prizes: whole amounts that add up. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def filled(fee: int, people: int, rake: int, guaranteed: int) -> tuple[int, int]:
    """What there is to win and what the house keeps: the fees less `rake` percent of them, rounded down, and what the
    house guarantees besides."""
    fees = fee * people
    house = fees * rake // 100
    return fees - house + guaranteed, house


def shared(pool: int, percents: Sequence[int], placed: Sequence[tuple[int, T]]) -> dict[T, int]:
    """What each of `placed`, (place, who) from the first place on, wins of the pool; the sum is the pool.

    The places have these percents; where there are fewer people the places that there are share all of it in the same
    proportion. Left-over units go one each from the first place down. Who share a place share what the places they
    take up would win, left-over units again one each in their order.
    """
    paid = percents[: len(placed)]
    whole = sum(paid)
    by_place = [pool * percent // whole for percent in paid]
    for place in range(pool - sum(by_place)):
        by_place[place] += 1
    won: dict[T, int] = {}
    start = 0
    while start < len(placed):
        equals = [who for place, who in placed if place == placed[start][0]]
        amount, left = divmod(sum(by_place[start : start + len(equals)]), len(equals))
        for number, who in enumerate(equals):
            won[who] = amount + (number < left)
        start += len(equals)
    return {who: amount for who, amount in won.items() if amount}
