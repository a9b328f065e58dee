"""Goods and plans are set here; orders, messages and memberships are shown. A refund is the one thing to be done to an
order, with a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextInputWidget

from desk.admin import ModelAdmin, ShownAdmin
from wallet.topup import services
from wallet.topup.errors import Refused
from wallet.topup.models import Event, Order, Plan, Product, Term
from wallet.topup.money import shown

PERMISSION = "topup.refund_order"


@admin.register(Product)
class ProductAdmin(ModelAdmin):
    list_display = ["name", "currency", "amount", "price", "place", "is_on"]
    list_editable = ["amount", "price", "place", "is_on"]
    list_filter = ["currency", "is_on"]


@admin.register(Plan)
class PlanAdmin(ModelAdmin):
    list_display = ["name", "days", "price", "coins", "sign_in_percent", "place", "is_on"]
    list_editable = ["place", "is_on"]


class RefundForm(forms.Form):
    """Why an order is paid back; it stays with the order."""

    reason = forms.CharField(label=gettext_lazy("退款原因"), max_length=200, widget=UnfoldAdminTextInputWidget)


@admin.register(Order)
class OrderAdmin(ShownAdmin):
    list_display = ["number", "player", "title", "cost", "state", "provider", "created", "paid"]
    list_filter = ["state", "provider", "created"]
    list_select_related = ["player"]
    search_fields = ["number", "reference", "player__username", "player__nickname"]
    readonly_fields = ["refund_link"]
    date_hierarchy = "created"

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        names = [name for name in super().get_fields(request, obj) if name not in ("refund_link", "link")]
        return ["refund_link", *names]

    @admin.display(description=gettext_lazy("价格"), ordering="price")
    def cost(self, order: Order) -> str:
        return shown(order.price, order.money)

    @admin.display(description=gettext_lazy("退款"))
    def refund_link(self, order: Order) -> str:
        if order.state != Order.State.CREDITED:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:topup_order_refund", args=[order.pk]), _("退款"))

    def get_urls(self) -> list[URLPattern]:
        own = path("<int:pk>/refund/", self.admin_site.admin_view(self.refund), name="topup_order_refund")
        return [own, *super().get_urls()]

    def refund(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason, then begin the refund."""
        if not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        order = get_object_or_404(Order, pk=pk)
        form = RefundForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                services.refund(order.number, request.user, form.cleaned_data["reason"])  # type: ignore[arg-type]
            except Refused as refused:
                messages.error(request, refused.text)
            else:
                self.log_change(request, order, _("退款") + f": {form.cleaned_data['reason']}")
                messages.success(request, _("退款已经开始，到账以支付渠道为准。"))
            return redirect("admin:topup_order_change", order.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": _("退款"),
            "opts": Order._meta,
            "order": order,
            "price": shown(order.price, order.money),
            "form": form,
        }
        return render(request, "admin/topup/refund.html", context)


@admin.register(Event)
class EventAdmin(ShownAdmin):
    list_display = ["received", "provider", "kind", "number", "price", "money", "outcome"]
    list_filter = ["outcome", "kind", "provider"]
    search_fields = ["number", "reference", "event"]


@admin.register(Term)
class TermAdmin(ShownAdmin):
    list_display = ["player", "plan", "days", "bought", "voided", "order"]
    list_filter = ["plan"]
    list_select_related = ["player", "plan", "order"]
    search_fields = ["player__username", "player__nickname"]
