"""Hall, zones, rooms and the table's shell, and the commands that work without JavaScript.

Each page starts from the JSON of docs/lobby-protocol.md 4: the template renders it once, the island takes it over.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from accounts import selectors as people
from accounts import services as accounts
from accounts.errors import TooManyGuests
from accounts.models import Player
from accounts.origins import of_request
from games import selectors as hands
from lobby import people as friends
from lobby import selectors, services
from lobby.challenge import selectors as contests
from lobby.errors import Refused
from platform_site.views import modes
from shop import selectors as props

Json = dict[str, Any]
GAMES = {"doudizhu", "thirteen", "mahjong"}
WAITING = "/?wait=1"
"""The hall of somebody who waits for a match: it leads on to the table once there is one."""
SIGNS = ("hat-peasant", "bean", "coin", "hat-landlord")
"""The drawing over a room's door, from the cheapest room of a zone up."""
OWN_RULES = "book"
"""And over that of a room which plays its game by other rules than usual."""
COMFORT = 10
"""Joining a zone picks the dearest room of which a player has this many times the minimum, else the cheapest."""


def viewer(request: HttpRequest) -> Player | None:
    """Who is signed in; None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def viewer_or_guest(request: HttpRequest) -> Player | None:
    """As `viewer`; a visitor becomes a guest, and is told so where he may not (None)."""
    player = viewer(request)
    if player is None:
        try:
            player = accounts.create_guest(request)
        except TooManyGuests:
            messages.error(request, _("游客进入太频繁了，请过一会儿再试。"))
    return player


@require_GET
@never_cache
@ensure_csrf_cookie
def hall(request: HttpRequest) -> HttpResponse:
    """All zones; a visitor sees them too, and becomes a guest by joining."""
    return _zones(request, None)


@require_GET
@never_cache
@ensure_csrf_cookie
def zone(request: HttpRequest, game: str) -> HttpResponse:
    """The zones of one game."""
    if game not in GAMES:
        raise Http404
    return _zones(request, game)


@require_GET
@never_cache
@ensure_csrf_cookie
def room(request: HttpRequest, room_id: int) -> HttpResponse:
    """A room and its tables."""
    player = viewer(request)
    boot = or_404(lambda: selectors.room_boot(player, room_id))
    if boot["room"]["contest"]:
        return redirect("challenges")
    boot["room"]["title"] = modes.title(boot["room"]["mode"], boot["room"]["seats"])
    boot["room"]["line"] = str(modes.LINES.get((boot["room"]["mode"], boot["room"]["seats"]), ""))
    context = _context(boot, [boot["room"]])
    context["standing"] = people.standing(player, boot["room"]["mode"]) if player else None
    context["instead"] = selectors.instead_of(player, room_id) if player and boot["room"]["fits"] else None
    return render(request, "lobby/room.html", context)


@require_GET
@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The shell that the table's island fills. A visitor is sent to the login page and back."""
    player = viewer(request)
    if player is None:
        return redirect(f"/accounts/login/?next=/t/{table_id}/")
    boot = or_404(lambda: selectors.table_boot(player, table_id))
    boot["contest"] = contests.badge(player.pk, table_id) if boot["room"]["contest"] else None
    looks = props.looks(player.pk, boot["room"]["game"])
    return render(request, "lobby/table.html", {"boot": boot, "looks": looks})


@require_POST
def join(request: HttpRequest, room_id: int) -> HttpResponse:
    """Wait for a match. A visitor enters as a guest first, so that one tap leads from the hall to a table."""
    player = viewer_or_guest(request)
    if player is None:
        return redirect("hall")
    return _command(request, lambda: services.join(player, room_id, of_request(request)), WAITING)


@require_POST
def cancel(request: HttpRequest) -> HttpResponse:
    """Stop waiting for a match."""
    player = viewer(request)
    return _command(request, lambda: services.cancel(player)) if player else redirect("hall")


