"""The ladder is set in the admin as a whole, and who rises on it is told upward once for each rise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import levels, selectors, services
from accounts.models import Player, Step
from outbox.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    levels.forget()
    yield
    levels.forget()


@pytest.fixture
def boss(admin_user: Player) -> Client:
    client = Client()
    client.force_login(admin_user)
    return client


PAGE = "/admin/accounts/step/"


def form(client: Client, **changes: Any) -> dict[str, Any]:
    """The list as the browser would send it back, with these changes ("title_3": third level)."""
    assert reverse("admin:accounts_step_changelist") == PAGE
    formset = client.get(PAGE).context["cl"].formset
    values = {f"form-{key}": value for key, value in formset.management_form.initial.items()}
    for number, row in enumerate(formset.forms, start=1):
        values |= {row.add_prefix(name): row[name].value() for name in row.fields}
        for name in row.fields:
            if f"{name}_{number}" in changes:
                values[row.add_prefix(name)] = changes[f"{name}_{number}"]
    return values | {"_save": "Save"}


def test_an_installation_begins_with_the_ladder_of_the_rules() -> None:
    assert list(Step.objects.values_list("level", "start", "title")) == [
        (number, start, title) for number, (start, title) in enumerate(levels.STEPS, start=1)
    ]
    Step.objects.filter(level=23).delete()
    levels.forget()
    assert levels.level(161_000) == 23, "a row that is missing is as in the beginning"


def test_steps_are_set_in_the_admin_and_count_at_once(boss: Client, django_capture_on_commit_callbacks: Any) -> None:
    player = Player.objects.create_user("p")
    services.record(player.pk, "huanle", "win", 50)
    assert selectors.standing(player, "huanle").level == 2
    with django_capture_on_commit_callbacks(execute=True):
        answer = boss.post(PAGE, form(boss, start_2=10, start_3=40, title_3="长工头", title_en_3="Foreman"))
    assert answer.status_code == 302
    standing = selectors.standing(player, "huanle")
    assert (standing.level, standing.title) == (3, "长工头")
    with translation.override("en"):
        assert levels.title(3) == "Foreman"
        assert levels.title(2) != "短工", "an old title keeps its translation"
    assert (levels.start(3), levels.next_start(3), levels.next_start(23)) == (40, 90, None)


@pytest.mark.parametrize("changes", [{"start_1": 5}, {"start_3": 30}, {"start_23": 1}])
def test_a_ladder_that_does_not_rise_is_refused(boss: Client, changes: dict[str, Any]) -> None:
    before = list(Step.objects.values_list("start", flat=True))
    answer = boss.post(PAGE, form(boss, **changes))
    assert answer.status_code == 200
    assert "起始分必须高于前一级" in answer.content.decode()
    assert list(Step.objects.values_list("start", flat=True)) == before


def test_steps_are_neither_added_nor_removed_nor_set_alone(boss: Client) -> None:
    step = Step.objects.get(level=3)
    assert boss.get(reverse("admin:accounts_step_add")).status_code == 403
    assert boss.post(reverse("admin:accounts_step_delete", args=[step.pk]), {"post": "yes"}).status_code == 403
    alone = boss.post(reverse("admin:accounts_step_change", args=[step.pk]), {"start": 1, "title": "x"})
    assert alone.status_code == 302
    step.refresh_from_db()
    assert step.start == 60


def test_a_rise_is_told_a_fall_is_not() -> None:
    player = Player.objects.create_user("p")

    def told(mode: str, points: int) -> list[dict[str, Any]]:
        Event.objects.all().delete()
        services.record(player.pk, mode, "win", points)
        return list(Event.objects.values_list("payload", flat=True))

    assert told("huanle", 95) == [{"player_id": player.pk, "mode": "huanle", "before": 1, "level": 4}]
    assert told("huanle", 84) == []
    assert told("huanle", -90) == []
    assert told("huanle", -500) == []
    assert told("huanle", 420) == []
    assert told("huanle", 25) == [{"player_id": player.pk, "mode": "huanle", "before": 1, "level": 2}]
    assert told("classic", 30) == [{"player_id": player.pk, "mode": "classic", "before": 1, "level": 2}]
