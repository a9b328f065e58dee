"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from platform_site.health import healthz

urlpatterns = [
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    path("api/lobby/", include("lobby.api")),
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.urls")),
]
