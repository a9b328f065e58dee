"""What a complete hand is worth, in fan (3). Every number is in `FANS`; a room may change any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.mahjong.complete import is_complete, keys
from games.rules.mahjong.melds import CHOW, Meld
from games.rules.mahjong.splits import Split, splits
from games.rules.mahjong.tiles import DRAGONS, FACES, SUITED, WINDS, is_terminal, suit

BASES = {"ji_hu": 0, "ping_hu": 1, "peng_peng_hu": 3, "hun_yi_se": 3, "hun_peng": 5, "qing_yi_se": 5}
"""Exactly one counts, the highest (3.3)."""
ADD_ONS = {
    "zi_mo": 1,
    "men_qian_qing": 1,
    "ke_zhong": 1,
    "ke_fa": 1,
    "ke_bai": 1,
    "men_feng_ke": 1,
    "quan_feng_ke": 1,
    "hai_di_lao_yue": 1,
    "gang_kai": 1,
    "qiang_gang": 1,
}
"""Added to the base, all together up to the limit (3.4)."""
SPECIALS = {
    "tian_he": 9,
    "di_he": 9,
    "ren_he": 9,
    "shi_san_yao": 9,
    "jiu_lian_bao_deng": 9,
    "shi_ba_luo_han": 9,
    "da_si_xi": 8,
    "da_san_yuan": 8,
    "qing_yao_jiu": 7,
    "zi_yi_se": 7,
    "xiao_si_xi": 6,
    "xiao_san_yuan": 6,
    "hun_yao_jiu": 6,
    "qing_peng": 6,
}
"""Fixed, nothing is added; of several the highest counts, of equal ones the first here gives the name (3.5)."""
FANS: Mapping[str, int] = {**BASES, **ADD_ONS, **SPECIALS}
LIMIT = 5
"""爆和: what a base with its add-ons comes to at most."""

Fans = Mapping[str, int | None]
"""A room's fan table; a pattern that is None does not count there."""

NINE_GATES = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))


