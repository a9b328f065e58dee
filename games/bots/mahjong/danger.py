"""What a discard may cost: somebody wins on it, or claims it and makes its seat liable."""

from __future__ import annotations

import numpy as np

from games.bots.mahjong.prospects import Floats
from games.bots.mahjong.table import Table
from games.rules.mahjong.melds import CHOW
from games.rules.mahjong.risks import risks
from games.rules.mahjong.tiles import FACES, SUITED, rank, suit

READY_BY_MELDS = (-0.06, 0.03, 0.14, 0.34, 0.9)
"""How likely a seat is ready with so many melds, before its turns are counted."""
READY_A_TURN = 0.022
WAITS_ON = {1: 0.055, 2: 0.075, 3: 0.09, 4: 0.1, 5: 0.1}
"""How likely a ready hand waits for a suited face, by its distance to the end of the suit."""
HONOUR = (0.0, 0.02, 0.045, 0.06, 0.06)
"""The same for an honour, by how many are unseen."""
THROWN = 0.5
"""What of that is left for a face that the seat has thrown itself."""
PAYS = {0: 2.4, 1: 3.6, 3: 13.0}
"""What a win usually costs who feeds it, in units, by the room's minimum."""
FED = 0.25
"""How often a seat that has been fed wins by itself and is paid threefold."""


def danger(table: Table) -> Floats:
    """The units that discarding each face is expected to cost."""
    cost = np.zeros(FACES)
    for seat in table.others:
        ready = min(0.95, max(0.0, READY_BY_MELDS[len(table.melds[seat])] + READY_A_TURN * table.turns[seat]))
        cost += ready * _waits(table, seat) * _pays(table, seat)
    own = np.flatnonzero(table.counts()).tolist()
    if table.wall:
        for risk in risks(table.seat, own, table.unseen.tolist(), table.melds, table.liable, table.big_liability):
            claims = min(1.0, 0.25 * float(table.unseen[risk.face]))
            cost[risk.face] += claims * FED * 2 * PAYS.get(table.minimum, PAYS[3])
    return cost


def _waits(table: Table, seat: int) -> Floats:
    """How likely `seat`, if it is ready, waits for each face. What it has let pass since it moved it cannot win."""
    found = np.empty(FACES)
    for face in range(FACES):
        if face in table.passed[seat]:
            found[face] = 0.0
        elif face >= SUITED:
            found[face] = HONOUR[int(table.unseen[face])]
        else:
            found[face] = WAITS_ON[min(rank(face), 10 - rank(face))]
        if face in table.rivers[seat]:  # it may be won on all the same, but it did not want it
            found[face] *= THROWN
    laid = [meld for meld in table.melds[seat] if meld.is_claimed]
    plain = {suit(meld.face) for meld in laid} - {3}
    if len(laid) >= 2 and len(plain) == 1:  # it may collect one suit
        (one,) = plain
        share = 1.4 + 0.4 * (table.minimum == 3)
        for face in range(SUITED):
            found[face] *= share if suit(face) == one else 2 - share
    return found


def _pays(table: Table, seat: int) -> float:
    """What a win of `seat` costs who feeds it."""
    usual = PAYS.get(table.minimum, PAYS[3])
    melds = [meld for meld in table.melds[seat] if meld.is_claimed]
    if len(melds) >= 2:
        suits = {suit(meld.face) for meld in melds} - {3}
        if len(suits) <= 1 or (len(melds) >= 3 and all(meld.kind != CHOW for meld in melds)):
            usual *= 1.8 if table.minimum < 3 else 1.3
    return usual
