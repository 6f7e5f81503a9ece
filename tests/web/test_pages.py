"""The pages as a browser without script gets them: what they show, what their forms do, and what no page may do."""

from __future__ import annotations

import gzip
import re
from functools import cache
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from server import deal, links, matches, program
from server.config import Settings, settings
from server.matches import Guest
from server.post import message
from server.post.rendering import table as told_by_letter
from server.post.transports import Maildir
from server.rules import GAMES
from server.store.models import CANCELLED, INVITED, MATCHES, OVER, PLAYING, Letter, Match, db
from server.views import seat_page, spectator_page
from server.web import ONE_CLICK, create_web
from server.web.drawing import ranks_by_suit
from tests.browser.moments import moments
from tests.cast import (
    again,
    all_matches,
    guests,
    letters,
    open_match,
    open_table,
    play_out,
    seal_for_everybody,
    seals,
    seat,
    some_answer,
)
from tests.cast import page as seen
from tests.conftest import MONDAY
from tests.each import each, some_games
from tests.web.browsing import about, link, text

KILOBYTES_OF_A_FIRST_VISIT = 60
KILOBYTES_OF_A_PAGE = 12
"""Packed, as a browser asks for it: all of a first visit, and of a repeated one, when it has kept everything else."""


def form(match: Match, name: str, answer: str) -> dict[str, str]:
    """A canonical answer as the form of the page posts it, with a choice for each slot."""
    shown = seen(match, name)
    assert shown.ask is not None
    tokens = answer.split()
    chosen = {slot.name: next((t for t in tokens if t in slot.options), "") for slot in shown.ask.slots}
    return {"do": "seal", "ply": str(match.ply), **chosen, **({} if any(chosen.values()) else {"none": "none"})}


def a_bid(match: Match, name: str) -> str:
    """The answer the clock would give."""
    shown = seen(match, name)
    assert shown.ask is not None
    return shown.ask.absent


def stored() -> list[tuple[object, ...]]:
    """Every row of every table."""
    db.session.rollback()
    return [tuple(row) for table in db.metadata.sorted_tables for row in db.session.execute(select(table)).all()]


def invited() -> Match:
    return open_match("titro", {}, guests("Ada", "Bruno"))


# A seat --------------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_hand_the_table_and_what_is_asked(web: FlaskClient) -> None:
    match = open_table()
    page = text(web.get(link(match, "Ada")))
    view, words = seen(match, "Ada").view, GAMES["titro"].words
    assert "round 1 of 9" in page
    assert "Your first bid: a card, and a place for it." in page
    assert all(words[card][0] in page for card in view["hand"])
    assert words[view["spread"]["cloak"]][0] in page
    assert "Bruno sees it" in page


def test_a_bid_is_sealed_through_the_form_and_may_be_changed(web: FlaskClient) -> None:
    match = open_table()
    first, *_, last = seen(match, "Ada").view["hand"]
    answer = web.post(link(match, "Ada"), data=form(match, "Ada", f"{first} centre"))
    assert (answer.status_code, answer.location) == (303, link(match, "Ada"))
    assert seen(match, "Ada").sealed == f"{first} centre"
    assert "You may change it until Bruno has answered" in text(web.get(link(match, "Ada")))
    web.post(link(match, "Ada"), data=form(match, "Ada", f"{last} cloak"))
    assert seen(match, "Ada").sealed == f"{last} cloak"


def test_what_is_typed_is_read_generously_and_goes_before_what_is_chosen(web: FlaskClient) -> None:
    match = open_table()
    first, *_, last = seen(match, "Ada").view["hand"]
    named = GAMES["titro"].words[last][0].upper()
    typed = f"{named} on my cloak. Such fun"
    answer = web.post(link(match, "Ada"), data=form(match, "Ada", f"{first} centre") | {"typed": typed})
    assert seen(match, "Ada").sealed == f"{last} cloak"
    assert "Not used, and said to nobody: “Such fun”" in text(answer)


def test_an_answer_tells_the_zone_of_the_browser_where_none_is_known(
    web: FlaskClient, subtests: pytest.Subtests
) -> None:
    for n, known, browser, kept in (
        (1, None, "Europe/Rome", "Europe/Rome"),
        (2, "Asia/Tokyo", "Europe/Rome", "Asia/Tokyo"),
        (3, None, "Middle/Earth", None),
        (4, None, "", None),
    ):
        with subtests.test(known=known, browser=browser):
            ada = Guest("Ada", f"ada{n}@example.org", known)
            match = open_match("titro", {}, [ada, *guests("Bruno")])
            for chair in match.chairs:
                matches.accept(chair.id)
            assert ("data-zoneless" in web.get(link(match, "Ada")).text) == (known is None)
            web.post(link(match, "Ada"), data=form(match, "Ada", a_bid(match, "Ada")) | {"zone": browser})
            assert seen(match, "Ada").sealed
            assert seen(match, "Ada").times.zone == kept


def test_a_refused_bid_says_what_would_fit_and_leaves_everything_chosen(web: FlaskClient) -> None:
    match = open_table()
    card = seen(match, "Ada").view["hand"][2]
    answer = web.post(link(match, "Ada"), data={"do": "seal", "ply": match.ply, "card": card})
    assert answer.status_code == 422
    assert "First choose a place." in text(answer)
    assert re.search(rf'value="{card}"[^>]* checked', answer.text)
    assert seen(match, "Ada").sealed is None


def test_what_is_still_to_be_chosen_is_counted_from_what_is(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="scarto")
    [dealer] = seen(match, "Ada").waiting
    name = match.chairs[dealer].name
    ask = seen(match, name).ask
    assert ask is not None
    one = {"do": "seal", "ply": match.ply, "cards": ask.slots[0].options[0]}
    assert "First choose 2 more cards." in text(web.post(link(match, name), data=one))
    del one["cards"]
    assert "First choose 3 cards." in text(web.post(link(match, name), data=one))


