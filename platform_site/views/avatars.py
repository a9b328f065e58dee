"""Faces, composed on the server, and the editor in which one's own is put together."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import Player
from avatars import selectors, services
from avatars.catalogue import BASES, PALETTES, PARTS, SLOTS, STARTERS, fitted, parts_of
from avatars.compose import MOODS, NOTHING, Recipe, compose
from avatars.errors import Refused

YEAR, DAY = 365 * 24 * 3600, 24 * 3600
MOMENTS = {
    "calm": gettext_lazy("等待"),
    "happy": gettext_lazy("赢了"),
    "angry": gettext_lazy("被炸了"),
    "sad": gettext_lazy("输了"),
    "proud": gettext_lazy("出炸弹"),
}
"""When the table shows each of the five expressions."""
COLOURS = {"skin": gettext_lazy("肤色"), "tint": gettext_lazy("发色"), "cloth": gettext_lazy("衣服颜色")}
PLAIN = {"f": STARTERS["f3"], "m": STARTERS["m1"]}
"""Whom the editor's small pictures dress, so that they are the same for everybody and may be kept."""


@require_GET
def avatar(request: HttpRequest, code: str, mood: str = "") -> HttpResponse:
    """The face with this code, for `<img>`: browsers keep it for good where the code is the hash of the content."""
    svg = selectors.drawing(code, mood) if not mood or mood in MOODS else None
    if svg is None:
        raise Http404
    return _picture(svg, for_ever=selectors.is_for_ever(code))


@require_GET
def preview(request: HttpRequest) -> HttpResponse:
    """What a choice that nobody has saved would look like; locked parts may be tried on."""
    try:
        return _picture(compose(services.read(request.GET.dict())))
    except Refused as refused:
        raise Http404 from refused


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def editor(request: HttpRequest) -> HttpResponse:
    """The figure as it would be with the choice in the address; posting a choice saves it.

    What was refused is shown again with the reason, nothing of the choice is lost.
    """
    player = cast(Player, request.user)
    if request.method == "POST":
        choice = request.POST.dict()
        try:
            services.save(player, choice)
        except Refused as refused:
            messages.error(request, refused.text)
            return redirect(f"{reverse('avatar-editor')}?{_query(fitted(choice, selectors.figure(player)))}")
        messages.success(request, _("换好了，从下一次坐下开始就是这个样子。"))
        return redirect("me")
    shown = fitted(request.GET.dict(), selectors.figure(player))
    wearable = selectors.wearable(player.pk)
    context = {
        "shown": shown,
        "preview": f"{reverse('avatar-preview')}?{_query(shown)}",
        "bases": BASES,
        "tabs": [{"slot": slot, "name": name, "items": _items(slot, shown, wearable)} for slot, name in SLOTS.items()],
        "colours": [
            {
                "field": field,
                "name": COLOURS[field],
                "swatches": [(key, _swatch(value)) for key, value in palette.items()],
                "chosen": shown.as_dict()[field],
            }
            for field, palette in PALETTES.items()
        ],
        "moods": [(mood, PARTS[f"expression-{mood}"].name, MOMENTS[mood]) for mood in MOODS],
        "missing": [part.name for part in selectors.parts_in(shown) if part.code not in wearable],
    }
    return render(request, "avatars/editor.html", context)


def _items(slot: str, shown: Recipe, wearable: frozenset[str]) -> list[dict[str, Any]]:
    """The choices of one tab, each with a picture of a figure that wears it."""
    plain, offers = PLAIN[shown.base].as_dict(), selectors.sold()
    items = [
        {
            "key": part.key,
            "name": part.name,
            "locked": part.code not in wearable,
            "offer": offers.get(part.code),
        }
        for part in parts_of(slot, shown.base)
    ]
    if slot == "accessory":
        items.insert(0, {"key": NOTHING, "name": _("不戴"), "locked": False})
    for item in items:
        dressed = Recipe(**plain | {slot: item["key"]})
        item |= {"chosen": item["key"] == shown.as_dict()[slot]}
        item["picture"] = f"{reverse('avatar-preview')}?{_query(dressed)}"
    return items


def _swatch(value: str | tuple[str, str]) -> str:
    """The colour that is shown for a colour of a palette."""
    return value if isinstance(value, str) else value[0]


def _query(recipe: Recipe) -> str:
    query = QueryDict(mutable=True)
    query.update(recipe.as_dict())
    return query.urlencode()


def _picture(svg: str, *, for_ever: bool = False) -> HttpResponse:
    response = HttpResponse(svg, content_type="image/svg+xml")
    if for_ever:
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, max_age=DAY)
    return response
