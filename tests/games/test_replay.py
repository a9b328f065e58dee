"""A replay tells what was told live: the same snapshot, the same frames, for every seat and for spectators."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from games import archive, replay
from games.models import Hand, LogEntry
from games.rules.core import commitment
from games.rules.doudizhu.presets import PRESETS
from tests.games.conftest import Enter, new_hand
from tests.games.finished import finished_hand
from tests.games.test_doudizhu_live import Player, no_celery, no_haste  # noqa: F401 - fixtures
from tests.js.node import node
from tests.rules.play import config

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
async def test_a_replay_reduces_to_the_states_that_every_live_viewer_had(enter: Enter) -> None:
    changes = config(timers={"deal_step": 20}, room={"spectators": True}) | {"turns": None}
    hand, players = await database_sync_to_async(new_hand)(3, **changes)
    people = [Player(await enter(hand, player, seat % 2)) for seat, player in enumerate(players)]
    stranger = await database_sync_to_async(get_user_model().objects.create_user)(username="stranger")
    watching = await enter(hand, stranger, 1)
    async with asyncio.timeout(60):
        await asyncio.gather(*(player.play() for player in people))
    await watching.rest(0.3)
    told = await database_sync_to_async(replay.replay)(hand.id)
    live = {str(seat): player.person.frames for seat, player in enumerate(people)} | {"watch": watching.frames}
    assert sum(head["kind"] == "time" for head in told["frames"]) == 17, "every card that time turned up, one by one"
    done = node("tests/js/replay.js", stdin=json.dumps({"live": live, "replay": told}))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > 4 * 20, "states compared"


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: "-".join(map(str, row)))
def test_every_mode_replays_to_the_view_of_each_moment(row: tuple[str, int]) -> None:
    hand, steps = finished_hand(11, row)
    told = replay.replay(hand.pk)
    entries = [i for i, head in enumerate(told["frames"]) if head["kind"] != "time"]
    assert [told["frames"][i]["seq"] for i in entries] == list(range(1, len(steps) + 1))
    assert [head["at"] for head in told["frames"]] == sorted(head["at"] for head in told["frames"])
    cases = {
        viewer: {
            str(i): step.after.view(None if viewer == replay.WATCH else int(viewer), step.action.at)
            for i, step in zip(entries, steps, strict=True)
        }
        for viewer in told["told"]
    }
    assert set(cases) == {*map(str, range(row[1])), "watch"}
    done = node("tests/js/replay.js", stdin=json.dumps({"views": cases, "replay": told}))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(steps) * (row[1] + 1)


def test_an_archived_hand_replays_the_same() -> None:
    hand, _ = finished_hand(3)
    before = replay.replay(hand.pk)
    assert archive.archive_old() == 1
    assert not LogEntry.objects.filter(hand=hand).exists()
    assert replay.replay(hand.pk) == before


def test_what_is_needed_to_check_the_deal_is_told() -> None:
    hand, steps = finished_hand(5)
    proof = replay.replay(hand.pk)["proof"]
    assert commitment(bytes.fromhex(proof["seed"])) == proof["commitment"] == hand.commitment
    assert proof["shuffle"] == 1
    assert proof["nonces"] == steps[-1].after.nonces


def code_of(hand_id: Any) -> tuple[int, str, str]:
    answer = Client().get(f"/api/games/replays/{hand_id}/")
    body = answer.json()
    return answer.status_code, body["code"], body["text"]


def test_anyone_with_the_link_may_look_at_a_finished_hand(client: Client) -> None:
    hand, _ = finished_hand(3)
    answer = client.get(f"/api/games/replays/{hand.pk}/")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert "Cookie" not in answer.get("Vary", "")
    told = answer.json()
    assert (told["hand"], told["mode"], len(told["names"])) == (str(hand.pk), hand.mode, hand.config["seats"])
    # names as at the table, and nothing of who is behind them
    assert set(told["names"][0]) == {"name", "bot", "avatar", "level", "title"}


def test_a_live_hand_is_refused_and_its_seed_stays_secret() -> None:
    hand, _ = finished_hand(3)
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.LIVE)
    assert code_of(hand.pk) == (409, "not_over", "这一局还没有打完，打完后才能回放")
    assert bytes(hand.seed).hex() not in Client().get(f"/api/games/replays/{hand.pk}/").content.decode()


def test_what_cannot_be_shown_is_refused_with_a_code_and_a_sentence(settings) -> None:
    assert code_of(uuid.uuid4())[:2] == (404, "no_hand")
    hand, _ = finished_hand(3)
    archive.archive_old()
    settings.HANDS_ARCHIVE_DAYS = 1.0
    archive.drop_old()
    assert code_of(hand.pk)[:2] == (410, "expired")


def test_a_hand_that_cannot_be_folded_any_more_is_refused_not_an_error() -> None:
    hand, steps = finished_hand(3)
    other = Hand.objects.create(
        game="doudizhu",
        mode="gone",
        rules_version=1,
        config={**hand.config, "mode": "gone"},
        seed=hand.seed,
        commitment=hand.commitment,
        table_key="t",
        status=Hand.Status.VOID,
        ended=timezone.now(),
    )
    LogEntry.objects.create(hand=other, seq=0, at=1, due=None, cmd="start", action={"kind": "start"})
    assert code_of(other.pk)[:2] == (410, "unreadable")
    LogEntry.objects.create(hand=hand, seq=len(steps) + 1, at=1, due=None, cmd="x", action={"kind": "bid", "seat": 0})
    assert code_of(hand.pk)[:2] == (410, "unreadable")


def test_a_hand_of_rules_that_this_release_cannot_read_is_refused() -> None:
    hand, _ = finished_hand(3)
    Hand.objects.filter(pk=hand.pk).update(rules_version=99)
    assert code_of(hand.pk)[:2] == (410, "unreadable")


def test_a_hand_closed_without_an_entry_still_replays_to_where_it_stood() -> None:
    """`games.lost.void` closes a hand whose rules take no more entry."""
    hand, steps = finished_hand(3)
    archive_free = Hand.objects.get(pk=hand.pk)
    short = Hand.objects.create(
        game="doudizhu",
        mode=hand.mode,
        rules_version=1,
        config=hand.config,
        seed=hand.seed,
        commitment=hand.commitment,
        table_key="t",
        status=Hand.Status.VOID,
        ended=timezone.now(),
        result={},
    )
    rows = list(LogEntry.objects.filter(hand=archive_free).order_by("seq")[: len(steps) // 2])
    LogEntry.objects.bulk_create(
        LogEntry(hand=short, seq=r.seq, at=r.at, due=None, cmd=r.cmd, action=r.action) for r in rows
    )
    told = replay.replay(short.pk)
    assert told["void"]
    assert told["frames"][-1]["seq"] == len(rows) - 1
