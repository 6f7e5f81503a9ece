"""What a long page holds: its headings, each with a name by which it can be linked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import Blueprint
from markupsafe import Markup

named_headings = Blueprint("named_headings", __name__)

HEADING = re.compile(r"<h2>(.*?)</h2>")


@named_headings.app_template_filter()
def with_names(html: Markup) -> Markup:
    """The same text, its headings of the second level named after their words; ``html`` is one of our own templates."""
    return Markup(HEADING.sub(lambda found: f'<h2 id="{_name(found[1])}">{found[1]}</h2>', html))


@named_headings.app_template_filter()
def headings(html: Markup) -> Mapping[str, str]:
    """The names of these headings -> their words in short, in order."""
    return {_name(words): _short(words) for words in HEADING.findall(html)}


def _name(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", Markup(words).striptags().lower()).strip("-")


def _short(words: str) -> str:
    short = re.sub(r"^(The|A) ", "", Markup(words).striptags())
    return short[:1].upper() + short[1:]
