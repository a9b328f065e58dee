"""A hand of Dou Dizhu: opening, deal, bidding, doubling, play, result.

`Doudizhu` holds the state and enters actions; what a mode consists of is a row of `presets`, who becomes landlord is
`bidding`, what it is worth `scoring`, what a viewer may know `views`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from games.rules.core import Action, Decision, Event, Json, Moves, Result
from games.rules.doudizhu import checks, choices, endings, views
from games.rules.doudizhu.bidding import Bidding, CallRob, Points
from games.rules.doudizhu.cards import sort_cards
from games.rules.doudizhu.deal import Deal, deal
from games.rules.doudizhu.moves import can_beat
from games.rules.doudizhu.patterns import Play, Rules, default, readings
from games.rules.doudizhu.presets import (
    SHOW_EARLY,
    SHOW_LANDLORD,
    SHOW_LATE,
    SHOW_OPENING,
    Preset,
    preset,
    tuned,
)
from games.rules.doudizhu.scoring import (
    Multiplier,
    bomb_factor,
    spring,
)
from games.rules.opening import OpenedState
from games.rules.seats import known

UNUSUAL_DEALS = 11
"""Nothing limits new deals where K2 and K4 rule, but more than ten of them are remarked on."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The play that has to be beaten."""

    seat: int
    cards: tuple[int, ...]
    play: Play


