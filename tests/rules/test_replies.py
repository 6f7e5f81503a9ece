"""Replies in plain English: what a careful clerk would be sure of is read at once, and nothing else is."""

# ruff: noqa: E501 (a table of replies is read as a table)
from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from server.rules import GAMES, Ask, Illegal, Slot, read
from server.rules.cards import FRENCH_WORDS, LATIN_WORDS, POKER_WORDS, rank, suit
from server.rules.reading import read_apart
from server.rules.text import CardName
from tests.rules.understanding import nearest

PLAYERS = {"A": ("Ada",), "B": ("Bruno",), "C": ("Chiara",)}


def ask(game: str, *slots: tuple[str, int, int], calls: bool = False) -> Ask:
    words = {**GAMES[game].words, **{seat: (*GAMES[game].words.get(seat, ()), *name) for seat, name in PLAYERS.items()}}
    made = tuple(Slot(f"part {n}", tuple(of.split()), *range_) for n, (of, *range_) in enumerate(slots))
    return Ask("", made, "", words, calls)


TITRO = ask("titro", ("KH QS 10D T14", 1, 1), ("centre cloak blind", 1, 1))
BID = ask("french-tarot", ("pass small guard guard-without guard-without-slam guard-against guard-against-slam", 1, 1))
LEAD = ask("french-tarot", ("KH QH 5H KS JS 9D 10C 1C T1 T4 T9 T14 T21 F", 1, 1))
DOG = ask("french-tarot", ("2S 5S JS 3H 7H 9D ND 2C QC", 6, 6), ("slam", 0, 1))
CALL = ask("french-tarot", ("KS KH KD KC", 1, 1), ("slam", 0, 1), calls=True)
POINTS = ask("texas-42", ("pass 31 32 33 34 40 1m 2m", 1, 1))
TRUMPS = ask("texas-42", ("0 1 2 3 4 5 6 follow-me nello", 1, 1))
TILE = ask("texas-42", ("6-6 5-4 3-0 4-2 6-1 5-5 1-1", 1, 1))
SIGNAL = ask("ottocento", ("KB QS 6B 7C AO NO T20 M", 1, 1), ("volo busso striscio", 0, 1))
SCARTO = ask("scarto", ("KH 5H JS T20 T21 F", 1, 1))
TARGET = ask("tottarot", ("B C none", 1, 1))
KEEP = ask("titro", ("KH T14", 0, 2))

