"""Who somebody is."""

from django.contrib.auth.models import AbstractUser


class Player(AbstractUser):
    """A person (or a guest) who plays. Only placeholders stand here until accounts are built."""
