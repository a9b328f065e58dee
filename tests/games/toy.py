"""A tiny game for the tests of the runtime: it has every feature of the contract that the runtime knows.

Each seat holds a secret number. In turn everybody says a word (decision "say", one seat, with a deadline); `wink`
answers nothing and is seen by its seat alone; every `step` ms one public tick is revealed by time. After `turns`
words the hand is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from games.rules.core import Action, Decision, Event, IllegalAction, Moves, Result, State, Stream, commitment


class Words(Moves):
    def __init__(self, state: Toy, seat: int) -> None:
        self.state, self.seat = state, seat

    def __iter__(self) -> Iterator[Action]:
        for decision in self.state.decisions:
            if self.seat in decision.seats:
                yield Action("say", self.seat, decision.id, {"word": "anything"})

    def refusal(self, action: Action) -> IllegalAction | None:
        try:
            self.state.check(action)
        except IllegalAction as refused:
            return refused
        return None


@dataclass
class Toy(State):
    game = "toy"

    config: Mapping[str, Any]
    seed: bytes
    began: int
    secrets: tuple[int, ...]
    words: tuple[tuple[int, str], ...] = ()
    decisions: tuple[Decision, ...] = ()
    result: Result | None = None

    @classmethod
    def start(cls, config: Mapping[str, Any], seed: bytes, carry: Mapping[str, Any], at: int) -> Self:
        stream = Stream(seed, [], "toy")
        state = cls(config, seed, at, tuple(10**8 + stream.below(9 * 10**8) for _ in range(config["seats"])))
        state._ask(at)
        return state

    def _ask(self, at: int) -> None:
        turn = len(self.words)
        due = at + self.config["timers"]["say"]
        self.decisions = (Decision(turn, "say", (turn % self.config["seats"],), due),)

    def clone(self) -> Self:
        return replace(self)

    def legal(self, seat: int) -> Moves:
        return Words(self, seat)

    def check(self, action: Action) -> None:
        if self.result is not None:
            raise IllegalAction("hand_over")
        if action.kind == "wink":
            return
        if action.kind not in ("say", "timeout"):
            raise IllegalAction("unknown_action", kind=action.kind)
        decision = self.decisions[0]
        if action.decision != decision.id:
            raise IllegalAction("decision_closed", decision=action.decision)
        if action.kind == "timeout":
            if decision.due is not None and action.at < decision.due:
                raise IllegalAction("too_early")
        elif action.seat not in decision.seats:
            raise IllegalAction("not_your_turn")
        elif not isinstance(action.data.get("word"), str):
            raise IllegalAction("malformed", field="word")

    def apply(self, action: Action, *, trusted: bool = False) -> list[Event]:
        if not trusted:
            self.check(action)
        if action.kind == "wink":
            assert action.seat is not None
            return [Event("wink", {"seat": action.seat}, only=frozenset({action.seat}))]
        seat = self.decisions[0].seats[0]
        word = "…" if action.kind == "timeout" else action.data["word"]
        self.words = (*self.words, (seat, word))
        events = [Event("say", {"seat": seat, "word": word}, private={seat: {"secret": self.secrets[seat]}})]
        if len(self.words) == self.config["turns"]:
            self.decisions = ()
            self.result = Result("played", outcomes=("win",) + ("lose",) * (self.config["seats"] - 1))
            events.append(Event("over", {"secrets": list(self.secrets)}))
        else:
            self._ask(action.at)
        return events

    def view(self, seat: int | None, now: int) -> dict[str, Any]:
        return {
            "game": "toy",
            "seat": seat,
            "secret": None if seat is None else self.secrets[seat],
            "words": [list(word) for word in self.words],
            "ticks": self._ticks(now),
            "commitment": commitment(self.seed),
            "decisions": self.seen_decisions(seat),
            "over": self.result is not None,
        }

    def hints(self, seat: int) -> list[Any]:
        return [{"kind": "say", "word": "hm"}]

    def automated(self, seat: int) -> bool:
        return bool(self.config["bots"][seat])

    def options(self, seat: int | None, decision: Decision) -> Mapping[str, Any]:
        return {"said": len(self.words)}

    def _ticks(self, now: int) -> int:
        step = self.config["timers"].get("step")
        return 0 if step is None else max(0, min(self.config.get("ticks", 0), (now - self.began) // step))

    def next_reveal(self, after: int) -> int | None:
        done = self._ticks(after)
        step = self.config["timers"].get("step")
        return None if step is None or done >= self.config.get("ticks", 0) else self.began + (done + 1) * step

    def revealed(self, since: int, until: int) -> list[Event]:
        return [Event("tick", {"count": n}) for n in range(self._ticks(since) + 1, self._ticks(until) + 1)]


def policy(
    view: Mapping[str, Any], options: Mapping[str, Any], rng_seed: int, level: str = "trustee"
) -> Mapping[str, Any]:
    """Says how many words there were; proves that it was given its own view alone."""
    assert view["secret"] is not None
    return {"kind": "say", "word": f"bot {options['said']}"}
