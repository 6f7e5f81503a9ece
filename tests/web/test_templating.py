"""What templates print is what Jinja prints; it is only quicker."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.templating import Environment
from jinja2 import UndefinedError
from markupsafe import Markup

from server.templating import QuickEnvironment, signed


class Marked:
    """Knows its own markup."""

    def __html__(self) -> str:
        return "<i>marked</i>"

    def __str__(self) -> str:
        return "<not marked>"

    def __repr__(self) -> str:
        return "Marked()"


class Sentence(str):
    """A text that is no plain one."""


class Shouted(Markup):
    """Markup of another kind."""


VALUES = [
    *("", "Ada", "Ada & Bob", "<b>", "'", '"', "a>b", "ä ½ −84", Sentence("a"), Sentence("<a>")),
    *(Markup("<b>&amp;</b>"), Shouted("<u>"), Marked(), 0, -84, 1.5, True, None, ["<"], {"&": "'"}),
]


@pytest.fixture(params=[True, False], ids=["markup", "text"])
def both(request: pytest.FixtureRequest) -> tuple[Environment, Environment]:
    environments = Environment(Flask("theirs")), QuickEnvironment(Flask("ours"))
    for environment in environments:
        environment.autoescape = request.param
    return environments


def printed(environment: Environment, source: str, **named: Any) -> str:
    return environment.from_string(source).render(value=VALUES[2], **named)


def test_a_value_is_printed_as_jinja_prints_it(
    both: tuple[Environment, Environment], subtests: pytest.Subtests
) -> None:
    for source in (
        "{{ a }}",
        "{{ a ~ '<' ~ a }}",
        "{% set b %}<p>{{ a }}</p>{% endset %}{{ b }}",
        "{{ a|string|upper }}",
        "{{ a|e }} {{ a|safe }}",
        "{% autoescape value == '' %}{{ a }}{% endautoescape %}",
        "{% macro m(x) %}<p>{{ x }}</p>{% endmacro %}{{ m(a) }}{{ m(m(a)) }}",
    ):
        templates = [environment.from_string(source) for environment in both]
        for value in VALUES:
            with subtests.test(source=source, value=repr(value)):
                theirs, ours = (template.render(value=VALUES[2], a=value) for template in templates)
                assert ours == theirs


def test_macros_are_called_as_jinja_calls_them(
    both: tuple[Environment, Environment], subtests: pytest.Subtests
) -> None:
    for source in (
        "{{ nothing }}{{ 'x' if false }}{{ value.nothing }}",
        "{% macro m(x, y='<') %}{{ x }}{{ y }}{% endmacro %}{{ m() }}{{ m(value) }}{{ m(1, '&') }}{{ m(y=1, x=2) }}",
        "{% macro m(x) %}{{ x }}{{ varargs|join('-') }}{% endmacro %}{{ m() }}{{ m(1) }}{{ m(1, 2, value) }}",
        "{% macro m(x) %}{{ x }}{{ kwargs|dictsort }}{% endmacro %}{{ m() }}{{ m(1) }}{{ m(1, y='<') }}",
        "{% macro m(x) %}<q>{{ caller() }}{{ x }}</q>{% endmacro %}{% call m(value) %}<i>{{ value }}</i>{% endcall %}",
        "{% macro m(x, caller=none) %}{{ caller }}{{ x }}{% endmacro %}{{ m(1) }}{% call m(2) %}!{% endcall %}",
        "{% macro m(x) %}{% if caller %}{{ caller() }}{% endif %}{{ x }}{% endmacro %}{{ m(1) }}{{ m(x=1) }}",
        "{% macro m(n) %}{{ n }}{% if n %}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(3) }}",
    ):
        with subtests.test(source):
            theirs, ours = (printed(environment, source) for environment in both)
            assert ours == theirs


def test_wrong_calls_are_refused_as_jinja_refuses_them(
    both: tuple[Environment, Environment], subtests: pytest.Subtests
) -> None:
    for call in ("m(1, 2)", "m(1, y=2)", "nothing()"):
        with subtests.test(call):
            said = []
            for environment in both:
                with pytest.raises((TypeError, UndefinedError)) as refused:
                    printed(environment, "{% macro m(x) %}{{ x }}{% endmacro %}{{ " + call + " }}")
                said.append(str(refused.value))
            assert said[0] == said[1]


def test_what_was_won_and_lost_has_its_sign_and_nothing_has_none() -> None:
    assert [signed(number) for number in (84, 1, 0, -1, -84)] == ["+84", "+1", "0", "−1", "−84"]


def test_what_a_macro_gives_is_markup_where_it_is_used_as_such(both: tuple[Environment, Environment]) -> None:
    kinds = [
        printed(environment, "{% macro m() %}<p>{% endmacro %}{{ kind(m()) }}", kind=lambda said: type(said).__name__)
        for environment in both
    ]
    assert kinds[0] == kinds[1]
