"""How mail programs group our letters: one conversation a deal in each of them, with the reader's own answers in it.

The rules, as far as they are known:

- Gmail: the same subject but for prefixes, and References that name earlier mails, or the same ID again and again
  (workspaceupdates.googleblog.com, 29 March 2019).
- Outlook and Exchange: the 16 bytes of Thread-Index that name the conversation, else the subject without prefixes
  ([MS-OXOMSG] 2.2.1.2, [MS-PST] 5.4). References are not looked at.
- Apple Mail and Thunderbird: a common ID in Message-ID, In-Reply-To and References, whether its mail is there or not
  (jwz.org/doc/threading.html, RFC 5256).
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from random import Random

import pytest

from server import matches
from server.config import settings
from server.post import outbox, reply_addresses
from server.post.inbound import processing, queue
from server.post.message import INDEXED_FROM, thread_index
from server.post.transports import Maildir
from server.store.models import Match
from server.views import spectator_page

from ..cast import again, open_table, page, seals, some_answer
from ..conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

PREFIX = re.compile(r"^(?:(?:re|aw|sv|r|antw|fwd?)\s*:\s*)+", re.IGNORECASE)


def ids(mail: EmailMessage) -> set[Hashable]:
    """Every Message-ID that a mail has or names."""
    return set(re.findall(r"<[^<>]+>", f"{mail['Message-ID']} {mail['In-Reply-To']} {mail['References']}"))


def topic(mail: EmailMessage) -> str:
    """The subject without what programs put before it."""
    return PREFIX.sub("", mail["Subject"]).casefold()


def conversation(mail: EmailMessage) -> set[Hashable]:
    """The conversation that Outlook computes."""
    index = base64.b64decode(mail["Thread-Index"] or "")
    return {index[6:22] if len(index) >= 22 and index[0] == 1 else hashlib.md5(topic(mail).encode()).digest()}


@dataclass(frozen=True)
class Program:
    """Mails with a common key are in one conversation. ``sent``: whether the reader's own mails are among them."""

    keys: Callable[[EmailMessage], Iterable[Hashable]]
    sent: bool = True


PROGRAMS = {
    "Gmail": Program(lambda mail: {(topic(mail), id) for id in ids(mail)}),
    "Outlook": Program(conversation, sent=False),
    "Apple Mail": Program(ids),
    "Thunderbird": Program(ids),
}


def conversations(program: Program, mails: Iterable[EmailMessage]) -> list[list[EmailMessage]]:
    """The mails, grouped as the program shows them."""
    groups: list[tuple[set[Hashable], list[EmailMessage]]] = []
    for mail in mails:
        keys, together = set(program.keys(mail)), [mail]
        apart = [group for group in groups if not group[0] & keys]
        for group in groups:
            if group[0] & keys:
                keys, together = keys | group[0], group[1] + together
        groups = [*apart, (keys, together)]
    return [together for _, together in groups]


def answered(letter: EmailMessage, answer: str, at: datetime) -> EmailMessage:
    """A mail that answers the letter, as programs write it, which the inbox then reads."""
    mail = EmailMessage()
    to = parseaddr(letter["Reply-To"])[1]
    mail["From"], mail["To"], mail["Subject"] = "Ada <ada@example.org>", to, f"Re: {letter['Subject']}"
    mail["Message-ID"] = f"<{hashlib.sha256(letter['Message-ID'].encode() + answer.encode()).hexdigest()[:20]}@home>"
    mail["In-Reply-To"], mail["X-Ply"] = letter["Message-ID"], letter["X-Poste-Ply"]
    mail["References"] = f"{letter['References']} {letter['Message-ID']}"
    mail.set_content(answer + "\n")
    target = reply_addresses.target_of(to)
    assert target is not None
    queue.keep(target, "ada@example.org", mail.as_bytes(), at)
    processing.process_due(at)
    return mail


def nearly_to_the_end_of_a_deal(match: Match) -> None:
    """Everybody answers at random until few tricks are left of the first deal; what was not sent by then is never."""
    while len(page(match, "Ada").view["core"]["hand"]) > 4:
        one_window(match)


def until_ada_is_asked(match: Match) -> None:
    """The others answer at random."""
    while page(match, "Ada").ask is None:
        one_window(match)


def one_window(match: Match) -> None:
    match = again(match)
    for there in spectator_page(match).waiting:
        name = match.chairs[there].name
        seals(match, name, some_answer(match, name, Random(there)), MONDAY, match.ply)


