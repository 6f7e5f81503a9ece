"""The record of a finished match, from which it can be dealt and replayed."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from msgspec import Meta
from sqlalchemy import select

from .. import deal
from ..store.models import OVER, Match, Turn, db
from ..views import letter_of
from ..views.json import Moment, SeatLetter, iso
from .errors import Unknown

FORMAT = 1


class RecordedSeat(TypedDict):
    """A seat, and who sat there."""

    seat: SeatLetter
    name: str


class RecordedAnswer(TypedDict):
    """An answer that has opened, with what its receipt was made of."""

    ply: Annotated[int, Meta(description="The window it was for.")]
    seat: SeatLetter
    answer: Annotated[str, Meta(description="In canonical form.")]
    by: Annotated[str, Meta(description="Who gave it.", extra_json_schema={"enum": ["player", "clock", "house"]})]
    salt: str
    at: Annotated[Moment, Meta(description="When it was given.")]
    receipt: Annotated[str, Meta(description="SHA-256 of “match ply seat answer salt”, in hex.")]


class Record(TypedDict):
    """Everything about a finished match: `poste verify` deals and plays it again, and checks every receipt."""

    format: Annotated[int, Meta(description="How this record is to be read.", extra_json_schema={"const": FORMAT})]
    match: str
    game: Annotated[str, Meta(description="The key of the game.")]
    version: Annotated[int, Meta(description="That of the rules.")]
    options: Annotated[dict[str, str | int], Meta(description="The variant that was played.")]
    seats: list[RecordedSeat]
    seed: Annotated[str, Meta(description="That of the deal: 32 bytes, in hex.")]
    words: Annotated[list[str], Meta(description="What each player mixed into the deal; empty for nothing.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the seed, in hex; it stood on every page.")]
    shuffles: Annotated[list[int], Meta(description="The number of every shuffle, from 1.")]
    answers: list[RecordedAnswer]
    ending: Annotated[str | None, Meta(description="How the match ended: played, resigned or agreed.")]
    scores: Annotated[list[int], Meta(description="One a seat.")]
    winners: list[SeatLetter]
    started_at: Moment | None
    over_at: Moment | None


def checked_over(match: Match) -> Match:
    """The match, if it is over. Raises `Unknown` while it is not."""
    if match.status != OVER:
        raise Unknown("There is no record of this match: it is not over.")
    return match


def record_of(match: Match) -> Record:
    """The record of a match. Raises `Unknown` before its end."""
    checked_over(match)
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id).order_by(Turn.ply)).all()
    return {
        "format": FORMAT,
        "match": match.id,
        "game": match.game,
        "version": match.version,
        "options": match.options,
        "seats": [{"seat": letter_of(chair.seat), "name": chair.name} for chair in match.chairs],
        "seed": match.seed.hex(),
        "words": [chair.word or "" for chair in match.chairs],
        "commitment": match.commitment,
        "shuffles": list(range(1, match.shuffles + 1)),
        "answers": [_answer(match, turn, given) for turn in turns for given in turn.answers],
        "ending": match.ending,
        "scores": list(match.scores or ()),
        "winners": [letter_of(seat) for seat in match.winners or ()],
        "started_at": iso(match.started_at),
        "over_at": iso(match.over_at),
    }


def _answer(match: Match, turn: Turn, given: dict[str, Any]) -> RecordedAnswer:
    ply, seat = turn.ply - 1, letter_of(given["seat"])
    return {
        "ply": ply,
        "seat": seat,
        "answer": given["answer"],
        "by": given["by"],
        "salt": given["salt"],
        "at": iso(datetime.fromisoformat(given["at"])),
        "receipt": deal.receipt(match.id, ply, seat, given["answer"], given["salt"]),
    }
