"""No wrong move that cannot be taken back: what is sealed at once, what is asked back, and what neither."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.rules import GAMES, Ask, Illegal, Slot, greets, read
from server.rules.frames import EVERYDAY
from server.rules.games.titro import WORDS as TITRO
from server.views.faces import face
from tests.each import each
from tests.rules.strict import could_be_sealed
from tests.rules.test_reading import some_ask
from tests.rules.understanding import nearest

FRENCH = GAMES["french-tarot"].words
PEOPLE = {"A": ("Ada",), "B": ("Bruno",), "C": ("Chiara",), "D": ("Dmitri",)}
TOTTAROT = {code: (*names, *PEOPLE.get(code, ())) for code, names in GAMES["tottarot"].words.items()}

BID = Ask("", (Slot("card", ("KH", "QS", "10D", "T14")), Slot("target", ("centre", "cloak", "blind"))), "", TITRO)
AUCTION = Ask("", (Slot("bid", ("pass", "small", "guard", "guard-without", "guard-without-slam")),), "pass", FRENCH)
LEAD = Ask("", (Slot("card", ("KH", "QH", "JS", "1S", "9D", "ND", "10C", "T1", "T4", "T10", "T21", "F")),), "", FRENCH)
DISCARD = Ask("", (Slot("cards", ("2S", "5S", "JS", "3H", "7H", "9D", "2C", "QC"), 6, 6),), "", FRENCH)
CALL = Ask("Which of these?", (Slot("card", ("KS", "KH", "KD", "KC")),), "KS", FRENCH, calls=True)
TAKE = Ask("", (Slot("target", ("B", "C", "D", "none")),), "none", TOTTAROT)
TOKEN = Ask("", (Slot("token", ("0", "1", "2", "3")),), "0", TOTTAROT)
ITALIAN = Ask(
    "", (Slot("card", ("KC", "NO", "7C", "T20")), Slot("declare", ("+suit-C", "+aces"), 0, 2)), "KC",
    GAMES["ottocento"].words,
)  # fmt: skip
TEXAS = Ask("", (Slot("bid", ("pass", "30", "31", "1m", "2m")),), "pass", GAMES["texas-42"].words)
TILE = Ask("", (Slot("tile", ("6-6", "5-4", "4-2", "1-1", "3-0")),), "3-0", GAMES["texas-42"].words)
ASKS = {
    "bid": BID, "auction": AUCTION, "lead": LEAD, "discard": DISCARD, "take": TAKE, "token": TOKEN, "italian": ITALIAN,
    "texas": TEXAS, "tile": TILE, "call": CALL,
}  # fmt: skip


def sealed(ask: Ask, text: str) -> str | None:
    """What is sealed at once, if anything."""
    try:
        return read(ask, text)
    except Illegal:
        return None


@each(
    ("ask", "text", "answer"),
    [
        (BID, "KH centre", "KH centre"),
        (BID, "K♥ centre", "KH centre"),
        (BID, "King of hearts on the centre", "KH centre"),
        (BID, "Hi Bruno,\n\nKH centre\n\nCheers, Ada", "KH centre"),
        (BID, "\n\nHi Bruno,\n\n\nKH centre\n\n\nCheers, Ada\n", "KH centre"),
        (BID, "Hello, KH centre please", "KH centre"),
        (BID, "KH centre\nAda", "KH centre"),
        (BID, "KH centre\nJack", "KH centre"),
        (BID, "KH centre\n\nWhat a lovely autumn we had on the lake. See you at 10!", "KH centre"),
        (BID, "I play the king of hearts on the centre, thanks", "KH centre"),
        (BID, "T14★".replace("T14★", "14★ blind"), "T14 blind"),
        (AUCTION, "Pass.", "pass"),
        (AUCTION, "guard without", "guard-without"),
        (AUCTION, "garde sans", "guard-without"),
        (AUCTION, "guard without and slam", "guard-without-slam"),
        (AUCTION, "guard-without-slam", "guard-without-slam"),
        (LEAD, "Bonjour Bruno,\n\nroi de cœur, merci", "KH"),
        (LEAD, "Herz König", "KH"),
        (LEAD, "re di cuori", "KH"),
        (LEAD, "Trumpf 21", "T21"),
        (LEAD, "atout 21", "T21"),
        (DISCARD, "2S 5S JS 3H 7H 9D", "2S 5S JS 3H 7H 9D"),
        (TAKE, "Hi Bruno,\n\nI take Chiara's card.\n\nCheers, Ada", "C"),
        (TAKE, "C", "C"),
        (TAKE, "take none", "none"),
        (TOKEN, "2", "2"),
        (ITALIAN, "KC +suit-C", "KC +suit-C"),
        (ITALIAN, "NO", "NO"),
        (ITALIAN, "knight of coins", "NO"),
        (TEXAS, "31 please", "31"),
        (TEXAS, "I bid thirty-one", "31"),
        (TEXAS, "one mark", "1m"),
        (TEXAS, "42", "1m"),
        (TOKEN, "three", "3"),
        (LEAD, "le vingt-et-un", "T21"),
        (LEAD, "the 21", "T21"),
        (LEAD, "Nice weather today.\n\nKH", "KH"),
        (LEAD, "le petit", "T1"),
        (CALL, "call the king of hearts", "KH"),
        (CALL, "Partner: king of hearts", "KH"),
        (TILE, "4-5", "5-4"),
        (TILE, "0-3", "3-0"),
        (TILE, "5-4", "5-4"),
        (TILE, "six-six", "6-6"),
    ],
)
def test_a_code_or_a_full_name_among_politeness_is_sealed(ask: Ask, text: str, answer: str) -> None:
    assert sealed(ask, text) == answer


@each(
    ("ask", "text"),
    [
        (AUCTION, "guard without slam"),
        (AUCTION, "garde sans chelem"),
        (AUCTION, "should I guard?"),
        (AUCTION, "guard or pass"),
        (AUCTION, "I will not pass"),
        (AUCTION, "pass me the salt"),
        (AUCTION, "no"),
        (AUCTION, "take"),
        (AUCTION, "I take"),
        (LEAD, "call the king of hearts"),
        (TOKEN, "one"),
        (TOKEN, "the one"),
        (TEXAS, "mark"),
        (LEAD, "See you at 10"),
        (LEAD, "I'll answer on the 10"),
        (LEAD, "the 21st"),
        (LEAD, "Jack"),
        (LEAD, "I trump"),
        (LEAD, "un coeur"),
        (LEAD, "KH?"),
        (LEAD, "KH if Bruno leads hearts"),
        (LEAD, "not KH"),
        (LEAD, "KH or 9D"),
        (LEAD, "KH, then QH"),
        (LEAD, "KH\n\nNo wait, 9D"),
        (LEAD, "KH\n\n9D"),
        (LEAD, "KH\nNine"),
        (LEAD, "KH, please. Diamonds"),
        (LEAD, "KH thanks Queen"),
        (LEAD, "KH. Best, Jack"),
        (LEAD, "KH\n\nor should I?"),
        (LEAD, "KH\n\nOn second thought I take it back"),
        (BID, "KH centre?"),
        (BID, "KH centre\nQS cloak"),
        (BID, "KH centre. No wait, QS cloak."),
        (BID, "KH centre unless Bruno is quick"),
        (BID, "king of harts centre"),
        (TOKEN, "+1"),
        (TOKEN, ":+1:"),
        (TOKEN, "-1"),
        (TOKEN, "1 sec"),
        (TOKEN, "At 1"),
        (TOKEN, "On the 2nd"),
        (TOKEN, "le 3"),
        (TOKEN, "2 days please"),
        (TAKE, "Bruno"),
        (TAKE, "Hi Bruno"),
        (TAKE, "Bruno please"),
        (TAKE, "anyone but Bruno"),
        (ITALIAN, "No, thank you"),
        (ITALIAN, "no"),
        (ITALIAN, "KC and the suit"),
        (ITALIAN, "Page"),
        (TEXAS, "Please call 30"),
        (TEXAS, "at least 30"),
        (TILE, "5/4 time"),
        (TILE, "5.4."),
    ],
)
def test_anything_else_is_not_sealed(ask: Ask, text: str) -> None:
    assert sealed(ask, text) is None


@each(
    ("ask", "text", "answer"),
    [
        (BID, "KH centre?", "KH centre"),
        (BID, "knig of hearts in the centre", "KH centre"),
        (BID, "I think the king of hearts would be best on the centre", "KH centre"),
        (AUCTION, "I pass, what terrible cards", "pass"),
        (AUCTION, "pasc", "pass"),
        (AUCTION, "I don't take", "pass"),
        (AUCTION, "not today", "pass"),
        (AUCTION, "guadr", "guard"),
        (LEAD, "highest trump", "T21"),
        (LEAD, "lowest trump", "T1"),
        (LEAD, "my biggest heart", "KH"),
        (LEAD, "RC", "KH"),
        (LEAD, "C ♦", "ND"),
        (LEAD, "the 21", "T21"),
        (LEAD, "queeen of hearts", "QH"),
        (LEAD, "Herzkönig, nein: Herz Dame", "QH"),
        (LEAD, "Herzdame", "QH"),
        (LEAD, "Pikbube", "JS"),
        (TEXAS, "thirtyone", "31"),
        (AUCTION, "no thanks, pass", "pass"),
        (AUCTION, "guard w/o", "guard-without"),
        (BID, "Pik Dame auf meinen Mantel", "QS cloak"),
        (TAKE, "niemand", "none"),
        (DISCARD, "all spades and hearts and 9 of diamonds", "2S 5S JS 3H 7H 9D"),
        (DISCARD, "everything but the 2C and QC", "2S 5S JS 3H 7H 9D"),
        (DISCARD, "all but clubs", "2S 5S JS 3H 7H 9D"),
        (DISCARD, "2 5 J of spades, 3 7 of hearts, 9 of diamonds", "2S 5S JS 3H 7H 9D"),
        (DISCARD, "spades 2 5 J, hearts 3 and 7, diamonds 9", "2S 5S JS 3H 7H 9D"),
        (DISCARD, "all the spades, 3H, 7H and 9D", "2S 5S JS 3H 7H 9D"),
        (TAKE, "Bruno", "B"),
        (TOKEN, "my highest token", "3"),
        (ITALIAN, "KC and the suit", "KC +suit-C"),
        (ITALIAN, "KC without declaring", "KC"),
        (TILE, "big six", "6-6"),
        (TILE, "54", "5-4"),
    ],
)
def test_what_is_said_loosely_is_asked_back_first_of_all(ask: Ask, text: str, answer: str) -> None:
    assert sealed(ask, text) in (None, answer)
    assert sealed(ask, text) == answer or nearest(ask, text)[0] == answer


def test_both_of_two_readings_are_suggested() -> None:
    assert nearest(LEAD, "KH or 9D")[:2] == ("KH", "9D")


def test_a_denied_card_is_not_suggested() -> None:
    assert nearest(LEAD, "KH, not QH") == ("KH",)


def test_a_card_that_is_not_held_suggests_no_other() -> None:
    assert nearest(LEAD, "king of clubs") == ()


@each("line", ["Hi Bruno,", "Hello", "Dear Ada and Bruno", "Bonjour à tous", "Hallo Edda!", "Ciao Chiara"])
def test_a_greeting_is_known(line: str) -> None:
    assert greets(line)


@each("line", ["KH", "Hi, KH centre", "hand", "stop", "pass", "Thanks"])
def test_what_is_more_than_a_greeting_is_none(line: str) -> None:
    assert not greets(line)


WORDS_OF = {
    name: [
        *(way for slot in ask.slots for option in slot.options for way in (option, *ask.words.get(option, ())[:40:7])),
        *"Ada Bruno Chiara Jack Roy Monday November 10 14 21 2 1st 2nd 10:30 hi hello dear thanks please".split(),
        *"best no not or and if unless wait the a my on at to in with I you we take keep play card ? ! , . +".split(),
        *("\n", "\n\n", "thank you", "kind regards", "see you soon", "I play", "my card is"),
    ]
    for name, ask in ASKS.items()
}


@pytest.mark.parametrize("name", ASKS)
@given(data=st.data())
@settings(max_examples=48, deadline=None)
def test_nothing_is_sealed_that_a_second_grammar_does_not_know(name: str, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from(WORDS_OF[name]), min_size=1, max_size=7))
    text = " ".join(pieces)
    if sealed(ASKS[name], text) is not None:
        assert could_be_sealed(ASKS[name], text), text


KINDLY = "thanks|thank you|cheers|bye|best|see you|please|good luck|sorry|hi all|love|my turn|x|Ada|Jack|King".split(
    "|"
)
ENDS = (" ", ", ", ". ", "! ", "; ", " - ", "\n", "\n\n")


@pytest.mark.parametrize("name", sorted(ASKS.keys() - {"discard", "italian"}))
@given(data=st.data())
@settings(max_examples=36, deadline=None)
def test_of_two_answers_none_is_sealed_whatever_stands_between(name: str, data: st.DataObject) -> None:
    """In the notation of letters, but for everyday words, and answers of which one is a part of another."""
    ask = ASKS[name]
    options = [option for slot in ask.slots[:1] for option in slot.options if option not in EVERYDAY]
    one, other = data.draw(st.permutations(options))[:2]
    kindly = st.lists(st.sampled_from(KINDLY), max_size=2)
    said = [*data.draw(kindly), one, *data.draw(kindly), other, *data.draw(kindly)]
    text = "".join(f"{word}{data.draw(st.sampled_from(ENDS))}" for word in said)
    assert sealed(ask, text) in (None, f"{one} {other}"), text


@each("key", GAMES)
def test_the_modest_answer_is_sealed_in_the_notation_that_letters_use(key: str) -> None:
    game = GAMES[key]
    for seed in range(12):
        ask = some_ask(key, Random(seed))
        nothing = game.words.get("none", ("nothing",))[0]
        shown = " ".join(nothing if code == "none" else str(face(code, game.words)) for code in ask.absent.split())
        assert read(ask, shown) == ask.absent
        assert read(ask, f"Hi Bruno,\n\n{shown}, please.\n\nCheers,\nAda") == ask.absent
