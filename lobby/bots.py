"""Who the bots are: their own names and faces, never a person's."""

import secrets
from collections.abc import Collection

from accounts.bots import FACE as FACE

NAMES = tuple(f"木头人{mark}" for mark in "甲乙丙丁戊己庚辛壬癸")


def pick_name(taken: Collection[str]) -> str:
    """A bot's name that nobody at the table has; a table has far fewer seats than there are names."""
    return secrets.choice([name for name in NAMES if name not in taken])
