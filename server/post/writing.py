"""Writing a letter: collects what its reader may see and the fields for its template.

A letter is written only when it is sent, so that it shows the state of the match at that time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from sqlalchemy import BindParameter, and_, bindparam, func, select
from sqlalchemy.orm import aliased

from .. import clock, links
from ..config import settings
from ..matches.absence import absentees
from ..matches.joining import why_not_kept
from ..matches.people import sits_there
from ..matches.substituting import is_open
from ..matches.talking import NEWS, TALK, talk_for
from ..plans import example
from ..rules import GAMES, lawful
from ..store.hours import gaps_of
from ..store.models import (
    OVER,
    PLAYING,
    Chair,
    Letter,
    Match,
    Offer,
    Outage,
    Player,
    Remark,
    Reservation,
    Snapshot,
    Turn,
    db,
    has_address,
)
from ..store.one_match import chairs_of, matches_of, one_chair, one_match
from ..store.past import ANSWERED
from ..templating import and_list
from ..views import SeatPage, length_for, letter_of, page_with, seat_page, turns_since
from ..views.faces import Face, face
from ..views.json import iso
from ..views.player import OwnSeat, name_of, seats_at, unfinished
from ..views.sharing import shared_urls, urls_to_come
from .kinds import KINDS, REMINDER, SOON
from .message import Mail
from .rendering import first_line, names, printed, rendered, subject_of, verb
from .reply_addresses import return_path, tables_of
from .telling import lying

Addresses = Mapping[int, str]
"""Reply addresses by letter id; letters that take no reply are not included."""
NOWHERE: Addresses = {}
LARGEST = 100_000
"""Bytes of HTML in a letter at most: Gmail cuts off what is beyond 102 kB."""


@dataclass(frozen=True)
class News:
    """What the reader of a letter has seen once it is sent.

    ``ply``: the story of the seat before this ply (``None``: no part of it). ``heard``: the talk up to the remark with
    this id. ``troubled``: whether mail to this seat has failed before.
    """

    letter_id: int
    chair_id: int
    ply: int | None = None
    heard: int = 0
    troubled: bool = False


@dataclass(frozen=True)
class Written:
    """A letter ready to be sent, with its news, or with the news of all letters it carries."""

    mail: Mail
    news: tuple[News, ...] = ()


@dataclass(frozen=True)
class Sources:
    """The rows that letters are written from, read once for a batch.

    ``matches``: by id. ``chairs``: the seats addressed, by id. ``turns``: by match id, those not yet told to one of
    these seats. ``said``: the last remark's id by match id. ``sent``: the Message-ID and the ply of the last letter by
    chair id (of one that answers a mail, the ply that the mail was about). ``begun``: the first ply of each deal or
    round by match id and number.
    """

    matches: Mapping[str, Match]
    chairs: Mapping[int, Chair]
    turns: Mapping[str, Sequence[Turn]]
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
    select(Chair.match_id, func.min(Chair.told_ply).label("ply"))
    .where(Chair.id.in_(_THESE_CHAIRS))
    .group_by(Chair.match_id)
    .subquery()
)
UNTOLD = (
    select(Turn).join(_FIRST, and_(Turn.match_id == _FIRST.c.match_id, Turn.ply >= _FIRST.c.ply)).order_by(Turn.ply)
)
SAID = (
    select(Remark.match_id, func.max(Remark.id).label("last"))
    .where(Remark.match_id.in_(_THESE_MATCHES), Remark.kind.in_((TALK, NEWS)))
    .group_by(Remark.match_id)
)
_EARLIER = aliased(Letter)
_LAST = (
    select(_EARLIER.id)
    .where(_EARLIER.chair_id == Chair.id, _EARLIER.sent_at.is_not(None), _EARLIER.message_id.is_not(None))
    .order_by(_EARLIER.sent_at.desc(), _EARLIER.id.desc())
    .limit(1)
    .correlate(Chair)
    .scalar_subquery()
)
SENT = (
    select(Chair.id, Letter.message_id, Letter.ply, Letter.facts)
    .join(Letter, Letter.id == _LAST)
    .where(Chair.id.in_(_THESE_CHAIRS))
)
BEGUN = (
    select(Snapshot.match_id, Snapshot.part, func.min(Snapshot.ply).label("ply"))
    .where(Snapshot.match_id.in_(_THESE_MATCHES))
    .group_by(Snapshot.match_id, Snapshot.part)
)
"""What letters are written from, for these ``matches`` or these ``chairs``; see `Sources`. They are built once, because
building them took longer than running them."""


def _untold(chairs: Iterable[int]) -> dict[str, list[Turn]]:
    turns: dict[str, list[Turn]] = {}
    for turn in db.session.scalars(UNTOLD, {"chairs": list(chairs)}):
        turns.setdefault(turn.match_id, []).append(turn)
    return turns


def _said(matches: Iterable[str]) -> dict[str, int]:
    return {row.match_id: row.last for row in db.session.execute(SAID, {"matches": list(matches)})}


def _sent(chairs: Iterable[int]) -> dict[int, tuple[str, int]]:
    found = db.session.execute(SENT, {"chairs": list(chairs)})
    return {row.id: (row.message_id, row.facts.get("about_ply", row.ply or 0)) for row in found}


def _begun(matches: Iterable[str]) -> dict[tuple[str, int | None], int]:
    return {(row.match_id, row.part): row.ply for row in db.session.execute(BEGUN, {"matches": list(matches)})}


def write(
    letter: Letter, now: datetime, reply_to: Addresses = NOWHERE, sources: Sources | None = None
) -> Written | None:
    """Write a letter of the outbox; ``None`` if it is obsolete, or its reader wants no letters.

    ``sources``: rows already read for a batch that includes it. Reads the database and changes nothing.
    """
    if letter.chair_id is None:
        return OF_NO_SEAT[letter.kind](letter, now, reply_to)
    sources = sources or sources_of([letter])
    chair = sources.chairs[letter.chair_id]
    if chair.player is None or not _wanted(chair, letter, now):
        return None
    page, news, fields = _news(chair, letter, reply_to.get(letter.id, ""), sources)
    fields["subject"] = subject_of(letter.kind, fields)
    fields["taps"] = by_mail(fields["taps"], fields["reply_to"], fields["subject"])
    mail = _mail(
        letter,
        now,
        chair.player,
        name=chair.name,
        stop=fields["stop"] if chair.player.accepted_at else fields["never"],
        thread=_thread(page, letter, sources, fields["thread"]),
        reply_to=fields["reply_to"],
        answering="in_reply_to" in letter.facts,
        **rendered(letter.kind, fields, page),
    )
    return Written(mail, (news,))


def _wanted(chair: Chair, letter: Letter, now: datetime) -> bool:
    """Whether the letter is still true and its reader wants it."""
    kind = KINDS[letter.kind]
    if kind.overtaken(chair, letter, now):
        return False
    return kind.wished or not (_stopped(chair) or (letter.kind in (REMINDER, SOON) and not _reminded(chair)))


def _stopped(chair: Chair) -> bool:
    return chair.stopped_at is not None or (chair.player is not None and chair.player.stopped_at is not None)


def _reminded(chair: Chair) -> bool:
    return chair.player is None or chair.player.reminders


def _news(chair: Chair, letter: Letter, reply_to: str, sources: Sources) -> tuple[SeatPage, News, dict[str, Any]]:
    """The parts of a letter: the page of its seat, the news it brings, and the fields of its template."""
    tells = KINDS[letter.kind].tells
    turns = [turn for turn in sources.turns.get(chair.match_id, ()) if turn.ply >= chair.told_ply]
    page = page_with(chair, _that_followed(letter) if "ply" in letter.facts else turns, text=True)
    talk = talk_for(chair, chair.heard) if tells and sources.said.get(chair.match_id, 0) > chair.heard else []
    told_ply = page.match.ply + 1 if tells and page.table else None
    news = News(letter.id, chair.id, told_ply, max((line.id for line in talk), default=0), chair.trouble is not None)
    heard = {"talk": [line for line in talk if not _is_own(line, chair)]}
    thread = {"thread": _thread_name(page, letter, sources)}
    return page, news, _fields(page, chair, letter, reply_to) | thread | heard


def _that_followed(letter: Letter) -> Sequence[Any]:
    """The turns since the answer of a receipt, its own first; none while it waits to be opened."""
    assert letter.match_id is not None
    return turns_since(one_match(letter.match_id), letter.facts["ply"] + 1)


def _is_own(line: Remark, chair: Chair) -> bool:
    return line.kind == TALK and (line.chair_id, line.player_id) == (chair.id, chair.player_id)


# Letters of more than one seat, or of none ----------------------------------------------------------------------


def _lost_links(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """The links of all matches of an address; an address without any match gets no mail."""
    chairs = seats_at(letter.facts["email"])
    player = chairs[0].player if chairs else None
    if player is None:
        return None
    seats = [{"page": seat_page(chair, text=True), "link": links.seat(chair)} for chair in chairs]
    return _to_player(letter, now, player, chairs[0].name, reply_to, seats=seats)


def _to_who_left(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """Tell the previous player of a seat that someone else plays there now and that the link is revoked."""
    player = db.session.scalar(select(Player).where(has_address(letter.facts["email"])).order_by(Player.id))
    if player is None:
        return None
    facts = letter.facts
    return _to_player(letter, now, player, facts["name"], reply_to, facts=facts, game=GAMES[facts["game"]])


def _offered(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """Ask somebody whether they would take a seat; the letter shows nothing that the seat sees."""
    offer = db.session.get(Offer, letter.facts["offer"])
    if offer is None or offer.player.stopped_at or not is_open(offer, now):
        return None
    chair = one_chair(offer.chair_id)
    match = chair.match
    fields: dict[str, Any] = {
        "game": GAMES[match.game],
        "by": match.chairs[offer.by_seat].name,
        "seat": chair.name,
        "others": [other.name for other in match.chairs if other is not chair],
        "playing": match.status == PLAYING,
        "pace": clock.pace(match.pace).words,
        "link": links.offer(offer),
        "rules": f"{settings().base_url}/rules/{match.game}",
    }
    return _to_player(letter, now, offer.player, offer.name, reply_to, **fields)


def _kept(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """Ask whoever asked for an open seat whether they take it, now that their address is known to be theirs."""
    reservation = db.session.get(Reservation, letter.facts.get("reservation", 0))
    if reservation is None or reservation.player.stopped_at or why_not_kept(reservation, now):
        return None
    match = one_match(reservation.match_id)
    own = sits_there(reservation.player.email, match.chairs)
    fields: dict[str, Any] = {
        "own": links.seat(own) if own else None,
        "game": GAMES[match.game],
        "host": match.chairs[0].name,
        "others": [other.name for other in match.chairs[1:] if other.accepted_at and not other.house],
        "until": clock.in_zone(reservation.until, reservation.player.zone),
        "pace": clock.pace(match.pace).words,
        "length": length_for(match),
        "link": links.kept(reservation),
        "rules": f"{settings().base_url}/rules/{match.game}",
    }
    return _to_player(letter, now, reservation.player, (own or reservation).name, reply_to, **fields)


def _new_link(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """The new link to all matches of a player, after the old ones were revoked."""
    player = db.session.get_one(Player, letter.player_id)
    return _to_player(letter, now, player, name_of(player), reply_to)


def _outage(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """Tell a player once which windows close later after an outage or a pause, as far as they are open still."""
    player, outage = db.session.get_one(Player, letter.player_id), db.session.get_one(Outage, letter.facts["outage"])
    of_theirs = select(Chair.id).join(Match).where(Chair.player_id == player.id, Chair.house.is_(False))
    running = db.session.scalars(of_theirs.where(Match.status == PLAYING).order_by(Match.closes_at, Chair.id)).all()
    later = [chair for chair in chairs_of(running) if not _stopped(chair) and _had(chair.match, outage)]
    if not later:
        return None
    seats = [{"page": seat_page(chair, text=True), "link": links.seat(chair)} for chair in later]
    away = clock.in_words(outage.ended_at - outage.began_at)
    return _to_player(letter, now, player, later[0].name, reply_to, seats=seats, away=away, paused=outage.paused)


def _had(match: Match, outage: Outage) -> bool:
    """Whether the open window got the time of this outage."""
    return any(ended == outage.ended_at for _, ended in gaps_of(match))


def _gathered(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """All letters that waited for a player and are still true, match by match; those that ask for an answer come first.

    Letters to a seat that another player has taken over since are left out.
    """
    player = db.session.get_one(Player, letter.player_id)
    sections: list[Section] = []
    told_already: set[int] = set()
    waiting = db.session.scalars(select(Letter).where(Letter.gathered_in == letter.id).order_by(Letter.id.desc())).all()
    sources, numbers = sources_of(waiting), _numbers(letter, reply_to)
    for one in waiting:
        assert one.chair_id is not None
        chair, tells = sources.chairs[one.chair_id], KINDS[one.kind].tells
        if chair.player_id != player.id or not _wanted(chair, one, now) or (tells and chair.id in told_already):
            continue  # of two letters with the story of a match, the newer one contains all of it
        sections.append(_section(chair, one, reply_to.get(one.id, ""), numbers.get(chair.id, 0), sources))
        told_already |= {chair.id} if tells else set()
    if not sections:
        return None
    sections.sort(key=lambda section: section.order)
    written = _to_player(letter, now, player, name_of(player), reply_to, sections=sections)
    for last in reversed(range(len(sections))):
        if len(written.mail.html.encode()) <= LARGEST:
            break
        sections[last] = replace(sections[last], html=sections[last].brief)
        written = _to_player(letter, now, player, name_of(player), reply_to, sections=sections)
    return Written(written.mail, tuple(section.news for section in sections))


@dataclass(frozen=True)
class Section:
    """A letter as a section of a digest. ``asks``: whether its reader has something to do in that match; ``asked``:
    what, and until when. ``brief``: the HTML without the story and the table.
    """

    news: News
    page: SeatPage
    asks: bool
    order: tuple[Any, ...]
    asked: str
    text: str
    html: Markup
    brief: Markup


def _numbers(letter: Letter, reply_to: Addresses) -> dict[int, int]:
    """The numbers of the tables that a letter asks about, by chair id; see `server.post.tables`."""
    tables = tables_of(reply_to.get(letter.id, ""))
    return {chair_id: number for number, (chair_id, *_) in enumerate(tables, 1)}


def _section(chair: Chair, letter: Letter, reply_to: str, number: int, sources: Sources) -> Section:
    page, news, fields = _news(chair, letter, "", sources)
    write_to = reply_to if page.ask else ""
    fields |= {"frame": "letters/gathered/section", "write_to": write_to, "number": number if page.ask else 0}
    fields["taps"] = by_mail(fields["taps"], write_to, subject_of(letter.kind, fields))
    fields["first"] = first_line(letter.kind, fields)
    text, html = printed(f"{letter.kind}/body", fields, page)
    _, brief = printed(f"{letter.kind}/body", fields | {"brief": True}, page)
    asks = page.ask is not None and page.sealed is None
    order = not asks, iso(page.match.closes_at) or "", chair.id, letter.id
    return Section(news, page, asks, order, fields["asked"], text, Markup(html), Markup(brief))


def _all_tables(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """All tables of a person, those that wait numbered, and what may be written."""
    player = db.session.get_one(Player, letter.player_id)
    numbers = _numbers(letter, reply_to)
    seats = [_listed(seat, numbers.get(seat.chair.id, 0)) for seat in unfinished(player)]
    seats.sort(key=lambda seat: (not seat["number"], seat["number"]))
    offered = select(Offer).where(Offer.player_id == player.id, Offer.closed_at.is_(None), Offer.accepted_at.is_(None))
    offers = [links.offer(offer) for offer in db.session.scalars(offered) if is_open(offer, now)]
    more = {"sentence": letter.facts["sentence"], "seats": seats, "offers": offers}
    return _to_player(letter, now, player, name_of(player), reply_to, **more)


def _undone(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """All tables of a person, as they stand after a backup was restored."""
    player = db.session.get_one(Player, letter.player_id)
    return None if player.stopped_at else _all_tables(letter, now, reply_to)


def _switched_off(letter: Letter, now: datetime, reply_to: Addresses) -> Written | None:
    """Tell a person that a way besides mail was switched off, because it has not worked for a day."""
    player = db.session.get_one(Player, letter.player_id)
    told = {"channel": letter.facts["name"], "why": letter.facts["why"]}
    return None if player.stopped_at else _to_player(letter, now, player, name_of(player), reply_to, **told)


def _listed(seat: OwnSeat, number: int) -> dict[str, Any]:
    """A table in a list of them all."""
    page = seat_page(seat.chair, text=True)
    example = page.answer(page.ask.absent) if page.ask else ""
    fields = {"asked": asked(page), "example": example, "invited": seat.invited}
    return {"page": page, "link": seat.link, "number": number if page.ask else 0, **fields}


def _to_player(
    letter: Letter, now: datetime, player: Player, name: str, reply_to: Addresses = NOWHERE, **more: Any
) -> Written:
    stop_all, never = links.stop_all(player), links.never(player)
    fields = {"stop_all": stop_all, "never": never, "me": links.me(player), "base_url": settings().base_url, **more}
    fields["reply_to"] = reply_to.get(letter.id, "")
    written = rendered(letter.kind, fields)
    stop, answers = stop_all if player.accepted_at else never, letter.facts.get("in_reply_to")
    mail = _mail(
        letter, now, player, name=name, stop=stop, thread=(answers,) if answers else (), reply_to=fields["reply_to"],
        answering="in_reply_to" in letter.facts, **written,
    )  # fmt: skip
    return Written(mail)


OF_NO_SEAT: Mapping[str, Callable[[Letter, datetime, Addresses], Written | None]] = {
    "lost": _lost_links,
    "replaced": _to_who_left,
    "me": _new_link,
    "outage": _outage,
    "offer": _offered,
    "kept": _kept,
    "which": _all_tables,
    "state": _all_tables,
    "restored": _undone,
    "switched-off": _switched_off,
    "gathered": _gathered,
}


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

    A letter of a backup gets another one: it may have been sent before, when the match had gone further.
    """
    return f"<{letter.digest}@{settings().mail_domain}>"


