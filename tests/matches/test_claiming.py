"""Claims: “the rest are mine”, with the cards shown, is done when it is proved or when all the others agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import select

from server import deal, matches
from server.matches import Refused, claiming
from server.matches.claiming import ASKED_AFTER, examine_claims
from server.rules import GAMES
from server.rules.claimed import is_proved, side_of
from server.store.models import OVER, PLAYING, Match, Remark, Turn, db
from server.views import etag, spectator_page
from tests.cast import (
    MONDAY,
    again,
    guests,
    letters,
    open_match,
    open_table,
    page,
    play_out,
    seal_for_everybody,
    seals,
    seat,
    some_answer,
)

LATER = MONDAY + ASKED_AFTER
OPTIONS = {"scarto": {"deals": 1}, "texas-42": {"marks": 1}}
TABLES = {"scarto": ("Ada", "Bruno", "Chiara"), "texas-42": ("Ada", "Bruno", "Chiara", "Dmitri")}


def table(game: str, **options: int) -> Match:
    return open_table(*TABLES[game], game=game, **(OPTIONS[game] | options))


def proved(match: Match, name: str) -> bool:
    shown = page(match, name)
    assert shown.table is not None
    return is_proved(shown.game, shown.table.state, side_of(shown.game, seat(match, name).seat), 300)


def plays_until(match: Match, enough: Callable[[Match], bool], random: Random) -> Match:
    """Everybody answers by chance until something is so."""
    while again(match).status == PLAYING and not enough(again(match)):
        seat_no = spectator_page(again(match)).waiting[0]
        name = match.chairs[seat_no].name
        seals(match, name, some_answer(match, name, random))
    return again(match)


def cards_left(match: Match, most: int) -> bool:
    core = spectator_page(match).view["core"]
    return core["trick"] is not None and max(core["counts"]) <= most


def somebody_has_it(match: Match) -> bool:
    return cards_left(match, 2) and any(may(match, each.name) and proved(match, each.name) for each in match.chairs)


def nobody_has_it(match: Match) -> bool:
    """Whether it is so early that nothing is proved within the bound."""
    return cards_left(match, 20)


def deal_of(match: Match) -> int:
    number: int = spectator_page(match).view["core"]["progress"][0]["number"]
    return number


def may(match: Match, name: str) -> bool:
    return page(match, name).claims.may_claim


def claims(match: Match, name: str) -> None:
    matches.claim(seat(match, name).id, MONDAY)


def answers(match: Match, name: str, verdict: str) -> None:
    claim = page(match, name).claims.open
    assert claim is not None
    matches.answer_claim(seat(match, name).id, verdict, claim.key, LATER)


def by_claim(match: Match) -> list[Turn]:
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id).order_by(Turn.ply))
    return [turn for turn in turns if any(given.claimed for given in turn.answers)]


def told(turns: list[Turn]) -> list[str]:
    return [said["text"] for turn in turns for said in turn.said if "claimed the rest" in said["text"]]


def asked_at(game: str, seed: int = 3, **options: int) -> Match:
    """Ada has claimed at a table where that cannot be proved, and the others are asked."""
    match = plays_until(table(game, **options), nobody_has_it, Random(seed))
    claims(match, "Ada")
    examine_claims(MONDAY)
    examine_claims(LATER)
    return again(match)


@pytest.mark.parametrize("game", sorted(TABLES))
def test_a_proved_claim_is_played_out_and_the_record_verifies(app: object, game: str) -> None:
    random = Random(3)
    match = plays_until(table(game), somebody_has_it, random)
    name = next(chair.name for chair in match.chairs if proved(match, chair.name))
    claims(match, name)
    assert examine_claims(MONDAY) == 1
    assert examine_claims(MONDAY) == 0
    rest = by_claim(again(match))
    assert told(rest) == [claiming.PROVED]
    mine = side_of(GAMES[game], seat(match, name).seat)
    assert page(match, name).view["core"]["last"]["winner"] in mine
    match = play_out(match, random)
    assert deal.verify(matches.record_of(match)).scores == match.scores


@pytest.mark.parametrize("game", sorted(TABLES))
def test_a_claim_that_all_agree_to_is_played_out_and_the_record_verifies(app: object, game: str) -> None:
    match = asked_at(game)
    for name in TABLES[game][1:]:
        assert by_claim(match) == []
        answers(match, name, "agree")
        answers(match, name, "agree")
    assert examine_claims(LATER) == 1
    assert told(by_claim(again(match))) == [claiming.ALL_AGREED]
    assert page(match, "Ada").claims.open is None
    match = play_out(match, Random(5))
    assert match.status == OVER
    assert deal.verify(matches.record_of(match)).scores == match.scores


def test_one_who_declines_ends_the_claim_and_the_cards_stay_open(app: object) -> None:
    match = asked_at("scarto")
    hand = tuple(page(match, "Ada").view["core"]["hand"])
    answers(match, "Bruno", "agree")
    answers(match, "Chiara", "decline")
    assert examine_claims(LATER) == 0
    shown = page(match, "Bruno")
    assert shown.claims.open is None
    assert shown.claims.hands == {0: hand}
    assert not may(match, "Ada"), "once in a deal"
    with pytest.raises(Refused, match="not open any more"):
        matches.answer_claim(seat(match, "Bruno").id, "agree", "1/1/A", LATER)
    first = deal_of(match)
    match = plays_until(match, lambda now: deal_of(now) != first, Random(5))
    assert page(match, "Bruno").claims.hands == {}, "they are open until the deal ends"


def test_play_goes_on_while_a_claim_is_open(app: object) -> None:
    match = asked_at("scarto")
    ply = match.ply
    seal_for_everybody(match, LATER)
    match = again(match)
    assert match.ply > ply
    assert page(match, "Bruno").claims.may_agree
    with pytest.raises(Refused, match="not open any more"):
        matches.answer_claim(seat(match, "Bruno").id, "agree", "1/1/C", LATER)
    match = play_out(match, Random(5), LATER)
    assert match.status == OVER
    assert by_claim(match) == []


def test_nobody_hears_of_a_claim_after_its_deal_whoever_leaves(app: object) -> None:
    match = asked_at("scarto", deals=2)
    first = deal_of(match)
    match = plays_until(match, lambda now: deal_of(now) != first, Random(5))
    matches.resign(seat(match, "Bruno").id, LATER)
    said = db.session.scalars(select(Remark.text).where(Remark.match_id == match.id)).all()
    assert said == ["Ada claims the rest of this deal and shows all cards."]


def test_a_claim_that_is_not_proved_is_told_only_by_the_ask(app: object) -> None:
    match = plays_until(table("scarto"), nobody_has_it, Random(3))

    def seen() -> list[object]:
        now = again(match)
        return [(etag(now, chair.seat), page(now, chair.name).claims.open, len(letters(now))) for chair in now.chairs]

    claims(match, "Ada")
    before = seen()
    assert [page(match, name).claims.may_agree for name in TABLES["scarto"]] == [False] * 3
    examine_claims(MONDAY)
    assert seen() == before, "however long the search took"
    examine_claims(LATER - timedelta(seconds=1))
    assert seen() == before
    examine_claims(LATER)
    assert [page(match, name).claims.may_agree for name in TABLES["scarto"]] == [False, True, True]
    assert [len(letters(match, "claim", name)) for name in TABLES["scarto"]] == [0, 1, 1]


def test_a_house_player_declines_what_is_not_proved(app: object) -> None:
    players = [*guests("Ada", "Bruno"), matches.Guest("House", house=True)]
    match = open_match("scarto", {}, players, at=MONDAY)
    for name in ("Ada", "Bruno"):
        matches.accept(seat(match, name).id, at=MONDAY)
    match = plays_until(match, nobody_has_it, Random(3))
    claims(match, "Ada")
    examine_claims(MONDAY)
    examine_claims(LATER)
    assert page(match, "Bruno").claims.open is None
    assert 0 in page(match, "Bruno").claims.hands
    assert letters(match, "claim") == []


def test_a_claim_needs_tricks_and_a_game_of_tricks(app: object) -> None:
    for match in (open_table("Ada", "Bruno"), table("scarto")):
        assert not may(match, "Ada")
        with pytest.raises(Refused, match="while tricks are played"):
            claims(match, "Ada")


def test_nobody_else_sees_cards_before_a_claim(app: object) -> None:
    match = plays_until(table("scarto"), nobody_has_it, Random(3))
    assert all(page(match, name).claims.hands == {} for name in TABLES["scarto"])
    claims(match, "Ada")
    assert set(page(match, "Bruno").claims.hands) == {0}


def test_a_search_that_was_lost_is_made_again(app: object, monkeypatch: pytest.MonkeyPatch) -> None:
    match = plays_until(table("scarto"), somebody_has_it, Random(3))
    name = next(chair.name for chair in match.chairs if proved(match, chair.name))
    claims(match, name)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(claiming, "_settle", killed)
        with pytest.raises(KeyboardInterrupt):
            examine_claims(MONDAY)
    assert by_claim(again(match)) == []
    assert examine_claims(MONDAY) == 1
    assert by_claim(again(match))
