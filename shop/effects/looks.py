"""What is looked at: backs and cloths by their owner alone, name colours by the whole table.

The choices are class names of static/css/looks.css.
"""

from __future__ import annotations

from shop.effects.base import Choice, Pinned, register


@register
class Back(Choice):
    """The backs of all cards, as their owner sees them."""

    key = "back"
    worn = True
    param = "back"
    choices = frozenset({"bamboo", "crane", "night"})


@register
class Cloth(Choice):
    """The table's cloth, as its owner sees it."""

    key = "cloth"
    worn = True
    param = "cloth"
    choices = frozenset({"lake", "plum", "dusk"})


@register
class NameColour(Choice):
    """The colour of the owner's name at the table."""

    key = "name"
    worn = True
    pinned = Pinned.SEAT
    param = "colour"
    choices = frozenset({"gold", "jade", "rose"})
