"""Money in the admin: the ledger to be seen, opening amounts and limits to be set, corrections to be asked for and
agreed to."""

from __future__ import annotations

from typing import Any, cast
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.paginator import InfinitePaginator

from accounts.models import Player
from desk.admin import ModelAdmin, ShownAdmin, ShownInline
from wallet import adjustments, reasons, selectors
from wallet.errors import (
    AlreadyDecided,
    AppointsStaff,
    InsufficientFunds,
    KeyReused,
    NotYours,
    OwnAdjustment,
    SamePerson,
    WalletError,
)
from wallet.models import Account, Adjustment, AdjustmentLimit, Entry, Hold, OpeningGrant, Transfer

SENTENCES = {
    InsufficientFunds.code: gettext_lazy("余额不够扣这么多"),
    KeyReused.code: gettext_lazy("这张表已经提交过另一笔调整，请重新打开再填"),
    OwnAdjustment.code: gettext_lazy("不能调整自己的余额"),
    NotYours.code: gettext_lazy("不能决定自己余额的调整"),
    SamePerson.code: gettext_lazy("提出的人不能自己同意，要另一个人"),
    AppointsStaff.code: gettext_lazy("任命员工的人不能做第二个人"),
    AlreadyDecided.code: gettext_lazy("已经有人决定过了"),
}


def sentence(error: WalletError) -> str:
    """What a refusal of the ledger says to the person at the desk."""
    return str(SENTENCES.get(error.code, error.code))


def whose(account: Account) -> str:
    """An account in words."""
    return f"{account.get_kind_display()} · {account.owner}" if account.owner_id else account.get_kind_display()


class EntryInline(ShownInline):
    """What a transfer moved, entry by entry."""

    model = Entry
    fields = ["whose", "currency", "amount", "why", "balance"]
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        found: QuerySet[Entry] = super().get_queryset(request).select_related("account__owner")
        return found

    @admin.display(description=gettext_lazy("账户"))
    def whose(self, entry: Entry) -> str:
        return whose(entry.account)

    @admin.display(description=gettext_lazy("货币"))
    def currency(self, entry: Entry) -> str:
        return entry.account.get_currency_display()

    @admin.display(description=gettext_lazy("事由"))
    def why(self, entry: Entry) -> str:
        return reasons.text(entry.label)


@admin.register(Account)
class AccountAdmin(ShownAdmin):
    list_display = ["whose", "currency", "balance"]
    list_filter = ["kind", "currency"]
    list_select_related = ["owner"]
    search_fields = ["owner__username", "owner__nickname"]
    ordering = ["pk"]

    @admin.display(description=gettext_lazy("账户"))
    def whose(self, account: Account) -> str:
        return whose(account)


@admin.register(Transfer)
class TransferAdmin(ShownAdmin):
    """Complete movements. Nothing is counted: there are many."""

    list_display = ["key", "why", "created"]
    list_filter = ["kind", ("created", RangeDateFilter)]
    search_fields = ["key"]
    inlines = [EntryInline]
    paginator = InfinitePaginator
    show_full_result_count = False

    @admin.display(description=gettext_lazy("种类"))
    def why(self, transfer: Transfer) -> str:
        return reasons.text(transfer.kind)


@admin.register(Entry)
class EntryAdmin(ShownAdmin):
    """The ledger line by line."""

    list_display = ["at", "whose", "why", "amount", "currency", "balance", "key"]
    list_filter = ["label", "account__currency", "account__kind", ("at", RangeDateFilter)]
    list_select_related = ["account__owner", "transfer"]
    search_fields = ["account__owner__username", "account__owner__nickname", "transfer__key"]
    ordering = ["-pk"]
    paginator = InfinitePaginator
    show_full_result_count = False

    @admin.display(description=gettext_lazy("账户"))
    def whose(self, entry: Entry) -> str:
        return whose(entry.account)

    @admin.display(description=gettext_lazy("事由"))
    def why(self, entry: Entry) -> str:
        return reasons.text(entry.label)

    @admin.display(description=gettext_lazy("货币"))
    def currency(self, entry: Entry) -> str:
        return entry.account.get_currency_display()

    @admin.display(description=gettext_lazy("转账"))
    def key(self, entry: Entry) -> str:
        return entry.transfer.key


@admin.register(Hold)
class HoldAdmin(ShownAdmin):
    list_display = ["key", "seat", "player", "amount", "currency", "opened", "closed"]
    list_filter = ["currency", ("closed", admin.EmptyFieldListFilter)]
    list_select_related = ["player"]
    search_fields = ["key", "player__username"]


