"""Every page of the site, with something on it: what the walk over sizes and ``make screens`` look at."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from urllib.parse import urlsplit

from server import clock, links, matches, views
from server.matches import joining
from server.post import inbound, outbox
from server.rules import GAMES
from server.store.models import PLAYING, InboundMail, Letter, Match, Offer, SharedLink, db
from server.store.session import transaction
from tests.cast import (
    NAMES,
    again,
    guests,
    open_match,
    open_table,
    open_tables,
    play_out,
    reply_address,
    seal_for_everybody,
    seals,
    seat,
)  # fmt: skip

from .moments import TABLES, answer, ends, moment_of, moments

FRONT = ("/", "/?first=T6+cloak", "/?first=T6+cloak&second=10D+blind")
"""The letter on the front page: not answered, answered once, and twice."""
OPEN = (
    *FRONT,
    "/new",
    "/practice",
    "/rules",
    "/lost",
    "/letters",
    "/help",
    "/privacy",
    "/offline",
    "/nowhere",
    "/s/cut.off",
)
"""What anybody may open."""


def every_page(keys: tuple[str, ...] = tuple(GAMES)) -> Iterator[tuple[str, str]]:
    """What each page shows, and its path: first what anybody may open, then what belongs to a match."""
    for one in OPEN:
        yield one, one
    for key in keys:
        for one in (f"/rules/{key}", f"/new?game={key}", *_lesson(key)):
            yield one, one
    yield from yes_or_no()
    yield from _before_the_first_card()
    yield from _while_it_is_played()
    yield from talk()
    yield from _afterwards()


def _lesson(key: str) -> list[str]:
    lesson = GAMES[key].lesson
    return [f"/rules/{key}/first-trick?step={step}" for step in range(len(lesson.steps) + 1)] if lesson else []


def every_ask() -> Iterator[tuple[str, str]]:
    """Each ask of each game that differs, and the path of the seat that is asked."""
    for key, seats in TABLES:
        for moment, match, name in moments(key, seats):
            yield f"{key} for {seats}, {moment}", _of(match, name)


def _asked(match: Match) -> str:
    return match.chairs[views.spectator_page(again(match)).waiting[0]].name


def _path(link: str) -> str:
    """The path of a link."""
    return urlsplit(link).path


def _of(match: Match, name: str) -> str:
    return _path(links.seat(seat(match, name)))


def _own(match: Match, name: str) -> str:
    player = seat(match, name).player
    assert player is not None
    return _path(links.me(player))


def halted_tables() -> Iterator[tuple[str, str]]:
    """The seat that is asked at tables of which there is more to tell; the one that sleeps has a long name there."""
    match = open_table("Dmitri", "Edda", "Farid", game="french-tarot", at=clock.now())
    matches.desk.pause(match.id, 7)
    yield "a paused table", _of(match, _asked(match))
    match = open_table("Dmitri", "Edda", "Farid", game="scarto", at=clock.now())
    for _ in range(2):
        seal_for_everybody(match, clock.now())
    name = _asked(match)
    matches.name_table(seat(match, name).id, "Grandmother Wilhelmina’s Thursday table")
    again(match).asleep_at = clock.now()
    db.session.commit()
    yield "an asleep table", _of(match, name)
    match = open_table("Dmitri", "Edda", "Farid", game="dementlieu", at=clock.now())
    name = _asked(match)
    seat(match, "Edda" if name != "Edda" else "Farid").missed = 3
    db.session.commit()
    yield "a table where one is missing", _of(match, name)


def questions() -> Iterator[tuple[str, str]]:
    """Who is to play, and who waits, at a table where all are asked for less time and to sit together."""
    match = open_table("Dmitri", "Edda", "Farid", game="french-tarot", at=clock.now())
    asked = _asked(match)
    proposer, other = (chair for chair in match.chairs if chair.name != asked)
    matches.move(match.id, "pace", "P1D")
    matches.propose_appointment(proposer.id, clock.now() + clock.HOUR, clock.HOUR)
    yield "a player who is asked twice more", _of(match, asked)
    yield "a player who waits and is asked twice", _of(match, other.name)


def yes_or_no() -> Iterator[tuple[str, str]]:
    """Each page that asks one person for yes or no, of a match of its own."""
    now = clock.now()
    people = [*guests("Ada", "Bruno", "Chiara"), matches.Guest("", open=True)]
    yield "an invitation", _of(open_match("french-tarot", {}, people), "Ada")
    match = open_match("french-tarot", {}, people)
    matches.accept(seat(match, "Ada").id)
    found = joining.join_link(match.id)
    assert found is not None
    matches.ask_for_seat(found.id, found.version, "Edda", "edda@example.org")
    yield "a seat that is kept", _path(links.kept(joining.seats_of(found, now).kept[0]))
    match = open_table("Ada", "Bruno", at=now)
    matches.offer_seat(seat(match, "Ada").id, 0, "Farid", "farid@example.org")
    yield "a seat that is offered", _path(links.offer(db.session.query(Offer).one()))
    address = transaction(reply_address)(seat(match, "Bruno").id, match.ply, now)
    writer = inbound.recipient(address, now)
    assert writer is not None
    inbound.keep(writer, "bruno@work.example", b"From: bruno@work.example\r\n\r\npass\r\n", now)
    inbound.process_due()
    held = db.session.query(InboundMail).one()
    yield "a mail that is held", _path(links.mail(held.id, seat(match, "Bruno")))


def _before_the_first_card() -> Iterator[tuple[str, str]]:
    match = open_match("french-tarot", {}, [*guests("Ada", "Bruno", "Chiara"), matches.Guest("", open=True)])
    matches.accept(seat(match, "Ada").id)
    yield "a seat that was taken", _of(match, "Ada")
    yield "the desk", _path(links.desk(again(match)))
    for one in db.session.query(SharedLink).filter_by(match_id=match.id):
        yield f"a link to {one.purpose}", _path(links.shared(one))
    yield "no more letters", _path(links.stop(seat(match, "Bruno")))
    matches.decline(seat(match, "Bruno").id)
    yield "called off", _of(match, "Ada")
    match = open_match("scarto", {}, [*guests("Ada"), matches.Guest("Bruno", "bruno@exmaple.org"), *guests("Chiara")])
    matches.accept(seat(match, "Ada").id)
    [letter] = db.session.query(Letter).filter_by(chair_id=seat(match, "Bruno").id)
    outbox.bounced(letter.id, clock.now(), "550 5.1.2 no such domain")
    yield "the desk, to which a letter came back", _path(links.desk(again(match)))


def _while_it_is_played() -> Iterator[tuple[str, str]]:
    now = clock.now()
    tables = [open_table("Ada", other, game="titro", at=now) for other in ("Bruno", "Chiara")]
    match = open_table("Ada", "Bruno", "Chiara", game="scarto", at=now)
    for _ in range(8):
        seal_for_everybody(match, now)
    yield "home", _own(match, "Ada")
    yield "channels", f"{_own(match, 'Ada')}/channels"
    yield "about a match", f"{_of(match, 'Ada')}?show=about"
    yield "a plan", f"{_of(match, 'Ada')}/plan"
    yield "a replay", f"{_of(match, 'Ada')}/replay?ply=4"
    seal_for_everybody(tables[0], now, but="Bruno")
    yield "a seat that waits", _of(tables[0], "Ada")
    yield from halted_tables()
    yield from questions()
    for key, seats in (("scarto", 3), ("ottocento", 4)):
        _, ended = next(ends(key, seats))
        yield f"{key} after a deal", _of(ended, _asked(ended))
    seat(match, "Bruno").missed = 2
    db.session.commit()
    yield "the desk while it is played", _path(links.desk(again(match)))


def talk() -> Iterator[tuple[str, str]]:
    """Each table with somebody's new word at it, from one place after the other."""
    for number, (key, seats) in enumerate((*TABLES, ("tottarot", 2), ("tottarot", 6))):
        match = open_table(*NAMES[:seats], game=key, at=clock.now())
        for _ in range(12):
            seal_for_everybody(match, clock.now())
        other = NAMES[1 + number % (seats - 1)]
        matches.say(seat(match, other).id, "There goes the 21 at last, and nobody has seen it come")
        yield f"{other} says something at {key} for {seats}", _of(match, NAMES[0])


