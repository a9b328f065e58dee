"""Dou Dizhu plays: the worked examples of the rules by number, and properties over random hands."""

import random
from collections import Counter
from itertools import islice, product

import pytest

from games.rules.doudizhu.cards import BIG_JOKER, RANKS, SMALL_JOKER, counts_of, parse, rank_of, sort_cards, text_of
from games.rules.doudizhu.hints import hints
from games.rules.doudizhu.moves import can_beat, plays, rank_plays
from games.rules.doudizhu.patterns import BOMBS, Play, Rules, beats, default, readings, refusal

ONE_DECK = Rules()
# number | variant: laizi | last play | play | its readings as "type len rank [bomb]", or those that beat | rule
EXAMPLES = """
1 | one_deck | lead | BR | rocket 2 R | P14
2 | one_deck | lead | 33344 | trio_pair 1 3 | P5
3 | one_deck | lead | 333BR | - | P5
4 | one_deck | lead | 3456789TJQKA | chain_solo 12 A | P6
5 | one_deck | lead | JQKA2 | - | P6
6 | one_deck | lead | A2345 | - | P6
7 | one_deck | lead | 3456 | - | P6
8 | one_deck | lead | 33445566778899TTJJQQ | chain_pair 10 Q | P7
9 | one_deck | lead | KKAA22 | - | P7
10 | one_deck | lead | KKKAAA | chain_trio 2 A | P8
11 | one_deck | lead | AAA222 | - | P8
12 | one_deck | lead | 333555 | - | P8
13 | one_deck | lead | 33344456 | plane_solo 2 4 | P9
14 | one_deck | lead | 33344455 | plane_solo 2 4 | P9a
15 | one_deck | lead | 333444BR | plane_solo 2 4 | P9c
16 | one_deck | lead | 33344422 | plane_solo 2 4 | P9a
17 | one_deck | lead | 33334445 | - | P9d
18 | one_deck | lead | 34445555 | - | P9d
19 | one_deck | lead | 33334444 | - | P9d
20 | one_deck | lead | 333444555888 | plane_solo 3 5 | P9b
21 | one_deck | lead | 333444555666 | chain_trio 4 6; plane_solo 3 5; plane_solo 3 6 | P9b
22 | one_deck | lead | 3334445556667777 | - | P9e
23 | one_deck | lead | 333444555666BR2A | plane_solo 4 6 | P9c
24 | one_deck | lead | 33344455566677789TJQ | plane_solo 5 7 | P9
25 | one_deck | lead | 3334445577 | plane_pair 2 4 | P10
26 | one_deck | lead | 3334445555 | - | P10a
27 | one_deck | lead | 33344455BR | - | P10b
28 | one_deck | lead | AAAKKK2233 | plane_pair 2 A | P10
29 | one_deck | lead | 333344 | quad_solo 1 3 | P11a
30 | one_deck | lead | 2222BR | quad_solo 1 2 | P11b
31 | one_deck | lead | 33334455 | quad_pair 1 3 | P12
32 | one_deck | lead | 44445555 | - | P12a
33 | one_deck | lead | 3333445 | - | P11
34 | one_deck | lead | 33335 | - | P13
35 | two_deck | lead | BB | pair 1 B | D3
36 | two_deck | lead | BR | - | D3
37 | two_deck | lead | BBRR | sky 4 R | D9
38 | two_deck | lead | BRR | - | D3
39 | two_deck | lead | AA2233 | - | D4
40 | two_deck | lead | 5557 | - | D6
41 | two_deck | lead | 55577 | trio_pair 1 5 | D6
42 | two_deck | lead | 555BB | trio_pair 1 5 | D6a
43 | two_deck | lead | 333444 | chain_trio 2 4 | D7
44 | two_deck | lead | 3334445577 | plane_pair 2 4 | D8
45 | two_deck | lead | 33344456 | - | D8
46 | two_deck | lead | 3334445555 | - | D8a
47 | two_deck | lead | 333444BBRR | plane_pair 2 4 | D8b
48 | two_deck | lead | 3333344466 | - | D8c
49 | two_deck | lead | 22222222 | bomb 8 2 | D10
50 | two_deck | lead | 444455 | - | D11
51 | laizi:7 | lead | 445567 | chain_pair 3 6 | L1
52 | laizi:7 | lead | 77 | pair 1 7 | L2
53 | laizi:7 | lead | 7777 | bomb 4 7 pure | L5
54 | laizi:5 | lead | 3335 | bomb 4 3 soft; trio_solo 1 3 | L3
55 | laizi:5 | lead | 5B | - | L1a
56 | laizi:5 | lead | 33335 | - | L6
57 | laizi:5 | lead | 67895 | chain_solo 5 9; chain_solo 5 T | L1b
58 | laizi:5 | lead | 3555 | bomb 4 3 soft; trio_solo 1 * | L1c
59 | tiandi:5,9 | lead | 33335 | bomb 5 3 soft | T2
60 | tiandi:5,9 | lead | 777555 | bomb 6 7 soft; chain_trio 2 7; chain_trio 2 8; quad_solo 1 7 | L1b
61 | tiandi:5,9 | lead | 5599 | bomb 4 9 pure | T3
62 | tiandi:5,9 | lead | 59 | - | T4
63 | tiandi:5,9 | lead | 559 | - | T4
64 | tiandi:5,9 | lead | 333355559999 | bomb 12 3 soft | T2
65 | tiandi:5,W | lead | BR | rocket 2 R | T7
66 | tiandi:5,W | lead | 5B | - | T4
67 | tiandi:5,W | lead | 55BR | bomb 4 R pure | T7
68 | one_deck | 2 | B | solo 1 B | C1
69 | one_deck | R | B | - | C1
70 | one_deck | 3 | 44 | - | C2
71 | one_deck | 34567 | 456789 | - | C2
72 | one_deck | 444A | 5553 | trio_solo 1 5 | C3
73 | one_deck | 3334 | 44455 | - | C2
74 | one_deck | 55566634 | 444555KA | - | C3
75 | one_deck | 33344456 | 666777BR | plane_solo 2 7 | C3
76 | one_deck | 333444555789 | 444555666333 | plane_solo 3 6 | P9b
77 | one_deck | 333444555JQK | 555666777888 | plane_solo 3 7; plane_solo 3 8 | P9b
78 | one_deck | 333345 | 444455 | quad_solo 1 4 | C1
79 | one_deck | 333345 | 44445566 | - | C2
80 | one_deck | 444435 | 3333 | bomb 4 3 | P11c
81 | one_deck | 3333 | 444455 | - | P11c
82 | one_deck | 4444 | 3333 | - | C5
83 | one_deck | 2222 | BR | rocket 2 R | C4
84 | one_deck | BR | 2222 | - | C4
85 | two_deck | 22 | BB | pair 1 B | D3
86 | two_deck | 22 | BR | - | D3
87 | two_deck | 44444 | 2222 | - | D10
88 | two_deck | 2222 | 33333 | bomb 5 3 | D10
89 | two_deck | 22222222 | BBRR | sky 4 R | D9
90 | two_deck | R | B | - | D12
91 | two_deck | 55577 | 66633 | trio_pair 1 6 | D12
92 | laizi:5 | AAA5 [soft] | 3333 | bomb 4 3 hard | L7
93 | laizi:5 | 3333 [hard] | AAA5 | - | L7
94 | laizi:5 | 2222 [hard] | 5555 | bomb 4 5 pure | L7
95 | laizi:5 | 5555 [pure] | BR | rocket 2 R | L7
96 | laizi:7 | 334455 | 445567 | chain_pair 3 6 | L8
97 | laizi:5 | QQ | 55 | - | L2
98 | laizi:5 | 444A | 7755 | bomb 4 7 soft; trio_solo 1 7 | L3
99 | tiandi:5,9 | 2225 [soft] | 3333 | bomb 4 3 hard | T5
100 | tiandi:5,9 | 9999 [pure] | 33335 | bomb 5 3 soft | T5
101 | tiandi:5,9 | 55559 [pure] | 22229 | - | T5
102 | tiandi:5,9 | 55559 [pure] | 333399 | bomb 6 3 soft | T5
103 | tiandi:5,9 | 5599 [pure] | 5599 | - | T6
104 | tiandi:5,9 | 333355559999 [soft] | BR | rocket 2 R | T5
105 | tiandi:5,W | 2222 [hard] | BR | rocket 2 R | T7
"""


