"""The Celery application. Apps register their tasks with `shared_task`; the schedule lives here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.dev")

app = Celery("platform_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Every periodic task, lowest floor first, a line on why it recurs. Each is safe to run twice or late, and each expires
# before its next turn, so that a stopped worker finds one of it, not a thousand. beat keeps the schedule in memory:
# intervals only.
app.conf.beat_schedule = {
    f"heartbeat-{queue}": {  # /healthz asks who is alive
        "task": "platform_site.tasks.heartbeat",
        "args": [queue],
        "schedule": 2.0,
        "options": {"queue": queue, "expires": 2.0},
    }
    for queue in ("clock", "match", "default", "bots")
} | {
    "outbox-sweep": {  # an event whose delivery was lost or failed is sent again
        "task": "outbox.tasks.sweep",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "outbox-purge": {  # delivered events are kept for a week only
        "task": "outbox.tasks.purge",
        "schedule": 1800.0,
        "options": {"expires": 1800.0},
    },
    "topup-sweep": {  # orders that were not paid in time, payments and refunds whose message was lost
        "task": "wallet.topup.tasks.sweep",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "hands-sweep": {  # decisions run out and bots have thought long enough at any moment
        "task": "games.tasks.sweep",
        "schedule": 0.25,
        "options": {"queue": "clock", "expires": 1.0},
    },
    "hands-settle": {  # a settlement that was lost or failed is made up for
        "task": "games.tasks.settle_overdue",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "hands-lost": {  # a hand that nothing moves any more gives its money and seats back
        "task": "games.tasks.void_lost",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "hands-rearm": {  # Redis may have lost due times that the log knows; too long a work for the queue of the clock
        "task": "games.tasks.rearm",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "hands-history": {  # logs grow old by the minute; a run that did not get through is taken up by the next
        "task": "games.tasks.keep_history",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "accounts-erase": {  # accounts that were closed, once their days of grace are over
        "task": "accounts.tasks.erase_closed",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "shop-reclaim": {  # what has run out goes back, also when nobody is online
        "task": "shop.tasks.reclaim",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "lobby-match": {  # bots whose wait is over, and matches that the join itself could not trigger
        "task": "lobby.tasks.match_rooms",
        "schedule": 0.5,
        "options": {"queue": "match", "expires": 0.5},
    },
    "lobby-waiting": {  # seats of people who do not get ready, or whom nobody joins
        "task": "lobby.tasks.free_waiting_seats",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "lobby-numbers": {  # the numbers that hall and rooms show; one look for all who look at them
        "task": "lobby.tasks.tell_numbers",
        "schedule": 1.0,
        "options": {"queue": "match", "expires": 1.0},
    },
    "lobby-challenges": {  # contests begin at their times, and go on as their hands end
        "task": "lobby.challenge.tasks.drive",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "chat-broadcasts": {  # what game masters scheduled is said at its time
        "task": "chat.tasks.send_broadcasts",
        "schedule": 0.5,
        "options": {"expires": 0.5},
    },
    "chat-retention": {  # what players said is kept for a month
        "task": "chat.tasks.forget_messages",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "chat-suspensions": {  # accounts whose suspension is over are let in again
        "task": "chat.tasks.end_suspensions",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "lobby-seasons": {  # a week or a month of the leaderboards is over, and pays
        "task": "lobby.tasks.close_seasons",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
}
