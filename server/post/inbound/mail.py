"""Parsing a mail: its headers, and its text without markup."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from .programs import FOOTER

PARTS = 50
"""The standard parser holds each line against the boundary of every open part, and calls itself for each part: a mail
of 1 MB, nested some hundred deep, would take it minutes. What people write is nested five deep."""
NESTING = re.compile(rb"(?:multipart|message)/", re.I)

CONTROLS = re.compile(r"[\x00-\x1f\x7f]+")

SHORT = 500
"""Header values shorter than this many characters are parsed once and cached."""


class Policy(policy.EmailPolicy):
    """Caches parsed short headers, which the email package otherwise parses on every access."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        """The parsed value of a header."""
        return _header(name, value) if len(value) < SHORT else super().header_fetch_parse(name, value)


POLICY = Policy()


@lru_cache(maxsize=200)
def _header(name: str, value: str) -> Any:
    return policy.default.header_fetch_parse(name, value)


def parsed(raw: bytes) -> EmailMessage:
    """The parsed mail; of one with more than `PARTS` parts within parts, the headers alone."""
    nested = len(NESTING.findall(raw)) > PARTS
    message = heading(raw) if nested else message_from_bytes(raw, policy=POLICY)
    assert isinstance(message, EmailMessage)
    return message


def heading(raw: bytes) -> Message:
    """The parsed headers of the mail, without its body."""
    return BytesHeaderParser(policy=POLICY).parsebytes(raw)


def header(message: Message, name: str) -> str:
    """A header as text without control characters; empty if it is missing or cannot be parsed."""
    try:
        return plain(str(message[name] or ""))
    except Exception:  # the standard library's parser raises various errors on malformed headers
        return ""


def plain(value: str) -> str:
    """The text without control characters, which no column takes, and without space around it."""
    return CONTROLS.sub(" ", value).strip()


def senders(message: EmailMessage) -> list[str]:
    """The From addresses, in lower case."""
    return [address.lower() for _, address in getaddresses([header(message, "From")]) if address]


def message_id(message: Message) -> str:
    """The Message-ID if it is well-formed, else an empty string."""
    found = re.fullmatch(r"<[!-;=?-~]{1,240}>", header(message, "Message-ID"))
    return found[0] if found else ""


def body(message: EmailMessage) -> str:
    """The text of a mail: of each part that is shown, plain or else HTML as text with quotes marked by ``>``."""
    shown = list(_shown(message))
    named = [part for part in shown if part.get_filename()]
    texts = [text for text in map(_text, [part for part in shown if part not in named]) if text.strip()]
    text = "\n\n".join(texts or [text for text in map(_text, named) if text.strip()])
    return _unwrapped(text, message) if any(part.get_content_type() == "text/plain" for part in shown) else text


def _unwrapped(text: str, message: EmailMessage) -> str:
    """The plain text, with lines that were broken at its width whole again, as they are in the same mail's HTML."""
    lines = text.splitlines()
    broken = [n for n in range(1, len(lines)) if _may_be_broken(lines[n - 1], lines[n])]
    marked_up = next((part for part in message.walk() if part.get_content_type() == "text/html"), None)
    if not broken or not isinstance(marked_up, EmailMessage):
        return text
    whole = [" ".join(line.split()) for line in _as_text(_content(marked_up)).splitlines() if len(line) > WIDTH]
    for n in reversed(broken[:UNWRAPPED]):
        together = " ".join(f"{lines[n - 1]} {lines[n]}".split())
        if any(together in line for line in whole):
            lines[n - 1 : n + 1] = [together]
    return "\n".join(lines)


WIDTH, UNWRAPPED = 60, 40
"""Programs break lines of plain text that are longer than this; so many such places are looked at."""


def _may_be_broken(line: str, further: str) -> bool:
    return WIDTH <= len(line) < 100 and bool(further.strip()) and not line.startswith(">")


TEXTS = ("text/plain", "text/html")


def _shown(message: EmailMessage) -> Iterator[EmailMessage]:
    """The parts with text that a reader sees, without attachments and attached mails; of alternatives one."""
    if message.get_content_maintype() != "multipart":
        if message.get_content_type() in TEXTS and message.get_content_disposition() != "attachment":
            yield message
        return
    parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
    if message.get_content_type() != "multipart/alternative":
        for part in parts:
            yield from _shown(part)
        return
    ways = [way for way in (list(_shown(part)) for part in parts) if any(_content(part).strip() for part in way)]
    plain = [way for way in ways if any(part.get_content_type() == "text/plain" for part in way)]
    for way in (plain or ways)[:1]:
        yield from way