def _thread_name(page: SeatPage, letter: Letter, sources: Sources) -> str:
    """The part of the match to whose thread a letter belongs: the deal that is played, or that of the mail it answers.

    Programs put an answer into the thread of the mail: an answer of the next deal would make one thread of both.
    """
    present, about = thread_of(page), letter.facts.get("about_ply")
    if not present or about is None:
        return present
    begun = [(ply, part) for (match, part), ply in sources.begun.items() if match == page.match.id and part is not None]
    parts = [(ply, part) for ply, part in begun if ply <= about]
    return f"{present.split()[0]} {max(parts)[1]}" if parts else present


def _thread(page: SeatPage, letter: Letter, sources: Sources, thread: str) -> tuple[str, ...]:
    """The Message-IDs that a letter follows (References).

    The first is the root of this match, or of this deal of it, for this seat, which is never sent itself. The second is
    the mail that the letter answers, or else the last letter sent to the seat in this thread.
    """
    assert page.chair is not None
    path = [page.match.id, letter_of(page.chair.seat).lower(), *thread.split()]
    root = f"<match.{'.'.join(path)}@{settings().mail_domain}>"
    last = letter.facts.get("in_reply_to") or _sent_before(page, sources, thread)
    return (root, last) if last else (root,)


def _sent_before(page: SeatPage, sources: Sources, thread: str) -> str:
    """The Message-ID of the last letter to the seat, if it was one of this thread; else empty."""
    assert page.chair is not None
    message, ply = sources.sent.get(page.chair.id, ("", 0))
    if not thread:
        return message
    begun = sources.begun.get((page.match.id, int(thread.split()[1])), page.match.ply)
    return message if ply >= begun else ""


