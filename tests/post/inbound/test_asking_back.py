"""An answer that is not beyond doubt is asked back, and a yes seals what was suggested."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from server import matches
from server.post import outbox
from server.store.models import Letter, Match, ReplyAddress, db
from server.views import seat_page

from ...cast import again, seals, seat
from ...conftest import MONDAY
from .tables import table_with_the_king_of_hearts
from .test_processing import A_MINUTE, letter_to, outcomes, reply, sealed, words

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def match() -> Match:
    return table_with_the_king_of_hearts()


def asked_back(match: Match, text: str = "KH centre?") -> None:
    reply(letter_to("Ada", "turn"), text)
    assert sealed(match) is None


def letters_of(name: str, match: Match) -> list[str]:
    return list(db.session.scalars(db.select(Letter.kind).where(Letter.chair_id == seat(match, name).id)))


def sent(match: Match, at: datetime) -> list[str]:
    """The kinds of Ada's letters that have left, in their order."""
    outbox.deliver(at)
    theirs = Letter.chair_id == seat(match, "Ada").id, Letter.sent_at.is_not(None)
    return list(db.session.scalars(db.select(Letter.kind).where(*theirs).order_by(Letter.id)))


class TestAskedBack:
    def test_the_letter_suggests_and_says_how_to_confirm(self, match: Match, subtests: pytest.Subtests):
        for text in ["KH centre?", "king of harts centre", "KH centre\n\nHm, or wait a little?"]:
            with subtests.test(text=text):
                asked_back(match, text)
                letter = words(letter_to("Ada", "meant"))
                assert "Did you mean K♥ centre?" in letter
                assert "reply to this letter with the one word: yes" in letter
                assert outcomes()[-1] == "refused"

    def test_of_two_answers_in_one_mail_neither_is_sealed(self, match: Match):
        asked_back(match, "KH centre\nKH cloak")
        assert letter_to("Ada", "meant")

    def test_the_first_line_which_lists_show_names_no_card(self, match: Match):
        asked_back(match)
        first = letter_to("Ada", "meant").get_body(("plain",)).get_content().split("\n\n")[0]
        assert "K♥" not in first

    def test_only_its_reader_hears_of_it(self, match: Match):
        before = letters_of("Bruno", match)
        asked_back(match)
        assert sorted(letters_of("Bruno", match)) == sorted(before)
        assert "meant" in letters_of("Ada", match)


class TestYes:
    def test_seals_exactly_what_was_suggested(self, match: Match, subtests: pytest.Subtests):
        asked_back(match)
        question = letter_to("Ada", "meant")
        for text in ["yes", "Yes, please!", "Ja", "oui", "Sì", "Hi,\n\nyes\n\nThanks, Ada", "yes\nAda"]:
            with subtests.test(text=text):
                seals(match, "Ada", "KH blind")
                reply(question, text, MONDAY + A_MINUTE)
                assert sealed(match) == "KH centre"
        assert "Sealed: K♥ centre" in words(letter_to("Ada", "receipt", MONDAY + A_MINUTE))

    def test_anything_else_seals_nothing(self, match: Match, subtests: pytest.Subtests):
        asked_back(match)
        question = letter_to("Ada", "meant")
        for text in ["no", "yes?", "yes or no", "not yet", "yesterday"]:
            with subtests.test(text=text):
                reply(question, text, MONDAY + A_MINUTE)
                assert sealed(match) is None
        reply(question, "yes", MONDAY + A_MINUTE)
        assert sealed(match) == "KH centre"

    def test_another_answer_is_sealed_instead(self, match: Match):
        asked_back(match)
        reply(letter_to("Ada", "meant"), "KH blind", MONDAY + A_MINUTE)
        assert sealed(match) == "KH blind"

    def test_to_a_letter_that_suggests_nothing_it_means_nothing(self, match: Match):
        reply(letter_to("Ada", "turn"), "yes")
        assert sealed(match) is None

    def test_each_letter_is_confirmed_by_itself(self, match: Match):
        asked_back(match)
        first = letter_to("Ada", "meant")
        reply(letter_to("Ada", "turn"), "KH blind?", MONDAY + A_MINUTE)
        letter_to("Ada", "meant", MONDAY + A_MINUTE)
        reply(first, "yes", MONDAY + 2 * A_MINUTE)
        assert sealed(match) == "KH centre"

    def test_from_another_address_it_means_nothing(self, match: Match):
        asked_back(match)
        reply(letter_to("Ada", "meant"), "yes", sender="bruno@example.org")
        assert sealed(match) is None
        assert outcomes() == ["refused", "held"]

    def test_after_the_window_it_is_late(self, match: Match):
        asked_back(match)
        letter = letter_to("Ada", "meant")
        late = MONDAY + timedelta(hours=49)
        matches.close_due(late)
        reply(letter, "yes", late)
        assert outcomes() == ["refused", "late"]

    def test_a_second_yes_changes_nothing(self, match: Match):
        asked_back(match)
        letter = letter_to("Ada", "meant")
        reply(letter, "yes", MONDAY + A_MINUTE)
        reply(letter, "Yes.", MONDAY + 2 * A_MINUTE)
        assert sealed(match) == "KH centre"

    def test_the_address_knows_the_letter_and_no_answer(self, match: Match):
        asked_back(match)
        letter_to("Ada", "meant")
        rows = db.session.scalars(db.select(ReplyAddress).where(ReplyAddress.letter_id.is_not(None))).all()
        kinds = {db.session.get_one(Letter, row.letter_id).kind for row in rows}
        assert kinds - {"invitation"} == {"meant"}


