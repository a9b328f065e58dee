"""The weak level: the fewest tiles to go, then the most tiles that help; claims whatever brings it nearer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from games.bots.mahjong.table import Counts, Move, Table
from games.rules.mahjong.shanten import Ints, lacking
from games.rules.mahjong.tiles import FACES, face

ONE = np.eye(FACES, dtype=np.int32)


def turn(table: Table, options: Mapping[str, Any]) -> Move:
    """Win, or the discard that leaves the fewest tiles lacking and then the most that help."""
    if options["win"] is not None:
        return {"kind": "win"}
    faces = np.array(sorted({face(tile) for tile in table.tiles}))
    left = table.counts()[None, :] - ONE[faces]
    far, helps = progress(left, table)
    best = max(range(len(faces)), key=lambda i: (-far[i], helps[i], faces[i]))
    return {"kind": "discard", "tile": next(tile for tile in table.tiles if face(tile) == faces[best])}


def claim(table: Table, options: Mapping[str, Any]) -> Move:
    """Win, or what leaves fewer tiles lacking than before."""
    if options["win"] is not None:
        return {"kind": "win"}
    melds = len(table.own)
    own = table.counts()
    best: Move = {"kind": "pass"}
    least = int(lacking(own, melds))
    taken: list[tuple[Move, Sequence[int]]] = []
    if options["pung"]:
        taken.append(({"kind": "pung"}, [face(options["tile"])] * 2))
    taken += [({"kind": "chow", "tiles": pair}, [face(tile) for tile in pair]) for pair in options["chows"]]
    for move, used in taken:
        left = own - ONE[list(used)].sum(axis=0)
        held = np.flatnonzero(left)
        far = int(lacking(left[None, :] - ONE[held], melds + 1).min())
        if far < least:
            best, least = move, far
    return best


def progress(hands: Counts, table: Table) -> tuple[Ints, Ints]:
    """For each of many hands of 3n + 1 tiles what it lacks, and how many unseen tiles bring it nearer."""
    melds = len(table.own)
    far = lacking(hands, melds)
    drawn = np.minimum(hands[:, None, :] + ONE[None, :, :], 4)
    nearer = lacking(drawn, melds) < far[:, None]
    return far, (nearer * table.unseen[None, :]).sum(axis=1)
