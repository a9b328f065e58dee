"""The Celery edge of contests."""

from __future__ import annotations

from celery import shared_task

from lobby.challenge import engine

STALE = 5
"""Seconds after which a step that was not run is dropped: the beat asks again."""


@shared_task
def drive() -> None:
    """The beat's tick: announce what is due, and take every contest that has something to do a step on, each on its own
    so that none holds up another."""
    engine.announce()
    for challenge_id in engine.at_work():
        step.apply_async((challenge_id,), expires=STALE)


@shared_task
def step(challenge_id: int) -> None:
    """Take one contest on as far as it can go now."""
    engine.step(challenge_id)
