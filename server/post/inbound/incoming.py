"""A mail while it comes in: kept as it is if it is small, else without its pictures and other attachments.

A photo is megabytes, and may stand before the words that answer a letter. So the structure of the mail is followed as
it streams by (RFC 2046); headers and texts are kept, and the bodies of other parts are forgotten once all together
would be more than `KEPT`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from functools import lru_cache

from .mail import PARTS, header, heading

KEPT = 1_000_000
"""The most that is kept of a mail, in bytes; an answer is one line."""
PARTS_IN_ALL = 1000
"""More parts than this is no mail that a person has written."""
LONGEST_LINE = 8192
"""Bytes of a line that are looked at together; what follows belongs to it, and begins no part."""
CUT = "X-Poste-Cut"
"""The header, written by us alone, of a mail that lacks attachments: its signatures can't be verified any more."""
TOO_LARGE, TOO_NESTED = "too large", "too nested"

_FORGED = re.compile(
    rb"(?:^|(?<=[\r\n]))x-poste-cut[ \t]*:[^\r\n]*(?:\r?\n|\r|\Z)(?:[ \t][^\r\n]*(?:\r?\n|\r|\Z))*", re.I
)
_HEADER = re.compile(rb"From |[!-9;-~\x80-\xff]*[ \t]*:|[ \t]")
"""How a line of a header begins; the first other line is the beginning of the body, as for the parser."""
_TEXTS = frozenset(("text", "multipart", "message"))


@dataclass
class _Stretch:
    """Some bytes of the mail that follow each other. ``loose``: they may be dropped."""

    loose: bool
    content: bytearray


