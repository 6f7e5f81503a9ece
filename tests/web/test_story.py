"""The story, the score sheet, the end of a deal and of a match as pages; and the pictures of them to be shared."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server import links, matches, program, views
from server.matches import Guest
from server.rules import GAMES
from server.store.models import OVER, PLAYING
from tests.cast import NAMES, again, guests, open_match, open_table, play_out, seat
from tests.web.browsing import link, text
from tests.web.worlds import after_one_deal, over


def test_the_end_of_a_deal_is_a_headline_that_leads_to_it(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = after_one_deal(key)
            for name in NAMES[: len(match.chairs)]:
                page = web.get(link(match, name)).text
                assert "is over" in page.partition('<p class="moment"><a href="?story=all&amp;deal=1#story">')[2]
                page = web.get(f"{link(match, name)}?story=all&deal=1").text
                panel = page.partition('id="story"')[2]
                assert "Standing after" in panel
                assert f"{link(match, name)}/replay?ply=0" in panel
                assert f"{link(match, name)}/deals/1.svg" in panel
                assert page.count("ending.css") == 1


def test_the_end_of_a_match_is_shown_to_its_seats_and_by_its_record(
    web: FlaskClient, subtests: pytest.Subtests
) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = over(key)
            for path in (link(match, "Ada"), f"/records/{match.id}"):
                page = text(web.get(path))
                assert "Score sheet" in page
                assert "Standing after" in page
                assert "won" in page
                assert "A picture to share" in page
                assert all(str(abs(score)) in page for score in match.scores or ())


def test_everything_is_told_a_deal_a_page(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = over(key)
            last = len(views.Deals(match, 0).all)
            for path in (f"{link(match, 'Ada')}?story=all", f"/records/{match.id}?"):
                order = last
                page = web.get(path)
                while older := re.search(r'href="(\?[^"]*deal=(\d+))#story" rel="prev"', page.text):
                    assert int(older[2]) == order - 1
                    order -= 1
                    page = web.get(path.partition("?")[0] + unescape(older[1]))
                    assert page.status_code == 200
                assert order == 1
                assert web.get(f"{path}&deal={last + 1}").status_code == 404
                assert web.get(f"{path}&deal=0").status_code == 404


def test_a_trick_is_one_line_with_its_winner_ringed_and_its_points(web: FlaskClient) -> None:
    match = after_one_deal("scarto")
    page = web.get(f"{link(match, 'Ada')}?story=all&deal=1").text
    story = page.partition('id="story"')[2]
    rows = re.findall(r'<li value="(\d+)">(.*?)</li>', story, re.S)
    assert [int(number) for number, _ in rows] == list(range(1, 26))
    for _, row in rows:
        assert row.count('class="chip') == 3
        assert row.count("<em>") == 1
        assert re.search(r"(You|Bruno|Chiara), \d+</small>", row)
    assert not any(f"{name} played" in story for name in ("You", "Bruno", "Chiara"))


def test_a_missed_slam_has_its_line_in_the_formula(web: FlaskClient, app: Flask) -> None:
    """So that nobody reads "made by 18" and has lost 282."""
    match = play_out(open_table(*NAMES[:3], game="french-tarot", deals=1), Random(1))
    page = views.Deals(match, None).all[0].after
    assert page is not None
    count = page.view["sheet"] | {"contract": "guard", "made": True, "taker": 0, "slam": -200, "miseres": [0, 0, 0]}
    count |= {"game": 25, "difference": 18, "petit": 0, "multiplier": 2, "poignees": 0, "total": -114, "partner": None}
    page.view["sheet"] = count | {"got": [-228, 114, 114], "points": 59, "needed": 41, "bouts": 2}
    with app.test_request_context():
        game = app.jinja_env.get_template("games/french-tarot.html").module
        said = re.sub(r"<[^>]+>", " ", str(game.deal_sheet(page)))
        title = str(game.deal_title(page))
    assert re.search(r"Slam\s+announced and missed\s+−200", said)
    assert re.search(r"Each defender gets\s+114", said)
    assert "made by 18, the slam missed" in title


@pytest.mark.parametrize("key", ["ottocento", "scarto", "tottarot"])
def test_a_game_without_a_template_of_its_own_ends_in_the_same_way(
    web: FlaskClient, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    others = {
        name: text
        for name, text in program.templates().items()
        if name.removeprefix("games/").partition(".")[0] not in GAMES
    }
    monkeypatch.setattr(program, "templates", lambda: others)
    match = after_one_deal(key)
    assert "Standing after" in text(web.get(f"{link(match, 'Ada')}?story=all&deal=1"))
    match = over(key)
    for path in (link(match, "Ada"), f"{link(match, 'Ada')}?story=all&deal=1", f"/records/{match.id}"):
        assert "Score sheet" in text(web.get(path))
    assert picture(web.get(f"/records/{match.id}/picture.svg"))


def test_a_chat_shows_the_result_of_a_record(web: FlaskClient) -> None:
    match = over("titro")
    told = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', web.get(f"/records/{match.id}").text))
    assert re.fullmatch(r"Titro by post: (\w+ wins, by \d+|Nobody wins|\w+ and \w+ win)", told["title"])
    assert match.scores is not None
    for chair, score in zip(match.chairs, match.scores, strict=True):
        assert f"{chair.name} {score}".replace("-", "−") in told["description"]
    shown = web.get(told["image"].removeprefix("http://localhost"))
    assert (shown.status_code, shown.mimetype, shown.data[:4]) == (200, "image/png", b"\x89PNG")
    assert shown.data[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


# Pictures ------------------------------------------------------------------------------------------------------------


def picture(answer: TestResponse) -> str:
    """The words of a picture, which is well-formed."""
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    return " ".join(" ".join(ElementTree.fromstring(answer.data).itertext()).split())


def test_a_finished_match_has_a_picture_that_may_be_kept(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = over(key)
            answer = web.get(f"/records/{match.id}/picture.svg")
            words = picture(answer)
            assert "public" in answer.headers["Cache-Control"]
            assert f"{GAMES[key].name} by post" in words
            assert all(str(abs(score)) in words for score in match.scores or ())
            assert "/s/" not in answer.text
            assert "<script" not in answer.text


def test_a_picture_of_a_deal_holds_no_card_and_no_link(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        with subtests.test(key):
            match = after_one_deal(key)
            one, other = (web.get(f"{link(match, name)}/deals/1.svg") for name in ("Ada", "Bruno"))
            assert one.data == other.data
            assert "public" not in one.headers["Cache-Control"]
            assert one.headers["Content-Disposition"].startswith("attachment"), (
                "its address is a seat's: the file is shared"
            )
            words = picture(one)
            for name in ("Ada", "Bruno"):
                page = views.seat_page(seat(match, name))
                for code in page.view["core"]["hand"]:
                    assert str(views.faces.face(code, page.game.words)) not in words.split()
                assert links.seat_token(seat(match, name)) not in one.text
            assert "href=" not in one.text.replace('href="#over"', "").replace('href="#below"', "")


def test_there_is_no_picture_of_what_is_not_over(web: FlaskClient) -> None:
    match = after_one_deal("scarto")
    assert again(match).status == PLAYING
    assert web.get(f"/records/{match.id}/picture.svg").status_code == 404
    assert web.get(f"{link(match, 'Ada')}/deals/2.svg").status_code == 404
    assert web.get(f"{link(match, 'Ada')}/deals/0.svg").status_code == 404
    assert web.get(f"/s/{match.id}/deals/1.svg").status_code == 404
    invited = open_match("titro", {}, guests("Ada", "Bruno"))
    assert web.get(f"{link(invited, 'Ada')}/deals/1.svg").status_code == 404


def test_a_name_is_a_name_in_a_picture_whatever_is_in_it(web: FlaskClient) -> None:
    names = ("Ann & Bo's", "W" * 40)
    match = open_match("titro", {"rounds": 1}, [Guest(n, f"{i}@example.org") for i, n in enumerate(names)])
    for chair in match.chairs:
        matches.accept(chair.id)
    match = play_out(match, Random(1))
    assert "Ann & Bo's" in picture(web.get(f"/records/{match.id}/picture.svg"))


def test_a_match_given_up_before_a_deal_was_over_has_no_picture_and_shows_its_table(web: FlaskClient) -> None:
    match = open_table()
    matches.resign(seat(match, "Ada").id)
    assert again(match).status == OVER
    assert web.get(f"/records/{match.id}/picture.svg").status_code == 404
    assert "the others gave up" in text(web.get(link(match, "Bruno")))
    assert web.get(f"/records/{match.id}").status_code == 200
    assert web.get(f"{link(match, 'Bruno')}?story=all").status_code == 200


def test_the_pages_of_the_story_change_nothing_and_work_by_links_alone(web: FlaskClient) -> None:
    match = after_one_deal("titro")
    ply = match.ply
    for path in ("", "?story=all", "?story=all&deal=1", "/deals/1.svg"):
        assert web.get(link(match, "Ada") + path).status_code == 200
    assert again(match).ply == ply
