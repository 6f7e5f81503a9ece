"""Replies to letters about several tables, and to letters about none: every letter can be answered."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from itertools import count

import pytest
from flask import Flask
from sqlalchemy import select

from server import matches
from server.matches.own_addresses import ADDRESS, HELD
from server.matches.preferences import GATHERED
from server.matches.talking import talk_for
from server.post import inbound, outbox, reply_addresses
from server.post.inbound.numbered import divided
from server.post.kinds import KINDS
from server.store.models import Chair, InboundMail, Letter, Match, Outage, Turn, db
from server.views import seat_page, spectator_page

from ...cast import again, letters, open_table, seals, seat, takes_over
from ...conftest import MONDAY
from .tables import table_with_the_king_of_hearts
from .test_processing import letter_to, outcomes, sealed, words

pytestmark = pytest.mark.usefixtures("app")

SOON = MONDAY + timedelta(minutes=11)
_numbers = count()


@pytest.fixture
def tables(app: Flask) -> tuple[Match, Match]:
    """Two tables at which Ada holds the king of hearts, and gets her letters as one."""
    first, second = table_with_the_king_of_hearts(), table_with_the_king_of_hearts("PT72H")
    player = seat(first, "Ada").player
    assert player is not None
    matches.set_digest(player.id, GATHERED, at=MONDAY)
    outbox.deliver(MONDAY)
    return first, second


@pytest.fixture
def letter(tables: tuple[Match, Match]) -> EmailMessage:
    return letter_to("Ada", "gathered", SOON)


def reply(letter: EmailMessage, text: str, sender: str = "ada@example.org") -> None:
    """A mail program answers, and the answer is acted on."""
    address = parseaddr(str(letter["Reply-To"]))[1]
    mail = f"From: {sender}\r\nMessage-ID: <{next(_numbers)}@mail.example.org>\r\n\r\n{text}\r\n".encode()
    target = inbound.recipient(address, SOON)
    assert target is not None
    inbound.keep(target, "ada@example.org", mail, SOON)
    inbound.process_due(SOON)


def both(tables: tuple[Match, Match]) -> list[str | None]:
    return [sealed(table) for table in tables]


def test_several_lines_answer_several_with_a_receipt_each(tables: tuple[Match, Match], letter: EmailMessage):
    reply(letter, "Hello,\n\n1: KH centre\n2. King of hearts, blind\n\nCheers, Ada")
    assert both(tables) == ["KH centre", "KH blind"]
    outbox.deliver(SOON)
    assert [len(letters(table, "receipt", "Ada")) for table in tables] == [1, 1]


class TestNumbers:
    def test_the_letter_shows_them_by_deadline(self, letter: EmailMessage):
        told = words(letter)
        assert told.index("its number: 1: ") < told.index(" 2: ")
        assert "Reply above this line." in told

    def test_one_line_answers_one_table(self, tables: tuple[Match, Match], letter: EmailMessage):
        reply(letter, "2: KH centre")
        assert both(tables) == [None, "KH centre"]
        assert outcomes() == ["sealed"]

    def test_each_is_read_strictly_by_itself(self, tables: tuple[Match, Match], letter: EmailMessage):
        reply(letter, "1: KH centre?\n2: KH centre")
        assert both(tables) == [None, "KH centre"]
        assert "Did you mean K♥ centre?" in words(letter_to("Ada", "meant", SOON))

    def test_whatever_is_not_clear_seals_nothing(
        self, tables: tuple[Match, Match], letter: EmailMessage, subtests: pytest.Subtests
    ):
        for text in [
            "KH centre",
            "3: KH centre",
            "1: KH centre\n1: KH blind",
            "KH centre\n2: pass the salt",
            "2:5",
            "1: KH centre or 2: KH blind",
            "1: KH centre\n\nOr wait, rather KH blind.",
            "yes",
        ]:
            with subtests.test(text=text):
                reply(letter, text)
                assert both(tables) == [None, None]
        reply(letter, "2: KH centre")
        assert both(tables) == [None, "KH centre"]

    def test_which_table_is_asked_back_with_the_numbers(self, tables: tuple[Match, Match], letter: EmailMessage):
        reply(letter, "KH centre")
        which = letter_to("Ada", "which", SOON)
        assert "Your mail fits more than one table. Nothing is sealed by it." in words(which)
        assert "1: Titro with Bruno" in words(which)
        reply(which, "1: KH centre")
        assert both(tables) == ["KH centre", None]

    def test_a_bare_answer_goes_to_the_only_table_at_which_it_fits(self, tables: tuple[Match, Match]):
        tarot = open_table("Ada", "Bruno", "Chiara", game="french-tarot", pace="PT24H")
        while seat_page(seat(tarot, "Ada")).ask is None:
            asked = again(tarot).chairs[spectator_page(again(tarot)).waiting[0]].name
            seals(tarot, asked, "pass")
        seals(tables[1], "Ada", "KH blind", SOON)
        seals(tables[1], "Bruno", seat_page(seat(tables[1], "Bruno")).ask.absent, SOON)  # type: ignore[union-attr]
        matches.set_digest(seat(tarot, "Ada").player_id or 0, GATHERED, at=SOON)
        gathered = letter_to("Ada", "gathered", SOON + timedelta(minutes=11))
        reply(gathered, "guard")
        assert "guard" in (sealed(tarot), *(given.answer for given in last_turn(tarot)))
        assert sealed(tables[0]) is None

    def test_a_table_that_has_moved_on_gets_no_answer_of_another(
        self, tables: tuple[Match, Match], letter: EmailMessage
    ):
        seals(tables[0], "Ada", "KH blind", SOON)
        seals(tables[0], "Bruno", seat_page(seat(tables[0], "Bruno")).ask.absent, SOON)  # type: ignore[union-attr]
        assert again(tables[0]).ply == 1
        reply(letter, "KH centre")
        assert both(tables) == [None, None]
        assert letter_to("Ada", "which", SOON)

    def test_a_vacation_concerns_no_table_more_than_another(self, tables: tuple[Match, Match], letter: EmailMessage):
        reply(letter, "away 3 days")
        player = seat(tables[0], "Ada").player
        assert player is not None
        assert player.vacations

    def test_a_line_to_a_table_needs_its_number(self, tables: tuple[Match, Match], letter: EmailMessage):
        reply(letter, "say hello")
        reply(letter, "2: say good evening")
        assert [talk(table) for table in tables] == [[], ["good evening"]]

    def test_a_seat_that_was_handed_on_is_left_alone(self, tables: tuple[Match, Match], letter: EmailMessage):
        takes_over(tables[1], "Ada", "Edda")
        reply(letter, "1: KH centre\n2: KH centre")
        assert [sealed(tables[0]), sealed(tables[1], "Edda")] == [None, None]
        reply(letter, "1: KH centre")
        assert sealed(tables[0]) == "KH centre"

    def test_another_address_is_asked_about_and_then_all_is_sealed(
        self, tables: tuple[Match, Match], letter: EmailMessage
    ):
        reply(letter, "1: KH centre\n2: KH blind", "ada@work.example")
        assert (both(tables), outcomes()) == ([None, None], ["held"])
        reply(letter_to("Ada", "whose", SOON), "yes")
        assert both(tables) == ["KH centre", "KH blind"]

    def test_the_same_mail_again_changes_nothing(self, tables: tuple[Match, Match], letter: EmailMessage):
        address = parseaddr(str(letter["Reply-To"]))[1]
        target = inbound.recipient(address, SOON)
        assert target is not None
        for _ in range(2):
            mail = b"From: ada@example.org\r\nMessage-ID: <same@mail.example.org>\r\n\r\n1: KH centre\r\n"
            inbound.keep(target, "ada@example.org", mail, SOON)
        inbound.process_due(SOON)
        assert outcomes() == ["sealed"]


def last_turn(match: Match) -> list[dict[str, str]]:
    turn = db.session.get(Turn, (match.id, again(match).ply))
    return turn.answers if turn else []


def talk(match: Match) -> list[str]:
    return [line.text for line in talk_for(again(match).chairs[0]) if line.kind == "talk"]


class TestDivided:
    def test_lines_belong_to_the_number_above_them(self):
        division = divided(["Hi,", "", "1: 2 5 J of spades,", "3 7 of hearts", "Table 2) pass", "", "Ada"])
        assert division.of == {1: ["2 5 J of spades,", "3 7 of hearts"], 2: ["pass"]}
        assert division.before == ["Hi,", ""]
        assert division.lines(2) == ["Hi,", "", "", "pass", "", "", "Ada"]

    def test_a_number_alone_is_no_number_of_a_table(self, subtests: pytest.Subtests):
        for line in ["12 of trumps", "10h", "2 5 J", "5-4", "1,5", "3.5"]:
            with subtests.test(line=line):
                assert not divided([line]).of


# Every kind --------------------------------------------------------------------------------------------------------


def a_letter(kind: str, chair: Chair, at: datetime) -> Letter:
    """A row of the outbox of this kind, due, as the outbox claims it."""
    player = chair.player
    assert player is not None
    row = Letter(identity=f"every:{kind}", kind=kind, facts=facts_of(kind, chair), created_at=at, due_at=at)
    if KINDS[kind].answers == reply_addresses.TABLES:
        row.player_id = player.id
    else:
        row.match_id, row.chair_id, row.ply, row.player_id = chair.match_id, chair.id, chair.match.ply, player.id
    db.session.add(row)
    db.session.commit()
    return row


def facts_of(kind: str, chair: Chair) -> dict[str, object]:
    return {
        "email": "ada@example.org", "sentence": "So it is.", "offer": 0, "game": "titro", "name": "Ada",
        "substitute": "Edda", "by": "", "seat": 1, "before": "Ada", "outage": 1, "mail": 1, "why": "address",
        "address": "ada@work.example", "player": chair.player_id, "nearest": ["KH centre"],
    }  # fmt: skip


def test_a_reply_to_any_kind_of_letter_is_taken_and_its_writer_hears_of_it(app: Flask):
    """Also where its letter is about a table that asks nothing, or about none: no reply is refused, or lost."""
    match = table_with_the_king_of_hearts()
    chair = seat(match, "Ada")
    db.session.add(Outage(id=1, began_at=MONDAY, ended_at=MONDAY))
    held = InboundMail(id=1, identity="1", chair_id=chair.id, ply=0, purpose="answer", sender="", raw=b"")
    held.received_at, held.outcome, held.held, held.claimed = MONDAY, HELD, ADDRESS, "ada@work.example"
    db.session.add(held)
    db.session.commit()
    for day, kind in enumerate(sorted(KINDS)):
        assert heard(kind, chair, MONDAY + timedelta(days=day)) == [chair.player_id], kind
        assert sealed(match) is None
        assert outcomes()[-1] in ("refused", "command"), kind


def heard(kind: str, chair: Chair, at: datetime) -> list[int | None]:
    """To whom letters are written because somebody answers a letter of this kind."""
    db.session.execute(db.update(Letter).values(due_at=None))
    row = a_letter(kind, chair, at)
    [leased] = outbox.lease(at)
    before = set(db.session.scalars(select(Letter.id)))
    target = inbound.recipient(leased.reply_to[row.id], at)
    assert target is not None
    mail = f"From: ada@example.org\r\nMessage-ID: <{kind}@example.org>\r\n\r\nWhat am I to do?\r\n".encode()
    inbound.keep(target, "ada@example.org", mail, at)
    inbound.process_due(at)
    db.session.rollback()
    return list(db.session.scalars(select(Letter.player_id).where(Letter.id.not_in(before))))
