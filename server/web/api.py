"""The JSON interface, described at /api/openapi.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, g, jsonify, request
from werkzeug.exceptions import BadRequest

from .. import matches, views
from ..matches import Guest, MovedOn, Refused
from ..rules import GAMES, Illegal
from ..store.models import Chair
from . import problem
from .limits import per_hour, per_minute
from .openapi import DESCRIPTION

STORY = 100
"""Plies of the story that a seat gets where it does not say since when."""

api = Blueprint("api", __name__, url_prefix="/api")


@api.errorhandler(Refused)
@api.errorhandler(Illegal)
def refused(error: ValueError) -> Response:
    """Input that cannot be accepted."""
    return problem(422, str(error))


@api.get("/openapi.json")
def openapi() -> Response:
    """This interface, for machines."""
    return jsonify(DESCRIPTION)


@api.get("/games")
def games() -> Response:
    """Every game, with its options."""
    return jsonify(
        [
            {
                "key": game.key,
                "name": game.name,
                "seats": list(game.seats),
                "options": {
                    name: {"values": list(option.values), "default": option.default, "help": option.help}
                    for name, option in game.options.items()
                },
            }
            for game in sorted(GAMES.values(), key=lambda game: game.name)
        ]
    )


@api.post("/matches")
@per_hour(30)
def open_match() -> tuple[Response, int]:
    """Open a match; links go out by letter only."""
    body = _body()
    match = matches.open_match(
        _text(body, "game"),
        _mapping(body, "options"),
        [_guest(seat) for seat in _list(body, "seats")],
        _text(body, "pace") if "pace" in body else "PT48H",
        same_person=body.get("same_person") is True,
        terms=_mapping(body, "terms"),
    )
    seats = [{"seat": views.letter_of(chair.seat), "name": chair.name} for chair in match.chairs]
    return jsonify(id=match.id, seats=seats), 201


@api.get("/seat/<token>")
def seat(token: str) -> Response:
    """What the seat sees."""
    chair = _chair(token)
    since = request.args.get("since", type=int)
    return jsonify(views.seat_json(views.seat_page(chair, since=chair.match.ply - STORY if since is None else since)))


@api.post("/seat/<token>/accept")
def accept(token: str) -> Response:
    """Take the seat."""
    word = _body().get("word")
    if word is not None and not isinstance(word, str):
        raise Refused("The word for the deal is a text.")
    return _seen(matches.accept(_chair(token).id, word))


@api.post("/seat/<token>/decline")
def decline(token: str) -> Response:
    """Leave the seat empty."""
    return _seen(matches.decline(_chair(token).id))


@api.post("/seat/<token>/resign")
def resign(token: str) -> Response:
    """Give the match up."""
    chair = _chair(token)
    matches.resign(chair.id)
    return _seen(chair)


@api.post("/seat/<token>/answer")
@per_minute(120)
def answer(token: str) -> Response:
    """Seal an answer."""
    (g.chair, version), body = matches.named_by(token), _body()
    ply = body.get("ply")
    if not isinstance(ply, int) or isinstance(ply, bool):
        raise Refused("An answer says which ply it is for, as a whole number.")
    try:
        sealed = matches.seal(g.chair, _text(body, "answer"), ply, link_version=version)
    except MovedOn as moved:
        page = views.seat_page(_chair(token))
        return problem(409, str(moved), ply=page.match.ply, ask=views.ask_json(page.ask))
    except Illegal as illegal:
        page = views.seat_page(_chair(token))
        return problem(422, str(illegal), ply=page.match.ply, ask=views.ask_json(page.ask))
    return jsonify(answer=sealed.answer, ply=sealed.ply, receipt=sealed.receipt, opened=sealed.opened)


@api.get("/records/<match_id>")
def record(match_id: str) -> Response:
    """The record of a finished match, for `poste verify`."""
    return jsonify(matches.record_of(matches.match_by_id(match_id)))


def _chair(token: str) -> Chair:
    chair = matches.chair_by_token(token)
    g.chair = chair.id
    return chair


def _seen(chair: Chair) -> Response:
    return jsonify(views.seat_json(views.seat_page(chair)))


def _body() -> Mapping[str, Any]:
    try:
        sent = request.get_data()
        body = json.loads(sent) if sent else {}
    except (BadRequest, ValueError, RecursionError) as bad:
        raise Refused("The body is a JSON object, sent as application/json.") from bad
    if sent and not request.is_json:
        raise Refused("The body is a JSON object, sent as application/json.")
    if not isinstance(body, dict):
        raise Refused("The body is a JSON object.")
    return body


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise Refused(f"“{name}” is missing, or is not a text.")
    return value


def _mapping(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = body.get(name, {})
    if not isinstance(value, dict):
        raise Refused(f"“{name}” is an object.")
    return value


def _list(body: Mapping[str, Any], name: str) -> list[Any]:
    value = body.get(name)
    if not isinstance(value, list):
        raise Refused(f"“{name}” is missing, or is not a list.")
    return value


def _guest(seat: Any) -> Guest:
    if not isinstance(seat, dict):
        raise Refused("Each seat is an object with a name and an email.")
    if seat.get("house") is True:
        return Guest(_text(seat, "name"), house=True)
    return Guest(_text(seat, "name"), _text(seat, "email"))
