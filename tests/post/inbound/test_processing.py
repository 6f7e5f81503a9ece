"""What a reply does, and what its writer is told."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr

import pytest
from flask import Flask

from server import matches
from server.config import settings
from server.matches import talking
from server.post import inbound, outbox, reply_addresses
from server.post.inbound import processing, queue
from server.post.transports import Maildir
from server.store.models import CANCELLED, CHAIRS, MATCHES, PLAYING, InboundMail, Letter, Match, ReplyAddress, db
from server.views import seat_page

from ...cast import again, guests, letters, number_of, open_match, open_table, seal_for_everybody, seals, seat
from ...conftest import MONDAY
from .corpus_files import mail
from .tables import address_of, table_with_the_king_of_hearts

pytestmark = pytest.mark.usefixtures("app")

A_MINUTE = timedelta(minutes=1)


@pytest.fixture
def match() -> Match:
    return table_with_the_king_of_hearts()


def letter_to(name: str, kind: str, at: datetime = MONDAY) -> EmailMessage:
    """The latest letter of a kind, delivered."""
    outbox.deliver(at)
    box = Maildir(settings().local_mail)
    filed = [box.read(one.key) for one in box.letters() if one.kind == kind and one.name == name]
    assert filed, f"no {kind} for {name}"
    return max(filed, key=number_of)


def words(message: EmailMessage) -> str:
    return " ".join(message.get_body(("plain",)).get_content().split())


def reply(to: EmailMessage | str, text: str, at: datetime = MONDAY, sender: str = "Ada <ada@example.org>") -> None:
    """A mail program answers a letter, and the answer is acted on."""
    arrives(to, text, at, sender)
    inbound.process_due(at)


def arrives(to: EmailMessage | str, text: str, at: datetime = MONDAY, sender: str = "Ada <ada@example.org>") -> None:
    mail, address = EmailMessage(), to if isinstance(to, str) else parseaddr(str(to["Reply-To"]))[1]
    mail["From"], mail["To"], mail["Subject"] = sender, address, "Re: your turn"
    mail["Message-ID"] = f"<{abs(hash((text, at, address)))}@mail.example.org>"
    mail.set_content(text)
    target = inbound.recipient(address, at)
    assert target is not None
    inbound.keep(target, "ada@example.org", mail.as_bytes(), at)


def sealed(match: Match, name: str = "Ada") -> str | None:
    return seat_page(seat(match, name)).sealed


def outcomes() -> list[str | None]:
    db.session.rollback()
    return list(db.session.scalars(db.select(InboundMail.outcome).order_by(InboundMail.id)))


class TestAnInvitation:
    """Ada's, to a match that Bruno has opened."""

    @pytest.fixture
    def opened(self) -> Match:
        match = open_match("titro", {}, guests("Bruno", "Ada"), at=MONDAY)
        matches.accept(seat(match, "Bruno").id, at=MONDAY)
        return match

    def test_a_yes_by_reply_takes_the_seat_and_a_line_is_said_there(self, opened: Match):
        reply(letter_to("Ada", "invitation"), "Yes, please.\n\nsay Good luck!")
        assert seat(opened, "Ada").accepted_at == MONDAY
        assert [said.text for said in talking.talk_for(seat(opened, "Bruno"))] == ["Good luck!"]
        assert again(opened).status == PLAYING
        assert "You have taken your seat: the cards are dealt." in words(letter_to("Ada", "noted"))

    def test_a_yes_with_which_the_cards_are_dealt_brings_one_letter(self, opened: Match):
        reply(letter_to("Ada", "invitation"), "yes")
        assert letter_to("Ada", "turn")
        assert not letters(opened, "noted", "Ada")[0].sent_at

    def test_a_no_by_reply_calls_the_match_off(self, opened: Match):
        reply(letter_to("Ada", "invitation"), "no")
        assert again(opened).status == CANCELLED
        assert "You have said no" in words(letter_to("Ada", "noted"))

    def test_anything_else_takes_no_seat(self, opened: Match):
        reply(letter_to("Ada", "invitation"), "What is Titro?")
        reply(letter_to("Ada", "invitation"), "say What is Titro?")
        assert seat(opened, "Ada").accepted_at is None
        assert talking.talk_for(seat(opened, "Bruno")) == []

    def test_nor_does_a_yes_of_somebody_else(self, opened: Match):
        reply(letter_to("Ada", "invitation"), "yes", sender="eve@example.org")
        assert seat(opened, "Ada").accepted_at is None

    def test_a_no_after_the_first_card_is_told_how_to_leave(self, opened: Match):
        letter = letter_to("Ada", "invitation")
        reply(letter, "yes")
        reply(letter, "no", MONDAY + A_MINUTE)
        assert again(opened).status == PLAYING
        assert "to leave this match, resign" in words(letter_to("Ada", "refusal", MONDAY + A_MINUTE))


