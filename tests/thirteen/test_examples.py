"""Every worked example of the rules."""

import pytest

from games.rules.thirteen import rows
from games.rules.thirteen.arrangement import is_foul
from games.rules.thirteen.scoring import score
from games.rules.thirteen.settings import Settings
from games.rules.thirteen.specials import find
from tests.thirteen.examples import FOULS, ROWS, SETTLEMENTS, SPECIAL_HANDS
from tests.thirteen.hands import arranged, cards

SIGNS = {">": 1, "=": 0, "<": -1}


@pytest.mark.parametrize(("number", "a", "b", "sign", "kind_a", "kind_b"), ROWS)
def test_row(number: int, a: str, b: str, sign: str, kind_a: str, kind_b: str) -> None:
    assert rows.compare(cards(a), cards(b)) == SIGNS[sign]
    assert rows.compare(cards(b), cards(a)) == -SIGNS[sign]
    assert (rows.name(rows.strength(cards(a))), rows.name(rows.strength(cards(b)))) == (kind_a, kind_b)


@pytest.mark.parametrize(("number", "front", "middle", "back", "foul", "answer"), FOULS)
def test_foul(number: int, front: str, middle: str, back: str, foul: bool, answer: str) -> None:
    rows = arranged(front, middle, back)
    assert is_foul(rows) == foul
    assert answer == ("accepted" if not foul else "rejected" if is_foul(rows.swapped()) else "swapped")


@pytest.mark.parametrize(("number", "hand", "key", "points"), SPECIAL_HANDS)
def test_special(number: int, hand: str, key: str | None, points: int) -> None:
    found = find(cards(hand))
    assert (found and found.key, found.points if found else 0) == (key, points)


@pytest.mark.parametrize("number", SETTLEMENTS)
def test_settlement(number: int) -> None:
    config, seats, pairs, homerun = SETTLEMENTS[number]
    settings = Settings.of(config)
    hands = [arranged(*seat[:4]) for seat in seats]
    if number == 27:  # handed in the wrong way round, exchanged before the compare
        assert [is_foul(hand) for hand in hands] == [True, False]
        hands[0] = hands[0].swapped()
    result = score(hands, settings)
    assert list(result.points) == [seat[4] for seat in seats]
    assert sum(result.points) == 0
    # A home run is told apart from its pairs: the sum of a pair is told with it.
    assert [(p.a, p.b, p.rows, p.raw, p.shot_by, p.final) for p in result.pairs] == pairs
    assert result.homerun == homerun
    for seat, hand in enumerate(hands):
        if hand.special:
            found = find([card for row in hand.all for card in row], settings)
            assert found is not None
            assert found.key == hand.special, seat
