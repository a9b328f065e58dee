"""What each of the desk's roles may see and do, and what nobody may."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Care, Player
from lobby.models import Room
from platform_site import roles
from rewards.models import PlanMember
from tests.lobby import people
from wallet import adjustments, selectors
from wallet.models import Adjustment, AdjustmentLimit, Transfer

pytestmark = pytest.mark.django_db


def staff(role: str) -> tuple[Player, Client]:
    """Somebody with that role alone, signed in."""
    player = Player.objects.create_user(f"{role}{uuid4().hex[:6]}", is_staff=True)
    player.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(player)
    return player, client


def may(role: str) -> set[str]:
    codes = Permission.objects.filter(group__name=role).values_list("content_type__app_label", "codename")
    return {f"{app}.{code}" for app, code in codes}


def test_nobody_changes_what_services_write_or_takes_away_what_leaves_a_trace() -> None:
    written = {f"{app}.{model}" for app, models in roles.WRITTEN_BY_SERVICES.items() for model in models}
    for role in roles.ROLES:
        held = may(role)
        assert held, role
        for permission in held:
            app, _dot, code = permission.partition(".")
            action, _line, model = code.partition("_")
            assert action not in ("add", "change", "delete") or f"{app}.{model}" not in written, (role, permission)
            assert not (app in ("wallet", "auth") and action == "delete"), (role, permission)
            assert permission != "accounts.delete_player"
            assert app != "auth" or code == "view_group"


def test_each_role_has_its_own_work() -> None:
    held = {role: may(role) for role in roles.ROLES}
    only = {
        "lobby.change_room": {"admin"},
        "lobby.add_zone": {"admin"},
        "rewards.change_task": {"admin"},
        "wallet.change_adjustmentlimit": set(),
        "wallet.view_adjustmentlimit": {"admin", "accountant", "support"},
        "rewards.change_planmember": {"admin"},
        "rewards.delete_planmember": set(),
        "accounts.change_care": {"admin", "support"},
        "accounts.appoint_staff": {"admin"},
        "accounts.change_player": {"admin", "support"},
        "wallet.add_adjustment": {"admin", "accountant", "support"},
        "wallet.approve_adjustment": {"accountant"},
        "topup.refund_order": {"admin", "accountant"},
        "wallet.view_entry": {"admin", "accountant", "support"},
        "lobby.view_table": {"admin", "gm", "support"},
        "games.view_hand": {"admin", "gm", "accountant", "support"},
        "rewards.view_task": {"admin", "accountant", "support"},
        "outbox.view_event": {"admin"},
    }
    for permission, wanted in only.items():
        assert {role for role, all_of in held.items() if permission in all_of} == wanted, permission
    assert not {code for code in held["gm"] if code.startswith(("wallet.", "rewards."))}
    actions = {code.partition(".")[2].partition("_")[0] for code in held["gm"] if not code.startswith("chat.")}
    assert actions == {"view"}


def test_a_migration_mends_the_roles_and_leaves_other_groups_alone() -> None:
    own = Group.objects.create(name="house rules")
    own.permissions.set(Permission.objects.filter(codename="view_room"))
    Group.objects.get(name="gm").permissions.set(Permission.objects.filter(codename="change_room"))
    from django.apps import apps

    for config in apps.get_app_configs():
        if config.models_module:
            roles.migrated(config)
    assert "lobby.change_room" not in may("gm")
    assert list(own.permissions.values_list("codename", flat=True)) == ["view_room"]


@pytest.mark.parametrize(
    ("role", "opens", "closed"),
    [
        ("admin", ["lobby_room", "wallet_entry", "rewards_task", "accounts_player", "outbox_event"], []),
        ("gm", ["lobby_room", "lobby_table", "games_hand"], ["wallet_entry", "rewards_task", "wallet_adjustment"]),
        ("accountant", ["wallet_entry", "wallet_adjustment", "rewards_task"], ["lobby_table", "outbox_event"]),
        ("support", ["accounts_player", "wallet_entry", "lobby_table"], ["outbox_event", "auth_group"]),
    ],
)
def test_pages_open_to_whom_they_are_for(role: str, opens: list[str], closed: list[str]) -> None:
    _player, client = staff(role)
    for name in opens:
        assert client.get(reverse(f"admin:{name}_changelist")).status_code == 200, name
    for name in closed:
        assert client.get(reverse(f"admin:{name}_changelist")).status_code == 403, name
    assert client.get(reverse("admin:index")).status_code == 200


def test_only_an_admin_tunes_a_room(admin_user: Player) -> None:
    room = people.rooms()
    page = reverse("admin:lobby_room_change", args=[room.pk])
    for role in ("gm", "accountant", "support"):
        _player, client = staff(role)
        shown = client.get(page)
        assert (shown.status_code, 'name="why"' in shown.content.decode()) == (200, False), role
        assert client.post(page, {"n": 9, "why": "x"}).status_code == 403, role
    room.refresh_from_db()
    assert (room.n, room.version, Room.objects.get(pk=room.pk).n) == (1, 1, 1)


def test_the_ledger_takes_no_change_from_anybody(admin_user: Player) -> None:
    transfer = Transfer.objects.filter(kind="opening").first()
    assert transfer is not None
    client = Client()
    client.force_login(admin_user)
    for name, pk in (("transfer", transfer.pk), ("entry", transfer.entries.all()[0].pk)):
        assert client.post(reverse(f"admin:wallet_{name}_change", args=[pk]), {"key": "x"}).status_code == 403
        assert client.post(reverse(f"admin:wallet_{name}_delete", args=[pk]), {"post": "yes"}).status_code == 403
        assert client.get(reverse(f"admin:wallet_{name}_add")).status_code == 403


def test_nobody_makes_himself_more_than_he_is(admin_user: Player) -> None:
    admin, as_admin = staff("admin")
    helper, as_support = staff("support")
    player = Player.objects.create_user("p")

    def form(client: Client, of: Player) -> dict[str, object]:
        fields = client.get(reverse("admin:accounts_player_change", args=[of.pk])).context["adminform"].form
        values = {name: fields[name].value() for name in fields.fields}
        return {name: value for name, value in values.items() if value not in (None, False)}

    want = {"is_staff": "on", "is_superuser": "on", "groups": [Group.objects.get(name="admin").pk]}
    page = reverse("admin:accounts_player_change", args=[player.pk])
    assert as_support.post(page, {**form(as_support, player), "nickname": "new", **want}).status_code == 302
    player.refresh_from_db()
    assert (player.nickname, player.is_staff, player.is_superuser, player.groups.count()) == ("new", False, False, 0)
    assert as_admin.post(page, {**form(as_admin, player), **want}).status_code == 302
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser, player.groups.count()) == (True, False, 1)
    for client, of in ((as_support, player), (as_support, helper), (as_support, admin), (as_admin, admin_user)):
        own = reverse("admin:accounts_player_change", args=[of.pk])
        password = reverse("admin:auth_user_password_change", args=[of.pk])
        assert client.post(own, {"nickname": "mine"}).status_code == 403
        assert client.post(password, {"password1": "x", "password2": "x"}).status_code == 403


def test_a_correction_is_asked_for_and_agreed_to_on_the_pages() -> None:
    AdjustmentLimit.objects.filter(currency="beans").update(amount=100)
    player = Player.objects.create_user("p")
    accountant, as_accountant = staff("accountant")
    _support, as_support = staff("support")
    add = reverse("admin:wallet_adjustment_add")
    key = as_support.get(add).context["adminform"].form["key"].value()
    wanted = {"player": player.pk, "currency": "beans", "amount": 500, "reason": "", "key": key}
    assert "reason" in as_support.post(add, wanted).context["adminform"].form.errors
    assert "amount" in as_support.post(add, {**wanted, "amount": -10_001}).context["adminform"].form.errors
    wanted["reason"] = "a hand was lost"
    for _twice in range(2):
        assert as_support.post(add, wanted).status_code == 302
    other = as_support.post(add, {**wanted, "amount": 501}, follow=True)
    assert "已经提交过另一笔" in other.content.decode()
    (asked,) = Adjustment.objects.all()
    assert (asked.state, selectors.balance(player.pk, "beans")) == ("waiting", 10_000)
    page = reverse("admin:wallet_adjustment_change", args=[asked.pk])
    agree = reverse("admin:wallet_adjustment_decide", args=[asked.pk, "approve"])
    shown = as_support.get(page).content.decode()
    assert ("同意入账" in shown, "撤回</button>" in "".join(shown.split())) == (False, True)
    assert as_support.post(agree).status_code == 403
    assert as_accountant.get(agree).status_code == 404, "a link alone agrees to nothing"
    assert "同意入账" in as_accountant.get(page).content.decode()
    assert as_accountant.post(agree).status_code == 302
    assert "已经有人决定过了" in as_accountant.post(agree, follow=True).content.decode()
    asked.refresh_from_db()
    assert (asked.state, asked.decided_by, selectors.balance(player.pk, "beans")) == ("done", accountant, 10_500)
    own = adjustments.request(accountant, player, "beans", 5_000, "x", uuid4())
    answer = as_accountant.post(reverse("admin:wallet_adjustment_decide", args=[own.pk, "approve"]), follow=True)
    assert "提出的人不能自己同意" in answer.content.decode()
    assert "同意入账" not in answer.content.decode()
    assert selectors.balance(player.pk, "beans") == 10_500


def test_who_appoints_the_staff_is_no_second_person_and_who_asked_may_withdraw(admin_user: Player) -> None:
    player = Player.objects.create_user("p")
    admin, as_admin = staff("admin")
    support, as_support = staff("support")
    _other, as_other = staff("support")
    admin.groups.add(Group.objects.get(name="accountant"))
    asked = adjustments.request(support, player, "beans", 5_000_000, "x", uuid4())
    page = reverse("admin:wallet_adjustment_change", args=[asked.pk])
    agree, refuse = (reverse("admin:wallet_adjustment_decide", args=[asked.pk, what]) for what in ("approve", "refuse"))
    assert "同意入账" not in as_admin.get(page).content.decode()
    assert "任命员工的人" in as_admin.post(agree, follow=True).content.decode()
    assert as_other.post(refuse).status_code == 403
    assert as_support.post(refuse).status_code == 302
    asked.refresh_from_db()
    assert (asked.state, asked.decided_by, selectors.balance(player.pk, "beans")) == ("refused", support, 10_000)
    limit = AdjustmentLimit.objects.get(currency="beans")
    assert (
        as_admin.post(reverse("admin:wallet_adjustmentlimit_change", args=[limit.pk]), {"amount": 9}).status_code == 403
    )
    again = adjustments.request(support, player, "beans", 5_000_000, "x", uuid4())
    assert adjustments.approve(again.pk, admin_user).state == "done"


def test_support_mends_a_birthday_and_nobody_deletes_a_member_of_the_plan(admin_user: Player) -> None:
    player = Player.objects.create_user("p")
    care = Care.objects.create(player=player, born=date(2015, 1, 1))
    _support, as_support = staff("support")
    form = {"born": "1990-01-01"}
    assert as_support.post(reverse("admin:accounts_care_change", args=[care.pk]), form).status_code == 302
    care.refresh_from_db()
    assert care.born == date(1990, 1, 1)
    member = PlanMember.objects.create(player=player, exchanges=3)
    boss = Client()
    boss.force_login(admin_user)
    assert boss.get(reverse("admin:rewards_planmember_delete", args=[member.pk])).status_code == 403
