"""Who takes real money, from the environment: nobody until every variable is there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

WECHATPAY = {
    "mchid": "WECHATPAY_MCHID",
    "appid": "WECHATPAY_APPID",
    "serial": "WECHATPAY_SERIAL",
    "private_key": "WECHATPAY_PRIVATE_KEY_FILE",
    "apiv3_key": "WECHATPAY_APIV3_KEY",
    "public_key": "WECHATPAY_PUBLIC_KEY_FILE",
    "public_key_id": "WECHATPAY_PUBLIC_KEY_ID",
    "site": "SITE_URL",
}
"""A field of `wallet.topup.providers.wechat.Merchant`, and the variable with its value or with the file that has it."""


def wechatpay(environment: Mapping[str, str]) -> dict[str, str] | None:
    """The merchant, or None where no WECHATPAY variable is set. Raises `ImproperlyConfigured` when some are missing, a
    key cannot be read, or the site's address is not an https one."""
    given = {name: environment.get(name, "").strip() for name in WECHATPAY.values()}
    if not any(value for name, value in given.items() if name != "SITE_URL"):
        return None
    if missing := sorted(name for name, value in given.items() if not value):
        raise ImproperlyConfigured(f"WeChat Pay needs {', '.join(missing)} too")
    merchant = {field: given[name] for field, name in WECHATPAY.items()}
    if not merchant["site"].startswith("https://"):
        raise ImproperlyConfigured("SITE_URL must be the site's https address: WeChat Pay sends messages to it")
    if len(merchant["apiv3_key"].encode()) != 32:
        raise ImproperlyConfigured("WECHATPAY_APIV3_KEY has 32 characters")
    for field in ("private_key", "public_key"):
        try:
            merchant[field] = Path(merchant[field]).read_text(encoding="ascii")
        except (OSError, ValueError) as error:
            raise ImproperlyConfigured(f"{WECHATPAY[field]}: {error}") from error
    return merchant | {"site": merchant["site"].rstrip("/")}
