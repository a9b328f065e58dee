"""The Celery application. Apps register their tasks with `shared_task`; the schedule lives here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.dev")

app = Celery("platform_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    # every floor adds its periodic tasks here
}
