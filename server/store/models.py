"""The database models: players, matches, chairs, turns, remarks, letters, reply addresses and inbound mail.

Only `server.matches` writes matches and chairs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    select,
    text,
)
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, validates
from sqlalchemy.orm import registry as Registry

from .. import clock
from ..logs import DATABASE
from ..plans import Plan
from ..rules.engine import Seat
from .ballots import Appointment, Ballot, Claims, Motion
from .columns import Moment, Structured
from .envelopes import Envelope, Opened
from .mailboxes import mailbox

INVITED, PLAYING, OVER, CANCELLED = "invited", "playing", "over", "cancelled"
NO_PLY = 2**31 - 1
"""A number that no ply reaches."""
UNEXAMINED = text("status = 'playing' AND asleep_at IS NULL AND examined < ply")
"""Of a match: nobody has looked yet whether anything is left to decide. Written out, as both databases want it to use
the index of these."""
NUMBERED_ONCE = {"sqlite_autoincrement": True}
"""Of tables whose numbers are signed in links: none is given twice, even if its row was deleted or a backup restored.

PostgreSQL does so by itself."""


class Base(DeclarativeBase):
    """The base of all models. Constraints have fixed names, so that migrations can alter them."""

    registry: ClassVar[Registry] = Registry(
        metadata=MetaData(
            naming_convention={
                "ix": "ix_%(table_name)s_%(column_0_N_name)s",
                "uq": "uq_%(table_name)s_%(column_0_N_name)s",
                "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
                "pk": "pk_%(table_name)s",
            }
        ),
        type_annotation_map={
            datetime: Moment,
            dict[str, Any]: JSON(none_as_null=True),
            list[Any]: JSON(none_as_null=True),
            str: Text,
        },
    )


class Database(SQLAlchemy):
    """The database, whose sessions end quietly: a connection that was lost meanwhile is no failure of the request."""

    def _teardown_session(self, exc: BaseException | None) -> None:
        try:
            super()._teardown_session(exc)
        except Exception as error:
            DATABASE.goes_on(error=type(error).__name__)
            self.session().invalidate()
            self.session.registry.clear()


db = Database(model_class=Base, session_options={"expire_on_commit": False})


def _mailbox(row: DefaultExecutionContext) -> str:
    return mailbox(row.get_current_parameters()["email"])  # type: ignore[no-untyped-call]


class Player(Base):
    """A person, identified by a mail address. ``email`` is in lower case."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254), unique=True)
    mailbox: Mapped[str] = mapped_column(String(254), unique=True, index=True, default=_mailbox)
    """What the address is compared by, see `server.store.mailboxes`."""
    zone: Mapped[str | None]
    stopped_at: Mapped[datetime | None]
    """When this person stopped all letters, or ``None``."""
    quiet_from: Mapped[str | None] = mapped_column(String(5))
    quiet_until: Mapped[str | None] = mapped_column(String(5))
    """Daily quiet hours in local time of ``zone``, such as 22:00 to 08:00; they do not count for deadlines."""
    vacations: Mapped[list[Any] | None]
    """``[[from, until], …]`` in ISO 8601, in order; those that ended before last year are dropped."""
    remind_before: Mapped[list[Any] | None]
    """Extra reminders, in hours before a deadline."""
    reminders: Mapped[bool] = mapped_column(default=True)
    """Whether this person wants reminders at all."""
    digest: Mapped[str] = mapped_column(String(10), default="at-once")
    """When letters are sent: at-once, gathered or daily; see `server.post.digest`."""
    daily_at: Mapped[str | None] = mapped_column(String(5))
    """The hour of daily letters, in local time of ``zone``."""
    link_version: Mapped[int] = mapped_column(default=1)
    """Version of the link to all the person's matches; raising it revokes older links."""
    created_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    """When this person first took a seat by a link of their own; ``None``: nobody knows that they want any letters."""

    __table_args__ = NUMBERED_ONCE

    @property
    def own_hours(self) -> bool:
        """Whether deadlines and reminders depend on this person's settings."""
        return bool(self.quiet_from or self.vacations or self.remind_before)


