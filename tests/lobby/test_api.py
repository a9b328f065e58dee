"""The lobby over HTTP."""

from typing import Any

import pytest
from django.test import Client

from lobby import selectors
from lobby.models import Seat, Table, Ticket
from tests.lobby.people import person, rooms

pytestmark = pytest.mark.django_db


def post(client: Client, name: str, **body: Any) -> Any:
    return client.post(f"/api/lobby/{name}/", body, content_type="application/json")


def test_anyone_may_look_and_nobody_acts_unknown(client: Client) -> None:
    room = rooms()
    zones = client.get("/api/lobby/zones/", {"game": "doudizhu"}).json()["zones"]
    assert [shown["name"] for shown in zones[0]["rooms"]] == ["新手", "初级", "中级", "高级"]
    assert zones[0]["rooms"][0]["fits"] is None
    assert client.get("/api/lobby/zones/", {"game": "chess"}).json() == {"zones": []}
    assert client.get(f"/api/lobby/rooms/{room.pk}/").json()["tables"] == []
    assert client.get("/api/lobby/rooms/999999/").json()["code"] == "no_room"
    assert client.get("/api/lobby/tables/999999/").status_code == 404
    assert client.get("/api/lobby/me/").status_code == 401
    assert post(client, "join", room=room.pk).status_code == 401
    assert not Ticket.objects.exists()


def test_a_player_joins_cancels_sits_and_leaves(client: Client) -> None:
    room, player = rooms(), person()
    client.force_login(player)
    assert post(client, "join", room=room.pk).json()["me"]["ticket"]["room"] == room.pk
    assert client.get(f"/api/lobby/rooms/{room.pk}/").json()["room"]["waiting"] == 1
    assert post(client, "cancel").json()["me"]["ticket"] is None
    assert post(client, "sit", room=room.pk).json()["me"]["seat"]["ready"] is True
    table = Table.objects.get()
    assert client.get(f"/api/lobby/tables/{table.pk}/").json()["table"]["seats"][0]["player"] == player.pk
    assert post(client, "unready").json()["me"]["seat"]["ready"] is False
    assert post(client, "ready").json()["me"]["seat"]["ready"] is True
    assert post(client, "change").json()["me"]["ticket"]["room"] == room.pk
    assert post(client, "cancel").status_code == 200
    assert post(client, "sit", table=table.pk, index=2).json()["me"]["seat"]["index"] == 2
    assert post(client, "leave").json()["me"]["seat"] is None
    assert not Seat.objects.exists()


def test_a_refusal_is_409_with_code_and_facts(client: Client) -> None:
    room, player = rooms(), person(100)
    client.force_login(player)
    answer = post(client, "join", room=room.pk)
    assert answer.status_code == 409
    assert answer.json()["facts"] == {"need": 500, "have": 100, "currency": "beans", "room": None}
    assert post(client, "join").status_code == 400
    assert post(client, "sit", room=room.pk, table=1, index=0).status_code == 400


def test_a_write_needs_the_token(client: Client) -> None:
    room, player = rooms(), person()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player)
    assert post(strict, "join", room=room.pk).status_code == 403
    assert not Ticket.objects.exists()


def test_pages_start_from_the_same_shapes() -> None:
    room, rich, poor = rooms(), person(), person(120)
    assert selectors.hall_boot(None)["me"] is None
    shown = selectors.hall_boot(poor)["zones"][0]["rooms"]
    assert shown[0]["fits"] == {"need": 500, "have": 120}
    from lobby import services

    services.sit_anywhere(rich, room.pk)
    boot = selectors.table_boot(rich, Table.objects.get().pk)
    assert (boot["seat"], boot["hand"], boot["room"]["id"]) == (0, None, room.pk)
    assert selectors.table_boot(poor, Table.objects.get().pk)["seat"] is None
    assert [table["number"] for table in selectors.room_boot(poor, room.pk)["tables"]] == [1]


@pytest.mark.parametrize(
    "body", ["[" * 5000, '{"room":' * 5000, "{", '{"room":' + "9" * 60 + "}", '{"room":"\\u0000"}']
)
def test_a_body_that_cannot_be_read_is_the_senders_fault(client: Client, body: str) -> None:
    client.force_login(person())
    answer = client.post("/api/lobby/join/", body, content_type="application/json")
    assert answer.status_code in (400, 404)
    assert not Ticket.objects.exists()