class Incoming:
    """A mail of which more and more is known. ``dotted``: lines that begin with a dot have one more, as in SMTP.

    ``refusal`` says why it cannot be taken, if it cannot: `TOO_LARGE` or `TOO_NESTED`. Nothing of it is kept then.
    """

    def __init__(self, dotted: bool = False):
        self.refusal: str | None = None
        self.seen, self.held = 0, 0
        """Bytes that came, and of those, bytes that are kept."""
        self.cut = False
        self._dotted = dotted
        self._rest, self._amid = b"", False  # what came of a line that has not ended, and whether some of it was taken
        self._stretches: list[_Stretch] = []
        self._head: bytearray | None = bytearray()  # the header that is being read; None within a body
        self._loose = False
        self._open: list[bytes | None] = []  # boundaries of the parts we are in; None for a mail within a mail
        self._parts = 0

    def add(self, content: bytes) -> None:
        """Take the next bytes; they may end anywhere."""
        self.seen += len(content)
        lines, line_break = self._rest + content, b"\r\n" if self._dotted else b"\n"
        end = lines.rfind(line_break) + len(line_break) if line_break in lines else 0
        if not end and len(lines) > LONGEST_LINE:
            end = len(lines) - 1  # the last byte may be half of a line break
            self._take(lines[:end], ends=False)
        elif end:
            self._take(lines[:end], ends=True)
        self._rest = lines[end:]

    def finish(self) -> None:
        """The mail has come to its end."""
        self._take(self._rest, ends=True)
        self._rest = b""
        if self._head is not None:
            self._end_header()

    @property
    def raw(self) -> bytes:
        """What is kept of the mail. One that was cut says so in its first line."""
        kept = b"".join(stretch.content for stretch in self._stretches)
        return f"{CUT}: yes\r\n".encode() + kept if self.cut else kept

    def _take(self, lines: bytes, ends: bool) -> None:
        """Take whole lines, or (``ends`` is false) a piece of a long one."""
        start = 0
        if self._amid:  # the rest of a long line: it begins nothing, whatever it looks like
            start = lines.find(b"\n") + 1 if ends else len(lines)
            start = start or len(lines)
            self._put_piece(lines[:start])
        if self._dotted:
            lines = self._undotted(lines[start:])
            start = 0
        self._amid = not ends
        if self.refusal is None and start < len(lines):
            if ends:
                self._scan(lines, start)
            else:
                self._put_piece(lines[start:])

    @staticmethod
    def _undotted(lines: bytes) -> bytes:
        return lines[lines.startswith(b".") :].replace(b"\r\n.", b"\r\n")

    def _put_piece(self, piece: bytes) -> None:
        if self._head is not None:
            self._head += piece
            self._held_at_most(KEPT)
        else:
            self._put(piece, self._loose)

    def _scan(self, lines: bytes, at: int) -> None:
        while at < len(lines) and self.refusal is None:
            at = self._header_line(lines, at) if self._head is not None else self._body_lines(lines, at)

    # Headers ---------------------------------------------------------------------------------------------------------

    def _header_line(self, lines: bytes, at: int) -> int:
        assert self._head is not None
        end = lines.find(b"\n", at) + 1 or len(lines)
        line = lines[at:end]
        if self._is_boundary(line):
            self._end_header()
            self._next_part(line)
        elif not line.strip(b"\r\n"):
            self._head += line
            self._end_header()
        elif not _HEADER.match(line):
            self._end_header()
            return at
        else:
            self._head += line
            self._held_at_most(KEPT)
        return end

    def _end_header(self) -> None:
        """Keep a header, and decide what becomes of the body below it."""
        assert self._head is not None
        head = _FORGED.sub(b"", bytes(self._head)) if not self._stretches else bytes(self._head)
        kind, boundary, self._loose = _read(head)
        self._head = None
        self._put(head, loose=False)
        if kind == "multipart" and boundary:
            self._enter(boundary)
        elif kind == "message":
            self._enter(None)
            self._head = bytearray()

    def _enter(self, boundary: bytes | None) -> None:
        self._open.append(boundary)
        if len(self._open) > PARTS:
            self._refuse(TOO_NESTED)

    # Bodies ----------------------------------------------------------------------------------------------------------

    def _body_lines(self, lines: bytes, start: int) -> int:
        """Keep or drop lines up to the next boundary. Returns where the scan goes on."""
        at = start
        while found := _beginnings(tuple(self._open)).search(lines, at):
            end = lines.find(b"\n", found.end()) + 1 or len(lines)
            line = lines[found.start() : end]
            if self._is_boundary(line):
                self._put(lines[start : found.start()], self._loose)
                self._next_part(line)
                return end
            at = end
        self._put(lines[start:], self._loose)
        return len(lines)

    def _is_boundary(self, line: bytes) -> bool:
        mark = line.rstrip()
        return line.startswith(b"--") and (mark[2:] in self._open or (mark[-2:] == b"--" and mark[2:-2] in self._open))

    def _next_part(self, line: bytes) -> None:
        """The next part of whatever has this boundary begins; or, with dashes at its end, that is over."""
        self._put(line, loose=False)
        mark = line.rstrip()[2:]
        begins = mark in self._open
        while self._open and self._open[-1] != (mark if begins else mark[:-2]):
            self._open.pop()
        self._loose = False
        if begins:
            self._head = bytearray()
            self._parts += 1
            if self._parts > PARTS_IN_ALL:
                self._refuse(TOO_NESTED)
        else:
            self._open.pop()

    # What is kept ----------------------------------------------------------------------------------------------------

    def _put(self, content: bytes, loose: bool) -> None:
        if self.refusal or not content or (loose and self.cut):
            return
        if not self._stretches or self._stretches[-1].loose != loose:
            self._stretches.append(_Stretch(loose, bytearray()))
        self._stretches[-1].content += content
        self.held += len(content)
        if self.held > KEPT and not self.cut:
            self._drop()
        self._held_at_most(KEPT)

    def _drop(self) -> None:
        """Forget the attachments, those that came and those to come."""
        if any(stretch.loose for stretch in self._stretches):
            self.cut = True
            self._stretches = [stretch for stretch in self._stretches if not stretch.loose]
            self.held = sum(len(stretch.content) for stretch in self._stretches)

    def _held_at_most(self, most: int) -> None:
        if self.held + len(self._head or b"") > most:
            self._refuse(TOO_LARGE)

    def _refuse(self, why: str) -> None:
        self.refusal, self._stretches, self._head, self.held = self.refusal or why, [], None, 0


@lru_cache(maxsize=64)
def _beginnings(boundaries: tuple[bytes | None, ...]) -> re.Pattern[bytes]:
    """What a line may begin with that is one of these boundaries."""
    known = [re.escape(boundary) for boundary in boundaries if boundary is not None]
    return re.compile(rb"^--(?:" + b"|".join(known) + rb")" if known else rb"(?!)", re.M)


def _read(head: bytes) -> tuple[str, bytes, bool]:
    """What a header says of the body below it: what the parser takes it for, its boundary, and whether it is loose."""
    try:
        part = heading(head)
        kind, boundary = part.get_content_maintype(), (part.get_boundary() or "").encode("ascii", "surrogateescape")
        loose = _is_loose(part)
    except Exception:  # the standard library's parser raises various errors on malformed headers
        return "text", b"", False
    has_header = kind == "message" and not loose and part.get_content_type() != "message/delivery-status"
    return kind if kind != "message" or has_header else "text", boundary, loose


def _is_loose(part: Message) -> bool:
    """Whether the body of a part holds no words for us: whoever reads the mail does not look into it."""
    kind = part.get_content_type()
    if part.get_content_maintype() not in _TEXTS:
        return True
    if kind in ("message/delivery-status", "text/rfc822-headers") or part.get_content_maintype() == "multipart":
        return False
    if kind.startswith("message/"):
        return header(part, "Content-Transfer-Encoding").lower() == "base64"
    return part.get_content_disposition() == "attachment"
