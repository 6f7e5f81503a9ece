"""Opening a match, inviting, accepting, declining, lapsing, and a rematch."""

from datetime import timedelta
from random import Random

import pytest

from server import deal, matches, views
from server.matches import Guest, Refused
from server.rules import GAMES, complete
from server.store.models import CANCELLED, INVITED, OVER, PLAYING, Match
from tests.cast import MONDAY, again, guests, letters, open_match, open_table, page, play_out, seat

pytestmark = pytest.mark.usefixtures("app")


def opened(*names: str, **more: object) -> Match:
    return open_match("titro", {}, guests(*(names or ("Ada", "Bruno"))), at=MONDAY, **more)  # type: ignore[arg-type]


def test_the_host_is_asked_first_and_the_others_when_the_host_has_confirmed() -> None:
    match = opened()
    assert [(letter.kind, letter.chair_id) for letter in letters(match)] == [("invitation", seat(match, "Ada").id)]
    matches.accept(seat(match, "Ada").id, at=MONDAY)
    assert len(letters(match, "invitation", to="Bruno")) == 1
    assert again(match).status == INVITED


def test_the_first_cards_are_dealt_when_everybody_has_accepted() -> None:
    match = open_table()
    assert match.status == PLAYING
    assert match.closes_at == MONDAY + timedelta(hours=48)
    assert len(page(match, "Ada").view["hand"]) == 5


def test_accepting_twice_changes_nothing() -> None:
    match = opened()
    matches.accept(seat(match, "Ada").id, "plum", at=MONDAY)
    matches.accept(seat(match, "Ada").id, "pear", at=MONDAY)
    assert seat(match, "Ada").word == "plum"
    assert len(letters(match, "invitation", to="Bruno")) == 1


def test_the_commitment_stands_before_anybody_has_said_a_word() -> None:
    match = opened()
    before = match.commitment
    matches.accept(seat(match, "Ada").id, "plum", at=MONDAY)
    matches.accept(seat(match, "Bruno").id, "pear", at=MONDAY)
    match = again(match)
    assert match.commitment == before == deal.commitment(match.seed)
    assert deal.mixed(match.seed, ["plum", "pear"]) != deal.mixed(match.seed, ["plum", None])


def test_who_declines_calls_the_match_off_and_the_host_is_told() -> None:
    match = opened()
    matches.accept(seat(match, "Ada").id, at=MONDAY)
    matches.decline(seat(match, "Bruno").id, at=MONDAY)
    match = again(match)
    assert (match.status, match.ending) == (CANCELLED, "declined")
    assert [letter.chair_id for letter in letters(match, "cancelled")] == [seat(match, "Ada").id]
    with pytest.raises(Refused, match="called off"):
        matches.accept(seat(match, "Bruno").id)


def test_an_invitation_that_is_not_accepted_lapses_after_fourteen_days() -> None:
    match = opened()
    matches.accept(seat(match, "Ada").id, at=MONDAY)
    assert matches.lapse_due(MONDAY + timedelta(days=13, hours=23)) == 0
    assert matches.lapse_due(MONDAY + timedelta(days=14)) == 1
    assert matches.lapse_due(MONDAY + timedelta(days=14)) == 0
    assert again(match).ending == "lapsed"
    assert len(letters(match, "cancelled")) == 2


def test_a_rematch_is_one_tap_with_the_same_people_and_only_once() -> None:
    match = play_out(open_table("Ada", "Bruno", rounds=2), Random(1))
    assert match.status == OVER
    second = matches.rematch(seat(match, "Bruno").id)
    assert matches.rematch(seat(match, "Ada").id).id == second.id
    assert [chair.name for chair in again(second).chairs] == ["Bruno", "Ada"]
    assert again(second).options == match.options
    assert len(letters(second, "invitation", to="Ada")) == 1
    matches.accept(seat(second, "Ada").id)
    assert again(second).status == PLAYING


