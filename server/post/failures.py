"""Why a letter could not be sent: a temporary failure, no mail server, or a permanent failure with its cause; and how
long to wait before the next attempt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from types import MappingProxyType

FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)


class Fault(Enum):
    """Whose fault a permanent refusal is, as far as the server's reply says."""

    CERTAIN = "found out without the server"
    ADDRESS = "the recipient's address"
    US = "our server, its name or its letters"
    UNSAID = "unsaid"


class Deferred(Exception):
    """A temporary failure: this letter is to be retried later."""


class Down(Deferred):
    """The mail server cannot be reached or refuses our sender: no other letter will get through now either."""


class Rejected(Exception):
    """A permanent failure: the server refuses this letter, or mail to this address."""

    def __init__(self, words: str, fault: Fault = Fault.UNSAID):
        super().__init__(words)
        self.fault = fault


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        "5.1.7": Fault.US,  # bad sender's address
        "5.1.8": Fault.US,
        "5.1": Fault.ADDRESS,
        "5.2": Fault.ADDRESS,
        "5.3": Fault.US,  # the mail system, as it receives letters
        "5.5": Fault.US,  # the protocol
        "5.6": Fault.US,  # what is in a letter, or how it is encoded
        "5.7": Fault.US,  # security and policy
    }
)
"""Enhanced status codes and their classes -> whose fault they report (RFC 3463, RFC 5248, RFC 7504)."""
_CODE = re.compile(r"(?<![\d.])#?(5\.\d{1,3}\.\d{1,3})(?![\d.])")
"""Servers put the code anywhere: IronPort puts a # before it, and qmail puts it at the end (``#5.1.1``)."""
_OURS = re.compile(
    r"dkim|\bspf\b|dmarc|duplicate header|multiple .{0,20}headers|invalid header|headers? (?:are|is) not"
    r"|rfc ?[25][38]22|block ?list|black ?list|blocked using|\bdnsbl|\brbl\b|spamhaus|reputation|\bspam|bad sender"
    r"|sendas|not verified|dns:nr|dns check|\bdt:spm|smtputf8|(?:bare|lone) (?:cr|lf)|\bs3150\b|\bts\d\d\]|\bptr\b"
    r"|reverse (?:dns|hostname|lookup)|helo|authenticat|relay(?:ing)? (?:access )?denied|not permitted to relay"
    r"|rcpthosts|sender (?:address |domain )?(?:rejected|verify|verification|not|refused|denied)"
    r"|sending (?:mta|ip|server|host)|your access|messages? from .{0,40}weren't sent|policy|prohibited|virus|content",
    re.I,
)
"""What servers say when they refuse us, our name or our letters, whoever the recipient."""
_NOBODY = re.compile(
    r"(?:no such|unknown|invalid|non-?existent|inactive|bad|undeliverable).{0,30}"
    r"(?:user|recipient|mailbox|address|account|person|destination)"
    r"|(?:user|recipient|mailbox|address|account)\b.{0,60}(?:unknown|not found|not exist|n't exist|disabled|unavailable"
    r"|inactive|invalid|suspended|deactivated|expired|no longer|does not have an? account|n't have an?)"
    r"|no (?:mailbox|user|account|recipient)s? (?:here|by that|with|found|of that)|doesn't have an? .{0,40}account"
    r"|(?:address|recipient)(?: address)? rejected|recip(?:ient)?notfound"
    r"|not a (?:valid|known) (?:user|mailbox|recipient)"
    r"|(?:mailbox|quota).{0,40}(?:full|exceeded|over)|over ?quota|unroute?able|child status 100|not our customer",
    re.I,
)
"""What servers say when a mailbox does not exist or is full."""


def fault_of(reply: str) -> Fault:
    """Whose fault a reply such as ``550 5.1.1 no such user`` says it is.

    The words count more than the code, because some servers send odd codes: outlook.com 5.5.0 for an unknown mailbox.
    """
    code, words = _CODE.search(reply), _WHOLE.sub("…", reply)
    by_code = FAULTS.get(code[1]) or FAULTS.get(code[1].rpartition(".")[0], Fault.UNSAID) if code else Fault.UNSAID
    is_about_nobody = _NOBODY.search(words) is not None
    if _OURS.search(words) and not (is_about_nobody and by_code is Fault.ADDRESS):
        return Fault.US
    return Fault.ADDRESS if is_about_nobody else by_code


_WHOLE = re.compile(r"[^\s<>()\[\]\"',;:=]+@[^\s<>()\[\]\"',;:=]+")
_ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:=]+@")


def wait(attempts: int, jitter: float, least: int = 0) -> timedelta:
    """The wait after this many attempts: 1 minute, doubled each time, or ``least`` seconds if that is longer; up to 6
    hours.

    ``jitter``, from 0 to 1, shortens the wait by up to a fifth, so that what failed together is not retried together.
    """
    doubled: timedelta = min(FIRST_WAIT * 2 ** min(attempts - 1, 20), LONGEST_WAIT)
    return max(FIRST_WAIT, doubled * (1 - jitter / 5), min(timedelta(seconds=least), LONGEST_WAIT))


def without_addresses(words: str) -> str:
    """A mail server's reply without the local parts of addresses, for logs and for the operator."""
    return _ADDRESS.sub("…@", words)


def without(address: str, words: str) -> str:
    """A mail server's reply without any part of this address, or any other, for readers who do not know it."""
    local, _, domain = map(re.escape, address.rpartition("@"))
    told = _WHOLE.sub("…", words)
    return re.sub(rf"(?<![\w.-])(?:{local}|(?:[\w-]+\.)*{domain})(?![\w-])", "…", told, flags=re.I) if address else told
