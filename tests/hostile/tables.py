"""Tables in every phase that a match can be in, with all their links: what hostile input is thrown at."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import select, true, update

from server import clock, deal, links, matches
from server.house import at_random
from server.matches import Guest
from server.post import reply_addresses
from server.store.models import CHAIRS, MATCHES, OVER, PLAYERS, PLAYING, Letter, Match, db
from server.store.one_match import chairs_of, people_where
from server.store.session import transaction
from server.views import seat_page, spectator_page
from tests.cast import NAMES, again, guests, open_match, reply_address

PACE = timedelta(hours=48)
SHORT: tuple[tuple[str, int, int, dict[str, int]], ...] = (
    ("titro", 2, 0, {"rounds": 2}),
    ("tottarot", 3, 0, {"turns": 1}),
    ("dementlieu", 2, 1, {"deals": 2}),
    ("texas-42", 2, 2, {"marks": 1}),
    ("french-tarot", 4, 0, {"deals": 4}),
    ("scarto", 3, 0, {}),
    ("ottocento", 4, 0, {}),
)
"""Games that are soon over: key, people, house players, options."""

NEWEST = 100
"""Seats whose addresses are opened at once: the write lock is held as long as that takes."""

QUICK = ("titro", "tottarot")
"""Those of which a match is played to its end in a second."""


@dataclass
class Links:
    """What stands in addresses, by purpose: tokens of links, and ids of matches."""

    seat: list[str] = field(default_factory=list)
    me: list[str] = field(default_factory=list)
    calendar: list[str] = field(default_factory=list)
    stop: list[str] = field(default_factory=list)
    stop_all: list[str] = field(default_factory=list)
    mail: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    """Those of seats whose match is over."""

    @property
    def tokens(self) -> list[str]:
        """Every token: none of them may stand in a log."""
        return [*self.seat, *self.me, *self.calendar, *self.stop, *self.stop_all, *self.replaced]


def set_up(now: datetime, random: Random) -> None:
    """Open matches that are invited to, called off, asleep, played and over, and ones with a seat that is given up."""
    for game, people, house, options in SHORT:
        sit_down(game, people, house, options, now)
    _asleep(now)
    open_match("titro", {}, guests("Ada", "Bruno"), at=now)
    half = open_match("tottarot", {}, guests(*NAMES[:3]), at=now)
    matches.accept(half.chairs[0].id, at=now)
    off = open_match("titro", {}, guests("Dmitri", "Edda"), at=now)
    matches.decline(off.chairs[0].id, now)
    play_to_the_end(sit_down("titro", 2, 0, {"rounds": 1}, now), random, now)
    left = sit_down("tottarot", 3, 0, {"turns": 3}, now)
    matches.resign(left.chairs[1].id, now)


def sit_down(game: str, people: int, house: int, options: dict[str, int], now: datetime) -> Match:
    """A match whose first window is open."""
    seats = [*guests(*NAMES[:people]), *(Guest(f"House {n}", house=True) for n in range(house))]
    match = open_match(game, options, seats, at=now)
    for chair in match.chairs:
        matches.accept(chair.id, at=now)
    return again(match)


def _asleep(now: datetime) -> None:
    """A table that nobody answered for long: written as it is, for a running server would close its windows too."""
    _put_to_sleep(sit_down("titro", 2, 0, {"rounds": 9}, now).id, now)


@transaction
def _put_to_sleep(match_id: str, now: datetime) -> None:
    match = matches.match_by_id(match_id)
    match.asleep_at, match.closes_at, match.remind_at, match.unanswered = now, None, None, matches.sweeping.ASLEEP_AFTER


def all_links(but: str | None = None) -> Links:
    """The links of all matches and players in the database, but not of players whose address begins with ``but``."""
    found = Links()
    people = people_where(PLAYERS.c.email.not_like(f"{but}%") if but else true())
    seated = select(CHAIRS.c.id).where(CHAIRS.c.player_id.in_([player.id for player in people]))
    for chair in chairs_of(db.session.scalars(seated).all()):
        found.seat.append(links.seat_token(chair))
        if chair.match.status == OVER:
            found.over.append(links.seat_token(chair))
        found.replaced.append(links.sign(links.SEAT, chair.id, chair.link_version + 1))
        found.stop.append(links.sign(links.STOP, chair.id, chair.player_id or 0))
        found.mail.append(links.sign(links.MAIL, chair.id, chair.id, chair.link_version))
    for player in people:
        found.me.append(links.sign(links.ME, player.id, player.link_version))
        found.calendar.append(links.sign(links.CALENDAR, player.id, player.link_version))
        found.stop_all.append(links.sign(links.STOP_ALL, player.id))
    found.matches += db.session.scalars(select(MATCHES.c.id))
    db.session.rollback()
    return found


@transaction
def open_mailboxes(now: datetime) -> list[tuple[str, str]]:
    """Addresses for answers and one for a resignation at the newest seats, and ones to which a letter bounces."""
    found: list[tuple[str, str]] = []
    newest = select(CHAIRS.c.id).where(CHAIRS.c.player_id.is_not(None)).order_by(CHAIRS.c.id.desc()).limit(NEWEST)
    for chair in reversed(chairs_of(db.session.scalars(newest).all())):
        assert chair.player is not None
        for purpose in (reply_addresses.ANSWER, reply_addresses.ANSWER, reply_addresses.RESIGN):
            address = reply_address(chair.id, chair.match.ply, now, purpose)
            found.append((address, chair.player.email))
    for letter in db.session.scalars(select(Letter).order_by(Letter.id.desc()).limit(3)):
        found.append((reply_addresses.return_path(letter.id), "ada@example.org"))
    return [(address, writer) for address, writer in found if address]


@transaction
def leave_due(most: int) -> None:
    """Of the letters that are due, only the latest are."""
    due = list(db.session.scalars(select(Letter.id).where(Letter.due_at.is_not(None)).order_by(Letter.id.desc())))
    db.session.execute(update(Letter).where(Letter.id.in_(due[most:])).values(due_at=None))


def move_on(random: Random, now: datetime) -> None:
    """Somebody who is waited for answers, at one of the matches."""
    db.session.rollback()
    playing = list(db.session.scalars(select(MATCHES.c.id).where(MATCHES.c.status == PLAYING).order_by(MATCHES.c.id)))
    if playing:
        _answer_at(matches.match_by_id(random.choice(playing)), random, now)


def _answer_at(match: Match, random: Random, now: datetime) -> None:
    for there in spectator_page(match).waiting:
        chair = match.chairs[there]
        page = seat_page(chair)
        plays = chair.player_id or match.practice_until
        if page.ask and page.you is not None and plays and not chair.house and not chair.resigned_at:
            matches.seal(chair.id, at_random(page.view, page.ask, page.you, random), match.ply, now)


def play_to_the_end(match: Match, random: Random, now: datetime) -> Match:
    """Everybody answers at random; whom nobody plays for, and what is kept shut till its hour, the clock opens."""
    for _ in range(2000):
        match = again(match)
        if match.status != PLAYING:
            return match
        ply = match.ply
        _answer_at(match, random, now)
        if again(match).ply == ply:
            now = (match.closes_at or now) + timedelta(seconds=1)
            matches.close_due(now)
    raise AssertionError("the match does not end")


def check_the_matches(random: Random, at_most: int = 1000) -> int:
    """Play matches of quick games to the end, and their records again from the seed. Returns how many were verified."""
    db.session.rollback()
    now, verified = clock.now(), 0
    for match_id in list(db.session.scalars(select(MATCHES.c.id).order_by(MATCHES.c.id).limit(at_most))):
        match = matches.match_by_id(match_id)
        if match.game in QUICK:
            match = play_to_the_end(match, random, now)
        assert match.retry_at is None, "a match that could not be advanced"
        if match.status == OVER:
            assert deal.verify(matches.record_of(match)).scores == match.scores
            verified += 1
    return verified