LONG = ("Wilhelmina", "Maximilianus", "Benedikt", "Bartholomews", "Constantines", "Gabriele")


def long_names() -> Iterator[tuple[str, str]]:
    """The end of a match of each game between people whose names are single words of eight to twelve letters."""
    for key, people in (*TABLES, ("tottarot", 6)):
        lengths = {name: 2 for name in ("deals", "rounds") if name in GAMES[key].options}
        match = open_match(key, lengths, guests(*LONG[:people]), at=clock.now())
        for chair in match.chairs:
            matches.accept(chair.id, at=clock.now())
        yield f"{key} for {people}", _of(play_out(again(match), Random(3), clock.now()), LONG[0])


USUAL = ("Katharina", "Christopher", "Sebastian", "Elisabeth", "Alexander", "Friederike")


def later_deals() -> Iterator[tuple[str, str]]:
    """The asks of the second deal of each game, with scores to tell, between people of nine to eleven letters."""
    for key, seats in TABLES:
        match, random, met = open_match(key, {}, guests(*USUAL[:seats]), at=clock.now()), Random(4), set[str]()
        for chair in match.chairs:
            matches.accept(chair.id, at=clock.now())
        while (match := again(match)).status == PLAYING and match.ply < 300 and len(met) < 6:
            table = views.spectator_page(match)
            core = table.view["core"]
            moment = moment_of(core)
            if core["progress"] and core["progress"][0]["number"] > 1 and moment and moment not in met:
                met.add(moment)
                me = table.waiting[0]
                yield f"{key} for {seats}, later: {moment}", _of(match, match.chairs[me].name)
                if seats == 4 and len(core["trick"] or ()) == 3 and core["tricks"]:
                    opposite = match.chairs[(me + 2) % seats]
                    matches.say(opposite.id, "It was getting heavy.")
                    yield f"{key} for {seats}, later: {opposite.name} talks", _of(match, match.chairs[me].name)
            for there in table.waiting:
                who = match.chairs[there].name
                seals(match, who, answer(match, who, random), clock.now(), match.ply)


