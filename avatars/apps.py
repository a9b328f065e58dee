from django.apps import AppConfig


class AvatarsConfig(AppConfig):
    name = "avatars"
