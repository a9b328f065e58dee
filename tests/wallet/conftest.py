"""Players with money, and the sum of everything there is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from wallet.models import Account


@pytest.fixture
def player(db: None) -> Player:
    return Player.objects.create_user("first")


@pytest.fixture
def other(db: None) -> Player:
    return Player.objects.create_user("second")


@pytest.fixture
def everything(db: None) -> Callable[[], int]:
    """All balances together: 0 at every moment."""
    return lambda: sum(Account.objects.values_list("balance", flat=True))
