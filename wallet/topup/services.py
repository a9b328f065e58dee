"""Ordering, paying, crediting, cancelling and refunding.

Locks: the player, then the order, then the wallet's accounts. No lock is held while a provider is asked. Refusals are
`wallet.topup.errors.Refused` and `accounts.errors.CareRefused`; they leave everything as it was.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from accounts import care
from accounts.models import Player
from outbox.services import emit
from wallet import ledger, locks, services
from wallet.errors import InsufficientFunds
from wallet.models import Kind
from wallet.topup import members, providers
from wallet.topup.errors import ProviderDown, RefundRefused, Refused
from wallet.topup.events import OrderChanged
from wallet.topup.models import Event, Order, Plan, Product
from wallet.topup.money import shown
from wallet.topup.providers.base import Notice, Provider

log = logging.getLogger(__name__)

OPEN_ORDERS = 5
"""How many orders a player may have open at once."""
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
State = Order.State

DONE = ("credited", "already", "cancelled", "refunded", "charged_back", "ignored")
"""What may come of a provider's message; anything else is a refusal: unknown_order, wrong_provider, wrong_amount,
wrong_money, no_reference, reference_used, order_closed."""


# -- ordering


@transaction.atomic
def place(player: Player, *, product_id: int | None = None, plan_id: int | None = None) -> Order:
    """Order a product or a plan for money. Raises `Refused`: no_product, no_provider, guest, over_order, over_day,
    over_month, too_many_open; `CareRefused`: pay_break, age_unknown."""
    ware: Product | Plan | None
    if product_id is not None:
        ware = Product.objects.filter(pk=product_id, is_on=True).first()
    else:
        ware = Plan.objects.filter(pk=plan_id or 0, is_on=True, price__isnull=False).first()
    if ware is None or ware.price is None:
        raise Refused("no_product")
    if not providers.available():
        raise Refused("no_provider")
    _lock(player)
    _check_payer(player, ware.price)
    count = Order.objects.filter(player=player, state__in=Order.OPEN).count()
    if count >= OPEN_ORDERS:
        raise Refused("too_many_open", count=count)
    order = Order(
        number=_number(),
        player=player,
        title=ware.name,
        price=ware.price,
        money=settings.TOPUP_MONEY,
        created=timezone.now(),
    )
    if isinstance(ware, Product):
        order.product, order.currency, order.amount = ware, ware.currency, ware.amount
    else:
        order.plan, order.days = ware, ware.days
    order.save()
    return order


@dataclass(frozen=True, slots=True)
class Spending:
    """What a player has spent today and this month, open orders counted, and what may be spent (`care.Caps`)."""

    day: int
    month: int
    caps: care.Caps


def spending(player_id: int, but: Order | None = None) -> Spending:
    """What counts against the player's limits. What is open may be paid at any moment and counts as if it were; what
    was given back does not. `but` is an order to leave out."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    orders = Order.objects.filter(player=player_id, money=settings.TOPUP_MONEY).exclude(pk=but.pk if but else 0)

    def since(start: datetime) -> int:
        paid = Q(state__in=(State.CREDITED, State.REFUNDING), paid__gte=start)
        found: int | None = orders.filter(Q(state__in=Order.OPEN) | paid).aggregate(sum=Sum("price"))["sum"]
        return found or 0

    return Spending(since(midnight), since(midnight.replace(day=1)), care.caps(player_id))


def _check_payer(player: Player, price: int, but: Order | None = None) -> None:
    """Raise unless the player may pay this now; `but` is the order itself. Expects the player's lock."""
    if player.is_guest:
        raise Refused("guest")
    if barred := care.may_pay(player.pk):
        raise barred
    spent = spending(player.pk, but)
    money = settings.TOPUP_MONEY
    if spent.caps.order is not None and price > spent.caps.order:
        raise Refused("over_order", limit=shown(spent.caps.order, money))
    for code, limit, so_far in (
        ("over_day", spent.caps.day, spent.day),
        ("over_month", spent.caps.month, spent.month),
    ):
        if limit is not None and so_far + price > limit:
            raise Refused(code, limit=shown(limit, money), left=shown(max(0, limit - so_far), money))