def has_address(email: str) -> ColumnElement[bool]:
    """The condition that a `Player` is whoever has this address, however it is written."""
    return Player.mailbox == mailbox(email)


class Match(Base):
    """One game among some people.

    ``snapshot`` is the serialised state after ``ply`` resolved windows. ``sealed`` holds the answers that have not
    opened yet, by seat; they are not part of the state.
    ``revision`` rises with every write; a write based on an older revision fails (optimistic locking).
    """

    __tablename__ = "match"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    revision: Mapped[int] = mapped_column()
    status: Mapped[str] = mapped_column(String(10))
    game: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Any]]
    pace: Mapped[str]
    terms: Mapped[dict[str, Any]]
    """The terms agreed when the match was opened, by name; see `server.terms`."""
    seed: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    snapshot: Mapped[dict[str, Any] | None]
    sealed: Mapped[dict[Seat, Envelope]] = mapped_column(Structured(dict[Seat, Envelope]))
    shuffles: Mapped[int] = mapped_column(default=0)
    ply: Mapped[int] = mapped_column(default=0)
    unanswered: Mapped[int] = mapped_column(default=0)
    """Number of windows in a row that nobody has answered."""
    opened_at: Mapped[datetime | None]
    counts_from: Mapped[datetime | None]
    """Start of the open window's time if it was extended after a missed deadline; else ``None``: ``opened_at``."""
    grace: Mapped[int] = mapped_column(default=0)
    """Seconds by which the players agreed to extend the open window."""
    closes_at: Mapped[datetime | None]
    moves: Mapped[int] = mapped_column(default=0)
    """How often ``closes_at`` has changed; the sequence number of calendar events."""
    moved_at: Mapped[datetime | None]
    gaps: Mapped[list[Any] | None]
    """``[[from, until], …]`` in ISO 8601: when the server was away or paused in the open window; it does not count."""
    settled: Mapped[int] = mapped_column(default=0)
    """The id of the last `Outage` of which this match has got its time back."""
    examined: Mapped[int] = mapped_column(default=-1)
    """The last ply at which it was looked whether anything is left to decide; `NO_PLY` where the terms want no look."""
    decided: Mapped[str | None] = mapped_column(String(20))
    """The deal whose result nothing can change any more (see `server.matches.finishing`)."""
    appointment: Mapped[Appointment | None] = mapped_column(Structured(Appointment))
    """The hour that somebody proposed last for sitting together."""
    meets_at: Mapped[datetime | None]
    meets_until: Mapped[datetime | None]
    """From when to when everybody has agreed to sit together; ``None`` while nothing is agreed."""
    call_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the players are to be reminded of that hour; ``None`` once they were."""
    claims: Mapped[Claims | None] = mapped_column(Structured(Claims))
    """The claims of all remaining tricks made in one deal; ``None``: there is none."""
    claim_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the open claim is next to be looked into, or the rest to be played; ``None``: it waits for players."""
    remind_at: Mapped[datetime | None]
    retry_at: Mapped[datetime | None]
    asleep_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    over_at: Mapped[datetime | None]
    ending: Mapped[str | None]
    """How the match ended: played, resigned, agreed, declined or lapsed."""
    scores: Mapped[list[Any] | None]
    winners: Mapped[list[Any] | None]
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("match.id"), unique=True)
    same_deals: Mapped[str | None] = mapped_column(String(16), index=True)
    """The first of the tables that play the same deals as this one, which may be this one; ``None``: no other does."""
    table_number: Mapped[int | None]
    """Which of those tables this is, from 1 on."""
    turned: Mapped[bool] = mapped_column(default=False)
    """Whether the people of each later table sit one seat further than they were named."""
    words: Mapped[list[Any] | None]
    """The words mixed into the deals of all those tables, in order; ``None``: those of the chairs are mixed in."""
    shut: Mapped[bool] = mapped_column(default=False)
    """Whether nothing of this match may be shown but to its own seats, until all those tables have ended."""
    tidied_at: Mapped[datetime | None]
    """When what only helps while people write about it was deleted; see `server.matches.retaining`."""
    archived_at: Mapped[datetime | None]
    """When its windows were packed into the archive; see `server.matches.archiving`."""

    desk_version: Mapped[int] = mapped_column(default=1)
    """Version of the link to the host's desk; raising it ends older links."""
    motion: Mapped[Motion | None] = mapped_column(Structured(Motion))
    """What was last asked of all players for the host; ``None``: nothing was."""
    judgement: Mapped[Ballot[str] | None] = mapped_column(Structured(Ballot[str]))
    """What players have said on going on without one who is absent, see `server.matches.absence`."""
    paused_until: Mapped[datetime | None]
    """Until when the match is paused: its clock stands still, but whoever wants may answer."""
    paused_days: Mapped[int] = mapped_column(default=0)
    """For how many days the match has been paused in all; one that was begun counts."""
    practice_until: Mapped[datetime | None] = mapped_column(index=True)
    """When this match is deleted, if it is for practice: one person without an address against the house, whom no clock
    and no letter presses; ``None`` for every other match."""
    practice_form: Mapped[str | None] = mapped_column(String(64), unique=True, index=True)
    """A hash of the form that began it, so that a form sent twice begins one; of matches for practice alone."""

    chairs: Mapped[list[Chair]] = relationship(back_populates="match", order_by="Chair.seat", lazy="selectin")

    def lately(self, plies: int) -> Sequence[Turn]:
        """The turns of the latest plies, in no order; a turn that is being written may be missing."""
        latest = select(Turn).where(Turn.match_id == self.id, Turn.ply > self.ply - plies)
        return db.session.scalars(latest).all()

    @validates("closes_at")
    def _closes_at_moves(self, _: str, closes_at: datetime | None) -> datetime | None:
        if closes_at != self.closes_at:
            count_move(self)
        return closes_at

    __mapper_args__ = {"version_id_col": revision}
    __table_args__ = (
        Index("ix_match_status_closes_at", "status", "closes_at"),
        Index("ix_match_status_remind_at", "status", "remind_at"),
        Index("ix_match_unexamined", "opened_at", postgresql_where=UNEXAMINED, sqlite_where=UNEXAMINED),
        Index(
            "ix_match_over_at",
            "over_at",
            postgresql_where=text("over_at IS NOT NULL AND archived_at IS NULL"),
            sqlite_where=text("over_at IS NOT NULL AND archived_at IS NULL"),
        ),
    )


