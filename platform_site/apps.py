from django.apps import AppConfig


class PlatformSiteConfig(AppConfig):
    name = "platform_site"