def longest_names() -> Iterator[tuple[str, str]]:
    """A table of each game, some tricks on, between people whose names are as long as names may be."""
    people = [matches.Guest(f"{name} Alexandra of Hohenstaufen-Baden"[:40], f"{name}@example.org") for name in LONG]
    for key, seats in TABLES:
        match = open_match(key, {}, people[:seats], at=clock.now())
        for chair in match.chairs:
            matches.accept(chair.id, at=clock.now())
        for _ in range(14):
            seal_for_everybody(match, clock.now())
        yield f"longest names at {key} for {seats}", _of(match, _asked(match))


def _afterwards() -> Iterator[tuple[str, str]]:
    now = clock.now()
    for key, people, length in (("titro", 2, "rounds"), ("french-tarot", 4, "deals")):
        table = open_match(key, {length: 4}, guests(*NAMES[:people]), at=now)
        for chair in table.chairs:
            matches.accept(chair.id, at=now)
        match = play_out(again(table), Random(3), now)
        yield f"the end of {key}", _of(match, "Ada")
        yield f"the story of {key}", f"{_of(match, 'Ada')}?story=all"
        yield f"the record of {key}", f"/records/{match.id}"
        yield f"the replay of {key}", f"{_of(match, 'Ada')}/replay?ply=9"
        yield f"the replay of {key} for all", f"/records/{match.id}?ply=9"
    yield "home afterwards", _own(match, "Ada")
    yield "statistics", f"{_own(match, 'Ada')}/statistics"
    yield "a circle", f"{_own(match, 'Ada')}/circle"
    same = open_tables("scarto", {}, [guests(*NAMES[:3]), guests(*NAMES[3:])])
    for one in same:
        for chair in one.chairs:
            matches.accept(chair.id, at=now)
    for one in same:
        play_out(again(one), Random(one.table_number), now)
    matches.publish_due(now + timedelta(hours=1))
    yield "tables compared", f"/records/{same[0].id}/tables"