LAID = "2S 5S JS 3H 7H 9D"
SURE: Mapping[str, list[tuple[Ask, str, str]]] = {
    "frames": [
        (LEAD, "I'll have the five of hearts please", "5H"), (LEAD, "King of hearts it is", "KH"),
        (LEAD, "I'd like to lead the ten of clubs, please", "10C"), (LEAD, "OK, 5 of hearts", "5H"),
        (LEAD, "I'm playing KH", "KH"), (LEAD, "I'll go with the Excuse this time", "F"), (LEAD, "Mine is the jack of spades", "JS"),
        (LEAD, "Right, the king of spades then", "KS"), (BID, "It's a pass from me", "pass"), (BID, "I'm going to pass", "pass"),
        (BID, "Pass again, I'm afraid", "pass"), (BID, "Put me down for a guard", "guard"), (POINTS, "31 for me", "31"),
        (POINTS, "I'll go 32", "32"), (TRUMPS, "Let's have sixes", "6"), (TILE, "I'll lead the double five, please", "5-5"),
        (TITRO, "KH on the centre for me", "KH centre"), (TITRO, "KH in the middle", "KH centre"), (CALL, "I'd like to call the king of clubs as my partner", "KC"),
        (SCARTO, "Let me start with the jack of spades", "JS"), (TARGET, "I'd like to take Bruno's card, please", "B"),
        (LEAD, "Make it the 5 of hearts, would you?", "5H"), (POINTS, "31 from here", "31"), (TILE, "domino 5-4", "5-4"),
    ],
    "greetings and names": [
        (BID, "Evening all,\nguard without\nBest wishes, Margaret", "guard-without"), (BID, "Morning all\n\nGuard\n\nKind regards\nSue", "guard"),
        (BID, "Hello Bruno and Chiara,\nsmall\nAda", "small"), (LEAD, "Evening! 5 of hearts.", "5H"),
        (LEAD, "Happy Sunday all!\n\nKH\n\nA.", "KH"), (POINTS, "Howdy y'all,\n31\nRegards, Jim Bob", "31"),
        (TILE, "Good morning,\n5-4\nHave a lovely day,\nPeg", "5-4"), (LEAD, "Hope you are all well.\n\nKH\n\nLots of love,\nGran", "KH"),
        (LEAD, "Good luck all, KH", "KH"), (LEAD, "Sorry I'm late, KH. x", "KH"), (LEAD, "Hi\nKH\nA xx", "KH"), (LEAD, "KH\nxoxo Mia", "KH"),
    ],
    "numbers in words": [
        (LEAD, "one of clubs", "1C"), (LEAD, "trump twenty-one", "T21"), (LEAD, "the fourteen of trumps", "T14"),
        (POINTS, "thirty-four", "34"), (POINTS, "forty please", "40"), (TILE, "six-one", "6-1"), (TILE, "three blank", "3-0"),
    ],
    "lists by suit": [
        (DOG, "2, 5 and jack of spades, 3 and 7 of hearts, 9 of diamonds", LAID), (DOG, "Spades: 2, 5, J. Hearts: 3, 7. Diamonds: 9", LAID),
        (DOG, "spades 2 5 J\nhearts 3 7\ndiamonds 9", LAID), (DOG, "♠ 2 5 J ♥ 3 7 ♦ 9", LAID),
        (DOG, "S 2 5 J, H 3 7, D 9", LAID), (DOG, "all my spades, 3 and 7 of hearts, 9 of diamonds", LAID),
        (DOG, "I discard the two, five and jack of spades; three and seven of hearts; nine of diamonds, no slam", LAID),
        (DOG, "Into the dog: 2,5,J spades; 3,7 hearts; 9 diamonds", LAID),
        (DOG, "Into my pile go: spades 2 5 J, hearts 3 7, diamonds 9", LAID),
        (DOG, "three spades: 2, 5 and jack; two hearts: 3 and 7; and the 9 of diamonds", LAID),
        (DOG, "the 2, the 5 and the jack, all spades; the 3 and the 7 of hearts; the 9 of diamonds", LAID),
    ],
    "parts that fit one card of the deck": [
        (LEAD, "the 21", "T21"), (LEAD, "my fourteen", "T14"), (LEAD, "trump it with the 9", "T9"), (LEAD, "I'll ruff with the four", "T4"),
        (SIGNAL, "the 20, please", "T20"),
    ],
    "idioms": [
        (BID, "I'll take it", "small"), (BID, "I'll sit it out", "pass"), (BID, "guard w/o", "guard-without"), (BID, "guard against, no slam", "guard-against"),
        (BID, "against!!", "guard-against"), (BID, "guard against and I announce the slam", "guard-against-slam"),
        (CALL, "hearts, please", "KH"), (LEAD, "I'll cover it with the king of hearts", "KH"), (LEAD, "h5", "5H"),
        (SIGNAL, "King of batons, nothing declared", "KB"), (SIGNAL, "KB, and I signal volo", "KB volo"),
        (LEAD, "KH, don't ask why", "KH"),
        (LEAD, "the little trump", "T1"), (POINTS, "a mark", "1m"), (POINTS, "eighty-four", "2m"), (TRUMPS, "trumps are fives", "5"),
        (TRUMPS, "my trump is sixes", "6"), (TILE, "the trey-blank", "3-0"), (SIGNAL, "king of batons and I knock", "KB busso"),
        (SIGNAL, "seven of cups without volo", "7C"), (SIGNAL, "the angel", "T20"), (SCARTO, "the world", "T21"),
        (CALL, "king of spades, no slam", "KS"), (CALL, "king of spades and slam", "KS slam"),
    ],
    "signs": [
        (LEAD, "K❤️", "KH"), (LEAD, "K❤", "KH"), (LEAD, "5 of ❤️", "5H"), (LEAD, "♠️J", "JS"), (TITRO, "K❤️ centre ❤️", "KH centre"), (TITRO, "K♥ @ centre", "KH centre"),
    ],
    "said to somebody": [
        (POINTS, "33, partner", "33"), (POINTS, "33, Bruno.", "33"), (BID, "pass, everyone", "pass"),
    ],
}  # fmt: skip
UNSURE: Mapping[str, list[tuple[Ask, str]]] = {
    "talk with a bid word": [
        (BID, "Pass the salt"), (BID, "small world!"), (BID, "On guard!"), (BID, "It is small"), (BID, "So small!"), (BID, "Hi guard. Pass"), (POINTS, "31 here, so hot"), (BID, "Pass, he said"), (BID, "Guard, that's what my dog does"),
        (BID, "Very brave of Bruno. Guard"), (BID, "Guard! Very brave of you, Bruno."), (POINTS, "see you at 33"), (POINTS, "see you @ 33"), (POINTS, "I'm thirty-one"),
        (POINTS, "31, that is my age"), (POINTS, "Please call 33"), (POINTS, "31, lovely age"), (LEAD, "king of the table!"), (LEAD, "King of Hearts! Best bar in town, we were there last night."),
        (LEAD, "le 14"), (LEAD, "on the 14"), (LEAD, "King of hearts was a good play"), (LEAD, "I have the king of hearts"), (LEAD, "I like the king of hearts"), (LEAD, "That is a king of hearts!"), (LEAD, "the 21, lovely girl"), (TARGET, "Thanks Bruno"),
    ],
    "doubt": [
        (BID, "Pass, I think"), (BID, "Guard, I wish"), (BID, "Pass, for now"), (BID, "I would guard"), (BID, "Guard. I hope."),
        (LEAD, "KH. Let me sleep on it."), (LEAD, "KH, on Monday"), (LEAD, "KH\nNevermind"), (LEAD, "KH. This is a draft."), (LEAD, "KH. Discuss."), (LEAD, "KH. Lower."),
        (LEAD, "KH. Let Bruno decide."), (LEAD, "KH, aber nur vielleicht"),
    ],
    "condition": [
        (BID, "Guard if Chiara passes"), (BID, "Guard, given a good partner"), (LEAD, "KH. Otherwise 5H."), (LEAD, "Then: KH"),
        (LEAD, "To win: KH"), (POINTS, "33, unless partner bids"),
    ],
    "two answers, or another one": [
        (BID, "guard, pass"), (BID, "Pass. Small would be mad."), (LEAD, "KH. QH next time."), (LEAD, "KH, the nine is safe"),
        (TITRO, "KH centre. Blind next."), (DOG, "2, 5 and jack of spades, 3 and 7 of hearts, 9"), (DOG, "spades 2, 5, J of hearts, 3 7 9 of diamonds"), (DOG, "four spades: 2, 5 and jack; 3 and 7 of hearts, 9 of diamonds"),
    ],
    "more than is said to somebody": [(POINTS, "32, partner, and the best of luck"), (POINTS, "30, partner"), (POINTS, "Bruno, 33")],
    "words of something else": [
        (LEAD, "ok"), (LEAD, "Ha"), (CALL, "my heart"), (CALL, "hearts or clubs"), (BID, "Without.\n\nPass"), (BID, "guard against a slam"),
        (BID, "guard without declaring a slam"), (BID, "guard, not"), (DOG, "all spades but the 5"), (LEAD, "5H, not the five"),
        (TRUMPS, "call me"), (POINTS, "34 of them"), (TARGET, "peek at Bruno"), (LEAD, "KH please Monday"),
    ],
    "a verb of another ask, or what others hold": [
        (KEEP, "throw KH"), (KEEP, "put KH away"), (KEEP, "the king of hearts must go"), (CALL, "throw the king of hearts"),
        (LEAD, "trump the 4"), (LEAD, "overtrump the 14"), (BID, "guard against the slam"), (CALL, "KH, put the slam away"),
        (DOG, "all my hearts, both clubs, 2 spades"),
    ],
    "one of several": [(LEAD, "one of the clubs"), (LEAD, "one of my clubs"), (LEAD, "one club"), (LEAD, "a club"), (SIGNAL, "one of coins")],
}  # fmt: skip


