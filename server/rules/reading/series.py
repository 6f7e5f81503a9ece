"""Options named one after the other: ``2, 5 and jack of spades, 3 of hearts``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from ..cards import rank as rank_of
from ..cards import suit as suit_of
from ..engine import Ask
from ..frames import BETWEEN, FIRST, PRAISED
from ..guessing import suited, suits_and_ranks
from ..wording import Phrase, Phrases, is_letter, options_of, picks_several
from .sentences import BREAK, SPACE
from .vocabulary import end_of_phrase

MOST_READINGS = 50
Lists = tuple[Mapping[str, str], Mapping[str, str], Mapping[tuple[str, str], str], Mapping[str, tuple[str, ...]]]


def lists_of(ask: Ask) -> Lists:
    """The suits and the ranks by word, the cards by suit and rank, and the options by suit, if an answer may list
    several cards."""
    if not picks_several(ask.slots):
        return {}, {}, {}, {}
    cards, held = suited(ask), dict[str, tuple[str, ...]]()
    for card, _ in cards:
        if card in options_of(ask):
            held[suit_of(card)] = (*held.get(suit_of(card), ()), card)
    suits, ranks = suits_and_ranks(cards)
    if "1" in ranks.values():
        ranks = {**ranks, "one": "1"}  # beside another rank it is no article
    return suits, ranks, {(suit_of(card), rank_of(card)): card for card, _ in cards}, held


def _list_at(parts: list[str], at: int, lists: Lists) -> tuple[int, list[str], str]:
    """The end of a list of ranks with one suit that begins here, its cards, and where the suit stands: ``2, 5 and jack
    of spades``; ``spades: 2, 5, jack``. The end is 0 if none begins here."""
    suits, ranks, cards, _ = lists
    if parts[at] in _EVERY:
        return _every(parts, at, lists)
    for named in (_of_a_colour, _of_suits, _so_many):
        end, of_several = named(parts, at, lists)
        if of_several:
            return end, of_several, ""
    begins = at + (parts[at] in ("in", "from", "of") and at + 1 < len(parts))
    begins += at < begins and parts[begins] in ("the", "my") and begins + 1 < len(parts)
    labels = (
        begins == at and at + 1 < len(parts) and parts[at + 1] == SPACE and parts[max(at - 1, 0)] in ("\n", parts[0])
    )
    lettered = (
        parts[0] in suits and parts[max(at - 1, 0)] in (SPACE, BREAK, parts[0]) and parts[at + 1 : at + 2] != [SPACE]
    )  # S 2 5, H 3 4
    suit = suits.get(parts[begins], "") if labels or lettered or not is_letter(parts[begins]) else ""
    end = last = begins + bool(suit) if suit else at
    found: list[str] = []
    while end < len(parts):
        if parts[end] in ranks and (parts[end] != "a" or parts[end + 1 : end + 2] == [SPACE]):
            found.append(ranks[parts[end]])
            last = end + 1
        elif not (parts[end] == SPACE or parts[end] in _AND):
            break
        end += 1
    if suit and found and (len(found) > 1 or begins > at or parts[begins + 1] in (SPACE, "just") or lettered):
        where = "before"
    elif not suit and len(found) > 1:
        last += parts[last : last + 2] == [SPACE, "all"]
        while last < len(parts) and parts[last] in ("all", "of", "the"):
            last += 1
        closed = parts[last + 1 : last + 2] in ([], [SPACE], [BREAK])  # 3 4 9 H, 1 6 8 S
        fits = last < len(parts) and (closed or not is_letter(parts[last]))
        suit = suits.get(parts[last], "") if fits else ""
        last, where = last + 1, "behind"
    else:
        return 0, [], ""
    listed = [cards.get((suit, rank), "") for rank in found]
    return (last, listed, where) if all(listed) else (0, [], "")


def _every(parts: list[str], at: int, lists: Lists) -> tuple[int, list[str], str]:
    """``all my spades``; ``both hearts (3 and 7)``, whose ranks are as many as are said, or all."""
    suits, ranks, cards, held = lists
    end = at + 1
    count = 2 if parts[at] == "both" else _COUNTS.get(parts[end], 0) if end < len(parts) else 0
    end += parts[at] != "both" and count > 0
    while end < len(parts) and parts[end] in _OF_THE:
        end += 1
    suit = suits.get(parts[end], "") if end < len(parts) and not is_letter(parts[end]) else ""
    whole = list(held.get(suit, ()))
    if parts[end + 1 : end + 3] in (["i", "hold"], ["i", "have"]):
        end += 2
        if parts[end + 1 : end + 2] not in ([], [SPACE], [BREAK], ["and"]):
            return 0, [], ""  # “I hold on to”
    named, last, next_ = list[str](), end + 1, end + 1
    while suit and next_ < len(parts) and len(named) < (count or len(whole)) and parts[next_] in {*ranks, *_AMONG}:
        if parts[next_] in ranks:
            named.append(cards.get((suit, ranks[parts[next_]]), ""))
            last = next_ + 1
        next_ += 1
    listed = {*named} <= {*whole} and len(named) == (count or len(whole))
    on = next((part for part in parts[last:] if part not in _AMONG), "")
    apart = parts[end + 1 : end + 2] != [SPACE] or on not in ranks or {*named} == {*whole}
    if named and listed and apart and parts[last : last + 1] != ["of"]:
        return last, named, ""
    fits = len(whole) == count if count else len(whole) > 1
    return (end + 1, whole, "") if fits else (0, [], "")


_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
_AMONG = frozenset(("and", "the", "my", SPACE))


def _of_a_colour(parts: list[str], at: int, lists: Lists) -> tuple[int, list[str]]:
    """``the red jacks``, which are two."""
    suits, ranks, cards, _ = lists
    end = at
    while end < len(parts) and parts[end] in ("the", "my", "two", "both", "2"):
        end += 1
    rank = _rank_of_several(parts[end + 1], ranks) if end + 1 < len(parts) and parts[end] in _COLOURS else ""
    if not rank or not {"H", "D"} <= {*suits.values()}:
        return 0, []
    found = [cards.get((suit, rank), "") for suit in _COLOURS[parts[end]]]
    return (end + 2, found) if all(found) else (0, [])


_COLOURS = {"red": "HD", "black": "SC"}


def _rank_of_several(word: str, ranks: Mapping[str, str]) -> str:
    """The rank of ``jacks`` or ``sixes``."""
    one = next((one for one in (word.removesuffix("s"), word.removesuffix("es")) if one != word and one in ranks), "")
    return ranks[one] if len(one) > 2 else ""


def _of_suits(parts: list[str], at: int, lists: Lists) -> tuple[int, list[str]]:
    """``knights of clubs and hearts``."""
    suits, ranks, cards, _ = lists
    rank = _rank_of_several(parts[at], ranks) if parts[at + 1 : at + 2] == ["of"] else ""
    end, last, found = at + 2, at, list[str]()
    while rank and end < len(parts) and (parts[end] in suits or parts[end] in (SPACE, "and", "the")):
        if parts[end] in suits and not is_letter(parts[end]):
            found.append(cards.get((suits[parts[end]], rank), ""))
            last = end + 1
        end += 1
    closed = parts[last : last + 1] in ([], [SPACE], [BREAK], ["and"])
    return (last, found) if len(found) > 1 and all(found) and closed else (0, [])


def _so_many(parts: list[str], at: int, lists: Lists) -> tuple[int, list[str]]:
    """``three spades: 2, 5 and jack``, if as many ranks follow."""
    suits, ranks, cards, _ = lists
    count, suit = _COUNTS.get(parts[at], 0), suits.get("".join(parts[at + 1 : at + 2]), "")
    end, found = at + 2, list[str]()
    while suit and end < len(parts) and len(found) < count and parts[end] in {*ranks, *_AMONG}:
        if parts[end] in ranks:
            found.append(cards.get((suit, ranks[parts[end]]), ""))
        end += 1
    closed = parts[end : end + 1] in ([], [SPACE], [BREAK], ["and"])
    return (end, found) if count and len(found) == count and all(found) and closed else (0, [])


_EVERY, _OF_THE = frozenset(("all", "every", "both")), frozenset(("of", "the", "my"))
_AND = frozenset(("and", "the", "my", "just"))


def _stands(phrase: Phrase, lists: Lists) -> str:
    """Where the suit stands in a card's name, if that matters to lists."""
    suits, ranks, *_ = lists
    if len(phrase) != 2 or "T" in (suits.get(phrase[0]), suits.get(phrase[1])):
        return ""
    return "before" if phrase[0] in suits and phrase[1] in ranks else "behind" if phrase[1] in suits else ""


