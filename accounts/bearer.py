"""`Authorization: Bearer …`: what a request with a token may do.

A view says by `scope` what a token needs for it. A view that says nothing lets no token in, so one that is added
without a thought stays closed. The token is taken from the header alone, never from the address, which ends up in logs.
"""

from __future__ import annotations

from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts import tokens
from accounts.models import Player, Scope, Token

PUBLIC: Literal["public"] = "public"
"""The scope of a view that looks at nobody's token: everybody gets the same answer."""

NO_SCOPE, BAD_TOKEN = "no_scope", "bad_token"
SENTENCES: dict[str, Any] = {
    NO_SCOPE: _("这个令牌没有所需的权限"),
    BAD_TOKEN: _("令牌无效、已撤销或已到期"),
}


def secret_of(header: str) -> str | None:
    """What stands behind `Bearer` in the header; None for a header of another kind."""
    kind, _space, secret = header.strip().partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


class NoScope(PermissionDenied):
    """The token is good and does not allow this; `scope` is what it would take, None where no token is let in."""

    default_code = NO_SCOPE
    default_detail = SENTENCES[NO_SCOPE]

    def __init__(self, scope: str | None) -> None:
        super().__init__()
        self.facts = {"scope": scope}


class TokenAuthentication(BaseAuthentication):
    """The player of the token in the header, if it allows what the view is for. A request that brings a token is
    judged by it alone: the session's cookie beside it counts for nothing."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        secret = secret_of(request.headers.get("Authorization", ""))
        if secret is None:
            return None
        token = tokens.find(secret)
        if token is None:
            raise AuthenticationFailed(str(SENTENCES[BAD_TOKEN]), BAD_TOKEN)
        wanted: str | None = getattr((request.parser_context or {}).get("view"), "scope", None)
        if wanted not in token.scopes:
            raise NoScope(wanted if wanted in Scope.values else None)
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenSchema(OpenApiAuthenticationExtension):
    """How the schema tells of tokens, and which scope each call takes."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token made under 我 › 令牌与机器人; each call names the scope that it takes.",
        }

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        return {self.name: [str(auto_schema.view.scope)]}
