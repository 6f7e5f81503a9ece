"""What fills the holes of the patterns: cards, suits, ranks, players, bids, numbers and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ..rules import AnyGame
from ..rules.cards import rank
from ..rules.cards import suit as suit_of
from . import choosing
from .grammar import ACTS, COMPARED, COUNTED, DECLARE, DOUBLES, FORCED, MANY, OWN_SUITS, RANK_ALONE
from .language import AFTER, BEFORE, DEFENDER, OPPONENT, OTHERS, PARTNER, TAKER
from .matching import Hole, Patterns, Text, compiled, matches
from .naming import HOW, ORDINALS, described
from .vocabulary import (
    CARD,
    DOUBLE,
    ONE_OF_A_SUIT,
    PHASE,
    RANK,
    SEAT,
    SUIT,
    TOKEN,
    WITH_A_CARD,
    Vocabulary,
    card_of,
    is_card,
    is_known,
    letter,
    of_rank,
    of_suit,
    signs,
)


def _ways(said: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(way.split()) for way in said.split("|"))


COUNTERS = ("5-5", "6-4", "5-0", "4-1", "3-2")
"""The tiles that count."""
DIGITS = 4
"""Numbers have fewer digits."""
LISTED = 24
"""The most cards, suits or names in a list."""
COLOURS = {"black": ("S", "C"), "blacks": ("S", "C"), "red": ("H", "D"), "reds": ("H", "D")}
BOUT, BOUTS = ("bout", "bouts", "oudler", "oudlers"), ("T1", "T21", "F")
BOTH = (("and",), ("+",), (",",), (",", "and"), (), ("plus",), ("&",))
TOKEN_JOINS = _ways("|on|on the|on my|and|to|to the|to my|in the|at the")
OF_TRUMPS = (("of", "trumps"), ("of", "trump"))
NUMBER_WORDS = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
}
SPELT = {**{word: str(n) for word, n in NUMBER_WORDS.items()}, "k": "king", "q": "queen", "j": "jack", "n": "knight"}
ONE_SIDE = {
    "partner": PARTNER, "partners": PARTNER, "taker": TAKER, "defender": DEFENDER, "defenders": DEFENDER,
    "opponent": OPPONENT, "opponents": OPPONENT,
}  # fmt: skip
AFTER_ME = _ways(
    "the player after me|the one after me|the next player|next player|the player behind me|left neighbour"
    "|my left neighbour|left hand neighbour|the player on my left|my neighbour on the left"
)
BEFORE_ME = _ways(
    "the player before me|right neighbour|my right neighbour|right hand neighbour|my neighbour on the right"
    "|the one before me|whoever is before me|the previous player|the player on my right|the last player before me"
    "|player before me"
)
SUITS_IN_ORDER = _ways(
    "then|before|,|, then|first then|first , then|and then|first ,|else|or else|ahead of|first and then"
)
_SIGNS = ((), (",",), (".",), (";",))
_NEXT = _ways(
    "then|next|nexttime|later|after that|failing that|followed by|or else|or if not|and then|and later|and next"
    "|and nexttime|and after that"
)
ORDERED = (
    (),
    *(
        (*first, *sign, *following, *article)
        for first in ((), ("first",))
        for sign in _SIGNS
        for following in ((), ("and",), ("before",), ("ahead", "of"), *_NEXT)
        for article in ((), ("the",), ("my",))
        if following in (*_NEXT, ("before",), ("ahead", "of"))
        or (first and following)
        or (sign == (",",) and not following and not article)
    ),
)
"""What may stand between cards that are meant in order."""


def holes(game: AnyGame, known: Vocabulary, names: Mapping[int, str]) -> dict[str, Hole]:
    """What fills the holes of the patterns in a plan for this game."""
    called_so = {signs(name) for name in names.values()}
    nobodys = {letter(seat): str(seat) for seat in names if (letter(seat),) not in called_so}
    nobodys.pop("a", None)  # an article; `phrasing` tells where it is a seat

    def one(kind: str) -> Hole:
        def find(text: Text, at: int) -> Iterator[tuple[int, str]]:
            for end in range(at + 1, min(at + known.longest.get(text.word(at), 0), len(text.said)) + 1):
                text.step()
                for meaning in sorted(known.get(tuple(text.said[at:end]), ()), key=lambda one: one.value):
                    if meaning.kind == kind:
                        yield end, meaning.value

        return find

    suit, any_rank, in_full, token, named = map(one, (SUIT, RANK, CARD, TOKEN, SEAT))

    def rank_hole(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A rank; “a” before the name of another is no ace, and “that one” no rank."""
        noun, before = text.word(at + 1), tuple(text.said[at - 1 : at])
        that_one = text.word(at) == "one" and (before in (("that",), ("this",)) or noun == "of")
        strange = noun in (*ONE_OF_A_SUIT, *HOW, "trump") or (noun.isalpha() and not is_known(known, noun))
        if not (articled(text, at) or (text.word(at) == "a" and strange) or that_one):
            yield from any_rank(text, at)

    def articled(text: Text, at: int) -> bool:
        return text.word(at) in ("a", "an") and len(text.word(at + 1)) > 1 and any(any_rank(text, at + 1))

    def of_trumps(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """“21 of trumps”."""
        token_of = f"T{text.word(at)}"
        if text.word(at).isdigit() and tuple(text.said[at + 1 : at + 3]) in OF_TRUMPS and token_of in game.words:
            yield at + 3, token_of

    def card(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A card by its code or name, or as its rank “of” its suit, also by the letter of that."""
        found = dict.fromkeys(
            (end, value)
            for end, value in in_full(text, at)
            if not (
                (text.word(at) in NUMBER_WORDS or (at and text.word(at - 1) == "the" and text.word(at).isdigit()))
                and end == at + 2
                and text.word(at + 1) in of_several
            )
            and not (value[0] == "T" and text.word(at).isdigit() and end == at + 2 and text.word(end).isdigit())
        )  # “two clubs” are two of them
        if not game.suits and (spelt := SPELT.get(text.word(at))):  # “nine of diamonds”, where there are no suits
            named_so = Text((spelt, *text.said[at + 1 : at + 4]), text.holes)
            found |= {(at + end, value): None for end, value in in_full(named_so, 0)}
        found |= dict.fromkeys(of_trumps(text, at))
        for end, wanted in rank_hole(text, at):
            if text.word(end) == "of":
                suits = [*suit(text, end + 1), (end + 2, text.word(end + 1).upper())]
                found |= {
                    (last, one): None for last, of in suits if of in game.suits and (one := card_of(game, of, wanted))
                }
        yield from found

    of_several = frozenset(ways[0] for of, ways in game.suits.items() if of not in "0123456")

    def seat(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from named(text, at)
        if text.word(at) in nobodys:
            yield at + 1, nobodys[text.word(at)]

    def suits(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Suits, one or several, or those of a colour: “the black suits”."""
        yield from several(suit, (("or",), (",",), ("and",), ("/",), ("&",), ("or", "if")))(text, at)
        start = at + (text.word(at) == "the")
        if (colour := COLOURS.get(text.word(start))) and {"D", *colour} <= set(game.suits):
            begun = text.word(start + 1) in ("suit", "suits", "card", "cards", "ones", "one")
            yield start + 1 + begun, colour

    def several(hole: Hole, joins: tuple[tuple[str, ...], ...]) -> Hole:
        known_joins, longest_join = frozenset(joins), max(map(len, joins))

        def listed(text: Text, at: int, most: int) -> Iterator[tuple[int, tuple[str, ...]]]:
            for end, value in hole(text, at):
                yield end, (value,)
                for then in range(end, min(end + longest_join, len(text.said)) + 1) if most > 1 else ():
                    if tuple(text.said[end:then]) in known_joins:
                        for last, rest in listed(text, then, most - 1):
                            yield last, tuple(dict.fromkeys((value, *rest)))

        return lambda text, at: listed(text, at, LISTED)

    def whole_suit(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A suit as many cards: “hearts”, not “heart”."""
        return (
            one for one in suit(text, at) if text.word(one[0] - 1).endswith("s") or not text.word(one[0] - 1).isalpha()
        )

    ranks = (rank(one) for one in game.words if is_card(game, one) and one[0] != "T")
    highest_plain = max((int(n) for n in ranks if n.isdigit()), default=0) if "T" in game.suits else 10**DIGITS

    def trump(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A trump that is named by its number, with or without its suit."""
        start = at + 1 if text.word(at) in ("trump", "trumps", "t") else at
        number = NUMBER_WORDS.get(text.word(start), 0) if text.word(start) != "one" else 0
        token_of = f"T{number or text.word(start)}"
        if "T" in game.suits and token_of in game.words:
            yield start + 1, token_of
        yield from of_trumps(text, at)

    def own_trump(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A trump named as one, or by a number that only a trump has."""
        for end, value in trump(text, at):
            if text.word(at) != "trumps" and (end > at + 1 or int(value[1:]) > highest_plain):
                yield end, value

    def trump_suit(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“Trumps”, also where they are only drawn, or pulled."""
        yield at + (text.word(at) in ("trump", "trumps")), ("T",)

    def called(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from card(text, at)
        if text.word(at) == "trump":
            yield from trump(text, at)
            yield from ((end, value) for end, value in in_full(text, at + 1) if suit_of(value) == "T")
        of_that = at and text.word(at - 1) not in ("trump", "trumps") and any(suit(text, at - 1))  # “hearts 11”
        if text.word(at).isdigit() and int(text.word(at)) > highest_plain and not of_that:
            yield from of_trumps(text, at) if text.word(at + 1) == "of" else trump(text, at)
            return
        whole = max((end for end, _ in card(text, at)), default=0)
        for end, value in rank_hole(text, at):
            if end >= whole or value != DOUBLE:
                yield end, RANK_ALONE + value

    def in_whole(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """What is called, up to its end: “the king of hearts” is not any king."""
        found = list(called(text, at + (text.word(at) == "the")))
        yield from ((end, value) for end, value in found if end == max(last for last, _ in found))

    def held(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A card that I have. A number without “the” is how many: “if I have two”."""
        for end, value in called(text, at):
            number = value.startswith(RANK_ALONE) and value[1:2].isdigit()
            if text.word(at - 1) == "the" or not (number or text.word(at) == "one"):
                yield end, value

    def suit_called(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, value in token(text, at):
            if value in game.suits:
                yield end, value

    def played(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + 1 if text.word(at) in ("the", "my") or articled(text, at) else at
        if text.word(start) in ("the", "my"):
            return
        yield from called(text, start)

    def number(text: Text, at: int) -> Iterator[tuple[int, int]]:
        if text.word(at).isdigit() and len(text.word(at)) < DIGITS:
            yield at + 1, int(text.word(at))

    def listed(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“6 and 7 of batons”."""
        for end, first in rank_hole(text, at):
            if text.word(end) == "and":
                for then, second in rank_hole(text, end + 1 + (text.word(end + 1) == "the")):
                    if text.word(then) == "of":
                        for last, of in suit(text, then + 1):
                            yield (
                                last,
                                (f"{RANK_ALONE}{first}{RANK_ALONE}{of}", f"{RANK_ALONE}{second}{RANK_ALONE}{of}"),
                            )

    def run(text: Text, at: int, most: int = LISTED) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“2, 3 and 4 of hearts”: the ranks, then their suit."""
        start = at + (text.word(at) == "the")
        for end, wanted in rank_hole(text, start):
            found: list[tuple[int, tuple[str, ...]]] = []
            if text.word(end) == "of" or text.word(end) in (",", "and") or any(rank_hole(text, end)):
                for last, of in suit(text, end + 1) if text.word(end) == "of" else ():
                    if card_of(game, of, wanted):
                        found.append((last, (card_of(game, of, wanted),)))
                sign = text.word(end) in (",", "and")
                joined = end + sign + (text.word(end) == "," and text.word(end + 1) == "and")
                for last, rest in run(text, joined, most - 1) if most and text.word(end) != "of" else ():
                    one_suit = {suit_of(token) for token in rest}
                    if len(one_suit) == 1 and (one_card := card_of(game, one_suit.pop(), wanted)):
                        found.append((last, (one_card, *rest)))
            yield from found

    def runs(text: Text, at: int, most: int = LISTED) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, first in [*run(text, at), *((end, (value,)) for end, value in played(text, at))]:
            yield end, first
            for join in (("and",), (",",), (",", "and"), (), ("plus",)) if most else ():
                if tuple(text.said[end : end + len(join)]) == join and any(
                    not one.startswith(RANK_ALONE) for one in first
                ):
                    for last, rest in runs(text, end + len(join), most - 1):
                        yield last, tuple(dict.fromkeys((*first, *rest)))

    def named_cards(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        seen = dict.fromkeys((*runs(text, at), *several(played, BOTH)(text, at)))
        yield from seen

    def long_phase(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, value in one(PHASE)(text, at):
            if "-" in value and (end > at + 1 or text.word(end) in ("the", "my")):
                yield end, value

    def cards(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        yield from several(played, ORDERED)(text, at)
        yield from listed(text, at)

    def token_alone(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """A bid: nothing that also names a suit, a rank or a card."""
        if text.word(at) == "a" and text.word(at + 1).isalnum() and text.word(at + 1) not in ("card", "centre"):
            return  # an article
        found = list(token(text, at))
        for end, value in found:
            phrase = known[tuple(text.said[at:end])]
            coded = [one for last, one in found if last == end and signs(one) == tuple(text.said[at:end])]
            if coded and value not in coded:
                continue
            if end == max(last for last, _ in found) and all(meaning.kind == TOKEN for meaning in phrase):
                yield end, value

    def answered(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if not game.trick_game:
            yield from card(text, at)
        yield from token_alone(text, at)

    def number_of(text: Text, at: int) -> Iterator[tuple[int, int]]:
        yield from number(text, at)
        if text.word(at) in NUMBER_WORDS:
            yield at + 1, NUMBER_WORDS[text.word(at)]

    def nth(text: Text, at: int) -> Iterator[tuple[int, int]]:
        if text.word(at) in ORDINALS:
            yield at + 1, ORDINALS.index(text.word(at)) + 1

    def kept(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from called(text, at + (text.word(at) in ("the", "my")))

    def how(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if text.word(at) in HOW:
            yield at + 1, HOW[text.word(at)]

    def side(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + (text.word(at) in ("my", "the", "an", "a", "our"))
        start += text.word(start) in ("fellow", "another", "other") and text.word(start + 1).startswith("defender")
        if text.word(start) in ONE_SIDE:
            yield start + 1, ONE_SIDE[text.word(start)]

    def whom(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from seat(text, at)
        yield from side(text, at)

    def who(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from whom(text, at)
        for way in BEFORE_ME:
            if tuple(text.said[at : at + len(way)]) == way:
                yield at + len(way), BEFORE
        for way in AFTER_ME:
            if tuple(text.said[at : at + len(way)]) == way:
                yield at + len(way), AFTER

    def person(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, value in named(text, at):
            if letter(int(value)).upper() in game.words:
                yield end, letter(int(value)).upper()
        for end, token_of in token(text, at):
            if len(token_of) == 1 and token_of.isalpha():
                yield end, token_of

    called_kinds = {signs(way): cards_of for way, cards_of in game.kinds.items()}

    def kinds(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Cards that have a name together in this game, such as the Moors."""
        for way, cards_of in called_kinds.items():
            if tuple(text.said[at : at + len(way)]) == way:
                yield at + len(way), cards_of

    def some(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        start = at + (text.word(at) in ("a", "an", "any", "the", "my", "one"))
        yield from kinds(text, start)

    def kind_of_card(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“a king”, “another trump”, “a court card”: all cards of that kind."""
        begun = text.word(at) in ("a", "an", "any", "another", "some", "other", "one")
        start = at + begun
        if text.word(start) in ("court", "pip") and text.word(start + 1) in ("card", "cards"):
            plain = [one for one in game.words if is_card(game, one) and suit_of(one) in game.suits.keys() - {"T"}]
            court = text.word(start) == "court"
            yield start + 2, tuple(one for one in plain if (rank(one) in ("J", "N", "Q", "K")) == court)
        for end, wanted in rank_hole(text, start):
            if begun and (cards := of_rank(game, wanted)):
                yield end, cards
        if not begun and len(text.word(start)) > 2 and text.word(start).endswith("s"):
            for end, wanted in rank_hole(Text((text.word(start)[:-1],), text.holes), 0):
                if of_rank(game, wanted):
                    yield start + end, of_rank(game, wanted)
        yield from kinds(text, start)
        if text.word(start) in BOUT and game.words.keys() >= {*BOUTS}:
            yield start + 1, BOUTS
        if begun and "doubles" in game.suits and text.word(start + 1) in ("points", "counter"):
            worth = {"10": ("5-5", "6-4"), "5": ("5-0", "4-1", "3-2")}
            yield from ((start + 2, worth[str(n)]) for _, n in number_of(text, start) if str(n) in worth)
        if begun and text.word(start) in ("trump", "ruff") and (trumps := of_suit(game, "T")):
            yield start + 1, trumps
        if text.word(start) == "double" and "doubles" in game.suits:
            yield start + 1, DOUBLES

    def counters(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        if text.word(at) == "points" and "doubles" in game.suits:
            yield at + 1, COUNTERS

    def plural(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """“Pages”, “doubles”: all cards of a rank."""
        word = text.word(at)
        if "doubles" in game.suits and word == "doubles":
            yield at + 1, DOUBLES
        elif word.endswith("s") and len(word) > DIGITS:
            for end, wanted in rank_hole(Text((word[:-1],), text.holes), 0):
                if not wanted.isdigit() and of_rank(game, wanted):
                    yield at + end, of_rank(game, wanted)

    def group(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, cards_of in kind_of_card(text, at):
            if not cards_of:
                continue
            yield end, cards_of
            if text.word(end) == "or":
                for last, more in kind_of_card(text, end + 1):
                    yield last, tuple(dict.fromkeys((*cards_of, *more)))
                for last, wanted in rank_hole(text, end + 1):
                    yield last, tuple(dict.fromkeys((*cards_of, *of_rank(game, wanted))))
                of_both = text.word(end + 2) == "of"  # “a king or queen of spades”
                for last, other in card_or_the(text, end + 1) if not of_both else ():
                    yield last, tuple(dict.fromkeys((*cards_of, other)))
        for end, first in rank_hole(text, at + (text.word(at) in ("the", "a", "an"))):
            then = end + 1 + (text.word(end + 1) == "the")
            for last, kind in kind_of_card(text, then) if text.word(at) != "the" and text.word(end) == "or" else ():
                yield last, tuple(dict.fromkeys((*of_rank(game, first), *kind)))
            for last, second in rank_hole(text, then) if text.word(end) == "or" else ():
                for final, of in suit(text, last + 1) if text.word(last) == "of" else ():
                    named_so = tuple(card_of(game, of, wanted) for wanted in (first, second))
                    if all(named_so):
                        yield final, named_so
                if text.word(last) != "of" and text.word(at) == "the":
                    yield last, (RANK_ALONE + first, RANK_ALONE + second)
                elif text.word(last) != "of":
                    yield last, (*of_rank(game, first), *of_rank(game, second))
        for end, listed_cards in several(card_or_the, (("or",),))(text, at):
            if len(listed_cards) > 1:
                yield end, listed_cards

    def court_rank(text: Text, at: int) -> Iterator[tuple[int, str]]:
        if wanted := choosing.RANKS.get(f"{text.word(at)}s"):
            yield at + 1, wanted

    def court(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, cards_of in group(text, at):
            if cards_of and cards_of != of_suit(game, "T") and cards_of[0][0] != RANK_ALONE:
                yield end, cards_of

    def cards_of_suit(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, of in suit(text, at):
            if of in "SHDCBOT" and (cards := of_suit(game, of)):
                yield end, cards

    def bare_kind(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, wanted in rank_hole(text, at):
            if of_rank(game, wanted):
                yield end, of_rank(game, wanted)
        if text.word(at) == "trump" and "T" in game.suits:
            yield at + 1, of_suit(game, "T")
        yield from kind_of_card(text, at)

    def card_or_the(text: Text, at: int) -> Iterator[tuple[int, str]]:
        yield from card(text, at + (text.word(at) == "the"))

    def fate(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        def one_fate(text: Text, at: int) -> Iterator[tuple[int, str]]:
            for end, value in token(text, at + (text.word(at) == "the")):
                if len(value) > 1 and value.isupper():
                    yield end, value

        if not game.trick_game:
            yield from several(one_fate, (("or",), (",",), (",", "or"), ("or", "the")))(text, at)

    def forced(text: Text, at: int) -> Iterator[tuple[int, str]]:
        for end, _ in matches(text, compiled(FORCED), at):
            if end > at:
                yield end, ""

    with_a_card = {
        signs(way): token_of
        for token_of, ways in game.words.items()
        if token_of in WITH_A_CARD or token_of[0] == "+"
        for said in (token_of, *ways)
        for way in (said, *(said.replace(f"{one}s", one) for one in (*ONE_OF_A_SUIT, "trump") if f"{one}s" in said))
    }
    longest_said = max(map(len, with_a_card), default=0)

    def with_it(text: Text, at: int) -> Iterator[tuple[int, str]]:
        start = at + (text.word(at) in ("the", "a", "my"))
        start += text.word(start) == "single"
        for end in range(start + 1, start + longest_said + 1):
            if (token_of := with_a_card.get(tuple(text.said[start:end]))) and end <= len(text.said):
                yield end, token_of

    def signal(text: Text, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, token_of in with_it(text, at):
            if token_of[0] != "+":
                yield end, (token_of,)

    def all_others(text: Text, at: int) -> Iterator[tuple[int, str]]:
        """All others, also by their number."""
        if text.word(at) == "all" and (
            text.word(at + 1) == "others" or NUMBER_WORDS.get(text.word(at + 1)) == len(names)
        ):
            yield at + 2, OTHERS

    found: dict[str, Hole] = {
        "all": lambda text, at: iter([(at, tuple(map(str, names)))]),
        "allothers": all_others,
        "who": who,
        "whom": whom,
        "whose": side,
        "person": person,
        "group": group,
        "court": court,
        "courtrank": court_rank,
        "plural": plural,
        "counters": counters,
        "kind": bare_kind,
        "ofsuit": cards_of_suit,
        "fate": fate,
        "forced": forced,
        "said": several(with_it, (("and",), (",",), (",", "and"), (), ("+",), ("&",), ("plus",))),
        "signal": signal,
        "nth": nth,
        "how": how,
        "run": run,
        "some": some,
        "several": several(kept, (("and",), (",",), (",", "and"), ("or",))),
        "suit": suit,
        "suits": suits,
        "suitsinorder": several(suit, SUITS_IN_ORDER),
        "allsuits": several(whole_suit, (("and",), (",",), ("&",))),
        "rank": rank_hole,
        "card": card,
        "called": called,
        "inwhole": in_whole,
        "held": held,
        "cards": cards,
        "trump": trump,
        "owntrump": own_trump,
        "one": played,
        "both": named_cards,
        "longphase": long_phase,
        "trumps": suit_called,
        "token": token_alone,
        "call": token,
        "tokens": several(answered, ((),) if game.trick_game else TOKEN_JOINS),
        "seat": seat,
        "seats": several(named, (("or",), (",",))),
        "described": described(game),
        "act": _composed(ACTS),
        "declare": _composed(DECLARE),
        "ownsuit": _composed(OWN_SUITS),
        "many": _composed(MANY),
        "compared": _composed(COMPARED),
        "amount": _composed(COUNTED),
        "trumpsuit": trump_suit,
        "phase": one(PHASE),
        "number": number_of,
    }
    found = {name: _remembered(name, hole) for name, hole in found.items()}
    return found | {name: _remembered(name, hole) for name, hole in choosing.holes(game, found).items()}


@cache
def _composed(rules: Sequence[tuple[str, Callable[..., Any]]]) -> Hole:
    """A hole that patterns fill, each with the value that it makes."""
    patterns = Patterns(rules)

    def find(text: Text, at: int) -> Iterator[tuple[int, Any]]:
        for made, (end, values) in patterns.at(text, at):
            if (part := made(*values)) is not None:
                yield end, part

    return find


def _remembered(name: str, hole: Hole) -> Hole:
    """The hole with its ways at each place of a text found once."""

    def ways(text: Text, at: int) -> Iterator[tuple[int, Any]]:
        key = ("hole", name, at)
        if key not in text.memory:
            text.memory[key] = list(hole(text, at))
        yield from text.memory[key]

    return ways
