"""Random results of every mode with random means: what is moved sums to zero, nobody ends below zero or above a limit.

The results come from the rules' own endings: Dou Dizhu with a random call, multiplier and doublings for each row of its
presets, Thirteen Water from hands dealt and arranged, mahjong from some hands played at random. RANDOM_SETTLEMENTS is
how many (220 unless set; script/soak takes 20,000), a twentieth of them through the database. The seed is printed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from games import settlement
from games.models import Hand
from games.rules.core import Action, Result, due
from games.rules.doudizhu import endings
from games.rules.doudizhu.bidding import Points
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu
from games.rules.doudizhu.scoring import Multiplier, spring
from games.rules.stakes import Changes, share
from games.rules.thirteen.rounds import Thirteen
from games.runtime import fanout, writer
from games.runtime.wire import result_json
from games.services import start_hand
from outbox.models import Event
from tests.mahjong.test_random_hands import play
from tests.rules.play import START, config
from wallet import audit, selectors, services
from wallet.models import Account, Entry, Kind

MAHJONG = ("guangdong-0", "guangdong-1", "guangdong-3")
COUNT = int(os.environ.get("RANDOM_SETTLEMENTS", "220"))
SEED = int(os.environ.get("RANDOM_SEED", random.randrange(10**6)))


@dataclass(frozen=True)
class Case:
    """A result, the table it came from and what its seats carried."""

    game: str
    mode: str
    result: Result
    n: int
    rake: int
    cap: bool
    carried: tuple[int, ...]

    @property
    def seats(self) -> int:
        return len(self.carried)


def doudizhu(chance: random.Random, mode: str, seats: int) -> Result:
    """A hand that was won, fled or given up, after anything that may have multiplied it."""
    state = Doudizhu.start(config(mode=mode, seats=seats, bots=[None] * seats), chance.randbytes(32), {}, START)
    landlord, winner = chance.randrange(seats), chance.randrange(seats)
    state.landlord = landlord
    if state.preset.points:
        state.bidding = replace(Points.begin(seats, landlord), base=chance.choice((1, 2, 3)))
    state.doubles = [state.preset.doubling and chance.random() < 0.4 for _ in range(seats)]
    state.doubled = True
    state.plays = [chance.choice((0, 1, 5)) for _ in range(seats)]
    state.plays[winner] = state.plays[landlord] = max(1, state.plays[winner])
    state.multiplier = Multiplier(
        1 if state.preset.points else chance.choice((15, 60)),
        2 ** chance.randint(0, 3),
        chance.choice((1, 2, 3, 4, 5)) if state.preset.show else 1,
        2 ** chance.choice((0, 0, 1, 2, 3, 8)),
        2 if spring(landlord, winner, state.plays) else 1,
    )
    kind = chance.random()
    if kind < 0.1:
        return endings.escape(state, chance.randrange(seats), START, ())
    if kind < 0.15:
        return Result("void", facts={"why": "fault"})
    return endings.won(state, winner)


def thirteen(chance: random.Random, seats: int) -> Result:
    """A hand in which everybody let the system arrange."""
    pinned = config(game="thirteen", mode="thirteen", seats=seats, bots=[None] * seats)
    state = Thirteen.start(pinned, chance.randbytes(32), {}, START)
    now = START
    while state.result is None:
        decision = state.decisions[0]
        now = max(now, due(state) or now)
        state.apply(Action("timeout", None, decision.id, {}, now))
    return state.result


@cache
def mahjong() -> dict[str, list[Result]]:
    """What some hands came to that nobody fled, by room kind."""
    luck = random.Random(SEED)
    found: dict[str, list[Result]] = {}
    while len(found) < len(MAHJONG) or min(map(len, found.values())) < 6:
        last = play(luck)[3][-1]
        if last.result is not None and not any(last.fled):
            found.setdefault(last.config["mode"], []).append(last.result)
    return found


def cases(count: int) -> Iterator[Case]:
    """So many of them, the modes in turn; a few people carry next to nothing, some far more than is at stake."""
    print(f"RANDOM_SEED={SEED}")
    chance = random.Random(SEED)
    tables = [("doudizhu", *row) for row in PRESETS] + [("thirteen", "thirteen", seats) for seats in (2, 3, 4)]
    tables += [("mahjong", mode, 4) for mode in MAHJONG]
    for number in range(count):
        game, mode, seats = tables[number % len(tables)]
        match game:
            case "doudizhu":
                result = doudizhu(chance, mode, seats)
            case "thirteen":
                result = thirteen(chance, seats)
            case _:
                result = chance.choice(mahjong()[mode])
        top = chance.choice((3, 200, 5_000, 300_000, 10**12))
        yield Case(
            game,
            mode,
            result,
            n=chance.choice((1, 3, 5, 20, 100)),
            rake=chance.choice((0, 5, 100, 500)),
            cap=game == "doudizhu" and chance.random() < 0.8,
            carried=tuple(chance.randint(0, top) for _ in range(seats)),
        )


def owed(case: Case) -> list[int]:
    """What each seat would gain by the rules, were everybody's means endless."""
    if case.result.pool:
        return [points * case.n for points in case.result.pool]
    total = [0] * case.seats
    for debt in case.result.debts:
        amount = int(debt.points * case.n)
        total[debt.payer] -= amount
        total[debt.payee] += amount
    return total


