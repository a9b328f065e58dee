"""Old logs: a settled hand's entries packed into one row, and everybody who reads a log wherever it lies.

Format 1: zlib over lines of UTF-8, one an entry in order, each the JSON array [seq, at, due, cmd, action] as
PostgreSQL writes it. The digest is SHA-256 of the unpacked lines, so that the database can compare an archive with the
rows that leave for it (migration 0003).
"""

from __future__ import annotations

import hashlib
import logging
import time
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.models import Hand, HandArchive
from games.runtime import store
from games.runtime.wire import Entry, StoredAction

log = logging.getLogger(__name__)

FORMAT = 1
BATCH = 200
"""Hands moved in one transaction."""
BUDGET_SECONDS = 20.0
"""How long one run goes on with further batches; the next run takes up what is left."""

_TEXT = """
    SELECT h.id, count(e.seq),
           coalesce(string_agg(json_build_array(e.seq, e.at, e.due, e.cmd, e.action)::text, E'\\n' ORDER BY e.seq), '')
    FROM games_hand h LEFT JOIN games_logentry e ON e.hand_id = h.id
    WHERE h.id = ANY(%s) GROUP BY h.id
"""
_Line = tuple[int, int, int | None, str, StoredAction]
_lines = msgspec.json.Decoder(_Line)


class Expired(Exception):  # noqa: N818 - says what the caller sees
    """The hand was played, but its entries are kept no longer."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A log as an archive holds it."""

    entries: int
    digest: bytes
    data: bytes


def pack(text: str, entries: int) -> Packed:
    """Pack the lines of a log. The digest is taken from what comes out again, so that it vouches for `data`."""
    data = zlib.compress(text.encode(), 9)
    return Packed(entries, hashlib.sha256(zlib.decompress(data)).digest(), data)


def unpack(archive: HandArchive) -> list[Entry]:
    """The entries of an archive, in order. Raises `ValueError` for a format that this release cannot read, and for
    data that are not what was archived."""
    if archive.format != FORMAT:
        raise ValueError(f"archive of {archive.hand_id} has format {archive.format}")
    text = zlib.decompress(bytes(archive.data))
    if hashlib.sha256(text).digest() != bytes(archive.digest):
        raise ValueError(f"archive of {archive.hand_id} is damaged")
    return [Entry(*_lines.decode(line)) for line in text.splitlines()]


def entries_of(hand: Hand) -> list[Entry]:
    """The whole log of a hand, wherever it lies.

    Raises `Expired` when it is kept no longer, `ValueError` as `unpack`.
    """
    if hand.archived is None:
        found = store.entries(hand.pk, -1)
        if found:
            return found
        hand.refresh_from_db(fields=["archived"])  # it may have been moved between the two reads
        if hand.archived is None:
            return []
    archive = HandArchive.objects.filter(pk=hand.pk).first()
    if archive is None:
        raise Expired(str(hand.pk))
    return unpack(archive)


def is_kept(hand_id: UUID) -> bool:
    """Whether there is an archive of the hand."""
    return HandArchive.objects.filter(pk=hand_id).exists()


def archive_old(now: datetime | None = None) -> int:
    """Move the logs of hands settled longer than HANDS_LOG_DAYS ago into archives; how many. Safe to run twice at once:
    a hand that another run holds is passed over."""
    before = (now or timezone.now()) - timedelta(days=settings.HANDS_LOG_DAYS)
    deadline = time.monotonic() + BUDGET_SECONDS
    moved = 0
    while batch := _archive_batch(before):
        moved += batch
        if time.monotonic() > deadline:
            break
    return moved


@transaction.atomic
def _archive_batch(before: datetime) -> int:
    old = Hand.objects.filter(
        archived=None, status__in=(Hand.Status.SETTLED, Hand.Status.VOID), ended__lt=before
    ).order_by("ended")
    ended = dict(old.select_for_update(no_key=True, skip_locked=True).values_list("pk", "ended")[:BATCH])
    if ended:
        move({hand: at for hand, at in ended.items() if at is not None})
    return len(ended)


def move(ended: dict[UUID, datetime]) -> None:
    """Pack the logs of these settled hands (and when they ended) and take their rows out of the log.

    To be called in a transaction that holds the hands. The database refuses the removal, and with it everything, where
    an archive is not what leaves.
    """
    hands = list(ended)
    with connection.cursor() as cursor:
        cursor.execute(_TEXT, [hands])
        packed = {hand: pack(text, entries) for hand, entries, text in cursor.fetchall()}
        HandArchive.objects.bulk_create(
            HandArchive(hand_id=hand, format=FORMAT, entries=p.entries, digest=p.digest, data=p.data, ended=ended[hand])
            for hand, p in packed.items()
        )
        cursor.execute("DELETE FROM games_logentry WHERE hand_id = ANY(%s)", [hands])
    Hand.objects.filter(pk__in=hands).update(archived=timezone.now())


def drop_old(now: datetime | None = None) -> int:
    """Delete archives of hands that ended longer than HANDS_ARCHIVE_DAYS ago; how many. None keeps them for ever.

    The hands themselves stay: their result, their seats and what they paid.
    """
    days: float | None = settings.HANDS_ARCHIVE_DAYS
    if days is None:
        return 0
    before = (now or timezone.now()) - timedelta(days=days)
    dropped = 0
    old = HandArchive.objects.filter(ended__lt=before).order_by("ended").values_list("pk", flat=True)
    while ids := list(old[:BATCH]):
        dropped += HandArchive.objects.filter(pk__in=ids).delete()[0]
    return dropped
