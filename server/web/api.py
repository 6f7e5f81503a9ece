"""The JSON interface, described at /api/openapi.json: `openapi.ROUTES` says what each function does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, g, request
from msgspec import to_builtins

from .. import clock, counts, links, matches, views
from ..matches import Guest, MatchRequest, MovedOn, Refused, Unknown
from ..rules import GAMES, Illegal
from ..store.models import Chair, Match
from ..store.session import read_only
from ..views.comparing import Comparison, comparison_json
from ..views.json import (
    SeatName,
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
from .answers import Opened, OpenedTable, Practising, Sealed, answered, game_json
from .bodies import Accept, Answer, Claim, ClaimAnswer, Coming, Hour, NewMatch, Plan, Practice, Word, sent
from .limits import asking_network, per_hour, per_minute
from .openapi import description
from .replies import problem
from .seat import chair_of

STORY = 100
"""Plies of the story that a seat gets where it does not say since when."""

api = Blueprint("api", __name__, url_prefix="/api")


@api.get("/openapi.json")
def openapi() -> Response:
    return answered(description())


@api.get("/games")
def games() -> Response:
    return answered([game_json(game) for game in sorted(GAMES.values(), key=lambda game: game.name)])


@api.post("/matches")
@per_hour(30)
def open_match() -> Response:
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
    return answered(Opened(first.id, _seats(first), length_json(views.length_for(first)), more), 201)


def _seats(match: Match) -> list[SeatName]:
    return [SeatName(views.letter_of(chair.seat), chair.name) for chair in match.chairs]


def _guests(seats: Sequence[bodies.Guest]) -> list[Guest]:
    return [_guest(number, seat) for number, seat in enumerate(seats, 1)]


@api.post("/practice")
@per_hour(60)
def practise() -> Response:
    body = sent(Practice)
    match = matches.practise(body.game, body.options, asking_network(), level=body.house)
    return answered(Practising(links.seat_token(match.chairs[0])), 201)


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


@api.get("/seat/<token>")
def seat(token: str) -> Response:
    chair = chair_of(token)
    return _seen(chair, _since(chair.match.ply))


@api.post("/seat/<token>/accept")
def accept(token: str) -> Response:
    word = sent(Accept).word
    return _seen(matches.accept(chair_of(token).id, word))


@api.post("/seat/<token>/decline")
def decline(token: str) -> Response:
    return _seen(matches.decline(chair_of(token).id))


@api.post("/seat/<token>/resign")
def resign(token: str) -> Response:
    matches.resign(chair_of(token).id)
    return _seen(chair_of(token))


@api.post("/seat/<token>/answer")
@per_minute(120)
def answer(token: str) -> Response:
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
    return answered(Sealed(sealed.answer, sealed.ply, sealed.receipt, sealed.opened, list(sealed.unused)))


def _asked_now(status: int, detail: str, token: str) -> Response:
    page = views.seat_page(chair_of(token))
    return problem(status, detail, ply=page.match.ply, ask=to_builtins(ask_json(page.ask)))


@api.get("/seat/<token>/plan")
def plan(token: str) -> Response:
    read_only()
    return answered(plan_ahead(views.table_page(chair_of(token))))


@api.put("/seat/<token>/plan")
@per_minute(120)
def seal_plan(token: str) -> Response:
    chair = chair_of(token)
    try:
        matches.leave_plan(chair.id, sent(Plan).plan)
    except Illegal as illegal:
        page = views.table_page(chair_of(token))
        nearest = [to_builtins(nearest_plan(page, text)) for text in illegal.nearest]
        return problem(422, str(illegal), nearest=nearest)
    return answered(plan_ahead(views.table_page(chair_of(token))))


@api.delete("/seat/<token>/plan")
@per_minute(120)
def withdraw_plan(token: str) -> Response:
    matches.withdraw_plan(chair_of(token).id)
    return answered(None)


@api.post("/seat/<token>/here")
@per_minute(120)
def arrive(token: str) -> Response:
    matches.arrive(chair_of(token).id)
    return _seen(chair_of(token))


@api.delete("/seat/<token>/here")
@per_minute(120)
def depart(token: str) -> Response:
    matches.depart(chair_of(token).id)
    return _seen(chair_of(token))


@api.post("/seat/<token>/go-on")
@per_minute(120)
def go_on(token: str) -> Response:
    matches.go_on(chair_of(token).id)
    return _seen(chair_of(token))


@api.post("/seat/<token>/word")
@per_minute(120)
def say_yes_or_no(token: str) -> Response:
    chair, word = chair_of(token), sent(Word)
    matches.answer_motion(chair.id, word.yes, word.number)
    return _seen(chair_of(token))


@api.get("/seat/<token>/appointment")
def appointment(token: str) -> Response:
    read_only()
    return answered(appointment_json(chair_of(token).match))


@api.put("/seat/<token>/appointment")
@per_minute(120)
def propose(token: str) -> Response:
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
    return answered(appointment_json(chair_of(token).match))


@api.post("/seat/<token>/appointment")
@per_minute(120)
def come(token: str) -> Response:
    chair, said = chair_of(token), sent(Coming)
    matches.answer_appointment(chair.id, said.comes, said.number)
    return answered(appointment_json(chair_of(token).match))


@api.delete("/seat/<token>/appointment")
@per_minute(120)
def withdraw_appointment(token: str) -> Response:
    matches.withdraw_appointment(chair_of(token).id)
    return answered(appointment_json(chair_of(token).match))


@api.post("/seat/<token>/claim")
@per_minute(120)
def claim(token: str) -> Response:
    chair = chair_of(token)
    body = sent(Claim)
    if not body.shown:
        raise Refused("“shown” has to be true: your cards are shown to all, and stay open if one declines.")
    matches.claim(chair.id, order=body.order)
    return _seen(chair_of(token))


@api.post("/seat/<token>/claim/answer")
@per_minute(120)
def answer_claim(token: str) -> Response:
    chair, body = chair_of(token), sent(ClaimAnswer)
    matches.answer_claim(chair.id, body.verdict, body.claim)
    return _seen(chair_of(token))


@api.get("/seat/<token>/plies/<int:ply>")
def seat_ply(token: str, ply: int) -> Response:
    read_only()
    chair = chair_of(token)
    matches.checked_open(chair.match)
    return answered(seat_ply_json(views.ply_page(chair.match, chair.seat, ply, _since(ply))))


@api.get("/seat/<token>/review")
def review(token: str) -> Response:
    read_only()
    chair = chair_of(token)
    return answered(review_json(views.table_page(chair), views.reviewed(chair)))


@api.get("/records/<match_id>/plies/<int:ply>")
def record_ply(match_id: str, ply: int) -> Response:
    read_only()
    match = matches.checked_over(matches.match_by_id(match_id))
    return answered(record_ply_json(views.ply_page(match, None, ply, ply)))


@api.get("/records/<match_id>/tables")
def compared(match_id: str) -> Response:
    read_only()
    match = matches.checked_over(matches.match_by_id(match_id))
    if not match.same_deals:
        raise Unknown("No other table has played these deals.")
    return answered(comparison_json(Comparison(tables_of(match))))


@api.get("/records/<match_id>")
def record(match_id: str) -> Response:
    return answered(matches.record_of(matches.match_by_id(match_id)))


def _since(ply: int) -> int:
    """The ply from which on the story is wanted; by default the latest `STORY` of them. Raises `Refused`."""
    typed = request.args.get("since")
    if typed is None:
        return ply - STORY
    if not re.fullmatch("-?[0-9]+", typed):
        raise Refused("“since” has to be a whole number: the ply from which on the story is told.")
    return int(typed)


def _seen(chair: Chair, since: int | None = None) -> Response:
    return answered(seat_json(views.seat_page(chair, since=since)))
