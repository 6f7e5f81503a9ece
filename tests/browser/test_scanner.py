"""Mail scanners open every link of every letter in a real browser, twice: nothing may change.

Some also press the buttons that they find. A choice in a letter takes a person one tap there and one on the page, and
yet no press of a button seals.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import nullcontext
from datetime import timedelta
from html import unescape
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from server import clock, matches, views
from server.config import Settings
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import Match, db
from tests.browser.conftest import Site
from tests.browser.moments import moments
from tests.cast import again, all_matches, open_match, open_table, play_out, seal_for_everybody, seals, seat
from tests.cast import page as seen

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
                found |= set(ADDRESS.findall(unescape(part.get_content())))
        found |= set(ADDRESS.findall(str(letter["List-Unsubscribe"])))
    return found


@pytest.mark.wide
def test_a_scanner_that_opens_everything_twice_changes_nothing(
    site: Site, settings: Settings, tmp_path: Path, page: Page
) -> None:
    now = clock.now()
    settings.__dict__["base_url"] = site.address
    opened = open_match(
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

    pages = {kind_of(address): address for address in sorted(everything)}
    for address in [*pages.values()] * 2:
        page.goto(address)
        page.wait_for_load_state("networkidle")
    for address in sorted(everything) * 2:  # pages of a kind have the same script
        page.request.get(address)
        page.request.head(address)

    outbox.deliver()
    db.session.rollback()
    assert dumped(tmp_path / "poste.sqlite") == before
    assert len(mailboxes.letters()) == letters
    assert again(opened).status == "invited"


@pytest.fixture
def opened(request: pytest.FixtureRequest) -> Page:
    """A browser with script, or without."""
    page: Page = request.getfixturevalue(request.param)
    return page


def keep_or_nothing() -> tuple[Match, str]:
    """Who may keep a card of a spread, or nothing at all."""
    match, name = next((match, name) for moment, match, name in moments("titro", 2) if moment == "keep")
    return match, name


def sealed() -> list[tuple[str, int, str, object]]:
    """Every match: where it stands, and what is sealed there."""
    return [
        (match.id, match.ply, match.status, [envelope.answer for envelope in match.sealed.values()])
        for match in all_matches()
    ]


def kind_of(address: str) -> object:
    """What kind of page it is; of a seat's page also how its match stands, what is asked and whether it has sealed."""
    path = urlsplit(address).path
    route, _, rest = path.strip("/").partition("/")
    if route != "s" or "/" in rest:
        return route
    shown = views.seat_page(matches.chair_by_token(rest))
    return shown.match.status, shown.ask and shown.ask.prompt, shown.sealed is not None


EVERYTHING, ANSWERS = "everything", "answers"
"""What is pressed: all that there is, or what has to do with answers, while other forms are the same without script."""
BUTTONS = "button, input[type=submit], [role=button]"
NAMED = """(all) => all.map((one) => [
  `${one.form?.elements.do?.value} ${one.textContent.trim()}`, Boolean(one.form) && one.type === "submit"])"""
"""What each does, and what it says; and whether it sends something. What a page does is done once, but answers are
tried on every page."""


