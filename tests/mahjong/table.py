"""A hand in a test: set up as it should lie, played in steps, with a clock of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.core import Action, Decision, Event, IllegalAction
from games.rules.mahjong.match import Match
from games.rules.mahjong.melds import Meld
from games.rules.mahjong.rounds import Discard, Drawn, Mahjong
from games.rules.mahjong.tiles import COPIES, DECK, face, parse

START = 1_700_000_000_000
SEED = bytes(range(32))
A, B, C, D = range(4)


def config(minimum: int = 0, bots: Sequence[str | None] = (None,) * 4, **rules: Any) -> dict[str, Any]:
    return {
        "game": "mahjong",
        "mode": f"guangdong-{minimum}",
        "seats": 4,
        "bots": list(bots),
        "rules": rules,
        "room": {"absence": "trustee"},
        "timers": {"opening": 5_000, "turn": 15_000, "claim": 8_000, "return": 60_000},
    }


class Table:
    """Enters actions and keeps them, and what each made happen. After `lay` seat A is the dealer and to discard."""

    def __init__(
        self,
        minimum: int = 0,
        *,
        seed: bytes = SEED,
        carry: dict[str, Any] | None = None,
        bots: Sequence[str | None] = (None,) * 4,
        **rules: Any,
    ) -> None:
        self.config = config(minimum, bots, **rules)
        self.seed = seed
        self.carry = carry or {"match": Match(dealer=A, east=A).as_carry()}
        self.state = Mahjong.start(self.config, seed, self.carry, START)
        self.now = START
        self.log: list[Action] = []
        self.told: list[Event] = []

    # -- setting up ----------------------------------------------------------------------------------------------------

    def deal(self) -> Table:
        """Past the opening, everybody with the tiles of the seed."""
        for seat in range(4):
            if not self.state.bots[seat]:
                self.enter("open", seat)
        return self

    def lay(
        self,
        *hands: str,
        drawn: str = "",
        wall: str = "",
        end: str = "",
        left: int | None = None,
        melds: Sequence[str] = ("", "", "", ""),
        first: bool = False,
    ) -> Table:
        """Give the seats these hands, the dealer the `drawn` tile besides. `wall`: the next tiles to be drawn, `end`:
        the last ones, the very last first; `left`: how many the wall holds in all, what is beyond that lies in the
        rivers. What is not named of a hand is dull: it makes nothing. `first`: this is the first turn of all."""
        self.deal()
        state = self.state
        pool = {one: [tile for tile in DECK if face(tile) == one] for one in range(34)}

        def take(text: str) -> list[int]:
            return [pool[one].pop(0) for one in parse(text)]

        for seat, text in enumerate(melds):
            state.melds[seat] = tuple(self._meld(take, seat, one) for one in text.split())
        given = [take(text) for text in hands] + [[] for _ in range(4 - len(hands))]
        new, head, tail = take(drawn), take(wall), take(end)
        for seat in range(4):
            for _ in range(13 - 3 * len(state.melds[seat]) - len(given[seat])):
                given[seat].append(_dull(pool, given[seat]))
            state.hands[seat] = tuple(sorted(given[seat]))
            assert len(given[seat]) == 13 - 3 * len(state.melds[seat]), seat
        taken = {*(tile for hand in given for tile in hand), *new, *head, *tail}
        taken |= {tile for laid in state.melds for meld in laid for tile in meld.tiles}
        rest = sorted(set(DECK) - taken, key=lambda tile: (tile * 79) % 137)
        drawn_tile = new[0] if new else rest.pop()
        state.hands[A] = tuple(sorted((*state.hands[A], drawn_tile)))
        state.drawn = Drawn(drawn_tile)
        thrown: list[int] = []
        if left is not None:
            keep = left - len(head) - len(tail)
            thrown, rest = rest[keep:], rest[:keep]
        state.rivers = [tuple(Discard(tile, False) for tile in thrown[seat::4]) for seat in range(4)]
        if not first:
            state.discards = 8
            state.draws = [2] * 4
        state.wall = (*head, *rest, *reversed(tail))
        return self

    @staticmethod
    def _meld(take: Any, seat: int, text: str) -> Meld:
        kind, faces = text.split(":")
        tiles = tuple(take(faces))
        claimed = kind != "concealed"
        return Meld(kind, tiles, tiles[0] if claimed else None, (seat + 1) % 4 if claimed else None)

    # -- playing -------------------------------------------------------------------------------------------------------

    def asked(self) -> Decision:
        """The game's open decision."""
        return next(d for d in self.state.decisions if d.kind != "return")

    def enter(self, kind: str, seat: int | None = None, decision: int | None = None, /, **data: Any) -> list[Event]:
        if decision is None and kind not in ("trustee", "flee", "lost", "back", "extend", "void"):
            decision = self.asked().id
        action = Action(kind, seat, decision, data, self.now)
        events = self.state.apply(action)
        self.log.append(action)
        self.told += events
        return events

    def refused(self, kind: str, seat: int | None, decision: int | None = None, /, **data: Any) -> tuple[str, Any]:
        """The code and the reason of a refusal that changes nothing."""
        before = self.state.clone()
        with pytest.raises(IllegalAction) as refusal:
            self.enter(kind, seat, decision, **data)
        assert self.state == before
        return refusal.value.code, refusal.value.facts.get("why")

    def tile(self, seat: int, name: str) -> int:
        """A tile of a hand by its name."""
        (wanted,) = parse(name)
        return next(tile for tile in self.state.hands[seat] if face(tile) == wanted)

    def discard(self, seat: int, name: str) -> list[Event]:
        return self.enter("discard", seat, tile=self.tile(seat, name))

    def kong(self, seat: int, name: str) -> list[Event]:
        return self.enter("kong", seat, tile=self.tile(seat, name))

    def chow(self, seat: int, name: str) -> list[Event]:
        one, two = parse(name)
        hand = self.state.hands[seat]
        return self.enter("chow", seat, tiles=[next(t for t in hand if face(t) == wanted) for wanted in (one, two)])

    def expire(self) -> list[Event]:
        """Let the open decision run out: of a claim window the base pause, or the time to answer."""
        due = self.asked().due
        assert due is not None
        self.now = max(self.now, due)
        return self.enter("timeout")

    def passes(self) -> list[Event]:
        """Let everybody who is asked pass, and the base pause end."""
        for seat in tuple(self.asked().seats):
            self.enter("pass", seat)
        return self.expire()

    def throws(self, seat: int, name: str) -> list[Event]:
        """A discard that nobody claims."""
        return self.discard(seat, name) + self.passes()

    def turn(self) -> int:
        """Whose turn it is."""
        decision = self.asked()
        assert decision.kind == "turn"
        return decision.seats[0]

    def mine(self, seat: int) -> dict[str, Any]:
        """What a seat is told about its choice."""
        (mine,) = (d["mine"] for d in self.state.view(seat, self.now)["decisions"] if "mine" in d)
        return mine

    def net(self) -> list[int]:
        """What the hand came to for each seat, in units."""
        assert self.state.result is not None
        return list(self.state.result.points)


def _dull(pool: dict[int, list[int]], hand: list[int]) -> int:
    """A tile that goes with none of the hand, neither as a pair nor towards a run; of many left rather than of few."""
    own = [face(tile) for tile in hand]
    loose = [
        one
        for one in range(34)
        if pool[one]
        and all(one != other and (one >= 27 or one // 9 != other // 9 or abs(one - other) > 2) for other in own)
    ]
    return pool[max(loose, key=lambda one: (len(pool[one]), one >= 27))].pop()


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def tiles_of(state: Mahjong) -> list[int]:
    """Every tile of a hand, wherever it lies."""
    found = [tile for hand in state.hands for tile in hand]
    found += [tile for melds in state.melds for meld in melds for tile in meld.tiles]
    found += [one.tile for river in state.rivers for one in river]
    return sorted([*found, *state.wall])


assert COPIES == 4
