"""The fourteen special hands (1.8): looked for in the thirteen cards, however they are arranged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.rules.thirteen.cards import ACE, HAND, is_red, rank, suit
from games.rules.thirteen.settings import USUAL, Settings


@dataclass(frozen=True, slots=True)
class Special:
    """A special hand: its key, its place (1 is the highest) and what every opponent pays, in points."""

    key: str
    place: int
    points: int


def find(cards: Sequence[int], settings: Settings = USUAL) -> Special | None:
    """The highest special hand that the thirteen cards make, or None (D29)."""
    if not settings.specials or len(cards) != HAND:
        return None
    held = _Held(cards)
    for special, fits in _TABLE:
        if fits(held, settings):
            return special
    return None


class _Held:
    """Thirteen cards, counted once for all fourteen questions."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = tuple(cards)
        self.ranks = [rank(card) for card in cards]
        self.counts = Counter(self.ranks)
        self.shape = tuple(sorted(self.counts.values(), reverse=True))
        self.suits = Counter(suit(card) for card in cards)


def _runs(size: int) -> tuple[tuple[int, ...], ...]:
    """The sets of `size` ranks in sequence, A below 2 or above K (D27)."""
    high = [tuple(range(low, low + size)) for low in range(2, ACE - size + 2)]
    return ((ACE, *range(2, size + 1)), *high)


_THREES, _FIVES = _runs(3), _runs(5)


def _straights(counts: Counter[int]) -> bool:
    """Whether these thirteen ranks fall into runs of three, five and five; every way is tried."""
    return any(_fits(counts, three) and _two_fives(counts - Counter(three)) for three in _THREES)


def _two_fives(counts: Counter[int]) -> bool:
    return any(_fits(counts, five) and counts - Counter(five) in _FIVE_COUNTS for five in _FIVES)


def _fits(counts: Counter[int], run: Iterable[int]) -> bool:
    return all(counts[value] for value in run)


_FIVE_COUNTS = [Counter(five) for five in _FIVES]


def _suit_blocks(suits: Counter[int]) -> bool:
    """Whether the suits' numbers fall into blocks of three, five and five, several to a suit."""
    return sorted(suits.values()) in ([3, 5, 5], [5, 8], [3, 10], [13])


def _straight_flushes(held: _Held) -> bool:
    """Three blocks, each of one suit and in sequence. A suit may hold one, two or all three blocks."""
    if not _suit_blocks(held.suits):
        return False
    per_suit = [Counter(r for c, r in zip(held.cards, held.ranks, strict=True) if suit(c) == s) for s in held.suits]
    return all(_in_runs(counts) for counts in per_suit)


def _in_runs(counts: Counter[int]) -> bool:
    """Whether the ranks of one suit are runs of three and five, as many of each as their number asks for."""
    total = counts.total()
    if total == 3:
        return any(counts == Counter(three) for three in _THREES)
    if total == 5:
        return counts in _FIVE_COUNTS
    if total == 8:
        return any(_fits(counts, three) and counts - Counter(three) in _FIVE_COUNTS for three in _THREES)
    if total == 10:
        return _two_fives(counts)
    return _straights(counts)


def _pairs_and_odd(held: _Held) -> int | None:
    """How many cards the one odd rank has where the rest makes six pairs (quads are two, D23); None where not."""
    if sum(count // 2 for count in held.shape) != 6:
        return None
    return next(count for count in held.shape if count % 2)


def _shuang(held: _Held, settings: Settings) -> bool:
    return held.shape == ((4, 3, 3, 3) if settings.shuang == "seed" else (3, 3, 2, 2, 2, 1))


def _four_trips(held: _Held, settings: Settings) -> bool:
    return held.shape == (3, 3, 3, 3, 1) or (settings.shuang == "classic" and held.shape == (4, 3, 3, 3))


_TABLE: tuple[tuple[Special, Callable[[_Held, Settings], bool]], ...] = (
    (Special("zhi_zun_qing_long", 1, 108), lambda h, s: len(h.counts) == HAND and len(h.suits) == 1),
    (Special("yi_tiao_long", 2, 36), lambda h, s: len(h.counts) == HAND),
    (Special("shi_er_huang_zu", 3, 24), lambda h, s: min(h.ranks) >= 11),
    (Special("san_tong_hua_shun", 4, 20), lambda h, s: _straight_flushes(h)),
    (Special("san_tao_zha_dan", 5, 20), lambda h, s: h.shape == (4, 4, 4, 1)),
    (Special("quan_da", 6, 10), lambda h, s: min(h.ranks) >= 8),
    (Special("quan_xiao", 7, 10), lambda h, s: max(h.ranks) <= 8),
    (Special("cou_yi_se", 8, 10), lambda h, s: len({is_red(card) for card in h.cards}) == 1),
    (Special("shuang_guai_chong_san", 9, 6), _shuang),
    (Special("si_tao_san_tiao", 10, 6), _four_trips),
    (Special("wu_dui_san_tiao", 11, 5), lambda h, s: _pairs_and_odd(h) == 3),
    (Special("liu_dui_ban", 12, 4), lambda h, s: _pairs_and_odd(h) == 1),
    (Special("san_shun_zi", 13, 4), lambda h, s: _straights(h.counts)),
    (Special("san_tong_hua", 14, 4), lambda h, s: _suit_blocks(h.suits)),
)
SPECIALS = {special.key: special for special, _ in _TABLE}
