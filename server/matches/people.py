"""People by their addresses: the one place where somebody is looked for, or told from others at a table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select

from .. import clock
from ..store.mailboxes import mailbox
from ..store.models import PLAYERS, Chair, OwnAddress, Player, has_address
from ..store.one_match import people_where
from ..store.upsert import insert_if_missing
from .errors import Refused

NOBODY = "Nobody here has this address."


def people_with(email: str) -> list[Player]:
    """Whoever has this address, however it is written: one person, or nobody."""
    return people_where(has_address(email))


def people_at(typed: str) -> list[Player]:
    """Whoever has this address, or else has accepted it as one more of theirs."""
    accepted = select(OwnAddress.player_id).where(OwnAddress.mailbox == mailbox(typed))
    return people_with(typed) or people_where(PLAYERS.c.id.in_(accepted))


def known_people(typed: str) -> list[Player]:
    """The same, where there has to be somebody. Raises `Refused`."""
    people = people_at(typed)
    if not people:
        raise Refused(NOBODY)
    return people


def person_with(email: str, at: datetime, zone: str | None = None) -> Player:
    """The person with this address, known or new; ``zone`` is of use for somebody new. Must run inside a transaction.

    It takes the same statements either way, so that how long it takes tells nobody whether an address is known.
    """
    here = clock.known_zone(zone)
    insert_if_missing(PLAYERS, email=email, mailbox=mailbox(email), zone=here, created_at=at)
    return people_with(email)[0]


def are_one(one: str, other: str) -> bool:
    """Whether two addresses are one mailbox."""
    return mailbox(one) == mailbox(other)


def sits_there(email: str, chairs: Iterable[Chair], but: Chair | None = None) -> Chair | None:
    """The first of these seats, but for one, whose player has this address."""
    others = (chair for chair in chairs if chair is not but and chair.player)
    return next((chair for chair in others if chair.player and are_one(chair.player.email, email)), None)
