"""The links to a match that are no seat's, as its host sees them: to take an open seat by, and to watch by."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from .. import links
from ..store.models import CANCELLED, INVITED, Chair, Match, SharedLink, db
from ..terms import AFTER, LIVE, SPECTATORS


def may_be_watched(match: Match) -> bool:
    return match.terms.get(SPECTATORS) in (LIVE, AFTER)


def shared_links(chair: Chair) -> Mapping[str, SharedLink]:
    """The links that the host may pass on, by purpose; of everybody else, none.

    A link that the host has ended is among them, so that it can be renewed.
    """
    match = chair.match
    if chair.seat != 0 or chair.accepted_at is None or match.status == CANCELLED:
        return {}
    return _links_of(match)


def _links_of(match: Match) -> Mapping[str, SharedLink]:
    wanted = [links.JOIN] if match.status == INVITED and any(other.is_open for other in match.chairs) else []
    wanted += [links.WATCH] if may_be_watched(match) else []
    if not wanted:
        return {}
    found = select(SharedLink).where(SharedLink.match_id == match.id, SharedLink.purpose.in_(wanted))
    return {link.purpose: link for link in db.session.scalars(found)}


def shared_urls(chair: Chair) -> dict[str, str]:
    """The addresses of the links that the host may pass on and that are alive, by purpose."""
    return {purpose: links.shared(link) for purpose, link in shared_links(chair).items() if link.ended_at is None}


def urls_to_come(chair: Chair) -> dict[str, str]:
    """The addresses that the host may pass on once they have taken their seat, by purpose: for their invitation."""
    if chair.seat != 0 or chair.match.status != INVITED:
        return {}
    return {purpose: links.shared(link) for purpose, link in _links_of(chair.match).items() if link.ended_at is None}
