"""The record of a finished match, from which it can be dealt and replayed."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from .. import deal
from ..rules.engine import EACH_DEAL
from ..store.envelopes import Opened
from ..store.history import INDEX, TURNS
from ..store.models import OVER, Match
from ..views import letter_of
from ..views.json import Moment, SeatLetter, iso
from ..views.same_deals import tables_of, told_shut
from .errors import Shut, Unknown
from .talking import opened_news

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


class RecordedNews(TypedDict):
    """A sentence that the server told the table: what the host's desk changed, a pause, what was asked of all."""

    ply: Annotated[int, Meta(description="The window that was open.")]
    at: Moment
    text: str


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
    news: list[RecordedNews]
    ending: Annotated[
        str | None,
        Meta(description="How the match ended: played, resigned, agreed, or operator: by whoever runs the server."),
    ]
    scores: Annotated[list[int], Meta(description="One a seat.")]
    winners: list[SeatLetter]
    same_deals: NotRequired[
        Annotated[list[str], Meta(description="All tables that have played the same deals, by their matches.")]
    ]
    """Missing in the record of a match on its own."""
    started_at: Moment | None
    over_at: Moment | None


def checked_over(match: Match) -> Match:
    """The match, if it is over. Raises `Unknown` while it is not."""
    if match.status != OVER:
        raise Unknown("There is no record of this match: it is not over.")
    return checked_open(match)


def checked_open(match: Match) -> Match:
    """The match, unless other tables still play its deals: then it raises `Shut`, and says so."""
    if match.shut:
        raise Shut(told_shut(match))
    return match


class Proof(TypedDict):
    """What proves the deals of a match, as its record has it."""

    seed: str
    words: list[str]
    commitment: str
    shuffles: list[int]


def proof_of(match: Match) -> Proof:
    """What proves the deals of a match. Raises `Unknown` before its end."""
    checked_over(match)
    mixed = [chair.word for chair in match.chairs] if match.words is None else match.words
    words = [word or "" for word in mixed]
    return {"seed": match.seed.hex(), "words": words, "commitment": match.commitment, "shuffles": _shuffles(match)}


def record_of(match: Match) -> Record:
    """The record of a match. Raises `Unknown` before its end."""
    proof = proof_of(match)
    record: Record = {
        "format": FORMAT,
        "match": match.id,
        "game": match.game,
        "version": match.version,
        "options": match.options,
        "seats": [{"seat": letter_of(chair.seat), "name": chair.name} for chair in match.chairs],
        "seed": proof["seed"],
        "words": proof["words"],
        "commitment": proof["commitment"],
        "shuffles": proof["shuffles"],
        "answers": [_answer(match, turn.ply - 1, given) for turn in TURNS.of(match) for given in turn.answers],
        "news": [{"ply": line.ply, "at": iso(line.at), "text": line.text} for line in opened_news(match)],
        "ending": match.ending,
        "scores": list(match.scores or ()),
        "winners": [letter_of(seat) for seat in match.winners or ()],
        "started_at": iso(match.started_at),
        "over_at": iso(match.over_at),
    }
    if match.same_deals:
        record["same_deals"] = [table.id for table in tables_of(match)]
    return record


def _shuffles(match: Match) -> list[int]:
    """The number of every shuffle. Where they are keyed by their deal, a snapshot was kept after each window with one;
    of several in one window, those before the last are told from where the numbers of its deal begin.
    """
    if not match.same_deals:
        return list(range(1, match.shuffles + 1))
    numbers: list[int] = []
    for last in sorted({kept.shuffles for kept in INDEX.of(match)}):
        first = last - last % EACH_DEAL + 1
        numbers += range(max(first, (numbers[-1] if numbers else 0) + 1), last + 1)
    return numbers


def _answer(match: Match, ply: int, given: Opened) -> RecordedAnswer:
    seat = letter_of(given.seat)
    return {
        "ply": ply,
        "seat": seat,
        "answer": given.answer,
        "by": given.by,
        "salt": given.salt,
        "at": iso(given.at),
        "receipt": deal.receipt(match.id, ply, seat, given.answer, given.salt),
    }