# What templates are given ----------------------------------------------------------------------------------------


def _fields(page: SeatPage, chair: Chair, letter: Letter, reply_to: str) -> dict[str, Any]:
    assert chair.player is not None
    match = chair.match
    return {
        "page": page,
        "chair": chair,
        "match": match,
        "facts": letter.facts,
        "stage": page.stage,
        "given": given(page, letter.facts["ply"]) if "ply" in letter.facts else None,
        "result": result(page) if match.status == OVER else "",
        "link": links.seat(chair),
        "record": f"{settings().base_url}/records/{match.id}",
        "compared": f"{settings().base_url}/records/{match.id}/tables",
        "rules": f"{settings().base_url}/rules/{match.game}",
        "stop": links.stop(chair),
        "stop_all": links.stop_all(chair.player),
        "never": links.never(chair.player),
        "me": links.me(chair.player),
        "absent": names(page, [other.seat for other in absentees(match)]),
        "others_but_host": and_list([name for seat, name in enumerate(page.names) if seat not in (0, page.you)]),
        "declined": names(page, [other.seat for other in match.chairs if other.declined_at]),
        "resigned": names(page, [other.seat for other in match.chairs if other.resigned_at]),
        "them": names(page, _seats(letter.facts)),
        "until": page.when(_moment(letter.facts.get("until"))),
        "reply_to": reply_to,
        "vouch": links.mail(letter.facts["mail"], chair) if "mail" in letter.facts else "",
        "asked": asked(page),
        "example": page.answer(page.ask.absent) if page.ask else "",
        "choices": choices(page),
        "lying": lying(page),
        "asking": page.asking,
        "desk": links.desk(match) if chair.seat == 0 else "",
        "taps": taps(page, links.seat(chair)),
        "suggested": suggested(page, letter.facts),
        "shared": urls_to_come(chair) if letter.kind == "invitation" else shared_urls(chair),
        "plan_example": example(page.game),
    }


