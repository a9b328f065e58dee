"""The admin's theme (django-unfold). Its pages are built by `platform_site.desk` and each floor's `admin`."""

from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

UNFOLD = {
    "SITE_TITLE": _("牌馆管理"),
    "SITE_HEADER": _("牌馆管理"),
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("art/favicon.svg")}],
    "SHOW_LANGUAGES": True,
    "SHOW_BACK_BUTTON": True,
    "DASHBOARD_CALLBACK": "platform_site.dashboard.overview",
    "SIDEBAR": {"show_search": True, "command_search": True, "navigation": "platform_site.desk.navigation"},
}
