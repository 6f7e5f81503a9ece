"""Every page can be read and used by everybody: no violation that axe finds, in light and in dark."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from server import clock, links, matches, views
from server.matches.own_addresses import ADDRESS, HELD
from server.post import outbox
from server.rules import GAMES, Game
from server.store.models import PLAYING, InboundMail, Match, db
from tests.browser.conftest import Site
from tests.browser.moments import FAR, near
from tests.cast import NAMES, again, guests, open_match, open_table, play_out, seals, seat, some_answer
from tests.each import some_games

OF_COLOURS = ("color-contrast", "link-in-text-block")
"""What is looked at in light and in dark, and only where something looks as nothing did before."""
DIFFER = ("rules/french-tarot", "rules/tottarot", "new?game=french-tarot", "new?game=titro")
"""Pages of rules and for a new match that differ most."""
LOOKS = """() => {
  const text = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const hash = (...parts) => {
    const words = parts.join();
    let so_far = 7;
    for (let at = 0; at < words.length; at++) so_far = (so_far * 31 + words.charCodeAt(at)) % 2 ** 45;
    return so_far;
  };
  const grounds = new Map();
  const ground = (one) => {
    if (!one) return "";
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one);
      const under = ground(one.parentElement), name = one.getAttribute("class");
      grounds.set(one, hash(under, one.tagName, name, backgroundColor, backgroundImage, opacity, filter));
    }
    return grounds.get(one);
  };
  window.looks = new Map();
  for (const one of document.body.querySelectorAll("*")) {
    if (!text(one) && !one.matches("input, select, textarea") || !one.checkVisibility(VISIBLE)) continue;
    const { color, fontSize, fontWeight, textShadow, textDecoration } = getComputedStyle(one);
    const around = one.matches("a") && [getComputedStyle(one.parentElement).color, textDecoration];
    const look = hash(ground(one), color, fontSize, fontWeight, textShadow, one.disabled, around);
    window.looks.set(look, [...(window.looks.get(look) || []).slice(0, 1), one]);
  }
  return [...window.looks.keys()];
}""".replace("VISIBLE", "{ opacityProperty: true, visibilityProperty: true }")
"""How all texts of a page look, with the ground on which they stand: whether one can read the first and the last that
look so tells whether one can read the others."""
BROKEN = """async ([everything, unread, colours]) => {
  const broken = {}, include = unread.flatMap((look) => window.looks.get(look)), read = new Set();
  const run = async (where, how) => {
    const { violations, passes } = await axe.run(where, { ...how, selectors: false });
    for (const rule of violations) broken[rule.id] = rule.nodes.map((node) => node.html);
    return passes.filter((rule) => rule.id === colours[0]).flatMap((rule) => rule.nodes);
  };
  const others = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
  if (everything) await run(document, { rules: others, resultTypes: ["violations"] });
  if (include.length) {
    for (const node of await run({ include }, { runOnly: colours, elementRef: true })) read.add(node.element);
  }
  return [broken, unread.filter((look) => window.looks.get(look).some((one) => read.has(one)))];
}"""
ENOUGH = 3
"""On so many pages axe looks at a text of which it cannot say whether one can read it, as it lies on a picture."""
_looked_at: dict[str, Counter[int]] = {"light": Counter(), "dark": Counter()}
"""How often what looks so was looked at, however many pages it is on, and found no violation."""


def broken(page: Page, scheme: Literal["light", "dark"], everything: bool = False) -> dict[str, list[str]]:
    """What nobody can read, or everything that axe finds: rule -> the elements that break it."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    looks, looked_at = page.evaluate(LOOKS), _looked_at[scheme]
    assert looks, "an empty page"
    unread = [look for look in looks if looked_at[look] < ENOUGH]
    found, read = page.evaluate(BROKEN, [everything, unread, OF_COLOURS])
    if found.keys().isdisjoint(OF_COLOURS):
        looked_at.update([*unread, *(ENOUGH * read)])
    return dict(found)


def in_both_schemes(page: Page) -> dict[str, list[str]]:
    """What axe finds in light, and what of the colours in dark."""
    return {
        **{f"light: {rule}": nodes for rule, nodes in broken(page, "light", everything=True).items()},
        **{f"dark: {rule}": nodes for rule, nodes in broken(page, "dark").items()},
    }


