"""Everything that is kept about a person, as JSON: what they would get if they asked for it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Table, and_, or_, select

from ..store import history
from ..store.models import (
    CHAIRS,
    PLAYERS,
    PLAYING,
    Chair,
    Channel,
    InboundMail,
    Letter,
    Notice,
    Offer,
    OwnAddress,
    Player,
    Remark,
    Reservation,
    db,
)
from ..store.one_match import chairs_of, one_match, one_player
from ..views import letter_of
from . import erasing, strangers, talking
from .absence import verdict_of

LEFT_OUT = frozenset(
    "id match_id chair_id player_id link_version token_hash raw identity facts latest_plan version mailbox gathered_in "
    "message_id by_seat due_at attempts order_at thinks_since think_at own_hours heard told_ply tables vouched_at "
    "letter_id held_until restored_at form chair_version channel_id".split()
)
"""Columns that mean nothing outside the server, or that grant access."""
WITHHELD = "on the page of the seat, until the match is over"
WITHHELD_FOR_OTHERS = "on the page of the seat, until the other tables that play the same deals have finished"


def export(typed: str) -> dict[str, Any]:
    """Everything about whoever has this address. Raises `Refused` if nothing is kept.

    What is sealed in a match that is being played is left out, as are plans: whoever runs the server may play, too.
    """
    found = erasing.find(typed)
    people = [one_player(player_id) for player_id in found.players]
    return {
        "addresses": list(found.addresses),
        "never_write": any(strangers.wants_none(address) for address in found.addresses if "@" in address),
        "people": [_person(player) for player in people],
        "letters_to_the_address": _rows(Letter, erasing.to_address(found.addresses)),
        "mails_from_the_address": _rows(InboundMail, erasing.from_address(found.addresses)),
    }


def _person(player: Player) -> dict[str, Any]:
    theirs = select(CHAIRS.c.id).where(CHAIRS.c.player_id == player.id).order_by(CHAIRS.c.id)
    seats = chairs_of(db.session.scalars(theirs).all())
    chairs = [chair.id for chair in seats]
    of_the_seat = and_(InboundMail.chair_id.in_(chairs), InboundMail.player_id.is_(None))
    lines = select(Remark).where(Remark.player_id == player.id, Remark.kind != talking.NEWS).order_by(Remark.id)
    channels = select(Channel).where(Channel.player_id == player.id).order_by(Channel.id)
    mails = or_(InboundMail.player_id == player.id, of_the_seat)
    return {
        **_row(player, PLAYERS),
        "other_addresses": _rows(OwnAddress, OwnAddress.player_id == player.id),
        "seats": [_seat(chair) for chair in seats],
        "offers": _rows(Offer, Offer.player_id == player.id),
        "open_seats_asked_for": _rows(Reservation, Reservation.player_id == player.id),
        "lines": [_line(remark) for remark in db.session.scalars(lines)],
        "letters": _rows(Letter, Letter.player_id == player.id),
        "mails": _rows(InboundMail, mails),
        "devices_and_hooks": [  # with only the host of the address: the whole would let others write there
            {**_row(channel), "address": urlsplit(channel.address).hostname} for channel in db.session.scalars(channels)
        ],
        "notices": _rows(Notice, Notice.player_id == player.id),
    }


def _seat(chair: Chair) -> dict[str, Any]:
    match = chair.match
    told = {"match": match.id, "game": match.game, "status": match.status, **_row(chair, CHAIRS)}
    told.update(seat=letter_of(chair.seat), verdict=verdict_of(chair))
    if match.status == PLAYING:
        told["sealed_answer_and_plan"] = WITHHELD
    if match.shut:
        told["answers"] = WITHHELD_FOR_OTHERS
        return told
    told["answers"] = [answer for turn in history.TURNS.of(match) for answer in _given(turn, chair)]
    if match.status != PLAYING:
        opinions = history.opinions(match, chair.seat)
        told["considered"] = [{"ply": row.ply, "place": row.place, "opinion": row.opinion} for row in opinions]
    return told


def _given(turn: history.Window, chair: Chair) -> list[dict[str, Any]]:
    """The answers of a seat that have opened; salts are of the record, which is published."""
    return [
        {"ply": turn.ply - 1, "answer": given.answer, "at": given.at.isoformat(), "by": given.by}
        for given in turn.answers
        if given.seat == chair.seat
    ]


def _line(remark: Remark) -> dict[str, Any]:
    match = one_match(remark.match_id)
    hidden = (match.status == PLAYING or match.shut) and remark.kind != talking.TALK
    return {"match": match.id, **_row(remark), **({"text": WITHHELD} if hidden else {})}


def _rows(model: Any, *which: Any) -> list[dict[str, Any]]:
    found = db.session.scalars(select(model).where(*which).order_by(*model.__table__.primary_key.columns))
    return [_row(row) for row in found]


def _row(row: Any, table: Table | None = None) -> dict[str, Any]:
    """The facts about the person in a row, if of a model of that table."""
    names = (row.__table__ if table is None else table).columns.keys()
    told = {name: _json(getattr(row, name)) for name in names if name not in LEFT_OUT}
    return {"match": row.match_id, **told} if hasattr(row, "match_id") else told


def _json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
