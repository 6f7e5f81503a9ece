"""Every kind of letter can be read, in light and in dark: none of its texts has too little contrast."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page

from server import clock
from server.post.kinds import KINDS
from server.post.writing import write
from server.store.models import Chair, Match, db
from server.views import spectator_page
from tests.cast import open_table, seal_for_everybody
from tests.post.every_kind import letter

from .conftest import Worlds
from .test_axe import broken

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def some_tricks() -> Match:
    """French Tarot after some tricks."""
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot", at=clock.now())
    for _ in range(30):
        seal_for_everybody(match, clock.now())
    return match


def written_as(kind: str, chair: Chair) -> str:
    """The markup of a letter of a kind."""
    row = letter(kind, chair)
    if kind == "gathered":
        letter("turn", chair).gathered_in = row.id
        db.session.flush()
    written = write(row, clock.now(), {row.id: "reply-1@cards.example.org"})
    assert written is not None
    return written.mail.html


def test_every_text_of_every_letter_has_enough_contrast(page: Page, worlds: Worlds, subtests: pytest.Subtests) -> None:
    written = []
    for kind in sorted(KINDS):
        match = worlds.match("some tricks of French Tarot", some_tricks)
        written.append(written_as(kind, match.chairs[spectator_page(match).waiting[0]]))
    page.set_content("\n".join(written))  # one below the other, in one document
    for scheme in SCHEMES:
        with subtests.test(scheme):
            assert broken(page, scheme) == {}
