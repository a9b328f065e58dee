"""The replay's shell, the list of one's own hands and the page on fairness, as they leave the server."""

import json
import re
import uuid
from datetime import timedelta
from urllib.parse import parse_qs

import pytest
from django.utils import timezone

from accounts.models import Standing
from games import archive
from games.models import Hand, HandSeat
from lobby.models import Room, Table
from tests.games.finished import finished_hand
from tests.pages.conftest import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]


def boot_of(body: str) -> dict:
    return json.loads(re.search(r'<script id="boot" type="application/json">(.*?)</script>', body, re.DOTALL)[1])


def kept(player, room: Room | None = None, ended=None, outcome="win", change=120, row=("huanle", 3), **config):
    """A finished hand of the player in seat 1, listed as settled."""
    hand, _ = finished_hand(7, row, players=(None, player.pk))
    pinned = hand.config | {"currency": "beans"} | config
    if room is not None:
        pinned["room"] = pinned["room"] | {"id": room.pk, "name": room.name}
    ended = ended or timezone.now()
    changes = [0] * row[1]
    changes[1] = change
    Hand.objects.filter(pk=hand.pk).update(
        config=pinned, ended=ended, created=ended - timedelta(seconds=187), notice={"public": {"changes": changes}}
    )
    HandSeat.objects.filter(hand=hand, seat=1).update(outcome=outcome, ended=ended)
    return hand


# -- the replay


def test_anyone_with_the_link_gets_the_replays_shell(client, novice):
    hand, _ = finished_hand(7, ("huanle", 3))
    table = Table.objects.create(room=novice, number=41)
    Hand.objects.filter(pk=hand.pk).update(table_key=table.key)
    body = client.get(f"/replay/{hand.pk}/").content.decode()
    page = Page(body)
    boot = boot_of(body)
    assert boot["data"] == f"/api/games/replays/{hand.pk}/"
    assert boot["seat"] is None
    assert boot["place"] == "欢乐斗地主·新手一 41 桌"
    assert (boot["room"]["code"], boot["table"]["number"]) == ("novice", 41)
    assert [seat["name"] for seat in boot["table"]["seats"]] == ["seat 0", "seat 1", "seat 2"]
    assert 'import "@app/replay/main"' in body
    assert page.find("noscript"), "says so where JavaScript is off"
    assert bytes(hand.seed).hex() not in body, "the page is small; the hand comes from the API"


def test_ones_own_replay_starts_at_ones_own_seat(guest):
    client, player = guest
    hand, _ = finished_hand(7, ("huanle", 3), players=(None, player.pk))
    assert boot_of(client.get(f"/replay/{hand.pk}/").content.decode())["seat"] == 1


def test_a_hand_that_still_runs_is_refused_in_a_sentence_without_a_word_of_it(client):
    hand, _ = finished_hand(7)
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.LIVE)
    answer = client.get(f"/replay/{hand.pk}/")
    body = answer.content.decode()
    assert answer.status_code == 409
    assert Page(body).find("div", data_code="not_over")
    assert "这一局还没有打完" in body
    assert hand.commitment not in body
    assert 'id="boot"' not in body


def test_unknown_and_expired_hands_answer_a_page_with_a_way_home(client, settings):
    answer = client.get(f"/replay/{uuid.uuid4()}/")
    assert answer.status_code == 404
    assert "没有这一局牌" in answer.content.decode()
    assert Page(answer.content.decode()).find("a", href="/")
    hand, _ = finished_hand(7)
    archive.archive_old()
    settings.HANDS_ARCHIVE_DAYS = 1.0
    archive.drop_old()
    assert client.get(f"/replay/{hand.pk}/", headers={"accept-language": "en"}).status_code == 410
    body = client.get(f"/replay/{hand.pk}/", headers={"accept-language": "en"}).content.decode()
    assert "its replay is no longer kept" in body


# -- the list


def test_the_list_needs_a_player(client):
    assert client.get("/me/hands/")["Location"] == "/accounts/login/?next=/me/hands/"


def test_an_empty_list_says_what_to_do(guest):
    client, _ = guest
    page = Page(client.get("/me/hands/").content.decode())
    assert "还没有打完的牌局" in page.find("section", class_="hands-empty")[0][1]
    assert not page.find("script", id="boot"), "the page needs no script of its own"


def test_each_hand_tells_its_result_change_duration_company_and_replay(guest):
    client, player = guest
    hand = kept(player, change=-1_250, outcome="lose")
    ((_, text),) = Page(client.get("/me/hands/").content.decode()).find("li", class_="hands-row")
    for part in ("负", "−1,250", "欢乐豆", "欢乐斗地主·新手一", "seat 0 · seat 2", "用时 3 分 7 秒", "回放"):
        assert part in text
    assert f'href="/replay/{hand.pk}/"' in client.get("/me/hands/").content.decode()