def _lock(player: Player) -> None:
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)


def _number() -> str:
    """A new order's number: the day, and twelve characters that nobody guesses or misreads."""
    return f"{timezone.localdate():%Y%m%d}" + "".join(secrets.choice(ALPHABET) for _ in range(12))


# -- paying


def start(player: Player, number: str, provider_code: str, channel: str, address: str) -> Order:
    """Begin to pay an order; its `link` says where. Again for the same way of paying it is the same payment,
    with a new link where the old one has run out.

    Raises `Refused`: no_order, no_provider, order_closed, order_paying, what `place` raises where the player may not
    pay now, and provider_down: then the order waits to be started again.
    """
    provider = providers.available().get(provider_code)
    if provider is None or channel not in {one.code for one in provider.channels}:
        raise Refused("no_provider")
    with transaction.atomic():
        _lock(player)
        order = Order.objects.select_for_update(no_key=True).filter(player=player, number=number).first()
        if order is None:
            raise Refused("no_order")
        if order.state not in Order.OPEN or order.deadline <= timezone.now():
            raise Refused("order_closed")
        _check_payer(player, order.price, but=order)
        if order.state == State.PAYING and (order.provider, order.channel) != (provider.code, channel):
            raise Refused("order_paying")
        _change(order, State.PAYING, provider=provider.code, channel=channel)
    if has_link(order):
        return order
    try:
        link = provider.start(order, channel, address)
    except ProviderDown as error:
        log.warning("order %s could not be started: %s", number, error)
        raise Refused("provider_down") from error
    Order.objects.filter(pk=order.pk).update(link=link, linked=timezone.now())
    order.link = link
    return order


def has_link(order: Order) -> bool:
    """Whether the order's link can still be followed."""
    provider = providers.available().get(order.provider)
    way = next((one for one in provider.channels if one.code == order.channel), None) if provider else None
    if way is None or not order.link:
        return False
    return way.lasts is None or (order.linked is not None and timezone.now() - order.linked < way.lasts)


def check(player: Player, number: str) -> Order:
    """Ask the provider what became of the payment. Raises `Refused`: no_order, not_paid, provider_down."""
    order = Order.objects.filter(player=player, number=number).first()
    if order is None:
        raise Refused("no_order")
    if order.state == State.PAYING and not _look(order):
        raise Refused("not_paid")
    order.refresh_from_db()
    return order


@transaction.atomic
def hear(provider_code: str, notice: Notice) -> str:
    """Do what a provider's proven message calls for, once per message; what came of it (`DONE`, or why not). A refused
    message is kept to be looked at and changes nothing else."""
    order = Order.objects.select_for_update(no_key=True).filter(number=notice.number).first()
    event, first = Event.objects.get_or_create(
        provider=provider_code,
        event=notice.event,
        defaults={
            "kind": notice.kind,
            "number": notice.number[:64],
            "reference": notice.reference[:64],
            "price": notice.price,
            "money": notice.money[:8],
        },
    )
    if first:
        event.outcome = _outcome(order, provider_code, notice)
        event.save(update_fields=["outcome"])
        if event.outcome not in DONE:
            log.warning("message %s of %s was refused: %s", notice.event, provider_code, event.outcome)
    return event.outcome


def _outcome(order: Order | None, provider_code: str, notice: Notice) -> str:
    if notice.kind == "other":
        return "ignored"
    if order is None:
        return "unknown_order"
    if order.provider != provider_code:
        return "wrong_provider"
    match notice.kind:
        case "paid":
            return _paid(order, notice)
        case "refused":
            if order.state == State.PAYING:
                _change(order, State.CANCELLED)
                return "cancelled"
            return "order_closed" if order.state in Order.PAID else "already"
        case "refunded":
            return _money_back(order, notice)
        case "charged_back":
            return _charge_back(order)
    raise AssertionError(notice.kind)


