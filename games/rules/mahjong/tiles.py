"""The 136 tiles and their 34 faces (1).

A tile is an integer 0 to 135, its face `tile // 4`: 0 to 8 are 1 to 9 万 (m), 9 to 17 筒 (p), 18 to 26 条 (s), 27 to 30
the winds E S W N, 31 to 33 the dragons 中 (C), 发 (F), 白 (P). Which of the four tiles of a face it is never matters.
"""

from __future__ import annotations

from collections.abc import Iterable

FACES = 34
COPIES = 4
DECK = range(FACES * COPIES)
SUITED = 27
"""Faces below are suited, the others honours."""
WINDS = range(27, 31)
DRAGONS = range(31, 34)
LETTERS = "ESWNCFP"
ORPHANS = (0, 8, 9, 17, 18, 26, *WINDS, *DRAGONS)
"""The terminals and honours."""


def face(tile: int) -> int:
    """The face of a tile."""
    return tile // COPIES


def faces(tiles: Iterable[int]) -> tuple[int, ...]:
    """The faces of tiles, sorted."""
    return tuple(sorted(tile // COPIES for tile in tiles))


def suit(face: int) -> int:
    """0 万, 1 筒, 2 条, 3 honours."""
    return face // 9 if face < SUITED else 3


def rank(face: int) -> int:
    """1 to 9 of a suited face."""
    return face % 9 + 1


def is_terminal(face: int) -> bool:
    """Whether it is a 1 or a 9."""
    return face < SUITED and face % 9 in (0, 8)


def counts_of(faces: Iterable[int]) -> bytes:
    """How many there are of each face."""
    counts = bytearray(FACES)
    for face in faces:
        counts[face] += 1
    return bytes(counts)


def name(face: int) -> str:
    """A short name: "m3", "E"."""
    return LETTERS[face - SUITED] if face >= SUITED else f"{'mps'[suit(face)]}{rank(face)}"


def parse(text: str) -> tuple[int, ...]:
    """The faces that a text such as "m456 p99 EEC" names, in its order. Raises `ValueError`."""
    found: list[int] = []
    base: int | None = None
    for letter in text:
        if letter in "mps":
            base = 9 * "mps".index(letter)
        elif letter in LETTERS:
            found.append(SUITED + LETTERS.index(letter))
        elif letter in "123456789" and base is not None:
            found.append(base + int(letter) - 1)
        elif not letter.isspace():
            raise ValueError(f"{letter!r} in {text!r}")
    return tuple(found)