def count_move(match: Match) -> None:
    """Count a change of the deadline, so that calendars notice it."""
    match.moves, match.moved_at = (match.moves or 0) + 1, clock.now()


class Chair(Base):
    """A player's place in a match. Its link contains ``link_version``; raising it revokes older links."""

    __tablename__ = "chair"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(40))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    """``None`` for a house player without a person."""
    link_version: Mapped[int] = mapped_column(default=1)
    word: Mapped[str | None] = mapped_column(String(100))
    invited_at: Mapped[datetime | None]
    accepted_at: Mapped[datetime | None]
    declined_at: Mapped[datetime | None]
    resigned_at: Mapped[datetime | None]
    house: Mapped[bool] = mapped_column(default=False)
    """Whether a house player answers for this seat, for good or for a while."""
    stopped_at: Mapped[datetime | None]
    """When this player stopped the letters of this match, or ``None``."""
    told_ply: Mapped[int] = mapped_column(default=0)
    """Letters have told this seat the story before this ply."""
    own_hours: Mapped[bool] = mapped_column(default=False)
    """Copy of `Player.own_hours`, so that the player's row is read only if deadlines depend on it."""
    bank: Mapped[int | None]
    """Seconds left in this seat's time bank; ``None`` if the pace has no banks."""
    excuses: Mapped[int] = mapped_column(default=0)
    """How many more times a window that this seat misses is extended."""
    missed: Mapped[int] = mapped_column(default=0)
    """Number of windows in a row that this seat has missed."""
    trouble: Mapped[str | None]
    """Why mail to this player fails; shown to the seat and to the host."""
    latest_plan: Mapped[Plan | None] = mapped_column("standing", Structured(Plan))
    """The player's plan, even if it was withdrawn because it did not fit. Only the player may see it."""
    order_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the delayed answer of the plan, or the forced answer, is to be given in the open window."""
    thinks_since: Mapped[datetime | None]
    """Since when a house player that looks ahead thinks about this seat's answer to the open window; else ``None``."""
    think_at: Mapped[datetime | None] = mapped_column(index=True)
    """When that decision is next to be made: at once, or again if whoever makes it now is not heard of by then."""
    here_until: Mapped[datetime | None]
    """Until when the player is here, ready to play on at once; see `server.views.presence`."""
    muted: Mapped[list[Any] | None]
    """The players (their ids) whose talk this one does not want to read at this table; ``None``: nobody's."""
    heard: Mapped[int] = mapped_column(default=0)
    """The id of the last remark that a letter has told this player."""
    seen_ply: Mapped[int] = mapped_column(default=0)
    """The player has seen the table as it was at this ply, by answering or by a tap, and everything before it."""

    match: Mapped[Match] = relationship(back_populates="chairs")
    player: Mapped[Player | None] = relationship(lazy="joined")

    @property
    def plan(self) -> Plan | None:
        """The player's plan, unless it was withdrawn."""
        return None if self.latest_plan is None or self.latest_plan.withdrawn else self.latest_plan

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here yet, nor was invited: the seat is for whoever takes it by the match's link."""
        return self.player_id is None and self.player is None and not self.house and self.match.status == INVITED

    @validates("player")
    def _sits_down(self, _: str, player: Player | None) -> Player | None:
        self.own_hours, self.player_id = player is not None and player.own_hours, player.id if player else None
        return player

    __table_args__ = (UniqueConstraint("match_id", "seat"), NUMBERED_ONCE)


