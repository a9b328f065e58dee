"""The API: its schema is sound, its answers are what the schema says, it is limited, and nothing is given twice."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from accounts import services as accounts
from accounts.api import OwnRate
from accounts.models import Player
from lobby import services as lobby
from platform_site.views.api import SchemaRate
from tests.lobby import people
from wallet import selectors as money

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_asked_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def player() -> Player:
    return people.person()


@pytest.fixture
def client(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    answer = Client().get("/api/schema/?format=json")
    assert answer.status_code == 200
    told: dict[str, Any] = json.loads(answer.content)
    return _closed(told)


def _closed(node: Any) -> Any:
    """The schema with objects that hold nothing but what it names."""
    if isinstance(node, list):
        return [_closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    closed = {key: _closed(value) for key, value in node.items()}
    if "object" in closed.get("type", ()) and "properties" in closed:
        closed["additionalProperties"] = False
    return closed


def check(schema: dict[str, Any], path: str, method: str, answer: Any) -> Any:
    """The answer's JSON, after it was compared with what the schema promises for its status."""
    promised = schema["paths"][path][method]["responses"][str(answer.status_code)]
    told = answer.json()
    wanted = promised["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**wanted, "components": schema["components"]}).validate(told)
    return told


def test_the_schema_is_valid_and_leaves_nothing_to_guesses(tmp_path: Any, schema: dict[str, Any]) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yaml"))
    assert {"/api/wallet/", "/api/wallet/statement/", "/api/levels/", "/api/rewards/", "/api/lobby/zones/"} <= set(
        schema["paths"]
    )
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            assert told.get("description"), (method, path)
            assert "200" in told["responses"], (method, path)


def test_answers_are_what_the_schema_says(client: Client, player: Player, schema: dict[str, Any]) -> None:
    room = people.rooms()
    accounts.record(player.pk, "huanle", "draw", 35)
    lobby.sit_anywhere(player, room.pk)
    table = player.lobby_seat.table  # type: ignore[attr-defined]
    assert check(schema, "/api/wallet/", "get", client.get("/api/wallet/"))["balances"]["beans"] == 10_000
    rows = check(schema, "/api/wallet/statement/", "get", client.get("/api/wallet/statement/?limit=1"))
    assert (len(rows["rows"]), rows["before"] is not None) == (1, True)
    bad = client.get("/api/wallet/statement/?currency=gold")
    assert (bad.status_code, check(schema, "/api/wallet/statement/", "get", bad)["code"]) == (400, "bad_filter")
    levels = check(schema, "/api/levels/", "get", client.get("/api/levels/"))
    assert len(levels["ladder"]) == 23
    (standing,) = levels["standings"]
    assert (standing["mode"], standing["level"], standing["draw"], standing["win"]) == ("huanle", 2, 1, 0)
    (zone,) = check(schema, "/api/lobby/zones/", "get", client.get("/api/lobby/zones/"))["zones"]
    assert zone["rooms"][0]["rake"] == room.a
    path = "/api/lobby/rooms/{room_id}/"
    assert check(schema, path, "get", client.get(f"/api/lobby/rooms/{room.pk}/"))["tables"][0]["id"] == table.pk
    assert check(schema, path, "get", client.get("/api/lobby/rooms/0/"))["code"] == "no_room"
    path = "/api/lobby/tables/{table_id}/"
    assert check(schema, path, "get", client.get(f"/api/lobby/tables/{table.pk}/"))["table"]["seats"][1] is None
    assert check(schema, "/api/lobby/me/", "get", client.get("/api/lobby/me/"))["me"]["seat"]["table"] == table.pk
    cancelled = client.post("/api/lobby/cancel/")
    assert check(schema, "/api/lobby/cancel/", "post", cancelled)["code"] == "matched"
    tasks = check(schema, "/api/rewards/", "get", client.get("/api/rewards/"))["tasks"]
    assert tasks[0]["count"] == 0


def test_a_gift_is_given_once(client: Client, player: Player, schema: dict[str, Any]) -> None:
    before = money.balance(player.pk, "beans")
    first = client.post("/api/rewards/sign-in/")
    got = check(schema, "/api/rewards/sign-in/", "post", first)
    again = client.post("/api/rewards/sign-in/")
    refused = check(schema, "/api/rewards/sign-in/", "post", again)
    assert (first.status_code, again.status_code, refused["code"]) == (200, 409, "signed_in")
    assert money.balance(player.pk, "beans") == before + got["amount"]
    rich = client.post("/api/rewards/relief/beans/")
    told = check(schema, "/api/rewards/relief/{currency}/", "post", rich)
    assert (rich.status_code, told["code"], told["facts"]) == (409, "not_poor", {"below": 500})
    for path, code in (("relief/gold/", "no_relief"), ("tasks/0/", "no_task"), ("plan/", "too_few")):
        assert client.post(f"/api/rewards/{path}").json()["code"] == code
    assert money.balance(player.pk, "beans") == before + got["amount"]


def test_strangers_see_rooms_and_the_ladder_and_nobodys_things(schema: dict[str, Any]) -> None:
    stranger = Client()
    assert check(schema, "/api/levels/", "get", stranger.get("/api/levels/"))["standings"] == []
    assert stranger.get("/api/lobby/zones/").status_code == 200
    for path in ("wallet/", "wallet/statement/", "rewards/", "lobby/me/"):
        assert stranger.get(f"/api/{path}").status_code == 401, path
    assert stranger.post("/api/rewards/sign-in/").status_code == 401


def test_a_page_of_somebody_else_cannot_ask_in_ones_name(player: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    assert client.post("/api/rewards/sign-in/").status_code == 403
    assert money.balance(player.pk, "beans") == 10_000


def test_who_asks_too_often_waits(client: Client, schema: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnRate, "rate", "2/min")
    answers = [client.get("/api/rewards/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert check(schema, "/api/rewards/", "get", answers[-1])["code"] == "slow_down"
    assert client.get("/api/wallet/").status_code == 200, "another count"


def test_the_browsable_page_comes_whole_from_here_under_the_strict_policy() -> None:
    page = Client().get("/api/")
    body = page.content.decode()
    assert "unsafe" not in page["Content-Security-Policy"]
    assert "<style" not in body
    assert "http://" not in body.replace("http://testserver", "")
    assert "https://" not in body
    assert "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in body
    script = Client().get("/api/?script=")
    assert script["Content-Type"].startswith("application/javascript")


def test_a_password_is_taken_at_the_sites_own_door_alone(admin_user: Player) -> None:
    for password in ("password", "wrong"):
        told = base64.b64encode(f"admin:{password}".encode()).decode()
        answer = Client().get("/api/schema/?format=json", headers={"authorization": f"Basic {told}"})
        assert answer.status_code == 200, "a stranger's, not looked at"
    door = Client().post("/admin/login/?next=/admin/", {"username": "admin", "password": "password"})
    assert (door.status_code, door.headers["Location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")
    boss = Client()
    told = boss.post(door.headers["Location"], {"login": "admin", "password": "password"})
    assert (told.status_code, told.headers["Location"]) == (302, "/admin/")
    assert boss.get("/admin/").status_code == 200


def test_a_header_makes_nobody_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SchemaRate, "rate", "2/min")
    codes = [
        Client().get("/api/schema/", headers={"x-forwarded-for": f"203.0.113.{number}"}).status_code
        for number in range(3)
    ]
    assert codes == [200, 200, 429]