class TestReceipts:
    @pytest.mark.parametrize("yes", [False, True])
    def test_an_answer_that_is_followed_by_the_next_turn_brings_its_letter_alone(self, match: Match, yes: bool):
        letter = letter_to("Ada", "turn")
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        if yes:
            asked_back(match)
        reply(letter_to("Ada", "meant") if yes else letter, "yes" if yes else "KH centre", MONDAY + A_MINUTE)
        assert sent(match, MONDAY + A_MINUTE)[-1] == "turn"
        assert "You bid K♥ on" in words(letter_to("Ada", "turn", MONDAY + A_MINUTE))

    @pytest.mark.parametrize(
        ("more", "told"),
        [
            ("\nsay Good luck!", "You said to the table: “Good luck!”"),
            ("\nplan: keep nothing", "1. Nothing."),
            ("\nplan: KS blind, zebra", "“zebra” was not understood."),
            (" The roof leaks.", "“The roof leaks”"),
        ],
    )
    def test_what_else_the_mail_said_has_a_letter_of_its_own(self, match: Match, more: str, told: str):
        letter = letter_to("Ada", "turn")
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        reply(letter, f"KH centre.{more}")
        assert again(match).ply == 1
        assert told in words(letter_to("Ada", "receipt"))

    def test_where_the_letter_about_the_next_turn_waits_or_goes_elsewhere_the_receipt_leaves(self, match: Match):
        letter = letter_to("Ada", "turn")
        matches.set_digest(seat(match, "Ada").player_id, "gathered")
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        reply(letter, "KH centre")
        receipt = words(letter_to("Ada", "receipt"))
        assert "Your answer counts" in receipt
        assert "What followed:" in receipt

    def test_of_an_answer_that_waits_says_nothing_of_the_others(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH centre")
        assert "What followed" not in words(letter_to("Ada", "receipt"))


def test_an_answer_beside_what_a_mail_program_adds_is_not_lost(match: Match, subtests: pytest.Subtests):
    letter = letter_to("Ada", "turn")
    for text in [
        "KH centre\nOn Mon, Nov 23, 2026 at 10:00 AM Poste Restante <post@poste.localhost> wrote:\n> QS blind",
        "KH centre\nOn Mon, Nov 23, 2026 at 10:00 AM\nPoste Restante <post@poste.localhost>\nwrote:\n> QS blind",
        "KH centre On Mon, Nov 23, 2026 at 10:00 AM Poste Restante <post@poste.localhost> wrote:\n> QS blind",
        "On Mon, Nov 23, 2026, Poste Restante <post@poste.localhost>wrote:\n> QS blind\nKH centre",
        "On 23 Nov 2026 10:00, Poste Restante wrote:\n> QS blind\nKH centre",
        "KH centre\n\nFra: Poste Restante\nSendt: 23. november 2026\nTil: Ada\nEmne: Titro\n\nQS blind",
        "KH centre\n\nОт: Poste Restante\nОтправлено: 23 ноября 2026\nКому: Ada\nТема: Titro\n\nQS blind",
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nKH centre\n-----BEGIN PGP SIGNATURE-----\n\niQIz\n"
        "-----END PGP SIGNATURE-----",
        "KH centre\nSent from my iPhone",
        "KH centre\n\nVon meinem iPhone gesendet",
        "KH centre\n-- \nAda, who likes the blind",
    ]:
        with subtests.test(text=text):
            seals(match, "Ada", "KH blind")
            reply(letter, text)
            assert sealed(match) == "KH centre"
