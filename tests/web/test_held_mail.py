"""The page on which a player says whether a mail was theirs, and where another address is taken back."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import clock, links, matches
from server.matches import own_addresses
from server.post import inbound
from server.store.models import InboundMail, Match, db
from server.views import seat_page

from ..cast import again, seat
from ..post.inbound.tables import address_of, table_with_the_king_of_hearts
from .browsing import text

WORK = "ada@work.example"


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def match(app: Flask) -> Match:
    """A table to which a reply came from another address of Ada's."""
    match = table_with_the_king_of_hearts(pace="P30D")
    target = inbound.recipient(address_of(match, "Ada"), clock.now())
    assert target is not None
    inbound.keep(target, WORK, f"From: {WORK}\r\n\r\nKH centre\r\n".encode(), clock.now())
    inbound.process_due()
    return match


@pytest.fixture
def there(match: Match) -> str:
    chair = seat(match, "Ada")
    return f"/mail/{links.sign(links.MAIL, db.session.scalars(db.select(InboundMail.id)).one(), chair.id, 1)}"


def sealed(match: Match) -> str | None:
    inbound.process_due()
    return seat_page(seat(match, "Ada")).sealed


def test_it_says_what_a_yes_does_and_nothing_of_the_mail(web: FlaskClient, match: Match, there: str) -> None:
    shown = text(web.get(there))
    assert f"from {WORK}, which is not known as yours" in shown
    assert "The reply is read as if it had come at once" in shown
    for word in ("KH", "K♥", "centre", "king of hearts"):
        assert word not in shown
    assert sealed(match) is None


def test_a_yes_accepts_the_address_and_what_was_held_is_acted_on(web: FlaskClient, match: Match, there: str) -> None:
    for _ in range(2):
        assert "It was you" in text(web.post(there, data={"verdict": "mine"}))
    assert sealed(match) == "KH centre"
    player = seat(match, "Ada").player
    assert player is not None
    me = links.me(player).removeprefix("http://localhost")
    assert WORK in text(web.get(me))
    [own] = own_addresses.accepted_by(player.id)
    assert web.post(me, data={"do": "not-mine", "address": str(own.id)}).status_code == 303
    assert own_addresses.accepted_by(player.id) == []
    assert WORK not in text(web.get(me))


def test_nobody_takes_back_an_address_of_another(web: FlaskClient, match: Match, there: str) -> None:
    web.post(there, data={"verdict": "mine"})
    bruno, ada = seat(match, "Bruno").player, seat(match, "Ada").player
    assert bruno is not None
    assert ada is not None
    [own] = own_addresses.accepted_by(ada.id)
    me = links.me(bruno).removeprefix("http://localhost")
    for address in (str(own.id), "x", "-1", "99999999999999"):
        assert web.post(me, data={"do": "not-mine", "address": address}).status_code < 500
    assert len(own_addresses.accepted_by(ada.id)) == 1


def test_a_no_throws_it_away(web: FlaskClient, match: Match, there: str) -> None:
    assert "thrown away" in text(web.post(there, data={"verdict": "not-mine"}))
    answer = web.post(there, data={"verdict": "mine"})
    assert answer.status_code == 422
    assert sealed(match) is None


def test_a_press_of_the_lonely_button_does_nothing(web: FlaskClient, match: Match, there: str) -> None:
    answer = web.post(there)
    assert answer.status_code == 422
    assert "Choose one of the two" in text(answer)
    assert sealed(match) is None


def test_the_link_dies_with_that_of_the_seat_and_with_the_mail(web: FlaskClient, match: Match, there: str) -> None:
    assert web.get(there.replace("/mail/", "/mail/x")).status_code == 404
    assert web.get(f"/mail/{links.seat_token(seat(match, 'Ada'))}").status_code == 404
    db.session.execute(db.delete(InboundMail))
    db.session.commit()
    assert web.get(there).status_code == 410
    matches.replace_link(seat(match, "Ada").id)
    assert web.get(there).status_code == 410
    assert again(match).sealed == {}
