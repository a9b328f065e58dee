"""A provider that takes no money, for development and tests: its page pays, refuses or pays a wrong amount.

It signs its messages (HMAC-SHA256 of time and body under a key drawn from SECRET_KEY) and sends them through the same
door as a real provider's, so that trying it tries everything behind that door.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from wallet.topup.errors import BadMessage, BadSignature
from wallet.topup.models import Order
from wallet.topup.providers.base import Channel, Notice, Provider, check_time

SIGNATURE = "Sandbox-Signature"
TIMESTAMP = "Sandbox-Timestamp"
KINDS = ("paid", "refused", "refunded", "charged_back")


class Sandbox(Provider):
    """Everything succeeds as the page's buttons say."""

    code = "sandbox"
    channels = (Channel("page", _("沙盒（不收真钱）")),)

    def start(self, order: Order, channel: str, address: str) -> str:
        return reverse("sandbox", args=[order.number])

    def look(self, order: Order) -> Notice | None:
        """What `lose` remembers: a payment whose message got lost."""
        found: Notice | None = cache.get(_key(order.number))
        return found

    def close(self, order: Order) -> None:
        pass

    def refund(self, order: Order) -> bool:
        return True

    def read(self, headers: Mapping[str, str], body: bytes) -> Notice:
        stamp = headers.get(TIMESTAMP, "")
        if not hmac.compare_digest(headers.get(SIGNATURE, "").encode(), _signature(stamp, body).encode()):
            raise BadSignature
        check_time(stamp)
        try:
            notice = Notice(**json.loads(body))
        except (ValueError, TypeError) as error:
            raise BadMessage from error
        if notice.kind not in KINDS:
            raise BadMessage
        return notice


def message(notice: Notice, at: float | None = None) -> tuple[dict[str, str], bytes]:
    """Headers and body that say it, signed at `at` (seconds since the epoch; now unless given)."""
    stamp = str(int(time.time() if at is None else at))
    body = json.dumps(
        {name: getattr(notice, name) for name in ("event", "kind", "number", "reference", "price", "money")}
    ).encode()
    return {TIMESTAMP: stamp, SIGNATURE: _signature(stamp, body)}, body


def lose(notice: Notice) -> None:
    """The payment was made and its message was lost: only asking finds it, for an hour."""
    cache.set(_key(notice.number), notice, 3600)


def _signature(stamp: str, body: bytes) -> str:
    key = salted_hmac("wallet.topup.sandbox", "", secret=settings.SECRET_KEY, algorithm="sha256").digest()
    return hmac.new(key, stamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _key(number: str) -> str:
    return f"topup:sandbox:{number}"
