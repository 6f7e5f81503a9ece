"""Erasing a person: nothing of theirs is kept, and the matches live on."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import LargeBinary, select

from server import deal, links, matches
from server.matches import Guest, Refused, erasing, exporting, joining
from server.matches.absence import ABSENT_AFTER
from server.matches.erasing import OF_A_PERSON
from server.post import outbox
from server.store.ballots import Ballot
from server.store.models import (
    CANCELLED,
    CHAIRS,
    OVER,
    PLAYING,
    Chair,
    InboundMail,
    Match,
    NeverWrite,
    Offer,
    OwnAddress,
    Player,
    Remark,
    db,
)
from server.store.one_match import one_chair
from server.store.session import transaction
from tests.cast import (
    address,
    again,
    guests,
    letters,
    open_match,
    open_table,
    page,
    person,
    play_out,
    seal_for_everybody,
    seals,
    seat,
)
from tests.conftest import MONDAY

LATER = MONDAY + timedelta(hours=1)
pytestmark = pytest.mark.usefixtures("app")


def everything() -> str:
    """All that the database holds, as text."""
    db.session.rollback()
    told = []
    for table in db.metadata.sorted_tables:
        for row in db.session.execute(select(table)):
            told += [
                f"{table.name}.{name}={_plain(table, name, value)}"
                for name, value in zip(table.c.keys(), row, strict=True)
            ]
    return "\n".join(told)


def _plain(table: Any, name: str, value: Any) -> Any:
    return value.decode("latin-1") if isinstance(table.c[name].type, LargeBinary) else value


def player(name: str) -> Player:
    return person(name)


def held_mail(chair: Chair, claimed: str) -> None:
    db.session.add(
        InboundMail(identity=f"{chair.id}{claimed}", chair_id=chair.id, ply=0, purpose="answer", sender=claimed,
                    raw=f"From: {claimed}\n\nKH".encode(), received_at=MONDAY, outcome="held", held="address",
                    claimed=claimed, player_id=chair.player_id)
    )  # fmt: skip
    db.session.commit()


@pytest.mark.both_databases
def test_nothing_of_a_person_is_kept_anywhere() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    ada = seat(match, "Ada")
    matches.say(ada.id, "Hello from Ada", at=MONDAY)
    matches.note(ada.id, "mine alone", at=MONDAY)
    matches.say(
        seat(match, "Bruno").id,
        "Well played, Ada! Write to ADA@example.org, not to Adamo or ada@example.org.uk.",
        at=MONDAY,
    )
    matches.send_lost_links("ada@example.org", at=MONDAY)
    held_mail(ada, "ada@elsewhere.example")
    mail = db.session.scalars(select(InboundMail)).one()
    matches.vouch(mail.id, at=MONDAY)
    db.session.add(OwnAddress(player_id=ada.player_id, email="a@work.example", mailbox="a@work.example",
                              accepted_at=MONDAY))  # fmt: skip
    db.session.commit()
    outbox.deliver(MONDAY + timedelta(minutes=1))
    assert "ada@" in everything()

    found = erasing.erase("Ada@Example.org", LATER)

    kept = everything()
    kept = kept.replace("ada@example.org.uk", "another's")
    for trace in ("ada@", "a@work", "Ada ", "Ada!", "=Ada", "'Ada'", "mine alone", "Hello from"):
        assert trace not in kept, [line for line in kept.splitlines() if trace in line]
    assert "Well played, Somebody! Write to Somebody, not to Adamo or another's." in kept
    assert found.counts["seats in matches that are being played"] == 1
    assert found.counts["other addresses"] == 2
    assert again(match).chairs[0].name == "Somebody"


def test_whoever_is_asked_now_leaves_the_answer_to_the_house() -> None:
    match = open_table("Ada", "Bruno", rounds=5)
    seal_for_everybody(match, MONDAY, but="Ada")
    link, before = links.seat_token(seat(match, "Ada")), again(match).ply

    erasing.erase(address("Ada"), LATER)

    now = again(match)
    chair = now.chairs[0]
    assert (now.status, chair.name, chair.house, chair.player_id) == (PLAYING, "Somebody", True, None)
    assert now.ply == before + 1
    with pytest.raises(matches.Gone):
        matches.chair_by_token(link)
    news = db.session.scalars(select(Remark.text).where(Remark.match_id == match.id)).all()
    assert news == ["Who sat here has left for good, and is called Somebody from now on. A house player has the seat."]
    over = play_out(match, Random(1), LATER)
    assert deal.verify(matches.record_of(over)).scores == over.scores  # type: ignore[arg-type]


def test_what_was_sealed_stays_and_the_others_play_on() -> None:
    match = open_table("Ada", "Bruno")
    ask = page(match, "Ada").ask
    assert ask is not None
    sealed = seals(match, "Ada", ask.absent)
    erasing.erase(address("Ada"), LATER)
    now = again(match)
    ply = now.ply
    assert (now.status, now.sealed[0].answer) == (PLAYING, sealed.answer)
    seal_for_everybody(match, LATER)
    assert again(match).ply > ply


def test_a_match_without_people_ends() -> None:
    match = open_match("titro", {}, [*guests("Ada"), Guest("Ivo", house=True)], at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    erasing.erase(address("Ada"), LATER)
    now = again(match)
    assert (now.status, now.ending, now.closes_at) == (OVER, "resigned", None)
    deal.verify(matches.record_of(now))  # type: ignore[arg-type]


def test_one_person_at_two_seats_leaves_both() -> None:
    people = [Guest("Ada", address("Ada")), Guest("Ava", address("Ada")), Guest("Bruno", address("Bruno"))]
    match = open_match("dementlieu", {}, people, same_person=True, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    erasing.erase(address("Ada"), LATER)
    now = again(match)
    assert [chair.name for chair in now.chairs] == ["Somebody", "Somebody B", "Bruno"]
    assert [chair.house for chair in now.chairs] == [True, True, False]
    assert now.status == PLAYING


def test_a_host_who_erases_themself_calls_off_what_has_not_begun() -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    erasing.erase(address("Ada"), LATER)
    now = again(match)
    assert (now.status, now.ending, now.chairs[0].name) == (CANCELLED, "declined", "Somebody")
    [told] = letters(match, "cancelled")
    assert told.chair_id == now.chairs[1].id


def test_a_guest_who_is_erased_declines() -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    erasing.erase(address("Bruno"), LATER)
    now = again(match)
    assert (now.status, [chair.name for chair in now.chairs]) == (CANCELLED, ["Ada", "Somebody"])
    assert [one.chair_id for one in letters(match, "cancelled")] == [now.chairs[0].id]


def test_records_of_the_past_verify_without_the_name() -> None:
    match = play_out(open_table("Ada", "Bruno", rounds=5), Random(3))
    before = matches.record_of(match)
    erasing.erase(address("Ada"), LATER)
    after = matches.record_of(again(match))
    assert [one["name"] for one in after["seats"]] == ["Somebody", "Bruno"]
    assert deal.verify(after).scores == deal.verify(before).scores  # type: ignore[arg-type]
    assert after["answers"] == before["answers"]


@pytest.mark.both_databases
def test_who_has_handed_on_a_seat_is_gone_from_its_news() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    chair = seat(match, "Ada")
    matches.take_offer(matches.offer_seat(chair.id, 0, "Dmitri", address("Dmitri"), MONDAY).id, MONDAY)
    erasing.erase(address("Ada"), LATER)
    assert "Ada" not in everything()
    assert [chair.name for chair in again(match).chairs] == ["Dmitri", "Bruno", "Chiara"]
    assert again(match).chairs[0].house is False


@pytest.mark.both_databases
def test_somebody_who_was_only_offered_a_seat_can_be_erased() -> None:
    match = open_table("Ada", "Bruno")
    matches.offer_seat(seat(match, "Ada").id, 0, "Zoraide", address("Zoraide"), MONDAY)
    erasing.erase(address("Zoraide"), LATER)
    assert "zoraide" not in everything().lower()
    assert db.session.scalar(select(Offer.id)) is None


def test_an_address_that_only_asked_for_links_is_forgotten_too() -> None:
    matches.send_lost_links("zoraide@example.org", at=MONDAY)
    assert erasing.erase("zoraide@example.org", LATER).counts == {"letters and mails of that address": 1}
    assert "zoraide" not in everything().lower()


def test_never_write_again_stays_as_a_hash() -> None:
    open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
    matches.never_write(player("Ada").id, MONDAY)
    erasing.erase(address("Ada"), LATER)
    db.session.rollback()
    assert db.session.scalar(select(NeverWrite.address_hash)) is not None
    with pytest.raises(Refused):
        erasing.erase(address("Ada"), LATER)


def test_an_address_is_found_however_it_is_written_and_by_another_of_theirs() -> None:
    open_match("titro", {}, [Guest("Ada", "ada.l@gmail.com"), *guests("Bruno")], at=MONDAY)
    bruno = player("Bruno")
    db.session.add(OwnAddress(player_id=bruno.id, email="b@work.example", mailbox="b@work.example",
                              accepted_at=MONDAY))  # fmt: skip
    db.session.commit()
    assert erasing.find("A.da.L+cards@googlemail.com").names == ("Ada",)
    assert erasing.find("b@work.example").names == ("Bruno",)


def test_nobody_is_a_sentence() -> None:
    with pytest.raises(Refused, match="Nobody here has this address"):
        erasing.erase("farid@example.org")


@pytest.mark.both_databases
def test_erasing_again_after_it_was_killed_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [open_table("Ada", "Bruno"), open_table("Ada", "Chiara")]

    def killed(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(erasing, "_forget", killed)
        with pytest.raises(KeyboardInterrupt):
            erasing.erase(address("Ada"), LATER)
    assert [again(match).chairs[0].name for match in tables] == ["Somebody", "Somebody"]
    erasing.erase(address("Ada"), LATER)
    kept = everything()
    assert "ada@" not in kept
    assert "Ada" not in kept


def test_the_seat_can_be_had_by_somebody_else() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    erasing.erase(address("Bruno"), LATER)
    host = seat(match, "Ada")
    offer = matches.offer_seat(host.id, 1, "Dmitri", address("Dmitri"), LATER)
    matches.take_offer(offer.id, LATER)
    now = again(match)
    assert [chair.name for chair in now.chairs] == ["Ada", "Dmitri", "Chiara"]
    assert now.chairs[1].house is False


def test_a_proposed_hour_goes_with_who_proposed_it() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    matches.propose_appointment(seat(match, "Ada").id, MONDAY + timedelta(days=1), timedelta(hours=1), MONDAY)
    erasing.erase(address("Ada"), LATER)
    assert again(match).appointment.off == "withdrawn"
    assert "Ada" not in everything()


def test_a_vote_on_the_absent_is_told_to_its_player_and_goes_with_them() -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42")
    absent(match, "Dmitri")
    matches.judge(seat(match, "Ada").id, "end", MONDAY)
    [told] = exporting.export(address("Ada"))["people"]
    assert [there["verdict"] for there in told["seats"]] == ["end"]
    erasing.erase(address("Ada"), LATER)
    assert again(match).judgement == Ballot[str]()


@transaction
def absent(match: Match, name: str) -> None:
    one_chair(seat(match, name).id).missed = ABSENT_AFTER


def test_a_sleeping_table_wakes_and_a_claim_ends() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    for _ in range(10):
        match = again(match)
        matches.close_due(match.closes_at)
    assert again(match).asleep_at is not None
    erasing.erase(address("Ada"), MONDAY + timedelta(days=40))
    assert again(match).asleep_at is None


def test_letters_that_are_under_way_are_not_written_any_more(app: Flask) -> None:
    open_table("Ada", "Bruno")
    leased = outbox.lease(MONDAY)
    erasing.erase(address("Ada"), LATER)
    for letter in leased:
        outbox.put_off(letter, LATER, "it could not be written")
        outbox.drop([letter], LATER)
    assert "ada@" not in everything()


@pytest.mark.both_databases
def test_a_link_of_somebody_erased_never_opens_anothers_page() -> None:
    open_match("titro", {}, guests("Bruno", "Ada"), at=MONDAY)
    token = links.sign(links.ME, player("Ada").id, 1)
    erasing.erase(address("Ada"), LATER)
    open_match("titro", {}, guests("Edda", "Farid"), at=LATER)
    with pytest.raises(matches.Unknown):
        matches.me_by_token(token)


def test_every_column_that_names_a_person_is_known_to_erasing() -> None:
    """A new table that says whose its rows are has to be among those that go."""
    seats = {CHAIRS.c.player_id}
    known = {column.property.columns[0] for column in OF_A_PERSON.values()} | seats
    named = {column for table in db.metadata.tables.values() for column in table.c if column.name == "player_id"}
    assert named == known
    refer = {
        column
        for table in db.metadata.tables.values()
        for column in table.c
        if any(key.column.table.name == "player" for key in column.foreign_keys)
    }
    assert refer <= known


@pytest.mark.both_databases
def test_who_only_asked_for_an_open_seat_is_erased_too() -> None:
    match = open_match("scarto", {}, [*guests("Ada", "Bruno"), Guest("", open=True)], at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    link = joining.join_link(match.id)
    assert link is not None
    matches.ask_for_seat(link.id, link.version, "Zoraide", address("Zoraide"), at=MONDAY)
    assert "Zoraide" in everything()
    assert erasing.find(address("Zoraide")).counts["open seats that were asked for"] == 1
    assert [each["name"] for each in exporting.export(address("Zoraide"))["people"][0]["open_seats_asked_for"]] == [
        "Zoraide"
    ]
    erasing.erase(address("Zoraide"), LATER)
    assert "zoraide" not in everything().lower()
