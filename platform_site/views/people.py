"""Profiles, friends, blocks, and what a player lets others do. Every command is a form: it works without JavaScript."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import friends as friendship
from accounts import selectors
from accounts.errors import Declined
from accounts.models import Askers, Audience, Player
from lobby import people
from lobby.selectors import me, now_ms
from platform_site.views.pages import ladders

STATES = {
    people.HALL: gettext_lazy("在大厅"),
    people.TABLE: gettext_lazy("在桌边"),
    people.PLAYING: gettext_lazy("游戏中"),
    people.OFFLINE: gettext_lazy("不在线"),
}
SAID = {
    "ask": gettext_lazy("申请发出了，等对方答复。"),
    "accept": gettext_lazy("你们是好友了。"),
    "decline": gettext_lazy("没有接受，对方不会知道。"),
    "withdraw": gettext_lazy("申请收回了。"),
    "remove": gettext_lazy("不再是好友了。"),
    "block": gettext_lazy("已经屏蔽：不会再同桌，也收不到对方的申请和邀请。"),
    "unblock": gettext_lazy("不再屏蔽了。"),
}
"""What is said after each command, which is also the commands' names in their addresses."""
ACTS: dict[str, Callable[[Player, int], object]] = {
    "ask": people.ask,
    "accept": people.accept,
    "decline": friendship.decline,
    "withdraw": friendship.withdraw,
    "remove": people.remove,
    "block": people.block,
    "unblock": friendship.unblock,
}


def reader(request: HttpRequest) -> Player:
    """Who reads a page that lets nobody else in."""
    return cast(Player, request.user)


@login_required
@never_cache
@require_GET
def profile(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player as others see him: levels and records by mode, reputation, and what one can do with him."""
    shown = selectors.person(player_id)
    if shown is None:
        raise Http404(_("没有这个玩家"))
    viewer = reader(request)
    all_ladders = ladders(shown)
    finished, played = reputation(all_ladders)
    state = people.states(viewer.pk, [shown.pk])[shown.pk]
    context = {
        "shown": shown,
        "own": shown.pk == viewer.pk,
        "relation": relation(viewer.pk, shown.pk),
        "state": state,
        "state_text": STATES[str(state["state"])],
        "ladders": [one for one in all_ladders if one["played"]],
        "best": max(all_ladders, key=lambda one: cast(Any, one["standing"]).points, default=None),
        "finished": finished,
        "played": played,
    }
    return render(request, "people/profile.html", context)


def reputation(found: list[dict[str, object]]) -> tuple[int | None, int]:
    """How many hands in percent were finished over all modes (None before the first), and how many were played."""
    played = sum(cast(int, one["played"]) for one in found)
    escaped = sum(cast(Any, one["standing"]).escape for one in found)
    return (100 * (played - escaped) // played if played else None), played


def relation(viewer_id: int, other_id: int) -> str:
    """What the other is to the viewer: "self", "blocked", "friend", "asked" (by the viewer), "asks" or "stranger"."""
    if viewer_id == other_id:
        return "self"
    if any(one.pk == other_id for one in selectors.blocked_by(viewer_id)):
        return "blocked"
    if other_id in selectors.friend_ids(viewer_id):
        return "friend"
    if any(one.pk == other_id for one in selectors.requests_to(viewer_id)):
        return "asks"
    if any(one.pk == other_id for one in selectors.requests_of(viewer_id)):
        return "asked"
    return "stranger"


@login_required
@never_cache
@require_GET
def friends(request: HttpRequest) -> HttpResponse:
    """好友: friends and where they are, requests both ways, whom one met lately, whom one blocks."""
    player = reader(request)
    found = people.friends_of(player)
    for one in found:
        one["state_text"] = STATES[str(one["state"])]
    known = {cast(int, one["id"]) for one in found}
    context = {
        "friends": found,
        "requests": selectors.requests_to(player.pk),
        "asked": selectors.requests_of(player.pk),
        "blocked": selectors.blocked_by(player.pk),
        "met": [(who, when, who.pk in known) for who, when in people.recent_opponents(player.pk)],
        "seat": me(player)["seat"],
        "boot": {"s": now_ms(), "me": me(player)},
    }
    return render(request, "people/friends.html", context)


@login_required
@require_POST
def act(request: HttpRequest, player_id: int, what: str) -> HttpResponse:
    """One command towards another player, back to where it was given with what came of it."""
    if what not in ACTS:
        raise Http404
    try:
        at_once = ACTS[what](reader(request), player_id)
    except Declined as declined:
        messages.error(request, declined.text)
    else:
        messages.success(request, str(SAID["accept" if what == "ask" and at_once else what]))
    if request.POST.get("back") == "profile" and selectors.person(player_id):
        return redirect("profile", player_id)
    return redirect("friends")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """Who sees that one is there, who may invite, who may ask for friendship."""
    player = reader(request)
    if request.method == "POST":
        try:
            friendship.set_privacy(player, *(request.POST.get(name, "") for name in ("online", "invite", "ask")))
        except ValueError:
            messages.error(request, _("没有这个选项。"))
        else:
            messages.success(request, _("隐私设置已经生效。"))
        return redirect("privacy")
    row = selectors.privacy([player.pk])[player.pk]
    questions = [
        {
            "name": name,
            "label": cast(Any, row._meta.get_field(name)).verbose_name,
            "chosen": getattr(row, name),
            "choices": choices.choices,
        }
        for name, choices in (("online", Audience), ("invite", Audience), ("ask", Askers))
    ]
    blocked = len(selectors.blocked_by(player.pk))
    return render(request, "people/privacy.html", {"questions": questions, "blocked": blocked})
