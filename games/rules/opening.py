"""What every hand's opening has: the clients' shares of the shuffle."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core import IllegalAction, Json

NONCE_CHARS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-")
NONCE_MAX = 64


def verify_nonce(data: Mapping[str, Json], given: bool) -> None:
    """Raise `IllegalAction` unless `data` holds a seat's nonce, and it has `given` none yet."""
    nonce = data.get("nonce")
    if type(nonce) is not str or not 0 < len(nonce) <= NONCE_MAX or not NONCE_CHARS.issuperset(nonce):
        raise IllegalAction("malformed", field="nonce")
    if given:
        raise IllegalAction("not_allowed", why="nonce")
