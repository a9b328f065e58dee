"""充值, 会员, 订单 and the sandbox's page: plain forms, and every refusal a sentence.

What a browser brings back from a provider is not looked at: a page shows what the database says.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable
from typing import Any, cast

import segno
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import care
from accounts.errors import CareRefused
from accounts.models import Player
from platform_site.views.statement import is_id
from wallet.models import Currency
from wallet.topup import members, providers, selectors, services, webhooks
from wallet.topup.errors import Refused
from wallet.topup.models import Order, Plan, Product
from wallet.topup.money import shown
from wallet.topup.providers import sandbox as box
from wallet.topup.providers.base import Channel, Notice

PAGE = 20
SANDBOX = {
    # what a button says -> the kind of the message, by how much the price differs, whether the message gets lost
    "pay": ("paid", 0, False),
    "wrong": ("paid", -1, False),
    "lost": ("paid", 0, True),
    "refuse": ("refused", 0, False),
    "chargeback": ("charged_back", 0, False),
}


@login_required
@never_cache
@require_GET
def topup(request: HttpRequest) -> HttpResponse:
    """What coins and beans cost, and what keeps the reader from buying."""
    player = cast(Player, request.user)
    wares = selectors.products()
    groups = [(Currency(code), [_ware(one) for one in wares if one.currency == code]) for code in Currency.values]
    context = {
        "groups": [(currency, rows) for currency, rows in groups if rows],
        "barred": _barred(player),
        "open": selectors.is_open(),
        **spent(player.pk),
    }
    return render(request, "pages/topup.html", context)


@login_required
@require_POST
def buy(request: HttpRequest, product_id: int) -> HttpResponse:
    """Order a product."""
    return _place(request, "topup", product_id=product_id)


@login_required
@never_cache
@require_GET
def orders(request: HttpRequest) -> HttpResponse:
    """The reader's orders, the newest first."""
    before = request.GET.get("before", "")
    found = selectors.orders(cast(Player, request.user), PAGE + 1, int(before) if is_id(before) else None)
    rows = found[:PAGE]
    context = {
        "rows": [(one, shown(one.price, one.money)) for one in rows],
        "older": f"?before={rows[-1].pk}" if len(found) > PAGE else None,
        "later": bool(before),
        "open": selectors.is_open(),
    }
    return render(request, "pages/orders.html", context)


@login_required
@never_cache
@require_GET
def order(request: HttpRequest, number: str) -> HttpResponse:
    """One order: how to pay it while it is open, its receipt once it is paid."""
    try:
        found = selectors.order(cast(Player, request.user), number)
    except Refused as refused:
        raise Http404(refused.text) from refused
    channel = _channel(found)
    context = {
        "order": found,
        "price": shown(found.price, found.money),
        "ways": [(provider.code, one) for provider in providers.available().values() for one in provider.channels],
        "channel": channel,
        "channel_name": _channel_name(found),
        "code": segno.make(found.link, error="m").svg_data_uri(scale=6) if channel and channel.scan else None,
    }
    return render(request, "pages/order.html", context)


@login_required
@require_POST
def pay(request: HttpRequest, number: str) -> HttpResponse:
    """Begin to pay in the way that was chosen."""
    player = cast(Player, request.user)
    provider, _colon, channel = request.POST.get("way", "").partition(":")
    return _on_order(
        request, number, lambda: services.start(player, number, provider, channel, get_adapter().get_client_ip(request))
    )


@login_required
@require_POST
def check(request: HttpRequest, number: str) -> HttpResponse:
    """Ask the provider whether it was paid."""
    return _on_order(request, number, lambda: services.check(cast(Player, request.user), number))


@login_required
@require_POST
def cancel(request: HttpRequest, number: str) -> HttpResponse:
    """Give the order up."""
    return _on_order(request, number, lambda: services.cancel(cast(Player, request.user), number))


