"""Hall, room and table as they leave the server: complete and usable without any JavaScript."""

import json
import re
import uuid

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Player
from lobby.models import Room, Seat, Table, Ticket, Zone
from platform_site.views.lobby import suggested
from tests.pages.conftest import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]


def take_seat(player: Player, room, hand: uuid.UUID | None = None) -> Table:
    table = Table.objects.create(room=room, number=41, hand=hand)
    Seat.objects.create(table=table, index=0, player=player, name=player.nickname, avatar="f1", since=timezone.now())
    return table


def test_a_visitor_sees_every_room_by_mode_and_may_join_each(client):
    call_command("load_rooms", verbosity=0)
    page = Page(client.get("/").content.decode())
    families = [text for attrs, text in page.find("h2") if attrs.get("id", "").startswith("zone-")]
    assert families == ["欢乐斗地主", "火拼斗地主", "斗地主", "四人斗地主", "十三水", "广东麻将"]
    names = [text for attrs, text in page.find("h3")]
    levels = ["新手", "初级", "中级", "高级"]
    assert names == levels * 6 + ["积分一", "积分二"] * 2 + [*levels, "老规矩"] + ["新手", "中级", "高级"] * 3
    actions = {attrs["action"] for attrs, _ in page.find("form") if "data-join" in attrs}
    assert actions == {f"/r/{room.pk}/join/" for room in Room.objects.filter(is_open=True)}
    assert not page.find("script", id="boot"), "a visitor has no lobby socket, so no island"


def test_one_tap_makes_a_visitor_a_guest_who_waits_for_a_match(client, novice):
    answer = client.post(f"/r/{novice.pk}/join/")
    assert (answer.status_code, answer["Location"]) == (302, "/?wait=1")
    ticket = Ticket.objects.get()
    assert ticket.room == novice
    assert ticket.player.is_guest
    page = Page(client.get("/?wait=1").content.decode())
    assert "正在撮合" in page.find("div", role="dialog")[0][1]
    assert page.find("form", action="/cancel/")


def test_joining_twice_keeps_one_player_and_one_ticket(client, novice):
    client.post(f"/r/{novice.pk}/join/")
    client.post(f"/r/{novice.pk}/join/")
    assert (Player.objects.count(), Ticket.objects.count()) == (1, 1)


def test_cancelling_ends_the_wait(guest, novice):
    client, _ = guest
    client.post(f"/r/{novice.pk}/join/")
    client.post("/cancel/")
    assert not Ticket.objects.exists()
    assert not Page(client.get("/").content.decode()).find("div", role="dialog")


def test_a_room_too_dear_says_what_is_missing_and_has_no_join(guest, novice):
    client, _ = guest
    senior = novice.zone.rooms.get(code="senior")
    page = Page(client.get("/").content.decode())
    assert str(senior.pk) not in {attrs["data-join"] for attrs, _ in page.find("form") if "data-join" in attrs}
    assert any("8万" in text for _, text in page.find("p", class_="short"))


def test_the_page_of_a_room_too_dear_leads_to_the_nearest_that_fits(guest, novice):
    client, _ = guest
    senior = novice.zone.rooms.get(code="senior")
    page = Page(client.get(f"/r/{senior.pk}/").content.decode())
    (way,) = [attrs["href"] for attrs, text in page.find("a", class_="btn") if text.startswith("去")]
    assert way in {f"/r/{room.pk}/" for room in novice.zone.rooms.all()}
    there = Page(client.get(way).content.decode())
    assert [attrs for attrs, _ in there.find("form") if "data-join" in attrs]


def test_joining_a_room_too_dear_by_hand_is_refused_with_a_sentence(guest, novice):
    client, _ = guest
    senior = novice.zone.rooms.get(code="senior")
    page = Page(client.post(f"/r/{senior.pk}/join/", follow=True).content.decode())
    assert "80000" in page.find("div", class_="notice-error")[0][1].replace(",", "")
    assert not Ticket.objects.exists()


def test_an_open_hand_stands_on_top_of_the_hall(guest, novice):
    client, player = guest
    table = take_seat(player, novice, uuid.uuid4())
    page = Page(client.get("/").content.decode())
    ((attrs, text),) = page.find("a", class_="resume")
    assert attrs["href"] == f"/t/{table.pk}/"
    assert "继续牌局" in text


