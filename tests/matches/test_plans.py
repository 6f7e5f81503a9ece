"""Plans at a table: sealed, played, ended; secret to whoever sealed them; given as quickly as their player answers."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from server import matches
from server.matches import Refused
from server.post import outbox
from server.rules import Illegal
from server.store.envelopes import Opened
from server.store.models import Match, Turn, db
from server.views import etag, seat_page, spectator_page
from server.views.json import seat_json
from tests.cast import again, guests, letters, open_match, page, seals, seat, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

NAMES = ("Ada", "Bruno", "Chiara")
AN_HOUR, TWO_DAYS = timedelta(hours=1), timedelta(days=2)


def table(*names: str, game: str = "scarto", **terms: str) -> Match:
    """A match on these terms that has just begun."""
    agreed = {term.replace("_", "-"): value for term, value in terms.items()}
    match = open_match(game, {}, guests(*(names or NAMES)), "PT48H", terms=agreed, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def asked(match: Match) -> str:
    """Who is asked now."""
    return next(again(match).chairs[there].name for there in spectator_page(again(match)).waiting)


def plays(match: Match, name: str) -> None:
    seals(match, name, some_answer(match, name, Random(7)))


def up_to_the_play(match: Match) -> str:
    """Up to the first lead; returns who leads."""
    while again(match).snapshot["phase"] != "play":
        plays(match, asked(match))
    return asked(match)


def next_after(match: Match, name: str) -> str:
    """Who plays next: to the right."""
    there = (seat(match, name).seat + 1) % 3
    return again(match).chairs[there].name


def turns(match: Match) -> list[Opened]:
    rows = db.session.scalars(select(Turn).where(Turn.match_id == match.id).order_by(Turn.ply))
    return [one for turn in rows for one in turn.answers]


class TestPlayed:
    def test_a_plan_plays_in_the_moment_in_which_it_is_asked(self):
        match = table(forced="off")
        leader = up_to_the_play(match)
        second = next_after(match, leader)
        matches.seal_plan(seat(match, second).id, "lowest card")
        plays(match, leader)
        assert asked(match) == next_after(match, second)
        given = turns(match)[-1]
        assert (given.seat, given.by) == (seat(match, second).seat, "player")
        assert page(match, second).plan.text == "low"

    def test_it_goes_on_until_its_deal_ends(self):
        match = table(forced="off")
        for name in NAMES:
            if name != asked(match):
                matches.seal_plan(seat(match, name).id, "lowest card")
        while page(match, "Ada").view["core"]["progress"][0]["number"] == 1:
            plays(match, asked(match))
        assert all(page(match, name).plan is None for name in NAMES)
        by_plan = [one for one in turns(match) if one.by_plan]
        assert len(by_plan) == 50

    def test_it_ends_where_all_have_passed_and_cards_are_dealt_anew(self):
        names = ("Ada", "Bruno", "Chiara", "Dmitri")
        match = table(*names, game="french-tarot")
        first = asked(match)
        seals(match, first, "pass")
        for name in names:
            matches.seal_plan(seat(match, name).id, "pass, else lowest card for this deal")
        seals(match, asked(match), "pass")  # for the open window, a plan that is left now comes too late
        assert [one.answer for one in turns(match)] == ["pass"] * 4
        assert page(match, asked(match)).plan is None

    def test_a_bid_that_was_left_for_one_hand_is_not_made_on_the_next(self):
        names = ("Ada", "Bruno", "Chiara", "Dmitri")
        match = table(*names, game="french-tarot")
        first = asked(match)
        matches.seal_plan(seat(match, first).id, "guard if nobody has bid more")  # too late for the open window
        seals(match, first, "pass")
        assert page(match, first).plan is not None
        while again(match).shuffles == 1:
            seals(match, asked(match), "pass")
        while asked(match) != first:
            seals(match, asked(match), "pass")
        assert page(match, first).plan is None
        assert [one.answer for one in turns(match) if one.by_plan] == []

    def test_where_no_line_fits_one_is_asked_and_the_plan_stands(self):
        match = table(forced="off")
        leader = up_to_the_play(match)
        second = next_after(match, leader)
        matches.seal_plan(seat(match, second).id, "lead lowest card")
        plays(match, leader)
        assert asked(match) == second
        assert page(match, second).plan.says == ("When I lead: my lowest card.",)
        assert seat(match, second).latest_plan.withdrawn == ""

    def test_the_same_again_changes_nothing_and_another_takes_its_place(self):
        match = table()
        chair = seat(match, next_after(match, up_to_the_play(match)))
        first = matches.seal_plan(chair.id, "hearts high, else low")
        plays(match, asked(match))
        assert matches.seal_plan(chair.id, "if hearts are led: highest; otherwise my lowest") == first
        matches.seal_plan(chair.id, "low")
        assert page(match, chair.name).plan.text == "low"
        matches.withdraw_plan(chair.id)
        assert page(match, chair.name).plan is None

    def test_what_is_not_understood_is_refused_and_the_old_one_stands(self):
        match = table()
        matches.seal_plan(seat(match, "Ada").id, "low")
        with pytest.raises(Illegal, match=r"“then cheat” was not understood\. Nothing was planned yet\."):
            matches.seal_plan(seat(match, "Ada").id, "low, then cheat")
        assert page(match, "Ada").plan.text == "low"

    def test_two_cards_are_asked_about_before_the_discard_and_played_after_it(self):
        match = table()
        two = "10 of clubs, 9 of clubs"
        with pytest.raises(Illegal) as refused:
            matches.seal_plan(seat(match, "Ada").id, two)
        assert refused.value.nearest == ("discard 10C 9C", "10C 9C")
        up_to_the_play(match)
        for name in NAMES:
            with suppress(Illegal):  # who does not hold them
                assert matches.seal_plan(seat(again(match), name).id, two).lines[0].phase == ""

    def test_who_has_given_up_plans_nothing(self):
        match = table()
        matches.resign(seat(match, "Ada").id, MONDAY)
        with pytest.raises(Refused, match="a match that you are playing"):
            matches.seal_plan(seat(match, "Ada").id, "low")


class TestSecret:
    def test_nobody_else_sees_a_plan_or_that_there_is_one(self):
        match = table()
        before = everything_seen(match, "Bruno")
        matches.seal_plan(seat(match, "Ada").id, "Bruno low, else lowest card")
        assert everything_seen(match, "Bruno") == before
        assert seat_json(seat_page(seat(match, "Ada"))).plan.plan == "Bruno low, else low"

    def test_a_planned_card_is_written_to_the_others_as_any_card(self):
        told = []
        for planned in (False, True):
            match = table(forced="off")
            leader = up_to_the_play(match)
            second = next_after(match, leader)
            if planned:
                matches.seal_plan(seat(match, second).id, "lowest card")
            plays(match, leader)
            if not planned:
                plays(match, second)
            third = next_after(match, second)
            outbox.deliver(MONDAY)
            told.append([letter.ply for letter in letters(match, "turn", to=third)])
            record = json.dumps(seat_json(seat_page(seat(match, third), since=0)), default=lambda one: str(type(one)))
            assert "plan" not in record.replace("'plan'", "")
        assert told[0] == told[1]


def everything_seen(match: Match, name: str) -> tuple[Any, ...]:
    shown = page(match, name)
    return (
        etag(shown.match, shown.you),
        shown.plan,
        json.dumps(seat_json(seat_page(seat(match, name), since=0)), default=str),
    )


class TestDelayed:
    def slow(self, **terms: str) -> tuple[Match, str, str]:
        """A table with the natural delay, and who leads and who follows."""
        match = table(delay="on", forced="off", **terms)
        leader = up_to_the_play(match)
        return match, leader, next_after(match, leader)

    def test_it_waits_within_the_window_and_then_plays(self):
        match, leader, second = self.slow()
        matches.seal_plan(seat(match, second).id, "lowest card")
        plays(match, leader)
        due = seat(match, second).order_at
        assert asked(match) == second
        assert MONDAY + 0.05 * TWO_DAYS <= due <= MONDAY + 0.6 * TWO_DAYS
        assert matches.give_delayed_due(due - timedelta(seconds=1)) == 0
        assert matches.give_delayed_due(due) == 1
        assert asked(match) != second

    def test_it_takes_about_as_long_as_its_player_took(self):
        match, _, second = self.slow()
        now = MONDAY
        while len([one for one in turns(match) if one.seat == seat(match, second).seat]) < 5:
            name = asked(match)
            now += 2 * AN_HOUR if name == second else timedelta(minutes=5)
            seals(match, name, some_answer(match, name, Random(7)), at=now)
        while asked(match) == second:
            now += 2 * AN_HOUR
            seals(match, second, some_answer(match, second, Random(7)), at=now)
        matches.seal_plan(seat(match, second).id, "lowest card")
        while seat(match, second).order_at is None:
            now += timedelta(minutes=5)
            seals(match, asked(match), some_answer(match, asked(match), Random(7)), at=now)
        assert timedelta(hours=1.4) <= seat(match, second).order_at - now <= timedelta(hours=2.7)