def test_the_same_people_may_play_another_game_next_as_it_is_usually_played() -> None:
    match = play_out(open_table("Ada", "Bruno", rounds=2), Random(1))
    second = again(matches.rematch(seat(match, "Bruno").id, game="tottarot"))
    assert (second.game, second.pace, second.rematch_of) == ("tottarot", match.pace, match.id)
    assert second.options == complete(GAMES["tottarot"], {})
    assert not views.is_one_more(second)
    assert matches.rematch(seat(match, "Ada").id, game="tottarot").id == second.id
    matches.accept(seat(second, "Ada").id)
    assert again(second).status == PLAYING


def test_what_is_agreed_on_goes_along_where_it_makes_sense_in_the_other_game() -> None:
    agreed = {"answered": "hidden", "weekends": "free"}
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    match = open_match("tottarot", {}, guests(*names), terms=agreed, at=MONDAY)
    for name in names:
        matches.accept(seat(match, name).id, at=MONDAY)
    play_out(again(match), Random(1))
    second = again(matches.rematch(seat(match, "Ada").id, game="texas-42"))
    assert (second.terms["weekends"], second.terms["forced"], "answered" in second.terms) == ("free", "on", False)


def test_a_game_that_is_not_for_so_many_is_refused(subtests: pytest.Subtests) -> None:
    match = play_out(open_table("Ada", "Bruno", rounds=2), Random(1))
    for game, says in [("scarto", "3 players"), ("whist", "no game")]:
        with subtests.test(game=game, says=says), pytest.raises(Refused, match=says):
            matches.rematch(seat(match, "Bruno").id, game=game)
    assert matches.rematch(seat(match, "Bruno").id).game == "titro"


def test_an_address_that_cannot_be_is_refused_with_a_sentence(subtests: pytest.Subtests) -> None:
    for email, complaint in [
        ("bruno@example.org\nBcc: all@example.org", "one line"),
        ("bruno@@example.org", "one @"),
        ("bruno@a@example.org", "one @"),
        ("bruno", "one @"),
        ("b" * 300 + "@example.org", "not a mail address"),
        ("", "needs a mail address"),
        ("ada@example.org", "same address"),
        ("ADA@Example.org", "same address"),
    ]:
        with subtests.test(email=email, complaint=complaint):
            with pytest.raises(Refused, match=complaint) as refused:
                open_match("titro", {}, [Guest("Ada", "ada@example.org"), Guest("Bruno", email)])
            assert refused.value.field == "seat-1"


def test_one_person_may_play_both_seats_by_saying_so() -> None:
    both = [Guest("Ada", "ada@example.org"), Guest("Ada left-handed", "ada@example.org")]
    match = open_match("titro", {}, both, same_person=True)
    assert match.chairs[0].player_id == match.chairs[1].player_id


def test_what_cannot_be_played_is_refused_with_a_sentence(subtests: pytest.Subtests) -> None:
    for game, options, names, complaint in [
        ("chess", {}, ("Ada", "Bruno"), "no game “chess”"),
        ("titro", {"deck": "uno"}, ("Ada", "Bruno"), "deck of Titro is"),
        ("titro", {"jokers": 3}, ("Ada", "Bruno"), "no option jokers"),
        ("titro", {}, ("Ada",), "2 players, not 1"),
        ("titro", {}, ("Ada", "ada"), "Two players are called"),
        ("titro", {}, ("Ada", "B\nruno"), "one line"),
        ("titro", {}, ("Ada", "<b>"), "cannot be a name"),
    ]:
        called = [Guest(name, f"p{i}@example.org") for i, name in enumerate(names)]
        with subtests.test(game=game, names=names, complaint=complaint), pytest.raises(Refused, match=complaint):
            open_match(game, options, called)


def test_a_pace_that_cannot_be_is_refused_with_a_sentence(subtests: pytest.Subtests) -> None:
    for pace in ["soon", "P1Y", "PT0S", "P31D", "-PT48H", ""]:
        with subtests.test(pace=pace), pytest.raises(Refused, match=r"A pace is|A window lasts"):
            opened(pace=pace)
