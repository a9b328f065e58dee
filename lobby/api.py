"""The lobby without a socket (docs/lobby-protocol.md 5)."""

from collections.abc import Callable
from typing import Any, cast

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from accounts import friends
from accounts.api import DENIED, NOT_READ, REFUSED, SLOW_DOWN, ApiView
from accounts.models import Player, Scope
from accounts.origins import Origin, of_request
from lobby import ladder, people, private, selectors, services

Act = Callable[[Player, dict[str, Any], Origin], object]


class CommandRate(UserRateThrottle):
    """Commands of one player; a person's fastest clicking stays well below."""

    scope = "lobby"
    rate = "120/min"


class LookRate(UserRateThrottle):
    """Somebody who looks around, signed in or by address, stays well below."""

    scope = "lobby-look"
    rate = "300/min"


def signed_in(request: Request) -> Player:
    """The player of a view that lets nobody else in."""
    return cast(Player, request.user)


class MeAnswer(serializers.Serializer):
    """`Me` of docs/lobby-protocol.md 2."""

    me = serializers.DictField()


class FitAnswer(serializers.Serializer):
    need = serializers.IntegerField()
    have = serializers.IntegerField()


class RoomAnswer(serializers.Serializer):
    """A room and its rules in force; `fits` is what the asker lacks to enter, null where nothing."""

    id = serializers.IntegerField()
    zone = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField()
    mode = serializers.CharField()
    seats = serializers.IntegerField()
    fewest = serializers.IntegerField(help_text="So many are enough to begin.")
    switches = serializers.DictField(help_text="The rules of its game that this room has set.")
    currency = serializers.CharField(allow_null=True, help_text="Null in a room of points.")
    coef_n = serializers.IntegerField(help_text="The room's coefficient N.")
    rake = serializers.IntegerField(help_text="The fee A of each seat and hand.")
    initial = serializers.IntegerField()
    coef = serializers.CharField()
    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField(allow_null=True)
    threshold = serializers.IntegerField(allow_null=True)
    bots = serializers.BooleanField()
    bot_wait = serializers.IntegerField(help_text="Milliseconds before bots fill a match.")
    spectators = serializers.BooleanField()
    spectator_delay = serializers.IntegerField(help_text="Milliseconds.")
    hidden_names = serializers.BooleanField(help_text="Names are told after each hand.")
    outside_bots = serializers.BooleanField(help_text="Bot accounts may sit here.")
    contest = serializers.BooleanField(help_text="Whether a contest alone seats people here.")
    capacity = serializers.IntegerField()
    players = serializers.IntegerField()
    waiting = serializers.IntegerField()
    version = serializers.IntegerField()
    fits = FitAnswer(allow_null=True)


class ZoneAnswer(serializers.Serializer):
    id = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField()
    mode = serializers.CharField()
    players = serializers.IntegerField()
    rooms = RoomAnswer(many=True)


class ZonesAnswer(serializers.Serializer):
    zones = ZoneAnswer(many=True)


SEAT: dict[str, Any] = {
    "player": {"type": ["integer", "null"], "description": "Null for a bot of the house."},
    "name": {"type": "string"},
    "avatar": {"type": "string"},
    "bot": {"type": "boolean"},
    "ready": {"type": "boolean"},
    "show": {"type": "boolean"},
    "level": {"type": "integer"},
    "title": {"type": "string"},
    "votes": {"type": "integer"},
    "until": {"type": ["integer", "null"], "description": "When the seat is given up, ms since the epoch."},
}


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": ["object", "null"], "properties": SEAT, "required": list(SEAT)},
        "description": "By index; null where nobody sits.",
    }
)
class SeatsField(serializers.ListField):
    """Serializers cannot say that an item of a list may be null."""


class TableAnswer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    room = serializers.IntegerField()
    v = serializers.IntegerField()
    hand = serializers.UUIDField(allow_null=True)
    seats = SeatsField()
    watchable = serializers.BooleanField()
    private = serializers.BooleanField()
    host = serializers.IntegerField(allow_null=True, help_text="Whose private table it is.")


class RoomTablesAnswer(serializers.Serializer):
    room = RoomAnswer()
    tables = TableAnswer(many=True)


class OneTableAnswer(serializers.Serializer):
    table = TableAnswer()


class Me(ApiView):
    """The asker's balances, seat and ticket."""

    scope = Scope.READ
    throttle_classes = [LookRate]

    @extend_schema(tags=["lobby"], responses={200: MeAnswer, **DENIED})
    def get(self, request: Request) -> Response:
        return Response({"me": selectors.me(signed_in(request))})


