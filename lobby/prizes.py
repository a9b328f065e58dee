"""The prizes that an installation's seasons start with; a table that an admin has filled is left alone."""

from typing import Any

from lobby.models import SeasonPrize

PRIZES = (
    ("week", 1, 1, 10_000),
    ("week", 2, 3, 5_000),
    ("week", 4, 10, 2_000),
    ("week", 11, 50, 500),
    ("month", 1, 1, 50_000),
    ("month", 2, 3, 20_000),
    ("month", 4, 10, 8_000),
    ("month", 11, 100, 2_000),
)


def migrated(**_kwargs: Any) -> None:
    """Fill the table where it is empty."""
    if not SeasonPrize.objects.exists():
        SeasonPrize.objects.bulk_create(
            SeasonPrize(period=period, place=place, until=until, amount=amount)
            for period, place, until, amount in PRIZES
        )
