"""Mail to postmaster@ and abuse@ of our domain: the operator gets it, and nobody else, and it never goes round."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import timedelta
from email import policy
from email.message import EmailMessage

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from server import clock
from server.config import Settings
from server.post.inbound import processing, queue
from server.store.models import InboundMail, Letter, db

from ...services import Post
from .tables import table_with_the_king_of_hearts

OPERATOR = "olga@example.net"


def to_us(**headers: str) -> bytes:
    mail = EmailMessage()
    for name, value in {"From": "Ada <ada@example.org>", "Subject": "Spam from you", **headers}.items():
        mail[name.replace("_", "-")] = value
    mail.set_content("KH centre\n\nPlease stop: é")
    return mail.as_bytes(policy=policy.SMTP)


COMPLAINT = (
    b"From: <noreply@isp.example>\r\nSubject: complaint\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n--b\r\n\r\nA complaint.\r\n"
    b"--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\r\n--b--\r\n"
)


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """The mail server by which letters leave, where the operator has said who they are."""
    with Post() as post:
        app.extensions["poste"] = Settings(
            {**app.extensions["poste"].environ, "OPERATOR": f"Olga <{OPERATOR}>", "MAIL_URL": post.url}
        )
        yield post


def passed_on(post: Post) -> list[bytes]:
    """The mails that the operator got, as they were."""
    processing.process_due()
    assert {reader for _, reader, _ in post.received} <= {OPERATOR}
    return [next(letter.iter_attachments()).get_content() for letter in post.letters]


def test_the_operator_gets_what_comes_whoever_writes_and_nobody_else_does(client: smtplib.SMTP, post: Post) -> None:
    table_with_the_king_of_hearts()
    before = db.session.scalar(select(func.count(Letter.id)))
    robot, bare = to_us(From="dmarc <noreply@isp.example>"), to_us(Subject="To nobody's domain")
    for address, sender, mail in [
        ("postmaster@poste.localhost", "ada@example.org", to_us()),
        ("ABUSE@Poste.Localhost", "noreply@isp.example", robot),
        ("abuse@poste.localhost", "", COMPLAINT),
        ("Postmaster", "ada@example.org", bare),
        ("postmaster@poste.localhost", "ada@example.org", to_us()),  # the same again
    ]:
        client.sendmail(sender, [address], mail)
    assert passed_on(post) == [to_us(), robot, COMPLAINT, bare]
    letter = post.letters[0]
    assert (letter["X-Poste-Kind"], letter["Reply-To"]) == ("operator", "ada@example.org")
    assert letter["Subject"] == "For the operator of poste.localhost: Spam from you"
    assert "ada@example.org" in letter.get_body(("plain",)).get_content()
    assert db.session.scalar(select(func.count(Letter.id))) == before


def test_our_domain_is_that_of_the_letters_as_well(client: smtplib.SMTP, post: Post, app: Flask) -> None:
    environ = app.extensions["poste"].environ
    app.extensions["poste"] = Settings({**environ, "MAIL_FROM": "Cards <cards@example.org>"})
    client.sendmail("eve@example.org", ["postmaster@example.org"], to_us())
    assert passed_on(post) == [to_us()]
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="no such mailbox"):
        client.sendmail("eve@example.org", ["postmaster@example.net"], to_us())


def test_what_answers_by_itself_is_refused(client: smtplib.SMTP, post: Post) -> None:
    client.sendmail("eve@example.org", ["abuse@poste.localhost"], to_us())
    [first] = passed_on(post) and post.wires
    returned = b"From: MAILER-DAEMON@example.net\r\nSubject: failure notice\r\n\r\n550 5.1.1 no such user\r\n"
    for sender, mail in [
        (OPERATOR, to_us(Auto_Submitted="auto-replied")),
        (OPERATOR, to_us(Subject="Automatische Antwort: Urlaub")),
        (OPERATOR, to_us(X_Autoreply="yes")),
        (OPERATOR, to_us(From="post@poste.localhost")),
        (OPERATOR, first),
        ("", first),
        ("", returned),
        ("", to_us()),
    ]:
        with pytest.raises(smtplib.SMTPDataError, match="automatic"):
            client.sendmail(sender, ["abuse@poste.localhost"], mail)
    assert len(passed_on(post)) == 1


def test_too_many_wait_and_too_large_ones_are_refused(client: smtplib.SMTP, post: Post, app: Flask) -> None:
    with pytest.raises(smtplib.SMTPDataError, match="5 MB"):
        client.sendmail("a@example.org", ["abuse@poste.localhost"], to_us() + (b"x" * 75 + b"\r\n") * 70_000)
    app.extensions["poste"].__dict__["limits"] = True
    for number in range(queue.TO_OPERATOR[0][1]):
        client.sendmail("a@example.org", ["abuse@poste.localhost"], to_us(X_Number=str(number)))
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="too much mail for the operator"):
        client.sendmail("a@example.org", ["abuse@poste.localhost"], to_us())


def test_while_no_letter_leaves_it_waits_and_other_mail_goes_on(client: smtplib.SMTP, post: Post) -> None:
    client.sendmail("a@example.org", ["postmaster@poste.localhost"], to_us())
    post.answers["RCPT"] = ["450 later"]
    assert passed_on(post) == []
    processing.process_due(clock.now() + timedelta(hours=1))
    assert len(post.letters) == 1
    processing.process_due(clock.now() + timedelta(hours=2))
    assert len(post.letters) == 1
    db.session.execute(update(InboundMail).values(due_at=None))


def test_without_an_operator_there_is_no_such_mailbox(client: smtplib.SMTP, app: Flask) -> None:
    environ = app.extensions["poste"].environ
    for operator in ("", "Olga", "postmaster@poste.localhost", "post@poste.localhost", "abuse+x@poste.localhost"):
        app.extensions["poste"] = Settings({**environ, "OPERATOR": operator})
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="no such mailbox"):
            client.sendmail("a@example.org", ["postmaster@poste.localhost"], to_us())


def test_a_mail_is_attached_whatever_bytes_it_has(client: smtplib.SMTP, post: Post) -> None:
    for mail in (b"From: a@b.example\r\n\r\n\xff\xfe\r\n..\r\n", b"Subject: \xe9\r\n\r\n" + b"x" * 5000 + b"\r\n"):
        client.sendmail("a@example.org", ["postmaster@poste.localhost"], mail)
        assert passed_on(post)[-1].replace(b"\r\n", b"\n") == mail.replace(b"\r\n", b"\n")
        assert post.letters[-1]["Subject"].startswith("For the operator")
