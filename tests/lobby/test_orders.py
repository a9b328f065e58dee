"""Whoever has a page open sees a top-up arrive."""

import pytest

from lobby import notify
from outbox import services as outbox
from outbox.models import Event
from tests.wallet.shop import bought, payer
from wallet.topup import services as topup

pytestmark = pytest.mark.django_db


def test_the_lobby_tells_a_player_whose_order_was_credited_or_refunded(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(notify, "player_changed", told.append)
    player = payer()
    order = bought(player)
    assert all(outbox.deliver(pk) for pk in Event.objects.values_list("pk", flat=True))
    assert told == [player.pk]
    topup.refund(order.number, player, "误购")
    assert all(outbox.deliver(pk) for pk in Event.objects.values_list("pk", flat=True))
    assert told == [player.pk] * 2
