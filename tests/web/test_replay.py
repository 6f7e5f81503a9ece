"""The replay as pages: without script, by its links alone; who may open which; and what opening them may not do."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from sqlalchemy import select
from werkzeug.test import TestResponse

from server import links, matches
from server.rules import GAMES
from server.store.models import Match, Snapshot, Turn, db
from tests.cast import (
    NAMES,
    again,
    guests,
    open_match,
    open_table,
    play_out,
    seal_for_everybody,
    seals,
    seat,
    some_answer,
    takes_over,
)
from tests.conftest import MONDAY
from tests.web.browsing import text


def replay(match: Match, name: str) -> str:
    """The path of a seat's replay."""
    return f"/s/{links.seat_token(seat(match, name))}/replay"


def ways(answer: TestResponse) -> dict[str, int]:
    """Where the buttons of a page lead: what they are called -> the ply."""
    found = re.findall(r'<a class="button" href="\?ply=(\d+)" data-key="([\w-]+)"', answer.text)
    return {key: int(ply) for ply, key in found}


def stored() -> list[object]:
    """Every row of every table."""
    db.session.rollback()
    return [tuple(row) for table in db.metadata.sorted_tables for row in db.session.execute(select(table)).all()]


def a_while(match: Match, windows: int) -> Match:
    """Everybody answers at random for so many windows."""
    for _ in range(windows):
        seal_for_everybody(match, MONDAY)
    return again(match)


# A seat --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_match_of_every_game_is_stepped_through_by_links_alone(web: FlaskClient, key: str) -> None:
    names = NAMES[: min(GAMES[key].seats)]
    match = a_while(open_table(*names, game=key), 12)
    path, ply = f"{replay(match, 'Ada')}?ply=0", 0
    while True:
        page = web.get(path)
        assert page.status_code == 200
        assert 'class="refused"' not in page.text
        assert '<form method="post"' not in page.text or ply == match.ply
        if "on" not in ways(page):
            break
        assert ways(page)["on"] == ply + 1
        assert ways(page).get("back", 0) == max(ply - 1, 0)
        ply += 1
        path = f"{replay(match, 'Ada')}?ply={ply}"
    assert ply == match.ply


def test_a_trick_and_a_deal_are_stepped_by_links_too(web: FlaskClient) -> None:
    match = play_out(open_table(*NAMES[:4], game="french-tarot", deals=1), Random(5))
    ply, tricks = 0, list[int]()
    while "mark-on" in (found := ways(web.get(f"{replay(match, 'Ada')}?ply={ply}"))):
        ply = found["mark-on"]
        tricks.append(ply)
    assert ply == match.ply
    starts = tricks[:-1]
    assert [after - before for before, after in pairwise(starts)][-16:] == [4] * 16
    for ply, told in (starts[-1], 17), (starts[-1] + 1, 18):  # where one trick ends, its own end is told
        assert f"trick {told} of 18" in text(web.get(f"{replay(match, 'Ada')}?ply={ply}"))
    back = ways(web.get(f"{replay(match, 'Ada')}?ply={starts[3] + 2}"))
    assert back["mark-back"] == starts[3]


def test_the_present_ply_is_shown_where_the_address_names_none(web: FlaskClient) -> None:
    match = a_while(open_table(), 3)
    page = web.get(replay(match, "Ada"))
    assert f'data-ply="{match.ply}"' in page.text
    assert "on" not in ways(page)


def test_a_part_of_the_page_is_all_that_script_needs(web: FlaskClient) -> None:
    match = a_while(open_table(), 3)
    whole, part = (web.get(f"{replay(match, 'Ada')}?ply=1{more}").text for more in ("", "&part=ply"))
    assert part.strip() in whole
    assert "<html" not in part


def test_a_seat_has_no_link_to_share_before_the_end_and_never_its_own(web: FlaskClient) -> None:
    match = a_while(open_table(rounds=2), 2)
    assert "/records/" not in web.get(replay(match, "Ada")).text
    match = play_out(match, Random(1))
    page = web.get(f"{replay(match, 'Ada')}?ply=2").text
    assert f'href="/records/{match.id}?ply=2"' in page
    assert links.seat_token(seat(match, "Ada")) not in web.get(f"/records/{match.id}?ply=2").text


def test_what_is_no_ply_is_not_there(web: FlaskClient) -> None:
    match = a_while(open_table(rounds=1), 2)
    for ply in ("99", "-1", "two", "1e1", "9" * 30, ""):
        assert web.get(f"{replay(match, 'Ada')}?ply={ply}").status_code == 404, ply
    token = links.seat_token(seat(match, "Ada"))
    for ply in (str(match.ply + 1), "-1", "two", "9" * 30):
        assert web.get(f"/api/seat/{token}/plies/{ply}").status_code == 404, ply
    assert "has come to step" in web.get(f"/api/seat/{token}/plies/99").get_json()["detail"]


