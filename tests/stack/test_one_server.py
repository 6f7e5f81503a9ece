"""One whole server, and what may happen to it: services that are gone, a pause, an hour asleep, deals by mail.

Each start of all its processes takes as long as ten of these tests; so all of them use the same one, one after the
other, and each has players of its own.
"""

from __future__ import annotations

import os
import signal
import smtplib
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import func, select, update

from server import clock, links, matches, views
from server.deal import verify
from server.matches import Guest, match_by_id
from server.store import heartbeat
from server.store.models import MATCHES, OVER, PLAYING, Considered, Letter, Match, Process, Review, Turn, db
from server.store.session import transaction
from server.views import seat_page
from tests.cast import (
    NAMES,
    address,
    again,
    guests,
    open_match,
    open_table,
    page,
    reply_address,
    seal_for_everybody,
    seals,
    some_answer,
)
from tests.conftest import POSTGRESQL_IF_LONG
from tests.hooks import Hooks
from tests.services import Stack, status_of, wait_for

from .clocks import health, ply, short_table
from .conftest import Running, inside
from .measured import assert_measured
from .planned_deal import PLANS, Mailboxes, have_answered, letters_of, log, said_by_plan, text_of, turns
from .test_faults import end_the_leases
from .test_frozen import A_PAGE, BUSY_MACHINE, HEALTH, timed
from .test_races import answer

SENDERS = 9
"""As many mails as come in at a time, but for one."""
HALF_A_MAIL = b"Subject: slow\r\n\r\n" + (b"word and word " * 60 + b"\r\n") * 6_000
TAKEN, MOST = 20, 80
"""Megabytes that the halves of mails take at least, and at most, however often they come: they are 46."""


# What it counts -------------------------------------------------------------------------------------------------------


@pytest.mark.wide
def test_a_played_match_is_measured_and_nobody_is_named(running: Running) -> None:
    """It is the first test, for every count begins with it."""
    with Hooks() as hooks:
        assert_measured(running.stack, running.post, hooks.url)


# The broker and the mail server --------------------------------------------------------------------------------------


def letters(stack: Stack, match: Match) -> list[Letter]:
    with inside(stack):
        return list(db.session.scalars(select(Letter).where(Letter.match_id == match.id)).all())


@POSTGRESQL_IF_LONG
def test_a_bid_is_sealed_at_once_while_the_broker_is_down_or_silent(running: Running) -> None:
    stack, broker, post = running.stack, running.broker, running.post
    with inside(stack):
        match = open_table("Silvia", "Bruno", at=clock.now())
        match_id = match.id
        tokens = [links.seat_token(chair) for chair in match.chairs]
        cards = [seat_page(chair).view["hand"][0] for chair in match.chairs]

    def came() -> int:
        return sum(letter["X-Poste-Match"] == match_id for letter in post.to("bruno@example.org", "turn"))

    wait_for(came, "the first letters")
    broker.stop()
    status, body = answer(stack, tokens[0], {"answer": f"{cards[0]} centre", "ply": 0})
    assert (status, body["opened"]) == (200, False)
    broker.start()
    broker.pause()
    status, body = answer(stack, tokens[1], {"answer": f"{cards[1]} blind", "ply": 0})
    assert (status, body["opened"]) == (200, True)
    with inside(stack):
        assert match_by_id(match_id).ply == 1
    broker.resume()

    def both_letters_came() -> bool:
        stack.keep_running()
        return came() == 2

    wait_for(both_letters_came, "letters when the broker is back")


@POSTGRESQL_IF_LONG
def test_letters_wait_for_a_mail_server_that_is_down(running: Running) -> None:
    stack, post = running.stack, running.post
    post.stop()
    with inside(stack):
        match = open_table("Ada", "Wanda", at=clock.now())
    wait_for(lambda: any(letter.attempts for letter in letters(stack, match)), "a first attempt")
    post.start()
    end_the_leases(stack)
    wait_for(lambda: post.to("wanda@example.org", "turn"), "the letters to go out")
    wait_for(lambda: not any(letter.due_at for letter in letters(stack, match)), "all to be marked as sent")


