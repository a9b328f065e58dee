"""What a set of cards may be, and what beats what (rules 1.7 to 1.11).

Patterns work on rank counts. A variant is a `Rules` value: its deck count chooses a table of `Form` rows, its wild
ranks (laizi) may stand for others. One set of cards may have several readings (P9b, L1b).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, TWO, rank_of

CHAIN_RANKS = range(ACE + 1)
"""Chains run within 3..A: a 2 or a joker is never in one."""

BOMB_CLASSES = {"": 0, "soft": 1, "hard": 2, "pure": 3}
"""The order of bombs of one length where there are laizi (L7, T5)."""


@dataclass(frozen=True, slots=True)
class Play:
    """One reading of a set of cards.

    `type`: the code of the pattern. `rank`: of the main part, the highest of a chain. `len`: how many ranks the main
    part has; cards for a bomb, rocket or sky. `size`: cards in all. `bomb`: where there are laizi "soft" (natural
    cards and laizi), "hard" (natural cards alone) or "pure" (laizi alone), else "".
    """

    type: str
    rank: int
    len: int
    size: int
    bomb: str = ""


Ranks = tuple[int, ...]
"""The ranks of a play's cards, the main part first."""
RankPlay = tuple[Play, Ranks]


class Form(NamedTuple):
    """A pattern other than a bomb: `shortest`..`longest` neighbouring ranks of `unit` cards each, and for each of them
    `wings` cards (`wing` 1) or pairs (`wing` 2) of other ranks."""

    type: str
    unit: int
    shortest: int = 1
    longest: int = 1
    wing: int = 0
    wings: int = 0

    @property
    def chained(self) -> bool:
        return self.longest > 1

    def size(self, length: int) -> int:
        """Cards in all."""
        return length * (self.unit + self.wing * self.wings)


ONE_DECK = (
    Form("solo", 1),
    Form("pair", 2),
    Form("trio", 3),
    Form("trio_solo", 3, wing=1, wings=1),
    Form("trio_pair", 3, wing=2, wings=1),
    Form("chain_solo", 1, 5, 12),
    Form("chain_pair", 2, 3, 10),
    Form("chain_trio", 3, 2, 6),
    Form("plane_solo", 3, 2, 5, wing=1, wings=1),
    Form("plane_pair", 3, 2, 4, wing=2, wings=1),
    Form("quad_solo", 4, wing=1, wings=2),
    Form("quad_pair", 4, wing=2, wings=2),
)
TWO_DECKS = (
    Form("solo", 1),
    Form("pair", 2),
    Form("trio", 3),
    Form("trio_pair", 3, wing=2, wings=1),
    Form("chain_solo", 1, 5, 12),
    Form("chain_pair", 2, 3, 12),
    Form("chain_trio", 3, 2, 11),
    Form("plane_pair", 3, 2, 6, wing=2, wings=1),
)
FORMS = {1: ONE_DECK, 2: TWO_DECKS}
"""The patterns other than bombs, by the number of decks."""
_BY_TYPE = {decks: {form.type: form for form in forms} for decks, forms in FORMS.items()}
WINGED = frozenset(form.type for form in ONE_DECK if form.wing)
BOMBS = frozenset({"bomb", "rocket", "sky"})


@dataclass(frozen=True, slots=True)
class Rules:
    """The variant's pattern rules: `decks` 1 or 2, `wilds` the laizi ranks (both jokers where they are the laizi, T7),
    `long_bombs` whether laizi make bombs of more than four (T2)."""

    decks: int = 1
    wilds: frozenset[int] = frozenset()
    long_bombs: bool = False

    @property
    def forms(self) -> tuple[Form, ...]:
        """The patterns other than bombs."""
        return FORMS[self.decks]

    @property
    def longest_bomb(self) -> int:
        """Cards in the longest bomb: P13, D10, L6, T2."""
        return 12 if self.long_bombs else 4 * self.decks

    def form(self, code: str) -> Form | None:
        """The row of a pattern; None for bombs and for what this variant does not have."""
        return _BY_TYPE[self.decks].get(code)


def readings(cards: Sequence[int], rules: Rules) -> tuple[Play, ...]:
    """Everything these cards may be; empty when they are nothing. `cards`: distinct cards, any order."""
    return _readings(tuple(sorted(map(rank_of, cards))), rules)


@lru_cache(maxsize=1 << 13)
def _readings(ranks: tuple[int, ...], rules: Rules) -> tuple[Play, ...]:
    """`readings` of so many ranks; remembered, for most plays are solos and pairs that come again and again."""
    natural, wild = [0] * len(RANKS), [0] * len(RANKS)
    for rank in ranks:
        (wild if rank in rules.wilds else natural)[rank] += 1
    laizi = sum(wild)
    if not ranks:
        return ()
    if laizi == len(ranks):
        return _only_wilds(wild, rules)
    found = list(_bombs(natural, ranks, laizi, rules))
    for form, length in of_size(rules.decks, len(ranks)):
        found.extend(_mains(form, length, natural, laizi))
    return tuple(found)


@cache
def of_size(decks: int, size: int) -> tuple[tuple[Form, int], ...]:
    """The patterns other than bombs, and their lengths, that have so many cards."""
    lengths = ((form, length) for form in FORMS[decks] for length in range(form.shortest, form.longest + 1))
    return tuple((form, length) for form, length in lengths if form.size(length) == size)


