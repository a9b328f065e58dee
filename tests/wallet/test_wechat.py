"""WeChat Pay: messages in the shape that it sends (tests/wallet/wechat), signed and enciphered with keys of the test;
what is asked of it, answered by a stand-in for its server that signs as it does."""

from __future__ import annotations

import json
import secrets
import time
from base64 import b64encode
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from platform_site.settings import base
from platform_site.settings.payments import WECHATPAY, wechatpay
from tests.wallet.shop import payer, product
from wallet import selectors
from wallet.topup import providers
from wallet.topup import services as topup
from wallet.topup.errors import Refused
from wallet.topup.models import Event, Order

pytestmark = pytest.mark.django_db
RECORDED = Path(__file__).parent / "wechat"
API_KEY = "0123456789abcdef0123456789abcdef"
SERIAL = "PUB_KEY_ID_0112300001092026113000000001"
State = Order.State


def pem(key: RSAPrivateKey) -> tuple[str, str]:
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    return private, key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


class Platform:
    """WeChat Pay's side: its key, what it was asked and what it answers."""

    def __init__(self) -> None:
        self.key = generate_private_key(65537, 2048)
        self.asked: list[tuple[str, str, Any]] = []
        self.answers: dict[str, tuple[int, Any]] = {}

    def signed(
        self, body: str, key: RSAPrivateKey | None = None, at: int | None = None, **other: str
    ) -> dict[str, str]:
        """Headers for a body."""
        stamp, nonce = str(int(time.time()) if at is None else at), secrets.token_hex(16)
        text = f"{stamp}\n{nonce}\n{body}\n".encode()
        headers = {
            "Wechatpay-Signature": b64encode((key or self.key).sign(text, PKCS1v15(), SHA256())).decode(),
            "Wechatpay-Timestamp": stamp,
            "Wechatpay-Nonce": nonce,
            "Wechatpay-Serial": SERIAL,
            "Wechatpay-Signature-Type": "WECHATPAY2-SHA256-RSA2048",
        }
        return headers | {name.replace("_", "-"): value for name, value in other.items()}

    def request(self, method: str, url: str, json: Any = None) -> Any:
        """Stands in for `requests`."""
        path = url.removeprefix("https://api.mch.weixin.qq.com")
        self.asked.append((method, path, json))
        status, answer = next(found for part, found in self.answers.items() if part in path)
        if isinstance(answer, Exception):
            raise answer
        text = "" if answer is None else dumps(answer)
        headers = self.signed(text) | {"Content-Type": "application/json"}
        return SimpleNamespace(status_code=status, text=text, content=text.encode(), headers=headers)


def dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@pytest.fixture(scope="module")
def keys() -> tuple[Platform, RSAPrivateKey]:
    return Platform(), generate_private_key(65537, 2048)