def test_a_match_found_while_waiting_leads_to_the_table_only_if_one_waited(guest, novice):
    client, player = guest
    table = take_seat(player, novice, uuid.uuid4())
    assert client.get("/?wait=1")["Location"] == f"/t/{table.pk}/"
    assert client.get("/").status_code == 200


def test_who_sits_already_is_led_to_the_table(guest, novice):
    client, player = guest
    table = take_seat(player, novice, uuid.uuid4())
    assert client.post(f"/r/{novice.pk}/join/")["Location"] == f"/t/{table.pk}/"
    assert not Ticket.objects.exists()


def test_the_island_starts_from_the_same_rooms_as_the_page(guest, novice):
    client, player = guest
    body = client.get("/").content.decode()
    boot = json.loads(re.search(r'<script id="boot" type="application/json">(.*?)</script>', body, re.DOTALL)[1])
    assert boot["me"]["id"] == player.pk
    assert [room["name"] for room in boot["zones"][0]["rooms"]] == ["新手", "初级", "中级", "高级"]
    assert 'import "@app/hall/main"' in body


@pytest.mark.parametrize(
    ("zone", "code", "facts"),
    [
        (
            "huanle",
            "novice",
            ["底分 1", "初始倍数 ×15", "服务费 5", "准入 500 豆", "最多带 5万 豆", "超过 2,000 可加倍"],
        ),
        ("huanle-laizi", "junior", ["底分 5", "初始倍数 ×60", "癞子系数 ×0.25", "服务费 25"]),
        ("huopin-two", "senior", ["底分 50", "服务费 250", "准入 8万 币"]),
        ("siren", "points-1", ["叫 1–3 分", "不花豆，只计分"]),
        ("thirteen", "novice", ["底分 1", "服务费 1", "准入 120 币", "2–4 人", "墩有加分", "特殊牌型计分", "打枪 ×2"]),
        ("mahjong-3", "novice", ["底分 2", "服务费 2", "准入 200 币", "三番起和", "5 番爆和"]),
        ("thirteen", "plain", ["每墩一律 1 分", "打枪不翻倍", "全垒打 ×2"]),
    ],
)
def test_a_room_tells_its_terms_before_one_sits_down(guest, zone, code, facts):
    call_command("load_rooms", zone=[zone], verbosity=0)
    client, _ = guest
    room = Room.objects.get(zone__code=zone, code=code)
    page = Page(client.get(f"/r/{room.pk}/").content.decode())
    chips = page.find("ul", class_="chips")[0][1]
    assert [fact for fact in facts if fact not in chips] == []
    assert ("可加倍" in chips) == (room.threshold is not None)
    assert ("初始倍数" in chips) == (room.game == "doudizhu" and room.currency != "")
    assert ("癞子系数" in chips) == (room.coef != 1)


def test_a_room_with_rules_of_its_own_hangs_out_a_book_and_the_others_what_they_cost(guest):
    call_command("load_rooms", zone=["thirteen"], verbosity=0)
    client, _ = guest
    answer = client.get("/")
    (zone,) = answer.context["boot"]["zones"]
    assert {room["code"]: room["sign"] for room in zone["rooms"]} == {
        "novice": "hat-peasant",
        "junior": "bean",
        "middle": "coin",
        "senior": "hat-landlord",
        "plain": "book",
    }
    assert '<use href="#book"' in answer.content.decode()


def test_each_zone_names_the_viewers_level_in_its_own_mode(guest):
    call_command("load_rooms", zone=["huanle-laizi", "classic", "siren"], verbosity=0)
    client, player = guest
    player.standings.create(mode="siren", points=95)
    page = Page(client.get("/").content.decode())
    levels = {attrs["data-zone"]: text for attrs, text in page.find("div", class_="shelf")}
    by_code = {zone.code: levels[str(zone.pk)] for zone in Zone.objects.all()}
    assert "Lv.4 佃户" in by_code["siren"]
    assert "Lv.1 包身工" in by_code["classic"]
    assert "Lv.1 包身工" in by_code["huanle-laizi"]


