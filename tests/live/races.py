"""Simultaneous answers to one decision, from processes that share PostgreSQL and Redis and nothing else.

    python -m tests.live.races --races 10000 --seed 7

Runs beside the servers of DATABASE_URL and REDIS_URL (`python -m platform_site.play.services FOLDER -- …`). Each race
is a hand of its own, brought to the moment in question. Three processes, each with a hub and sockets, open it
and act in the same instant:

What the moments are is told by `tests.live.scenes`.

Each answer must be in the log exactly once or refused for what is in the log before it; never because a neighbour's
entry took the number. Exit status 1 when one is not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

from tests.live import scenes
from tests.live.scenes import NAMES, PROCESSES, Move, Scene

Json = Any

BATCH = 60
SEEDS = 12
"""Different deals of each kind of race."""
APART_MS = 4
"""Between the races of a batch; within a race everybody acts within a millisecond."""
SYSTEM_LATER_MS = 15
"""A socket's answer has a longer way than the system's: so much later, at most, either may come first."""
ANSWER_SECONDS = 20


@dataclass
class Race:
    """A scene that takes place: as a hand of the database, at an instant (ms)."""

    hand: UUID
    scene: Scene
    at: int = 0


def store_hands(races: list[Race], players: list[int]) -> None:
    """Write the hands of a batch as they are the moment before, due when their race takes place."""
    from games.models import Hand, HandSeat, LogEntry
    from games.rules.core import commitment
    from games.runtime.wire import encode

    hands, seats, rows = [], [], []
    for race in races:
        own = race.scene
        shift = race.at - own.moment
        fixed = {name: own.config[name] for name in ("game", "mode", "rules_version")}
        fixed |= {"config": own.config, "table_key": "race"}
        hands.append(Hand(id=race.hand, seed=own.seed, commitment=commitment(own.seed), **fixed))
        taken = enumerate(players[: own.config["seats"]])
        seats += [HandSeat(hand_id=race.hand, seat=seat, player_id=player) for seat, player in taken]
        rows += [
            LogEntry(
                hand_id=race.hand,
                seq=entry.seq,
                at=entry.at + shift,
                due=None if entry.due is None else entry.due + shift,
                cmd=entry.cmd,
                action=json.loads(encode(entry.action)),
            )
            for entry in own.entries
        ]
    Hand.objects.bulk_create(hands)
    HandSeat.objects.bulk_create(seats)
    LogEntry.objects.bulk_create(rows)


# -- one of the processes --------------------------------------------------------------------------------------------


def act(number: int, orders: Connection, players: list[int], seed: int) -> None:
    """A process: open what it is given, act when told, say what it was answered. Ends with an empty order."""
    import django

    django.setup()
    asyncio.run(_act(number, orders, players, random.Random(f"{seed}/{number}")))


async def _act(number: int, orders: Connection, players: list[int], luck: random.Random) -> None:
    from games.runtime import store
    from games.runtime.hub import Hub
    from tests.games.conftest import Person

    taken = 0
    append = store.append

    def counting(proposals: Any) -> Any:
        nonlocal taken
        stored = append(proposals)
        taken += len(proposals) - len(stored)
        return stored

    store.append = counting
    hub = Hub()
    while races := await asyncio.to_thread(orders.recv):
        people: dict[tuple[UUID, int], Any] = {}
        for hand, moves, _ in races:
            for seat in sorted({move.seat for move in moves if move.seat is not None}):
                person = Person(hub, hand, SimpleNamespace(pk=players[seat], is_authenticated=True))
                await person.enter()
                people[hand, seat] = person
        orders.send("ready")
        await asyncio.to_thread(orders.recv)
        answers = await asyncio.gather(*(_race(*race, people, luck) for race in races))
        for person in people.values():
            await person.disconnect()
        orders.send(({race[0]: answer for race, answer in zip(races, answers, strict=True)}, taken))
        taken = 0
    await hub.close()


async def _race(hand: UUID, moves: list[Move], at: int, people: Any, luck: random.Random) -> list[Any]:
    """Make the moves at the instant; (index of the move, key, what was answered) of each that is a seat's."""
    await asyncio.sleep(max(0, at / 1000 + luck.random() / 1000 - time.time()))
    found = []
    for index, move in enumerate(moves):
        if move.seat is None:
            await asyncio.sleep(luck.random() * SYSTEM_LATER_MS / 1000)
            await asyncio.to_thread(_system, move.kind, hand)
            continue
        key = f"{index}-{luck.randrange(10**12):012}"
        person = people[hand, move.seat]
        command: Json = {"t": "act", "k": key, "a": {"kind": move.kind, **move.data}}
        if move.decision is not None:
            command["d"] = move.decision
        await person.send_json_to(command)
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await person.answer()
            while answer["k"] != key:
                answer = await person.answer()
        found.append((move, key, answer.get("code", "ok")))
    return found