class Doudizhu(OpenedState):
    """A hand of any mode in `presets`. Hands are kept from high to low."""

    game: ClassVar[str] = "doudizhu"
    phases: ClassVar[Mapping[str, int]] = {
        "opening": 5_000,
        "deal_step": 400,
        "call": 40_000,
        "double": 15_000,
        "play": 30_000,
        **OpenedState.phases,
    }

    preset: Preset
    rules: Rules
    wilds: tuple[int, ...]
    shows: list[int]
    shower: int | None
    first: int | None
    deal: Deal | None
    hands: list[tuple[int, ...]]
    bidding: Bidding | None
    landlord: int | None
    doubles: list[bool | None]
    doubled: bool
    turn: int | None
    lead: Lead | None
    last: list[Lead | str | None]
    passes: int
    plays: list[int]
    played: list[tuple[int, ...]]
    bombs: int
    rockets: int
    multiplier: Multiplier

    @classmethod
    def start(cls, config: Mapping[str, Json], seed: bytes, carry: Mapping[str, Json], at: int) -> Self:
        state = cls.__new__(cls)
        state._seat(config, carry)
        count = state.seats
        room = config.get("room") or {}
        state.preset = tuned(preset(config["mode"], count), room)
        state.rules = state.preset.rules
        state.wilds = ()
        state.shows = [0] * count
        state.shower = None
        state.first = carry.get("first") if state.preset.rotate else None
        state.deal = None
        state.hands = [()] * count
        state.bidding = None
        state.landlord = None
        state.doubles = [None] * count
        state.doubled = False
        state.turn = None
        state.lead = None
        state.last = [None] * count
        state.passes = 0
        state.plays = [0] * count
        state.played = [()] * count
        state.bombs = 0
        state.rockets = 0
        initial = 1 if state.preset.points else room.get("initial", 1)
        state.multiplier = Multiplier(initial=initial)
        state._await_opening(seed, at)
        return state

    # -- what may be entered -----------------------------------------------------------------------------------------

    def _verify_move(self, action: Action, seat: int) -> Play | None:
        return checks.verify(self, action, seat)

    def _read(self, action: Action) -> Play | None:
        return checks.read(self, action) if action.kind == "play" else None

    def may_show_late(self, seat: int) -> bool:
        """Whether `seat` is the landlord and may still open its hand for the ×2 (K10)."""
        return self.preset.show and seat == self.landlord and not self.shows[seat] and not self.plays[seat]

    @property
    def base(self) -> int:
        """The highest call so far, 0 before there is one; always 1 where nobody bids points."""
        if self.bidding is None:
            return 0 if self.preset.points else 1
        return self.bidding.base

    def callable(self) -> tuple[int, ...]:
        """The points that the seat which is asked may call, 0 for a pass."""
        return self.bidding.allowed if isinstance(self.bidding, Points) else ()

    def to_beat(self) -> Play | None:
        """The play on the table, None for a leader."""
        return None if self.lead is None else self.lead.play

    # -- entering a move ---------------------------------------------------------------------------------------------

    def _move(self, action: Action, seat: int, move: Any) -> list[Event]:
        data = action.data
        match action.kind:
            case "nonce":
                return self._take_nonce(seat, data["nonce"])
            case "open":
                return self._opened(seat, data["show"], action.at)
            case "show":
                return self._shown(seat, action.at)
            case "call" | "rob":
                return self._bid(seat, data["yes"], action.at)
            case "bid":
                return self._bid(seat, data["points"], action.at)
            case "double":
                return self._double(seat, data["yes"], action.at)
            case "pass":
                return self._pass(seat, action.at)
            case _:
                return self._play(seat, tuple(data["cards"]), known(move), action.at)

    def _time_out(self, decision: Decision, at: int) -> list[Event]:
        """Opening and doubling: who said nothing declined. A turn: no, pass, or the smallest single (rule 42)."""
        match decision.kind:
            case "open":
                return self._deal(1, at)
            case "deal":
                return self._calling(at)
            case "double":
                return self._doubled(at)
        seat = decision.seats[0]
        return self._overslept(seat) + self._done_for(seat, self._declined(decision.kind, seat, at))

    def _declined(self, kind: str, seat: int, at: int) -> list[Event]:
        """The least that the seat which is asked can do."""
        if kind in ("call", "rob", "bid"):
            return self._bid(seat, 0 if kind == "bid" else False, at)
        if self.lead is not None:
            return self._pass(seat, at)
        card = self.hands[seat][-1:]
        return self._play(seat, card, default(readings(card, self.rules), None, self.rules), at)

    # -- opening and deal --------------------------------------------------------------------------------------------

    def _opened(self, seat: int, show: bool, at: int) -> list[Event]:
        events = self._said_open(seat)
        if show:
            events.append(self._open_hand(seat, SHOW_OPENING, ()))
        if self._answered(self._asking("open"), seat):
            events += self._deal(1, at)
        return events

    def _open_hand(self, seat: int, times: int, cards: Sequence[int]) -> Event:
        self.shows[seat] = times
        if self.shower is None and self.bidding is None:
            self.shower = seat
        self._multiply(show=max(self.shows))
        return Event(
            "show",
            {
                "seat": seat,
                "times": times,
                "cards": views.sorted_list(cards),
                "multiplier": self.multiplier.as_json(),
            },
        )

    def _deal(self, number: int, at: int) -> list[Event]:
        """Deal number `number` begins: from the same seed, whatever was bid before is forgotten (K2, K4)."""
        for decision in self.decisions:
            if decision.kind in ("open", "call"):
                self._close(decision.id)
        step = self._timer("deal_step") if self.preset.show else 0
        self.deal = deal(self.preset, self.seed, self.nonces, number, self.first, at, step)
        if self.preset.rotate:
            self.first = self.deal.first
        self.hands = [sort_cards(cards) for cards in self.deal.order]
        self.rules, self.wilds = self.preset.rules, ()
        self.phase = "deal"
        self.bidding = None
        may_show = [s for s in range(self.seats) if self.preset.show and not self.bots[s] and not self.shows[s]]
        self._open("deal", may_show, self.deal.due)
        facts = {
            "deal": number,
            "start": at,
            "step": step,
            "total": self.deal.total,
            "nonces": list(self.nonces),
        }
        laizi = [self._turn(ranks) for ranks in self.deal.laizi[:-1]]
        remark = f"deal {number} and still no landlord" if number > UNUSUAL_DEALS else ""
        return [Event("dealing", facts, remark=remark), *laizi, *views.turned_up(self, 0, self.deal.dealt(at))]

    def _turn(self, ranks: tuple[int, ...]) -> Event:
        """These ranks are laizi from now on."""
        self.wilds += ranks
        self.rules = replace(self.rules, wilds=frozenset(self.wilds))
        return Event("wilds", {"wilds": list(self.wilds)})

    def _shown(self, seat: int, at: int) -> list[Event]:
        if self.phase != "deal":
            return [self._open_hand(seat, SHOW_LANDLORD, self.hands[seat])]
        dealt = known(self.deal).dealt(at)
        times = SHOW_EARLY if dealt <= self.preset.early else SHOW_LATE
        self._answered(self._asking("deal"), seat)
        return [self._open_hand(seat, times, known(self.deal).order[seat][:dealt])]

    # -- bidding -----------------------------------------------------------------------------------------------------

    def _calling(self, at: int) -> list[Event]:
        self._close(self._asking("deal").id)
        drawn = known(self.deal).first
        if self.preset.points:
            self.bidding = Points.begin(self.seats, drawn)
        else:
            self.bidding = CallRob.begin(self.seats, drawn, self.shower)
        self.phase = self.bidding.kind
        if self.preset.rotate:
            self.first = (drawn + 1) % self.seats  # K2: whoever speaks first in the next round, of this hand or not
        self._ask_bidder(self.bidding, at)
        facts = {"first": self.bidding.first, "counts": [len(hand) for hand in self.hands], "phase": self.phase}
        return [views.dealt(self, "calling", facts, range(self.seats))]

    def _ask_bidder(self, bidding: Bidding, at: int) -> None:
        self._open(bidding.kind, (known(bidding.turn),), at + self._timer("call"))

    def _bid(self, seat: int, said: Json, at: int) -> list[Event]:
        """`seat` calls points, or says yes or no to a call or rob."""
        kind = known(self.bidding).kind
        self._close(self._asking(kind).id)
        bidding = self.bidding = known(self.bidding).answer(said)
        self.phase = bidding.kind
        if kind == "bid":
            events = [Event(kind, {"seat": seat, "points": said, "base": self.base})]
        else:
            self._multiply(rob=2**bidding.robs)
            events = [Event(kind, {"seat": seat, "yes": said, "multiplier": self.multiplier.as_json()})]
        if bidding.turn is not None:
            self._ask_bidder(bidding, at)
        elif bidding.landlord is None and known(self.deal).number == self.preset.deals:
            events += self._end(Result("void", facts={"why": "no_call"}))
        elif bidding.landlord is None:
            events += self._deal(known(self.deal).number + 1, at)
        else:
            events += self._crown(bidding.landlord, at)
        return events

    def _crown(self, seat: int, at: int) -> list[Event]:
        """`seat` is landlord: the hole cards go to it and the last laizi is turned; doubling follows where anybody may
        double."""
        hole = known(self.deal).hole
        self.landlord = seat
        self.hands[seat] = sort_cards(self.hands[seat] + hole)
        able = [s for s in range(self.seats) if self._may_double(s)]
        if able:
            self.phase = "double"
            self._open("double", able, at + self._timer("double"), secret=True)
        else:
            self._begin_play(at)
        return [views.crowned(self, seat), *(self._turn(ranks) for ranks in known(self.deal).laizi[-1:])]

    # -- doubling ----------------------------------------------------------------------------------------------------

    def threshold(self) -> int | None:
        """The room's limit above which a seat's means allow doubling; None where there is none."""
        threshold: int | None = (self.config.get("room") or {}).get("threshold")
        return threshold

    def short(self) -> list[int]:
        """The seats that do not carry more than the threshold, known once there is a landlord; nobody where there is
        no doubling or no threshold. Everybody may know it: it says why others may not double."""
        threshold = self.threshold()
        if not self.preset.doubling or threshold is None or self.landlord is None:
            return []
        return [seat for seat in range(self.seats) if self.config["carried"][seat] <= threshold]

    def _may_double(self, seat: int) -> bool:
        """Strictly more than the threshold: for a peasant its own and the landlord's means, for the landlord
        everybody's (spec 1.5). Without a threshold anybody may."""
        if not self.preset.doubling:
            return False
        asked = range(self.seats) if seat == self.landlord else (seat, known(self.landlord))
        return not any(seat in asked for seat in self.short())

    def _double(self, seat: int, yes: bool, at: int) -> list[Event]:
        self.doubles[seat] = yes
        events = [Event("double", {"seat": seat, "yes": yes}, only=frozenset({seat}))]
        if self._answered(self._asking("double"), seat):
            events += self._doubled(at)
        return events

    def _doubled(self, at: int) -> list[Event]:
        self._close(self._asking("double").id)
        self.doubles = [bool(choice) for choice in self.doubles]
        self.doubled = True
        self._begin_play(at)
        return [Event("doubled", {"choices": list(self.doubles)})]

    # -- play --------------------------------------------------------------------------------------------------------

    def _begin_play(self, at: int) -> None:
        self.phase = "play"
        self._ask_player(known(self.landlord), at)

    def _ask_player(self, seat: int, at: int) -> None:
        self.turn = seat
        self._open("play", (seat,), at + self._timer("play"))

    def _pass(self, seat: int, at: int) -> list[Event]:
        leader = known(self.lead).seat
        self._close(self._asking("play").id)
        self.last[seat] = "pass"
        self.passes += 1
        events = [Event("pass", {"seat": seat})]
        if self.passes < self.seats - 1:
            self._ask_player((seat + 1) % self.seats, at)
            return events
        self.lead = None
        self.passes = 0
        self.last = [None] * self.seats
        self._ask_player(leader, at)
        return [*events, Event("trick", {"seat": leader})]

    def _play(self, seat: int, cards: tuple[int, ...], play: Play, at: int) -> list[Event]:
        self._close(self._asking("play").id)
        cards = sort_cards(cards)
        hand = tuple([card for card in self.hands[seat] if card not in cards])
        self.hands[seat] = hand
        self.lead = Lead(seat, cards, play)
        self.last[seat] = self.lead
        self.passes = 0
        self.plays[seat] += 1
        self.played[seat] += cards
        facts: dict[str, Json] = {
            "seat": seat,
            "cards": list(cards),
            "type": play.type,
            "rank": play.rank,
            "len": play.len,
            "left": len(hand),
        }
        factor = bomb_factor(play, self.preset.factors)
        if factor > 1:
            self.bombs += play.type == "bomb"
            self.rockets += play.type != "bomb"
            self._multiply(bomb=self.multiplier.bomb * factor)
            facts["multiplier"] = self.multiplier.as_json()
        events = [Event("play", facts)]
        if hand:
            self._ask_player((seat + 1) % self.seats, at)
            return events
        self.turn = None
        self._multiply(spring=2 if spring(known(self.landlord), seat, self.plays) else 1)
        return [*events, *self._end(endings.won(self, seat))]

    # -- the result --------------------------------------------------------------------------------------------------

    def _multiply(self, **factors: int) -> None:
        """Replace factors of the multiplier."""
        now = self.multiplier
        self.multiplier = Multiplier(
            now.initial,
            factors.get("rob", now.rob),
            factors.get("show", now.show),
            factors.get("bomb", now.bomb),
            factors.get("spring", now.spring),
        )

    def _escape(self, seat: int, at: int) -> Result:
        return endings.escape(self, seat, at, range(self.seats))

    def leaving(self, seat: int, now: int) -> Result | None:
        if self.result is not None or self.bots[seat]:
            return None
        return endings.escape(self, seat, now, [s for s in range(self.seats) if views.sees(self, seat, s)])

    def _carry(self) -> dict[str, Json]:
        """Who speaks first in the table's next bidding round goes with it where that rotates (K2)."""
        first = {} if self.first is None else {"first": self.first}
        return {**super()._carry(), **first}

    def _over(self, result: Result) -> Event:
        self.phase = "over"
        self.turn = None
        return views.over(self, result)

    # -- what people see and may do ----------------------------------------------------------------------------------

    def automated(self, seat: int) -> bool:
        """While a hand opens and is dealt nobody has to answer, so the system plays for nobody."""
        return self.phase not in ("opening", "deal") and super().automated(seat)

    def view(self, seat: int | None, now: int) -> dict[str, Json]:
        return views.view(self, seat, now)

    def next_reveal(self, after: int) -> int | None:
        return views.next_reveal(self, after)

    def revealed(self, since: int, until: int) -> list[Event]:
        return views.revealed(self, since, until)

    def options(self, seat: int | None, decision: Decision) -> Mapping[str, Json]:
        """`show`: the hand may be opened with this decision; `lead`: no pass; `beats`: something beats the table."""
        if seat is None or seat not in decision.seats:
            return {}
        match decision.kind:
            case "open":
                return {"show": self.preset.show}
            case "deal":
                return {"show": True}
            case "bid":
                return {"points": list(self.callable())}
            case "double":
                return {"show": self.may_show_late(seat)}
            case "play":
                to_beat = self.to_beat()
                beats = to_beat is None or can_beat(self.hands[seat], to_beat, self.rules)
                return {"lead": to_beat is None, "beats": beats, "show": self.may_show_late(seat)}
        return {}

    def legal(self, seat: int) -> Moves:
        return choices.Choices(self, seat)

    def hints(self, seat: int) -> list[Json]:
        return choices.hints(self, seat)