class Look(ApiView):
    """Rooms and tables are shown to anyone, with what he himself lacks to enter."""

    scope = Scope.READ
    permission_classes = [AllowAny]
    throttle_classes = [LookRate]

    def viewer(self) -> Player | None:
        return self.request.user if self.request.user.is_authenticated else None


class Zones(Look):
    """Zones with their open rooms, in the order of the hall."""

    @extend_schema(
        tags=["rooms"],
        parameters=[OpenApiParameter("game", OpenApiTypes.STR, description="Only those of one game.")],
        responses={200: ZonesAnswer, **DENIED, 429: SLOW_DOWN},
    )
    def get(self, request: Request) -> Response:
        return Response({"zones": selectors.zones(self.viewer(), request.query_params.get("game"))})


class RoomTables(Look):
    """A room and its tables."""

    @extend_schema(tags=["rooms"], responses={200: RoomTablesAnswer, **DENIED, 404: REFUSED, 429: SLOW_DOWN})
    def get(self, request: Request, room_id: int) -> Response:
        return Response({"room": selectors.room(self.viewer(), room_id), "tables": selectors.tables(room_id)})


class OneTable(Look):
    """A table and who sits there."""

    @extend_schema(tags=["rooms"], responses={200: OneTableAnswer, **DENIED, 404: REFUSED, 429: SLOW_DOWN})
    def get(self, request: Request, table_id: int) -> Response:
        return Response({"table": selectors.table(table_id)})


class OfBoard(serializers.Serializer):
    mode = serializers.SlugField(max_length=16)
    period = serializers.ChoiceField(ladder.PERIODS, default=ladder.WEEK)
    friends = serializers.BooleanField(default=False)
    start = serializers.DateField(default=None)
    page = serializers.IntegerField(min_value=1, max_value=10**6, default=1)


class BoardAnswer(serializers.Serializer):
    board = serializers.DictField()


class HonoursAnswer(serializers.Serializer):
    honours = serializers.ListField(child=serializers.DictField())


class Board(Look):
    """A leaderboard, a page at a time."""

    @extend_schema(
        tags=["boards"],
        parameters=[OfBoard],
        responses={200: BoardAnswer, 400: NOT_READ, **DENIED, 404: REFUSED, 409: REFUSED, 429: SLOW_DOWN},
    )
    def get(self, request: Request) -> Response:
        read = OfBoard(data=request.query_params)
        read.is_valid(raise_exception=True)
        wanted = read.validated_data
        return Response({"board": ladder.board(wanted.pop("mode"), player=self.viewer(), **wanted)})


class Honours(ApiView):
    """What the asker reached in seasons that are over."""

    scope = Scope.READ
    throttle_classes = [LookRate]

    @extend_schema(tags=["boards"], responses={200: HonoursAnswer, **DENIED})
    def get(self, request: Request) -> Response:
        return Response({"honours": ladder.honours(signed_in(request).pk)})


class Command(ApiView):
    """One command of a player: reads the body by `body`, does `act`, answers with `Me`."""

    scope: Any = None
    body: type[serializers.Serializer] = serializers.Serializer
    act: Act | None = None
    throttle_classes = [CommandRate]

    def post(self, request: Request) -> Response:
        read = self.body(data=request.data)
        read.is_valid(raise_exception=True)
        assert self.act is not None  # noqa: S101 - every route gives one
        self.act(signed_in(request), read.validated_data, of_request(request))
        return Response({"me": selectors.me(signed_in(request))})


class InRoom(serializers.Serializer):
    room = serializers.IntegerField(min_value=1)


