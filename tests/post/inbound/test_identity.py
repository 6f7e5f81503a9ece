"""Mail in somebody's name: from another address of theirs, or perhaps not from them at all. Over SMTP, as it comes."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.utils import parseaddr
from itertools import count

import pytest
from flask import Flask

from server import clock, links, matches
from server.config import Settings
from server.matches import Gone, Refused, own_addresses
from server.post import inbound
from server.post.inbound import dns_keys
from server.post.inbound.listener import listening, smtp_server
from server.store.models import InboundMail, Letter, Match, OwnAddress, ReplyAddress, db
from server.store.one_match import one_player
from server.store.session import transaction

from ...cast import again, seals, seat, takes_over
from ...conftest import MONDAY
from ...services import free_port
from .tables import address_of, table_with_the_king_of_hearts
from .test_authentication import record, signed
from .test_processing import letter_to, outcomes, sealed, words

WORK = "ada@work.example"
Sends = Callable[..., None]
_numbers = count()


@pytest.fixture
def match(app: Flask) -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


@pytest.fixture
def sends(app: Flask, match: Match) -> Iterator[Sends]:
    """A mail server relays a mail to our listener, and it is acted on."""
    port = free_port()

    def send(to: str, text: str, sender: str = "ada@example.org", head: str = "", sign: bool = False) -> None:
        db.session.rollback()
        mail = (
            f"{head}From: {sender}\r\nTo: {to}\r\nSubject: Re: your turn\r\n"
            f"Message-ID: <{next(_numbers)}@mail.example.org>\r\n\r\n{text}\r\n"
        ).encode()
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
            client.sendmail("person@mail.example.org", to, signed(mail).replace(b"~~", b"") if sign else mail)
        inbound.process_due()

    with listening(smtp_server(app, "127.0.0.1", port, kept=lambda: None)):
        yield send


def reply_to(letter: object) -> str:
    return parseaddr(str(letter["Reply-To"]))[1]  # type: ignore[index]


def kinds_to(name: str, match: Match) -> list[str]:
    db.session.rollback()
    return list(db.session.scalars(db.select(Letter.kind).where(Letter.chair_id == seat(match, name).id)))


def vouch_link(kind: str = "whose") -> str:
    [link] = [line for line in letter_to("Ada", kind).get_body(("plain",)).get_content().split() if "/mail/" in line]
    return link.rpartition("/")[2]


class TestAYes:
    def test_its_owner_is_asked_at_the_seats_own_address_and_nothing_is_sealed(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        assert sealed(match) is None
        assert outcomes() == ["held"]
        letter = letter_to("Ada", "whose")
        assert parseaddr(str(letter["To"]))[1] == "ada@example.org"
        assert f"It came from {WORK}." in words(letter)
        assert "seals: K♥ centre" in words(letter)
        assert "K♥" not in letter.get_body(("plain",)).get_content().split("\n\n")[0]
        assert "whose" not in kinds_to("Bruno", match)

    def test_a_yes_accepts_it_and_what_came_is_sealed(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        sends(reply_to(letter_to("Ada", "whose")), "Yes.")
        assert sealed(match) == "KH centre"
        assert outcomes() == ["sealed", "command"]
        assert "Sealed: K♥ centre" in words(letter_to("Ada", "receipt"))
        assert f"{WORK} counts as yours now" in words(letter_to("Ada", "address"))


class TestAnotherAddress:
    def test_from_then_on_it_counts_at_every_table_until_it_is_taken_back(self, match: Match, sends: Sends):
        other = table_with_the_king_of_hearts(pace="P30D")
        sends(address_of(match, "Ada"), "hello", WORK)
        matches.vouch(matches.held_by_token(vouch_link())[0])
        sends(address_of(other, "Ada"), "KH centre", "Ada+cards <ADA@work.example>".replace("+cards", ""))
        assert sealed(other) == "KH centre"
        [own] = own_addresses.accepted_by(seat(match, "Ada").player_id or 0)
        matches.take_back_address(own.player_id, own.id)
        sends(address_of(other, "Ada"), "KH blind", WORK)
        assert sealed(other) == "KH centre"
        assert outcomes()[-1] == "held"

    def test_a_yes_from_there_accepts_nothing(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        sends(reply_to(letter_to("Ada", "whose")), "yes", WORK)
        assert sealed(match) is None
        assert outcomes() == ["held", "held"]

    def test_a_no_throws_the_mail_away(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        sends(reply_to(letter_to("Ada", "whose")), "No, thank you")
        assert outcomes() == ["disowned", "command"]
        [mail, _] = db.session.scalars(db.select(InboundMail).order_by(InboundMail.id)).all()
        assert mail.raw == b""
        with pytest.raises(Refused):
            matches.vouch(mail.id)

    def test_a_later_answer_stands_over_the_one_that_was_held(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        seals(match, "Ada", "KH blind", MONDAY)
        matches.vouch(matches.held_by_token(vouch_link())[0])
        inbound.process_due()
        assert sealed(match) == "KH blind"
        assert outcomes() == ["overtaken"]

    def test_an_answer_whose_window_is_closed_is_told_so(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        token = vouch_link()
        matches.close_due(MONDAY + timedelta(days=40))
        matches.vouch(matches.held_by_token(token)[0])
        inbound.process_due()
        assert outcomes() == ["late"]

    def test_what_is_not_said_clearly_is_asked_back_as_ever(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre?", WORK)
        assert "K♥" not in words(letter_to("Ada", "whose"))
        matches.vouch(matches.held_by_token(vouch_link())[0])
        inbound.process_due()
        assert sealed(match) is None
        assert letter_to("Ada", "meant")

    def test_everything_else_that_was_held_from_there_is_read_too(self, match: Match, sends: Sends):
        for answer in ("KH centre", "KH blind"):
            sends(address_of(match, "Ada"), answer, WORK)
        matches.vouch(matches.held_by_token(vouch_link())[0])
        inbound.process_due()
        assert outcomes() == ["sealed", "sealed"]
        assert sealed(match) == "KH blind"

    def test_a_reply_address_that_leaked_is_worth_three_letters_a_day(self, match: Match, sends: Sends):
        address = address_of(match, "Ada")
        for n in range(15):
            sends(address, "KH centre", f"eve{n}@evil.example")
        assert kinds_to("Ada", match).count("whose") == 3
        assert outcomes().count("held") == 10
        assert not [one for one in db.session.scalars(db.select(Letter.facts)) if "email" in one]

    def test_the_link_dies_with_the_seats(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        token = vouch_link()
        takes_over(match, "Ada", "Edda")
        with pytest.raises(Gone):
            matches.held_by_token(token)
        assert sealed(match, "Edda") is None

    def test_whoever_tries_addresses_does_not_learn_which_one_sits_at_the_table(self, match: Match, sends: Sends):
        for email in ("bruno@example.org", "nobody@example.org"):
            sends(address_of(match, "Ada"), "KH centre", email)
        assert outcomes() == ["held", "held"]
        assert kinds_to("Ada", match).count("whose") == 2

    def test_whoever_says_that_the_address_of_another_is_theirs_takes_nothing_from_them(
        self, match: Match, sends: Sends
    ):
        sends(address_of(match, "Ada"), "KH centre", "bruno@example.org")
        matches.vouch(matches.held_by_token(vouch_link())[0])
        inbound.process_due()
        owner = own_addresses.owner_of("bruno@example.org")
        assert owner is not None
        assert owner.id == seat(match, "Bruno").player_id

    def test_saying_it_twice_changes_nothing(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", WORK)
        held, _ = matches.held_by_token(vouch_link())
        for _ in range(2):
            matches.vouch(held)
            inbound.process_due()
        assert outcomes() == ["sealed"]
        assert len(db.session.scalars(db.select(OwnAddress)).all()) == 1
        assert kinds_to("Ada", match).count("address") == 1

    def test_another_seats_link_and_a_made_up_one_are_none(self, match: Match, sends: Sends):
        with pytest.raises(matches.Unknown):
            matches.held_by_token(links.seat_token(seat(match, "Ada")))


def test_another_way_to_write_ones_mailbox_is_no_other_address(match: Match, sends: Sends):
    player = seat(match, "Ada").player
    assert player is not None
    player.email = "ada@gmail.com"
    db.session.commit()
    sends(address_of(match, "Ada"), "KH centre", "a.da+cards@googlemail.com")
    assert sealed(match) == "KH centre"


class TestBorderServer:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return Settings(settings.environ | {"AUTHSERV_ID": "mx.example.net, mx2.example.net"})

    FAILED = "Authentication-Results: mx2.example.net; dmarc=fail header.from=example.org\r\n"

    def test_what_failed_is_asked_back_and_a_yes_seals_that_very_answer(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", head=self.FAILED)
        assert (sealed(match), outcomes()) == (None, ["held"])
        letter = letter_to("Ada", "whose")
        assert "says that it comes from ada@example.org, but there is no proof" in words(letter)
        sends(reply_to(letter), "yes")
        assert sealed(match) == "KH centre"
        assert not db.session.scalars(db.select(OwnAddress)).all()

    def test_a_yes_that_failed_itself_is_asked_back_too(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", head=self.FAILED)
        sends(reply_to(letter_to("Ada", "whose")), "yes", head=self.FAILED)
        assert (sealed(match), outcomes()) == (None, ["held", "held"])

    def test_an_unknown_address_of_a_forger_is_asked_about_once(self, match: Match, sends: Sends):
        failed = self.FAILED.replace("example.org", "work.example")
        sends(address_of(match, "Ada"), "KH centre", WORK, head=failed)
        matches.vouch(matches.held_by_token(vouch_link())[0])
        inbound.process_due()
        assert sealed(match) == "KH centre"
        sends(address_of(match, "Ada"), "KH blind", WORK, head=failed)
        assert (sealed(match), outcomes()[-1]) == ("KH centre", "held")

    @pytest.mark.parametrize(
        "head",
        [
            "",
            "Authentication-Results: mx.evil.example; dmarc=none\r\n",
            "Authentication-Results: mx.example.net; dmarc=none; spf=temperror\r\n",
            "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\r\n" + FAILED,
        ],
    )
    def test_anything_else_is_sealed(self, match: Match, sends: Sends, head: str):
        sends(address_of(match, "Ada"), "KH centre", head=head)
        assert sealed(match) == "KH centre"


class TestSignatures:
    @pytest.fixture(autouse=True)
    def zone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A DNS in which example.org has its key."""
        known = {"s1._domainkey.example.org": record()}
        monkeypatch.setattr(dns_keys, "_txt", lambda name, seconds: known.get(name))
        dns_keys.keys.__init__()  # type: ignore[misc]

    def test_one_that_holds_is_sealed(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", sign=True)
        assert sealed(match) == "KH centre"

    def test_one_of_somebody_else_at_the_table_is_not_asked_about(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH centre", "bruno@example.org", sign=True)
        assert (sealed(match), outcomes()) == (None, ["stranger"])
        assert "whose" not in kinds_to("Ada", match)

    def test_one_that_is_broken_is_asked_back(self, match: Match, sends: Sends):
        sends(address_of(match, "Ada"), "KH cen~~tre", sign=True)
        assert (sealed(match), outcomes()) == (None, ["held"])
        sends(reply_to(letter_to("Ada", "whose")), "yes", sign=True)
        assert sealed(match) == "KH centre"


def test_two_writers_are_refused(match: Match, sends: Sends):
    sends(address_of(match, "Ada"), "KH centre", head="From: Ada <ada@example.org>\r\n")
    sends(address_of(match, "Ada"), "KH centre", "ada@example.org, bruno@example.org")
    assert (sealed(match), outcomes()) == (None, ["stranger", "stranger"])


# Addresses that stand for no table ---------------------------------------------------------------------------------


def states(name: str) -> int:
    db.session.rollback()
    player = f"{name.lower()}@example.org"
    sent = db.select(Letter).where(Letter.kind == "state")
    return sum(letter_player(letter) == player for letter in db.session.scalars(sent))


def letter_player(letter: Letter) -> str:
    return one_player(letter.player_id).email


class TestDeadAddresses:
    def test_of_a_match_that_is_over_get_help_once_a_day(self, match: Match, sends: Sends):
        address = address_of(match, "Ada")
        matches.resign(seat(match, "Bruno").id, MONDAY)
        for _ in range(3):
            sends(address, "KH centre")
        assert states("Ada") == 1
        told = words(letter_to("Ada", "state"))
        assert "this match is no longer played" in told
        assert "away 3 days" in told

    def test_of_a_seat_that_was_handed_on_get_help_too_and_touch_nothing(self, match: Match, sends: Sends):
        address = address_of(match, "Ada")
        other = table_with_the_king_of_hearts(pace="P30D")
        takes_over(match, "Ada", "Edda")
        for _ in range(2):
            sends(address, "KH centre")
        assert sealed(match, "Edda") is None
        assert states("Ada") == 1
        assert "1: Titro with Bruno" in words(letter_to("Ada", "state"))
        sends(reply_to(letter_to("Ada", "state")), "1: KH centre")
        assert sealed(other) == "KH centre"

    def test_nobody_else_gets_any(self, match: Match, sends: Sends):
        address = address_of(match, "Ada")
        takes_over(match, "Ada", "Edda")
        for sender in ("eve@evil.example", "bruno@example.org"):
            with pytest.raises(smtplib.SMTPDataError) as refused:
                sends(address, "KH centre", sender)
            assert refused.value.smtp_code == 550
        assert outcomes() == []

    def test_a_forgotten_one_of_ours_is_known_still(self, app: Flask, match: Match, sends: Sends):
        address = address_of(match, "Ada")
        transaction(lambda: db.session.execute(db.delete(ReplyAddress)))()
        with pytest.raises(smtplib.SMTPDataError):
            sends(address, "KH centre")
        last = "0" if address.partition("@")[0][-1] != "0" else "1"
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            sends(address.replace("@", f"{last}@").replace(address.partition("@")[0][-1] + last, last), "KH centre")


class TestTheAddressOfOurLetters:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return Settings(settings.environ | {"AUTHSERV_ID": "mx.example.net"})

    PASSED = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\r\n"

    def test_tells_a_player_how_things_are_once_a_day(self, match: Match, sends: Sends):
        for _ in range(2):
            sends("post@poste.localhost", "What now?", head=self.PASSED)
        assert states("Ada") == 1
        assert letter_to("Ada", "state")["In-Reply-To"].endswith("@mail.example.org>")

    def test_refuses_everybody_else(self, match: Match, sends: Sends, subtests: pytest.Subtests):
        for sender, head in [
            ("ada@example.org", ""),
            ("ada@example.org", self.PASSED.replace("pass", "fail")),
            ("ada@example.org", self.PASSED.replace("mx.example.net", "mx.evil.example")),
            ("eve@example.org", self.PASSED),
            ("ada@example.org", self.PASSED + "Auto-Submitted: auto-replied\r\n"),
            ("ada@example.org", self.PASSED + "From: Bruno <bruno@example.org>\r\n"),
        ]:
            with subtests.test(sender=sender, head=head):
                with pytest.raises(smtplib.SMTPDataError) as refused:
                    sends("post@poste.localhost", "What now?", sender, head=head)
                assert refused.value.smtp_code == 550
                assert outcomes() == []
                assert not states("Ada")


def test_what_is_held_is_forgotten_after_two_weeks(match: Match, sends: Sends):
    sends(address_of(match, "Ada"), "KH centre", WORK)
    inbound.queue.forget(clock.now() + timedelta(days=15))
    with pytest.raises(Gone):
        matches.vouch(1)
    assert again(match).sealed == {}
