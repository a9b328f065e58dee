"""What a hand may become: how far it is from each kind of hand, how likely it gets there, and what that pays.

A plan is a kind of hand to aim at: any hand, all runs, all pungs, one suit with or without honours, pungs of one suit,
thirteen orphans. For each plan a hand lacks so many tiles; the first of them comes with the unseen tiles that help now,
those after it as fast as is usual for the plan, each turn one at most, and before each turn somebody may end the hand.
What is expected is the chance to get there in time, times what the plan pays, in units. The numbers come from games of
these bots against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games.bots.mahjong.table import Counts, Table
from games.rules.mahjong import shanten
from games.rules.mahjong.fans import How, score
from games.rules.mahjong.melds import CHOW, Meld
from games.rules.mahjong.shanten import Bytes, Ints
from games.rules.mahjong.tiles import COPIES, DRAGONS, FACES, ORPHANS, WINDS, suit

Floats = npt.NDArray[np.float64]

ONE = np.eye(FACES, dtype=np.int32)
SUIT_OF = np.array([suit(face) for face in range(FACES)])
IS_ORPHAN = np.array([face in ORPHANS for face in range(FACES)])
HONOUR_DRAW = 0.4
"""What a pair of honours that would be worth a fan counts before it is a pung."""

HELPS: dict[str, tuple[float, ...]] = {
    "free": (5.5, 15, 27, 40, 50, 56, 60, 60),
    "runs": (5.0, 13, 22, 30, 37, 42, 46, 46),
    "pungs": (4.5, 6.5, 9, 12, 15, 19, 23, 26),
    "mixed": (4.5, 12, 17, 21, 26, 29, 31, 32),
    "mixed_pungs": (4.0, 5, 7, 9, 11, 13, 14, 14),
    "pure": (4.5, 10, 14, 17, 19, 21, 22, 22),
    "orphans": (3.0, 6, 8, 10, 14, 18, 22, 26),
}
"""How many in a hundred unseen tiles usually help a hand that lacks one tile, two and so on, by plan."""
PLANS = tuple(HELPS)
OWN_HELPS = 0.5
"""How far the tiles that help just now count, not the usual number: a hand that few help may find a better shape."""
MOST = 8
"""Hands that lack more are given up."""
CLAIMS = {"pungs": 2.6, "mixed_pungs": 2.6, "mixed": 1.7, "orphans": 1.0}
CLAIMS_ELSE = 1.6
"""How many times as often a tile comes where it may be claimed too."""
WINS = 4.0
"""The same for the last tile, which anybody may discard."""
ENDS: dict[int, tuple[float, float, float]] = {0: (2.5, 0.022, 0.25), 1: (2.5, 0.016, 0.18), 3: (2.0, 0.016, 0.16)}
"""The chance that somebody else ends the hand within a turn, by the room's minimum: from which turn on it grows, by how
much, up to what."""
USUAL = {0: 3.0, 1: 6.0, 3: 24.0}
"""What a win usually pays, in units, by the room's minimum."""
AMBITION = 0.8
"""To which power the rest counts, how many times as much a plan pays: whoever trusts the chances of a dear hand in full
is overtaken by cheap ones."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A kind of hand: `name` is one of `PLANS`, `fan` what it is worth without add-ons. `lacks` has a row for
    each hand: what it lacks now, then what it would with one more of each face. `honours`: pungs of honours may be part
    of it, as likely as `pairs` says where there is a pair."""

    name: str
    fan: int
    lacks: Counts
    honours: bool = True
    pairs: float = HONOUR_DRAW


def expected(hands: Counts, melds: Sequence[Meld], table: Table) -> Floats:
    """What each of many hands of 3n + 1 concealed tiles is expected to win, in units; all beside the same `melds`."""
    drawn = np.minimum(hands[:, None, :] + ONE[None, :, :], COPIES)
    every = np.concatenate([hands[:, None, :], drawn], axis=1)
    unseen = max(int(table.unseen.sum()), 1)
    closed = not any(meld.is_claimed for meld in melds)
    best, nothing = np.zeros(len(hands)), np.zeros(len(hands))
    there, perhaps = _honour_pungs(hands, melds, table)
    plans = _plans(every, melds, table)
    for plan in plans:
        now = plan.lacks[:, 0]
        helps = ((plan.lacks[:, 1:] < now[:, None]) * table.unseen[None, :]).sum(axis=1)
        sure = plan.fan + (there if plan.honours else nothing)
        hoped = sure + (plan.pairs * perhaps if plan.honours else nothing)
        best = np.maximum(best, _outlook(plan, now, helps, sure, hoped, unseen, table, claims=True))
        if closed:
            best = np.maximum(best, _outlook(plan, now, helps, sure + 1, hoped + 1, unseen, table, claims=False))
    for at in np.flatnonzero(plans[0].lacks[:, 0] == 1):
        best[at] = max(best[at], _ready(hands[at], plans[0].lacks[at, 1:] == 0, melds, table, unseen))
    return best


