"""The form that turns a guest into an account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class UpgradeForm(forms.Form):
    """Name and password by the rules of registration; the e-mail address only serves to reset the password."""

    username = forms.CharField(label=_("账号"), max_length=24, widget=forms.TextInput({"autocomplete": "username"}))
    email = forms.EmailField(label=_("邮箱（可不填）"), required=False)
    password1 = forms.CharField(label=_("密码"), widget=forms.PasswordInput({"autocomplete": "new-password"}))
    password2 = forms.CharField(label=_("再输一遍"), widget=forms.PasswordInput({"autocomplete": "new-password"}))

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"])
        return name

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, second = data.get("password1"), data.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("两次输入的密码不一样。"))
        elif first:
            try:
                get_adapter().clean_password(first, Player(username=data.get("username", "")))
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return data