def settled(case: Case) -> Changes:
    return share(case.result, case.n, case.rake, case.carried, case.cap)


def check(case: Case, changes: Changes) -> None:
    """What must hold of every settlement."""
    penalty = [0] * case.seats
    if case.result.penalty is not None:
        seat, points = case.result.penalty
        penalty[seat] = changes.penalty
        assert changes.penalty == min(int(points * case.n), case.carried[seat])
    assert (changes.penalty > 0) <= (case.result.ending == "escape")
    assert sum(changes.stakes) == 0
    net = [stake - rake - fine for stake, rake, fine in zip(changes.stakes, changes.rakes, penalty, strict=True)]
    assert sum(net) + sum(changes.rakes) + changes.penalty == 0, "with the house and the fines nothing is made or lost"
    wanted = owed(case)
    for seat in range(case.seats):
        had, stake, rake = case.carried[seat], changes.stakes[seat], changes.rakes[seat]
        assert had + net[seat] >= 0, "no balance below zero"
        assert min(0, wanted[seat]) <= stake <= max(0, wanted[seat]), "nobody pays or wins more than the rules say"
        assert not case.cap or stake <= had, "no winner above the limit"
        played = case.result.ending == "played"
        assert rake == (min(case.rake, had + stake) if played else 0)
    if not case.cap and case.result.ending == "played":
        losers = [seat for seat in range(case.seats) if wanted[seat] < 0]
        for seat in losers:
            assert changes.stakes[seat] == max(wanted[seat], -case.carried[seat]), "a loser pays in full or all it has"


def test_random_results_of_every_mode_settle_soundly() -> None:
    endings_seen, modes_seen, scaled = set(), set(), 0
    for case in cases(COUNT):
        changes = settled(case)
        check(case, changes)
        assert settled(case) == changes, "the same again"
        assert sum(case.result.points) == 0 or case.result.ending == "escape"
        endings_seen.add(case.result.ending)
        modes_seen.add((case.mode, case.seats))
        scaled += list(changes.stakes) != owed(case) and case.result.ending == "played"
    assert endings_seen == {"played", "escape", "void"}
    assert modes_seen == {*PRESETS, *(("thirteen", seats) for seats in (2, 3, 4)), *((mode, 4) for mode in MAHJONG)}
    assert COUNT / 10 < scaled < COUNT, "both those who can pay and those who cannot"


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket is told and no clock armed."""
    monkeypatch.setattr(fanout, "notify", lambda _hand, _payloads: None)
    monkeypatch.setattr(fanout, "arm", lambda _heads: None)
    monkeypatch.setattr(writer, "request_settlements", lambda _hand: None)


def opened(case: Case, players: list[Player], currency: str) -> Hand:
    """The case as a hand that is over: its seats are people, but for the last."""
    seats = [player.pk for player in players[: case.seats - 1]] + [None]
    pinned: dict[str, Any] = config(
        game=case.game,
        mode=case.mode,
        seats=case.seats,
        bots=[*(None for _ in seats[1:]), "easy"],
        currency=currency,
        carried=list(case.carried),
        room={"coef_n": case.n, "rake": case.rake, "cap_win_to_carry": case.cap},
    )
    hand = start_hand(pinned, seats, [{"name": str(seat)} for seat in range(case.seats)], {}, "table-1")
    Hand.objects.filter(pk=hand.pk).update(
        status=Hand.Status.OVER, ended=timezone.now(), result=result_json(case.result)
    )
    return hand


@pytest.mark.django_db
@pytest.mark.usefixtures("quiet")
def test_the_ledger_moves_what_was_decided_and_a_second_run_changes_nothing() -> None:
    players = [Player.objects.create_user(f"p{n}") for n in range(3)]
    for number, case in enumerate(cases(max(20, COUNT // 20))):
        currency = ("beans", "coins")[number % 2]
        for seat, player in enumerate(players[: case.seats - 1]):
            short = case.carried[seat] - selectors.balance(player.pk, currency)
            if short > 0:
                services.grant(player, currency, short, "opening", f"means:{number}:{seat}")
        before = [selectors.balance(player.pk, currency) for player in players]
        hand = opened(case, players, currency)
        assert settlement.settle_hand(hand.pk)
        changes = settled(case)
        after = [selectors.balance(player.pk, currency) for player in players]
        for seat in range(case.seats - 1):
            fine = changes.penalty if case.result.penalty and case.result.penalty[0] == seat else 0
            assert after[seat] - before[seat] == changes.stakes[seat] - changes.rakes[seat] - fine, case
        counts = Entry.objects.count(), Event.objects.count()
        assert not settlement.settle_hand(hand.pk)
        assert [selectors.balance(player.pk, currency) for player in players] == after
        assert (Entry.objects.count(), Event.objects.count()) == counts
    assert list(audit.faults()) == []
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    assert not Account.objects.exclude(kind=Kind.MINT).filter(balance__lt=0).exists()
