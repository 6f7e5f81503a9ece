"""A test client that holds every JSON answer against the description of the interface: no test has to ask for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from hashlib import blake2b
from marshal import dumps
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from werkzeug.test import TestResponse

from server.web.openapi import description

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
NOT_THERE = (404, 405)
"""What is answered where nothing is described."""

formats = FormatChecker(())


@formats.checks("date-time", raises=ValueError)
def is_moment(value: Any) -> bool:
    """Whether a text is a moment in UTC."""
    return not isinstance(value, str) or (datetime.fromisoformat(value) is not None and value.endswith("Z"))


class DescribedClient(FlaskClient):
    """Fails whenever an answer under /api/ is not as described for its route and status."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request, and look at the answer."""
        response = super().open(*args, **kwargs)
        request = response.request
        if request.path.startswith("/api/") and request.method != "OPTIONS":
            kind, status = response.content_type or "", response.status_code
            assert kind in content(request.method, request.path, status), f"{request.method} {request.path}: {kind}"
            if request.method != "HEAD":
                assert fault(request.method, request.path, status, response.get_json()) == ""
        return response


def fault(method: str, path: str, status: int, body: Any) -> str:
    """What is wrong with an answer, and where; empty where nothing is."""
    game = body.get("game", "") if isinstance(body, dict) else ""
    found = next(_validator(_described(method, path), status, game).iter_errors(body), None)
    return f"{method} {path} {status}: {found.json_path}: {found.message}" if found else ""


def content(method: str, path: str, status: int) -> Mapping[str, Any]:
    """The kinds of content that may be answered, and their schemas. Fails for a status that is not described."""
    return _content(_described(method, path), status)


Described = tuple[str, str] | None
"""A path of the description, and a method; ``None`` where nothing is described."""


def _described(method: str, path: str) -> Described:
    method = "get" if method == "HEAD" else method.lower()
    for known, acts in description()["paths"].items():
        if method in acts and re.fullmatch(re.sub(r"{\w+}", "[^/]+", known), path):
            return known, method
    return None


def _content(described: Described, status: int) -> Mapping[str, Any]:
    if described is None:
        assert status in NOT_THERE, f"nothing is described here, and {status} was answered"
        return PROBLEM
    path, method = described
    responses = description()["paths"][path][method]["responses"]
    assert str(status) in responses, f"{method} {path}: {status} is not described"
    return responses[str(status)]["content"]


@cache
def _validator(described: Described, status: int, game: str) -> Draft202012Validator:
    """``game``: the key of the one whose view it has to be; empty where the answer does not say which."""
    [schema] = [kind["schema"] for kind in _content(described, status).values()]
    components = {"schemas": _strict(description()["components"]["schemas"], game)}
    return _kind_of_validator(game)({**schema, "components": components}, format_checker=formats)


@cache
def _kind_of_validator(game: str) -> type[Draft202012Validator]:
    """One that looks at a value once for each component: pages of one match tell most of it again."""
    known, follow = set[tuple[str, bytes]](), Draft202012Validator.VALIDATORS["$ref"]

    def once(validator: Any, ref: str, value: Any, schema: Any) -> Iterator[ValidationError]:
        key = (ref, blake2b(dumps(value, 2), digest_size=16).digest())
        if key not in known:
            faults = list(follow(validator, ref, value, schema) or ())
            yield from faults
            if not faults:
                known.add(key)

    return extend(Draft202012Validator, {"$ref": once})


def _strict(components: Mapping[str, Any], game: str) -> dict[str, Any]:
    """The components such that nothing but what is described may be there."""
    closed = {
        name: {**schema, "additionalProperties": False} if "properties" in schema else schema
        for name, schema in components.items()
    }
    views = [view for view in closed["View"]["anyOf"] if game in ("", view["title"]) or view.get("maxProperties") == 0]
    return {**closed, "View": {"anyOf": views}}
