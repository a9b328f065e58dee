"""Where somebody comes from: the address of the connection and the device, as far as a cookie tells it.

Both are hints, not proofs: people of one household share an address, and cookies can be cleared. They serve to keep
those apart at tables for money who might play into each other's hands.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from allauth.core.internal.httpkit import get_client_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

DEVICE_COOKIE = "device"
_DEVICE = re.compile(r"[0-9a-f]{32}")
KEPT_SECONDS = 2 * 365 * 24 * 3600
IPV6_NETWORK = 64
"""A household is given a whole network of so many bits: its addresses count as one."""


class Origin(NamedTuple):
    """An IPv4 address or the network of an IPv6 address, and the device's own number; each empty where it tells
    nothing. The machine's own address tells nothing: behind a proxy that was not declared it would be everybody's."""

    address: str = ""
    device: str = ""


UNKNOWN = Origin()


def of_request(request: HttpRequest) -> Origin:
    """Of a page or a call of the API."""
    try:
        told = get_client_ip(request)
    except (ImproperlyConfigured, ValueError):  # fewer proxies told than stand in front: it did not come through them
        told = None
    device = request.COOKIES.get(DEVICE_COOKIE, "")
    return Origin(_address(told), device if _DEVICE.fullmatch(device) else "")


def of_scope(scope: dict[str, Any]) -> Origin:
    """Of a socket."""
    headers = {name.lower(): value.decode("latin1") for name, value in scope.get("headers", ())}
    request = HttpRequest()
    client = scope.get("client")
    request.META["REMOTE_ADDR"] = client[0] if client else ""
    if forwarded := headers.get(b"x-forwarded-for"):
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    request.COOKIES = dict(scope.get("cookies", {}))
    return of_request(request)


def _address(told: str | None) -> str:
    try:
        address = ipaddress.ip_address((told or "").strip())
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return _address(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, IPV6_NETWORK), strict=False).network_address)
    return "" if address.is_loopback else str(address)


def mark_device(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: give a browser that opens a page a number of its own, and keep it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        page = request.method == "GET" and response.get("Content-Type", "").startswith("text/html")
        if page and DEVICE_COOKIE not in request.COOKIES:
            response.set_cookie(
                DEVICE_COOKIE,
                secrets.token_hex(16),
                max_age=KEPT_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware
