"""What a player remembers of a deal of French Tarot. Ada, at 0, is to play; Bruno, Chiara and Dmitri follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.house import dementlieu, french_tarot, ottocento, scarto, sight
from server.house.french_tarot import DUTIES
from server.house.memory import Memory, Plays
from server.rules import Seat
from server.rules.cards import TRUMP
from tests.each import each
from tests.rules.played import cases, played

MEMORIES: dict[str, Callable[[Any, Seat], Memory]] = {
    "dementlieu": dementlieu.remembered,
    "french-tarot": lambda view, seat: french_tarot.TrickAtHand(view, seat).memory,
    "ottocento": lambda view, seat: ottocento.Others(view, seat).memory,
    "scarto": lambda view, seat: scarto.TrickAtHand(view, seat).memory,
}

ADA, BRUNO, CHIARA, DMITRI = range(4)
HAND = "1S 2S 1H 2H T5 T9".split()


def remembered(
    *tricks: str, trick: str = "", known: dict[str, int] | None = None, leader: int = ADA, taker: int | None = None
) -> Memory:
    """What Ada remembers of these tricks, all led by one player, with this hand."""

    def plays(cards: str) -> Plays:
        return [((leader + n) % 4, card) for n, card in enumerate(cards.split())]

    return Memory(DUTIES, ADA, 4, HAND, (), [plays(each) for each in tricks], plays(trick), known or {}, taker=taker)


@each("case", [case for case in cases(2) if case.key in MEMORIES], ids=str)
def test_nobody_is_thought_to_be_out_of_what_it_holds(case: Any) -> None:
    for moment in played(case).moments:
        state = moment.table.state
        for seat in moment.asks if state.phase == "play" else ():
            memory = MEMORIES[case.key](sight(case.game, state, seat), seat)
            for other in memory.room:
                assert not memory.duties.all(sight(case.game, state, other)["hand"]) & memory.lacks[other]


def test_who_does_not_follow_is_out_of_the_suit() -> None:
    memory = remembered("3S T2 4S KS")
    assert memory.is_out_of(BRUNO, "S")
    assert not memory.is_out_of(BRUNO, TRUMP)
    assert memory.has_one(BRUNO, DUTIES.all(["QS"])) == 0 < memory.has_one(CHIARA, DUTIES.all(["QS"]))


def test_who_neither_follows_nor_trumps_is_out_of_trumps() -> None:
    memory = remembered("3S 4D 4S KS")
    assert memory.is_out_of(BRUNO, "S")
    assert memory.is_out_of(BRUNO, TRUMP)
    assert not memory.is_out_of(BRUNO, "H")


def test_who_does_not_go_above_a_trump_has_no_higher_one() -> None:
    memory = remembered("T10 T12 T3 T13")
    assert memory.has_one(CHIARA, DUTIES.all(["T14", "T21"])) == 0
    assert memory.has_one(CHIARA, DUTIES.all(["T11"])) > 0


def test_the_excuse_tells_nothing() -> None:
    assert not remembered("3S F 4S KS").is_out_of(BRUNO, "S")
    assert remembered("F 3S 4D KS").is_out_of(CHIARA, "S")


def test_what_one_is_out_of_is_the_more_likely_with_the_others() -> None:
    queen = DUTIES.all(["QS"])
    assert remembered("3S T2 4S KS").has_one(CHIARA, queen) > remembered("3S 5S 4S KS").has_one(CHIARA, queen)


def test_a_taker_is_reckoned_to_hold_trumps_rather_than_other_cards() -> None:
    for card, more in (("T13", True), ("QS", False)):
        memory, cards = remembered(taker=BRUNO), DUTIES.all([card])
        assert (memory.has_one(BRUNO, cards) > memory.has_one(CHIARA, cards)) == more


def test_a_card_that_was_shown_is_with_who_showed_it() -> None:
    memory = remembered(known={"T21": CHIARA})
    assert memory.has_one(CHIARA, DUTIES.all(["T20", "T21"])) == 1
    assert memory.has_one(BRUNO, DUTIES.all(["T21"])) == 0


def test_those_who_play_later_are_known_in_their_order() -> None:
    assert remembered().after == [BRUNO, CHIARA, DMITRI]
    assert remembered(trick="3S 4S", leader=CHIARA).after == [BRUNO]


def test_a_king_is_beaten_by_who_is_out_of_the_suit_and_has_trumps() -> None:
    assert remembered("3S T2 4S 5S").beats(BRUNO, "KS", "S") > 0.5
    assert remembered("3S 4D 4S 5S").beats(BRUNO, "KS", "S") == 0
