"""Refusals of the ledger, each with a stable code and its facts."""

from __future__ import annotations


class WalletError(Exception):
    """The base. Nothing was written. `code` is for programs, `facts` for a sentence."""

    code = "wallet"

    def __init__(self, **facts: object) -> None:
        super().__init__(f"{self.code} {facts}")
        self.facts = facts


class InsufficientFunds(WalletError):
    """An account would fall below zero. Facts: player (None: not a player's), currency, need, have."""

    code = "insufficient_funds"


class UnknownHold(WalletError):
    """No open hold has this key (and seat). Facts: key, seat."""

    code = "unknown_hold"


class OverHold(WalletError):
    """A seat would pay more than it has on hold. Facts: key, seat, held, pays."""

    code = "over_hold"


class Unbalanced(WalletError):
    """The lines of a transfer do not sum to zero. Facts: key, sum."""

    code = "unbalanced"


class KeyReused(WalletError):
    """The idempotency key belongs to a transfer of another kind or with other entries, or to another
    correction. Facts: key."""

    code = "key_reused"


class NoReason(WalletError):
    """A correction was asked for without saying why."""

    code = "no_reason"


class OwnAdjustment(WalletError):
    """Somebody asked for a correction of his own balance."""

    code = "own_adjustment"


class NotYours(WalletError):
    """Somebody would decide about a correction of his own balance."""

    code = "not_yours"


class SamePerson(WalletError):
    """Who asked for a correction would be the second person too."""

    code = "same_person"


class AppointsStaff(WalletError):
    """Somebody who appoints the staff, and so could make the first person, would be the second."""

    code = "appoints_staff"


class AlreadyDecided(WalletError):
    """The correction is done or refused. Facts: state."""

    code = "already_decided"
