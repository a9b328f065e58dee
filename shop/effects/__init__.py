"""What props do: one small class each, registered under a key that the rows of props name.

A new prop of a known effect is a row; a new effect is a class and a row. Floors above register their own in `ready`.
"""

from shop.effects.base import Choice, Effect, Pinned, known, of, register
from shop.effects.hands import Double, Pardon, Tracker
from shop.effects.looks import Back, Cloth, NameColour

__all__ = [
    "Back",
    "Choice",
    "Cloth",
    "Double",
    "Effect",
    "NameColour",
    "Pardon",
    "Pinned",
    "Tracker",
    "known",
    "of",
    "register",
]
