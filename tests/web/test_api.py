"""The JSON interface: what it gives, what it refuses, and that a refusal is a problem with a sentence."""

from __future__ import annotations

import re
import sqlite3
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, event, select, text
from werkzeug.test import TestResponse

from server import links, matches
from server.config import Settings
from server.deal import verify
from server.rules import GAMES
from server.store.models import Letter, Match, db
from server.web import create_web
from tests.cast import again, guests, open_match, open_table, seat
from tests.services import free_port, link_key

TOKEN_LETTERS = string.ascii_letters + string.digits + "-_."


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who speaks JSON."""
    return app.test_client()


def token(match: Match, name: str) -> str:
    return links.seat_token(seat(match, name))


def shown(client: FlaskClient, of: str) -> dict[str, Any]:
    answer = client.get(f"/api/seat/{of}")
    assert answer.status_code == 200
    return answer.get_json()


def seal(client: FlaskClient, of: str, answer: Any, ply: Any = 0) -> TestResponse:
    return client.post(f"/api/seat/{of}/answer", json={"answer": answer, "ply": ply})


def problem(response: TestResponse, status: int) -> dict[str, Any]:
    """The body of a problem, which has a sentence fit to show."""
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    body = response.get_json()
    assert body["status"] == status
    assert body["title"]
    assert re.fullmatch(r"[A-Z“].+[.?!]", body["detail"], re.S)
    return body


def rows() -> list[Any]:
    """The whole database."""
    db.session.rollback()
    return [db.session.execute(select(table)).all() for table in db.metadata.sorted_tables]


def bid(client: FlaskClient, of: str, seed: int = 1) -> str:
    """Some lawful answer of a seat."""
    ask = shown(client, of)["ask"]
    random = Random(seed)
    return " ".join(part for slot in ask["slots"] for part in random.sample(slot["options"], slot["least"])) or "none"


TWO = [{"name": "Ada", "email": "ada@example.org"}, {"name": "Bruno", "email": "bruno@example.org"}]

# Opening and playing -------------------------------------------------------------------------------------------------


def test_every_game_is_listed_with_its_options(client: FlaskClient) -> None:
    listed = {game["key"]: game for game in client.get("/api/games").get_json()}
    assert set(listed) == set(GAMES)
    assert listed["titro"]["seats"] == [2]
    assert listed["titro"]["options"]["deck"]["default"] == "tarot"
    assert all(option["help"] for game in listed.values() for option in game["options"].values())


def test_a_match_is_opened_and_its_links_go_out_by_letter_only(client: FlaskClient) -> None:
    opened = client.post("/api/matches", json={"game": "titro", "seats": TWO})
    assert opened.status_code == 201
    body = opened.get_json()
    assert body["seats"] == [{"seat": "A", "name": "Ada"}, {"seat": "B", "name": "Bruno"}]
    assert set(body) == {"id", "length", "seats"}
    match = matches.match_by_id(body["id"])
    assert not any(token(match, name) in opened.text for name in ("Ada", "Bruno"))
    assert [letter.kind for letter in db.session.scalars(select(Letter))] == ["invitation"]


def test_a_whole_match_is_played_and_its_record_holds(client: FlaskClient) -> None:
    opened = client.post("/api/matches", json={"game": "titro", "options": {"rounds": 2}, "seats": TWO, "pace": "P2D"})
    match = matches.match_by_id(opened.get_json()["id"])
    tokens = [token(match, name) for name in ("Ada", "Bruno")]
    assert shown(client, tokens[0])["status"] == "invited"
    for of, word in zip(tokens, ("plum", None), strict=True):
        accepted = client.post(f"/api/seat/{of}/accept", json={"word": word})
        assert accepted.get_json()["seats"][0]["accepted"]
    while (seen := shown(client, tokens[0]))["status"] == "playing":
        for of in tokens:
            if (mine := shown(client, of))["ask"] and not mine["sealed"] and mine["ply"] == seen["ply"]:
                assert seal(client, of, bid(client, of, seen["ply"]), seen["ply"]).status_code == 200
    record = client.get(f"/api/records/{match.id}").get_json()
    assert record["words"] == ["plum", ""]
    assert seen["scores"] == record["scores"] == verify(record).scores
    assert seen["winners"] == record["winners"]


def test_a_seat_may_be_declined_or_given_up(client: FlaskClient) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"))
    assert client.post(f"/api/seat/{token(match, 'Ada')}/decline").get_json()["status"] == "cancelled"
    problem(client.post(f"/api/seat/{token(match, 'Ada')}/accept"), 422)
    match = open_table()
    declined = problem(client.post(f"/api/seat/{token(match, 'Ada')}/decline"), 422)
    assert "resign" in declined["detail"]
    given_up = client.post(f"/api/seat/{token(match, 'Ada')}/resign").get_json()
    assert (given_up["status"], given_up["winners"]) == ("over", ["B"])


def test_the_story_is_told_from_any_ply_on(client: FlaskClient) -> None:
    match = open_table()
    for name in ("Ada", "Bruno"):
        seal(client, token(match, name), bid(client, token(match, name)))
    of = token(match, "Ada")
    assert {line["ply"] for line in shown(client, of)["story"]} == {0, 1}
    for since, plies in (("1", {1}), ("2", set()), (str(10**30), set()), (str(-(10**30)), {0, 1})):
        answer = client.get(f"/api/seat/{of}?since={since}")
        assert {line["ply"] for line in answer.get_json()["story"]} == plies


def test_what_is_no_number_of_a_ply_is_refused_and_not_passed_over(
    client: FlaskClient, subtests: pytest.Subtests
) -> None:
    of = token(open_table(), "Ada")
    for since in ("soon", "", "0.5", "1 2", "null", "١", "1_0"):
        with subtests.test(since[:9]):
            for path in (f"/api/seat/{of}", f"/api/seat/{of}/plies/0"):
                assert "whole number" in problem(client.get(path, query_string={"since": since}), 422)["detail"]


# Answers -------------------------------------------------------------------------------------------------------------


def test_a_bid_that_fits_nothing_is_told_what_would_fit_and_changes_nothing(
    client: FlaskClient, subtests: pytest.Subtests
) -> None:
    of = token(open_table(), "Ada")
    hand, before = shown(client, of)["view"]["hand"], rows()
    for answer in ("the moon on a stick", "", "none", "centre", "\x00", "\ud800", "KH " * 200):
        with subtests.test(repr(answer[:20])):
            body = problem(seal(client, of, answer), 422)
            assert all(card in body["detail"] for card in hand) or "centre" in body["detail"]
            assert body["ask"]["slots"][0]["options"] == hand
            assert body["ply"] == 0
            assert len(body["detail"]) < 1000
            assert rows() == before


def test_a_card_not_held_or_a_position_already_bid_on_is_refused(client: FlaskClient) -> None:
    match = open_table()
    ada, bruno = token(match, "Ada"), token(match, "Bruno")
    stranger = shown(client, bruno)["view"]["hand"][0]
    problem(seal(client, ada, f"{stranger} centre"), 422)
    seal(client, ada, f"{shown(client, ada)['view']['hand'][0]} centre")
    seal(client, bruno, bid(client, bruno))
    card = shown(client, ada)["view"]["hand"][0]
    assert "cloak blind" in problem(seal(client, ada, f"{card} centre", 1), 422)["detail"]


def test_an_answer_says_which_ply_it_is_for_as_a_whole_number(client: FlaskClient, subtests: pytest.Subtests) -> None:
    of = token(open_table(), "Ada")
    answer = bid(client, of)
    for ply in (None, "0", 0.5, 0.0, True, [], {}, [0]):
        with subtests.test(repr(ply)):
            assert "ply" in problem(seal(client, of, answer, ply), 422)["detail"]
            assert shown(client, of)["sealed"] is None


def test_an_answer_for_a_table_that_moved_on_is_told_what_is_asked_now(
    client: FlaskClient, subtests: pytest.Subtests
) -> None:
    of = token(open_table(), "Ada")
    answer, asked, before = bid(client, of), shown(client, of)["ask"], rows()
    for ply in (-1, 1, 2**31, 2**63, -(2**70), 10**400):
        with subtests.test(str(ply)[:30]):
            body = problem(seal(client, of, answer, ply), 409)
            assert body["ask"] == asked
            assert body["ply"] == 0
            assert rows() == before


def test_the_same_answer_twice_is_one_answer_with_one_receipt_also_when_it_has_opened(client: FlaskClient) -> None:
    match = open_table()
    ada, bruno = token(match, "Ada"), token(match, "Bruno")
    answer = bid(client, ada)
    first = seal(client, ada, answer).get_json()
    before = rows()
    assert seal(client, ada, answer).get_json() == first
    assert rows() == before
    assert seal(client, bruno, bid(client, bruno)).get_json()["opened"]
    before = rows()
    assert seal(client, ada, answer).get_json() == {**first, "opened": True}
    other = next(card for card in shown(client, ada)["view"]["hand"]) + " blind"
    assert problem(seal(client, ada, other), 409)["ply"] == 1
    assert rows() == before


def test_a_remark_beside_an_answer_is_quoted_as_not_used(client: FlaskClient) -> None:
    ada = token(open_table(), "Ada")
    answer = bid(client, ada)
    said = seal(client, ada, f"{answer}. My garden is full of snow.").get_json()
    assert said == {**seal(client, ada, answer).get_json(), "unused": ["My garden is full of snow"]}


def test_nobody_is_shown_what_another_has_sealed(client: FlaskClient) -> None:
    match = open_table()
    ada, bruno = token(match, "Ada"), token(match, "Bruno")
    hand = shown(client, ada)["view"]["hand"]
    seen = []
    for answer in (f"{hand[0]} centre", f"{hand[1]} blind"):
        seal(client, ada, answer)
        seen.append(client.get(f"/api/seat/{bruno}").text)
    assert seen[0] == seen[1]
    assert shown(client, ada)["sealed"] == f"{hand[1]} blind"


# Links ---------------------------------------------------------------------------------------------------------------


def everything_with(client: FlaskClient, of: str) -> Iterator[TestResponse]:
    """Every request that a link is good for."""
    yield client.get(f"/api/seat/{of}")
    yield seal(client, of, "none")
    for act in ("accept", "decline", "resign"):
        yield client.post(f"/api/seat/{of}/{act}")


def test_a_forged_cut_or_lower_cased_token_is_unknown(client: FlaskClient) -> None:
    match = open_table()
    real = token(match, "Ada")
    others = [links.sign(links.STOP, seat(match, "Ada").id), links.sign(links.SEAT, 10**6, 1)]
    changed = [real.lower(), real.upper(), real[:-1], real[1:], real + "A", real.split(".")[0], "x", "é", "%00"]
    before = rows()
    for forged in changed + others:
        for response in everything_with(client, forged):
            problem(response, 404)
    assert rows() == before


@pytest.mark.hypothesis
def test_a_token_with_any_letter_changed_is_unknown(client: FlaskClient) -> None:
    real = token(open_table(), "Ada")

    @settings(max_examples=60)
    @given(st.integers(0, len(real) - 1), st.sampled_from(TOKEN_LETTERS))
    def changed(place: int, letter: str) -> None:
        forged = real[:place] + letter + real[place + 1 :]
        assert client.get(f"/api/seat/{forged}").status_code == (200 if forged == real else 404)

    changed()


def test_a_replaced_link_is_gone_and_the_new_one_works(client: FlaskClient) -> None:
    match = open_table()
    old = token(match, "Ada")
    matches.replace_link(seat(match, "Ada").id)
    before = rows()
    for response in everything_with(client, old):
        assert "newer" in problem(response, 410)["detail"]
    assert rows() == before
    assert shown(client, token(match, "Ada"))["you"]["name"] == "Ada"


def test_keys_are_rotated_without_killing_links_until_the_old_key_is_dropped(settings: Settings, app: Flask) -> None:
    match = open_table()
    old = token(match, "Ada")

    def status_with(*keys: str) -> int:
        rotated = create_web(Settings({**settings.environ, "LINK_KEYS": ",".join(map(link_key, keys))}))
        with rotated.app_context():
            status = rotated.test_client().get(f"/api/seat/{old}").status_code
            db.session.remove()
            db.engine.dispose()
        return status

    assert [
        status_with("second-key", "third-key"),
        status_with("third-key", "second-key"),
        status_with("third-key"),
    ] == [
        200,
        200,
        404,
    ]


def test_reading_changes_nothing_however_often(client: FlaskClient) -> None:
    match = open_table()
    before = rows()
    for _ in range(3):
        for ask in (client.get, client.head):
            assert ask(f"/api/seat/{token(match, 'Ada')}", headers={"Purpose": "prefetch"}).status_code == 200
    assert client.options(f"/api/seat/{token(match, 'Ada')}/resign").status_code == 200
    problem(client.get(f"/api/seat/{token(match, 'Ada')}/resign"), 405)
    assert rows() == before


# Bodies that are none ------------------------------------------------------------------------------------------------


def test_a_body_that_is_no_json_object_is_refused_with_a_sentence(
    client: FlaskClient, subtests: pytest.Subtests
) -> None:
    of = token(open_table(), "Ada")
    for body, kind in (
        (b'{"answer": "none", "ply": 0}', "text/plain"),
        (b"answer=none&ply=0", "application/x-www-form-urlencoded"),
        (b'{"answer": ', "application/json"),
        (b"\xff\xfe", "application/json"),
        (b"[" * 100_000, "application/json"),
        (b"[1]", "application/json"),
        (b'"none"', "application/json"),
        (b"null", "application/json"),
    ):
        with subtests.test(body=body[:30], kind=kind):
            for path in (f"/api/seat/{of}/answer", f"/api/seat/{of}/accept", "/api/matches"):
                assert "JSON object" in problem(client.post(path, data=body, content_type=kind), 422)["detail"]


def test_a_number_of_far_too_many_digits_is_refused_with_a_sentence(client: FlaskClient) -> None:
    body = b'{"answer": "none", "ply": ' + b"9" * 5000 + b"}"
    problem(
        client.post(f"/api/seat/{token(open_table(), 'Ada')}/answer", data=body, content_type="application/json"), 422
    )


def test_a_body_that_is_far_too_long_is_refused_unread(client: FlaskClient) -> None:
    of = token(open_table(), "Ada")
    refused = seal(client, of, "x" * 300_000)
    problem(refused, 413)
    assert refused.headers["Connection"] == "close"  # what was not read would be taken for the next request
    problem(client.post("/api/matches", data=b" " * 300_000, content_type="application/json"), 413)


def test_a_form_of_another_site_is_refused(client: FlaskClient) -> None:
    match = open_table()
    others = ("https://evil.example", "http://[", "http://evil-localhost", "http://localhost.evil.example", "null")
    for headers in (*({"Origin": origin} for origin in others), {"Sec-Fetch-Site": "cross-site"}):
        problem(client.post(f"/api/seat/{token(match, 'Ada')}/resign", headers=headers), 403)
    assert again(match).status == "playing"


def with_email(*emails: str) -> dict[str, Any]:
    return {"seats": [{"name": f"Player {n}", "email": email} for n, email in enumerate(emails)]}


WHAT_CANNOT_BE_OPENED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"game": "chess"}, "no game “chess”"),
    ({"game": None}, "“game” is missing"),
    ({"game": ["titro"]}, "“game” has to be a text"),
    ({"seats": None}, "“seats” is missing"),
    ({"seats": []}, "2 players, not 0"),
    ({"seats": TWO[:1]}, "2 players, not 1"),
    ({"seats": [*TWO, *TWO]}, "2 players, not 4"),
    ({"seats": ["Ada", "Bruno"]}, "Number 1 of “seats” has to be an object"),
    ({"seats": [{"name": "Ada"}, TWO[1]]}, "“email” of number 1 of “seats” is missing"),
    ({"seats": [{"email": "ada@example.org"}, TWO[1]]}, "“name” of number 1 of “seats” is missing"),
    ({"seats": [{"name": "Ada", "house": True}, TWO[1]]}, "host"),
    ({"options": {"deck": "uno"}}, "deck of Titro is"),
    ({"options": {"deck": ["tarot"]}}, "deck of Titro is"),
    ({"options": {"rounds": "9"}}, "rounds of Titro is"),
    ({"options": {"rounds": True}}, "rounds of Titro is"),
    ({"options": {"rounds": 9, "deck": "poker"}}, "6 rounds"),
    ({"options": {"jokers": 3}}, "no option jokers"),
    ({"options": ["deck"]}, "“options” has to be an object"),
    ({"pace": "soon"}, "A pace is"),
    ({"pace": "PT0S"}, "A window lasts"),
    ({"pace": "P1Y"}, "A pace is"),
    ({"pace": 48}, "“pace” has to be a text"),
    ({"terms": {"forced": "perhaps"}}, "forced"),
    ({"terms": {"forced": ["on"]}}, "forced"),
    ({"terms": {"tips": "on"}}, "tips"),
    (with_email("ada@example.org\nBcc: x@example.org", "b@example.org"), "one line"),
    (with_email("a@b@example.org", "b@example.org"), "one @"),
    (with_email("a" * 300 + "@example.org", "b@example.org"), "not a mail address"),
    (with_email("ada@example.org", "Ada@Example.org"), "same address"),
    ({"seats": [TWO[0], {"name": "ADA", "email": "b@example.org"}]}, "Two players are called"),
    ({"seats": [TWO[0], {"name": "B\nruno", "email": "b@example.org"}]}, "one line"),
    ({"seats": [TWO[0], {"name": "B" * 41, "email": "b@example.org"}]}, "40 characters"),
    ({"seats": [TWO[0], {"name": "\x00", "email": "b@example.org"}]}, "one line"),
)


def test_what_cannot_be_opened_is_refused_with_a_sentence(client: FlaskClient, subtests: pytest.Subtests) -> None:
    before = rows()
    for change, complaint in WHAT_CANNOT_BE_OPENED:
        with subtests.test(repr(change)[:60]):
            body = {"game": "titro", "seats": TWO, **change}
            given = {name: value for name, value in body.items() if value is not None}
            assert complaint in problem(client.post("/api/matches", json=given), 422)["detail"]
            assert rows() == before


def test_one_person_may_play_both_seats_only_by_saying_so(client: FlaskClient) -> None:
    both = {"game": "titro", **with_email("ada@example.org", "ada@example.org")}
    problem(client.post("/api/matches", json={**both, "same_person": "yes"}), 422)
    assert client.post("/api/matches", json={**both, "same_person": True}).status_code == 201


def test_the_word_for_the_deal_is_one_line(client: FlaskClient, subtests: pytest.Subtests) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"))
    accept = f"/api/seat/{token(match, 'Ada')}/accept"
    for word in (7, ["plum"], "two\nlines", "x" * 101, "\x00"):
        with subtests.test(repr(word)[:20]):
            assert "word" in problem(client.post(accept, json={"word": word}), 422)["detail"]
            assert seat(match, "Ada").accepted_at is None


def test_a_record_of_no_match_is_unknown(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for match_id in ("nosuchmatch", "%00", "%F0%9F%98%80", "x" * 2000, "a%2F..%2Fb"):
        with subtests.test(match_id[:20]):
            problem(client.get(f"/api/records/{match_id}"), 404)


def test_there_is_no_record_before_the_end(client: FlaskClient) -> None:
    match = open_table()
    assert "not over" in problem(client.get(f"/api/records/{match.id}"), 404)["detail"]


def test_what_is_not_there_is_a_problem_too(client: FlaskClient) -> None:
    for path in ("/api/", "/api/seat/", "/api/nothing", "/api/seat/a/b/c"):
        problem(client.get(path), 404)
    refused = client.delete("/api/games")
    problem(refused, 405)
    assert refused.headers["Allow"] == "GET, HEAD, OPTIONS"


# Limits and a database that is gone ----------------------------------------------------------------------------------


@pytest.fixture
def limited(settings: Settings, app: Flask) -> Iterator[FlaskClient]:
    """A server that limits how often it is asked."""
    other = create_web(Settings({**settings.environ, "LIMITS": "on"}))
    with other.app_context():
        yield other.test_client()
        db.session.remove()
        db.engine.dispose()


@pytest.mark.wide
def test_too_many_requests_are_told_when_to_come_back(limited: FlaskClient) -> None:
    match = open_table()
    of, other = token(match, "Ada"), token(match, "Bruno")
    refused = next(answer for answer in (seal(limited, of, "moon") for _ in range(200)) if answer.status_code != 422)
    body = problem(refused, 429)
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["Retry-After"] in body["detail"]
    assert limited.get(f"/api/seat/{of}").status_code == 200
    assert seal(limited, other, bid(limited, other)).status_code == 200, "another seat is free to play"


def test_a_database_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    gone, never_there = (
        f"postgresql://127.0.0.1:{free_port()}/gone",
        f"sqlite:///{tmp_path}/no/such/folder/poste.sqlite",
    )
    for url, passes in ((gone, True), (never_there, False)):
        app = create_web(
            Settings({"DATABASE_URL": url, "STATE_DIR": str(tmp_path), "LINK_KEYS": link_key("k"), "LIMITS": "off"})
        )
        with app.app_context():
            client, of = app.test_client(), links.sign(links.SEAT, 1, 1)
            for response in (client.get(f"/api/seat/{of}"), seal(client, of, "none")):
                assert "Nothing was changed" in problem(response, 503)["detail"]
                assert ("Retry-After" in response.headers) == passes
            assert client.get("/api/games").status_code == 200
            assert client.get(f"/s/{of}").status_code == 503


@pytest.mark.own_application
def test_a_database_that_somebody_else_holds_is_a_sentence_and_nothing_is_half_written(client: FlaskClient) -> None:
    match = open_table()
    of, before = token(match, "Ada"), rows()
    answer = bid(client, of)
    event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout=20"))
    db.session.remove()
    db.engine.dispose()
    holder = sqlite3.connect(str(db.engine.url.database), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    problem(seal(client, of, answer), 503)
    assert shown(client, of)["sealed"] is None
    holder.execute("ROLLBACK")
    holder.close()
    assert rows() == before
    assert seal(client, of, answer).status_code == 200


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_race_that_is_lost_again_and_again_says_try_again(client: FlaskClient) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), "PT48H")
    of = token(match, "Ada")
    faster = create_engine(db.engine.url)

    def somebody_was_faster(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("UPDATE match"):
            with faster.begin() as other:
                other.execute(text("UPDATE match SET revision = revision + 1"))

    event.listen(db.engine, "before_cursor_execute", somebody_was_faster)
    problem(client.post(f"/api/seat/{of}/accept"), 503)
    event.remove(db.engine, "before_cursor_execute", somebody_was_faster)
    assert client.post(f"/api/seat/{of}/accept").status_code == 200
    faster.dispose()