def _plans(every: Counts, melds: Sequence[Meld], table: Table) -> list[Plan]:
    """What may still be aimed at beside these melds."""
    shape = every.shape[:2]
    flat = every.reshape(-1, FACES)
    sets = 4 - len(melds)
    parts = shanten.rows(flat)
    fans = {name: fan or 0 for name, fan in table.fans.items()}

    def lines(found: Ints) -> Counts:
        shaped: Counts = found.astype(np.int32).reshape(shape)
        return shaped

    plans = [Plan("free", fans["ji_hu"], lines(shanten.cheapest(parts, sets)))]
    suits = {suit(meld.face) for meld in melds}
    pungs = all(meld.kind != CHOW for meld in melds)
    if all(meld.kind == CHOW for meld in melds):
        runs = shanten.cheapest(shanten.look_up(flat, shanten.run_tables()), sets)
        plans.append(Plan("runs", fans["ping_hu"], lines(runs), honours=False))
    if pungs:
        plans.append(Plan("pungs", fans["peng_peng_hu"], lines(_pungs(flat, sets)), pairs=0.7))
    for one in range(3):
        if suits <= {one, 3}:
            plans.append(Plan("mixed", fans["hun_yi_se"], lines(_two(parts[one], parts[3], sets))))
            if pungs:
                inside = _pungs(flat * ((one == SUIT_OF) | (SUIT_OF == 3)), sets)
                plans.append(Plan("mixed_pungs", fans["hun_peng"], lines(inside), pairs=0.7))
        if suits <= {one}:
            plans.append(Plan("pure", fans["qing_yi_se"], lines(parts[one][5 + sets]), honours=False))
    if not melds:
        orphans = flat[:, IS_ORPHAN]
        far = 14 - (orphans > 0).sum(axis=1) - (orphans > 1).any(axis=1)
        plans.append(Plan("orphans", fans["shi_san_yao"], lines(far), honours=False))
    return plans


def _two(one: Bytes, two: Bytes, sets: int) -> Bytes:
    """What two parts lack to be so many sets and a pair, without the others."""
    best: Bytes = np.minimum(one[5] + two[sets], one[0] + two[5 + sets])
    for i in range(1, sets + 1):
        np.minimum(best, one[5 + i] + two[sets - i], out=best)
        np.minimum(best, one[i] + two[5 + sets - i], out=best)
    return best


def _pungs(hands: Counts, sets: int) -> Counts:
    """What hands lack to be so many triplets and a pair."""
    held = sum(np.minimum((hands >= least).sum(axis=1), sets + 1) for least in (1, 2, 3))
    lacking: Counts = np.maximum(3 * (sets + 1) - 1 - held, 0)
    return lacking


def _honour_pungs(hands: Counts, melds: Sequence[Meld], table: Table) -> tuple[Floats, Floats]:
    """The fan of the pungs of honours that are there, and of those that pairs may become."""
    worth = _honours(table)
    there = np.full(len(hands), float(sum(worth.get(meld.face, 0) for meld in melds)))
    perhaps = np.zeros(len(hands))
    for face, fan in worth.items():
        held = hands[:, face]
        there += fan * (held >= 3)
        if table.unseen[face] > 0:
            perhaps += fan * (held == 2)
    return there, perhaps


def _honours(table: Table) -> dict[int, int]:
    """What a pung of each honour adds."""
    fans = table.fans
    worth = {face: fans[name] or 0 for face, name in zip(DRAGONS, ("ke_zhong", "ke_fa", "ke_bai"), strict=True)}
    for wind, name in ((table.seat_wind, "men_feng_ke"), (table.round_wind, "quan_feng_ke")):
        worth[WINDS[wind]] = worth.get(WINDS[wind], 0) + (fans[name] or 0)
    return worth


