"""The log in PostgreSQL. Blocking code: called in the writer's thread, in Celery, or through database_sync_to_async."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, transaction

from games.models import Hand
from games.rules.core import Result
from games.runtime.folded import Folded, Origin, Proposal, fold
from games.runtime.wire import Entry, StoredAction, encode, read_action, result_json

# A hand that is no longer live takes no entry: the join keeps a voided hand shut without a lock or a second statement.
_APPEND = """
    INSERT INTO games_logentry (hand_id, seq, at, due, cmd, action)
    SELECT r.hand, r.seq, r.at, r.due, r.cmd, r.action
    FROM json_to_recordset(%s) AS r(hand uuid, seq int, at bigint, due bigint, cmd text, action jsonb)
    JOIN games_hand h ON h.id = r.hand AND h.status = 'live'
    ON CONFLICT DO NOTHING
    RETURNING hand_id, seq
"""
_LOCK = """
    SELECT id FROM games_hand WHERE id = ANY(%s) AND status = 'live' ORDER BY id FOR NO KEY UPDATE
"""
_FINISH = """
    UPDATE games_hand h SET status = 'over', ended = now(), result = r.result
    FROM json_to_recordset(%s) AS r(hand uuid, result jsonb)
    WHERE h.id = r.hand AND h.status = 'live'
"""
_READ = """
    SELECT e.hand_id, e.seq, e.at, e.due, e.cmd, e.action::text
    FROM unnest(%s::uuid[], %s::int[]) AS known(hand, seq)
    JOIN games_logentry e ON e.hand_id = known.hand AND e.seq > known.seq
    ORDER BY e.hand_id, e.seq
"""
_IDENTICAL = """
    SELECT e.hand_id, e.seq
    FROM unnest(%s::uuid[], %s::int[], %s::bigint[], %s::text[]) AS r(hand, seq, at, cmd)
    JOIN games_logentry e ON e.hand_id = r.hand AND e.seq = r.seq AND e.at = r.at AND e.cmd = r.cmd
"""
_HEADS = """
    SELECT h.id, e.seq, e.due FROM games_hand h
    CROSS JOIN LATERAL (SELECT seq, due FROM games_logentry WHERE hand_id = h.id ORDER BY seq DESC LIMIT 1) e
    WHERE h.status = 'live'
"""
_PEOPLE = """
    SELECT s.hand_id, s.seat FROM games_handseat s
    JOIN games_hand h ON h.id = s.hand_id AND h.status = 'live' WHERE s.player_id IS NOT NULL
"""


def now_ms() -> int:
    """The server's clock in ms."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry of a live hand."""

    hand_id: UUID
    seq: int
    due: int | None


def append(proposals: Sequence[Proposal]) -> set[tuple[UUID, int]]:
    """Store entries of any number of hands in one statement; the (hand, seq) that were taken.

    An entry whose number is taken, or whose hand is not live, is left out. A hand that an entry finishes is marked
    over, with its result, in the same transaction; it is locked before, so that it has no second ending from whoever
    closes it without an entry.
    """
    finishing = [p for p in proposals if p.state.result is not None]
    if not finishing:
        return _insert(proposals)
    with transaction.atomic():
        live = _lock([p.hand_id for p in finishing])
        taken = _insert([p for p in proposals if p.state.result is None or p.hand_id in live])
        _finish([p for p in finishing if (p.hand_id, p.entry.seq) in taken])
    return taken


