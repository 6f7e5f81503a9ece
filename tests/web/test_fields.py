"""Every field that a page sends has a length, and whatever is longer is refused before anything reads it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import server.web
from server import links
from server.paths import TEMPLATES
from server.store.models import Match
from server.web.fields import CHOICE, FIELDS, OF_A_ROW, TEXT, field_of
from server.web.openapi import description
from tests.cast import again, open_table, seat
from tests.hostile.requests import forms

from .browsing import link
from .worlds import just_dealt, world

READ = ("form", "request.form", "request.args", "request.values")
NAMED = re.compile(r"<(?:input|button|select|textarea)\b[^>]*\bname=\"([^\"{]+)\"")


def read_by_name() -> Iterator[tuple[str, str]]:
    """The fields that views read by a name of their own, and the names that pages give to fields."""
    for file in Path(server.web.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            for name in _names(node):
                yield name, file.name
    for file in TEMPLATES.rglob("*.html"):
        for name in NAMED.findall(file.read_text()):
            yield name, file.name


def _names(node: ast.AST) -> list[str]:
    given: list[ast.expr] = []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "getlist"):
        given = node.args[:1] if ast.unparse(node.func.value) in READ else []
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) in READ:
        given = [node.slice]
    if isinstance(node, ast.Compare) and any(ast.unparse(one) in READ for one in node.comparators):
        given = [node.left]
    return [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_every_field_that_is_read_or_sent_by_name_has_a_limit_of_its_own() -> None:
    found = set(read_by_name())
    assert len(found) > 60
    assert [(name, where) for name, where in sorted(found) if name not in FIELDS and not OF_A_ROW.fullmatch(name)] == []


def test_every_text_list_and_object_of_json_has_a_limit() -> None:
    described = description()
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]
        for path in described["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    assert len(bodies) > 7
    assert [
        where for body in bodies for where in _without_limit(body, described["components"]["schemas"], "body")
    ] == []


def _without_limit(schema: Any, known: dict[str, Any], where: str) -> Iterator[str]:
    if "$ref" in schema:
        where = schema["$ref"].rpartition("/")[2]
        schema = known[where]
    limit = {"string": "maxLength", "array": "maxItems"}.get(schema.get("type", ""))
    if limit and limit not in schema and "enum" not in schema:
        yield where
    if schema.get("additionalProperties") and "maxProperties" not in schema:
        yield where
    parts = dict(schema.get("properties", {})) if "additionalProperties" not in schema else {}
    parts |= {f"[{n}]": one for n, one in enumerate(schema.get("anyOf", ()))}
    parts |= {"items": schema["items"]} if "items" in schema else {}
    for name, part in parts.items():
        yield from _without_limit(part, known, f"{where}.{name}")


def test_every_address_that_takes_something_refuses_what_is_too_long(app: Flask, subtests: pytest.Subtests) -> None:
    web, tried = app.test_client(), 0
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<int:[^>]*>", "0", re.sub(r"<[^:>]*>", "x", rule.rule))
        for method in {"POST", "PUT", "DELETE"} & (rule.methods or set()):
            with subtests.test(f"{method} {path}"):
                tried += 1
                for fields, status in (
                    ({"typed": "x" * (TEXT + 1)}, 413),
                    ({"do": ["seal", "say"]}, 400),
                    ({f"f{n}": "" for n in range(401)}, 413),
                ):
                    answer = web.open(path, method=method, data=fields)
                    assert answer.status_code == status
                    for back in re.findall(r'href="([^"]+)">Back to the page', answer.text):
                        assert web.get(back).status_code != 405
                assert web.open(path, method=method, query_string={"zone": "x" * (TEXT + 1)}).status_code == 413
    assert tried > 25


def test_each_field_takes_as_much_as_it_may_and_no_more(app: Flask, subtests: pytest.Subtests) -> None:
    web = app.test_client()
    for name in (*FIELDS, "name-0", "t2-email-3", "house-1", "option-rounds", "say-dog:call", "tokens"):
        field = field_of(name)
        with subtests.test(name):
            assert web.post("/lost", data={name: ["x" * field.letters] * field.times}).status_code == 422
            assert web.post("/lost", data={name: "x" * (field.letters + 1)}).status_code == 413
            assert web.post("/lost", data={name: ["x"] * (field.times + 1)}).status_code == 400


def test_what_was_typed_is_given_back_and_nothing_is_done(web: FlaskClient) -> None:
    match = open_table()
    typed, line = "<b>my king</b>" + "x" * TEXT, "Good luck!"
    answer = web.post(link(match, "Ada"), data={"do": "seal", "ply": "0", "typed": typed, "say": line})
    assert answer.status_code == 413
    assert f"A text is too long: at most {TEXT} characters" in answer.text
    assert typed.replace("<b>my king</b>", "&lt;b&gt;my king&lt;/b&gt;") in answer.text
    assert line in answer.text
    assert f'href="{link(match, "Ada")}">Back to the page' in answer.text
    assert again(match).sealed == {}


def test_a_part_of_a_form_without_a_name_is_none_of_ours(web: FlaskClient) -> None:
    parts = b'--x\r\nContent-Disposition: form-data; name="\rsure"\r\n\r\nyes\r\n--x--\r\n'
    answer = web.post("/lost", data=parts, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 422


def test_an_answer_of_a_quarter_of_a_million_letters_is_refused(web: FlaskClient) -> None:
    match = open_table()
    for request in (
        {"path": link(match, "Ada"), "data": {"do": "seal", "ply": 0, "typed": "x" * 250_000}},
        {
            "path": f"/api/seat/{links.seat_token(seat(match, 'Ada'))}/answer",
            "json": {"answer": "x" * 250_000, "ply": 0},
        },
    ):
        assert web.post(**request).status_code == 413


@pytest.mark.parametrize("key", ["titro", "french-tarot"])
def test_what_pages_offer_is_within_their_limits(web: FlaskClient, key: str) -> None:
    match: Match = world(("fields", key), lambda: just_dealt(key))
    mine, found = link(match, "Ada"), 0
    home = f"/me/{links.me(seat(match, 'Ada').player).rpartition('/')[2]}"
    for path in (mine, f"{mine}/plan", home, f"{home}/channels", f"/new?game={key}", "/lost"):
        for form in forms(web.get(path, follow_redirects=True).text, path):
            found += 1
            for name, values in form.fields.items():
                field = field_of(name)
                assert all(len(value) <= field.letters for value in values), name
                assert len(name) <= CHOICE
    assert found > 10
