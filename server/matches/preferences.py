"""A player's preferences: when letters are sent, whether to send reminders, or none; what a table is called."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, select, update

from .. import clock
from ..store import nudge
from ..store.models import CHAIRS, INVITED, MATCHES, Chair, Letter, Offer, Player, db
from ..store.one_match import chairs_of, one_chair, one_player, touch
from ..store.session import NOW, transaction
from . import letters, strangers
from .addresses import checked_address, checked_name
from .errors import Refused
from .opening import call_off
from .people import people_with

AT_ONCE, GATHERED, DAILY = "at-once", "gathered", "daily"
DIGESTS = {
    AT_ONCE: "Each letter at once",
    GATHERED: "All tables in one letter, after ten quiet minutes",
    DAILY: "One letter a day, at an hour of mine",
}
"""When a player's letters are sent, with the label of each choice."""


@transaction
def set_digest(player_id: int, digest: str, hour: str = "", at: datetime = NOW) -> Player:
    """Choose when letters are sent; letters already waiting follow the new choice too.

    ``hour`` (such as 20:00, where the player lives) is for daily letters. Raises `Refused` for a bad digest or hour.
    """
    if digest not in DIGESTS:
        raise Refused(f"Say one of {', '.join(DIGESTS)}.", "digest")
    player = one_player(player_id)
    if digest == DAILY:
        daily_at = clock.hour_of(hour)
        if daily_at is None:
            raise Refused(f"The hour of a daily letter is a time such as 20:00, not “{hour[:40]}”.", "hour")
        player.daily_at, player.zone = f"{daily_at:%H:%M}", player.zone or "UTC"
    player.digest = digest
    _reschedule(player, at)
    return player


def _reschedule(player: Player, at: datetime) -> None:
    """Make waiting letters that were never tried due now: the outbox then decides again how long they wait."""
    theirs = select(CHAIRS.c.id).where(CHAIRS.c.player_id == player.id)
    free = or_(Letter.held_until.is_(None), Letter.held_until <= at)
    waiting = Letter.chair_id.in_(theirs), Letter.due_at > at, Letter.attempts == 0, free
    db.session.execute(update(Letter).where(*waiting).values(due_at=at))
    nudge.want_delivery()


@transaction
def learn_zone(player_id: int, zone: str) -> Player:
    """Keep the time zone that a player's browser names, unless one is known already, or there is no such zone."""
    player = one_player(player_id)
    player.zone = player.zone or clock.known_zone(zone)
    return player


@transaction
def want_reminders(player_id: int, wanted: bool) -> Player:
    """Choose whether the player is reminded before windows close."""
    player = one_player(player_id)
    player.reminders = wanted
    return player


@transaction
def want_hand(player_id: int, wanted: bool) -> Player:
    """Choose whether letters show what only the player sees of a table: the hand, and answers that are not open."""
    player = one_player(player_id)
    player.hand_in_letters = wanted
    return player


@transaction
def name_table(chair_id: int, name: str) -> Chair:
    """Call the table of a seat by a name that only its player sees; by none if it is empty. Raises `Refused`."""
    chair = one_chair(chair_id)
    chair.table_name = checked_name(name) if name.strip() else None
    return chair


@transaction
def stop_letters(chair_id: int, stopped: bool = True, at: datetime = NOW) -> Chair:
    """Stop all letters of this match to this seat, or send them again."""
    chair = one_chair(chair_id)
    chair.stopped_at = (chair.stopped_at or at) if stopped else None
    return chair


@transaction
def stop_letters_to(player_id: int, stopped: bool = True, at: datetime = NOW) -> Player:
    """Stop all letters to this player, or send them again, which also takes back `never_write`."""
    player = one_player(player_id)
    player.stopped_at = (player.stopped_at or at) if stopped else None
    if not stopped:
        strangers.welcome(player.email)
        for chair in _invited(player):
            chair.trouble = None if chair.trouble == strangers.NOT_POSSIBLE else chair.trouble
    return player


@transaction
def never_write(player_id: int, at: datetime = NOW) -> Player:
    """Never write to this person again, whoever asks for it; the person alone can take it back, by a link of theirs.

    Hosts who wait for an answer are told the same as of an address that does not exist.
    """
    player = one_player(player_id)
    strangers.refuse(player.email, at)
    player.stopped_at = player.stopped_at or at
    for chair in _invited(player):
        if chair.seat == 0:
            call_off(chair.match, chair, at)
            continue
        known, chair.trouble = chair.trouble, strangers.NOT_POSSIBLE
        touch(chair.match)
        if known is None:
            letters.tell_host_of_trouble(chair.match, chair, at)
    open_offers = update(Offer).where(Offer.player_id == player.id, Offer.accepted_at.is_(None))
    db.session.execute(open_offers.values(trouble=strangers.NOT_POSSIBLE))
    return player


@transaction
def block(typed: str, at: datetime = NOW) -> bool:
    """The same for an address, whether anybody has it here or not. Returns False if it was blocked already.

    Raises `Refused` if the text is not an address.
    """
    email = checked_address(typed)
    is_news = not strangers.wants_none(email)
    strangers.refuse(email, at)
    for player in people_with(email):
        never_write(player.id, at)
    return is_news


@transaction
def unblock(typed: str) -> bool:
    """Let letters go to an address again. Returns False if it was not blocked. Raises `Refused`."""
    email = checked_address(typed)
    was_blocked = strangers.welcome(email)
    for player in people_with(email) if was_blocked else ():
        stop_letters_to(player.id, stopped=False)
    return was_blocked


def _invited(player: Player) -> list[Chair]:
    """The seats that the player was invited to and has not taken."""
    waiting = MATCHES.c.status == INVITED, CHAIRS.c.accepted_at.is_(None), CHAIRS.c.invited_at.is_not(None)
    found = select(CHAIRS.c.id).join(MATCHES).where(CHAIRS.c.player_id == player.id, *waiting).order_by(CHAIRS.c.id)
    return chairs_of(db.session.scalars(found).all())