def _system(kind: str, hand: UUID) -> None:
    from django.db import close_old_connections

    from games import lost
    from games.runtime import turns

    close_old_connections()
    if kind == "void":
        lost.void(hand, "race")
    else:
        turns.run_due(hand)


# -- the judge -------------------------------------------------------------------------------------------------------


def judge(race: Race, answers: list[tuple[Move, str, str]]) -> list[str]:
    """What is wrong with a race, by its log."""
    from games.models import Hand
    from games.runtime import store

    log = store.entries(race.hand, -1)
    own = race.scene
    wrong = []
    if [entry.seq for entry in log] != list(range(len(log))):
        wrong.append(f"numbers {[entry.seq for entry in log]}")
    # On a crowded machine a process may think that nobody could play, and give the time back: that is no answer.
    after = [entry for entry in log[len(own.entries) :] if entry.action.kind != "extend"]
    times = [entry for entry in after if entry.action.kind == "timeout"]
    if len({entry.action.decision for entry in times}) != len(times):
        wrong.append("a decision timed out twice")
    for move, key, answer in answers:
        entries = [entry for entry in after if entry.cmd == f"{move.seat}:{key}"]
        if len(entries) != (answer == "ok"):
            wrong.append(
                f"{move.kind} of seat {move.seat} was answered {answer} and is {len(entries)} times in the log"
            )
        if answer != "ok" and (problem := _unfounded(race, move, answer, log)):
            wrong.append(problem)
    folded = store.load(race.hand)
    assert folded is not None
    over = folded.state.result is not None
    status = Hand.objects.values_list("status", flat=True).get(pk=race.hand)
    if over != (status != Hand.Status.LIVE):
        wrong.append(f"the fold says over: {over}, the hand {status}")
    return wrong + _outcome(own.name, answers, after, folded)


def _unfounded(race: Race, move: Move, answer: str, log: list[Any]) -> str:
    """Why a refusal has no ground in the log; empty when the decision had ended: by its time, by answers that settled
    it, or with the hand."""
    closing = _closing(race, move, log)
    if answer in ("decision_closed", "hand_over") and closing is not None:
        how = closing.action
        if how.kind in ("flee", "void") or how.decision == move.decision or move.decision is None:
            return ""
    kinds = [entry.action.kind for entry in log[len(race.scene.entries) :]]
    return f"{move.kind} of seat {move.seat} was refused: {answer}, beside {kinds}"


def _closing(race: Race, move: Move, log: list[Any]) -> Any:
    """The entry of the race that ended the decision of a move; of a move without one, the hand."""
    from games.runtime.folded import fold

    for length in range(len(race.scene.entries) + 1, len(log) + 1):
        state: Any = fold(race.scene.origin(race.hand), log[:length]).state
        if state.result is not None or (move.decision is not None and state.decision(move.decision) is None):
            return log[length - 1]
    return None


def _outcome(name: str, answers: list[tuple[Move, str, str]], after: list[Any], folded: Any) -> list[str]:
    """What the race must have led to."""
    accepted = [move for move, _, answer in answers if answer == "ok"]
    kinds = Counter(entry.action.kind for entry in after)
    state = folded.state
    # On a crowded machine the base pause may be over before everybody has claimed.
    certain = name in ("double", "open", "neighbours", "arrange") or (name == "claim" and not kinds["timeout"])
    if certain and len(accepted) != len(answers):
        return [f"only {len(accepted)} of {len(answers)} counted"]
    match name:
        case "turn":
            if len(accepted) + (kinds["timeout"] > 0) != 1:
                return [f"one turn ended as {dict(kinds)}"]
        case "last":
            if len(accepted) != 1 or len(after) != 1:
                return [f"a hand ended with {dict(kinds)}"]
        case "void":
            if after[-1].action.kind != "void" or state.result.ending != "void":
                return [f"a voided hand ended with {dict(kinds)}"]
        case "double" | "late":
            return _doubled(accepted, state)
        case "arrange" | "arrange-late":
            return _arranged(accepted, state)
        case "claim" | "pause" | "claim-late":
            return _claimed(accepted, state)
    return []


