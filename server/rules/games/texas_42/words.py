"""What people call bids, calls and tiles (the first name is displayed), and what terms mean."""

from __future__ import annotations

from ...auction import PASS, PASSING
from ...cards import DOMINO_WORDS, Words
from .bids import LEAST, MOST
from .calls import CALLS, DOUBLES_SUIT
from .tiles import ALL, NUMBERS

_TENS = {30: "thirty", 40: "forty"}
_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBER_NAMES = {
    "0": ("blank", "blanks", "zero", "zeros", "zeroes", "white", "blancs"),
    "1": ("one", "ones", "ace", "aces"),
    "2": ("two", "twos", "deuce", "deuces", "deux"),
    "3": ("three", "threes", "trey", "treys", "trois"),
    "4": ("four", "fours", "quatre"),
    "5": ("five", "fives", "cinq"),
    "6": ("six", "sixes"),
}


def _points_words(points: int) -> tuple[str, ...]:
    tens, ones = points // 10 * 10, points % 10
    said = f"{_TENS[tens]} {_ONES[ones]}".strip()
    return (str(points), said, f"{points} points", f"{said} points")


_MARKS_IN_POINTS = {1: ("forty two", "forty two points"), 2: ("eighty four", "eighty four points")}


def _marks_words(marks: int) -> tuple[str, ...]:
    mark = f"{marks} mark" if marks == 1 else f"{marks} marks"
    points = (str(marks * ALL), *_MARKS_IN_POINTS.get(marks, ()))
    same = (f"{points[0]} points", *points)
    return (mark, f"{marks} mark", f"{_ONES[marks]} mark", f"{_ONES[marks]} marks", *same)


def _trump_words(number: str) -> tuple[str, ...]:
    names = (CALLS[number].shown, f"{number}s", *_NUMBER_NAMES[number])
    trump = (
        "trump",
        "trumps",
        "are trump",
        "are trumps",
        "to be trump",
        "to be trumps",
        "as trump",
        "as trumps",
        "will be trump",
        "will be trumps",
        "for trumps",
        "atout",
    )
    before = ("trump", "trumps", "atout", "trump is", "trumps are", "trumps will be", "my trump is", "my trump will be")
    return (
        *names,
        *(f"{name} {word}" for name in (number, *names) for word in trump),
        *(f"{word} {name}" for name in (number, *names) for word in before),
        *(f"make {name} trumps" for name in names),
    )


BID_WORDS: Words = {
    PASS: (*PASSING, "i pass"),
    **{str(points): _points_words(points) for points in range(LEAST, MOST + 1)},
    **{f"{marks}m": _marks_words(marks) for marks in range(1, 8)},
    "1m": (*_marks_words(1), "mark", "single mark", "lone mark"),
    "plunge": ("plunge", "plunging", "take the plunge", "taking the plunge", "plongeon"),
    "splash": ("splash", "splashing", "make a splash", "making a splash"),
}
NELLO_NAMES = ("nello", "nel o", "nelo", "nillo", "nil", "nullo")  # not enough if several kinds may be called
NAMED_CALLS: Words = {
    "follow-me": (
        "follow me",
        "no trump",
        "no trumps",
        "notrump",
        "nt",
        "sans atout",
        "doubles high",
        "follow me high",
    ),
    "follow-me-low": ("follow me with doubles low", "follow me doubles low", "no trumps low", "doubles low"),
    "doubles": (
        "doubles as trumps",
        "doubles trump",
        "doubles trumps",
        "doubles are trumps",
        "doubles as trump",
        "trumps doubles",
        "double",
    ),
    "nello": NELLO_NAMES,
    "nello-own": (
        "nello with doubles a suit of their own",
        "nello doubles own suit",
        "nello doubles own",
        "doubles take doubles",
        "nello doubles take doubles",
        *NELLO_NAMES,
    ),
    "nello-inverted": (
        "nello with doubles a suit, 0-0 high",
        "nello doubles inverted",
        "inverted",
        "doubles take doubles inverted",
        "nello doubles take doubles inverted",
        *NELLO_NAMES,
    ),
    "nello-high": ("nello with doubles high", "nello doubles high", *NELLO_NAMES),
    "nello-low": ("nello with doubles low", "nello doubles low", *NELLO_NAMES),
    "sevens": ("sevens", "seven", "7", "7s"),
}
CALL_WORDS: Words = {number: _trump_words(number) for number in NUMBERS} | dict(NAMED_CALLS)
WORDS: Words = {
    **DOMINO_WORDS,
    **BID_WORDS,
    **CALL_WORDS,
}  # "5" is a call; sentences of the story contain numbers in words


SUIT_NAMES: Words = {
    **{number: (CALLS[number].shown, *(f"{name}s" for name in _NUMBER_NAMES[number][:1])) for number in NUMBERS},
    DOUBLES_SUIT: ("doubles",),
}
"""The suits that can be led."""


def bid_in_words(bid: str | None) -> str:
    return BID_WORDS[bid or PASS][0]


GLOSSARY = {
    "pass": "You do not bid in this deal.",
    "mark": "The unit of the score. A bid of 30 to 41 points is worth one mark.",
    "1m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "2m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "3m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "4m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "5m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "6m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "7m": "A promise to win all seven tricks, for so many marks to one side or the other.",
    "plunge": "With four doubles or more, for four marks or five: the partner calls trumps without seeing your hand.",
    "splash": "With three doubles or more, for two marks: the partner calls trumps and leads.",
    "0": "All tiles with blanks are trumps, the double highest.",
    "1": "All tiles with ones are trumps, the double highest.",
    "2": "All tiles with twos are trumps, the double highest.",
    "3": "All tiles with threes are trumps, the double highest.",
    "4": "All tiles with fours are trumps, the double highest.",
    "5": "All tiles with fives are trumps, the double highest.",
    "6": "All tiles with sixes are trumps, the double highest.",
    "doubles": "All seven doubles are trumps, 6-6 highest, and belong to no other suit.",
    "follow-me": "No trumps: the higher number of the tile led is the suit, and its double is highest.",
    "follow-me-low": "No trumps, and the double is the lowest tile of its suit.",
    "nello": "The declarer plays alone and must take no trick; the partner sits out. Doubles are a suit of their own.",
    "nello-own": "Take no trick, without the partner; doubles are a suit of their own, 6-6 highest.",
    "nello-inverted": "Take no trick, without the partner; doubles are a suit of their own, 0-0 highest.",
    "nello-high": "Take no trick, without the partner; doubles are the highest of their suits.",
    "nello-low": "Take no trick, without the partner; doubles are the lowest of their suits.",
    "sevens": "No suits: play a tile nearest to seven pips. The nearest wins, and all tricks are needed.",
    "count": "5-0, 4-1 and 3-2 are worth five, 5-5 and 6-4 ten, and every trick one: 42 in all.",
}
"""Short explanations of this game's tokens and terms."""
