"""Matches as whoever runs the server sees them: how they stand, and nothing that is sealed, or opens anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select

from ..store.models import CANCELLED, CHAIRS, INVITED, MATCHES, OVER, PLAYING, Chair, Match, db
from ..store.one_match import matches_of
from ..store.session import how_many
from . import last_answers, letter_of, spectator_page
from .json import iso

ASLEEP = "asleep"
STATES = {
    INVITED: "not everybody has taken a seat yet; called off if nobody does in two weeks",
    PLAYING: "cards are dealt, and a window is open",
    ASLEEP: "being played, but nobody has answered ten windows in a row: no clock runs until somebody does",
    OVER: "played to the end, resigned, or ended by the others; the record is public",
    CANCELLED: "called off before the first card",
}
"""The states of a match, and what each means."""
SEATS = {
    "to be invited": "the host has not confirmed the match yet",
    "invited": "has a letter, and has not answered",
    "declined": "does not want the seat",
    "plays": "has taken the seat",
    "absent": "plays, and has missed three windows in a row",
    "house": "a house player has the seat: from the start, after somebody resigned or was erased, or for a while",
    "resigned": "gave the match up; the house plays on",
}
"""The states of a seat, and what each means."""
ABSENT_AFTER = 3


def state_of(match: Match) -> str:
    """The state of a match, as a key of `STATES`."""
    return ASLEEP if match.status == PLAYING and match.asleep_at else match.status


def state_of_seat(chair: Chair) -> str:
    """The state of a seat, as a key of `SEATS`."""
    if chair.resigned_at:
        return "resigned"
    if chair.house:
        return "house"
    if chair.accepted_at:
        return "absent" if chair.missed >= ABSENT_AFTER else "plays"
    return "declined" if chair.declined_at else "invited" if chair.invited_at else "to be invited"


def found(
    state: str | None, game: str | None, people: Collection[int] | None, most: int
) -> tuple[Sequence[Match], int]:
    """The matches that fit, those with the next deadline first and then the latest; and how many there are in all.

    ``people``: the numbers of players, of whom one sits there.
    """
    which: list[ColumnElement[bool]] = [MATCHES.c.practice_until.is_(None)]
    if state:
        which.append(MATCHES.c.status == (PLAYING if state == ASLEEP else state))
        which += [MATCHES.c.asleep_at.is_not(None)] if state == ASLEEP else []
        which += [MATCHES.c.asleep_at.is_(None)] if state == PLAYING else []
    if game:
        which.append(MATCHES.c.game == game)
    if people is not None:
        which.append(MATCHES.c.id.in_(select(CHAIRS.c.match_id).where(CHAIRS.c.player_id.in_(people))))
    ordered = (
        select(MATCHES.c.id)
        .where(*which)
        .order_by(MATCHES.c.closes_at.is_(None), MATCHES.c.closes_at, MATCHES.c.created_at.desc())
    )
    return matches_of(db.session.scalars(ordered.limit(most)).all()), how_many(MATCHES, *which)


def brief(match: Match) -> dict[str, Any]:
    """A match in a line."""
    waiting = spectator_page(match).waiting if match.status == PLAYING else ()
    return {
        "match": match.id,
        "game": match.game,
        "state": state_of(match),
        "seats": [chair.name for chair in match.chairs],
        "window": match.ply,
        "closes_at": iso(match.closes_at),
        "waits_for": [match.chairs[seat].name for seat in waiting],
        "trouble": [chair.name for chair in match.chairs if chair.trouble],
    }


def full(match: Match) -> dict[str, Any]:
    """All that is public about a match, and how its seats do."""
    page = spectator_page(match)
    moments = ("created_at", "started_at", "opened_at", "closes_at", "remind_at", "asleep_at", "over_at")
    last = last_answers(match, every=True)
    return {
        **brief(match),
        "options": match.options,
        "pace": match.pace,
        "terms": match.terms,
        "stage": page.stage,
        "commitment": match.commitment,
        **{moment: iso(getattr(match, moment)) for moment in moments},
        "ending": match.ending,
        "scores": match.scores,
        "winners": [match.chairs[seat].name for seat in match.winners or ()],
        "rematch_of": match.rematch_of,
        "seats": [_seat(chair, iso(last.get(chair.seat))) for chair in match.chairs],
    }


def _seat(chair: Chair, last: str | None) -> dict[str, Any]:
    return {
        "seat": letter_of(chair.seat),
        "name": chair.name,
        "state": state_of_seat(chair),
        "last_answer_at": last,
        "missed": chair.missed,
        "bank_seconds": chair.bank,
    }
