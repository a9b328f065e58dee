"""A hand of mahjong: opening, deal, turns and claims, result.

`Mahjong` holds the state and enters actions; what others may do with a tile is `claims`, what a hand is worth `fans`,
who pays `payment`, what a viewer may know `views`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from games.rules.core import Action, Debt, Decision, Event, Json, Moves, Result, Stream, Switch
from games.rules.mahjong import checks, choices, payment, views
from games.rules.mahjong.checks import Move
from games.rules.mahjong.claims import CHOW, KONG, PASS, PUNG, WIN, Claim, Offer, Window, runs_with, same_face
from games.rules.mahjong.complete import is_complete, keys
from games.rules.mahjong.fans import How, Score, score
from games.rules.mahjong.match import Match
from games.rules.mahjong.melds import CONCEALED, MELDED, Meld
from games.rules.mahjong.payment import Liability, Win
from games.rules.mahjong.presets import SWITCHES, Preset, Settings, preset
from games.rules.mahjong.tiles import DECK, counts_of, face
from games.rules.opening import OpenedState
from games.rules.seats import known

PAUSE_MS = (600, 1_200)
"""After every tile that others might claim the table waits, whoever can: so long at least and at most."""
HAND = 13


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tile that the seat in turn has drawn; `replacement`: for a kong."""

    tile: int
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile in a river; `drawn`: it had just been drawn."""

    tile: int
    drawn: bool


class Mahjong(OpenedState):
    """A hand of any mode in `presets`. A hand holds its concealed tiles in order, the one just drawn among them."""

    game: ClassVar[str] = "mahjong"
    phases: ClassVar[Mapping[str, int]] = {"opening": 5_000, "turn": 15_000, "claim": 8_000, **OpenedState.phases}
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    draws_places: ClassVar[bool] = True

    preset: Preset
    settings: Settings
    match: Match
    hands: list[tuple[int, ...]]
    melds: list[tuple[Meld, ...]]
    rivers: list[tuple[Discard, ...]]
    wall: tuple[int, ...]
    """What is left of it: the head first, replacements come from its end."""
    turn: int | None
    drawn: Drawn | None
    window: Window | None
    last: int | None
    """Whose river ends with the newest discard."""
    locked: list[frozenset[int]]
    """The faces that each seat has let pass and may not win on until it moves (2.4)."""
    passed: list[frozenset[int]]
    """The faces of others that each seat has not claimed since its last move: what everybody can see."""
    draws: list[int]
    discards: int
    claimed: bool
    fed: int | None
    """Who discarded the tile of the kong that the seat in turn has melded in this turn (4 no. 5)."""
    liable: tuple[Liability, ...]
    wins: tuple[Win, ...]
    exhausted: bool

    @classmethod
    def start(cls, config: Mapping[str, Json], seed: bytes, carry: Mapping[str, Json], at: int) -> Self:
        state = cls.__new__(cls)
        state._seat(config, carry)
        count = state.seats
        state.preset = preset(config["mode"], count)
        state.settings = Settings.of(config.get("rules") or {}, state.preset.minimum)
        state.match = Match.of(carry)
        state.hands = [()] * count
        state.melds = [()] * count
        state.rivers = [()] * count
        state.wall = ()
        state.turn = None
        state.drawn = None
        state.window = None
        state.last = None
        state.locked = [frozenset()] * count
        state.passed = [frozenset()] * count
        state.draws = [0] * count
        state.discards = 0
        state.claimed = False
        state.fed = None
        state.liable = ()
        state.wins = ()
        state.exhausted = False
        state._keep_entrusted()
        state._await_opening(seed, at)
        return state

    # -- what may be entered -------------------------------------------------------------------------------------------

    def automated(self, seat: int) -> bool:
        return super().automated(seat) or self.fled[seat]

    def _verify_move(self, action: Action, seat: int) -> Move:
        return checks.verify(self, action, seat)

    def _read(self, action: Action) -> Move:
        return checks.verify(self, action, known(action.seat))

    def _taken_back(self, action: Action, seat: int) -> list[Event]:
        """A claim takes the seat back only once it is carried out: before, it would tell that there was a choice."""
        decision = self.decision(action.decision)
        return [] if decision is not None and decision.kind == "claim" else super()._taken_back(action, seat)

    # -- entering a move -----------------------------------------------------------------------------------------------

    def _move(self, action: Action, seat: int, move: Any) -> list[Event]:
        if action.kind == "nonce":
            return self._take_nonce(seat, action.data["nonce"])
        if action.kind == "open":
            events = self._said_open(seat)
            return events + self._deal(action.at) if self._answered(self._asking(), seat) else events
        if isinstance(move, Claim):
            return self._claim(seat, move, action.at)
        if isinstance(move, Score):
            return self._win_self_drawn(seat, move)
        if isinstance(move, Meld):
            return self._kong(seat, move, action.at)
        return self._discard(seat, move, action.at)

    def _time_out(self, decision: Decision, at: int) -> list[Event]:
        """Opening: who said nothing agreed. A turn: the drawn tile is discarded, after a claim the right-most one that
        makes nobody liable. A claim: everybody else passes, which counts as no time-out, for it would tell who had a
        choice."""
        if decision.kind == "open":
            return self._deal(at)
        if decision.kind == "claim":
            return self._pause_over(decision, at)
        seat = decision.seats[0]
        tile = self.drawn.tile if self.drawn is not None else self._harmless(seat)
        return self._overslept(seat) + self._done_for(seat, self._discard(seat, tile, at))

    def _harmless(self, seat: int) -> int:
        risky = {risk.face for risk in views.risks_of(self, seat)}
        hand = self.hands[seat]
        return next((tile for tile in reversed(hand) if face(tile) not in risky), hand[-1])

    def others(self, seat: int) -> list[int]:
        """The other seats, counter-clockwise."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    # -- the deal ------------------------------------------------------------------------------------------------------

    def _deal(self, at: int) -> list[Event]:
        """Tiles go round one by one from the dealer, who gets a fourteenth (2.2)."""
        self._close(self._asking().id)
        self.match = self.match.dealt(Stream(self.seed, self.nonces, "dealer:1"), self.seats)
        dealer = known(self.match.dealer)
        deck = list(DECK)
        Stream(self.seed, self.nonces, "deck:1").shuffle(deck)
        out = HAND * self.seats
        for step in range(self.seats):
            self.hands[(dealer + step) % self.seats] = tuple(sorted(deck[step : out : self.seats]))
        first = deck[out]
        self.hands[dealer] = tuple(sorted((*self.hands[dealer], first)))
        self.wall = tuple(deck[out + 1 :])
        self.phase = "play"
        self.drawn = Drawn(first)
        self._ask(dealer, at)
        return [views.dealt(self)]

    # -- a turn --------------------------------------------------------------------------------------------------------

    def _ask(self, seat: int, at: int) -> None:
        self.turn = seat
        self._open("turn", (seat,), at + self._timer("turn"))

    def _moved(self, seat: int) -> None:
        """The hand of a seat has moved: what it let pass no longer binds it (2.4)."""
        self.locked[seat] = frozenset()
        self.passed[seat] = frozenset()

    def _draw(self, seat: int, at: int, *, replacement: bool = False) -> list[Event]:
        tile, self.wall = (self.wall[-1], self.wall[:-1]) if replacement else (self.wall[0], self.wall[1:])
        if not replacement:
            self.fed = None
        self.hands[seat] = tuple(sorted((*self.hands[seat], tile)))
        self.drawn = Drawn(tile, replacement)
        self.draws[seat] += 1
        self._moved(seat)
        self._ask(seat, at)
        facts = {"seat": seat, "wall": len(self.wall), "replacement": replacement}
        return [Event("drawn", facts, {seat: {"tile": tile}})]

    def _discard(self, seat: int, tile: int, at: int) -> list[Event]:
        self._close(self._asking().id)
        drawn = self.drawn is not None and self.drawn.tile == tile
        self.hands[seat] = tuple(one for one in self.hands[seat] if one != tile)
        self.rivers[seat] = (*self.rivers[seat], Discard(tile, drawn))
        self.last = seat
        self.drawn = None
        self.turn = None
        self.fed = None
        self.discards += 1
        self._open_window(seat, tile, at, robbing=False)
        own = {seat: {"waits": views.waits_of(self, seat)}}
        return [Event("discard", {"seat": seat, "tile": tile, "drawn": drawn}, own)]

    def own_kongs(self, seat: int) -> list[Meld]:
        """The kongs that the seat in turn may make: after a draw, while there is a tile to replace (2.3 no. 14)."""
        if self.drawn is None or not self.wall:
            return []
        one_of_each = {face(tile): tile for tile in self.hands[seat]}
        kongs = [checks.own_kong(self.hands[seat], self.melds[seat], tile) for tile in one_of_each.values()]
        return [kong for kong in kongs if kong is not None]

    def _kong(self, seat: int, kong: Meld, at: int) -> list[Event]:
        self._close(self._asking().id)
        self.drawn = None
        self.turn = None
        if kong.kind == CONCEALED:
            return [self._lay(seat, kong), *self._draw(seat, at, replacement=True)]
        tile = kong.tiles[-1]
        self._open_window(seat, tile, at, robbing=True)
        return [Event("adding", {"seat": seat, "tile": tile})]

    def _lay(self, seat: int, meld: Meld) -> Event:
        """Lay down a set: its tiles leave the hand, a kong takes the place of the pung that it was."""
        self.hands[seat] = tuple(tile for tile in self.hands[seat] if tile not in meld.tiles)
        kept = tuple(
            one for one in self.melds[seat] if not (meld.is_kong and one.kind == PUNG and one.face == meld.face)
        )
        self.melds[seat] = (*kept, meld)
        self._moved(seat)
        return Event(
            "meld", {"seat": seat, "meld": meld.seen(is_open=False)}, {seat: {"meld": meld.seen(is_open=True)}}
        )

    # -- worth of a hand -----------------------------------------------------------------------------------------------

    def worth(self, seat: int, tiles: Sequence[int], how: How) -> Score | None:
        """What `tiles`, the concealed part of a complete hand of `seat`, win; None where it is not complete or below
        the room's minimum (3.1)."""
        counts = counts_of(face(tile) for tile in tiles)
        if not is_complete(keys(counts)):
            return None
        found = score(counts, self.melds[seat], how, self.settings.fans, self.settings.limit)
        return found if found is not None and found.fan >= self.settings.minimum else None

    def how(self, seat: int, tile: int, **ways: Any) -> How:
        """The circumstances of a win of `seat`; `ways` as in `How`."""
        dealer = known(self.match.dealer)
        wind = (seat - dealer) % self.seats
        return How(face(tile), seat_wind=wind, round_wind=self.match.round_wind, **ways)

    def self_drawn(self, seat: int) -> Score | None:
        """What the seat in turn wins with the tile it has drawn."""
        if self.drawn is None:
            return None
        first = None
        if seat == self.match.dealer:
            first = "tian_he" if not self.discards and not self.draws[seat] else None
        elif self.draws[seat] == 1 and not self.claimed:
            first = "di_he"
        how = self.how(
            seat,
            self.drawn.tile,
            self_drawn=True,
            last=not self.wall,
            replacement=self.drawn.replacement,
            first=first,
        )
        return self.worth(seat, self.hands[seat], how)

    def _on_others_tile(self, seat: int, source: int, tile: int, robbing: bool) -> Score | None:
        """What `seat` wins with a discard, or with a tile that is being added to a pung, unless it is locked (2.4)."""
        if face(tile) in self.locked[seat]:
            return None
        first = self.discards == 1 and source == self.match.dealer and not robbing
        how = self.how(seat, tile, robbed=robbing, first="ren_he" if first else None)
        return self.worth(seat, (*self.hands[seat], tile), how)

    # -- claims --------------------------------------------------------------------------------------------------------

    def _open_window(self, seat: int, tile: int, at: int, *, robbing: bool) -> None:
        offers = [self._offer(other, seat, tile, robbing) if other != seat else None for other in range(self.seats)]
        shortest, longest = PAUSE_MS
        luck = Stream(self.seed, self.nonces, f"pause:{self.asked}")
        pause = shortest + luck.below(longest - shortest + 1)
        rest = max(self._timer("claim") - pause, 0)
        self.window = Window(seat, tile, robbing, tuple(offers), (None,) * self.seats, rest)
        self._open("claim", self.window.waiting(), at + pause, secret=True)

    def _offer(self, seat: int, source: int, tile: int, robbing: bool) -> Offer | None:
        """What `seat` may claim. The last discard can only be won (2.5 no. 21), and so can a tile added to a pung."""
        win = self._on_others_tile(seat, source, tile, robbing)
        offer = Offer(win)
        if not robbing and self.wall:
            hand = self.hands[seat]
            equal = len(same_face(hand, tile))
            chows = runs_with(hand, tile) if seat == (source + 1) % self.seats else ()
            offer = Offer(win, kong=equal == 3, pung=equal >= 2, chows=chows)
        return offer if offer.best else None

    def _claim(self, seat: int, claim: Claim, at: int) -> list[Event]:
        """Keep an answer; the window is resolved at once where that settles it after the base pause."""
        window = self.window = known(self.window).answered(seat, claim)
        self._answered(self._asking(), seat)
        events = [Event("answer", {"seat": seat, "choice": claim.kind}, only=frozenset({seat}))]
        if not window.pausing and window.is_settled():
            events += self._resolve(at)
        return events

    def _pause_over(self, decision: Decision, at: int) -> list[Event]:
        """The base pause is over, or the time to answer."""
        window = known(self.window)
        if window.pausing and window.rest and not window.is_settled():
            self.window = replace(window, pausing=False)
            longer = replace(decision, due=known(decision.due) + window.rest)
            self.decisions = tuple(longer if d.id == decision.id else d for d in self.decisions)
            return []
        for seat in tuple(window.waiting()):
            window = window.answered(seat, Claim(PASS))
        self.window = window
        return self._resolve(at)

    def _resolve(self, at: int) -> list[Event]:
        """Carry out what was claimed, or go on."""
        window = known(self.window)
        self.window = None
        self._close(self._asking().id)
        chosen = window.chosen()
        if chosen and chosen[0][1].kind == WIN:
            return self._win_on(window, chosen)
        events = self._let_pass(window, chosen[0][0] if chosen else None)
        if chosen:
            return events + self._take(window, *chosen[0], at)
        if window.robbing:
            kong = known(checks.own_kong(self.hands[window.seat], self.melds[window.seat], window.tile))
            return [*events, self._lay(window.seat, kong), *self._draw(window.seat, at, replacement=True)]
        if not self.wall:
            return events + self._exhaust()
        return events + self._draw((window.seat + 1) % self.seats, at)

    def _let_pass(self, window: Window, mover: int | None) -> list[Event]:
        """Everybody but the `mover`, whose claim is a move, has let the tile pass; who could have won on it may not
        until he moves (2.4)."""
        events = []
        for seat in self.others(window.seat):
            if seat == mover:
                continue
            self.passed[seat] |= {face(window.tile)}
            offer = window.offers[seat]
            if offer is not None and offer.win is not None:
                self.locked[seat] |= {face(window.tile)}
                events.append(Event("locked", {"faces": sorted(self.locked[seat])}, only=frozenset({seat})))
        return events

    def _take(self, window: Window, seat: int, claim: Claim, at: int) -> list[Event]:
        """Carry out a chow, pung or kong of a discard."""
        events = self._carried_out(seat, claim)
        source = window.seat
        self.rivers[source] = self.rivers[source][:-1]
        self.last = None
        self.claimed = True
        tiles = tuple(sorted((*claim.tiles, window.tile)))
        kind = {CHOW: CHOW, PUNG: PUNG, KONG: MELDED}[claim.kind]
        events.append(self._lay(seat, Meld(kind, tiles, window.tile, source)))
        liable = payment.after_claim(seat, self.melds[seat], self.liable, self.settings.big_liability)
        for new in liable[len(self.liable) :]:
            events.append(Event("liable", views.liability(new)))
        self.liable = liable
        if claim.kind == KONG:
            self.fed = source
            return events + self._draw(seat, at, replacement=True)
        self._ask(seat, at)
        return events

    def _carried_out(self, seat: int, claim: Claim) -> list[Event]:
        """What a person claimed happens: now it takes the seat back from the trustee."""
        return [] if claim.auto else super()._taken_back(Action(claim.kind, seat), seat)

    # -- the end -------------------------------------------------------------------------------------------------------

    def _win_on(self, window: Window, claims: Sequence[tuple[int, Claim]]) -> list[Event]:
        """Every seat that wins on the tile is paid for itself (2.3 no. 17)."""
        made = []
        events: list[Event] = []
        least = self.settings.triple_win_min_fan if len(claims) == 3 else 0
        by = payment.by_robbing if window.robbing else payment.by_discard
        for seat, claim in claims:
            events += self._carried_out(seat, claim)
            worth = known(known(window.offers[seat]).win)
            worth = replace(worth, fan=max(worth.fan, least))
            made.append(by(seat, window.tile, window.seat, worth))
        return events + self._won(made, window.seat)

    def _win_self_drawn(self, seat: int, worth: Score) -> list[Event]:
        tile = known(self.drawn).tile
        return self._won([payment.by_self_draw(seat, tile, worth, self.seats, self.fed, self.liable)], seat)

    def _won(self, wins: Sequence[Win], start: int) -> list[Event]:
        self.wins = tuple(wins)
        event = Event("win", {"wins": [win.as_json() for win in wins]})
        return [event, *self._settle(start)]

    def _exhaust(self) -> list[Event]:
        """The wall is empty and nobody has won (2.5 no. 21)."""
        self.exhausted = True
        return self._settle(known(self.match.dealer))

    def _settle(self, start: int) -> list[Event]:
        """The result; means are looked at counter-clockwise from `start`."""
        debts = tuple(debt for win in self.wins for debt in win.debts()) + self._fines()
        net = [0] * self.seats
        for debt in debts:
            net[debt.payer] -= int(debt.points)
            net[debt.payee] += int(debt.points)
        return self._end(
            Result(
                "played",
                outcomes=tuple(self._outcome(seat, net[seat]) for seat in range(self.seats)),
                debts=debts,
                order=(start, *self.others(start)),
                points=tuple(net),
                facts=self._facts(net),
            )
        )

    def _fines(self) -> tuple[Debt, ...]:
        """What those who left owe everybody else (2.1 no. 6)."""
        fine = Fraction(self.settings.escape_fine)
        left = [seat for seat in range(self.seats) if self.fled[seat]]
        return tuple(Debt(seat, other, fine) for seat in left for other in self.others(seat) if fine)

    def _outcome(self, seat: int, net: int) -> str:
        if self.fled[seat]:
            return "escape"
        return "win" if any(win.seat == seat for win in self.wins) else "lose" if net < 0 else "draw"

    def _facts(self, net: Sequence[int]) -> dict[str, Json]:
        """The numbers behind the result."""
        return {
            "wins": [win.as_json() for win in self.wins],
            "exhausted": self.exhausted,
            "dealer": self.match.dealer,
            "round_wind": self.match.round_wind,
            "hand": self.match.hand,
            "again": self.match.again,
            "minimum": self.settings.minimum,
            "limit": self.settings.limit,
            "net": list(net),
        }

    def _leave(self, seat: int, why: str, at: int) -> list[Event]:
        """Who leaves is played on by the system and settled like everybody (2.1 no. 6)."""
        self.fled[seat] = True
        return [Event("fled", {"seat": seat, "why": why})]

    def _escape(self, seat: int, at: int) -> Result:
        """What leaving costs for sure: the room's fine."""
        fine = self.settings.escape_fine * (self.seats - 1)
        points = tuple(-fine if one == seat else 0 for one in range(self.seats))
        return Result("escape", points=points, penalty=(seat, Fraction(fine)))

    def leaving(self, seat: int, now: int) -> Result | None:
        return None if self.result is not None or self.bots[seat] or self.fled[seat] else self._escape(seat, now)

    def _end(self, result: Result) -> list[Event]:
        self.phase = "over"
        self.window = None
        return super()._end(result)

    def _carry(self) -> dict[str, Json]:
        """The deal stays where the dealer has won or nobody has, and where the hand was void (2.1 no. 4)."""
        following = self.match
        if self.wins or self.exhausted:
            keeps = self.exhausted or any(win.seat == self.match.dealer for win in self.wins)
            following = self.match.following(self.seats, keeps=keeps)
        return {**super()._carry(), "match": following.as_carry()}

    def _over(self, result: Result) -> Event:
        return views.over(self, result)

    # -- what a viewer may know ----------------------------------------------------------------------------------------

    def view(self, seat: int | None, now: int) -> dict[str, Json]:
        return views.view(self, seat)

    def options(self, seat: int | None, decision: Decision) -> Mapping[str, Json]:
        return {} if seat is None else views.options(self, seat, decision)

    def legal(self, seat: int) -> Moves:
        return choices.Choices(self, seat)

    def hints(self, seat: int) -> list[Json]:
        return choices.hints(self, seat)
