"""Spectators see what lies open, live or with the delay of a deal: never a hand, never by order or timing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from server import links, matches, views
from server.rules import GAMES
from server.store.models import OVER, Match, SharedLink, db
from server.views.tables import table_of
from server.views.watching import watched
from tests.cast import NAMES, again, guests, letters, open_match, play_out, seal_for_everybody, seat
from tests.conftest import MONDAY
from tests.views.test_no_leak import keep, otherwise, play_a_little
from tests.web.browsing import link, text


def watched_table(key: str, spectators: str, **more: Any) -> Match:
    """A match that is being played before spectators."""
    game = GAMES[key]
    names = NAMES[: 4 if 4 in game.seats else min(game.seats)]
    terms = {"spectators": spectators, **more.pop("terms", {})}
    match = open_match(key, more, guests(*names), terms=terms, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def token(match: Match) -> str:
    again(match)
    named = SharedLink.match_id == match.id, SharedLink.purpose == links.WATCH
    return links.shared_token(db.session.scalars(select(SharedLink).where(*named)).one())


def seen_by_a_spectator(web: FlaskClient, match: Match) -> list[Any]:
    """Every page and answer that a spectator's link gives, headers included."""
    paths = [f"/watch/{token(match)}", f"/watch/{token(match)}/pulse", f"/api/watch/{token(match)}"]
    got = [web.get(path) for path in paths]
    return [(one.status_code, one.text, one.headers.get("ETag")) for one in got]


@pytest.mark.parametrize(
    ("key", "spectators"), [*((key, "live") for key in sorted(GAMES)), ("titro", "after"), ("scarto", "after")]
)
def test_what_lies_hidden_can_be_changed_and_nothing_changes_for_a_spectator(
    web: FlaskClient, key: str, spectators: str
):
    random = Random(1)
    match = watched_table(key, spectators)
    for _ in range(3):
        before, kept = seen_by_a_spectator(web, match), again(match)
        snapshot, sealed = kept.snapshot, kept.sealed
        for you in range(len(kept.chairs)):
            keep(match, **otherwise(again(match), you, random))
            assert seen_by_a_spectator(web, match) == before, you
            keep(match, snapshot=snapshot, sealed=sealed)
        play_a_little(match, random)


@pytest.mark.parametrize(("key", "every"), [("titro", 1), pytest.param("scarto", 20, marks=pytest.mark.wide)])
def test_with_the_delay_of_a_deal_nothing_of_the_present_one_shows_not_even_when(
    web: FlaskClient, key: str, every: int
):
    random = Random(2)
    match = watched_table(key, "after", **({"rounds": 3} if key == "titro" else {}))
    shown, ended = seen_by_a_spectator(web, match), 0
    changes = windows = 0
    while again(match).status != OVER and ended < 2:
        windows += 1
        if windows % every:
            seal_for_everybody(match, MONDAY)
        else:
            play_a_little(match, random)
        if again(match).status == OVER:
            break
        deals = len(views.Deals(again(match), None).ended)
        if deals == ended and windows % every:
            continue
        now = seen_by_a_spectator(web, match)
        assert (now != shown) == (deals != ended)
        changes += now != shown
        shown, ended = now, deals
    assert changes == ended > 0


def test_the_last_deal_is_shown_with_its_result_when_the_next_one_has_begun(web: FlaskClient):
    match = watched_table("titro", "after", rounds=3)
    told = text(web.get(f"/watch/{token(match)}"))
    assert "The first one is being played" in told
    while len(views.Deals(again(match), None).all) < 2:
        seal_for_everybody(match, MONDAY)
    shown = web.get(f"/api/watch/{token(match)}").json
    assert shown["ply"] < again(match).ply
    assert shown["closes_at"] is None
    assert shown["scores"] == list(views.Deals(again(match), None).ended[0].scores)
    assert not any(one["waiting"] for one in shown["seats"])
    assert all("Round 2" not in line["text"] for line in shown["story"])
    assert "Round 1" in text(web.get(f"/watch/{token(match)}"))


def test_live_the_table_is_shown_and_no_hand(web: FlaskClient):
    match = watched_table("french-tarot", "live")
    shown = web.get(f"/api/watch/{token(match)}").json
    assert (shown["live"], shown["view"]["core"]["hand"], "you" in shown, "ask" in shown) == (True, [], False, False)
    hands = {
        card
        for there in range(4)
        for card in GAMES[match.game].view(table_of(again(match)).state, there)["core"]["hand"]
    }
    assert len(hands) == 72
    assert shown["view"] == views.spectator_page(again(match)).view
    told = text(web.get(f"/watch/{token(match)}"))
    assert "is to play" in told or "is choosing" in told


