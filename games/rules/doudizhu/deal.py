"""The deal: which card goes where, and when it is turned up (K9, docs/decisions/003)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.core import Stream
from games.rules.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO
from games.rules.doudizhu.presets import Preset


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal number `number` of a hand. `order[seat]`: that seat's cards in the order in which it gets them; `hole`: the
    hole cards; `rest`: cards that stay hidden till the end; `first`: the seat drawn to speak first; `laizi`: the
    ranks drawn as laizi, in the order in which they are turned, the jokers as one (1.10, 1.11).

    Cards are turned up one a seat every `step` ms after `start`.
    """

    number: int
    order: tuple[tuple[int, ...], ...]
    hole: tuple[int, ...]
    rest: tuple[int, ...]
    first: int
    laizi: tuple[tuple[int, ...], ...]
    start: int
    step: int

    @property
    def total(self) -> int:
        """Cards a seat gets."""
        return len(self.order[0])

    @property
    def due(self) -> int:
        """When the last card is out."""
        return self.start + self.step * self.total

    def dealt(self, now: int) -> int:
        """How many cards each seat has at `now`."""
        if self.step <= 0:
            return self.total
        return max(0, min(self.total, (now - self.start) // self.step))


def deal(
    preset: Preset, seed: bytes, nonces: Sequence[str], number: int, first: int | None, start: int, step: int
) -> Deal:
    """Deal number `number` from the hand's seed: the stream "deck:<number>" shuffles the deck, cards go round one by
    one from seat 0, then the hole cards, then what is not used; "first:<number>" draws the first to speak where
    `first` names none, "laizi:<number>" the laizi."""
    deck = list(range(preset.cards))
    Stream(seed, nonces, f"deck:{number}").shuffle(deck)
    out = preset.hand * preset.seats
    return Deal(
        number=number,
        order=tuple(tuple(deck[seat : out : preset.seats]) for seat in range(preset.seats)),
        hole=tuple(deck[out : out + preset.hole]),
        rest=tuple(deck[out + preset.hole :]),
        first=Stream(seed, nonces, f"first:{number}").below(preset.seats) if first is None else first,
        laizi=_laizi(preset.laizi, Stream(seed, nonces, f"laizi:{number}")) if preset.laizi else (),
        start=start,
        step=step,
    )


def _laizi(number: int, stream: Stream) -> tuple[tuple[int, ...], ...]:
    """The first laizi is one of the thirteen ranks; a second one of the others or the jokers, at equal odds (T7)."""
    ranks: list[tuple[int, ...]] = [(rank,) for rank in range(TWO + 1)]
    first = ranks.pop(stream.below(len(ranks)))
    if number == 1:
        return (first,)
    ranks.append((SMALL_JOKER, BIG_JOKER))
    return (first, ranks[stream.below(len(ranks))])