def _text(part: EmailMessage) -> str:
    return _as_text(_content(part)) if part.get_content_type() == "text/html" else _unflowed(part)


NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw-unicode-escape", "raw_unicode_escape"})
"""Python's codecs by these names turn bytes into text, but no mail is written in them."""


def _content(part: EmailMessage) -> str:
    """The decoded text, whatever charset the mail names: no name may keep a mail from being read.

    A lone surrogate, which UTF-7 can contain, becomes a question mark.
    """
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    for charset in (_charset(part), "utf-8"):
        try:
            return raw.decode(charset).encode("utf-8", "replace").decode()
        except (LookupError, ValueError):  # UnicodeError is a ValueError, and so is a name with a NUL
            continue
    return raw.decode("latin-1")


def _charset(part: EmailMessage) -> str:
    """The charset that the mail names, if it is one; else UTF-8."""
    try:
        name = part.get_content_charset() or "utf-8"
        return "utf-8" if codecs.lookup(name).name in NO_CHARSETS else name
    except Exception:  # the standard library's parser raises various errors on malformed headers
        return "utf-8"


def _unflowed(part: EmailMessage) -> str:
    """The text with soft line breaks removed (``format=flowed``, RFC 3676)."""
    text = _content(part)
    if str(part.get_param("format")).lower() != "flowed":
        return text
    glue = "" if str(part.get_param("delsp")).lower() == "yes" else " "
    lines: list[str] = []
    soft = ""  # the line above, if it ends in a soft break
    for line in text.splitlines():
        line = line[1:] if line.startswith(" ") else line
        if soft and _may_flow(soft, line):
            lines[-1] += glue + line.rstrip(" ")
        else:
            lines.append(line if line == "-- " else line.rstrip(" "))
        soft = line if line.endswith(" ") and line != "-- " and not line.startswith(">") else ""
    return "\n".join(lines)


FLOWING = 50
"""Programs break a line of a flowing paragraph only where the next word would have made it longer than this."""


def _may_flow(line: str, further: str) -> bool:
    """Whether a soft line break is meant: not below a short line with a space at its end, nor above a footer."""
    long = len(line) + len(further.partition(" ")[0]) >= FLOWING
    return long and not (further.startswith(">") or further == "-- " or FOOTER.match(further))


class _Text(HTMLParser):
    """Converts HTML to lines of text; quoted lines begin with ``>``."""

    BLOCKS = frozenset("p div br li tr table ul ol h1 h2 h3 h4 blockquote body pre".split())
    SILENT = frozenset("style script head title".split())
    VOID = frozenset("br hr img input meta link area base col embed source track wbr".split())
    QUOTES = re.compile(r"gmail_attr|yahoo_quoted|moz-cite-prefix|moz-signature|gmail_signature")
    UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all")
    CUTS = frozenset(
        {"divRplyFwdMsg", "appendonsend", "OLK_SRC_BODY_SECTION", "mail-editor-reference-message-container"}
    )

    DEEPEST = 200  # deeper nesting is only found in mail made to waste our time

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines = [""]
        self.open: list[tuple[str, bool, bool]] = []  # tag, quoted, silent

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """A section that begins with ``<![``; one of no known kind is a comment up to its ``>``, as HTML5 has it."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        if tag in self.BLOCKS:
            self._break()
        if tag == "hr" or fields.get("id") in self.CUTS:
            self.lines += ["_" * 32, ""]
        if tag not in self.VOID and len(self.open) < self.DEEPEST:
            _, quoted, silent = self.open[-1] if self.open else ("", False, False)
            quote = tag == "blockquote" or self.QUOTES.search(fields.get("class") or "") is not None
            unseen = tag in self.SILENT or self.UNSEEN.search(fields.get("style") or "") is not None
            self.open.append((tag, quoted or quote, silent or unseen))

    def handle_endtag(self, tag: str) -> None:
        if any(tag == other for other, _, _ in self.open):
            while self.open.pop()[0] != tag:
                pass
        if tag in self.BLOCKS:
            self._break()

    def _break(self) -> None:
        if self.lines[-2:] != ["", ""]:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        _, quoted, silent = self.open[-1] if self.open else ("", False, False)
        if silent or not data.strip():
            self.lines[-1] += " " if data and not silent and self.lines[-1] else ""
            return
        if quoted and not self.lines[-1].startswith(">"):
            self.lines.append("> ")
        self.lines[-1] += re.sub(r"\s+", " ", data)


def _as_text(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "\n".join(line.strip() for line in reader.lines)
