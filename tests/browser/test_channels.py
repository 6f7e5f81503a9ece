"""A phone is told: the page where one says so, and what the browser does with what is pushed to it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from json import dumps

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect
from sqlalchemy import select

from server import clock, links
from server.config import Settings
from server.post import notices, own_channels
from server.store.models import Channel, Match, db
from tests.cast import open_table, seal_for_everybody, seat
from tests.hooks import Browser, Hooks

from .conftest import Site, launch_args
from .test_axe import assert_easy

SUBSCRIBES = """(given) => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({
    endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }) });
}"""
"""Chromium without a push service: what it would have given, had there been one."""
ACTIVE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") {
    await new Promise((goes_on) => active.addEventListener("statechange", goes_on, { once: true }));
  }
}"""
"""What takes pushes is there, and has begun to."""
SHOWN = """async () => {
  const there = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 200; tries++) {
    const shown = await there.getNotifications();
    if (shown.length) return shown.map((one) => ({ title: one.title, body: one.body, url: one.data.url }));
    await new Promise((goes_on) => setTimeout(goes_on, 50));
  }
  return [];
}"""
"""The notifications, as soon as there are any: `wait_for_function` takes a promise for true, whatever it brings."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return Settings({**settings.environ, "HOOK_HOSTS": "127.0.0.1"})


def home(match: Match, name: str, site: Site) -> str:
    player = seat(match, name).player
    assert player is not None
    return links.me(player).replace("http://localhost", site.address)


@pytest.fixture
def whole_phone(
    playwright: Playwright, whole_chromium: str, browser_context_args: dict[str, object]
) -> Iterator[BrowserContext]:
    """A phone that shows notifications, as a shell does not."""
    browser = playwright.chromium.launch(executable_path=whole_chromium, args=launch_args())
    yield browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    browser.close()


@pytest.mark.wide
def test_a_tap_on_a_phone_and_what_is_pushed_is_shown(whole_phone: BrowserContext, site: Site) -> None:
    context, page = whole_phone, whole_phone.new_page()
    now = clock.now()
    match, phone = open_table("Ada", "Bruno", at=now - timedelta(hours=1)), Browser()
    address = home(match, "Ada", site)
    context.grant_permissions(["notifications"], origin=site.address)
    with Hooks(status=201) as service:
        page.goto(f"{address}/channels")
        page.evaluate(SUBSCRIBES, phone.subscription(f"{service.url}/push/1"))
        page.get_by_role("switch", name="This browser").click()
        expect(page.get_by_role("status").filter(has_text="Added")).to_be_visible()
        db.session.rollback()
        assert db.session.scalars(select(Channel.kind)).all() == ["push"]
        seal_for_everybody(match, clock.now())
        assert notices.deliver() == 1
        told = phone.reads(service.got[0])
        devtools = context.new_cdp_session(page)
        registered: list[str] = []
        devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(
            one["registrationId"] for one in event["registrations"]))  # fmt: skip
        devtools.send("ServiceWorker.enable")
        page.evaluate(ACTIVE)
        for _ in range(600):
            if not registered:
                page.wait_for_timeout(50)
        pushed = {"origin": site.address, "registrationId": registered[0]}
        there: list[dict[str, str]] = []
        while not there:  # on a busy machine Chromium has lost one
            devtools.send("ServiceWorker.deliverPushMessage", {**pushed, "data": dumps(told)})
            there = page.evaluate(SHOWN)
        shown = there[-1]
        assert shown["title"] == "Titro with Bruno"
        assert shown["body"].startswith("Your answer is wanted until ")
        assert shown["url"] == links.seat(seat(match, "Ada"))


def test_without_a_network_names_and_deadlines_are_shown_and_no_table(own_phone: Page, site: Site) -> None:
    page, context = own_phone, own_phone.context
    match = open_table("Ada", "Bruno", at=clock.now())
    address = home(match, "Ada", site)
    page.goto(address)
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)")
    context.set_offline(True)
    page.goto(site.seat(seat(match, "Ada")))
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    expect(page.locator("[data-kept] li")).to_contain_text("Titro with Bruno: until")
    assert page.locator(".card").count() == 0
    context.set_offline(False)


def test_the_page_can_be_used_by_everybody(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    player = seat(match, "Ada").player
    assert player is not None
    form = {"address": "https://chat.example.org/hook/with-a-very-long-secret-that-nobody-guesses"}
    own_channels.add(player.id, "json", form, "The program that lights my lamp")
    own_channels.add(player.id, "slack", form, match_id=match.id)
    channel = own_channels.add(player.id, "discord", form)
    channel.error = "The server answered 500."
    db.session.commit()
    assert_easy(page, f"{home(match, 'Ada', site)}/channels")
    assert_easy(page, f"{site.address}/offline")