def test_what_a_careful_clerk_is_sure_of_is_read(subtests: pytest.Subtests) -> None:
    for kind, rows in SURE.items():
        for asked, typed, meant in rows:
            with subtests.test(f"{kind}: {typed}"):
                assert read(asked, typed) == meant


def test_what_a_careful_clerk_would_ask_about_is_not_read(subtests: pytest.Subtests) -> None:
    for kind, rows in UNSURE.items():
        for asked, typed in rows:
            with subtests.test(f"{kind}: {typed}"), pytest.raises(Illegal):
                print(read(asked, typed))


ASKS = {
    "titro": TITRO, "bid": BID, "lead": LEAD, "dog": DOG, "call": CALL, "points": POINTS, "trumps": TRUMPS, "tile": TILE,
    "signal": SIGNAL, "scarto": SCARTO, "target": TARGET, "keep": KEEP,
}  # fmt: skip
"""The asks of the replies in ``written``."""


def written(name: str) -> Any:
    return json.loads((Path(__file__).parent / "written" / f"{name}.json").read_text())


def taken_for(asked: Ask, typed: str) -> str | None:
    try:
        return read(asked, typed)
    except Illegal:
        return None


def test_what_only_looks_clear_is_not_read(subtests: pytest.Subtests) -> None:
    for kind, rows in written("unclear").items():
        with subtests.test(kind):
            assert {typed: taken for asked, typed in rows if (taken := taken_for(ASKS[asked], typed))} == {}


