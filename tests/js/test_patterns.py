"""The browser's patterns against the rules: the same readings, the same refusals, the same default, in every mode."""

import json
import os
import random
from collections import Counter
from dataclasses import asdict

from games.rules.doudizhu.moves import plays
from games.rules.doudizhu.patterns import Play, Rules, beats, default, readings, refusal
from tests.js.node import node

POSITIONS = int(os.environ.get("PATTERN_POSITIONS", "600"))
VARIANTS = {
    "one deck": Rules(),
    "two decks": Rules(decks=2),
    "laizi": Rules(wilds=frozenset({2})),
    "tiandi": Rules(wilds=frozenset({2, 6}), long_bombs=True),
    "tiandi, the jokers": Rules(wilds=frozenset({2, 13, 14}), long_bombs=True),
}


def position(rules: Rules, luck: random.Random) -> dict[str, object]:
    """Cards out of a hand, half of the time a play of it, against nothing or against a play of another hand."""
    deck = luck.sample(range(54 * rules.decks), 24)
    hand, other = deck[:13], deck[13:]
    own = [cards for _, cards in plays(hand, None, rules)]
    cards = luck.choice(own) if luck.random() < 0.6 else tuple(luck.sample(hand, luck.randint(1, 8)))
    if luck.random() < 0.2:
        cards = (*cards, *luck.sample([c for c in hand if c not in cards], 1))
    lead: tuple[Play, tuple[int, ...]] | None = None
    if luck.random() < 0.6:
        found = list(plays(other, None, rules))
        same = [(play, laid) for play, laid in found if len(laid) == len(cards)]
        lead = luck.choice(same if same and luck.random() < 0.7 else found)
    against = None if lead is None else lead[0]
    named = readings(cards, rules)
    _, code = refusal(cards, cards, against, rules)
    legal = [play for play in named if against is None or beats(play, against, rules)]
    return {
        "rules": {"decks": rules.decks, "wilds": sorted(rules.wilds), "longBombs": rules.long_bombs},
        "cards": list(cards),
        "lead": lead and {"type": lead[0].type, "rank": lead[0].rank, "len": lead[0].len, "cards": list(lead[1])},
        "readings": [asdict(play) for play in named],
        "plays": [asdict(play) for play in legal],
        "default": asdict(default(named, against, rules)) if legal else None,
        "code": code,
    }


def test_the_browser_reads_cards_as_the_rules_do() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck = random.Random(seed)
    found = [position(rules, luck) for rules in VARIANTS.values() for _ in range(POSITIONS // len(VARIANTS))]
    codes = Counter(str(one["code"]) for one in found)
    assert codes.keys() >= {"None", "no_pattern", "wrong_type", "too_weak"}, codes
    assert sum(len(one["plays"]) > 1 for one in found) > POSITIONS // 50, "choices among readings"
    done = node("tests/js/patterns.js", stdin="\n".join(map(json.dumps, found)))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(found)
