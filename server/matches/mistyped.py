"""Mail addresses that look mistyped, and what may have been meant: another domain that is spelt nearly the same."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

KNOWN = tuple(
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com mac.com aol.com "
    "proton.me protonmail.com pm.me fastmail.com zoho.com hey.com mail.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de "
    "t-online.de freenet.de posteo.de mailbox.org bluewin.ch orange.fr free.fr wanadoo.fr laposte.net sfr.fr yahoo.fr "
    "hotmail.fr outlook.fr libero.it virgilio.it tiscali.it alice.it hotmail.it yahoo.it outlook.it hotmail.co.uk "
    "yahoo.co.uk btinternet.com comcast.net verizon.net att.net yandex.com yandex.ru mail.ru seznam.cz wp.pl".split()
)
"""Domains at which many people have their mail."""
ALIKE = 0.8
"""How alike two domains must be spelt, from 0 to 1, for one to be taken for the other: a letter or two of ten."""


def perhaps_meant(email: str, domains: Iterable[str] = ()) -> str | None:
    """The address that may have been meant, or ``None``: the same name at a domain that is spelt nearly the same.

    ``domains``: those of people nearby, which are more likely than any of `KNOWN`. An address at one of either is
    taken as it is.
    """
    name, _, typed = email.rpartition("@")
    nearby = tuple(dict.fromkeys(domains))
    if typed in (*nearby, *KNOWN):
        return None
    found = get_close_matches(typed, nearby, 1, ALIKE) or get_close_matches(typed, KNOWN, 1, ALIKE)
    return f"{name}@{found[0]}" if found else None
