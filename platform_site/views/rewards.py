"""福利: what a player can get now, and the forms that get it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import Player
from rewards import selectors, services
from rewards.errors import Refused
from wallet.models import Currency, Kind, Transfer


@login_required
@never_cache
@require_GET
def rewards(request: HttpRequest) -> HttpResponse:
    """Sign-in ladder, relief, tasks and happy points of the reader."""
    pk = cast(Player, request.user).pk
    context = {
        "ladder": selectors.ladder(pk),
        "reliefs": selectors.reliefs(pk),
        "tasks": selectors.tasks(pk),
        "plan": selectors.plan(pk),
    }
    return render(request, "pages/rewards.html", context)


@login_required
@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in for today."""
    return _give(request, services.sign_in)


@login_required
@require_POST
def relieve(request: HttpRequest, currency: str) -> HttpResponse:
    """Ask for relief."""
    return _give(request, lambda player: services.relieve(player, currency))


@login_required
@require_POST
def take_task(request: HttpRequest, task_id: int) -> HttpResponse:
    """Take what a finished task promises."""
    return _give(request, lambda player: services.take_task(player, task_id))


@login_required
@require_POST
def exchange(request: HttpRequest) -> HttpResponse:
    """Turn happy points into beans."""
    return _give(request, services.exchange)


def _give(request: HttpRequest, give: Callable[[Player], Transfer]) -> HttpResponse:
    """Give it and say how much came, or say why not; back to the page either way."""
    try:
        transfer = give(cast(Player, request.user))
    except Refused as refused:
        messages.error(request, refused.text)
    else:
        entry = transfer.entries.select_related("account").get(account__kind=Kind.PLAYER)
        name = Currency(entry.account.currency).label
        messages.success(
            request, _("收到 %(amount)s %(currency)s。") % {"amount": f"{entry.amount:,}", "currency": name}
        )
    return redirect("rewards")
