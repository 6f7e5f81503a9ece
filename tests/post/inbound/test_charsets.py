"""No name of a charset keeps a mail from being read: it may be any codec of Python's, or none."""

from __future__ import annotations

import base64
from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.post.inbound.mail import body, parsed

NAMES = sorted({*aliases, *aliases.values(), "idna", "punycode", "undefined", "utf-7", "no-such", "x" * 300, "utf\0"})


def read(charset: str, content: bytes = b"KH centre\r\n", encoding: str = "8bit") -> str:
    """The text of a mail in this charset."""
    head = f'From: ada@example.org\r\nContent-Type: text/plain; charset="{charset}"\r\n'
    return body(parsed(f"{head}Content-Transfer-Encoding: {encoding}\r\n\r\n".encode() + content))


@pytest.mark.wide
def test_every_codec_of_python_is_read_or_passed_over(subtests: pytest.Subtests):
    for encoding in ["7bit", "8bit", "base64", "quoted-printable", "x-uuencode"]:
        with subtests.test(encoding=encoding):
            contents = (b"KH centre", b"R\xc3\xa9ponse", bytes(range(256)), b"+AAA-/+2AA-", b"xn--\xff", b"")
            for charset in NAMES:
                for content in contents:
                    read(charset, content, encoding).encode()


def test_what_is_no_charset_is_read_as_if_none_was_named(subtests: pytest.Subtests):
    for charset in ["idna", "punycode", "undefined", "rot13", "zlib", "hex", "unicode_escape", "no"]:
        with subtests.test(charset=charset):
            assert read(charset).strip() == "KH centre"


def test_names_that_programs_write_are_those_of_browsers(subtests: pytest.Subtests):
    for charset, codec, text in [
        ("win-1251", "cp1251", "Привет"), ("cp-1250", "cp1250", "łąka"), ("latin1", "cp1252", "“hm…” €"),
        ("ks_c_5601-1987", "cp949", "똠방각하"), ("windows-31j", "cp932", "①髙"), ("iso-8859-11", "cp874", "สวัสดี"),
        ("'utf-8'", "utf-8", "é"), ("x-mac-roman", "mac_roman", "é“"), ("hz-gb-2312", "hz", "你好"),
        ("utf-16le", "utf-16-le", "日本"), ("utf-16", "utf-16", "日本"),
    ]:  # fmt: skip
        with subtests.test(charset):
            assert read(charset, base64.encodebytes(text.encode(codec)) + b"\r\n\r\n", "base64").strip() == text


@given(st.text(max_size=30), st.binary(max_size=60))
def test_nor_does_anything_else_that_is_written_there(charset: str, content: bytes):
    read(charset.encode("utf-8", "replace").decode().replace("\n", " ").replace("\r", " "), content).encode()
    head = b"Content-Type: text/plain; charset*=" + charset.encode("utf-8", "replace").replace(b"\n", b" ")
    body(parsed(head.replace(b"\r", b" ") + b"\r\n\r\n" + content)).encode()
