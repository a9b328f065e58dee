"""WeChat Pay (微信支付), API v3, through `wechatpayv3`: Native (a code to scan) and H5 (a link on a phone).

In the mode of the platform's public key, in which the library fetches no certificates: a message is judged without a
question to anybody. Its own serial number is checked here, for another one would make the library ask.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet.topup.errors import BadMessage, BadSignature, ProviderDown, RefundRefused
from wallet.topup.models import Order
from wallet.topup.providers.base import Channel, Notice, Provider, check_time

log = logging.getLogger(__name__)

TIMEOUT = (5, 10)
"""Seconds to connect and to wait for an answer."""
H5_LASTS = timedelta(minutes=4)
"""A link to follow on a phone lives for five minutes there; so much is left of it when its page is opened."""
SIGNATURE_TYPE = "WECHATPAY2-SHA256-RSA2048"
HEADERS = ("Signature", "Timestamp", "Nonce", "Serial", "Signature-Type")
REFUSED_REFUNDS = ("NOT_ENOUGH", "USER_ACCOUNT_ABNORMAL", "INVALID_REQUEST", "PARAM_ERROR")
"""Answers to a refund after which asking again is of no use; a person has to look at the merchant's account."""


@dataclass(frozen=True, slots=True)
class Merchant:
    """Who is paid, as `settings.WECHATPAY` has it (docs/money.md). Keys are texts in PEM; `site` is the site's own
    https address, to which messages are sent."""

    mchid: str
    appid: str
    serial: str
    private_key: str
    apiv3_key: str
    public_key: str
    public_key_id: str
    site: str


@lru_cache(maxsize=2)
def provider(merchant: Merchant) -> WeChatPay:
    """The provider of this merchant; its keys are read once."""
    return WeChatPay(merchant)


