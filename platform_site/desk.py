"""The admin's sidebar: what each of its pages is for, in the order of a working day."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SECTIONS: tuple[tuple[str | Promise, dict[str, str]], ...] = (
    (
        _("房间和牌桌"),
        {
            "lobby.Zone": "category",
            "lobby.Room": "meeting_room",
            "lobby.RoomRevision": "history",
            "lobby.Table": "table_restaurant",
            "lobby.Ticket": "hourglass_top",
            "lobby.Season": "calendar_month",
            "lobby.SeasonPrize": "emoji_events",
            "lobby.Placing": "social_leaderboard",
            "games.Hand": "playing_cards",
        },
    ),
    (
        _("挑战赛"),
        {
            "challenge.Schedule": "event_repeat",
            "challenge.Challenge": "trophy",
        },
    ),
    (
        _("玩家"),
        {
            "accounts.Player": "person",
            "accounts.BotAccount": "smart_toy",
            "accounts.Token": "key",
            "accounts.Standing": "leaderboard",
            "accounts.Friendship": "group",
            "accounts.Block": "block",
            "accounts.Step": "stairs",
            "accounts.Care": "health_and_safety",
            "accounts.CareRules": "rule",
            "accounts.AgeBand": "child_care",
            "accounts.OpenDay": "event",
            "lobby.Season": "calendar_month",
            "lobby.Placing": "military_tech",
            "auth.Group": "shield_person",
            "account.EmailAddress": "mail",
        },
    ),
    (
        _("GM 台"),
        {
            "chat.Act": "gavel",
            "chat.Sanction": "voice_over_off",
            "chat.Report": "flag",
            "chat.Broadcast": "campaign",
            "chat.Message": "chat",
        },
    ),
    (
        _("账目"),
        {
            "wallet.Adjustment": "balance",
            "wallet.AdjustmentLimit": "production_quantity_limits",
            "wallet.Account": "account_balance_wallet",
            "wallet.Transfer": "receipt_long",
            "wallet.Entry": "list_alt",
            "wallet.Hold": "lock",
            "wallet.OpeningGrant": "redeem",
        },
    ),
    (
        _("充值与会员"),
        {
            "topup.Order": "shopping_cart",
            "topup.Event": "webhook",
            "topup.Product": "sell",
            "topup.Plan": "card_membership",
            "topup.Term": "workspace_premium",
        },
    ),
    (
        _("商城"),
        {
            "shop.Prop": "styler",
            "shop.Offer": "storefront",
            "shop.Item": "backpack",
            "shop.Purchase": "receipt",
            "shop.Use": "touch_app",
        },
    ),
    (
        _("福利"),
        {
            "rewards.SignInGift": "event_available",
            "rewards.Relief": "volunteer_activism",
            "rewards.Task": "task_alt",
            "rewards.PlanRule": "add_task",
            "rewards.PlanRate": "currency_exchange",
            "rewards.PlanMember": "groups",
            "rewards.LevelGift": "featured_seasonal_and_gifts",
            "lobby.SeasonPrize": "emoji_events",
        },
    ),
)
"""Headings with their models (app and class) and icons (Material Symbols). A model that is named nowhere stands under
its app's own heading below these."""

PLAIN = "tag"


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The sidebar for this person: what he may see, and nothing of what he may not."""
    apps = admin.site.get_app_list(request)
    seen = {model["model"]._meta.label: model for app in apps for model in app["models"] if model["admin_url"]}
    start = {"title": _("总览"), "icon": "dashboard", "link": reverse_lazy("admin:index")}
    groups: list[dict[str, Any]] = [{"title": "", "items": [start]}]
    for title, icons in SECTIONS:
        items = [_item(seen.pop(label), icon) for label, icon in icons.items() if label in seen]
        groups.append({"title": title, "separator": True, "items": items})
    for app in apps:
        rest = [_item(model, PLAIN) for model in app["models"] if model["model"]._meta.label in seen]
        groups.append({"title": app["name"], "separator": True, "items": rest})
    return [group for group in groups if group["items"]]


def _item(model: dict[str, Any], icon: str) -> dict[str, Any]:
    return {"title": model["name"], "icon": icon, "link": model["admin_url"]}
