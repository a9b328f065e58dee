"""Two public engines of one-deck Dou Dizhu, asked for what ours is asked for: the sets of cards that may be played.

Both speak of ranks alone. Neither has readings, so a set of cards is compared, not what it is taken for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from douzero.env.game import GameEnv
from douzero.env.move_detector import get_move_type
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import CARD_RANK_STR, CARD_TYPE, TYPE_CARD

from games.rules.doudizhu.cards import rank_of

Ranks = tuple[int, ...]
"""Ranks 0..14 of a set of cards, from low to high."""

_DOUZERO_CARD = (*range(3, 15), 17, 20, 30)
_RANK_OF_DOUZERO = {card: rank for rank, card in enumerate(_DOUZERO_CARD)}
_DOUZERO_TYPE = {
    1: "solo",
    2: "pair",
    3: "trio",
    4: "bomb",
    5: "rocket",
    6: "trio_solo",
    7: "trio_pair",
    8: "chain_solo",
    9: "chain_pair",
    10: "chain_trio",
    11: "plane_solo",
    12: "plane_pair",
    13: "quad_solo",
    14: "quad_pair",
}
_RLCARD_TYPE = {
    "solo_chain": "chain_solo",
    "pair_chain": "chain_pair",
    "trio_chain": "chain_trio",
    "trio_solo_chain": "plane_solo",
    "trio_pair_chain": "plane_pair",
    "four_two_solo": "quad_solo",
    "four_two_pair": "quad_pair",
}


class DouZero:
    """The generator and the detector of DouZero's environment."""

    def __init__(self) -> None:
        self._env = GameEnv({})
        self._env.acting_player_position = "landlord"

    def sets(self, hand: Ranks, lead: Ranks | None) -> set[Ranks]:
        """What may be played from `hand` on `lead` (None: led)."""
        moves = self.moves(self.named(hand), None if lead is None else self.named(lead))
        return {tuple(sorted(_RANK_OF_DOUZERO[card] for card in move)) for move in moves if move}

    def moves(self, hand: list[int], lead: list[int] | None) -> list[list[int]]:
        """The list of moves as DouZero makes it, in its own names of cards."""
        self._env.info_sets["landlord"].player_hand_cards = hand
        self._env.card_play_action_seq = [] if lead is None else [lead]
        return self._env.get_legal_card_play_actions()

    @staticmethod
    def named(ranks: Ranks) -> list[int]:
        """Ranks under DouZero's names."""
        return [_DOUZERO_CARD[rank] for rank in ranks]

    @classmethod
    def cards(cls, cards: Sequence[int]) -> list[int]:
        """Our cards under DouZero's names, sorted as it keeps a hand."""
        return cls.named(tuple(sorted(map(rank_of, cards))))

    def type_of(self, cards: Ranks) -> str | None:
        """What a set of cards is; None for nothing."""
        return _DOUZERO_TYPE.get(get_move_type(self.named(cards))["type"])


class RLCard:
    """The judger of rlcard, and its table of every play there is."""

    def sets(self, hand: Ranks, lead: Ranks | None) -> set[Ranks]:
        """What may be played from `hand` on `lead` (None: led). Raises `KeyError` for a lead it does not know."""
        playable = {_ranks(cards) for cards in DoudizhuJudger.playable_cards_from_hand(_letters(hand))}
        return playable if lead is None else {cards for cards in playable if self._beats(cards, lead)}

    def _beats(self, cards: Ranks, lead: Ranks) -> bool:
        """As its `get_gt_cards` compares: by the type and weight of its table."""
        ((mine, weight),), ((theirs, target),) = CARD_TYPE[0][_letters(cards)], CARD_TYPE[0][_letters(lead)]
        if theirs == "rocket":
            return False
        if mine == theirs:
            return int(weight) > int(target)
        return mine == "rocket" or (mine == "bomb" and theirs != "rocket")

    def type_of(self, cards: Ranks) -> str | None:
        known = CARD_TYPE[0].get(_letters(cards))
        return None if known is None else _named(known[0][0])

    def table(self) -> dict[Ranks, tuple[str, int]]:
        """Every play with its type and its weight among those of the same type and length."""
        return {
            _ranks(cards): (_named(kind), int(weight))
            for kind, by_weight in TYPE_CARD.items()
            for weight, plays in by_weight.items()
            for cards in plays
        }


def _named(kind: str) -> str:
    stem = kind.rstrip("0123456789").rstrip("_")
    return _RLCARD_TYPE.get(stem, stem)


def _letters(ranks: Ranks) -> str:
    return "".join(CARD_RANK_STR[rank] for rank in ranks)


def _ranks(letters: str) -> Ranks:
    return tuple(sorted(CARD_RANK_STR.index(letter) for letter in letters))


def trios_among(cards: Sequence[int]) -> list[int]:
    """The ranks of which a set of cards has exactly three."""
    return [rank for rank, count in Counter(cards).items() if count == 3]
