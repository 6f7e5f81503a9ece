"""Validation of the names and mail addresses that people type."""

from __future__ import annotations

import email_validator
from email_validator import EmailNotValidError, validate_email

email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()  # a home server may have players at cards.local or localhost

FORBIDDEN = '< > { } " @ : / \\'
"""Characters with a meaning in a mail header or an address."""


class BadAddress(ValueError):
    """A name or an address that cannot be used; the message says why."""


def checked_address(typed: str) -> str:
    """The address in lower case, with its domain in ASCII. Raises `BadAddress` if it is malformed.

    Only the syntax is checked, not whether mail can be delivered there.
    """
    address = typed.strip()
    shown = address if len(address) <= 60 else address[:59] + "…"
    if not address:
        raise BadAddress("Every player needs a mail address.")
    if not address.isprintable():
        raise BadAddress("A mail address is one line without control characters.")
    if address.count("@") != 1:
        raise BadAddress(f"A mail address has one @, as in ada@example.org, and “{shown}” has {address.count('@')}.")
    try:
        valid = validate_email(address, check_deliverability=False, allow_smtputf8=False, globally_deliverable=False)
    except EmailNotValidError as bad:
        raise BadAddress(f"“{shown}” is not a mail address that letters can be sent to. {bad}") from bad
    assert valid.ascii_email is not None
    return valid.ascii_email.lower()


def checked_name(typed: str) -> str:
    """A player's name without surrounding spaces: one line, 1 to 40 characters. Raises `BadAddress` otherwise."""
    name = typed.strip()
    if not name:
        raise BadAddress("Every player needs a name.")
    if len(name) > 40 or not name.isprintable():
        raise BadAddress("A name is one line of at most 40 characters, none of them invisible.")
    if set(name) & set(FORBIDDEN.split()) or name.casefold() == "you":
        raise BadAddress(f"“{name}” cannot be a name here: leave out {FORBIDDEN}, and call nobody You.")
    return name
