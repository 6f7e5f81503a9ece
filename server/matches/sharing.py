"""The links to a match that its host passes on: to take an open seat by, and to watch by. Both can be ended.

Only the host makes, ends and limits them. A new link ends the one before; seats that were taken by it stay taken.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select

from .. import clock
from ..config import settings
from ..links import JOIN, WATCH
from ..store.models import INVITED, Match, Reservation, SharedLink, db
from ..store.one_match import keep, one_chair, one_match, touch
from ..store.session import NOW, run, transaction
from ..views.sharing import may_be_watched
from .errors import Refused

FORGOTTEN_AFTER = 30 * clock.DAY
NO_LIST = "This server keeps no public list of open tables: pass on the link of the table instead."


def make_links(match: Match, at: datetime, listed: bool = False) -> None:
    """Make the links that a new match needs, by its open seats and its terms. Must run inside a transaction."""
    if any(chair.is_open for chair in match.chairs):
        keep(SharedLink, match_id=match.id, purpose=JOIN, created_at=at, listed=listed)
    if may_be_watched(match):
        keep(SharedLink, match_id=match.id, purpose=WATCH, created_at=at)


def check_listed(listed: bool, open_seats: bool) -> None:
    """Check that a table may stand in the public list. Raises `Refused`."""
    if listed and not settings().open_tables:
        raise Refused(NO_LIST, "listed")
    if listed and not open_seats:
        raise Refused("To list a table, leave a seat open: there is none to be had.", "listed")


@transaction
def renew_shared(chair_id: int, purpose: str) -> SharedLink:
    """End a link of the match and make a new one. Raises `Refused` for anybody but the host, or where there is none."""
    link = _of_host(chair_id, purpose)
    link.version, link.ended_at, link.most = link.version + 1, None, None
    return link


@transaction
def end_shared(chair_id: int, purpose: str, at: datetime = NOW) -> SharedLink:
    """End a link of the match; there is none until the host makes a new one. Ending it again changes nothing.

    Raises `Refused` for anybody but the host, or where there is none.
    """
    link = _of_host(chair_id, purpose)
    link.ended_at = link.ended_at or at
    return link


@transaction
def limit_shared(chair_id: int, most: int | None, listed: bool) -> SharedLink:
    """Say how many people may take a seat by the link of the group (``None``: as many as there are open seats), and
    whether the table stands in the public list. Raises `Refused`.
    """
    link = _of_host(chair_id, JOIN)
    check_listed(listed and not link.listed, open_seats=True)
    if most is not None and not 1 <= most <= len(one_match(link.match_id).chairs):
        raise Refused("How many may take a seat by this link: from 1 to the number of open seats.", "most")
    link.most, link.listed = most, listed
    return link


def forget(at: datetime) -> None:
    """Delete seats that were kept long ago and never taken. Must run inside a transaction."""
    run(delete(Reservation).where(Reservation.taken_at.is_(None), Reservation.until < at - FORGOTTEN_AFTER))


def _of_host(chair_id: int, purpose: str) -> SharedLink:
    """A link of the match of a seat, which is touched. Raises `Refused`."""
    chair = one_chair(chair_id)
    named = SharedLink.match_id == chair.match_id, SharedLink.purpose == purpose
    link = db.session.scalar(select(SharedLink).where(*named))
    if chair.seat != 0 or chair.accepted_at is None:
        raise Refused("Only the host passes on the links of a match, and only from a seat that is taken.")
    if link is None or (purpose == JOIN and chair.match.status != INVITED):
        raise Refused("There is no such link at this table: no seat is open, or nobody may watch.")
    touch(chair.match)
    return link
