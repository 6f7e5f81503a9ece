"""One more deal after a match: by one tap of each."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from server import matches, views
from server.matches import Refused
from server.post.writing import write
from server.store.models import CANCELLED, INVITED, OVER, PLAYING, Match
from server.views.next_match import next_match
from tests.cast import again, all_matches, guests, letters, open_match, open_table, play_out, seat
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")
LATER = MONDAY + timedelta(hours=1)


@pytest.fixture
def over() -> Match:
    """A match that was ended early: three deals were agreed on."""
    match = open_table("Ada", "Bruno", "Chiara", game="scarto", deals=3)
    for name in ("Ada", "Bruno"):
        matches.resign(seat(match, name).id, at=MONDAY)
    match = again(match)
    assert match.status == OVER
    return match


def taps(match: Match, name: str) -> Match:
    return again(matches.one_more_deal(seat(match, name).id, LATER))


def test_it_begins_at_once_when_everybody_has_tapped(over: Match) -> None:
    first = taps(over, "Bruno")
    assert (first.status, first.options["deals"], first.pace) == (INVITED, 1, over.pace)
    assert [chair.name for chair in first.chairs] == ["Bruno", "Chiara", "Ada"]
    assert taps(over, "Ada").status == INVITED
    begun = taps(over, "Chiara")
    assert (begun.id, begun.status) == (first.id, PLAYING)


def test_the_first_tap_tells_the_others_by_letter_and_nobody_else(over: Match) -> None:
    more = taps(over, "Bruno")
    taps(over, "Ada")
    assert [letter.kind for letter in letters(more)] == ["seat", "invitation", "invitation", "seat"]
    told = write(letters(more, "invitation", to="Chiara")[0], LATER)
    assert told is not None
    assert told.mail.subject.startswith("Bruno would like one more deal of Scarto")
    assert "it begins as soon as everybody has said yes." in " ".join(told.mail.text.split())


def test_to_tap_twice_changes_nothing(over: Match) -> None:
    more = taps(over, "Bruno")
    assert taps(over, "Bruno").id == more.id
    assert [chair.name for chair in again(more).chairs if chair.accepted_at] == ["Bruno"]
    for name in ("Ada", "Chiara", "Chiara"):
        taps(over, name)
    assert again(more).ply == 0
    assert len(all_matches()) == 2


def test_everybody_sees_who_has_tapped(over: Match) -> None:
    assert next_match(seat(over, "Ada")).offered
    taps(over, "Bruno")
    seen = next_match(seat(over, "Ada"))
    assert (seen.agreed, seen.missing, seen.mine) == (("Bruno",), ("Chiara", "Ada"), False)
    assert next_match(seat(over, "Bruno")).mine


def test_a_whole_rematch_that_somebody_asked_for_is_not_accepted_by_the_tap(over: Match) -> None:
    whole = matches.rematch(seat(over, "Ada").id, LATER)
    assert taps(over, "Bruno").id == whole.id
    assert [chair.name for chair in again(whole).chairs if chair.accepted_at] == ["Ada"]
    assert not next_match(seat(over, "Bruno")).offered


def test_who_declines_calls_it_off(over: Match) -> None:
    more = taps(over, "Bruno")
    matches.decline(seat(more, "Ada").id, LATER)
    assert taps(over, "Chiara").status == CANCELLED
    assert next_match(seat(over, "Chiara")).off


def test_while_a_match_is_played_there_is_no_other_deal() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="scarto")
    with pytest.raises(Refused, match="still being played"):
        matches.one_more_deal(seat(match, "Ada").id, LATER)


def test_a_match_that_was_called_off_has_no_further_deal() -> None:
    match = open_match("scarto", {}, guests("Ada", "Bruno", "Chiara"), at=MONDAY)
    matches.decline(match.chairs[0].id, at=MONDAY)
    with pytest.raises(Refused, match="called off"):
        matches.one_more_deal(match.chairs[0].id, LATER)


def test_a_game_without_deals_of_its_own_offers_another_match_only() -> None:
    match = play_out(open_table("Ada", "Bruno", rounds=1), Random(1))
    assert not next_match(seat(match, "Ada")).offered
    assert not views.is_one_more(matches.rematch(seat(match, "Ada").id, LATER))
