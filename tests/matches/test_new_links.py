"""Links that somebody may have seen are revoked, and new ones go out."""

from __future__ import annotations

from random import Random

import pytest

from server import links, matches
from server.matches import Gone, Refused, Unknown
from server.store.models import Match
from tests.cast import again, guests, open_match, open_table, seals, seat, some_answer
from tests.conftest import MONDAY
from tests.post.test_writing import LINK, link_of, text, to, words

pytestmark = pytest.mark.usefixtures("app")


def tokens(match: Match) -> dict[str, str]:
    return {chair.name: links.seat_token(chair) for chair in again(match).chairs}


def dead(old: dict[str, str]) -> set[str]:
    """Whose links of before open nothing now."""
    found = set()
    for name, token in old.items():
        try:
            matches.chair_by_token(token)
        except Gone:
            found.add(name)
    return found


def test_all_links_are_revoked_and_each_person_gets_one_letter_with_what_opens_now():
    one, two = open_table("Ada", "Bruno"), open_table("Ada", "Chiara")
    before, page = (tokens(one), tokens(two)), links.me(seat(one, "Ada").player)
    assert matches.revoke_all(MONDAY) == 3
    assert [dead(old) for old in before] == [{"Ada", "Bruno"}, {"Ada", "Chiara"}]
    letter = to("Ada", "me")
    assert links.me(seat(one, "Ada").player) in text(letter) != page
    assert page not in text(letter)
    assert "The older ones, those of your seats and that of your calendar have stopped working" in words(letter)


def test_who_has_not_answered_an_invitation_is_invited_again_by_a_link_that_works():
    match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
    matches.accept(seat(match, "Ada").id, at=MONDAY)
    first = LINK.findall(text(to("Bruno", "invitation")))
    assert matches.revoke_all(MONDAY) == 2
    assert LINK.findall(text(to("Bruno", "invitation"))) == [link_of(match, "Bruno")] != first


def test_answers_and_deadlines_stay():
    match = open_table("Ada", "Bruno")
    sealed, before = seals(match, "Ada", some_answer(match, "Ada", Random(1))), again(match)
    matches.revoke_all(MONDAY)
    after = again(match)
    assert (after.closes_at, after.snapshot, after.sealed) == (before.closes_at, before.snapshot, before.sealed)
    assert seals(match, "Ada", sealed.answer).receipt == sealed.receipt


def test_the_links_of_one_match_or_of_one_seat_are_revoked_alone():
    one, two = open_table("Ada", "Bruno"), open_table("Ada", "Chiara")
    before = tokens(one), tokens(two)
    assert matches.revoke_links(one.id, 1, MONDAY) == 1
    assert [dead(old) for old in before] == [{"Bruno"}, set()]
    assert LINK.findall(text(to("Bruno", "link"))) == [link_of(one, "Bruno")]
    assert matches.revoke_links(one.id, at=MONDAY) == 2
    assert [dead(old) for old in before] == [{"Ada", "Bruno"}, set()]


def test_all_links_of_one_person_are_revoked_and_nobody_elses():
    one, two = open_table("Ada", "Bruno"), open_table("Ada", "Chiara")
    before, calendar = (tokens(one), tokens(two)), links.calendar(seat(one, "Ada").player)
    assert matches.revoke_links_of(" ADA@example.org", MONDAY) == 1
    assert [dead(old) for old in before] == [{"Ada"}, {"Ada"}]
    assert links.calendar(seat(one, "Ada").player) != calendar
    assert links.me(seat(one, "Ada").player) in text(to("Ada", "me"))


def test_what_does_not_exist_is_refused_and_nothing_is_revoked(subtests: pytest.Subtests):
    match = open_table("Ada", "Bruno")
    before = tokens(match)
    for what, unknown in {
        "a match": lambda: matches.revoke_links("nowhere"),
        "a seat": lambda: matches.revoke_links(match.id, 7),
        "an address": lambda: matches.revoke_links_of("farid@example.org"),
    }.items():
        with subtests.test(what):
            with pytest.raises((Refused, Unknown)):
                unknown()
            assert dead(before) == set()