def _only_wilds(wild: Sequence[int], rules: Rules) -> tuple[Play, ...]:
    """Laizi without another card are themselves, or a pure bomb (L2, L5, T3, T4, T6, T7)."""
    total, ranks = sum(wild), [rank for rank, count in enumerate(wild) if count]
    if total == 2 and ranks == [SMALL_JOKER, BIG_JOKER]:
        return (Play("rocket", BIG_JOKER, 2, 2),)
    if total >= 4:
        return (Play("bomb", ranks[-1], total, total, "pure"),) if total <= rules.longest_bomb else ()
    if len(ranks) > 1:
        return ()
    return (Play(("solo", "pair", "trio")[total - 1], ranks[0], 1, total),)


def _bombs(natural: Sequence[int], ranks: Sequence[int], laizi: int, rules: Rules) -> Iterator[Play]:
    """Rocket, sky and bombs of one rank (P13, P14, D9, D10, L3, L4, T2)."""
    size = len(ranks)
    if size == 2 * rules.decks == natural[SMALL_JOKER] + natural[BIG_JOKER] == 2 * natural[BIG_JOKER]:
        yield Play("rocket" if rules.decks == 1 else "sky", BIG_JOKER, size, size)
    if 4 <= size <= rules.longest_bomb:
        rank = next(rank for rank, count in enumerate(natural) if count)
        if rank <= TWO and natural[rank] + laizi == size:
            kind = "" if not rules.wilds else "soft" if laizi else "hard"
            yield Play("bomb", rank, size, size, kind)


def _mains(form: Form, length: int, natural: Sequence[int], laizi: int) -> Iterator[Play]:
    """The readings as `form` of `length` ranks, lowest first; laizi fill what natural cards leave open (L1)."""
    unit = form.unit
    short = [unit - count if count < unit else 0 for count in natural]
    for low in range((ACE if form.chained else BIG_JOKER) - length + 2):
        lacking = sum(short[low : low + length])
        if lacking > laizi:
            continue
        top = low + length - 1
        if lacking and top > TWO:  # L1a: a laizi is never a joker
            continue
        if max(natural[low : top + 1]) > unit:  # P9d, P10a, D8c: no wing of a main rank
            continue
        wings = [(rank, count) for rank, count in enumerate(natural) if count and not low <= rank <= top]
        if not form.wing and wings:
            continue
        if form.wing == 1 and any(count > 3 for _, count in wings):  # P9e
            continue
        if form.wing == 2 and not _pairs(wings, form.wings * length, laizi - lacking):
            continue
        yield Play(form.type, top, length, form.size(length))


def _pairs(wings: Sequence[tuple[int, int]], pairs: int, laizi: int) -> bool:
    """Whether ranks in these numbers are that many pairs of different ranks (P5, P10, P12, D6a, D8)."""
    single = 0
    for rank, count in wings:
        if count > 2 or (count == 1 and rank > TWO):
            return False
        single += count == 1
    return len(wings) <= pairs and single <= laizi


def default(found: Sequence[Play], lead: Play | None, rules: Rules) -> Play:
    """The reading that is taken when the player names none (P9b, L1b).

    Leading: the strongest, that is a bomb, else one without wings, else the highest. Following: `found` are readings
    of which one at least beats `lead`; the lead's own type comes before a bomb, then the highest.
    """
    if lead is None:
        return max(found, key=lambda play: (play.type in BOMBS, play.type not in WINGED, play.rank))
    better = (play for play in found if beats(play, lead, rules))
    return max(better, key=lambda play: (play.type not in BOMBS, play.rank))


def strength(play: Play, rules: Rules) -> tuple[int, int, int]:
    """How bombs compare: rocket or sky, then length, class (T5, L7) and rank; all else lies below every bomb."""
    if play.type not in BOMBS:
        return (0, 0, 0)
    if play.type != "bomb":
        return (2 * rules.longest_bomb, 0, 0)
    return (play.len, BOMB_CLASSES[play.bomb], play.rank)


def beats(play: Play, lead: Play, rules: Rules) -> bool:
    """Whether `play` may follow `lead` (C1 to C5, D9 to D12, L7, L8, T5, T6). Wings never count."""
    if play.type in BOMBS:
        return strength(play, rules) > strength(lead, rules)
    return play.type == lead.type and play.size == lead.size and play.rank > lead.rank


def refusal(
    cards: Sequence[int],
    hand: Sequence[int],
    lead: Play | None,
    rules: Rules,
    as_: tuple[str, int] | None = None,
) -> tuple[Play | None, str | None]:
    """The play that `cards` make out of `hand` on `lead` (None: leading), or the code of why they make none.

    `as_` names the wanted reading by type and rank. Codes, the first that applies: `not_in_hand`, `no_pattern`
    (nothing, or not what was named), `too_weak` (also whatever is laid on a rocket), `wrong_count` (the lead's type in
    another number of cards), `wrong_type`.
    """
    if len(set(cards)) != len(cards) or not set(cards) <= set(hand):
        return None, "not_in_hand"
    found = [play for play in readings(cards, rules) if as_ is None or (play.type, play.rank) == as_]
    if not found:
        return None, "no_pattern"
    if lead is None or any(beats(play, lead, rules) for play in found):
        return default(found, lead, rules), None
    unbeaten = lead.type in ("rocket", "sky")  # no other pattern would do either
    if unbeaten or any(play.type in BOMBS or (play.type, play.size) == (lead.type, lead.size) for play in found):
        return None, "too_weak"
    return None, "wrong_count" if any(play.type == lead.type for play in found) else "wrong_type"