def test_an_escape_is_marked(guest):
    client, player = guest
    kept(player, outcome="escape", change=-300)
    kept(player, outcome="win")
    page = Page(client.get("/me/hands/").content.decode())
    ((_, text),) = page.find("li", class_="is-escape")
    assert text.startswith("逃跑")
    assert len(page.find("li", class_="hands-row")) == 2


def test_a_hand_for_points_shows_points_and_nobody_elses_hands_are_shown(guest):
    client, player = guest
    hand = kept(player, currency=None)
    Hand.objects.filter(pk=hand.pk).update(result={"points": [0, 6, -6]})
    finished_hand(7, ("huanle", 3))
    rows = Page(client.get("/me/hands/").content.decode()).find("li", class_="hands-row")
    assert len(rows) == 1
    assert "+6 积分" in rows[0][1]


def test_filters_are_kept_in_the_address_and_in_the_form(guest, novice):
    client, player = guest
    junior = Room.objects.get(code="junior", zone=novice.zone)
    day = timedelta(days=1)
    kept(player, novice, outcome="win")
    kept(player, junior, outcome="lose", ended=timezone.now() - 3 * day)

    def shown(query: str) -> list[str]:
        page = Page(client.get(f"/me/hands/?{query}").content.decode())
        return [text.split()[0] for _, text in page.find("li", class_="hands-row")]

    assert shown("") == ["胜", "负"]
    assert shown("outcome=lose") == ["负"]
    assert shown(f"room={novice.pk}") == ["胜"]
    assert shown("mode=huanle") == ["胜", "负"]
    since = timezone.localdate() - day
    assert shown(f"since={since}") == ["胜"]
    assert shown(f"until={since}") == ["负"]
    assert shown(f"until={timezone.localdate()}") == ["胜", "负"], "the last day is in it"
    page = Page(client.get("/me/hands/?outcome=lose").content.decode())
    chosen = [text for attrs, text in page.find("option") if "selected" in attrs]
    assert chosen == ["负"]


@pytest.mark.parametrize(
    "query", ["mode=x", "outcome=x", "room=x", "since=x", "until=9999-12-31", "before=x", "before=1-2"]
)
def test_a_filter_that_means_nothing_is_left_out(guest, query):
    client, player = guest
    kept(player)
    answer = client.get(f"/me/hands/?{query}")
    assert answer.status_code == 200
    assert len(Page(answer.content.decode()).find("li", class_="hands-row")) == 1


def test_pages_lead_from_the_newest_to_the_oldest(guest):
    client, player = guest
    first = kept(player)
    now = timezone.now()
    Hand.objects.filter(pk=first.pk).update(ended=now)
    ids = [first.pk]
    for i in range(24):
        copy = Hand.objects.get(pk=first.pk)
        copy.pk = uuid.uuid4()
        copy.ended = now - timedelta(minutes=i // 4)
        copy.save(force_insert=True)
        HandSeat.objects.create(
            hand=copy, seat=1, player=player, outcome="win", ended=copy.ended, display={"name": "x"}
        )
        ids.append(copy.pk)
    seen, query, pages = [], "?outcome=win", 0
    while query is not None:
        body = client.get(f"/me/hands/{query}").content.decode()
        seen += re.findall(r"/replay/([0-9a-f-]+)/", body)
        link = Page(body).find("a", rel="next")
        query = link[0][0]["href"] if link else None
        assert query is None or parse_qs(query[1:])["outcome"] == ["win"]
        pages += 1
    assert pages == 2
    assert sorted(seen) == sorted(map(str, ids))


def test_archived_hands_can_be_replayed_until_the_archive_is_gone(guest, settings):
    client, player = guest
    kept(player, ended=timezone.now() - timedelta(days=50))
    archive.archive_old()
    assert "回放已过期" not in client.get("/me/hands/").content.decode()
    settings.HANDS_ARCHIVE_DAYS = 40.0
    archive.drop_old()
    body = client.get("/me/hands/").content.decode()
    assert "回放已过期" in body
    assert "/replay/" not in body


def test_ones_own_page_leads_to_the_list(guest):
    client, _ = guest
    assert Page(client.get("/me/").content.decode()).find("a", href="/me/hands/")


def test_escapes_stand_in_the_players_record(guest):
    client, player = guest
    Standing.objects.create(player=player, mode="huanle", win=5, lose=2, escape=1)
    record = Page(client.get("/me/").content.decode()).find("dl", class_="me-record")[0][1]
    assert record == "局数8 胜率62% 胜5 负2 平0 逃跑1 完成率87%"


# -- fairness


def test_the_page_on_fairness_gives_the_independent_program(client):
    page = Page(client.get("/help/fairness/").content.decode())
    ((link, _),) = page.find("a", href="/help/fairness/verify_deal.py")
    answer = client.get(link["href"])
    assert answer["Content-Disposition"] == 'attachment; filename="verify_deal.py"'
    with open("docs/verify_deal.py", "rb") as file:
        assert b"".join(answer.streaming_content) == file.read()
