"""Reading a mail: its headers, and its text without markup. Only this layer turns bytes of mails into lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...config import LARGEST_MAIL
from ...rules.text import lines_of, visible
from .decoding import named
from .html import lines_of_html
from .parts import NESTED, PARTS, Part, plain
from .programs import FOOTER

LARGEST, LINES = LARGEST_MAIL, 250_000
"""The most bytes and lines of a mail that is accepted; a person's mail of that size has half as many lines."""
TEXTS = ("text/plain", "text/html")
HIDDEN = frozenset(
    "multipart/encrypted application/pkcs7-mime application/x-pkcs7-mime application/pgp-encrypted"
    " application/ms-tnef application/vnd.ms-tnef application/pgp application/x-microsoft-rpmsg-message".split()
)
"""Parts whose text needs a key, or the program that wrote it."""
HIDDEN_FILES = re.compile(r"winmail\.dat|.*\.(?:p7m|pgp|gpg|rpmsg)|encrypted\.asc", re.I)
"""The same, recognised by their file names."""
ARMOURED = re.compile(r"^-----BEGIN PGP MESSAGE-----", re.M)


@lru_cache(maxsize=2)
def parsed(raw: bytes) -> Part:
    """The mail, parsed lazily and cached."""
    return Part(raw if b"\n" in raw else raw.replace(b"\r", b"\n"))


def forget_last() -> None:
    """Let go of the mails that were read last, each of which may be large, and of their texts."""
    parsed.cache_clear()
    body.cache_clear()


def too_much(raw: bytes) -> str:
    """Why a mail is larger than we read; empty if it is not."""
    if len(raw) > LARGEST:
        return f"it has more than {LARGEST // 1_000_000} MB"
    if max(raw.count(b"\n"), raw.count(b"\r")) > LINES:
        return f"it has more than {LINES} lines"
    parts = list(parsed(raw).walk())
    return "it has too many parts" if len(parts) >= PARTS or any(part.depth >= NESTED for part in parts) else ""


def header(mail: Part, name: str) -> str:
    """The first header of this name as text, without control characters; empty if there is none."""
    return plain(named(mail.value(name)))


def message_id(mail: Part) -> str:
    """The Message-ID if it is well-formed, else an empty string."""
    found = re.fullmatch(r"<[!-;=?-~]{1,240}>", mail.value("Message-ID"))
    return found[0] if found else ""


def is_hidden(mail: Part) -> bool:
    """Whether its text is encrypted, or in a format that only the writing program can read."""
    shown = body(mail)
    if ARMOURED.search(shown):
        return True
    hidden = (part.kind in HIDDEN or HIDDEN_FILES.fullmatch(part.filename) for part in mail.walk())
    return not shown.strip() and any(hidden)


@lru_cache(maxsize=4)
def body(mail: Part) -> str:
    """The text of a mail: its visible parts, plain or else HTML as text with quotes marked by ``>``."""
    shown = list(_shown(mail))
    unnamed = [part for part in shown if not part.filename]
    texts = [text for text in map(_text, unnamed) if text.strip()]
    text = "\n\n".join(texts or [text for text in map(_text, shown) if text.strip()])
    return _unwrapped(text, mail) if any(part.kind == "text/plain" for part in shown) else text


def _unwrapped(text: str, mail: Part) -> str:
    """The plain text, with lines that were wrapped at its width rejoined as in the same mail's HTML."""
    lines = lines_of(text)
    broken = [n for n in range(1, len(lines)) if _may_be_broken(lines[n - 1], lines[n])]
    marked_up = next((part for part in mail.walk() if part.kind == "text/html"), None) if broken else None
    if marked_up is None:
        return text
    whole = [" ".join(line.split()) for line in lines_of_html(marked_up.text) if WIDTH < len(line) < LONG]
    for n in reversed(broken[:UNWRAPPED]):
        together = " ".join(f"{lines[n - 1]} {lines[n]}".split())
        if any(together in line for line in whole):
            lines[n - 1 : n + 1] = [together]
    return "\n".join(lines)


WIDTH, UNWRAPPED = 60, 40
"""Programs wrap lines of plain text that are longer than this; and the most wrapped places that are examined."""
LONG = 10_000
"""A line of HTML with this many characters was not written as one."""


def _may_be_broken(line: str, further: str) -> bool:
    return WIDTH <= len(line) < 100 and bool(further.strip()) and not line.startswith(">")


def _shown(mail: Part) -> Iterator[Part]:
    """The parts with visible text, without attachments and attached mails; one of several alternatives."""
    if not mail.kind.startswith("multipart/") or not mail.parts:
        alone = mail.depth == 0 and mail.kind.startswith("text/")  # any other text, too (RFC 2046, 4.1.4)
        is_text = alone or mail.kind in TEXTS or (mail.kind.startswith("multipart/") and mail.depth < NESTED)
        if is_text and mail.disposition != "attachment":
            yield mail
        return
    if mail.kind != "multipart/alternative":
        for part in mail.parts:
            yield from _shown(part)
        return
    ways = [way for way in (list(_shown(part)) for part in mail.parts) if any(part.text.strip() for part in way)]
    plain_ways = [way for way in ways if any(part.kind == "text/plain" for part in way)]
    for way in (plain_ways or ways)[:1]:
        yield from way


def _text(part: Part) -> str:
    return "\n".join(lines_of_html(part.text)) if part.kind == "text/html" else _unflowed(part)


def _unflowed(part: Part) -> str:
    """The text with soft line breaks removed (``format=flowed``, RFC 3676)."""
    if part.parameter("format") != "flowed":
        return part.text
    glue = "" if part.parameter("delsp") == "yes" else " "
    lines: list[list[str]] = []
    soft = ""  # the line above, if it ends in a soft break
    for line in lines_of(part.text):
        line = line[1:] if line.startswith(" ") else line
        if soft and _may_flow(soft, line):
            lines[-1] += [glue, line.rstrip(" ")]
        else:
            lines.append([line if line == "-- " else line.rstrip(" ")])
        soft = line if line.endswith(" ") and line != "-- " and not line.startswith(">") else ""
    return "\n".join("".join(line) for line in lines)


FLOWING = 50
"""Programs wrap a flowed paragraph only if the next word would have made the line longer than this."""


def _may_flow(line: str, further: str) -> bool:
    """Whether a soft line break is meant: not after a short line with a trailing space, nor before a footer."""
    long = len(line) + len(further.partition(" ")[0]) >= FLOWING
    return long and not (further.startswith(">") or further == "-- " or FOOTER.match(visible(further)))
