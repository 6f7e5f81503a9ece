"""Answers by all the mail programs there are, over SMTP, sealed as they were meant."""

from __future__ import annotations

import smtplib
from email.utils import parseaddr

from flask import Flask

from server.post import inbound
from server.post.inbound.listener import listening, smtp_server
from server.views import seat_page

from ...cast import seat
from ...services import free_port
from .mail_programs import PROGRAMS
from .tables import table_with_the_king_of_hearts
from .test_processing import letter_to, outcomes

ANSWERS = {
    "KH centre": "KH centre",
    "king of hearts, cloak": "KH cloak",
    "I play the king of hearts on the blind, please.": "KH blind",
}


def test_each_of_seventy_programs_is_understood(app: Flask) -> None:
    match, port = table_with_the_king_of_hearts(pace="P30D"), free_port()
    letter = letter_to("Ada", "turn")
    address = parseaddr(str(letter["Reply-To"]))[1]
    wrong = []
    server = listening(smtp_server(app, "127.0.0.1", port, kept=lambda: None))
    with server, smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        for n, program in enumerate(PROGRAMS):
            typed, meant = list(ANSWERS.items())[n % len(ANSWERS)]
            client.sendmail("ada@example.org", [address], program.reply(letter, typed))
            inbound.process_due()
            sealed, outcome = seat_page(seat(match, "Ada")).sealed, outcomes()[-1]
            if (sealed, outcome) != (meant, "sealed"):
                wrong.append((program.name, outcome, sealed))
    assert len(PROGRAMS) >= 60
    assert wrong == []
