"""What a client may say on the lobby socket, as types: anything else is `malformed`."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from accounts.models import Scope

Id = Annotated[int, Meta(ge=1, le=2**53)]


class Join(Struct, tag_field="t", tag="join", forbid_unknown_fields=True):
    room: Id


class Cancel(Struct, tag_field="t", tag="cancel", forbid_unknown_fields=True):
    pass


class Sit(Struct, tag_field="t", tag="sit", forbid_unknown_fields=True):
    """Either `room` alone, or `table` and `index`; `key` opens a private table."""

    room: Id | None = None
    table: Id | None = None
    index: Annotated[int, Meta(ge=0, le=99)] | None = None
    key: Annotated[str, Meta(max_length=64)] = ""

    def __post_init__(self) -> None:
        if (self.room is None) == (self.table is None) or (self.table is None) != (self.index is None):
            raise ValueError("room, or table and index")


class Ready(Struct, tag_field="t", tag="ready", forbid_unknown_fields=True):
    show: bool = False


class Unready(Struct, tag_field="t", tag="unready", forbid_unknown_fields=True):
    pass


class Leave(Struct, tag_field="t", tag="leave", forbid_unknown_fields=True):
    flee: bool = False


class Change(Struct, tag_field="t", tag="change", forbid_unknown_fields=True):
    pass


class Private(Struct, tag_field="t", tag="private", forbid_unknown_fields=True):
    room: Id
    password: Annotated[str, Meta(max_length=64)] = ""


class Invite(Struct, tag_field="t", tag="invite", forbid_unknown_fields=True):
    player: Id


class Kick(Struct, tag_field="t", tag="kick", forbid_unknown_fields=True):
    player: Id


class Fill(Struct, tag_field="t", tag="fill", forbid_unknown_fields=True):
    pass


class Friends(Struct, tag_field="t", tag="friends", forbid_unknown_fields=True):
    """Follow one's friends from now on, or no more."""

    on: bool = True


class Watch(Struct, tag_field="t", tag="watch", forbid_unknown_fields=True):
    """Exactly one of the three is named; null, or false, ends the following."""

    room: Id | msgspec.UnsetType | None = msgspec.UNSET
    table: Id | msgspec.UnsetType | None = msgspec.UNSET
    hall: bool | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if [self.room, self.table, self.hall].count(msgspec.UNSET) != 2:
            raise ValueError("room, table or hall")


class Sync(Struct, tag_field="t", tag="sync", forbid_unknown_fields=True):
    pass


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    c: int = 0


Message = (
    Join
    | Cancel
    | Sit
    | Ready
    | Unready
    | Leave
    | Change
    | Private
    | Invite
    | Kick
    | Fill
    | Friends
    | Watch
    | Sync
    | Ping
)

SCOPES: dict[type[Struct], Scope] = {
    **dict.fromkeys((Friends, Watch, Sync, Ping), Scope.READ),
    **dict.fromkeys((Join, Cancel, Sit, Ready, Unready, Leave, Change, Private, Fill, Kick), Scope.PLAY),
    Invite: Scope.SOCIAL,
}
"""What a token needs for each message."""

_decoder = msgspec.json.Decoder(Message)

MESSAGE_CHARACTERS = 1024
"""The longest message is some sixty characters long."""


class Malformed(Exception):  # noqa: N818 - says what the frame is
    """A frame that is no message."""


def read(text: str | None) -> Message:
    """The message of a frame (None: a binary one). Raises `Malformed`."""
    if text is None or len(text) > MESSAGE_CHARACTERS:
        raise Malformed
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Malformed from error


def name_of(message: Message) -> str:
    """The message's own `t`."""
    return str(message.__struct_config__.tag)