def _seats(facts: Mapping[str, Any]) -> list[int]:
    """The seats that a letter reports on."""
    return facts["seats"] if "seats" in facts else [facts["seat"]] if "seat" in facts else []


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def given(page: SeatPage, ply: int) -> tuple[str, bool] | None:
    """The reader's answer in the window of ``ply``, and whether the window has opened; ``None`` if there is none."""
    kept = page.match.sealed.get(str(page.you)) if page.match.ply == ply else None
    if kept:
        return kept["answer"], False
    answers = (one for turn in ANSWERED.of(page.match, ply + 1, ply + 1) for one in turn.answers)
    opened = [one["answer"] for one in answers if one["seat"] == page.you]
    return (opened[0], True) if opened else None


def result(page: SeatPage) -> str:
    """A sentence that says who won."""
    winners = page.winners
    if not winners:
        return "Nobody has won."
    if len(winners) == len(page.names):
        return "It is a draw."
    mine_first = sorted(winners, key=lambda seat: seat != page.you)
    return f"{names(page, mine_first)} won."


def asked(page: SeatPage) -> str:
    """What is asked, and until when; empty if nothing is asked."""
    if page.ask is None:
        return ""
    return f"{page.ask.prompt} Until {page.closes}." if page.closes else page.ask.prompt


