"""Tables by hand: finding one by its number, its door, opening a private one, inviting and sending away."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from accounts.origins import of_request
from lobby import people, private, selectors, services
from lobby.errors import Refused
from platform_site.views import modes
from platform_site.views.lobby import Json, or_404, viewer, viewer_or_guest
from platform_site.views.people import STATES, reader

LONGEST_KEY = 64


@require_GET
@never_cache
def find(request: HttpRequest) -> HttpResponse:
    """The tables with a number at which somebody sits; in one room (`room`) straight to its door."""
    asked, room = request.GET.get("number", "").strip(), request.GET.get("room", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else None
    in_room = int(room) if room.isascii() and room.isdecimal() and len(room) < 10 else None
    found = private.find(number, in_room) if number else []
    if in_room and len(found) == 1:
        return redirect("door", found[0]["table"]["id"])
    for one in found:
        one["room"]["title"] = modes.title(one["room"]["mode"], one["room"]["seats"])
    return render(request, "lobby/find.html", {"asked": asked, "number": number, "found": found, "room": in_room})


@require_GET
@never_cache
@ensure_csrf_cookie
def door(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table from outside: who sits there, and the way in. `key` is what an invitation's link carries."""
    player = viewer(request)
    table = or_404(lambda: selectors.table(table_id))
    if player and any(seat and seat["player"] == player.pk for seat in table["seats"]):
        return redirect("table", table_id)
    room = selectors.room(player, table["room"])
    room["title"] = modes.title(room["mode"], room["seats"])
    context = {
        "table": table,
        "room": room,
        "key": request.GET.get("key", "")[:LONGEST_KEY],
        "free": table["seats"].count(None),
        "me": player and selectors.me(player),
        "instead": selectors.instead_of(player, room["id"]) if player and room["fits"] else None,
    }
    return render(request, "lobby/door.html", context)


@require_POST
def come_in(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take the first free seat of the table; a visitor becomes a guest by it."""
    player = viewer_or_guest(request)
    if player is None:
        return redirect("hall")
    key = request.POST.get("key", "")[:LONGEST_KEY]
    try:
        services.sit(player, table_id, None, of_request(request), key=key)
    except Refused as refused:
        return _back(request, refused, "door", table_id)
    return redirect("table", table_id)


@login_required
@require_POST
def open_private(request: HttpRequest, room_id: int) -> HttpResponse:
    """Open a private table in the room, and show how to invite to it."""
    password = request.POST.get("password", "").strip()
    try:
        services.open_private(reader(request), room_id, password, of_request(request))
    except Refused as refused:
        return _back(request, refused, "room", room_id)
    return redirect("company")


@login_required
@never_cache
@ensure_csrf_cookie
@require_GET
def company(request: HttpRequest) -> HttpResponse:
    """Who is to play at one's own table: the link, friends to invite, people to send away, bots."""
    player = reader(request)
    try:
        shown = private.company(player)
    except Refused as refused:
        messages.error(request, refused.text)
        return redirect("hall")
    if shown["table"]["hand"]:
        return redirect("table", shown["table"]["id"])
    table = shown["table"]
    shown["room"]["title"] = modes.title(shown["room"]["mode"], shown["room"]["seats"])
    link = reverse("door", args=[table["id"]]) + ("?" + urlencode({"key": shown["key"]}) if shown["key"] else "")
    here = {seat["player"] for seat in table["seats"] if seat}
    friends = [one for one in people.friends_of(player) if one["id"] not in here]
    for one in friends:
        one["state_text"] = STATES[str(one["state"])]
    count = sum(seat is not None and not seat["bot"] for seat in table["seats"])
    context = {
        **shown,
        "link": request.build_absolute_uri(link),
        "friends": friends,
        "free": table["seats"].count(None),
        "needed": None if shown["host"] and shown["key"] else private.votes_needed(count),
        "may_kick": (shown["host"] and shown["key"]) or private.votes_needed(count) is not None,
        "boot": {"s": selectors.now_ms(), "me": selectors.me(player)},
    }
    return render(request, "lobby/company.html", context)


@login_required
@require_POST
def invite(request: HttpRequest, player_id: int) -> HttpResponse:
    """Invite somebody to one's own table."""
    return _at_table(request, lambda: private.invite(reader(request), player_id), _("邀请发出了。"))


@login_required
@require_POST
def kick(request: HttpRequest, player_id: int) -> HttpResponse:
    """Want somebody gone from one's own table."""

    def act() -> str:
        gone = private.kick(reader(request), player_id)
        return _("已经请他离开了。") if gone else _("你的一票记下了，再有人同意就请他离开。")

    return _at_table(request, act, None)


@login_required
@require_POST
def fill(request: HttpRequest) -> HttpResponse:
    """Let bots take the seats left."""
    return _at_table(request, lambda: private.fill(reader(request)), _("机器人坐下了。"))


def _at_table(request: HttpRequest, act: Callable[[], object], said: str | None) -> HttpResponse:
    try:
        came = act()
    except Refused as refused:
        messages.error(request, refused.text)
    else:
        messages.success(request, said or str(came))
    return redirect("company")


def _back(request: HttpRequest, refused: Refused, page: str, *where: Json | int) -> HttpResponse:
    """A refusal leads to the table one already sits at, else back to where it was asked, with the sentence."""
    if refused.code == "seated":
        return redirect("table", refused.facts["table"])
    messages.error(request, refused.text)
    return redirect("hall") if refused.code in ("no_table", "no_room") else redirect(page, *where)
