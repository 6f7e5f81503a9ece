"""Bytes as text: charsets as browsers read them, and transfer encodings as mail programs write them."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

import base64

from hypothesis import given
from hypothesis import strategies as st

from server.post.inbound.decoding import named, text_of
from server.post.inbound.mail import body, header, parsed

FOOTER = "\n_______________________________________________\nfriends mailing list\nfriends@lists.example\n"


def read(content: bytes, charset: str = "utf-8", encoding: str = "8bit") -> str:
    """The text of a mail."""
    head = f"From: ada@example.org\r\nContent-Type: text/plain; charset={charset}\r\n"
    return body(parsed(f"{head}Content-Transfer-Encoding: {encoding}\r\n\r\n".encode() + content))


def test_a_label_means_what_browsers_take_it_for() -> None:
    table = {
        "gb2312": ("朱镕基", "gb18030"), "GBK": ("朱镕基€", "gb18030"), "gb18030": ("㐀", "gb18030"),
        "euc-kr": ("똠방각하", "cp949"), "ks_c_5601-1987": ("펲시", "cp949"), "iso-8859-1": ("“…” €", "cp1252"),
        "latin1": ("’…", "cp1252"), "latin-1": ("’…", "cp1252"), "iso-8859-9": ("ğ…", "cp1254"), "us-ascii": ("…é", "cp1252"),
        "iso-8859-8-i": ("שלום", "iso-8859-8"), "iso-8859-8-e": ("שלום", "iso-8859-8"), "windows-31j": ("①髙", "cp932"),
        "shift_jis": ("①髙", "cp932"), "x-sjis": ("髙", "cp932"), "tis-620": ("สวัสดี…", "cp874"), "big5": ("嘅", "big5hkscs"),
        "iso-8859-11": ("สวัสดี", "cp874"), "macintosh": ("é…", "mac-roman"), "koi8-r": ("Привет", "koi8-r"),
        "utf8": ("Léo", "utf-8"), "UTF-16": ("Léo", "utf-16-le"), "cp850": ("é", "cp850"), "utf-7": ("Léo", "utf-7"),
        "iso-2022-jp": ("こんにちは", "iso-2022-jp"), "iso-2022-kr": ("안녕", "iso-2022-kr"), "hz-gb-2312": ("你好", "hz"),
        "cp949": ("똠", "cp949"), "cp936": ("镕", "gb18030"), "unknown-8bit": ("Léo", "utf-8"), "": ("Léo", "utf-8"),
    }  # fmt: skip
    assert {label: text_of(text.encode(codec), label) for label, (text, codec) in table.items()} == {
        label: text for label, (text, _) in table.items()
    }


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1), st.data())
def test_one_bad_byte_is_one_sign_and_changes_nothing_else(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    bad = text[:at].encode() + b"\xff" + text[at:].encode()
    assert text_of(bad, "utf-8").lstrip("\ufeff") == f"{text[:at]}\ufffd{text[at:]}".lstrip("\ufeff")
    if not text.isascii():
        assert text_of(bad, "").lstrip("\ufeff") == f"{text[:at]}\ufffd{text[at:]}".lstrip("\ufeff")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=300), st.integers(30, 76))
def test_base64_is_read_with_a_footer_of_a_list_below(text: str, width: int) -> None:
    encoded = base64.b64encode(text.encode() or b"x").decode()
    rows = "\n".join(encoded[at : at + 76] for at in range(0, len(encoded), 76))
    for below in ("", "\n", "\n" + FOOTER, FOOTER):
        assert read((rows + below).encode(), encoding="base64").startswith(text.strip("\n") if text else "x")


def test_a_text_that_is_another_than_it_says_is_read_if_that_is_beyond_doubt() -> None:
    assert text_of("您好！".encode(), "big5") == "您好！"
    assert text_of("朱镕".encode("gb18030") + b"\xff", "gbk") == "朱镕\ufffd"


def test_base64_in_several_pieces_and_without_its_end() -> None:
    assert read(b"S0gg\r\nY2VudHJl", encoding="BASE64").strip() == "KH centre"
    assert read(b"S0g=\r\nIGNlbnRyZQ==", encoding="base64;").strip() == "KH centre"
    assert read(b"S0ggY2VudHI", encoding='"base64"').strip() == "KH centr"
    assert read(b"S0ggY2VudHJl\r\nfriends", encoding="base64").split("\n")[0] == "KH centre"


def test_quoted_printable_is_read_as_it_was_written() -> None:
    for written in (
        "KH cen= \r\ntre",
        "KH cen=\t \r\ntre",
        "KH cen=\ntre",
        "KH=20centre   ",
        "KH=20cen=\r\ntre=",
        "KH centre=\r\n",
    ):
        for encoding in ("quoted-printable", "Quoted-Printable;", " quoted-printable (as they say)"):
            assert read(written.encode(), encoding=encoding).strip("= \n") == "KH centre"


def test_control_characters_end_no_line() -> None:
    assert read("say hm\u0085 KH centre\x0b\x0c\x1cand so on".encode()).split("\n") == ["say hm  KH centre   and so on"]
    assert read(b"say hm\x85 KH centre", "iso-8859-1") == "say hm… KH centre"


def test_encoded_words_of_headers() -> None:
    table = {
        "=?utf-8?q?L=C3=A9o?= and =?ISO-8859-1?B?6Q==?=": "Léo and é", "=?utf-8?b?w6k=?= =?utf-8?b?w6k=?=": "éé",
        "=?utf-8?b?4pyJ77iP?=\r\n =?utf-8?q?_Re?=": "✉️ Re", "=?gb2312?b?1Oo=?=": "躁", "=?utf-8*en?q?a_b?=": "a b",
        "=?utf-8?q?=C3?= =?utf-8?q?=A9?=": "é", "=?x?q?a?=": "a", "=?": "=?", "=?utf-8?q?a": "=?utf-8?q?a",
    }  # fmt: skip
    assert {value: named(value) for value in table} == table
    assert header(parsed("Subject: Réponse automatique\r\n\r\n".encode()), "subject") == "Réponse automatique"
    assert header(parsed("Subject: Réponse\r\n\r\n".encode("latin-1")), "subject") == "Réponse"
