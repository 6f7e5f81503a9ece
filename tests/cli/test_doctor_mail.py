"""`poste doctor --mail`: what DNS says, and a letter that goes out and whose reply comes in through a real inbox."""

from __future__ import annotations

import shutil
import smtplib
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from email import message_from_string, policy
from email.message import EmailMessage
from itertools import zip_longest
from operator import itemgetter
from pathlib import Path

import dns.resolver
import pytest
from click.testing import CliRunner, Result

from server import clock
from server.cli import poste
from server.config import VARIABLES, Settings
from server.post import inbound, reply_addresses, trial
from server.post.dns_checks import dkim_record
from server.post.inbound import processing, reachable
from server.store.models import db
from server.web import create_web
from tests.name_server import NameServer, Zone
from tests.post.inbound.imap_server import Mailbox
from tests.services import Broker, Post, Stack, link_key, wait_for

NAME, ADA = "cards.example.org", "ada@example.com"
DOMAIN = {
    "BASE_URL": f"https://{NAME}",
    "MAIL_FROM": "Cards <cards@example.org>",
    "MAIL_DOMAIN": NAME,
    "OPERATOR": "o@example.net",
}


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Path:
    var = tmp_path_factory.mktemp("var")
    shutil.copy(migrated_sqlite, var / "poste.sqlite")
    return var


@pytest.fixture(scope="module")
def key(var: Path) -> Iterator[dict[str, str]]:
    """The settings of a server with a key of its own, and none but these."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for variable in VARIABLES:
            monkeypatch.delenv(variable.name, raising=False)
        environ = {**DOMAIN, "STATE_DIR": str(var), "LINK_KEYS": link_key("key"), "LIMITS": "on"}
        assert CliRunner().invoke(poste, ["dkim"], env=environ).exit_code == 0
        yield {**environ, "DKIM_KEY": str(var / "dkim.pem")}


def as_it_should_be(key: dict[str, str]) -> Zone:
    """DNS with which nothing is wrong."""
    record = dkim_record(Settings(key))
    return {
        ("example.org", "TXT"): ['"v=spf1 mx ~all"', '"some-proof=of-something"'],
        (NAME, "TXT"): ['"v=spf1 a:mail.example.org -all"'],
        (NAME, "MX"): ["20 backup.example.org.", "10 mail.example.org."],
        ("mail.example.org", "A"): ["93.184.216.34"],
        ("34.216.184.93.in-addr.arpa", "PTR"): ["mail.example.org."],
        (record.name, "TXT"): [record.line.partition(" TXT ")[2].strip("() ")],
        ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=none"'],
    }


@pytest.fixture
def names(key: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    """DNS as it should be, which every process of the test's own asks."""
    with NameServer(as_it_should_be(key)) as server:
        monkeypatch.setattr(dns.resolver, "default_resolver", server.resolver)
        monkeypatch.setattr(reachable, "GREETING", 0.2)  # whoever has the address of our mail server does not answer
        yield server


def doctor(environ: dict[str, str], *more: str) -> Result:
    """What the doctor says with these settings; it does not wait long."""
    return CliRunner().invoke(poste, ["doctor", "--mail", ADA, "--wait", "PT2S", *more], env=environ)


def line(result: Result, name: str) -> str:
    return next(line for line in result.stdout.splitlines() if line.split()[1] == name)


# DNS -----------------------------------------------------------------------------------------------------------------

CHECKS = ("mx", "spf", "dkim", "dmarc", "reverse")


def dns_lines(key: dict[str, str]) -> dict[str, str]:
    """What is said about DNS by a server whose mail server is away."""
    result = doctor({**key, "MAIL_URL": "smtp://127.0.0.1:1?tls=none"})
    return {name: line(result, name) for name in CHECKS}


def test_dns_as_it_should_be_is_told_in_a_sentence_each(key: dict[str, str], names: NameServer) -> None:
    told = dns_lines(key)
    assert [name for name, line in told.items() if not line.startswith("ok ")] == []
    assert told["mx"].endswith(f"mail for {NAME} goes to mail.example.org, backup.example.org")
    assert "example.org says “v=spf1 mx ~all”" in told["spf"]
    assert "poste._domainkey.example.org has the key" in told["dkim"]
    assert told["reverse"].endswith("93.184.216.34 is called mail.example.org")


