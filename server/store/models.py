"""What is stored: players, matches, chairs, turns, letters out and mail in. Only `server.matches` writes a match."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, ForeignKey, Index, MetaData, String, Text, UniqueConstraint, text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, validates
from sqlalchemy.orm import registry as Registry
from sqlalchemy.orm.attributes import flag_modified
from sqlalchemy.types import TypeDecorator

from .. import clock

INVITED, PLAYING, OVER, CANCELLED = "invited", "playing", "over", "cancelled"


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, aware also where the database has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store UTC; a moment without a zone is refused."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Read UTC."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """Typed models; constraints are named so that migrations can alter them."""

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


db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


class Player(Base):
    """A person, known by an address only. ``email`` is in lower case."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254), unique=True)
    zone: Mapped[str | None]
    stopped_at: Mapped[datetime | None]
    """Since when this person wants no letters at all."""
    quiet_from: Mapped[str | None] = mapped_column(String(5))
    quiet_until: Mapped[str | None] = mapped_column(String(5))
    """Hours of every day that do not count, by the clock of ``zone``: 22:00 to 08:00."""
    vacations: Mapped[list[Any] | None]
    """``[[from, until], …]``, ISO 8601, in order; what came to its end before last year is forgotten."""
    remind_before: Mapped[list[Any] | None]
    """How many hours before a deadline this person wants to be reminded too."""
    reminders: Mapped[bool] = mapped_column(default=True)
    """Whether this person wants to be reminded at all."""
    digest: Mapped[str] = mapped_column("measure", String(10), default="at-once")
    """When letters leave: at-once, gathered, daily; `server.gathering` says what each means."""
    daily_at: Mapped[str | None] = mapped_column(String(5))
    """The hour of daily letters by the clock of ``zone``."""
    link_version: Mapped[int] = mapped_column(default=1)
    """That of the link to all the person's matches: raising it kills the older ones."""
    created_at: Mapped[datetime]

    @property
    def own_hours(self) -> bool:
        """Whether deadlines and reminders depend on this person."""
        return bool(self.quiet_from or self.vacations or self.remind_before)


class Match(Base):
    """One game among some people.

    ``snapshot`` is the dumped state after ``ply`` resolved windows; ``sealed`` holds the answers that wait for the
    others (seat as a string -> answer, salt, time, who gave it) and is no part of the state. ``revision`` rises with
    every write: a write on a stale revision is refused by the database.
    """

    __tablename__ = "match"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    revision: Mapped[int] = mapped_column()
    status: Mapped[str] = mapped_column(String(10))
    game: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Any]]
    pace: Mapped[str]
    terms: Mapped[dict[str, Any]]
    """How the table is run, as agreed when it was opened: ``forced`` (on/off)."""
    seed: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    snapshot: Mapped[dict[str, Any] | None]
    sealed: Mapped[dict[str, Any]]
    shuffles: Mapped[int] = mapped_column(default=0)
    ply: Mapped[int] = mapped_column(default=0)
    unanswered: Mapped[int] = mapped_column(default=0)
    """Windows in a row that nobody has answered."""
    opened_at: Mapped[datetime | None]
    counts_from: Mapped[datetime | None]
    """From when the open window counts, if not from when it opened: a missed one was extended."""
    grace: Mapped[int] = mapped_column(default=0)
    """Seconds that the table has agreed to wait longer for the open window."""
    closes_at: Mapped[datetime | None]
    moves: Mapped[int] = mapped_column(default=0)
    """How often ``closes_at`` has changed, for calendars."""
    moved_at: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    retry_at: Mapped[datetime | None]
    asleep_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    over_at: Mapped[datetime | None]
    ending: Mapped[str | None]
    """How it ended: played, resigned, agreed, declined, lapsed."""
    scores: Mapped[list[Any] | None]
    winners: Mapped[list[Any] | None]
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("match.id"), unique=True)

    chairs: Mapped[list[Chair]] = relationship(back_populates="match", order_by="Chair.seat", lazy="selectin")

    def touch(self) -> None:
        """Make the write of a chair a write of its match: two at the same moment must see each other."""
        flag_modified(self, "status")

    def keep(self, model: type[Base], **values: Any) -> None:
        """Add a row of another table along with this one."""
        db.session.add(model(**values))

    @validates("closes_at")
    def _closes_at_moves(self, _: str, closes_at: datetime | None) -> datetime | None:
        if closes_at != self.closes_at:
            count_move(self)
        return closes_at

    __mapper_args__ = {"version_id_col": revision}
    __table_args__ = (
        Index("ix_match_status_closes_at", "status", "closes_at"),
        Index("ix_match_status_remind_at", "status", "remind_at"),
    )