@login_required
@never_cache
@require_GET
def member(request: HttpRequest) -> HttpResponse:
    """The reader's membership and the plans on sale."""
    player = cast(Player, request.user)
    is_open = selectors.is_open()
    context = {
        "membership": members.membership(player.pk),
        "plans": [_ware(one) for one in selectors.plans() if one.coins is not None or is_open],
        "token": uuid.uuid4(),
        "barred": _barred(player) if is_open else None,
        "open": is_open,
    }
    return render(request, "pages/member.html", context)


@login_required
@require_POST
def buy_plan(request: HttpRequest, plan_id: int) -> HttpResponse:
    """Order a plan for money."""
    return _place(request, "member", plan_id=plan_id)


@login_required
@require_POST
def buy_plan_for_coins(request: HttpRequest, plan_id: int) -> HttpResponse:
    """Buy a plan for coins; the page's token makes a form that is sent twice one purchase."""
    player = cast(Player, request.user)
    try:
        token = str(uuid.UUID(request.POST.get("token", "")))
    except ValueError:
        return redirect("member")
    try:
        members.buy(player, plan_id, token)
    except Refused as refused:
        messages.error(request, refused.text)
    else:
        messages.success(request, _("会员已经开通。"))
    return redirect("member")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def sandbox(request: HttpRequest, number: str) -> HttpResponse:
    """The sandbox provider's own page. Its buttons send signed messages to where a provider sends them."""
    found = Order.objects.filter(number=number, player=cast(Player, request.user), provider=box.Sandbox.code).first()
    if found is None:
        raise Http404
    if request.method == "POST" and request.POST.get("do") in SANDBOX:
        kind, difference, lost = SANDBOX[request.POST["do"]]
        notice = Notice(
            event=secrets.token_hex(16),
            kind=cast(Any, kind),
            number=number,
            reference=f"S{number}",
            price=found.price + difference,
            money=found.money,
        )
        if lost:
            box.lose(notice)
        else:
            answer = webhooks.receive(box.Sandbox.code, *box.message(notice))
            messages.info(request, f"{answer.status} {answer.code}")
        return redirect("order", number)
    return render(request, "pages/sandbox.html", {"order": found, "price": shown(found.price, found.money)})


def _place(request: HttpRequest, back: str, **what: int) -> HttpResponse:
    try:
        placed = services.place(cast(Player, request.user), **what)
    except (Refused, CareRefused) as refused:
        messages.error(request, refused.text)
        return redirect(back)
    return redirect("order", placed.number)


def _on_order(request: HttpRequest, number: str, work: Callable[[], Order]) -> HttpResponse:
    try:
        work()
    except (Refused, CareRefused) as refused:
        if refused.code == "no_order":
            raise Http404(refused.text) from refused
        messages.error(request, refused.text)
    return redirect("order", number)


def _ware(one: Product | Plan) -> dict[str, Any]:
    """Something on sale with its name in the reader's language and its price in words."""
    return {
        "it": one,
        "name": _(one.name),
        "price": None if one.price is None else shown(one.price, settings.TOPUP_MONEY),
    }


def _barred(player: Player) -> str | None:
    """What keeps the player from paying at all, in a word for the page: guest, or a code of the care's refusals."""
    if player.is_guest:
        return "guest"
    refused = care.may_pay(player.pk)
    return refused.code if refused else None


def spent(player_id: int) -> dict[str, str | None]:
    """What was ordered today and this month, and the most that may be, in words; None where nothing limits it."""
    found = services.spending(player_id)
    amounts = {
        "spent_day": found.day,
        "spent_month": found.month,
        "cap_day": found.caps.day,
        "cap_month": found.caps.month,
    }
    money = settings.TOPUP_MONEY
    return {name: None if amount is None else shown(amount, money) for name, amount in amounts.items()}


def _channel(found: Order) -> Channel | None:
    """The way in which the order is being paid, where its provider is still there and its link can be followed."""
    return _way(found) if found.state == Order.State.PAYING and services.has_link(found) else None


def _way(found: Order) -> Channel | None:
    provider = providers.available().get(found.provider)
    return next((one for one in provider.channels if one.code == found.channel), None) if provider else None


def _channel_name(found: Order) -> str:
    way = _way(found)
    return str(way.name) if way else found.provider
