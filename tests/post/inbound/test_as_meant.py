"""Mails as programs and people write them, each taken as its writer meant it, from the bytes to the seat."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count

import pytest
from flask import Flask

from server import clock, matches
from server.post import inbound, outbox
from server.post.inbound import processing
from server.store.models import InboundMail, Letter, Match, Remark, db
from server.views import seat_page

from ...cast import seat
from ...conftest import MONDAY
from .tables import address_of, table_with_the_king_of_hearts

_numbers = count(1)
Sends = Callable[..., InboundMail]
REACTION = '--q\r\nContent-Type: text/vnd.google.email-reaction+json\r\n\r\n{"emoji": "👍", "version": 1}\r\n'


@pytest.fixture
def match(app: Flask) -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


@pytest.fixture
def sends(match: Match) -> Sends:
    """A mail comes to Ada's seat, and is acted on."""

    def send(
        text: str | bytes, *, sender: str = "Ada <ada@example.org>", head: str = "", name: str = ""
    ) -> InboundMail:
        number = next(_numbers)
        body = text if isinstance(text, bytes) else text.encode()
        head = head or "Content-Type: text/plain; charset=utf-8\r\n"
        message_id = name or f"<{number}@mail.example.org>"
        raw = f"From: {sender}\r\nSubject: Re: Titro\r\nMessage-ID: {message_id}\r\n{head}\r\n".encode() + body
        target = inbound.recipient(address_of(match, "Ada"), MONDAY)
        assert target is not None
        inbound.keep(target, "ada@example.org", raw, MONDAY)
        inbound.process_due(MONDAY)
        db.session.rollback()
        return db.session.scalars(db.select(InboundMail).order_by(InboundMail.id.desc())).first()

    return send


def sealed(match: Match) -> str | None:
    db.session.rollback()
    return seat_page(seat(match, "Ada")).sealed


def letters(kind: str) -> list[Letter]:
    return list(db.session.scalars(db.select(Letter).where(Letter.kind == kind).order_by(Letter.id)))


ALTERNATIVE = "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=q\r\n"
SEALED = {
    "a mark of bytes": "\ufeffKH centre",
    "a space without width": "KH\u200b centre",
    "a mark of direction": "\u200eKH centre",
    "a greeting to Bjørn": "Hi Bjørn,\r\n\r\nKH centre",
    "a greeting in Cyrillic": "Привет, Дмитрий!\r\n\r\nKH centre\r\n\r\nЛукаш",
    "quotes and a thumb": "‘KH centre’ 👍",
    "a flag": "KH centre 🇩🇪",
    "brackets of Japan": "「KH centre」。",
    "a blank of Braille": "KH\u2800centre",
    "a greeting of Spain": "¡Hola!\r\n\r\nKH centre",
    "below a quote of Nextcloud": '"Poste Restante" post@poste.localhost – November 23, 2026 10:00 AM\r\n> Your bid\r\n>\r\n> KS blind\r\n\r\nKH centre',
    "below a quote in Hebrew": "\u202bבתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת \u202aPoste Restante\u202c\u200f <\u202apost@poste.localhost\u202c\u200f>:\u202c\r\n> KS blind\r\n\r\nKH centre",
    "below a quote in Thai": "เมื่อ 23 พ.ย. 2569 Poste Restante post@poste.localhost\r\n\r\n> KS blind\r\n\r\nKH centre",
    "below a quote in Persian digits": "Poste Restante <post@poste.localhost> ۲۰۲۶/۱۱/۲۳\r\n> KS blind\r\nKH centre",
}


def test_a_mail_is_read_through_what_programs_put_around_it(
    match: Match, sends: Sends, subtests: pytest.Subtests
) -> None:
    for name, text in SEALED.items():
        with subtests.test(name):
            matches.seal(seat(match, "Ada").id, "KH blind", 0, MONDAY)
            sends(text)
            assert sealed(match) == "KH centre"
    for sender in ("Lovelace, Ada <ada@example.org>", "Ada; Lovelace <ada@example.org>"):
        with subtests.test(sender):
            matches.seal(seat(match, "Ada").id, "KH blind", 0, MONDAY)
            sends("KH centre", sender=sender)
            assert sealed(match) == "KH centre"
    with subtests.test("a domain in letters of its own"):
        player = seat(match, "Ada").player
        assert player is not None
        player.email = "ada@xn--bcher-kva.example"
        db.session.commit()
        sends("KH blind", sender="Ada <ada@bücher.example>")
        assert sealed(match) == "KH blind"


def test_talk_is_not_taken_for_an_answer_and_keeps_its_signs(match: Match, sends: Sends) -> None:
    sends(b"say hm\x85 KH centre", head="Content-Type: text/plain; charset=iso-8859-1\r\n")
    sends("say می\u200cخواهم 👩\u200d🚀\ufeff")
    sends("say 朱镕基来了".encode("gb18030"), head="Content-Type: text/plain; charset=gb2312\r\n")
    sends(b"say L\xc3\xa9o est l\xc3\xa0 \xe9")
    sends("say hm\u2028KH centre")
    assert sealed(match) is None
    said = _said(match)
    assert said == ["hm… KH centre", "می\u200cخواهم 👩\u200d🚀", "朱镕基来了", "Léo est là \ufffd", said[-1]]


