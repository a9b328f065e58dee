"""Development and script/play."""

import os

from platform_site.settings.base import *  # noqa: F403
from platform_site.settings.base import DATA_DIR, STORAGES
from platform_site.settings.secret import secret_key

# Off unless asked for: script/play should show what a player would see, and Celery leaks queries under DEBUG.
DEBUG = os.environ.get("DEBUG") == "1"
SECRET_KEY = secret_key(DATA_DIR)
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SERVESTATIC_USE_FINDERS = True  # sources straight from the tree: nothing to collect before a start
TOPUP_SANDBOX = True
