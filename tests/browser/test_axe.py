"""Every page can be read and used by everybody: no violation that axe finds, in light and in dark."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from server import clock, links, matches, views
from server.matches.own_addresses import ADDRESS, HELD
from server.post import outbox
from server.rules import GAMES, Game
from server.store.models import PLAYING, InboundMail, Match, db
from tests.browser.conftest import Site
from tests.cast import NAMES, again, guests, open_table, play_out, seals, seat, some_answer

EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = EVERYTHING | {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What is left to look at when nothing but the colours has changed."""


def violations(page: Page) -> dict[str, list[str]]:
    """What axe finds with everything unfolded: rule -> the elements that break it."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    found = {}
    for scheme, rules in (("light", EVERYTHING), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for broken in Axe().run(page, options=rules).response["violations"]:
            found[f"{scheme}: {broken['id']}"] = [node["html"] for node in broken["nodes"]]
    return found


def assert_easy(page: Page, address: str, width: int = 360) -> None:
    """The page has no violation, and nothing of it lies beyond the edge of a small phone."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status < 500
    assert violations(page) == {}, json.dumps(violations(page), indent=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def table(game: Game) -> Match:
    return open_table(*NAMES[: _seats(game)], game=game.key, at=clock.now())


def _seats(game: Game) -> int:
    return min(max(game.seats), 4)


def asked_next(match: Match) -> str:
    """The name of a player who is asked now."""
    match = again(match)
    return match.chairs[views.spectator_page(match).waiting[0]].name


def play(match: Match, until: Callable[[Match], bool]) -> Match:
    """Everybody answers at random until it is so."""
    random = Random(7)
    while (match := again(match)).status == PLAYING and not until(match):
        name = asked_next(match)
        seals(match, name, some_answer(match, name, random), clock.now())
    return match


@pytest.mark.parametrize("path", ["/", "/new", "/lost", "/letters", "/privacy", "/nowhere", "/s/cut.off"])
def test_what_anybody_may_open(page: Page, site: Site, path: str) -> None:
    assert_easy(page, site.address + path)


def test_the_page_that_asks_whose_a_mail_was(page: Page, site: Site) -> None:
    chair = seat(open_table(at=clock.now()), "Ada")
    mail = InboundMail(identity="1", chair_id=chair.id, purpose="answer", sender="", raw=b"")
    mail.received_at, mail.outcome, mail.held, mail.claimed = clock.now(), HELD, ADDRESS, "ada@work.example"
    db.session.add(mail)
    db.session.commit()
    path = urlsplit(links.mail(mail.id, chair)).path
    assert_easy(page, site.address + path)
    page.get_by_role("button", name="Send my answer").click()
    assert violations(page) == {}
    page.get_by_label("Yes, that was me").check()
    page.get_by_role("button", name="Send my answer").click()
    assert violations(page) == {}
    assert page.title() == "Was that you?"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_rules_and_the_new_match_of_every_game(page: Page, site: Site, key: str) -> None:
    assert_easy(page, f"{site.address}/rules/{key}")
    assert_easy(page, f"{site.address}/new?game={key}")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_phase_of_every_game(page: Page, site: Site, key: str) -> None:
    """The pages of who is asked and of who waits, the first time that each phase is met."""
    match, met = table(GAMES[key]), set[str]()

    def new_phase(now: Match) -> bool:
        assert now.snapshot is not None
        return now.snapshot["phase"] not in met or now.ply > 150

    while (match := play(match, new_phase)).status == PLAYING and match.ply <= 150:
        assert match.snapshot is not None
        met.add(match.snapshot["phase"])
        name = asked_next(match)
        others = [chair.name for chair in match.chairs if chair.name != name]
        for who in (name, others[0]):
            assert_easy(page, site.seat(seat(match, who)))


def test_a_letter_in_the_local_mailboxes(page: Page, site: Site) -> None:
    table(GAMES["french-tarot"])
    assert outbox.deliver(clock.now()) > 0
    page.goto(f"{site.address}/letters")
    for path in page.locator("main li a").evaluate_all("links => links.map((link) => link.href)")[:4]:
        assert_easy(page, path)


def test_an_invitation_and_a_seat_that_waits_for_the_others(page: Page, site: Site) -> None:
    match = matches.open_match("titro", {}, guests("Ada", "Bruno"))
    assert_easy(page, site.seat(seat(match, "Ada")))
    matches.accept(seat(match, "Ada").id)
    assert_easy(page, site.seat(seat(match, "Ada")))
    assert_easy(page, site.seat(seat(match, "Bruno")))
    matches.decline(seat(match, "Bruno").id)
    assert_easy(page, site.seat(seat(match, "Ada")))


def test_names_as_long_as_they_may_be(page: Page, site: Site) -> None:
    match = matches.open_match("french-tarot", {}, guests("W" * 40, "Bruno", "Chiara-" * 5))
    assert_easy(page, site.seat(match.chairs[0]))
    for chair in match.chairs:
        matches.accept(chair.id)
    assert_easy(page, site.seat(match.chairs[0]))
    player = match.chairs[1].player
    assert player is not None
    assert_easy(page, f"{site.address}/me/{links.me(player).rpartition('/')[2]}")


def test_a_bid_that_is_sealed_and_one_that_was_refused(page: Page, site: Site) -> None:
    match = table(GAMES["titro"])
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_role("button", name="Seal").click()
    page.get_by_role("alert").wait_for()
    assert violations(page) == {}
    seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
    assert_easy(page, site.seat(seat(match, "Ada")))


def test_a_table_that_waits_for_an_absent_player_and_one_that_sleeps(page: Page, site: Site) -> None:
    match = table(GAMES["titro"])
    for window in range(10):
        if window < 3:
            seals(match, "Ada", some_answer(match, "Ada", Random(window)), clock.now())
        match = again(match)
        assert match.closes_at is not None
        matches.close_one(match.closes_at)
        if window == 2:
            assert_easy(page, site.seat(seat(match, "Ada")))
            assert page.get_by_text("Bruno has not answered three times running").is_visible()
    while (match := again(match)).closes_at is not None and not match.asleep_at:
        matches.close_one(match.closes_at)
    assert_easy(page, site.seat(seat(match, "Ada")))
    assert page.get_by_role("button", name="Wake it").is_visible()


def test_a_match_that_is_over_and_its_record(page: Page, site: Site) -> None:
    match = play_out(table(GAMES["titro"]), Random(3), clock.now())
    assert_easy(page, site.seat(seat(match, "Ada")))
    assert_easy(page, f"{site.seat(seat(match, 'Ada'))}?story=all")
    assert_easy(page, f"{site.address}/records/{match.id}")
