"""充值, 会员, 订单, 理性游戏 and the sandbox: plain forms, refusals as sentences, nothing on the browser's word."""

from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Care, Player
from tests.pages.conftest import Page
from tests.wallet.shop import bought, payer, paying, plan, product
from wallet import selectors as money
from wallet.topup import members
from wallet.topup.models import Event, Order, Product

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]
PAGES = ("/me/topup/", "/me/orders/", "/me/member/", "/me/care/")


@pytest.fixture
def buyer() -> tuple[Client, Player]:
    client, player = Client(), payer()
    client.force_login(player)
    return client, player


def body(answer) -> str:
    return answer.content.decode()


def told(client: Client, address: str, **fields: str) -> str:
    """What the page says after a form was sent."""
    page = Page(body(client.post(address, fields, follow=True)))
    return " ".join(text for _, text in page.find("div", class_="notice"))


def test_the_pages_need_a_player_and_no_script(buyer):
    client, _ = buyer
    for address in PAGES:
        assert Client().get(address)["Location"] == f"/accounts/login/?next={address}"
        page = Page(body(client.get(address)))
        assert page.find("h1")
        assert not page.find("script", id="boot")
    for address in ("/me/topup/1/", "/me/member/1/", "/me/member/1/coins/", "/me/orders/x/pay/", "/me/care/break/"):
        assert Client().post(address)["Location"].startswith("/accounts/login/")
        assert client.get(address).status_code == 405


def test_a_top_up_from_the_shelf_to_the_receipt(buyer):
    client, player = buyer
    ware = Product.objects.filter(currency="beans").first()
    answer = client.post(f"/me/topup/{ware.pk}/")
    order = Order.objects.get()
    page = answer["Location"]
    assert page == f"/me/orders/{order.number}/"
    ways = Page(body(client.get(page))).find("button", name="way")
    assert [attrs["value"] for attrs, _ in ways] == ["sandbox:page"]
    client.post(f"{page}pay/", {"way": "sandbox:page"})
    assert Page(body(client.get(page))).find("a", href=f"/pay/sandbox/{order.number}/")
    client.get(f"{page}?paid=1&result=success")
    assert "还没有收到付款" in told(client, f"{page}check/"), "what the browser brings back says nothing"
    assert money.balance(player.pk, "beans") == 10_000
    assert "credited" in told(client, f"/pay/sandbox/{order.number}/", do="pay")
    assert money.balance(player.pk, "beans") == 70_000
    receipt = body(client.get(page))
    for part in ("收据", "¥6.00", "60,000", order.number, f"S{order.number}"):
        assert part in receipt
    statement = Page(body(client.get("/me/statement/?reason=topup")))
    assert statement.find("a", href=page)
    assert Page(body(client.get("/me/orders/"))).find("a", href=page)
    assert "charged_back" in told(client, f"/pay/sandbox/{order.number}/", do="chargeback")
    assert money.balance(player.pk, "beans") == 10_000


def test_the_sandbox_refuses_pays_wrong_and_loses_its_message(buyer):
    client, player = buyer
    orders = [paying(player) for _ in range(3)]
    boxes = [f"/pay/sandbox/{order.number}/" for order in orders]
    assert "409 wrong_amount" in told(client, boxes[0], do="wrong")
    assert "200 cancelled" in told(client, boxes[0], do="refuse")
    assert "409 order_closed" in told(client, boxes[0], do="pay")
    assert told(client, boxes[1], do="lost") == ""
    assert "已到账" in body(client.post(f"/me/orders/{orders[1].number}/check/", follow=True))
    assert told(client, f"/me/orders/{orders[2].number}/cancel/") == ""
    assert "已经结束" in told(client, f"/me/orders/{orders[2].number}/cancel/")
    assert money.balance(player.pk, "coins") == 70_000
    stranger = Client()
    stranger.force_login(payer("stranger"))
    for address in (boxes[1], f"/me/orders/{orders[1].number}/"):
        assert stranger.get(address).status_code == 404
    assert stranger.post(f"/me/orders/{orders[2].number}/cancel/").status_code == 404


def test_without_a_provider_nothing_leads_to_a_top_up(buyer, settings):
    client, _ = buyer
    assert Page(body(client.get("/me/"))).find("a", href="/me/topup/")
    settings.TOPUP_SANDBOX = False
    assert not Page(body(client.get("/me/"))).find("a", href="/me/topup/")
    page = Page(body(client.get("/me/topup/")))
    assert not page.find("li", class_="topup-wares")
    assert not page.find("form", action=f"/me/topup/{Product.objects.first().pk}/")
    assert client.post("/pay/sandbox/notify/", b"{}", content_type="application/json").status_code == 404


def test_a_message_without_a_signature_is_not_believed(client):
    for path, status in (("sandbox", 401), ("bank", 404)):
        assert client.post(f"/pay/{path}/notify/", b"{}", content_type="application/json").status_code == status
    assert client.get("/pay/sandbox/notify/").status_code == 405
    assert not Event.objects.exists()