@POSTGRESQL_IF_LONG
@pytest.mark.wide
def test_an_address_that_the_mail_server_refuses_is_told_to_the_host(running: Running) -> None:
    stack, post = running.stack, running.post
    post.refuse = lambda address: "550 no such user" if address.startswith("nobody") else None
    with inside(stack):
        match = open_table("Hanna", "Nobody", at=clock.now())
    wait_for(lambda: any(letter.refused_at for letter in letters(stack, match)), "a first refusal")
    with inside(stack):
        open_table("Hanna", "Chiara", at=clock.now())  # their letters pass: the address is at fault, not the server
    wait_for(lambda: post.to("hanna@example.org", "trouble"), "a letter to the host")
    with inside(stack):
        assert match_by_id(match.id).chairs[1].trouble
    time.sleep(2)
    assert len(post.to("hanna@example.org", "trouble")) == 1


@POSTGRESQL_IF_LONG
def test_windows_close_and_letters_leave_while_the_broker_is_gone_and_nothing_is_done_twice(running: Running) -> None:
    stack, broker, post = running.stack, running.broker, running.post
    first = short_table(stack)
    wait_for(lambda: ply(stack, first) >= 1, "a window to close by ticks")
    broker.stop()
    started = [stack.processes["worker"].pid]

    def closed(match_id: str, least: int) -> bool:
        """Celery's worker may end when its broker does; whoever keeps it running starts it again, and it stays."""
        stack.keep_running()
        started.append(stack.processes["worker"].pid)
        return ply(stack, match_id) >= least

    second = short_table(stack, "Tiberio", "Dmitri", pace="PT4S")
    wait_for(lambda: closed(second, 2), "windows to close without a broker")
    wait_for(lambda: post.to("tiberio@example.org", "turn"), "a letter without a broker")
    assert len(set(started)) <= 2, "no worker is restarted over and over for a broker that is down"
    told = stack.read_log().count("sweep.by_ticks")
    broker.start()
    wait_for(lambda: closed(second, 2) and stack.read_log().count("sweep.by_ticks") > told, "the ticks to come back")
    now = ply(stack, second)
    wait_for(lambda: closed(second, now + 1), "windows to close by ticks again")
    messages = [letter["Message-ID"] for letter in post.letters if letter["X-Poste-Match"] in (first, second)]
    assert messages
    assert len(messages) == len(set(messages))


# Time ----------------------------------------------------------------------------------------------------------------


@POSTGRESQL_IF_LONG
@pytest.mark.wide
def test_after_an_hour_asleep_a_window_is_given_its_time_back_before_anything_else(running: Running) -> None:
    stack, post = running.stack, running.post
    for name in ("worker", "beat"):
        stack.kill(name)
    with inside(stack):
        match_id = open_table("Edda", "Bruno", pace="PT1H", at=clock.now() - timedelta(minutes=70)).id
        before = clock.now()
        heartbeat.beat(before - timedelta(minutes=65))
        db.session.execute(update(Process).values(seen_at=before))
        db.session.commit()
    stack.start_one("worker")
    stack.start_one("beat")
    wait_for(lambda: post.to("edda@example.org", "outage"), "the letter that tells of it")
    with inside(stack):
        match = match_by_id(match_id)
        assert match.ply == 0
        assert match.closes_at is not None
        assert match.closes_at > before + timedelta(minutes=50)
        reminded = select(func.count()).where(Letter.kind == "reminder", Letter.match_id == match_id)
        assert db.session.scalar(reminded) == 0
        assert len(post.to("edda@example.org", "outage")) == 1


@POSTGRESQL_IF_LONG
def test_a_paused_server_shows_pages_takes_nothing_and_goes_on_where_it_was(running: Running) -> None:
    stack, post = running.stack, running.post
    with inside(stack):
        match = open_table("Paula", "Bruno", pace="PT6S", at=clock.now())
        match_id = match.id
        token, card = links.seat_token(match.chairs[0]), seat_page(match.chairs[0]).view["hand"][0]
        heartbeat.pause(clock.now(), clock.now() + timedelta(hours=2), "The server moves.")
        plies = match_by_id(match_id).ply
    wait_for(lambda: answer(stack, token, {"answer": f"{card} centre", "ply": plies})[0] == 503, "the pause to be seen")
    status, body = answer(stack, token, {"answer": f"{card} centre", "ply": plies})
    assert (status, body["title"]) == (503, "Service Unavailable")
    assert "The server moves." in body["detail"]
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{stack.url}/s/{token}", data=b"x=1", method="POST"), timeout=60)
    with refused.value:
        assert 7000 < int(refused.value.headers["Retry-After"]) <= 7200
    with urlopen(f"{stack.url}/s/{token}", timeout=60) as page:
        assert "The server is paused. The server moves." in page.read().decode()
    assert (health(stack)["status"], health(stack)["ok"]) == ("paused", True)
    wait_for(lambda: not _claimed(stack, match_id), "letters claimed before the pause to leave")
    came = len(post.to("paula@example.org"))
    wait_for(lambda: _overdue(stack, match_id), "the deadline to pass")
    assert (ply(stack, match_id), len(post.to("paula@example.org"))) == (plies, came)
    with inside(stack):
        assert heartbeat.resume(clock.now()) is not None
    wait_for(lambda: ply(stack, match_id) > plies, "the clocks to go on")
    assert health(stack)["status"] == "running"


def _claimed(stack: Stack, match_id: str) -> bool:
    with inside(stack):
        on_its_way = (Letter.match_id == match_id) & (Letter.attempts > 0) & Letter.due_at.is_not(None)
        return db.session.scalar(select(Letter.id).where(on_its_way).limit(1)) is not None


def _overdue(stack: Stack, match_id: str) -> bool:
    with inside(stack):
        at = clock.now() - timedelta(seconds=3)
        return (
            db.session.scalar(select(MATCHES.c.id).where(MATCHES.c.id == match_id, MATCHES.c.closes_at < at))
            is not None
        )


# A database that is locked -------------------------------------------------------------------------------------------


def test_a_locked_sqlite_costs_a_writer_five_seconds_and_readers_nothing(running: Running) -> None:
    stack = running.stack
    file = stack.environ["DATABASE_URL"].removeprefix("sqlite:///")
    with inside(stack):
        match = open_table("Lucio", "Bruno", at=clock.now())
        tokens = [links.seat_token(chair) for chair in match.chairs]
        card = seat_page(match.chairs[0]).view["hand"][0]
    wait_for(lambda: {status_of(f"{stack.url}/s/{tokens[0]}") for _ in range(8)} == {200}, "every web process")
    bid = {"answer": f"{card} centre", "ply": 0}
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        started = time.monotonic()
        assert answer(stack, tokens[0], bid)[0] == 503
        assert time.monotonic() - started < A_PAGE + BUSY_MACHINE
        assert timed(f"{stack.url}/healthz")[1] < HEALTH + BUSY_MACHINE
        assert status_of(f"{stack.url}/s/{tokens[0]}") == 200
        other.execute("ROLLBACK")
    assert answer(stack, tokens[0], bid)[0] == 200


# House players, who think in a process of their own ------------------------------------------------------------------


def table() -> str:
    """The id of a match of Ada and three house players, the first of whom thinks."""
    people = [*guests("Ada"), *(Guest(name, house=True) for name in ("Bruno", "Chiara", "Dmitri"))]
    match = open_match("french-tarot", {}, people, terms={"house": "strong"})
    matches.accept(match.chairs[0].id)
    if asked(match.id):
        seals(match, "Ada", "pass", clock.now())
    return match.id


def by_the_house(match_id: str) -> int:
    """How many answers the house has given."""
    db.session.rollback()
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match_id)).all()
    return sum(given.by == "house" for turn in turns for given in turn.answers)


