"""Who takes the money. A provider is on when its settings are there; nothing of it is loaded before."""

from __future__ import annotations

from django.conf import settings

from wallet.topup.providers.base import Provider


def available() -> dict[str, Provider]:
    """The providers that are on, by their codes."""
    found: list[Provider] = []
    if settings.WECHATPAY is not None:
        from wallet.topup.providers import wechat

        found.append(wechat.provider(wechat.Merchant(**settings.WECHATPAY)))
    if settings.TOPUP_SANDBOX:
        from wallet.topup.providers import sandbox

        found.append(sandbox.Sandbox())
    return {provider.code: provider for provider in found}
