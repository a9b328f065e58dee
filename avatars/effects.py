"""The effect of a prop that is a part of a figure: whoever has it may wear it."""

from __future__ import annotations

from avatars.catalogue import PARTS
from shop.effects import Choice, register


@register
class Wearable(Choice):
    """A locked part, by its code. It is put on in the editor, not in the bag."""

    key = "part"
    param = "part"
    choices = frozenset(code for code, part in PARTS.items() if part.locked)
