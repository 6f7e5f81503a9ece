"""What a player may choose of letters, and a letter once more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server import links, matches
from server.matches import Gone, Refused, Unknown
from server.matches.preferences import DAILY, DIGESTS, GATHERED
from server.post import outbox
from server.post.reply_addresses import target_of
from server.store.models import Match, Player
from tests.cast import guests, letters, open_match, open_table, seat
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")


def player_of(match: Match, name: str) -> Player:
    player = seat(match, name).player
    assert player is not None
    return player


def kinds(match: Match, name: str) -> list[str]:
    return [letter.kind for letter in letters(match, to=name)]


class TestMeasure:
    def test_letters_come_at_once_and_reminders_too_until_somebody_wishes_otherwise(self):
        player = player_of(open_table("Ada", "Bruno"), "Bruno")
        assert (player.digest, player.reminders) == ("at-once", True)

    def test_it_holds_at_all_tables_of_the_player_and_for_nobody_else(self, subtests: pytest.Subtests):
        first, second = open_table("Ada", "Bruno"), open_table("Bruno", "Chiara")
        for digest in DIGESTS:
            with subtests.test(digest=digest):
                matches.set_digest(player_of(first, "Bruno").id, digest, "20:00")
                assert player_of(second, "Bruno").digest == digest
                assert player_of(first, "Ada").digest == "at-once"

    def test_an_hour_is_kept_while_another_digest_is_tried(self):
        match = open_table("Ada", "Bruno")
        bruno = player_of(match, "Bruno").id
        matches.learn_zone(bruno, "Asia/Kolkata")
        matches.set_digest(bruno, DAILY, "7:05")
        matches.set_digest(bruno, GATHERED)
        player = player_of(match, "Bruno")
        assert (player.daily_at, player.zone) == ("07:05", "Asia/Kolkata")

    def test_a_daily_letter_needs_an_hour_that_there_is(self, subtests: pytest.Subtests):
        match = open_table("Ada", "Bruno")
        for hour in ("", "24:00", "noon"):
            with subtests.test(hour=hour):
                with pytest.raises(Refused):
                    matches.set_digest(player_of(match, "Bruno").id, DAILY, hour)
                assert player_of(match, "Bruno").digest == "at-once"


class TestPlayerLink:
    def test_a_replaced_link_is_gone_and_one_never_given_unknown(self):
        match = open_table("Ada", "Bruno")
        player = player_of(match, "Bruno")
        token = links.me(player).rpartition("/")[2]
        assert matches.me_by_token(token).id == player.id
        matches.replace_player_link(player.id, MONDAY)
        with pytest.raises(Gone):
            matches.me_by_token(token)
        with pytest.raises(Unknown):
            matches.me_by_token(token, links.CALENDAR)

    def test_each_replacement_sends_one_letter(self):
        match = open_table("Ada", "Bruno")
        for _ in range(2):
            matches.replace_player_link(player_of(match, "Bruno").id, MONDAY)
        assert outbox.deliver(MONDAY) == 2 + 2


class TestAgain:
    def test_the_host_has_a_letter_sent_once_more_and_the_trouble_is_forgotten(self):
        match = open_table("Ada", "Bruno")
        outbox.deliver(MONDAY)
        outbox.bounced(letters(match, to="Bruno")[-1].id, MONDAY, "Letters to this address come back.")
        chair = matches.resend(seat(match, "Ada").id, 1, MONDAY)
        assert chair.trouble is None
        assert kinds(match, "Bruno")[-1] == "again"

    def test_it_bears_the_table_the_link_and_an_address_for_answers(self):
        match = open_table("Ada", "Bruno")
        outbox.deliver(MONDAY)
        matches.resend(seat(match, "Bruno").id, 1, MONDAY)
        [leased] = outbox.lease(MONDAY)
        [address] = leased.reply_to.values()
        target = target_of(address)
        assert target is not None
        assert target.chair_id == seat(match, "Bruno").id

    def test_who_has_not_taken_the_seat_is_invited_once_more(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        matches.resend(seat(match, "Ada").id, 1, MONDAY)
        assert kinds(match, "Bruno") == ["invitation", "invitation"]

    def test_there_is_one_an_hour_at_most(self):
        match = open_table("Ada", "Bruno")
        for minutes in (0, 20, 40, 60):
            matches.resend(seat(match, "Ada").id, 1, MONDAY + timedelta(minutes=minutes))
        assert kinds(match, "Bruno").count("again") == 2

    def test_only_the_host_does_that_for_somebody_else(self):
        match = open_table("Ada", "Bruno")
        with pytest.raises(Refused):
            matches.resend(seat(match, "Bruno").id, 0, MONDAY)

    def test_who_wants_no_letters_gets_none(self):
        match = open_table("Ada", "Bruno")
        matches.stop_letters(seat(match, "Bruno").id, at=MONDAY)
        with pytest.raises(Refused, match="Bruno wants no letters"):
            matches.resend(seat(match, "Ada").id, 1, MONDAY)

    def test_a_seat_that_is_not_there_gets_none(self, subtests: pytest.Subtests):
        match = open_table("Ada", "Bruno")
        for nobody in [-1, 2, 99]:
            with subtests.test(nobody=nobody), pytest.raises(Refused):
                matches.resend(seat(match, "Ada").id, nobody, MONDAY)

    def test_nobody_hears_by_it_of_a_match_that_its_host_has_not_confirmed(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        with pytest.raises(Refused):
            matches.resend(seat(match, "Ada").id, 1, MONDAY)
        assert kinds(match, "Bruno") == []
