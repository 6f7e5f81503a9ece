"""Mails that nobody should send: those of the corpus with their headers, charsets, parts and bytes changed."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

import base64
import re
from random import Random

from tests.post.inbound.corpus_files import CORPUS, mail

from .odd import DEEP, SCRIPT, bent, bent_bytes, odd, raw

CORPUS_MAILS = tuple(mail(file.stem) for file in sorted(CORPUS.glob("*.eml")))
TEXTS = (
    "KH centre", "pass", "hand", "table", "help", "away 3 days", "away 999 days", "back", "stop", "resign", "yes", "say " + "a" * 900,
    "say hello\nstanding: pass", "standing: " + "if x else " * 200, "standing: off", "> quoted", "-- \nAda", "say " + SCRIPT, DEEP, "?",
)  # fmt: skip
CHARSETS = tuple(
    """utf-8 latin-1 utf-7 utf-16 utf-32 idna punycode unicode_escape raw_unicode_escape undefined base64 hex rot13 zlib bz2 uu quopri
    unicode-internal mbcs cp65001 iso-2022-jp iso-2022-kr hz gb18030 big5hkscs shift_jisx0213 charmap palmos utf-8-sig x-unknown "" *''x""".split()
)  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "From": ("ada@example.org", "Ada <ada@example.org>", "<>", "", "ada@example.org, bruno@example.org", "@", "a" * 900, "=?utf-8?q?ada=40example.org?=",
             "Ada (((( <ada@example.org>", '"ada@example.org" <eve@example.org>', "undisclosed:;", "group: ada@example.org;", "ada@[", "<ada@example.org" * 50),
    "Subject": ("Re: your turn", "=?utf-8?b?////?=", "=?x?q?x?=", "=?utf-8?q?" + "=C3" * 300 + "?=", "Auto", "Undeliverable: x", "\x00"),
    "Date": ("Thu, 01 Jan 1970 00:00:00 +0000", "never", "Fri, 99 Foo 99999 99:99:99 +9999", "1", "Mon, 23 Nov 2026 09:00:00 -2460"),
    "Message-ID": ("<a@b>", "<>", "", "<" + "a" * 2000 + "@b>", "<a b@c>", "<\xe9@x>", "<a@b> <c@d>"),
    "References": ("<a@b> " * 500, "<", "\x00"),
    "In-Reply-To": ("<a@b>", "<" * 500),
    "Content-Transfer-Encoding": ("base64", "quoted-printable", "uuencode", "x-uue", "8bit", "binary", "nothing", "base64; x=y", ""),
    "Content-Type": ("text/plain", "text/html", "multipart/mixed", "multipart/alternative; boundary=x", "multipart/report; report-type=delivery-status; boundary=x",
                     "message/rfc822", "message/delivery-status", "message/external-body", "text/plain; charset*=utf-8''x%ff", "text", "/", "text/plain; format=flowed; delsp=yes",
                     "text/plain; charset*0=ut; charset*1=f-8; charset*9999999999=x", "multipart/mixed; boundary=\"\"", "a/b" * 200, "text/plain; =; ;;; x=\"\\"),
    "Content-Disposition": ("attachment", "inline", "attachment; filename*=x''%ff", "", "x" * 900),
    "Precedence": ("bulk", "\xff"),
    "Auto-Submitted": ("no", "auto-replied", "no; x", ";", "\xff"),
    "List-Id": ("", "x"),
    "MIME-Version": ("1.0", "9.9", "(", "1.0 (" + "(" * 400),
    "To": ("", "reply-x@y", "a, " * 900, "((((", "group:;"),
    "X-Failed-Recipients": ("ada@example.org", "\xff"),
    "Return-Path": ("<>", "<ada@example.org>", "<" * 90),
    "Status": ("5.1.1", "x"),
}  # fmt: skip
SENDERS = (
    "",
    "ada@example.org",
    "mailer-daemon@example.org",
    "x" * 300 + "@example.org",
    "no-reply@example.org",
    "a@b",
    "ädä@example.org",
)


def sent(random: Random, writer: str) -> bytes:
    """A mail as ``writer`` might send it, or as nobody would."""
    given = random.choice((_written, _of_the_corpus, _of_parts, _reported, worst))(random, writer)
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        given = random.choice(
            (_header_set, _header_set, _charset_set, _header_dropped, bent_bytes, _within, _broken_lines)
        )(random, given)
    return given


WORST: tuple[tuple[str, str], ...] = (
    ("A: b\r\n", ""), (" c\r\n", ""), ("To: " + "a," * 900 + "\r\n", ""), ("Subject: " + "=?a?q?" * 600 + "\r\n", ""),
    ("", "garde contre "), ("", "wrote 10:10 a@b\r\n"), ("", "--- message "), ("", "____"), ("", "12 a@b 12 12\r\n> q\r\n"), ("", "A"),
    ("", "\r\n"), ("", "- - -"), ("Content-Transfer-Encoding: base64\r\n", "QQ==\r\n"), ("Content-Transfer-Encoding: quoted-printable\r\n", "=\r\n"),
    *(("Content-Type: text/html\r\n", words) for words in ("<a ", "<!--", "<?", "<div>", "</p>", "<li><y>", "<b><p>", "<body a=1>", "&#", "<![CDATA[")),
    ("Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\n\r\nx\r\n"), ("Content-Type: text/plain; charset=utf-7\r\n", "+AAA"),
    ("Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n", "--b\r\nContent-Type: message/delivery-status\r\n\r\nx: y\r\n"),
)  # fmt: skip
"""What is said again and again in mails that cost the square of their length, if they are read as programs used to:
lines of their heads, and of their texts."""


def worst(random: Random, writer: str, longest: int = 400_000) -> bytes:
    """A mail of one of these, as long as may be."""
    line, words = random.choice(WORST)
    lines = line * (1 if words else longest // len(line))
    text = words * (random.randrange(100, longest) // len(words)) if words else "KH centre\r\n"
    return f"From: {writer}\r\n{lines}\r\n{text}".encode()


def _of_the_corpus(random: Random, writer: str) -> bytes:
    return random.choice(CORPUS_MAILS).replace(b"ada@example.org", writer.encode())


def _text(random: Random) -> str:
    return random.choice((random.choice(TEXTS), odd(random), bent(random, random.choice(TEXTS))))


def _written(random: Random, writer: str) -> bytes:
    charset = random.choice(("utf-8", "utf-8", "utf-16", "utf-7", "latin-1"))
    head = f"From: {writer}\r\nMessage-ID: <{random.getrandbits(64):x}@example.org>\r\nContent-Type: text/plain; charset={charset}\r\n\r\n"
    text = _text(random).replace("\n", "\r\n")
    return head.encode() + text.encode(charset, "surrogatepass" if charset.startswith("utf-8") else "replace")


def _of_parts(random: Random, writer: str, deep: int | None = None) -> bytes:
    """A tree of parts, sometimes deeper than anybody would write, or without an end."""
    deep = random.choice((1, 2, 5, 80, 300)) if deep is None else deep
    inner = _part(random)
    for level in range(deep):
        mark = f"b{level}".encode()
        kind = random.choice((b"mixed", b"alternative", b"related", b"report", b"signed", b"digest"))
        others = _part(random) if deep < 10 and random.random() < 0.5 else b""
        other = b"--%s\r\n%s\r\n" % (mark, others) if others else b""
        end = b"--%s--\r\n" % mark if random.random() < 0.9 else b""
        inner = b"Content-Type: multipart/%s; boundary=%s\r\n\r\n--%s\r\n%s\r\n%s%s" % (
            kind,
            mark,
            mark,
            inner,
            other,
            end,
        )
    return b"From: %s\r\nMIME-Version: 1.0\r\n%s" % (writer.encode(), inner)


def _part(random: Random) -> bytes:
    text = raw(_text(random))
    kind, coding = (
        random.choice(("plain", "plain", "html", "calendar", "x")),
        random.choice(("8bit", "base64", "quoted-printable")),
    )
    if kind == "html":
        text = random.choice(
            (
                b"<blockquote>" * 3000 + text,
                b"<p>" + text,
                b"<!--" + text,
                b"<![CDATA[" + text,
                b"<div " + b"a=" * 900 + text,
                b"&#xD800;&#x110000;&#999999999999;" + text,
            )
        )
    body = base64.b64encode(text) if coding == "base64" else text
    return (
        f"Content-Type: text/{kind}; charset={random.choice(CHARSETS)}\r\nContent-Transfer-Encoding: {coding}\r\n\r\n".encode()
        + body
    )


def _reported(random: Random, writer: str) -> bytes:
    """A delivery report, more or less."""
    status = "\r\n".join(f"{name}: {random.choice((value, odd(random)[:500]))}" for name, value in
                         (("Action", "failed"), ("Status", "5.1.1"), ("Diagnostic-Code", "smtp; 550 no such user"), ("Final-Recipient", f"rfc822; {writer}")))  # fmt: skip
    return (
        b"From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=r\r\n\r\n"
        b"--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
        + raw(status)
        + b"\r\n\r\n--r--\r\n"
    )


def _header_set(random: Random, given: bytes) -> bytes:
    name = random.choice(list(HEADERS))
    value = random.choice(HEADERS[name]) if random.random() < 0.7 else odd(random)[:5000]
    line = name.encode() + random.choice((b": ", b":", b" : ", b":\r\n ")) + raw(value)
    old = re.compile(rb"(?im)^%s:.*$" % name.encode())
    if old.search(given) and random.random() < 0.7:
        return old.sub(lambda _: line, given, count=1)
    return line + b"\r\n" + given


def _header_dropped(random: Random, given: bytes) -> bytes:
    head, gap, body = given.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    lines.pop(random.randrange(len(lines)))
    return b"\r\n".join(lines) + gap + body


def _charset_set(random: Random, given: bytes) -> bytes:
    return re.sub(rb"(?i)charset=[^\r\n;]*", b"charset=" + random.choice(CHARSETS).encode(), given)


def _within(random: Random, given: bytes) -> bytes:
    times = random.choice((1, 3, 60))
    return b"Content-Type: message/rfc822\r\n\r\n" * times + given


def _broken_lines(random: Random, given: bytes) -> bytes:
    return given.replace(
        b"\r\n", random.choice((b"\n", b"\r", b"\r\r\n", b"\n\r", b"\r\n\r\n", b"\r\n ")), random.choice((1, -1))
    )
