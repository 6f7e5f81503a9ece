"""What real mail programs send, each read as its writer meant it. The mails of the corpus were written by us."""

from __future__ import annotations

import pytest

from server.post import inbound
from server.store.models import InboundMail, db
from server.views import seat_page

from ...cast import seals, seat
from ...conftest import MONDAY
from .corpus_files import CORPUS, mail
from .tables import address_of, table_with_the_king_of_hearts

pytestmark = pytest.mark.usefixtures("app")

SEALED = """
    plain words-and-greeting quoted-printable base64 flowed flowed-thunderbird latin-1 gmail-top gmail-html-only
    apple-mail iphone-html outlook-top outlook-german outlook-html outlook-dutch mutt-bottom between-quotes italian
    spanish signature disclaimer phone-footer picture unknown-charset without-message-id malformed-headers
    """.split()
OUTCOMES = {
    **dict.fromkeys(SEALED, "sealed"),
    **dict.fromkeys("picture-alone empty only-quoted not-an-answer forwarded initial".split(), "refused"),
    **dict.fromkeys("wrong-sender name-is-not-address".split(), "held"),
    "two-senders": "stranger",
    **dict.fromkeys("out-of-office out-of-office-german bounce bounce-exim delayed".split(), "automatic"),
    **dict.fromkeys("hand help resign stop".split(), "command"),
    "vacation": "bulk",
    "mailing-list": "list",
    "no-reply": "robot",
    "our-own-letter": "loop",
}


LAST = "resign", "stop", "vacation"
"""What changes the table or its letters comes when the other mails have been read."""


def test_a_mail_of_the_corpus_means_what_its_writer_meant(subtests: pytest.Subtests):
    match = table_with_the_king_of_hearts()
    for name in sorted(OUTCOMES, key=lambda name: (name in LAST, name)):
        with subtests.test(name):
            seals(match, "Ada", "KH blind")
            target = inbound.recipient(address_of(match, "Ada"), MONDAY)
            assert target is not None
            inbound.keep(target, "ada@example.org", mail(name), MONDAY)
            assert inbound.process_due(MONDAY) == 1
            last = db.select(InboundMail.outcome).order_by(InboundMail.id.desc()).limit(1)
            assert db.session.scalar(last) == OUTCOMES[name]
            sealed = seat_page(seat(match, "Ada")).sealed
            assert sealed == ("KH centre" if name in SEALED else "KH blind")


def test_every_mail_of_the_corpus_is_read():
    assert set(OUTCOMES) == {file.stem for file in CORPUS.glob("*.eml")}
