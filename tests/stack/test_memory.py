"""What a storm of mail takes of the inbox's memory goes back to the system when it is over."""

from __future__ import annotations

import os
import smtplib
from pathlib import Path

import pytest

from server import clock
from server.post import reply_addresses
from server.store.session import transaction
from tests.cast import open_table
from tests.services import Stack, wait_for

from .conftest import Start, inside

SENDERS = 60
HALF_A_MAIL = b"Subject: slow\r\n\r\n" + b"word and word\r\n" * 30_000
TAKEN, LEFT = 20, 12
"""Megabytes that the halves of mails take at least, and that may stay when they are gone."""


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


@pytest.mark.parametrize("stack_database", ["sqlite"], indirect=True)
def test_memory_is_given_back_when_many_have_left_in_the_middle(start: Start) -> None:
    stack = start("inbox")
    wait_for(lambda: "inbox.listening" in stack.read_log(), "the inbox to listen")
    with inside(stack):
        ada, *_ = open_table("Ada", "Bruno", at=clock.now()).chairs
        address = transaction(lambda: reply_addresses.open_address(ada.id, 0, clock.now()))()
    inbox = stack.processes["inbox"].pid
    in_the_middle_of_a_mail(stack, address).close()
    before = memory(inbox)
    senders = [in_the_middle_of_a_mail(stack, address) for _ in range(SENDERS)]
    wait_for(lambda: memory(inbox) > before + TAKEN, "the mails to be held")
    for sender in senders:
        sender.close()
    wait_for(lambda: memory(inbox) < before + LEFT, "the memory to be given back")
