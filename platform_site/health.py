"""Whether a hand could be played now."""

from collections.abc import Callable

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from lobby.models import Room
from platform_site.tasks import BEAT, QUEUES, heartbeat_key

_migrated = False
"""A database never loses a migration under a running process: the plan is made until it is empty, then never again."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 `ok` once a hand could be played, else 503 with a line for each reason."""
    reasons = [*_database(), *_redis()]
    return HttpResponse(
        "\n".join(reasons) or "ok", status=503 if reasons else 200, content_type="text/plain; charset=utf-8"
    )


def _database() -> list[str]:
    checks: tuple[Callable[[], str], ...] = (_migrations, _rooms)
    try:
        return [reason for check in checks if (reason := check())]
    except DatabaseError as error:
        return [f"database: {str(error).splitlines()[0]}"]


def _migrations() -> str:
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "" if _migrated else "database: migrations are missing"


def _rooms() -> str:
    return "" if Room.objects.exists() else "rooms: none loaded"


def _redis() -> list[str]:
    try:
        seen = cache.get_many([heartbeat_key(name) for name in (BEAT, *QUEUES)])
    except (RedisError, OSError) as error:
        return [f"redis: {error}"]
    reasons = [f"worker: none for the queue {queue}" for queue in QUEUES if heartbeat_key(queue) not in seen]
    return reasons + (["beat: not seen"] if heartbeat_key(BEAT) not in seen else [])
