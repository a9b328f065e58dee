"""The desk's four roles and what each may do: groups of Django's own, written anew after each migration.

Whoever has several jobs gets several roles. A group of another name is the installation's own and is left alone.
"""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.models import Group, Permission
from django.db.models import Q

ADMIN, GM, ACCOUNTANT, SUPPORT = "admin", "gm", "accountant", "support"

HOUSE = ("accounts", "wallet", "topup", "games", "shop", "avatars", "lobby", "challenge", "chat", "rewards", "outbox")
WRITTEN_BY_SERVICES = {
    "topup": ("order", "event", "term"),
    "accounts": ("standing", "friendship", "block", "privacy", "token"),
    "avatars": ("look",),
    "wallet": ("account", "transfer", "entry", "hold"),
    "shop": ("item", "purchase", "use"),
    "games": ("hand", "handseat", "logentry", "handarchive"),
    "lobby": ("table", "seat", "ticket", "roomrevision", "season", "placing"),
    "challenge": ("challenge", "entry", "round", "board", "roundtable", "sitting", "play"),
    "outbox": ("event", "delivery"),
    "chat": ("sanction", "report", "broadcast", "act", "message"),
    "rewards": ("signin", "reliefgiven", "taskcount", "planday", "levelmark"),
}
"""Models whose rows nobody at the desk adds, changes or removes, whatever his role."""
NOBODY = (
    Q(codename__in=("delete_player", "add_planmember", "delete_planmember", "delete_prop"))
    | Q(content_type__app_label="wallet", codename__startswith="delete_")
    | Q(codename__in=("add_adjustmentlimit", "change_adjustmentlimit"))
)
"""And what nobody may do besides: a player's past belongs to others too, money leaves a trace, exchanges are counted
for ever, and what one person may correct alone is set by superusers."""

ROLES: dict[str, Q] = {
    # Tunes the house and appoints its staff; so he is never the second person of a correction (`wallet.adjustments`).
    # Judging players is another's work, which he sees.
    ADMIN: Q(content_type__app_label__in=HOUSE) & ~Q(codename__in=("approve_adjustment", "work_desk"))
    | Q(codename="view_group"),
    # Looks after the tables and what is said at them.
    GM: Q(content_type__app_label="chat")
    | Q(content_type__app_label__in=("lobby", "challenge", "games"), codename__startswith="view_")
    | Q(codename__in=("view_player", "view_standing")),
    # Sees all money, pays back, asks for corrections and agrees to others'.
    ACCOUNTANT: Q(content_type__app_label__in=("wallet", "topup", "rewards", "shop"), codename__startswith="view_")
    | Q(codename__in=("view_player", "view_standing", "view_hand", "view_room", "view_zone"))
    | Q(codename__in=("add_adjustment", "approve_adjustment", "refund_order")),
    # Answers players: sees what concerns them, mends names, passwords and dates of birth, asks for corrections.
    SUPPORT: Q(content_type__app_label__in=HOUSE, codename__startswith="view_") & ~Q(content_type__app_label="outbox")
    | Q(codename__in=("change_player", "change_care", "add_adjustment")),
}


def permissions(role: str) -> set[Permission]:
    """What a role may do."""
    return {
        permission
        for permission in Permission.objects.filter(ROLES[role]).exclude(NOBODY).select_related("content_type")
        if not permission.codename.startswith(("add_", "change_", "delete_"))
        or permission.content_type.model not in WRITTEN_BY_SERVICES.get(permission.content_type.app_label, ())
    }


def migrated(sender: AppConfig, **_kwargs: Any) -> None:
    """After the last app's permissions are there: the four groups, with exactly what they may do."""
    if sender is not [config for config in apps.get_app_configs() if config.models_module][-1]:
        return
    for role in ROLES:
        group, _made = Group.objects.get_or_create(name=role)
        group.permissions.set(permissions(role))
