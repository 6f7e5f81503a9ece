"""Texts of any length, at every place that takes one: what is too long is refused, and none is too long to be kept.

PostgreSQL keeps its columns to their lengths, SQLite does not: what one of them cannot keep must not be taken.
"""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy.exc import DataError, OperationalError

from server import links
from server.web import unreachable
from tests.cast import open_table, seat

LENGTHS = st.one_of(
    st.sampled_from([0, 1, 39, 40, 41, 64, 84, 85, 99, 100, 101, 254, 255, 500, 501, 5000]), st.integers(0, 600)
)
LETTERS = st.sampled_from(["a", "é", "牌", "\U0001f0cf", "a.b", "\x00", "e\u0301"])


def text_of(letter: str, length: int) -> str:
    return (letter * length)[:length]


def long_address(length: int) -> str:
    """An address of this length, if one can be: its name has 64 characters at most, and a part of its domain 63."""
    domain = ".".join(["d" * 60] * 5)[: max(1, length - 69)].strip(".")
    return f"{'a' * min(64, max(1, length - 5))}@{domain}.org"


@given(length=st.integers(1, 330), letter=LETTERS)
@example(length=85, letter="a")
@example(length=254, letter="a")
@hypothesis_settings(max_examples=20)
def test_a_lost_link_may_be_asked_for_with_an_address_of_any_length(app: Flask, length: int, letter: str) -> None:
    for address in (long_address(length), f"{text_of(letter, length)}@example.org"):
        status = app.test_client().post("/lost", data={"email": address}).status_code
        assert status in (200, 422)
        if address.isascii() and length <= 254 and address == long_address(length):
            assert status == 200


@given(length=LENGTHS, letter=LETTERS)
@hypothesis_settings(max_examples=20)
def test_a_match_may_be_opened_with_names_and_words_of_any_length(app: Flask, length: int, letter: str) -> None:
    text = text_of(letter, length)
    client = app.test_client()
    for name, email, game, pace in (
        (text, "ada@example.org", "titro", "PT48H"),
        ("Ada", long_address(length), "titro", "PT48H"),
        ("Ada", "ada@example.org", text, "PT48H"),
        ("Ada", "ada@example.org", "titro", text),
    ):
        seats = [{"name": name, "email": email}, {"name": "Bruno", "email": "bruno@example.org"}]
        answer = client.post("/api/matches", json={"game": game, "options": {}, "seats": seats, "pace": pace})
        assert answer.status_code in (201, 413, 422)


@given(length=LENGTHS, letter=LETTERS)
@hypothesis_settings(max_examples=10)
def test_a_seat_may_send_texts_of_any_length(app: Flask, length: int, letter: str) -> None:
    text, client = text_of(letter, length), app.test_client()
    chair = seat(open_table(), "Ada")
    page = f"/s/{links.seat_token(chair)}"
    for form in ("say", "note", "think", "order", "zone", "seal", "answer"):
        fields = dict.fromkeys(("say", "text", "typed", "zone", "word", "order", "name", "email", "place"), text)
        assert client.post(page, data={"do": form, **fields}).status_code < 500
    assert client.post(f"/api{page.replace('/s/', '/seat/')}/accept", json={"word": text}).status_code < 500
    mine = f"/me/{links.me(chair.player).rpartition('/')[2]}"
    for form in ("digest", "hours"):
        fields = dict.fromkeys(("digest", "hour", "place", "from", "until", "before"), text)
        assert client.post(mine, data={"do": form, **fields}).status_code < 500


@pytest.mark.parametrize(("kind", "status"), [(DataError, 500), (OperationalError, 503)])
def test_try_again_is_said_only_where_that_can_help(app: Flask, kind: type[Exception], status: int) -> None:
    with app.test_request_context("/lost"):
        answer = unreachable(kind("", None, Exception("value too long")))
    assert answer.status_code == status
    assert ("Retry-After" in answer.headers) == (status == 503)
