"""The Celery edge of the lobby: ticks of matching, the idle sweep, the hall's numbers, the end of
seasons."""

from celery import shared_task

from lobby import ladder, matching, notify, waiting
from lobby.after import after_commit

STALE = 2
"""Seconds after which a tick that was not run is dropped: the next one does its work."""


@shared_task
def match_rooms() -> None:
    """The beat's tick: match every room where somebody waits, each on its own so that none holds up another."""
    for room_id in matching.rooms_with_work():
        match_room.apply_async((room_id,), expires=STALE)


@shared_task
def match_room(room_id: int) -> int:
    """Make what matches can be made in the room; how many."""
    return matching.match_room(room_id)


@shared_task
def free_waiting_seats() -> int:
    """Give up the seats of those who do not get ready, or sit alone; how many."""
    return waiting.free_seats()


@shared_task
def tell_numbers() -> bool:
    """Tell whoever looks at the hall or a room how many are there, if that has changed."""
    return notify.numbers_changed()


@shared_task
def close_seasons() -> int:
    """Close the seasons that are over and pay their prizes; how many."""
    return ladder.close_seasons()


def match_soon(room_id: int) -> None:
    """Match the room right after this transaction. A broker that is away costs half a second: the beat comes next."""
    after_commit(_ask_for_match, room_id)


def _ask_for_match(room_id: int) -> None:
    if matching.ask(room_id):
        match_room.apply_async((room_id,), expires=STALE, retry=False)
