"""Rendering letters from templates: the subject, plain text at 72 columns, and HTML with inlined styles."""

from __future__ import annotations

import re
import textwrap
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypedDict

import css_inline
from flask import current_app
from jinja2 import Environment
from markupsafe import Markup

from .. import program
from ..app import game_template
from ..rules.text import lines_of
from ..templating import and_list
from ..views import SeatPage
from .message import PICTURE, one_line
from .story import by_suit, latest, lying_there

WIDTH = 72
"""Columns of plain text letters."""
MARKER = "Reply above this line"
"""Near the top of every letter that takes a reply; in a reply, everything below it is quoted text."""
SIGN = "✉"
"""Begins the first line of every letter, which mail programs show in lists; in a reply that line is quoted text."""
BLANK = "\u00a0\u200c" * 80
"""Follows a hidden first line, so that lists do not show what comes after it."""
_CELL = Markup('<td class="{}" height="8">&nbsp;</td>\n')
STRIP = Markup("").join(_CELL.format(colour) for colour in ("red", "white", "blue", "white") * 4)
"""The edge of an airmail letter, at the top of each in HTML."""
_inliner = css_inline.CSSInliner(load_remote_stylesheets=False)


def names(page: SeatPage, seats: list[int]) -> str:
    return and_list([page.called[seat] for seat in seats])


class Rendered(TypedDict):
    """What a letter says; fields of a `Mail`."""

    subject: str
    text: str
    html: str


def rendered(kind: str, fields: dict[str, Any], page: SeatPage | None = None) -> Rendered:
    """A letter of this kind, rendered with these fields."""
    fields = fields | {"first": first_line(kind, fields)}
    text = _printed(f"{kind}/body.txt", fields)
    html = _printed(f"{kind}/body.html", fields | _marked_up(page))
    return {"subject": _line(_subject_template(kind), fields), "text": wrapped(text), "html": _inliner.inline(html)}


@cache
def _subject_template(kind: str) -> str:
    own = f"letters/{kind}/subject.txt"
    return own if own in program.templates() else "letters/subject.txt"


def first_line(kind: str, fields: dict[str, Any]) -> str:
    """The first line of a letter, which programs show in lists: contains no score and no card of the reader's hand."""
    return _line(f"letters/{kind}/first.txt", fields)


def _line(template: str, fields: dict[str, Any]) -> str:
    return one_line(_templates(text=True).letters.get_template(template).render(fields))


def _printed(file: str, fields: dict[str, Any]) -> str:
    """A template with ``parts``, the macros of its format: an ``import`` compares all globals whenever it is drawn."""
    text = file.endswith(".txt")
    get_template = _templates(text).letters.get_template
    parts = get_template(f"letters/parts.{'txt' if text else 'html'}").module
    return get_template(f"letters/{file}").render(fields, parts=parts)


def _marked_up(page: SeatPage | None) -> dict[str, Any]:
    """The fields that differ in HTML: the same page, with cards drawn as markup."""
    if page is None:
        return {}
    marked_up = copy(page)  # keeps what is already worked out
    marked_up.prose = replace(page.prose, text=False)
    return {"page": marked_up}


@dataclass(frozen=True)
class Templates:
    """The templates of one format: those of letters, and those of games, which keep line breaks."""

    letters: Environment
    games: Environment


def _templates(text: bool) -> Templates:
    """The application's templates for plain text, without escaping, or for HTML."""
    made: dict[bool, Templates] = current_app.extensions.setdefault("poste.letters", {})
    if text not in made:
        letters = current_app.jinja_env.overlay(autoescape=not text)
        letters.filters.update(latest=latest, table=table, by_suit=by_suit, lying_there=lying_there)
        letters.globals.update(MARKER=MARKER, SIGN=SIGN, BLANK=BLANK, STRIP=STRIP, PICTURE=PICTURE)
        made[text] = Templates(letters, letters.overlay(trim_blocks=False))
    return made[text]


def table(page: SeatPage) -> list[str]:
    """The table in a few lines, from the game's template; in a letter without the hand as spectators read it."""
    if page.veiled:
        if not page.game.trick_game:
            return []
        page = SeatPage(page.match, None, page.table, text=page.prose.text)
    told = _macros(page)["letter"](page)
    return [line.strip() for line in lines_of(told) if line.strip()]


def verb(page: SeatPage) -> str:
    """The verb for choosing when a card is asked, from the game's template: ``Play``, ``Steal``."""
    verbs = _macros(page).get("verbs")
    return str(verbs.get(page.view["core"]["phase"], verbs[""])[0]).strip(",") if verbs else ""


def _macros(page: SeatPage) -> dict[str, Any]:
    return vars(_templates(page.prose.text).games.get_template(game_template(page.game)).module)


def wrapped(text: str) -> str:
    """Plain text wrapped at 72 columns. Lines with a URL stay whole, lists are indented, blank lines merged."""
    lines = "\n".join(_wrapped_line(line.rstrip()) for line in lines_of(text.strip()))
    return re.sub(r"\n{3,}", "\n\n", lines).replace("\n--\n", "\n-- \n") + "\n"


def _wrapped_line(line: str) -> str:
    if len(line) <= WIDTH or "://" in line:
        return line
    indent = re.match(r"\s*(?:[-*•] )?", line)
    assert indent is not None
    return textwrap.fill(
        line, WIDTH, subsequent_indent=" " * indent.end(), break_long_words=False, break_on_hyphens=False
    )
