"""How a deal or a match ended is kept as it was drawn: it still shows whoever sits there now, to each seat its own."""

from __future__ import annotations

import html
import re
from random import Random

import pytest
from flask.testing import FlaskClient

from server import matches, views
from server.matches.erasing import erase
from server.rules import GAMES
from server.store.models import Match, Snapshot, db
from tests.cast import NAMES, address, again, seals, seat, some_answer
from tests.cast import takes_over as takes_the_seat_of
from tests.conftest import MONDAY
from tests.web.browsing import link
from tests.web.worlds import after_deals, after_one_deal, over


def shown(web: FlaskClient, match: Match, name: str) -> str:
    """How a deal or the match ended, on the page of a player."""
    page = web.get(link(match, name)).text
    if again(match).status == "over":
        return page.partition("<section class")[2].partition("</section>")[0]
    line = re.search(r'<p class="moment"><a href="([^"#]*).*?</p>', page, re.S)
    if line is None:
        return ""
    deal = web.get(link(match, name) + html.unescape(line[1])).text.partition('<div class="moment">')[2]
    return line[0] + deal.partition("</section>")[0]


def ended(key: str, whole: bool) -> Match:
    """A match one of whose deals has ended, or all of it."""
    return over(key) if whole else after_one_deal(key)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_whoever_looks_again_reads_the_same_as_at_first(web: FlaskClient, key: str, whole: bool) -> None:
    match = ended(key, whole)
    names = NAMES[: len(match.chairs)]
    first = {name: shown(web, match, name) for name in names}
    assert all(first.values())
    assert {name: shown(web, match, name) for name in reversed(names)} == first


@pytest.mark.parametrize("key", sorted(key for key, game in GAMES.items() if game.trick_game))
def test_what_was_kept_of_the_table_tells_the_same_as_the_table(web: FlaskClient, key: str) -> None:
    match = over(key)
    names = NAMES[: len(match.chairs)]
    by_what_was_kept = [shown(web, match, name) for name in names]
    for row in db.session.query(Snapshot).filter(Snapshot.match_id == match.id):
        row.after = None
    db.session.commit()
    assert [shown(web, match, name) for name in names] == by_what_was_kept


@pytest.mark.parametrize("whole", [False, True])
def test_a_seat_never_gets_what_was_drawn_for_another(web: FlaskClient, whole: bool) -> None:
    match = ended("french-tarot", whole)
    for name in NAMES[:3]:
        for _ in range(2):
            told = shown(web, match, name)
            assert link(match, name) in told
            assert not [other for other in NAMES[:3] if other != name and link(match, other) in told]
            assert f">{name}<" not in told
            assert ">You<" in told


def test_who_took_over_a_seat_is_named_where_the_deal_ended(web: FlaskClient) -> None:
    match = after_one_deal("scarto")
    assert "Bruno" in shown(web, match, "Ada")
    takes_the_seat_of(match, "Bruno", to="Dmitri")
    assert "Bruno" not in shown(web, match, "Ada")
    assert "Dmitri" in shown(web, match, "Ada")
    assert ">You<" in shown(web, match, "Dmitri")


@pytest.mark.parametrize("whole", [False, True])
def test_whoever_gained_most_reads_you(web: FlaskClient, whole: bool) -> None:
    match = ended("titro", whole)
    for name, other in (NAMES[:2], NAMES[1::-1]):
        told = shown(web, match, name)
        assert re.search(rf"You [+−±]?\d+, {other} [+−±]?\d+|{other} [+−±]?\d+, You [+−±]?\d+", told)
        assert f"{name} " not in told


def test_a_headline_names_whoever_sits_there_now(web: FlaskClient) -> None:
    match = after_one_deal("french-tarot")
    told = views.Deals(match, None).last
    assert told
    assert told.after
    taker = match.chairs[told.after.view["sheet"]["taker"]].name
    other = next(name for name in NAMES[:3] if name != taker)
    assert f"{taker}’s " in shown(web, match, other)
    assert "Your " in shown(web, match, taker)
    takes_the_seat_of(match, taker, to="Dmitri")
    assert f"{taker}’s" not in shown(web, match, other)
    assert "Dmitri’s " in shown(web, match, other)
    assert "Your " in shown(web, match, "Dmitri")


@pytest.mark.parametrize("whole", [False, True])
def test_who_was_erased_is_not_named_any_more(web: FlaskClient, whole: bool) -> None:
    match = ended("scarto", whole)
    assert "Bruno" in shown(web, match, "Ada")
    erase(address("Bruno"), MONDAY)
    told = shown(web, match, "Ada")
    assert "Bruno" not in told
    assert "Somebody" in told


def test_a_replaced_link_stands_nowhere_any_more(web: FlaskClient) -> None:
    match = after_one_deal("scarto")
    before = link(match, "Ada")
    assert f"{before}/replay" in shown(web, match, "Ada")
    matches.replace_link(seat(match, "Ada").id, MONDAY)
    assert link(match, "Ada") != before
    assert before not in shown(web, match, "Ada")
    assert f"{link(match, 'Ada')}/replay" in shown(web, match, "Ada")


def test_the_next_deal_ends_in_its_own_way_and_an_answer_closes_it(web: FlaskClient) -> None:
    match = after_one_deal("scarto")
    asked = match.chairs[views.spectator_page(match).seats_asked[0]].name
    assert '<span class="eyebrow">Deal 1 is over' in shown(web, match, asked)
    seals(match, asked, some_answer(match, asked, Random(1)))
    assert shown(web, match, asked) == ""
    match = after_deals(match, 2)
    assert all('<span class="eyebrow">Deal 2 is over' in shown(web, match, name) for name in NAMES[:3])
