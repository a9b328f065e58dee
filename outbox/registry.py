"""Which handlers listen to which event types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

E = TypeVar("E", bound=msgspec.Struct)
Handler = Callable[[Any], None]

_types: dict[str, type[msgspec.Struct]] = {}
_handlers: dict[str, dict[str, Handler]] = {}


def type_name(event_type: type[msgspec.Struct]) -> str:
    """The stored name of an event type: its app and its class, such as "games.HandSettled"."""
    return f"{event_type.__module__.split('.')[0]}.{event_type.__name__}"


def subscribe(event_type: type[E]) -> Callable[[Callable[[E], None]], Callable[[E], None]]:
    """Decorator: call the function for each event of `event_type`, at least once.

    It runs in a transaction of its own together with the note that it has run, so what it writes to the database
    happens once; what it does outside (sockets, mail) may happen again and must bear that. Events may come in any
    order. An exception leaves the event undelivered for this handler alone and it is tried again later. The
    function's module and name are its identity: rename it and old undelivered events find it no more.
    """

    def add(handler: Callable[[E], None]) -> Callable[[E], None]:
        name = type_name(event_type)
        _types[name] = event_type
        _handlers.setdefault(name, {})[f"{handler.__module__}.{handler.__qualname__}"] = handler
        return handler

    return add


def handlers(name: str) -> dict[str, Handler]:
    """The handlers of the stored type `name`, by their identity."""
    return dict(_handlers.get(name, {}))


def decode(name: str, payload: Any) -> msgspec.Struct:
    """The event of stored type `name`. Raises `KeyError` for a type nobody subscribes to and
    `msgspec.ValidationError` for a payload that no longer fits the type."""
    return msgspec.convert(payload, _types[name])
