"""Parsing a mail: its headers, and its text without markup."""

from __future__ import annotations

import codecs
import re
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

PARTS = 50
"""The standard parser holds each line against the boundary of every open part, and calls itself for each part: a mail
of 1 MB, nested some hundred deep, would take it minutes. What people write is nested five deep."""
NESTING = re.compile(rb"(?:multipart|message)/", re.I)

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
    """A header as text; empty if it is missing or cannot be parsed."""
    try:
        return str(message[name] or "").strip()
    except Exception:  # the standard library's parser raises various errors on malformed headers
        return ""


def senders(message: EmailMessage) -> list[str]:
    """The From addresses, in lower case."""
    return [address.lower() for _, address in getaddresses([header(message, "From")]) if address]


def message_id(message: Message) -> str:
    """The Message-ID if it is well-formed, else an empty string."""
    found = re.fullmatch(r"<[!-;=?-~]{1,240}>", header(message, "Message-ID"))
    return found[0] if found else ""


def body(message: EmailMessage) -> str:
    """The text of a mail: its plain part, else its HTML part as text with quotes marked by ``>``; or empty."""
    plain = _first(message, "text/plain")
    if plain is not None and _content(plain).strip():
        return _unflowed(plain)
    marked_up = _first(message, "text/html")
    return _as_text(_content(marked_up)) if marked_up is not None else ""


def _first(message: EmailMessage, kind: str) -> EmailMessage | None:
    """The first part of a content type, not counting attachments and attached mails."""
    if message.get_content_maintype() == "multipart":
        parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
        return next((found for part in parts if (found := _first(part, kind)) is not None), None)
    wanted = message.get_content_type() == kind and message.get_content_disposition() != "attachment"
    return message if wanted else None


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
    flowing = False
    for line in text.splitlines():
        line = line[1:] if line.startswith(" ") else line
        if flowing and not line.startswith(">"):
            lines[-1] += glue + line.rstrip(" ")
        else:
            lines.append(line if line == "-- " else line.rstrip(" "))
        flowing = line.endswith(" ") and line != "-- " and not line.startswith(">")
    return "\n".join(lines)


class _Text(HTMLParser):
    """Converts HTML to lines of text; quoted lines begin with ``>``."""

    BLOCKS = frozenset("p div br li tr table ul ol h1 h2 h3 h4 blockquote body pre".split())
    SILENT = frozenset("style script head title".split())
    VOID = frozenset("br hr img input meta link area base col embed source track wbr".split())
    QUOTES = re.compile(r"gmail_quote|gmail_extra|yahoo_quoted|moz-cite-prefix|moz-signature|gmail_signature")
    CUTS = frozenset(
        {"divRplyFwdMsg", "appendonsend", "OLK_SRC_BODY_SECTION", "mail-editor-reference-message-container"}
    )

    DEEPEST = 200  # deeper nesting is only found in mail made to waste our time

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines = [""]
        self.open: list[tuple[str, bool, bool]] = []  # tag, quoted, silent

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        if tag in self.BLOCKS:
            self._break()
        if tag == "hr" or fields.get("id") in self.CUTS:
            self.lines += ["_" * 32, ""]
        if tag not in self.VOID and len(self.open) < self.DEEPEST:
            _, quoted, silent = self.open[-1] if self.open else ("", False, False)
            quote = tag == "blockquote" or self.QUOTES.search(fields.get("class") or "") is not None
            self.open.append((tag, quoted or quote, silent or tag in self.SILENT))

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