class TestMailFromASeatInTrouble:
    @pytest.fixture
    def in_trouble(self, match: Match) -> EmailMessage:
        """A letter that Ada has, after one of hers came back."""
        letter = letter_to("Ada", "turn")
        [sent] = db.session.scalars(db.select(Letter).where(Letter.message_id == letter["Message-ID"]))
        outbox.bounced(sent.id, MONDAY, "Letters to this address come back.")
        return letter

    def test_mail_from_a_player_shows_that_letters_arrive_at_all_its_tables(
        self, match: Match, in_trouble: EmailMessage
    ):
        other = open_table("Ada", "Chiara")
        db.session.execute(
            db.update(CHAIRS).where(CHAIRS.c.id == seat(other, "Ada").id).values(trouble="They come back.")
        )
        db.session.commit()
        reply(in_trouble, "good morning")
        assert seat(match, "Ada").trouble is None
        assert seat(other, "Ada").trouble is None

    def test_mail_from_somebody_else_shows_nothing(self, match: Match, in_trouble: EmailMessage):
        reply(in_trouble, "KH centre", sender="eve@example.org")
        assert seat(match, "Ada").trouble is not None

    def test_nor_does_a_robot(self, match: Match, in_trouble: EmailMessage):
        reply(in_trouble, "I am away.", sender="Mail Delivery <mailer-daemon@example.org>")
        assert seat(match, "Ada").trouble is not None