def rules_of(variant):
    name, _, wilds = variant.partition(":")
    if name == "two_deck":
        return Rules(decks=2)
    ranks = {SMALL_JOKER, BIG_JOKER} if "W" in wilds else set()
    ranks |= {RANKS.index(letter) for letter in wilds.replace(",", "").replace("W", "")}
    return Rules(wilds=frozenset(ranks), long_bombs=name == "tiandi")


def play_of(text, size):
    kind, length, rank, *bomb = text.split()
    ranks = range(13) if rank == "*" else [RANKS.index(rank)]
    return {Play(kind, r, int(length), size, *bomb) for r in ranks}


def examples():
    for line in EXAMPLES.strip().splitlines():
        number, variant, lead, cards, expected, rule = (cell.strip() for cell in line.split("|"))
        yield pytest.param(rules_of(variant), lead, cards, expected, id=f"{number}-{rule}")


@pytest.mark.parametrize(("rules", "lead", "cards", "expected"), list(examples()))
def test_the_worked_examples(rules, lead, cards, expected):
    found = readings(parse(cards), rules)
    assert len(found) == len(set(found))
    if lead != "lead":
        letters, _, bomb = lead.partition(" ")
        led = default(readings(parse(letters), rules), None, rules)
        assert not bomb or led.bomb == bomb.strip("[]")
        found = [play for play in found if beats(play, led, rules)]
    wanted = set() if expected == "-" else set().union(*(play_of(part, len(cards)) for part in expected.split(";")))
    assert set(found) == wanted


