"""Every capability, over every way of ending: it is dead afterwards where the register says so, and nowhere else."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from server import clock, links, matches, web
from server.matches import Guest, desk, erasing, joining, retaining
from server.post import inbound, outbox, own_channels, reply_addresses
from server.store.models import (
    PLAYERS,
    Chair,
    Channel,
    InboundMail,
    Letter,
    Match,
    OwnAddress,
    Reservation,
    Review,
    SharedLink,
    db,
)
from server.store.one_match import one_chair
from server.store.session import transaction
from tests.cast import address, again, guests, open_match, reply_address, seat, takes_over
from tests.conftest import MONDAY
from tests.matches import register
from tests.matches.register import CAPABILITIES

EVERYBODY = frozenset(("Ada", "Bruno", "Chiara", "Dora", "Farid"))
SOON = MONDAY + timedelta(minutes=5)
_mails = count()


@dataclass
class Held:
    """Somebody has a capability. ``on``: the people on whom it hangs. ``match``: the number of a match, if about one.

    ``works``: whether it still does anything but say that it does not.
    """

    capability: str
    on: frozenset[str]
    match: str | None
    works: Callable[[], bool]


@dataclass
class World:
    """A match that is played by Ada, Bruno and Chiara, and one to which Bruno is invited and has open seats; Ada is the
    host of both. Bruno's seats are offered to Dora, and an open one is kept for Farid.
    """

    app: Flask
    numbers: Mapping[str, str]
    held: list[Held] = field(default_factory=list)

    @property
    def played(self) -> Match:
        return self.match("played")

    @property
    def invited(self) -> Match:
        return self.match("invited")

    def match(self, which: str) -> Match:
        return matches.match_by_id(self.numbers[which])

    def add(self, capability: str, on: str, match: Match | None, works: Callable[[], bool]) -> None:
        self.held.append(Held(capability, frozenset(on.split()), match and match.id, works))

    def opens(self, url: str) -> Callable[[], bool]:
        path = url.removeprefix("http://localhost")
        return lambda: self.app.test_client().get(path).status_code == 200


def world(app: Flask) -> World:
    three = guests("Ada", "Bruno", "Chiara")
    played = open_match("tottarot", {}, three, terms={"spectators": "live"}, at=MONDAY)
    for chair in played.chairs:
        matches.accept(chair.id, at=MONDAY)
    invited = open_match(
        "tottarot", {}, [*guests("Ada", "Bruno"), Guest("", open=True), Guest("", open=True)], at=MONDAY
    )
    matches.accept(invited.chairs[0].id, at=MONDAY)
    here = World(app, {"played": played.id, "invited": invited.id})
    _of_people(here)
    for name in ("Ada", "Bruno"):
        _of_a_seat(here, here.played, name)
        _answers(here, name)
    for name in ("Ada", "Bruno"):
        _of_a_seat(here, here.invited, name)
    for match, by in ((here.played, "Bruno"), (here.invited, "Ada")):
        _offered(here, match, by)
    _shared(here)
    return here


def _of_people(here: World) -> None:
    for name in ("Ada", "Bruno"):
        player = seat(here.played, name).player
        assert player is not None
        here.add(links.ME, name, None, here.opens(links.me(player)))
        here.add(links.CALENDAR, name, None, here.opens(links.calendar(player)))
        here.add(links.STOP_ALL, name, None, here.opens(links.stop_all(player)))
        here.add(links.NEVER, name, None, here.opens(links.never(player)))
        hook = {"address": "https://chat.example.org/hook"}
        channel = own_channels.add(player.id, "json", hook, at=MONDAY).id
        here.add(register.CHANNEL, name, None, lambda channel=channel: _is_alive(channel))


def _is_alive(channel: int) -> bool:
    found = db.session.get(Channel, channel)
    return found is not None and found.ended_at is None


def _of_a_seat(here: World, match: Match, name: str) -> None:
    chair = seat(match, name)
    here.add(links.SEAT, name, match, here.opens(links.seat(chair)))
    here.add(links.STOP, name, match, here.opens(links.stop(chair)))
    if name == "Ada":
        here.add(links.DESK, name, match, here.opens(links.desk(again(match))))
    written = select(Letter.id).where(Letter.chair_id == chair.id).limit(1)
    letter, chair_id = db.session.scalars(written).one(), chair.id
    here.add(register.RETURN, name, match, lambda: _comes_back(letter, chair_id))


def _comes_back(letter: int, chair: int) -> bool:
    transaction(lambda: setattr(one_chair(chair), "trouble", None))()
    if db.session.get(Letter, letter) is None:
        return False
    outbox.bounced(letter, SOON, "No such mailbox.")
    return one_chair(chair).trouble is not None


@transaction
def _addresses(match: Match, chair: Chair) -> tuple[str, str]:
    """One for an answer to the table, and one for a letter about several."""
    assert chair.player_id is not None
    tables = [(chair.id, match.ply, chair.link_version)]
    return (
        reply_address(chair.id, match.ply, MONDAY),
        reply_addresses.open_person_address(chair.player_id, tables, MONDAY),
    )


def _answers(here: World, name: str) -> None:
    one, several = _addresses(again(here.played), seat(here.played, name))
    here.add(register.REPLY, name, here.played, lambda: _seals(one, "0", address(name)))
    here.add(register.SEVERAL, name, here.played, lambda: _seals(several, "1: 0", address(name)))
    work = f"{name.lower()}@work.example"
    _send(one, "0", work)
    mail = db.session.scalars(select(InboundMail.id).order_by(InboundMail.id.desc()).limit(1)).one()
    here.add(links.MAIL, name, here.played, here.opens(links.mail(mail, seat(here.played, name))))
    _send(one, "0", f"{name.lower()}@home.example")
    home = db.session.scalars(select(InboundMail.id).order_by(InboundMail.id.desc()).limit(1)).one()
    matches.vouch(home, MONDAY)
    own = select(OwnAddress.id).where(OwnAddress.email == f"{name.lower()}@home.example")
    here.add(register.ADDRESS, name, None, lambda: db.session.scalar(own) is not None)


def _send(to: str, text: str, sender: str) -> bool:
    """Whether a mail is taken in and acted on."""
    target = inbound.recipient(to, SOON)
    if target is None:
        return False
    mail = f"From: {sender}\r\nMessage-ID: <{next(_mails)}@mail.example.org>\r\n\r\n{text}\r\n".encode()
    inbound.keep(target, sender, mail, SOON)
    inbound.process_due(SOON)
    return True


def _seals(to: str, text: str, sender: str) -> bool:
    if not _send(to, text, sender):
        return False
    latest = select(InboundMail.outcome).order_by(InboundMail.id.desc()).limit(1)
    return db.session.scalars(latest).one() == "sealed"


def _offered(here: World, match: Match, by: str) -> None:
    offer = matches.offer_seat(seat(match, by).id, 1, "Dora", address("Dora"), MONDAY)
    on = "Bruno Dora" if by == "Bruno" else "Ada Bruno Dora"
    here.add(links.OFFER, on, match, here.opens(links.offer(offer)))


def _shared(here: World) -> None:
    match = here.invited
    join = joining.join_link(match.id)
    assert join is not None
    link, version = join.id, join.version
    matches.ask_for_seat(link, version, "Farid", address("Farid"), at=MONDAY)
    kept = db.session.scalars(select(Reservation)).one()
    here.add(links.KEPT, "Farid", match, here.opens(links.kept(kept)))
    here.add(links.JOIN, "", match, lambda: _may_join(here, links.sign(links.JOIN, link, version)))
    here.add(register.RECORD, "", here.played, lambda: _is_recorded_once_over(here))
    watch = db.session.scalars(select(SharedLink).where(SharedLink.purpose == links.WATCH)).first()
    assert watch is not None
    here.add(links.WATCH, "", here.played, here.opens(links.shared(watch)))


def _may_join(here: World, token: str) -> bool:
    return 'name="email"' in here.app.test_client().get(f"/join/{token}").text


def _is_recorded_once_over(here: World) -> bool:
    status = here.app.test_client().get(f"/records/{here.played.id}").status_code
    return status == (200 if again(here.played).status == "over" else 404)


Ended = tuple[str, frozenset[str], str]
"""A way of ending, whose capabilities, and at which match: played, invited, or empty for all that is theirs."""
Case = tuple[Callable[[World], object], tuple[Ended, ...]]


def once(what: str, who: str, where: str, does: Callable[[World], object]) -> Case:
    return does, ((what, frozenset(who.split()) or EVERYBODY, where),)


def cases() -> Iterator[Case]:
    at = clock.now()
    for name, number in (("Ada", 0), ("Bruno", 1)):
        there = (name, "played")
        yield once(register.SEAT_REPLACED, *there, lambda w, n=name: matches.replace_link(seat(w.played, n).id, at))
        yield once(register.OF_A_SEAT, *there, lambda w, n=number: matches.revoke_links(w.played.id, n, at))
        yield once(register.HANDED_ON, *there, lambda w, n=name: takes_over(w.played, n, "Greta"))
        yield once(register.RESIGNED, *there, lambda w, n=name: matches.resign(seat(w.played, n).id, at))
    for name in ("Ada", "Bruno", "Dora", "Farid"):
        yield once(register.HOME_REPLACED, name, "", lambda w, n=name: matches.replace_player_link(_number(n), at))
        yield once(register.OF_A_PERSON, name, "", lambda w, n=name: matches.revoke_links_of(address(n), at))
        erased = (register.ERASED, frozenset((name,)), "")
        off = ((register.CALLED_OFF, EVERYBODY, "invited"),) if name in ("Ada", "Bruno") else ()
        yield (lambda w, n=name: erasing.erase(address(n), at)), (erased, *off)
    yield once(register.DESK_RENEWED, "Ada", "played", lambda w: desk.renew_desk(w.played.id, at))
    yield once(
        register.CORRECTED, "Bruno", "invited", lambda w: desk.correct_address(w.invited.id, 1, "b@new.example", at)
    )
    yield once(register.OF_A_MATCH, "", "played", lambda w: matches.revoke_links(w.played.id, at=at))
    yield once(register.OF_A_MATCH, "", "invited", lambda w: matches.revoke_links(w.invited.id, at=at))
    yield once(register.OF_ALL, "", "", lambda w: matches.revoke_all(at))
    yield once(register.DECLINED, "", "invited", lambda w: matches.decline(seat(w.invited, "Bruno").id, at))
    yield once(register.CALLED_OFF, "", "invited", lambda w: desk.call_off(w.invited.id, at))
    yield once(register.OVER, "", "played", _end)
    yield once(register.ARCHIVED, "", "played", _archive)
    for purpose, where in ((links.JOIN, "invited"), (links.WATCH, "played")):
        yield once(
            register.SHARED_RENEWED, "", where,
            lambda w, p=purpose, m=where: matches.renew_shared(seat(w.match(m), "Ada").id, p),
        )  # fmt: skip
    yield once(register.LETTERS_STOPPED, "Bruno", "", lambda w: matches.stop_letters_to(_number("Bruno"), at=at))


def _number(name: str) -> int:
    return db.session.scalars(select(PLAYERS.c.id).where(PLAYERS.c.email == address(name))).one()


def _end(here: World) -> None:
    for name in ("Ada", "Bruno"):
        matches.resign(seat(here.played, name).id, MONDAY)
    assert again(here.played).status == "over"


def _archive(here: World) -> None:
    _end(here)
    db.session.get_one(Review, here.played.id).due_at = None  # the house has looked at it
    db.session.commit()
    retaining.tidy_due(MONDAY + timedelta(days=30, hours=2))
    assert again(here.played).archived_at is not None


def is_ended(one: Held, here: World, ended: tuple[Ended, ...]) -> bool:
    """Whether the register says that a capability has been ended."""
    return any(
        what in CAPABILITIES[one.capability].ends
        and (one.on & who or (who == EVERYBODY and not one.on))
        and (not where or one.match == here.numbers[where])
        for what, who, where in ended
    )


@pytest.mark.wide
def test_a_capability_is_dead_after_what_ends_it_and_alive_after_all_else(
    app: Flask, database_url: str, subtests: pytest.Subtests
) -> None:
    here = world(app)
    assert {one.capability for one in here.held} == set(CAPABILITIES), "a capability that nobody here has"
    before, known = kept(database_url), set()
    assert [one.capability for one in here.held if not one.works()] == []
    for does, ended in cases():
        known |= {what for what, _, _ in ended}
        with subtests.test(ended=ended[0]):
            before()
            does(here)
            db.session.rollback()
            db.session.expire_all()
            wrong = [one for one in here.held if one.works() is is_ended(one, here, ended)]
            assert [(one.capability, sorted(one.on), one.match) for one in wrong] == []
    assert known == set(register.ENDINGS), "a way of ending that nothing here tries"


def kept(url: str) -> Callable[[], None]:
    """Keep the database as it is: what is returned puts it back."""
    file = Path(url.removeprefix("sqlite:///"))
    copy = file.with_suffix(".kept")

    def close() -> None:
        db.session.remove()
        db.engine.dispose()

    def back() -> None:
        close()
        for left in file.parent.glob(f"{file.name}-*"):
            left.unlink()
        shutil.copy(copy, file)

    close()
    shutil.copy(file, copy)
    return back


PREFIXES = {
    "/s/": links.SEAT, "/api/seat/": links.SEAT, "/me/": links.ME, "/api/me/": links.ME, "/host/": links.DESK,
    "/join/": links.JOIN, "/kept/": links.KEPT, "/watch/": links.WATCH, "/api/watch/": links.WATCH,
    "/offer/": links.OFFER, "/mail/": links.MAIL, "/stop/": links.STOP, "/stop-all/": links.STOP_ALL,
    "/never/": links.NEVER,
}  # fmt: skip
"""How the addresses begin that whoever has them may open; a calendar's is one of ``/me/``."""


