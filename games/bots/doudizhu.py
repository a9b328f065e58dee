"""A policy for Dou Dizhu: the hand as groups with a price, and rules of thumb for partner and enemies.

It sees what its seat sees (docs/protocol.md, section 4) and nothing else. The price of a hand is about how many leads
it will lose before it is empty: each group costs 1 less the chance that it wins its trick. Moves are weighed in that
unit: what a move takes off the price, what the next lead is worth, what it gives an enemy or takes from a partner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.core import Stream
from games.rules.doudizhu.candidates import candidates
from games.rules.doudizhu.cards import BIG_JOKER, RANKS, counts_of
from games.rules.doudizhu.groups import Counts, Prices, Splitter, turns, without
from games.rules.doudizhu.patterns import BOMBS, Play, Rules, readings
from games.rules.doudizhu.presets import preset

View = Mapping[str, Any]
Move = dict[str, Any]
Choice = tuple[Play, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Level:
    """How well a seat plays.

    `noise`: how much a move may be misjudged, in lost leads. `call`, `rob`, `double`: the highest price of a hand with
    which the seat calls, robs, doubles; `bid`: the same for calling one, two and three points,
    by the number of decks.
    """

    noise: float
    call: float
    rob: float
    double: float
    bid: Mapping[int, tuple[float, float, float]]


LEVELS: Mapping[str, Level] = {
    "easy": Level(noise=0.1, call=4.1, rob=3.0, double=2.4, bid={1: (4.1, 3.5, 3.0), 2: (1.9, 1.4, 1.0)})
}

# The chance of a group, by its highest rank 3..2 and the jokers, to win its trick.
_SOLO = (0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 0.9, 1)
_PAIR = (0, 0, 0, 0.05, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.45, 0.7, 1, 1, 1)
_TRIO = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.85, 0.95, 1, 1, 1)
_CHAIN = (0.3, 0.3, 0.3, 0.3, 0.35, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.95, 1, 1, 1)
_CHANCES = {"solo": _SOLO, "pair": _PAIR, "chain_solo": _CHAIN, "chain_pair": _CHAIN}
"""Trios and what is built on them follow `_TRIO`."""


def _prices(chances: Sequence[float]) -> tuple[float, ...]:
    return tuple(1 - chance for chance in chances)


_ONE_DECK = Prices(
    solo=_prices(_SOLO),
    pair=_prices(_PAIR),
    trio=_prices(_TRIO),
    chain=_prices(_CHAIN),
    bomb=(-0.5,) * len(RANKS),  # a bomb wins a trick that something else would have lost
    rocket=-0.8,
)
_SPLITTERS = {1: Splitter(_ONE_DECK), 2: Splitter(replace(_ONE_DECK, decks=2))}


def price(counts: Counts, rules: Rules = Rules()) -> float:  # noqa: B008 - immutable
    """About how many leads a hand will lose before it is empty; lower is better."""
    least = _SPLITTERS[rules.decks]
    if not rules.wilds:
        return least(counts)
    natural = tuple(0 if rank in rules.wilds else count for rank, count in enumerate(counts))
    return least(natural) + LAIZI * (sum(counts) - sum(natural))


# What moves are weighed by, in lost leads.
LEAD_WORTH = 0.5  # having the next lead
LAIZI = -0.5  # holding a laizi: about the lead that it will save
OUT_NEXT = 3.0  # a sure trick after which one play empties the hand
LOW_FIRST = 0.03  # leading a rank lower
LONG_FIRST = 0.02  # leading a card more
OVERTAKING = 1.5  # taking a trick from a partner
BLOCKING = 0.4  # the same, where it costs the landlord behind me a cheap answer
STOPPING = 0.25  # answering an enemy, for each card that it has less than six
GIVING = 2.0  # leading the lowest card to an enemy that has one left
HELPING = 1.0  # leading the lowest card to a partner that has one left


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat knows when it plays. Seats count from its own (0) in turn order."""

    hand: tuple[int, ...]
    lead: Play | None
    leader: int
    left: tuple[int, ...]
    enemy: tuple[bool, ...]
    rules: Rules

    @property
    def threat(self) -> int:
        """The fewest cards that an enemy has left."""
        return min(left for left, enemy in zip(self.left, self.enemy, strict=True) if enemy)

    @property
    def partner(self) -> int | None:
        """The seat that wins with this one, None for a landlord."""
        return next((seat for seat in range(1, len(self.left)) if not self.enemy[seat]), None)


