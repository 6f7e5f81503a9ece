"""Who a mail says it is from: the addresses in its From headers (RFC 5322, 3.4), as every program writes them.

Names that break the grammar are common (``Lovelace, Ada <ada@example.org>``): what has an @ counts, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...store.mailboxes import in_ascii
from .parts import Part

_TOKENS = re.compile(
    r'"(?:[^"\\]|\\.)*"?(?P<quoted>@[^\s,;<>"()]+)?'  # a quoted name, or a quoted local part
    r"|<(?P<angled>[^<>]*)>?"
    r"|(?P<bare>[^\s,;<>\"()]+)|."
)
_ANYWHERE = re.compile(r"[^\s,;:<>\"()@]+@[^\s,;:<>\"()@]+")
_GROUP = re.compile(r"^(?:@[^:]*|[^@\"]*):")
"""The name of a group, or a route, before an address."""


def writers(mail: Part) -> list[str]:
    """The addresses in all From headers, each once, in lower case with their domains in ASCII."""
    return list(dict.fromkeys(in_ascii(address) for value in mail.values("From") for address in _addresses(value)))


def has_one_writer(mail: Part) -> bool:
    """Whether there is one From header with one address (RFC 5322, 3.6)."""
    return len(mail.values("From")) == 1 and len(writers(mail)) == 1


def first_address(value: str) -> str:
    """The first address in the value of a header, as it stands there; empty if there is none."""
    return next(iter(_addresses(value)), "")


def _addresses(value: str) -> list[str]:
    """What has an @ in the value of a header, without comments and quoted names, unless those never end."""
    return list(_in_order(without_comments(value))) or [found[0] for found in _ANYWHERE.finditer(value)]


def _in_order(value: str) -> Iterator[str]:
    for token in _TOKENS.finditer(value):
        found = token["angled"] or token["bare"] or (token[0] if token["quoted"] else "")
        found = _GROUP.sub("", found).strip().strip("'")
        if "@" in found.strip("@"):
            yield found


def without_comments(value: str) -> str:
    """The value of a header without what stands in parentheses outside of quotes."""
    return _read(value)[0]


def ends_within(value: str) -> bool:
    """Whether a quoted text or a comment in the value of a header never ends, which hides what follows."""
    return _read(value)[1]


def _read(value: str) -> tuple[str, bool]:
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in value:
        if escaped or sign == "\\":
            escaped = not escaped
        elif sign == '"' and not depth:
            quoted = not quoted
        elif sign in "()" and not quoted:
            depth = max(0, depth + (1 if sign == "(" else -1))
            kept.append(" ")
            continue
        if not depth:
            kept.append(sign)
    return "".join(kept), depth > 0 or quoted
