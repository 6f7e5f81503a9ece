"""The description of the JSON interface (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

from ..terms import TERMS


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _problems(*statuses: int) -> dict[str, Any]:
    schema = {"application/problem+json": {"schema": _ref("Problem")}}
    return {str(status): {"description": PROBLEMS[status], "content": schema} for status in statuses}


def _body(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": required}
    return {"required": bool(required), "content": {"application/json": {"schema": schema}}}


PROBLEMS = {
    404: "A token that was never signed, or a match that is not here.",
    409: "The table has moved on; the body says what is asked now.",
    410: "A link that was replaced by a newer one.",
    422: "Input that cannot be accepted; the detail says what would be.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The database cannot be reached; nothing was changed.",
}
TEXT: dict[str, Any] = {"type": "string"}
SEAT = {"type": "string", "pattern": "^[A-F]$"}
MOMENT = {"type": ["string", "null"], "format": "date-time"}
TOKEN = {"name": "token", "in": "path", "required": True, "schema": TEXT, "description": "The token of a seat's link."}
PACE = (
    "How long windows are: ISO 8601, such as PT48H; a bank for the whole match with what each answer adds, such as "
    "bank P10D+PT12H; or until the next such hour, such as daily 20:00 Europe/Paris."
)
ASK = {
    "type": ["object", "null"],
    "properties": {
        "prompt": TEXT,
        "slots": {"type": "array", "items": _ref("Slot")},
        "absent": {**TEXT, "description": "What the clock would answer."},
    },
}

SCHEMAS = {
    "Problem": {
        "type": "object",
        "properties": {"type": TEXT, "title": TEXT, "status": {"type": "integer"}, "detail": TEXT},
        "required": ["title", "status", "detail"],
    },
    "Option": {
        "type": "object",
        "properties": {
            "values": {"type": "array", "items": {"type": ["string", "integer"]}},
            "default": {"type": ["string", "integer"]},
            "help": TEXT,
        },
    },
    "Game": {
        "type": "object",
        "properties": {
            "key": TEXT,
            "name": TEXT,
            "seats": {"type": "array", "items": {"type": "integer"}},
            "options": {"type": "object", "additionalProperties": _ref("Option")},
        },
    },
    "Slot": {
        "type": "object",
        "properties": {
            "name": TEXT,
            "options": {"type": "array", "items": TEXT},
            "least": {"type": "integer"},
            "most": {"type": "integer"},
        },
    },
    "Ask": ASK,
    "Seat": {
        "type": "object",
        "properties": {
            "match": TEXT,
            "game": TEXT,
            "options": {"type": "object"},
            "pace": {**TEXT, "description": PACE},
            "terms": {"type": "object"},
            "you": {"type": "object", "properties": {"seat": SEAT, "name": TEXT}},
            "seats": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "seat": SEAT,
                        "name": TEXT,
                        "accepted": {"type": "boolean"},
                        "waiting": {
                            "type": "boolean",
                            "description": "Whether an answer is still missing; true for all others that are asked, "
                            "where who has answered is hidden.",
                        },
                        "away_until": {**MOMENT, "description": "The end of a vacation."},
                        "bank": {"type": ["integer", "null"], "description": "Seconds left, where the pace is a bank."},
                    },
                },
            },
            "status": {"enum": ["invited", "playing", "over", "cancelled"]},
            "ply": {"type": "integer"},
            "opened_at": MOMENT,
            "closes_at": MOMENT,
            "ask": _ref("Ask"),
            "sealed": {"type": ["string", "null"], "description": "Your own sealed answer."},
            "view": {"type": "object"},
            "scores": {"type": "array", "items": {"type": "integer"}},
            "winners": {"type": "array", "items": SEAT},
            "commitment": {**TEXT, "description": "SHA-256 of the seed of the deal, in hex."},
            "story": {
                "type": "array",
                "items": {"type": "object", "properties": {"ply": {"type": "integer"}, "text": TEXT}},
            },
        },
    },
    "Sealed": {
        "type": "object",
        "properties": {
            "answer": {**TEXT, "description": "What was sealed, in canonical form."},
            "ply": {"type": "integer"},
            "receipt": {**TEXT, "description": "SHA-256 of “match ply seat answer salt”; the record names the salt."},
            "opened": {"type": "boolean", "description": "Whether all answers are in and the table has moved on."},
        },
    },
    "Opened": {
        "type": "object",
        "properties": {
            "id": TEXT,
            "seats": {"type": "array", "items": {"type": "object", "properties": {"seat": SEAT, "name": TEXT}}},
        },
    },
    "Record": {"type": "object", "description": "Seed, words, every answer with its receipt: poste verify takes it."},
}

GUEST = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "email": TEXT,
        "house": {"type": "boolean", "description": "A house player sits here; no address is needed."},
    },
    "required": ["name"],
}
NEW_MATCH = _body(
    {
        "game": TEXT,
        "options": {"type": "object"},
        "seats": {"type": "array", "items": GUEST, "description": "The first is the host."},
        "pace": {**TEXT, "description": PACE, "default": "PT48H"},
        "same_person": {"type": "boolean", "description": "One person may sit at several seats."},
        "terms": {
            "type": "object",
            "properties": {
                name: {"enum": list(term.values)} if len(term.values) < 20 else TEXT for name, term in TERMS.items()
            },
            "description": "How the table is run. `zone` is that of free weekends: by default the host's.",
        },
    },
    ["game", "seats"],
)
SEAT_ANSWER = {"200": _json(_ref("Seat"), "What the seat sees.")}


def _act(summary: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    act: dict[str, Any] = {
        "summary": summary,
        "parameters": [TOKEN],
        "responses": {**SEAT_ANSWER, **_problems(404, 410, 422, 503)},
    }
    return {"post": act if body is None else {**act, "requestBody": body}}


SINCE = {
    "name": "since",
    "in": "query",
    "schema": {"type": "integer"},
    "description": "The story from this ply on; without it, the latest hundred plies.",
}

DESCRIPTION: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Poste Restante", "version": "1", "description": "Card games by post."},
    "paths": {
        "/api/games": {
            "get": {
                "summary": "Every game, with its options",
                "responses": {"200": _json({"type": "array", "items": _ref("Game")}, "The games.")},
            }
        },
        "/api/matches": {
            "post": {
                "summary": "Open a match; links go out by letter only",
                "requestBody": NEW_MATCH,
                "responses": {"201": _json(_ref("Opened"), "Opened; the host is asked."), **_problems(422, 429, 503)},
            }
        },
        "/api/seat/{token}": {
            "get": {
                "summary": "What the seat sees",
                "parameters": [TOKEN, SINCE],
                "responses": {**SEAT_ANSWER, **_problems(404, 410, 503)},
            }
        },
        "/api/seat/{token}/accept": _act("Take the seat", _body({"word": TEXT}, [])),
        "/api/seat/{token}/decline": _act("Leave the seat empty: the match is called off"),
        "/api/seat/{token}/resign": _act("Give the match up"),
        "/api/seat/{token}/answer": {
            "post": {
                "summary": "Seal an answer, or change a sealed one until the others are in",
                "parameters": [TOKEN],
                "requestBody": _body(
                    {
                        "answer": {**TEXT, "description": "Canonical, or as people type it."},
                        "ply": {"type": "integer", "description": "The window it is for."},
                    },
                    ["answer", "ply"],
                ),
                "responses": {
                    "200": _json(_ref("Sealed"), "Sealed; the same answer again gives the same receipt."),
                    **_problems(404, 409, 410, 422, 429, 503),
                },
            }
        },
        "/api/records/{match}": {
            "get": {
                "summary": "The record of a finished match",
                "parameters": [{"name": "match", "in": "path", "required": True, "schema": TEXT}],
                "responses": {"200": _json(_ref("Record"), "The record."), **_problems(404, 503)},
            }
        },
    },
    "components": {"schemas": SCHEMAS},
}