@pytest.fixture
def platform(keys: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Platform:
    """WeChat Pay is set up by the environment and answers."""
    server, merchant = keys
    server.asked, server.answers = [], {}
    (tmp_path / "merchant.pem").write_text(pem(merchant)[0])
    (tmp_path / "platform.pem").write_text(pem(server.key)[1])
    settings.WECHATPAY = wechatpay(environment(tmp_path))
    monkeypatch.setattr(requests, "get", lambda url, **_: server.request("GET", url))
    monkeypatch.setattr(requests, "post", lambda url, json=None, **_: server.request("POST", url, json))
    return server


def environment(folder: Path) -> dict[str, str]:
    return {
        "WECHATPAY_MCHID": "1230000109",
        "WECHATPAY_APPID": "wxd678efh567hg6787",
        "WECHATPAY_SERIAL": "444F4864EA9B34415000000000000000000000AB",
        "WECHATPAY_PRIVATE_KEY_FILE": str(folder / "merchant.pem"),
        "WECHATPAY_APIV3_KEY": API_KEY,
        "WECHATPAY_PUBLIC_KEY_FILE": str(folder / "platform.pem"),
        "WECHATPAY_PUBLIC_KEY_ID": SERIAL,
        "SITE_URL": "https://cards.example/",
    }


@pytest.fixture
def order(platform: Platform) -> Order:
    """An order being paid by scanning a code."""
    platform.answers["/native"] = (200, {"code_url": "weixin://wxpay/bizpayurl?pr=p4lpSuKzz"})
    player = payer()
    return topup.start(player, topup.place(player, product_id=product().pk).number, "wechat", "native", "9.9.9.9")


def recorded(name: str, number: str, **change: Any) -> dict[str, Any]:
    """What a message enciphers, for this order."""
    return json.loads((RECORDED / f"{name}.json").read_text().replace("NUMBER", number)) | change


def message(resource: dict[str, Any], kind: str = "TRANSACTION.SUCCESS", key: str = API_KEY, **change: Any) -> str:
    """The body of a message."""
    nonce = secrets.token_hex(6)
    sealed = AESGCM(key.encode()).encrypt(nonce.encode(), dumps(resource).encode(), b"transaction")
    body = {
        "id": "EV-2026113012000012345",
        "create_time": "2026-11-30T12:00:01+08:00",
        "resource_type": "encrypt-resource",
        "event_type": kind,
        "summary": "支付成功",
        "resource": {
            "original_type": "transaction",
            "algorithm": "AEAD_AES_256_GCM",
            "ciphertext": b64encode(sealed).decode(),
            "associated_data": "transaction",
            "nonce": nonce,
        },
    }
    return dumps(body | change)


def sent(body: str, headers: dict[str, str]) -> tuple[int, str]:
    """Post it where WeChat Pay posts; the status and code of the answer."""
    answer = Client(enforce_csrf_checks=True).post(
        "/pay/wechat/notify/", body, content_type="application/json", headers=headers
    )
    return answer.status_code, answer.json()["code"]


def test_it_is_off_until_every_variable_is_there(platform: Platform, tmp_path: Path, settings: Any) -> None:
    assert set(providers.available()) == {"wechat", "sandbox"}
    full = environment(tmp_path)
    assert wechatpay({}) is None
    assert wechatpay({"SITE_URL": "https://cards.example"}) is None
    for name in WECHATPAY.values():
        with pytest.raises(ImproperlyConfigured, match=name):
            wechatpay(full | {name: ""})
    for wrong in ({"SITE_URL": "http://x"}, {"WECHATPAY_APIV3_KEY": "x"}, {"WECHATPAY_PUBLIC_KEY_FILE": "/none"}):
        with pytest.raises(ImproperlyConfigured):
            wechatpay(full | wrong)
    settings.WECHATPAY = None
    assert sent("{}", {}) == (404, "no_provider")
    settings.TOPUP_SANDBOX = base.TOPUP_SANDBOX
    assert providers.available() == {}, "what production starts from"


def test_paying_asks_for_the_orders_price_and_a_message_credits_once(order: Order, platform: Platform) -> None:
    method, path, asked = platform.asked[0]
    assert (method, path) == ("POST", "/v3/pay/transactions/native")
    assert asked["amount"] == {"total": 600, "currency": "CNY"}
    assert asked["notify_url"] == "https://cards.example/pay/wechat/notify/"
    assert asked["out_trade_no"] == order.number
    assert asked["time_expire"].startswith(f"{order.deadline.astimezone():%Y-%m}")
    assert order.link == "weixin://wxpay/bizpayurl?pr=p4lpSuKzz"
    body = message(recorded("paid", order.number))
    assert sent(body, platform.signed(body)) == (200, "credited")
    assert sent(body, platform.signed(body)) == (200, "credited"), "sent again, signed anew"
    other = message(recorded("paid", order.number), id="EV-2")
    assert sent(other, platform.signed(other)) == (200, "already")
    assert selectors.balance(order.player_id, "coins") == 70_000
    order.refresh_from_db()
    assert (order.state, order.reference) == (State.CREDITED, "4200002456202611305678901234")
    assert len(platform.asked) == 1, "a message is believed or not without asking anybody"


def test_what_is_not_signed_by_wechat_now_is_not_believed(order: Order, platform: Platform) -> None:
    body = message(recorded("paid", order.number))
    stranger = generate_private_key(65537, 2048)
    now = int(time.time())
    wrong = [
        (body, {}, (401, "bad_signature")),
        (body, platform.signed(body, stranger), (401, "bad_signature")),
        (body.replace("EV-", "EW-"), platform.signed(body), (401, "bad_signature")),
        (body, platform.signed(body, Wechatpay_Serial="ANOTHER"), (401, "bad_signature")),
        (body, platform.signed(body, Wechatpay_Signature="!!"), (401, "bad_signature")),
        (body, platform.signed(body, Wechatpay_Signature_Type="NONE"), (401, "bad_signature")),
        (body, platform.signed(body, at=now - 400), (401, "stale")),
        (body, platform.signed(body, at=now + 400), (401, "stale")),
        (body, platform.signed(body, Wechatpay_Timestamp="soon"), (400, "malformed")),
    ]
    sealed = message(recorded("paid", order.number), key="f" * 32)
    wrong.append((sealed, platform.signed(sealed), (401, "bad_signature")))
    nonsense = ("{", "[]", "null", '{"id":1}', "x" * 70_000)
    wrong.extend((text, platform.signed(text), (401 if text == '{"id":1}' else 400, "")) for text in nonsense)
    strange = (
        message(recorded("paid", order.number, mchid="1230000110")),
        message(recorded("paid", order.number, appid="wx0")),
        message(recorded("paid", order.number, amount=None)),
        message(recorded("paid", order.number, amount={"total": "600", "currency": "CNY"})),
        message(recorded("paid", order.number), id=""),
        message(recorded("paid", order.number), id="E" * 81),
    )
    wrong.extend((text, platform.signed(text), (400, "malformed")) for text in strange)
    for text, headers, (status, code) in wrong:
        found = sent(text, headers)
        assert found[0] == status, (text[:80], found)
        assert not code or found[1] == code
    assert not Event.objects.exists()
    order.refresh_from_db()
    assert order.state == State.PAYING
    assert selectors.balance(order.player_id, "coins") == 10_000


def test_what_it_says_has_to_fit_the_order(order: Order, platform: Platform) -> None:
    for number, (change, expected) in enumerate(
        (
            ({"amount": {"total": 1, "currency": "CNY"}}, (409, "wrong_amount")),
            ({"amount": {"total": 600, "currency": "USD"}}, (409, "wrong_money")),
            ({"out_trade_no": "nobody"}, (404, "unknown_order")),
            ({"trade_state": "USERPAYING"}, (200, "ignored")),
        )
    ):
        body = message(recorded("paid", order.number, **change), id=f"EV-{number}")
        assert sent(body, platform.signed(body)) == expected
    platform.answers["/close"] = (204, None)
    platform.answers["out-trade-no"] = (200, {"trade_state": "NOTPAY"})
    platform.answers = dict(sorted(platform.answers.items(), key=lambda one: one[0] != "/close"))
    topup.cancel(order.player, order.number)
    body = message(recorded("paid", order.number))
    assert sent(body, platform.signed(body)) == (409, "order_closed")
    assert selectors.balance(order.player_id, "coins") == 10_000


def test_a_lost_message_is_found_by_asking(order: Order, platform: Platform) -> None:
    paid = recorded("paid", order.number)
    for status, answer, code in (
        (404, {"code": "ORDER_NOT_EXIST"}, "not_paid"),
        (200, {"trade_state": "NOTPAY"}, "not_paid"),
        (500, {"code": "SYSTEM_ERROR"}, "provider_down"),
        (200, requests.ConnectionError(), "provider_down"),
    ):
        platform.answers["out-trade-no"] = (status, answer)
        with pytest.raises(Refused) as refused:
            topup.check(order.player, order.number)
        assert refused.value.code == code
    platform.answers["out-trade-no"] = (200, paid)
    assert topup.check(order.player, order.number).state == State.CREDITED
    body = message(paid)
    assert sent(body, platform.signed(body)) == (200, "already")
    assert selectors.balance(order.player_id, "coins") == 70_000


def test_a_phone_pays_by_a_link_and_an_answer_of_somebody_else_is_none(platform: Platform, keys: Any) -> None:
    player = payer()
    number = topup.place(player, product_id=product().pk).number
    platform.answers["/h5"] = (200, {"h5_url": "https://wx.tenpay.example/checkmweb?prepay_id=wx1"})
    key, platform.key = platform.key, keys[1]
    try:
        with pytest.raises(Refused) as refused:
            topup.start(player, number, "wechat", "h5", "9.9.9.9")
    finally:
        platform.key = key
    assert refused.value.code == "provider_down"
    order = topup.start(player, number, "wechat", "h5", "9.9.9.9")
    assert order.link.startswith("https://wx.tenpay.example/")
    assert platform.asked[-1][2]["scene_info"] == {"payer_client_ip": "9.9.9.9", "h5_info": {"type": "Wap"}}
    browser = Client()
    browser.force_login(player)
    page = browser.get(f"/me/orders/{number}/").content.decode()
    assert f'href="{order.link}" referrerpolicy="origin"' in page, "it looks at the site the payer comes from"
    count = len(platform.asked)
    assert topup.start(player, number, "wechat", "h5", "9.9.9.9").link == order.link
    assert len(platform.asked) == count, "the same link while it can be followed"
    Order.objects.update(linked=timezone.now() - timedelta(minutes=4))
    assert order.link not in browser.get(f"/me/orders/{number}/").content.decode()
    platform.answers["/h5"] = (200, {"h5_url": "https://wx.tenpay.example/checkmweb?prepay_id=wx2"})
    assert topup.start(player, number, "wechat", "h5", "9.9.9.9").link.endswith("wx2")
    assert "prepay_id=wx2" in browser.get(f"/me/orders/{number}/").content.decode()


def test_a_refund_is_asked_for_until_it_is_made(order: Order, platform: Platform) -> None:
    body = message(recorded("paid", order.number))
    sent(body, platform.signed(body))
    topup.refund(order.number, order.player, "误购")
    for status, answer in ((500, {"code": "SYSTEM_ERROR"}), (200, {"status": "PROCESSING"})):
        platform.answers["/refunds"] = (status, answer)
        assert topup.finish_refund(order.number) == State.REFUNDING
    assert platform.asked[-1][2]["out_refund_no"] == f"{order.number}R1"
    assert platform.asked[-1][2]["amount"] == {"refund": 600, "total": 600, "currency": "CNY"}
    wrong = message(recorded("refunded", order.number, amount={"refund": 1}), "REFUND.SUCCESS", id="EV-8")
    assert sent(wrong, platform.signed(wrong)) == (409, "wrong_amount")
    told = message(recorded("refunded", order.number), "REFUND.SUCCESS", id="EV-9")
    assert sent(told, platform.signed(told)) == (200, "refunded")
    order.refresh_from_db()
    assert order.state == State.REFUNDED


def test_a_refund_that_it_will_not_make_is_undone(order: Order, platform: Platform) -> None:
    body = message(recorded("paid", order.number))
    sent(body, platform.signed(body))
    platform.answers["/refunds"] = (403, {"code": "NOT_ENOUGH"})
    topup.refund(order.number, order.player, "误购")
    assert topup.finish_refund(order.number) == State.CREDITED
    assert selectors.balance(order.player_id, "coins") == 70_000
    platform.answers["/refunds"] = (200, {"status": "SUCCESS"})
    topup.refund(order.number, order.player, "误购")
    assert topup.finish_refund(order.number) == State.REFUNDED
    assert platform.asked[-1][2]["out_refund_no"] == f"{order.number}R2"


def test_a_refund_that_did_not_reach_the_payer_stays_under_way(
    order: Order, platform: Platform, caplog: pytest.LogCaptureFixture
) -> None:
    body = message(recorded("paid", order.number))
    sent(body, platform.signed(body))
    platform.answers["/refunds"] = (200, {"status": "ABNORMAL"})
    topup.refund(order.number, order.player, "误购")
    assert topup.finish_refund(order.number) == State.REFUNDING
    assert [(one.levelname, order.number in one.getMessage()) for one in caplog.records] == [("ERROR", True)]
    assert selectors.balance(order.player_id, "coins") == 10_000
    platform.answers["/refunds"] = (200, {"status": "CLOSED"})
    assert topup.finish_refund(order.number) == State.CREDITED