def _outlook(
    plan: Plan,
    now: Counts,
    helps: Counts,
    sure: Floats,
    hoped: Floats,
    unseen: int,
    table: Table,
    *,
    claims: bool,
) -> Floats:
    """The chance of each hand to become what is planned, times what that pays; `claims`: by claiming too, else
    closed."""
    thrown = sure >= table.minimum
    allowed = (sure + 1 >= table.minimum) & (now <= MOST)
    if not allowed.any():
        return np.zeros(len(now))
    turns = _turns(table.turns[table.seat], table.wall, table.minimum)
    later = _later(table.turns[table.seat], table.wall, table.minimum)[PLANS.index(plan.name), int(claims)]
    often = CLAIMS.get(plan.name, CLAIMS_ELSE) if claims else 1.0
    usual = np.array(HELPS[plan.name])[np.clip(now - 1, 0, MOST - 1)] * unseen / 100
    likely = np.where(now == 1, helps, helps**OWN_HELPS * usual ** (1 - OWN_HELPS))
    rate = np.minimum(np.where(now == 1, np.where(thrown, WINS, 1.0), often) * likely / unseen, 0.95)
    waited = np.power.outer(1 - rate, np.arange(len(turns)))
    then = later[thrown.astype(np.int64), np.clip(now - 1, 0, MOST), 1:]
    chance = rate * (waited * turns * then).sum(axis=1)
    limit = max(table.limit, plan.fan)
    drawn = 3 * 2.0 ** np.minimum(hoped + (plan.name != "orphans"), limit)
    paid = 2.0 ** np.minimum(hoped, limit)
    pays = np.where(thrown, drawn / WINS + paid * (1 - 1 / WINS), drawn)
    typical = USUAL[usual_kind(table.minimum)]
    worth: Floats = np.where(allowed, chance * typical * (pays / typical) ** AMBITION, 0.0)
    return worth


def usual_kind(minimum: int) -> int:
    """The minimum of the usual kind of room that is nearest."""
    return max(kind for kind in USUAL if kind <= minimum)


@lru_cache(maxsize=256)
def _turns(turn: int, wall: int, minimum: int) -> Floats:
    """How likely each further turn of the seat comes, as far as the wall reaches; the last may be the discards of
    others alone."""
    goes_on = 1 - _ends(turn, wall, minimum)
    reached: Floats = np.cumprod(goes_on).astype(np.float64)
    return reached


def _ends(turn: int, wall: int, minimum: int) -> Floats:
    """The chance that the hand ends before each further turn."""
    begins, grows, most = ENDS[usual_kind(minimum)]
    ahead = turn + np.arange((wall + 3) // 4)
    return np.clip(grows * (ahead - begins), 0.005, most)


@lru_cache(maxsize=256)
def _later(turn: int, wall: int, minimum: int) -> Floats:
    """The chance of hands to be completed from a further turn on, if the hand lasts: by plan, whether it claims,
    whether it may be won on a discard, how many tiles it lacks, and the turn."""
    usual = np.array([HELPS[name] for name in PLANS])
    often = np.array([CLAIMS.get(name, CLAIMS_ELSE) for name in PLANS])
    rate = np.empty((len(PLANS), 2, 2, MOST))
    for claims in (0, 1):
        for thrown in (0, 1):
            times = np.ones((len(PLANS), MOST)) * (often[:, None] if claims else 1.0)
            times[:, 0] = WINS if thrown else 1.0
            rate[:, claims, thrown] = np.minimum(usual * times / 100, 0.95)
    goes_on = 1 - _ends(turn, wall, minimum)
    found = np.zeros((len(PLANS), 2, 2, MOST + 1, len(goes_on) + 1))
    found[..., 0, :] = 1.0
    for k in range(len(goes_on) - 1, 0, -1):
        nearer, still = found[..., :-1, k + 1], found[..., 1:, k + 1]
        found[..., 1:, k] = goes_on[k] * (rate * nearer + (1 - rate) * still)
    return found


def _ready(hand: Counts, complete: npt.NDArray[np.bool_], melds: Sequence[Meld], table: Table, unseen: int) -> float:
    """What a ready hand is expected to win, by the fan of each tile that completes it."""
    rate = paid = 0.0
    for face in np.flatnonzero(complete & (table.unseen > 0)).tolist():
        counts = bytes((hand + ONE[face]).tolist())
        left = float(table.unseen[face])
        for self_drawn, weight in ((True, 1.0), (False, WINS - 1)):
            how = How(face, table.seat_wind, table.round_wind, self_drawn=self_drawn)
            found = score(counts, melds, how, table.fans, table.limit)
            if found is not None and found.fan >= table.minimum:
                rate += weight * left / unseen
                paid += weight * left / unseen * 2.0**found.fan * (3 if self_drawn else 1)
    if not rate:
        return 0.0
    turns = _turns(table.turns[table.seat], table.wall, table.minimum)
    chance = min(rate, 0.95) * float((turns * (1 - min(rate, 0.95)) ** np.arange(len(turns))).sum())
    return chance * paid / rate
