"""A link in a chat brings a friend to the table: the page it opens, the letter that confirms, the host's own links."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from server import clock, links, matches
from server.config import Settings, settings
from server.matches import Guest, joining
from server.post import outbox
from server.post.transports.maildir import Maildir
from server.store.models import INVITED, PLAYING, Letter, Match, Reservation, db
from tests.cast import address, again, all_matches, guests, letters, open_match, seat
from tests.web.browsing import link, text


def with_open_seats(*names: str, seats: int = 1, game: str = "scarto", **more) -> Match:
    people = [*guests(*names), *(Guest("", open=True) for _ in range(seats))]
    match = open_match(game, more.pop("options", {}), people, **more)
    matches.accept(match.chairs[0].id)
    return again(match)


def path_of(match: Match) -> str:
    """The path of the link for the group, as it is now."""
    again(match)
    found = joining.join_link(match.id)
    assert found is not None
    return f"/join/{links.shared_token(found)}"


def asks(web: FlaskClient, match: Match, name: str, email: str = "", form: str = ""):
    return web.post(path_of(match), data={"name": name, "email": email or address(name), "form": form})


def kept_path(name: str) -> str:
    db.session.rollback()
    reservation = db.session.scalar(select(Reservation).where(Reservation.name == name))
    assert reservation is not None
    return links.kept(reservation).removeprefix("http://localhost")


def mail_for(name: str, kind: str) -> str:
    outbox.deliver()
    box = Maildir(settings().local_mail)
    found = [one for one in box.letters() if one.name == name.capitalize()]
    texts = [message.get_body(("plain",)).get_content() for message in map(box.read, [one.key for one in found])
             if message and message["X-Poste-Kind"] == kind]  # fmt: skip
    return texts[-1] if texts else ""


NEW = {
    "game": "scarto", "name-0": "Ada", "email-0": "ada@example.org", "name-1": "Bruno", "email-1": "bruno@example.org",
    "open-2": "on", "pace": "PT24H",
}  # fmt: skip


class TestOpening:
    def test_a_seat_is_left_open_in_the_form(self, web: FlaskClient):
        assert "An open seat" in web.get("/new?game=scarto").text
        assert web.post("/new", data=NEW).status_code == 200
        [match] = all_matches()
        assert [(chair.name, chair.is_open) for chair in match.chairs][1:] == [("Bruno", False), ("an open seat", True)]

    def test_in_the_json_interface(self, web: FlaskClient):
        seats = [{"name": "Ada", "email": "ada@example.org"}, {"open": True}, {"open": True}]
        opened = web.post("/api/matches", json={"game": "scarto", "seats": seats})
        assert [one["name"] for one in opened.json["seats"]] == ["Ada", "an open seat", "a second open seat"]
        match = matches.match_by_id(opened.json["id"])
        shown = f"/api/seat/{links.seat_token(match.chairs[0])}"
        assert web.get(shown).json["links"] == {}
        web.post(f"{shown}/accept", json={})
        assert web.get(shown).json["links"]["join"].startswith("http://localhost/join/")

    def test_a_list_that_the_server_does_not_keep_is_refused(self, web: FlaskClient):
        refused = web.post("/new", data=NEW | {"listed": "on"})
        assert refused.status_code == 422
        assert "no public list" in text(refused)

    def test_the_letter_to_the_host_has_the_link_for_the_group(self, web: FlaskClient):
        web.post("/new", data=NEW)
        [match] = all_matches()
        assert f"http://localhost{path_of(match)}\n" in mail_for("ada", "invitation")
        assert "/join/" not in mail_for("bruno", "invitation")


class TestThePage:
    def test_leads_with_the_game_how_long_it_lasts_and_who_is_in(self, web: FlaskClient):
        shown = web.get(path_of(with_open_seats("Ada", "Bruno")))
        told = text(shown)
        for part in ("Ada invites you to Scarto", "Bruno is asked", "open yours?", "for each answer", "One seat left"):
            assert part in told
        assert 'src="/static/postcards/scarto.svg' in shown.text
        assert "Unusual here" not in told

    def test_says_only_what_is_unusual(self, web: FlaskClient):
        match = with_open_seats("Ada", game="titro", options={"rounds": 3}, terms={"spectators": "live"})
        told = text(web.get(path_of(match)))
        assert "Unusual here: rounds 3 . Spectators may watch" in told

    def test_shows_no_address_of_anybody(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        asks(web, match, "Edda")
        pages = web.get(path_of(match)).text, web.get(link(match, "Ada")).text
        assert all("example.org" not in page for page in pages)

    def test_has_a_preview_for_chats(self, web: FlaskClient):
        page = web.get(path_of(with_open_seats("Ada", "Bruno"))).text
        tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
        assert tags["title"] == "Ada invites you to Scarto"
        assert "one seat left" in tags["description"]
        picture = web.get(tags["image"].removeprefix("http://localhost"))
        picture.close()
        assert (picture.status_code, picture.mimetype) == (200, "image/jpeg")

    def test_changes_nothing_whoever_opens_it(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        before = match.revision
        for _ in range(3):
            web.get(path_of(match))
        asks(web, match, "Edda")
        path, counted = kept_path("Edda"), db.session.scalar(select(func.count()).select_from(Letter))
        for _ in range(3):
            assert web.get(path).status_code == 200
        assert db.session.scalar(select(func.count()).select_from(Letter)) == counted
        assert (again(match).revision, again(match).status) == (before + 1, INVITED)

    def test_a_link_that_was_never_ours_is_not_found(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        watch = path_of(match).replace("/join/", "/watch/")
        for path in ("/join/nonsense", "/kept/nonsense", watch):
            assert web.get(path).status_code == 404
            assert web.post(path).status_code in (404, 405)


class TestJoining:
    def test_a_friend_gives_name_and_address_and_takes_the_seat_by_the_letter(self, web: FlaskClient):
        match = with_open_seats("Ada", seats=2)
        asked = asks(web, match, "Edda")
        assert asked.status_code == 303
        assert "Look into your mail" in text(web.get(asked.location))
        letter = mail_for("edda", "kept")
        path = re.search(r"http://localhost(/kept/\S+)", letter)
        assert path is not None
        assert "Edda, your seat at Scarto" in text(web.get(path[1]))
        assert web.post(path[1]).status_code == 422
        taken = web.post(path[1], data={"verdict": "accept", "word": "plum", "zone": "Europe/Paris"})
        assert (taken.status_code, taken.location) == (200, None)
        assert "You have taken your seat" in text(web.get(path[1])) in text(taken)
        assert f"http://localhost{link(match, 'Edda')}\n" in mail_for("edda", "seat")
        assert "One seat is still open." in mail_for("ada", "joined")

    def test_the_last_one_has_the_cards_dealt(self, web: FlaskClient):
        match = with_open_seats("Ada", game="titro")
        asks(web, match, "Edda")
        web.post(kept_path("Edda"), data={"verdict": "accept"})
        assert again(match).status == PLAYING
        assert letters(match, "turn", to="Edda")

    def test_no_thanks_opens_the_seat_again(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        asks(web, match, "Edda")
        path = kept_path("Edda")
        assert "The seat is open again" in text(web.post(path, data={"verdict": "decline"}))
        assert "One seat left" in text(web.get(path_of(match)))
        asks(web, match, "Edda")
        assert db.session.scalar(select(func.count()).select_from(Reservation)) == 2

    def test_never_again_is_said_there_too(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        asks(web, match, "Edda")
        said = web.post(kept_path("Edda"), data={"do": "never", "sure": "yes"})
        assert "You get no letter from here any more" in text(said)
        before = asks(web, match, "Farid"), db.session.scalar(select(func.count()).select_from(Letter))
        other = with_open_seats("Chiara", "Bruno")
        again_asked = asks(web, other, "Edda")
        page = web.get(again_asked.location)
        assert again_asked.status_code == before[0].status_code
        assert text(page) == text(web.get(before[0].location)).replace("Ada", "Chiara")
        kept = select(Letter).where(Letter.kind == "kept", Letter.dropped_at.is_(None))
        assert len(db.session.scalars(kept).all()) == 2  # Edda's first, and Farid's

    def test_what_is_wrong_is_said_and_what_was_typed_stays(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        refused = asks(web, match, "Edda", "nonsense")
        assert refused.status_code == 422
        assert 'value="Edda"' in refused.text
        assert 'value="nonsense" aria-invalid=true' in refused.text
        assert "called Bruno already" in text(asks(web, match, "Bruno", "other@example.org"))

    def test_a_form_sent_twice_is_answered_alike(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        form = re.search(r'name="form" value="([^"]+)"', web.get(path_of(match)).text)
        assert form is not None
        first, second = (asks(web, match, "Edda", form=form[1]) for _ in range(2))
        assert (first.status_code, first.location) == (second.status_code, second.location) == (303, first.location)


class TestClosed:
    def test_somebody_was_quicker(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        assert asks(web, match, "Edda").status_code == 303
        late = asks(web, match, "Farid")
        assert late.status_code == 409
        assert "No seat is free just now" in text(late)
        assert "come back to this link tomorrow" in text(late)

    def test_a_link_that_was_ended(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        old = path_of(match)
        ended = web.post(f"{link(match, 'Ada')}/links", data={"purpose": "join", "do": "end"})
        assert ended.status_code == 303
        told = text(web.get(old))
        assert "This link has been ended" in told
        assert "Ada" not in told
        web.post(f"{link(match, 'Ada')}/links", data={"purpose": "join", "do": "renew"})
        assert "This link has been ended" in text(web.get(old))
        assert "Ada invites you" in text(web.get(path_of(match)))

    def test_a_match_that_has_begun_or_was_called_off(self, web: FlaskClient):
        begun, off = with_open_seats("Ada", game="titro"), with_open_seats("Ada", "Bruno")
        asks(web, begun, "Edda")
        path = kept_path("Edda")
        asks(web, off, "Farid")
        farid = kept_path("Farid")
        web.post(path, data={"verdict": "accept"})
        matches.decline(seat(off, "Bruno").id)
        assert "This match has begun" in text(web.get(path_of(begun)))
        assert "This match was called off" in text(web.get(path_of(off)))
        gone = web.get(farid)
        assert gone.status_code == 410
        assert "called off before the first card" in text(gone)


class TestTheHost:
    def test_has_the_link_in_a_field_and_may_limit_it(self, web: FlaskClient):
        match = with_open_seats("Ada", seats=2)
        page = web.get(link(match, "Ada"))
        assert f'readonly value="http://localhost{path_of(match)}"' in page.text
        assert "2 seats are open" in text(page)
        web.post(f"{link(match, 'Ada')}/links", data={"purpose": "join", "do": "limit", "most": "1"})
        assert "One seat left" in text(web.get(path_of(match)))

    def test_nobody_else_has_it(self, web: FlaskClient):
        match = with_open_seats("Ada", "Bruno")
        matches.accept(seat(match, "Bruno").id)
        assert "/join/" not in web.get(link(match, "Bruno")).text
        refused = web.post(f"{link(match, 'Bruno')}/links", data={"purpose": "join", "do": "end"})
        assert refused.status_code == 422
        for form in ({}, {"purpose": "join"}, {"purpose": "seat", "do": "end"}):
            assert web.post(f"{link(match, 'Ada')}/links", data=form).status_code == 422


class TestTheList:
    def test_is_off_unless_the_server_has_one(self, web: FlaskClient):
        assert web.get("/open-tables").status_code == 404
        assert "/open-tables" not in web.get("/").text + web.get("/new?game=scarto").text

    def test_shows_game_options_pace_seats_left_and_length(self, web: FlaskClient, app: Flask):
        app.extensions["poste"] = Settings(app.extensions["poste"].environ | {"OPEN_TABLES": "on"})
        with_open_seats("Bruno", "Chiara")
        assert "No table is waiting" in text(web.get("/open-tables"))
        match = with_open_seats("Ada", game="titro", options={"rounds": 3}, pace="PT24H", listed=True)
        page = web.get("/open-tables")
        told = text(page)
        for part in (
            "Titro with Ada",
            "one seat left of 2",
            f"{clock.pace(match.pace).words} for each answer",
            "Rounds: 3",
        ):
            assert part in told
        assert path_of(match) in page.text
        assert "Bruno" not in told
        assert "/open-tables" in web.get("/").text