def _paid(order: Order, notice: Notice) -> str:
    if notice.money != order.money:
        return "wrong_money"
    if notice.price != order.price:
        return "wrong_amount"
    if not notice.reference:
        return "no_reference"
    if order.state in Order.PAID and order.reference == notice.reference:
        return "already"
    if order.state != State.PAYING:
        return "order_closed"
    if Order.objects.filter(provider=order.provider, reference=notice.reference).exists():
        return "reference_used"
    if order.product_id is not None:
        services.grant(order.player, order.currency, order.amount, "topup", f"order:{order.number}")
    else:
        members.begin(order)
    _change(order, State.CREDITED, reference=notice.reference, paid=timezone.now())
    return "credited"


# -- ending without payment


def cancel(player: Player, number: str) -> Order:
    """Give up an order that is not paid. Raises `Refused`: no_order, order_closed (also when it turns out to be paid),
    provider_down."""
    order = Order.objects.filter(player=player, number=number).first()
    if order is None:
        raise Refused("no_order")
    if not end(order, State.CANCELLED):
        raise Refused("order_closed")
    order.refresh_from_db()
    return order


def end(order: Order, into: str) -> bool:
    """End an open order; False when it is not open, or is found paid and credited instead. Raises `Refused`
    provider_down: money may be on its way, so it stays open."""
    if order.state == State.PAYING:
        if _look(order):
            order.refresh_from_db()
            return order.state == State.CANCELLED
        try:
            _provider(order).close(order)
        except ProviderDown as error:
            raise Refused("provider_down") from error
    with transaction.atomic():
        locked = Order.objects.select_for_update(no_key=True).get(pk=order.pk)
        # Whoever began to pay it meanwhile was told that it can be paid.
        if locked.state != order.state or locked.state not in Order.OPEN:
            return False
        _change(locked, into)
    return True


def _look(order: Order) -> bool:
    """Ask the provider of an order, and do what the answer calls for; whether there was one."""
    try:
        notice = _provider(order).look(order)
    except ProviderDown as error:
        log.warning("nobody says what became of order %s: %s", order.number, error)
        raise Refused("provider_down") from error
    if notice is None:
        return False
    hear(order.provider, notice)
    return True


def _provider(order: Order) -> Provider:
    found = providers.available().get(order.provider)
    if found is None:
        raise Refused("provider_down")
    return found


# -- giving back


@transaction.atomic
def refund(number: str, by: Player, reason: str) -> Order:
    """Begin to pay an order back: what it gave is taken back now, the money follows when the provider has paid it.

    Raises `Refused`: no_order, not_refundable, no_reason, spent.
    """
    if not reason.strip():
        raise Refused("no_reason")
    order = Order.objects.select_for_update(no_key=True).filter(number=number).first()
    if order is None:
        raise Refused("no_order")
    if order.state != State.CREDITED:
        raise Refused("not_refundable")
    order.refunds += 1
    if order.product_id is not None:
        try:
            _move(order, -order.amount, "refund", f"refund:{order.refunds}")
        except InsufficientFunds as error:
            raise Refused("spent", need=f"{order.amount:,}", have=f"{error.facts['have']:,}") from error
    else:
        members.void(order, timezone.now())
    _change(
        order,
        State.REFUNDING,
        refunds=order.refunds,
        refund_reason=reason.strip()[:200],
        refunded_by=by,
        tried=None,
        taken_back=order.amount,
    )
    # By its name: the module of the tasks imports this one. What is lost is found by the sweep.
    transaction.on_commit(lambda: _send(number), robust=True)
    return order


def _send(number: str) -> None:
    current_app.send_task("wallet.topup.tasks.finish_refund", (number,), retry=False)


