"""What the worst mails and texts cost that are known: processor time for n and 4n, which must not grow by more than that.

    python -m tests.bench.costs

Some of the work is done by regular expressions and by libraries in C, where no steps can be counted. Exit 1 if anything
takes more than `MOST` times as long for four times as much, once it takes more than a moment. What is typed into forms is
looked at as long as it may be; then come all regular expressions of the server, with many strings that each nearly fits.
"""

# ruff: noqa: E501 (a table of mails is read as a table)
from __future__ import annotations

import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module

import server
from server.matches import Refused
from server.matches.addresses import checked_address, is_advert
from server.matches.names import fault, look_alike
from server.plans import read_plan
from server.post.inbound.authentication import authenticity
from server.post.inbound.bounces import undeliverable
from server.post.inbound.html import lines_of_html
from server.post.inbound.mail import LARGEST, body, header, parsed, too_much
from server.post.inbound.new_lines import new_lines
from server.post.inbound.robots import robot
from server.post.inbound.writers import writers
from server.rules import GAMES, Illegal
from server.web.fields import TEXT

from .machine import header as machine

MOST, A_MOMENT = 6.0, 0.2
"""Times, and seconds of the processor."""
Cost = Callable[[int], Callable[[], object]]


def _read(raw: bytes) -> Callable[[], object]:
    return lambda: (too_much(raw), writers(parsed(raw)), robot(parsed(raw), "x"), new_lines(body(parsed(raw))))


def _head(line: bytes) -> Cost:
    return lambda n: _read(b"From: ada@example.org\r\n" + line * n + b"\r\nKH centre\r\n")


def _value(name: bytes, sign: bytes) -> Cost:
    return lambda n: lambda: header(parsed(name + b": " + sign * n + b"\r\n\r\nKH\r\n"), name.decode())


def _text(kind: str, words: bytes, encoding: str = "8bit") -> Cost:
    head = f"From: ada@example.org\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode()
    return lambda n: _read(head + words * n)


def _nested(inside: bytes) -> Cost:
    head = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(18))
    return lambda n: _read(b"From: ada@example.org\r\n" + head.encode() + inside * n)


def _page(*pieces: str) -> Cost:
    return lambda n: lambda: lines_of_html("".join(piece * n for piece in pieces))


def _report(words: bytes) -> Cost:
    return lambda n: lambda: undeliverable(parsed(b"From: mailer-daemon@x.example\r\n\r\n" + words * n))


def _signed(line: bytes) -> Cost:
    head = b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s; h=from; bh=AAAA; b=AAAA\r\n"
    raw = head + b"From: ada@example.org\r\n"
    return lambda n: lambda: authenticity(parsed(raw + b"\r\n" + line * n), (), lambda name, seconds: b"v=DKIM1; p=AA")


