"""What a page may say on the socket of notices and chat, as types."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    pass


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """Say `text` where the page is. Longer texts than may be said are read, so that they can be refused in words."""

    text: Annotated[str, Meta(max_length=1000)]


Message = Ping | Say

_decoder = msgspec.json.Decoder(Message)

CHARACTERS = 8_000


class Malformed(Exception):  # noqa: N818 - says what the frame is
    """A frame that is no message."""


def read(text: str | None) -> Message:
    """The message of a frame (None: a binary one). Raises `Malformed`."""
    if text is None or len(text) > CHARACTERS:
        raise Malformed
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Malformed from error
