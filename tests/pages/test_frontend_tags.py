"""The import map names every module; the policy lets no inline script run but this map."""

import json
import re

import pytest
from csp.middleware import CSPMiddleware
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory

from platform_site.templatetags import frontend


def render(source: str) -> tuple[str, str]:
    """The rendered template and the Content-Security-Policy header sent with it."""

    def page(request):
        return HttpResponse(Template("{% load frontend %}" + source).render(Context({"request": request})))

    response = CSPMiddleware(page)(RequestFactory().get("/"))
    return response.content.decode(), response["Content-Security-Policy"]


def test_import_map_names_vendored_and_own_modules_that_exist():
    body, _ = render("{% importmap %}")
    imports = json.loads(re.search(r'<script type="importmap"[^>]*>(.*?)</script>', body, re.S)[1])["imports"]
    assert {"preact", "preact/hooks", "htm/preact", "@preact/signals"} <= imports.keys()
    for url in imports.values():
        assert finders.find(url.removeprefix("/static/")), url


def test_vendored_modules_import_only_names_in_the_map():
    known = frontend.modules()
    for path in frontend.VENDOR.values():
        text = (frontend.SOURCES / path).read_text()
        assert set(re.findall(r'(?:from|import)\s*"([^"]+)"', text)) <= known.keys(), path
        assert "sourceMappingURL" not in text


def test_the_nonce_of_the_map_is_the_only_inline_script_the_policy_allows():
    body, policy = render("{% importmap %}")
    nonce = re.search(r'nonce="([^"]+)"', body)[1]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts.split() == ["script-src", "'self'", f"'nonce-{nonce}'"]
    assert "unsafe" not in policy


def test_a_page_without_the_map_gets_no_nonce():
    _, policy = render("nothing")
    assert "nonce" not in policy


def test_preload_of_an_unknown_module_is_refused():
    with pytest.raises(KeyError):
        render('{% importmap "@app/nowhere" %}')
