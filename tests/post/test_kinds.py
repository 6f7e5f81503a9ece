"""Every kind of letter is one thing: what its templates read is what the kind gives them, and nothing else is kept."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from flask import Flask
from jinja2 import Environment, meta

from server.paths import TEMPLATES
from server.post.kinds import GATHERED, KINDS
from server.post.kinds.kind import BESIDES
from server.views import seat_page

from ..cast import seat
from ..conftest import MONDAY
from .inbound.tables import table_with_the_king_of_hearts
from .inbound.test_several import a_letter
from .test_writing import to

LETTERS = TEMPLATES / "letters"
OF_NO_KIND = {"operator", "trial"}
"""Mails that no player gets: to whoever runs the server, and of ``poste doctor``."""
OF_EVERY_LETTER = {"me", "stop_all", "never", "reply_to", "first"}
OF_A_SEAT = {"page", "facts", "link", "stop", "talk", "thread", "plans_meant", "ahead"}
OF_A_FRAME = {"title", "parts", "left_out"}
OF_EVERY_REPLY = {"in_reply_to", "about_ply", *BESIDES}


class Parsed(NamedTuple):
    """A template: its text, the templates and the names that it reads."""

    text: str
    stands_on: set[str]
    named: set[str]


def parsed(environment: Environment, name: str) -> Parsed:
    """Read a template."""
    text = (TEMPLATES / name).read_text()
    tree = environment.parse(text)
    named = meta.find_undeclared_variables(tree) - environment.globals.keys()
    return Parsed(text, {one for one in meta.find_referenced_templates(tree) if one}, named)


def templates_of(environment: Environment, kind: str, known: dict[str, Parsed]) -> list[Parsed]:
    """The templates of a kind with all those that they stand on; ``known``: those read before, and these."""
    names = {f"letters/{kind}/{path.name}" for path in (LETTERS / kind).iterdir()} | {"letters/subject.txt"}
    to_read = set(names)
    while to_read:
        name = to_read.pop()
        if name not in known:
            known[name] = parsed(environment, name)
        to_read |= known[name].stands_on - names
        names |= known[name].stands_on
    return [known[name] for name in names]


def test_every_kind_has_its_templates_and_every_folder_its_kind() -> None:
    folders = {path.name for path in LETTERS.iterdir() if path.is_dir()}
    assert folders - OF_NO_KIND == set(KINDS)
    for kind in KINDS:
        assert {path.name for path in (LETTERS / kind).iterdir()} >= {"first.txt", "body.txt", "body.html"}, kind


def test_templates_read_what_their_kind_gives_and_no_more(app: Flask, subtests: pytest.Subtests) -> None:
    chair = seat(table_with_the_king_of_hearts(), "Ada")
    to("Ada", "turn")  # the first letter that is rendered brings the filters and names that all have
    page, known = seat_page(chair, turns=(), text=True), dict[str, Parsed]()
    for kind in KINDS.values():
        if kind.to or kind.name == GATHERED:
            continue
        letter = a_letter(kind.name, chair, MONDAY)
        letter.facts |= {"ply": 0, "seats": [1], "claim": ""}
        given = set(kind.fields(page, letter))
        templates = templates_of(app.jinja_env, kind.name, known)
        with subtests.test(kind.name):
            named = set[str]().union(*(template.named for template in templates))
            assert named - given <= OF_EVERY_LETTER | OF_A_SEAT | OF_A_FRAME
            assert given <= named
            facts = {fact for template in templates for fact in re.findall(r"\bfacts\.(\w+)", template.text)}
            assert facts <= {*kind.needs, *OF_EVERY_REPLY}
