"""Wiring: settings, addresses, processes. No rules of the business."""

from platform_site.celery import app as celery_app

__all__ = ["celery_app"]
