"""What a discard may cost: somebody wins on it, or claims it and makes its seat liable."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from games.bots.mahjong.prospects import Floats, usual_kind
from games.bots.mahjong.table import Table
from games.rules.mahjong.melds import CHOW
from games.rules.mahjong.risks import risks
from games.rules.mahjong.tiles import FACES, SUITED, rank, suit

READY: Mapping[int, tuple[tuple[float, float, float], ...]] = {
    0: ((6, 0.11, 0.9), (3, 0.075, 0.8), (1.5, 0.075, 0.85), (-8, 0.055, 0.95), (-1, 1.0, 0.97)),
    1: ((7, 0.08, 0.8), (5, 0.06, 0.6), (4, 0.06, 0.6), (-2, 0.06, 0.8), (-1, 1.0, 0.9)),
    3: ((10, 0.01, 0.05), (9, 0.008, 0.08), (7, 0.015, 0.2), (5, 0.03, 0.35), (-1, 1.0, 0.55)),
}
"""How likely a seat is ready for a hand that may win, by the room's minimum and how many melds it has laid down: from
which turn on that grows, by how much a turn, up to what. Counted in games of these bots, as are the numbers below."""
SUITED_WAIT = {1: 0.05, 2: 0.07, 3: 0.1, 4: 0.1, 5: 0.1}
"""How likely a ready hand waits for a suited face, by its distance to the end of the suit."""
HONOUR_WAIT = {0: (0.0, 0.0, 0.01, 0.035, 0.035), 1: (0.0, 0.0, 0.03, 0.1, 0.1), 3: (0.0, 0.02, 0.11, 0.27, 0.2)}
"""The same for an honour, by the room's minimum and how many are unseen."""
THROWN = 0.05
"""What of that is left for a face that the seat has thrown itself."""
PAYS = {0: 1.2, 1: 2.2, 3: 0.6}
"""What a win that is fed counts, in units, by the room's minimum: beside the chances above, which are too high for 0
and 1 fan, what discards were counted to cost there; but a small part of that where three fan are needed, for whoever
fears it there in full hardly ever wins: at 3.0 four bots draw 11.5 % of their hands, at 0.6 it is 6.5 %."""
FED = 0.25
"""How often a seat that has been fed wins by itself and is paid threefold."""


def danger(table: Table) -> Floats:
    """The units that discarding each face is expected to cost."""
    cost = np.zeros(FACES)
    for seat in table.others:
        begins, grows, most = READY[usual_kind(table.minimum)][len(table.melds[seat])]
        ready = min(most, max(0.0, grows * (table.turns[seat] - begins)))
        cost += ready * _waits(table, seat) * _pays(table, seat)
    own = np.flatnonzero(table.counts()).tolist()
    if table.wall:
        for risk in risks(table.seat, own, table.unseen.tolist(), table.melds, table.liable, table.big_liability):
            claims = min(1.0, 0.25 * float(table.unseen[risk.face]))
            cost[risk.face] += claims * FED * 2 * PAYS[usual_kind(table.minimum)]
    return cost


def _waits(table: Table, seat: int) -> Floats:
    """How likely `seat`, if it is ready, waits for each face. What it has let pass since it moved it cannot win."""
    found = np.empty(FACES)
    kind = usual_kind(table.minimum)
    for face in range(FACES):
        if face in table.passed[seat]:
            found[face] = 0.0
        elif face >= SUITED:
            found[face] = HONOUR_WAIT[kind][int(table.unseen[face])]
        else:
            found[face] = SUITED_WAIT[min(rank(face), 10 - rank(face))]
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
    usual = PAYS[usual_kind(table.minimum)]
    melds = [meld for meld in table.melds[seat] if meld.is_claimed]
    if len(melds) >= 2:
        suits = {suit(meld.face) for meld in melds} - {3}
        if len(suits) <= 1 or (len(melds) >= 3 and all(meld.kind != CHOW for meld in melds)):
            usual *= 1.8 if table.minimum < 3 else 1.3
    return usual