class Correspondence:
    """Ada's letters of all matches and her answers to them, in order."""

    def __init__(self) -> None:
        self.received: dict[str, EmailMessage] = {}
        self.sent: list[EmailMessage] = []

    def of(self, program: Program) -> list[EmailMessage]:
        """What the program groups."""
        return [*self.received.values(), *(self.sent if program.sent else ())]

    def fetch(self, at: datetime) -> list[EmailMessage]:
        """The letters that came since the last time."""
        box, sent = Maildir(settings().local_mail), outbox.deliver(at)
        new = [filed for filed in reversed(box.letters(sent)) if filed.name == "Ada"]
        self.received |= {filed.key: letter for filed in new if (letter := box.read(filed.key))}
        return [self.received[filed.key] for filed in new]

    def play(self, match: Match, plies: int, begin: datetime = MONDAY) -> None:
        """Play on: Ada by mail, the others otherwise. She asks for the table now and then, and is late once a deal."""
        random, asked, stale = Random(plies), None, None
        for minute in range(plies):
            now = begin + timedelta(minutes=minute)
            for letter in self.fetch(now):
                asked = letter if letter["X-Poste-Kind"] == "turn" else asked
            match = again(match)
            waiting = [match.chairs[there].name for there in spectator_page(match).waiting]
            if "Ada" in waiting and asked is not None:
                if minute % 7 == 0:
                    self.sent.append(answered(asked, "table", now))
                if stale is not None and minute % 11 == 0:
                    self.sent.append(answered(stale, "hand", now))
                answer = some_answer(match, "Ada", random)
                self.sent.append(answered(asked, answer, now))
                stale = asked
                waiting.remove("Ada")
            for name in waiting:
                seals(match, name, some_answer(match, name, random), now, again(match).ply)
        self.fetch(begin + timedelta(minutes=plies))


class TestConversations:
    @pytest.mark.wide
    def test_a_deal_is_one_and_two_deals_are_two_with_receipts_reminders_and_own_answers(self):
        match, post = open_table("Ada", "Bruno", "Chiara", game="scarto"), Correspondence()
        nearly_to_the_end_of_a_deal(match)
        post.play(match, 26)
        until_ada_is_asked(match)
        matches.remind_due(MONDAY + timedelta(hours=47))
        post.fetch(MONDAY + timedelta(hours=47))
        assert {"turn", "receipt", "table", "reminder"} <= {mail["X-Poste-Kind"] for mail in post.received.values()}
        for name, program in PROGRAMS.items():
            mails = post.of(program)
            deals = {topic(mail).rpartition(", ")[2] for mail in mails}
            assert deals == {"deal 1", "deal 2"}
            shown = [{topic(mail).rpartition(", ")[2] for mail in group} for group in conversations(program, mails)]
            assert sorted(shown, key=str) == [{"deal 1"}, {"deal 2"}], name
        answers = {mail["Message-ID"]: mail for mail in post.sent}
        replies = [letter for letter in post.received.values() if letter["Auto-Submitted"] == "auto-replied"]
        across = [letter for letter in replies if letter["X-Poste-Ply"] != answers[letter["In-Reply-To"]]["X-Ply"]]
        assert across
        for letter in replies:
            assert answers[letter["In-Reply-To"]]["Subject"] == f"Re: {letter['Subject']}"

    def test_two_matches_of_the_same_people_are_apart(self):
        post = Correspondence()
        for day in range(2):
            post.play(
                open_table("Ada", "Bruno", "Chiara", game="scarto", at=MONDAY + timedelta(days=day)),
                5,
                MONDAY + timedelta(days=day),
            )
        for name, program in PROGRAMS.items():
            mails = [mail for mail in post.received.values() if ", deal" in mail["Subject"]]
            assert len({topic(mail) for mail in mails}) == 1
            shown = conversations(program, mails)
            assert len(shown) == 2, name
            assert all(len({mail["X-Poste-Match"] for mail in group}) == 1 for group in shown), name

    def test_a_conversation_has_one_topic(self):
        match, post = open_table("Ada", "Bruno"), Correspondence()
        post.play(match, 2)
        assert {letter["Thread-Topic"] for letter in post.received.values() if letter["X-Poste-Kind"] == "turn"} == {
            "Titro with Bruno"
        }


class TestThreadIndex:
    def test_it_is_22_bytes_that_name_the_thread_and_5_that_tell_when(self):
        first, second = (base64.b64decode(thread_index("<a@x>", MONDAY + timedelta(hours=n))) for n in range(2))
        other = base64.b64decode(thread_index("<b@x>", MONDAY))
        assert (len(first), first[0]) == (27, 1)
        assert first[:22] == second[:22]
        assert first[22:] < second[22:]
        assert first[6:22] != other[6:22]

    def test_its_times_are_those_of_the_format(self):
        index = base64.b64decode(thread_index("<a@x>", INDEXED_FROM + timedelta(days=1)))
        ticks = int.from_bytes(index[:6]) << 16
        assert abs(
            datetime(1601, 1, 1, tzinfo=INDEXED_FROM.tzinfo) + timedelta(microseconds=ticks // 10) - INDEXED_FROM
        ) < (timedelta(seconds=1))
        assert abs((int.from_bytes(index[22:26]) << 18) / 10_000_000 - 86_400) < 0.1

    def test_it_goes_on_rising_for_decades(self, subtests: pytest.Subtests):
        for years in [0, 1, 2, 5, 30, 50]:
            with subtests.test(years=years):
                at = INDEXED_FROM + timedelta(days=365 * years)
                before, after = (base64.b64decode(thread_index("<a@x>", at + timedelta(seconds=n))) for n in (0, 2))
                assert len(before) == len(after) == 27
                assert before[:22] == after[:22]
                assert before[22:] < after[22:]
