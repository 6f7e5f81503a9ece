"""The host's desk repairs what can go wrong with a match, and shows nothing that is sealed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from server import clock, links, matches
from server.config import settings
from server.matches import Guest, Refused, desk, joining
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import CANCELLED, PLAYING, Letter, Match, Offer, Remark, Reservation, db
from server.store.one_match import one_match
from server.views import spectator_page
from tests.cast import address, again, guests, open_match, open_table, seals, seat, some_answer
from tests.conftest import MONDAY
from tests.web.browsing import text

NAMES = ("Ada", "Bruno", "Chiara")


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def invited() -> Match:
    match = open_match("scarto", {}, guests(*NAMES), at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    return again(match)


def path(match: Match) -> str:
    return links.desk(again(match)).removeprefix("http://localhost")


def does(web: FlaskClient, match: Match, do: str, **fields: object):
    return web.post(path(match), data={"do": do, **fields})


def news(match: Match) -> list[str]:
    return list(db.session.scalars(select(Remark.text).where(Remark.match_id == match.id, Remark.kind == "news")))


def letters_to(email: str) -> list[str]:
    return [one.kind for one in db.session.scalars(select(Letter)) if one.player_id and _email(one) == email]


def _email(letter: Letter) -> str:
    return next(chair.player.email for chair in one_match(letter.match_id).chairs
                if chair.id == letter.chair_id and chair.player)  # fmt: skip


def test_the_hosts_seat_leads_to_it_and_no_other_seat_does(web: FlaskClient) -> None:
    match = invited()
    assert path(match) in web.get(f"/s/{links.seat_token(seat(match, 'Ada'))}").text
    assert "/host/" not in web.get(f"/s/{links.seat_token(seat(match, 'Bruno'))}").text
    page = text(web.get(path(match)))
    assert "Ada (host) has taken the seat" in page
    assert "Bruno is invited" in page


def test_a_mistyped_address_is_corrected_and_the_old_link_dies(web: FlaskClient) -> None:
    match = invited()
    old = links.seat_token(seat(match, "Bruno"))
    outbox.deliver(MONDAY)
    assert does(web, match, "correct", seat=1, email="bruno@right.example").status_code == 303
    assert web.get(f"/s/{old}").status_code == 410
    assert seat(match, "Bruno").player.email == "bruno@right.example"
    assert letters_to("bruno@right.example")[-1] == "invitation"
    page = text(web.get(f"{path(match)}?done=correct"))
    assert "The link in the old letter opens nothing any more." in page


def test_whoever_joined_by_the_link_is_told_by_letter_alone_that_they_sit_there_already(web: FlaskClient) -> None:
    match = open_match("french-tarot", {}, [*guests("Ada", "Bruno"), Guest("", open=True)], at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    link = joining.join_link(match.id)
    assert link is not None
    matches.ask_for_seat(link.id, link.version, "Chiara", address("Chiara"), at=MONDAY)
    matches.take_kept(db.session.scalars(select(Reservation.id)).one(), at=MONDAY)
    assert does(web, match, "correct", seat=1, email=address("Chiara")).status_code == 303
    assert "Bruno is invited" in text(web.get(f"{path(match)}?done=correct"))
    outbox.deliver()
    box = Maildir(settings().local_mail)
    [told] = [
        box.read(one.key) for one in box.letters() if (one.address, one.kind) == (address("Chiara"), "invitation")
    ]
    assert "You sit at this table already" in " ".join(told.get_body(("plain",)).get_content().split())
    with pytest.raises(Refused, match="You sit at this table already"):
        matches.accept(seat(match, "Bruno").id)
    assert does(web, match, "correct", seat=1, email="bruno@right.example").status_code == 303
    matches.accept(seat(match, "Bruno").id)
    assert again(match).status == PLAYING


def test_a_letter_that_is_being_sent_meanwhile_does_no_harm(web: FlaskClient) -> None:
    match = invited()
    [letter] = [one for one in outbox.lease(MONDAY) if one.chair_id == seat(match, "Bruno").id]
    assert does(web, match, "correct", seat=1, email="bruno@right.example").status_code == 303
    outbox.drop([letter], MONDAY)
    left = select(Letter).where(Letter.chair_id == seat(match, "Bruno").id, Letter.due_at.is_not(None))
    assert [one.kind for one in db.session.scalars(left)] == ["invitation"]


@pytest.mark.parametrize(
    ("number", "email", "says"),
    [
        (1, "nonsense", "nonsense"),
        (1, "chiara@example.org", "sits at this table already"),
        (0, "ada@right.example", "Only the address of somebody who has not taken the seat yet"),
        (7, "x@example.org", "There is no such seat"),
    ],
)
def test_what_cannot_be_an_address_is_refused_and_stays_on_the_form(
    web: FlaskClient, number: int, email: str, says: str
) -> None:
    match = invited()
    answer = does(web, match, "correct", seat=number, email=email)
    assert answer.status_code == 422
    assert says in text(answer)
    if number == 1:
        assert f'value="{email}"' in answer.text
    assert seat(match, "Bruno").player.email == address("Bruno")


def test_a_letter_that_came_back_lies_on_top_with_its_address_to_be_mended(web: FlaskClient) -> None:
    match = invited()
    [letter] = [one for one in db.session.scalars(select(Letter)) if one.chair_id == seat(match, "Chiara").id]
    outbox.bounced(letter.id, MONDAY, "550 5.1.1 no such user")
    answer = web.get(path(match))
    page = text(answer)
    assert "A letter to Chiara came back. 1 of 3 seats taken." in page
    assert page.index("Returned") < page.index("Ada (host)")
    assert re.search(r'<button class="main">Send it to this address', answer.text)
    assert f'value="{address("Chiara")}"' in answer.text


def returned(match: Match, name: str) -> None:
    [letter] = [one for one in db.session.scalars(select(Letter)) if one.chair_id == seat(match, name).id]
    outbox.bounced(letter.id, MONDAY, "550 5.1.2 no such domain")


def test_one_tap_mends_an_address_whose_domain_looks_mistyped(web: FlaskClient) -> None:
    named = [matches.Guest("Ada", "ada@lake.example"), matches.Guest("Bruno", "bruno@lkae.example"), *guests("Chiara")]
    match = open_match("scarto", {}, named, at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    assert "Did you mean" not in text(web.get(path(match)))
    returned(match, "Bruno")
    answer = web.get(path(match))
    assert "Did you mean bruno@<b>lake.example</b>?" in answer.text
    assert "bruno@<u>lkae.example</u>" in answer.text
    assert '<button class="main">Send it to bruno@lake.example' in answer.text
    assert does(web, match, "correct", seat=1, email="bruno@lake.example").status_code == 303
    assert seat(match, "Bruno").player.email == "bruno@lake.example"


def test_what_is_suggested_tells_nobody_the_address_of_a_player(web: FlaskClient) -> None:
    named = [*guests("Ada"), matches.Guest("Bruno", "bruno@lake.example"), matches.Guest("Chiara", "c@lkae.example")]
    match = open_match("scarto", {}, named, at=MONDAY)
    for name in ("Ada", "Bruno"):
        matches.accept(seat(match, name).id, at=MONDAY)
    returned(match, "Chiara")
    assert "lake.example" not in web.get(path(match)).text


def test_missed_windows_are_dots(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto", pace="PT1H")
    waiting = spectator_page(match).waiting[0]
    seat(match, match.chairs[waiting].name).missed = 2
    db.session.commit()
    answer = web.get(path(match))
    assert answer.text.count('<i class="won">') == 2
    assert "missed 2 in a row; after 3 the others are asked what to do" in text(answer)


def test_the_desk_shows_what_the_table_was_told(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    assert does(web, match, "pause", days=3).status_code == 303
    told = html.unescape(web.get(path(match)).text).partition("What the table was told")[2]
    assert news(match)[-1] in told


def test_who_has_taken_the_seat_keeps_their_address_and_nobody_sees_it(web: FlaskClient) -> None:
    match = invited()
    assert address("Bruno") in web.get(path(match)).text
    matches.accept(seat(match, "Bruno").id, at=MONDAY)
    assert does(web, match, "correct", seat=1, email="x@example.org").status_code == 422
    assert address("Bruno") not in web.get(path(match)).text


def swaps(web: FlaskClient, match: Match, one: int, other: int, order: str | None = None):
    order = desk.seat_order(again(match)) if order is None else order
    return does(web, match, "swap", one=one, other=other, order=order)


def test_two_change_seats_before_the_deal_and_the_table_is_told(web: FlaskClient) -> None:
    match = invited()
    assert swaps(web, match, 1, 2).status_code == 303
    assert [chair.name for chair in again(match).chairs] == ["Ada", "Chiara", "Bruno"]
    assert news(match) == ["Bruno and Chiara have changed seats."]
    for one, other in ((0, 1), (1, 1), (1, 9)):
        assert swaps(web, match, one, other).status_code == 422
    for name in ("Bruno", "Chiara"):
        matches.accept(seat(match, name).id, at=MONDAY)
    assert again(match).status == PLAYING
    assert swaps(web, match, 1, 2).status_code == 422


def test_the_same_change_of_seats_sent_twice_is_made_once(web: FlaskClient) -> None:
    match = invited()
    before = desk.seat_order(again(match))
    assert before in web.get(path(match)).text
    assert [swaps(web, match, 1, 2, before).status_code for _ in range(2)] == [303, 303]
    assert [chair.name for chair in again(match).chairs] == ["Ada", "Chiara", "Bruno"]
    for stale in ("", "nonsense", f"{before},1"):
        assert swaps(web, match, 1, 2, stale).status_code == 422


def test_what_names_a_seat_follows_whoever_sits_there(web: FlaskClient) -> None:
    match = invited()
    bruno = seat(match, "Bruno")
    matches.never_write(bruno.player_id)
    offer = matches.offer_seat(bruno.id, 1, "Greta", address("Greta"), MONDAY)
    assert swaps(web, match, 1, 2).status_code == 303
    [trouble] = db.session.scalars(select(Letter).where(Letter.kind == "trouble"))
    assert trouble.facts["seat"] == seat(match, "Bruno").seat == 2
    assert matches.take_offer(offer.id, MONDAY).name == "Greta"
    assert [chair.name for chair in again(match).chairs] == ["Ada", "Chiara", "Greta"]


@pytest.mark.parametrize("do", ["offer", "house"])
def test_the_hosts_own_seat_is_not_the_desks_to_give(web: FlaskClient, do: str) -> None:
    match = open_table(*NAMES, game="scarto")
    answer = does(web, match, do, seat=0, name="Greta", email=address("Greta"))
    assert answer.status_code == 422
    assert "handed on from the host's own page only" in html.unescape(answer.text)
    assert (seat(match, "Ada").house, db.session.scalars(select(Offer)).all()) == (False, [])


def test_addresses_that_the_host_never_typed_are_not_shown(web: FlaskClient) -> None:
    match = invited()
    chair = seat(match, "Bruno")
    matches.take_offer(matches.offer_seat(chair.id, 1, "Greta", address("Greta"), MONDAY).id, MONDAY)
    assert address("Greta") not in web.get(path(match)).text
    assert address("Chiara") in web.get(path(match)).text
    desk.call_off(match.id, MONDAY)
    following = matches.rematch(seat(match, "Ada").id, MONDAY)
    assert not any(address(name) in web.get(path(following)).text for name in ("Greta", "Chiara"))


def test_the_words_of_a_mail_server_name_nobody(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    [letter] = [one for one in db.session.scalars(select(Letter)) if one.chair_id == seat(match, "Bruno").id][:1]
    outbox.bounced(letter.id, MONDAY, f"550 5.1.1 <{address('Bruno')}> no such user")
    page = web.get(path(match)).text
    assert "no such user" in page
    assert address("Bruno") not in page


def test_a_longer_pace_counts_from_the_next_window_on_and_a_shorter_one_is_not_set(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    closes_at = again(match).closes_at
    assert does(web, match, "pace", pace="P4D").status_code == 303
    assert (again(match).pace, again(match).closes_at) == ("P4D", closes_at)
    assert news(match) == ["From the next turn on there is more time for each answer: 4 days."]
    for there in spectator_page(again(match)).waiting:
        name = again(match).chairs[there].name
        seals(match, name, some_answer(match, name, Random(1)), MONDAY)
    assert again(match).ply == 1
    assert (again(match).closes_at - again(match).opened_at).days == 4
    answer = does(web, invited(), "pace", pace="P1D")
    assert answer.status_code == 422
    assert desk.SHORTER in text(answer)
    assert does(web, match, "pace", pace="whenever").status_code == 422


def test_it_is_called_off_before_the_deal_only_and_only_by_a_tick(web: FlaskClient) -> None:
    match = invited()
    assert does(web, match, "call-off").status_code == 422
    assert does(web, match, "call-off", sure="yes").status_code == 303
    assert again(match).status == CANCELLED
    assert web.get(path(match)).status_code == 200
    running = open_table(*NAMES, game="scarto")
    assert does(web, running, "call-off", sure="yes").status_code == 422


def test_the_link_is_ended_and_made_anew(web: FlaskClient) -> None:
    match = invited()
    old = path(match)
    assert does(web, match, "renew").status_code == 422
    moved = does(web, match, "renew", sure="yes")
    assert web.get(old).status_code == 410
    assert web.post(old, data={"do": "call-off", "sure": "yes"}).status_code == 410
    assert path(match) not in moved.text
    assert web.get(path(match)).status_code == 200


def test_it_ends_when_somebody_else_takes_the_hosts_seat(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    old, chair = path(match), seat(match, "Ada")
    matches.take_offer(matches.offer_seat(chair.id, 0, "Greta", address("Greta"), MONDAY).id, MONDAY)
    assert web.get(old).status_code == 410


def test_a_token_of_another_kind_opens_nothing(web: FlaskClient) -> None:
    match = invited()
    assert web.get(f"/host/{links.seat_token(match.chairs[0])}").status_code == 404
    assert web.get("/host/nonsense").status_code == 404


def test_nothing_that_is_held_or_sealed_is_shown(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno")
    seals(match, "Bruno", some_answer(match, "Bruno", Random(1)), MONDAY)
    page = web.get(path(match)).text
    assert '<svg class="card' not in page
    assert re.search(r"Bruno</h2><p>plays", page)
    assert address("Bruno") not in page


# What needs the players' yes ------------------------------------------------------------------------------------------


def says(web: FlaskClient, match: Match, name: str, verdict: str, number: int = 1):
    fields = {"do": "motion", "verdict": verdict, "number": number}
    return web.post(f"/s/{links.seat_token(seat(match, name))}", data=fields)


def written(match: Match, kind: str) -> list[int]:
    asked = select(Letter).where(Letter.match_id == match.id, Letter.kind == kind).order_by(Letter.id)
    return [one.chair_id for one in db.session.scalars(asked)]


def test_less_time_needs_everybodys_yes(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    assert "All are asked" in text(web.get(does(web, match, "pace", pace="P1D").location))
    assert len(written(match, "motion")) == 3
    for name in ("Ada", "Bruno"):
        page = text(web.get(f"/s/{links.seat_token(seat(match, name))}"))
        assert "there is less time for each answer: 1 day in place of 2 days." in page
        assert [says(web, match, name, "yes").status_code for _ in range(2)] == [303, 303]
        assert again(match).pace == "PT48H"
    asked = text(web.get(path(match)))
    assert all(one in asked for one in ("Ada: yes", "Bruno: yes", "Chiara: not yet"))
    says(web, match, "Chiara", "yes")
    assert again(match).pace == "P1D"
    assert "Agreed" in news(match)[-1]
    assert says(web, match, "Chiara", "yes").status_code == 303
    assert says(web, match, "Chiara", "no").status_code == 422


def test_one_no_and_it_stays_as_it_is(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    assert does(web, match, "ask-end").status_code == 422
    does(web, match, "ask-end", sure="yes")
    says(web, match, "Ada", "yes")
    says(web, match, "Bruno", "no")
    assert says(web, match, "Chiara", "yes").status_code == 422
    assert again(match).status == PLAYING
    assert "Not everybody wants it" in news(match)[-1]
    does(web, match, "ask-end", sure="yes")
    for name in NAMES:
        says(web, match, name, "yes", number=2)
    assert (again(match).status, again(match).ending) == ("over", "agreed")


def test_the_others_hand_a_seat_to_the_house_at_once(web: FlaskClient) -> None:
    match = open_match("scarto", {}, guests(*NAMES), terms={"house-absent": "on"}, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    assert does(web, match, "ask-house", seat=1).status_code == 303
    assert seat(match, "Bruno").id not in written(match, "motion")
    assert says(web, match, "Bruno", "no").status_code == 422
    says(web, match, "Ada", "yes")
    assert not seat(match, "Bruno").house
    says(web, match, "Chiara", "yes")
    assert seat(match, "Bruno").house
    matches.take_back(seat(match, "Bruno").id, MONDAY)
    assert not seat(match, "Bruno").house


def test_one_thing_is_asked_at_a_time_and_can_be_withdrawn(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    assert [does(web, match, "ask-end", sure="yes").status_code for _ in range(2)] == [303, 303]
    assert len(written(match, "motion")) == 3
    assert does(web, match, "pace", pace="P1D").status_code == 422
    assert [does(web, match, "withdraw", number=1).status_code for _ in range(2)] == [303, 303]
    assert says(web, match, "Ada", "yes").status_code == 422
    assert "Asked of all" not in web.get(f"/s/{links.seat_token(seat(match, 'Ada'))}").text


def test_whoever_resigns_is_not_waited_for(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    does(web, match, "ask-end", sure="yes")
    for name in ("Ada", "Bruno"):
        says(web, match, name, "yes")
    matches.resign(seat(match, "Chiara").id)
    assert again(match).status == "over"


# A pause --------------------------------------------------------------------------------------------------------------


Clock = Callable[[datetime], None]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the time; it is Monday first."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_to(MONDAY)
    return set_to


def test_who_is_asked_reads_the_ask_before_a_pause_and_the_others_at_once(web: FlaskClient) -> None:
    match = open_table(*NAMES, game="scarto")
    assert does(web, match, "pause", days=7).status_code == 303
    asked = spectator_page(again(match)).waiting
    for chair in again(match).chairs:
        page = web.get(f"/s/{links.seat_token(chair)}").text
        parts = [page.find(part) for part in ('href="#notes"', 'class="answer"', "This match is paused until")]
        assert parts == sorted(parts)
        assert (parts[0] > 0) == (parts[1] > 0) == (chair.seat in asked)


def test_a_pause_stops_the_clock_and_whoever_wants_may_answer(web: FlaskClient, at: Clock) -> None:
    match = open_table(*NAMES, game="scarto")
    closes_at = again(match).closes_at
    assert [does(web, match, "pause", days=7).status_code for _ in range(2)] == [303, 303]
    assert len(written(match, "pause")) == 3
    assert again(match).closes_at == closes_at + timedelta(days=7)
    for there in spectator_page(again(match)).waiting:
        name = again(match).chairs[there].name
        seals(match, name, some_answer(match, name, Random(1)), MONDAY + timedelta(days=1))
    assert again(match).ply == 1
    assert again(match).closes_at == MONDAY + timedelta(days=9)
    at(MONDAY + timedelta(days=3))
    assert "This match is paused until" in text(web.get(f"/s/{links.seat_token(seat(match, 'Bruno'))}"))
    assert does(web, match, "resume").status_code == 303
    assert again(match).closes_at == MONDAY + timedelta(days=5)
    assert again(match).paused_until is None
    assert news(match)[-1] == "The pause is over: the clock goes on."


def test_a_pause_that_runs_out_gives_every_hour_back(web: FlaskClient, at: Clock) -> None:
    match = open_table(*NAMES, game="scarto")
    does(web, match, "pause", days=3)
    matches.close_due(MONDAY + timedelta(days=4, hours=23))
    assert again(match).ply == 0
    matches.close_due(MONDAY + timedelta(days=5, hours=1))
    assert again(match).ply == 1
    assert again(match).closes_at == MONDAY + timedelta(days=7, hours=1)
    assert does(web, match, "pause", days=400).status_code == 422


def test_the_desk_says_how_many_days_are_left_and_asks_all_for_more(web: FlaskClient, at: Clock) -> None:
    match = open_table(*NAMES, game="scarto")
    does(web, match, "pause", days=14)
    at(MONDAY + timedelta(days=15))
    told = text(web.get(path(match)))
    assert "On your own you have 14 of 28 days left; more needs everybody’s yes." in told
    assert "28 days, if everybody says yes" in told
    assert "no turn stays open for longer than 101 days" in told
    refused = does(web, match, "pause", days=5)
    assert refused.status_code == 422
    assert "On your own you have 14 of 28 days left" in text(refused)
    answer = does(web, match, "pause", days=28)
    assert "done=ask" in answer.headers["Location"]
    assert again(match).paused_until is not None
    assert again(match).paused_until < MONDAY + timedelta(days=15)
    for name in NAMES:
        token = links.seat_token(seat(match, name))
        asked = web.get(f"/api/seat/{token}").get_json()["asked_of_all"]
        assert asked["sentence"] == "The match is paused for 28 days: the clock stands still."
        said = {"yes": True, "number": asked["number"]}
        assert web.post(f"/api/seat/{token}/word", json=said).status_code == 200
    assert again(match).paused_until == MONDAY + timedelta(days=15 + 28)


def test_whoever_plays_asks_to_go_on_and_the_others_may_say_otherwise(web: FlaskClient, at: Clock) -> None:
    match = open_table(*NAMES, game="scarto")
    does(web, match, "pause", days=28)
    at(MONDAY + timedelta(days=1))
    bruno, chiara = (f"/s/{links.seat_token(seat(match, name))}" for name in NAMES[1:])
    assert "Ask to go on" in text(web.get(bruno))
    assert [web.post(bruno, data={"do": "go-on"}).status_code for _ in range(2)] == [303, 303]
    assert again(match).paused_until == MONDAY + timedelta(days=3)
    assert "Ask to go on" not in text(web.get(bruno))
    assert "The match stays paused until 21 Dec 09:00 UTC, though one of you has asked to go on." in text(
        web.get(chiara)
    )
    shown = web.post(f"/api{chiara.replace('/s/', '/seat/')}/go-on").get_json()
    assert shown["paused_until"].startswith("2026-11-26T09:00")
    assert web.post(chiara, data={"do": "motion", "verdict": "no", "number": "1"}).status_code == 303
    assert web.get(f"/api{chiara.replace('/s/', '/seat/')}").get_json()["asked_of_all"] is None


def test_the_record_keeps_what_the_table_was_told(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", rounds=1)
    assert does(web, match, "pace", pace="P4D").status_code == 303
    assert does(web, match, "pause", days=3).status_code == 303
    told = news(match)
    assert len(told) == 2
    while again(match).status == PLAYING:
        for name in ("Ada", "Bruno"):
            seals(match, name, some_answer(match, name, Random(1)))
    record = web.get(f"/api/records/{match.id}").get_json()
    assert [line["text"] for line in record["news"]] == told
    page = text(web.get(f"/records/{match.id}"))
    assert all(line in page for line in told)


def test_the_links_for_open_seats_are_ended_and_made_anew_at_the_desk_too(web: FlaskClient) -> None:
    match = open_match("scarto", {}, [*guests("Ada", "Bruno"), matches.Guest("", open=True)], at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    old = shared_link(web, match)
    assert "Ada invites you" in text(web.get(old))
    assert web.post(f"{path(match)}/links", data={"purpose": "join", "do": "renew"}).status_code == 303
    assert "This link has been ended" in text(web.get(old))
    assert "Ada invites you" in text(web.get(shared_link(web, match)))
    web.post(f"{path(match)}/links", data={"purpose": "join", "do": "end"})
    assert "/join/" not in web.get(path(match)).text
    assert web.post(f"{path(match)}/links", data={"purpose": "seat", "do": "renew"}).status_code == 422


def shared_link(web: FlaskClient, match: Match) -> str:
    """The path of the link for open seats, as the desk shows it."""
    found = re.search(r'value="http://localhost(/join/[^"]+)"', web.get(path(match)).text)
    assert found
    return found[1]