def _lock(hand_ids: Sequence[UUID]) -> set[UUID]:
    """Hold these hands until the transaction ends; those that are live."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [list(hand_ids)])
        return {hand for (hand,) in cursor.fetchall()}


def close(hand_id: UUID, result: Result) -> bool:
    """End a live hand without an entry, where its log takes none; False when it is not live."""
    with connection.cursor() as cursor:
        cursor.execute(_FINISH, [encode([{"hand": hand_id, "result": result_json(result)}]).decode()])
        return bool(cursor.rowcount)


def _finish(proposals: Sequence[Proposal]) -> None:
    """Mark hands over, with their results."""
    rows = [{"hand": p.hand_id, "result": result_json(p.state.result)} for p in proposals if p.state.result is not None]
    with connection.cursor() as cursor:
        cursor.execute(_FINISH, [encode(rows).decode()])


def _insert(proposals: Sequence[Proposal]) -> set[tuple[UUID, int]]:
    # One JSON text is far cheaper to hand over than six arrays.
    rows = encode([_Row(p.hand_id, *_columns(p.entry)) for p in proposals]).decode()
    with connection.cursor() as cursor:
        cursor.execute(_APPEND, [rows])
        if cursor.rowcount == len(proposals):
            return {(p.hand_id, p.entry.seq) for p in proposals}
        return {(hand, seq) for hand, seq in cursor.fetchall()}


class _Row(msgspec.Struct):
    """An entry as the insert reads it."""

    hand: UUID
    seq: int
    at: int
    due: int | None
    cmd: str
    action: StoredAction


def _columns(entry: Entry) -> tuple[int, int, int | None, str, StoredAction]:
    return entry.seq, entry.at, entry.due, entry.cmd, entry.action


def identical(proposals: Sequence[Proposal]) -> set[tuple[UUID, int]]:
    """Which of these entries the log already holds exactly: an earlier attempt of the same writer succeeded."""
    columns: list[Any] = [
        [p.hand_id for p in proposals],
        [p.entry.seq for p in proposals],
        [p.entry.at for p in proposals],
        [p.entry.cmd for p in proposals],
    ]
    with connection.cursor() as cursor:
        cursor.execute(_IDENTICAL, columns)
        return {(hand, seq) for hand, seq in cursor.fetchall()}


def entries_after(known: Mapping[UUID, int]) -> dict[UUID, list[Entry]]:
    """For each hand the entries that follow its known number, in order; hands without any are left out."""
    columns: list[Any] = [list(known.keys()), list(known.values())]
    with connection.cursor() as cursor:
        cursor.execute(_READ, columns)
        rows = cursor.fetchall()
    found: dict[UUID, list[Entry]] = {}
    for hand, seq, at, due, cmd, action in rows:
        found.setdefault(hand, []).append(Entry(seq, at, due, cmd, read_action(action)))
    return found


def entries(hand_id: UUID, after: int) -> list[Entry]:
    """The entries of a hand that follow number `after`, in order."""
    return entries_after({hand_id: after}).get(hand_id, [])


def origin(hand: Hand) -> Origin:
    """What the fold of `hand` starts from."""
    return Origin(hand.id, hand.game, hand.config, bytes(hand.seed), hand.carry, hand.rules_version)


def load(hand_id: UUID) -> Folded | None:
    """The hand folded from its log; None when there is no such hand, or its log has left for the archive. Raises
    `Unreadable`."""
    hand = Hand.objects.filter(id=hand_id, archived=None).first()
    return None if hand is None else fold(origin(hand), entries(hand_id, -1))


def logs(hand_ids: Iterable[UUID]) -> dict[UUID, tuple[Origin, list[Entry]]]:
    """Of each of these hands what `fold` takes, in two statements; unknown and archived ones are left out."""
    hands = Hand.objects.filter(id__in=list(hand_ids), archived=None)
    found = {hand.id: origin(hand) for hand in hands}
    entries_of = entries_after(dict.fromkeys(found, -1)) if found else {}
    return {hand_id: (found[hand_id], entries_of.get(hand_id, [])) for hand_id in found}


def heads(only: Iterable[UUID] | None = None) -> list[Head]:
    """The newest entries of all live hands, or of those among `only`."""
    with connection.cursor() as cursor:
        if only is None:
            cursor.execute(_HEADS)
        else:
            cursor.execute(_HEADS + " AND h.id = ANY(%s)", [list(only)])
        return [Head(*row) for row in cursor.fetchall()]


def people() -> list[tuple[UUID, int]]:
    """The people's seats of all live hands: (hand, seat)."""
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE)
        return [(hand, seat) for hand, seat in cursor.fetchall()]


def write_first(hand: Hand) -> Entry:
    """Append entry 0. Called in the transaction that creates the hand."""
    at = now_ms()
    folded = Folded(origin(hand), Entry(0, at, None, "start", StoredAction("start")))
    entry = Entry(0, at, folded.due, "start", StoredAction("start"))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_logentry (hand_id, seq, at, due, cmd, action) VALUES (%s, %s, %s, %s, %s, %s::jsonb)",
            [hand.id, entry.seq, entry.at, entry.due, entry.cmd, encode(entry.action).decode()],
        )
    return entry