def thinkers(stack: Stack) -> list[int]:
    """The processes of this server in which house players think."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            command, environ = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if b"worker.house" in command and f"STATE_DIR={stack.folder}".encode() in environ.split(b"\0"):
            found.append(int(process.name))
    return found


def asked(match_id: str) -> bool:
    """Whether Ada is asked."""
    match = matches.match_by_id(match_id)
    return page(match, "Ada").ask is not None


def nobody_thinks(stack: Stack) -> None:
    """Let a thinking process end, which lingers for others."""
    for thinker in thinkers(stack):
        os.kill(thinker, signal.SIGKILL)
    wait_for(lambda: not thinkers(stack), "nobody to think")


@pytest.mark.wide
def test_it_answers_and_goes_on_after_it_was_killed_in_the_middle_of_a_thought(running: Running) -> None:
    stack = running.stack
    nobody_thinks(stack)
    with inside(stack):
        match_id = table()
        [thinker] = wait_for(lambda: thinkers(stack), "somebody to think")
        wait_for(lambda: not by_the_house(match_id) and not matches.decision_due(), "a decision to be taken")
        os.kill(thinker, signal.SIGKILL)
        wait_for(lambda: by_the_house(match_id) >= 1, "the decision to be made again")
        wait_for(lambda: asked(match_id), "Ada to be asked")
        [another] = thinkers(stack)
        assert another != thinker
        usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
        threads = [int(each.name) for each in Path(f"/proc/{another}/task").iterdir()]
        assert any(os.getpriority(os.PRIO_PROCESS, thread) > usual for thread in threads)
    stack.kill("worker")
    wait_for(lambda: not thinkers(stack), "the process to end with the worker", 20)


@pytest.mark.wide
def test_without_a_broker_it_thinks_all_the_same(running: Running) -> None:
    running.broker.stop()
    with inside(running.stack):
        match_id = table()
        wait_for(lambda: running.stack.keep_running() or by_the_house(match_id) >= 1, "an answer of the house")


# Reviews, which the same process makes -------------------------------------------------------------------------------


def played(rounds: int) -> Match:
    """A match between Ada and the house, played to its end."""
    people = [*guests("Ada"), Guest("Bruno", house=True)]
    match = open_match("titro", {"rounds": rounds}, people)
    matches.accept(match.chairs[0].id)
    while again(match).status == PLAYING:
        seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
    return again(match)


def considered(match: Match) -> int:
    """How many decisions have been considered."""
    db.session.rollback()
    return db.session.scalar(select(func.count()).where(Considered.match_id == match.id)) or 0


def ended(match: Match) -> bool:
    """Whether all have been."""
    db.session.rollback()
    db.session.expire_all()
    return db.session.get_one(Review, match.id).due_at is None


@pytest.mark.wide
def test_a_match_is_reviewed_after_its_end_and_nothing_runs_before(running: Running) -> None:
    stack = running.stack
    nobody_thinks(stack)
    with inside(stack):
        match = open_match("titro", {"rounds": 1}, guests("Ada", "Bruno"))
        for chair in match.chairs:
            matches.accept(chair.id)
        seal_for_everybody(match, clock.now())
        assert not thinkers(stack)
        while again(match).status == PLAYING:
            seal_for_everybody(match, clock.now())
        wait_for(lambda: ended(match), "the review to end", 120)
        review = views.reviewed(again(match).chairs[0])
        assert review
        assert not review.looking
        assert any(decision.opinion for decision in review.decisions.values())


# Whoever was killed while a letter left has closed no connection; the mail server finds that out at its leisure.
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
def test_it_goes_on_after_it_was_killed_in_the_middle(running: Running) -> None:
    stack = running.stack
    with inside(stack):
        match = played(rounds=2)
        wait_for(lambda: considered(match), "a decision to be considered", 60)
        [thinker] = thinkers(stack)
        os.kill(thinker, signal.SIGKILL)
        before = considered(match)
        wait_for(lambda: ended(match), "the review to end", 120)
        assert considered(match) > before


# The inbox -----------------------------------------------------------------------------------------------------------


def memory(pid: int) -> int:
    """Megabytes that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def in_the_middle_of_a_mail(stack: Stack, address: str) -> smtplib.SMTP:
    """A sender that has sent half of a mail to the address."""
    sender = smtplib.SMTP("127.0.0.1", stack.inbox_port, timeout=60)
    sender.ehlo()
    sender.mail("ada@example.org")
    assert sender.rcpt(address)[0] == 250
    assert sender.docmd("DATA")[0] == 354
    sender.send(HALF_A_MAIL)
    return sender