def test_guests_and_unknown_ages_are_led_to_what_is_missing(guest):
    client, player = guest
    assert Page(body(client.get("/me/topup/"))).find("a", href="/me/#save")
    assert "取个账号" in told(client, f"/me/topup/{product().pk}/")
    Player.objects.filter(pk=player.pk).update(is_guest=False)
    assert Page(body(client.get("/me/topup/"))).find("a", href="/me/care/#birthday")
    assert "日期不对" in told(client, "/me/care/birthday/", born="2999-01-01")
    told(client, "/me/care/birthday/", born="1990-02-03")
    assert Care.objects.get().born == date(1990, 2, 3)
    assert "已经填过" in told(client, "/me/care/birthday/", born="1980-02-03")
    assert client.post(f"/me/topup/{product().pk}/").status_code == 302
    assert Order.objects.count() == 1


def test_limits_breaks_and_reminders_are_set_by_forms(buyer):
    client, player = buyer
    assert "立刻生效" in told(client, "/me/care/limits/", day="10.5", month="")
    assert Care.objects.get().day_limit == 1_050
    assert "要等一等" in told(client, "/me/care/limits/", day="20", month="100")
    assert "¥20.00" in body(client.get("/me/care/"))
    for wrong in ("x", "-1", "1.234"):
        assert "限额要填" in told(client, "/me/care/limits/", day=wrong, month="")
    assert "还可以充 ¥10.50" in told(client, f"/me/topup/{product(price=1_100).pk}/")
    assert "已经保存" in told(client, "/me/care/reminder/", minutes="30")
    assert 'data-remind="30"' in body(client.get("/"))
    assert "data-remind" not in body(client.get("/me/"))
    told(client, "/me/care/reminder/", minutes="0")
    assert "data-remind" not in body(client.get("/"))
    assert "请先勾选" in told(client, "/me/care/break/", kind="play", days="7")
    assert "没有这种" in told(client, "/me/care/break/", kind="play", days="2", sure="1")
    assert "休息开始" in told(client, "/me/care/break/", kind="play", days="7", sure="1")
    assert "不能充值" in told(client, f"/me/topup/{product().pk}/")
    assert not Order.objects.filter(player=player).exists()


def test_a_minor_sees_the_hours_and_caps(buyer):
    client, player = buyer
    Care.objects.filter(player=player).update(born=date(timezone.localdate().year - 12, 1, 1))
    page = body(client.get("/me/care/"))
    for part in ("8 至 15 岁", "20:00–21:00", "¥50.00", "¥200.00"):
        assert part in page
    assert "一次最多充值 ¥50.00" in told(client, f"/me/topup/{product(price=5_100).pk}/")


def test_membership_is_bought_for_coins_once_a_form_and_shown(buyer):
    client, player = buyer
    ware = plan(coins=4_000)
    page = Page(body(client.get("/me/member/")))
    token = page.find("input", name="token")[0][0]["value"]
    for _ in range(2):
        assert "已经开通" in told(client, f"/me/member/{ware.pk}/coins/", token=token)
    assert money.balance(player.pk, "coins") == 6_000
    assert told(client, f"/me/member/{ware.pk}/coins/", token="x") == ""
    assert "游戏币不够" in told(client, f"/me/member/{plan(coins=7_000).pk}/coins/", token="0" * 32)
    assert money.balance(player.pk, "coins") == 6_000
    assert Page(body(client.get("/me/"))).find("span", class_="me-member")
    assert "会员签到领 150%" in body(client.get("/me/rewards/"))
    client.post(f"/me/member/{ware.pk}/")
    assert Order.objects.get().days == 30
    assert members.membership(player.pk)


def test_the_pages_speak_english(buyer):
    client, _ = buyer
    parts = ("Before you buy", "No orders yet", "You are not a member", "Date of birth")
    for address, part in zip(PAGES, parts, strict=True):
        assert part in body(client.get(address, headers={"accept-language": "en"}))


def test_staff_with_the_right_refund_with_a_reason(buyer):
    _, player = buyer
    order = bought(player)
    staff = Player.objects.create_user("staff", is_staff=True)
    staff.user_permissions.set(
        Permission.objects.filter(content_type__app_label="topup", codename__in=["view_order", "view_event"])
    )
    desk = Client()
    desk.force_login(staff)
    address = f"/admin/topup/order/{order.pk}/"
    assert order.number in body(desk.get(f"{address}change/"))
    assert desk.post(f"{address}refund/", {"reason": "误购"}).status_code == 403
    staff.user_permissions.add(Permission.objects.get(codename="refund_order"))
    assert desk.get(f"{address}refund/").status_code == 200
    assert desk.post(f"{address}refund/", {"reason": ""}).status_code == 200
    order.refresh_from_db()
    assert order.state == Order.State.CREDITED
    assert desk.post(f"{address}refund/", {"reason": "误购"})["Location"] == f"{address}change/"
    order.refresh_from_db()
    assert (order.state, order.refunded_by, order.refund_reason) == (Order.State.REFUNDING, staff, "误购")
    assert "不能退款" in body(desk.post(f"{address}refund/", {"reason": "误购"}, follow=True))
    boss = Client()
    boss.force_login(Player.objects.create_superuser("boss"))
    for page in ("topup/product", "topup/plan", "topup/event", "topup/term", "accounts/care", "accounts/ageband"):
        assert boss.get(f"/admin/{page}/").status_code == 200
    assert boss.get("/admin/topup/order/add/").status_code == 403
    assert boss.get(f"/admin/accounts/care/{Care.objects.first().pk}/change/").status_code == 200