def random_hand(rng, size, decks=1):
    return sort_cards(rng.sample(range(54 * decks), size))


def random_lead(rng, rules):
    """A play of some other hand, or none."""
    if rng.random() < 0.3:
        return None
    return rng.choice([play for play, _ in plays(random_hand(rng, rng.choice((3, 7, 10)), rules.decks), None, rules)])


def every_multiset(hand):
    """Each choice of ranks out of the hand, as cards."""
    held = [[card for card in hand if rank_of(card) == rank] for rank in range(15)]
    for taken in product(*(range(len(cards) + 1) for cards in held)):
        if any(taken):
            yield tuple(card for cards, n in zip(held, taken, strict=True) for card in cards[:n])


def clustered_hand(rng, size, decks=1):
    """Few neighbouring ranks, so that chains, planes and bombs are common."""
    low = rng.randrange(7)
    deck = [card for card in range(54 * decks) if low <= rank_of(card) < low + 5 or rank_of(card) > 12]
    return sort_cards(rng.sample(deck, size))


VARIANTS = {
    "one_deck": ONE_DECK,
    "two_decks": Rules(decks=2),
    "laizi": rules_of("laizi:6"),
    "tiandi": rules_of("tiandi:5,7"),
    "tiandi_jokers": rules_of("tiandi:6,W"),
}


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("seed", range(8))
def test_every_play_is_generated_once(seed, rules):
    rng = random.Random(seed)
    for _ in range(3):
        hand = clustered_hand(rng, rng.randint(1, 9 if rules.wilds else 12), rules.decks)
        lead = random_lead(rng, rules)
        generated = Counter((play, counts_of(cards)) for play, cards in plays(hand, lead, rules))
        forced = Counter(
            (play, counts_of(cards))
            for cards in every_multiset(hand)
            for play in readings(cards, rules)
            if lead is None or beats(play, lead, rules)
        )
        assert generated == forced
        assert can_beat(hand, lead, rules) == bool(forced)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_generated_plays_are_in_the_hand_and_accepted_by_their_name(rules):
    rng = random.Random(5)
    for _ in range(15):
        hand, lead = random_hand(rng, 14, rules.decks), random_lead(rng, rules)
        for play, cards in islice(plays(hand, lead, rules), 500):
            found, code = refusal(cards, hand, lead, rules, (play.type, play.rank))
            assert (found.type, found.rank, found.size, code) == (play.type, play.rank, play.size, None)


def test_beating_is_irreflexive_antisymmetric_and_transitive():
    rng = random.Random(8)
    pool = {play for _ in range(30) for play, _ in rank_plays(counts_of(random_hand(rng, 20)), None, ONE_DECK)}
    for a, b, c in zip(*(rng.choices(sorted(pool, key=repr), k=20000) for _ in range(3)), strict=True):
        assert not beats(a, a, ONE_DECK)
        assert not (beats(a, b, ONE_DECK) and beats(b, a, ONE_DECK))
        if beats(a, b, ONE_DECK) and beats(b, c, ONE_DECK):
            assert beats(a, c, ONE_DECK)