class OnSeat(serializers.Serializer):
    room = serializers.IntegerField(min_value=1, required=False)
    table = serializers.IntegerField(min_value=1, required=False)
    index = serializers.IntegerField(min_value=0, required=False)
    key = serializers.CharField(max_length=64, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if set(attrs) - {"key"} not in ({"room"}, {"table", "index"}):
            raise serializers.ValidationError("room, or table and index")
        return attrs


class WithShow(serializers.Serializer):
    show = serializers.BooleanField(default=False)


class Opening(serializers.Serializer):
    room = serializers.IntegerField(min_value=1)
    password = serializers.CharField(max_length=64, allow_blank=True, default="")


class WithPerson(serializers.Serializer):
    player = serializers.IntegerField(min_value=1)


class Friends(ApiView):
    """The asker's friends and the requests between him and others."""

    scope = Scope.READ
    throttle_classes = [LookRate]

    @extend_schema(tags=["lobby"], responses={200: OpenApiTypes.OBJECT, **DENIED})
    def get(self, request: Request) -> Response:
        return Response(people.column(signed_in(request)))


class WithFlee(serializers.Serializer):
    flee = serializers.BooleanField(default=False)


def _sit(player: Player, body: dict[str, Any], origin: Origin) -> object:
    if "room" in body:
        return services.sit_anywhere(player, body["room"], origin)
    return services.sit(player, body["table"], body["index"], origin, key=body.get("key", ""))


def _open(player: Player, body: dict[str, Any], origin: Origin) -> object:
    return services.open_private(player, body["room"], body["password"], origin)


def _towards(act: Callable[[Player, int], object]) -> Act:
    """A command towards another player as a command with a body."""
    return lambda player, body, _origin: act(player, body["player"])


TOLD = {
    "join": "Wait for a match in a room.",
    "cancel": "Give the ticket back.",
    "sit": "Sit at a free table of a room, or on one seat of a table.",
    "ready": "Ready for the next hand; `show` opens it.",
    "unready": "Not ready after all.",
    "leave": "Leave the seat; with `flee` an open hand too, at its price.",
    "change": "Leave for another table of the same room.",
    "private": "Open a private table.",
    "fill": "Fill the own private table with bots.",
    "invite": "Invite a friend to the own private table.",
    "kick": "Send somebody away from the own private table.",
    "friends/ask": "Ask somebody for friendship.",
    "friends/accept": "Accept a request for friendship.",
    "friends/decline": "Decline a request for friendship.",
    "friends/withdraw": "Take an own request back.",
    "friends/remove": "End a friendship.",
    "block": "Have nothing to do with somebody.",
    "unblock": "End that.",
}
"""What each command does, for the schema."""


def _command(
    name: str, act: Act, body: type[serializers.Serializer] = serializers.Serializer, scope: Scope = Scope.PLAY
) -> Any:
    def post(self: Command, request: Request) -> Response:
        return Command.post(self, request)

    answers = {200: MeAnswer, 400: NOT_READ, **DENIED, 404: REFUSED, 409: REFUSED, 429: SLOW_DOWN}
    asks = None if body is serializers.Serializer else body
    word = name.replace("/", "_")
    schema = extend_schema(
        tags=["lobby"], operation_id=f"lobby_{word}", request=asks, responses=answers, description=TOLD[name]
    )
    view = type(
        word.title(), (Command,), {"body": body, "act": staticmethod(act), "post": schema(post), "scope": scope}
    )
    return path(f"{name}/", view.as_view(), name=f"lobby-{name}")  # type: ignore[attr-defined]


urlpatterns = [
    path("me/", Me.as_view(), name="lobby-me"),
    path("zones/", Zones.as_view(), name="lobby-zones"),
    path("rooms/<int:room_id>/", RoomTables.as_view(), name="lobby-room"),
    path("boards/", Board.as_view(), name="lobby-board"),
    path("honours/", Honours.as_view(), name="lobby-honours"),
    path("tables/<int:table_id>/", OneTable.as_view(), name="lobby-table"),
    _command("join", lambda player, body, origin: services.join(player, body["room"], origin), InRoom),
    _command("cancel", lambda player, body, _origin: services.cancel(player)),
    _command("sit", _sit, OnSeat),
    _command("ready", lambda player, body, _origin: services.ready(player, body["show"]), WithShow),
    _command("unready", lambda player, body, _origin: services.unready(player)),
    _command("leave", lambda player, body, _origin: services.leave(player, body["flee"]), WithFlee),
    _command("change", lambda player, body, _origin: services.change_table(player)),
    _command("private", _open, Opening),
    _command("fill", lambda player, _body, _origin: private.fill(player)),
    _command("kick", _towards(private.kick), WithPerson),
    path("friends/", Friends.as_view(), name="lobby-friends"),
    *[
        _command(name, _towards(act), WithPerson, Scope.SOCIAL)
        for name, act in {
            "invite": private.invite,
            "friends/ask": people.ask,
            "friends/accept": people.accept,
            "friends/decline": friends.decline,
            "friends/withdraw": friends.withdraw,
            "friends/remove": people.remove,
            "block": people.block,
            "unblock": friends.unblock,
        }.items()
    ],
]
