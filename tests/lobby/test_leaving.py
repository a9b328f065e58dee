"""Leaving while a hand is open, and what the lobby enters into a hand for its players."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import Player, Standing
from games.models import Hand, LogEntry
from games.runtime import store, writer
from games.settlement import settle_hand
from lobby import matching, selectors, services
from lobby.errors import Refused
from lobby.handlers import free_table
from lobby.models import Room, Seat, Table, Ticket
from outbox.models import Event
from outbox.services import deliver
from tests.lobby.people import load, person, rooms, settled, starting
from wallet.selectors import balance

pytestmark = pytest.mark.django_db(transaction=True)


def playing(room: Room) -> tuple[Player, UUID]:
    """Somebody in a hand with two bots."""
    player = person()
    services.join(player, room.pk)
    Ticket.objects.update(created_at=timezone.now() - timedelta(milliseconds=room.bot_wait))
    assert matching.match_room(room.pk) == 1
    return player, Seat.objects.select_related("table").get(player=player).table.hand


def kinds(hand: UUID) -> list[str]:
    return [entry.action["kind"] for entry in LogEntry.objects.filter(hand=hand).order_by("seq")]


def test_the_price_is_said_before_and_nothing_happens() -> None:
    player, hand = playing(rooms())
    with pytest.raises(Refused) as refused:
        services.leave(player)
    assert refused.value.code == "would_flee"
    # A peasant's escape below ten: 10 x initial 15 x N 1 (rules E4, E5).
    assert refused.value.facts == {
        "table": Table.objects.get().pk,
        "hand": str(hand),
        "currency": "beans",
        "price": 150,
        "points": -150,
    }
    assert kinds(hand) == ["start"]
    assert selectors.me(player)["seat"]["hand"] == str(hand)


def test_leaving_all_the_same_flees_the_hand_and_frees_the_seat() -> None:
    room = rooms()
    player, hand = playing(room)
    services.leave(player, flee=True)
    assert kinds(hand) == ["start", "flee"]
    assert Hand.objects.get(pk=hand).status == Hand.Status.OVER
    assert selectors.me(player)["seat"] is None
    table = Table.objects.get()
    assert table.hand == hand, "the table waits for the settlement"
    event = settled(table, outcomes=["escape", "draw", "draw"])
    services.join(player, room.pk)
    free_table(event)
    assert Table.objects.get().hand is None
    assert not Seat.objects.exists()
    assert Ticket.objects.get().player == player, "what the player did since is left alone"


def test_a_flight_that_cannot_be_stored_is_refused_and_the_seat_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    player, hand = playing(rooms())
    for error in (writer.Unavailable, OperationalError):
        with monkeypatch.context() as away:
            away.setattr(writer, "commit", lambda proposals, error=error: (_ for _ in ()).throw(error))
            with pytest.raises(Refused) as refused:
                services.leave(player, flee=True)
        assert refused.value.code == "unavailable"
        assert refused.value.text
    assert kinds(hand) == ["start"]
    assert Seat.objects.filter(player=player).exists()
    services.leave(player, flee=True)
    assert kinds(hand) == ["start", "flee"]


def test_a_hand_that_is_over_but_not_settled_may_be_left_for_nothing() -> None:
    player, hand = playing(rooms())
    Hand.objects.filter(pk=hand).update(status=Hand.Status.OVER)
    services.leave(player)
    assert kinds(hand) == ["start"]
    assert not Seat.objects.filter(player=player).exists()


def test_ready_with_an_open_hand_answers_the_opening() -> None:
    player, hand = playing(rooms())
    Hand.objects.filter(pk=hand).update(status=Hand.Status.SETTLED)
    free_table(settled(Table.objects.get()))
    started = services.ready(player, show=True)
    assert started
    shown = LogEntry.objects.filter(hand=started, action__kind="open").get()
    assert shown.action["data"] == {"show": True}
    assert not Seat.objects.exclude(player=player).filter(show=True).exists()


def test_a_flight_is_settled_and_the_outbox_frees_the_table() -> None:
    player, hand = playing(rooms())
    with pytest.raises(Refused) as refused:
        services.leave(player)
    services.leave(player, flee=True)
    assert settle_hand(hand)
    for event in Event.objects.filter(type="games.HandSettled"):
        assert deliver(event.pk)
    assert Table.objects.get().hand is None
    assert not Seat.objects.exists()
    assert balance(player.pk, "beans") == 10_000 - refused.value.facts["price"]


def say_nothing(hand: UUID) -> None:
    """Let every decision of the hand run out, the bots' too, until it is over."""
    folded = store.load(hand)
    assert folded
    now = folded.at
    while folded.state.result is None:
        decision = folded.state.decisions[0]
        now = max(now, decision.due or now)
        proposal = folded.propose(f"timeout:{folded.seq}", "timeout", None, decision.id, {}, now)
        assert writer.commit([proposal])
        folded.accept(proposal)


def test_a_hand_nobody_calls_dissolves_the_table_and_tells_the_people(monkeypatch: pytest.MonkeyPatch) -> None:
    load("siren")
    room = starting("points-1", "siren")
    player, hand = playing(room)
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr("lobby.seating.notify.notice", lambda *said: told.append(said))
    table = Table.objects.get(hand=hand)
    say_nothing(hand)
    assert kinds(hand).count("timeout") == 1 + 3 * 5, "the opening, and three deals in which four pass (rule K3)"
    assert settle_hand(hand)
    assert deliver(Event.objects.filter(type="games.HandSettled").latest("pk").pk)
    assert not Seat.objects.exists(), "the bots go too"
    assert Table.objects.get().hand is None
    assert told == [(player.pk, "dissolved", {"table": table.pk, "room": room.pk})]
    assert Standing.objects.filter(player=player).count() == 0, "nothing is scored"


def test_a_hand_that_is_void_for_another_reason_keeps_its_table() -> None:
    player, hand = playing(rooms())
    event = msgspec.structs.replace(settled(Table.objects.get(hand=hand), []), void="damaged")
    free_table(event)
    assert Seat.objects.filter(player=player).count() == 1
    assert Table.objects.get().hand is None