@dataclass(frozen=True, slots=True)
class How:
    """How a hand is won.

    `face`: of the winning tile. `seat_wind`, `round_wind`: 0 east to 3 north. `self_drawn`: from the wall. `last`: it
    was the last tile of the wall. `replacement`: it was drawn for a kong. `robbed`: it was being added to a pung.
    `first`: "tian_he", "di_he" or "ren_he" where the moment allows it.
    """

    face: int
    seat_wind: int = 0
    round_wind: int = 0
    self_drawn: bool = False
    last: bool = False
    replacement: bool = False
    robbed: bool = False
    first: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """A hand's fan and the patterns it comes from, each with its own: either one special pattern, or a base and its
    add-ons, which may come to more than the limit lets count."""

    fan: int
    items: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A complete hand seen in one way: the pair, the faces of all triplets and kongs, the lowest faces of all runs, how
    many sets are kongs, and every face once."""

    pair: int
    triplets: tuple[int, ...]
    runs: tuple[int, ...]
    kongs: int
    faces: frozenset[int]


def score(
    counts: Sequence[int], melds: Sequence[Meld], how: How, fans: Fans = FANS, limit: int = LIMIT
) -> Score | None:
    """What a hand is worth (3.6): `counts` are its concealed tiles with the winning one, `melds` the sets laid down.
    None where it is not complete."""
    if not is_complete(keys(counts)):
        return None
    shapes = [_shape(split, counts, melds) for split in splits(counts)]
    best: tuple[str, int] | None = None
    for name in _specials(counts, melds, how, shapes):
        fan = fans[name]
        if fan is not None and (best is None or fan > best[1]):
            best = name, fan
    if best is not None:
        return Score(best[1], (best,))
    base = max((_base(shape, fans) for shape in shapes), key=lambda item: item[1], default=None)
    if base is None:
        return None
    items = [base]
    for name in _add_ons(shapes[0], melds, how):
        fan = fans[name]
        if fan is not None:
            items.append((name, fan))
    return Score(min(limit, sum(fan for _, fan in items)), tuple(items))


def _shape(split: Split, counts: Sequence[int], melds: Sequence[Meld]) -> Shape:
    triplets = [meld.face for meld in melds if meld.kind != CHOW]
    runs = [meld.face for meld in melds if meld.kind == CHOW]
    faces = {face for face in range(FACES) if counts[face]} | {tile // 4 for meld in melds for tile in meld.tiles}
    return Shape(
        pair=split.pair,
        triplets=(*split.triplets, *triplets),
        runs=(*split.runs, *runs),
        kongs=sum(meld.is_kong for meld in melds),
        faces=frozenset(faces),
    )


# -- special hands -----------------------------------------------------------------------------------------------------


def _specials(counts: Sequence[int], melds: Sequence[Meld], how: How, shapes: Sequence[Shape]) -> Iterator[str]:
    """The special hands that this is, in their order."""
    if how.first is not None:
        yield how.first
    if not shapes:
        yield "shi_san_yao"  # complete without sets and a pair
    if not melds and _is_nine_gates(counts, how.face):
        yield "jiu_lian_bao_deng"
    for name, fits in _SHAPES.items():
        if any(fits(shape) for shape in shapes):
            yield name


def _is_nine_gates(counts: Sequence[int], winning: int) -> bool:
    """Whether the 13 tiles before the winning one are 1112345678999 of a suit."""
    if winning >= SUITED:
        return False
    own = bytearray(counts)
    own[winning] -= 1
    start = 9 * suit(winning)
    return bytes(own[start : start + 9]) == NINE_GATES and sum(own) == sum(NINE_GATES)


def _honours_only(shape: Shape) -> bool:
    return all(face >= SUITED for face in shape.faces)


def _one_suit(shape: Shape) -> bool:
    return len({suit(face) for face in shape.faces}) == 1 and not _honours_only(shape)


def _triplets_of(shape: Shape, wanted: Sequence[int], pair: bool) -> bool:
    """Whether all of the `wanted` faces are triplets, but with `pair` one of them is the pair."""
    own = set(wanted).intersection(shape.triplets)
    return len(own) == len(wanted) - pair and (not pair or shape.pair in wanted)


_SHAPES: Mapping[str, Callable[[Shape], bool]] = {
    "shi_ba_luo_han": lambda s: s.kongs == 4,
    "da_si_xi": lambda s: _triplets_of(s, WINDS, pair=False),
    "da_san_yuan": lambda s: _triplets_of(s, DRAGONS, pair=False),
    "qing_yao_jiu": lambda s: not s.runs and all(is_terminal(face) for face in s.faces),
    "zi_yi_se": _honours_only,
    "xiao_si_xi": lambda s: _triplets_of(s, WINDS, pair=True),
    "xiao_san_yuan": lambda s: _triplets_of(s, DRAGONS, pair=True),
    "hun_yao_jiu": lambda s: not s.runs and all(is_terminal(face) or face >= SUITED for face in s.faces),
    "qing_peng": lambda s: not s.runs and _one_suit(s),
}


# -- the usual hands ---------------------------------------------------------------------------------------------------


def _base(shape: Shape, fans: Fans) -> tuple[str, int]:
    """The base pattern of a shape, the highest that it is (3.3)."""
    found = [("ji_hu", fans["ji_hu"] or 0)]
    for name in _bases(shape):
        fan = fans[name]
        if fan is not None:
            found.append((name, fan))
    return max(found, key=lambda item: item[1])


def _bases(shape: Shape) -> Iterator[str]:
    pungs = not shape.runs
    suits = {suit(face) for face in shape.faces}
    if len(suits) == 1 and 3 not in suits:
        yield "qing_yi_se"
    if len(suits) == 2 and 3 in suits:
        if pungs:
            yield "hun_peng"
        yield "hun_yi_se"
    if pungs:
        yield "peng_peng_hu"
    if not shape.triplets:
        yield "ping_hu"


def _add_ons(shape: Shape, melds: Sequence[Meld], how: How) -> Iterator[str]:
    """What is added (3.4). Honours are in the same triplets however the hand is split."""
    if how.self_drawn or how.robbed:
        yield "zi_mo"
    if not any(meld.is_claimed for meld in melds):
        yield "men_qian_qing"
    for name, dragon in zip(("ke_zhong", "ke_fa", "ke_bai"), DRAGONS, strict=True):
        if dragon in shape.triplets:
            yield name
    if WINDS[how.seat_wind] in shape.triplets:
        yield "men_feng_ke"
    if WINDS[how.round_wind] in shape.triplets:
        yield "quan_feng_ke"
    if how.self_drawn and how.last:
        yield "hai_di_lao_yue"
    if how.self_drawn and how.replacement:
        yield "gang_kai"
    if how.robbed:
        yield "qiang_gang"
