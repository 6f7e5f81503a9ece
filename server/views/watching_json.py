"""What a spectator sees, in the JSON API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from . import letter_of
from .json import Moment, SeatName, StoryLine, Table, iso
from .watching import Watched


class SeatSeen(SeatName, frozen=True):
    """A seat as everybody sees it."""

    accepted: bool
    waiting: Annotated[bool, Meta(description="Whether an answer is missing, as far as the table shows that.")]


class Spectator(Table, frozen=True):
    """What a spectator sees: as a seat, but for what is a seat's own. With the delay of a deal: the last that ended."""

    seats: list[SeatSeen]
    live: Annotated[bool, Meta(description="Whether it is the table as it is now, or as it was with the delay.")]
    ply: Annotated[int, Meta(description="The ply that is seen.")]
    opened_at: Annotated[Moment | None, Meta(description="When the window opened; null with the delay.")]
    closes_at: Annotated[Moment | None, Meta(description="When it closes; null with the delay.")]
    scores: Annotated[list[int], Meta(description="One a seat; empty before any may be known.")]


def spectator_json(seen: Watched) -> Spectator:
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
