"""What the search found once: each stays tried for ever."""

from __future__ import annotations

import time
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import clock
from server.post import inbound
from server.store.models import InboundMail, db
from tests.cast import guests, open_match

from . import tables
from .fuzz import Fuzz
from .requests import Asked


def test_options_of_a_static_file_that_is_not_there_are_no_mistake_of_ours(
    app: Flask, subtests: pytest.Subtests
) -> None:
    web = FlaskClient(app)
    for name in ("nothing.css", "", "style.css/", "../config.py", "%2e%2e/config.py"):
        with subtests.test(name):
            assert web.open(f"/static/{name}", method="OPTIONS").status_code in (200, 404)


def test_bytes_of_a_query_that_are_no_text_are_no_mistake_of_ours(app: Flask, subtests: pytest.Subtests) -> None:
    fuzz = Fuzz(app, 0)
    fuzz.known = tables.Links()
    queries = (b"ply=\xff", b"ply=\xed\xa0\x80", b"\xe9=1", "ply=½".encode())
    for path, query in product((b"/new", b"/rules/titro", b"/s/x"), queries):
        with subtests.test(path=path, query=query):
            fuzz.ask(Asked("GET", path + b"?game=titro&" + query, kind="link"))


def outcome_of(raw: bytes, to_sender: bool = False) -> str | None:
    """What comes of a mail to the first seat that is ready to take one, or to the sender of its letter."""
    match = tables.sit_down("titro", 2, 0, {"rounds": 1}, clock.now())
    addresses, now = [address for address, writer in tables.open_mailboxes(clock.now())], clock.now()
    target = inbound.recipient(addresses[-1 if to_sender else 0], now)
    assert target is not None
    assert to_sender or target.chair_id == match.chairs[0].id
    inbound.keep(target, "ada@example.org", raw, now)
    inbound.process_due(now)
    return db.session.scalar(db.select(InboundMail.outcome))


FROM_ADA = b"From: ada@example.org\r\n"


@pytest.mark.parametrize("charset", ["undefined", "idna", "punycode", "utf-16", "zlib", "nothing"])
def test_a_mail_in_a_charset_that_no_codec_can_read_is_read_all_the_same(app: Flask, charset: str) -> None:
    said = "away 3 days".encode("ascii") + b"." * 80
    head = FROM_ADA + f"Content-Type: text/plain; charset={charset}\r\n\r\n".encode()
    assert outcome_of(head + said) == "command"


@pytest.mark.parametrize("charset", ["undefined", "punycode"])
@pytest.mark.parametrize("kind", ["text/plain", "message/delivery-status"])
def test_bytes_in_such_a_charset_are_searched_for_what_came_back(app: Flask, kind: str, charset: str) -> None:
    raw = b"From: MAILER-DAEMON@example.org\r\nSubject: Undelivered\r\n" + f"Content-Type: {kind}; ".encode()
    assert outcome_of(raw + f"charset={charset}\r\n\r\n".encode() + b"\xe9\\x b\xfccher 550\r\n", to_sender=True)


@pytest.mark.parametrize("kind", ["multipart/mixed; boundary=b%d\r\n\r\n--b%d", "message/rfc822\r\n"])
def test_a_mail_nested_a_thousand_deep_is_answered_and_not_parsed_for_minutes(app: Flask, kind: str) -> None:
    parts = "".join(f"Content-Type: {kind.replace('%d', str(level))}\r\n" for level in range(1000))
    began = time.process_time()
    assert outcome_of(FROM_ADA + parts.encode() + b"\r\n" + b"a\r\n" * 250_000) == "refused"
    assert time.process_time() - began < 20


def test_a_yes_to_a_resignation_before_the_first_card_is_late_and_no_mistake_of_ours(app: Flask) -> None:
    open_match("titro", {}, guests("Ada", "Bruno"), at=clock.now())
    address = next(address for address, writer in tables.open_mailboxes(clock.now())[2:3])
    target = inbound.recipient(address, clock.now())
    assert target is not None
    inbound.keep(target, "ada@example.org", FROM_ADA + b"\r\nyes\r\n", clock.now())
    inbound.process_due(clock.now())
    assert db.session.scalar(db.select(InboundMail.outcome)) == "late"


@pytest.mark.own_application
def test_the_search_sees_what_must_not_be(app: Flask) -> None:
    """An application that is broken on purpose: the search would be worth nothing if it passed that over."""
    fuzz = Fuzz(app, 0)
    fuzz.known = tables.Links()
    app.view_functions["pages.home"] = lambda: 1 / 0
    with pytest.raises(AssertionError):
        fuzz.ask(Asked("GET", b"/", kind="link"))
    app.view_functions["pages.home"] = lambda: "<p>Hello <xqz>.</p>"
    with pytest.raises(AssertionError):
        fuzz.ask(Asked("GET", b"/", kind="link"))
    app.view_functions["pages.home"] = lambda: ("no", 418)
    with pytest.raises(AssertionError):
        fuzz.ask(Asked("GET", b"/", kind="link"))


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a\x00b\r\n\r\nKH centre\r\n",
        b"From: Ada <ada@example.org>\r To: x\r\n\r\nKH centre\r\n",
        b" Re: your turn\r\nFrom: ada@example.org\r\n\r\nKH centre\r\n",
    ],
)
def test_a_mail_with_headers_that_nobody_can_read_is_acted_on_all_the_same(app: Flask, raw: bytes) -> None:
    assert outcome_of(raw) in ("stranger", "held", "sealed", "refused")
