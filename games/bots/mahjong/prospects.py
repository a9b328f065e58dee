"""What a hand may become: how far it is from each kind of hand, how likely it gets there, and what that pays.

A plan is a kind of hand to aim at: any hand, all runs, all pungs, one suit with or without honours, pungs of one suit,
thirteen orphans. For each plan a hand lacks so many tiles; the first of them comes with the unseen tiles that help now,
those after it as fast as is usual for the plan. A turn either brings a tile or the hand ends by somebody else's win,
whichever is first. What is expected is the chance to get there times what the plan pays, in units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.bots.mahjong.table import Counts, Table
from games.rules.mahjong import shanten
from games.rules.mahjong.fans import How, score
from games.rules.mahjong.melds import CHOW, Meld
from games.rules.mahjong.shanten import WEIGHTS, Bytes, Ints
from games.rules.mahjong.tiles import COPIES, DRAGONS, FACES, ORPHANS, WINDS, suit

Floats = npt.NDArray[np.float64]

ONE = np.eye(FACES, dtype=np.int32)
SUIT_OF = np.array([suit(face) for face in range(FACES)])
IS_ORPHAN = np.array([face in ORPHANS for face in range(FACES)])
PART_WEIGHT = np.array([WEIGHTS[face - 9 * suit(face)] for face in range(FACES)], dtype=np.int32)
HONOUR_DRAW = 0.4
"""What a pair of honours that would be worth a fan counts before it is a pung."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast hands come along, tuned by games against themselves.

    `ends`: the chance that somebody else ends the hand within a turn, by the room's minimum. `helps`: how many unseen
    tiles usually help a hand that lacks one tile, two and so on. `claims`: how many times as often a tile comes where
    it may be claimed. `wins`: the same for the last tile, which anybody may discard.
    """

    ends: dict[int, float]
    helps: dict[str, tuple[float, ...]]
    claims: dict[str, float]
    wins: float


PACE = Pace(
    ends={0: 0.11, 1: 0.09, 3: 0.05},
    helps={
        "free": (5.5, 14, 26, 38, 48, 56, 60, 60),
        "runs": (5.5, 12, 20, 28, 36, 42, 46, 46),
        "pungs": (4.5, 6, 8, 11, 15, 20, 24, 26),
        "mixed": (5.0, 10, 15, 19, 22, 25, 27, 28),
        "pure": (5.0, 9, 13, 16, 19, 21, 22, 22),
        "mixed_pungs": (4.0, 5, 7, 9, 11, 13, 14, 14),
        "orphans": (3.0, 6, 9, 12, 15, 18, 21, 24),
    },
    claims={"free": 1.5, "runs": 1.35, "pungs": 2.6, "mixed": 1.6, "pure": 1.5, "mixed_pungs": 2.6},
    wins=3.2,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A kind of hand: `pace` names its line in `Pace`, `fan` what it is worth without add-ons. `lacks` has a row for
    each hand: what it lacks now, then what it would with one more of each face. `honours`: pungs of honours may be part
    of it, as likely as `pairs` says where there is a pair."""

    pace: str
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
    best = np.zeros(len(hands))
    plans = _plans(every, melds, table)
    for plan in plans:
        now = plan.lacks[:, 0]
        helps = ((plan.lacks[:, 1:] < now[:, None]) * table.unseen[None, :]).sum(axis=1)
        sure, hoped = _add_ons(hands, melds, table, plan)
        chance, pays = _outlook(plan, now, helps, sure, hoped, unseen, table, claims=True)
        best = np.maximum(best, chance * pays)
        if closed:
            chance, pays = _outlook(plan, now, helps, sure + 1, hoped + 1, unseen, table, claims=False)
            best = np.maximum(best, chance * pays)
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


def _add_ons(hands: Counts, melds: Sequence[Meld], table: Table, plan: Plan) -> tuple[Floats, Floats]:
    """The plan's fan with the pungs of honours that are there, and with those that there may be."""
    sure = np.full(len(hands), float(plan.fan))
    if not plan.honours:
        return sure, sure.copy()
    worth = _honours(table)
    sure += sum(worth.get(meld.face, 0) for meld in melds)
    hoped = sure.copy()
    for face, fan in worth.items():
        held = hands[:, face]
        sure += fan * (held >= 3)
        hoped += fan * ((held >= 3) + plan.pairs * ((held == 2) & (table.unseen[face] > 0)))
    return sure, hoped


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
) -> tuple[Floats, Floats]:
    """The chance of each hand to become what is planned, and what it pays; `claims`: by claiming too, else closed."""
    special = plan.pace == "orphans"
    limit = max(table.limit, plan.fan)
    by_discard = sure >= table.minimum
    allowed = by_discard | (sure + 1 >= table.minimum)
    often = PACE.claims.get(plan.pace, 1.0) if claims else 1.0
    ends = _ends(table)
    usual = np.array(PACE.helps[plan.pace])
    last = len(usual)
    step = np.concatenate([[1.0, 1.0], np.cumprod(_reached(usual[1:] * often / unseen, ends))])
    finals = np.where(by_discard, PACE.wins, 1.0)
    fast = np.where(now == 1, finals, often) * helps / unseen
    chance = _reached(fast, ends)
    further = now >= 2
    capped = np.minimum(now, last)
    chance = np.where(further, chance * step[capped - 1] * _reached(finals * usual[0] / unseen, ends), chance)
    drawn = 3 * 2.0 ** np.minimum(hoped + (0 if special else 1), limit)
    thrown = 2.0 ** np.minimum(hoped, limit)
    pays = np.where(by_discard, drawn / PACE.wins + thrown * (1 - 1 / PACE.wins), drawn)
    return chance, pays * allowed


def _ends(table: Table) -> float:
    """The chance that the hand is over before the seat's next turn but one: by others, or with the wall."""
    ends = PACE.ends.get(table.minimum, PACE.ends[3])
    return min(0.9, ends + 1 / (table.wall / 4 + 1.5))


def _reached(rate: Floats, ends: float) -> Floats:
    """The chance that something of a `rate` a turn comes before the end does."""
    goes_on = (1 - ends) * np.minimum(rate, 0.95)
    reached: Floats = goes_on / (ends + goes_on)
    return reached


def _ready(hand: Counts, complete: npt.NDArray[np.bool_], melds: Sequence[Meld], table: Table, unseen: int) -> float:
    """What a ready hand is expected to win, by the fan of each tile that completes it."""
    rate = paid = 0.0
    for face in np.flatnonzero(complete & (table.unseen > 0)).tolist():
        counts = bytes((hand + ONE[face]).tolist())
        left = float(table.unseen[face])
        for self_drawn, weight in ((True, 1.0), (False, PACE.wins - 1)):
            how = How(face, table.seat_wind, table.round_wind, self_drawn=self_drawn)
            found = score(counts, melds, how, table.fans, table.limit)
            if found is not None and found.fan >= table.minimum:
                rate += weight * left / unseen
                paid += weight * left / unseen * 2.0**found.fan * (3 if self_drawn else 1)
    if not rate:
        return 0.0
    reached = _reached(np.array([rate]), _ends(table))[0]
    return float(reached * paid / rate)