def test_before_the_first_card_there_is_no_ply(web: FlaskClient) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"))
    assert web.get(replay(match, "Ada")).status_code == 404
    assert web.get(f"/api/seat/{links.seat_token(seat(match, 'Ada'))}/plies/0").status_code == 404


def test_a_replay_opens_by_a_link_that_holds(web: FlaskClient) -> None:
    match = a_while(open_table(), 2)
    token = links.seat_token(seat(match, "Ada"))
    for path in (f"/s/{match.id}/replay", f"/s/{token}x/replay", f"/api/seat/{match.id}/plies/0"):
        assert web.get(path).status_code == 404
    matches.replace_link(seat(match, "Ada").id)
    assert web.get(f"/s/{token}/replay").status_code == 410
    assert web.get(f"/api/seat/{token}/plies/0").status_code == 410


# A record ------------------------------------------------------------------------------------------------------------


def test_there_is_no_ply_of_a_record_before_the_end(web: FlaskClient) -> None:
    match = a_while(open_table(), 2)
    for path in (f"/records/{match.id}?ply=0", f"/api/records/{match.id}/plies/0", "/api/records/nowhere/plies/0"):
        assert web.get(path).status_code == 404


def test_a_record_shows_all_hands_and_every_answer_of_a_window_side_by_side(web: FlaskClient) -> None:
    match = play_out(open_table(rounds=1), Random(2))
    given = web.get(f"/api/records/{match.id}").get_json()["answers"]
    words = GAMES["titro"].words
    for ply in range(match.ply + 1):
        body = web.get(f"/api/records/{match.id}/plies/{ply}").get_json()
        assert body["answers"] == [
            {part: one[part] for part in ("seat", "answer", "at", "by")} for one in given if one["ply"] == ply
        ]
        shown = text(web.get(f"/records/{match.id}?ply={ply}"))
        for view in body["views"].values():
            assert all(words[card][0] in shown for card in view["hand"])
        for one in body["answers"]:
            assert all(words[token][0] in shown for token in one["answer"].split() if token in words)


def test_when_somebody_answered_is_shown_where_the_table_shows_it(web: FlaskClient) -> None:
    for shown in ("shown", "hidden"):
        match = open_match("titro", {"rounds": 1}, guests("Ada", "Bruno"), terms={"answered": shown}, at=MONDAY)
        for chair in match.chairs:
            matches.accept(chair.id, at=MONDAY)
        match = play_out(match, Random(2))
        assert ("Mon 23 Nov, 09:00" in web.get(f"/records/{match.id}?ply=0").text) == (shown == "shown")


# What has been seen --------------------------------------------------------------------------------------------------


def card_games(windows: int) -> Match:
    return a_while(open_table(*NAMES[:3], game="scarto"), windows)


def test_what_is_new_is_told_until_a_tap_says_that_it_was_seen(web: FlaskClient) -> None:
    match = card_games(2)
    path = f"/s/{links.seat_token(match.chairs[2])}"
    assert "since you were last here" in text(web.get(path))
    assert f"{path}/replay?ply={match.chairs[2].seen_ply + 1}&amp;play=1" in web.get(path).text
    answer = web.post(path, data={"do": "seen", "ply": match.ply})
    assert (answer.status_code, answer.location) == (303, path)
    assert "since you were last here" not in text(web.get(path))
    assert seat(match, "Chiara").seen_ply == match.ply


def test_the_end_of_a_replay_offers_to_mark_it_as_seen(web: FlaskClient) -> None:
    match = card_games(2)
    assert 'value="seen"' not in web.get(f"{replay(match, 'Chiara')}?ply=1").text
    page = web.get(f"{replay(match, 'Chiara')}?ply={match.ply}").text
    assert f'name="do" value="seen"><input type="hidden" name="ply" value="{match.ply}"' in page
    matches.mark_seen(seat(match, "Chiara").id, match.ply)
    assert 'value="seen"' not in web.get(f"{replay(match, 'Chiara')}?ply={match.ply}").text


def test_who_answers_has_seen_the_table(web: FlaskClient) -> None:
    match = card_games(1)
    name = next(chair.name for chair in match.chairs if chair.seat in matches_asked(match))
    seals(match, name, some_answer(match, name, Random(1)))
    match = again(match)
    assert seat(match, name).seen_ply == match.ply
    assert "since you were last here" not in text(web.get(f"/s/{links.seat_token(seat(match, name))}"))


def matches_asked(match: Match) -> tuple[int, ...]:
    """The seats that are asked now."""
    from server.views import spectator_page

    return spectator_page(match).seats_asked


