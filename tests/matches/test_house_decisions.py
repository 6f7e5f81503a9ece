"""House players that think: decided outside of requests, once, and in time."""

from datetime import timedelta
from random import Random

import pytest

from server import house, matches
from server.house import sampling
from server.matches import Guest
from server.matches.house_decisions import LEASE, TOO_LONG, made_since
from server.rules import GAMES, Table
from server.store.models import OVER, Match, Turn, db
from server.terms import defaults
from server.views import etag, spectator_page
from tests.cast import again, guests, letters, open_match, page, seals, seat, some_answer
from tests.conftest import MONDAY
from tests.rules.played import cases, played

SOON = MONDAY + timedelta(seconds=5)
LATER = MONDAY + timedelta(hours=1)


def table(
    game: str = "scarto", pace: str = "PT48H", house: str = "strong", people: int = 1, rounds: int = 9, **terms: str
) -> Match:
    """A match that has just begun, of Ada and house players, or of more people."""
    seats = GAMES[game].seats[0]
    named = ("Ada", "Bruno", "Chiara", "Dmitri")[:seats]
    sitting = [*guests(*named[:people]), *(Guest(name, house=True) for name in named[people:])]
    options = {"rounds": rounds} if game == "titro" else {}
    match = open_match(game, options, sitting, pace, terms={"house": house, **terms}, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def thinking(match: Match) -> list[str]:
    return [chair.name for chair in again(match).chairs if chair.think_at is not None]


def until_house(match: Match) -> Match:
    """Ada answers until a house player thinks."""
    while not thinking(match):
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    return again(match)


def decides(match: Match, at=SOON) -> bool:
    """The decision that is due is made, by the house player's first thought."""
    decision = matches.take_decision(at)
    assert decision is not None
    answer = house.choose(decision.game, decision.table, decision.seat, Random(1))
    return matches.decide(decision.chair_id, decision.ply, answer, at)


def houses_decide(match: Match, at=SOON) -> None:
    while thinking(match):
        decides(match, at)


def test_matches_have_steady_house_players_unless_they_say_so() -> None:
    assert all(defaults(game)["house"] == "steady" for game in GAMES.values())


@pytest.mark.usefixtures("app")
class TestStrong:
    def test_a_tap_does_not_wait_for_a_house_player(self) -> None:
        match = until_house(table())
        assert page(match, "Ada").thinking
        assert matches.decision_due(SOON)

    def test_its_answer_opens_the_window(self) -> None:
        match = until_house(table())
        [name], ply = thinking(match), match.ply
        assert decides(match)
        [given] = db.session.get_one(Turn, (match.id, ply + 1)).answers
        assert (given.by, given.seat) == ("house", seat(match, name).seat)

    def test_a_seat_that_is_given_up_is_played_by_it_too(self) -> None:
        match = table(people=3)
        matches.resign(seat(match, "Bruno").id, MONDAY)
        while not thinking(match):
            asked = next(chair.name for chair in match.chairs if page(match, chair.name).ask)
            seals(match, asked, some_answer(match, asked, Random(1)))
            match = again(match)
        assert thinking(match) == ["Bruno"]

    def test_a_window_that_its_player_misses_is_answered_by_a_steady_one(self) -> None:
        match = table(people=3, pace="PT1H", **{"house-absent": "on"})
        assert matches.close_due(LATER)
        [given] = db.session.get_one(Turn, (match.id, match.ply + 1)).answers
        assert (given.by, given.absent, given.looked_ahead) == ("house", True, None)

    def test_a_lone_player_is_written_to_when_the_house_has_answered_and_not_before(self) -> None:
        match = until_house(table())
        before = len(letters(match, to="Ada"))
        while not page(match, "Ada").ask:
            assert len(letters(match, to="Ada")) == before
            decides(match)
        assert [letter.kind for letter in letters(match, to="Ada")[before:]] == ["turn"]

    def test_a_lone_player_who_let_a_window_pass_gets_one_letter_for_all_that_came_of_it(self) -> None:
        match = table(pace="PT1H")
        houses_decide(match)
        before = len(letters(match, to="Ada"))
        assert matches.close_due(MONDAY + timedelta(hours=2))
        houses_decide(match, MONDAY + timedelta(hours=2, seconds=5))
        assert [letter.kind for letter in letters(match, to="Ada")[before:]] == ["turn"]

    def test_a_decision_made_twice_is_given_once(self) -> None:
        match = until_house(table())
        first = matches.take_decision(SOON)
        assert first
        answer = house.choose(first.game, first.table, first.seat, Random(1))
        assert matches.decide(first.chair_id, first.ply, answer, SOON)
        ply = again(match).ply
        assert not matches.decide(first.chair_id, first.ply, answer, SOON)
        assert again(match).ply == ply

    def test_while_one_decides_nobody_else_does(self) -> None:
        until_house(table())
        assert matches.take_decision(SOON)
        assert matches.take_decision(SOON) is None
        assert not matches.decision_due(SOON)

    def test_a_decision_that_was_lost_is_made_again(self) -> None:
        match = until_house(table())
        assert matches.take_decision(SOON)
        assert decides(match, SOON + LEASE)

    def test_where_nobody_decides_the_house_answers_after_a_while_without_looking_ahead(self) -> None:
        match = until_house(table())
        ply = match.ply
        matches.sweep(MONDAY + TOO_LONG - timedelta(seconds=1))
        assert again(match).ply == ply
        matches.decide_overdue(MONDAY + TOO_LONG)
        assert again(match).ply == ply + 1

    def test_it_is_known_how_many_answers_fell_back_to_steady(self) -> None:
        """For nobody decided in time, or looking ahead failed; it is counted when the answer has opened."""
        match = until_house(table())
        assert decides(match)
        assert made_since(MONDAY) == (1, 0)
        until_house(match)
        matches.decide_overdue(LATER)
        until_house(match)
        decision = matches.take_decision(LATER)
        assert decision
        assert matches.decide(decision.chair_id, decision.ply, None, LATER)
        assert made_since(MONDAY) == (3, 2)
        assert made_since(LATER + timedelta(days=1)) == (0, 0)

    def test_a_window_that_closes_has_its_answer_at_once(self) -> None:
        match = until_house(table(pace="PT5M"))
        decision = matches.take_decision(SOON)
        assert decision
        assert matches.close_due(MONDAY + timedelta(minutes=5))
        [given] = db.session.get_one(Turn, (match.id, decision.ply + 1)).answers
        assert given.by == "house"
        assert all(chair.missed == 0 for chair in again(match).chairs)
        assert not matches.decide(decision.chair_id, decision.ply, given.answer, MONDAY + timedelta(minutes=6))

    def test_nobody_thinks_about_a_window_that_has_closed_or_a_match_that_is_over(self) -> None:
        """At no seat: here it is that of the host, who has resigned."""
        match, at = table(people=3), MONDAY
        matches.resign(seat(match, "Ada").id, at)
        for ends in (matches.close_due, lambda at: matches.resign(seat(match, "Bruno").id, at)):
            while not thinking(match):
                name = match.chairs[spectator_page(again(match)).waiting[0]].name
                seals(match, name, some_answer(match, name, Random(1)), at)
            assert thinking(match) == ["Ada"]
            at += timedelta(days=3)
            assert ends(at)
            assert thinking(match) == []
        assert again(match).status == OVER

    def test_where_all_answer_at_once_the_window_waits_for_the_house_too(self) -> None:
        match = table("titro")
        assert thinking(match) == ["Bruno"]
        ply = match.ply
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        assert again(match).ply == ply
        houses_decide(match)
        assert again(match).ply == ply + 1

    def test_its_sealed_answer_is_shown_to_nobody(self) -> None:
        match = table("titro")
        decides(match)
        sealed = again(match).sealed[seat(match, "Bruno").seat]
        shown = page(match, "Ada")
        assert not shown.thinking
        assert sealed.salt not in str(shown.view)
        assert shown.sealed is None

    def test_with_hidden_answers_nobody_sees_whether_it_still_thinks(self) -> None:
        match = table("titro", answered="hidden")
        assert thinking(match) == ["Bruno"]
        before = etag(again(match), 0)
        assert not page(match, "Ada").thinking
        decides(match)
        assert etag(again(match), 0) == before

    def test_blind_timing_keeps_the_window_closed(self) -> None:
        match = table("titro", blind="on")
        ply = match.ply
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        decides(match)
        assert again(match).ply == ply
        assert not thinking(match)

    def test_who_takes_a_seat_back_while_the_house_thinks_answers(self) -> None:
        match = table("titro", people=2, **{"house-absent": "on"})
        bruno = seat(match, "Bruno")
        matches.let_house_play(bruno.id, bruno.seat, MONDAY)
        decision = matches.take_decision(SOON)
        assert decision
        matches.take_back(bruno.id, SOON)
        assert not matches.decide(decision.chair_id, decision.ply, None, SOON)
        assert not thinking(match)
        seals(match, "Bruno", some_answer(match, "Bruno", Random(1)))

    def test_a_whole_match_is_played(self) -> None:
        match = table("titro", rounds=1)
        for _ in range(8):
            if page(match, "Ada").ask and not page(match, "Ada").sealed:
                seals(match, "Ada", some_answer(match, "Ada", Random(1)))
            houses_decide(match)
        assert again(match).status == "over"
        assert not matches.decision_due(LATER)

    @pytest.mark.parametrize("signals", ["off", "on"])
    def test_it_is_told_whether_partners_signal(self, signals: str) -> None:
        until_house(table("french-tarot", signals=signals))
        decision = matches.take_decision(SOON)
        assert decision
        assert decision.signals == (signals == "on")

    @pytest.mark.parametrize("strength", ["easy", "steady"])
    def test_others_answer_at_once(self, strength: str) -> None:
        match = table("titro", house=strength)
        assert not thinking(match)
        assert seat(match, "Bruno").seat in match.sealed


def test_two_worlds_that_look_the_same_to_a_seat_get_the_same_decision(subtests: pytest.Subtests) -> None:
    """With the same chance and as many imagined games."""
    for case in cases(0):
        with subtests.test(str(case)):
            budget = sampling.Budget(seconds=300, games=2, candidates=3)
            for moment in played(case).some(4)[:-1]:
                for seat_asked in moment.asks:
                    twin = Table(case.game.redeal(moment.table.state, seat_asked, Random(3)), {}, moment.table.shuffles)
                    chosen, again = (
                        sampling.choose(case.game, one, seat_asked, Random(7), budget, signals=seat_asked % 2 == 1)
                        for one in (moment.table, twin)
                    )
                    assert chosen == again
