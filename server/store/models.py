"""The database models: players, matches, chairs, turns, remarks, letters, reply addresses and inbound mail.

A match, its chairs and the people are plain objects, no models of the ORM: `server.store.one_match` reads and writes
them, and statements name the columns of their tables, `MATCHES`, `CHAIRS` and `PLAYERS`. Only `server.matches` writes
matches and chairs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from flask_sqlalchemy import SQLAlchemy
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TextClause,
    UniqueConstraint,
    select,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column, relationship
from sqlalchemy.orm import registry as Registry

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


TYPES: dict[Any, Any] = {
    datetime: Moment,
    dict[str, Any]: JSON(none_as_null=True),
    list[Any]: JSON(none_as_null=True),
    str: Text,
    int: Integer,
    bool: Boolean,
    bytes: LargeBinary,
}
"""What a column of each type of values is, where nothing else is said."""


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
        type_annotation_map=TYPES,
    )

    @declared_attr.directive
    def __tablename__(cls) -> str:
        """The name of the model, in the way of SQL: shared_link."""
        return re.sub("(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


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


def index_of_some(name: str, column: str, which: TextClause) -> Index:
    """An index of the rows for which a condition is true."""
    return Index(name, column, postgresql_where=which, sqlite_where=which)


KEY, UNIQUE, INDEXED = {"primary_key": True}, {"unique": True}, {"index": True}


class Plain(Struct, kw_only=True, eq=False):
    """A row as a plain object, which no session knows. It is written in full nowhere: rows hold hands and answers."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'id', '')}>"


def table_of(rows: type[Plain], name: str, *more: Any, **options: Any) -> Table:
    """The table whose columns are the fields of such rows, but for those that hold other rows.

    What SQL needs to know of a column stands in the ``Annotated`` type of the field: its type, a foreign key,
    options of the `Column`.
    """
    hints = get_type_hints(rows, include_extras=True)
    columns = (_column(hints[field.name], field) for field in fields(rows))
    return Table(name, Base.metadata, *(column for column in columns if column is not None), *more, **options)


def _column(hint: Any, field: FieldInfo) -> Column[Any] | None:
    kind, *facts = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    [value, *nothing] = get_args(kind) if type(None) in get_args(kind) else (kind,)
    options = {name: on for fact in facts if isinstance(fact, dict) for name, on in fact.items()}
    said = [fact for fact in facts if not isinstance(fact, dict)] or [TYPES.get(value)]
    if said == [None]:
        return None
    default = None if field.default is NODEFAULT or options.get("primary_key") else field.default
    name = options.pop("name", field.name)
    return Column(name, *said, key=field.name, nullable=bool(nothing), default=default, **options)


class Player(Plain, kw_only=True):
    """A person, identified by a mail address. ``email`` is in lower case."""

    id: Annotated[int, KEY]
    email: Annotated[str, String(254), UNIQUE]
    mailbox: Annotated[str, String(254), UNIQUE, INDEXED]
    """What the address is compared by, see `server.store.mailboxes`."""
    zone: str | None = None
    stopped_at: datetime | None = None
    """When this person stopped all letters, or ``None``."""
    quiet_from: Annotated[str | None, String(5)] = None
    quiet_until: Annotated[str | None, String(5)] = None
    """Daily quiet hours in local time of ``zone``, such as 22:00 to 08:00; they do not count for deadlines."""
    vacations: list[Any] | None = None
    """``[[from, until], …]`` in ISO 8601, in order; those that ended before last year are dropped."""
    remind_before: list[Any] | None = None
    """Extra reminders, in hours before a deadline."""
    reminders: bool = True
    """Whether this person wants reminders at all."""
    hand_in_letters: bool = True
    """Whether letters may show what only this person sees of a table."""
    digest: Annotated[str, String(10)] = "at-once"
    """When letters are sent: at-once, gathered or daily; see `server.post.digest`."""
    daily_at: Annotated[str | None, String(5)] = None
    """The hour of daily letters, in local time of ``zone``."""
    link_version: int = 1
    """Version of the link to all the person's matches; raising it revokes older links."""
    created_at: datetime
    accepted_at: datetime | None = None
    """When this person first took a seat by a link of their own; ``None``: nobody knows that they want any letters."""

    @property
    def own_hours(self) -> bool:
        """Whether deadlines and reminders depend on this person's settings."""
        return bool(self.quiet_from or self.vacations or self.remind_before)


PLAYERS = table_of(Player, "player", **NUMBERED_ONCE)


