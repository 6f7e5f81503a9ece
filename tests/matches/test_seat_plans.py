"""Plans of one line: when they are given, for how long they stand, and that nobody else learns of them."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from server import matches
from server.config import settings
from server.matches import Refused
from server.post import outbox
from server.post.transports import Maildir
from server.rules import Illegal
from server.store.models import Match, Turn, db
from server.views import etag, seat_page, spectator_page
from server.views.json import seat_json
from tests.cast import again, guests, letters, open_match, page, play_out, seals, seat, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

AN_HOUR, TWO_DAYS = timedelta(hours=1), timedelta(days=2)


def table(*names: str, game: str = "titro", **terms: str) -> Match:
    """A match on these terms that has just begun."""
    agreed = {term.replace("_", "-"): value for term, value in terms.items()}
    match = open_match(game, {}, guests(*names), "PT48H", terms=agreed, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def leaves(match: Match, name: str, text: str) -> None:
    matches.seal_plan(seat(match, name).id, text)


def given(match: Match, name: str) -> list[tuple[int, str, str]]:
    """What a seat has answered: (ply, answer, who gave it)."""
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id).order_by(Turn.ply))
    mine = seat(match, name).seat
    return [(turn.ply, one.answer, one.by) for turn in turns for one in turn.answers if one.seat == mine]


def bids(match: Match, *names: str) -> None:
    """Whoever is named answers the open window."""
    for name in names:
        seals(match, name, some_answer(match, name, Random(7)))


def bidders(match: Match) -> list[str]:
    """The players of a trick game in the order in which they bid: whoever is asked, then the next."""
    first = next(iter(spectator_page(match).seats_asked))
    return [match.chairs[(first + n) % len(match.chairs)].name for n in range(len(match.chairs))]


class TestGiven:
    def test_pass_is_given_in_the_moment_in_which_it_is_asked_for(self):
        match = table("Ada", "Bruno", "Chiara", game="french-tarot")
        first, second, third = bidders(match)
        leaves(match, second, "pass once")
        seals(match, first, "pass")
        assert page(match, third).ask is not None
        assert given(match, second) == [(2, "pass", "player")]
        assert page(match, second).plan is None

    def test_what_is_asked_now_one_answers_oneself(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "what the clock would say")
        assert page(match, "Ada").sealed is None
        bids(match, "Ada", "Bruno")
        assert page(match, "Ada").sealed is not None

    def test_an_order_waits_for_the_ask_it_is_for(self):
        match = table("Ada", "Bruno")
        for name in ("Ada", "Bruno"):
            leaves(match, name, "keep nothing")
        while all(page(match, name).plan for name in ("Ada", "Bruno")):
            for there in spectator_page(again(match)).waiting:
                bids(match, again(match).chairs[there].name)
        keeper = next(name for name in ("Ada", "Bruno") if not page(match, name).plan)
        kept = [answer for answer in given(match, keeper) if answer[1] == "none"]
        assert [by for _, _, by in kept] == ["player"]
        assert kept[0][0] > 2

    def test_an_order_for_the_deal_is_given_again_and_again(self):
        match = table("Ada", "Bruno", "Chiara", game="french-tarot", forced="off")
        first, second, third = bidders(match)
        seals(match, first, "pass")
        seals(match, second, "pass")
        leaves(match, first, "lowest card of the suit led; else lowest card")
        seals(match, third, "guard-against")
        while (phase := again(match).snapshot["phase"]) == "play" and again(match).ply < 20:
            for there in spectator_page(again(match)).waiting:
                bids(match, again(match).chairs[there].name)
        assert phase == "play"
        assert len([answer for answer in given(match, first) if answer[2] == "player"]) > 4
        assert first not in {again(match).chairs[there].name for there in spectator_page(again(match)).waiting}
        assert page(match, first).plan is not None

    def test_its_owner_is_told_in_the_story_and_nobody_else(self):
        match = table("Ada", "Bruno", "Chiara", game="french-tarot")
        first, second, third = bidders(match)
        leaves(match, second, "pass once")
        seals(match, first, "pass")
        assert "You had planned pass, and that was played." in told(match, second)
        assert "planned" not in told(match, first) + told(match, third)

    def test_a_match_may_be_played_by_orders_to_its_end(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "what the clock would say always")
        bids(match, "Ada")
        while again(match).status == "playing":
            bids(match, "Bruno")
        assert again(match).ending == "played"

    def test_an_order_counts_as_an_answer_of_somebody_who_is_there(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "what the clock would say always")
        for days in range(2, 10, 2):
            matches.close_due(MONDAY + timedelta(days=days))
        assert seat(match, "Ada").missed == 0
        assert again(match).asleep_at is None


def told(match: Match, name: str) -> str:
    shown = seat_page(seat(match, name), text=True, since=0)
    return " ".join(str(shown.prose.tell(line)) for ply in shown.story for line in ply.lines)


class TestWithdrawn:
    def test_one_that_does_not_fit_is_withdrawn_and_the_owner_asked(self):
        match = table("Ada", "Bruno")
        held = page(match, "Ada").view["core"]["hand"]
        other = next(card for card in ("KS", "QH", "KH", "QD", "10S", "QS") if card not in held)
        leaves(match, "Ada", f"at the second bid {other} on the centre")
        bids(match, "Ada", "Bruno")
        assert page(match, "Ada").sealed is None
        assert seat(match, "Ada").latest_plan.withdrawn == f"at the second bid {other} centre"
        assert page(match, "Ada").plan is None
        assert 1 in [letter.ply for letter in letters(match, "turn", to="Ada")]

    def test_its_owner_may_take_it_back(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "what the clock would say")
        matches.withdraw_plan(seat(match, "Ada").id)
        bids(match, "Ada", "Bruno")
        assert page(match, "Ada").sealed is None

    def test_a_later_order_takes_the_place_of_an_earlier_one(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "keep nothing")
        leaves(match, "Ada", "what the clock would say")
        assert page(match, "Ada").plan.brief == "clock (until it has answered once)"

    def test_one_for_this_deal_ends_with_the_deal(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "what the clock would say for this deal")
        bids(match, "Ada")
        while page(match, "Ada").view["round"] == 1:
            bids(match, "Bruno")
        assert page(match, "Ada").plan is None
        assert page(match, "Ada").sealed is None

    def test_who_has_given_up_leaves_nothing(self):
        match = table("Ada", "Bruno", "Chiara", game="tottarot")
        matches.resign(seat(match, "Ada").id, MONDAY)
        with pytest.raises(Refused, match="a match that you are playing"):
            leaves(match, "Ada", "what the clock would say")

    def test_what_is_no_order_is_refused_and_the_old_one_stands(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", "keep nothing")
        with pytest.raises(Illegal, match="was not understood"):
            leaves(match, "Ada", "win the match")
        assert page(match, "Ada").plan.brief.startswith("nothing")


class TestDelayed:
    def test_the_sweep_gives_it_after_a_part_of_the_window(self):
        match = table("Ada", "Bruno", delay="on")
        leaves(match, "Ada", "what the clock would say")
        bids(match, "Ada", "Bruno")
        assert page(match, "Ada").sealed is None
        due = seat(match, "Ada").order_at
        assert MONDAY + 0.05 * TWO_DAYS <= due <= MONDAY + 0.6 * TWO_DAYS
        assert matches.give_delayed_due(due - timedelta(seconds=1)) == 0
        assert matches.give_delayed_due(due) == 1
        assert page(match, "Ada").sealed is not None
        assert matches.give_delayed_due(due + AN_HOUR) == 0

    def test_who_answers_first_needs_no_order_any_more(self):
        match = table("Ada", "Bruno", delay="on")
        leaves(match, "Ada", "what the clock would say")
        bids(match, "Ada", "Bruno")
        bids(match, "Ada")
        assert page(match, "Ada").plan is None
        assert matches.give_delayed_due(MONDAY + TWO_DAYS) == 0

    def test_a_window_that_closes_before_gives_it(self):
        match = table("Ada", "Bruno", delay="on")
        leaves(match, "Ada", "what the clock would say")
        bids(match, "Ada", "Bruno")
        matches.close_due(MONDAY + TWO_DAYS)
        assert [by for ply, _, by in given(match, "Ada") if ply == 2] == ["player"]
        assert seat(match, "Ada").missed == 0
        assert seat(match, "Bruno").missed == 1

    def test_withdrawn_in_time_it_is_not_given(self):
        match = table("Ada", "Bruno", delay="on")
        leaves(match, "Ada", "what the clock would say")
        bids(match, "Ada", "Bruno")
        matches.withdraw_plan(seat(match, "Ada").id)
        assert matches.give_delayed_due(MONDAY + TWO_DAYS - AN_HOUR) == 0
        assert page(match, "Ada").sealed is None

    def test_the_last_answer_of_a_window_may_be_an_order(self):
        match = table("Ada", "Bruno", delay="on")
        leaves(match, "Ada", "what the clock would say")
        bids(match, "Ada", "Bruno")
        bids(match, "Bruno")
        matches.give_delayed_due(MONDAY + TWO_DAYS - AN_HOUR)
        assert again(match).ply == 2

    def test_with_blind_timing_the_window_still_opens_at_its_hour(self):
        match = table("Ada", "Bruno", blind="on")
        for name in ("Ada", "Bruno"):
            leaves(match, name, "what the clock would say")
        bids(match, "Ada", "Bruno")
        matches.close_due(MONDAY + TWO_DAYS)
        assert again(match).ply == 1
        assert page(match, "Ada").sealed is not None
        matches.close_due(MONDAY + 2 * TWO_DAYS)
        assert again(match).ply == 2


class TestSecret:
    ORDER = "at the keep QH QS QD"

    def test_nobody_else_sees_an_order_or_that_there_is_one(self):
        match = table("Ada", "Bruno")
        before = everything_seen(match, "Bruno")
        leaves(match, "Ada", self.ORDER)
        assert everything_seen(match, "Bruno") == before
        assert self.ORDER in page(match, "Ada").plan.brief

    def test_no_letter_of_the_others_and_no_record_tells_of_it(self):
        match = table("Ada", "Bruno")
        leaves(match, "Ada", self.ORDER)
        leaves(match, "Bruno", "what the clock would say always")
        match = play_out(match, Random(4))
        outbox.deliver(MONDAY)
        box = Maildir(settings().local_mail)
        mine = [str(box.read(one.key)) for one in box.letters() if one.name == "Bruno"]
        assert mine
        assert not any("QH QS QD" in letter for letter in mine)
        assert "standing" not in json.dumps(matches.record_of(match))
        assert {answer["by"] for answer in matches.record_of(match)["answers"]} == {"player"}


def everything_seen(match: Match, name: str) -> tuple[Any, ...]:
    shown = page(match, name)
    others = seat_page(seat(match, name), since=0)
    return etag(shown.match, shown.you), shown.plan, json.dumps(seat_json(others), default=str, sort_keys=True)