def test_both_bids_are_news_to_both(web: FlaskClient) -> None:
    match = open_table()
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(1)), ply=0)
    for name in ("Ada", "Bruno"):
        assert "1 step since you were last here" in text(web.get(f"/s/{links.seat_token(seat(match, name))}"))


def test_what_has_not_happened_has_not_been_seen(web: FlaskClient, subtests: pytest.Subtests) -> None:
    match, before = card_games(1), stored()
    path = f"/s/{links.seat_token(match.chairs[2])}"
    for ply in ({"ply": "-1"}, {"ply": "99"}, {"ply": ""}, {"ply": "two"}, {}):
        with subtests.test(**ply):
            assert web.post(path, data={"do": "seen"} | ply).status_code == 422
            assert stored() == before


def test_what_was_seen_is_never_unseen(web: FlaskClient) -> None:
    match = card_games(3)
    matches.mark_seen(match.chairs[2].id, match.ply)
    matches.mark_seen(match.chairs[2].id, 0)
    assert seat(match, "Chiara").seen_ply == match.ply


def test_opening_pages_marks_nothing_and_changes_nothing(web: FlaskClient) -> None:
    match, before = card_games(3), stored()
    token = links.seat_token(match.chairs[2])
    for path in (f"/s/{token}", f"/s/{token}/replay?ply=0&play=1", f"/s/{token}/replay", f"/api/seat/{token}/plies/1"):
        for ask in (web.get, web.head):
            assert ask(path).status_code == 200
    assert stored() == before


def test_a_substitute_sees_all_that_the_seat_saw_and_has_missed_nothing(web: FlaskClient) -> None:
    match = card_games(4)
    then = web.get(f"/api/seat/{links.seat_token(seat(match, 'Chiara'))}/plies/2").get_json()
    takes_over(match, "Chiara", "Edda")
    token = links.seat_token(seat(match, "Edda"))
    now = web.get(f"/api/seat/{token}/plies/2").get_json()
    assert (now["view"], now["ask"]) == (then["view"], then["ask"])
    assert "since you were last here" not in text(web.get(f"/s/{token}"))


# Rules that were corrected -------------------------------------------------------------------------------------------


def test_a_ply_that_the_rules_do_not_reproduce_any_more_says_so(web: FlaskClient) -> None:
    """As if a correction would have refused an answer: what follows is not shown, until the next snapshot."""
    match = play_out(open_table(*NAMES[:3], game="scarto", deals=1), Random(4))
    kept = set(db.session.scalars(select(Snapshot.ply).where(Snapshot.match_id == match.id)))
    turn = db.session.get_one(Turn, (match.id, 22))
    turn.answers = [replace(each, answer="nothing of the kind") for each in turn.answers]
    db.session.commit()
    assert {16, 32} <= kept
    token = links.seat_token(seat(match, "Ada"))
    for ply in range(12, 36):
        answer, page = web.get(f"/api/seat/{token}/plies/{ply}"), text(web.get(f"{replay(match, 'Ada')}?ply={ply}"))
        broken = 22 <= ply < 32
        assert answer.status_code == (404 if broken else 200), ply
        assert ("have been corrected" in page) == broken
    assert "rules of Scarto have been corrected" in web.get(f"/api/seat/{token}/plies/25").get_json()["detail"]


def test_where_nobody_can_say_what_differs_nothing_is_shown_between_two_snapshots(web: FlaskClient) -> None:
    match = play_out(open_table(*NAMES[:3], game="scarto", deals=1), Random(4))
    kept = db.session.get_one(Snapshot, (match.id, 32))
    kept.state = {**kept.state, "scores": [1, 0, -1]}
    db.session.commit()
    token = links.seat_token(seat(match, "Ada"))
    codes = {ply: web.get(f"/api/seat/{token}/plies/{ply}").status_code for ply in range(15, 34)}
    assert codes[15] == codes[16] == codes[32] == 200
    assert all(codes[ply] == 404 for ply in range(17, 32))


def test_a_seat_that_was_given_up_was_asked_nothing_from_then_on(web: FlaskClient) -> None:
    match = card_games(2)
    name = match.chairs[matches_asked(match)[0]].name
    token, ply = links.seat_token(seat(match, name)), match.ply
    later = MONDAY.replace(hour=20)
    matches.resign(seat(match, name).id, later)
    for _ in range(4):
        seal_for_everybody(match, later)
    asked = [web.get(f"/api/seat/{token}/plies/{n}").get_json()["ask"] for n in range(again(match).ply + 1)]
    assert asked[ply] is not None
    assert asked[ply + 1 :] == [None] * len(asked[ply + 1 :])


def test_a_chair_keeps_what_was_seen(web: FlaskClient) -> None:
    match = card_games(1)
    matches.mark_seen(match.chairs[0].id, 1)
    assert [chair.seen_ply for chair in again(match).chairs] == [1, *(chair.seen_ply for chair in match.chairs[1:])]
