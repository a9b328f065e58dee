"""Time that the server took from the players, and gives back before anything is timed out. Blocking code.

An outage is what `games.runtime.pulse` found. Each live hand gets its length as an entry of its own (`extend`), whose
command id names the outage; the log itself thus tells whether a hand has had it, however many processes ask.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, cast
from uuid import UUID

from django.db import InterfaceError, OperationalError

from games.runtime import fanout, store
from games.runtime.entering import enter
from games.runtime.folded import Folded, Proposal
from games.runtime.folds import folds
from games.runtime.writer import Unavailable

PULSE = "{clock}:pulse"
"""When people could last play, ms."""
OUTAGE = "{clock}:outage"
"""Hash: `since` and `until` of an outage that is not given back yet, ms."""
SILENT_MS = 3_000
"""A pulse that is older: nobody can play now."""
LEAST_MS = 1_000
"""What is owed less than this is not worth an entry: two processes measure one outage a little differently."""
MOST_MS = 300_000
"""After a longer outage nobody can be expected to sit there still: the hand is void."""
BATCH = 200
HOLD_SECONDS = 1.0
"""How long the clock stands back after the database failed it: moves that waited are stored first, also where the
outage was too short to be given back."""

# Unless it has grown meanwhile.
_GIVEN = """
if redis.call('HGET', KEYS[1], 'until') == ARGV[1] then redis.call('DEL', KEYS[1]) end
"""


class Outage(NamedTuple):
    """Nobody could play between these instants, ms."""

    since: int
    until: int


def passed() -> bool:
    """Give back what the last outage took, to every live hand; whether the clock may go on: False while nobody can
    play. Raises `redis.RedisError`, `Unavailable` and the database's errors."""
    if time.monotonic() < _held.until:
        return False
    outage = found()
    if outage is not None:
        soonest_first = sorted(store.heads(), key=lambda head: head.due or 0)
        for i in range(0, len(soonest_first), BATCH):
            give_back(folds.fresh([head.hand_id for head in soonest_first[i : i + BATCH]]), outage)
        fanout.script(_GIVEN)(keys=[OUTAGE], args=[outage.until])
    pulse = cast("bytes | None", fanout.client().get(PULSE))
    # No sign at all says nothing: no web process has run since Redis was set up.
    return pulse is None or store.now_ms() - int(pulse) <= SILENT_MS


class _Held:
    """Until when this process's clock stands back, on the monotonic clock."""

    until = 0.0


_held = _Held()


@contextmanager
def standing_back() -> Iterator[None]:
    """What is done with the database here makes `passed` say no for `HOLD_SECONDS` when the database fails it."""
    try:
        yield
    except (InterfaceError, OperationalError, Unavailable):
        _held.until = time.monotonic() + HOLD_SECONDS
        raise


def found() -> Outage | None:
    """The outage that is not given back yet. Raises `redis.RedisError`."""
    since, until = cast("list[bytes | None]", fanout.client().hmget(OUTAGE, ["since", "until"]))
    return None if since is None or until is None else Outage(int(since), int(until))


def give_back(hands: Mapping[UUID, Folded], outage: Outage) -> set[UUID]:
    """Extend these hands by what the outage took from each and it has not had back; those that were."""

    def propose(folded: Folded) -> Proposal | None:
        since = max(outage.since, folded.began, _given(folded))
        owed = outage.until - since
        if owed < LEAST_MS:
            return None
        kind, data = ("extend", {"ms": owed, "why": "fault"}) if owed <= MOST_MS else ("void", {"why": "outage"})
        return folded.propose(f"fault:{since}:{outage.until}", kind, None, None, data, store.now_ms())

    return enter(hands, propose)


def _given(folded: Folded) -> int:
    """Up to when the hand has had lost time back."""
    return max((int(cmd.rpartition(":")[2]) for cmd in folded.answered if cmd.startswith("fault:")), default=0)