class WeChatPay(Provider):
    code = "wechat"
    channels = (Channel("native", _("微信扫码支付"), scan=True), Channel("h5", _("在手机上用微信支付"), lasts=H5_LASTS))

    def __init__(self, merchant: Merchant) -> None:
        from wechatpayv3 import WeChatPay as Client
        from wechatpayv3 import WeChatPayType

        self.merchant = merchant
        self._types = {"native": WeChatPayType.NATIVE, "h5": WeChatPayType.H5}
        self._client: Any = Client(
            wechatpay_type=WeChatPayType.NATIVE,
            mchid=merchant.mchid,
            private_key=merchant.private_key,
            cert_serial_no=merchant.serial,
            appid=merchant.appid,
            apiv3_key=merchant.apiv3_key,
            notify_url=f"{merchant.site}/pay/{self.code}/notify/",
            timeout=TIMEOUT,
            public_key=merchant.public_key,
            public_key_id=merchant.public_key_id,
        )

    def start(self, order: Order, channel: str, address: str) -> str:
        status, answer = self._ask(
            self._client.pay,
            description=order.title,
            out_trade_no=order.number,
            amount={"total": order.price, "currency": order.money},
            time_expire=timezone.localtime(order.deadline).isoformat(timespec="seconds"),
            scene_info={"payer_client_ip": address, "h5_info": {"type": "Wap"}} if channel == "h5" else None,
            pay_type=self._types[channel],
        )
        link = answer.get("h5_url" if channel == "h5" else "code_url")
        if status != 200 or not isinstance(link, str):
            raise ProviderDown(f"{status} {answer.get('code')}")
        return link

    def look(self, order: Order) -> Notice | None:
        status, answer = self._ask(self._client.query, out_trade_no=order.number)
        if status == 404:
            return None
        if status != 200:
            raise ProviderDown(f"{status} {answer.get('code')}")
        state = answer.get("trade_state")
        if state == "SUCCESS":
            return self._notice(f"look:{answer.get('transaction_id')}", "paid", answer)
        if state in ("CLOSED", "REVOKED", "PAYERROR", "REFUND"):
            return Notice(f"look:{order.number}:{state}", "refused", order.number)
        return None

    def close(self, order: Order) -> None:
        status, answer = self._ask(self._client.close, out_trade_no=order.number)
        # 404: it was never begun there.
        if status not in (200, 204, 404) and answer.get("code") != "ORDER_CLOSED":
            raise ProviderDown(f"{status} {answer.get('code')}")

    def refund(self, order: Order) -> bool:
        status, answer = self._ask(
            self._client.refund,
            out_refund_no=f"{order.number}R{order.refunds}",
            out_trade_no=order.number,
            reason=order.refund_reason[:80],
            amount={"refund": order.price, "total": order.price, "currency": order.money},
        )
        if answer.get("status") == "ABNORMAL":
            # The money left the merchant and did not arrive: somebody has to send it on in the merchant's account.
            log.error("the refund of order %s did not reach the payer: see to it at WeChat Pay", order.number)
            return False
        if answer.get("code") in REFUSED_REFUNDS or answer.get("status") == "CLOSED":
            raise RefundRefused(str(answer.get("code") or answer.get("status")))
        if status != 200:
            raise ProviderDown(f"{status} {answer.get('code')}")
        return answer.get("status") == "SUCCESS"

    def read(self, headers: Mapping[str, str], body: bytes) -> Notice:
        # The names as the library looks for them; Django's own mapping knows no case.
        told = {f"Wechatpay-{name}": headers.get(f"Wechatpay-{name}", "") for name in HEADERS}
        known = told["Wechatpay-Serial"] == self.merchant.public_key_id
        if not known or told["Wechatpay-Signature-Type"] != SIGNATURE_TYPE:
            raise BadSignature
        check_time(told["Wechatpay-Timestamp"])
        try:
            said = self._client.callback(told, body)
        except Exception as error:  # the library's own refusals are bare ones
            raise BadMessage from error
        if not isinstance(said, dict):
            # The signature is not the platform's, or what it signed was not enciphered with our key.
            raise BadSignature
        return self._read(said)

    def _read(self, said: dict[str, Any]) -> Notice:
        event, resource = said.get("id"), said.get("resource")
        if not isinstance(event, str) or not 0 < len(event) <= 80 or not isinstance(resource, dict):
            raise BadMessage
        if resource.get("mchid") != self.merchant.mchid:
            raise BadMessage
        if said.get("event_type") == "TRANSACTION.SUCCESS" and resource.get("trade_state") == "SUCCESS":
            if resource.get("appid") != self.merchant.appid:
                raise BadMessage
            return self._notice(event, "paid", resource)
        if said.get("event_type") == "REFUND.SUCCESS":
            amount = resource.get("amount") or {}
            number, back = str(resource.get("out_trade_no")), amount.get("refund")
            # The message of a refund names no currency: it is the payment's.
            return Notice(event, "refunded", number, price=back if isinstance(back, int) else None)
        return Notice(event, "other", str(resource.get("out_trade_no")))

    def _notice(self, event: str, kind: Any, paid: dict[str, Any]) -> Notice:
        amount = paid.get("amount")
        if not isinstance(amount, dict) or not isinstance(amount.get("total"), int):
            raise BadMessage
        return Notice(
            event=event,
            kind=kind,
            number=str(paid.get("out_trade_no")),
            reference=str(paid.get("transaction_id")),
            price=amount["total"],
            money=str(amount.get("currency")),
        )

    def _ask(self, question: Callable[..., tuple[int, Any]], **named: Any) -> tuple[int, dict[str, Any]]:
        """Status and answer. The library verifies the signature of an answer that grants something."""
        try:
            status, text = question(**named)
            answer = json.loads(text) if text else {}
        # The library's own refusals (an answer signed by somebody else) are bare `Exception`s.
        except Exception as error:
            raise ProviderDown(type(error).__name__) from error
        return status, answer if isinstance(answer, dict) else {}
