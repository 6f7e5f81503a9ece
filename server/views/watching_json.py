"""What a spectator sees, in the JSON API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from . import letter_of
from .json import Moment, Pace, SeatLetter, Status, StoryLine, View, iso
from .watching import Watched


class SeatSeen(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: SeatLetter
    name: str
    accepted: bool
    waiting: Annotated[bool, Meta(description="Whether an answer is missing, as far as the table shows that.")]


class Spectator(Struct, frozen=True):
    """What a spectator sees: as a seat, but for what is a seat's own. With the delay of a deal: the last that ended."""

    match: str
    game: Annotated[str, Meta(description="The key of the game.")]
    options: Annotated[dict[str, str | int], Meta(description="The variant that is played.")]
    pace: Pace
    terms: Annotated[dict[str, str], Meta(description="How the table is run.")]
    seats: list[SeatSeen]
    status: Status
    live: Annotated[bool, Meta(description="Whether it is the table as it is now, or as it was with the delay.")]
    ply: Annotated[int, Meta(description="The ply that is seen.")]
    opened_at: Annotated[Moment | None, Meta(description="When the window opened; null with the delay.")]
    closes_at: Annotated[Moment | None, Meta(description="When it closes; null with the delay.")]
    open_hands: Annotated[
        dict[SeatLetter, list[str]], Meta(description="The cards that lie face up since a claim in this deal.")
    ]
    view: View
    scores: Annotated[list[int], Meta(description="One a seat; empty before any may be known.")]
    winners: Annotated[list[SeatLetter], Meta(description="Empty while the game runs.")]
    commitment: Annotated[str, Meta(description="SHA-256 of the seed of the deal, in hex.")]
    story: list[StoryLine]


def spectator_json(seen: Watched) -> Spectator:
    """A match in the JSON API, as a spectator sees it."""
    match, page, live = seen.match, seen.page, seen.live
    return Spectator(
        match=match.id,
        game=match.game,
        options=match.options,
        pace=match.pace,
        terms=match.terms,
        seats=[
            SeatSeen(letter_of(chair.seat), chair.name, chair.accepted_at is not None, chair.seat in seen.waiting)
            for chair in match.chairs
        ],
        status=match.status,
        live=live,
        ply=seen.ply,
        opened_at=iso(match.opened_at) if live else None,
        closes_at=iso(match.closes_at) if live else None,
        open_hands={letter_of(seat): list(hand) for seat, hand in page.claims.hands.items()} if live else {},
        view=page.view,
        scores=list(seen.scores),
        winners=[letter_of(seat) for seat in match.winners or ()],
        commitment=match.commitment,
        story=[StoryLine(ply.ply, str(page.prose.plain.tell(line))) for ply in page.story for line in ply.lines],
    )
