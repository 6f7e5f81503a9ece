"""The privacy page and the imprint: from the settings, true, and linked from every page."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from server import links
from server.config import Settings
from server.post.inbound.queue import ADDRESSES_KNOWN, MAILS_KNOWN
from server.store.models import db
from server.web import create_web
from tests.cast import open_table

With = Callable[..., FlaskClient]


@pytest.fixture
def with_settings(settings: Settings) -> Iterator[With]:
    """A browser before a server with more settings."""
    with ExitStack() as running:

        def browser(**more: str) -> FlaskClient:
            app = create_web(Settings({**settings.environ, **more}))
            running.enter_context(app.app_context())
            running.callback(lambda: db.engine.dispose())
            running.callback(lambda: db.session.remove())
            return app.test_client()

        yield browser


def text(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return html.unescape(re.sub(r"<[^>]+>", "", answer.get_data(as_text=True)))


def test_the_privacy_page_says_who_runs_the_server(with_settings: With) -> None:
    client = with_settings(OPERATOR="Ada Lovelace <ada@example.org>")
    page = client.get("/privacy").get_data(as_text=True)
    assert "<p>Ada Lovelace</p>" in page
    assert page.count('href="mailto:ada@example.org"') == 2
    assert "has not written" not in page


def test_without_an_operator_it_says_whom_to_ask(with_settings: With) -> None:
    page = text(with_settings(), "/privacy")
    assert "Whoever runs this server has not written their name here." in page
    assert "mailto:" not in page


def test_the_spans_it_names_are_those_that_are_kept(with_settings: With) -> None:
    page = text(with_settings(), "/privacy")
    assert f"forgotten after {MAILS_KNOWN // timedelta(days=1)} days" in page
    assert f"known for {ADDRESSES_KNOWN // timedelta(days=1)} days" in page


def test_how_long_people_are_known_is_as_the_setting_says(with_settings: With) -> None:
    assert "90 days after your last match" in text(with_settings(RETAIN="90"), "/privacy")


def test_every_sentence_stands_for_itself(with_settings: With) -> None:
    """No sentence is put together from pieces, so that each can be translated."""
    page = with_settings().get("/privacy").get_data(as_text=True)
    main = page[page.index("<main") : page.index("</main>")]
    for block in re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", main, re.DOTALL):
        said = html.unescape(re.sub(r"<[^>]+>", "", block)).strip()
        assert re.match(r"[A-Z“0-9]", said), said
        assert said.endswith("."), said


def test_every_page_links_to_both_and_to_the_help(with_settings: With) -> None:
    client = with_settings(IMPRINT="Ada Lovelace\n12 Example Street\n\nRegister: <none>")
    chair = open_table().chairs[0]
    own = [f"/s/{links.seat_token(chair)}", links.me(chair.player).removeprefix("http://localhost")]
    for path in ("/", "/new", "/rules/titro", "/lost", "/privacy", "/nowhere", *own):
        page = client.get(path).get_data(as_text=True)
        assert '<a href="/privacy">Privacy</a>' in page, path
        assert '<a href="/imprint">Imprint</a>' in page, path
        assert '<a href="/help">Help</a>' in page, path
    shown = client.get("/imprint").get_data(as_text=True)
    assert "<p>Ada Lovelace<br>12 Example Street</p>\n<p>Register: &lt;none&gt;</p>" in shown


def test_an_imprint_elsewhere_is_linked_to(with_settings: With) -> None:
    client = with_settings(IMPRINT="https://example.org/imprint")
    assert '<a href="https://example.org/imprint">Imprint</a>' in client.get("/").get_data(as_text=True)
    assert client.get("/imprint").location == "https://example.org/imprint"


def test_without_an_imprint_there_is_no_such_page(with_settings: With) -> None:
    client = with_settings()
    assert client.get("/imprint").status_code == 404
    assert "Imprint" not in client.get("/").get_data(as_text=True)
