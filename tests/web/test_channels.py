"""The page on which a player says where they are told besides mail, and what makes the site installable."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from server import links, matches
from server.config import Settings
from server.store.models import Channel, Match, Notice, Secret, db
from tests.cast import open_table, seat
from tests.hooks import Browser
from tests.web.browsing import text

HOOK = {"do": "add", "kind": "json", "address": "https://chat.example.org/hook", "name": "My program"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return Settings({**settings.environ, "HOOK_HOSTS": "127.0.0.1"})


@pytest.fixture
def match(web: FlaskClient) -> Match:
    return open_table("Ada", "Bruno")


def page(match: Match, name: str = "Ada") -> str:
    player = seat(match, name).player
    assert player is not None
    return links.me(player).removeprefix("http://localhost") + "/channels"


def every() -> list[Channel]:
    db.session.rollback()
    db.session.expire_all()
    return list(db.session.scalars(select(Channel).order_by(Channel.id)))


def test_a_hook_is_added_tried_and_ended(web: FlaskClient, match: Match) -> None:
    answer = web.post(page(match), data=HOOK, follow_redirects=True)
    assert "Added." in text(answer)
    [channel] = every()
    assert (channel.name, channel.letters_too) == ("My program", False)
    assert channel.facts["key"] in text(answer)
    assert web.post(page(match), data={"do": "letters", "channel": channel.id, "letters": "yes"}).status_code == 303
    assert every()[0].letters_too
    assert web.post(page(match), data={"do": "try", "channel": channel.id}).status_code == 303
    assert db.session.scalars(select(Notice.kind)).all() == ["trial"]
    for _ in range(2):
        assert web.post(page(match), data={"do": "end", "channel": channel.id}).status_code == 303
    assert every()[0].ended_at is not None
    assert "My program" not in text(web.get(page(match)))


def test_a_form_sent_twice_adds_one(web: FlaskClient, match: Match) -> None:
    for _ in range(2):
        web.post(page(match), data=HOOK)
    assert len(every()) == 1


def test_what_cannot_be_called_is_refused_with_a_sentence(web: FlaskClient, match: Match) -> None:
    answer = web.post(page(match), data={**HOOK, "address": "https://192.168.1.1/hook"})
    assert answer.status_code == 422
    assert "no public server" in text(answer)
    assert every() == []


def test_a_match_of_ones_own_has_a_hook_and_anothers_has_none(web: FlaskClient, match: Match) -> None:
    theirs = {**HOOK, "kind": "slack", "match": match.id}
    assert web.post(page(match, "Bruno"), data=theirs).status_code == 422
    assert web.post(page(match), data=theirs).status_code == 303
    assert every()[0].match_id == match.id


def test_nobody_changes_what_is_anothers(web: FlaskClient, match: Match) -> None:
    web.post(page(match), data=HOOK)
    for do in ("end", "try", "letters"):
        assert web.post(page(match, "Bruno"), data={"do": do, "channel": every()[0].id}).status_code == 422
    assert "My program" not in text(web.get(page(match, "Bruno")))
    assert every()[0].ended_at is None


def test_looking_changes_nothing_and_makes_no_key(web: FlaskClient, match: Match) -> None:
    assert web.get(page(match)).status_code == 200
    assert db.session.scalars(select(Secret.name).where(Secret.name == "vapid")).all() == []
    key = web.post(f"{page(match)}/key").text
    assert len(key) == 87
    assert web.post(f"{page(match)}/key").text == key


def test_a_browser_is_added_by_what_it_gives(web: FlaskClient, match: Match) -> None:
    given = Browser().subscription("https://push.example.org/send/1")
    assert web.post(page(match), data={"do": "add", "kind": "push", "name": "Phone", **given}).status_code == 303
    assert "https://push.example.org" not in web.get(page(match)).text
    assert "data-mark=" in web.get(page(match)).text


def test_a_form_of_another_site_and_a_dead_link_do_nothing(web: FlaskClient, match: Match) -> None:
    path = page(match)
    assert web.post(path, data=HOOK, headers={"Origin": "https://evil.example"}).status_code == 403
    player = seat(match, "Ada").player
    assert player is not None
    matches.replace_player_link(player.id)
    for answer in (web.get(path), web.post(path, data=HOOK), web.post(f"{path}/key")):
        assert answer.status_code == 410
    assert every() == []


def test_the_site_can_be_installed_and_ones_own_page_opens_itself(web: FlaskClient, match: Match) -> None:
    found = re.search(r'rel="manifest" href="([^"]+)"', web.get(page(match)).text)
    assert found is not None
    for path, start in (("/manifest.webmanifest", "/"), (found[1], page(match).removesuffix("/channels"))):
        manifest = web.get(path)
        assert manifest.content_type == "application/manifest+json"
        told = manifest.get_json(force=True)
        assert told["start_url"] == start
        for icon in told["icons"]:
            with web.get(icon["src"]) as drawing:
                assert drawing.data.startswith(b"\x89PNG")


def test_what_is_kept_without_a_network_holds_nothing_of_anybody(web: FlaskClient, match: Match) -> None:
    assert web.get("/sw.js").content_type == "text/javascript; charset=utf-8"
    offline = web.get("/offline")
    assert offline.status_code == 200
    assert "Ada" not in offline.text
    assert web.get(page(match)).headers["Cache-Control"] == "no-store"
