"""Tests: real PostgreSQL and Redis, a fast password hasher, nothing else swapped."""

from platform_site.settings.base import *  # noqa: F403
from platform_site.settings.base import STORAGES

SECRET_KEY = "test-only"  # noqa: S105
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SERVESTATIC_USE_FINDERS = True
TOPUP_SANDBOX = True
