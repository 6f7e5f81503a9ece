"""What the JSON interface takes: bodies as typed records, from which its description is made, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from flask import request
from msgspec import Meta, Struct, inspect
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from ..matches import Refused
from ..terms import STEADY, TERMS
from ..views.json import Pace
from .fields import CHOICE, TEXT

Body = TypeVar("Body", bound=Struct)

NO_OBJECT = "The body is a JSON object, sent as application/json."
SEATS, TABLES, VALUES, CARDS = 10, 10, 40, 100
"""Seats of a table, further tables, options or terms, and cards that can be sent; a game and the server may take fewer.
"""
LONG = 20
"""A term with this many values is described as a text, without naming them all."""


Text = Annotated[str, Meta(max_length=TEXT)]
Chosen = Annotated[str, Meta(max_length=CHOICE)]
Values = Annotated[dict[Chosen, Any], Meta(max_length=VALUES)]


class Guest(Struct, frozen=True):
    """Somebody to sit at the table."""

    name: Annotated[Text | None, Meta(description="Needed but for an open seat.", examples=["Ada"])] = None
    email: Annotated[Text | None, Meta(description="Needed of people.", examples=["ada@example.org"])] = None
    house: Annotated[bool | None, Meta(description="A house player sits here; no address is needed.")] = False
    open: Annotated[
        bool | None, Meta(description="Nobody yet: whoever has the link of the group may take this seat.")
    ] = False


TERM_SCHEMAS: dict[str, Any] = {
    name: {"enum": list(term.values)} if len(term.values) < LONG else {"type": "string", "maxLength": TEXT}
    for name, term in TERMS.items()
}


class Practice(Struct, frozen=True):
    """A match against the house."""

    game: Annotated[Text, Meta(description="The key of the game.", examples=["titro"])]
    options: Annotated[
        Values, Meta(description="By default about one deal is played, as it usually is.", examples=[{"rounds": 3}])
    ] = {}
    house: Annotated[Text, Meta(description="How the house plays.", extra_json_schema=TERM_SCHEMAS["house"])] = STEADY


class NewMatch(Struct, frozen=True):
    """A match to be opened."""

    game: Annotated[Text, Meta(description="The key of the game.", examples=["titro"])]
    seats: Annotated[
        list[Annotated[Guest, Meta(examples=[{"name": "Ada", "email": "ada@example.org"}])]],
        Meta(description="The first is the host.", max_length=SEATS),
    ]
    options: Annotated[
        Values, Meta(description="Those that differ from the defaults of the game.", examples=[{"rounds": 3}])
    ] = {}
    pace: Annotated[Pace, Meta(max_length=TEXT)] = "PT48H"
    same_person: Annotated[bool | None, Meta(description="One person may sit at several seats.")] = False
    terms: Annotated[
        Values,
        Meta(
            description="How the table is run. `zone` is that of free weekends: by default the host's.",
            examples=[{"weekends": "free"}],
            extra_json_schema={"properties": TERM_SCHEMAS},
        ),
    ] = {}
    listed: Annotated[
        bool | None, Meta(description="Show the table in the public list of open tables, where the server has one.")
    ] = False
    code: Annotated[
        Text | None,
        Meta(description="Asked for by servers where matches are opened with a code.", examples=["three-blue-lamps"]),
    ] = None
    more_tables: Annotated[
        list[Annotated[list[Guest], Meta(max_length=SEATS)]],
        Meta(
            description="Who sits at further tables that play the same deals: as many seats at each, none open.",
            max_length=TABLES,
        ),
    ] = []
    turned: Annotated[
        bool | None, Meta(description="At each further table everybody sits one seat further than named.")
    ] = False


class Accept(Struct, frozen=True):
    """Taking a seat."""

    word: Annotated[
        Text | None, Meta(description="Mixed into the deal: one line of at most 100 characters.", examples=["plum"])
    ] = None


class Claim(Struct, frozen=True):
    """Claiming all remaining tricks."""

    shown: Annotated[bool, Meta(description="True: your cards are shown to all; if one declines, they stay open.")]
    order: Annotated[
        list[Chosen], Meta(description="Your cards as they are to be played; the rest as proposed.", max_length=CARDS)
    ] = []


class ClaimAnswer(Struct, frozen=True):
    """What a seat says to the open claim."""

    claim: Annotated[Chosen, Meta(description="The key of the claim.", examples=["1/1/B"])]
    verdict: Annotated[Chosen, Meta(extra_json_schema={"enum": ["agree", "decline"]})]


class Answer(Struct, frozen=True):
    """An answer to what is asked."""

    answer: Annotated[Text, Meta(description="Canonical, or as people type it.", examples=["KH centre"])]
    ply: Annotated[int, Meta(description="The window that it is for.", examples=[7])]


class Plan(Struct, frozen=True):
    """A plan for later asks."""

    plan: Annotated[Text, Meta(description="As people type it.", examples=["hearts 10, else low"])]


class Hour(Struct, frozen=True):
    """An hour at which all sit together."""

    at: Annotated[
        Chosen,
        Meta(description="ISO 8601; without an offset, in your own time zone.", examples=["2026-11-23T20:30:00+01:00"]),
    ]
    minutes: Annotated[int, Meta(description="How long: from 10 to 360 minutes.", examples=[40])]


class Coming(Struct, frozen=True):
    """Yes or no to the hour that was proposed."""

    comes: Annotated[bool, Meta(description="Whether you will be there.", examples=[True])]
    number: Annotated[int | None, Meta(description="Which proposal is meant; null: the latest.", examples=[1])] = None


class Word(Struct, frozen=True):
    """Yes or no to what all players are asked."""

    yes: Annotated[bool, Meta(description="Your word, which you may change until it is settled.", examples=[True])]
    number: Annotated[int, Meta(description="Which question is meant: that of `asked_of_all`.", examples=[1])]


# Reading -------------------------------------------------------------------------------------------------------------


def sent(kind: type[Body]) -> Body:
    """The body of the request; none at all is an empty object. Fields that are not known are passed over.

    Raises `Refused` with a sentence about the first thing that is wrong with it, and `RequestEntityTooLarge` about what
    is longer than described.
    """
    body = _received()
    if body and not request.is_json:
        raise Refused(NO_OBJECT)
    try:
        read = msgspec.json.decode(body or b"{}", type=kind)
    except (ValueError, RecursionError):
        read = _read_again(kind, body or b"{}")
    for name in {"options", "terms"} & set(kind.__struct_fields__):
        if any(map(_is_long, getattr(read, name).values())):
            raise RequestEntityTooLarge(f"A value of “{name}” has more than {TEXT} characters. Nothing was changed.")
    return read


def _is_long(value: Any) -> bool:
    """Whether a value of any kind has too many characters, with all that is in it."""
    try:
        return len(json.dumps(value, ensure_ascii=False)) > TEXT + 2  # its quotes
    except RecursionError:
        return True


def _received() -> bytes:
    try:
        return request.get_data()
    except BadRequest as cut:
        raise Refused(NO_OBJECT) from cut


def _read_again(kind: type[Body], body: bytes) -> Body:
    """Read what does not fit, to say why; and what Python takes for JSON although it is not quite: half a character."""
    try:
        values = json.loads(body)
    except (ValueError, RecursionError) as bad:
        raise Refused(NO_OBJECT) from bad
    if not isinstance(values, dict):
        raise Refused(NO_OBJECT)
    wrong = complaint(inspect.type_info(kind), values)
    if wrong:
        raise Refused(wrong)
    try:
        return msgspec.convert(values, kind)
    except UnicodeError as bad:  # half a character in a name
        raise Refused(NO_OBJECT) from bad


# What is wrong with a body -------------------------------------------------------------------------------------------

KINDS: Mapping[type[inspect.Type], tuple[type, str]] = {
    inspect.StrType: (str, "a text"),
    inspect.IntType: (int, "a whole number"),
    inspect.BoolType: (bool, "true or false"),
    inspect.ListType: (list, "a list"),
    inspect.DictType: (dict, "an object"),
    inspect.StructType: (dict, "an object"),
    inspect.NoneType: (type(None), "null"),
}
"""What the fields of bodies are made of: the Python value, and what it has to be in words."""
GIVEN = dict(KINDS.values()) | {int: "a number", float: "a number with a point"}
"""What a value is in words, where it should have been another."""


def complaint(wanted: inspect.Type, value: Any, name: str = "") -> str:
    """A sentence about the first part of a value that is not as wanted: its name, and what it has to be; else empty.

    Raises `RequestEntityTooLarge` with a sentence about the first part that is too long.
    """
    kind = next((kind for kind in _kinds(wanted) if type(value) is KINDS[type(kind)][0]), None)
    if kind is None:
        return _sentence(f"{name} has to be {_right(wanted)}, not {GIVEN[type(value)]}.")
    most = getattr(kind, "max_length", None)
    if most is not None and len(value) > most:
        unit = "characters" if isinstance(kind, inspect.StrType) else "values"
        raise RequestEntityTooLarge(_sentence(f"{name} has more than {most} {unit}. Nothing was changed."))
    return next(filter(None, _complaints_within(kind, value, name)), "")


def _complaints_within(kind: inspect.Type, value: Any, name: str) -> Iterator[str]:
    if isinstance(kind, inspect.ListType):
        for number, item in enumerate(value, 1):
            yield complaint(kind.item_type, item, f"number {number} of {name}")
    if isinstance(kind, inspect.DictType):
        yield from (complaint(kind.key_type, key, f"a name in {name}") for key in value)
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            named = f"“{field.encode_name}” of {name}" if name else f"“{field.encode_name}”"
            if field.encode_name in value:
                yield complaint(field.type, value[field.encode_name], named)
            elif field.required:
                yield _sentence(f"{named} is missing: it has to be {_right(field.type)}.")


def _kinds(wanted: inspect.Type) -> tuple[inspect.Type, ...]:
    while isinstance(wanted, inspect.Metadata):
        wanted = wanted.type
    return wanted.types if isinstance(wanted, inspect.UnionType) else (wanted,)


def _right(wanted: inspect.Type) -> str:
    """``a text such as PT48H``"""
    words = KINDS[type(_kinds(wanted)[0])][1]
    known = wanted.extra_json_schema or {} if isinstance(wanted, inspect.Metadata) else {}
    if "examples" not in known:
        return words
    example = known["examples"][0]
    return f"{words} such as {example if isinstance(example, str) else json.dumps(example)}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
