"""The three limits over any sequence of purchases, uses, waits and games, on a clock that the test moves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Player
from shop import limits, selectors, services
from shop.errors import Refused
from shop.limits import Held, Limited, Limits
from shop.models import Item, Use
from tests.shop import things

START = datetime(2026, 12, 1, tzinfo=UTC)
GAMES = ("doudizhu", "thirteen", "mahjong")

kinds = st.builds(
    Limits,
    time=st.none() | st.integers(1, 40).map(lambda days: timedelta(days=days)),
    uses=st.none() | st.integers(1, 4),
    games=st.frozensets(st.sampled_from(GAMES), max_size=2),
    adds=st.booleans(),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("buy"), st.integers(1, 3)),
        st.tuples(st.just("use"), st.sampled_from((*GAMES, None))),
        st.tuples(st.just("wait"), st.sampled_from((0, 1, 23, 24, 25, 24 * 7, 24 * 40)).map(lambda h: h * 3600)),
        st.tuples(st.just("sweep"), st.none()),
    ),
    max_size=14,
)


def outcome(call: Callable[..., Any], *args: Any) -> Any:
    """What the call returns, or the code it is refused with."""
    try:
        return call(*args)
    except (Limited, Refused) as refused:
        return refused.code


@settings(max_examples=300, deadline=None)
@given(kinds, steps)
def test_a_prop_is_usable_exactly_as_long_as_its_limits_say(kind: Limits, taken: list[tuple[str, object]]) -> None:
    now, held = START, None
    # Told anew from the history alone: days and uses bought since it was last over.
    pieces, used, first = 0, 0, START
    for what, how in taken:
        if what == "wait":
            now += timedelta(seconds=how)  # type: ignore[arg-type]
        ends = first + kind.time * pieces if kind.time is not None and pieces else None
        left = None if kind.uses is None else kind.uses * pieces - used
        alive = pieces > 0 and (ends is None or now < ends) and (left is None or left > 0)
        if held is not None:
            assert (limits.over(held, now) is None) == alive
            assert held.uses is None or held.uses >= 0
        if what == "buy":
            endless = kind.time is None and kind.uses is None
            may = not ((alive or how != 1) and (endless or not kind.adds))
            got = outcome(limits.buy, held, kind, how, now)
            assert isinstance(got, Held) if may else got == "not_again"
            if isinstance(got, Held):
                held = got
                if not alive:
                    pieces, used, first = 0, 0, now
                pieces += how  # type: ignore[operator]
        elif what == "use" and held is not None:
            fits = how is None or not kind.games or how in kind.games
            got = outcome(limits.use, held, kind, how, now)
            if isinstance(got, Held):
                assert alive
                assert fits
                held, used = got, used + 1
            else:
                assert got in ("expired", "used_up", "wrong_game")
                assert not (alive and fits)


def test_the_instant_of_expiry_is_expired_and_the_one_before_is_not() -> None:
    held = limits.buy(None, Limits(time=timedelta(days=7)), 1, START)
    assert limits.over(held, held.until - timedelta(microseconds=1)) is None  # type: ignore[operator]
    assert limits.over(held, held.until) == "expired"  # type: ignore[arg-type]


def test_time_and_uses_add_up_to_a_bound() -> None:
    with pytest.raises(Limited, match="too_many"):
        limits.buy(None, Limits(time=timedelta(days=40)), 99, START)
    with pytest.raises(Limited, match="too_many"):
        limits.buy(Held(None, 9_990), Limits(uses=10), 1, START)


@pytest.mark.django_db
@settings(max_examples=25, deadline=None)
@given(kinds, steps)
def test_the_shop_keeps_the_limits(kind: Limits, taken: list[tuple[str, object]]) -> None:
    """The same through the shop: what the services do to the rows is what the arithmetic says, and nothing outlives
    its limits in the bag, whether the sweep or a use comes first."""
    Item.objects.all().delete()  # the examples share one database
    someone: Player = things.player()
    prop = things.prop(
        days=kind.time.days if kind.time else None, uses=kind.uses, games=sorted(kind.games), adds=kind.adds
    )
    offer = things.offer(prop)
    now, held = START, None
    for what, how in taken:
        if what == "wait":
            now += timedelta(seconds=how)  # type: ignore[arg-type]
        if held is not None and limits.over(held, now):
            held = None
        live = Item.objects.filter(player=someone, taken_back=None).first()
        if what == "buy":
            wanted = outcome(limits.buy, held, kind, how, now)
            got = outcome(lambda: things.bought(someone, offer, how, now=now).item.held)  # noqa: B023
            assert got == wanted
            held = got if isinstance(got, Held) else held
        elif what == "use":
            fits = held is not None and limits.barred(held, kind, how, now) is None  # type: ignore[arg-type]
            assert selectors.has(someone.pk, "name", how, now) == fits  # type: ignore[arg-type]
            before = Use.objects.count()
            assert isinstance(outcome(services.use, someone, "name", how, now), Use) == fits
            held = limits.use(held, kind, how, now) if fits else held  # type: ignore[arg-type]
            assert Use.objects.count() - before == fits
            # At the moment of use, what was over has gone back.
            for item in Item.objects.filter(player=someone, taken_back=None):
                assert limits.over(item.held, now) is None
        elif what == "sweep":
            over = live is not None and limits.over(live.held, now) is not None
            assert services.reclaim(now) == over
            assert not Item.objects.filter(player=someone, taken_back=None, until__lte=now).exists()
        usable = [one for one in selectors.owned(someone.pk, now) if one.gone is None]
        if held is not None and limits.over(held, now):
            held = None
        assert [one.item.held for one in usable] == ([held] if held else [])
    assert not Item.objects.filter(player=someone, uses__lt=0).exists()
