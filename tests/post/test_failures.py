"""Whose fault a refusal is, by its words, in the way of each kind of mail server."""

from __future__ import annotations

import pytest

from server.post.failures import Fault, fault_of, without

THEIRS = """
    550 5.1.1 <ada@spam.example>: Recipient address rejected: User unknown in virtual mailbox table
    550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).
    550 Requested action not taken: mailbox unavailable
    550 5.4.1 Recipient address rejected: Access denied. AS(201806281)
    550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.org not found by SMTP address lookup
    550 #5.1.0 Address rejected.
    550 sorry, no mailbox here by that name (#5.1.1)
    552 sorry, the mailbox of ada is over quota (#5.2.2)
    554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0] - mta1.example
    554 30 Sorry, your message to ada@example.org cannot be delivered. This mailbox is disabled (554.30).
    552 1 Requested mail action aborted, mailbox not found
    550 Unrouteable address
    550-5.1.1 The email account that you tried to reach does not exist.
    550 5.2.1 The email account that you tried to reach is disabled.
    """
OURS = """
    554 Transaction failed: Duplicate header 'DKIM-Signature'.
    550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Part of their network is on our block list (S3150).
    554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.dnsbl.example
    554-mx.example Your access to this mail system has been rejected due to the sending MTA's poor reputation.
    550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.
    553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)
    554 5.7.9 Message not accepted for policy reasons.
    550 5.7.1 <ada@example.org>: Recipient address rejected: SPF check of the sender failed
    550 5.1.8 Sender address rejected: Domain not found
    501 5.1.7 Bad sender address syntax
    550 5.6.7 SMTPUTF8 is required, but was not offered
    554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException
    554 Message rejected: Email address is not verified. The following identities failed the check: ada@example.org
    550 Domain may not exist or DNS check failed
    550 5.7.26 This message does not pass authentication
    """
UNSAID = """
    550 no
    554 Transaction failed
    550 5.0.0 Not today
    """


@pytest.mark.parametrize(("table", "fault"), [(THEIRS, Fault.ADDRESS), (OURS, Fault.US), (UNSAID, Fault.UNSAID)])
def test_a_refusal_is_read_by_its_words(table: str, fault: Fault) -> None:
    replies = [line.strip() for line in table.strip().splitlines()]
    assert {reply: fault_of(reply) for reply in replies} == dict.fromkeys(replies, fault)


def test_no_part_of_an_address_is_left_in_what_others_read() -> None:
    for words, told in (
        ("550 5.1.1 <greta.h@brown.example>: Recipient address rejected", "550 5.1.1 <…>: Recipient address rejected"),
        ("550 mx1.brown.example: Greta.H is not known here", "550 …: … is not known here"),
        ("550 No such user - greta.h", "550 No such user - …"),
        (
            "452 4.2.2 greta.holm and browns are others: see brown.example.",
            "452 4.2.2 greta.holm and browns are others: see ….",
        ),
        ("551 try greta@white.example", "551 try …"),
    ):
        assert without("greta.h@brown.example", words) == told
    assert without("", "550 no such user: ada@example.org") == "550 no such user: …"
