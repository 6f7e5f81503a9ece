"""The writers of a mail: the addresses in its From headers (RFC 5322, 3.4), as all programs write them.

Names that break the grammar are common (``Lovelace, Ada <ada@example.org>``): anything with an @ counts, nothing else.
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
    """The addresses in all From headers, each once, in lower case, domains in ASCII."""
    return list(dict.fromkeys(in_ascii(address) for value in mail.values("From") for address in _addresses(value)))


def has_one_writer(mail: Part) -> bool:
    """Whether there is one From header with one address (RFC 5322, 3.6)."""
    return len(mail.values("From")) == 1 and len(writers(mail)) == 1


def first_address(value: str) -> str:
    """The first address in a header's value, unchanged; empty if there is none."""
    return next(iter(_addresses(value)), "")


def _addresses(value: str) -> list[str]:
    """Everything with an @ in a header's value, without comments and quoted names that are terminated."""
    return list(_in_order(without_comments(value))) or [found[0] for found in _ANYWHERE.finditer(value)]


def _in_order(value: str) -> Iterator[str]:
    for token in _TOKENS.finditer(value):
        found = token["angled"] or token["bare"] or (token[0] if token["quoted"] else "")
        found = _GROUP.sub("", found).strip().strip("'")
        if "@" in found.strip("@"):
            yield found


def without_comments(value: str) -> str:
    """A header's value without parenthesised comments outside of quotes."""
    return _read(value)[0]


def ends_within(value: str) -> bool:
    """Whether a header's value has an unterminated quote or comment, which hides what follows."""
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
