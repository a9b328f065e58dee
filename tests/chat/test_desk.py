"""The desk's pages: whom they let in, what each button does and leaves in the log, and texts meant to break them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from chat import broadcasts, reports, sanctions
from chat.models import Act, Broadcast, Report, Sanction
from games import settlement
from games.models import Hand
from lobby import matching, services
from lobby.models import Seat
from shop.models import Item, Prop
from tests.lobby import people
from wallet import selectors as wallet
from wallet.models import Adjustment, AdjustmentLimit, Hold

pytestmark = pytest.mark.django_db

PAGES = ("gm", "gm-now", "gm-players", "gm-tables", "gm-audit")


def staff(role: str) -> tuple[Player, Client]:
    """Somebody with that role alone, signed in."""
    player = Player.objects.create_user(f"{role}{uuid4().hex[:6]}", is_staff=True)
    player.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(player)
    return player, client


@pytest.fixture
def desk() -> tuple[Player, Client]:
    return staff("gm")


def dealt() -> tuple[Hand, list[Player]]:
    """A hand for beans that three people play."""
    room, players = people.rooms(), [people.person() for _ in range(3)]
    for player in players:
        services.join(player, room.pk)
    matching.match_room(room.pk)
    return Hand.objects.get(), players


def post(client: Client, name: str, *args: int, **fields: Any) -> str:
    """Send a form of the desk; what the page says then."""
    answer = client.post(reverse(name, args=args), fields, follow=True)
    assert answer.status_code in (200, 409), answer.status_code
    return answer.content.decode()


def test_only_game_masters_are_let_in(desk) -> None:
    player = people.person()
    visitor = Client()
    visitor.force_login(player)
    others = [Client(), visitor, *(staff(role)[1] for role in ("admin", "accountant", "support"))]
    forms = [("gm-broadcast", ()), ("gm-recall", (1,)), ("gm-report", (1,)), ("gm-sanction", (player.pk,))]
    forms += [("gm-adjust", (player.pk,)), ("gm-lift", (1,)), ("gm-appeal", (1,)), ("gm-dissolve", (1,))]
    for client in others:
        for name in PAGES:
            assert client.get(reverse(name)).status_code == 403, name
        assert client.get(reverse("gm-player", args=[player.pk])).status_code == 403
        for name, args in forms:
            assert client.post(reverse(name, args=args), {"reason": "x"}).status_code == 403, name
    for name in PAGES:
        assert desk[1].get(reverse(name)).status_code == 200, name
    assert not Act.objects.exists()


@pytest.mark.parametrize(
    ("what", "kind"), [("mute", "mute"), ("warn", "warn"), ("suspend", "suspend"), ("ignore", "ignore")]
)
def test_each_button_of_a_report_does_what_it_says(desk, what: str, kind: str) -> None:
    gm, client = desk
    by, about = people.person(), people.person()
    made = reports.report(by, about.pk, "abuse", "swore")
    assert "swore" in client.get("/gm/").content.decode()
    post(client, "gm-report", made.pk, what=what, reason="seen", minutes="1440")
    act = Act.objects.get()
    assert (act.kind, act.by, act.player, act.reason) == (kind, gm, about, "seen")
    assert list(Sanction.objects.values_list("kind", flat=True)) == ([] if what == "ignore" else [kind])
    about.refresh_from_db()
    assert about.is_active == (what != "suspend")
    assert "swore" not in client.get("/gm/now/").content.decode()


def test_a_broadcast_is_previewed_published_and_recalled(desk) -> None:
    _gm, client = desk
    form = {"text": "今晚维护", "place": "all", "minutes": "60", "reason": "maintenance", "starts": ""}
    shown = post(client, "gm-broadcast", **form, what="preview")
    assert "玩家会看到" in shown
    assert 'value="今晚维护"' in shown, "the form keeps what was written"
    assert not Broadcast.objects.exists()
    post(client, "gm-broadcast", **form, what="publish")
    row = Broadcast.objects.get()
    assert (row.text, row.sent_at is not None) == ("今晚维护", True)
    at = timezone.localtime(timezone.now() + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    post(client, "gm-broadcast", **{**form, "starts": at}, what="publish")
    later = Broadcast.objects.exclude(pk=row.pk).get()
    assert later.sent_at is None
    assert later.ends_at - later.starts_at == timedelta(hours=1)
    post(client, "gm-recall", row.pk, reason="over")
    assert broadcasts.in_force(timezone.now()) == []
    assert [act.kind for act in Act.objects.order_by("pk")] == ["broadcast", "broadcast", "recall"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": "room:99999"},
        {"place": "room:x"},
        {"place": "moon"},
        {"place": "game:chess"},
        {"minutes": "7"},
        {"minutes": "-1"},
        {"minutes": "43200"},
        {"starts": "yesterday"},
        {"starts": "2024-13-40T99:99"},
        {"starts": "2001-01-01T10:00", "minutes": "99"},
        {"reason": ""},
    ],
)
def test_a_broadcast_that_makes_no_sense_is_refused(desk, wrong: dict[str, str]) -> None:
    form = {"text": "x", "place": "all", "minutes": "60", "reason": "r", "starts": "", "what": "publish"}
    assert desk[1].post("/gm/broadcasts/", form | wrong).status_code == 409
    assert (Broadcast.objects.count(), Act.objects.count()) == (0, 0)


def test_a_player_is_looked_up_with_all_that_concerns_him(desk) -> None:
    _gm, client = desk
    player = people.person(beans=12_345)
    sanctions.warn(desk[0], player, "slow play")
    horn = Prop.objects.create(code="test-horn", name="铜喇叭", category="special", effect="horn", uses=5)
    Item.objects.create(player=player, prop=horn, uses=3)
    answer = client.get("/gm/players/", {"q": player.nickname})
    assert answer["Location"] == f"/gm/players/{player.pk}/"
    shown = client.get(answer["Location"]).content.decode()
    for text in (player.nickname, "12,345", "slow play", "铜喇叭", "×3"):
        assert text in shown
    assert client.get("/gm/players/", {"q": f"#{player.pk}"})["Location"] == f"/gm/players/{player.pk}/"
    assert "没有这样的玩家" in client.get("/gm/players/", {"q": "nobody%_"}).content.decode()
    assert client.get("/gm/players/999999/").status_code == 404


def test_money_is_given_with_a_reason_and_a_large_amount_waits_for_a_second_person(desk) -> None:
    gm, client = desk
    AdjustmentLimit.objects.filter(currency="beans").update(amount=1_000)
    player = people.person(beans=10_000)
    form = {"currency": "beans", "amount": "500", "reason": "lost line", "key": str(uuid4())}
    for _twice in range(2):
        post(client, "gm-adjust", player.pk, **form)
    assert wallet.balance(player.pk, "beans") == 10_500
    said = post(client, "gm-adjust", player.pk, **form | {"amount": "100000", "key": str(uuid4())})
    assert "第二个人" in said
    assert wallet.balance(player.pk, "beans") == 10_500
    assert sorted(Adjustment.objects.values_list("state", flat=True)) == ["done", "waiting"]
    assert Act.objects.filter(kind="adjust", by=gm, player=player).count() == 2
    own = Client()
    own.force_login(player)
    shown = own.get("/me/conduct/").content.decode()
    assert ("lost line" in shown, "100,000" in shown) == (True, False), "what waits is not promised"
    assert gm.username not in shown
    for wrong in ({"amount": "0"}, {"amount": "1e3"}, {"amount": ""}, {"amount": "9" * 20}, {"currency": "gold"}):
        post(client, "gm-adjust", player.pk, **form | {"key": str(uuid4())} | wrong)
    post(client, "gm-adjust", player.pk, **form | {"amount": "-99999999", "key": str(uuid4())})
    post(client, "gm-adjust", gm.pk, **form | {"key": str(uuid4())})
    assert (Act.objects.count(), Adjustment.objects.count()) == (3, 3), (
        "beside the debit that waits nothing was written"
    )


def test_a_table_is_dissolved_its_holds_released_and_its_people_compensated(desk) -> None:
    _gm, client = desk
    hand, players = dealt()
    table = Seat.objects.get(player=players[0]).table_id
    assert 'name="reason"' in client.get("/gm/tables/").content.decode()
    post(client, "gm-dissolve", table, reason="", amount="50", currency="beans", key=str(uuid4()))
    hand.refresh_from_db()
    assert hand.status == Hand.Status.LIVE
    post(client, "gm-dissolve", table, reason="server fault", amount="50", currency="beans", key=str(uuid4()))
    settlement.settle_hand(hand.pk)
    hand.refresh_from_db()
    assert (hand.status, hand.result["facts"]["why"]) == (Hand.Status.VOID, "dissolved")
    assert not Hold.objects.filter(key=f"hand:{hand.pk}", closed=None).exists()
    after = [wallet.balance(one.pk, "beans") for one in players]
    assert after == [10_050] * 3, "what was on hold is back, and the compensation is there"
    kinds = list(Act.objects.order_by("pk").values_list("kind", "player"))
    assert kinds[0] == ("dissolve", None)
    assert set(kinds[1:]) == {(k, one.pk) for one in players for k in ("dissolve", "compensate")}
    post(client, "gm-dissolve", table, reason="again", amount="50", currency="beans", key=str(uuid4()))
    assert [wallet.balance(one.pk, "beans") for one in players] == after


ATTACKS = {
    "script": "<script>alert(1)</script>",
    "attribute": '"><img src=x onerror=alert(1)>',
    "template": "{{ 7|add:7 }}{% debug %}",
    "long": "长" * 5_000,
    "empty": "",
    "spaces": " \t\r\n\u3000",
    "zero-width": "\u200b\u200c\u200d\u2060\ufeff",
    "override": "\u202egnp.exe\u202c\u2066x\u2069",
    "nul": "a\x00b",
    "blank letters": "\u3164\u115f",
}
SAFE = {"override": "gnp.exex", "nul": "ab", "script": ATTACKS["script"], "attribute": ATTACKS["attribute"]}


@pytest.mark.parametrize("name", ATTACKS)
def test_texts_meant_to_break_the_desk_do_not(desk, name: str) -> None:
    """On every text field: what shows nothing is refused as empty, what is too long as too long, the rest is told as
    text and nothing else."""
    _gm, client = desk
    other = Player.objects.create_user("other-gm", is_staff=True)
    text = ATTACKS[name]
    about, by = people.person(), people.person()
    own = Client()
    own.force_login(by)
    made = reports.report(people.person(), about.pk, "abuse")
    given = sanctions.mute(other, by, "x", timedelta(hours=1))
    lifted = sanctions.mute(other, about, "x", timedelta(hours=1))
    said = broadcasts.publish(other, "x", "all", "x", timezone.now() + timedelta(hours=1))
    before = Act.objects.count()
    money = {"currency": "beans", "amount": "5"}
    post(client, "gm-broadcast", text=text, place="all", minutes="60", reason="r", what="publish", starts="")
    post(client, "gm-broadcast", text="fine", place=text, minutes=text, reason=text, what="publish", starts=text)
    post(client, "gm-recall", said.pk, reason=text)
    post(client, "gm-report", made.pk, what="warn", reason=text, minutes=text)
    post(client, "gm-sanction", about.pk, kind="warn", reason=text, minutes=text)
    post(client, "gm-adjust", about.pk, **money, key=str(uuid4()), reason=text)
    post(client, "gm-adjust", about.pk, currency=text, amount=text, key=text, reason="r")
    post(client, "gm-lift", lifted.pk, reason=text)
    assert (
        own.post(reverse("report", args=[about.pk]), {"reason": "spam", "text": text, "line": text}).status_code < 400
    )
    own.post(reverse("report", args=[about.pk]), {"reason": text})
    own.post(reverse("appeal", args=[given.pk]), {"text": text})
    given.refresh_from_db()
    post(client, "gm-appeal", given.pk, what="uphold", reason=text)
    for address, reader in (("/gm/", client), ("/gm/audit/", client), ("/me/conduct/", own)):
        page = reader.get(address).content.decode()
        for bad in ("<script>alert", "<img src=x", "\u202e", "\u200b", "\x00"):
            assert bad not in page, (address, bad)
    client.get("/gm/players/", {"q": text})
    client.get("/gm/tables/", {"room": text, "number": text})
    client.get("/gm/audit/", {"before": text})
    found = [act.reason for act in Act.objects.order_by("pk")[before:]]
    if name in SAFE:
        plain = SAFE[name]
        assert found.count(plain) >= 5
        assert Broadcast.objects.exclude(pk=said.pk).get().text == plain if len(plain) <= 30 else True
        assert given.appeal == plain
        assert Report.objects.get(by=by).text == plain
    elif name != "template":
        assert found == [], "nothing was done without a reason"
        assert not Broadcast.objects.exclude(pk=said.pk).exists()
        assert given.appeal == ""
