"""The description of the JSON interface (OpenAPI 3.1), made from one table of routes and the records they speak in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components
from msgspec.structs import fields

from ..matches.records import Record
from ..rules import GAMES, AnyGame
from ..rules.core import Core
from ..views.circle import CircleJson
from ..views.comparing import ComparedTables
from ..views.json import Appointment, RecordPly, Review, Seat, SeatPly
from ..views.json import PlanAhead as SealedPlan
from ..views.player import Home
from ..views.watching import Spectator
from .answers import Game, NoPlan, Opened, Practising, Problem, Refusal, Sealed
from .bodies import Accept, Answer, Claim, ClaimAnswer, Coming, Hour, NewMatch, Plan, Practice, Word

Schema = dict[str, Any]


@dataclass(frozen=True)
class Route:
    """One thing that can be asked for. ``answer`` is what is given with ``status``, in words ``told``.

    ``problems``: whatever else can come of it, by status; of several kinds where it is a tuple. ``query``: those of
    `PARAMETERS` that stand behind the path.
    """

    method: str
    path: str
    summary: str
    answer: Any
    told: str
    problems: Mapping[int, Any]
    status: int = 200
    body: type[Struct] | None = None
    query: tuple[str, ...] = ()


def _problems(*statuses: int) -> dict[int, Any]:
    return dict.fromkeys(statuses, Problem)


ALWAYS = _problems(400, 413, 414, 431, 500)
STORED = ALWAYS | _problems(503)
A_LINK = STORED | _problems(404, 410)
A_QUERY = _problems(422)
A_POST = _problems(403, 422)
OFTEN = _problems(429)
NOT_PLANNED = {422: (NoPlan, Problem)}
NOT_SEALED = {409: Refusal, 422: (Refusal, Problem)}

ROUTES = (
    Route("GET", "/api/openapi.json", "This description", dict[str, Any], "OpenAPI 3.1.", ALWAYS),
    Route("GET", "/api/games", "Every game, with its options", list[Game], "The games.", ALWAYS),
    Route(
        "POST", "/api/matches", "Open a match; links go out by letter only", Opened, "Opened; the host is asked.",
        STORED | A_POST | OFTEN, 201, NewMatch,
    ),
    Route(
        "POST", "/api/practice", "Begin a match against the house: no letters, no deadlines, gone after 30 days",
        Practising, "Begun; the link of the seat is all there is.", STORED | A_POST | OFTEN, 201, Practice,
    ),
    Route(
        "GET", "/api/seat/{token}", "What the seat sees", Seat, "What the seat sees.", A_LINK | A_QUERY,
        query=("since",),
    ),
    Route(
        "GET", "/api/seat/{token}/plies/{ply}", "What the seat saw while a ply was open", SeatPly,
        "What the seat saw then.", A_LINK | A_QUERY, query=("since",),
    ),
    Route(
        "GET", "/api/seat/{token}/review", "What the house would have answered at each decision of this seat", Review,
        "Nothing before the match is over; then what has been considered so far.", A_LINK,
    ),
    Route(
        "POST", "/api/seat/{token}/accept", "Take the seat", Seat, "What the seat sees then.",
        A_LINK | A_POST, body=Accept,
    ),
    Route(
        "POST", "/api/seat/{token}/decline", "Leave the seat empty: the match is called off", Seat,
        "What the seat sees then.", A_LINK | A_POST,
    ),
    Route(
        "POST", "/api/seat/{token}/resign", "Give the match up", Seat, "What the seat sees then.", A_LINK | A_POST,
    ),
    Route(
        "POST", "/api/seat/{token}/answer", "Seal an answer, or change a sealed one until the others are in", Sealed,
        "Sealed; the same answer again gives the same receipt.", A_LINK | A_POST | OFTEN | NOT_SEALED, body=Answer,
    ),
    Route(
        "GET", "/api/seat/{token}/plan", "The plan that this seat has sealed for later", SealedPlan | None,
        "The plan; null: there is none.", A_LINK,
    ),
    Route(
        "PUT", "/api/seat/{token}/plan", "Seal a plan for later asks; it replaces an earlier one", SealedPlan,
        "Sealed; the detail of a 422 says what would be understood.", A_LINK | A_POST | OFTEN | NOT_PLANNED, body=Plan,
    ),
    Route(
        "DELETE", "/api/seat/{token}/plan", "Withdraw the plan", None, "There is none now.", A_LINK | A_POST | OFTEN,
    ),
    Route(
        "POST", "/api/seat/{token}/here", "Say that you are here, for ten minutes or until ten after your last answer",
        Seat, "What the seat sees then.", A_LINK | A_POST | OFTEN,
    ),
    Route(
        "DELETE", "/api/seat/{token}/here", "Say that you are not here any more", Seat, "What the seat sees then.",
        A_LINK | A_POST | OFTEN,
    ),
    Route(
        "POST", "/api/seat/{token}/go-on", "Ask to go on: a pause ends two days later, unless all say otherwise", Seat,
        "What the seat sees then.", A_LINK | A_POST | OFTEN,
    ),
    Route(
        "POST", "/api/seat/{token}/word", "Say yes or no to what all players are asked", Seat,
        "What the seat sees then.", A_LINK | A_POST | OFTEN, body=Word,
    ),
    Route(
        "GET", "/api/seat/{token}/appointment", "The hour proposed or agreed for sitting together", Appointment | None,
        "The appointment; null: there is none.", A_LINK,
    ),
    Route(
        "PUT", "/api/seat/{token}/appointment", "Propose an hour at which all sit together; it replaces your own",
        Appointment | None, "Proposed; the others are asked by letter.", A_LINK | A_POST | OFTEN, body=Hour,
    ),
    Route(
        "POST", "/api/seat/{token}/appointment", "Say yes or no to it; the last yes agrees it, a no calls it off",
        Appointment | None, "As it stands then; null: it is off.", A_LINK | A_POST | OFTEN, body=Coming,
    ),
    Route(
        "DELETE", "/api/seat/{token}/appointment", "Withdraw your own proposal", Appointment | None,
        "There is none now.", A_LINK | A_POST | OFTEN,
    ),
    Route(
        "POST", "/api/seat/{token}/claim", "Claim all remaining tricks of the deal; your cards are shown to all", Seat,
        "What the seat sees then; the table looks whether it can be proved.", A_LINK | A_POST | OFTEN, body=Claim,
    ),
    Route(
        "POST", "/api/seat/{token}/claim/answer", "Agree to the open claim, or decline it", Seat,
        "What the seat sees then.", A_LINK | A_POST | OFTEN, body=ClaimAnswer,
    ),
    Route(
        "GET", "/api/me/{token}", "All tables of a player, by the link of their Home", Home,
        "The tables, waiting ones first.", A_LINK | OFTEN,
    ),
    Route(
        "GET", "/api/me/{token}/circle", "How those stand with whom a player has played, by the link of their Home",
        CircleJson, "The reader first, then those with most common matches.", A_LINK | OFTEN,
    ),
    Route(
        "GET", "/api/watch/{token}", "What a spectator sees, by the link for spectators", Spectator,
        "What lies open; with the delay of a deal, the last deal that was played out.", A_LINK | OFTEN,
    ),
    Route(
        "GET", "/api/records/{match}", "The record of a finished match", Record, "The record.", STORED | _problems(404)
    ),
    Route(
        "GET", "/api/records/{match}/tables", "Tables that have played the same deals, compared seat by seat",
        ComparedTables, "The comparison; 404 until all have ended.", STORED | _problems(404),
    ),
    Route(
        "GET", "/api/records/{match}/plies/{ply}", "A ply of a finished match, with the eyes of every seat", RecordPly,
        "The ply.", STORED | _problems(404),
    ),
)  # fmt: skip

PROBLEMS = {
    400: "A request that cannot be read, or has a field more often than it may.",
    403: "A form that was sent from another site.",
    404: "A token that was never signed, a match that is not here, or a ply that it has not come to.",
    409: "The table has moved on; the body says what is asked now.",
    410: "A link that was replaced by a newer one.",
    413: "A body that is too long, or a part of it.",
    414: "An address that is too long.",
    422: "Input that cannot be accepted; the detail says what would be.",
    429: "Too many requests; Retry-After says when to come back.",
    431: "A header that is too long.",
    500: "A mistake of ours; nothing was changed.",
    503: "The database cannot be reached; nothing was changed.",
}
PARAMETERS: Mapping[str, Schema] = {
    "token": {
        "schema": {"type": "string"},
        "description": "The token of a seat's link, of Home's, or of the spectators'.",
    },
    "match": {"schema": {"type": "string"}, "description": "The id of a match."},
    "ply": {"schema": {"type": "integer", "minimum": 0}, "description": "How many windows had been resolved then."},
    "since": {
        "schema": {"type": "integer"},
        "description": "The story from this ply on; without it, the latest hundred plies.",
    },
}
RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
WAIT = (429, 503)
"""The problems that say when to come back."""

REF = "#/components/schemas/"
OF_VIEWS = "view."
"""Stands before the names of everything that only views are made of, so that no game takes a name of the interface."""


@cache
def description() -> Schema:
    schemas, components = _schemas()
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Poste Restante", "version": "1", "description": "Card games by post."},
        "paths": paths,
        "components": {"schemas": components | _views(GAMES)},
    }


def _schemas() -> tuple[Mapping[Any, Schema], Schema]:
    """The schema of everything that the routes take and give, and the components that these refer to."""
    kinds = {kind for route in ROUTES for kind in _kinds_of(route)}
    ordered = sorted(kinds, key=str)
    schemas, components = schema_components(ordered, ref_template=f"{REF}{{name}}")
    return dict(zip(ordered, schemas, strict=True)), _told(components)


def _kinds_of(route: Route) -> list[Any]:
    wrong = [kind for kinds in route.problems.values() for kind in _several(kinds)]
    return [route.answer, *wrong, *([route.body] if route.body else ())]


def _several(kinds: Any) -> tuple[Any, ...]:
    return kinds if isinstance(kinds, tuple) else (kinds,)


def _operation(route: Route, schemas: Mapping[Any, Schema]) -> Schema:
    in_path = [_parameter(name, "path") for name in re.findall(r"{(\w+)}", route.path)]
    parameters = in_path + [_parameter(name, "query") for name in route.query]
    given = {str(route.status): _content("application/json", schemas[route.answer]) | {"description": route.told}}
    wrong = {str(status): _problem(status, route.problems[status], schemas) for status in sorted(route.problems)}
    return {
        "summary": route.summary,
        **({"parameters": parameters} if parameters else {}),
        **({"requestBody": _request(route.body, schemas)} if route.body else {}),
        "responses": given | wrong,
    }


def _parameter(name: str, place: str) -> Schema:
    return {"name": name, "in": place, "required": place == "path", **PARAMETERS[name]}


def _request(body: type[Struct], schemas: Mapping[Any, Schema]) -> Schema:
    required = any(each.required for each in fields(body))
    return _content("application/json", schemas[body]) | {"required": required}


def _problem(status: int, kinds: Any, schemas: Mapping[Any, Schema]) -> Schema:
    one, *others = [schemas[kind] for kind in _several(kinds)]
    schema = {"anyOf": [one, *others]} if others else one
    headers = {"headers": RETRY_AFTER} if status in WAIT else {}
    return {"description": PROBLEMS[status], **headers, **_content("application/problem+json", schema)}


def _content(media: str, schema: Schema) -> Schema:
    return {"content": {media: {"schema": schema}}}


# Views ---------------------------------------------------------------------------------------------------------------


def _views(games: Mapping[str, AnyGame]) -> Schema:
    """The components that describe the view of a seat: ``View``, which is that of any game, and what it is made of."""
    played = sorted(games.values(), key=lambda game: game.key)
    (core, *schemas), components = schema_components(
        [Core, *(game.view_type for game in played)], ref_template=f"{REF}{OF_VIEWS}{{name}}"
    )
    views = [_view(game, schema, core) for game, schema in zip(played, schemas, strict=True)]
    named = {f"{OF_VIEWS}{name}": schema for name, schema in _told(components).items()}
    return _without_modules({"View": {"description": "That of the game.", "anyOf": [*views, NO_VIEW]}, **named})


NO_VIEW: Schema = {"title": "Before the first card", "type": "object", "maxProperties": 0}


def _view(game: AnyGame, schema: Schema, core: Schema) -> Schema:
    """The schema of a game's views, also of a game that describes nothing but the core."""
    return {"title": game.key, "description": game.name, **schema, "properties": {"core": core}}


def _without_modules(components: Schema) -> Schema:
    """Types of the same name in several games are told apart by their modules; the key of the game says enough."""
    shortened: Schema = json.loads(json.dumps(components).replace(f"{OF_VIEWS}server.rules.games.", OF_VIEWS))
    return shortened


def _told(components: Schema) -> Schema:
    """The components with their docstrings as running text."""
    return {
        name: {**schema, "description": cleandoc(schema["description"])} if "description" in schema else schema
        for name, schema in components.items()
    }
