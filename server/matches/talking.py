"""Remarks: talk to the whole table, private notes, and thoughts that stay sealed until the match is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, or_, select

from ..rules.engine import Seat
from ..store.models import CANCELLED, INVITED, OVER, PLAYING, Chair, Match, Remark, db
from ..store.one_match import one_chair
from ..store.session import NOW, rows, transaction
from .addresses import is_advert
from .errors import Refused

TALK, NOTE, THOUGHT, NEWS = "talk", "note", "thought", "news"
LENGTH = 500
PER_HOUR = {TALK: 20, NOTE: 60, THOUGHT: 60}
"""How many lines of each kind a seat may add within an hour."""
SAME = timedelta(minutes=10)
"""The same line again within this time counts as one: a form submitted twice, or a mail processed twice."""
JOINERS = "\u200c\u200d"
"""What joins or parts letters, as in Persian, and combines emoji; other invisible characters are removed."""
SHOWN = 30
"""The largest number of lines of talk on a page."""


@transaction
def say(chair_id: int, text: str, at: datetime = NOW) -> Remark:
    """Say a line to the table. It is shown on every seat's page and in the next letter. Raises `Refused`."""
    return _add(chair_id, TALK, text, at)


def greet(host: Chair, text: str, at: datetime) -> None:
    """Say the line with which the host invites the others, if any. Must run inside a transaction. Raises `Refused`."""
    if text.strip():
        add(host, TALK, _checked(host, TALK, text), at)


def greeting(match: Match) -> str:
    """The line with which the host invites the others; empty if there is none."""
    first = select(Remark.text).where(Remark.match_id == match.id, Remark.kind == TALK).order_by(Remark.id).limit(1)
    hosts = first.where(Remark.chair_id == match.chairs[0].id, Remark.at == match.created_at)
    return db.session.scalar(hosts) or ""


@transaction
def note(chair_id: int, text: str, at: datetime = NOW) -> Remark:
    """Write a private note, which nobody else ever sees. Raises `Refused`."""
    return _add(chair_id, NOTE, text, at)


@transaction
def think(chair_id: int, text: str, at: datetime = NOW) -> Remark:
    """Seal a thought, which the others see once the match is over. Raises `Refused`."""
    return _add(chair_id, THOUGHT, text, at)


@transaction
def strike(chair_id: int, remark_id: int) -> None:
    """Delete one's own note or sealed thought. Talk cannot be deleted. Raises `Refused`."""
    chair = one_chair(chair_id)
    remark = db.session.get(Remark, remark_id)
    if remark is None or not _is_mine(remark, chair) or remark.kind not in (NOTE, THOUGHT):
        raise Refused("There is no such note of yours.")
    if remark.kind == THOUGHT and chair.match.status == OVER:
        raise Refused("This thought has been opened: the others have seen it.")
    db.session.delete(remark)


def sits(chair: Chair) -> bool:
    """Whether somebody sits there: who is invited takes the seat first, and where all is called off nobody does."""
    seated = chair.match.status != INVITED or chair.accepted_at is not None
    return seated and chair.match.status != CANCELLED and chair.player_id is not None


def _add(chair_id: int, kind: str, text: str, at: datetime) -> Remark:
    chair = one_chair(chair_id)
    text = _checked(chair, kind, text)
    if not sits(chair):
        raise Refused("Take your seat first: then you can talk.", kind)
    lately = select(Remark).where(Remark.chair_id == chair.id, Remark.kind == kind, Remark.at > at - timedelta(hours=1))
    said = [remark for remark in db.session.scalars(lately.order_by(Remark.id)) if _is_mine(remark, chair)]
    for remark in said:
        if remark.text == text and remark.at > at - SAME:
            return remark
    if len(said) >= PER_HOUR[kind]:
        raise Refused(f"That is a lot for one hour: after {PER_HOUR[kind]} lines the table wants a rest.", kind)
    return add(chair, kind, text, at)


def add(chair: Chair, kind: str, text: str, at: datetime) -> Remark:
    """Store a line without checking it. Must run inside a transaction."""
    remark = Remark(
        match_id=chair.match_id, chair_id=chair.id, player_id=chair.player_id, name=chair.name,
        kind=kind, ply=chair.match.ply, at=at, text=text,
    )  # fmt: skip
    db.session.add(remark)
    db.session.flush()
    return remark


def _checked(chair: Chair, kind: str, text: str) -> str:
    line = "".join(sign for sign in " ".join(text.split()) if sign.isprintable() or sign in JOINERS)
    if not line:
        raise Refused("There was nothing in that line.", kind)
    if len(line) > LENGTH:
        raise Refused(f"A line has at most {LENGTH} characters, and this one {len(line)}.", kind)
    if chair.player_id is None or chair.match.status == CANCELLED:
        raise Refused("Nobody is at this table any more.", kind)
    if kind == TALK and chair.match.status == INVITED and is_advert(line):
        raise Refused("Before the first card a line cannot hold the address of a website or a mailbox.", kind)
    if kind == THOUGHT and chair.match.status != PLAYING:
        raise Refused("Thoughts are sealed while a match is being played.", kind)
    return line