def test_what_is_clear_is_mostly_read_and_never_otherwise(subtests: pytest.Subtests) -> None:
    for kind, rows in written("clear").items():
        with subtests.test(kind):
            taken = [(typed, taken_for(ASKS[asked], typed), meant) for asked, typed, meant in rows]
            assert [(typed, got) for typed, got, meant in taken if got not in (meant, None)] == []
            unread = {typed for typed, got, meant in taken if got is None and meant is not None}
            assert len(unread) <= len(rows) // 10
            assert [
                typed for asked, typed, meant in rows if typed in unread and nearest(ASKS[asked], typed)[0] != meant
            ] == []


def written_ask(row: Mapping[str, Any]) -> Ask:
    """The ask of a reply to a question that is written out in words."""
    players = {seat: (name,) for seat, name in re.findall(r"\b([A-F]) \((\w+)\)", row["ask"])}
    options, several = row["options"], len((row["means"] or "").split())
    pairs = [option.split() for option in options]
    if all(len(pair) == 2 for pair in pairs):
        slots = tuple(
            Slot(name, tuple(dict.fromkeys(of)))
            for name, of in zip(("card", "target"), zip(*pairs, strict=True), strict=True)
        )
    elif several > 1 and row["means"] not in options:
        slots = (Slot("cards", tuple(options), 0 if row["game"] == "titro" else several, several),)
    elif signals := tuple(token for token in options if token in SIGNALS):
        slots = (Slot("card", tuple(token for token in options if token not in signals)), Slot("signal", signals, 0, 1))
    else:
        slots = (Slot("bid" if "bid" in row["ask"].lower() else "card", tuple(options)),)
    return Ask(row["ask"], slots, options[0], {**GAMES[row["game"]].words, **players})


SIGNALS = ("volo", "busso", "striscio")
OURS = frozenset({"nelo"})
"""Not a slip but a name that we accept."""


def test_what_others_wrote_is_never_misread() -> None:
    misread = []
    for row in written("answers"):
        taken = taken_for(written_ask(row), row["text"])
        meant = row["means"] if row["clerk"] == "sure" else ""
        if taken is not None and sorted(taken.split()) != sorted(meant.split()) and row["text"] not in OURS:
            misread.append((row["text"], taken))
    assert misread == []


def test_a_remark_beside_a_clear_answer_is_mostly_left_out() -> None:
    rows = written("remarks")["sure"]
    taken = [(typed, taken_for(ASKS[asked], typed), meant) for asked, typed, meant in rows]
    assert [(typed, got) for typed, got, meant in taken if got not in (meant, None)] == []
    assert sum(got is None for _, got, _ in taken) <= len(rows) // 4