PLACING = frozenset("on in to for against own right straight smack bang plumb".split())
"""Words that may precede the first option if it may be a place."""


def options_in(
    parts: list[str],
    phrases: Phrases,
    lists: Lists = ({}, {}, {}, {}),
    opening: frozenset[str] = FIRST,
    introductions: re.Pattern[str] | None = None,
) -> Iterator[list[str]]:
    """Every reading of all the parts as a series of options. ``introductions``: what may stand between two of them."""
    between = BETWEEN | PRAISED | (opening & PLACING)
    counted = not _EVERY.isdisjoint(parts)
    dead: set[tuple[int, bool, bool]] = set()  # places from which no reading reaches the end, with what stood before

    def onwards(at: int, before: str = "", first: bool = True) -> Iterator[list[Read]]:
        while at < len(parts) and parts[at] in (BREAK, SPACE):
            at += 1
        if at == len(parts):
            yield []
            return
        place, alive = (at, bool(before), first), False
        if place in dead:
            return
        end, cards, where = _list_at(parts, at, lists)
        if end:
            for rest in onwards(end, first=False):
                alive = True
                yield [*((card, where and f"list {where}") for card in cards), *rest]
        for phrase, option in phrases.get(parts[at], ()):
            end = end_of_phrase(phrase, parts, at)
            if counted and end == at + 2 and phrase[0].isdigit() and phrase[1] in lists[0] and phrase[1][-1] == "s":
                continue  # “all my hearts, 2 spades”
            if end and not (before not in ("", "the", "my") and all(word.isdigit() for word in phrase)):  # a date
                for rest in onwards(end, first=False):
                    alive = True
                    yield [(option, _stands(phrase, lists)), *rest]
        named = any(len(phrase) == 1 for phrase, _ in phrases.get(parts[at], ()))  # "A B" are two seats
        praised = not first and parts[at] == "that" and not PRAISED.isdisjoint(parts[at + 1 : at + 2])
        if (praised or parts[at] in (opening if first else between)) and not named and at + 1 < len(parts):
            for rest in onwards(at + 1, parts[at], first):
                alive = True
                yield rest
        most = at + 9 if not (first or named or before) else 0
        for end in range(at + 1, min(most, len(parts))):
            if introductions and introductions.fullmatch(" ".join(parts[at:end])):
                for rest in onwards(end, first=False):
                    if rest and _is_announced(rest[0][0]) and not _PUTTING.isdisjoint(parts[at:end]):
                        continue  # “put the handful away”
                    alive = True
                    yield rest
        if not alive:
            dead.add(place)

    for found in islice(onwards(0), MOST_READINGS):
        styles = {where for _, where in found if where}
        if found and (len({where.removeprefix("list ") for where in styles}) < 2 or not any(" " in w for w in styles)):
            yield [option for option, _ in found]


Read = tuple[str, str]
"""An option, and where its suit stood, with “list” before that if it was read in a list."""
_PUTTING = frozenset("play playing lead leading put putting card".split())


def _is_announced(option: str) -> bool:
    """Whether an option is said with a card, and not put: ``poignee``, ``+kings``."""
    return option[:1] == "+" or (option[:1].islower() and option not in _PLACES)


_PLACES = ("centre", "cloak", "blind")
