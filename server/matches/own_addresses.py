"""Other addresses of a person, and mail that is held until the person in whose name it came says whose it was.

A held mail does nothing. Its player alone can let it be read, by a link or a yes from their own address; it is then
acted on as if it had come at once, so that a later answer of theirs still stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, select

from ..store.mailboxes import mailbox
from ..store.models import CHAIRS, PLAYERS, Chair, InboundMail, Match, OwnAddress, Player, db
from ..store.one_match import one_chair, people_where
from ..store.session import NOW, run, transaction
from . import letters
from .errors import Gone, Refused
from .people import are_one, people_with

HELD, DISOWNED = "held", "disowned"
"""Outcomes of mails: held until the player says whose it is; not the player's own."""
ADDRESS, ORIGIN = "address", "origin"
"""Why a mail is held: its address is not known as the player's, or it may not come from there at all."""
FORGOTTEN = "That mail was kept for two weeks, and is forgotten now. If it was yours, answer on your page."
NOT_YOURS = "You have said that this mail was not yours, so it was thrown away. If it was, send it once more."


def is_of(player: Player, email: str) -> bool:
    """Whether mail from this address counts as the player's: it is their mailbox, or one that they have accepted."""
    if are_one(email, player.email):
        return True
    accepted = select(OwnAddress.id).where(OwnAddress.player_id == player.id, OwnAddress.mailbox == mailbox(email))
    return db.session.scalar(accepted) is not None


def owner_of(email: str) -> Player | None:
    """The person with a seat to whom an address belongs; ``None`` if it is nobody's, or of several people.

    Whoever gets letters there comes before people who have accepted it as one more of theirs.
    """
    accepted = select(OwnAddress.player_id).where(OwnAddress.mailbox == mailbox(email))
    theirs = people_where(PLAYERS.c.id.in_(accepted))
    seated = list(filter(_has_seat, people_with(email))) or list(filter(_has_seat, theirs))
    return seated[0] if len(seated) == 1 else None


def _has_seat(player: Player) -> bool:
    seat = select(CHAIRS.c.id).where(CHAIRS.c.player_id == player.id, CHAIRS.c.accepted_at.is_not(None)).limit(1)
    return db.session.scalar(seat) is not None


def is_of_others(match: Match, chair: Chair, email: str) -> bool:
    """Whether an address belongs to somebody else at the table, for whom it cannot answer."""
    others = (other.player for other in match.chairs if other.player_id not in (None, chair.player_id))
    return any(player is not None and is_of(player, email) for player in others)


def accepted_by(player_id: int) -> list[OwnAddress]:
    """The other addresses of a person, as they were accepted."""
    theirs = select(OwnAddress).where(OwnAddress.player_id == player_id).order_by(OwnAddress.id)
    return list(db.session.scalars(theirs))


def held(mail_id: int) -> InboundMail:
    """A mail that is held, or was. Raises `Gone` if it is forgotten."""
    mail = db.session.get(InboundMail, mail_id)
    if mail is None:
        raise Gone(FORGOTTEN)
    return mail


@transaction
def vouch(mail_id: int, at: datetime = NOW) -> InboundMail:
    """Say that a held mail is one's own: it is read now. If its address was unknown, it counts as the person's from now
    on, and other mail from there that is held for it is read too.

    Saying it again changes nothing. Raises `Gone` if the mail is forgotten, `Refused` if it was said not to be theirs.
    """
    mail = held(mail_id)
    if mail.outcome == DISOWNED:
        raise Refused(NOT_YOURS)
    if mail.outcome != HELD or mail.claimed is None:
        return mail
    mail.vouched_at = at
    if mail.held == ADDRESS:
        _accept(mail, at)
        for other in _held_with(mail):
            _release(other, at)
    _release(mail, at)
    return mail


@transaction
def disown(mail_id: int) -> InboundMail:
    """Say that a held mail is not one's own: it is thrown away. No effect on a mail that has been read."""
    mail = held(mail_id)
    if mail.outcome == HELD:
        mail.outcome, mail.raw = DISOWNED, b""
    return mail


@transaction
def take_back(player_id: int, address_id: int) -> None:
    """Remove one of a person's other addresses. What was answered from there stays."""
    run(delete(OwnAddress).where(OwnAddress.id == address_id, OwnAddress.player_id == player_id))


def _accept(mail: InboundMail, at: datetime) -> None:
    chair = one_chair(mail.chair_id)
    player = chair.player
    assert player is not None
    assert mail.claimed is not None
    if is_of(player, mail.claimed):
        return
    own = OwnAddress(player_id=player.id, email=mail.claimed, mailbox=mailbox(mail.claimed), accepted_at=at)
    db.session.add(own)
    letters.write_once(chair.match, chair, "address", at, f"{mail.id}", address=mail.claimed)


def _held_with(mail: InboundMail) -> Iterable[InboundMail]:
    """The other mails of the same player that are held because of the same address."""
    theirs = InboundMail.player_id == mail.player_id, InboundMail.outcome == HELD, InboundMail.held == ADDRESS
    found = db.session.scalars(select(InboundMail).where(*theirs, InboundMail.id != mail.id)).all()
    return [other for other in found if are_one(other.claimed or "", mail.claimed or "")]


def _release(mail: InboundMail, at: datetime) -> None:
    """Have a mail read as if it had just come in."""
    mail.due_at, mail.attempts, mail.outcome = at, 0, None
