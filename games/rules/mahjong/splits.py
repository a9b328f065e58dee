"""Every way to see a complete concealed part as sets and a pair (3.6 step 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.mahjong.tiles import FACES, SUITED


@dataclass(frozen=True, slots=True)
class Split:
    """A pair, the faces of the triplets, the lowest faces of the runs; each sorted."""

    pair: int
    triplets: tuple[int, ...]
    runs: tuple[int, ...]


def splits(counts: Sequence[int]) -> Iterator[Split]:
    """The splits of 3n + 2 tiles, each once."""
    for pair in range(FACES):
        if counts[pair] >= 2:
            left = list(counts)
            left[pair] -= 2
            for triplets, runs in _sets(left, 0):
                yield Split(pair, triplets, runs)


def _sets(left: list[int], start: int, run: int | None = None) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The ways to take sets out of `left` until nothing is left: what the lowest face is part of is tried in turn.
    After a `run` from a face no triplet of it is taken: that is the same split in another order."""
    face = next((face for face in range(start, FACES) if left[face]), None)
    if face is None:
        yield (), ()
        return
    if left[face] >= 3 and face != run:
        left[face] -= 3
        for triplets, runs in _sets(left, face):
            yield (face, *triplets), runs
        left[face] += 3
    if face < SUITED and face % 9 <= 6 and left[face + 1] and left[face + 2]:
        for place in range(face, face + 3):
            left[place] -= 1
        for triplets, runs in _sets(left, face, face):
            yield triplets, (face, *runs)
        for place in range(face, face + 3):
            left[place] += 1
