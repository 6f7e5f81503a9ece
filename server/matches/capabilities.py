"""Capabilities: whatever gives access to whoever has it, mostly a link; and the one way to revoke them.

A link or an address is given out once and lies about for years: in mailboxes, histories, calendars and chats. So each
depends on columns that `revoke` changes for a seat, a person or a match; tests/matches/register.py lists all of them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select, update

from ..store.models import (
    CHAIRS,
    INVITED,
    MATCHES,
    OPEN_OFFER,
    PLAYERS,
    PLAYING,
    Chair,
    Offer,
    Player,
    Reservation,
    SharedLink,
    db,
)
from ..store.one_match import reread
from . import channels
from .errors import Refused


def revoke(
    at: datetime,
    *,
    seats: ColumnElement[bool] | None = None,
    people: ColumnElement[bool] | None = None,
    shared: ColumnElement[bool] | None = None,
) -> None:
    """Revoke all access that depends on these seats, on these people and all their seats, and on these links of
    matches.

    They are given as conditions on `Chair`, `Player` and `SharedLink`. The desk ends with the host's seat, and with
    any seat what it has offered. Must run inside a transaction; the new links are for the caller to send.
    """
    if shared is not None:
        _run(update(SharedLink).where(shared).values(version=SharedLink.version + 1))
    if people is not None:
        theirs = select(PLAYERS.c.id).where(people)
        channels.end_all(theirs, at)
        _run(update(Reservation).where(Reservation.player_id.in_(theirs), Reservation.until > at).values(until=at))
        _run(update(Offer).where(Offer.player_id.in_(theirs), *OPEN_OFFER).values(closed_at=at))
        _run(update(PLAYERS).where(people).values(link_version=PLAYERS.c.link_version + 1))
        seats = CHAIRS.c.player_id.in_(theirs) if seats is None else or_(seats, CHAIRS.c.player_id.in_(theirs))
    if seats is not None:
        offers = exists().where(seats, CHAIRS.c.match_id == Offer.match_id, CHAIRS.c.seat == Offer.by_seat)
        _run(update(Offer).where(offers, *OPEN_OFFER).values(closed_at=at))
        hosted = select(CHAIRS.c.match_id).where(seats, CHAIRS.c.seat == 0)
        _run(update(MATCHES).where(MATCHES.c.id.in_(hosted)).values(desk_version=MATCHES.c.desk_version + 1))
        _run(update(CHAIRS).where(seats).values(link_version=CHAIRS.c.link_version + 1))
    reread()


def _run(statement: Any) -> None:
    db.session.execute(statement, execution_options={"synchronize_session": "fetch"})


def person_of(chair: Chair) -> Player:
    """The player of a seat, whose settings for all tables may be changed from it. Raises `Refused` once it is over for
    them.

    People pass on the link of a finished match: so it shows that match, and changes nothing else.
    """
    if chair.player is None:
        raise Refused("The house plays this seat.")
    if chair.match.status not in (INVITED, PLAYING) or chair.resigned_at or chair.declined_at:
        raise Refused(PAST)
    return chair.player


PAST = (
    "For you this match is over, and its page only shows it. What holds at all your tables is set on the page of one "
    "that goes on, or on the page with all your matches."
)