def test_to_pick_nothing_has_to_be_said(web: FlaskClient) -> None:
    match, name = next((match, name) for moment, match, name in moments("titro", 2) if moment == "keep")
    bare = {"do": "seal", "ply": match.ply}
    [card, *_] = seen(match, name).ask.slots[0].options
    assert "Nothing is chosen yet: choose, or choose none." in text(web.post(link(match, name), data=bare))
    both = web.post(link(match, name), data={**bare, "cards": card, "none": "none"})
    assert "Choose either some, or none: both are chosen now." in text(both)
    assert seen(match, name).sealed is None
    said = web.post(link(match, name), data={**bare, "none": "none"})
    assert said.status_code == 303
    assert again(match).ply > match.ply or seen(match, name).sealed == "none"


def test_words_that_fit_nothing_are_kept_in_the_field(web: FlaskClient) -> None:
    match = open_table()
    answer = web.post(link(match, "Ada"), data={"do": "seal", "ply": match.ply, "typed": "the <b>moon</b>"})
    assert answer.status_code == 422
    assert 'value="the &lt;b&gt;moon&lt;/b&gt;"' in answer.text


def test_a_bid_for_a_table_that_moved_on_is_not_recorded(web: FlaskClient) -> None:
    match = open_table()
    hand = seen(match, "Ada").view["hand"]
    late = form(match, "Ada", f"{hand[4]} cloak")
    seals(match, "Ada", f"{hand[0]} centre")
    seals(match, "Bruno", a_bid(match, "Bruno"))
    before = stored()
    answer = web.post(link(match, "Ada"), data=late)
    assert answer.status_code == 409
    assert "The table has moved on" in text(answer)
    assert "Your second bid" in text(answer)
    assert stored() == before


def test_the_same_bid_twice_is_one_bid_also_after_it_opened(web: FlaskClient) -> None:
    match = open_table()
    mine = form(match, "Ada", a_bid(match, "Ada"))
    assert web.post(link(match, "Ada"), data=mine).status_code == 303
    assert web.post(link(match, "Ada"), data=mine).status_code == 303
    seals(match, "Bruno", a_bid(match, "Bruno"))
    assert web.post(link(match, "Ada"), data=mine).status_code == 303


def test_no_page_of_another_seat_shows_what_was_sealed(web: FlaskClient) -> None:
    match = open_table()
    pages = []
    for card in seen(match, "Ada").view["hand"][:2]:
        seals(match, "Ada", f"{card} centre")
        pages.append(re.sub(r'data-pulse="[\d.]+"', "", web.get(link(match, "Bruno")).text))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.long)], ids=["some", "each"])
@some_games("french-tarot", "titro")
def test_every_ask_of_every_game_can_be_answered_through_its_form(web: FlaskClient, key: str, every: int) -> None:
    """The page offers an input for every option of every slot: in each phase, and at each ``every``-th ply."""
    players = ("Ada", "Bruno", "Chiara", "Dmitri")[: min(4, max(GAMES[key].seats))]
    match, met = open_table(*players, game=key), set[tuple[str, ...]]()
    while (match := again(match)).status == PLAYING and match.ply < 60:
        name = match.chairs[spectator_page(match).waiting[0]].name
        ask = seen(match, name).ask
        assert ask is not None
        shape = (match.snapshot["phase"], *(slot.name for slot in ask.slots))
        if match.ply % every == 0 or shape not in met:
            met.add(shape)
            page = web.get(link(match, name)).text
            offered = {(found[1], unescape(found[2])) for found in re.finditer(r'name="([^"]+)" value="([^"]*)"', page)}
            missing = {(slot.name, option) for slot in ask.slots for option in slot.options} - offered
            assert not missing, f"{match.ply}: {missing}"
        seal_for_everybody(match, MONDAY)


def test_what_a_declaration_is_worth_stands_beside_it_on_the_page_and_in_the_letter(web: FlaskClient) -> None:
    match, name = one_who_may_declare()
    own, page = seen(match, name).view["declarable"], web.get(link(match, name)).text
    letter = " ".join(told_by_letter(seat_page(seat(match, name), text=True)))
    for line in own["cricche"]["lines"] + own["sequences"]["lines"]:
        label = re.search(rf'value="{re.escape(line["token"])}"[^>]*>(<span>.*?</span>)', page)
        assert label is not None
        shown = " ".join(unescape(re.sub("<[^>]+>", " ", label[1])).split())
        word = GAMES["ottocento"].words[line["token"]][0]
        assert shown.lower() == f"{word} {line['points']}".lower()
        assert f"{word} for {line['points']}" in letter


def test_what_was_declared_stands_on_the_page_once(web: FlaskClient) -> None:
    match, name = one_who_may_declare()
    form = seen(match, name).form
    card, declared = (form.slot(slot).options[0] for slot in ("card", "declare"))  # type: ignore[union-attr]
    seals(match, name, f"{card} {declared}")
    for reader in ("Ada", "Bruno", "Chiara", "Dmitri"):
        assert len(re.findall(r"declared [^.\d]+ for", text(web.get(link(match, reader))))) == 1


