"""Refusals of the accounts, each with a stable code."""

from __future__ import annotations


class AccountError(Exception):
    """The base: `code` for programs."""

    code = "account"


class TooManyGuests(AccountError):
    """This address has entered as a new guest too often; it may try again later."""

    code = "too_many_guests"


class NotAGuest(AccountError):
    """Only a guest can be turned into an account."""

    code = "not_a_guest"


class UsernameTaken(AccountError):
    """Somebody else signs in with that name."""

    code = "username_taken"
