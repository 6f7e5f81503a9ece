"""Two people with nothing but mail and a phone browser play a whole match, on the servers that hosts run."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from server.paths import ROOT
from tests.cast import address as address_of
from tests.services import BIN, COMPILED, Broker, Post, Stack, answers, ended, free_port, fresh_database, wait_for

LINK = re.compile(r"^http://\S+/s/\S+", re.MULTILINE)


@contextmanager
def poste_up(folder: Path, post: Post) -> Iterator[str]:
    """The embedded default, but for the letters: `poste up`, SQLite, a broker of its own."""
    port = free_port()
    environ = {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")},
        "STATE_DIR": str(folder / "var"), "PORT": str(port), "INBOX_PORT": str(free_port()), "MAIL_URL": post.url,
        "SWEEP_SECONDS": "1", "LIMITS": "off", "PYTHONPATH": str(COMPILED),
    }  # fmt: skip
    with (folder / "up.txt").open("wb") as log:
        process = subprocess.Popen([BIN / "poste", "up"], env=environ, cwd=ROOT, stdout=log, stderr=log)
        try:
            wait_for(lambda: answers(port), "poste up to listen")
            yield f"http://127.0.0.1:{port}"
        finally:
            code = ended(process, signal.SIGINT)
        assert code == 0


@contextmanager
def separate_processes(folder: Path, post: Post, broker: Broker, database: str) -> Iterator[str]:
    """PostgreSQL and a broker, and each line of the Procfile a process of its own."""
    with Stack(folder, DATABASE_URL=database, BROKER_URL=broker.url, MAIL_URL=post.url) as stack:
        yield stack.url


@pytest.fixture(scope="module", params=["poste up", pytest.param("separate processes", marks=pytest.mark.long)])
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Iterator[tuple[str, Post]]:
    """The address of a server that runs, and where it sends its letters."""
    folder = tmp_path_factory.mktemp("phones")
    with Post() as post:
        if request.param == "poste up":
            with poste_up(folder, post) as url:
                yield url, post
            return
        database = fresh_database(request.getfixturevalue("postgres_server"), f"phones_{worker_id}")
        broker = Broker(folder)
        broker.start()
        try:
            with separate_processes(folder, post, broker, database) as url:
                yield url, post
        finally:
            broker.stop()


@pytest.fixture
def address(running: tuple[str, Post]) -> str:
    """Where the server is."""
    return running[0]


@pytest.fixture
def post(running: tuple[str, Post]) -> Post:
    """Where its letters go."""
    return running[1]


@pytest.fixture
def phones(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[list[Page]]:
    """Two phones, on the second of which script is switched off."""
    contexts = [
        browser.new_context(**{**browser_context_args, "java_script_enabled": script})  # type: ignore[arg-type]
        for script in (True, False)
    ]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


class Mailbox:
    """The letters of one player, read one after the other."""

    def __init__(self, post: Post, email: str):
        self.post, self.email, self.read = post, email, 0

    def next(self, *kinds: str) -> EmailMessage:
        """The next letter of one of these kinds that has not been read."""
        letter = wait_for(lambda: self._next(kinds), f"a letter ({', '.join(kinds)}) to {self.email}")
        assert isinstance(letter, EmailMessage)
        return letter

    def _next(self, kinds: tuple[str, ...]) -> EmailMessage | None:
        letters = self.post.to(self.email)
        for number in range(self.read, len(letters)):
            if letters[number]["X-Poste-Kind"] in kinds:
                self.read = number + 1
                return letters[number]
        return None


def link(letter: EmailMessage) -> str:
    """The seat's link: on a line of its own in the plain text."""
    body = letter.get_body(("plain",))
    assert body is not None
    found = LINK.search(body.get_content())
    assert found, body.get_content()
    return found[0]


def open_match(phone: Page, address: str, players: tuple[str, str], rounds: int) -> None:
    """The first opens a match on the page."""
    phone.goto(f"{address}/new?game=titro")
    names = phone.locator("input[type=text][name*=name], input[name*=name]:not([type=hidden])")
    addresses = phone.locator("input[type=email], input[name*=email]")
    for number, name in enumerate(players):
        names.nth(number).fill(name)
        addresses.nth(number).fill(address_of(name))
    phone.locator("select[name*=rounds]").select_option(str(rounds))
    phone.locator("main form button").last.click()
    expect(phone.locator("main")).to_contain_text(address_of(players[0]))


