"""A match deal by deal: what each deal brought, its story in order around its tricks, where the match turned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import matches, views
from server.rules import GAMES
from server.rules.engine import Said
from server.rules.story import KINDS, Kind, Number
from server.store.models import OVER, Match, Snapshot, db
from server.views import replay
from server.views.curve import curve, scale, spread
from server.views.deals import Tale, arranged
from server.views.replay import Course
from server.views.story import Ply
from tests.cast import NAMES, again, guests, open_match, open_table, play_out, seal_for_everybody
from tests.conftest import MONDAY
from tests.web.worlds import after_one_deal, just_dealt, over

pytestmark = pytest.mark.usefixtures("app")


def lines_of(tale: Tale) -> list[Said]:
    """Everything that a tale says in sentences."""
    plies = [*tale.before, *(ply for taken in tale.tricks for ply in taken.told), *tale.after]
    return [line for ply in plies for line in ply.lines]


# Every game ----------------------------------------------------------------------------------------------------------


@pytest.mark.wide
def test_what_the_deals_of_a_match_brought_adds_up_to_its_result(subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = over(key)
            deals = views.Deals(match, 0)
            assert [deal.ordinal for deal in deals.ended] == list(range(1, len(deals.all) + 1))
            gains = [deal.gains for deal in deals.ended]
            assert [sum(column) for column in zip(*(each for each in gains if each), strict=True)] == match.scores
            assert all(one.scores == other.before for one, other in pairwise(deals.ended))


def test_the_story_tells_every_card_once_and_every_other_line_of_the_match(subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = over(key)
            for you in (0, None):
                deals = views.Deals(match, you)
                tales = [deals.tale(deal) for deal in deals.all]
                told = [line for ply in views.spectator_page(match, since=0).story for line in ply.lines]
                assert {line.kind for line in told} <= KINDS.keys() - {"told"}
                if you is None:
                    kept = [line for tale in tales for line in lines_of(tale)]
                    dropped = {line.kind for line in told if line not in kept}
                    assert dropped <= {"card_played", "trick_taken"}
                    assert [line for line in told if line in kept] == kept
                for tale in tales:
                    cards = [card for taken in tale.tricks for _, card in taken.cards]
                    assert len(cards) == len(set(cards))
                    assert [taken.number for taken in tale.tricks] == list(range(1, len(tale.tricks) + 1))
                    assert all(taken.winner in dict(taken.cards) for taken in tale.tricks)


def test_a_deal_that_is_still_played_is_no_deal_that_has_ended(subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = just_dealt(key)
            deals = views.Deals(match, 0)
            assert (len(deals.all), deals.ended, deals.last) == (1, (), None)
            assert deals.tale(deals.all[0]).before
            assert views.just_ended(views.seat_page(match.chairs[0]), ()) is None


def test_all_tricks_of_a_deal_are_in_its_story(subtests: pytest.Subtests) -> None:
    for key, hand in {"french-tarot": 24, "dementlieu": 24, "scarto": 25}.items():
        with subtests.test(key):
            deals = views.Deals(over(key), 1)
            played = [deals.tale(deal).tricks for deal in deals.all]
            assert [len(tricks) for tricks in played if tricks] == [hand] * len([tricks for tricks in played if tricks])
            assert any(played)


# Standings and the turn ----------------------------------------------------------------------------------------------


def test_standings_name_gains_totals_and_places_won_or_lost() -> None:
    match = over("scarto")
    deals = views.Deals(match, 0)
    places = deals.ended[1].standings
    assert [one.total for one in places] == sorted((one.total for one in places), reverse=True)
    before = {one.seats: one.place for one in deals.ended[0].standings}
    assert all(one.rise == before[one.seats] - one.place for one in places)
    assert {one.rise for one in deals.ended[0].standings} == {0}


def test_a_match_turns_where_its_winner_took_the_lead_for_good() -> None:
    met = set[bool]()
    for seed in range(8):
        match = play_out(open_table(rounds=5), Random(seed)) if seed else over("scarto")
        deals = views.Deals(match, None)
        turn = deals.turning_point
        if turn is None:
            continue
        met.add(turn.ahead == 0)
        after = [deal.scores or () for deal in deals.ended]
        if turn.ahead == 0:
            winner = turn.seats[0]
            led = [scores[winner] == max(scores) and scores.count(max(scores)) == 1 for scores in after]
            assert led[turn.deal.ordinal - 1 :] == [True] * (len(after) + 1 - turn.deal.ordinal)
            assert not led[turn.deal.ordinal - 2]
        else:
            assert all(scores[turn.seats[0]] == max(scores) for scores in after)
    assert met == {True, False}


def test_the_tricks_of_a_deal_are_those_of_its_tale(subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            deals = views.Deals(over(key), 0)
            for deal in deals.all:
                tale, alone = deals.tale(deal), views.Deals(deals.match, 0).tricks(deal)
                assert alone.contract == tale.contract
                assert [(each.cards, each.winner) for each in alone.tricks] == [
                    (each.cards, each.winner) for each in tale.tricks
                ]
                assert lines_of(alone) == []
                last = views.Deals(deals.match, 0).tricks(deal, worth=True).tricks[-1:]
                assert [each.worth for each in last] == [each.worth for each in tale.tricks[-1:]]


# The page of a seat --------------------------------------------------------------------------------------------------


def taken_when_made(course: Course, deal: views.Deal) -> int | None:
    """After how many tricks all could see that the contract of a deal was made: looked for after each but the last."""
    for table in course.tables(deal.first, deal.last):
        core = course.game.view(table.state, None)["core"] if table else {}
        contract = core.get("contract") or {}
        if core.get("phase") == OVER or core.get("trick") or None in (contract.get("made"), contract.get("needs")):
            continue
        if contract["made"] >= contract["needs"]:
            return len(core["tricks"])
    return None


def test_the_trick_that_made_a_contract_safe_is_the_same_to_all() -> None:
    """It is found without playing the deal again, and by the first who looks for all."""
    match = again(open_match("dementlieu", {"deals": 2}, guests(*NAMES[:3]), at=MONDAY))
    match.seed = sha256(b"safe 25").digest()
    db.session.commit()
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    match = play_out(again(match), Random(1))
    deals = {you: views.Deals(match, you) for you in (None, 0, 1)}
    found = [taken_when_made(deals[None].course, deal) for deal in deals[None].ended]
    assert found == [13, None]
    for each in deals.values():
        assert [deal.known["safe"] for deal in each.ended] == found


def turns_of(match: Match) -> list[Any]:
    from sqlalchemy import select

    from server.store.models import Turn

    return list(db.session.scalars(select(Turn).where(Turn.match_id == match.id).order_by(Turn.ply)))


def test_the_end_of_a_deal_is_shown_until_one_answers_in_the_next() -> None:
    match = after_one_deal("scarto")
    dealer = views.spectator_page(match).seats_asked[0]
    for chair in match.chairs:
        ended = views.just_ended(views.seat_page(chair), turns_of(match))
        assert ended is not None
        assert ended.last == ended.all[0]
    seal_for_everybody(match, MONDAY)
    match = again(match)
    shown = [views.just_ended(views.seat_page(chair), turns_of(match)) is not None for chair in match.chairs]
    assert shown == [chair.seat != dealer for chair in match.chairs]


def test_the_end_of_a_match_stays() -> None:
    match = over("titro")
    assert match.status == OVER
    assert views.just_ended(views.seat_page(match.chairs[0]), ()) is not None


def test_the_latest_of_the_story_is_short_and_never_mixes_two_deals() -> None:
    match = after_one_deal("scarto")
    recent = views.recent(views.seat_page(match.chairs[0]))
    assert [line.text[:5] for line in lines_of(recent.now)][:1] == ["Deal "]
    assert recent.now.tricks == ()
    before = [line.text for ply in recent.ended for line in ply.lines]
    assert sum("counted" in text for text in before) == 3
    assert not any(text.startswith("Deal ") or "took the trick" in text for text in before)
    for _ in range(78):  # the next deal, and the first windows of the last one
        seal_for_everybody(match, MONDAY)
        recent = views.recent(views.seat_page(again(match).chairs[0]))
        assert len(recent.now.tricks) <= 3
        assert len(lines_of(recent.now)) <= 3 * 6


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies whose tables were loaded."""
    plies, table = list[int](), Course.table
    monkeypatch.setattr(Course, "table", lambda course, ply: plies.append(ply) or table(course, ply))
    return plies