class SetAmount(ModelAdmin):
    """An amount per currency. An amount of 0 switches it off; rows are not removed, so that no migration brings one
    back."""

    list_display = ["currency", "amount"]
    list_editable = ["amount"]
    readonly_fields = ["currency"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(OpeningGrant)
class OpeningGrantAdmin(SetAmount):
    pass


@admin.register(AdjustmentLimit)
class AdjustmentLimitAdmin(SetAmount):
    pass


class AdjustmentForm(forms.ModelForm):  # type: ignore[type-arg]
    """A correction asked for. The hidden key makes a form that is sent twice one request."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    by: Any = None

    class Meta:
        model = Adjustment
        fields = ("player", "currency", "amount", "reason", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = uuid4()

    def validate_unique(self) -> None:
        """A key that is known is the same request again."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        player, amount = cleaned.get("player"), cleaned.get("amount")
        if player is not None and player == self.by:
            self.add_error("player", str(SENTENCES[OwnAdjustment.code]))
        if amount == 0:
            self.add_error("amount", _("数额不能是 0"))
        if player is not None and amount and "currency" in cleaned:
            have = selectors.balance(player.pk, cleaned["currency"])
            known = "key" in cleaned and Adjustment.objects.filter(key=cleaned["key"]).exists()
            if have + amount < 0 and not known:
                self.add_error("amount", _("余额只有 %(have)s") % {"have": f"{have:,}"})
        return cleaned


@admin.register(Adjustment)
class AdjustmentAdmin(ModelAdmin):
    """Corrections: asked for here, agreed to by a second person on their own pages, never changed."""

    form = AdjustmentForm
    list_display = ["requested_at", "player", "amount", "currency", "reason", "state", "requested_by", "decided_by"]
    list_filter = ["state", "currency", ("requested_at", RangeDateFilter)]
    list_select_related = ["player", "requested_by", "decided_by"]
    search_fields = ["player__username", "player__nickname", "reason"]
    autocomplete_fields = ["player"]
    actions = None
    change_form_outer_before_template = "admin/wallet/adjustment/decide.html"
    DECISIONS = {"approve": adjustments.approve, "refuse": adjustments.refuse}

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str | tuple[str, ...]]:
        asked: list[str | tuple[str, ...]] = ["player", ("currency", "amount"), "reason"]
        if obj is None:
            return [*asked, "key"]
        return [*asked, ("state", "transfer"), ("requested_by", "requested_at"), ("decided_by", "decided_at")]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.by = request.user
        return form

    def save_model(self, request: HttpRequest, obj: Adjustment, form: Any, change: bool) -> None:
        """The service writes; the page goes on with what it wrote."""
        wanted, by = form.cleaned_data, cast(Player, request.user)
        made = adjustments.request(
            by, wanted["player"], wanted["currency"], wanted["amount"], wanted["reason"], wanted["key"]
        )
        obj.__dict__.update(made.__dict__)
        if made.state == Adjustment.State.WAITING:
            text = _("超过一个人每天的限额，要等第二个人同意。")
            messages.warning(request, text)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().changeform_view(request, *args, **kwargs)
        except WalletError as error:
            # The money went between the form's look and the ledger's.
            messages.error(request, sentence(error))
            return redirect(request.path)
        return answer

    def get_urls(self) -> list[URLPattern]:
        decide = self.admin_site.admin_view(self.decide)
        own = path("<int:pk>/decide/<slug:decision>/", decide, name="wallet_adjustment_decide")
        return [own, *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int, decision: str) -> HttpResponse:
        """Agree to a correction, or let it be; back to its page with what came of it."""
        if request.method != "POST" or decision not in self.DECISIONS:
            raise Http404
        asked = get_object_or_404(Adjustment, pk=pk)
        withdrawn = decision == "refuse" and asked.requested_by_id == request.user.pk
        if not withdrawn and not request.user.has_perm("wallet.approve_adjustment"):
            raise PermissionDenied
        try:
            decided = self.DECISIONS[decision](pk, request.user)  # type: ignore[arg-type]
        except WalletError as error:
            messages.error(request, sentence(error))
        else:
            self.log_change(request, decided, str(decided.get_state_display()))
            messages.success(request, decided.get_state_display())
        return redirect(reverse("admin:wallet_adjustment_change", args=[pk]))
