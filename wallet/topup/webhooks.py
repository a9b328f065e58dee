"""Where providers send their messages: `POST /pay/<provider>/notify/`.

Nobody signs in here and no cookie counts: the signature alone says who speaks. Answers: 200 for what was done (or was
done before), 404 and 409 for a proven message that cannot be followed, 400 and 401 for one that is not believed; the
body is {code, message}. Providers send again what is not answered with 200.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from wallet.topup import providers, services
from wallet.topup.errors import BadMessage, BadSignature, StaleMessage

log = logging.getLogger(__name__)

LONGEST = 64 * 1024
"""No message has more bytes than that."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a message: the outcome of `services.hear` or the code of a `BadMessage`, and the HTTP status."""

    code: str
    status: int


def receive(provider: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Prove a message, then do what it calls for."""
    known = providers.available().get(provider)
    if known is None:
        return Answer("no_provider", 404)
    try:
        if len(body) > LONGEST:
            raise BadMessage
        notice = known.read(headers, body)
    except BadMessage as error:
        log.warning("a message to %s was not believed: %s", provider, error.code)
        return Answer(error.code, 401 if isinstance(error, BadSignature | StaleMessage) else 400)
    outcome = services.hear(provider, notice)
    if outcome in services.DONE:
        return Answer(outcome, 200)
    return Answer(outcome, 404 if outcome == "unknown_order" else 409)


@csrf_exempt
@require_POST
def notify(request: HttpRequest, provider: str) -> JsonResponse:
    """The address that a provider is told."""
    answer = receive(provider, request.headers, request.body)
    return JsonResponse({"code": answer.code, "message": answer.code}, status=answer.status)


urlpatterns = [path("<slug:provider>/notify/", notify, name="pay-notify")]