def has_address(email: str) -> ColumnElement[bool]:
    """The condition that a player is whoever has this address, however it is written."""
    return PLAYERS.c.mailbox == mailbox(email)


class Match(Plain, kw_only=True):
    """One game among some people.

    ``snapshot`` is the serialised state after ``ply`` resolved windows. ``sealed`` holds the answers that have not
    opened yet, by seat; they are not part of the state.
    ``revision`` rises with every write; a write based on an older revision fails (optimistic locking).
    """

    id: Annotated[str, String(16), KEY]
    revision: int = 1
    status: Annotated[str, String(10)]
    game: Annotated[str, String(32)]
    options: dict[str, Any]
    pace: str
    terms: dict[str, Any]
    """The terms agreed when the match was opened, by name; see `server.terms`."""
    seed: bytes
    commitment: Annotated[str, String(64)]
    version: int
    snapshot: dict[str, Any] | None = None
    sealed: Annotated[dict[Seat, Envelope], Structured(dict[Seat, Envelope])]
    shuffles: int = 0
    ply: int = 0
    seen: Annotated[dict[Seat, int], Structured(dict[Seat, int])] = {}
    """`Chair.seen_ply` by seat, where that is more than 0. It is kept here because every answer changes it, and writes
    the match anyway."""
    unanswered: int = 0
    """Number of windows in a row that nobody has answered."""
    opened_at: datetime | None = None
    counts_from: datetime | None = None
    """Start of the open window's time if it was extended after a missed deadline; else ``None``: ``opened_at``."""
    grace: int = 0
    """Seconds by which the players agreed to extend the open window."""
    closes_at: datetime | None = None
    moves: int = 0
    """How often ``closes_at`` has changed; the sequence number of calendar events."""
    moved_at: datetime | None = None
    gaps: list[Any] | None = None
    """``[[from, until], …]`` in ISO 8601: when the server was away or paused in the open window; it does not count."""
    settled: int = 0
    """The id of the last `Outage` of which this match has got its time back."""
    examined: int = -1
    """The last ply at which it was looked whether anything is left to decide; `NO_PLY` where the terms want no look."""
    decided: Annotated[str | None, String(20)] = None
    """The deal whose result nothing can change any more (see `server.matches.decided_deals`)."""
    appointment: Annotated[Appointment | None, Structured(Appointment)] = None
    """The hour that somebody proposed last for sitting together."""
    meets_at: datetime | None = None
    meets_until: datetime | None = None
    """From when to when everybody has agreed to sit together; ``None`` while nothing is agreed."""
    call_at: Annotated[datetime | None, INDEXED] = None
    """When the players are to be reminded of that hour; ``None`` once they were."""
    claims: Annotated[Claims | None, Structured(Claims)] = None
    """The claims of all remaining tricks made in one deal; ``None``: there is none."""
    claim_at: Annotated[datetime | None, INDEXED] = None
    """When the open claim is next to be looked into, or the rest to be played; ``None``: it waits for players."""
    remind_at: datetime | None = None
    retry_at: datetime | None = None
    asleep_at: datetime | None = None
    created_at: datetime
    started_at: datetime | None = None
    over_at: datetime | None = None
    ending: str | None = None
    """How the match ended: played, resigned, agreed, declined or lapsed."""
    scores: list[Any] | None = None
    winners: list[Any] | None = None
    rematch_of: Annotated[str | None, ForeignKey("match.id"), UNIQUE] = None
    same_deals: Annotated[str | None, String(16), INDEXED] = None
    """The first of the tables that play the same deals as this one, which may be this one; ``None``: no other does."""
    table_number: int | None = None
    """Which of those tables this is, from 1 on."""
    turned: bool = False
    """Whether the people of each later table sit one seat further than they were named."""
    words: list[Any] | None = None
    """The words mixed into the deals of all those tables, in order; ``None``: those of the chairs are mixed in."""
    shut: bool = False
    """Whether nothing of this match may be shown but to its own seats, until all those tables have ended."""
    tidied_at: datetime | None = None
    """When what only helps while people write about it was deleted; see `server.matches.retaining`."""
    archived_at: datetime | None = None
    """When its windows were packed into the archive; see `server.matches.archiving`."""

    desk_version: int = 1
    """Version of the link to the host's desk; raising it ends older links."""
    motion: Annotated[Motion | None, Structured(Motion)] = None
    """What was last asked of all players for the host; ``None``: nothing was."""
    judgement: Annotated[Ballot[str] | None, Structured(Ballot[str])] = None
    """What players have said on going on without one who is absent, see `server.matches.absence`."""
    paused_until: datetime | None = None
    """Until when the match is paused: its clock stands still, but whoever wants may answer."""
    paused_days: int = 0
    """For how many days the match has been paused in all; one that was begun counts."""
    practice_until: Annotated[datetime | None, INDEXED] = None
    """When this match is deleted, if it is for practice: one person without an address against the house, whom no clock
    and no letter presses; ``None`` for every other match."""
    practice_form: Annotated[str | None, String(64), UNIQUE, INDEXED] = None
    """A hash of the form that began it, so that a form sent twice begins one; of matches for practice alone."""

    chairs: list[Chair] = []
    """All that sit there, in the order of their seats."""

    def lately(self, plies: int) -> Sequence[Turn]:
        """The turns of the latest plies, in no order; a turn that is being written may be missing."""
        latest = select(Turn).where(Turn.match_id == self.id, Turn.ply > self.ply - plies)
        return db.session.scalars(latest).all()

    def count_move(self, at: datetime) -> None:
        """Count a change of the deadline, so that calendars notice it."""
        self.moves, self.moved_at = self.moves + 1, at

    def add_chair(self, name: str, player: Player | None = None, house: bool = False) -> Chair:
        """A new chair, the next one at the table."""
        chair = Chair(match=self, match_id=self.id, seat=len(self.chairs), name=name, house=house)
        chair.sit_down(player)
        self.chairs.append(chair)
        return chair