def test_the_headline_of_a_contract_without_a_call_says_who_names_trumps(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42")
    for bid in ("31", "pass", "pass", "pass"):
        [waiting] = seen(match, "Ada").waiting
        seals(match, match.chairs[waiting].name, bid)
    [caller] = seen(match, "Ada").waiting
    name = match.chairs[caller].name
    assert re.search(r"Your 31 ?: name trumps", text(web.get(link(match, name))))
    other = match.chairs[(caller + 1) % 4].name
    assert re.search(f"{name}’s 31 ?: {name} names trumps", text(web.get(link(match, other))))


def one_who_may_declare() -> tuple[Match, str]:
    """A table of Ottocento with somebody who is about to play a first card and has something to declare."""
    for _ in range(20):
        match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="ottocento")
        while not seen(match, "Ada").view["tricks"]:
            [waiting] = seen(match, "Ada").waiting
            name = match.chairs[waiting].name
            if seen(match, name).form.slot("declare"):
                return match, name
            seals(match, name, a_bid(match, name))
    raise AssertionError("nobody had anything to declare")


def test_a_seat_that_is_not_asked_can_seal_nothing(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42")
    answer = web.post(link(match, "Dmitri"), data={"do": "seal", "ply": match.ply, "bid": "30"})
    assert answer.status_code == 422
    assert "Nothing is asked of you now" in text(answer)


def test_an_action_that_does_not_exist_is_refused(web: FlaskClient) -> None:
    assert web.post(link(open_table(), "Ada"), data={"do": "cheat"}).status_code == 422


def test_what_the_clock_answered_is_told(web: FlaskClient) -> None:
    match = open_table(pace="PT1S")
    seals(match, "Ada", a_bid(match, "Ada"))
    assert matches.close_due(at=None) >= 0
    matches.close_due(again(match).closes_at)  # type: ignore[arg-type]
    assert "The clock answered for Bruno." in text(web.get(link(match, "Ada")))
    assert "The clock answered for you." in text(web.get(link(match, "Bruno")))


# Before and after ----------------------------------------------------------------------------------------------------


def test_an_invitation_is_answered_by_a_visible_choice_only(web: FlaskClient) -> None:
    match = invited()
    answer = web.post(link(match, "Ada"), data={"do": "answer-invitation", "zone": "Europe/Paris"})
    assert answer.status_code == 422
    assert "Choose one of the two" in text(answer)
    assert seat(match, "Ada").accepted_at is None


def test_nobody_talks_at_a_table_where_they_do_not_sit_yet(web: FlaskClient) -> None:
    match = invited()
    assert 'id="sidebar"' not in web.get(link(match, "Ada")).text
    matches.accept(seat(match, "Ada").id)
    assert 'id="sidebar"' in web.get(link(match, "Ada")).text


def test_a_press_of_a_button_alone_neither_takes_a_seat_nor_declines_it(web: FlaskClient) -> None:
    match = invited()
    for answer, words in (("accept", "Yes, I take the seat."), ("decline", "No, I do not want it.")):
        pressed = web.post(link(match, "Ada"), data={"do": "answer-invitation", "verdict": "", "answer": answer})
        assert (pressed.status_code, words in text(pressed)) == (422, True)
        other = {"accept": "decline", "decline": "accept"}[answer]  # what is ticked, and another button pressed
        crossed = web.post(link(match, "Ada"), data={"do": "answer-invitation", "verdict": other, "answer": answer})
        assert (crossed.status_code, words in text(crossed)) == (422, True)
        assert (seat(match, "Ada").accepted_at, again(match).status) == (None, INVITED)


def title(page: Any) -> str:
    [told] = re.findall("<title>(.*?)</title>", page.text)
    return str(told)


def test_a_title_tells_my_own_state_and_who_plays_and_nothing_of_the_others(web: FlaskClient) -> None:
    match = invited()
    assert title(web.get(link(match, "Ada"))) == "Your seat: Titro with Bruno"
    match = open_table()
    assert title(web.get(link(match, "Ada"))) == "Your turn: Titro with Bruno"
    seals(match, "Bruno", some_answer(match, "Bruno", Random(1)))
    assert title(web.get(link(match, "Ada"))) == "Your turn: Titro with Bruno"
    assert title(web.get(link(match, "Bruno"))) == "Sealed: Titro with Ada"
    refused = web.post(link(match, "Ada"), data={"do": "seal", "ply": "0", "card": "none"})
    assert title(refused) == "Not taken: Titro with Bruno"
    over = play_out(open_table(rounds=1), Random(1))
    assert title(web.get(link(over, "Ada"))) == "Over: Titro with Bruno"


def test_accepting_keeps_the_word_and_the_time_zone(web: FlaskClient) -> None:
    match = invited()
    mine = {"do": "answer-invitation", "verdict": "accept", "word": "sesame", "zone": "Asia/Tokyo"}
    assert web.post(link(match, "Ada"), data=mine).status_code == 303
    chair = seat(match, "Ada")
    assert chair.player is not None
    assert (chair.word, chair.player.zone) == ("sesame", "Asia/Tokyo")
    assert "Ada saves you a seat at Titro" in text(web.get(link(match, "Bruno")))


def test_declining_calls_the_match_off(web: FlaskClient) -> None:
    match = invited()
    matches.accept(seat(match, "Ada").id)
    web.post(link(match, "Bruno"), data={"do": "answer-invitation", "verdict": "decline"})
    assert again(match).status == CANCELLED
    assert "this match was called off" in text(web.get(link(match, "Ada")))


def test_resigning_wants_the_box_ticked(web: FlaskClient) -> None:
    match = open_table()
    assert web.post(link(match, "Ada"), data={"do": "resign"}).status_code == 422
    assert again(match).status == PLAYING
    assert web.post(link(match, "Ada"), data={"do": "resign", "sure": "yes"}).status_code == 303
    assert again(match).status == OVER
    assert "Bruno won: the others gave up." in text(web.get(link(match, "Ada")))


def test_one_more_deal_is_one_tap_of_each_on_the_last_page(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="scarto", deals=3)
    for name in ("Ada", "Bruno"):
        matches.resign(seat(match, name).id)
    assert "One more deal? It begins as soon as everybody at the table has said yes" in text(
        web.get(link(match, "Ada"))
    )
    assert web.post(link(match, "Bruno"), data={"do": "more"}, follow_redirects=True).status_code == 200
    assert "It begins as soon as Chiara and Ada have, too." in text(web.get(link(match, "Bruno")))
    assert "Bruno would like one more deal." in text(web.get(link(match, "Ada")))
    [more] = all_matches(MATCHES.c.rematch_of == match.id)
    assert "Bruno would like one more deal of Scarto with the same people." in text(web.get(link(more, "Ada")))
    web.post(link(match, "Ada"), data={"do": "more"})
    last = web.post(link(match, "Chiara"), data={"do": "more"})
    assert "A letter is on its way" in text(last)
    assert again(more).status == PLAYING
    assert "One more deal has begun." in text(web.get(link(match, "Bruno")))


def test_three_names_in_a_sentence_are_a_list(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot", deals=1)
    for name in ("Ada", "Bruno", "Chiara"):
        matches.resign(seat(match, name).id)
    web.post(link(match, "Ada"), data={"do": "more"})
    assert "It begins as soon as Bruno, Chiara and Dmitri have, too." in text(web.get(link(match, "Ada")))


def test_another_game_with_the_same_people_takes_one_tap(web: FlaskClient) -> None:
    match = play_out(open_table(rounds=1), Random(2))
    page = web.get(link(match, "Bruno")).text
    offered = set(re.findall(r'name="game" value="([\w-]+)"', page))
    assert offered == {key for key, game in GAMES.items() if 2 in game.seats} - {"titro"}
    posted = web.post(link(match, "Bruno"), data={"do": "rematch", "game": "tottarot"})
    assert "A letter is on its way" in text(posted)
    assert 'value="tottarot"' not in web.get(link(match, "Bruno")).text


def test_a_rematch_takes_one_tap_and_a_letter_leads_to_the_new_seat(web: FlaskClient) -> None:
    match = play_out(open_table(rounds=1), Random(2))
    answer = web.post(link(match, "Bruno"), data={"do": "rematch"})
    assert (answer.status_code, answer.location) == (200, None)
    assert "A letter is on its way" in text(answer)
    [again_] = all_matches(MATCHES.c.rematch_of == match.id)
    page = text(web.get(link(again_, "Bruno")))
    assert "You have taken your seat" in page
    assert "Ada is asked" in page


def test_a_finished_match_shows_its_result_and_its_record(web: FlaskClient) -> None:
    match = play_out(open_table(rounds=1), Random(2))
    record = text(web.get(f"/records/{match.id}"))
    assert f"{max(match.scores or ())}" in text(web.get(link(match, "Ada")))
    assert match.seed.hex() in record
    assert match.commitment in record
    assert "import hashlib" in record


def test_there_is_no_record_of_a_match_that_is_not_over(web: FlaskClient) -> None:
    match = open_table()
    assert web.get(f"/records/{match.id}").status_code == 404
    assert match.seed.hex() not in web.get(f"/records/{match.id}").text


def test_a_link_is_replaced_from_its_own_page_by_who_ticks_the_box(web: FlaskClient) -> None:
    match = open_table()
    old = link(match, "Ada")
    assert web.post(old, data={"do": "replace"}).status_code == 422
    assert "A new link is on its way" in text(web.post(old, data={"do": "replace", "sure": "yes"}))
    assert web.get(old).status_code == 410
    assert web.get(link(match, "Ada")).status_code == 200
    assert len(letters(match, "link", to="Ada")) == 1


def test_letters_of_a_match_are_stopped_and_sent_again_from_the_seat(web: FlaskClient) -> None:
    match = open_table()
    web.post(link(match, "Ada"), data={"do": "no-letters"})
    assert seat(match, "Ada").stopped_at is not None
    web.post(link(match, "Ada"), data={"do": "letters"})
    assert seat(match, "Ada").stopped_at is None


def test_letters_that_do_not_arrive_are_told_to_the_seat_and_to_the_host(web: FlaskClient) -> None:
    match = open_table()
    seat(match, "Bruno").trouble = "550 no such mailbox"
    db.session.commit()
    assert "Our letters to you come back. 550 no such mailbox" in text(web.get(link(match, "Bruno")))
    assert "Bruno’s letters come back. 550 no such mailbox" in text(web.get(link(match, "Ada")))


# A new match ---------------------------------------------------------------------------------------------------------

ROWS = {"name-0": "Ada", "email-0": "ada@example.org", "name-1": "Bruno", "email-1": "bruno@example.org"}


def newest() -> Match:
    return next(reversed(all_matches()), None)  # type: ignore[return-value]


def test_a_match_is_opened_through_the_form_and_its_host_gets_a_letter(web: FlaskClient) -> None:
    mine = {"game": "titro", "option-deck": "poker", "option-rounds": "3", "pace": "PT24H", **ROWS}
    answer = web.post("/new", data=mine)
    assert answer.status_code == 200
    assert "It goes to ada@example.org" in text(answer)
    match = newest()
    assert (match.status, match.pace, match.options) == (INVITED, "PT24H", {"deck": "poker", "rounds": 3})
    assert [letter.kind for letter in letters(match)] == ["invitation"]


def test_the_form_of_a_new_match_preselects_what_ends_and_says_how_long_it_will_take(web: FlaskClient) -> None:
    page = web.get("/new?game=french-tarot")
    assert '<option value="1" selected>' in page.text or 'name="option-deals" value="1"' in page.text
    told = "about 4 weeks, 4 to 7 days if all plan ahead. The match is one deal."
    assert f"A deal takes {told}" in text(page)
    assert GAMES["french-tarot"].options["deals"].default == 6
    chosen = {"game": "french-tarot", **ROWS, "option-deals": "3", "pace": "PT1H"}
    again = web.post("/new/length", data=chosen)
    assert again.status_code == 200
    assert "2 to 4 days at most, as an answer may take 1 hour. The match has 3 deals: 7 to 12 days." in text(again)
    assert 'value="ada@example.org"' in again.text
    assert newest() is None


def test_a_script_gets_the_sentence_alone_and_nothing_where_the_form_makes_no_match(web: FlaskClient) -> None:
    def said(**fields: str) -> str:
        return web.post("/new/length", data={"game": "scarto", **fields}, headers={"Accept": "text/plain"}).text

    assert said() == (
        "A deal takes about 3 weeks, 4 to 8 days if all plan ahead. The match has 3 deals: about 2 months."
    )
    assert said(**{"option-deals": "1"}).endswith("The match is one deal.")
    assert said(**{"house-1": "on", "house-2": "on"}).startswith("Nobody but you is waited for")
    assert said(pace="P99999999999D") == said(pace="soon") == said(**{"option-deals": "77"}) == ""


def test_rows_that_stay_empty_are_no_seats_and_the_house_may_take_some(web: FlaskClient) -> None:
    web.post("/new", data={"game": "french-tarot", **ROWS, "house-2": "on", "name-3": ""})
    assert [(chair.name, chair.house) for chair in newest().chairs] == [
        ("Ada", False), ("Bruno", False), ("House 3", True)
    ]  # fmt: skip


def test_a_form_offers_strong_house_players_first_whether_they_sit_from_the_start_or_later(web: FlaskClient) -> None:
    offered = re.findall(r'<option value="(\w+)"( selected)?>', web.get("/new?game=titro").text)
    assert ("strong", " selected") in offered
    assert {("steady", ""), ("easy", "")} <= set(offered)
    for form, level in (({}, "strong"), ({"house": "easy"}, "easy"), ({"house-1": "on"}, "strong")):
        web.post("/new", data={"game": "titro", **ROWS, **form})
        assert newest().terms["house"] == level
    refused = web.post("/new", data={"game": "titro", **ROWS, "house": "divine", "house-1": "on"})
    assert refused.status_code == 422
    assert "The term house is one of" in text(refused)


def test_while_a_house_player_thinks_the_page_says_so(web: FlaskClient) -> None:
    people = [Guest("Ada", "ada@example.org"), Guest("Bruno", house=True)]
    match = open_match("titro", {}, people, terms={"house": "strong"})
    matches.accept(match.chairs[0].id)
    assert "Bruno looks ahead, which takes some seconds." in text(web.get(link(match, "Ada")))
    assert "House players are strong" in text(web.get(about(match, "Ada")))
    decision = matches.take_decision()
    assert decision
    matches.decide(decision.chair_id, decision.ply, None)
    assert "looks ahead" not in text(web.get(link(match, "Ada"))).replace("they look ahead", "")


def test_what_cannot_be_opened_is_refused_and_stays_in_the_form(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for wrong, sentence in (
        ({"email-1": "bruno@@example.org"}, "A mail address has one @"),
        ({"email-1": "ada@example.org"}, "Two seats have the same address"),
        ({"email-1": ""}, "Every player needs a mail address."),
        ({"name-1": "Ada"}, "Two players are called Ada"),
        ({"name-1": "", "email-1": ""}, "Titro is for 2 players, not 1."),
        ({"option-rounds": "77"}, "The option rounds of Titro is one of"),
        ({"option-deck": "poker", "option-rounds": "9"}, "lasts for 6 rounds"),
        ({"pace": "soon"}, "soon"),
    ):
        with subtests.test(sentence):
            answer = web.post("/new", data={"game": "titro", **ROWS, **wrong})
            assert answer.status_code == 422
            assert sentence in text(answer)
            assert 'value="ada@example.org"' in answer.text
            assert newest() is None


def test_what_was_refused_is_unfolded_and_the_rest_stays_folded(web: FlaskClient) -> None:
    refused = web.post("/new", data={"game": "french-tarot", **ROWS, "option-deals": "77"}).text
    assert re.findall(r"<details open><summary>(.*?)</summary>", refused) == ["Options of French Tarot"]
    refused = web.post("/new", data={"game": "titro", **ROWS, "blind": "on", "excuses": "77"}).text
    assert re.findall(r"<details open><summary>(.*?)</summary>", refused) == ["How the table is run"]
    refused = web.post("/new", data={"game": "french-tarot", **ROWS, "house-2": "on", "email-1": "x"}).text
    assert "<details open>" not in refused


def test_signals_are_offered_where_the_house_knows_some(web: FlaskClient) -> None:
    offered = {game for game in GAMES if 'name="signals"' in web.get(f"/new?game={game}").text}
    assert offered == {"french-tarot"}


def test_one_person_may_sit_on_both_seats_by_saying_so(web: FlaskClient) -> None:
    mine = {"game": "titro", **ROWS, "email-1": "ada@example.org", "same-person": "on"}
    assert web.post("/new", data=mine).status_code == 200


def test_the_pace_is_how_often_all_look_or_another_time(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for fields, pace in (
        ({"pace": "PT24H"}, "PT24H"),
        ({"pace": "PT3H", "other-pace": "P7D"}, "PT3H"),
        ({"pace": "", "other-pace": "P3D"}, "P3D"),
        ({}, "PT48H"),
    ):
        with subtests.test(pace):
            assert web.post("/new", data={"game": "titro", **ROWS, **fields}).status_code == 200
            assert newest().pace == pace


def test_what_was_chosen_stays_on_a_form_that_is_refused(web: FlaskClient) -> None:
    chosen = {"game": "french-tarot", **ROWS, "open-2": "on", "house-3": "on", "pace": "", "other-pace": "P7D"}
    refused = web.post("/new", data={**chosen, "email-1": "nonsense"})
    assert refused.status_code == 422
    assert re.search(r'<input type="radio" name="pace" value="" id="another" checked>', refused.text)
    assert '<option value="P7D" selected>' in refused.text
    assert '<details class="more-seats" open>' in refused.text
    assert '<details class="more-seats">' in web.get("/new?game=french-tarot").text


def test_every_game_shows_its_postcard_and_says_what_it_is(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for path, leads in (
        ("/new", r'href="/new\?game=[\w-]+"'),
        ("/rules", r'href="/rules/[\w-]+"'),
        ("/practice", 'name="game"'),
    ):
        with subtests.test(path):
            shelf = web.get(path).text.partition('<ul class="shelf">')[2]
            games = re.findall(r"<li(?: class=\"start\")?>.*?</li>", shelf, re.S)
            assert len(games) == len(GAMES)
            for game in games:
                assert len(re.findall(r'class="postcard"', game)) == 1
                assert re.search(leads, game)
                assert re.search(r"<q>[A-Z].{20,}\.</q>", game)


def test_search_engines_may_list_what_is_about_nobody_and_nothing_else(web: FlaskClient) -> None:
    over = play_out(open_table(rounds=1), Random(2))
    for path in ("/", "/rules", *(f"/rules/{key}" for key in GAMES)):
        assert web.get(path).headers["X-Robots-Tag"] == "all", path
    for path in (link(over, "Ada"), f"/records/{over.id}", "/new", "/lost", "/rules/whist", "/nowhere"):
        assert web.get(path).headers["X-Robots-Tag"] == "noindex, nofollow", path


def test_robots_that_fetch_something_for_a_person_may_and_nothing_of_it_is_listed(web: FlaskClient) -> None:
    """Calendar services, programs that install a page or stop letters, and chats that show where a link leads."""
    over = play_out(open_table(rounds=1), Random(2))
    player = seat(over, "Ada").player
    assert player is not None
    told = RobotFileParser()
    told.parse(web.get("/robots.txt").text.splitlines())
    home, calendar = (urlsplit(url).path for url in (links.me(player), links.calendar(player)))
    fetched = {calendar, f"{home}/manifest.webmanifest", f"/records/{over.id}", f"/records/{over.id}/picture.svg"}
    for path in sorted(fetched):
        assert told.can_fetch("Google-Calendar-Importer", path), path
        answer = web.get(path)
        assert (answer.status_code, answer.headers["X-Robots-Tag"]) == (200, "noindex, nofollow"), path
    others = "/manifest.webmanifest /sw.js /static/icon-192.png /stop/x /stop-all/x /never/x /join/x /watch/x /offer/x"
    assert all(told.can_fetch("Mozilla/5.0", path) for path in others.split())
    assert not told.can_fetch("CCBot", urlsplit(link(over, "Ada")).path)


def test_a_browser_that_asks_for_an_icon_by_habit_gets_it(web: FlaskClient) -> None:
    icon = web.get("/favicon.ico", follow_redirects=True, buffered=True)
    assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")


def test_a_page_that_is_not_there_says_so_in_words_of_its_own(web: FlaskClient) -> None:
    answer = web.get("/nowhere")
    assert answer.status_code == 404
    assert "There is nothing at this address." in text(answer)


def test_every_option_of_a_game_is_explained_where_a_match_is_opened_and_in_its_rules(
    web: FlaskClient, subtests: pytest.Subtests
) -> None:
    for key, game in GAMES.items():
        for path in (f"/new?game={key}", f"/rules/{key}"):
            with subtests.test(path):
                page = text(web.get(path))
                assert all(" ".join(option.help.split()) in page for option in game.options.values())


# Links and letters ---------------------------------------------------------------------------------------------------


def test_a_forged_link_and_a_replaced_one_show_the_way_to_a_new_one(web: FlaskClient) -> None:
    match = open_table()
    old = link(match, "Ada")
    matches.replace_link(seat(match, "Ada").id)
    for path, status in ((f"{old}x", 404), (old.swapcase(), 404), (old[:-3], 404), (old, 410)):
        for answer in (web.get(path), web.post(path, data={"do": "resign", "sure": "yes"})):
            assert answer.status_code == status
            assert path == old.swapcase() or 'action="/lost"' in answer.text
    assert again(match).status == PLAYING


def test_a_lost_link_gets_the_same_answer_whether_the_address_is_known_or_not(web: FlaskClient) -> None:
    open_table()
    known, unknown = (web.post("/lost", data={"email": f"{name}@example.org"}) for name in ("ada", "nobody"))
    assert (known.status_code, known.text) == (unknown.status_code, unknown.text)
    assert db.session.scalars(select(Letter).where(Letter.kind == "lost")).all()
    assert web.post("/lost", data={"email": "ada at example"}).status_code == 422


def test_stopping_letters_asks_first_and_is_done_by_one_post(web: FlaskClient) -> None:
    chair = seat(open_table(), "Ada")
    path = f"/stop/{links.sign(links.STOP, chair.id, chair.player_id or 0)}"
    assert "You would get no more letters about your match of Titro" in text(web.get(path))
    assert again(chair.match).chairs[0].stopped_at is None
    assert web.post(path, data={"do": "stop"}).status_code == 422
    assert again(chair.match).chairs[0].stopped_at is None
    assert web.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert again(chair.match).chairs[0].stopped_at is not None
    assert "Letters again" in text(web.post(path, data={"do": "letters"}))
    assert again(chair.match).chairs[0].stopped_at is None


ELSEWHERE = (
    {"Origin": "https://mail.example"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {
        "Origin": "https://mail.example",
        "Referer": "https://mail.example/u/0",
        "Sec-Fetch-Site": "cross-site",
        "Cookie": "a=b",
    },
)


@each("where", ["stop", "stop_all", "never"])
def test_letters_stop_with_one_click_wherever_it_is_made(web: FlaskClient, where: str) -> None:
    chair = seat(open_table(), "Ada")
    player = chair.player
    assert player is not None
    path = urlsplit(links.stop(chair) if where == "stop" else getattr(links, where)(player)).path

    def stopped() -> bool:
        one = again(chair.match).chairs[0]
        return one.stopped_at is not None or (one.player is not None and one.player.stopped_at is not None)

    ways: list[dict[str, Any]] = [
        {"data": {"List-Unsubscribe": "One-Click"}},
        {"data": {"List-Unsubscribe": "One-Click"}, "content_type": "multipart/form-data"},
        {"data": b"List-Unsubscribe=One-Click"},
        {},
    ]
    for headers in ELSEWHERE:
        for body in ways:
            answer = web.post(path, headers=headers, **body)
            assert (answer.status_code, answer.location, stopped()) == (200, None, True), (headers, body)
            assert web.post(path, data={"do": "letters"}, headers=headers).status_code == 403
            assert stopped()
            web.post(path, data={"do": "letters"})
            assert not stopped()
        for do in ("stop", "letters", ""):
            assert web.post(path, data={"do": do, "sure": "yes"}, headers=headers).status_code == 403


def test_what_is_no_one_click_is_not_taken_from_other_sites(app: Flask, web: FlaskClient) -> None:
    for rule in app.url_map.iter_rules():
        for method in {"POST", "PUT", "DELETE"} & (rule.methods or set()) if rule.endpoint not in ONE_CLICK else ():
            path = re.sub(r"<[^>]*>", "1", rule.rule)
            for headers in ELSEWHERE:
                answer = web.open(path, method=method, headers=headers, data={"List-Unsubscribe": "One-Click"})
                assert answer.status_code == 403, (method, path, headers)


def test_all_letters_to_one_person_stop_with_one_post(web: FlaskClient) -> None:
    chair = seat(open_table(), "Ada")
    web.post(f"/stop-all/{links.sign(links.STOP_ALL, chair.player_id or 0)}", data={"do": "stop", "sure": "yes"})
    player = again(chair.match).chairs[0].player
    assert player is not None
    assert player.stopped_at is not None


def test_the_local_mailboxes_show_letters_as_text_and_in_a_frame_that_can_do_nothing(web: FlaskClient) -> None:
    from datetime import UTC, datetime

    sent = message.Mail(
        sender="Poste <post@example.org>", name="Ada", address="ada@example.org", subject="Titro: your bid",
        text="Your seat:\nhttp://localhost/s/abc\n", html="<html><head></head><body>Your <b>seat</b></body></html>",
        message_id="<1@example.org>", at=datetime.now(UTC), kind="turn", stop="",
    )  # fmt: skip
    local = settings().local_mail
    assert local is not None
    with Maildir(local) as box:
        box.send(message.message_of(sent), "post@example.org", sent.address)
    listed = web.get("/letters")
    assert "ada@example.org" in text(listed)
    [path] = set(re.findall(r"/letters/[0-9a-f]+", listed.text))
    for shut in ("/letters", path, f"{path}/html"):
        for stranger in (
            {"environ_overrides": {"REMOTE_ADDR": "203.0.113.9"}},
            {"headers": {"Host": "rebound.example.com:8000"}},
            {"headers": {"Host": "["}},
            {"headers": {"X-Forwarded-For": "203.0.113.9"}},
            {"headers": {"Via": "1.1 tunnel"}},
        ):
            assert web.get(shut, **stranger).status_code in (400, 404)
    shown, framed = web.get(path), web.get(f"{path}/html")
    assert '<a href="http://localhost/s/abc"' in shown.text
    assert "sandbox" in framed.headers["Content-Security-Policy"]
    assert "script" not in framed.headers["Content-Security-Policy"]
    assert web.get("/letters/0123").status_code == 404


# What no page may do -------------------------------------------------------------------------------------------------


def every_page(match: Match) -> list[str]:
    chair = seat(match, "Ada")
    rules = [path for key in GAMES for path in (f"/rules/{key}", f"/new?game={key}")]
    stops = [
        f"/stop/{links.sign(links.STOP, chair.id, chair.player_id or 0)}",
        f"/stop-all/{links.sign(links.STOP_ALL, chair.player_id or 0)}",
    ]
    mine = [link(match, "Ada"), f"{link(match, 'Ada')}/pulse", f"{link(match, 'Ada')}?story=all", about(match, "Ada")]
    return ["/", "/new", "/lost", "/letters", *rules, *stops, *mine]


def test_looking_changes_nothing_however_often_and_by_whatever_method(web: FlaskClient) -> None:
    match = open_table()
    before = stored()
    for path in every_page(match) * 2:
        assert web.get(path).status_code == 200, path
        assert web.head(path).status_code == 200, path
    assert stored() == before


def test_pages_hold_no_script_and_no_style_of_their_own(web: FlaskClient) -> None:
    match = play_out(open_table(rounds=1), Random(4))
    for path in [*every_page(match), f"/records/{match.id}", "/nowhere"]:
        page = web.get(path).text
        assert not re.search(r"<style|<script(?! src=\"/static/)|\sstyle=|\son[a-z]+=|javascript:", page), path


def test_pages_of_a_seat_are_kept_by_nobody_and_send_their_address_nowhere(web: FlaskClient) -> None:
    headers = web.get(link(open_table(), "Ada")).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in headers["X-Robots-Tag"]
    assert "unsafe" not in headers["Content-Security-Policy"]


@pytest.mark.parametrize(("base", "encrypted"), [("https://cards.example.org", True), ("http://localhost", False)])
def test_browsers_come_back_encrypted_where_links_begin_with_https(app: Flask, base: str, encrypted: bool) -> None:
    app = create_web(Settings({**settings().environ, "BASE_URL": base}))
    with app.app_context():
        assert ("Strict-Transport-Security" in app.test_client().get("/").headers) == encrypted
        db.session.remove()
        db.engine.dispose()


def test_the_pulse_of_a_table_changes_when_it_moves_on_and_not_before(web: FlaskClient) -> None:
    match = open_table()
    first = web.get(f"{link(match, 'Ada')}/pulse")
    assert first.data == b""
    known = {"If-None-Match": first.headers["ETag"]}
    assert f"data-pulse={first.headers['ETag']}" in web.get(link(match, "Ada")).text
    assert web.get(f"{link(match, 'Ada')}/pulse", headers=known).status_code == 304
    seals(match, "Bruno", a_bid(match, "Bruno"))
    assert web.get(f"{link(match, 'Ada')}/pulse", headers=known).status_code == 200


@some_games("french-tarot", "titro")
def test_a_seat_with_all_it_loads_is_light_early_and_late(
    web: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal, "new_seed", lambda: bytes(range(32)))
    players = ("Ada", "Bruno", "Chiara", "Dmitri")[: min(4, max(GAMES[key].seats))]
    match = open_table(*players, game=key)
    while (match := again(match)).status == PLAYING and match.ply < 120:
        if match.ply % 48 == 0 or match.ply < 5:
            page = web.get(link(match, match.chairs[spectator_page(match).waiting[0]].name)).text
            assert weight(web, page) <= KILOBYTES_OF_A_FIRST_VISIT * 1000, match.ply
            assert packed(page.encode()) <= KILOBYTES_OF_A_PAGE * 1000, match.ply
        seal_for_everybody(match, MONDAY)


def packed(sent: bytes) -> int:
    """The bytes of an answer, packed."""
    return len(gzip.compress(sent))


def weight(web: FlaskClient, page: str) -> int:
    """The bytes of a page and of everything it loads, each as it is sent."""
    return packed(page.encode()) + sum(sent(web, path) for path in set(re.findall(r'"(/static/[\w.?-]+)', page)))


@cache
def sent(web: FlaskClient, path: str) -> int:
    return len(web.get(path, headers={"Accept-Encoding": "gzip"}, buffered=True).data)


def test_people_on_both_seats_are_asked_for_both(web: FlaskClient) -> None:
    ada = [Guest("Ada", "ada@example.org"), Guest("Mirror", "ada@example.org")]
    match = open_match("titro", {"rounds": 1}, ada, same_person=True)
    for chair in list(match.chairs):
        matches.accept(chair.id)
    match = play_out(match, Random(1))
    web.post(link(match, "Mirror"), data={"do": "rematch"})
    [again_] = all_matches(MATCHES.c.rematch_of == match.id)
    assert [(letter.kind, letter.chair_id) for letter in letters(again_)] == [
        ("invitation", chair.id) for chair in again_.chairs
    ]


def test_no_template_has_a_number_with_a_point(app: Flask) -> None:
    """Jinja reads one with `ast`, which breaks now and then in CPython 3.11 where threads load templates at once."""
    for name, source in program.templates().items():
        assert not [token for token in app.jinja_env.lex(source) if token[1] == "float"], name


def test_what_has_gone_is_shown_suit_by_suit_from_the_lowest_card_up() -> None:
    gone = ["KS", "4S", "10H", "AH", "T13", "F", "T2", "X2", "NS", "X1"]
    assert ranks_by_suit(gone) == [
        ("S", ["4", "N", "K"]),
        ("H", ["A", "10"]),
        ("T", ["2", "13"]),
        ("F", [""]),
        ("X", ["X", "X"]),
    ]


def test_a_bid_at_the_table_says_what_it_means_without_script(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot")
    bidder = next(name for name in ("Ada", "Bruno", "Chiara") if seen(match, name).ask)
    seals(match, bidder, "guard-without")
    shown = web.get(link(match, bidder)).text
    assert re.search(
        r'<button type="button" class="term" popovertarget="word-guard-without">Guard without\xa0×4</button>', shown
    )
    assert shown.count('id="word-guard-without"') == 1
    assert "The chien stays unseen and counts for the taker; ×4." in shown


def test_the_words_of_a_game_stand_on_its_table_and_in_its_rules(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for key, game in GAMES.items():
        match = open_table(*("Ada", "Bruno", "Chiara", "Dmitri")[: min(game.seats)], game=key)
        for address in (link(match, "Ada"), f"/rules/{key}"):
            with subtests.test(f"{key}: {address[:7]}"):
                shown = unescape(text(web.get(address)))
                assert "Words of this game" in shown
                assert [line for line in game.glossary.values() if line not in shown] == []


def test_values_of_options_are_words(web: FlaskClient) -> None:
    form = web.get("/new?game=french-tarot").text
    assert '<option value="cancel" selected>the deal is annulled</option>' in form
    assert '<option value="on">yes</option>' in form
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot", **{"petit-sec": "play"})
    assert "<dt>Petit sec</dt><dd>it is played</dd>" in web.get(about(match, "Ada")).text
