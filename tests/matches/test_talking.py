"""Talk at the table, notes to oneself, and thoughts that stay sealed until the end."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from server import matches
from server.config import settings
from server.matches import Refused, talking
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import Match
from server.views import etag
from server.views.player import unfinished
from tests.cast import again, guests, open_match, open_table, play_out, seals, seat, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

A_MINUTE, AN_HOUR = timedelta(minutes=1), timedelta(hours=1)


def says(match: Match, name: str, text: str, at: timedelta = timedelta()) -> None:
    matches.say(seat(match, name).id, text, MONDAY + at)


def talk(match: Match) -> list[tuple[str, str]]:
    return [(said.name, said.text) for said in talking.talk_for(again(match).chairs[0])]


def mail_for(name: str, kind: str) -> list[str]:
    """The texts of the letters of a kind that were delivered to a name."""
    outbox.deliver(MONDAY)
    box = Maildir(settings().local_mail)
    found = [box.read(one.key) for one in box.letters() if (one.name, one.kind) == (name, kind)]
    return [" ".join(letter.get_body(("plain",)).get_content().split()) for letter in found]


def both_bid(match: Match) -> None:
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)))


class TestTalk:
    def test_a_line_stands_at_the_table_with_who_said_it_and_when(self):
        match = open_table()
        says(match, "Ada", "Good luck!")
        (said,) = talking.talk_for(again(match).chairs[0])
        assert (said.name, said.text, said.at, said.ply) == ("Ada", "Good luck!", MONDAY, 0)

    def test_it_comes_once_with_the_next_letter_and_not_to_who_said_it(self):
        match = open_table()
        outbox.deliver(MONDAY)
        says(match, "Ada", "Good luck!")
        both_bid(match)
        assert len([text for text in mail_for("Bruno", "turn") if "Said at the table: - Ada: Good luck!" in text]) == 1
        assert not any("Good luck" in text for text in mail_for("Ada", "turn"))
        both_bid(match)
        assert len([text for text in mail_for("Bruno", "turn") if "Good luck!" in text]) == 1

    def test_who_is_muted_is_not_heard_by_who_muted_and_by_all_others(self):
        match = open_table("Ada", "Bruno", "Chiara", game="scarto")
        for _ in range(2):
            talking.mute(seat(match, "Bruno").id, seat(match, "Ada").seat)
        says(match, "Ada", "Pay attention!")
        says(match, "Chiara", "Hush.")
        heard = {name: [said.text for said in talking.talk_for(seat(match, name))] for name in ("Bruno", "Chiara")}
        assert heard == {"Bruno": ["Hush."], "Chiara": ["Pay attention!", "Hush."]}
        assert [said.text for said in talking.remarks_for(seat(match, "Bruno")).talk] == ["Hush."]
        [home] = unfinished(seat(match, "Bruno").player)
        assert home.unread == 1
        talking.mute(seat(match, "Bruno").id, seat(match, "Ada").seat, muted=False)
        assert len(talking.talk_for(seat(match, "Bruno"))) == 2
        with pytest.raises(Refused, match="nobody in that seat"):
            talking.mute(seat(match, "Bruno").id, seat(match, "Bruno").seat)

    def test_it_comes_with_the_letter_that_ends_the_match_too(self):
        match = open_table()
        says(match, "Ada", "This is hopeless.")
        matches.resign(seat(match, "Ada").id, MONDAY)
        assert "Ada: This is hopeless." in mail_for("Bruno", "over")[0]

    def test_who_is_invited_takes_the_seat_first(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        with pytest.raises(Refused, match="Take your seat first"):
            says(match, "Ada", "Good luck!")
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        says(match, "Ada", "Good luck!")
        assert talk(match) == [("Ada", "Good luck!")]

    def test_a_line_sent_twice_is_said_once(self):
        match = open_table()
        for at in (timedelta(), A_MINUTE, AN_HOUR):
            says(match, "Ada", "Nice bid", at)
        assert talk(match) == [("Ada", "Nice bid")] * 2

    def test_a_line_is_one_line_without_what_cannot_be_seen(self):
        match = open_table()
        says(match, "Ada", "  well\n\tplayed \u202e\x07 👩\u200d🚀 ")
        assert talk(match) == [("Ada", "well played  👩\u200d🚀")]

    def test_what_is_no_line_is_refused(self, subtests: pytest.Subtests):
        match = open_table()
        for text, sentence in [("  ", "nothing in that line"), ("x" * 501, "at most 500")]:
            with subtests.test(text=text, sentence=sentence), pytest.raises(Refused, match=sentence):
                says(match, "Ada", text)

    def test_nobody_talks_without_end(self):
        match = open_table()
        for n in range(20):
            says(match, "Ada", f"line {n}")
        with pytest.raises(Refused, match="a lot for one hour"):
            says(match, "Ada", "and another")
        says(match, "Bruno", "my turn")
        says(match, "Ada", "where was I", AN_HOUR + A_MINUTE)
        assert len(talk(match)) == 22

    def test_it_may_go_on_when_the_match_is_over(self):
        match = play_out(open_table(), Random(5))
        says(match, "Bruno", "Thank you for the game")
        assert talk(match) == [("Bruno", "Thank you for the game")]

    def test_a_page_that_is_looked_at_notices(self):
        match = open_table()
        before = etag(again(match), 1)
        says(match, "Ada", "Good luck!")
        assert etag(again(match), 1) != before


class TestNotes:
    def test_only_who_wrote_one_has_it(self):
        match = open_table()
        before = etag(again(match), 1)
        matches.note(seat(match, "Ada").id, "Bruno bids on my cloak", MONDAY)
        assert [note.text for note in talking.remarks_for(seat(match, "Ada")).notes] == ["Bruno bids on my cloak"]
        assert talking.remarks_for(seat(match, "Bruno")).notes == ()
        assert talk(match) == []
        assert etag(again(match), 1) == before

    def test_it_is_struck_by_who_wrote_it(self):
        match = open_table()
        note = matches.note(seat(match, "Ada").id, "wrong", MONDAY)
        with pytest.raises(Refused, match="no such note"):
            matches.strike(seat(match, "Bruno").id, note.id)
        matches.strike(seat(match, "Ada").id, note.id)
        assert talking.remarks_for(seat(match, "Ada")).notes == ()

    def test_what_was_said_stays_said(self):
        match = open_table()
        said = matches.say(seat(match, "Ada").id, "oops", MONDAY)
        with pytest.raises(Refused):
            matches.strike(seat(match, "Ada").id, said.id)

    def test_notes_are_never_opened(self):
        match = open_table()
        matches.note(seat(match, "Ada").id, "for me alone", MONDAY)
        assert talking.opened_thoughts(play_out(match, Random(6))) == []


class TestThoughts:
    def test_they_are_opened_when_the_match_is_over(self):
        match = open_table()
        matches.think(seat(match, "Ada").id, "I bluff", MONDAY)
        assert talking.opened_thoughts(again(match)) == []
        both_bid(match)
        matches.think(seat(match, "Bruno").id, "She bluffs", MONDAY)
        over = play_out(match, Random(7))
        assert [(one.name, one.ply, one.text) for one in talking.opened_thoughts(over)] == [
            ("Ada", 0, "I bluff"),
            ("Bruno", 1, "She bluffs"),
        ]

    def test_no_letter_tells_one(self):
        match = open_table()
        matches.think(seat(match, "Ada").id, "I bluff", MONDAY)
        play_out(match, Random(8))
        assert not any("I bluff" in text for kind in ("turn", "over") for text in mail_for("Bruno", kind))

    def test_after_the_end_none_is_added_and_none_taken_back(self):
        match = open_table()
        thought = matches.think(seat(match, "Ada").id, "I bluff", MONDAY)
        play_out(match, Random(9))
        with pytest.raises(Refused, match="while a match is being played"):
            matches.think(seat(match, "Ada").id, "I knew it", MONDAY)
        with pytest.raises(Refused, match="has been opened"):
            matches.strike(seat(match, "Ada").id, thought.id)
