"""One set of cards for each reading: complete, with the fewest laizi, bombs left whole; and the splits behind it."""

import random
from dataclasses import replace
from functools import cache

import pytest

from games.rules.doudizhu.candidates import candidates
from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, counts_of, parse, sort_cards, text_of
from games.rules.doudizhu.groups import TURNS, Splitter, turns, unchained
from games.rules.doudizhu.moves import plays
from games.rules.doudizhu.patterns import BOMBS, Rules, readings
from tests.rules.test_doudizhu_plays import VARIANTS, clustered_hand, random_hand, random_lead


def spoils(held, used, play, rules):
    """Whether a natural bomb would be torn apart, or a rocket be carried along."""
    natural = [rank for rank in range(13) if rank not in rules.wilds]
    if any(held[rank] >= 4 and 0 < used[rank] < held[rank] for rank in natural):
        return True
    if SMALL_JOKER in rules.wilds or not held[SMALL_JOKER] == held[BIG_JOKER] == rules.decks:
        return False
    return play.type not in BOMBS and used[SMALL_JOKER] + used[BIG_JOKER] > 0


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_every_reading_is_there_once_with_the_fewest_laizi(rules):
    rng = random.Random(12)
    for _ in range(40):
        size = rng.randint(1, 10 if rules.wilds else 14)
        hand = (clustered_hand if rng.random() < 0.6 else random_hand)(rng, size, rules.decks)
        lead = random_lead(rng, rules)
        held = counts_of(hand)
        fewest = {}
        for play, cards in plays(hand, lead, rules):
            used = counts_of(cards)
            if play.size == len(hand) or not spoils(held, used, play, rules):
                laizi = sum(used[rank] for rank in rules.wilds)
                fewest[play] = min(laizi, fewest.get(play, 99))
        found = candidates(hand, lead, rules)
        assert len({play for play, _ in found}) == len(found)
        for play, cards in found:
            used = counts_of(cards)
            assert set(cards) <= set(hand)
            assert play in readings(cards, rules)
            assert play.size == len(hand) or not spoils(held, used, play, rules), (text_of(hand), play, text_of(cards))
        offered = {play: sum(counts_of(cards)[rank] for rank in rules.wilds) for play, cards in found}
        assert offered == fewest, (text_of(hand), lead)


@pytest.mark.parametrize(
    ("hand", "kind", "rank", "expected"),
    [
        ("5553479TTK2", "trio_solo", "5", "3555"),  # the lowest that stands alone
        ("99934567TT2", "trio_solo", "9", "999T"),  # not out of the chain, and half a pair is missed less than a two
        ("55566688TT9JQKA", "plane_solo", "6", "5556668T"),  # what the chain from 8 to A leaves over
        ("5553399TT", "trio_pair", "5", "33555"),
        ("777334455TT", "trio_pair", "7", "777TT"),  # not out of the run of pairs
    ],
)
def test_wings_are_what_the_hand_misses_least(hand, kind, rank, expected):
    found = candidates(sort_cards(parse(hand)), None, Rules())
    chosen = [text_of(cards) for play, cards in found if (play.type, play.rank) == (kind, RANKS.index(rank))]
    assert chosen == [expected]


def test_a_rocket_goes_along_only_where_that_empties_the_hand():
    hand = sort_cards(parse("3333BR"))
    assert "3333BR" in {text_of(cards) for _, cards in candidates(hand, None, Rules())}
    hand = sort_cards(parse("3333BR7"))
    assert all("BR" not in text_of(cards) or len(cards) == 2 for _, cards in candidates(hand, None, Rules()))


def slow_turns(counts, decks):
    """The fewest plays by trying every chain out of every hand."""

    @cache
    def least(held):
        best = loose(held, decks)
        for unit, shortest in ((1, 5), (2, 3)):
            for low in range(ACE + 1):
                for high in range(low + shortest, ACE + 2):
                    if all(held[rank] >= unit for rank in range(low, high)):
                        rest = tuple(n - unit * (low <= rank < high) for rank, n in enumerate(held))
                        best = min(best, 1 + least(rest))
        return best

    return least(counts)


def loose(held, decks):
    trios = [rank for rank in range(13) if held[rank] == 3]
    runs = sum(not (rank - 1 in trios and rank <= ACE) for rank in trios)
    bombs = sum(held[rank] > 3 for rank in range(13))
    small = [held[rank] for rank in range(13) if 0 < held[rank] < 3]
    if held[SMALL_JOKER] == held[BIG_JOKER] == decks:
        bombs += 1
    else:
        small += [held[rank] for rank in (SMALL_JOKER, BIG_JOKER) if held[rank]]
    carried = [count for count in small if decks == 1 or count == 2]
    return runs + bombs + len(small) - min(len(carried), len(trios))


@pytest.mark.parametrize(("decks", "size"), [(1, 10), (1, 20), (2, 16), (2, 25)])
def test_turns_are_the_fewest_plays(decks, size):
    rng = random.Random(size)
    for _ in range(25):
        counts = counts_of(random_hand(rng, size, decks))
        assert turns(counts, decks) == slow_turns(counts, decks)


def test_what_stands_outside_chains_adds_up_to_the_same_turns():
    rng = random.Random(1)
    for _ in range(50):
        counts = counts_of(random_hand(rng, 17))
        left = unchained(counts)
        assert all(0 <= kept <= held for kept, held in zip(left, counts, strict=True))
        gone = sum(counts) - sum(left)
        assert turns(left) <= turns(counts)
        assert gone == 0 or gone >= 5
    assert unchained(counts_of(parse("345678KK"))) == counts_of(parse("KK"))


def test_prices_of_its_own_change_the_split():
    cheap = Splitter(replace(TURNS, chain=(0.1,) * 15))
    dear = Splitter(replace(TURNS, chain=(9,) * 15))
    counts = counts_of(parse("345678KK"))
    assert (cheap(counts), dear(counts)) == (1.1, 7)
