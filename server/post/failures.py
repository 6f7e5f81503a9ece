"""Why a letter could not be sent: a temporary failure, no mail server, or a permanent failure and whose fault it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType


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
        "5.7": Fault.US,  # security and policy
    }
)
"""Enhanced status codes, and their classes, by whose fault they are (RFC 3463, RFC 5248 and RFC 7504)."""
_CODE = re.compile(r"^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b")
_NOBODY = re.compile(
    r"(no such|unknown|invalid|non-?existent).{0,30}(user|recipient|mailbox|address|account)"
    r"|(user|recipient|mailbox|address|account).{0,60}(unknown|not found|not exist|n't exist|disabled)",
    re.I,
)
"""How servers that give no enhanced status code say that there is no such mailbox."""


def fault_of(reply: str) -> Fault:
    """Whose fault a reply such as ``550 5.1.1 no such user`` says it is."""
    code = _CODE.match(reply)
    if code is None:
        return Fault.ADDRESS if _NOBODY.search(reply) else Fault.UNSAID
    return FAULTS.get(code[1]) or FAULTS.get(code[1].rpartition(".")[0], Fault.UNSAID)


_ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:=]+@")


def without_addresses(words: str) -> str:
    """The words of a mail server without the names before an @, for logs and pages that others read."""
    return _ADDRESS.sub("…@", words)