@pytest.mark.wide
def test_those_who_leave_in_the_middle_of_a_mail_take_no_memory_with_them(running: Running) -> None:
    stack = running.stack
    with inside(stack):
        ada, *_ = open_table("Ada", "Mercurio", at=clock.now()).chairs
        address = transaction(lambda: reply_address(ada.id, 0, clock.now()))()
    inbox = stack.processes["inbox"].pid
    before = memory(inbox)
    for _ in range(4):
        senders = [in_the_middle_of_a_mail(stack, address) for _ in range(SENDERS)]
        wait_for(lambda: memory(inbox) > before + TAKEN, "the mails to be held")
        for sender in senders:
            sender.close()
    with smtplib.SMTP("127.0.0.1", stack.inbox_port, timeout=60) as last:
        last.ehlo()  # what came before is over
    assert memory(inbox) < before + MOST


# A deal by mail ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["begun", "whole"])
def test_a_deal_among_four_mailboxes_is_played_with_plans_and_nobody_else_learns_of_them(
    running: Running, whole: bool
) -> None:
    """The whole of it, or until each plan has answered."""
    stack, post = running.stack, running.post
    with inside(stack):
        match = open_table(*NAMES[:4], game="french-tarot", deals=1, at=clock.now())

        def is_over(match: Match) -> bool:
            return match.status == OVER or (not whole and have_answered(match) == set(PLANS))

        Mailboxes(stack, post, match, is_over).play()
        match = again(match)
        if whole:
            its_id = match.id
            db.session.rollback()
            db.session.execute(update(Review).where(Review.match_id == its_id).values(due_at=None))
            db.session.commit()
            match = again(match)
            assert match.ending == "played"
            assert match.ply > 70
            wait_for(lambda: [one["X-Poste-Kind"] for one in letters_of(match, post)].count("over") == 4, "the end")
            record = matches.record_of(match)
            assert verify(record).scores == record["scores"]
        print(f"\n{log(match, post)}")

        by_plan = [(ply, given) for ply, given in turns(match) if given.by_plan]
        assert len(by_plan) > (20 if whole else 2)
        assert have_answered(match) == set(PLANS)
        for ply, given in by_plan:
            assert given.answer == said_by_plan(match, ply, given.seat)
        letters = letters_of(match, post)
        asks = {(one["X-Poste-Ply"], str(one["To"])) for one in letters if one["X-Poste-Kind"] == "turn"}
        for ply, given in by_plan:
            name = match.chairs[given.seat].name
            assert not any(number == str(ply) and address(name) in to for number, to in asks)
        for reader in match.chairs:
            told = [text_of(one) for one in letters if address(reader.name) in str(one["To"])]
            assert told
            shown = seat_page(reader, text=True, since=0)
            told.append(" ".join(str(shown.prose.tell(line)) for ply in shown.story for line in ply.lines))
            others = [other.name for other in match.chairs if other is not reader]
            assert not any(
                f"{other} had left" in text or f"{other}'s plan" in text for text in told for other in others
            )


# Many who think ------------------------------------------------------------------------------------------------------

MANY = 60
"""Decisions that take longer, one after the other, than a window may be late."""


@pytest.mark.wide
def test_many_decisions_do_not_delay_a_window(running: Running) -> None:
    """It is the last test, for what is to be decided then is left."""
    stack = running.stack
    with inside(stack):
        for _ in range(MANY):
            table()
        wait_for(lambda: thinkers(stack), "somebody to think")
        match = open_match("titro", {}, guests("Ada", "Bruno"), "PT2S")
        for chair in match.chairs:
            matches.accept(chair.id)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
        due = again(match).closes_at
        assert due
        wait_for(lambda: again(match).ply, "the window to close")
        assert clock.now() - due < timedelta(seconds=15)
        assert matches.decision_due()