def test_a_remark_that_may_be_of_the_answer_is_asked_about(subtests: pytest.Subtests) -> None:
    for kind, rows in written("remarks")["unsure"].items():
        with subtests.test(kind):
            assert {typed: taken for asked, typed in rows if (taken := taken_for(ASKS[asked], typed))} == {}


REMARKS = (
    "rubbish hand again", "what a hand", "sorry partner", "sorry about the delay", "feeling lucky", "fingers crossed",
    "good luck to everyone", "thanks for a lovely game", "such lovely weather here",
)  # fmt: skip
OF_SOMETHING_ELSE = (
    "the rain never stopped before lunch", "my sister came for lunch yesterday", "I have had a cold since last week", "our cat had four kittens and the roof leaks",
    "we saw the first swallows this morning", "I have never seen such cards",
)  # fmt: skip
"""Remarks that have a subject and a verb of their own; what would spoil an answer may join them in any way."""


def test_a_remark_is_set_apart_word_for_word(subtests: pytest.Subtests) -> None:
    for remark in (*REMARKS, *OF_SOMETHING_ELSE):
        first = (f"{remark.capitalize()}. Guard.",) if remark in REMARKS and not remark.startswith("sorry") else ()
        for typed in (f"Guard, {remark}!", f"Guard. {remark}", f"Guard\n{remark}", f"Guard ({remark})", *first):
            with subtests.test(typed):
                answer, remarks = read_apart(BID, typed)
                assert answer == "guard"
                assert [each.casefold().rstrip(".!") for each in remarks] == [remark.casefold()]


SPOILING = (
    "pass", "small", "not", "no", "never", "nothing", "if", "unless", "maybe", "perhaps", "probably", "or", "but", "wait",
    "actually", "instead", "until", "when", "Bruno said", "I think", "what if", "is it", "31", "tomorrow", "in an hour",
    "aber", "forse", "?",
)  # fmt: skip


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"])
def test_no_remark_is_set_apart_that_names_denies_doubts_asks_or_sets_a_condition(every: int) -> None:
    places = ("Guard, {}", "Guard. {}.", "Guard\n{}", "{}. Guard")
    spoilt = [f"{one} {other}" for two in product(REMARKS, SPOILING) for one, other in (two, two[::-1])]
    spoilt += ["".join(three) for three in product(OF_SOMETHING_ELSE, (" ", ", ", " and "), SPOILING)]
    for typed in [place.format(one) for one in spoilt for place in places][::every]:
        with pytest.raises(Illegal):
            print(typed, read(BID, typed))


def test_a_rank_is_a_card_only_if_no_other_card_of_the_deck_has_it() -> None:
    for words in (FRENCH_WORDS, LATIN_WORDS, POKER_WORDS):
        suited = {card: name for card, (name, *_) in words.items() if isinstance(name, CardName) and name.suit}
        for card, name in suited.items():
            alone = sum(rank(other) == rank(card) for other in suited) == 1
            other = next(another for another in suited if rank(another) != rank(card) and suit(another) != suit(card))
            asked = Ask("", (Slot("card", (card, other)),), card, words)
            for typed in (name.rank, f"the {name.rank}", f"I'll play the {name.rank}, please", f"a {name.rank}"):
                if not alone:
                    with pytest.raises(Illegal):
                        print(card, typed, read(asked, typed))
                elif not typed.startswith("a "):
                    assert read(asked, typed) == card


def test_beside_a_question_or_a_denial_the_answer_is_asked_back_first(subtests: pytest.Subtests) -> None:
    for asked, typed, meant in [
        (SIGNAL, "Queen of swords, with a heavy heart", "QS"),
        (LEAD, "KH. Catch me, Chiara, in Leeds", "KH"), (POINTS, "33, lovely age", "33"),
        (BID, "would have guarded but Bruno got there first so I pass", "pass"), (LEAD, "not the 21, the next one down", "T14"),
        (POINTS, "one over Ada", "31"), (LEAD, "my smallest heart", "5H"), (BID, "guard... or rather, no. Small will do", "small"),
        (LEAD, "What a fool I was last time. 21.", "T21"), (LEAD, "the queen, lovely lady", "QH"),
    ]:  # fmt: skip
        with subtests.test(typed):
            assert nearest(asked, typed)[0] == meant
