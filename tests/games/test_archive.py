"""Old logs move into archives, whole and byte for byte; nothing else ever leaves the log or changes in it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import archive
from games.models import Hand, HandArchive, LogEntry
from games.runtime import store
from games.runtime.wire import Entry, StoredAction
from tests.games.conftest import new_hand

pytestmark = pytest.mark.django_db

WORD = '三带一\n"\\ \u2028'
OLD = timezone.now() - timedelta(days=31)


def settled(ended=OLD, status: str = Hand.Status.SETTLED, entries: int = 40) -> Hand:
    """A hand with some entries of every shape that ended then."""
    hand, _ = new_hand(2)
    LogEntry.objects.bulk_create(
        LogEntry(
            hand=hand,
            seq=seq,
            at=1_700_000_000_000 + seq,
            due=None if seq % 3 else 1_700_000_030_000 + seq,
            cmd=f"{seq % 2}:{uuid.uuid4().hex}",
            action={
                "kind": "say",
                "seat": seq % 2,
                "decision": seq,
                "data": {"word": '三带一\n"\\ \u2028', "n": [seq, 0]},
            },
        )
        for seq in range(1, entries)
    )
    Hand.objects.filter(pk=hand.pk).update(status=status, ended=ended)
    hand.refresh_from_db()
    return hand


def text_of(hand: Hand) -> list[str]:
    """The rows as the database holds them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT e::text FROM games_logentry e WHERE hand_id = %s ORDER BY seq", [hand.pk])
        return [row for (row,) in cursor.fetchall()]


def refused(statement: str, parameters: list) -> str:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    return str(refusal.value)


def test_an_old_log_reads_the_same_from_its_archive():
    hand = settled()
    before = store.entries(hand.pk, -1)
    assert archive.archive_old() == 1
    hand.refresh_from_db()
    assert hand.archived is not None
    assert not LogEntry.objects.filter(hand=hand).exists()
    assert archive.entries_of(hand) == before
    assert len(before) == 40
    packed = HandArchive.objects.get(pk=hand.pk)
    assert (packed.entries, packed.format) == (40, archive.FORMAT)
    assert archive.archive_old() == 0, "nothing is moved twice"


def test_a_reader_who_looked_before_the_move_finds_the_archive():
    hand = settled()
    before = store.entries(hand.pk, -1)
    archive.archive_old()
    assert hand.archived is None, "what the reader still believes"
    assert archive.entries_of(hand) == before


@pytest.mark.parametrize(
    ("status", "ended"),
    [
        (Hand.Status.LIVE, None),
        (Hand.Status.OVER, OLD),
        (Hand.Status.SETTLED, timezone.now() - timedelta(days=29)),
        (Hand.Status.VOID, timezone.now()),
    ],
)
def test_what_is_young_or_unsettled_stays_in_the_log(status, ended):
    hand = settled(ended, status)
    before = text_of(hand)
    assert archive.archive_old() == 0
    assert text_of(hand) == before
    assert not HandArchive.objects.exists()


def test_void_hands_are_archived_too_and_in_batches(monkeypatch):
    monkeypatch.setattr(archive, "BATCH", 2)
    hands = [settled(OLD, Hand.Status.VOID, entries=3) for _ in range(5)]
    assert archive.archive_old() == 5
    assert Hand.objects.filter(pk__in=[h.pk for h in hands], archived=None).count() == 0
    monkeypatch.setattr(archive, "BUDGET_SECONDS", -1)
    for _ in range(3):
        settled()
    assert archive.archive_old() == 2, "the budget is used up after the first batch"
    assert archive.archive_old() == 1


def test_the_days_are_a_setting(settings):
    hand = settled(timezone.now() - timedelta(days=2))
    assert archive.archive_old() == 0
    settings.HANDS_LOG_DAYS = 1
    assert archive.archive_old() == 1
    hand.refresh_from_db()
    assert hand.archived


def test_the_database_refuses_to_change_an_entry_even_of_an_archived_hand():
    hand = settled()
    message = refused("UPDATE games_logentry SET at = at + 1 WHERE hand_id = %s AND seq = 3", [hand.pk])
    assert "append only" in message


