"""福利: plain forms for sign-in, relief, tasks and happy points."""

import pytest

from rewards.models import PlanMember, Relief, Task, TaskCount
from rewards.services import EVER
from tests.pages.conftest import Page
from wallet import selectors as money

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]


def told(client, address: str) -> str:
    """The notice after posting a form."""
    answer = client.post(address, follow=True)
    assert answer.redirect_chain == [("/me/rewards/", 302)]
    return " ".join(text for _, text in Page(answer.content.decode()).find("div", class_="notice"))


def test_the_page_and_its_forms_need_a_player(client):
    assert client.get("/me/rewards/")["Location"] == "/accounts/login/?next=/me/rewards/"
    for part in ("sign-in", "relief/beans", "tasks/1", "plan"):
        assert client.post(f"/me/rewards/{part}/")["Location"].startswith("/accounts/login/")
        assert client.get(f"/me/rewards/{part}/").status_code in (302, 405)


def test_hall_and_own_page_lead_to_it(guest):
    client, _ = guest
    for address in ("/", "/me/"):
        assert Page(client.get(address).content.decode()).find("a", href="/me/rewards/")


def test_signing_in_gives_and_says_so_once(guest):
    client, player = guest
    page = Page(client.get("/me/rewards/").content.decode())
    assert len(page.find("li", class_="is-next")) == 1
    assert "收到 500 欢乐豆" in told(client, "/me/rewards/sign-in/")
    assert "今天已经签到了" in told(client, "/me/rewards/sign-in/")
    assert money.balance(player.pk, "beans") == 10_500
    body = client.get("/me/rewards/").content.decode()
    assert len(Page(body).find("li", class_="is-done")) == 1
    assert "今天已签到" in body
    assert not Page(body).find("script", id="boot"), "the page needs no script of its own"


def test_a_task_relief_and_points_are_taken_by_forms(guest):
    client, player = guest
    task = Task.objects.filter(period="once").first()
    assert "还没有完成" in told(client, f"/me/rewards/tasks/{task.pk}/")
    TaskCount.objects.create(player=player, task=task, day=EVER, count=task.goal)
    assert "收到" in told(client, f"/me/rewards/tasks/{task.pk}/")
    assert "不用救济" in told(client, "/me/rewards/relief/coins/")
    Relief.objects.update(below=10**6)
    assert "收到 2,000 游戏币" in told(client, "/me/rewards/relief/coins/")
    PlanMember.objects.update_or_create(player=player, defaults={"points": 25})
    assert "收到 200 欢乐豆" in told(client, "/me/rewards/plan/")


def test_the_page_speaks_english(guest):
    client, _ = guest
    body = client.get("/me/rewards/", headers={"accept-language": "en"}).content.decode()
    for part in ("Happy-points plan", "Finish 3 hands today", "Day 7", "Relief"):
        assert part in body