@require_POST
def sit(request: HttpRequest, table_id: int, index: int) -> HttpResponse:
    """Take a seat and go to its table."""
    player = viewer(request)
    if player is None:
        return redirect("account_login")
    try:
        services.sit(player, table_id, index, of_request(request))
    except Refused as refused:
        return _refused(request, refused)
    return redirect("table", table_id)


def _zones(request: HttpRequest, game: str | None) -> HttpResponse:
    player = viewer(request)
    boot = selectors.hall_boot(player, game)
    if player and game is None:
        boot |= friends.column(player)
    rooms = [room for zone in boot["zones"] for room in zone["rooms"]]
    if request.GET.get("wait") and boot["me"] and boot["me"]["seat"] and boot["me"]["seat"]["hand"]:
        return redirect("table", boot["me"]["seat"]["table"])
    standings = people.standings_of(player.pk, modes.MODES) if player else {}
    for zone in boot["zones"]:
        for place, room in enumerate(zone["rooms"]):
            room["sign"] = OWN_RULES if has_own_rules(room) else SIGNS[min(place, len(SIGNS) - 1)]
        zone["suggested"] = suggested(zone["rooms"], boot["me"])
    context = _context(boot, rooms)
    context["families"] = modes.families(boot["zones"], standings)
    best = [standing for standing in standings.values() if standing.points]
    context["standing"] = max(best, key=lambda one: one.points, default=None)
    context["standing_mode"] = context["standing"] and modes.MODES[context["standing"].mode]
    context["game"] = game
    context["contests"] = contests.next_ones(player) if game is None else []
    return render(request, "lobby/hall.html", context)


def has_own_rules(room: Json) -> bool:
    """Whether a room has set one of its game's switches otherwise than usual."""
    usual = hands.switches(room["game"])
    return any(value != usual[name].usual for name, value in room["switches"].items() if name in usual)


def suggested(rooms: list[Json], me: Json | None) -> Json | None:
    """The room that 加入 leads to: the dearest that fits comfortably, else the cheapest; None without rooms."""
    if not rooms:
        return None
    by_price = sorted(rooms, key=lambda room: room["minimum"])
    if me is None:
        return by_price[0]
    have = me["balances"]
    fitting = [r for r in by_price if not r["currency"] or have.get(r["currency"], 0) >= r["minimum"] * COMFORT]
    return max(fitting, key=lambda room: room["minimum"], default=by_price[0])


def _context(boot: Json, rooms: list[Json]) -> Json:
    """What the first frame shows beside the boot data: where the viewer waits or plays."""
    me = boot["me"]
    ticket = me["ticket"] if me else None
    seat = me["seat"] if me else None
    return {
        "boot": boot,
        "me": me,
        "resume": seat,
        "waiting": next((room for room in rooms if ticket and room["id"] == ticket["room"]), ticket),
    }


def _command(request: HttpRequest, command: Callable[[], object], then: str = "hall") -> HttpResponse:
    try:
        command()
    except Refused as refused:
        return _refused(request, refused)
    return redirect(then)


def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    """A refusal leads on: to the table one already sits at, else back to where one came from, with the sentence."""
    if refused.code in ("seated", "matched"):
        return redirect("table", refused.facts["table"])
    messages.error(request, refused.text)
    if refused.code == "private":
        return redirect("door", refused.facts["table"])
    room = refused.facts.get("room")
    if refused.code in ("room_full", "room_closed"):
        room = room and room["id"]  # the nearest one that fits
    elif refused.code not in ("seat_taken", "table_full", "kept_apart", "hand_open", "sent_away", "matched_only"):
        room = None
    if room:
        return redirect("room", room)  # where the other free seats are, and 加入
    return redirect("hall")


def or_404(read: Callable[[], Json]) -> Json:
    """What `read` gives; the page of the game's own 404 where there is no such room or table."""
    try:
        return read()
    except Refused as refused:
        raise Http404(refused.text) from refused
