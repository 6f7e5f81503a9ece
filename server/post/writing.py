"""Writing a letter: collects what its reader may see, and the fields of its template.

A letter is written only when it is sent, so that it shows the state of the match at that time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from typing import Any

from sqlalchemy import BindParameter, and_, bindparam, func, select
from sqlalchemy.orm import aliased

from .. import links
from ..config import settings
from ..matches.talking import NEWS, TALK, talk_for
from ..store.history import Window
from ..store.models import CHAIRS, Chair, Letter, Match, Player, Remark, Snapshot, Turn, db
from ..store.one_match import matches_of, one_player
from ..store.session import rows
from ..views import SeatPage, letter_of, seat_page, turns_since
from ..views.json import iso
from ..views.player import name_of
from .asks import example_without_the_hand, plans_meant, prompt
from .kinds import GATHERED, KINDS, Addressed
from .kinds.people import numbers_of
from .message import Mail
from .rendering import Rendered, first_line, rendered
from .reply_addresses import return_path
from .story import lying

Addresses = Mapping[int, str]
"""Reply addresses by letter id; letters that take no reply are not included."""
NOWHERE: Addresses = {}
TOLD = 4000
"""The largest number of characters of talk in a letter about a table."""


@dataclass(frozen=True)
class News:
    """What the reader of a letter will have seen of the match.

    ``ply``: the seat's story up to this ply (``None``: none of it). ``heard``: the talk up to the remark with this id.
    ``troubled``: whether mail to this seat has failed before.
    """

    letter_id: int
    chair_id: int
    ply: int | None = None
    heard: int = 0
    troubled: bool = False


@dataclass(frozen=True)
class Written:
    """A letter ready to be sent, with its news, or that of all letters it carries."""

    mail: Mail
    news: tuple[News, ...] = ()


@dataclass(frozen=True)
class Sources:
    """The rows that letters are written from, read once for a batch.

    ``matches``: by id. ``chairs``: the seats addressed, by id. ``turns``: by match id, those not yet told to one of
    these seats. ``said``: the last remark's id by match id. ``sent``: the Message-ID and the ply of the last letter by
    chair id (for a reply, the ply of the mail answered). ``begun``: the first ply of each deal or round by match id and
    number.
    """

    matches: Mapping[str, Match]
    chairs: Mapping[int, Chair]
    turns: Mapping[str, Sequence[Window]]
    said: Mapping[str, int]
    sent: Mapping[int, tuple[str, int]]
    begun: Mapping[tuple[str, int | None], int]


def sources_of(letters: Iterable[Letter]) -> Sources:
    """Read the rows that these letters are written from."""
    seats = {letter.chair_id: letter.match_id for letter in letters if letter.chair_id is not None}
    if not seats:
        return Sources({}, {}, {}, {}, {}, {})
    matches = {match.id: match for match in matches_of([id for id in dict.fromkeys(seats.values()) if id])}
    chairs = {chair.id: chair for match in matches.values() for chair in match.chairs if chair.id in seats}
    return Sources(matches, chairs, _untold(chairs), _said(matches), _sent(chairs), _begun(matches))


_THESE_MATCHES: BindParameter[str] = bindparam("matches", expanding=True)
_THESE_CHAIRS: BindParameter[int] = bindparam("chairs", expanding=True)
_FIRST = (
    select(CHAIRS.c.match_id, func.min(CHAIRS.c.told_ply).label("ply"))
    .where(CHAIRS.c.id.in_(_THESE_CHAIRS))
    .group_by(CHAIRS.c.match_id)
    .subquery()
)
UNTOLD = (
    select(Turn.match_id, *(getattr(Turn, name) for name in Window.__struct_fields__))
    .join(_FIRST, and_(Turn.match_id == _FIRST.c.match_id, Turn.ply >= _FIRST.c.ply))
    .order_by(Turn.ply)
)
SAID = (
    select(Remark.match_id, func.max(Remark.id).label("last"))
    .where(Remark.match_id.in_(_THESE_MATCHES), Remark.kind.in_((TALK, NEWS)))
    .group_by(Remark.match_id)
)
_EARLIER = aliased(Letter)
_LAST = (
    select(_EARLIER.id)
    .where(_EARLIER.chair_id == CHAIRS.c.id, _EARLIER.sent_at.is_not(None), _EARLIER.message_id.is_not(None))
    .order_by(_EARLIER.sent_at.desc(), _EARLIER.id.desc())
    .limit(1)
    .correlate(CHAIRS)
    .scalar_subquery()
)
SENT = (
    select(CHAIRS.c.id, Letter.message_id, Letter.ply, Letter.facts)
    .join(Letter, Letter.id == _LAST)
    .where(CHAIRS.c.id.in_(_THESE_CHAIRS))
)
BEGUN = (
    select(Snapshot.match_id, Snapshot.part, func.min(Snapshot.ply).label("ply"))
    .where(Snapshot.match_id.in_(_THESE_MATCHES))
    .group_by(Snapshot.match_id, Snapshot.part)
)
"""The statements that read these rows, for these ``matches`` or ``chairs``; see `Sources`. Built once, because building
them takes longer than running them."""


def _untold(chairs: Iterable[int]) -> dict[str, list[Window]]:
    turns: dict[str, list[Window]] = {}
    for match_id, *turn in rows(UNTOLD, {"chairs": list(chairs)}):
        turns.setdefault(match_id, []).append(Window(*turn))
    return turns


def _said(matches: Iterable[str]) -> dict[str, int]:
    return {row.match_id: row.last for row in rows(SAID, {"matches": list(matches)})}


def _sent(chairs: Iterable[int]) -> dict[int, tuple[str, int]]:
    found = rows(SENT, {"chairs": list(chairs)})
    return {row.id: (row.message_id, row.facts.get("about_ply", row.ply or 0)) for row in found}


def _begun(matches: Iterable[str]) -> dict[tuple[str, int | None], int]:
    return {(row.match_id, row.part): row.ply for row in rows(BEGUN, {"matches": list(matches)})}


def write(
    letter: Letter, now: datetime, reply_to: Addresses = NOWHERE, sources: Sources | None = None
) -> Written | None:
    """Write a letter of the outbox; ``None`` if it is obsolete, or its reader wants no letters.

    ``sources``: rows already read for a batch that includes it. Reads the database and changes nothing.
    """
    if letter.kind == GATHERED:
        return _gathered(letter, now, reply_to)
    kind = KINDS[letter.kind]
    if kind.to:
        to = kind.to(letter, now, reply_to.get(letter.id, ""))
        return _to_player(letter, now, to, reply_to) if to and (kind.wished or not to.player.stopped_at) else None
    assert letter.chair_id is not None
    sources = sources or sources_of([letter])
    chair = sources.chairs[letter.chair_id]
    if chair.player is None or not _wanted(chair, letter, now):
        return None
    reply = reply_to.get(letter.id, "")
    page, news, fields = _news(chair, letter, reply, sources)
    mail = _mail(
        letter,
        now,
        chair.player,
        name=chair.name,
        stop=fields["stop"] if chair.player.accepted_at else fields["never"],
        thread=_thread(page, letter, sources, fields["thread"]),
        reply_to=reply,
        answering="in_reply_to" in letter.facts,
        picture=fields.get("picture", b""),
        **rendered(letter.kind, fields, page),
    )
    return Written(mail, (news,))


def _wanted(chair: Chair, letter: Letter, now: datetime) -> bool:
    """Whether the letter is still true and its reader wants it."""
    kind, player = KINDS[letter.kind], chair.player
    if kind.obsolete(chair, letter, now) or player is None or (kind.reminds and not player.reminders):
        return False
    return kind.wished or (chair.stopped_at is None and player.stopped_at is None)


def _news(chair: Chair, letter: Letter, reply_to: str, sources: Sources) -> tuple[SeatPage, News, dict[str, Any]]:
    """The parts of a letter: the page of its seat, its news, and the fields of its template."""
    tells = KINDS[letter.kind].tells
    turns = [turn for turn in sources.turns.get(chair.match_id, ()) if turn.ply >= chair.told_ply]
    assert chair.player is not None
    answered = letter.facts.get("ply")  # a receipt tells the turns since that answer
    read = turns if answered is None else turns_since(chair.match, answered + 1)
    page = seat_page(chair, turns=read, text=True, veiled=not chair.player.hand_in_letters)
    talk = talk_for(chair, chair.heard) if tells and sources.said.get(chair.match_id, 0) > chair.heard else []
    told_ply = page.match.ply + 1 if tells and page.table else None
    news = News(letter.id, chair.id, told_ply, max((line.id for line in talk), default=0), chair.trouble is not None)
    fields = {
        "page": page,
        "facts": letter.facts,
        "reply_to": reply_to,
        "link": links.seat(chair),
        "stop": links.stop(chair),
        "talk": _latest([line for line in talk if not _is_own(line, chair)]),
        "thread": _thread_name(page, letter, sources),
        "plans_meant": plans_meant(page, letter, KINDS[letter.kind].suggests),
        "ahead": page.ahead() if letter.facts.get("planned") and page.plan and not page.veiled else [],
        **_of_a_person(chair.player),
        **KINDS[letter.kind].fields(page, letter),
    }
    return page, news, fields


def _of_a_person(player: Player) -> dict[str, Any]:
    """The fields for the foot of every letter."""
    return {"me": links.me(player), "stop_all": links.stop_all(player), "never": links.never(player)}


def _latest(talk: Sequence[Remark]) -> Sequence[Remark]:
    """The latest lines of talk, at most `TOLD` characters of them; all are on the page of the seat."""
    sums = accumulate(len(line.text) for line in reversed(talk))
    return talk[len(talk) - sum(size <= TOLD for size in sums) :]


def _is_own(line: Remark, chair: Chair) -> bool:
    return line.kind == TALK and (line.chair_id, line.player_id) == (chair.id, chair.player_id)


# Letters about several seats, or none ---------------------------------------------------------------------------------


def _gathered(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """All letters that waited for a player and are still true, a row for each table; those that ask come first.

    Letters to a seat that somebody else has taken over since are left out.
    """
    player = one_player(letter.player_id)
    waiting = db.session.scalars(select(Letter).where(Letter.gathered_in == letter.id).order_by(Letter.id.desc())).all()
    sources, numbers = sources_of(waiting), numbers_of(reply_to.get(letter.id, ""))
    rows: dict[int, Row] = {}
    for one in waiting:
        assert one.chair_id is not None
        chair = sources.chairs[one.chair_id]
        if chair.player_id == player.id and _wanted(chair, one, now):
            _add(rows, chair, one, reply_to.get(one.id, ""), numbers.get(chair.id, 0), sources)
    if not rows:
        return None
    told = sorted(rows.values(), key=lambda row: row.order)
    return _to_player(letter, now, Addressed(player, name_of(player), {"tables": told, "every": told}), reply_to)


@dataclass
class Row:
    """One table in a digest. ``asks``: whether its reader has something to do there; ``asked``: the prompt and the
    deadline; ``news``: what is asked or has happened, a sentence for each of its letters, ``read``.
    """

    page: SeatPage
    link: str
    number: int
    asked: str
    example: str
    write_to: str = ""
    read: list[News] = field(default_factory=list)
    news: list[str] = field(default_factory=list)
    talk: Sequence[Remark] = ()

    @property
    def asks(self) -> bool:
        return self.page.ask is not None and self.page.sealed is None

    @property
    def order(self) -> tuple[Any, ...]:
        """The tables that ask come first, and of these the one whose window closes first."""
        return not self.asks, iso(self.page.match.closes_at) or "", self.read[0].chair_id


def _add(rows: dict[int, Row], chair: Chair, letter: Letter, reply_to: str, number: int, sources: Sources) -> None:
    """Add a letter to the row of its table; the latest letter comes first."""
    page, news, fields = _news(chair, letter, "", sources)
    new = Row(page, fields["link"], number if page.ask else 0, prompt(page), example_without_the_hand(page))
    row, sentence = rows.setdefault(chair.id, new), first_line(letter.kind, fields)
    row.read.append(news)
    row.write_to = row.write_to or (reply_to if page.ask else "")
    row.talk = row.talk or fields["talk"]
    if sentence == row.asked:
        row.news.insert(0, f"{sentence} {lying(page)}".strip())
    elif sentence not in row.news:
        row.news.append(sentence)


def _to_player(letter: Letter, now: datetime, to: Addressed, reply_to: Addresses) -> Written:
    foot, reply, answers = _of_a_person(to.player), reply_to.get(letter.id, ""), letter.facts.get("in_reply_to")
    written, tables = _in_size(letter.kind, {**foot, "reply_to": reply, **to.fields})
    mail = _mail(
        letter,
        now,
        to.player,
        name=to.name,
        stop=foot["stop_all" if to.player.accepted_at else "never"],
        thread=(answers,) if answers else (),
        reply_to=reply,
        answering=answers is not None,
        **written,
    )
    return Written(mail, tuple(news for row in tables if isinstance(row, Row) for news in row.read))


LARGEST = 60_000
"""Bytes of a letter's text and HTML that lists tables; Gmail clips HTML beyond 102 kB."""