class TestAnswering:
    def test_every_letter_that_asks_can_be_answered(self, match: Match):
        letter = letter_to("Ada", "turn")
        assert re.fullmatch(r"Poste Restante <reply-[0-9a-f]{32}@poste\.localhost>", letter["Reply-To"])
        assert "Reply above this line, or open your table." in words(letter)
        assert "An answer by reply, in one line:" in words(letter)
        reply(letter, "King of hearts on the centre")
        assert sealed(match) == "KH centre"

    def test_the_receipt_says_exactly_what_was_sealed_in_the_thread_of_the_mail(self, match: Match):
        letter = letter_to("Ada", "turn")
        reply(letter, "KH centre")
        receipt = letter_to("Ada", "receipt")
        assert "Sealed: K♥ centre" in words(receipt)
        assert "To change it, reply again before the others are in." in words(receipt)
        assert receipt["Subject"] == letter["Subject"]
        assert receipt["In-Reply-To"].endswith("@mail.example.org>")

    def test_the_receipt_itself_can_be_answered_to_change_the_bid(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH centre")
        reply(letter_to("Ada", "receipt"), "KH blind", MONDAY + A_MINUTE)
        assert sealed(match) == "KH blind"

    def test_what_is_not_understood_is_told_with_what_would_fit(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH somewhere")
        refusal = words(letter_to("Ada", "refusal"))
        assert "“KH somewhere” is no answer here. What would fit:" in refusal
        assert "Nothing is lost" in refusal
        reply(letter_to("Ada", "refusal"), "KH centre", MONDAY + A_MINUTE)
        assert sealed(match) == "KH centre"

    def test_a_card_that_lies_there_already_is_refused_as_played(self):
        match, played = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42"), []
        while not (played and seat_page(seat(match, "Ada")).ask):
            seal_for_everybody(match, MONDAY)
            tricks = seat_page(seat(match, "Ada")).view["core"]["tricks"]
            played = [code for trick in tricks for there, code in trick["cards"] if there == 0]
        reply(address_of(match, "Ada"), played[0])
        assert f"Your {played[0]} has been played already, in trick 1." in words(letter_to("Ada", "refusal"))
        assert sealed(match) is None

    def test_no_card_of_the_hand_stands_where_a_letter_that_asks_back_or_a_receipt_begins(self, match: Match):
        page = seat_page(seat(match, "Ada"), text=True)
        hand = [str(page.prose.card(code)) for code in page.view["core"]["hand"]]
        for typed, kind in (("purple", "refusal"), ("KH centre?", "meant"), ("KH centre", "receipt")):
            reply(letter_to("Ada", "turn"), typed)
            told = letter_to("Ada", kind).get_body(("plain",)).get_content()
            assert any(card in told for card in hand), kind
            assert not any(card in told[:300] for card in hand), told[:300]

    def test_a_late_answer_is_told_what_happened_and_what_is_asked_now(self, match: Match):
        letter = letter_to("Ada", "turn")
        late = MONDAY + timedelta(hours=49)
        matches.close_due(late)
        reply(letter, "KH centre", late)
        told = words(letter_to("Ada", "late", late))
        assert "Too late: that turn is over." in told
        assert "Your second bid" in told
        assert outcomes() == ["late"]

    def test_so_is_who_had_sealed_another_answer_in_time(self, match: Match):
        letter = letter_to("Ada", "turn")
        seals(match, "Ada", "KH blind")
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        reply(letter, "KH centre", MONDAY + A_MINUTE)
        assert outcomes() == ["late"]
        assert "that turn is over" in words(letter_to("Ada", "late", MONDAY + A_MINUTE))

    def test_an_answer_to_a_match_that_is_over_is_told_so(self, match: Match):
        letter = letter_to("Ada", "turn")
        matches.resign(seat(match, "Bruno").id, MONDAY)
        reply(letter, "KH centre")
        assert "this match is no longer played" in words(letter_to("Ada", "state"))

    def test_the_address_of_another_seat_is_no_use_to_me(self, match: Match):
        reply(letter_to("Bruno", "turn"), "KH centre")
        assert sealed(match, "Bruno") is None
        assert outcomes() == ["held"]
        assert "It came from ada@example.org" in words(letter_to("Bruno", "whose"))

    def test_a_letter_of_before_the_link_was_replaced_answers_for_nobody(self, match: Match):
        letter = letter_to("Ada", "turn")
        matches.revoke_links(match.id, seat(match, "Ada").seat, MONDAY)
        reply(letter, "KH centre")
        assert sealed(match) is None

    def test_an_address_that_was_given_out_in_upper_case_still_works(self, match: Match):
        reply(parseaddr(str(letter_to("Ada", "turn")["Reply-To"]))[1].upper(), "KH centre")
        assert sealed(match) == "KH centre"


class TestOnce:
    def test_the_same_mail_twice_is_acted_on_once(self, match: Match):
        letter = letter_to("Ada", "turn")
        reply(letter, "KH centre")
        seals(match, "Ada", "KH blind", MONDAY + A_MINUTE)
        reply(letter, "KH centre")
        assert sealed(match) == "KH blind"
        assert outcomes() == ["sealed"]

    def test_a_mail_that_was_overtaken_by_a_tap_changes_nothing(self, match: Match):
        arrives(letter_to("Ada", "turn"), "KH centre", MONDAY)
        seals(match, "Ada", "KH blind", MONDAY + A_MINUTE)
        inbound.process_due(MONDAY + 2 * A_MINUTE)
        assert sealed(match) == "KH blind"
        receipt = letter_to("Ada", "receipt", MONDAY + 2 * A_MINUTE)
        assert "Your mail was older than what you have sealed since" in words(receipt)

    def test_the_later_of_two_mails_stands_though_both_waited(self, match: Match):
        letter = letter_to("Ada", "turn")
        arrives(letter, "KH centre", MONDAY)
        arrives(letter, "KH blind", MONDAY + A_MINUTE)
        assert inbound.process_due(MONDAY + 5 * A_MINUTE) == 2
        assert sealed(match) == "KH blind"
        assert outcomes() == ["sealed", "sealed"]

    def test_a_mail_that_waited_does_not_shorten_the_next_window(self, match: Match):
        letter = letter_to("Ada", "turn")
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        arrives(letter, "KH centre", MONDAY)
        later = MONDAY + timedelta(hours=3)
        inbound.process_due(later)
        assert again(match).closes_at == later + timedelta(hours=48)

    @pytest.mark.both_databases
    def test_many_inboxes_and_a_tap_at_the_same_moment_open_the_window_once(self, app: Flask, match: Match):
        arrives(letter_to("Ada", "turn"), "KH centre", MONDAY)
        arrives(letter_to("Bruno", "turn"), "pass", MONDAY, "Bruno <bruno@example.org>")
        bruno, answer = seat(match, "Bruno").id, seat_page(seat(match, "Bruno")).ask.absent
        db.session.rollback()

        def in_a_thread(act: Callable[[], object]) -> threading.Thread:
            def work() -> None:
                with app.app_context():
                    act()
                    db.session.remove()

            return threading.Thread(target=work)

        crowd = [in_a_thread(lambda: inbound.process_due(MONDAY)) for _ in range(3)]
        crowd += [in_a_thread(lambda: matches.seal(bruno, answer, 0, MONDAY)) for _ in range(2)]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join()
        assert again(match).ply == 1
        assert set(outcomes()) <= {"sealed", "refused", "late"}
        assert len(outcomes()) == 2

    def test_what_is_done_is_forgotten_in_the_end(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH centre")
        queue.forget(MONDAY + timedelta(days=13))
        assert outcomes() == ["sealed"]
        queue.forget(MONDAY + timedelta(days=200))
        assert outcomes() == []
        assert db.session.scalar(db.select(db.func.count()).select_from(ReplyAddress)) == 0

    def test_a_process_that_was_killed_after_sealing_leaves_a_receipt_to_be_sent(self, match: Match):
        seals(match, "Bruno", seat_page(seat(match, "Bruno")).ask.absent)
        arrives(letter_to("Ada", "turn"), "KH centre", MONDAY)
        seals(match, "Ada", "KH centre", MONDAY)
        inbound.process_due(MONDAY)
        assert outcomes() == ["sealed"]
        assert len(letters(match, "receipt")) == 1

    def test_the_text_of_a_mail_is_not_kept_longer_than_needed(self, match: Match):
        reply(letter_to("Ada", "turn"), "KH centre")
        assert db.session.scalar(db.select(InboundMail.raw)) == b""

    def test_reply_addresses_are_kept_as_digests_only(self, match: Match):
        token = parseaddr(str(letter_to("Ada", "turn")["Reply-To"]))[1][6:38]
        with db.engine.connect() as connection:
            kept = connection.execute(db.text("select token_hash from reply_address")).scalars().all()
        assert kept
        assert token not in kept


class TestCommands:
    def test_hand_sends_the_table(self, match: Match):
        reply(letter_to("Ada", "turn"), "hand")
        assert "Your hand:" in words(letter_to("Ada", "table"))

    def test_help_says_what_may_be_written(self, match: Match):
        reply(letter_to("Ada", "turn"), "help")
        assert "- resign: to give up; you are asked once more" in words(letter_to("Ada", "help"))

    def test_stop_ends_the_letters_of_this_match(self, match: Match):
        reply(letter_to("Ada", "turn"), "stop")
        assert seat(match, "Ada").stopped_at == MONDAY
        assert "As you asked, you get no more letters about this match" in words(letter_to("Ada", "stopped"))

    def test_to_resign_is_asked_once_more(self, match: Match):
        reply(letter_to("Ada", "turn"), "resign")
        assert again(match).status == "playing"
        reply(letter_to("Ada", "confirm"), "Yes")
        assert again(match).ending == "resigned"

    def test_without_a_yes_nobody_has_resigned(self, match: Match):
        reply(letter_to("Ada", "turn"), "resign")
        reply(letter_to("Ada", "confirm"), "KH centre")
        assert again(match).status == "playing"
        assert "you have not given up" in words(letter_to("Ada", "refusal"))

    def test_commands_work_in_replies_to_old_letters_too(self, match: Match):
        letter = letter_to("Ada", "turn")
        late = MONDAY + timedelta(hours=49)
        matches.close_due(late)
        reply(letter, "Hello,\n\nstop", late)
        assert seat(match, "Ada").stopped_at == late


class TestRobots:
    def test_two_robots_that_answer_each_other_tire(self, match: Match):
        address = address_of(match, "Ada")
        for n in range(40):
            reply(address, f"nonsense {chr(ord('a') + n % 26) * (2 + n // 26)}", MONDAY + n * timedelta(seconds=10))
        assert outcomes() == ["refused"] * 40
        written = db.session.scalars(db.select(Letter).where(Letter.kind == "refusal")).all()
        assert len(written) == 20

    def test_an_automatic_answer_gets_no_letter(self, match: Match):
        address = address_of(match, "Ada")
        target = inbound.recipient(address, MONDAY)
        raw = b"From: ada@example.org\r\nAuto-Submitted: auto-replied\r\nSubject: away\r\n\r\nKH centre\r\n"
        inbound.keep(target, "ada@example.org", raw, MONDAY)
        inbound.process_due(MONDAY)
        assert outcomes() == ["automatic"]
        assert {letter.kind for letter in db.session.scalars(db.select(Letter))} == {"invitation", "turn"}


class TestBounces:
    @pytest.mark.parametrize(
        ("name", "outcome"),
        [
            ("bounce", "bounced"),
            ("bounce-exim", "bounced"),
            ("delayed", "no bounce"),
            ("out-of-office", "no bounce"),
        ],
    )
    def test_only_what_never_arrives_is_a_bounce(self, match: Match, name: str, outcome: str):
        outbox.deliver(MONDAY)
        letter = db.session.scalars(
            db.select(Letter).where(Letter.chair_id == seat(match, "Bruno").id, Letter.kind == "turn")
        ).one()
        target = inbound.recipient(reply_addresses.return_path(letter.id), MONDAY)
        assert target is not None
        inbound.keep(target, "", mail(name), MONDAY)
        inbound.process_due(MONDAY)
        assert outcomes() == [outcome]
        assert (seat(match, "Bruno").trouble is not None) == (outcome == "bounced")

    def test_the_reason_is_told_to_seat_and_host(self, match: Match):
        outbox.deliver(MONDAY)
        letter = db.session.scalars(
            db.select(Letter).where(Letter.chair_id == seat(match, "Bruno").id, Letter.kind == "turn")
        ).one()
        inbound.keep(inbound.recipient(reply_addresses.return_path(letter.id), MONDAY), "", mail("bounce"), MONDAY)
        inbound.process_due(MONDAY)
        assert "550 5.1.1 <…>: user unknown" in words(letter_to("Ada", "trouble"))

    def test_a_return_address_cannot_be_made_up(self, match: Match):
        outbox.deliver(MONDAY)
        ours = reply_addresses.return_path(1)
        assert inbound.recipient(ours, MONDAY) is not None
        for made_up in ("0" * 32, f"{1:032x}", ours[7:38] + ("0" if ours[38] != "0" else "1"), "1-" + "0" * 16):
            assert inbound.recipient(f"bounce-{made_up}@poste.localhost", MONDAY) is None


class TestTrouble:
    def test_a_mail_that_cannot_be_acted_on_does_not_stop_the_others(self, match: Match):
        broken = table_with_the_king_of_hearts()
        arrives(address_of(broken, "Ada"), "KH centre", MONDAY)
        arrives(address_of(match, "Ada"), "KH centre", MONDAY + A_MINUTE)
        db.session.execute(
            db.update(MATCHES).where(MATCHES.c.id == broken.id).values(snapshot={"record": "no.such.State"})
        )
        db.session.commit()
        inbound.process_due(MONDAY + A_MINUTE)
        assert sealed(match) == "KH centre"
        assert outcomes() == [None, "sealed"]


def test_a_mail_that_can_never_be_read_is_told_to_its_player_and_kept(match: Match, monkeypatch: pytest.MonkeyPatch):
    arrives(letter_to("Ada", "turn"), "KH centre")

    def fails(_: bytes) -> EmailMessage:
        raise RecursionError

    monkeypatch.setattr(processing, "parsed", fails)
    for hours in range(processing.TRIES * 5):
        inbound.process_due(MONDAY + timedelta(hours=hours))
    assert outcomes() == ["broken"]
    assert "could not be read" in words(letter_to("Ada", "refusal", MONDAY + timedelta(hours=40)))
    assert db.session.scalars(db.select(InboundMail.raw)).one()
