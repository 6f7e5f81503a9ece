"""Who may open matches, how many, and that forged links fill no memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from server import clock, links, matches
from server.config import Settings
from server.matches import Unknown
from server.matches.preferences import never_write
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import MATCHES, Letter, Match, NeverWrite, db
from server.store.one_match import one_player
from server.web import create_web
from server.web.limits import Counts, TooOften, network
from tests.cast import guests, letters, open_match, open_table, seat
from tests.services import Broker

from .browsing import link, text

FORM = {
    "game": "titro",
    "name-0": "Ada",
    "email-0": "ada@example.org",
    "name-1": "Bruno",
    "email-1": "bruno@example.org",
    "option-rounds": "5",
}
BODY = {
    "game": "titro",
    "seats": [{"name": "Ada", "email": "ada@example.org"}, {"name": "Bruno", "email": "bruno@example.org"}],
}


@pytest.fixture
def server(app: Flask, settings: Settings) -> Iterator[Callable[..., FlaskClient]]:
    """A server with limits and these settings, on the same database."""
    made: list[Flask] = []

    def with_settings(**environ: str) -> FlaskClient:
        made.append(create_web(Settings({**settings.environ, "LIMITS": "on", **environ})))
        return made[-1].test_client()

    yield with_settings
    for other in made:
        with other.app_context():
            db.session.remove()
            db.engine.dispose()


def opened() -> int:
    return db.session.scalar(select(func.count()).select_from(MATCHES))


def asks(web: FlaskClient, address: str = "192.0.2.1", **more: str) -> TestResponse:
    """Somebody fills in the form of a new match."""
    return web.post("/new", data={**FORM, **more}, environ_base={"REMOTE_ADDR": address})


class TestNetworks:
    def test_what_counts_as_one(self, subtests: pytest.Subtests) -> None:
        for address, counts_as in (
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::", "2001:db8:1:2::/64"),
            ("fe80::1%eth0", "fe80::/64"),
            ("", ""),
            (None, ""),
            ("x" * 100, "x" * 64),
        ):
            with subtests.test(repr(address)[:20]):
                assert network(address) == counts_as

    def test_sixty_addresses_of_one_network_open_no_more_than_one(self, server: Callable[..., FlaskClient]) -> None:
        web = server(MATCHES_DAY="3")
        answers = [asks(web, f"2001:db8::{n:x}", **{"email-0": f"ada{n}@example.org"}) for n in range(1, 6)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert int(answers[-1].headers["Retry-After"]) > 80_000
        assert "That is enough new matches for one day. The next can be opened in 24 hours." in text(answers[-1])
        assert 'value="bruno@example.org"' in answers[-1].text
        assert opened() == 3
        api = web.post("/api/matches", json=BODY, environ_base={"REMOTE_ADDR": "2001:db8::9"})
        assert (api.status_code, "Retry-After" in api.headers) == (429, True)

    def test_restarting_the_server_forgets_nothing(self, server: Callable[..., FlaskClient]) -> None:
        assert asks(server(MATCHES_DAY="1")).status_code == 200
        assert asks(server(MATCHES_DAY="1"), **{"email-0": "edda@example.org"}).status_code == 429

    def test_the_hour_counts_networks_too(self, server: Callable[..., FlaskClient]) -> None:
        web = server()
        codes = [
            web.post("/lost", data={"email": "x"}, environ_base={"REMOTE_ADDR": f"2001:db8::{n:x}"}).status_code
            for n in range(1, 13)
        ]
        assert codes == [422] * 10 + [429] * 2

    def test_all_processes_count_the_same_hour_and_say_when_it_is_over(
        self, server: Callable[..., FlaskClient], broker: Broker
    ) -> None:
        both = [server(BROKER_URL=broker.url) for _ in range(2)]
        answers = [both[n % 2].post("/lost", data={"email": "x"}) for n in range(11)]
        assert [answer.status_code for answer in answers] == [422] * 10 + [429]
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 3600


class TestWhoMayOpen:
    def test_anyone_unless_it_is_said_otherwise(self, server: Callable[..., FlaskClient]) -> None:
        assert "Code for new matches" not in server().get("/new?game=titro").text

    def test_with_a_code(self, server: Callable[..., FlaskClient]) -> None:
        web = server(NEW="code:three-blue-lamps")
        assert "Code for new matches" in text(web.get("/new?game=titro"))
        for code, sentence in (("", "Matches here are opened with a code"), ("four", "This is not the code")):
            answer = asks(web, code=code)
            assert answer.status_code == 422
            assert sentence in text(answer)
            assert 'value="bruno@example.org"' in answer.text
        assert opened() == 0
        assert asks(web, code=" three-blue-lamps ").status_code == 200
        assert web.post("/api/matches", json=BODY).status_code == 422
        assert web.post("/api/matches", json={**BODY, "code": "three-blue-lamps"}).status_code == 201

    def test_a_code_is_not_guessed(self, server: Callable[..., FlaskClient]) -> None:
        web = server(NEW="code:three-blue-lamps")
        codes = [asks(web, f"2001:db8::{n:x}", code=f"guess-{n}").status_code for n in range(12)]
        assert codes == [422] * 10 + [429] * 2
        late = asks(web, "2001:db8::77", code="three-blue-lamps")
        assert late.status_code == 429
        assert "too many wrong codes" in text(late)
        assert asks(web, "192.0.2.7", code="three-blue-lamps").status_code == 200

    def test_the_right_code_is_no_guess(self, server: Callable[..., FlaskClient]) -> None:
        web = server(NEW="code:three-blue-lamps")
        codes = {asks(web, code="three-blue-lamps", **{"email-0": f"a{n}@example.org"}).status_code for n in range(12)}
        assert codes == {200}

    def test_by_the_command_alone(self, server: Callable[..., FlaskClient]) -> None:
        web = server(NEW="command")
        for path in ("/new", "/new?game=titro"):
            assert "Matches here are opened by whoever runs this server: ask them" in text(web.get(path))
        assert "Start a match" not in text(web.get("/"))
        assert asks(web).status_code == 422
        refused = web.post("/api/matches", json=BODY)
        assert refused.status_code == 422
        assert "whoever runs this server" in refused.get_json()["detail"]
        assert opened() == 0

    def test_an_advert_is_refused_and_the_form_keeps_everything_else(self, web: FlaskClient) -> None:
        answer = web.post("/new", data={**FORM, "name-0": "Win at cards.example.org"})
        assert answer.status_code == 422
        assert "reads like the address of a website" in text(answer)
        assert 'value="bruno@example.org"' in answer.text
        assert 'name="option-rounds"' in answer.text


class TestNeverAgain:
    def invited(self) -> Match:
        match = open_match("titro", {}, guests("Ada", "Bruno"))
        matches.accept(seat(match, "Ada").id)
        return match

    def never(self) -> int:
        return db.session.scalar(select(func.count()).select_from(NeverWrite))

    def test_on_the_page_of_the_invitation_with_a_tick(self, web: FlaskClient) -> None:
        match = self.invited()
        page = link(match, "Bruno")
        assert "I do not want such letters" in text(web.get(page))
        assert web.post(page, data={"do": "never"}).status_code == 422
        assert self.never() == 0
        answer = web.post(page, data={"do": "never", "sure": "yes"})
        assert answer.location is None
        assert "You get no letter from here any more" in text(answer)
        assert self.never() == 1
        told = text(web.get(link(match, "Ada")))
        assert "No letter reaches Bruno. Letters to this address are not possible." in told
        assert "wants no letters" not in told

    def test_by_the_link_of_the_letter_and_back(self, web: FlaskClient) -> None:
        match = self.invited()
        there = f"/never/{links.sign(links.NEVER, seat(match, 'Bruno').player_id)}"
        assert "Never again?" in text(web.get(there))
        assert web.post(there, data={"do": "stop"}).status_code == 422
        assert self.never() == 0
        assert "You are not written to again" in text(web.post(there, data={"do": "stop", "sure": "yes"}))
        assert self.never() == 1
        assert "Letters again" in text(web.post(there, data={"do": "letters"}))
        assert self.never() == 0

    def test_one_click_in_the_mail_program_of_a_stranger_means_never(self, web: FlaskClient, app: Flask) -> None:
        match = self.invited()
        outbox.deliver(clock.now())
        box = Maildir(app.extensions["poste"].local_mail)
        (letter,) = [box.read(one.key) for one in box.letters() if one.name == "Bruno"]
        stop = letter["List-Unsubscribe"].strip("<>").removeprefix("http://localhost")
        assert stop.startswith("/never/")
        assert "Never write to me again" in letter.get_body(("plain",)).get_content()
        assert web.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert self.never() == 1
        assert seat(match, "Bruno").player.stopped_at is not None

    def test_a_token_for_something_else_is_none_for_this(self, web: FlaskClient) -> None:
        player = one_player(seat(self.invited(), "Bruno").player_id)
        assert web.post(f"/never/{links.sign(links.STOP_ALL, player.id)}").status_code == 404
        assert self.never() == 0

    def test_whoever_wants_no_letters_gets_no_lost_links(self, web: FlaskClient) -> None:
        match = self.invited()
        never_write(seat(match, "Bruno").player_id)
        said = [text(web.post("/lost", data={"email": f"{name}@example.org"})) for name in ("bruno", "farid")]
        assert said[0] == said[1]
        assert len(letters(match, "lost")) == 0
        going = select(Letter.facts).where(Letter.kind == "lost", Letter.dropped_at.is_(None))
        assert db.session.scalars(going).all() == [{"email": "farid@example.org"}]


class TestForgedLinks:
    def test_thousands_of_long_ones_fill_no_memory(self, server: Callable[..., FlaskClient]) -> None:
        app = server().application
        views = [app.view_functions[name] for name in ("seats.act", "player.act", "player.calendar", "api.answer")]

        def forge(first: int, count: int) -> None:
            for n in range(first, first + count):
                with pytest.raises(Unknown):
                    views[n % len(views)](token=f"{n}{'x' * 4000}.{'y' * 43}")

        with app.test_request_context(method="POST"):
            forge(0, 1000)
            tracemalloc.start()
            before, _ = tracemalloc.get_traced_memory()
            forge(1000, 6000)
            after, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert after - before < 1_000_000  # of 24 MB that came
        assert all(len(counts) == 0 for counts in app.extensions["poste.counts"].values())

    def test_short_ones_are_not_kept_either(self, server: Callable[..., FlaskClient]) -> None:
        app = server().application
        with app.test_request_context():
            links._verified.cache_clear()
            for n in range(3000):
                with pytest.raises(links.Forged):
                    links.numbers(links.SEAT, f"{n}{'x' * 100}.{'y' * 43}")
            assert links._verified.cache_info().currsize == 0

    def test_they_are_answered_like_any_link_that_is_none(self, server: Callable[..., FlaskClient]) -> None:
        web = server()
        for path in ("/s/", "/me/", "/stop/", "/never/", "/offer/"):
            assert web.post(f"{path}{'x' * 4000}.{'y' * 43}", data={}).status_code == 404

    def test_ours_are_counted_by_what_they_name(self, server: Callable[..., FlaskClient]) -> None:
        web = server()
        with web.application.app_context():
            there = link(open_table(), "Ada")
        web.post(there, data={"do": "nothing"})
        (counts, _) = web.application.extensions["poste.counts"].values()
        assert len(counts) == 1

    def test_the_oldest_are_forgotten_where_there_are_too_many(self) -> None:
        counts = Counts(60, most_keys=100)
        for n in range(10_000):
            counts.check(f"link {n}", 1)
        assert len(counts) == 100
        with pytest.raises(TooOften) as refused:
            counts.check("link 9999", 1)
        assert 0 < refused.value.wait <= 60
        counts.check("link 0", 1)