class Offer(Base):
    """A seat offered to somebody else, whose it becomes only when they accept; until then its player keeps it.

    ``by_seat``: the seat that offers it. ``version``: the seat's link version then; the offer is void once the seat
    has changed hands or got a new link. ``closed_at``: when it was withdrawn, or declined at ``declined_at``.
    """

    __tablename__ = "offer"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    chair_id: Mapped[int] = mapped_column(ForeignKey("chair.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    by_seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(40))
    version: Mapped[int]
    created_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]
    declined_at: Mapped[datetime | None]
    trouble: Mapped[str | None]
    """Why the letter that asks does not arrive."""

    player: Mapped[Player] = relationship()

    __table_args__ = NUMBERED_ONCE


class SharedLink(Base):
    """A link to a match that is no seat's: to take one of its open seats by (``join``), or to watch it by (``watch``).

    ``version`` is in the link; raising it revokes older links. ``ended_at``: since when there is none at all.
    """

    __tablename__ = "shared_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    purpose: Mapped[str] = mapped_column(String(5))
    version: Mapped[int] = mapped_column(default=1)
    most: Mapped[int | None]
    """How many people may take a seat by the link as it is now; ``None``: as many as there are open seats."""
    listed: Mapped[bool] = mapped_column(default=False)
    """Whether the table is in the public list of open tables."""
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]

    __table_args__ = (UniqueConstraint("match_id", "purpose"),)