def of_the_deal(page: views.ReplayPage) -> str:
    """A headline of French Tarot."""
    return f"{page.called[page.view['sheet']['taker']]}: {page.prose.word(page.view['sheet']['contract'])}"


def test_how_past_deals_ended_is_told_without_their_tables(loaded: list[int]) -> None:
    deals = views.Deals(over("french-tarot"), 0)
    told = [(deals.headline(deal, of_the_deal), deal.scores) for deal in deals.ended[:-1]]
    assert loaded == []
    assert told == [
        (of_the_deal(after), after.scores) for after in (deals.page(deal.end) for deal in deals.ended[:-1]) if after
    ]


def test_nothing_is_read_of_what_was_kept_in_another_shape(monkeypatch: pytest.MonkeyPatch, loaded: list[int]) -> None:
    """As after an upgrade with which the views of a game hold something else."""
    deals = views.Deals(over("french-tarot"), 0)
    told = [deals.headline(deal, of_the_deal) for deal in deals.ended]
    assert loaded == []
    monkeypatch.setattr(replay, "shape_of", lambda key: "another")
    deals = views.Deals(again(deals.match), 0)
    assert [deals.headline(deal, of_the_deal) for deal in deals.ended] == told
    assert loaded == [deal.end for deal in deals.ended[:-1]]