def _said(match: Match) -> list[str]:
    return list(db.session.scalars(db.select(Remark.text).where(Remark.match_id == match.id).order_by(Remark.id)))


def test_two_mails_of_one_name_are_two_unless_they_say_the_same(match: Match, sends: Sends) -> None:
    sends("KH centre", name="<same@phone.example>")
    sends("KH cloak", name="<same@phone.example>")
    assert sealed(match) == "KH cloak"
    sends("KH  cloak\r\n", name="<same@phone.example>")
    sends(b"KH=20cloak", name="<same@phone.example>", head="Content-Transfer-Encoding: quoted-printable\r\n")
    assert db.session.scalar(db.select(db.func.count()).select_from(InboundMail)) == 2


def test_a_reaction_is_no_answer_and_gets_no_letter(match: Match, sends: Sends) -> None:
    gmail = f"--q\r\nContent-Type: text/plain\r\n\r\n👍 Ada reacted via Gmail\r\n{REACTION}--q--"
    rfc9078 = "👍"
    quoted = "👍 Ada Lovelace reacted to your message:\r\n________________________________\r\nFrom: Cards <post@poste.localhost>\r\nSent: Monday\r\nTo: Ada\r\n\r\nKS blind"
    german = "Ada hat auf Ihre Nachricht reagiert: 👍"
    others = [
        "👍 Ada さんが Gmail でリアクションしました", "👍 Ada reaguje przez Gmaila", "👍 Ada отреагировал(-а) через Gmail",
        "Ada reagerade på ditt meddelande:", "👍 Ada 通过 Gmail 做出了回应", "👍 Ada님이 Gmail을 통해 반응했습니다.",
        "Liked “KS blind”", 'Reacted 🎉 to "KS blind"', "Ada liked your message", "👍 Ada reacted via Gmail <https://x.example>",
    ]  # fmt: skip
    found = [
        sends(gmail, head=ALTERNATIVE),
        sends(rfc9078, head="Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: reaction\r\n"),
        sends(quoted),
        sends(german),
        *map(sends, others),
    ]
    assert {mail.outcome for mail in found} == {"reaction"}
    assert not letters("refusal")
    assert sends("Bruno reacted to your message yesterday, and I take\r\n\r\nKH centre").outcome != "reaction"


def test_whoever_sends_what_cannot_be_read_is_told_so(match: Match, sends: Sends) -> None:
    encrypted = "Content-Type: multipart/encrypted; protocol=application/pgp-encrypted; boundary=q\r\n"
    parts = "--q\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--q\r\nContent-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--q--"
    sends(parts, head=encrypted)
    sends(
        "MIAGCSqG",
        head="Content-Type: application/pkcs7-mime; smime-type=signed-data\r\nContent-Transfer-Encoding: base64\r\n",
    )
    sends("-----BEGIN PGP MESSAGE-----\r\n\r\nabcd\r\n-----END PGP MESSAGE-----\r\n")
    assert [letter.facts["sentence"] for letter in letters("refusal")] == [processing.HIDDEN] * 3
    packed = sends("\x02", head='Content-Type: application/octet-stream; name="smime.p7m"\r\n')
    assert (packed.outcome, letters("refusal")[-1].facts["sentence"]) == ("refused", processing.HIDDEN)
    sends(
        "--q\r\nContent-Type: text/plain\r\n\r\nKH centre\r\n--q\r\nContent-Type: application/ms-tnef\r\n\r\nx\r\n--q--",
        head=ALTERNATIVE.replace("alternative", "mixed"),
    )
    assert sealed(match) == "KH centre"


def test_a_mail_over_its_budget_is_told_once_and_others_go_on(
    match: Match, sends: Sends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processing, "SECONDS", 0.02)
    slow = sends(("wrote " * 99 + "\r\n") * 900)
    assert (slow.outcome, slow.due_at) == ("slow", None)
    assert "could not be read" in letters("refusal")[0].facts["sentence"]
    inbound.process_due(MONDAY + timedelta(days=1))
    inbound.process_due(clock.now() + timedelta(days=1))
    assert len(letters("refusal")) == 1
    assert sends("KH centre").outcome == "sealed"


def test_a_mail_that_brings_the_process_down_each_time_is_given_up(match: Match) -> None:
    target = inbound.recipient(address_of(match, "Ada"), MONDAY)
    assert target is not None
    for number in range(2):
        inbound.keep(target, "ada@example.org", f"From: ada@example.org\r\n\r\nKH centre {number}".encode(), MONDAY)
    at = MONDAY
    while processing.lease(at):  # and the process dies
        at += processing.LEASE
        if at > MONDAY + 20 * processing.LEASE:
            break
    outbox.deliver(at)
    inbound.process_due(at + processing.LEASE)
    outcomes = [mail.outcome for mail in db.session.scalars(db.select(InboundMail).order_by(InboundMail.id))]
    assert outcomes[0] == "broken"
    assert len(letters("refusal")) >= 1