class Chair(Plain, kw_only=True):
    """A player's place in a match. Its link contains ``link_version``; raising it revokes older links."""

    id: Annotated[int, KEY] = 0
    match_id: Annotated[str, ForeignKey("match.id"), INDEXED]
    seat: int
    name: Annotated[str, String(40)]
    player_id: Annotated[int | None, ForeignKey("player.id"), INDEXED] = None
    """``None`` for a house player without a person."""
    link_version: int = 1
    word: Annotated[str | None, String(100)] = None
    invited_at: datetime | None = None
    accepted_at: datetime | None = None
    declined_at: datetime | None = None
    resigned_at: datetime | None = None
    house: bool = False
    """Whether a house player answers for this seat, for good or for a while."""
    stopped_at: datetime | None = None
    """When this player stopped the letters of this match, or ``None``."""
    told_ply: int = 0
    """Letters have told this seat the story before this ply."""
    own_hours: bool = False
    """Copy of `Player.own_hours`, so that the player's row is read only if deadlines depend on it."""
    bank: int | None = None
    """Seconds left in this seat's time bank; ``None`` if the pace has no banks."""
    excuses: int = 0
    """How many more times a window that this seat misses is extended."""
    missed: int = 0
    """Number of windows in a row that this seat has missed."""
    trouble: str | None = None
    """Why mail to this player fails; shown to the seat and to the host."""
    latest_plan: Annotated[Plan | None, Structured(Plan), {"name": "standing"}] = None
    """The player's plan, even if it was withdrawn because it did not fit. Only the player may see it."""
    order_at: Annotated[datetime | None, INDEXED] = None
    """When the delayed answer of the plan, or the forced answer, is to be given in the open window."""
    thinks_since: datetime | None = None
    """Since when a house player that looks ahead thinks about this seat's answer to the open window; else ``None``."""
    think_at: Annotated[datetime | None, INDEXED] = None
    """When that decision is next to be made: at once, or again if whoever makes it now is not heard of by then."""
    here_until: datetime | None = None
    """Until when the player is here, ready to play on at once; see `server.views.presence`."""
    muted: list[Any] | None = None
    """The players (their ids) whose talk this one does not want to read at this table; ``None``: nobody's."""
    heard: int = 0
    """The id of the last remark that a letter has told this player."""
    table_name: Annotated[str | None, String(40)] = None
    """What the player calls this table, for themselves alone."""

    match: Match
    player: Player | None = None

    @property
    def plan(self) -> Plan | None:
        """The player's plan, unless it was withdrawn."""
        return None if self.latest_plan is None or self.latest_plan.withdrawn else self.latest_plan

    @property
    def seen_ply(self) -> int:
        """The player has seen the table as it was at this ply, by answering or by a tap, and everything before it."""
        return self.match.seen.get(self.seat, 0)

    def see(self, ply: int) -> None:
        """The player has seen the table as it was at this ply. What was seen before is never unseen."""
        self.match.seen = {**self.match.seen, self.seat: max(self.seen_ply, ply)}

    @property
    def is_persons(self) -> bool:
        """Whether a person has this seat; one who practises is nobody whom the server knows."""
        return self.player_id is not None or (self.match.practice_until is not None and not self.house)

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here yet, nor was invited: the seat is for whoever takes it by the match's link."""
        return self.player_id is None and not self.house and self.match.status == INVITED

    def sit_down(self, player: Player | None) -> None:
        """Seat a person here, or nobody."""
        self.player, self.player_id = player, player.id if player else None
        self.own_hours = player is not None and player.own_hours
        self.table_name = None


