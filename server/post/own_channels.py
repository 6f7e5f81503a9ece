"""A person's channels: listing, adding, testing and ending them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import or_, select

from .. import clock
from ..config import settings
from ..matches import Refused, channels
from ..store.models import CHAIRS, INVITED, MATCHES, PLAYING, Channel, Match, Player, db
from ..store.one_match import locked_player, matches_of
from ..store.session import how_many, transaction
from . import notices
from .channels import KINDS, http_client
from .channels.kind import BadFields

MOST = 20
"""The most channels of a person at a time."""
SHOWN = timedelta(days=14)
"""How long a channel remains listed that was ended for a reason that its owner may not know."""
LONGEST = 40


def of_player(player_id: int, now: datetime) -> Sequence[Channel]:
    """The channels of a person, and those that others ended lately; oldest first."""
    lately = Channel.error.is_not(None) & (Channel.ended_at > now - SHOWN)
    theirs = Channel.player_id == player_id, or_(Channel.ended_at.is_(None), lately)
    return db.session.scalars(select(Channel).where(*theirs).order_by(Channel.id)).all()


def hosted_by(player: Player) -> list[Match]:
    """The matches that a person hosts and that go on: a hook may tell of them."""
    host = CHAIRS.c.player_id == player.id, CHAIRS.c.seat == 0, CHAIRS.c.accepted_at.is_not(None)
    running = MATCHES.c.status.in_((INVITED, PLAYING))
    found = select(MATCHES.c.id).join(CHAIRS).where(*host, running).order_by(MATCHES.c.created_at)
    return matches_of(db.session.scalars(found).all())


@transaction
def add(
    player_id: int,
    kind: str,
    form: Mapping[str, str],
    name: str = "",
    match_id: str | None = None,
    letters_too: bool = False,
    at: datetime | None = None,
) -> Channel:
    """Add a channel; an existing one to the same place is updated instead.

    ``form``: the fields of the kind. ``match_id``: a match that the person hosts, or ``None`` for their own tables.
    Raises `Refused` with a sentence on what is wrong.
    """
    if kind not in KINDS:
        raise Refused(f"A way to be told is one of {', '.join(KINDS)}.", "kind")
    player = locked_player(player_id)
    try:
        address, facts = KINDS[kind].read(form)
        http_client.checked(address, settings().hook_hosts)
    except (BadFields, http_client.BadAddress) as bad:
        raise Refused(str(bad), kind) from bad
    if match_id is not None and (KINDS[kind].private or match_id not in [match.id for match in hosted_by(player)]):
        raise Refused("Only the host of a match that goes on adds a hook for it.", "match")
    channel = _same(player_id, kind, address, facts, match_id)
    if channel is None:
        channel = _new(player, kind, address, match_id, at or clock.now())
    if not channel.facts or "key" not in facts:  # the key for signatures stays as displayed
        channel.facts = facts
    channel.name, channel.letters_too = _name(name) or KINDS[kind].label, letters_too
    db.session.flush()
    return channel


def _same(player_id: int, kind: str, address: str, facts: Mapping[str, str], match_id: str | None) -> Channel | None:
    which = Channel.player_id == player_id, Channel.kind == kind, Channel.address == address
    alive = select(Channel).where(*which, Channel.match_id == match_id, Channel.ended_at.is_(None)).order_by(Channel.id)
    places = ("room", "chat")
    same = (c for c in db.session.scalars(alive) if all(c.facts.get(one) == facts.get(one) for one in places))
    return next(same, None)


def _new(player: Player, kind: str, address: str, match_id: str | None, at: datetime) -> Channel:
    if how_many(Channel, Channel.player_id == player.id, Channel.ended_at.is_(None)) >= MOST:
        raise Refused(f"There are {MOST} already, which is as many as there may be: end one first.", "kind")
    channel = Channel(player_id=player.id, kind=kind, address=address, match_id=match_id, facts={}, created_at=at)
    db.session.add(channel)
    return channel


def _name(typed: str) -> str:
    """On one line, without invisible characters."""
    seen = "".join(sign for sign in typed if unicodedata.category(sign)[0] != "C")
    return " ".join(seen.split())[:LONGEST]


@transaction
def end(player_id: int, channel_id: int, at: datetime | None = None) -> None:
    """End a channel of this person; ending it again changes nothing. Raises `Refused` if it is not theirs."""
    channels.end(_own(player_id, channel_id), at or clock.now())


@transaction
def want_letters(player_id: int, channel_id: int, too: bool) -> None:
    """Set whether letters come besides what a channel tells. Raises `Refused` if it is not theirs."""
    _own(player_id, channel_id).letters_too = too


@transaction
def try_out(player_id: int, channel_id: int, at: datetime | None = None) -> None:
    """Send a trial notice on a channel. Raises `Refused` if it is not theirs, or has ended."""
    channel = _own(player_id, channel_id)
    if channel.ended_at is not None:
        raise Refused("This has ended: add it again first.", "channel")
    notices.try_out(channel, at or clock.now())


def _own(player_id: int, channel_id: int) -> Channel:
    channel = db.session.get(Channel, channel_id)
    if channel is None or channel.player_id != player_id:
        raise Refused("This is none of yours.", "channel")
    return channel
