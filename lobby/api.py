"""The lobby without a socket (docs/lobby-protocol.md 5)."""

from collections.abc import Callable
from typing import Any, cast

from django.urls import path
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from accounts import friends
from accounts.errors import Declined
from accounts.models import Player
from accounts.origins import Origin, of_request
from lobby import ladder, people, private, selectors, services
from lobby.errors import Refused, sentence

Act = Callable[[Player, dict[str, Any], Origin], object]


class CommandRate(UserRateThrottle):
    """Commands of one player; a person's fastest clicking stays well below."""

    scope = "lobby"
    rate = "120/min"


class LobbyView(APIView):
    """Answers a refusal with its code, sentence and facts."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]
    renderer_classes = [JSONRenderer]

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refused):
            status = 404 if exc.code in ("no_room", "no_table", "no_board") else 409
            return Response({"code": exc.code, "text": exc.text, "facts": exc.facts}, status=status)
        if isinstance(exc, Declined):
            status = 404 if exc.code == "no_player" else 409
            return Response({"code": exc.code, "text": exc.text, "facts": exc.facts}, status=status)
        if isinstance(exc, Throttled):
            return Response({"code": "slow_down", "text": sentence("slow_down", {}), "facts": {}}, status=429)
        return super().handle_exception(exc)


def signed_in(request: Request) -> Player:
    """The player of a view that lets nobody else in."""
    return cast(Player, request.user)


class Me(LobbyView):
    def get(self, request: Request) -> Response:
        return Response({"me": selectors.me(signed_in(request))})


class Look(LobbyView):
    """Rooms and tables are shown to anyone."""

    permission_classes = [AllowAny]

    def viewer(self) -> Player | None:
        return self.request.user if self.request.user.is_authenticated else None


class Zones(Look):
    def get(self, request: Request) -> Response:
        return Response({"zones": selectors.zones(self.viewer(), request.query_params.get("game"))})


class RoomTables(Look):
    def get(self, request: Request, room_id: int) -> Response:
        return Response({"room": selectors.room(self.viewer(), room_id), "tables": selectors.tables(room_id)})


class OneTable(Look):
    def get(self, request: Request, table_id: int) -> Response:
        return Response({"table": selectors.table(table_id)})


class Board(Look):
    """A leaderboard, a page at a time."""

    def get(self, request: Request) -> Response:
        read = OfBoard(data=request.query_params)
        read.is_valid(raise_exception=True)
        wanted = read.validated_data
        return Response({"board": ladder.board(wanted.pop("mode"), player=self.viewer(), **wanted)})


class Honours(LobbyView):
    def get(self, request: Request) -> Response:
        return Response({"honours": ladder.honours(signed_in(request).pk)})


class Command(LobbyView):
    """One command of a player: reads the body by `body`, does `act`, answers with `Me`."""

    body: type[serializers.Serializer] = serializers.Serializer
    act: Act | None = None
    throttle_classes = [CommandRate]

    def post(self, request: Request) -> Response:
        read = self.body(data=request.data)
        read.is_valid(raise_exception=True)
        assert self.act is not None  # noqa: S101 - every route gives one
        self.act(signed_in(request), read.validated_data, of_request(request))
        return Response({"me": selectors.me(signed_in(request))})


class OfBoard(serializers.Serializer):
    mode = serializers.SlugField(max_length=16)
    period = serializers.ChoiceField(ladder.PERIODS, default=ladder.WEEK)
    friends = serializers.BooleanField(default=False)
    start = serializers.DateField(default=None)
    page = serializers.IntegerField(min_value=1, max_value=10**6, default=1)


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


class Friends(LobbyView):
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


def _command(name: str, act: Act, body: type[serializers.Serializer] = serializers.Serializer) -> Any:
    view = Command.as_view(body=body, act=staticmethod(act))
    return path(f"{name}/", view, name=f"lobby-{name}")


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
    path("friends/", Friends.as_view(), name="lobby-friends"),
    *[
        _command(name, _towards(act), WithPerson)
        for name, act in {
            "invite": private.invite,
            "kick": private.kick,
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
