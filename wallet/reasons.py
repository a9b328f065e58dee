"""Why money moved, in words: one text for each label that an entry may carry."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

_texts: dict[str, Text] = {
    "stake": _("输赢"),
    "rake": _("台费"),
    "penalty": _("逃跑罚金"),
    "hold": _("入局冻结"),
    "release": _("散局解冻"),
    "opening": _("开户赠送"),
    "adjust": _("人工调整"),
    "entry_fee": _("报名费"),
    "prize": _("名次奖"),
}


def add(texts: Mapping[str, Text]) -> None:
    """Name the labels under which a floor above moves money. Registered when that floor starts."""
    _texts.update(texts)


def known() -> dict[str, str]:
    """Every label with its text in the reader's language."""
    return {label: str(text) for label, text in _texts.items()}


def text(label: str) -> str:
    """The text of a label in the reader's language; the label itself where nobody named it."""
    return str(_texts.get(label, label))