def see_nothing(page: Page) -> None:
    """Load no styles and no pictures: a scanner that presses whatever is there, shown or hidden, needs none."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setBlockedURLs", {"urls": ["*.css*", "*.svg*"]})


def press(button: Locator) -> None:
    """Press a button, folded away or not, and wait for the page that it leads to, if it does."""
    waits = "globalThis.answering?.button === button && /^Choose /.test(button.textContent.trim())"
    leads_on = f"(button) => button.form && button.type === 'submit' && button.form.checkValidity() && !({waits})"
    with button.page.expect_navigation() if button.evaluate(leads_on) else nullcontext():
        button.evaluate("(button) => button.click()")


@pytest.mark.parametrize(
    ("opened", "presses"),
    [
        pytest.param("page", ANSWERS, marks=pytest.mark.wide),
        *(pytest.param(opened, EVERYTHING, marks=pytest.mark.long) for opened in ("page", "phone_without_script")),
    ],
    indirect=["opened"],
)
def test_a_scanner_that_presses_every_button_seals_nothing(
    site: Site, settings: Settings, tmp_path: Path, opened: Page, presses: str
) -> None:
    now = clock.now()
    settings.__dict__["base_url"] = site.address
    open_match("titro", {}, [matches.Guest("Edda", "edda@example.org"), matches.Guest("Ada", "a@example.org")])
    match, name = keep_or_nothing()
    matches.send_lost_links("ada@example.org", at=now)
    bidding = open_table("Ada", "Bruno", "Chiara", game="french-tarot", at=now)
    changing = open_table("Dmitri", "Chiara", at=now)
    seal_for_everybody(changing, now, but="Chiara")
    matches.resend(seat(changing, "Dmitri").id, 0)
    play_out(open_table("Chiara", "Dmitri", at=now, rounds=1), Random(1), now)
    outbox.deliver()
    everything = addresses(Maildir(settings.local_mail or tmp_path))
    pages = {kind_of(address): address for address in sorted(everything, reverse=True)}
    taps = [address for address in everything if "#choose-" in address]
    assert len(taps) >= 5 + 2
    taps = [*{urlsplit(tap).path: tap for tap in taps}.values()]  # those of one page differ in what they mark alone
    assert seen(match, name).form.may_be_nothing
    before = sealed()
    see_nothing(opened)

    pressed: list[tuple[str, bool]] = []
    for address in [*pages.values(), *taps]:
        opened.goto("about:blank")
        opened.goto(address)
        as_opened = True
        for number, (button, sends) in enumerate(opened.locator(BUTTONS).evaluate_all(NAMED)):
            answers = button.startswith("seal")
            before_or_after = address in taps and answers  # a button may do something else once a choice is marked
            if presses == ANSWERS and sends and not answers:
                continue
            if (button, before_or_after) in pressed and not (answers and sends):
                continue
            if not as_opened:
                opened.goto("about:blank")
                opened.goto(address)
            as_opened = False
            if number < opened.locator(BUTTONS).count():  # a press may have taken others away
                press(opened.locator(BUTTONS).nth(number))
                pressed.append((button, before_or_after))
            assert [one for one in sealed() if one[0] in {was[0] for was in before}] == before, address
    assert len({button.partition(" ")[0] for button, _ in pressed}) > (12 if presses == EVERYTHING else 0)
    assert len([button for button, _ in pressed if button.startswith("seal")]) >= len(taps) + 3
    assert again(bidding).ply == 0


# One tap in the letter, one on the page -------------------------------------------------------------------------------


@pytest.fixture
def bidding(site: Site, settings: Settings) -> tuple[Match, str, dict[str, str]]:
    """Who is asked to bid at French Tarot, and the links of the letter that asks, by answer."""
    settings.__dict__["base_url"] = site.address
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot", at=clock.now())
    outbox.deliver()
    box = Maildir(settings.local_mail or Path())
    [letter] = [box.read(filed.key) for filed in box.letters() if filed.kind == "turn"]
    assert letter is not None
    body = letter.get_body(("html",))
    assert body is not None
    found = {
        unescape(link).partition("#choose-0-")[2]: unescape(link)
        for link in re.findall(r'href="([^"]+#[^"]+)"', body.get_content())
    }
    return match, str(letter["To"]).partition(" ")[0], found


def follow(page: Page, link: str) -> None:
    """Tap a choice in a letter, and look at the page for a moment."""
    page.clock.install()
    page.goto(link)
    page.clock.fast_forward(1000)


BAR, BUTTON = "form.answer .act label", "form.answer .act button"


def test_a_letter_links_every_choice(bidding: tuple[Match, str, dict[str, str]]) -> None:
    match, name, links = bidding
    ask = seen(match, name).ask
    assert ask is not None
    assert tuple(links) == ask.slots[0].options


def test_a_choice_of_a_letter_is_marked_and_one_more_tap_seals_it(
    own_phone: Page, bidding: tuple[Match, str, dict[str, str]]
) -> None:
    page, (match, _, links) = own_phone, bidding
    follow(page, links["guard"])
    expect(page.locator("label.marked")).to_have_id("choose-0-guard")
    expect(page.locator("form.answer input:checked")).to_have_count(0)
    expect(page.locator(BUTTON)).to_be_hidden()
    expect(page.locator(BAR)).to_have_text("Bid guard")
    expect(page.locator(BAR)).to_be_in_viewport()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(BAR).click()
    assert again(match).ply == 1
    assert "#" not in page.url


def test_a_tap_on_the_marked_choice_itself_seals_too(
    own_phone: Page, bidding: tuple[Match, str, dict[str, str]]
) -> None:
    page, (match, _, links) = own_phone, bidding
    follow(page, links["small"])
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("label.marked").click()
    assert again(match).ply == 1


def test_the_second_tap_of_a_double_click_only_chooses(
    own_phone: Page, bidding: tuple[Match, str, dict[str, str]]
) -> None:
    page, (match, _, links) = own_phone, bidding
    page.clock.install()
    page.clock.pause_at(clock.now() + timedelta(minutes=1))  # however slow the machine is, the tap comes at once
    page.goto(links["guard"])
    page.locator(BAR).click()
    expect(page.locator(BUTTON)).to_have_text("Bid guard")
    expect(page.locator("input[value=guard]")).to_be_checked()
    expect(page.locator(BAR)).to_have_count(0)
    assert again(match).ply == 0


def test_with_the_keyboard_one_key_chooses_and_one_seals(
    own_phone: Page, bidding: tuple[Match, str, dict[str, str]]
) -> None:
    page, (match, _, links) = own_phone, bidding
    follow(page, links["guard"])
    page.keyboard.press("Enter")
    expect(page.locator(BUTTON)).to_have_text("Bid guard")
    assert again(match).ply == 0
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    assert again(match).ply == 1


def test_who_chooses_something_else_is_asked_as_ever(
    own_phone: Page, bidding: tuple[Match, str, dict[str, str]]
) -> None:
    page, (match, _, links) = own_phone, bidding
    follow(page, links["guard"])
    page.locator("#choose-0-pass").click()
    expect(page.locator(BUTTON)).to_have_text("Pass")
    expect(page.locator("label.marked")).to_have_count(0)
    assert "#" not in page.url
    assert again(match).ply == 0


def test_a_letter_of_an_earlier_turn_marks_nothing(own_phone: Page, bidding: tuple[Match, str, dict[str, str]]) -> None:
    page, (match, _, links) = own_phone, bidding
    for _ in again(match).chairs:
        waiting = again(match).chairs[views.spectator_page(again(match)).waiting[0]].name
        seals(match, waiting, "pass", clock.now())
    follow(page, links["pass"])
    expect(page.get_by_role("main").get_by_text("That letter was for an earlier turn.")).to_be_visible()
    expect(page.locator("label.marked")).to_have_count(0)
    expect(page.locator(BAR)).to_have_count(0)


def test_without_script_the_choice_is_marked_and_made_by_hand(
    phone_without_script: Page, bidding: tuple[Match, str, dict[str, str]]
) -> None:
    page, (match, _, links) = phone_without_script, bidding
    page.goto(links["guard"])
    expect(page.locator("label:target span")).to_have_css("border-style", "dashed")
    expect(page.get_by_role("main").get_by_text("Your letter’s choice is marked.")).to_be_visible()
    expect(page.locator("form.answer input:checked")).to_have_count(0)
    page.locator("label:target").click()
    with page.expect_navigation():
        page.locator(BUTTON).click()
    assert again(match).ply == 1


def test_to_choose_nothing_at_all_is_a_choice(page: Page, site: Site) -> None:
    match, name = keep_or_nothing()
    page.goto(site.seat(seat(match, name)))
    page.locator(BUTTON).click()
    expect(page.locator(".act .warn")).to_have_text("First choose some, or none.")
    page.locator("label", has_text="Keep nothing").click()
    expect(page.locator(BUTTON)).to_have_text("Keep nothing")
    ply = again(match).ply
    with page.expect_navigation():
        page.locator(BUTTON).click()
    assert again(match).ply > ply or seen(match, name).sealed == "none"