def violations(page: Page) -> dict[str, list[str]]:
    """What axe finds with everything unfolded: rule -> the elements that break it."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    return in_both_schemes(page)


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


def test_what_anybody_may_open(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for path in ("/new", "/lost", "/letters", "/help", "/privacy", "/s/cut.off"):  # the front page: test_front.py
        with subtests.test(path):
            assert_easy(page, site.address + path)


def test_the_page_that_asks_whose_a_mail_was(page: Page, site: Site) -> None:
    chair = seat(open_table(at=clock.now()), "Ada")
    mail = InboundMail(identity="1", chair_id=chair.id, purpose="answer", sender="", raw=b"")
    mail.received_at, mail.outcome, mail.held, mail.claimed = clock.now(), HELD, ADDRESS, "ada@work.example"
    db.session.add(mail)
    db.session.commit()
    path = urlsplit(links.mail(mail.id, chair)).path
    assert_easy(page, site.address + path)
    page.get_by_role("button", name="That was me").click()
    expect(page.get_by_role("heading", name="It was you")).to_be_visible()
    assert violations(page) == {}


@pytest.mark.parametrize(
    "paths",
    [
        DIFFER,
        pytest.param([f"{shown}{key}" for shown in ("rules/", "new?game=") for key in GAMES], marks=pytest.mark.long),
    ],
    ids=["few", "all"],
)
@pytest.mark.wide
def test_the_rules_of_every_game_and_its_new_match(
    page: Page, site: Site, subtests: pytest.Subtests, paths: Sequence[str]
) -> None:
    for path in paths:
        with subtests.test(path):
            assert_easy(page, f"{site.address}/{path}")


@pytest.mark.parametrize("far", [False, pytest.param(True, marks=pytest.mark.long)], ids=["near", "far"])
@some_games()
def test_every_phase_of_every_game(page: Page, site: Site, subtests: pytest.Subtests, key: str, far: bool) -> None:
    """The page of who is asked the first time that each phase is met, and of who waits, of which few are looked at."""
    match, met, last = table(GAMES[key]), set[str](), FAR if far else near(key)

    def new_phase(now: Match) -> bool:
        assert now.snapshot is not None
        return now.snapshot["phase"] not in met or now.ply > last

    while (match := play(match, new_phase)).status == PLAYING and match.ply <= last:
        assert match.snapshot is not None
        met.add(phase := match.snapshot["phase"])
        name = asked_next(match)
        others = [chair.name for chair in match.chairs if chair.name != name]
        for who, does in ((name, "is asked"), (others[0], "waits"))[: 2 if far or len(met) == 1 else 1]:
            with subtests.test(f"{phase}: who {does}"):
                assert_easy(page, site.seat(seat(match, who)))
    assert len(met) >= 2


def test_a_letter_in_the_local_mailboxes(page: Page, site: Site) -> None:
    table(GAMES["french-tarot"])
    assert outbox.deliver(clock.now()) > 0
    page.goto(f"{site.address}/letters")
    for path in page.locator("main li a").evaluate_all("links => links.map((link) => link.href)")[:4]:
        assert_easy(page, path)


def test_an_invitation_and_a_seat_that_waits_for_the_others(page: Page, site: Site) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"))
    assert_easy(page, site.seat(seat(match, "Ada")))
    matches.accept(seat(match, "Ada").id)
    assert_easy(page, site.seat(seat(match, "Ada")))
    assert_easy(page, site.seat(seat(match, "Bruno")))
    matches.decline(seat(match, "Bruno").id)
    assert_easy(page, site.seat(seat(match, "Ada")))


@pytest.mark.wide
def test_names_as_long_as_they_may_be(page: Page, site: Site) -> None:
    match = open_match("french-tarot", {}, guests("W" * 40, "Bruno", "Chiara-" * 5))
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
    page.locator("form.answer button.main").click()
    page.locator(".warn").wait_for()
    assert violations(page) == {}
    seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
    assert_easy(page, site.seat(seat(match, "Ada")))


@pytest.mark.wide
def test_a_table_that_waits_for_an_absent_player_and_one_that_sleeps(page: Page, site: Site) -> None:
    match = table(GAMES["titro"])
    for window in range(10):
        if window < 3:
            seals(match, "Ada", some_answer(match, "Ada", Random(window)), clock.now())
        match = again(match)
        assert match.closes_at is not None
        matches.close_due(match.closes_at)
        if window == 2:
            assert_easy(page, site.seat(seat(match, "Ada")))
            assert page.get_by_role("main").get_by_text("Bruno has not answered three times running").is_visible()
    while (match := again(match)).closes_at is not None and not match.asleep_at:
        matches.close_due(match.closes_at)
    assert_easy(page, site.seat(seat(match, "Ada")))
    assert page.get_by_role("button", name="Wake it").is_visible()


@pytest.mark.long
def test_a_match_of_titro_that_is_over_and_its_record(page: Page, site: Site) -> None:
    match = play_out(table(GAMES["titro"]), Random(3), clock.now())
    assert_easy(page, site.seat(seat(match, "Ada")))
    assert_easy(page, f"{site.seat(seat(match, 'Ada'))}?story=all")
    assert_easy(page, f"{site.address}/records/{match.id}")
