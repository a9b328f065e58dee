"""What registration through django-allauth adds to a new player."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse

from accounts import names
from accounts.models import Player

SWITCHED_OFF = "switched_off"
"""Where in a session stands whose account, that is switched off, its holder knows the password of."""


class AccountAdapter(DefaultAccountAdapter):
    """Registers players: the chosen name is also the first nickname, the picture is a random placeholder."""

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.avatar = names.avatar()
        user.nickname = form.cleaned_data["username"][:24]
        saved: Player = super().save_user(request, user, form, commit=commit)
        return saved

    def respond_user_inactive(self, request: HttpRequest, user: Player) -> HttpResponse:
        """Somebody signed in rightly with an account that is switched off: the page that says so may say why."""
        request.session[SWITCHED_OFF] = user.pk
        shown: HttpResponse = super().respond_user_inactive(request, user)
        return shown
