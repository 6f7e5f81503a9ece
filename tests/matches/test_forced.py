"""Forced answers: given at once where everybody knows of them, else like planned ones, and told to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import select

from server import matches
from server.matches import Guest, seat_plans
from server.matches.forcing import publicly_forced
from server.post.rendering import latest
from server.rules import Table, all_asks, forced
from server.store.models import PLAYING, Match, Turn, db
from server.views import etag, replay_page, seat_page, spectator_page
from server.views.json import seat_json
from tests.cast import again, guests, letters, open_match, page, seals, seat, some_answer
from tests.conftest import MONDAY
from tests.rules.played import Case, cases, played

TWO_DAYS = timedelta(days=2)
NAMES = ("Ada", "Bruno", "Chiara")
TRICK_GAMES = [case for case in cases(variants=1) if case.game.trick_game]


# What everybody can know ---------------------------------------------------------------------------------------------


def without_choice(case: Case) -> Iterator[tuple[Table, int]]:
    """The tables of a game at which a seat has one answer only, and the seat."""
    for moment in played(case).moments:
        yield from ((moment.table, seat) for seat, ask in moment.asks.items() if forced(ask) is not None)


def cards_left(case: Case, table: Table, seat: int) -> int:
    return int(case.game.view(table.state, None)["core"]["counts"][seat])


def test_everybody_knows_that_the_last_card_of_a_hand_is_forced(subtests: pytest.Subtests) -> None:
    for case in TRICK_GAMES:
        with subtests.test(str(case)):
            last = [there for there in without_choice(case) if cards_left(case, *there) == 1]
            assert last
            assert all(publicly_forced(case.game, table, seat) for table, seat in last)


def test_a_void_or_a_single_card_of_the_suit_led_is_known_to_its_player_alone(subtests: pytest.Subtests) -> None:
    for case in TRICK_GAMES:
        with subtests.test(str(case)):
            held = [there for there in without_choice(case) if cards_left(case, *there) > 1]
            assert held
            assert not any(publicly_forced(case.game, table, seat) for table, seat in held)


def test_what_is_known_to_be_forced_stays_so_however_the_hidden_cards_lie(subtests: pytest.Subtests) -> None:
    for case in TRICK_GAMES:
        with subtests.test(str(case)):
            random = Random(str(case))
            known = [there for there in without_choice(case) if publicly_forced(case.game, *there)]
            for there, last in random.sample(known, min(len(known), 6)):
                for reader in set(range(case.seats)) - {last}:
                    anew = all_asks(case.game, Table(case.game.redeal(there.state, reader, random), {}, there.shuffles))
                    assert list(anew) == [last]
                    assert forced(anew[last]) is not None


# At a table ----------------------------------------------------------------------------------------------------------


def table(*house: str, pace: str = "PT48H", **terms: str) -> Match:
    """A match of Scarto, on its usual terms but for these, that has just begun. ``house``: who is a house player."""
    people = [Guest(name, house=True) if name in house else guests(name)[0] for name in NAMES]
    match = open_match("scarto", {}, people, pace, terms=terms, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def who(match: Match) -> str:
    """Whoever is asked."""
    [there] = spectator_page(match).waiting
    return match.chairs[there].name


def only(match: Match, name: str) -> str | None:
    """The answer of a player who has no choice."""
    ask = page(match, name).ask
    assert ask
    return forced(ask)


def answers(match: Match, at: datetime = MONDAY) -> Match:
    """Whoever is asked answers."""
    match = again(match)
    name = who(match)
    seals(match, name, some_answer(match, name, Random(match.ply)), at)
    return again(match)


def until_forced(match: Match, after: timedelta = timedelta(), plies: int = 0) -> tuple[Match, str]:
    """Everybody answers, each ``after`` so long, until a player has one answer only; the match then, and that player.

    ``plies``: not before so many answers.
    """
    while match.status == PLAYING:
        if match.ply >= plies and only(match, who(match)) is not None:
            return match, who(match)
        match = answers(match, opened(match) + after if after else MONDAY)
    raise AssertionError("nobody was without a choice")


def opened(match: Match) -> datetime:
    """When the present window opened, where it stays open for two days."""
    assert match.closes_at
    return match.closes_at - TWO_DAYS


def until_play(match: Match) -> Match:
    """The match when the first card is to be played."""
    while page(match, "Ada").view["core"]["trick"] is None:
        match = answers(match)
    return match


def due(match: Match, name: str) -> datetime:
    """When the table gives the answer of a player."""
    at = seat(match, name).order_at
    assert at
    return at


def given(match: Match, ply: int) -> tuple[str, str]:
    """The answer that a window of one seat was given, and who gave it."""
    [one] = db.session.get_one(Turn, (match.id, ply + 1)).answers
    return one.answer, one.by


@pytest.mark.usefixtures("app")
class TestWhen:
    def test_a_forced_card_waits_as_long_as_its_player_usually_thinks(self) -> None:
        match, name = until_forced(table(), timedelta(hours=2), plies=15)
        began, chair = opened(match), seat(match, name)
        drawn = sorted(seat_plans.delayed_until(match, chair, began) - began for _ in range(99))
        assert timedelta(hours=1.5) <= drawn[49] <= timedelta(hours=7)
        # Once in a while it is at another hour of the day at which this player has answered.
        assert timedelta() < due(match, name) - began < TWO_DAYS
        assert matches.give_delayed_due(due(match, name) - timedelta(seconds=1)) == 0
        assert again(match).ply == match.ply

    def test_then_the_table_plays_it_once(self) -> None:
        match, name = until_forced(table())
        ply, at, card = match.ply, due(match, name), only(match, name)
        assert matches.give_delayed_due(at) == 1
        assert given(match, ply) == (card, "clock")
        now = again(match).ply
        matches.give_delayed_due(at)
        assert again(match).ply == now

    def test_its_player_may_be_first(self) -> None:
        match, name = until_forced(table())
        ply, at, card = match.ply, due(match, name), only(match, name) or ""
        first = seals(match, name, card)
        assert given(match, ply) == (card, "player")
        assert seals(match, name, card, at, ply).receipt == first.receipt
        assert seat(match, name).order_at is None

    def test_an_order_for_something_else_stands_when_its_player_is_first(self) -> None:
        match = until_play(table())
        for name in NAMES:
            matches.seal_plan(seat(match, name).id, "discard 2S 3S 4S")
        match, name = until_forced(match)
        seals(match, name, only(match, name) or "")
        assert seat(match, name).latest_plan

    def test_the_last_cards_of_a_deal_are_played_at_once(self) -> None:
        match = until_play(table())
        while page(match, "Ada").view["core"]["progress"][0]["number"] == 1:
            match = answers(match)
        windows = range(match.ply - 4, match.ply)
        assert [given(match, ply)[1] for ply in windows] == ["player", "clock", "clock", "clock"]

    def test_with_nobody_but_the_house_beside_nothing_waits(self) -> None:
        match = table("Bruno", "Chiara")
        while match.status == PLAYING:
            assert only(match, "Ada") is None
            match = answers(match)

    def test_who_wants_to_give_every_answer_does(self) -> None:
        match, name = until_forced(table(forced="off"))
        assert seat(match, name).order_at is None
        assert matches.give_delayed_due(MONDAY + TWO_DAYS - timedelta(hours=1)) == 0

    def test_a_window_that_closes_before_gives_it_and_nobody_was_absent(self) -> None:
        match, name = until_forced(table())
        ply = match.ply
        assert matches.close_due(MONDAY + TWO_DAYS) == 1
        assert seat(match, name).missed == 0
        assert given(match, ply)[1] == "clock"
        assert not letters(match, "clock")

    def test_absent_players_do_not_seem_to_be_there_where_there_is_no_choice(self) -> None:
        match, at = table(), MONDAY
        while not (seat(match, who(match)).missed and only(match, who(match)) is not None):
            if who(match) == "Ada":
                match = answers(match, at)
                continue
            at = match.closes_at or at
            matches.give_delayed_due(at)
            matches.close_due(at)
            match = again(match)
        assert seat(match, who(match)).order_at is None

    def test_an_order_plays_forced_cards_as_it_plays_others_or_their_pauses_would_tell(self) -> None:
        match = until_play(table())
        dealt, mine = match.ply, seat(match, "Ada").seat
        matches.seal_plan(seat(match, "Ada").id, "lowest card for this deal")
        while page(match, "Ada").plan:
            match = answers(match)
        later = Turn.match_id == match.id, Turn.ply > dealt + len(NAMES)
        turns = db.session.scalars(select(Turn).where(*later).order_by(Turn.ply))
        cards = [one for turn in turns if turn.phase == "play" for one in turn.answers if one.seat == mine]
        assert len(cards) > 10
        assert {one.by for one in cards[:-1]} == {"player"}

    @pytest.mark.parametrize("plan", ["lowest card", ""])
    def test_what_becomes_of_a_delayed_answer_does_not_put_it_off(self, plan: str) -> None:
        match, name = until_forced(table())
        at = due(match, name)
        matches.seal_plan(seat(match, name).id, "lowest card")
        if not plan:
            matches.withdraw_plan(seat(match, name).id)
        assert due(match, name) == at
        assert matches.give_delayed_due(at) == 1

    def test_a_bank_pays_for_it_as_for_any_answer_and_lasts(self) -> None:
        match, name = until_forced(table(pace="bank P10D+PT12H"))
        at, bank = due(match, name), seat(match, name).bank
        assert MONDAY < at <= MONDAY + 0.6 * timedelta(hours=12)
        matches.give_delayed_due(at)
        left = min(timedelta(days=10), timedelta(seconds=bank or 0) - (at - MONDAY) + timedelta(hours=12))
        assert seat(match, name).bank == int(left.total_seconds())


@pytest.mark.usefixtures("app")
class TestSecret:
    def test_nobody_else_is_told_before_or_after(self) -> None:
        match, name = until_forced(table())
        others = [other for other in NAMES if other != name]
        assert all("choice" not in everything_told(match, other) for other in others)
        assert all(seat(match, name).seat in page(match, other).waiting for other in others)
        matches.give_delayed_due(due(match, name))
        assert all("choice" not in everything_told(match, other) for other in others)
        assert not any(ply.clocked or ply.forced for other in others for ply in page(match, other).story)

    def test_what_others_see_is_the_same_whatever_the_moment_that_was_drawn(self) -> None:
        match, name = until_forced(table())
        seen = [everything_seen(match, other) for other in NAMES if other != name]
        seat(match, name).order_at = None
        db.session.commit()
        assert [everything_seen(match, other) for other in NAMES if other != name] == seen

    def test_its_player_is_told_when_and_that_it_was_done(self) -> None:
        match, name = until_forced(table())
        assert page(match, name).answered_at
        assert all(page(match, other).answered_at == "" for other in NAMES if other != name)
        matches.give_delayed_due(due(match, name))
        assert page(match, name).answered_at == ""
        assert "You had no choice, so the table answered for you." in everything_told(match, name)

    def test_a_step_back_tells_it_to_its_player_alone(self) -> None:
        match, name = until_forced(table())
        ply = match.ply + 1
        matches.give_delayed_due(due(match, name))
        told = {
            other: [
                one.forced for one in replay_page(again(match), seat(match, other).seat, ply).story if one.ply == ply
            ]
            for other in NAMES
        }
        assert told == {other: [other == name] for other in NAMES}

    def test_no_letter_tells_the_others_that_the_table_answered(self) -> None:
        match, name = until_forced(table())
        before = len(letters(match))
        matches.give_delayed_due(due(match, name))
        assert {letter.kind for letter in letters(match)[before:]} <= {"turn"}


def everything_told(match: Match, name: str) -> str:
    """The story and the letters' lines of a player."""
    shown = seat_page(seat(match, name), text=True, since=0)
    return " ".join(map(str, latest(shown))) + json.dumps(seat_json(shown), default=str)


def everything_seen(match: Match, name: str) -> tuple[str, str]:
    shown = seat_page(seat(match, name), since=0)
    return etag(shown.match, shown.you), json.dumps(seat_json(shown), default=str, sort_keys=True)
