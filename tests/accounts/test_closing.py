"""Closing an account: grace, taking it back, what is gone and what stays; and the export of one's data."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

import wallet.selectors
from accounts import care, closing, friends, selectors, services
from accounts.errors import Declined
from accounts.models import Block, Care, Friendship, Player, Privacy, Standing
from games.models import HandSeat
from games.subscribers import forget_name
from lobby import services as lobby
from lobby.models import Seat, Table, Trail
from lobby.subscribers import forget_person
from outbox.models import Event
from rewards.models import PlanMember, SignIn
from tests.lobby.people import person, rooms, settled
from tests.wallet.shop import bought, plan

pytestmark = pytest.mark.django_db
PASSWORD = "correct-horse-battery"  # nothing is protected by it


def test_closing_asks_for_the_password_and_can_be_taken_back() -> None:
    player = Player.objects.create_user("closing1", "c@example.org", PASSWORD, nickname="小满")
    for act, code in (
        (lambda: closing.close(player, "wrong"), "wrong_password"),
        (lambda: closing.keep(player), "not_closing"),
        (lambda: closing.close(Player.objects.create_superuser("root9")), "staff_stays"),
    ):
        with pytest.raises(Declined) as refused:
            act()
        assert refused.value.code == code
    assert Player.objects.get(pk=player.pk).closes_at is None
    closing.close(player, PASSWORD)
    assert player.closes_at is not None
    with pytest.raises(Declined):
        closing.close(player, PASSWORD)
    assert closing.erase_due() == 0, "not before its time"
    closing.keep(player)
    Player.objects.filter(pk=player.pk).update(closes_at=None)
    assert closing.erase_due() == 0
    assert Player.objects.get(pk=player.pk).username == "closing1"


def test_an_erased_account_names_nobody_and_its_numbers_stay() -> None:
    room = rooms(fewest=2)
    player, friend, third = person(), person(), person()
    player.email = "p@example.org"
    player.set_password(PASSWORD)
    player.save()
    table = lobby.open_private(player, room.pk).table
    lobby.sit(friend, table.pk, None, key=table.invite)
    for one in (player, friend):
        lobby.ready(one)
    settled(Table.objects.get(pk=table.pk))
    Table.objects.update(hand=None)
    services.record(player.pk, "huanle", "win", 12)
    friends.ask(player, friend.pk)
    friends.accept(friend, player.pk)
    friends.block(third, player.pk)
    friends.set_privacy(player, "all", "all", "all")
    care.set_limits(player, 100, None)
    Trail.objects.update_or_create(player=player, defaults={"address": "203.0.113.9", "device": "d"})
    money = wallet.selectors.balances(player.pk)
    closing.close(player, PASSWORD)
    Player.objects.filter(pk=player.pk).update(closes_at=timezone.now() - timedelta(minutes=1))

    assert closing.erase_due() == 1
    [event] = Event.objects.filter(type="accounts.PlayerErased")
    assert event.payload == {"player_id": player.pk}
    from accounts.events import PlayerErased

    for _ in range(2):  # an event may come twice
        forget_name(PlayerErased(player.pk))
        forget_person(PlayerErased(player.pk))

    gone = Player.objects.get(pk=player.pk)
    assert (gone.nickname, gone.email, gone.is_active, gone.has_usable_password()) == ("已注销", "", False, False)
    assert not Client().login(username=player.username, password=PASSWORD)
    assert gone.erased_at is not None
    assert gone.closes_at is None
    assert selectors.person(player.pk) is None
    assert not Friendship.objects.exists()
    assert not Block.objects.exists()
    assert not Privacy.objects.exists()
    services.record(player.pk, "huanle", "win", 12)  # a hand that was open goes on
    assert not Standing.objects.exists()
    assert not Care.objects.exists()
    assert not Trail.objects.filter(player=player).exists()
    assert not Seat.objects.filter(player=player).exists()
    assert HandSeat.objects.get(player=player).display["name"] == "已注销"
    assert HandSeat.objects.get(player=friend).display["name"] == friend.nickname, "the others keep their names"
    assert wallet.selectors.balances(player.pk) == money, "the ledger is not touched"
    assert Seat.objects.filter(player=friend).exists()
    with pytest.raises(Declined, match="no_player"):
        friends.ask(friend, player.pk)


def test_the_export_holds_what_is_kept(client: Client) -> None:
    player, friend = person(), person()
    friends.ask(friend, player.pk)
    friends.accept(player, friend.pk)
    services.record(player.pk, "huanle", "win", 12)
    care.tell_birthday(player, date(1990, 1, 1))
    order = bought(player)
    bought(player, plan(days=7))
    SignIn.objects.create(player=player, day=date(2026, 11, 30), run=1)
    PlanMember.objects.create(player=player, points=5)
    client.force_login(player)
    answer = client.get("/me/data.json")
    assert answer["Content-Disposition"].startswith("attachment;")
    data = json.loads(answer.content)
    assert data["account"]["nickname"] == player.nickname
    assert data["friends"] == [{"id": friend.pk, "name": friend.nickname}]
    assert data["levels"][0]["points"] == 12
    assert data["balances"]["beans"] == 10_000
    assert sum(row["amount"] for row in data["movements"] if row["currency"] == "beans") == 10_000
    assert data["hands"] == []
    assert data["care"][0]["born"] == "1990-01-01"
    first = data["orders"][0]
    assert (first["number"], first["price"], first["state"]) == (order.number, 600, "credited")
    assert [row["days"] for row in data["membership"]] == [7]
    assert len(data["rewards"]["sign_ins"]) == 1
    assert data["rewards"]["plan"][0]["points"] == 5
    assert friend.username not in answer.content.decode(), "others' account names stay theirs"
    assert Client().get("/me/data.json").status_code == 302