@dataclass(frozen=True)
class Tap:
    """A choice that a letter links: one tap opens the page with it marked, and one more there seals it.

    ``code``: the answer. ``name``: the answer in words. ``label``: what the tap is called, such as ``Play jack``.
    ``face``: the card, if it is one. ``link``: the page with this choice marked. ``mail``: a ``mailto:`` URL that
    answers with it; empty if the letter takes no reply.
    """

    code: str
    name: str
    label: str
    face: Face | None
    link: str
    mail: str = ""


def taps(page: SeatPage, link: str) -> list[Tap]:
    """The choices of an ask of one pick among a few; empty for any other ask."""
    act = verb(page) if page.taps else ""
    return [_tap(page, code, act, f"{link}#{page.tap(code)}") for code in page.taps]


def _tap(page: SeatPage, code: str, act: str, link: str) -> Tap:
    assert page.ask is not None
    shown = face(code, page.game.words)
    if shown.suit:
        rank = shown.rank if shown.suit == "fool" else shown.name.partition(" of ")[0].removeprefix("trump ")
        return Tap(code, shown.name, f"{act} {rank}".strip(), shown, link)
    name = _name(page, code)
    return Tap(code, name, name[:1].upper() + name[1:], None, link)


def _name(page: SeatPage, code: str) -> str:
    """An option in words: a seat by its player's name where seats are asked for."""
    assert page.ask is not None
    seats = set(page.ask.slots[0].options) - {"none", "stay"}
    if code in seats and seats.issubset(page.letters):
        return page.who(page.letters.index(code))
    return page.ask.words.get(code, page.game.words.get(code, (code,)))[0]


