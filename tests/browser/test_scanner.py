"""Mail scanners open every link of every letter in a real browser, twice: nothing may change."""

import re
import sqlite3
from datetime import timedelta
from pathlib import Path
from random import Random

from playwright.sync_api import Page

from server import clock, matches
from server.config import Settings
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import db
from tests.browser.conftest import Site
from tests.cast import again, open_table, play_out, seal_for_everybody, seat

ADDRESS = re.compile(r"https?://[^\s\"<>)]+")


def dumped(database: Path) -> list[str]:
    """Everything in the database, as SQL."""
    with sqlite3.connect(database) as connection:
        return list(connection.iterdump())


def addresses(mailboxes: Maildir) -> set[str]:
    """Every address in every letter, text and markup alike."""
    found: set[str] = set()
    for filed in mailboxes.letters():
        letter = mailboxes.read(filed.key)
        assert letter is not None
        for part in letter.walk():
            if part.get_content_maintype() == "text":
                found |= set(ADDRESS.findall(part.get_content()))
        found |= set(ADDRESS.findall(str(letter["List-Unsubscribe"])))
    return found


def test_a_scanner_that_opens_everything_twice_changes_nothing(
    site: Site, settings: Settings, tmp_path: Path, page: Page
) -> None:
    now = clock.now()
    settings.__dict__["base_url"] = site.address
    open_match = matches.open_match(
        "titro", {}, [matches.Guest("Edda", "edda@example.org"), matches.Guest("Farid", "farid@example.org")], at=now
    )
    running = open_table("Ada", "Bruno", at=now - timedelta(hours=40))
    seal_for_everybody(running, now, but="Ada")
    matches.remind_due(now)
    finished = play_out(open_table("Chiara", "Dmitri", at=now, rounds=1), Random(1), now)
    matches.replace_link(seat(finished, "Chiara").id, at=now)
    matches.send_lost_links("ada@example.org", at=now)
    outbox.deliver()
    mailboxes = Maildir(settings.local_mail or tmp_path)
    kinds = {filed.kind for filed in mailboxes.letters()}
    assert kinds >= {"invitation", "turn", "reminder", "over", "link", "lost"}
    before, letters = dumped(tmp_path / "poste.sqlite"), len(mailboxes.letters())
    everything = addresses(mailboxes)
    assert len(everything) > 10

    for address in sorted(everything) * 2:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.request.head(address)

    outbox.deliver()
    db.session.rollback()
    assert dumped(tmp_path / "poste.sqlite") == before
    assert len(mailboxes.letters()) == letters
    assert again(open_match).status == "invited"
