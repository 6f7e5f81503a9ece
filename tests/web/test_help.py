"""What the page of help says one may write is understood."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from server import matches
from server.store.models import Letter, db

from ..cast import NAMES, open_table, seat
from ..post.inbound.tables import table_with_the_king_of_hearts
from ..post.inbound.test_processing import letter_to, reply

REFUSED = ("refusal", "which")


def test_every_reply_that_the_help_names_does_what_it_says(web: FlaskClient, subtests: pytest.Subtests):
    named = re.findall(r"<code>(.*?)</code>", web.get("/help").get_data(as_text=True))
    assert len(named) > 8
    for words in named:
        with subtests.test(words):
            if words.startswith("plan:"):
                taker = seat(open_table(*NAMES[:4], game="french-tarot"), "Ada")
                assert matches.seal_plan(taker.id, words.removeprefix("plan:").strip())
                continue
            match = table_with_the_king_of_hearts()
            reply(letter_to("Ada", "turn"), words)
            kinds = set(db.session.scalars(select(Letter.kind).where(Letter.match_id == match.id)))
            assert not kinds.intersection(REFUSED), kinds