def by_mail(taps: Sequence[Tap], reply_to: str, subject: str) -> list[Tap]:
    """The same choices, each with a ``mailto:`` URL (RFC 6068) that answers a letter of this subject with it."""
    if not reply_to:
        return list(taps)
    begins = f"mailto:{quote(reply_to, safe='@')}?subject={quote(f'Re: {subject}', safe='')}&body="
    return [replace(tap, mail=begins + quote(tap.code, safe="")) for tap in taps]


def suggested(page: SeatPage, facts: Mapping[str, Any]) -> list[str]:
    """The answers that a letter suggests to its reader and that still fit, the likeliest first."""
    known = page.ask is not None and page.chair is not None and facts.get("player") == page.chair.player_id
    return [answer for answer in facts.get("nearest", ()) if known and page.ask and lawful(page.ask, answer)]


def thread_of(page: SeatPage) -> str:
    """The part of a match whose letters are one thread: the deal, where a match would be a thread of hundreds."""
    progress = page.game.progress(page.table.state) if page.table and page.game.trick_game else ()
    return f"{progress[0].unit} {progress[0].number}" if progress else ""


def choices(page: SeatPage) -> list[tuple[str, Callable[[SeatPage], Any]]]:
    """The slots of the ask, unless their options are the whole hand: each name, and a function to draw its options."""
    hand = set(page.view["core"]["hand"]) if page.view else set()
    slots = [slot for slot in page.ask.slots if set(slot.options) != hand] if page.ask else []
    return [(_how_many(slot.name, slot.least, slot.most), partial(_options, slot.options)) for slot in slots]


def _options(options: tuple[str, ...], page: SeatPage) -> Any:
    """The options as a page shows them: cards side by side, words separated by dots."""
    words = page.game.words
    if any(face(option, words).suit for option in options):
        return page.cards(options)
    return " · ".join(str(face(option, words)) for option in options)


def _how_many(name: str, least: int, most: int) -> str:
    if least == most:
        return name if most == 1 else f"{name} ({most})"
    return f"{name} ({least} to {most})" if least else f"{name} (up to {most})"


# Rendering -------------------------------------------------------------------------------------------------------