class Reservation(Base):
    """An open seat that is kept for a day for somebody who asked for it: their letter has the link that takes it.

    ``link_version``: of the `SharedLink` by which they asked. ``form``: a hash of the form that asked, so that a form
    sent twice asks once. ``chair_version``: the link version of the seat since it was taken.
    """

    __tablename__ = "reservation"
    __table_args__ = NUMBERED_ONCE

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    chair_id: Mapped[int] = mapped_column(ForeignKey("chair.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    link_version: Mapped[int]
    form: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime]
    until: Mapped[datetime]
    taken_at: Mapped[datetime | None]
    chair_version: Mapped[int | None]
    closed_at: Mapped[datetime | None]
    """When the person said that they do not want the seat."""

    player: Mapped[Player] = relationship()


class Turn(Base):
    """A resolved window; rows are only ever added.

    ``said``: the lines of the story, ``[{"text", "values", "to"}]``. The deal is ply 0.
    """

    __tablename__ = "turn"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    phase: Mapped[str] = mapped_column(String(32))
    opened_at: Mapped[datetime]
    closed_at: Mapped[datetime]
    answers: Mapped[list[Opened]] = mapped_column(Structured(list[Opened]))
    said: Mapped[list[Any]]


class Snapshot(Base):
    """The table of a match as it was after some of its plies, so that any ply is found again in a moment.

    Kept where a deal or a round begins, after every shuffle and every few plies. ``state`` is the dumped state of that
    ``version`` of the rules, ``shuffles`` how many were used by then, ``part`` the number of the deal or round;
    ``None`` where the game counts none. Where a deal begins in a game with tricks, ``ended`` is what all know of the
    one before it, and ``after`` what all see at this table, which tells how that deal ended; see `server.views.replay`.
    Rows are only ever added.
    """

    __tablename__ = "snapshot"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    shuffles: Mapped[int]
    part: Mapped[int | None]
    state: Mapped[dict[str, Any]]
    ended: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]


class Review(Base):
    """A match that is over, of which the house considers the decisions of its players; see `server.matches.reviewing`.

    ``ply``: the decisions of all windows before this one have been considered. ``tries``: how often the next one was
    taken since one was last finished.
    """

    __tablename__ = "review"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When to take the next decision, or when the lease on it expires; ``None`` once all have been considered."""
    ply: Mapped[int] = mapped_column(default=0)
    tries: Mapped[int] = mapped_column(default=0)


class Considered(Base):
    """What the house thinks of one decision of a player, from what the seat saw then; only that seat is shown it.

    ``opinion``: a `server.house.opinions.Opinion`; ``None`` where it has none. ``place``: how far the match had come,
    ``[[unit, number], …]`` from the largest part to the smallest. Rows are only ever added.
    """

    __tablename__ = "considered"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[list[Any]]
    opinion: Mapped[dict[str, Any] | None]


class Archived(Base):
    """Rows of a match that was over long ago, packed as `server.store.history` packs and reads them.

    ``kind``: the table that they were in. ``number``: of the part, or the seat that they are about.
    """

    __tablename__ = "archived"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    packed: Mapped[bytes]


class Remark(Base):
    """A line that somebody wrote at the table.

    ``kind``: talk (to all), note (private), thought (sealed until the match is over) or news (from the server). Notes
    and thoughts belong to the player who wrote them, not to the seat: a substitute does not see them. ``name`` is the
    writer's name at that time.
    """

    __tablename__ = "remark"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    chair_id: Mapped[int] = mapped_column(ForeignKey("chair.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    name: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(8))
    ply: Mapped[int]
    at: Mapped[datetime]
    text: Mapped[str] = mapped_column(String(500))

    __table_args__ = (Index("ix_remark_match_id_kind", "match_id", "kind"),)


class Letter(Base):
    """A letter in the outbox, kept after it is sent. ``identity`` is unique, so that nothing is announced twice.

    The text is not stored: it is rendered when the letter is sent, from what the seat may see then.
    """

    __tablename__ = "letter"

    id: Mapped[int] = mapped_column(primary_key=True)
    identity: Mapped[str] = mapped_column(unique=True)
    """Of any length, because it may hold a mail address."""
    kind: Mapped[str] = mapped_column(String(20))
    match_id: Mapped[str | None] = mapped_column(ForeignKey("match.id"))
    chair_id: Mapped[int | None] = mapped_column(ForeignKey("chair.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """``None`` if only an address is known, which is then in ``facts``."""
    ply: Mapped[int | None]
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """Values that this kind of letter needs besides the match; never a sealed answer. What the letter suggests to its
    reader ("did you mean …?") is as secret as one: it is shown in that letter alone."""
    created_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    """When to try next, or when a lease on it expires; ``None`` once it is sent, failed or dropped."""
    held_until: Mapped[datetime | None]
    """Not to be sent before, not even with others: its reader is at the table, or has agreed to be there."""
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    refused_at: Mapped[datetime | None]
    """When the mail server first refused this letter for good; it may still have been the server's fault."""
    failed_at: Mapped[datetime | None]
    again_at: Mapped[datetime | None]
    """When the operator last had it sent again after it had failed."""
    dropped_at: Mapped[datetime | None]
    """When it was dropped, because it had become obsolete or its reader wants no letters."""
    gathered_in: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))
    """The digest that carries this letter; the digest is sent instead, and its outcome is this letter's."""
    error: Mapped[str | None]
    message_id: Mapped[str | None]
    restored_at: Mapped[datetime | None]
    """When a backup was restored in which this letter waits: it may have been sent since, in other words, so that it
    needs a Message-ID of its own."""

    @property
    def digest(self) -> str:
        """What this letter is called outside: unlike its number it does not tell how many letters others have got."""
        edition = f" {self.restored_at.isoformat()}" if self.restored_at else ""
        return hashlib.sha256(f"{self.identity}{edition}".encode()).hexdigest()[:32]

    __table_args__ = (
        Index(
            "ix_letter_due_at",
            "due_at",
            postgresql_where=text("due_at IS NOT NULL"),
            sqlite_where=text("due_at IS NOT NULL"),
        ),
        Index("ix_letter_chair_id_sent_at", "chair_id", "sent_at"),
        Index(
            "ix_letter_gathered_in",
            "gathered_in",
            postgresql_where=text("gathered_in IS NOT NULL"),
            sqlite_where=text("gathered_in IS NOT NULL"),
        ),
        NUMBERED_ONCE,
    )


