"""Positions of Dou Dizhu for benches and tests: hands and what they have to beat, from seeded games of random moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from games.rules.doudizhu.cards import BIG_JOKER, DECK, SMALL_JOKER, TWO, sort_cards
from games.rules.doudizhu.moves import plays
from games.rules.doudizhu.patterns import Play, Rules
from games.rules.doudizhu.presets import PRESETS, Preset

Hand = tuple[int, ...]
Lead = tuple[Play, Hand]
"""A play and its cards."""

MOST_MOVES = 300
"""Many laizi allow tens of thousands of plays; a random one is taken from so many."""


def drawn_rules(rng: random.Random, row: Preset) -> Rules:
    """The pattern rules of a mode, with laizi drawn where it has them."""
    ranks = rng.sample(range(TWO + 1), row.laizi)
    wilds = frozenset(ranks)
    if row.laizi == 2 and rng.random() < 1 / 13:  # the jokers are drawn as often as another rank (T7)
        wilds = frozenset({ranks[0], SMALL_JOKER, BIG_JOKER})
    return replace(row.rules, wilds=wilds)


def random_game(
    rng: random.Random, rules: Rules, seats: int = 3, hand: int = 17, hole: int = 3
) -> Iterator[tuple[Hand, Lead | None]]:
    """Every position of one game of random moves: a hand, and the play it has to beat (None: it leads)."""
    deck = list(range(DECK * rules.decks))
    rng.shuffle(deck)
    hands = [sort_cards(deck[seat * hand : (seat + 1) * hand]) for seat in range(seats)]
    hands[0] = sort_cards((*hands[0], *deck[seats * hand : seats * hand + hole]))
    lead: Lead | None = None
    leader = seat = 0
    while all(hands):
        if seat == leader:
            lead = None
        yield hands[seat], lead
        moves = list(islice(plays(hands[seat], lead and lead[0], rules), MOST_MOVES))
        choice = rng.randrange(len(moves) + (lead is not None))
        if choice < len(moves):
            lead, leader = moves[choice], seat
            hands[seat] = tuple(card for card in hands[seat] if card not in moves[choice][1])
        seat = (seat + 1) % seats


def positions(number: int, seed: int, mode: str = "huanle", seats: int = 3) -> list[tuple[Rules, Hand, Lead | None]]:
    """So many positions of a mode, up to five of a game."""
    rng = random.Random(seed)
    row = PRESETS[mode, seats]
    found: list[tuple[Rules, Hand, Lead | None]] = []
    while len(found) < number:
        rules = drawn_rules(rng, row)
        game = list(random_game(rng, rules, seats, row.hand, row.hole))
        found += [(rules, *position) for position in rng.sample(game, min(5, len(game)))]
    return found[:number]