def test_who_has_answered_shows_as_the_terms_allow(web: FlaskClient):
    for answered, still in (("shown", 1), ("hidden", 2)):
        match = watched_table("titro", "live", terms={"answered": answered})
        before = seen_by_a_spectator(web, match)
        play_a_little(match, Random(3))
        assert sum(one["waiting"] for one in web.get(f"/api/watch/{token(match)}").json["seats"]) == still
        assert (seen_by_a_spectator(web, match) == before) == (answered == "hidden")


def test_no_talk_is_shown_and_none_changes_anything(web: FlaskClient):
    match = watched_table("titro", "live")
    before = seen_by_a_spectator(web, match)
    matches.say(seat(match, "Ada").id, "What a hand!")
    matches.think(seat(match, "Bruno").id, "Low cards.")
    matches.seal_plan(seat(match, "Ada").id, "at the second bid answer KH centre")
    assert seen_by_a_spectator(web, match) == before


def test_players_are_told_in_the_terms_before_they_sit_down(web: FlaskClient):
    match = open_match("titro", {}, guests("Ada", "Bruno"), terms={"spectators": "after"})
    assert "Spectators may watch with the delay of a deal" in text(web.get(link(match, "Ada")))
    assert letters(match, "invitation", to="Ada")


def test_a_page_that_is_looked_at_asks_for_no_more_than_whether_it_has_changed(web: FlaskClient):
    match = watched_table("titro", "live")
    pulse = web.get(f"/watch/{token(match)}/pulse")
    same = web.get(f"/watch/{token(match)}/pulse", headers={"If-None-Match": pulse.headers["ETag"]})
    assert (pulse.status_code, same.status_code) == (200, 304)
    assert f"data-pulse={pulse.headers['ETag']}" in web.get(f"/watch/{token(match)}").text


def test_the_host_ends_the_link_and_makes_a_new_one(web: FlaskClient):
    match = watched_table("titro", "live")
    old = token(match)
    assert f"/watch/{old}" in web.get(link(match, "Ada")).text
    assert "/watch/" not in web.get(link(match, "Bruno")).text
    web.post(f"{link(match, 'Ada')}/links", data={"purpose": "watch", "do": "end"})
    ended = web.get(f"/watch/{old}")
    assert (ended.status_code, web.get(f"/api/watch/{old}").status_code) == (410, 410)
    assert "has ended this link" in text(ended)
    web.post(f"{link(match, 'Ada')}/links", data={"purpose": "watch", "do": "renew"})
    assert (web.get(f"/watch/{old}").status_code, web.get(f"/watch/{token(match)}").status_code) == (410, 200)


def test_nobody_watches_a_match_that_has_not_agreed_to_it(web: FlaskClient):
    match = watched_table("titro", "off")
    assert db.session.scalars(select(SharedLink)).all() == []
    refused = web.post(f"{link(match, 'Ada')}/links", data={"purpose": "watch", "do": "renew"})
    assert refused.status_code == 422


@pytest.mark.parametrize("spectators", ["live", "after"])
def test_before_and_after_the_match_there_is_a_page_too(web: FlaskClient, spectators: str):
    match = open_match("titro", {"rounds": 1}, guests("Ada", "Bruno"), terms={"spectators": spectators})
    assert "The cards are not dealt yet" in text(web.get(f"/watch/{token(match)}"))
    assert web.get(f"/api/watch/{token(match)}").json["view"] == {}
    for chair in match.chairs:
        matches.accept(chair.id)
    play_out(match, Random(1))
    assert "The match is over" in text(web.get(f"/watch/{token(match)}"))
    assert watched(again(match)).live
    over = web.get(f"/api/watch/{token(match)}").json
    assert (over["live"], over["status"], over["scores"]) == (True, "over", again(match).scores)


def test_a_match_that_was_called_off_says_so(web: FlaskClient):
    match = open_match("titro", {}, guests("Ada", "Bruno"), terms={"spectators": "live"})
    matches.decline(match.chairs[0].id)
    assert "called off" in text(web.get(f"/watch/{token(match)}"))