def finish_refund(number: str) -> str:
    """Have the provider pay back an order that is being refunded, or learn that it has; the order's state then. Safe to
    run any number of times."""
    order = Order.objects.filter(number=number, state=State.REFUNDING).first()
    if order is None:
        return ""
    try:
        return pay_back(order)
    except Refused:
        return order.state


def pay_back(order: Order) -> str:
    """`finish_refund` of an order at hand. Raises `Refused` provider_down."""
    provider = _provider(order)
    try:
        done = provider.refund(order)
    except ProviderDown as error:
        log.warning("the refund of order %s is not known to be made: %s", order.number, error)
        raise Refused("provider_down") from error
    except RefundRefused as error:
        return _give_again(order, str(error))
    if not done:
        return order.state
    with transaction.atomic():
        locked = Order.objects.select_for_update(no_key=True).get(pk=order.pk)
        if locked.state == State.REFUNDING:
            _change(locked, State.REFUNDED)
        return locked.state


@transaction.atomic
def _give_again(order: Order, why: str) -> str:
    """The provider will not pay back: the player keeps what was bought."""
    locked = Order.objects.select_for_update(no_key=True).get(pk=order.pk)
    if locked.state != State.REFUNDING or locked.refunds != order.refunds:
        return locked.state
    log.error("the refund of order %s was refused by %s: %s", locked.number, locked.provider, why)
    if locked.product_id is not None:
        _move(locked, locked.amount, "refund", f"restore:{locked.refunds}")
    else:
        members.void(locked, None)
    reason = f"{locked.refund_reason} [{why}]"[-200:]
    _change(locked, State.CREDITED, taken_back=0, refund_reason=reason)
    return locked.state


def _money_back(order: Order, notice: Notice) -> str:
    """The provider has paid money back."""
    if notice.price is not None and notice.price != order.price:
        return "wrong_amount"
    if order.state == State.REFUNDING:
        _change(order, State.REFUNDED)
        return "refunded"
    if order.state in (State.REFUNDED, State.CHARGED_BACK):
        return "already"
    # Paid back past us, in the merchant's own account there.
    return _charge_back(order)


def _charge_back(order: Order) -> str:
    """The payer took the money back without asking us: what is left of what it bought is taken back."""
    if order.state == State.CHARGED_BACK:
        return "already"
    if order.state not in (State.CREDITED, State.REFUNDING):
        return "order_closed"
    taken = order.taken_back
    if order.state == State.CREDITED:
        if order.product_id is not None:
            account = locks.Chart([order.player_id]).id(Kind.PLAYER, order.currency, order.player_id)
            mint = locks.Chart([]).id(Kind.MINT, order.currency)
            rows = locks.accounts([account, mint])
            taken = min(rows[account].balance, order.amount)
            if taken:
                _move(order, -taken, "chargeback", "chargeback")
        else:
            members.void(order, timezone.now())
    _change(order, State.CHARGED_BACK, taken_back=taken)
    return "charged_back"


def _move(order: Order, amount: int, label: str, key: str) -> None:
    """Give the player so much of what the order bought, or take it."""
    chart = locks.Chart([order.player_id])
    mine, mint = chart.id(Kind.PLAYER, order.currency, order.player_id), chart.id(Kind.MINT, order.currency)
    moves = [ledger.Move(mine, amount, label), ledger.Move(mint, -amount, label)]
    ledger.post(f"order:{order.number}:{key}", label, moves)


# -- shared


def _change(order: Order, state: str, **fields: object) -> None:
    """Write a new state and what comes with it; the floors above hear of what touches a balance or a membership."""
    order.state = state
    order.changed = timezone.now()
    for name, value in fields.items():
        setattr(order, name, value)
    order.save(update_fields=["state", "changed", *fields])
    if state in Order.PAID:
        emit(OrderChanged(order.number, order.player_id, state))