class Channel(Base):
    """A way besides mail on which a person is told that something waits: a browser, or a hook into a chat.

    ``kind``: a key of `server.post.channels.KINDS`. ``match_id``: the match that it tells of what every spectator may
    know, as long as this person is its host; ``None``: it tells of all of the person's own tables.
    """

    __tablename__ = "channel"
    __table_args__ = NUMBERED_ONCE

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    match_id: Mapped[str | None] = mapped_column(ForeignKey("match.id"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(40))
    """What the person calls it."""
    address: Mapped[str]
    """Where it is called (https://…); in most kinds whoever knows it can write there."""
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """What this kind needs besides: the keys of a browser, tokens, the number of a chat, a key for signatures."""
    letters_too: Mapped[bool] = mapped_column(default=False)
    """Whether letters come besides; otherwise one is sent only if the notice could not be delivered."""
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    failing_since: Mapped[datetime | None]
    """When the first of the failed attempts was made since it last worked; ``None``: it works."""
    failures: Mapped[int] = mapped_column(default=0)
    """How many attempts have failed since it last worked."""
    error: Mapped[str | None]
    """Why the last attempt failed, or why it was switched off, as a sentence."""

    player: Mapped[Player] = relationship()


class Notice(Base):
    """What is told on one channel because of one letter; ``identity`` is unique, so that nothing is told twice.

    The text is not stored: it is made when the notice is sent. ``kind``: that of the letter, or a trial.
    """

    __tablename__ = "notice"
    __table_args__ = (Index("ix_notice_due_at", "due_at"), NUMBERED_ONCE)

    id: Mapped[int] = mapped_column(primary_key=True)
    identity: Mapped[str] = mapped_column(String(80), unique=True)
    channel_id: Mapped[int] = mapped_column(ForeignKey("channel.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    match_id: Mapped[str | None] = mapped_column(ForeignKey("match.id"))
    ply: Mapped[int | None]
    letter_id: Mapped[int | None] = mapped_column(index=True)
    """The letter because of which it is told; it may have been deleted since."""
    created_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    """When to try next, or when a lease on it expires; ``None`` once it is sent or dropped."""
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    dropped_at: Mapped[datetime | None]

    channel: Mapped[Channel] = relationship()


class Relay(Base):
    """The state of the mail server that takes our letters, shared by all workers; see `server.post.breaker`.

    There is one row. ``passed_at``: when the server last took a letter, to within a few seconds. ``refused``: whose
    letters it has refused for good since then, as hashes with a mark. ``words``: what it said last. ``down_since`` and
    ``retry_at`` are set while it refuses everybody: since when, and when to try one letter. ``pause``: the last pause,
    in seconds.
    """

    __tablename__ = "relay"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    passed_at: Mapped[datetime | None]
    refused: Mapped[str] = mapped_column(default="")
    words: Mapped[str | None]
    down_since: Mapped[datetime | None]
    retry_at: Mapped[datetime | None]
    pause: Mapped[int] = mapped_column(default=0)


class ReplyAddress(Base):
    """The reply address of one letter, with a random token of which only the SHA-256 is stored.

    Replies count as the seat's until the window of ``ply`` closes; after that the address is still recognised.
    """

    __tablename__ = "reply_address"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    chair_id: Mapped[int] = mapped_column(ForeignKey("chair.id"), index=True)
    ply: Mapped[int]
    purpose: Mapped[str] = mapped_column(String(10))
    """What a reply is taken as: answer, or resign (a yes resigns)."""
    created_at: Mapped[datetime]
    letter_id: Mapped[int | None]
    """The letter that a yes answers, if that letter suggests an answer; the suggestion is in its facts."""
    player_id: Mapped[int | None]
    version: Mapped[int]
    """Who got the letter, and the link version of the seat then. Where the seat has another player or another link now,
    the address is of no use there any more."""


class PersonAddress(Base):
    """The reply address of a letter to a person that is not about one seat; only the SHA-256 of its token is stored.

    ``tables``: ``[[chair id, ply, link version], …]``, the tables that asked its reader for an answer, in the order of
    their numbers.
    """

    __tablename__ = "person_address"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    tables: Mapped[list[Any]]
    created_at: Mapped[datetime]


class OwnAddress(Base):
    """Another address of a person, from which mail counts as theirs. ``mailbox``: its normal form."""

    __tablename__ = "own_address"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    email: Mapped[str] = mapped_column(String(254))
    mailbox: Mapped[str] = mapped_column(String(254))
    accepted_at: Mapped[datetime]

    __table_args__ = (UniqueConstraint("player_id", "mailbox"),)


class InboundMail(Base):
    """A received mail: stored before its sender gets a 250 reply, and processed once.

    It is addressed to a seat's window, or is the bounce of a letter (``letter_id``), or answers a letter that suggests
    an answer (``letter_id``, too). ``identity`` is unique: the same
    mail to the same address is one row. ``raw`` is emptied when the mail has been processed, unless it is held: it then
    waits for a word of the player in whose name it came.
    """

    __tablename__ = "inbound_mail"

    id: Mapped[int] = mapped_column(primary_key=True)
    identity: Mapped[str] = mapped_column(String(64), unique=True)
    chair_id: Mapped[int | None] = mapped_column(ForeignKey("chair.id"))
    ply: Mapped[int | None]
    purpose: Mapped[str] = mapped_column(String(10))
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letter.id"), index=True)
    sender: Mapped[str]
    """The envelope sender; empty for bounces."""
    raw: Mapped[bytes]
    received_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    """When to process it next, or when a lease on it expires; ``None`` once it is done."""
    attempts: Mapped[int] = mapped_column(default=0)
    outcome: Mapped[str | None] = mapped_column(String(20))
    """The outcome: sealed, refused, late, command, bounced, held, or why the mail was ignored."""
    player_id: Mapped[int | None]
    """To whom it was written, or in whose name, where that is not simply the player of the seat."""
    tables: Mapped[list[Any] | None]
    """The tables that it may answer, if it replies to a letter about several; see `PersonAddress`."""
    claimed: Mapped[str | None] = mapped_column(String(254))
    """The address that a held mail says it is from."""
    held: Mapped[str | None] = mapped_column(String(10))
    """Why it is held, or was: the address is not known as the player's, or its origin is in doubt."""
    vouched_at: Mapped[datetime | None]
    """When the player said that this mail is theirs."""

    __table_args__ = (
        Index("ix_inbound_mail_due_at", "due_at"),
        Index("ix_inbound_mail_chair_id_received_at", "chair_id", "received_at"),
        NUMBERED_ONCE,
    )


class Outage(Base):
    """A time that does not count for any deadline: nobody could play, or the server was paused. Rows are only added.

    Nothing is closed, reminded or sent while the time is being given back, match by match (see `Match.settled`).
    """

    __tablename__ = "outage"

    id: Mapped[int] = mapped_column(primary_key=True)
    began_at: Mapped[datetime]
    ended_at: Mapped[datetime]
    paused: Mapped[bool] = mapped_column(default=False)
    """Whether the server was paused; every window then gets all of the time, however short it was."""
    settled_at: Mapped[datetime | None]
    """When every match had got its time back; ``None`` until then."""


class Service(Base):
    """The state of the whole server, in one row: its heartbeat, and whether it is paused."""

    __tablename__ = "service"

    id: Mapped[int] = mapped_column(primary_key=True)
    beat_at: Mapped[datetime]
    """The last time at which due work was looked for while pages could be served."""
    paused_at: Mapped[datetime | None]
    back_at: Mapped[datetime | None]
    """When the pause is expected to end, as people are told."""
    why: Mapped[str | None] = mapped_column(String(200))
    """What people are told about the pause."""
    tidied_at: Mapped[datetime | None]
    """When nothing was left to forget for the last time; see `server.matches.retaining`."""


class Process(Base):
    """A process of the server, as it reports itself every minute. Those not seen for an hour are dropped."""

    __tablename__ = "process"

    id: Mapped[str] = mapped_column(String(100), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    """What it does, as in the Procfile: web, worker, beat or inbox."""
    seen_at: Mapped[datetime]
    """When it last reported, by the clock of the database."""
    skew: Mapped[float] = mapped_column(default=0.0)
    """Seconds by which the clock of its machine is ahead of the database's; negative if it is behind."""


class Tally(Base):
    """How often something was done by somebody lately, such as letters to one address, or matches from one network.

    ``key``: a keyed hash of what is counted and of whom; no address is stored. ``moments``: seconds since 1970.
    The row is of no use after ``forget_at``, and is deleted then.
    """

    __tablename__ = "tally"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    moments: Mapped[list[Any]]
    forget_at: Mapped[datetime] = mapped_column(index=True)


class NeverWrite(Base):
    """An address whose owner wants no letter from anybody here, ever: a hash of it, keyed with `Secret`."""

    __tablename__ = "never_write"

    address_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime]


class Erased(Base):
    """An address whose owner's data was erased, as a keyed hash like that of `NeverWrite`.

    A backup of before still has that data: it is erased again when that backup is restored into this database.
    """

    __tablename__ = "erased"

    address_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    at: Mapped[datetime]


class Secret(Base):
    """Random bytes in hex that every process of this database shares and that outlive the rotation of link keys."""

    __tablename__ = "secret"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(64))


class Metric(Base):
    """A count of all processes since the first one, as `server.metrics` keeps and tells it; the value never falls.

    ``labels``: the values of its labels in their order, which are words of ours.
    """

    __tablename__ = "metric"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    labels: Mapped[str] = mapped_column(String(200), primary_key=True)
    value: Mapped[float]
