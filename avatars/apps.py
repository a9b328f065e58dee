from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AvatarsConfig(AppConfig):
    name = "avatars"
    verbose_name = _("形象")