def test_a_room_shows_its_tables_and_a_free_seat_is_taken_in_one_post(guest, novice):
    client, player = guest
    other = Player.objects.create(username="other", nickname="老周")
    table = take_seat(other, novice)
    page = Page(client.get(f"/r/{novice.pk}/").content.decode())
    assert "老周" in page.find("li", class_="desk")[0][1]
    free = [attrs["action"] for attrs, _ in page.find("form") if "data-sit" in attrs]
    assert free == [f"/t/{table.pk}/sit/1/", f"/t/{table.pk}/sit/2/"]
    assert client.post(free[0])["Location"] == f"/t/{table.pk}/"
    assert Seat.objects.get(player=player).index == 1


@pytest.mark.parametrize(
    ("mine", "watchable", "word"), [(False, True, "旁观"), (False, False, "对局中"), (True, False, "回到牌桌")]
)
def test_a_table_in_play_is_watched_where_its_room_lets_people_watch(guest, novice, mine, watchable, word):
    client, player = guest
    table = take_seat(player if mine else Player.objects.create(username="other", nickname="老周"), novice)
    Table.objects.filter(pk=table.pk).update(hand=uuid.uuid4())
    Room.objects.filter(pk=novice.pk).update(spectators=watchable)
    page = Page(client.get(f"/r/{novice.pk}/").content.decode())
    assert word in page.find("li", class_="desk")[0][1]
    links = [attrs["href"] for attrs, _ in page.find("a", class_="desk-state")]
    assert links == ([f"/t/{table.pk}/"] if mine or watchable else [])


def test_a_seat_taken_meanwhile_is_refused(guest, novice):
    client, player = guest
    table = take_seat(Player.objects.create(username="other", nickname="老周"), novice)
    answer = client.post(f"/t/{table.pk}/sit/0/", follow=True)
    assert "这个座位刚刚有人坐下" in answer.content.decode()
    assert not Seat.objects.filter(player=player).exists()


def test_an_empty_room_says_what_to_do(guest, novice):
    client, _ = guest
    page = Page(client.get(f"/r/{novice.pk}/").content.decode())
    assert "加入" in page.find("li", class_="empty")[0][1]


def test_the_table_is_a_mount_with_its_data(guest, novice):
    client, player = guest
    table = take_seat(player, novice)
    body = client.get(f"/t/{table.pk}/").content.decode()
    page = Page(body)
    ((attrs, _),) = page.find("div", id="table")
    assert (attrs["data-table"], attrs["data-player"]) == (str(table.pk), str(player.pk))
    assert 'import "@app/table/main"' in body
    assert page.find("noscript"), "says so where JavaScript is off"


def test_a_visitor_is_sent_to_log_in_and_back_to_the_table(client, novice):
    table = take_seat(Player.objects.create(username="other", nickname="老周"), novice)
    assert client.get(f"/t/{table.pk}/")["Location"] == f"/accounts/login/?next=/t/{table.pk}/"


@pytest.mark.parametrize("address", ["/r/999/", "/t/999/", "/g/chess/", "/nowhere/"])
def test_what_is_not_there_answers_404_in_the_games_tone(guest, address):
    client, _ = guest
    answer = client.get(address)
    assert answer.status_code == 404
    assert "这张桌子搬走了" in answer.content.decode()


@pytest.mark.parametrize("address", ["/r/1/join/", "/cancel/", "/t/1/sit/0/"])
def test_nothing_changes_by_looking(client, address):
    assert client.get(address).status_code == 405


def test_joining_needs_the_token_of_the_page(novice):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(f"/r/{novice.pk}/join/")
    assert answer.status_code == 403
    assert "请再点一次" in answer.content.decode()
    assert not Player.objects.exists()


ROOMS = [
    {"id": 1, "minimum": 500, "currency": "beans"},
    {"id": 2, "minimum": 3_000, "currency": "beans"},
    {"id": 3, "minimum": 15_000, "currency": "beans"},
]


@pytest.mark.parametrize(("beans", "room"), [(0, 1), (5_000, 1), (29_999, 1), (30_000, 2), (150_000, 3)])
def test_joining_a_zone_leads_to_the_dearest_room_one_has_ten_times_over(beans, room):
    assert suggested(ROOMS, {"balances": {"beans": beans}})["id"] == room


def test_of_rooms_at_one_price_the_first_is_suggested():
    free = [{"id": 1, "minimum": 0, "currency": None}, {"id": 2, "minimum": 0, "currency": None}]
    assert suggested(free, {"balances": {"beans": 0}})["id"] == 1


def test_a_zone_without_rooms_suggests_none():
    assert suggested([], None) is None