def test_no_link_and_no_row_gives_a_capability_that_is_not_in_the_register(app: Flask) -> None:
    opened = {rule.rule.partition("<token>")[0] for rule in app.url_map.iter_rules() if "token" in rule.arguments}
    assert opened == set(PREFIXES)
    purposes = {value for name, value in vars(links).items() if name.isupper() and isinstance(value, str)}
    assert purposes <= set(CAPABILITIES)
    assert set(PREFIXES.values()) | {links.CALENDAR} == purposes
    columns = {f"{table.name}.{column.name}" for table in db.metadata.sorted_tables for column in table.columns}
    hung_on = {column for capability in CAPABILITIES.values() for column in capability.hangs_on.split()}
    assert hung_on <= columns
    keys = {one for one in columns if re.search(r"\.(token_hash|\w*_?version|address|raw)$", one)}
    of_the_rules = {"match.version", "snapshot.version"}
    assert {one.partition(".")[0] for one in keys - of_the_rules} - {"inbound_mail"} <= {
        one.partition(".")[0] for one in hung_on
    }


WEB = Path(web.__file__).parent


def test_a_redirect_hands_over_a_link_in_practice_alone() -> None:
    handed = {
        (path.stem, function.name)
        for path in WEB.glob("*.py")
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "redirect" and "links." in ast.unparse(call)
    }
    assert handed == {("practice", "begin"), ("seat", "_rematch")}  # the latter: another game of practice