def decide(view: View, options: Mapping[str, Any], rng_seed: int, level: str = "easy") -> Move:
    """The answer to the seat's open decision: the kind of an action and its fields.

    `view`: the seat's own view; `options`: the decision's `mine`. The same arguments give the same answer. Raises
    `ValueError` when no decision is open for the seat, `KeyError` for a level that there is not.
    """
    skill = LEVELS[level]
    kind = next((decision["kind"] for decision in view["decisions"] if "mine" in decision), None)
    match kind:
        case "open":
            return {"kind": "open", "show": False}
        case "call":
            return {"kind": "call", "yes": _own_price(view) <= skill.call}
        case "rob":
            return {"kind": "rob", "yes": _own_price(view) <= skill.rob}
        case "bid":
            wanted = sum(_own_price(view) <= limit for limit in skill.bid[_rules(view).decks])
            return {"kind": "bid", "points": wanted if wanted in options["points"] else 0}
        case "double":
            return {"kind": "double", "yes": _own_price(view) <= skill.double}
        case "play":
            return _as_move(choose(_table(view), skill, rng_seed), view)
    raise ValueError("no open decision")


def _own_price(view: View) -> float:
    return price(counts_of(view["seats"][view["seat"]]["cards"]), _rules(view))


def _table(view: View) -> Table:
    seats, me, lead = view["seats"], view["seat"], view["lead"]
    around = [seats[(me + step) % len(seats)] for step in range(len(seats))]
    rules = _rules(view)
    return Table(
        hand=tuple(around[0]["cards"]),
        lead=None if lead is None else _reading(lead, rules),
        leader=0 if lead is None else (lead["seat"] - me) % len(seats),
        left=tuple(seat["count"] for seat in around),
        enemy=tuple((seat["role"] == "landlord") != (around[0]["role"] == "landlord") for seat in around),
        rules=rules,
    )


def _rules(view: View) -> Rules:
    rules = preset(view["mode"], len(view["seats"])).rules
    return replace(rules, wilds=frozenset(view["wilds"])) if view["wilds"] else rules


def _reading(lead: Mapping[str, Any], rules: Rules) -> Play:
    named = (lead["type"], lead["rank"], lead["len"])
    return next(play for play in readings(lead["cards"], rules) if (play.type, play.rank, play.len) == named)


def _as_move(choice: Choice | None, view: View) -> Move:
    if choice is None:
        return {"kind": "pass"}
    play, cards = choice
    move: Move = {"kind": "play", "cards": list(cards)}
    if len(readings(cards, _rules(view))) > 1:
        move["as"] = {"type": play.type, "rank": play.rank}
    return move


def choose(table: Table, skill: Level, rng_seed: int) -> Choice | None:
    """The play and its cards, None for a pass."""
    luck = Stream(str(rng_seed).encode(), (), "policy")
    best: Choice | None = None
    most = float("-inf") if table.lead is None else 0.0  # a pass takes nothing and gives nothing
    for play, cards in candidates(table.hand, table.lead, table.rules):
        if len(cards) == len(table.hand):
            return play, cards
        worth = _worth(play, cards, table) + skill.noise * luck.below(1000) / 1000
        if worth > most:
            best, most = (play, cards), worth
    return best


def _worth(play: Play, cards: Sequence[int], table: Table) -> float:
    """What a play is worth beyond a pass; leads are compared with each other alone."""
    counts = counts_of(table.hand)
    rest = without(counts, counts_of(cards))
    chance = _chance(play, table)
    worth = price(counts, table.rules) - price(rest, table.rules)
    if chance >= 1 and turns(rest, table.rules.decks) == 1:
        worth += OUT_NEXT
    if table.lead is None:
        return worth - (1 - chance) + _leading(play, table)
    return worth + LEAD_WORTH * chance + _following(play, table.lead, table)


def _chance(play: Play, table: Table) -> float:
    """The chance that the play wins its trick, other bombs left aside."""
    if play.type in BOMBS or play.rank == BIG_JOKER:
        return 1
    enemies = [left for left, enemy in zip(table.left, table.enemy, strict=True) if enemy]
    if play.size > max(enemies):
        return 1
    return _CHANCES.get(play.type, _TRIO)[play.rank]


def _leading(play: Play, table: Table) -> float:
    """Low and long plays first; nothing that lets an enemy out; a partner's last cards are fed."""
    worth = LONG_FIRST * play.size - LOW_FIRST * play.rank
    lowness = 1 - play.rank / BIG_JOKER
    if play.type in ("solo", "pair"):
        if table.threat == play.size:
            worth -= GIVING * lowness + 0.5
        partner = table.partner
        if partner is not None and table.left[partner] == play.size and table.threat > play.size:
            worth += HELPING * lowness
    return worth


def _following(play: Play, lead: Play, table: Table) -> float:
    """Answer an enemy the sooner the fewer cards it has; leave a partner its trick."""
    if table.enemy[table.leader]:
        left = table.left[table.leader]
        worth = STOPPING * max(0, 6 - left)
        if table.enemy[1] and play.size == table.left[1]:  # the next seat would go out on anything higher
            worth += GIVING * play.rank / BIG_JOKER
        return worth
    if play.type in BOMBS:
        return -2 * OVERTAKING
    if table.enemy[1] and table.left[1] == play.size:  # the landlord behind me would go out over my partner's play
        return GIVING * (play.rank - lead.rank) / BIG_JOKER
    if table.enemy[1] and lead.rank < 8 and play.type in ("solo", "pair"):
        return -BLOCKING
    return -OVERTAKING
