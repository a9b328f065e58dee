"""What the page tests share: compiled translations, the starting rooms, a guest, and the page as a tree."""

from html.parser import HTMLParser

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from accounts.models import Player
from lobby.models import Room
from platform_site.management.commands.compile_catalogues import compile_all


@pytest.fixture(autouse=True, scope="session")
def catalogues():
    compile_all()


@pytest.fixture
def fresh_limits():
    """Rate limits are counted in Redis and would outlive a test."""
    cache.clear()


@pytest.fixture
def novice(db) -> Room:
    call_command("load_rooms", zone=["huanle"], verbosity=0)
    return Room.objects.get(zone__code="huanle", code="novice")


@pytest.fixture
def guest(db) -> tuple[Client, Player]:
    """A browser that has entered as a guest, and who that is."""
    client = Client()
    client.post("/guest/")
    return client, Player.objects.get(pk=client.session["_auth_user_id"])


class Page(HTMLParser):
    """The elements of a page in order: (tag, attributes, text directly inside)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self.open: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag not in ("meta", "link", "input", "img", "br"):
            self.open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}, []))

    def handle_endtag(self, tag):
        while self.open and self.elements[self.open[-1]][0] != tag:
            self.open.pop()
        if self.open:
            self.open.pop()

    def handle_data(self, data):
        for index in self.open:
            self.elements[index][2].append(data)

    def find(self, tag: str, **attributes: str) -> list[tuple[dict[str, str], str]]:
        """Attributes and text of each such element; `class_` and `data_x` stand for class and data-x."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            (attrs, " ".join("".join(text).split()))
            for name, attrs, text in self.elements
            if name == tag and all(value in attrs.get(key, "").split() for key, value in wanted.items())
        ]