def _doubled(accepted: list[Move], state: Any) -> list[str]:
    chosen = {move.seat: move.data["yes"] for move in accepted}
    if not state.doubled:
        return ["the doubling did not end"]
    if any(state.doubles[seat] != yes for seat, yes in chosen.items()):
        return [f"{chosen} were counted as {state.doubles}"]
    return []


def _arranged(accepted: list[Move], state: Any) -> list[str]:
    if state.result is None:
        return ["the arranging did not end"]
    wrong = [move.seat for move in accepted if sorted(state.locked[move.seat].front) != sorted(move.data["front"])]
    return [f"seats {wrong} were compared with other rows than they handed in"] if wrong else []


def _claimed(accepted: list[Move], state: Any) -> list[str]:
    """All wins count, else the highest claim; while the window is open every answer is kept."""
    from games.rules.mahjong.claims import PRIORITY

    made = {move.seat: move.kind for move in accepted if move.decision is not None}
    if state.window is not None:
        kept = {seat: answer.kind for seat, answer in enumerate(state.window.answers) if answer is not None}
        return [] if kept == made else [f"{made} were kept as {kept}"]
    best = max(made.values(), key=lambda kind: PRIORITY[kind], default="pass")
    happened = {win.seat for win in state.wins} or {seat for seat, melds in enumerate(state.melds) if melds}
    meant = {seat for seat, kind in made.items() if kind == best} if best != "pass" else set()
    return [] if happened == meant else [f"{made} were carried out for {happened}"]


# -- the run ---------------------------------------------------------------------------------------------------------


def run(count: int, seed: int) -> Json:
    """So many races; the figures, with what is wrong under "faults"."""
    from games.runtime import fanout

    luck = random.Random(seed)
    players = _players()
    prepared = {name: scenes.scenes(name, SEEDS) for name in NAMES}
    context = multiprocessing.get_context("spawn")
    pipes, processes = [], []
    for number in range(PROCESSES):
        here, there = context.Pipe()
        process = context.Process(target=act, args=(number, there, players, seed), daemon=True)
        process.start()
        there.close()
        pipes.append(here)
        processes.append(process)
    figures: Json = {"seed": seed, "races": 0, "answers": Counter(), "numbers_taken": 0, "faults": []}
    allowance = 2.0
    try:
        while figures["races"] < count:
            names = [NAMES[(figures["races"] + n) % len(NAMES)] for n in range(min(BATCH, count - figures["races"]))]
            races = [Race(uuid4(), luck.choice(prepared[name])) for name in names]
            allowance = _batch(races, pipes, players, figures, allowance)
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            if process.is_alive():
                pipe.send(None)
            process.join(10)
            process.kill()
        fanout.client().delete(fanout.DUE, fanout.SEQ)
    figures["answers"] = dict(sorted(figures["answers"].items()))
    return figures


def _players() -> list[int]:
    from accounts.models import Player

    return [Player.objects.get_or_create(username=f"racer{number}")[0].pk for number in range(4)]


def _batch(races: list[Race], pipes: list[Connection], players: list[int], figures: Json, allowance: float) -> float:
    """Let the races of a batch take place, `allowance` seconds from now; how long the next one needs."""
    began = time.time()
    for number, race in enumerate(races):
        race.at = int((began + allowance) * 1000) + number * APART_MS
    store_hands(races, players)
    for number, pipe in enumerate(pipes):
        pipe.send([(r.hand, [m for process, m in r.scene.moves if process == number], r.at) for r in races])
    for pipe in pipes:
        pipe.recv()
    needed = time.time() - began
    for pipe in pipes:
        pipe.send("go")
    answers: dict[UUID, list[Any]] = {race.hand: [] for race in races}
    for pipe in pipes:
        given, taken = pipe.recv()
        figures["numbers_taken"] += taken
        for hand, found in given.items():
            answers[hand] += found
    for race in races:
        figures["races"] += 1
        figures["answers"].update(f"{race.scene.name}: {answer}" for _, _, answer in answers[race.hand])
        figures["faults"] += [f"{race.scene.name} {race.hand}: {wrong}" for wrong in judge(race, answers[race.hand])]
    return min(20.0, 1.3 * needed + 0.2)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live.races", description=__doc__.splitlines()[0])
    parser.add_argument("--races", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--migrate", action="store_true", help="the database is new")
    options = parser.parse_args()
    import django
    from django.core.management import call_command

    django.setup()
    if options.migrate:
        call_command("migrate", verbosity=0)
    began = time.monotonic()
    figures = run(options.races, options.seed)
    figures["seconds"] = round(time.monotonic() - began, 1)
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
