"""Entering as a guest, and keeping what a guest has."""

from __future__ import annotations

from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services
from accounts.errors import TooManyGuests, UsernameTaken
from accounts.forms import UpgradeForm
from accounts.models import Player


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """One tap: a new guest, signed in, sent to `next` or the hall. Whoever is signed in stays who they are."""
    if not request.user.is_authenticated:
        try:
            services.create_guest(request)
        except TooManyGuests:
            messages.error(request, _("游客进入太频繁了，请过一会儿再试。"))
            refusal: HttpResponse = respond_429(request)
            return refusal
    return HttpResponseRedirect(_next(request))


@login_required
@require_http_methods(["GET", "POST"])
def upgrade(request: HttpRequest) -> HttpResponse:
    """Turn the guest who is signed in into an account; an account is sent to the hall."""
    player = request.user
    if not isinstance(player, Player) or not player.is_guest:
        return redirect("/")
    form = UpgradeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.upgrade(player, data["username"], data["password1"], data["email"], request=request)
        except UsernameTaken:
            form.add_error("username", _("这个账号已经有人用了。"))
        else:
            messages.success(request, _("进度已经保存，以后用账号登录。"))
            return HttpResponseRedirect(_next(request))
    return render(request, "account/upgrade.html", {"form": form}, status=400 if form.errors else 200)


def _next(request: HttpRequest) -> str:
    """Where to go afterwards: the form's `next` if it stays on this site, else the hall."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return "/"
