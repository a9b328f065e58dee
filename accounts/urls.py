"""Addresses of the accounts beside those of django-allauth."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("upgrade/", views.upgrade, name="upgrade"),
]
