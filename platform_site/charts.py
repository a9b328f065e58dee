"""Charts as inline SVG, drawn by the server: geometry here, colours in css/desk.css, marks in admin/parts/bars.html."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10

WIDTH, HEIGHT = 640, 220
LEFT, TOP, BOTTOM = 56, 12, 24
"""Margins for the numbers of the axis and the names below."""
SHARE = 0.62
"""Of a column's place that its bar takes."""
COLOURS = 6
"""How many there are in css/desk.css; a seventh series begins again."""

Column = tuple[str, Mapping[str, int]]
"""What stands below a column, and its values by series."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A piece of a column. `colour`: 0 to `COLOURS` - 1."""

    x: float
    y: float
    width: float
    height: float
    colour: int
    title: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Stacked columns. `lines`: (y, number) of the grid; `names`: (x, text) below; `legend`: (colour, name, sum)."""

    title: str
    bars: tuple[Bar, ...]
    lines: tuple[tuple[float, int], ...]
    names: tuple[tuple[float, str], ...]
    legend: tuple[tuple[int, str, int], ...]

    width = WIDTH
    height = HEIGHT
    left = LEFT


def stacked(title: str, series: Mapping[str, str], columns: Sequence[Column]) -> Bars:
    """Columns of the series (key -> name) on top of each other; what is below zero counts as nothing. Series without
    any value are left out, and where there is room for few names only every second, third, … column is named."""
    kept = {key: name for key, name in series.items() if any(values.get(key, 0) > 0 for _name, values in columns)}
    tallest = max((sum(max(0, values.get(key, 0)) for key in kept) for _name, values in columns), default=0)
    step = _step(tallest)
    top = max(step, -(-tallest // step) * step)
    place = (WIDTH - LEFT) / max(1, len(columns))
    room = HEIGHT - TOP - BOTTOM
    bars: list[Bar] = []
    for number, (name, values) in enumerate(columns):
        base = float(HEIGHT - BOTTOM)
        for colour, (key, told) in enumerate(kept.items()):
            value = max(0, values.get(key, 0))
            height = room * value / top
            base -= height
            if value:
                x = LEFT + place * (number + (1 - SHARE) / 2)
                text = f"{name} · {told}: {value:,}"
                bars.append(Bar(_r(x), _r(base), _r(place * SHARE), _r(height), colour % COLOURS, text))
    every = max(1, round(len(columns) / 8))
    return Bars(
        title,
        tuple(bars),
        tuple((_r(HEIGHT - BOTTOM - room * value / top), value) for value in range(0, top + 1, step)),
        tuple(
            (_r(LEFT + place * (number + 0.5)), name)
            for number, (name, _values) in enumerate(columns)
            if (len(columns) - 1 - number) % every == 0
        ),
        tuple(
            (colour % COLOURS, name, sum(max(0, values.get(key, 0)) for _name, values in columns))
            for colour, (key, name) in enumerate(kept.items())
        ),
    )


def _step(tallest: int) -> int:
    """A round distance between the lines of the grid, so that there are two to five."""
    if tallest <= 4:
        return 1
    unit = int(10 ** floor(log10(tallest / 2)))
    return next(unit * times for times in (1, 2, 5, 10) if tallest / (unit * times) <= 5)


def _r(value: float) -> float:
    return round(value, 1)
