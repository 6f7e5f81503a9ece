"""One mailbox is one person at every door, however the address is written; and no door has a reading of its own."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

import server
from server import matches
from server.config import Settings
from server.matches import Guest, Refused, desk, erasing, joining, own_addresses, strangers
from server.matches.addresses import checked_address, mailbox
from server.post import outbox
from server.store.models import Letter, Match, db
from server.store.one_match import player_of
from server.views import overview
from tests.cast import again, guests, letters, open_match, open_table, open_tables, seat
from tests.conftest import MONDAY

SPELLINGS = (
    ("ada.lovelace@gmail.com", "a.dalovelace+cards@googlemail.com"),
    ("ada@outlook.com", "Ada+cards@Outlook.com"),
    ("ada@bücher.example", "ada@xn--bcher-kva.example"),
    ("ADA@BÜCHER.example", "ada@bücher.example"),
)
"""Two ways to write one mailbox."""
LATER = MONDAY + timedelta(hours=2)


def table(*more: Guest, host: str = "Host") -> Match:
    """A match that is not dealt yet, whose host has confirmed it."""
    match = open_match("french-tarot" if len(more) > 1 else "titro", {}, [*guests(host), *more], at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    return again(match)


def refused(act: Callable[[], object], why: str) -> bool:
    try:
        act()
    except Refused as refused:
        return why in str(refused)
    return False


# The doors: each says whether it knows somebody by the second way to write their address --------------------------


def two_seats(one: str, other: str) -> bool:
    people = [Guest("Ada", one), Guest("Zoë", other)]
    return refused(lambda: open_match("titro", {}, people), "same address")


def two_tables(one: str, other: str) -> bool:
    both = [[*guests("Bruno"), Guest("Ada", one)], [*guests("Edda"), Guest("Zoë", other)]]
    return refused(lambda: open_tables("titro", {}, both), "at another table already")


def a_further_table(one: str, other: str) -> bool:
    both = [[*guests("Bruno"), Guest("Ada", one)], guests("Chiara", "Edda")]
    first, second = open_tables("titro", {}, both, at=MONDAY)
    for match in (first, second):
        for chair in match.chairs:
            matches.accept(chair.id, at=MONDAY)
    offer = matches.offer_seat(second.chairs[1].id, 1, "Zoë", other, MONDAY)
    return refused(lambda: matches.take_offer(offer.id, LATER), "You sit at another table")


def an_offer(one: str, other: str) -> bool:
    match = open_match("french-tarot", {}, [*guests("Bruno", "Edda"), Guest("Ada", one)], at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    offer = matches.offer_seat(match.chairs[1].id, 1, "Zoë", other, MONDAY)
    return refused(lambda: matches.take_offer(offer.id, LATER), "You sit at this table already")


def an_offer_that_is_taken(one: str, other: str) -> bool:
    match = table(*guests("Bruno"), Guest("", open=True))
    offer = matches.offer_seat(match.chairs[0].id, 1, "Zoë", other, MONDAY)
    kept = asks(match, "Ada", one)
    matches.take_kept(kept, at=LATER)
    return refused(lambda: matches.take_offer(offer.id, LATER), "You sit at this table already")


def the_desk(one: str, other: str) -> bool:
    match = table(*guests("Bruno"), Guest("Ada", one), Guest("", open=True))
    version = match.chairs[2].link_version
    same = desk.correct_address(match.id, 2, other, MONDAY).link_version == version
    return same and refused(lambda: desk.correct_address(match.id, 1, other, MONDAY), "sits at this table")


def an_address_that_the_desk_does_not_show(one: str, other: str) -> bool:
    match = table(Guest("Zoë", "zoe@example.org"), Guest("", open=True))
    matches.take_kept(asks(match, "Ada", one), at=MONDAY)
    invited = desk.correct_address(match.id, 1, other, LATER)
    return refused(lambda: matches.accept(invited.id, at=LATER), "You sit at this table already")


def an_open_seat(one: str, other: str) -> bool:
    match = table(Guest("Ada", one), *guests("Edda"), Guest("", open=True))
    kept = asks(match, "Zoë", other)
    return refused(lambda: matches.take_kept(kept, at=LATER), "You sit at this table already")


def asks(match: Match, name: str, email: str) -> int:
    link = joining.join_link(match.id)
    assert link is not None
    matches.ask_for_seat(link.id, link.version, name, email, at=MONDAY)
    return int(
        db.session.scalars(select(Letter).where(Letter.kind == "kept").order_by(Letter.id))
        .all()[-1]
        .facts["reservation"]
    )


def a_new_match(one: str, other: str) -> bool:
    hosts = [open_match("titro", {}, [Guest("Ada", email), *guests("Edda")]) for email in (one, other)]
    return len({match.chairs[0].player_id for match in hosts}) == 1


def a_lost_link(one: str, other: str) -> bool:
    match = table(Guest("Ada", one))
    matches.send_lost_links(other, MONDAY)
    outbox.deliver(MONDAY)
    [letter] = db.session.scalars(select(Letter).where(Letter.kind == "lost"))
    matches.send_lost_links(one, MONDAY)  # within the hour
    once = len(db.session.scalars(select(Letter).where(Letter.kind == "lost")).all()) == 1
    return once and letter.sent_at is not None and again(match).chairs[1].player is not None


def no_letters_ever(one: str, other: str) -> bool:
    match = table(Guest("Ada", one))
    matches.never_write(again(match).chairs[1].player_id, MONDAY)
    return strangers.wants_none(checked_address(other))


def few_letters(one: str, other: str) -> bool:
    for n in range(3):
        table(Guest("Ada", one), host=f"Host{n}")
    late = table(Guest("Ada", other))
    return late.chairs[1].trouble == strangers.ENOUGH


def a_reply(one: str, other: str) -> bool:
    match = open_table_with(one)
    bruno = seat(match, "Bruno").player
    ada = seat(match, "Ada").player
    assert bruno is not None
    return (
        own_addresses.is_of(ada, other)
        and not own_addresses.is_of(bruno, other)
        and own_addresses.is_of_others(match, seat(match, "Bruno"), other)
        and getattr(own_addresses.owner_of(other), "id", None) == ada.id
    )


def new_links(one: str, other: str) -> bool:
    match = open_table_with(one)
    version = seat(match, "Ada").link_version
    return matches.revoke_links_of(other, MONDAY) == 1 and seat(match, "Ada").link_version > version


def a_list_of_matches(one: str, other: str) -> bool:
    match = open_table_with(one)
    people = [player.id for player in matches.known_people(other)]
    return [found.id for found in overview.found(None, None, people, 10)[0]] == [match.id]


def erasing_somebody(one: str, other: str) -> bool:
    match = open_table_with(one)
    matches.send_lost_links(one, MONDAY)
    player = seat(match, "Ada").player_id
    found = erasing.erase(other, MONDAY)
    left = db.session.scalars(select(Letter).where(Letter.kind == "lost")).all()
    return found.players == (player,) and left == [] and player_of(player) is None


def a_seat_that_was_handed_on(one: str, other: str) -> bool:
    match = open_table_with(one)
    offer = matches.offer_seat(seat(match, "Ada").id, 0, "Edda", "edda@example.org", MONDAY)
    matches.take_offer(offer.id, LATER)
    letter = db.session.scalar(select(Letter).where(Letter.kind == "replaced"))
    assert letter is not None
    letter.facts = {**letter.facts, "email": other}
    db.session.commit()
    outbox.deliver(LATER)
    db.session.refresh(letter)
    return letter.sent_at is not None


def open_table_with(email: str) -> Match:
    match = open_match("titro", {}, [Guest("Ada", email), *guests("Bruno")], at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


@dataclass(frozen=True)
class Door:
    """Where somebody is known by an address. ``by``: the functions that ask `people` or `mailboxes` for it."""

    knows: Callable[[str, str], bool]
    by: str


DOORS = (
    Door(two_seats, "opening.checked_guests"),
    Door(two_tables, "duplicating._not_elsewhere"),
    Door(a_further_table, "same_deals.knows_another_table"),
    Door(an_offer, "substituting._checked substituting.offer_seat"),
    Door(an_offer_that_is_taken, "substituting.why_not"),
    Door(the_desk, "desk.correct_address"),
    Door(an_address_that_the_desk_does_not_show, "same_deals.why_seated"),
    Door(an_open_seat, "joining.ask_for_seat joining._keep joining.take_kept people._kept"),
    Door(a_new_match, "opening.seat_guests opening.in_zone_of_host"),
    Door(a_lost_link, "new_links.send_lost_links letters.write_to_address player.seats_at tables._seats_of"),
    Door(no_letters_ever, "strangers.hashes_of preferences.block preferences.unblock"),
    Door(few_letters, "strangers.obstacle strangers.counted"),
    Door(a_reply, "own_addresses.is_of own_addresses.owner_of own_addresses._accept own_addresses._held_with"),
    Door(new_links, "new_links.revoke_links_of links.links"),
    Door(a_list_of_matches, "listing.list_matches"),
    Door(erasing_somebody, "erasing.find erasing._spellings erasing._forget_address"),
    Door(a_seat_that_was_handed_on, "people._to_who_left"),
)
NO_DOORS = "doctor.doctor addresses.is_our_own"
"""What looks at addresses of this server, or writes to one that whoever runs it has typed."""
ASKED = {
    "checked_address", "people_with", "people_at", "known_people", "person_with", "sits_there", "are_one",
    "has_address", "mailbox",
}  # fmt: skip
ITSELF = ("matches/people.py", "store/mailboxes.py", "store/models.py")
COMPARES = {"email", "claimed", "sender"}
"""Columns of addresses."""


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.knows.__name__)
def test_every_door_knows_somebody_however_the_address_is_written(app: Flask, door: Door, one: str, other: str) -> None:
    app.extensions["poste"] = Settings(app.extensions["poste"].environ | {"LIMITS": "on"})
    assert door.knows(one, other)


def functions(naming: Collection[str]) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Those of the server, by module and name, in modules that name one of these."""
    for path in sorted(Path(server.__file__).parent.rglob("*.py")):
        if "migrations" not in path.parts and "/".join(path.parts[-2:]) not in ITSELF:
            text = path.read_text()
            for node in ast.walk(ast.parse(text)) if any(name in text for name in naming) else ():
                if isinstance(node, ast.FunctionDef):
                    yield f"{path.stem}.{node.name}", node


