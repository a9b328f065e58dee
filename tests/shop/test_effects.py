"""What is switched on when a hand begins counts for that hand: told to the table, entered at its end, never money."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from accounts import selectors as standings
from accounts.models import Player
from games import settlement
from games.models import Hand, HandSeat
from games.rules.core import Debt, Result
from games.runtime import fanout, writer
from games.runtime.wire import result_json
from lobby import services as lobby
from lobby.models import Room, Score, Table
from outbox import services as outbox
from outbox.models import Event
from shop import services
from shop.models import Item, Use
from tests.lobby.people import person, rooms
from tests.shop import things
from wallet import audit
from wallet import selectors as money

pytestmark = pytest.mark.django_db

WON = Result(
    "played",
    outcomes=("win", "lose"),
    debts=(Debt(1, 0, Fraction(50)),),
    order=(1, 0),
    points=(60, -60),
    facts={"base": 1, "multiplier": {"total": 60}},
    carry={},
)
FLED = Result("escape", outcomes=("escape", "draw"), points=(-150, 0), penalty=(0, Fraction(150)))
VOID = Result("void", facts={"why": "lost"})


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket listens and no clock runs here."""
    monkeypatch.setattr(fanout, "notify", lambda _hand, _payloads: None)
    monkeypatch.setattr(fanout, "arm", lambda _heads: None)
    monkeypatch.setattr(writer, "request_settlements", lambda _hand: None)


def owner(effect: str, **limits: Any) -> tuple[Player, Item]:
    """Somebody who has switched that effect on."""
    player = person()
    item = things.given(player, effect, **limits)
    return player, services.wear(player, item.pk)


def played(player: Player, result: Result | None, hidden: bool = False) -> Hand:
    """A hand of two at which the player has the first seat, over with this result and settled; None: it runs."""
    room = rooms(fewest=2)
    other = person()
    table = lobby.open_private(player, room.pk).table
    lobby.sit(other, table.pk, None, key=table.invite)
    Room.objects.filter(pk=room.pk).update(hidden_names=hidden)
    for one in (player, other):
        lobby.ready(one)
    hand = Hand.objects.get(pk=Table.objects.get(pk=table.pk).hand)
    if result is None:
        return hand
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.OVER, ended=timezone.now(), result=result_json(result))
    settlement.settle_hand(hand.pk)
    settlement.settle_hand(hand.pk)
    [event] = Event.objects.filter(type="games.HandSettled")
    outbox.deliver(event.pk)
    outbox.deliver(event.pk)
    return hand


def mine(hand: Hand, player: Player) -> Any:
    return standings.standing(player, hand.mode)


def test_a_double_points_card_doubles_the_owners_points_and_no_money() -> None:
    plain = person()
    played(plain, WON)
    moved = Event.objects.get(type="games.HandSettled").payload["changes"]
    assert moved[0] > 0
    Event.objects.all().delete()
    player, item = owner("double", uses=2)
    hand = played(player, WON)
    assert mine(hand, player).points == 120
    assert Event.objects.get(type="games.HandSettled").payload["changes"] == moved
    assert Score.objects.filter(player=player).values_list("points", flat=True).distinct().get() == 60, (
        "boards pay prizes: a prop does not lift anybody there"
    )
    other = HandSeat.objects.exclude(player=player).get(hand=hand)
    assert standings.standing(other.player_id or 0, hand.mode).points <= 0
    item.refresh_from_db()
    assert item.uses == 1, "settled and told twice, taken once"
    assert Use.objects.get().hand == str(hand.pk)
    assert not list(audit.faults())


def test_a_hand_that_wins_no_points_takes_no_use() -> None:
    player, item = owner("double", uses=1)
    lost = Result("played", outcomes=("lose", "win"), debts=(), order=(1, 0), points=(-60, 60), facts={}, carry={})
    hand = played(player, lost)
    assert (
        standings.standing(HandSeat.objects.exclude(player=player).get(hand=hand).player_id or 0, hand.mode).points
        == 60
    )
    item.refresh_from_db()
    assert (item.uses, item.taken_back) == (1, None)


def test_a_void_hand_takes_no_use() -> None:
    player, item = owner("double", uses=1)
    played(player, VOID)
    item.refresh_from_db()
    assert item.uses == 1


def test_a_pardon_enters_an_escape_as_a_loss_and_is_used_up() -> None:
    fled = person()
    played(fled, FLED)
    paid = money.balance(fled.pk, "beans")
    Event.objects.all().delete()
    player, item = owner("pardon", uses=1)
    hand = played(player, FLED)
    standing = mine(hand, player)
    assert (standing.escape, standing.lose, standing.points) == (0, 1, 0)
    assert money.balance(player.pk, "beans") == paid, "the money is paid as without it"
    item.refresh_from_db()
    assert (item.uses, item.why) == (0, "used_up")


@pytest.mark.parametrize("hidden", [False, True])
def test_the_table_is_told_of_what_changes_the_hand_and_sees_looks(hidden: bool) -> None:
    player, item = owner("tracker", days=7, games=["doudizhu"])
    things.given(player, "name")
    things.given(player, "back")
    hand = played(player, None, hidden)
    seat = HandSeat.objects.get(hand=hand, player=player)
    assert seat.shown["effects"] == ["tracker"]
    assert ("look" in seat.shown) != hidden, "a colour would tell who it is"
    assert seat.known["look"] == {"name": "gold"}, "and what only the owner sees is not told"
    other = HandSeat.objects.exclude(player=player).get(hand=hand)
    assert not {"look", "effects"} & other.shown.keys()
    pinned = hand.config["effects"]
    assert pinned[seat.seat] == [{"key": "tracker", "item": item.pk}]
    assert pinned[other.seat] == []


def test_what_is_over_or_off_or_of_another_game_is_not_pinned() -> None:
    player, _item = owner("tracker", days=7, games=["mahjong"])
    off = things.given(player, "pardon", uses=1)
    double = services.wear(player, things.given(player, "double", days=1).pk)
    Item.objects.filter(pk=double.pk).update(until=timezone.now())
    hand = played(player, None)
    assert not off.worn
    assert "effects" not in hand.config
    assert "effects" not in HandSeat.objects.get(hand=hand, player=player).shown
