"""The statement: every movement with its reason, its other side and the balances after it, whatever is filtered."""

from __future__ import annotations

import random
import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from wallet import selectors, services, statement
from wallet.models import Account, Entry
from wallet.services import Holder, Line
from wallet.statement import Movement, Party, Wanted

pytestmark = pytest.mark.django_db
HAND = f"hand:{uuid.UUID(int=7)}"


def play(player: Player, other: Player, key: str = HAND, won: int = 600) -> None:
    services.open_holds(key, [Holder(player.pk, "beans", 3000), Holder(other.pk, "beans", 2000)])
    lines = [Line(0, "stake", won), Line(1, "stake", -won), Line(0, "rake", -5), Line(1, "rake", -5)]
    services.settle(key, lines)


def told(player: Player, **wanted: Any) -> list[tuple[str, int, int, int]]:
    rows = statement.page(player.pk, Wanted(**wanted), 100)
    return [(row.label, row.amount, row.balance, row.held) for row in rows]


def test_a_hand_reads_as_what_was_held_freed_won_and_paid(player: Player, other: Player) -> None:
    play(player, other)
    assert told(player, currency="beans") == [
        ("rake", -5, 10_595, 0),
        ("stake", 600, 10_600, 0),
        ("release", 3000, 10_000, 0),
        ("hold", -3000, 7_000, 3_000),
        ("opening", 10_000, 10_000, 0),
    ]
    assert told(other, currency="beans")[0] == ("rake", -5, 9_395, 0)
    assert told(player, currency="coins") == [("opening", 10_000, 10_000, 0)]


def test_each_movement_names_its_other_side_and_its_hand(player: Player, other: Player) -> None:
    play(player, other)
    rows = {row.label: row for row in statement.page(player.pk, Wanted(currency="beans"), 100)}
    assert rows["stake"].parties == (Party("player", "second"),)
    assert rows["rake"].parties == (Party("house", ""),)
    assert rows["hold"].parties == rows["release"].parties == (Party("hold", "first"),), "one's own hold, nobody else's"
    assert rows["opening"].parties == (Party("mint", ""),)
    assert {label for label, row in rows.items() if row.subject == ("hand", str(uuid.UUID(int=7)))} == {
        "hold",
        "release",
        "stake",
        "rake",
    }
    assert rows["opening"].subject is None


def test_money_that_comes_while_a_hand_holds_some_shows_what_is_held(player: Player, other: Player) -> None:
    services.open_holds(HAND, [Holder(player.pk, "beans", 3000), Holder(other.pk, "beans", 2000)])
    services.grant(player, "beans", 50, "opening", "gift:1")
    assert told(player)[0] == ("opening", 50, 7_050, 3_000)


def test_the_running_balance_is_right_whatever_is_filtered(player: Player, other: Player) -> None:
    for number in range(4):
        play(player, other, f"hand:{uuid.UUID(int=number)}", won=100 * number + 1)
    whole = statement.page(player.pk, Wanted(), 100)
    by_id = {row.id: row for row in whole}
    for wanted in (Wanted(label="rake"), Wanted(currency="beans", label="stake"), Wanted(since=date(2000, 1, 1))):
        rows = statement.page(player.pk, wanted, 100)
        assert rows
        assert all(row == by_id[row.id] for row in rows)
    assert len(statement.page(player.pk, Wanted(label="rake"), 100)) == 4
    newest = next(row for row in whole if row.currency == "beans")
    assert newest.balance == selectors.balance(player.pk, "beans")


def test_pages_hold_every_movement_once_and_new_ones_do_not_shift_them(player: Player, other: Player) -> None:
    for number in range(3):
        play(player, other, f"hand:{uuid.UUID(int=number)}")
    whole = [row.id for row in statement.page(player.pk, Wanted(), 100)]
    seen: list[Movement] = []
    for number, piece in enumerate(statement.everything(player.pk, Wanted(), chunk=4)):
        seen += piece
        services.grant(player, "coins", 1, "opening", f"meanwhile:{number}")
    assert [row.id for row in seen] == whole


def test_days_are_the_houses_and_both_ends_are_in(player: Player) -> None:
    today = timezone.localdate()
    assert len(told(player, since=today, until=today)) == 2
    assert told(player, until=today - timedelta(days=1)) == []
    assert told(player, since=today + timedelta(days=1)) == []
    assert len(told(player, since=date.min, until=date.max)) == 2


def test_a_page_asks_as_often_for_a_long_statement_as_for_a_short_one(player: Player, other: Player) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            statement.page(player.pk, Wanted(), 10)
        assert not any("COUNT(" in query["sql"] or "SUM(" in query["sql"] for query in queries.captured_queries)
        return len(queries)

    play(player, other)
    short = asked()
    for number in range(3):
        play(player, other, f"hand:{uuid.UUID(int=number)}")
    assert asked() == short == 4


def test_balances_in_entries_follow_each_other_in_every_account(player: Player, other: Player) -> None:
    chance = random.Random(4)
    for number in range(10):
        play(player, other, f"hand:{uuid.UUID(int=number)}", won=chance.randint(-500, 500))
    for account in Account.objects.all():
        running = 0
        for entry in Entry.objects.filter(account=account).order_by("pk"):
            running += entry.amount
            assert entry.balance == running, account
        assert running == account.balance


# -- over HTTP


def ask(player: Player, **query: Any) -> Any:
    client = Client()
    client.force_login(player)
    return client.get("/api/wallet/statement/", query)


def test_the_api_gives_ones_own_movements_and_the_way_to_the_next_page(player: Player, other: Player) -> None:
    play(player, other)
    answer = ask(player, currency="beans", limit=3).json()
    assert [row["reason"] for row in answer["rows"]] == ["rake", "stake", "release"]
    assert answer["rows"][1]["hand"] == str(uuid.UUID(int=7))
    assert answer["rows"][1]["parties"] == [{"kind": "player", "name": "second"}]
    rest = ask(player, currency="beans", limit=3, before=answer["before"]).json()
    assert [row["reason"] for row in rest["rows"]] == ["hold", "opening"]
    assert rest["before"] is None
    client = Client()
    client.force_login(player)
    assert client.get("/api/wallet/").json() == {
        "balances": {"beans": 10_595, "coins": 10_000},
        "held": {"beans": 0, "coins": 0},
    }


def test_the_api_refuses_strangers_and_filters_that_mean_nothing(player: Player) -> None:
    assert Client().get("/api/wallet/statement/").status_code == 401
    for query in ({"currency": "gold"}, {"reason": "x"}, {"since": "x"}, {"limit": 101}, {"before": -1}):
        answer = ask(player, **query)
        assert answer.status_code == 400, query
        assert answer.json()["code"] == "bad_filter"
        assert list(answer.json()["facts"]) == list(query)
        assert answer.json()["text"]