@transaction
def mute(chair_id: int, seat: int, muted: bool = True) -> Chair:
    """Hide another player's talk at this table from this seat's player, or show it again.

    Nobody else learns of it, and what has been said stays for the others. Raises `Refused` if nobody else sits there.
    """
    chair = one_chair(chair_id)
    other = next((other for other in chair.match.chairs if other.seat == seat), chair)
    if other.player_id in (None, chair.player_id):
        raise Refused("There is nobody in that seat whose talk you could mute.", "seat")
    others = {*(chair.muted or ())} - {other.player_id}
    chair.muted = sorted(others | {other.player_id} if muted else others) or None
    return chair


def _is_muted(remark: Remark, chair: Chair) -> bool:
    return remark.kind == TALK and remark.player_id in (chair.muted or ())


def _is_mine(remark: Remark, chair: Chair) -> bool:
    """Whether the seat's present player wrote the remark: the seat may have changed hands since."""
    return remark.chair_id == chair.id and remark.player_id == chair.player_id


# What is shown -------------------------------------------------------------------------------------------------------


def talk_for(chair: Chair, since: int = 0) -> list[Remark]:
    """The latest lines said to the table after the remark with id ``since``, oldest first, at most `SHOWN`.

    Without the talk of those that the seat's player has muted.
    """
    said = select(Remark).where(Remark.match_id == chair.match_id, Remark.kind.in_((TALK, NEWS)), Remark.id > since)
    latest = reversed(db.session.scalars(said.order_by(Remark.id.desc()).limit(SHOWN)).all())
    return [remark for remark in latest if not _is_muted(remark, chair)]


@dataclass(frozen=True)
class Remarks:
    """The remarks that a seat sees, oldest first: the latest talk, and its own notes and thoughts."""

    talk: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    thoughts: tuple[Remark, ...]


_HERE = Remark.match_id == bindparam("match")
_TO_ALL, _TO_ONESELF = (or_(*(Remark.kind == kind for kind in kinds)) for kinds in ((TALK, NEWS), (NOTE, THOUGHT)))
_LATEST = select(Remark.id).where(_HERE, _TO_ALL).order_by(Remark.id.desc()).limit(SHOWN)
_OWN = and_(Remark.chair_id == bindparam("chair"), _TO_ONESELF)
REMARKS = select(*Remark.__table__.c).where(_HERE, or_(Remark.id.in_(_LATEST), _OWN)).order_by(Remark.id)
"""The remarks that a ``chair`` of a ``match`` may see."""
THOUGHTS = select(*Remark.__table__.c).where(_HERE, Remark.kind == THOUGHT).order_by(Remark.ply, Remark.id)
"""What everybody at a ``match`` thought, in order."""


def remarks_for(chair: Chair, remarks: Iterable[Remark] | None = None) -> Remarks:
    """The remarks that a seat's present player may see. ``remarks``: the rows of `REMARKS`, if already loaded."""
    if remarks is None:
        remarks = rows(REMARKS, {"match": chair.match_id, "chair": chair.id})

    def of(*kinds: str) -> tuple[Remark, ...]:
        return tuple(remark for remark in remarks if remark.kind in kinds)

    return Remarks(
        tuple(remark for remark in of(TALK, NEWS) if not _is_muted(remark, chair)),
        tuple(note for note in of(NOTE) if _is_mine(note, chair)),
        tuple(thought for thought in of(THOUGHT) if _is_mine(thought, chair)),
    )


def unread(chair: Chair, talk: Sequence[Remark]) -> tuple[Seat, Remark] | None:
    """The last line of ``talk``, and whose seat said it; ``None`` where this seat has spoken or answered since."""
    last = next((remark for remark in reversed(talk) if remark.kind == TALK), None)
    if last is None or last.player_id == chair.player_id or last.ply < chair.seen_ply:
        return None
    here = (other for other in chair.match.chairs if (other.id, other.player_id) == (last.chair_id, last.player_id))
    return next(((other.seat, last) for other in here), None)


def opened_thoughts(match: Match) -> Sequence[Remark]:
    """Everybody's thoughts once the match is over; an empty list before."""
    if match.status != OVER or match.shut:
        return []
    return rows(THOUGHTS, {"match": match.id})


def opened_news(match: Match) -> list[Remark]:
    """What the server told the table, in order; an empty list before the match is over."""
    return [] if match.status != OVER or match.shut else news_of(match)


def news_of(match: Match, latest: int | None = None) -> list[Remark]:
    """What the server told the table, in order; or only the latest of it, the last first."""
    news = select(Remark).where(Remark.match_id == match.id, Remark.kind == NEWS)
    order = Remark.id if latest is None else Remark.id.desc()
    return list(db.session.scalars(news.order_by(order).limit(latest)))