@pytest.mark.parametrize("status", [Hand.Status.LIVE, Hand.Status.OVER, Hand.Status.SETTLED])
def test_the_database_refuses_to_delete_a_log_without_an_archive(status):
    hand = settled(OLD, status)
    before = text_of(hand)
    assert "append only" in refused("DELETE FROM games_logentry WHERE hand_id = %s", [hand.pk])
    assert text_of(hand) == before


def keep(hand: Hand, text: str, entries: int) -> None:
    packed = archive.pack(text, entries)
    HandArchive.objects.create(
        hand=hand, format=1, entries=packed.entries, digest=packed.digest, data=packed.data, ended=OLD
    )


def lines(hand: Hand) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT json_build_array(seq, at, due, cmd, action)::text FROM games_logentry WHERE hand_id = %s"
            " ORDER BY seq",
            [hand.pk],
        )
        return [row for (row,) in cursor.fetchall()]


@pytest.mark.parametrize("fault", ["one short", "other order", "other text", "none", "live"])
def test_the_database_refuses_to_let_a_log_go_for_an_archive_that_does_not_match(fault):
    hand = settled()
    kept = lines(hand)
    if fault == "one short":
        kept = kept[:-1]
    elif fault == "other order":
        kept[1], kept[2] = kept[2], kept[1]
    elif fault == "other text":
        kept[5] = kept[5].replace("say", "sad")
    elif fault == "live":
        Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.LIVE)
    keep(hand, "\n".join(kept) if fault != "none" else "", len(kept) if fault != "none" else 0)
    before = text_of(hand)
    assert "append only" in refused("DELETE FROM games_logentry WHERE hand_id = %s", [hand.pk])
    assert text_of(hand) == before


def test_a_matching_archive_lets_the_whole_log_go_and_no_part_of_it():
    hand, other = settled(), settled()
    keep(hand, "\n".join(lines(hand)), 40)
    for part in ("seq = 3", "seq > 0", "seq < 39"):
        assert "append only" in refused(f"DELETE FROM games_logentry WHERE hand_id = %s AND {part}", [hand.pk])
    # together with a hand that has none
    both = "DELETE FROM games_logentry WHERE hand_id = ANY(%s)"
    assert "append only" in refused(both, [[hand.pk, other.pk]])
    assert len(text_of(hand)) == 40
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_logentry WHERE hand_id = %s", [hand.pk])
        assert cursor.rowcount == 40
    assert len(text_of(other)) == 40


def test_an_archive_never_changes_and_damage_is_seen():
    hand = settled()
    archive.archive_old()
    assert "never changes" in refused("UPDATE games_handarchive SET entries = 1 WHERE hand_id = %s", [hand.pk])
    packed = HandArchive.objects.get(pk=hand.pk)
    packed.data = archive.pack('[0, 1, null, "start", {}]', 1).data
    with pytest.raises(ValueError, match="damaged"):
        archive.unpack(packed)
    packed.format = 2
    with pytest.raises(ValueError, match="format 2"):
        archive.unpack(packed)


def test_archives_stay_for_ever_unless_a_setting_says_how_long(settings):
    hand = settled(timezone.now() - timedelta(days=400))
    young = settled(timezone.now() - timedelta(days=40))
    assert archive.archive_old() == 2
    assert archive.drop_old() == 0
    settings.HANDS_ARCHIVE_DAYS = 365.0
    assert archive.drop_old() == 1
    hand.refresh_from_db()
    with pytest.raises(archive.Expired):
        archive.entries_of(hand)
    young.refresh_from_db()
    assert len(archive.entries_of(young)) == 40
    assert Hand.objects.filter(pk=hand.pk).exists(), "the hand itself stays"
    assert store.load(hand.pk) is None


def test_an_archive_is_a_fraction_of_its_rows():
    hand = settled(entries=100)
    size = sum(len(line) for line in lines(hand))
    archive.archive_old()
    assert len(HandArchive.objects.get(pk=hand.pk).data) < size / 2


def test_packing_keeps_every_kind_of_entry():
    entries = [Entry(0, 1, None, "start", StoredAction("start")), Entry(1, 2, 3, "0:k", StoredAction("pass", 0, 4))]
    text = '[0, 1, null, "start", {"kind": "start"}]\n[1, 2, 3, "0:k", {"kind": "pass", "seat": 0, "decision": 4}]'
    packed = archive.pack(text, 2)
    kept = HandArchive(format=1, entries=2, digest=packed.digest, data=packed.data, ended=OLD)
    assert archive.unpack(kept) == entries
