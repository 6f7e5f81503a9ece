"""Seats that change hands, and house players that hold them."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import func, select

from server import links, matches
from server.config import Settings, settings
from server.deal import verify
from server.matches import Gone, Refused, strangers, talking
from server.matches.substituting import offers_of
from server.post import outbox, reply_addresses
from server.post.transports import Maildir
from server.store.models import Chair, Letter, Match, Offer, Turn, db
from server.store.session import transaction
from server.views import spectator_page
from tests.cast import (
    address,
    again,
    guests,
    letters,
    open_match,
    page,
    person,
    play_out,
    reply_address,
    seals,
    seat,
    some_answer,
)
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

A_DAY = timedelta(days=1)


def table(*names: str, game: str = "titro", **terms: str) -> Match:
    """A match on these terms that has just begun; Ada is the host."""
    agreed = {term.replace("_", "-"): value for term, value in terms.items()}
    match = open_match(game, {}, guests(*names), "PT48H", terms=agreed, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def hands_over(match: Match, name: str, to: str, whose: str = "", email: str = "") -> Chair:
    """Somebody offers a seat, by default the own one, to somebody else, who takes it."""
    return matches.take_offer(offers(match, name, to, whose, email).id, MONDAY)


def offers(match: Match, name: str, to: str, whose: str = "", email: str = "") -> Offer:
    """Somebody offers a seat, by default the own one, to somebody else."""
    there = seat(match, whose or name).seat
    return matches.offer_seat(seat(match, name).id, there, to, email or address(to), MONDAY)


def missing(match: Match, name: str, windows: int = 3) -> None:
    """Everybody answers but for one, who lets windows pass: so many of those that asked for an answer."""
    n = 0
    while seat(match, name).missed < windows:
        n += 1
        for there in spectator_page(again(match)).waiting:
            other = again(match).chairs[there].name
            if other != name:
                seals(match, other, some_answer(match, other, Random(n)), MONDAY)
        matches.close_due(again(match).closes_at)


def mail_for(name: str, kind: str) -> str:
    """The text of the one letter of a kind that was delivered to a name."""
    outbox.deliver(MONDAY)
    box = Maildir(settings().local_mail)
    (letter,) = [box.read(one.key) for one in box.letters() if (one.name, one.kind) == (name, kind)]
    return " ".join(letter.get_body(("plain",)).get_content().split())


def news(match: Match) -> list[str]:
    return [remark.text for remark in talking.talk_for(again(match).chairs[0]) if remark.kind == talking.NEWS]


class TestHandingOver:
    def test_the_substitute_has_the_same_cards_and_a_new_link(self):
        match = table("Ada", "Bruno")
        old, cards = links.seat_token(seat(match, "Bruno")), page(match, "Bruno").view["hand"]
        edda = hands_over(match, "Bruno", "Edda")
        assert page(match, "Edda").view["hand"] == cards
        assert matches.chair_by_token(links.seat_token(edda)).name == "Edda"
        with pytest.raises(Gone):
            matches.chair_by_token(old)

    def test_the_letter_to_the_substitute_holds_the_link_the_table_and_what_is_asked(self):
        match = table("Ada", "Bruno")
        edda = hands_over(match, "Bruno", "Edda")
        letter = mail_for("Edda", "substitute")
        assert "Bruno has left it: you play on" in letter
        assert links.seat_token(edda) in letter
        assert "Your first bid: a card, and a place for it." in letter

    def test_the_table_and_who_leaves_are_told(self):
        match = table("Ada", "Bruno")
        hands_over(match, "Bruno", "Edda")
        assert news(match) == ["Edda now plays in the place of Bruno."]
        assert "Edda plays instead of Bruno, with the same cards" in mail_for("Ada", "handed")
        left = mail_for("Bruno", "replaced")
        assert "Your seat (Bruno) at a match of Titro is Edda’s now." in left
        assert "/s/" not in left

    def test_old_reply_addresses_are_dead(self):
        match = table("Ada", "Bruno")
        bruno = seat(match, "Bruno").id
        reply_to = transaction(lambda: reply_address(bruno, 0, MONDAY))()
        assert reply_addresses.target_of(reply_to) is not None
        hands_over(match, "Bruno", "Edda")
        dead = reply_addresses.target_of(reply_to)
        assert dead is not None
        assert (dead.purpose, dead.chair_id) == (reply_addresses.OVER, None)

    def test_letters_that_still_wait_do_not_go_to_the_substitute(self):
        match = table("Ada", "Bruno")
        hands_over(match, "Bruno", "Edda")
        outbox.deliver(MONDAY)
        assert {one.kind for one in Maildir(settings().local_mail).letters() if one.name == "Edda"} == {"substitute"}

    def test_orders_notes_and_thoughts_of_who_left_are_not_handed_over(self):
        match = table("Ada", "Bruno")
        bruno = seat(match, "Bruno").id
        matches.seal_plan(bruno, "what the clock would say")
        matches.note(bruno, "Ada loves the blind", MONDAY)
        matches.think(bruno, "I should have stayed at home", MONDAY)
        edda = hands_over(match, "Bruno", "Edda")
        assert page(match, "Edda").plan is None
        assert talking.remarks_for(edda).notes == talking.remarks_for(edda).thoughts == ()

    def test_a_sealed_answer_stays_and_may_be_changed(self):
        match = table("Ada", "Bruno")
        first, second, *_ = page(match, "Bruno").view["hand"]
        seals(match, "Bruno", f"{first} centre")
        hands_over(match, "Bruno", "Edda")
        assert page(match, "Edda").sealed == f"{first} centre"
        seals(match, "Edda", f"{second} blind")
        assert page(match, "Edda").sealed == f"{second} blind"

    def test_the_match_goes_on_and_its_record_holds(self):
        match = table("Ada", "Bruno")
        hands_over(match, "Bruno", "Edda")
        assert verify(matches.record_of(play_out(match, Random(2)))).scores == again(match).scores

    def test_an_invitation_may_be_passed_on_and_must_be_accepted_anew(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        hands_over(match, "Bruno", "Edda")
        assert [letter.kind for letter in letters(again(match), "invitation", to="Edda")][-1:] == ["invitation"]
        matches.accept(seat(match, "Edda").id, at=MONDAY)
        assert again(match).status == "playing"


class TestWhoMay:
    def test_the_host_cannot_take_a_seat_from_somebody_who_plays(self):
        match = table("Ada", "Bruno")
        with pytest.raises(Refused, match="only Bruno can hand on this seat"):
            hands_over(match, "Ada", "Edda", whose="Bruno")

    def test_the_host_may_hand_over_the_seat_of_somebody_who_is_gone(self):
        match = table("Ada", "Bruno")
        missing(match, "Bruno")
        edda = hands_over(match, "Ada", "Edda", whose="Bruno")
        assert (edda.missed, edda.name) == (0, "Edda")
        assert "Ada has handed it on." in mail_for("Bruno", "replaced")

    def test_the_host_may_seat_somebody_where_a_player_gave_up(self):
        match = table("Ada", "Bruno", "Chiara", game="tottarot")
        matches.resign(seat(match, "Bruno").id, MONDAY)
        edda = hands_over(match, "Ada", "Edda", whose="Bruno")
        assert (edda.house, edda.resigned_at) == (False, None)
        assert page(match, "Edda").ask is not None

    def test_letters_that_come_back_make_a_seat_free_only_when_nobody_plays_there(self):
        match = table("Ada", "Bruno")
        seat(match, "Bruno").trouble = "no such mailbox"
        db.session.commit()
        with pytest.raises(Refused, match="only Bruno"):
            hands_over(match, "Ada", "Edda", whose="Bruno")
        missing(match, "Bruno", windows=1)
        assert hands_over(match, "Ada", "Edda", whose="Bruno").trouble is None

    def test_nobody_else_may(self):
        match = table("Ada", "Bruno", "Chiara", game="tottarot")
        missing(match, "Bruno")
        with pytest.raises(Refused, match="only Bruno"):
            hands_over(match, "Chiara", "Edda", whose="Bruno")

    def test_what_cannot_be_seated_is_refused(self, subtests: pytest.Subtests):
        there = seat(table("Ada", "Bruno"), "Bruno")
        for name, email, sentence in [
            ("Ada", "edda@example.org", "is called Ada already"),
            ("", "edda@example.org", "needs a name"),
            ("Edda", "nowhere", "has one @"),
        ]:
            with subtests.test(name=name, email=email), pytest.raises(Refused, match=sentence):
                matches.offer_seat(there.id, there.seat, name, email, MONDAY)

    def test_not_when_the_match_is_over(self):
        match = table("Ada", "Bruno")
        matches.resign(seat(match, "Bruno").id, MONDAY)
        with pytest.raises(Refused, match="as long as the match is being played"):
            hands_over(match, "Ada", "Edda")


class TestOffers:
    def test_nothing_changes_until_the_seat_is_taken(self):
        match = table("Ada", "Bruno")
        old, before = links.seat_token(seat(match, "Bruno")), page(match, "Bruno").view
        offers(match, "Bruno", "Edda")
        assert matches.chair_by_token(old).name == "Bruno"
        assert page(match, "Bruno").view == before
        assert news(match) == []
        seals(match, "Bruno", some_answer(match, "Bruno", Random(1)))

    def test_a_stranger_gets_one_letter_that_asks_and_shows_no_card(self):
        match = table("Ada", "Bruno")
        offer = offers(match, "Bruno", "Edda")
        letter = mail_for("Edda", "offer")
        assert "Bruno asks whether you would take a seat at Titro" in letter
        assert links.offer(offer) in letter
        assert links.never(person("Edda")) in letter
        assert "/s/" not in letter
        assert "Your hand" not in letter
        matches.close_due(again(match).closes_at)
        outbox.deliver(MONDAY + 3 * A_DAY)
        assert [one.kind for one in Maildir(settings().local_mail).letters() if one.name == "Edda"] == ["offer"]

    def test_who_sits_there_already_is_told_so_and_nobody_else(self):
        match = table("Ada", "Bruno", "Chiara", game="tottarot")
        offer = offers(match, "Bruno", "Zoë", email=address("Chiara"))
        assert "You sit at this table already" in mail_for("Zoë", "offer")
        with pytest.raises(Refused, match="You sit at this table already"):
            matches.take_offer(offer.id, MONDAY)
        assert [one.name for _, one in offers_of(seat(match, "Bruno"), MONDAY)] == ["Zoë"]
        matches.decline_offer(offer.id, MONDAY)
        assert seat(match, "Bruno").player.email == address("Bruno")

    def test_taking_it_twice_changes_nothing(self):
        match = table("Ada", "Bruno")
        offer = offers(match, "Bruno", "Edda")
        first = links.seat_token(matches.take_offer(offer.id, MONDAY))
        assert links.seat_token(matches.take_offer(offer.id, MONDAY)) == first
        assert len(letters(match, "substitute")) == 1

    def test_an_offer_opens_nothing_once_the_link_was_replaced(self):
        match = table("Ada", "Bruno")
        offer = offers(match, "Bruno", "Edda")
        edda = matches.take_offer(offer.id, MONDAY)
        matches.replace_link(edda.id, MONDAY)
        with pytest.raises(Refused, match="not to be had"):
            matches.take_offer(offer.id, MONDAY)

    def test_a_new_offer_withdraws_the_one_before(self):
        match = table("Ada", "Bruno")
        first, second = offers(match, "Bruno", "Edda"), offers(match, "Bruno", "Farid")
        with pytest.raises(Refused, match="not to be had"):
            matches.take_offer(first.id, MONDAY)
        assert matches.take_offer(second.id, MONDAY).name == "Farid"

    def test_it_may_be_withdrawn_and_declined(self):
        match = table("Ada", "Bruno")
        offer, bruno = offers(match, "Bruno", "Edda"), seat(match, "Bruno")
        matches.withdraw_offer(bruno.id, bruno.seat, MONDAY)
        with pytest.raises(Refused, match="not to be had"):
            matches.take_offer(offer.id, MONDAY)
        offer = offers(match, "Bruno", "Edda")
        matches.decline_offer(offer.id, MONDAY)
        with pytest.raises(Refused, match="not to be had"):
            matches.take_offer(offer.id, MONDAY)

    def test_a_player_who_is_back_keeps_the_seat_that_the_host_offered(self):
        match = table("Ada", "Bruno")
        missing(match, "Bruno")
        offer = offers(match, "Ada", "Edda", whose="Bruno")
        seals(match, "Bruno", some_answer(match, "Bruno", Random(1)))
        assert seat(match, "Bruno").missed == 0
        with pytest.raises(Refused, match="not to be had"):
            matches.take_offer(offer.id, MONDAY)

    def test_it_lapses_like_an_invitation(self):
        match = table("Ada", "Bruno")
        offer = offers(match, "Bruno", "Edda")
        with pytest.raises(Refused, match="not to be had"):
            matches.take_offer(offer.id, MONDAY + 14 * A_DAY)

    def test_whoever_wants_no_letters_gets_none_and_the_words_are_those_for_a_bad_address(self):
        match = table("Ada", "Bruno")
        offer = offers(match, "Bruno", "Edda")
        matches.never_write(offer.player_id, MONDAY)
        again_asked, bad = offers(match, "Bruno", "Edda"), offers(match, "Ada", "Farid")
        asking = db.session.scalars(select(Letter).where(Letter.kind == "offer", Letter.dropped_at.is_(None))).all()
        assert [letter.facts["offer"] for letter in asking] == [offer.id, bad.id]
        outbox.bounced(asking[-1].id, MONDAY, "no such user")
        assert db.session.get(Offer, bad.id).trouble == again_asked.trouble == strangers.NOT_POSSIBLE

    @pytest.mark.parametrize("invited", [True, False])
    def test_ten_offers_a_match(self, app: Flask, invited: bool):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(match.chairs[0].id, at=MONDAY)
        if not invited:
            matches.accept(match.chairs[1].id, at=MONDAY)
        app.extensions["poste"] = Settings(settings().environ | {"LIMITS": "on"})
        who, whose = ("Ada", "Bruno") if invited else ("Bruno", "")
        for n in range(10):
            offers(match, who, f"Guest {n}", whose, f"guest{n}@example.org")
        with pytest.raises(Refused, match="as often as can be"):
            offers(match, who, "Edda", whose)
        assert db.session.scalar(select(func.count()).where(Letter.kind == "offer")) == 10

    def test_two_at_once_are_counted_one_after_the_other(self, app: Flask):
        match = table("Ada", "Bruno")
        app.extensions["poste"] = Settings(settings().environ | {"LIMITS": "on", "HANDOVERS": "3"})
        chairs, start, done = [(chair.id, chair.seat) for chair in match.chairs], Barrier(4), []
        db.session.rollback()

        def offers_many(n: int) -> None:
            with app.app_context():
                start.wait()
                for k in range(2):
                    try:
                        matches.offer_seat(*chairs[n % 2], f"Guest {n} {k}", f"guest{n}{k}@example.org", MONDAY)
                        done.append(n)
                    except Refused:
                        pass
                db.session.remove()

        threads = [Thread(target=offers_many, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(done) == 3


class TestHousePlayers:
    def test_a_house_player_holds_the_seat_until_its_player_is_back(self):
        match = table("Ada", "Bruno", house_absent="on")
        bruno = seat(match, "Bruno")
        matches.let_house_play(bruno.id, bruno.seat, MONDAY)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        assert again(match).ply == 1
        assert page(match, "Ada").waiting == (0,)
        matches.take_back(bruno.id, MONDAY)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        assert again(match).ply == 2
        assert page(match, "Ada").waiting == page(match, "Ada").seats_asked
        assert news(match) == ["A house player holds the seat of Bruno for a while.", "Bruno is back and plays again."]

    def test_only_where_that_was_agreed(self):
        match = table("Ada", "Bruno")
        bruno = seat(match, "Bruno")
        with pytest.raises(Refused, match="so it was agreed"):
            matches.let_house_play(bruno.id, bruno.seat, MONDAY)

    def test_the_host_puts_one_there_for_somebody_who_is_gone(self):
        match = table("Ada", "Bruno", house_absent="on")
        ada, there = seat(match, "Ada").id, seat(match, "Bruno").seat
        with pytest.raises(Refused, match="only Bruno can let the house play"):
            matches.let_house_play(ada, there, MONDAY)
        missing(match, "Bruno")
        assert matches.let_house_play(ada, there, MONDAY).house

    def test_somebody_stays_at_the_table(self):
        match = table("Ada", "Bruno", house_absent="on")
        ada, bruno = seat(match, "Ada"), seat(match, "Bruno")
        matches.let_house_play(bruno.id, bruno.seat, MONDAY)
        with pytest.raises(Refused, match="Somebody has to stay"):
            matches.let_house_play(ada.id, ada.seat, MONDAY)

    def test_where_it_was_agreed_the_house_answers_for_who_misses_a_window(self):
        match = table("Ada", "Bruno", house_absent="on")
        missing(match, "Bruno", windows=1)
        turn = db.session.get(Turn, (match.id, 1))
        assert {one.seat: one.by for one in turn.answers} == {0: "player", 1: "house"}
        assert "Bruno ran out of time; a house player answered." in story(match, "Ada")
        assert "You ran out of time; a house player answered." in story(match, "Bruno")
        assert seat(match, "Bruno").missed == 1

    def test_elsewhere_the_clock_does(self):
        match = table("Ada", "Bruno")
        missing(match, "Bruno", windows=1)
        assert {one.by for one in db.session.get(Turn, (match.id, 1)).answers} == {"player", "clock"}

    def test_a_seat_given_up_cannot_be_taken_back(self):
        match = table("Ada", "Bruno", "Chiara", game="tottarot")
        matches.resign(seat(match, "Bruno").id, MONDAY)
        with pytest.raises(Refused, match="cannot be taken back"):
            matches.take_back(seat(match, "Bruno").id, MONDAY)


def story(match: Match, name: str) -> str:
    shown = page(match, name)
    return " ".join(str(shown.prose.plain.tell(line)) for ply in shown.story for line in ply.lines)