WRONG: tuple[tuple[str, Zone, str], ...] = (
    ("mx", {(NAME, "MX"): []}, "has no MX record: name the mail server"),
    ("mx", {(NAME, "MX"): ["0 ."]}, "takes no mail"),
    ("mx", {("mail.example.org", "A"): []}, "mail.example.org, has no address"),
    (
        "mx",
        {("example.org", "MX"): ["5 mx.example.net."]},
        f"elsewhere (mx.example.net): set MAIL_FROM to an address at {NAME}",
    ),
    ("spf", {("example.org", "TXT"): []}, "example.org does not say who sends for it: put the record that"),
    ("spf", {(NAME, "TXT"): ['"v=spf1 mx"', '"v=spf1 a"']}, "2 SPF records, which counts as none"),
    ("spf", {(NAME, "TXT"): ['"v=spf1 +all"']}, "lets anybody send"),
    ("dkim", {("poste._domainkey.example.org", "TXT"): []}, "has no key: put the record that `poste dkim` prints"),
    ("dkim", {("poste._domainkey.example.org", "TXT"): ['"v=DKIM1; p=AAAA"']}, "another key than DKIM_KEY"),
    ("dkim", {("poste._domainkey.example.org", "TXT"): ['"p=A"', '"p=B"']}, "2 keys"),
    ("dmarc", {("_dmarc.example.org", "TXT"): ['"v=spf1"']}, "no DMARC record"),
    ("dmarc", {("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"']}, "2 records"),
    ("reverse", {("34.216.184.93.in-addr.arpa", "PTR"): []}, "has no name: let its provider give it one"),
    ("reverse", {("34.216.184.93.in-addr.arpa", "PTR"): ["x.example.net."]}, "does not lead back"),
)


def test_what_is_wrong_with_dns_is_told_with_what_to_do(
    key: dict[str, str], names: NameServer, subtests: pytest.Subtests
) -> None:
    apart = ("spf",), ("dkim",), ("dmarc",), ("mx", "reverse")  # without an MX record nobody is asked for a name
    by_check = [[row for row in WRONG if row[0] in checks] for checks in apart]
    for rows in zip_longest(*by_check, fillvalue=("mx", {}, "")):
        names.zone.clear()
        names.zone.update(as_it_should_be(key))
        for _, change, _ in rows:
            names.zone.update(change)
        told = dns_lines(key)
        for check, _, why in filter(itemgetter(1), rows):
            with subtests.test(why):
                assert told[check].startswith("WRONG ")
                assert why in told[check]


def test_what_cannot_be_known_is_not_called_wrong(key: dict[str, str], names: NameServer) -> None:
    names.zone["mail.example.org", "A"] = ["192.0.2.7"]
    told = dns_lines({name: value for name, value in key.items() if name != "DKIM_KEY"})
    assert told["reverse"].startswith("?")
    assert told["dkim"].startswith("?")
    assert "run `poste dkim`" in told["dkim"]


def test_without_a_resolver_it_says_so(key: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dns.resolver, "default_resolver", None)
    monkeypatch.setattr(dns.resolver, "reset_default_resolver", no_resolver)
    assert all(told.startswith("?") and "no DNS resolver is known" in told for told in dns_lines(key).values())


def no_resolver() -> None:
    raise dns.resolver.NoResolverConfiguration


def test_a_key_that_others_can_read_is_told(key: dict[str, str], names: NameServer) -> None:
    Path(key["DKIM_KEY"]).chmod(0o644)
    told = line(doctor(key), "settings")
    Path(key["DKIM_KEY"]).chmod(0o600)
    assert "others on this machine can read DKIM_KEY" in told


REFUSALS: tuple[tuple[Callable[[str], str | None], str, str], ...] = (
    (lambda address: None, "ok ", f"mail.example.org would take mail to our reply addresses and postmaster@{NAME}"),
    (
        lambda address: "550 5.1.1 no such user" if "reply" in address else None,
        "WRONG ",
        "our reply addresses: “550 5.1.1",
    ),
    (
        lambda address: "550 5.1.1 no such user" if "post" in address else None,
        "WRONG ",
        f"postmaster@{NAME}: “550 5.1.1",
    ),
    (lambda address: "450 4.2.0 greylisted", "? ", "for now: ask again in some minutes"),
)


def test_our_own_mail_server_is_asked_whether_it_takes_replies_and_mail_to_postmaster(
    key: dict[str, str], names: NameServer, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    names.zone[NAME, "MX"], names.zone["mail.example.org", "A"] = ["10 mail.example.org."], ["127.0.0.1"]
    monkeypatch.setattr(reachable, "GREETING", 10)
    with Post() as post:
        monkeypatch.setattr(reachable, "EXCHANGER", post.port)
        for refuse, begins, said in REFUSALS:
            with subtests.test(said):
                post.refuse = refuse
                told = line(doctor({**key, "MAIL_URL": "smtp://127.0.0.1:1?tls=none"}), "replies")
                assert told.startswith(begins)
                assert said in told
        assert post.letters == []
    told = line(doctor({**key, "MAIL_URL": "smtp://127.0.0.1:1?tls=none"}), "replies")
    assert told.startswith("? ")
    assert "does not answer at port" in told


# The letter and its reply --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def inbox(key: dict[str, str], var: Path) -> Iterator[Stack]:
    """An inbox process."""
    with Stack(var, ("inbox",), migrated=True, **key) as stack:
        wait_for(lambda: "inbox.listening" in stack.read_log(), "the inbox to listen")
        yield stack


Answer = Callable[[EmailMessage], EmailMessage]


def in_words(letter: EmailMessage) -> EmailMessage:
    """A person's answer."""
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"], reply["To"], reply["Subject"] = ADA, letter["Reply-To"], f"Re: {letter['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = "<1@example.com>", letter["Message-ID"]
    reply.set_content("here\n")
    return reply


def out_of_office(letter: EmailMessage) -> EmailMessage:
    """A robot's answer."""
    reply = in_words(letter)
    reply["Auto-Submitted"] = "auto-replied"
    return reply


def undelivered(letter: EmailMessage) -> EmailMessage:
    """A mail server's report that there is no such mailbox."""
    raw = f"""From: MAILER-DAEMON@example.com
To: {letter["Reply-To"]}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; {ADA}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b--
"""
    return message_from_string(raw, policy=policy.SMTP)


def round_trip(
    stack: Stack, answer: Answer | None, sender: str = ADA, wait: str = "PT30S", **more: str
) -> tuple[Result, Post]:
    """What the doctor says while somebody answers its letter."""
    with ExitStack() as running:
        post = running.enter_context(Post())
        if answer is not None:
            replying = threading.Thread(target=reply, args=(post, stack.inbox_port, answer, sender))
            replying.start()
            running.callback(replying.join)
        environ = {**stack.environ, **more, "MAIL_URL": post.url}
        return CliRunner().invoke(poste, ["doctor", "--anyway", "--mail", ADA, "--wait", wait], env=environ), post


def reply(post: Post, port: int, answer: Answer, sender: str) -> None:
    letter = wait_for(lambda: post.letters, "the letter")[0]
    message = answer(letter)
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as server:
        server.sendmail(sender, [message["To"].addresses[0].addr_spec], message.as_bytes())


def test_a_letter_goes_out_and_its_reply_comes_in(inbox: Stack, names: NameServer, broker: Broker) -> None:
    result, post = round_trip(inbox, in_words, BROKER_URL=broker.url)
    assert (result.exit_code, line(result, "letter").split()[0]) == (0, "ok"), result.stdout
    assert "its reply came in after" in line(result, "letter")
    assert "answer it with any word within" in result.stderr
    [(sender, reader, letter)] = post.received
    assert reader == ADA
    assert sender == letter["Reply-To"].addresses[0].addr_spec  # if it comes back, that is seen too
    assert post.wires[0].startswith(b"DKIM-Signature: ")
    assert "answer" in letter.get_body(("plain",)).get_content()


def test_a_reply_from_another_address_is_told(inbox: Stack, names: NameServer) -> None:
    result, _ = round_trip(inbox, in_words, sender="ada@elsewhere.example")
    assert line(result, "letter").startswith("ok")
    assert "it came from ada@elsewhere.example" in line(result, "letter")


def test_a_letter_that_comes_back_is_told_from_a_reply(inbox: Stack, names: NameServer) -> None:
    result, _ = round_trip(inbox, undelivered, sender="")
    assert line(result, "letter").startswith("WRONG")
    assert "came back (5.1.1)" in line(result, "letter")


def test_a_robot_that_answers_is_no_person(inbox: Stack, names: NameServer) -> None:
    result, _ = round_trip(inbox, out_of_office, wait="PT3S")
    assert line(result, "letter").startswith("WRONG")
    assert "only a robot has answered (automatic)" in line(result, "letter")


def test_a_reply_that_never_comes_is_awaited_for_so_long_and_looked_for_once_a_second(
    inbox: Stack, names: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, replies = [], trial.replies
    monkeypatch.setattr(trial, "replies", lambda number: looks.append(number) or replies(number))
    result, _ = round_trip(inbox, None, wait="PT1S")
    assert result.exit_code == 1
    assert "no reply has come in: is the letter among the spam" in line(result, "letter")
    assert len(looks) <= 3


def test_without_an_inbox_it_does_not_wait(key: dict[str, str], names: NameServer, tmp_path: Path) -> None:
    bare = {**key, "STATE_DIR": str(tmp_path), "INBOX_PORT": "1"}
    CliRunner().invoke(poste, ["migrate"], env=bare)
    with Post() as post:
        result = doctor({**bare, "MAIL_URL": post.url}, "--wait", "PT10M")
    assert "no reply can come in: nothing greets at INBOX_PORT 1: start `poste inbox`" in line(result, "letter")
    assert len(post.letters) == 1


def test_local_mailboxes_need_no_trial(key: dict[str, str]) -> None:
    result = doctor(key, "--wait", "PT10M")
    assert "none was sent: set MAIL_URL" in line(result, "letter")


def test_a_mail_server_that_does_not_take_it_is_told_in_its_words(key: dict[str, str], names: NameServer) -> None:
    with Post() as post:
        post.refuse = lambda address: "550 5.7.1 not from you"
        result = doctor({**key, "MAIL_URL": post.url}, "--wait", "PT10M")
    assert "the mail server did not take it: “550 5.7.1 not from you”" in line(result, "letter")


def test_an_address_or_a_time_that_is_none_is_one_sentence(key: dict[str, str], subtests: pytest.Subtests) -> None:
    for words in (
        ("--mail", ""),
        ("--mail", "ada"),
        ("--mail", ADA, "--wait", "soon"),
        ("--mail", "Ada <a@example.org>, b@example.org"),
    ):
        with subtests.test(" ".join(words)):
            result = CliRunner().invoke(poste, ["doctor", *words], env=key)
            assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


# Its address ---------------------------------------------------------------------------------------------------------


def test_only_addresses_that_were_signed_take_mail_and_only_for_a_day(
    key: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_web(Settings(key))
    with app.app_context():
        sent = reply_addresses.TRIALS_FROM + reply_addresses.TRIALS_FOR
        number = reply_addresses.trial_number(sent)
        address = reply_addresses.trial_address(number)
        monkeypatch.setattr(clock, "now", lambda: sent)
        target = reply_addresses.target_of(address.upper())
        assert target is not None
        assert (target.purpose, target.ply, target.chair_id) == (reply_addresses.TRIAL, number, None)
        assert reply_addresses.is_ours(address)
        assert reply_addresses.target_of(address.replace(f"-{number}-", f"-{number + 1}-")) is None
        monkeypatch.setattr(clock, "now", lambda: sent + reply_addresses.TRIALS_FOR)
        assert reply_addresses.target_of(address) is None


def test_a_mailbox_that_is_polled_takes_the_reply_too(key: dict[str, str], tmp_path: Path) -> None:
    key = {**key, "STATE_DIR": str(tmp_path)}
    CliRunner().invoke(poste, ["migrate"], env=key)
    with Mailbox("cards", "secret") as mailbox:
        app = create_web(Settings({**key, "INBOX_URL": mailbox.url}))
        with app.app_context(), Post() as post:
            app.extensions["poste"].mail_url = post.url
            number = reply_addresses.trial_number(clock.now())
            trial.send(number, ADA, clock.now())
            mailbox.put(in_words(post.letters[0]).as_bytes())
            assert inbound.Polling(mailbox.url).poll() == 1
            assert [one.outcome for one in trial.replies(number)] == [trial.UNREAD]
            processing.process_due()
            assert [one.outcome for one in trial.replies(number)] == [trial.ANSWERED]
            db.session.remove()
            db.engine.dispose()
