"""令牌与机器人: the tokens with which programs act for a player, and his bot accounts. Plain forms.

A new token's secret is in the answer to the form that made it and nowhere else: not in a session, not in an address,
and no cache keeps the page.
"""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import bots, tokens
from accounts.errors import TokenRefused
from accounts.models import Player, Scope
from platform_site.views.people import reader

USUAL_DAYS = 90


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The reader's tokens and bots; by POST a new token, whose secret the answer shows."""
    player = reader(request)
    made: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        try:
            token, secret = _make(request, player)
        except TokenRefused as refused:
            made, status = {"refused": refused.text}, 409
        else:
            made = {"token": token, "secret": secret}
    return render(request, "people/tokens.html", _shown(request, player) | made, status=status)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Take a token back."""
    try:
        tokens.revoke(reader(request), token_id)
    except TokenRefused as refused:
        messages.error(request, refused.text)
    else:
        messages.success(request, _("令牌撤销了，用它的程序不能再进来。"))
    return redirect("tokens")


@login_required
@require_POST
def make_bot(request: HttpRequest) -> HttpResponse:
    """Make a bot account."""
    try:
        bot = bots.create(reader(request), request.POST.get("name", "").strip())
    except TokenRefused as refused:
        messages.error(request, refused.text)
    else:
        messages.success(request, _("%(name)s 有了账号。给它一个令牌，程序就能用它打牌。") % {"name": bot.nickname})
    return redirect("tokens")


@login_required
@require_POST
def retire_bot(request: HttpRequest, bot_id: int) -> HttpResponse:
    """Take a bot out of service, for good."""
    try:
        bots.retire(reader(request), bot_id)
    except TokenRefused as refused:
        messages.error(request, refused.text)
    else:
        messages.success(request, _("机器人停用了，它的令牌都失效了。"))
    return redirect("tokens")


def _make(request: HttpRequest, player: Player) -> tuple[object, str]:
    """The token that the form asks for. Whoever has a password gives it: an open browser alone makes no keys, and may
    not guess for long."""
    if not ratelimit.consume(request, action="reauthenticate", user=player):
        raise TokenRefused("slow_down")
    if player.has_usable_password() and not player.check_password(request.POST.get("password", "")):
        raise TokenRefused("wrong_password")
    account, days = (request.POST.get(name, "") for name in ("account", "days"))
    bot = player.bots.filter(pk=account).first() if account.isdecimal() and account != str(player.pk) else player
    if bot is None:
        raise TokenRefused("no_bot")
    return tokens.create(
        player,
        bot,
        request.POST.get("name", ""),
        request.POST.getlist("scopes"),
        int(days) if days.isdecimal() else 0,
    )


def _shown(request: HttpRequest, player: Player) -> dict[str, object]:
    asked = request.POST if request.method == "POST" else {}
    now = timezone.now()
    labels = dict(Scope.choices)
    rows = [(row, [labels[scope] for scope in row.scopes], row.expires_at <= now) for row in tokens.own(player.pk)]
    days = asked.get("days", "")
    return {
        "rows": rows,
        "bots": player.bots.filter(is_active=True).order_by("pk"),
        "accounts": [player, *player.bots.filter(is_active=True).order_by("pk")],
        "scopes": Scope.choices,
        "days": tokens.DAYS,
        "chosen_days": int(days) if days.isdecimal() else USUAL_DAYS,
        "chosen_account": asked.get("account", ""),
        "mark": bots.BOT_MARK,
        "longest": bots.NAME_LONGEST,
        "name_longest": tokens.NAME,
    }
