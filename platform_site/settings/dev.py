"""Development and script/play."""

from platform_site.settings.base import *  # noqa: F403
from platform_site.settings.base import DATA_DIR, STORAGES
from platform_site.settings.secret import secret_key

DEBUG = True
SECRET_KEY = secret_key(DATA_DIR)
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
