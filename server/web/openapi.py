"""The description of the JSON interface (OpenAPI 3.1), made of its routes and the records that they speak in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from inspect import cleandoc
from itertools import chain
from types import MappingProxyType
from typing import Any, get_type_hints

from flask import Blueprint, Response
from msgspec import Struct
from msgspec.json import schema_components
from msgspec.structs import fields

from ..rules import GAMES, AnyGame
from ..rules.core import Core
from ..store.session import read_only
from .answers import NoPlan, Problem, Refusal, answered

Schema = dict[str, Any]
Problems = Mapping[int, tuple[type[Problem], ...]]
"""What else can come of a route, by status: of which kinds."""


@dataclass(frozen=True)
class Route:
    """One thing that can be asked for. ``answer`` is what is given with ``status``, in words ``told``.

    ``query``: those of `PARAMETERS` that stand behind the path.
    """

    method: str
    path: str
    summary: str
    answer: Any
    told: str
    problems: Problems
    status: int
    body: type[Struct] | None
    query: tuple[str, ...]


ROUTES: list[Route] = []
"""All of them, once the modules that answer are loaded."""
Act = Callable[..., Any]
NOT_PLANNED: Problems = {422: (NoPlan, Problem)}
NOT_SEALED: Problems = {409: (Refusal,), 422: (Refusal, Problem)}


def described(
    of: Blueprint, method: str, path: str, summary: str, told: str, *, body: type[Struct] | None = None,
    status: int = 200, query: tuple[str, ...] = (), problems: Problems = MappingProxyType({}),
    limited: Callable[[Act], Act] | None = None,
) -> Callable[[Act], Act]:  # fmt: skip
    """Answer in JSON what a function gives, whose annotation says what that is, and describe it; see `Route`. What is
    asked of a table or a person by GET is only read.

    ``problems``: those of no other route of its kind. ``limited``: how often it may be done.
    """

    def registered(act: Act) -> Act:
        @wraps(act)
        def answering(*args: Any, **kwargs: Any) -> Response:
            if method == "GET" and kwargs:
                read_only()
            return answered(act(*args, **kwargs), status)

        whole = re.sub(r"<(?:int:)?(\w+?)(?:_id)?>", r"{\1}", f"{of.url_prefix or ''}{path}")
        usual = dict.fromkeys(_usual_problems(method, whole, bool(query), limited is not None), (Problem,))
        answer = get_type_hints(act)["return"]
        ROUTES.append(Route(method, whole, summary, answer, told, {**usual, **problems}, status, body, query))
        return of.route(path, methods=[method])(limited(answering) if limited else answering)

    return registered


def _usual_problems(method: str, path: str, query: bool, limited: bool) -> Iterator[int]:
    """The statuses of what can come of any such request besides its answer."""
    yield from (400, 413, 414, 431, 500)
    yield from (503,) if method != "GET" or "{" in path else ()
    yield from (404, 410) if "{token}" in path else (404,) if "{match}" in path else ()
    yield from (403, 422) if method != "GET" else (422,) if query else ()
    yield from (429,) if limited else ()


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
    kinds = {kind for route in ROUTES for kind in chain([route.answer, route.body], *route.problems.values())}
    ordered = sorted(kinds - {None}, key=str)
    schemas, components = schema_components(ordered, ref_template=f"{REF}{{name}}")
    return dict(zip(ordered, schemas, strict=True)), _told(components)


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


def _problem(status: int, kinds: tuple[type[Problem], ...], schemas: Mapping[Any, Schema]) -> Schema:
    one, *others = [schemas[kind] for kind in kinds]
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
    views = [
        {
            "title": game.key,
            "description": game.name,
            **schema,
            "properties": {"core": core},
        }  # if it is described at all
        for game, schema in zip(played, schemas, strict=True)
    ]
    named = {f"{OF_VIEWS}{name}": schema for name, schema in _told(components).items()}
    found = json.dumps({"View": {"description": "That of the game.", "anyOf": [*views, NO_VIEW]}, **named})
    # types of the same name in several games are told apart by their modules; the key of the game says enough
    shortened: Schema = json.loads(found.replace(f"{OF_VIEWS}server.rules.games.", OF_VIEWS))
    return shortened


NO_VIEW: Schema = {"title": "Before the first card", "type": "object", "maxProperties": 0}


def _told(components: Schema) -> Schema:
    """The components with their docstrings as running text."""
    return {
        name: {**schema, "description": cleandoc(schema["description"])} if "description" in schema else schema
        for name, schema in components.items()
    }
