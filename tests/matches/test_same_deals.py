"""Several tables that play the same deals: dealt together, shut until the last has ended, then compared."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from server import deal, matches
from server.matches import Guest, Refused, Unknown, reviewing
from server.rules import GAMES, all_asks, begin
from server.rules.engine import ByDeal
from server.store.models import CANCELLED, INVITED, OVER, PLAYING, Match, Review, db
from server.views import table_of
from server.views.comparing import Comparison
from server.views.same_deals import tables_of
from tests.cast import MONDAY, address, again, guests, letters, open_tables, play_out, seals, seat, some_answer

pytestmark = pytest.mark.usefixtures("app")

ONE, TWO = ("Ada", "Bruno"), ("Chiara", "Dmitri")
FOURS = (("Ada", "Bruno", "Chiara", "Dmitri"), ("Edda", "Farid", "Gianna", "Henk"))


def opened(*names: tuple[str, ...], game: str = "titro", **more: Any) -> list[Match]:
    options = more.pop("options", {"rounds": 2} if game == "titro" else {})
    tables = [guests(*each) for each in names or (ONE, TWO)]
    return list(open_tables(game, options, tables, at=MONDAY, **more))


def sit_down(tables: list[Match], words: bool = False) -> list[Match]:
    for table in tables:
        for chair in again(table).chairs:
            matches.accept(chair.id, chair.name.lower() if words else None, at=MONDAY)
    return [again(table) for table in tables]


def dealt(*names: tuple[str, ...], **more: Any) -> list[Match]:
    return sit_down(opened(*names, **more))


def played(tables: list[Match], seed: int = 1) -> list[Match]:
    for number, table in enumerate(tables):
        play_out(table, Random(seed + number))
    matches.publish_due(MONDAY + timedelta(hours=1))
    return [again(table) for table in tables]


def test_one_host_is_asked_first_and_then_everybody_at_all_tables() -> None:
    first, second = opened()
    assert [letter.kind for letter in letters(first) + letters(second)] == ["invitation"]
    matches.accept(seat(first, "Ada").id, at=MONDAY)
    assert [len(letters(table, "invitation")) for table in (first, second)] == [2, 2]


def test_nothing_is_dealt_before_everybody_at_all_tables_has_accepted_and_then_all_begin() -> None:
    first, second = opened()
    for name in ONE:
        matches.accept(seat(first, name).id, at=MONDAY)
    matches.accept(seat(second, "Chiara").id, at=MONDAY)
    assert {again(first).status, again(second).status} == {INVITED}
    matches.accept(seat(second, "Dmitri").id, at=MONDAY)
    assert {again(first).status, again(second).status} == {PLAYING}


def test_all_tables_are_dealt_the_same_cards_from_one_seed_and_the_words_of_all(subtests: pytest.Subtests) -> None:
    for game, names in [("titro", (ONE, TWO)), ("texas-42", FOURS), ("french-tarot", FOURS)]:
        with subtests.test(game=game, names=names):
            first, second = sit_down(opened(*names, game=game), words=True)
            assert table_of(first).state == table_of(second).state
            assert first.commitment == second.commitment
            assert first.words == second.words == [name.lower() for each in names for name in each]


def test_a_deal_that_all_pass_at_one_table_shifts_nothing_at_the_other() -> None:
    first, second = dealt(*FOURS, game="texas-42", options={})
    for _ in FOURS[0]:
        chair = next(one for one in again(first).chairs if one.seat == next(iter(_asked(first))))
        matches.seal(chair.id, "pass", again(first).ply, MONDAY)
    passed = table_of(again(first))
    assert passed.state.score.deal == 2
    while table_of(again(second)).state.score.deal == 1:
        there = next(iter(_asked(second)))
        name = again(second).chairs[there].name
        seals(second, name, some_answer(second, name, Random(there)))
    assert table_of(again(second)).state.hands == passed.state.hands


def _asked(match: Match) -> Any:
    return all_asks(GAMES[match.game], table_of(again(match)))


def test_a_deal_dealt_again_does_not_move_the_next_one() -> None:
    game, seed = GAMES["dementlieu"], bytes(32)
    shuffle = deal.by_deal(seed, ["a"])
    table, _ = begin(game, 4, {}, shuffle)
    assert table.shuffles == 10_002  # drawn for the deal, then dealt
    numbers: list[int] = []

    def noted(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        numbers.append(n)
        return tuple(deck)

    begin(GAMES["texas-42"], 4, {}, ByDeal(noted))
    begin(GAMES["titro"], 2, {}, ByDeal(noted))
    assert numbers == [10_001, 1]


def test_while_one_table_plays_on_everything_of_all_of_them_stays_shut() -> None:
    first, second = dealt()
    play_out(first, Random(1))
    assert again(first).status == OVER
    assert matches.publish_due(MONDAY) == 0
    for table in (first, second):
        with pytest.raises(Unknown):
            matches.record_of(again(table))
    with pytest.raises(Unknown, match="1 of 2 tables has finished"):
        matches.record_of(again(first))
    assert db.session.get(Review, first.id) is None
    assert not letters(first, "compared")


def test_when_the_last_table_has_ended_all_open_and_everybody_is_told_once() -> None:
    tables = played(dealt())
    assert matches.publish_due(MONDAY + timedelta(hours=2)) == 0
    assert [table.shut for table in tables] == [False, False]
    assert [len(letters(table, "compared")) for table in tables] == [2, 2]
    assert all(db.session.get(Review, table.id) for table in tables)


def test_all_open_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, begun = dealt(), reviewing.begin
    for number, table in enumerate(tables):
        play_out(table, Random(number))

    def killed_at_the_second(match: Match, at: datetime) -> None:
        if match.id == tables[1].id:
            raise KeyboardInterrupt
        begun(match, at)

    monkeypatch.setattr(reviewing, "begin", killed_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        matches.publish_due(MONDAY + timedelta(hours=1))
    db.session.rollback()
    assert [again(table).shut for table in tables] == [True, True]


def test_the_record_of_each_table_verifies(subtests: pytest.Subtests) -> None:
    for game, names in [("titro", (ONE, TWO)), ("texas-42", FOURS), ("dementlieu", FOURS)]:
        with subtests.test(game=game, names=names):
            options = {"marks": 2} if game == "texas-42" else {"rounds": 2} if game == "titro" else {"deals": 2}
            for table in played(sit_down(opened(*names, game=game, options=options), words=True)):
                record = matches.record_of(table)
                assert record["same_deals"] == [other.id for other in tables_of(table)]
                assert deal.verify(record).scores == table.scores
                with pytest.raises(deal.Broken):
                    deal.verify({**record, "words": [*record["words"][:-1], "another"]})


@pytest.mark.wide
def test_the_tables_are_compared_seat_by_seat_and_deal_by_deal() -> None:
    tables = played(dealt(FOURS[0][:3], FOURS[1][:3], game="scarto"))
    found = Comparison(tables_of(tables[0]))
    assert [one.people for one in found.seats] == list(map(list, zip(FOURS[0][:3], FOURS[1][:3], strict=True)))
    for number, one in enumerate(found.seats):
        assert one.scores == [(table.scores or [])[number] for table in tables]
        assert [sum(gains) for gains in zip(*(deal.gains for deal in one.deals), strict=True)] == one.scores
    assert found.most is not None
    _, most = found.most
    assert most.apart == max(abs(here - there) for one in found.seats for here, there in (d.gains for d in one.deals))
    assert [ended and ended.name for _, ended in found.ends(most)] == [most.name] * 2


def test_with_seats_turned_those_named_in_one_place_are_a_team_with_other_hands() -> None:
    tables = played(dealt(turned=True))
    assert [[chair.name for chair in table.chairs] for table in tables] == [["Ada", "Bruno"], ["Dmitri", "Chiara"]]
    found = Comparison(tables)
    scores = {chair.name: (table.scores or [])[chair.seat] for table in tables for chair in table.chairs}
    assert {tuple(team.people): team.score for team in found.teams} == {
        ("Ada", "Chiara"): scores["Ada"] + scores["Chiara"],
        ("Bruno", "Dmitri"): scores["Bruno"] + scores["Dmitri"],
    }


def test_who_declines_at_one_table_calls_all_of_them_off_and_no_single_one_can_be_asked_again() -> None:
    first, second = opened()
    matches.accept(seat(first, "Ada").id, at=MONDAY)
    matches.decline(seat(second, "Dmitri").id, at=MONDAY)
    assert {again(first).status, again(second).status} == {CANCELLED}
    assert len(letters(first, "cancelled")) == 2
    with pytest.raises(Refused, match="belonged together"):
        matches.rematch(seat(first, "Ada").id, MONDAY)


def test_what_is_not_accepted_in_time_lapses_at_all_tables() -> None:
    tables = opened()
    matches.lapse_due(MONDAY + timedelta(days=14))
    assert {again(table).ending for table in tables} == {"lapsed"}


def test_what_cannot_be_opened_is_refused_with_a_sentence(subtests: pytest.Subtests) -> None:
    for tables, why in [
        ([guests(*ONE)], "2 to 8 tables"),
        ([guests(*ONE), guests("Chiara", "Ada")], "Table 2: ada@example.org is at another table"),
        ([guests(*ONE), [Guest("Chiara", address("Chiara")), Guest("", open=True)]], "has no open seat"),
        ([guests(*ONE), [Guest("Ada", "other@example.org"), Guest("Dmitri", address("Dmitri"))]], "called Ada"),
        ([guests(*ONE), guests(*FOURS[1])], "same number of seats"),
        ([guests(*ONE), [Guest("House", house=True), Guest("Dmitri", address("Dmitri"))]], "first seat is the host"),
    ]:
        with subtests.test(why=why), pytest.raises(Refused, match=why):
            open_tables("titro", {}, tables, at=MONDAY)
    alike = [Guest("Chiara", address("Chiara")), Guest("Bo", "bru.no@gmail.com")]
    assert len(open_tables("titro", {}, [guests(*ONE), alike], at=MONDAY)) == 2


def test_a_seat_is_taken_by_nobody_who_sits_or_sat_at_another_of_these_tables() -> None:
    first, second = dealt()
    bruno = seat(first, "Bruno")
    matches.take_offer(matches.offer_seat(bruno.id, bruno.seat, "Edda", address("Edda"), MONDAY).id, MONDAY)
    chair = seat(second, "Dmitri")
    for name in ("Bruno", "Edda"):
        offer = matches.offer_seat(chair.id, chair.seat, "Bo", address(name), MONDAY)
        with pytest.raises(Refused, match="another table"):
            matches.take_offer(offer.id, MONDAY)
    assert seat(second, "Dmitri").player_id == chair.player_id


def test_house_players_sit_at_such_tables_too() -> None:
    tables = [[*guests("Ada"), Guest("House", house=True)], [*guests("Chiara"), Guest("House", house=True)]]
    opened = list(open_tables("titro", {"rounds": 1}, tables, at=MONDAY, terms={"house": "easy"}))
    first, second = sit_down(opened)
    assert (first.status, second.status) == (PLAYING, PLAYING)