def _in_size(kind: str, fields: dict[str, Any]) -> tuple[Rendered, Sequence[object]]:
    """A letter rendered with as many of the tables that it lists as fit, the first ones, and these; for the others it
    leads to the player's own page."""
    name = "tables" if "tables" in fields else "seats"
    shown = every = fields.get(name) or ()
    written = rendered(kind, fields)
    while (size := _size(written)) > LARGEST and len(shown) > 1:
        shown = shown[: min(len(shown) - 1, len(shown) * LARGEST // size + 1)]
        written = rendered(kind, fields | {name: shown, "left_out": len(every) - len(shown)})
    return written, shown


def _size(written: Rendered) -> int:
    return len(written["text"].encode()) + len(written["html"].encode())


def _mail(letter: Letter, now: datetime, player: Player, **fields: Any) -> Mail:
    return Mail(
        sender=settings().mail_from,
        address=player.email,
        message_id=message_id(letter),
        at=now,
        kind=letter.kind,
        return_path=return_path(letter.id),
        match_id=letter.match_id,
        ply=letter.ply,
        **fields,
    )


def message_id(letter: Letter) -> str:
    """The Message-ID of a letter: computed from its row, so that a duplicate has the same one.

    A letter restored from a backup gets another one: it may have been sent already, when the match was further on.
    """
    return f"<{letter.digest}@{settings().mail_domain}>"


def _thread_name(page: SeatPage, letter: Letter, sources: Sources) -> str:
    """The part of the match to whose thread a letter belongs: the current deal, or that of the mail it answers.

    Programs put a reply into the thread of its mail, so a reply about the next deal would join the two threads.
    """
    present, about = thread_of(page), letter.facts.get("about_ply")
    if not present or about is None:
        return present
    begun = [(ply, part) for (match, part), ply in sources.begun.items() if match == page.match.id and part is not None]
    parts = [(ply, part) for ply, part in begun if ply <= about]
    return f"{present.split()[0]} {max(parts)[1]}" if parts else present


def _thread(page: SeatPage, letter: Letter, sources: Sources, thread: str) -> tuple[str, ...]:
    """The Message-IDs that a letter follows (References).

    The first is the root for this seat of this match, or of this deal, which is never sent itself. The second is the
    mail that the letter answers, or else the last letter sent to the seat in this thread.
    """
    path = [page.match.id, letter_of(page.own.seat).lower(), *thread.split()]
    root = f"<match.{'.'.join(path)}@{settings().mail_domain}>"
    last = letter.facts.get("in_reply_to") or _sent_before(page, sources, thread)
    return (root, last) if last else (root,)


def _sent_before(page: SeatPage, sources: Sources, thread: str) -> str:
    """The Message-ID of the last letter to the seat, if it was in this thread; else empty."""
    message, ply = sources.sent.get(page.own.id, ("", 0))
    if not thread:
        return message
    begun = sources.begun.get((page.match.id, int(thread.split()[1])), page.match.ply)
    return message if ply >= begun else ""


def thread_of(page: SeatPage) -> str:
    """The part of a match whose letters form one thread: the deal, if a thread for the match would have hundreds."""
    progress = page.game.progress(page.table.state) if page.table and page.game.trick_game else ()
    return f"{progress[0].unit} {progress[0].number}" if progress else ""
