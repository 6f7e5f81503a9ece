"""How much a request may hold: the length of each part, how often a field stands in it, how many there are. It is
checked before anything else is done. What is more is refused with a sentence, whichever page or program it is for, and
people get back what they have typed. All limits are told in `server/docs/LIMITS.md`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestHeaderFieldsTooLarge, RequestURITooLarge

from .. import links, plans
from ..post.channels import KINDS, http_client
from ..terms import TERMS

LONGEST = 256 * 1024
"""Bytes of a request, at most."""
MOST = 400
"""Fields of a form or of a query; the largest form, of eight tables that play the same deals, has half as many."""
TEXT, CHOICE = 600, 60
"""Characters of what is typed, and of what a page offers. What is made of a text may have to be shorter still, as a
name is: then the page says so, with everything in its fields."""
LAID = 5000
"""Characters of a line of a plan, as its page keeps it: of each kind of card that it names, all are in it."""
PATH, QUERY, HEADER = 600, 2000, 4096
"""Characters of an address up to its question mark and behind it, and of a header."""
HEADERS = "HTTP_", "CONTENT_"
"""How the names of headers begin in the environment of a request (PEP 3333)."""
UNREAD = "HTTP_COOKIE"
"""The header that nothing here reads, and that other sites of the same domain may have filled."""
FORMLESS = "", "application/json"
"""The types of a body in which no form is looked for."""


@dataclass(frozen=True)
class Field:
    """A field of a form or of a query: how many characters it may have, and how often it may stand there."""

    letters: int = CHOICE
    times: int = 1


PICKS = Field(times=100)
"""What a game asks for, such as the cards to be laid away; and fields that are no field of ours."""
TYPED = "typed line say word email name code place zone before"
CHOSEN = (
    "answer can channel claim comes day days deal digest do does done ever first from game hour house kind last "
    "letters listed match meant minutes most named none number order other-pace pace part play ply purpose remark "
    "same-person seat second show since step story sure tables tricks turned until verdict whom"
)
FIELDS: Mapping[str, Field] = {
    **{field.name: Field(TEXT) for kind in KINDS.values() for field in kind.fields},
    **dict.fromkeys(CHOSEN.split(), Field()),
    **dict.fromkeys(TERMS, Field()),
    **dict.fromkeys(("home", "form"), Field(links.LONGEST)),
    **dict.fromkeys(TYPED.split(), Field(TEXT)),
    "address": Field(http_client.LONGEST),
    "laid": Field(LAID, plans.LINES),
    "do": Field(TEXT + CHOICE),  # of a button that adds a line to a plan, it is that line
    "cards": Field(TEXT, PICKS.times),  # the order of a plan's cards, and what some games ask for
    **dict.fromkeys(("card", "when", "winner"), PICKS),
}
"""Every field that has the same name wherever it stands."""
OF_A_ROW = re.compile(r"(?:t\d-)?(?P<field>name|email|house|open)-\d|(?:option|say)-[^\0]*")
"""Fields of a seat at one of several tables, of an option of a game, and of a part of an answer that is planned."""


class TooLong(RequestEntityTooLarge):
    """A field that is too long. ``kept``: what was typed, which is not to be lost."""

    def __init__(self, most: int, kept: tuple[str, ...]):
        super().__init__(f"A text is too long: at most {most} characters can be sent here. Nothing was changed.")
        self.kept = kept


def field_of(name: str) -> Field:
    """What a field of this name may hold. A part of a multipart form may have no name: then it is none of ours."""
    row = OF_A_ROW.fullmatch(name or "")
    if row is None:
        return FIELDS.get(name, PICKS)
    return Field(TEXT if row["field"] in ("name", "email") else CHOICE)


def letters(text: str) -> int:
    """The characters of a text, as a page counts them: a line's end is one."""
    return len(text) - text.count("\r\n")


def check() -> None:
    """Check the length of everything in the present request. Raises `HTTPException` with a sentence."""
    if len(request.path) > PATH:
        abort(404)
    if query := request.query_string:
        if len(query) > QUERY:
            raise RequestURITooLarge(f"This address is too long: at most {QUERY} characters can stand behind its “?”.")
        _check(request.args)
    sent = request.environ.items()
    if any(len(value) > HEADER for name, value in sent if name.startswith(HEADERS) and name != UNREAD):
        raise RequestHeaderFieldsTooLarge(f"A header of this request has more than {HEADER} characters.")
    request.get_data()  # kept: a body of JSON that is sent as a form is not taken for none
    if request.mimetype not in FORMLESS:
        _check(request.form)


def _check(given: MultiDict[str, str]) -> None:
    if sum(len(values) for _, values in given.lists()) > MOST:
        raise RequestEntityTooLarge(f"At most {MOST} fields can be sent at once. Nothing was changed.")
    for name, values in given.lists():
        field = field_of(name)
        if len(name or "") > CHOICE:
            raise BadRequest(f"The name of a field has at most {CHOICE} characters. Nothing was changed.")
        if len(values) > field.times:
            raise BadRequest(f"“{name}” stands in this form too often. Nothing was changed.")
        if any(letters(value) > field.letters for value in values):
            raise TooLong(field.letters, _typed(given))


def _typed(given: MultiDict[str, str]) -> tuple[str, ...]:
    """What somebody has typed into a form."""
    return tuple(value for name, value in given.items(multi=True) if field_of(name).letters == TEXT and value)
