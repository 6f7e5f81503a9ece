"""Nothing left to decide: the table plays the rest of a deal whose result stands, if the players agreed on that."""

from __future__ import annotations

from random import Random

from sqlalchemy import select

from server import deal, matches
from server.matches.decided_deals import examine_decided
from server.store.models import NO_PLY, OVER, PLAYING, Match, Turn, db
from server.views import spectator_page
from tests.cast import MONDAY, again, guests, open_match, page, seals, some_answer

LINE = "No answer can change the result of this deal any more: the table plays the rest."


def table(**terms: str) -> Match:
    match = open_match("scarto", {"deals": 1}, guests("Ada", "Bruno", "Chiara"), terms=terms, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def plays_to_the_end(match: Match, twice: bool = False) -> Match:
    """Everybody answers by chance; after each answer a worker looks whether anything is left to decide."""
    random = Random(7)
    while again(match).status == PLAYING:
        for seat in spectator_page(again(match)).waiting:
            name = match.chairs[seat].name
            seals(match, name, some_answer(match, name, random))
            break
        examine_decided(MONDAY)
        if twice:
            assert examine_decided(MONDAY) == 0
    return again(match)


def by_the_table(match: Match) -> list[Turn]:
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id).order_by(Turn.ply))
    return [turn for turn in turns if any(given.decided for given in turn.answers)]


def test_the_rest_is_played_at_once_and_everybody_is_told(app: object) -> None:
    match = plays_to_the_end(table(decided="on", forced="off"), twice=True)
    assert match.status == OVER
    rest = by_the_table(match)
    assert rest
    told = [turn for turn in rest if any(said["text"] == LINE for said in turn.said)]
    parts = len({turn.ply - n for n, turn in enumerate(rest)})
    assert len(told) == parts, "once for each rest"
    assert deal.verify(matches.record_of(match)).scores == match.scores


def test_nothing_is_played_where_the_terms_do_not_say_so(app: object) -> None:
    match = plays_to_the_end(table(forced="off"))
    assert by_the_table(match) == []
    assert match.examined == NO_PLY


def test_nobody_is_said_to_have_let_the_clock_answer(app: object) -> None:
    match = plays_to_the_end(table(decided="on", forced="off"))
    plies = {turn.ply for turn in by_the_table(match)}
    assert plies
    assert [ply for ply in page(match, "Ada").story if ply.ply in plies and (ply.clocked or ply.forced)] == []
    assert [chair.missed for chair in match.chairs] == [0, 0, 0]