def test_suits_never_matter():
    rng = random.Random(2)
    for _ in range(200):
        cards = clustered_hand(rng, rng.randint(1, 9))
        suits = [rng.sample(range(4), 4) for _ in range(13)]
        turned = [card if card >= 52 else card // 4 * 4 + suits[card // 4][card % 4] for card in cards]
        assert readings(turned, ONE_DECK) == readings(cards, ONE_DECK)


@pytest.mark.parametrize(
    ("lead", "hand", "cards", "code"),
    [
        (None, "345", "6", "not_in_hand"),
        (None, "345", "34", "no_pattern"),
        (None, "345", "", "no_pattern"),
        ("33", "4567", "4", "wrong_type"),
        ("34567", "456789", "456789", "wrong_count"),
        ("7", "345", "5", "too_weak"),
        ("7", "777", "7", "too_weak"),
        ("BR", "2222", "2222", "too_weak"),
        ("4444", "3333", "3333", "too_weak"),
        ("4444", "555566", "555566", "wrong_type"),
        ("7", "3333", "3333", None),
        ("333345", "44445566", "44445566", "wrong_type"),
    ],
)
def test_a_refused_play_says_why(lead, hand, cards, code):
    led = default(readings(parse(lead), ONE_DECK), None, ONE_DECK) if lead else None
    play, why = refusal(parse(cards), parse(hand), led, ONE_DECK)
    assert why == code
    assert (play is None) == (code is not None)


def test_the_same_card_twice_is_not_in_hand():
    assert refusal((0, 0), (0, 1), None, ONE_DECK) == (None, "not_in_hand")


def test_a_player_may_name_a_reading_and_only_one_the_cards_have():
    cards = parse("333444555666")
    assert refusal(cards, cards, None, ONE_DECK)[0] == Play("chain_trio", 3, 4, 12)
    assert refusal(cards, cards, None, ONE_DECK, ("plane_solo", 2))[0] == Play("plane_solo", 2, 3, 12)
    assert refusal(cards, cards, None, ONE_DECK, ("plane_solo", 5)) == (None, "no_pattern")
    lead = Play("plane_solo", 2, 3, 12)
    assert refusal(cards, cards, lead, ONE_DECK)[0] == Play("plane_solo", 3, 3, 12)
    assert refusal(cards, cards, lead, ONE_DECK, ("plane_solo", 2)) == (None, "too_weak")


def hinted(hand, lead=None):
    led = default(readings(parse(lead), ONE_DECK), None, ONE_DECK) if lead else None
    return [text_of(cards) for cards in hints(sort_cards(parse(hand)), led, ONE_DECK)]


@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("4579K", "3", ["4", "5", "7", "9", "K"]),
        ("445K", "3", ["5", "K", "4"]),  # tearing the pair comes last
        ("4K6666", "3", ["4", "K", "6666"]),  # the four stays whole and comes last
        ("4BR", "3", ["4", "BR"]),
        ("4777BR", "K", ["BR"]),
        ("66667777", "K", ["6666", "7777"]),
        ("45", "6", []),
        ("44556", "33", ["44", "55"]),
    ],
)
def test_hints_follow_with_the_smallest_first_and_bombs_last(hand, lead, expected):
    assert hinted(hand, lead) == expected


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("345677TTK", "34567"),
        ("34TT", "3"),
        ("3334", "3334"),
        ("4TT2222BR", "4"),
        ("3444422", "3"),
        ("444422", "444422"),  # what empties the hand
    ],
)
def test_hints_lead_with_the_smallest_sensible_play(hand, first):
    assert hinted(hand)[0] == first


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_hints_are_legal_distinct_and_leave_bombs_whole(rules):
    rng = random.Random(4)
    for _ in range(20):
        hand, lead = random_hand(rng, rng.randint(2, 16), rules.decks), random_lead(rng, rules)
        offered = hints(hand, lead, rules)
        assert bool(offered) == can_beat(hand, lead, rules)
        assert len(set(offered)) == len(offered)
        for cards in offered:
            play, why = refusal(cards, hand, lead, rules)
            assert why is None
            if play.type in BOMBS or len(cards) == len(hand):
                continue
            held, left = counts_of(hand), counts_of(set(hand) - set(cards))
            for rank in set(range(13)) - rules.wilds:
                assert held[rank] < 4 or left[rank] in (0, held[rank])


def test_hints_spend_laizi_late():
    rules = rules_of("laizi:5")
    lead = default(readings(parse("33"), rules), None, rules)
    offered = [text_of(cards) for cards in hints(sort_cards(parse("445678T9KK")), lead, rules)]
    assert offered[:2] == ["44", "KK"]
    assert "56" in offered


def test_a_hint_that_would_be_a_soft_bomb_comes_with_the_bombs():
    rules = rules_of("laizi:5")
    hand = sort_cards(parse("33357889JQA2"))
    offered = [text_of(cards) for cards in hints(hand, None, rules)]
    taken = [default(readings(parse(cards), rules), None, rules).type for cards in offered]
    first_bomb = taken.index("bomb")
    assert "3335" in offered
    assert set(taken[first_bomb:]) == {"bomb"}


def test_cards_sort_parse_and_print():
    hand = sort_cards(parse("3RB2A3"))
    assert [rank_of(card) for card in hand] == [14, 13, 12, 11, 0, 0]
    assert text_of(hand) == "33A2BR"
    assert rank_of(53 + 54) == BIG_JOKER
    with pytest.raises(ValueError, match="no B left"):
        parse("BB", range(54))
