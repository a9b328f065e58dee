"""Refusals of the avatars, each with a stable code, its facts and a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal

SENTENCES = {
    "no_base": _("没有这个人物。"),
    "no_part": _("没有这个部件，或者它不适合这个人物。"),
    "no_colour": _("没有这个颜色。"),
    "locked": _("“%(name)s”要先在商城购买。"),
    "for_people": _("机器人的头像不能换。"),
}


class Refused(Refusal):
    """The figure stayed as it was. `code` is for programs, `text` for people."""

    SENTENCES = SENTENCES