def _typed(read: Callable[[str], object], words: str) -> tuple[Cost, int]:
    def cost(n: int) -> Callable[[], object]:
        def do() -> None:
            with suppress(Illegal, Refused):
                read(words * (n // len(words)))

        return do

    return cost, TEXT // 4


COSTS: Mapping[str, tuple[Cost, int]] = {
    "headers": (_head(b"A: b\r\n"), 100_000), "folded headers": (_head(b" c\r\n"), 100_000),
    "a header of words": (_value(b"Subject", b"=?utf-8?q?a?= "), 20_000), "of half words": (_value(b"Subject", b"=?a?q?"), 20_000),
    "senders": (_value(b"From", b'"a" <a@b>, '), 20_000), "comments": (_value(b"From", b"(("), 20_000),
    "lines that end in nothing": (_text("text/plain", b"wrote " * 99 + b"\r\n"), 300),
    "dates": (_text("text/plain", b"12 a@b " * 80 + b"\r\n> q\r\n"), 300), "digits": (_text("text/plain", b"1" * 600 + b"\r\n"), 300),
    "rules": (_text("text/plain", b"--- message " * 50 + b"\r\n"), 300), "empty lines": (_text("text/plain", b"\r\n"), 60_000),
    "base64": (_text("text/plain", b"QQ==\r\n", "base64"), 50_000), "quoted": (_text("text/plain", b"=\r\n", "quoted-printable"), 60_000),
    "flowed": (_text("text/plain; format=flowed", b"x" * 60 + b" \r\n"), 5_000), "utf-7": (_text("text/plain; charset=utf-7", b"+AAA"), 100_000),
    "parts": (_nested(b"--b0\r\n\r\nx\r\n"), 20_000), "what looks like parts": (_nested(b"\r\n--b1x"), 100_000),
    "tags that never end": (_page("<a "), 20_000), "comments of pages": (_page("<!--"), 20_000), "instructions": (_page("<?"), 20_000),
    "ends without a beginning": (_page("<div>", "</p>"), 10_000), "ends far from it": (_page("<li>", "<y>", "</li>"), 8_000),
    "forms within forms": (_page("<b><div>", "</b>"), 10_000), "paragraphs": (_page("<b><p>", "<p>x"), 10_000),
    "attributes": (_page("<body a=1>"), 10_000), "pictures": (_page("<img src='data:image/png;base64,AAAA'>"), 10_000),
    "words of a report": (_report(b"message could not be user "), 900), "lines of a report": (_report(b"<a@b.example>:\r\n"), 1_400),
    "a signed mail of spaces": (_signed(b" " * 999 + b"x"), 2_000), "a signed mail of lines": (_signed(b"\r\n"), 60_000),
    "a large mail": (_text("text/plain", b"words and words\r\n"), LARGEST // 80),
    "a plan of spaces": _typed(lambda text: read_plan(GAMES["french-tarot"], text, {}), " ("),
    "a plan of cards": _typed(lambda text: read_plan(GAMES["french-tarot"], text, {}), "K Q J "),
    "a plan of lines": _typed(lambda text: read_plan(GAMES["french-tarot"], text, {}), "low unless hearts, "),
    "a plan of ends": _typed(lambda text: read_plan(GAMES["french-tarot"], text, {}), "low until "),
    "a name of joiners": _typed(fault, "\u200d"), "a name of confusables": _typed(lambda name: look_alike(name, "You"), "ж"),
    "a line of dots": _typed(is_advert, "a."), "an address of labels": _typed(checked_address, "ü."),
}  # fmt: skip


SIGNS = (*"aA1 \n.,-@>é\"(<=?:/+&'_*|", "\r\n")
"""What strings are made of that nearly fit, besides words of the expression itself."""
LINE, TOO_LONG = 300, 0.1
"""Characters of a line that expressions are held against, and seconds of the processor."""


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """The regular expressions of all modules that are made for texts."""
    for module in pkgutil.walk_packages(server.__path__, "server."):
        if not module.name.endswith((".__main__", ".wsgi")) and ".migrations" not in module.name:
            for name, value in vars(import_module(module.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    yield f"{module.name}.{name}", value


def slowest(pattern: re.Pattern[str]) -> tuple[float, str]:
    """The string that takes an expression longest, and the seconds."""
    pieces = [*SIGNS, *re.findall("[A-Za-z]{2,}", pattern.pattern)[:6]]
    worst = 0.0, ""
    for piece in (*pieces, *(one + other for one in pieces for other in pieces)):
        line = piece * (LINE // len(piece)) + "\0"
        seconds = took(lambda line=line: (pattern.match(line), pattern.search(line)))
        worst = max(
            worst,
            (min(seconds, took(lambda line=line: pattern.search(line))) if seconds > TOO_LONG else seconds, piece),
        )
    return worst


def took(cost: Callable[[], object]) -> float:
    """Seconds of the processor."""
    began = time.process_time()
    cost()
    return time.process_time() - began


def main() -> int:
    """Print what each takes; 1 if one grows too fast."""
    machine()
    too_fast = 0
    for name, (cost, n) in COSTS.items():
        few, many = took(cost(n)), took(cost(4 * n))
        bad = many > A_MOMENT and many > MOST * max(few, A_MOMENT / MOST)
        too_fast += bad
        print(f"{'WRONG' if bad else 'ok':6} {name:28} {few * 1000:8.1f} ms {many * 1000:8.1f} ms", flush=True)
    for name, pattern in patterns():
        seconds, piece = slowest(pattern)
        too_fast += seconds > TOO_LONG
        if seconds > TOO_LONG / 20:
            print(
                f"{'WRONG' if seconds > TOO_LONG else 'ok':6} {name:60} {piece!r:10} {seconds * 1000:8.1f} ms",
                flush=True,
            )
    return 1 if too_fast else 0


if __name__ == "__main__":
    sys.exit(main())
