"""What every environment shares. Each value that differs between machines is read from an environment variable."""

import os
import sys
from pathlib import Path

import dj_database_url
from csp.constants import NONCE, NONE, SELF

from platform_site.play.folders import run_folder
from platform_site.settings.payments import wechatpay
from platform_site.settings.theme import UNFOLD as UNFOLD

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR", BASE_DIR / "var"))
# Where script/play keeps its sockets: a shell beside it finds its database without being told.
RUN_DIR = run_folder(DATA_DIR)

DEBUG = False
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [o for o in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if o]

INSTALLED_APPS = [
    # Only to serve `runserver`: it brings Twisted, a fifth of what every other process would load at its start
    *(["daphne"] if "runserver" in sys.argv else []),
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "csp",
    "outbox",
    "accounts",
    "wallet",
    "wallet.topup",
    "games",
    "shop",
    "avatars",
    "lobby",
    "lobby.challenge",
    "chat",
    "rewards",
    "platform_site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    # Pages carry their drawings; Django pads what it packs, so secrets cannot be guessed from lengths
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.origins.mark_device",
]

ROOT_URLCONF = "platform_site.urls"
ASGI_APPLICATION = "platform_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "platform_site.context.purse",
                "platform_site.context.said",
            ],
        },
    }
]

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL", f"postgresql://postgres@/cardhouse?host={RUN_DIR}"),
        conn_max_age=600,
        conn_health_checks=True,
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", f"unix://{RUN_DIR}/redis.sock")
"""`redis://host:port/db` or `unix:///path?db=n`."""

# redis-py 8's own defaults (5 s socket timeout, 100 connections) break idle and busy sockets of the channel layer.
REDIS_OPTIONS = {"socket_timeout": None, "max_connections": 10_000}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, **REDIS_OPTIONS}]},
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": REDIS_OPTIONS,
    }
}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")
# A task whose worker was killed runs again after this while instead of an hour. No task waits inside a worker.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    # A Redis that is there and says nothing must not hold up whoever queues a task, a web process above all.
    "socket_timeout": 3,
    "socket_connect_timeout": 3,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_MAX_LOOP_INTERVAL = 0.1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "games.tasks.sweep": {"queue": "clock"},
    "games.tasks.play_bot": {"queue": "bots"},
    "lobby.tasks.match_rooms": {"queue": "match"},
    "lobby.tasks.match_room": {"queue": "match"},
    "lobby.tasks.tell_numbers": {"queue": "match"},
}

# How long a finished hand's entries stay in the log before they are packed into an archive, and how long archives stay
# (None: for ever). Replays and lists read both.
HANDS_LOG_DAYS = float(os.environ.get("HANDS_LOG_DAYS", "30"))
_archive_days = os.environ.get("HANDS_ARCHIVE_DAYS", "")
HANDS_ARCHIVE_DAYS = float(_archive_days) if _archive_days else None

# Money from outside. The sandbox takes none and is on in `dev` and `test` alone; who takes real money: docs/money.md
TOPUP_MONEY = "CNY"
TOPUP_SANDBOX = False
WECHATPAY = wechatpay(os.environ)

# How many proxies of our own stand in front; who asks is told by the connection itself where there are none.
_proxies = int(os.environ.get("TRUSTED_PROXIES", "0"))

REST_FRAMEWORK = {
    # For whatever is no `accounts.api.ApiView`. REST framework's own default takes a name and a password with any
    # request, past the limits of signing in.
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "EXCEPTION_HANDLER": "accounts.api.refused",
    "NUM_PROXIES": _proxies,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PARSER_CLASSES": [
        "platform_site.parsers.CarefulJSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Cardhouse",
    "DESCRIPTION": "One's own money, levels and gifts; the hall's rooms and tables. Signed in by a token or the "
    "site's session; a refusal is {code, text, facts}. Hands are played over the WebSocket (docs/protocol.md).",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    # Swagger UI from the package: nothing is fetched from elsewhere.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": False, "tryItOutEnabled": True},
}

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_EMAIL_VERIFICATION = "optional"
# "strict": registering with somebody's address does not tell that the address is known.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_RATE_LIMITS = {
    "guest": os.environ.get("GUEST_RATE", "20/h/ip"),
    "signup": "20/m/ip",
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
}
ALLAUTH_TRUSTED_PROXY_COUNT = _proxies

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Asia/Shanghai"
USE_TZ = True
USE_I18N = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Hashed names that a browser keeps for good; `dev` and `test` serve the sources as they are
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}

# No inline script but the import map, which carries the request's nonce; no inline style at all
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# To standard error, which circus, systemd or a container keeps. Django's own default tells errors to mail alone.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # Not ready yet is an answer of /healthz, not a fault to write down twice a second
    "filters": {
        "but_health": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: (
                getattr(getattr(record, "request", None), "path", "") != "/healthz"
                or getattr(record, "status_code", 0) != 503
            ),
        }
    },
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["but_health"]}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