def named(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_every_function_that_looks_for_somebody_belongs_to_a_door() -> None:
    found = {
        name
        for name, function in functions(ASKED)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and named(call.func) in ASKED and not name.startswith(("mailbox.", "reachable."))
    }
    assert found == {name for door in DOORS for name in door.by.split()} | set(NO_DOORS.split())


def test_no_function_compares_addresses_by_itself() -> None:
    found = {
        name
        for name, function in functions([f".{name}" for name in COMPARES])
        for node in ast.walk(function)
        if isinstance(node, ast.Compare)
        and not isinstance(node.comparators[0], ast.Constant)
        and any(named(part) in COMPARES and isinstance(part, ast.Attribute) for part in (node.left, *node.comparators))
    }
    assert found == set()


class TestAnAddressOfTheServerItself:
    OURS = {"MAIL_DOMAIN": "cards.example.org", "MAIL_FROM": "Cards <cards@example.org>"}

    @pytest.mark.parametrize(
        "address",
        ["post@poste.localhost", "postmaster@poste.localhost", "Abuse@Poste.localhost", "reply-0@poste.localhost",
         "bounce-1-0123456789abcdef@poste.localhost", "post+x@poste.localhost"],
    )  # fmt: skip
    def test_is_no_players(self, app: Flask, address: str) -> None:
        with pytest.raises(Refused, match="address of this server"):
            checked_address(address)

    @pytest.mark.parametrize("address", ["ada@cards.example.org", "cards@example.org", "cards+reply-0@example.org"])
    def test_is_any_at_the_domain_of_replies(self, app: Flask, address: str) -> None:
        app.extensions["poste"] = Settings(app.extensions["poste"].environ | self.OURS)
        with pytest.raises(Refused, match="address of this server"):
            checked_address(address)

    @pytest.mark.parametrize("address", ["ada@poste.localhost", "ada@example.org", "postmaster@example.net"])
    def test_is_not_that_of_somebody_else(self, app: Flask, address: str) -> None:
        assert checked_address(address) == address


@pytest.mark.parametrize("typed", ["ada@bücher.example", "ADA@BÜCHER．example", "ada@xn--bcher-kva.example"])
def test_a_domain_is_kept_as_the_dns_knows_it(app: Flask, typed: str) -> None:
    assert checked_address(typed) == mailbox(typed) == "ada@xn--bcher-kva.example"


@pytest.mark.parametrize("odd", ["", "@", "ada", "ada@", "@ü", "ada@" + "ü" * 400, "ada@-ü..", "a@\ud800ü", "ß@ß.de"])
def test_whatever_is_no_address_is_a_mailbox_of_nobody(odd: str) -> None:
    assert mailbox(mailbox(odd)) == mailbox(odd)


def test_the_letter_of_a_seat_is_written_once_for_both_ways_to_write_it(app: Flask) -> None:
    match = open_table_with("zora@gmail.com")
    assert len(letters(match, "turn", to="Ada")) == 1
    assert open_table("Bruno", "Edda").chairs[0].player_id == seat(match, "Bruno").player_id