def count_move(match: Match) -> None:
    """The deadline of a match becomes another: its calendars must see that."""
    match.moves, match.moved_at = (match.moves or 0) + 1, clock.now()


class Chair(Base):
    """A player's place in a match. Its link carries ``link_version``: raising it kills the older links."""

    __tablename__ = "chair"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(40))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    """``None`` for a house player."""
    link_version: Mapped[int] = mapped_column(default=1)
    word: Mapped[str | None] = mapped_column(String(100))
    invited_at: Mapped[datetime | None]
    accepted_at: Mapped[datetime | None]
    declined_at: Mapped[datetime | None]
    resigned_at: Mapped[datetime | None]
    house: Mapped[bool] = mapped_column(default=False)
    """Whether a house player answers for this seat."""
    stopped_at: Mapped[datetime | None]
    """Since when this player wants no more letters of this match."""
    told_ply: Mapped[int] = mapped_column(default=0)
    """The story before this ply has been told by letter."""
    own_hours: Mapped[bool] = mapped_column(default=False)
    """Whether the clock must look at the player: it is spared that for everybody without hours and wishes."""
    bank: Mapped[int | None]
    """Seconds that this seat has left, where the pace is a bank."""
    excuses: Mapped[int] = mapped_column(default=0)
    """How often a window that this seat misses is still extended."""
    missed: Mapped[int] = mapped_column(default=0)
    """Windows in a row that this seat has missed."""
    verdict: Mapped[str | None] = mapped_column(String(10))
    """What this player wants done about an absent one: go-on, wait, end."""
    trouble: Mapped[str | None]
    """Why letters to this player do not arrive; shown to the seat and to the host."""
    standing: Mapped[dict[str, Any] | None]
    """What its player has left for a later ask, as `server.orders.Order` stores it; or, when an order had to be
    withdrawn, ``{"withdrawn": its words}``. Secret to the player.
    """
    order_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the standing order is to be given in the window that is open."""
    heard: Mapped[int] = mapped_column(default=0)
    """The last remark that a letter has told this player."""
    seen_ply: Mapped[int] = mapped_column(default=0)
    """The player has seen the table as it was then, and everything before: said by answering, or by a tap."""

    match: Mapped[Match] = relationship(back_populates="chairs")
    player: Mapped[Player | None] = relationship(lazy="joined")

    @validates("player")
    def _sits_down(self, _: str, player: Player | None) -> Player | None:
        self.own_hours = player is not None and player.own_hours
        return player

    __table_args__ = (UniqueConstraint("match_id", "seat"),)


class Turn(Base):
    """A resolved window; rows are only ever added.

    ``answers``: ``[{"seat", "answer", "at", "by", "salt"}]``; ``by`` is player, clock or house. ``said``: the lines
    of the story, ``[{"text", "values", "to"}]``. The deal is ply 0.
    """

    __tablename__ = "turn"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    phase: Mapped[str] = mapped_column(String(32))
    opened_at: Mapped[datetime]
    closed_at: Mapped[datetime]
    answers: Mapped[list[Any]]
    said: Mapped[list[Any]]


class Snapshot(Base):
    """The table of a match as it was after some of its plies, so that any ply is found again in a moment.

    Kept where a deal or a round begins, after every shuffle and every few plies; matches of before have none of their
    early plies. ``state`` is the dumped state of that ``version`` of the rules, ``shuffles`` how many were used by
    then, ``part`` the number of the deal or round; ``None`` where the game counts none. Rows are only ever added.
    """

    __tablename__ = "snapshot"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    shuffles: Mapped[int]
    part: Mapped[int | None]
    state: Mapped[dict[str, Any]]


class Remark(Base):
    """A line of somebody at the table: said to all, kept to oneself, or sealed until the match is over.

    ``kind``: talk, note, thought, or news: what the table itself has to say. A note or a thought belongs to whoever
    wrote it, and not to the seat: a substitute does not see it. ``name`` is the writer's at that time.
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
    """A mail in the outbox until it is delivered. ``identity`` is unique: nothing is announced twice.

    The text is made when it is sent, from what the seat may see at that moment.
    """

    __tablename__ = "letter"

    id: Mapped[int] = mapped_column(primary_key=True)
    identity: Mapped[str] = mapped_column(String(100), unique=True)
    kind: Mapped[str] = mapped_column(String(20))
    match_id: Mapped[str | None] = mapped_column(ForeignKey("match.id"))
    chair_id: Mapped[int | None] = mapped_column(ForeignKey("chair.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    """``None`` where only an address is known, in ``facts``."""
    ply: Mapped[int | None]
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """What the kind needs besides the table: never an answer that is still sealed."""
    created_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    """When it is to be tried next; ``None`` once it is sent, failed or dropped."""
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    dropped_at: Mapped[datetime | None]
    """Set when the table had moved on before it could be sent, or its reader wants no letters."""
    gathered_in: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))
    """The letter in which this one travels with others; that one is tried, and its fate is this one's."""
    error: Mapped[str | None]
    message_id: Mapped[str | None]

    __table_args__ = (
        Index("ix_letter_due_at", "due_at"),
        Index("ix_letter_chair_id_sent_at", "chair_id", "sent_at"),
        Index(
            "ix_letter_gathered_in",
            "gathered_in",
            postgresql_where=text("gathered_in IS NOT NULL"),
            sqlite_where=text("gathered_in IS NOT NULL"),
        ),
    )


class ReplyAddress(Base):
    """Where one letter may be answered: a random token of which only the SHA-256 is kept.

    It speaks for the seat until the window of ``ply`` closes; later it is still known, but answers nothing.
    """

    __tablename__ = "reply_address"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    chair_id: Mapped[int] = mapped_column(ForeignKey("chair.id"), index=True)
    ply: Mapped[int]
    purpose: Mapped[str] = mapped_column(String(10))
    """What a plain yes means there: answer (nothing), resign."""
    created_at: Mapped[datetime]


class InboundMail(Base):
    """A mail that was taken in, kept before the sender is told so, and acted on once.

    It is addressed to a seat's window, or to a letter that comes back (``letter_id``). ``identity`` is unique: the
    same mail to the same address is the same row. ``raw`` is emptied when it has been acted on.
    """

    __tablename__ = "inbound_mail"

    id: Mapped[int] = mapped_column(primary_key=True)
    identity: Mapped[str] = mapped_column(String(64), unique=True)
    chair_id: Mapped[int | None] = mapped_column(ForeignKey("chair.id"))
    ply: Mapped[int | None]
    purpose: Mapped[str] = mapped_column(String(10))
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))
    sender: Mapped[str]
    """The sender of the envelope; empty for bounces."""
    raw: Mapped[bytes]
    received_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    """When it is to be looked at next; ``None`` once it has been acted on."""
    attempts: Mapped[int] = mapped_column(default=0)
    outcome: Mapped[str | None] = mapped_column(String(20))
    """What became of it: sealed, refused, late, command, bounced, or why it was ignored."""

    __table_args__ = (
        Index("ix_inbound_mail_due_at", "due_at"),
        Index("ix_inbound_mail_chair_id_received_at", "chair_id", "received_at"),
    )
