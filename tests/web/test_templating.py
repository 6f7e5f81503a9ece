"""What templates ask of numbers, names and lists, and of a seat's page."""

from __future__ import annotations

import re

from jinja2 import Environment, nodes

from server.paths import TEMPLATES
from server.templating import keyed, mean, signed
from server.views import ReplayPage, SeatPage
from server.views.agreement import Agreement
from server.views.answer_form import AnswerForm
from server.views.attendance import Attendance
from server.views.claims import TableClaims
from server.views.own_plan import Planned
from server.views.prose import Prose
from server.views.times import Times


def test_what_was_won_and_lost_has_its_sign_and_nothing_has_none() -> None:
    assert [signed(number) for number in (84, 1, 0, -1, -84)] == ["+84", "+1", "0", "−1", "−84"]
    assert [signed(mean(number)) for number in (1440.0, 25.5, 5.75, 3.04, -0.01, -9.96)] == [
        "+1440",
        "+26",
        "+5.8",
        "+3",
        "0",
        "−10",
    ]


def test_rows_are_found_by_one_of_their_fields() -> None:
    assert keyed([{"turn": 1, "card": "SUN"}, {"turn": 3, "card": "MOON"}], "turn")[3] == {"turn": 3, "card": "MOON"}


PARTS: dict[str, type] = {
    "agreement": Agreement,
    "attendance": Attendance,
    "claims": TableClaims,
    "form": AnswerForm,
    "plan": Planned,
    "prose": Prose,
    "times": Times,
}
"""The parts of a seat's page."""


def test_templates_ask_a_page_and_its_parts_only_for_what_they_have() -> None:
    """What is missing would be shown as nothing at all."""
    has = {name: members(part) for name, part in PARTS.items()}
    page = members(SeatPage) | members(ReplayPage)
    for file in sorted(path for path in TEMPLATES.rglob("*.*") if path.suffix in (".html", ".txt", ".svg")):
        for asked in Environment(extensions=["jinja2.ext.i18n"]).parse(file.read_text()).find_all(nodes.Getattr):
            match asked:
                case nodes.Getattr(node=nodes.Name(name="page") | nodes.Getattr(attr="page"), attr=name):
                    assert name in page, (file.name, asked.lineno, name)
                case nodes.Getattr(node=nodes.Getattr(node=nodes.Name(name="page"), attr=part), attr=name):
                    assert name in has.get(part, (name,)), (file.name, asked.lineno, part, name)


def test_every_time_on_a_page_says_when_it_is_to_programs_too() -> None:
    for file in sorted(path for path in TEMPLATES.rglob("*.html") if "letters" not in path.parts):
        assert not re.search(r"<time(?![^>]* datetime=)", file.read_text()), file.name


OURS = re.compile(r"(?<![-\w])(windows?|ply|plies|targets?|comes? out)(?![-\w=])")
"""Words of the server, which mean nothing to people."""


def test_pages_and_letters_speak_no_words_of_the_server() -> None:
    for file in sorted(path for path in TEMPLATES.rglob("*.*") if path.suffix in (".html", ".txt")):
        source = re.sub(r"{#.*?#}", "", file.read_text(), flags=re.S)
        said = re.findall(r'"([A-Z][^"]* [^"]*)"', " ".join(re.findall(r"{[{%].*?[}%]}", source, re.S)))
        plain = re.sub(r"<[^>]*>", " ", re.sub(r"{[{%].*?[}%]}", " ", source, flags=re.S))
        assert not [line for line in (*plain.splitlines(), *said) if OURS.search(line)], file.name


def members(kind: type) -> set[str]:
    """The names of a class: its methods, properties and fields."""
    return {*dir(kind), *kind.__dataclass_fields__}  # type: ignore[attr-defined]


def test_nothing_is_imported_anew_for_each_thing_drawn() -> None:
    """An ``import`` compares all globals whenever it is drawn, which costs as much as a hand of cards."""
    parsed = {file: Environment().parse(file.read_text()) for file in TEMPLATES.rglob("*.html")}
    drawn: list[nodes.Node] = [
        part for template in parsed.values() for part in template.find_all((nodes.Macro, nodes.For))
    ]
    drawn += [parsed[TEMPLATES / "seat.html"], parsed[TEMPLATES / "letters" / "layout.html"]]
    assert not [found.lineno for part in drawn for found in part.find_all((nodes.Import, nodes.FromImport))]