def take_the_seat(phone: Page, letter: EmailMessage, word: str) -> None:
    """Follow the link of an invitation and accept."""
    phone.goto(link(letter))
    phone.get_by_text("A word for the deal, if you like").click()
    phone.locator("input[name=word]").fill(word)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Take the seat").click()
    if phone.get_by_label("Yes, I take the seat.").count():  # without script, a press may be a program's
        phone.get_by_text("Yes, I take the seat.").click()
        phone.get_by_role("button", name="Take the seat").click()
    expect(phone.locator("main")).to_contain_text(re.compile("You have taken your seat|round 1"))


def answer(phone: Page, random: Random) -> None:
    """Choose something in every group of choices, and seal it."""
    inputs = phone.locator("form.answer input[type=radio], form.answer input[type=checkbox]")
    by_slot: dict[str, list[int]] = {}
    for number in range(inputs.count()):
        one = inputs.nth(number)
        if one.get_attribute("type") == "radio":
            by_slot.setdefault(one.get_attribute("name") or "", []).append(number)
        elif one.get_attribute("name") != "none" and random.random() < 0.5:
            phone.locator(f"label:has(#{one.get_attribute('id')})").first.click() if one.get_attribute(
                "id"
            ) else one.locator("xpath=ancestor::label").click()
    for numbers in by_slot.values():
        inputs.nth(random.choice(numbers)).locator("xpath=ancestor::label").click()
    none = phone.locator("form.answer input[type=checkbox][name=none]")
    if none.count() and not phone.locator("form.answer input:checked").count():
        none.locator("xpath=ancestor::label").click()
    phone.locator("form.answer button.main").click()


def play(phones: list[Page], address: str, post: Post, names: tuple[str, str], rounds: int) -> list[str]:
    """A whole match; the players follow each letter. Returns the lines that say how it ended."""
    boxes = [Mailbox(post, address_of(name)) for name in names]
    random, read = Random(rounds), {box.email: 0 for box in boxes}
    open_match(phones[0], address, names, rounds)
    take_the_seat(phones[0], boxes[0].next("invitation"), "plum")
    take_the_seat(phones[1], boxes[1].next("invitation"), "pear")

    def unread() -> list[tuple[Page, Mailbox]]:
        return [(phone, box) for phone, box in zip(phones, boxes, strict=True) if post.to(box.email)[read[box.email] :]]

    while not all(post.to(box.email, "over") for box in boxes):
        for phone, box in wait_for(unread, f"a letter to {' or '.join(names)}"):
            read[box.email] = len(post.to(box.email))
            phone.goto(link(post.to(box.email)[-1]))
            if phone.locator("form.answer").count() and not phone.get_by_text("You sealed").count():
                answer(phone, random)
                expect(phone.locator("main .refused")).to_have_count(0)
    for phone, box in zip(phones, boxes, strict=True):
        phone.goto(link(box.next("over")))
        expect(phone.locator("section.moment h2")).to_contain_text(re.compile("won|share the win|over"))
    return [str(phone.locator("section.moment h2").inner_text()) for phone in phones]


@pytest.mark.parametrize("rounds", [1, pytest.param(9, marks=pytest.mark.long)])
def test_two_phones_of_which_one_has_no_script_play_a_match_through_letters(
    phones: list[Page], address: str, post: Post, rounds: int
) -> None:
    names = ("Ada", "Bruno") if rounds == 1 else ("Edda", "Farid")
    assert len(play(phones, address, post, names, rounds)) == 2
    theirs = [letter for name in names for letter in post.to(address_of(name), "turn")]
    turns = [(letter["To"], letter["X-Poste-Ply"]) for letter in theirs]
    assert len(turns) >= rounds
    assert len(turns) == len(set(turns))
    phones[0].get_by_role("link", name="The record").click()
    expect(phones[0].locator("main")).to_contain_text(names[0])
