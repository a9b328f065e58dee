"""商城 and 背包: what is sold, what one has, and the forms that buy, give and put on."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import selectors as people
from accounts.models import Player
from shop import effects, selectors, services
from shop.errors import SENTENCES, Refused
from shop.models import Category, Prop

GAMES = {
    "doudizhu": gettext_lazy("斗地主"),
    "thirteen": gettext_lazy("十三水"),
    "mahjong": gettext_lazy("广东麻将"),
}


@login_required
@never_cache
@require_GET
def shop(request: HttpRequest) -> HttpResponse:
    """What is sold: of one category, usable in one game, by price where that is asked for."""
    player = cast(Player, request.user)
    category, game, order = (request.GET.get(name, "") for name in ("category", "game", "order"))
    now = timezone.now()
    context = {
        "wares": [
            {
                "it": ware,
                "marks": marks(ware.offer.prop, ware.offer.bundle),
                "until": ware.after and ware.after.until and when(ware.after.until),
                "uses": ware.after and ware.after.uses,
                "barred": ware.barred and SENTENCES[ware.barred],
                "tries": tries(ware.offer.prop),
                "many": ware.barred is None
                and ware.offer.prop.adds
                and bool(ware.offer.prop.days or ware.offer.prop.uses),
                "key": uuid.uuid4().hex,
            }
            for ware in selectors.wares(player.pk, selectors.offers(category, game, order), now)
        ],
        "categories": Category.choices,
        "games": GAMES.items(),
        "chosen": {"category": category, "game": game, "order": order},
        "friends": people.friends(player.pk),
        "most": services.MOST,
    }
    return render(request, "shop/shop.html", context)


@login_required
@never_cache
@require_GET
def bag(request: HttpRequest) -> HttpResponse:
    """What the reader has, what ends soonest first, and what was taken back in the last week."""
    player = cast(Player, request.user)
    offered = {offer.prop_id: offer for offer in selectors.offers()}
    rows = [
        {
            "it": one,
            "prop": one.item.prop,
            "marks": marks(one.item.prop, None),
            "until": one.item.until and when(one.item.until),
            "wearable": one.effect is not None and one.effect.worn,
            "offer": offered.get(one.item.prop_id),
        }
        for one in selectors.owned(player.pk)
    ]
    return render(request, "shop/bag.html", {"rows": rows})


@login_required
@require_POST
def buy(request: HttpRequest, offer_id: int) -> HttpResponse:
    """Buy a bundle or several, for oneself or a friend."""
    player = cast(Player, request.user)
    number = {name: _number(request.POST.get(name)) for name in ("quantity", "unit", "to")}
    quantity = number["quantity"] if number["quantity"] is not None else 1
    unit = number["unit"]
    key = (request.POST.get("key") or uuid.uuid4().hex)[:40]
    try:
        done = services.buy(player, offer_id, quantity, key, number["to"], unit and unit * quantity)
    except Refused as refused:
        messages.error(request, refused.text)
        return redirect("shop")
    name = str(done.offer.prop)
    if done.receiver_id != player.pk:
        messages.success(request, _("已送给 %(friend)s：%(name)s。") % {"friend": done.receiver.nickname, "name": name})
        return redirect("shop")
    messages.success(request, _("买到了：%(name)s。") % {"name": name})
    return redirect("bag")


@login_required
@require_POST
def wear(request: HttpRequest, item_id: int) -> HttpResponse:
    """Put something on, or take it off."""
    try:
        services.wear(cast(Player, request.user), item_id, on=request.POST.get("on") == "1")
    except Refused as refused:
        messages.error(request, refused.text)
    return redirect("bag")


def marks(prop: Prop, bundle: int | None) -> Sequence[tuple[str, str]]:
    """The three limits as marks with words: time, uses, games. `bundle` None: without what a purchase brings."""
    pieces = bundle or 1
    found = []
    if prop.days:
        found.append(("clock", _("%(days)s 天") % {"days": prop.days * pieces}))
    if prop.uses and bundle:
        found.append(("counter", _("%(uses)s 次") % {"uses": prop.uses * pieces}))
    names = "、".join(str(GAMES.get(game, game)) for game in prop.games)
    found.append(("cards", names or _("全部游戏")))
    return found


def when(moment: datetime) -> str:
    """An instant in the house's time, as honest as a person needs it: with the year where that is another one."""
    local = timezone.localtime(moment)
    words = {"month": local.month, "day": local.day, "time": f"{local:%H:%M}", "year": local.year}
    if local.year != timezone.localdate().year:
        return _("%(year)s年%(month)s月%(day)s日 %(time)s") % words
    return _("%(month)s月%(day)s日 %(time)s") % words


def tries(prop: Prop) -> dict[str, Any] | None:
    """What the page needs to show the prop on the reader's own table before it is bought; None: nothing to see."""
    effect = effects.of(prop.effect)
    if not isinstance(effect, effects.Choice) or not effect.worn:
        return None
    return {"effect": effect.key, "value": prop.params[effect.param]}


def _number(text: str | None) -> int | None:
    """A number of a form; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None
