"""The structure of a mail: headers, and parts within parts (RFC 2045, RFC 2046), each a range of its bytes.

Everything here takes linear time: only `HEADER_LINES` header lines and `VALUE` bytes of a value are read, and each
level of nesting is one search. The standard library's parser recurses for each part, and compares every line with the
boundaries of all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.message import Message
from functools import cached_property
from itertools import islice
from typing import TypeVar

from .decoding import bytes_of, named, text_of, unnamed

HEADER_LINES, VALUE = 1000, 4096
"""The most header lines that are read, and the most bytes of a header's value."""
PARTS, NESTED = 200, 20
"""People do not write more parts, or deeper nesting, than this; the rest is left out."""
TEXT = 2_000_000
"""The most bytes of a part that are read as its text."""
REPORTS = ("message/delivery-status", "message/global-delivery-status")
"""Kinds of parts with fields for each recipient (RFC 3464, RFC 6533)."""
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_NAMED = re.compile(rb"([!-9;-~]+)[ \t]*:[ \t]*")
_BLANK = re.compile(rb"\n\r?\n")
T = TypeVar("T")


def heads(raw: bytes, start: int, end: int) -> tuple[list[tuple[str, bytes]], int]:
    """The headers that begin here, by name in lower case, and where the text below begins."""
    found: list[tuple[str, bytes]] = []
    at = start
    for _ in range(HEADER_LINES):
        if at >= end:
            return found, end
        line = _LINE.match(raw, at, end)
        assert line is not None
        begins = _NAMED.match(raw, at, min(line.end(), at + VALUE))
        if not raw[at : line.end()].strip(b"\r\n"):
            return found, line.end()
        if raw[at : at + 1] in (b" ", b"\t"):
            if found and len(found[-1][1]) < VALUE:
                found[-1] = found[-1][0], (found[-1][1] + raw[at : line.end()])[:VALUE]
        elif begins:
            found.append((begins[1].decode("ascii").lower(), raw[begins.end() : min(line.end(), at + VALUE)]))
        elif not (at == start and raw.startswith((b"From ", b">From "), at)):
            return found, at  # not a header, so the text begins
        at = line.end()
    blank = _BLANK.search(raw, at, end)
    return found, blank.end() if blank else end


class Part:
    """A mail, or a part of one. ``usual``: its media type if it declares none."""

    def __init__(self, raw: bytes, start: int = 0, end: int | None = None, usual: str = "text/plain", depth: int = 0):
        self.raw, self.end, self.depth = raw, len(raw) if end is None else end, depth
        self._usual = usual
        self.headers, self.below = heads(raw, start, self.end)
        """The headers by name in lower case, and where the content begins."""

    def values(self, name: str) -> list[str]:
        """The values of all headers of this name, unfolded, without control characters; not yet decoded (RFC 2047)."""
        return [plain(unnamed(value)) for other, value in self.headers if other == name.lower()]

    def value(self, name: str) -> str:
        """The value of the first header of this name; empty if there is none."""
        return next(iter(self.values(name)), "")

    @cached_property
    def _fields(self) -> Message:
        """The headers about the content, as a message of the standard library, which knows RFC 2231."""
        fields = Message()
        for name in ("Content-Type", "Content-Disposition"):
            if value := self.value(name):
                fields[name] = value
        fields.set_default_type(self._usual)
        return fields

    def _told(self, read: Callable[[Message], T], otherwise: T) -> T:
        try:
            return read(self._fields)
        except Exception:  # the standard library raises various errors on malformed headers
            return otherwise

    @cached_property
    def kind(self) -> str:
        """The media type, such as ``text/plain``."""
        return self._told(lambda fields: fields.get_content_type(), "text/plain")

    @cached_property
    def disposition(self) -> str:
        """The disposition: ``attachment``, ``inline`` or another word; empty if not declared."""
        return self._told(lambda fields: fields.get_content_disposition(), None) or ""

    @cached_property
    def filename(self) -> str:
        """The file name; empty if there is none."""
        return self._told(lambda fields: fields.get_filename(), None) or ""

    def parameter(self, name: str) -> str:
        """A parameter of the media type, in lower case; empty if it is missing."""
        return self._told(lambda fields: str(fields.get_param(name) or ""), "").lower()

    @cached_property
    def parts(self) -> list[Part]:
        """The parts within it; for an attached mail, that mail. Empty if there are none."""
        if self.depth >= NESTED:
            return []
        if self.kind in ("message/rfc822", "message/global", "message/news"):
            return [Part(self.raw, self.below, self.end, depth=self.depth + 1)]
        if not self.kind.startswith("multipart/"):
            return []
        usual = "message/rfc822" if self.kind == "multipart/digest" else "text/plain"
        return [Part(self.raw, start, end, usual, self.depth + 1) for start, end in self._stretches()]

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Where each part of a multipart begins and ends. An unterminated part ends with its container."""
        boundary = self._told(lambda fields: fields.get_boundary(), None)
        if not boundary:
            return
        mark = re.escape(boundary.encode("utf-8", "surrogateescape"))
        start = None
        limit = re.compile(rb"\n--" + mark + rb"(--)?[ \t\r]*(?=\n|\Z)")
        limits = limit.finditer(self.raw, max(self.below - 1, 0), self.end)
        for found in islice(limits, PARTS + 1):
            if start is not None:
                before = found.start() - (self.raw[found.start() - 1 : found.start()] == b"\r")
                yield start, max(start, before)
            if found[1]:
                return
            start = min(found.end() + 1, self.end)
        if start is not None:
            yield start, self.end

    def walk(self) -> Iterator[Part]:
        """This part and all within it, in order; at most `PARTS`."""
        waiting, seen = [self], 0
        while waiting and seen < PARTS:
            part = waiting.pop()
            yield part
            seen += 1
            waiting += reversed(part.parts)

    @cached_property
    def content(self) -> bytes:
        """The content, decoded from base64 and the like; its first `TEXT` bytes."""
        end = min(self.end, self.below + TEXT)
        return bytes_of(self.raw[self.below : end], self.value("Content-Transfer-Encoding"))

    @cached_property
    def text(self) -> str:
        """The content as text, whatever its charset."""
        return text_of(self.content, self._told(lambda fields: fields.get_content_charset(), None) or "")

    @cached_property
    def blocks(self) -> list[dict[str, str]]:
        """The fields of a report: one block for the mail, and one for each recipient."""
        blocks = self.content.replace(b"\r\n", b"\n").split(b"\n\n")[:PARTS]
        heads_of = (heads(block.lstrip(b"\n"), 0, len(block.lstrip(b"\n")))[0] for block in blocks)
        return [{name: plain(named(unnamed(value))) for name, value in reversed(head)} for head in heads_of]


_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def plain(value: str) -> str:
    """The text without control characters, which databases refuse, and without space around it."""
    return _CONTROLS.sub(" ", value).strip()
