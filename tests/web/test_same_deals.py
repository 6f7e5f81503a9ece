"""Tables with the same deals on pages, by letter, in JSON and from the command line; and the standings of a circle."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from server import links, matches
from server.cli import poste
from server.matches import erasing, exporting
from server.post import writing
from server.store.models import MATCHES, Match, Player
from server.views.circle import circle_of
from tests.cast import MONDAY, address, again, all_matches, letters, open_table, play_out, seat
from tests.matches.test_same_deals import dealt, opened, played

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def own(match: Match, name: str) -> str:
    return f"/s/{links.seat_token(seat(match, name))}"


def player_of(match: Match, name: str) -> Player:
    found = seat(match, name).player
    assert found is not None
    return found


def me(match: Match, name: str) -> str:
    return links.me(player_of(match, name)).removeprefix("http://localhost")


def text_of(match: Match, kind: str, to: str) -> str:
    [letter] = letters(match, kind, to)
    written = writing.write(letter, MONDAY + timedelta(hours=2))
    assert written is not None
    return str(written)


FORM = {
    "game": "titro", "tables": "2", "pace": "PT48H", "option-rounds": "1",
    "name-0": "Ada", "email-0": "ada@example.org", "name-1": "Bruno", "email-1": "bruno@example.org",
    "t2-name-0": "Chiara", "t2-email-0": "chiara@example.org",
    "t2-name-1": "Dmitri", "t2-email-1": "dmitri@example.org",
}  # fmt: skip


def test_the_form_of_a_new_match_opens_several_tables_or_keeps_what_was_typed(
    web: FlaskClient,
) -> None:
    assert 'href="/new?game=titro&amp;tables=2"' in web.get("/new?game=titro").text
    empty = web.get("/new?game=titro&tables=2").text
    assert 'name="t2-name-0"' in empty
    assert "open-1" not in empty
    refused = web.post("/new", data={**FORM, "t2-email-0": "ada@example.org"})
    assert refused.status_code == 422
    assert "Table 2: ada@example.org is at another table already" in refused.text
    assert 'value="Dmitri"' in refused.text
    assert web.post("/new", data={**FORM, "turned": "on"}).status_code == 200
    first, second = all_matches()
    assert [[chair.name for chair in table.chairs] for table in (first, second)] == [
        ["Ada", "Bruno"],
        ["Dmitri", "Chiara"],
    ]


def test_the_json_interface_opens_several_tables(web: FlaskClient) -> None:
    def seats(*names: str) -> list[dict[str, str]]:
        return [{"name": name, "email": address(name)} for name in names]

    wish = {"game": "titro", "seats": seats("Ada", "Bruno"), "more_tables": [seats("Chiara", "Dmitri")], "turned": True}
    for more, why in (({"same_person": True}, "one seat of one table"), ({"listed": True}, "public list")):
        refused = web.post("/api/matches", json={**wish, **more})
        assert (refused.status_code, why in refused.get_json()["detail"]) == (422, True)
    told = web.post("/api/matches", json=wish).get_json()
    first, second = all_matches()
    assert (told["id"], [table["id"] for table in told["more_tables"]]) == (first.id, [second.id])
    assert [one["name"] for one in told["more_tables"][0]["seats"]] == ["Dmitri", "Chiara"]
    alone = web.post("/api/matches", json={"game": "titro", "seats": seats("Edda", "Farid")}).get_json()
    assert "more_tables" not in alone


def test_an_invitation_to_any_table_names_who_opened_them_and_says_what_is_played(web: FlaskClient) -> None:
    first, second = opened()
    matches.accept(seat(first, "Ada").id, at=MONDAY)
    page = web.get(own(second, "Chiara")).text
    assert "Ada saves you a seat at Titro" in page
    assert "Several tables play the same deals" in page
    assert "the others get their letters" not in page


def test_a_seat_whose_table_has_ended_is_told_how_many_have_and_offered_nothing_shut(web: FlaskClient) -> None:
    first, _ = dealt()
    play_out(first, Random(1))
    page = web.get(own(first, "Ada")).text
    assert "1 of 2 tables has finished" in page
    for shut in ("/records/", "/replay", "picture.svg", "Play forward"):
        assert shut not in page
    assert web.get(f"/api{own(first, 'Ada')}".replace("/s/", "/seat/")).get_json()["same_deals"] == {
        "ended": 1,
        "tables": 2,
        "compared": False,
    }
    seat_json, record_json = f"/api/seat{own(first, 'Ada').removeprefix('/s')}", f"/api/records/{first.id}"
    for path in (
        *(f"{own(first, 'Ada')}/{part}" for part in ("replay", "replay?ply=0", "deals/1.svg")),
        *(f"{there}/plies/0" for there in (seat_json, record_json)),
        *(record_json, f"/records/{first.id}", f"/records/{first.id}/tables", f"/records/{first.id}/picture.svg"),
    ):
        answer = web.get(path)
        assert (answer.status_code, "1 of 2 tables has finished" in answer.text) == (404, True), path


def test_at_the_end_each_seat_leads_to_the_comparison_on_a_page_and_in_json(web: FlaskClient) -> None:
    first, second = played(dealt())
    path = f"/records/{first.id}/tables"
    assert path in web.get(own(first, "Ada")).text
    page = web.get(path).text
    for name in ("Ada", "Bruno", "Chiara", "Dmitri"):
        assert name in page
    assert "held, at both tables:" in page
    told = web.get(f"/api{path}").get_json()
    assert told["tables"] == [first.id, second.id]
    assert told["seats"][0]["people"] == ["Ada", "Chiara"]
    assert told["seats"][0]["scores"] == [(table.scores or [])[0] for table in (first, second)]
    alone = play_out(open_table(rounds=1), Random(1))
    assert web.get(f"/records/{alone.id}/tables").status_code == 404


def test_letters_say_that_the_record_is_shut_and_later_where_the_tables_are_compared() -> None:
    first, second = dealt()
    play_out(first, Random(1))
    assert "1 of 2 tables has finished" in text_of(first, "over", "Ada")
    assert f"/records/{first.id}" not in text_of(first, "over", "Ada")
    play_out(second, Random(2))
    matches.publish_due(MONDAY)
    assert f"/records/{first.id}/tables" in text_of(again(first), "compared", "Ada")


def test_poste_new_takes_a_lone_slash_between_tables(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.cli.opening.server_app", lambda **_: app)
    monkeypatch.setattr("server.cli.opening.bring_up_to_date", lambda: None)
    people = [f"{name}={address(name)}" for name in ("Ada", "Bruno", "Chiara", "Dmitri")]
    done = CliRunner().invoke(poste, ["new", "titro", *people[:2], "/", *people[2:], "--turned"])
    assert done.exit_code == 0, done.output
    assert "Ada gets a letter to confirm all of them" in done.output
    refused = CliRunner().invoke(poste, ["new", "titro", *people[:2], "/", *people[2:], "--open", "1"])
    assert refused.exit_code == 2
    assert "no open seats" in refused.output


def test_what_somebody_answered_is_exported_only_when_all_tables_have_ended() -> None:
    first, second = dealt()
    play_out(first, Random(1))
    [own_seat] = exporting.export(address("Ada"))["people"][0]["seats"]
    assert own_seat["answers"] == exporting.WITHHELD_FOR_OTHERS
    play_out(second, Random(2))
    matches.publish_due(MONDAY)
    [own_seat] = exporting.export(address("Ada"))["people"][0]["seats"]
    assert own_seat["answers"][0]["ply"] == 0


def test_who_is_erased_leaves_their_table_and_the_tables_are_still_compared() -> None:
    first, second = dealt()
    erasing.erase(address("Bruno"), MONDAY)
    tables = played([first, second])
    assert "Bruno" not in [chair.name for chair in tables[0].chairs]
    assert matches.record_of(tables[1])["same_deals"] == [first.id, second.id]


# The standings of a circle --------------------------------------------------------------------------------------------


def test_a_circle_counts_matches_points_and_head_to_head_of_those_one_has_played_with(web: FlaskClient) -> None:
    table = [play_out(open_table(*names, rounds=1), Random(n)) for n, names in enumerate((("Ada", "Bruno"),) * 3)]
    circle = circle_of(player_of(table[0], "Ada"))
    mine, theirs = circle.members
    assert (mine.you, mine.name, theirs.name) == (True, "Ada", "Bruno")
    scores = [match.scores or [] for match in table]
    assert theirs.ahead == sum(mine > other for mine, other in scores)
    assert theirs.ahead + theirs.level + theirs.behind == 3
    assert mine.games["titro"].each == sum(own for own, _ in scores) / 3
    page = web.get(f"{me(table[0], 'Ada')}/circle").text
    assert "Bruno" in page
    assert web.get(f"/api{me(table[0], 'Ada')}/circle").get_json()["members"][1]["name"] == "Bruno"


def test_a_curve_adds_up_what_each_has_made_from_match_to_match(web: FlaskClient) -> None:
    days = [MONDAY + timedelta(days=n) for n in range(3)]
    table = [play_out(open_table("Ada", "Bruno", rounds=1, at=at), Random(at.day), at) for at in days]
    mine, _ = circle_of(player_of(table[0], "Ada")).members
    own = [(match.scores or [])[0] for match in table]
    assert mine.games["titro"].curve == (0, own[0], own[0] + own[1], sum(own))
    assert web.get(f"{me(table[0], 'Ada')}/circle").text.count('class="spark') == 2


def test_a_match_with_these_people_is_one_tap_and_shows_no_address(web: FlaskClient) -> None:
    before = play_out(open_table("Ada", "Bruno", "Chiara", game="scarto", deals=1), Random(1))
    page = web.get(f"{me(before, 'Ada')}/circle").text
    assert "Bruno, Chiara" in page
    assert address("Bruno") not in page
    form = {"seat": seat(before, "Ada").id, "game": "dementlieu"}
    there = web.post(f"{me(before, 'Ada')}/circle", data=form)
    assert there.status_code == 303
    [opened_now] = all_matches(MATCHES.c.rematch_of == before.id)
    assert (opened_now.game, opened_now.chairs[0].name) == ("dementlieu", "Ada")
    assert there.location == me(before, "Ada")
    assert own(opened_now, "Ada") in web.get(there.location).text
    assert web.post(f"{me(before, 'Ada')}/circle", data=form).location == there.location


def test_a_match_with_these_people_is_asked_for_from_ones_own_seat_and_for_a_game_that_fits(web: FlaskClient) -> None:
    before = play_out(open_table("Ada", "Bruno", "Chiara", game="scarto", deals=1), Random(1))
    for form in (
        {"seat": seat(before, "Bruno").id, "game": "scarto"},
        {"seat": seat(before, "Ada").id, "game": "titro"},
        {},
    ):
        assert web.post(f"{me(before, 'Ada')}/circle", data=form).status_code == 422
    assert all_matches(MATCHES.c.rematch_of == before.id) == []


def test_partners_are_not_held_against_each_other() -> None:
    match = play_out(open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42", marks=1), Random(1))
    members = {member.name: member for member in circle_of(player_of(match, "Ada")).others}
    assert (members["Chiara"].together, members["Chiara"].ahead + members["Chiara"].behind) == (1, 0)
    assert members["Bruno"].together == 0


def test_nobody_sees_a_table_at_which_they_did_not_sit_nor_one_that_goes_on_or_is_shut(web: FlaskClient) -> None:
    seen = play_out(open_table("Ada", "Bruno", rounds=1), Random(1))
    play_out(open_table("Bruno", "Chiara", rounds=1), Random(2))
    open_table("Ada", "Edda")
    first, _ = dealt(("Ada", "Farid"), ("Gianna", "Henk"))
    play_out(first, Random(1))
    page = web.get(f"{me(seen, 'Ada')}/circle").text
    assert "Bruno" in page
    for name in ("Chiara", "Edda", "Farid", "Gianna"):
        assert name not in page
    assert [member.played for member in circle_of(player_of(seen, "Ada")).members] == [1, 1]
    assert web.get(f"/me/{links.seat_token(seat(seen, 'Ada'))}/circle").status_code == 404


def test_a_circle_without_anybody_says_what_will_stand_there(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno")
    assert "not finished a match with anybody yet" in web.get(f"{me(match, 'Ada')}/circle").text
