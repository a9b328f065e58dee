"""Mutes, warnings and suspensions, what they do, how they end, and the log that nobody changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import closing, tokens
from accounts.models import Player
from chat import acts, sanctions
from chat.errors import DeskRefused
from chat.models import Act, Sanction
from outbox.models import Event
from tests.lobby import people

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def master() -> Player:
    return Player.objects.create_user(f"gm{Player.objects.count()}", is_staff=True)


def refused(code: str, work: Callable[..., object], *args: Any) -> None:
    """The call is refused so, and writes neither a sanction nor an act."""
    before = (Sanction.objects.count(), Act.objects.count())
    with pytest.raises(DeskRefused) as no:
        work(*args)
    assert no.value.code == code
    assert no.value.text, "every code has its sentence"
    assert (Sanction.objects.count(), Act.objects.count()) == before


def test_a_mute_holds_for_its_length_and_no_longer() -> None:
    gm, player, other = master(), people.person(), people.person()
    now = timezone.now()
    assert sanctions.muted_until(player, now) is None
    sanctions.mute(gm, player, "swore", timedelta(minutes=10), now)
    sanctions.mute(gm, player, "swore again", HOUR, now)
    sanctions.warn(gm, other, "slow", now)
    assert sanctions.muted_until(player.pk, now + timedelta(minutes=59)) == now + HOUR
    assert sanctions.muted_until(player, now + HOUR) is None
    assert sanctions.muted_until(other, now) is None, "a warning mutes nobody"
    player.refresh_from_db()
    assert player.is_active
    told = [(act.kind, act.by, act.player, act.reason) for act in Act.objects.order_by("pk")]
    assert told == [("mute", gm, player, "swore"), ("mute", gm, player, "swore again"), ("warn", gm, other, "slow")]


def test_a_suspension_keeps_the_player_and_his_bots_out_until_it_ends() -> None:
    gm, player = master(), people.person()
    bot = Player.objects.create_user("bot", nickname="BOT x", owner=player)
    _row, secret = tokens.create(player, bot, "t", ["play"], 7)
    client = Client()
    client.force_login(player)
    now = timezone.now()
    given = sanctions.suspend(gm, player, "cheated", HOUR, now)
    player.refresh_from_db()
    assert (player.is_active, tokens.find(secret)) == (False, None)
    assert client.get("/me/").status_code == 302, "an open session is let in no more"
    ended = {e.payload["player_id"] for e in Event.objects.filter(type="accounts.AccountSwitchedOff")}
    assert ended == {player.pk, bot.pk}
    assert sanctions.sweep(now + HOUR - timedelta(seconds=1)) == 0
    player.refresh_from_db()
    assert not player.is_active
    assert (sanctions.sweep(now + HOUR), sanctions.sweep(now + HOUR)) == (1, 0)
    player.refresh_from_db()
    given.refresh_from_db()
    assert (player.is_active, given.ended_at) == (True, now + HOUR)
    assert tokens.find(secret) is not None
    assert client.get("/me/").status_code == 200


def test_of_two_suspensions_the_longer_one_counts() -> None:
    gm, player = master(), people.person()
    now = timezone.now()
    short = sanctions.suspend(gm, player, "a", HOUR, now)
    sanctions.suspend(gm, player, "b", None, now)
    sanctions.sweep(now + HOUR)
    player.refresh_from_db()
    short.refresh_from_db()
    assert (player.is_active, short.ended_at is None) == (False, False)
    assert sanctions.sweep(now + timedelta(days=4000)) == 0, "for good is for good"


def test_the_end_of_a_suspension_switches_on_only_what_it_switched_off() -> None:
    gm, shut, gone = master(), people.person(), people.person()
    Player.objects.filter(pk=shut.pk).update(is_active=False)
    sanctions.suspend(gm, shut, "a", HOUR)
    sanctions.suspend(gm, gone, "a", HOUR)
    closing.close(gone)
    Player.objects.filter(pk=gone.pk).update(closes_at=timezone.now())
    closing.erase_due()
    assert sanctions.sweep(timezone.now() + 2 * HOUR) == 2
    assert not Player.objects.filter(pk__in=[shut.pk, gone.pk], is_active=True).exists()


def test_an_appeal_is_made_once_and_decided_by_another() -> None:
    gm, other, player, stranger = master(), master(), people.person(), people.person()
    row = sanctions.mute(gm, player, "swore", HOUR)
    refused("no_sanction", sanctions.appeal, stranger, row.pk, "why me")
    refused("no_text", sanctions.appeal, player, row.pk, " \u200b ")
    refused("text_long", sanctions.appeal, player, row.pk, "x" * 201)
    refused("not_appealed", sanctions.decide, other, row.pk, True, "sorry")
    sanctions.appeal(player, row.pk, "it was a quote")
    refused("appealed_already", sanctions.appeal, player, row.pk, "please")
    refused("another", sanctions.decide, gm, row.pk, False, "no")
    refused("no_reason", sanctions.decide, other, row.pk, True, "")
    sanctions.decide(other, row.pk, True, "it was")
    refused("decided_already", sanctions.decide, master(), row.pk, False, "no")
    row.refresh_from_db()
    assert (row.granted, row.answer, row.decided_by) == (True, "it was", other)
    assert sanctions.muted_until(player, timezone.now()) is None
    kept = sanctions.suspend(gm, player, "cheated", None)
    sanctions.appeal(player, kept.pk, "did not")
    sanctions.decide(other, kept.pk, False, "did")
    player.refresh_from_db()
    assert not player.is_active
    assert [act.kind for act in acts.about(player.pk)] == ["uphold", "suspend", "lift", "mute"]


def test_a_sanction_is_lifted_with_a_reason() -> None:
    gm, player = master(), people.person()
    row = sanctions.suspend(gm, player, "wrong one", HOUR)
    refused("no_reason", sanctions.lift, gm, row.pk, " ")
    sanctions.lift(gm, row.pk, "mistaken")
    player.refresh_from_db()
    assert player.is_active
    refused("sanction_over", sanctions.lift, gm, row.pk, "again")
    refused("no_sanction", sanctions.lift, gm, 0, "x")
    assert Act.objects.filter(kind="lift", player=player, reason="mistaken").count() == 1


def test_what_is_refused() -> None:
    gm, boss, player = master(), master(), people.person()
    refused("no_reason", sanctions.warn, gm, player, "\u202e\u200b")
    refused("reason_long", sanctions.warn, gm, player, "x" * 101)
    refused("yourself", sanctions.warn, gm, gm, "x")
    refused("staff", sanctions.mute, gm, boss, "x", HOUR)
    refused("bad_length", sanctions.mute, gm, player, "x", timedelta(seconds=1))
    refused("bad_length", sanctions.suspend, gm, player, "x", timedelta(days=4000))
    boss.is_superuser = True
    sanctions.mute(boss, gm, "even so", HOUR)


@pytest.mark.parametrize("statement", ["UPDATE chat_act SET reason = 'nicer'", "DELETE FROM chat_act"])
def test_the_log_of_acts_is_append_only(statement: str) -> None:
    gm, player = master(), people.person()
    sanctions.warn(gm, player, "slow")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(Act.objects.values_list("reason", flat=True)) == ["slow"]


def test_the_database_itself_wants_a_reason_and_another_judge() -> None:
    gm, player = master(), people.person()
    rows = (
        Sanction(player=player, by=gm, kind="warn", reason=""),
        Sanction(player=gm, by=gm, kind="warn", reason="x"),
        Sanction(player=player, by=gm, kind="mute", reason="x"),
        Act(by=gm, kind="warn", reason=""),
    )
    for row in rows:
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()
