"""The JSON interface, described at /api/openapi.json."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn

from flask import Blueprint, abort, g, request
from msgspec import to_builtins

from .. import clock, counts, links, matches, views
from ..matches import Guest, MatchRequest, MovedOn, Refused, Unknown
from ..matches.records import Record
from ..rules import GAMES, Illegal
from ..store.models import Chair, Match
from ..views.comparing import ComparedTables, Comparison, comparison_json
from ..views.json import (
    Appointment,
    PlanAhead,
    RecordPly,
    Review,
    Seat,
    SeatName,
    SeatPly,
    appointment_json,
    ask_json,
    length_json,
    nearest_plan,
    plan_ahead,
    record_ply_json,
    review_json,
    seat_json,
    seat_ply_json,
)
from ..views.same_deals import tables_of
from . import bodies
from .answers import Game, Opened, OpenedTable, Practising, Sealed, game_json
from .bodies import Accept, Answer, Claim, ClaimAnswer, Coming, Hour, NewMatch, Plan, Practice, Word, sent
from .limits import asking_network, per_hour, per_minute
from .openapi import NOT_PLANNED, NOT_SEALED, described, description
from .replies import problem
from .seat import chair_of

STORY = 100
"""Plies of the story that a seat gets where it does not say since when."""
THEN = "What the seat sees then."

api = Blueprint("api", __name__, url_prefix="/api")


@described(api, "GET", "/openapi.json", "This description", "OpenAPI 3.1.")
def openapi() -> dict[str, Any]:
    return description()


@described(api, "GET", "/games", "Every game, with its options", "The games.")
def games() -> list[Game]:
    return [game_json(game) for game in sorted(GAMES.values(), key=lambda game: game.name)]


@described(
    api, "POST", "/matches", "Open a match; links go out by letter only", "Opened; the host is asked.",
    status=201, body=NewMatch, limited=per_hour(30),
)  # fmt: skip
def open_match() -> Opened:
    body, origin = sent(NewMatch), asking_network()
    matches.check_right(body.code or "", origin)
    request = MatchRequest(
        game=body.game,
        options=body.options,
        guests=_guests(body.seats),
        pace=body.pace,
        terms=body.terms,
        same_person=body.same_person is True,
        listed=body.listed is True,
        more_tables=[_guests(seats) for seats in body.more_tables],
        turned=body.turned is True,
    )
    first, *others = matches.open_matches(request, origin)
    more = [OpenedTable(match.id, _seats(match)) for match in others]
    return Opened(first.id, _seats(first), length_json(views.length_for(first)), more)


def _seats(match: Match) -> list[SeatName]:
    return [SeatName(views.letter_of(chair.seat), chair.name) for chair in match.chairs]


def _guests(seats: Sequence[bodies.Guest]) -> list[Guest]:
    return [_guest(number, seat) for number, seat in enumerate(seats, 1)]


def _guest(number: int, seat: bodies.Guest) -> Guest:
    if seat.open:
        return Guest("", open=True)
    if seat.name is None:
        raise Refused(f"“name” of number {number} of “seats” is missing: only an open seat has none.")
    if seat.house:
        return Guest(seat.name, house=True)
    if seat.email is None:
        raise Refused(f"“email” of number {number} of “seats” is missing: whoever is no house player has an address.")
    return Guest(seat.name, seat.email)


@described(
    api, "POST", "/practice", "Begin a match against the house: no letters, no deadlines, gone after 30 days",
    "Begun; the link of the seat is all there is.", status=201, body=Practice, limited=per_hour(60),
)  # fmt: skip
def practise() -> Practising:
    body = sent(Practice)
    match = matches.practise(body.game, body.options, asking_network(), level=body.house)
    return Practising(links.seat_token(match.chairs[0]))


@described(api, "GET", "/seat/<token>", "What the seat sees", "What the seat sees.", query=("since",))
def seat(token: str) -> Seat:
    chair = chair_of(token)
    return _seen(chair, _since(chair.match.ply))


@described(api, "POST", "/seat/<token>/accept", "Take the seat", THEN, body=Accept)
def accept(token: str) -> Seat:
    word = sent(Accept).word
    return _seen(matches.accept(chair_of(token).id, word))


@described(api, "POST", "/seat/<token>/decline", "Leave the seat empty: the match is called off", THEN)
def decline(token: str) -> Seat:
    return _seen(matches.decline(chair_of(token).id))


@described(api, "POST", "/seat/<token>/resign", "Give the match up", THEN)
def resign(token: str) -> Seat:
    matches.resign(chair_of(token).id)
    return _seen(chair_of(token))


@described(
    api, "POST", "/seat/<token>/answer", "Seal an answer, or change a sealed one until the others are in",
    "Sealed; the same answer again gives the same receipt.", body=Answer, problems=NOT_SEALED, limited=per_minute(120),
)  # fmt: skip
def answer(token: str) -> Sealed:
    (g.chair, version), body = matches.named_by(token), sent(Answer)
    try:
        sealed = matches.seal(g.chair, body.answer, body.ply, link_version=version)
    except MovedOn as moved:
        counts.count("refusals", "json", "late")
        return _asked_now(409, str(moved), token)
    except Illegal as illegal:
        counts.count("refusals", "json", "unfit")
        return _asked_now(422, str(illegal), token)
    counts.count("seals", "json")
    return Sealed(sealed.answer, sealed.ply, sealed.receipt, sealed.opened, list(sealed.unused))


def _asked_now(status: int, detail: str, token: str) -> NoReturn:
    page = views.seat_page(chair_of(token))
    abort(problem(status, detail, ply=page.match.ply, ask=to_builtins(ask_json(page.ask))))


@described(
    api, "GET", "/seat/<token>/plan", "The plan that this seat has sealed for later", "The plan; null: there is none."
)
def plan(token: str) -> PlanAhead | None:
    return plan_ahead(views.table_page(chair_of(token)))


@described(
    api, "PUT", "/seat/<token>/plan", "Seal a plan for later asks; it replaces an earlier one",
    "Sealed, or null: the table has moved on since; the detail of a 422 says what would be understood.",
    body=Plan, problems=NOT_PLANNED, limited=per_minute(120),
)  # fmt: skip
def seal_plan(token: str) -> PlanAhead | None:
    chair = chair_of(token)
    try:
        matches.seal_plan(chair.id, sent(Plan).plan)
    except Illegal as illegal:
        page = views.table_page(chair_of(token))
        nearest = [to_builtins(nearest_plan(page, text)) for text in illegal.nearest]
        abort(problem(422, str(illegal), nearest=nearest))
    return plan_ahead(views.table_page(chair_of(token)))


@described(api, "DELETE", "/seat/<token>/plan", "Withdraw the plan", "There is none now.", limited=per_minute(120))
def withdraw_plan(token: str) -> None:
    matches.withdraw_plan(chair_of(token).id)


@described(
    api, "POST", "/seat/<token>/here", "Say that you are here, for ten minutes or until ten after your last answer",
    THEN, limited=per_minute(120),
)  # fmt: skip
def arrive(token: str) -> Seat:
    matches.arrive(chair_of(token).id)
    return _seen(chair_of(token))


@described(api, "DELETE", "/seat/<token>/here", "Say that you are not here any more", THEN, limited=per_minute(120))
def depart(token: str) -> Seat:
    matches.depart(chair_of(token).id)
    return _seen(chair_of(token))


@described(
    api, "POST", "/seat/<token>/go-on", "Ask to go on: a pause ends two days later, unless all say otherwise", THEN,
    limited=per_minute(120),
)  # fmt: skip
def go_on(token: str) -> Seat:
    matches.go_on(chair_of(token).id)
    return _seen(chair_of(token))


@described(
    api, "POST", "/seat/<token>/word", "Say yes or no to what all players are asked", THEN, body=Word,
    limited=per_minute(120),
)  # fmt: skip
def say_yes_or_no(token: str) -> Seat:
    chair, word = chair_of(token), sent(Word)
    matches.answer_motion(chair.id, word.yes, word.number)
    return _seen(chair_of(token))


@described(
    api, "GET", "/seat/<token>/appointment", "The hour proposed or agreed for sitting together",
    "The appointment; null: there is none.",
)  # fmt: skip
def appointment(token: str) -> Appointment | None:
    return appointment_json(chair_of(token).match)


@described(
    api, "PUT", "/seat/<token>/appointment", "Propose an hour at which all sit together; it replaces your own",
    "Proposed; the others are asked by letter.", body=Hour, limited=per_minute(120),
)  # fmt: skip
def propose(token: str) -> Appointment | None:
    chair, hour = chair_of(token), sent(Hour)
    try:
        starts = datetime.fromisoformat(hour.at)
        zone = chair.player.zone if chair.player else None
        starts = starts if starts.tzinfo else clock.at_local(starts.date(), starts.time(), zone)
        length = timedelta(minutes=hour.minutes)
        matches.propose_appointment(chair.id, starts.astimezone(UTC), length)
    except Refused:
        raise
    except (ValueError, OverflowError) as bad:
        raise Refused("“at” has to be a moment such as 2026-11-23T20:30:00+01:00, and “minutes” a few.") from bad
    return appointment_json(chair_of(token).match)


@described(
    api, "POST", "/seat/<token>/appointment", "Say yes or no to it; the last yes agrees it, a no calls it off",
    "As it stands then; null: it is off.", body=Coming, limited=per_minute(120),
)  # fmt: skip
def come(token: str) -> Appointment | None:
    chair, said = chair_of(token), sent(Coming)
    matches.answer_appointment(chair.id, said.comes, said.number)
    return appointment_json(chair_of(token).match)


@described(
    api, "DELETE", "/seat/<token>/appointment", "Withdraw your own proposal", "There is none now.",
    limited=per_minute(120),
)  # fmt: skip
def withdraw_appointment(token: str) -> Appointment | None:
    matches.withdraw_appointment(chair_of(token).id)
    return appointment_json(chair_of(token).match)


@described(
    api, "POST", "/seat/<token>/claim", "Claim all remaining tricks of the deal; your cards are shown to all",
    "What the seat sees then; the table looks whether it can be proved.", body=Claim, limited=per_minute(120),
)  # fmt: skip
def claim(token: str) -> Seat:
    chair = chair_of(token)
    body = sent(Claim)
    if not body.shown:
        raise Refused("“shown” has to be true: your cards are shown to all, and stay open if one declines.")
    matches.claim(chair.id, order=body.order)
    return _seen(chair_of(token))


@described(
    api, "POST", "/seat/<token>/claim/answer", "Agree to the open claim, or decline it", THEN, body=ClaimAnswer,
    limited=per_minute(120),
)  # fmt: skip
def answer_claim(token: str) -> Seat:
    chair, body = chair_of(token), sent(ClaimAnswer)
    matches.answer_claim(chair.id, body.verdict, body.claim)
    return _seen(chair_of(token))


@described(
    api, "GET", "/seat/<token>/plies/<int:ply>", "What the seat saw while a ply was open", "What the seat saw then.",
    query=("since",),
)  # fmt: skip
def seat_ply(token: str, ply: int) -> SeatPly:
    chair = chair_of(token)
    matches.checked_open(chair.match)
    return seat_ply_json(views.ply_page(chair.match, chair.seat, ply, _since(ply)))


@described(
    api, "GET", "/seat/<token>/review", "What the house would have answered at each decision of this seat",
    "Nothing before the match is over; then what has been considered so far.",
)  # fmt: skip
def review(token: str) -> Review:
    chair = chair_of(token)
    return review_json(views.table_page(chair), views.reviewed(chair))


@described(
    api, "GET", "/records/<match_id>/plies/<int:ply>", "A ply of a finished match, with the eyes of every seat",
    "The ply.",
)  # fmt: skip
def record_ply(match_id: str, ply: int) -> RecordPly:
    match = matches.checked_over(matches.match_by_id(match_id))
    return record_ply_json(views.ply_page(match, None, ply, ply))


@described(
    api, "GET", "/records/<match_id>/tables", "Tables that have played the same deals, compared seat by seat",
    "The comparison; 404 until all have ended.",
)  # fmt: skip
def compared(match_id: str) -> ComparedTables:
    match = matches.checked_over(matches.match_by_id(match_id))
    if not match.same_deals:
        raise Unknown("No other table has played these deals.")
    return comparison_json(Comparison(tables_of(match)))


@described(api, "GET", "/records/<match_id>", "The record of a finished match", "The record.")
def record(match_id: str) -> Record:
    return matches.record_of(matches.match_by_id(match_id))


def _since(ply: int) -> int:
    """The ply from which on the story is wanted; by default the latest `STORY` of them. Raises `Refused`."""
    typed = request.args.get("since")
    if typed is None:
        return ply - STORY
    if not re.fullmatch("-?[0-9]+", typed):
        raise Refused("“since” has to be a whole number: the ply from which on the story is told.")
    return int(typed)


def _seen(chair: Chair, since: int | None = None) -> Seat:
    return seat_json(views.seat_page(chair, since=since))