MATCHES = table_of(
    Match,
    "match",
    Index("ix_match_status_closes_at", "status", "closes_at"),
    Index("ix_match_status_remind_at", "status", "remind_at"),
    index_of_some("ix_match_unexamined", "opened_at", UNEXAMINED),
    index_of_some("ix_match_over_at", "over_at", text("over_at IS NOT NULL AND archived_at IS NULL")),
)
CHAIRS = table_of(Chair, "chair", UniqueConstraint("match_id", "seat"), **NUMBERED_ONCE)


class Offer(Base):
    """A seat offered to somebody else, whose it becomes only when they accept; until then its player keeps it.

    ``by_seat``: the seat that offers it. ``version``: the seat's link version then; the offer is void once the seat
    has changed hands or got a new link. ``closed_at``: when it was withdrawn, or declined at ``declined_at``.
    """

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

    __table_args__ = NUMBERED_ONCE


OPEN_OFFER = Offer.accepted_at.is_(None), Offer.closed_at.is_(None)
"""Of an offer: nobody has taken the seat by it, and it was neither declined nor withdrawn."""


class SharedLink(Base):
    """A link to a match that is no seat's: to take one of its open seats by (``join``), or to watch it by (``watch``).

    ``version`` is in the link; raising it revokes older links. ``ended_at``: since when there is none at all.
    """

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


class Turn(Base):
    """A resolved window; rows are only ever added.

    ``said``: the lines of the story, ``[{"text", "values", "to"}]``. The deal is ply 0.
    """

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

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[list[Any]]
    opinion: Mapped[dict[str, Any] | None]


class Archived(Base):
    """Rows of a match that was over long ago, packed as `server.store.history` packs and reads them.

    ``kind``: the table that they were in. ``number``: of the part, or the seat that they are about.
    """

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
        index_of_some("ix_letter_due_at", "due_at", text("due_at IS NOT NULL")),
        Index("ix_letter_chair_id_sent_at", "chair_id", "sent_at"),
        index_of_some("ix_letter_gathered_in", "gathered_in", text("gathered_in IS NOT NULL")),
        NUMBERED_ONCE,
    )


class Channel(Base):
    """A way besides mail on which a person is told that something waits: a browser, or a hook into a chat.

    ``kind``: a key of `server.post.channels.KINDS`. ``match_id``: the match that it tells of what every spectator may
    know, as long as this person is its host; ``None``: it tells of all of the person's own tables.
    """

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


class Notice(Base):
    """What is told on one channel because of one letter; ``identity`` is unique, so that nothing is told twice.

    The text is not stored: it is made when the notice is sent. ``kind``: that of the letter, or a trial.
    """

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

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    tables: Mapped[list[Any]]
    created_at: Mapped[datetime]


class OwnAddress(Base):
    """Another address of a person, from which mail counts as theirs. ``mailbox``: its normal form."""

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

    id: Mapped[int] = mapped_column(primary_key=True)
    began_at: Mapped[datetime]
    ended_at: Mapped[datetime]
    paused: Mapped[bool] = mapped_column(default=False)
    """Whether the server was paused; every window then gets all of the time, however short it was."""
    settled_at: Mapped[datetime | None]
    """When every match had got its time back; ``None`` until then."""


class Service(Base):
    """The state of the whole server, in one row: its heartbeat, and whether it is paused."""

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

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    moments: Mapped[list[Any]]
    forget_at: Mapped[datetime] = mapped_column(index=True)


class NeverWrite(Base):
    """An address whose owner wants no letter from anybody here, ever: a hash of it, keyed with `Secret`."""

    address_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime]


class Erased(Base):
    """An address whose owner's data was erased, as a keyed hash like that of `NeverWrite`.

    A backup of before still has that data: it is erased again when that backup is restored into this database.
    """

    address_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    at: Mapped[datetime]


class Secret(Base):
    """Random bytes in hex that every process of this database shares and that outlive the rotation of link keys."""

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(64))


class Metric(Base):
    """A count of all processes since the first one, as `server.metrics` keeps and tells it; the value never falls.

    ``labels``: the values of its labels in their order, which are words of ours.
    """

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    labels: Mapped[str] = mapped_column(String(200), primary_key=True)
    value: Mapped[float]
