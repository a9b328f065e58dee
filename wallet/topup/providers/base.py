"""What every provider can do. Its errors are in `wallet.topup.errors`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, Literal

from django.utils import timezone
from django.utils.functional import Promise

from wallet.topup.errors import BadMessage, StaleMessage
from wallet.topup.models import Order

WINDOW = timedelta(minutes=5)
"""How far a message's own time may be from ours; providers sign each attempt anew."""

Kind = Literal["paid", "refused", "refunded", "charged_back", "other"]


@dataclass(frozen=True, slots=True)
class Notice:
    """What a provider says of an order: the message's own id `event`, the order's `number`, the payment's `reference`
    and its price in the smallest unit of `money`; price None: the message names none."""

    event: str
    kind: Kind
    number: str
    reference: str = ""
    price: int | None = None
    money: str = ""


@dataclass(frozen=True, slots=True)
class Channel:
    """A way of paying; `scan`: the link is shown as a code that a phone scans instead of being followed. `lasts`: after
    so long the provider is asked for a new link; None: it lasts as long as the order."""

    code: str
    name: str | Promise
    scan: bool = False
    lasts: timedelta | None = None


class Provider(ABC):
    """One provider, ready to be used. All methods but `read` talk to it and may raise `ProviderDown`."""

    code: ClassVar[str]
    channels: tuple[Channel, ...]

    @abstractmethod
    def start(self, order: Order, channel: str, address: str) -> str:
        """Ask for the money of an order; where or with which code to pay it. `address` is the payer's IP address. Asked
        again for the same order it is the same payment."""

    @abstractmethod
    def look(self, order: Order) -> Notice | None:
        """What became of the payment; None while it can still be made."""

    @abstractmethod
    def close(self, order: Order) -> None:
        """Make sure that the order cannot be paid any more."""

    @abstractmethod
    def refund(self, order: Order) -> bool:
        """Pay the order's whole price back, once for each `order.refunds`; whether that is done, or still under way.
        Raises `RefundRefused`."""

    @abstractmethod
    def read(self, headers: Mapping[str, str], body: bytes) -> Notice:
        """What a message says, once it is proven to be the provider's and of now. Raises `BadMessage`."""


def check_time(stamp: str) -> None:
    """Raise `StaleMessage` unless `stamp` (seconds since the epoch) is within `WINDOW` of now."""
    try:
        at = int(stamp)
    except ValueError:
        raise BadMessage from None
    if abs(timezone.now().timestamp() - at) > WINDOW.total_seconds():
        raise StaleMessage
