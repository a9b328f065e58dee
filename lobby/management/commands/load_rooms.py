"""Load the zones and rooms every installation starts with (rules of Dou Dizhu, 1.14; of Thirteen Water, 1.12;
of mahjong, 4 no. 11)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from lobby.models import Room, Zone, usual_timers


class Shelf(NamedTuple):
    """A zone and what its rooms have in common. `currency` "" is a zone of points. `fewest`: with so many a table
    begins, None: when it is full."""

    code: str
    name: str
    mode: str
    seats: int
    currency: str
    initial: int = 15
    coef: str = "1"
    doubling: bool = False
    game: str = "doudizhu"
    fewest: int | None = None


SHELVES = (
    Shelf("huanle", "欢乐·普通区", "huanle", 3, "beans", doubling=True),
    Shelf("huanle-two", "欢乐·二人区", "huanle", 2, "beans", doubling=True),
    Shelf("huanle-laizi", "欢乐·癞子区", "huanle-laizi", 3, "beans", initial=60, coef="0.25", doubling=True),
    Shelf("huanle-tiandi", "欢乐·天地癞子区", "huanle-tiandi", 3, "beans", initial=60, coef="0.25", doubling=True),
    Shelf("huopin", "火拼·普通区", "huopin", 3, "coins"),
    Shelf("huopin-two", "火拼·二人区", "huopin", 2, "coins"),
    Shelf("classic", "斗地主·积分区", "classic", 3, ""),
    Shelf("siren", "四人斗地主·积分区", "siren", 4, ""),
    Shelf("thirteen", "十三水·普通区", "thirteen", 4, "coins", initial=1, game="thirteen", fewest=2),
    Shelf("mahjong-1", "广东麻将·一番起和区", "guangdong-1", 4, "coins", initial=1, game="mahjong"),
    Shelf("mahjong-0", "广东麻将·无番起和区", "guangdong-0", 4, "coins", initial=1, game="mahjong"),
    Shelf("mahjong-3", "广东麻将·三番起和区", "guangdong-3", 4, "coins", initial=1, game="mahjong"),
)
STAKED = (
    # code, name, N, A, minimum, maximum carried, 加倍 above
    ("novice", "新手", 1, 5, 500, 50_000, 2_000),
    ("junior", "初级", 5, 25, 3_000, 300_000, 10_000),
    ("middle", "中级", 20, 100, 15_000, 1_500_000, 50_000),
    ("senior", "高级", 100, 500, 80_000, None, 250_000),
)
BY_POINTS: tuple[tuple[str, str, str, int, int, dict[str, Any]], ...] = (
    # code, name, level, N, A, and what the room changes about the rules
    ("novice", "新手", "novice", 1, 1, {}),
    ("junior", "初级", "junior", 10, 5, {}),
    ("middle", "中级", "middle", 100, 50, {}),
    ("senior", "高级", "senior", 1_000, 500, {}),
    ("plain", "老规矩", "novice", 1, 1, {"row_bonus": False, "shoot": 1}),
)
"""The rooms of a game in which seats win points from each other; the last one is scored as the customer's paper says,
as far as it can be read: a row is one point, whatever it is made of."""
BY_FAN = {"guangdong-0": 10, "guangdong-1": 5, "guangdong-3": 2}
"""N in the cheapest room of each kind of mahjong: the more fan a win takes, the more it is worth."""
MAHJONG = (("novice", "新手", 1), ("middle", "中级", 10), ("senior", "高级", 100))
"""Code and name of the rooms of a kind, and by how many times the cheapest one's N and A are higher."""
MAHJONG_FEE = 2
LEAST = {"thirteen": 120, "mahjong": 100}
"""What one has to bring there, in N."""
SPECTATORS_BEHIND = {"senior": 15_000}
"""By how many ms: where much is at stake a friend who watches shall be of no help."""
SKILLED = ("middle", "senior", "points-2")
"""The rooms whose bots play as well as they can."""
CONTESTS = ("huanle", "huanle-laizi", "thirteen", "mahjong-1")
"""The zones with a room for contests."""
UNSTAKED = (("points-1", "积分一"), ("points-2", "积分二"))


def rooms(shelf: Shelf) -> Iterator[dict[str, Any]]:
    """The starting rooms of a zone, cheapest first, the one for contests last. For two players N and A are half as
    high, rounded up."""
    same = {
        "mode": shelf.mode,
        "seats": shelf.seats,
        "fewest": shelf.fewest,
        "currency": shelf.currency,
        "initial": shelf.initial,
        "coef": shelf.coef,
        "timers": usual_timers(shelf.game),
    }
    yield from _open_rooms(shelf, same)
    if shelf.code in CONTESTS:
        yield {
            **same,
            "fewest": None,
            "currency": "",
            "initial": 1,
            "code": "contest",
            "name": "挑战赛",
            "level": "contest",
            "is_open": False,
            "contest": True,
            "spectators": False,
            "absence": Room.Absence.TRUSTEE,
        }


def _open_rooms(shelf: Shelf, same: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Those of the hall."""
    if shelf.game in LEAST:
        for code, name, level, n, a, switches in _unlimited(shelf):
            yield {
                **same,
                "code": code,
                "name": name,
                "level": level,
                "n": n,
                "a": a,
                "minimum": LEAST[shelf.game] * n,
                "cap_win_to_carry": False,
                "absence": Room.Absence.TRUSTEE,
                "switches": switches,
                "spectator_delay": SPECTATORS_BEHIND.get(code, 0),
            }
        return
    if not shelf.currency:
        for code, name in UNSTAKED:
            yield {**same, "initial": 1, "code": code, "name": name, "level": "points"}
        return
    share = 2 if shelf.seats == 2 else 1
    for code, name, n, a, minimum, maximum, threshold in STAKED:
        yield {
            **same,
            "code": code,
            "name": name,
            "level": code,
            "n": -(-n // share),
            "a": -(-a // share),
            "minimum": minimum,
            "maximum": maximum,
            "threshold": threshold if shelf.doubling else None,
            "spectator_delay": SPECTATORS_BEHIND.get(code, 0),
        }


def _unlimited(shelf: Shelf) -> Iterator[tuple[str, str, str, int, int, dict[str, Any]]]:
    """The rooms into which one may bring as much as one has, as `BY_POINTS` lists them."""
    if shelf.game == "thirteen":
        yield from BY_POINTS
        return
    for code, name, times in MAHJONG:
        yield code, name, code, BY_FAN[shelf.mode] * times, MAHJONG_FEE * times, {}


class Command(BaseCommand):
    help = "Creates the starting zones and rooms. Run again it adds what is missing and leaves tuned rooms alone."

    def add_arguments(self, parser: CommandParser) -> None:
        codes = [shelf.code for shelf in SHELVES]
        parser.add_argument("--zone", action="append", choices=codes, help="only this zone; may be given again")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        for place, shelf in enumerate(SHELVES):
            if options["zone"] and shelf.code not in options["zone"]:
                continue
            about = {"name": shelf.name, "game": shelf.game, "mode": shelf.mode, "order": place}
            zone, _ = Zone.objects.get_or_create(code=shelf.code, defaults=about)
            for order, values in enumerate(rooms(shelf)):
                if Room.objects.filter(zone=zone, code=values["code"]).exists():
                    continue
                level = Room.BotLevel.NORMAL if values["code"] in SKILLED else Room.BotLevel.EASY
                room = Room(zone=zone, game=zone.game, order=order, bot_level=level, **values)
                room.full_clean()
                room.save()
                if options["verbosity"] > 1:
                    self.stdout.write(f"{zone.name} {room.name}")
