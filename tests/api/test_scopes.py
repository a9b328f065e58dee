"""Every endpoint says what a token needs for it, and lets no other token in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

from accounts import bots, tokens
from accounts.api import ApiView
from accounts.bearer import PUBLIC, TokenAuthentication
from accounts.models import Player, Scope
from lobby import wire
from lobby.models import Ticket
from tests.lobby import people

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_asked_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def endpoints(under: Any = None, before: str = "/") -> Iterator[tuple[str, type[APIView]]]:
    """Every address of the site that REST framework answers, with numbers filled in, and its view."""
    for entry in (under or get_resolver()).url_patterns:
        route = before + str(entry.pattern).lstrip("^")
        if isinstance(entry, URLResolver):
            yield from endpoints(entry, route)
        elif isinstance(entry, URLPattern) and (view := getattr(entry.callback, "cls", None)) is not None:
            filled = route.replace("<uuid:", "<uuid:x").replace("<slug:currency>", "beans")
            yield re.sub(r"<int:\w+>", "1", re.sub(r"<uuid:\w+>", str(uuid4()), filled)), view


ALL = list(endpoints())


def methods(view: type[APIView]) -> list[str]:
    return [name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)]


def bearer(player: Player, *scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.create(player, player, 'test', scopes, 7)[1]}"}


def test_all_endpoints_are_found() -> None:
    found = {address for address, _view in ALL}
    assert {"/api/lobby/join/", "/api/wallet/", "/api/rewards/tasks/1/", "/api/schema/", "/api/"} <= found
    assert len(found) > 30


@pytest.mark.parametrize(("address", "view"), ALL)
def test_an_endpoint_declares_its_scope(address: str, view: type[APIView]) -> None:
    scope = getattr(view, "scope", None)
    assert scope in (*Scope, PUBLIC), f"{address}: say which scope a token needs"
    looks = TokenAuthentication in view.authentication_classes
    assert looks == (scope != PUBLIC), address


def test_a_token_gets_in_with_the_endpoints_scope_and_with_no_other() -> None:
    player = people.person()
    whole = bearer(player, *Scope.values)
    without = {scope: bearer(player, *(set(Scope.values) - {scope})) for scope in Scope.values}
    for address, view in ALL:
        scope: Any = view.scope  # type: ignore[attr-defined]
        for method in methods(view):
            ask = getattr(Client(enforce_csrf_checks=True), method)
            if scope == PUBLIC:
                assert ask(address, headers={"Authorization": "Bearer nonsense"}).status_code != 401, address
                continue
            answer = ask(address, headers=without[scope])
            assert (answer.status_code, answer.json()["code"]) == (403, "no_scope"), (method, address)
            assert answer.json()["facts"] == {"scope": scope}
            allowed = ask(address, headers=whole)
            assert allowed.status_code not in (401, 403, 405, 500), (method, address, allowed.content)
            bad = ask(address, headers={"Authorization": "Bearer nonsense"})
            assert (bad.status_code, bad.json()["code"]) == (401, "bad_token"), (method, address)
            assert bad["WWW-Authenticate"] == "Bearer"
        cache.clear()  # the limits of asking are not the matter here


def test_a_view_that_forgets_its_scope_lets_no_token_in(rf: Any) -> None:
    class Forgetful(ApiView):
        def get(self, request: Any) -> Any:
            raise AssertionError("nobody gets here")

    answer = Forgetful.as_view()(rf.get("/", headers=bearer(people.person(), *Scope.values)))
    assert (answer.status_code, answer.data["code"], answer.data["facts"]) == (403, "no_scope", {"scope": None})


def test_a_bad_token_is_not_made_good_by_the_session_beside_it() -> None:
    room, player = people.rooms(), people.person()
    client = Client()
    client.force_login(player)
    answer = client.post(
        "/api/lobby/join/",
        {"room": room.pk},
        content_type="application/json",
        headers={"Authorization": "Bearer nonsense"},
    )
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    reader = client.get("/api/rewards/", headers=bearer(player, "play"))
    assert reader.json()["code"] == "no_scope"
    assert not Ticket.objects.exists()


def test_a_token_opens_no_page() -> None:
    player = people.person()
    for page in ("/me/", "/me/tokens/", "/admin/"):
        assert Client().get(page, headers=bearer(player, *Scope.values)).status_code == 302, page


def test_a_token_needs_no_csrf_token_and_a_session_does() -> None:
    room, player = people.rooms(), people.person()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player)
    refused = strict.post("/api/lobby/join/", {"room": room.pk}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert not Ticket.objects.exists()
    answer = Client(enforce_csrf_checks=True).post(
        "/api/lobby/join/", {"room": room.pk}, content_type="application/json", headers=bearer(player, "play")
    )
    assert answer.json()["me"]["ticket"]["room"] == room.pk


def test_every_refusal_has_a_code_and_a_sentence() -> None:
    player = people.person()
    headers = bearer(player, "play", "read")
    client = Client()
    cases = {
        "not_signed_in": client.get("/api/wallet/"),
        "malformed": client.post("/api/lobby/join/", {}, content_type="application/json", headers=headers),
        "method_not_allowed": client.get("/api/lobby/join/", headers=headers),
        "no_room": client.post("/api/lobby/join/", {"room": 9}, content_type="application/json", headers=headers),
        "unsupported_media_type": client.post("/api/lobby/join/", "x", content_type="text/x", headers=headers),
    }
    for code, answer in cases.items():
        told = answer.json()
        assert told["code"] == code, told
        assert set(told) == {"code", "text", "facts"}
        assert told["text"]
    assert "room" in cases["malformed"].json()["facts"]


def test_who_asks_too_often_is_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from lobby.api import LookRate

    monkeypatch.setattr(LookRate, "rate", "2/min")
    headers = bearer(people.person(), "read")
    answers = [Client().get("/api/lobby/me/", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "slow_down"
    assert 0 < int(answers[2]["Retry-After"]) <= 60


def test_gifts_are_for_people() -> None:
    owner = people.person()
    bot = bots.create(owner, "小强")
    secret = tokens.create(owner, bot, "x", ["read", "play"], 7)[1]
    headers = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/lobby/me/", headers=headers).json()["me"]["bot"] is True
    assert Client().post("/api/rewards/sign-in/", headers=headers).json()["code"] == "no_scope"
    bot.tokens.update(scopes=[*Scope.values])  # and if ever one had it
    for path in ("sign-in/", "relief/beans/", "tasks/1/", "plan/"):
        answer = Client().post(f"/api/rewards/{path}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "for_people")


def test_every_message_of_the_lobby_socket_has_a_scope() -> None:
    assert set(wire.SCOPES) == set(wire.Message.__args__)  # type: ignore[attr-defined]
    assert set(wire.SCOPES.values()) <= set(Scope)
