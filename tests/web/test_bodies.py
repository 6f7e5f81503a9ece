"""Bodies: what is taken, and the sentence about what is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from server.matches import Refused
from server.web.bodies import Accept, Answer, Guest, NewMatch, sent

BARE = Flask("bare")
KINDS = (NewMatch, Accept, Answer)
GOOD: dict[type[Struct], dict[str, Any]] = {
    NewMatch: {"game": "titro", "seats": [{"name": "Ada", "email": "ada@example.org"}]},
    Accept: {"word": "plum"},
    Answer: {"answer": "KH centre", "ply": 0},
}


def read(kind: type[Struct], body: Any) -> Any:
    """What is made of a body."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    with BARE.test_request_context(method="POST", data=data, content_type="application/json"):
        return sent(kind)


def refusal(kind: type[Struct], body: Any) -> str:
    """The sentence about a body."""
    with pytest.raises(Refused) as refused:
        read(kind, body)
    return str(refused.value)


WRONG: tuple[tuple[type[Struct], dict[str, Any], str], ...] = (
    (NewMatch, {"game": ...}, "“game” is missing: it has to be a text such as titro."),
    (NewMatch, {"game": None}, "“game” has to be a text such as titro, not null."),
    (NewMatch, {"game": ["titro"]}, "“game” has to be a text such as titro, not a list."),
    (NewMatch, {"seats": ...}, "“seats” is missing: it has to be a list."),
    (NewMatch, {"seats": {"A": "Ada"}}, "“seats” has to be a list, not an object."),
    (NewMatch, {"options": ["deck"]}, '“options” has to be an object such as {"rounds": 3}, not a list.'),
    (NewMatch, {"pace": 48}, "“pace” has to be a text such as PT48H, not a number."),
    (NewMatch, {"same_person": "yes"}, "“same_person” has to be true or false, not a text."),
    (NewMatch, {"terms": "free"}, '“terms” has to be an object such as {"weekends": "free"}, not a text.'),
    (
        NewMatch,
        {"seats": [{"name": "Ada"}, "Bruno"]},
        'Number 2 of “seats” has to be an object such as {"name": "Ada", "email": "ada@example.org"}, not a text.',
    ),
    (
        NewMatch,
        {"seats": [{"name": "Ada", "email": 15}]},
        "“email” of number 1 of “seats” has to be a text such as ada@example.org, not a number.",
    ),
    (NewMatch, {"seats": [{"name": "Ada", "house": 1}]}, "“house” of number 1 of “seats” has to be true or false"),
    (Accept, {"word": 7}, "“word” has to be a text such as plum, not a number."),
    (Answer, {"answer": True}, "“answer” has to be a text such as KH centre, not true or false."),
    (Answer, {"ply": ...}, "“ply” is missing: it has to be a whole number such as 7."),
    (Answer, {"ply": 0.0}, "“ply” has to be a whole number such as 7, not a number with a point."),
    (Answer, {"ply": "0"}, "“ply” has to be a whole number such as 7, not a text."),
)


def test_what_is_wrong_is_named_with_what_it_has_to_be(subtests: pytest.Subtests) -> None:
    for kind, change, sentence in WRONG:
        with subtests.test(sentence):
            changed = {name: value for name, value in {**GOOD[kind], **change}.items() if value is not ...}
            assert refusal(kind, changed).startswith(sentence)


def test_what_is_left_out_is_as_described_and_what_is_unknown_is_passed_over() -> None:
    body = read(NewMatch, {**GOOD[NewMatch], "colour": "red"})
    assert body == NewMatch("titro", [Guest("Ada", "ada@example.org")], {}, "PT48H", False, {})
    assert read(Accept, b"") == read(Accept, {}) == read(Accept, {"word": None}) == Accept(None)


def test_half_a_character_and_a_huge_number_are_left_to_the_rules() -> None:
    assert read(Answer, {"answer": "\ud800", "ply": 10**400}) == Answer("\ud800", 10**400)


def test_half_a_character_in_a_name_is_refused() -> None:
    with suppress_well_told():
        read(Accept, {"\ud800": "plum"})


@contextmanager
def suppress_well_told() -> Iterator[None]:
    """Let pass a refusal that is one sentence of ours, without the paths and quotes of the library."""
    try:
        yield
    except Refused as refused:
        if not re.fullmatch(r"[A-Z“][^`$]+\.", str(refused)):
            raise


SOME_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMES = sorted({name for kind in (*KINDS, Guest) for name in kind.__struct_fields__})


@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(NAMES), SOME_JSON, max_size=4), SOME_JSON)
def test_any_body_is_taken_or_refused_with_a_sentence(kind: type[Struct], fields: dict[str, Any], other: Any) -> None:
    seats = {"seats": [fields, other]}
    for body in ({**GOOD[kind], **fields}, {**GOOD[kind], **seats}, fields, other):
        with suppress_well_told():
            assert isinstance(read(kind, body), kind)
