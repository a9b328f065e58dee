"""欢乐挑战赛: the contests there are, and one of them, from its entries to its prizes. All of it works without
JavaScript; with it the page of a contest renews what changes, and leads to the own table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from accounts.origins import of_request
from lobby import selectors as lobby
from lobby.challenge import selectors, services
from lobby.errors import Refused
from platform_site.views import modes
from platform_site.views.lobby import Json, viewer, viewer_or_guest
from platform_site.views.people import reader

UNCHANGED = 204


def titled(contests: list[Json]) -> list[Json]:
    """With the name of each contest's mode."""
    for contest in contests:
        contest["title"] = modes.title(contest["mode"], contest["seats"])
    return contests


@require_GET
@never_cache
@ensure_csrf_cookie
def challenges(request: HttpRequest) -> HttpResponse:
    """All contests: those one can enter, those that run, those that were held."""
    shelves = {name: titled(contests) for name, contests in selectors.listed(viewer(request)).items()}
    return render(request, "challenge/list.html", shelves)


@require_GET
@never_cache
@ensure_csrf_cookie
def challenge(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """One contest: terms, who takes part and stands where, boards, and the result."""
    context = _context(request, challenge_id)
    player = viewer(request)
    context["boot"] = player and {"s": lobby.now_ms(), "me": lobby.me(player)}
    return render(request, "challenge/page.html", context)


@require_GET
@never_cache
def live(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """The part of its page that changes; nothing where it is as the reader knows it (`v`)."""
    now = selectors.version(challenge_id)
    if now is None:
        raise Http404
    if request.GET.get("v") == str(now):
        return HttpResponse(status=UNCHANGED)
    return render(request, "challenge/live.html", _context(request, challenge_id))


@require_POST
def enter(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Enter; a visitor becomes a guest by it."""
    player = viewer_or_guest(request)
    if player is None:
        return redirect("challenges")
    return _command(
        request,
        challenge_id,
        lambda: services.enter(player, challenge_id, of_request(request)),
        _("报名成功，开赛前请回到这里。"),
    )


@login_required
@require_POST
def take_back(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Take the entry back."""
    act = services.take_back
    return _command(request, challenge_id, lambda: act(reader(request), challenge_id), _("已取消报名。"))


@login_required
@require_POST
def give_up(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Give up."""
    act = services.give_up
    return _command(request, challenge_id, lambda: act(reader(request), challenge_id), _("已退赛。"))


def _context(request: HttpRequest, challenge_id: int) -> dict[str, Any]:
    player = viewer(request)
    try:
        context = selectors.page(challenge_id, player)
    except Refused as refused:
        raise Http404(refused.text) from refused
    titled([context["challenge"]])
    context["short"] = context["challenge"]["fee"] and player and _short(context["challenge"], player.pk)
    return context


def _short(contest: Json, player_id: int) -> bool:
    return lobby.balances(player_id).get(contest["currency"], 0) < contest["fee"]


def _command(request: HttpRequest, challenge_id: int, act: Callable[[], object], said: str) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, refused.text)
        if refused.code == "no_challenge":
            return redirect("challenges")
    else:
        messages.success(request, said)
    return redirect("challenge", challenge_id)