# Rules that were corrected -------------------------------------------------------------------------------------------


def test_what_all_know_of_a_deal_is_kept_with_the_table_after_it(subtests: pytest.Subtests) -> None:
    for game in sorted(key for key, game in GAMES.items() if game.trick_game):
        with subtests.test(game):
            match = over(game)
            course = Course(match)
            past = [deal for deal in views.Deals(match, None).ended if deal.end != deal.last]
            assert past
            for deal in past:
                before, after = course.tables(deal.last, deal.end)
                assert before is not None
                assert after is not None
                told = replay.end_of_part(GAMES[game], before, after)
                assert course.ended(deal.end) == json.loads(json.dumps(told))


def test_a_deal_that_corrected_rules_do_not_give_stays_as_it_was() -> None:
    match = play_out(open_table(*NAMES[:3], game="scarto", deals=2), Random(4))
    first = views.Deals(match, 0).all[0]
    for kept in db.session.query(Snapshot).filter(Snapshot.match_id == match.id, Snapshot.ply <= first.end):
        if 60 < kept.ply < first.end:
            db.session.delete(kept)
        elif kept.ply == first.end:
            kept.state = {**kept.state, "scores": [1, 0, -1]}
    db.session.commit()
    deals = views.Deals(again(match), 0)
    assert len(deals.tale(deals.all[0]).tricks) == 25


# What was told around tricks -----------------------------------------------------------------------------------------


def ply(number: int, *lines: tuple[str, Kind, dict[str, Any]]) -> Ply:
    told = tuple(Said(text, values, kind=kind) for text, kind, values in lines)
    return Ply(number, datetime(2026, 11, 23, tzinfo=UTC), told)


def test_a_line_told_in_a_trick_stays_with_it_and_the_count_comes_after() -> None:
    def played(seat: int, card: str) -> tuple[str, Kind, dict[str, Any]]:
        return "{player} played {card}.", "card_played", {"player": seat, "card": card}

    took = "{player} took the trick."
    tale = arranged(
        [
            ply(1, ("{player} passed.", "passed", {"player": 0})),
            ply(2, played(0, "KS"), ("{player} declared {card}.", "announced", {"player": 0, "card": "KS"})),
            ply(3, played(1, "2S"), (took, "trick_taken", {"player": 0, "points": Number(7)})),
            ply(4, played(0, "3H")),
            ply(5, played(1, "4H"), (took, "trick_taken", {"player": 1}), ("Over.", "count", {})),
            ply(6, ("{player} gave a card.", "told", {"player": 1})),
        ],
        [{"cards": [[0, "KS"], [1, "2S"]], "winner": 0}, {"cards": [[0, "3H"], [1, "4H"]], "winner": 1}],
        whole=True,
    )
    assert [line.text for one in tale.before for line in one.lines] == ["{player} passed."]
    assert [[line.text for one in taken.told for line in one.lines] for taken in tale.tricks] == [
        ["{player} declared {card}."],
        [],
    ]
    assert [taken.worth for taken in tale.tricks] == [7, None]
    assert [line.text for one in tale.after for line in one.lines] == ["Over.", "{player} gave a card."]


# The curve -----------------------------------------------------------------------------------------------------------

scores = st.integers(-3000, 3000)


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.lists(scores, min_size=n, max_size=n), min_size=1, max_size=6)))
def test_every_line_stays_in_its_box_and_names_at_the_ends_stay_apart(lines: Sequence[Sequence[int]]) -> None:
    drawn = curve(lines, 340, 210)
    assert len(drawn.paths) == len(lines)
    assert all(0 <= at <= 340 and 0 <= up <= 210 for at, up in drawn.ends)
    assert all(later - one >= 15 for one, later in pairwise(sorted(drawn.labels)))
    assert all(0 <= label <= 210 for label in drawn.labels)
    assert all(0 <= tick.at <= 210 for tick in drawn.up)


def test_more_lines_than_can_be_told_apart_are_not_drawn() -> None:
    assert curve([[0, 1]] * 7, 340, 210).paths == ()


def test_a_scale_has_a_few_round_numbers() -> None:
    assert scale(-370, 546) == [-250, 0, 250, 500] or scale(-370, 546) == [0, 500]
    assert scale(0, 3) == [0, 1, 2, 3]
    assert scale(0, 0) == [0]


def test_labels_that_would_meet_are_spread_in_their_order() -> None:
    assert spread([50, 51, 20], 16, 0, 100) == (50, 66, 20)
    assert spread([100, 99], 16, 0, 100) == (100, 84)
