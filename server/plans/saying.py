"""Writing plans: the canonical text, which reads as the same plan, and a plain sentence for each line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import asdict

from ..rules import AnyGame
from ..rules.cards import FRENCH_SUIT_NAMES, rank, suit
from ..rules.wording import short
from ..templating import and_list
from .checking import is_otherwise, usual
from .language import (
    ACTIONS,
    AFTER,
    ALWAYS,
    ASK,
    BEFORE,
    CAN,
    CANNOT,
    CARD_FALLS,
    CLOCK,
    DEAL,
    DEFENDER,
    DUCK,
    EVERYTHING,
    HIGH,
    HIGHEST,
    LEAD_LOST,
    LED_BY,
    LONGEST,
    LOW,
    LOWEST,
    NOTHING,
    OF_MINE,
    ONCE,
    OPPONENT,
    OTHERS,
    PARTNER,
    PARTNER_TAKES,
    PASS,
    PICK,
    PLAY,
    POOREST,
    RICHEST,
    SAME,
    TAKER,
    TOKENS,
    TRICK,
    TRUMP_FALLS,
    TYPED,
    UNTIL,
    WHERE,
    WIN,
    WIN_OR_LOW,
    Plan,
    PlanLine,
)
from .lines import would_overtake
from .naming import NTH, ORDINALS
from .picking import Pick, in_words
from .vocabulary import (
    NO_CODE,
    RANK,
    SEAT,
    TOKEN,
    Meaning,
    Vocabulary,
    card_of,
    is_card,
    letter,
    of_rank,
    of_suit,
    signs,
    vocabulary,
)

Shown = Callable[[str], str]
"""Writes a card or another token for a sentence."""

SHORT: Mapping[str, str] = {
    LOW: "low", HIGH: "high", LOWEST: "low", HIGHEST: "high", WIN: "win", WIN_OR_LOW: "win or low",
    RICHEST: "the most points", POOREST: "the fewest points",
    PASS: "pass", NOTHING: "nothing", EVERYTHING: "keep everything", CLOCK: "clock", ASK: "ask me",
}  # fmt: skip
SUFFIXES: Mapping[str, str] = {
    DEAL: " for this deal", TRICK: " for this trick", ONCE: " once", ALWAYS: " always",
    TRUMP_FALLS: ", until a trump falls", PARTNER_TAKES: ", until my partner takes a trick",
    LEAD_LOST: ", until I lose the lead",
}  # fmt: skip


# The canonical text --------------------------------------------------------------------------------------------------


def canonical(game: AnyGame, plan: Plan, names: Mapping[int, str]) -> str:
    """The plan as text that `read_plan` reads as the same plan, with the players' present names."""
    known = vocabulary(game, names)
    lines = [
        "else " * (is_otherwise(plan.lines, number) or would_overtake(asdict(before), asdict(line)))
        + _written(game, known, names, line)
        for number, (before, line) in enumerate(pairwise((PlanLine(""), *plan.lines)))
    ]
    return ", ".join(lines) + _suffix(game, plan)


def tells_until(game: AnyGame, plan: Plan) -> bool:
    """Whether the canonical text says how long the plan stands: only if that differs from the usual."""
    return bool(_suffix(game, plan))


def _suffix(game: AnyGame, plan: Plan) -> str:
    if plan.until == CARD_FALLS:
        return f", until {plan.named} falls"
    if plan.until == TRICK and plan.length > 1:
        return f" for {plan.length} tricks"
    return "" if plan.until == usual(game, plan.lines) else SUFFIXES[plan.until]


def _written(game: AnyGame, known: Vocabulary, names: Mapping[int, str], line: PlanLine) -> str:
    calls = (
        line.does == TOKENS
        and line.phase == "call"
        and all(is_card(game, of) or of in game.suits for of in line.tokens)
    )
    picks = line.does in (PICK, LONGEST) or (line.does == CLOCK and line.phase in DEAREST)
    lays_away = line.does == TOKENS and line.phase == "discard" and all(is_card(game, token) for token in line.tokens)
    named = [
        " or ".join(_suit(game, of) for of in line.led) + " led" * (line.led[-1:] == ("doubles",)),
        " or ".join([*(_called(known, names, seat) for seat in line.winning), *["partner"] * line.partner]),
    ]

    def who(side: str) -> str:
        return _called(known, names, int(side)) if side.isdecimal() else SIDES[side]

    spelt = partial(_code, known, game, line)
    conditions = [
        *filter(None, named),
        *(f"if {one}" for _, one in _conditions(game, line, who, spelt, str, typed=True)),
    ]
    said = " and ".join(conditions)
    parts = [
        f"at the {line.phase.replace('-', ' ')}" if line.phase and not (lays_away or calls or picks) else "",
        "lead" if line.leads else "",
        f"{said}:" if said and len(conditions) > len(list(filter(None, named))) else said,
        "discard" if lays_away else "call" if calls else "",
        _done(game, known, line),
    ]
    but = ""
    if line.does == WIN and line.but and line.but == of_suit(game, "T"):
        return " ".join(filter(None, parts)) + " with a non trump"
    if line.but:
        suits, cards = _whole_suits(game, line.but)
        of_a_sort = _sort_of(game, cards)
        left = [of_a_sort] if of_a_sort else [_code(known, game, line, card) for card in cards]
        named = [*filter(None, [" or ".join(suits)]), *left]
        but = "".join(f" but not {one}" for one in named)
    if line.also:
        but += f" with {' and '.join(line.also)}"
    tail = " if nobody has bid more" * line.unbeaten + " whatever happens" * line.ever
    return " ".join(filter(None, parts)) + but + tail


def _suit(game: AnyGame, of: str) -> str:
    if of.startswith(LED_BY):
        who = of.removeprefix(LED_BY)
        return f"the suit {f'seat {letter(int(who)).upper()}' if who.isdecimal() else SIDES[who]} led last"
    ways: Mapping[str, Sequence[str]] = {**FRENCH_SUIT_NAMES, **game.suits}
    return OF_MINE.get(of) or ways.get(of, ("trumps",))[0]


def _conditions(
    game: AnyGame, line: PlanLine, who: Callable[[str], str], card: Shown, shown: Shown, typed: bool
) -> list[tuple[str, str]]:
    """The conditions of a line that no suit or player alone says, each with the word before it.

    ``typed``: as a text that is read again.
    """

    def so(written: str, told: str) -> str:
        return written if typed else told

    def one_of(cards: Sequence[str]) -> str:
        return _any_of(game, cards, card, " or ".join if typed else _or)

    found = [
        ("if", f"I {_can(line.follow)} follow{so('', ' suit')}" if line.follow else ""),
        ("if", so("not leading", "somebody else leads") if line.follows else ""),
        ("if", f"{one_of(line.first)} is led" if line.first else ""),
        ("if", f"{one_of(line.lies)} {so('is', 'lies')} in the trick" if line.lies and not line.laid_by else ""),
        ("if", f"{_or([*map(who, line.laid_by)])} has played {one_of(line.lies)}{so('', ' to the trick')}"
         if line.laid_by else ""),
        ("if", f"{one_of(line.best)} is winning" if line.best else ""),
        ("if", f"there is no {_any_of(game, line.unlies, str).removeprefix('a ')} in the trick" if line.unlies else ""),
        *(("if", f"{card(one)} has {so('gone', 'been played')}") for one in line.gone),
        *(("if", f"{card(one)} has not {so('gone', 'been played yet')}") for one in line.ungone),
        ("if", f"I have {one_of(line.mine)}" if line.mine else ""),
        *(("if", f"I do not have {card(one)}") for one in line.unmine),
        ("if", so(f"{card(line.held)} held", f"I led {card(line.held)} before and it won") if line.held else ""),
        ("while", f"{who(line.side)} is winning" if line.side else ""),
        ("while", f"{who(line.unside)} is not winning" if line.unside else ""),
        ("if", f"{_or([*map(who, line.led_by)])} {so('leads', 'led')}" if line.led_by else ""),
        ("if", f"{line.trumped} has trumped" if line.trumped else ""),
        ("if", f"the trick {so('has', 'so far counts')} {_points(line.points)} or more" if line.points else ""),
        ("if", f"the trick {so('has', 'so far counts')} {_counted(line.counts)}" if line.counts else ""),
        ("if", f"I play {ORDINALS[line.position - 1]}" if line.position else ""),
        ("if", "I play last" if line.last else ""),
        ("if", f"{line.bids} has bid" if line.bids else ""),
        ("if", "nobody has bid more" if line.unbeaten and not typed else ""),
        *(("if", _bid_by(told, who)) for told in line.bid_by),
        *(("if", _passed(told, who, typed)) for told in line.passed),
        ("if", f"{shown(line.free)} is possible" if line.free else ""),
        ("if", f"{shown(line.taken)} is not possible" if line.taken else ""),
        *(("if", f"I have {_so_many(game, held)}") for held in line.holds),
        ("if", f"it is my first card{so('', ' of the deal')}" if line.opening else ""),
        ("if", f"{so('it is', 'that is for')} the {ORDINALS[line.time - 1]} time{so('', ' in this deal')}"
         if line.time else ""),
        ("if", _trick_number(line.nth_trick)),
        ("if", f"it is one of the last {line.ending} tricks" if line.ending else ""),
        *(("if", so(f"all other {_suit(game, of)} have gone",
                    f"all {_suit(game, of)} that I do not hold have been played")) for of in line.spent),
        *(("if", so(f"{who(side)} has already played", f"{who(side)} has played to the trick")) for side in line.acted),
        *(("if", f"{who(side)} has yet to play{so('', ' to the trick')}") for side in line.waited),
        *(("if", _fact(game, fact, who)) for fact in line.facts),
        ("if", f"I {_can(line.can)} win{so('', ' the trick')}" if line.can else ""),
    ]  # fmt: skip
    return [one for one in found if one[1]]


def _counted(told: str) -> str:
    sign = told.rstrip("0123456789")
    return f"{ {'<': 'fewer than', '<=': 'at most', '>': 'more than'}[sign] } {_points(told.removeprefix(sign))}"


def _points(number: int | str) -> str:
    return f"{number} point{'' if str(number) == '1' else 's'}"


def _can(whether: str) -> str:
    return "can" if whether == CAN else "cannot"


def _passed(told: str, who: Callable[[str], str], typed: bool) -> str:
    if typed and told == OTHERS:
        return "I am last and all have passed"
    return f"{' and '.join(map(who, told.split('+')))} {'have both' if '+' in told else 'has'} passed"


def _bid_by(told: str, who: Callable[[str], str]) -> str:
    side, _, token = told.partition("=")
    if side == "me":
        return f"I got it for {token}"
    return f"{who(side)} has bid {token}".rstrip()


def _so_many(game: AnyGame, held: str) -> str:
    """How many cards of a suit, such as ``at least 3 hearts``."""
    of, least, most = held.split(":")
    if least == most:
        named = _suit(game, of).removesuffix("s") if least == "1" else _suit(game, of)
        return f"{'exactly ' if int(least) else ''}{int(least) or 'no'} {named}"
    return f"at most {most} {_suit(game, of)}" if least == "0" else f"at least {least} {_suit(game, of)}"


def _trick_number(number: int) -> str:
    """Which trick it is, such as ``it is the second trick``; empty for any."""
    if number < 0:
        return "it is the last trick" if number == -1 else "it is the last trick but one"
    if number > len(ORDINALS):
        return f"it is trick {number}"
    return f"it is the {ORDINALS[number - 1]} trick" if number else ""


def _fact(game: AnyGame, told: str, who: Callable[[str], str]) -> str:
    """A condition that only this game has."""
    key, *filling = told.split()
    fact = game.facts[key]
    named = [who(one) if "{seat}" in fact.ways and one.isdecimal() else one for one in filling]
    if "{courtrank}" in fact.ways:
        named[-1] = rank_word(f"={named[-1]}")
    return fact.says.format(*(_suit(game, one) if one in SUITS else one for one in named))


VERBS: Mapping[str, str] = {"discard": "discard", "keep": "keep", "split": "steal"}
"""What is done with picked cards, by phase."""
DEAREST: Mapping[str, str] = {"split": "steal the dearest", "give": "give the cheapest, whichever"}
STAY = "stay"
SUITS_BUT_TRUMPS = frozenset("SHDCBO")
"""What the clock would say, by phase, as a player says it."""
SUITS, COURT = frozenset("SHDCT"), "JNQK"


def _picked(game: AnyGame, token: str, shown: Shown) -> str:
    """A card that is laid away or kept, or how it is described."""
    pick = Pick.of_token(token)
    return shown(token) if pick is None else in_words(game, pick)


def _where(place: str) -> str:
    """A place behind a card, as it is read."""
    return WHERE.get(place) or f"on {place}"


def _extreme(game: AnyGame, line: PlanLine) -> str:
    """The card that goes to a place, without it: ``second highest of its suit``."""
    of = "" if not line.of else " of its suit" if line.of == SAME else f" {_suit(game, line.of)}"
    return f"{NTH[line.nth]}{line.does}{of}"


SIDES = {
    BEFORE: "the player before me",
    AFTER: "the player after me",
    PARTNER: "partner",
    OPPONENT: "an opponent",
    TAKER: "the taker",
    DEFENDER: "a defender",
}
WHO = {**SIDES, OTHERS: "everybody else", PARTNER: "my partner", OPPONENT: "somebody not known to be on my side"}
"""The sides as a text names them, and as a sentence does."""


def rank_word(token: str) -> str:
    """The name of the rank that a token names alone (`picking.RANK`)."""
    return {"K": "king", "Q": "queen", "N": "knight", "J": "jack"}.get(token[1:], token[1:])


def rank_name(game: AnyGame, card: str) -> str:
    """The name of a card's rank, such as ``king``."""
    return next(iter(game.words.get(card, ())), card).split(" of ")[0]


def a_rank(game: AnyGame, card: str) -> str:
    """Any card of a card's rank, such as ``a king`` or ``an ace``."""
    name = rank_name(game, card)
    return f"{'an' if name[0] in 'aeiou8' else 'a'} {name}"


def _called(known: Vocabulary, names: Mapping[int, str], seat: int) -> str:
    name = names.get(seat, "")
    for way in (name.split()[0] if name.split() else "", name):
        if known.get(signs(way)) == frozenset((Meaning(SEAT, str(seat)),)) and way.isalpha() and way.isascii():
            return way
    return f"seat {letter(seat).upper()}"


def _done(game: AnyGame, known: Vocabulary, line: PlanLine) -> str:
    if line.does == TYPED:
        return f"answer {line.tokens[0]}"
    bare = line.does in (LOW, HIGH) and not line.of and (not line.led or line.follow == CANNOT)
    if bare or (line.nth and not line.tokens):
        which = " of the suit led" if bare else f" {_suit(game, line.of)}" if line.of else ""
        return f"{NTH[line.nth]}{SHORT[line.does]}est{which}"
    if line.does in (LOWEST, HIGHEST) and line.led and line.follow != CANNOT and not line.tokens:
        return f"{line.does} card"
    if line.does == WIN and len(line.tokens) > 1:
        return "win with a double"
    if line.does == WIN and (line.tokens or line.of):
        return f"win with {_code(known, game, line, line.tokens[0]) if line.tokens else _suit(game, line.of)}"
    if line.does in (LOWEST, HIGHEST) and line.tokens:
        return f"{_extreme(game, line)} {_where(line.tokens[0])}"
    if line.does == DUCK:
        return "the highest that loses"
    if line.does == CLOCK and line.phase in DEAREST:
        return DEAREST[line.phase]
    if line.does == LONGEST:
        return f"call {ACTIONS[LONGEST]}{_not_mine(game, line)}"
    if line.does == PICK:
        verb = VERBS[line.phase]
        return f"{verb} {' and '.join(_picked(game, token, str) for token in line.tokens)}"
    if line.does not in (PLAY, TOKENS):
        own = line.of in OF_MINE or line.of.startswith(LED_BY)
        return f"{SHORT[line.does]} {'of ' * own}{_suit(game, line.of)}" if line.of else SHORT[line.does]
    said = " ".join(_code(known, game, line, token) for token in line.tokens)
    said += " to a trick" * (line.does == PLAY and line.is_bare and len(line.tokens) > 2)
    if line.does == TOKENS and said in ("small", "low", "high"):
        return f"bid {said}"
    several = {one.kind for token in line.tokens for one in known.get(signs(token), ())} - {TOKEN}
    return f"call {said}" if line.does == TOKENS and game.trick_game and several and not line.phase else said


def _not_mine(game: AnyGame, line: PlanLine) -> str:
    return f" where the {rank_name(game, card_of(game, 'S', line.tokens[0]))} is not mine" if line.tokens else ""


def _code(known: Vocabulary, game: AnyGame, line: PlanLine, token: str) -> str:
    """The rank alone if the line names its suit and no other suit's card, else the code; a name if that is a word."""
    if token.startswith("="):
        return rank_word(token)
    if token in WHERE:
        return WHERE[token]
    of_one_suit = line.does == PLAY and token in line.tokens and all(line.led == (suit(one),) for one in line.tokens)
    if of_one_suit and Meaning(RANK, rank(token)) in known.get(signs(rank(token)), ()):
        return rank(token)
    return game.words[token][0] if token.lower() in NO_CODE else token


# Sentences -----------------------------------------------------------------------------------------------------------


def left_out(remarks: Sequence[str]) -> list[str]:
    """A sentence on the remarks that a plan does not follow; none if there are none."""
    quoted = " ".join(f"“{short(one)}”" for one in remarks)
    return [f"Taken for a remark, and not used: {quoted}."] if remarks else []


def says(game: AnyGame, plan: Plan, names: Mapping[int, str], shown: Shown) -> list[str]:
    """One plain sentence for each line."""
    return [line_in_words(game, plan.lines, number, names, shown) for number in range(len(plan.lines))]


def line_in_words(game: AnyGame, lines: Sequence[PlanLine], number: int, names: Mapping[int, str], shown: Shown) -> str:
    """A line of a plan as a sentence, such as ``If hearts are led: 10♥.`` ``number``: its place, from 0."""
    line = lines[number]
    named = partial(map, names.__getitem__)

    def who(side: str) -> str:
        return names[int(side)] if side.isdecimal() else WHO[side]

    winners = [*named(line.winning), *["my partner"] * line.partner]
    conditions = [
        ("at", f"the {line.phase.replace('-', ' ')}" if line.phase and not _tells_when(line) else ""),
        ("when", "I lead" if line.leads else ""),
        ("if", f"{_or([_suit(game, of) for of in line.led])} are led" if line.led else ""),
        ("while", f"{_or(winners)} is winning" if winners else ""),
        *_conditions(game, line, who, shown, shown, typed=False),
    ]
    said = "otherwise" if is_otherwise(lines, number) else _all_of([one for one in conditions if one[1]])
    never = _any_of_all(game, line.but, shown) if line.but else ""
    but = f", but never {never}" if never else ""
    also = f", with {and_list([shown(one) for one in line.also])}" if line.also else ""
    done = _action(game, line, shown) + also + but + ", whatever else could be said with it" * line.ever
    sentence = f"{said}: {done}." if said else f"{done}."
    return sentence[:1].upper() + sentence[1:]


def _tells_when(line: PlanLine) -> bool:
    """Whether what a line does says by itself when that is asked."""
    return (line.does == PICK and line.phase != "discard") or (line.does == CLOCK and line.phase in DEAREST)


def _action(game: AnyGame, line: PlanLine, shown: Shown) -> str:
    if line.does == TYPED:
        words = line.tokens[0].split()
        known = all(word in game.words for word in words)
        return " ".join(map(shown, words)) if known else f"the answer “{line.tokens[0]}”"
    if line.does == PICK:
        told = and_list([_picked(game, token, shown) for token in line.tokens])
        return told if line.phase == "discard" else f"{VERBS[line.phase]} {told}"
    if line.does in (LOWEST, HIGHEST) and line.tokens:
        of = " of its suit" if line.of == SAME else f" of {_suit(game, line.of)}" if line.of else " card"
        at = WHERE.get(line.tokens[0]) or f"on the {shown(line.tokens[0])}"
        return f"my {NTH[line.nth]}{line.does}{of} {at}"
    if line.does == PASS and STAY in game.passes:
        return STAY
    if line.does in (LOWEST, HIGHEST) and not (game.trick_game or line.tokens):
        return f"my {line.does} token"
    if line.does == CLOCK and line.phase in DEAREST:
        return DEAREST[line.phase].removesuffix(", whichever")
    if line.does == LONGEST:
        return ACTIONS[LONGEST] + _not_mine(game, line)
    cards = [
        f"my only {rank_word(token)}" if token.startswith("=") else WHERE.get(token) or shown(token)
        for token in line.tokens
    ]
    if line.does == TOKENS:
        return " ".join(cards)
    if line.does == PLAY:
        if _is_run(line.tokens):
            return f"the first from {cards[0]} to {cards[-1]} that I have and may play"
        return cards[0] if len(cards) == 1 else f"the first of {', '.join(cards)} that I have and may play"
    if line.does == WIN and (cards or line.of):
        named = cards[0] if len(cards) == 1 else f"the first of {', '.join(cards)}"
        which = named if cards else f"the cheapest of {_suit(game, line.of)}"
        return f"{which}, if it wins"
    if line.of:
        return f"my {NTH[line.nth]}{'lowest' if line.does == LOW else 'highest'} of {_suit(game, line.of)}"
    if line.nth:
        return ACTIONS[line.does].replace("my ", f"my {NTH[line.nth]}", 1)
    return ACTIONS[line.does] + (f" on {' '.join(cards)}" if cards else "")


def _is_run(tokens: Sequence[str]) -> bool:
    """Whether these are trumps, one above or below the other, of which the ends say all."""
    numbers = [int(one[1:]) for one in tokens if one[0] == "T" and one[1:].isdigit()]
    steps = {after - before for before, after in pairwise(numbers)}
    return len(numbers) == len(tokens) > 3 and steps in ({1}, {-1})


def order_in_words(plan: Plan, shown: Shown) -> str:
    """A sentence on which line is taken, what happens where none fits, and how long the plan stands."""
    stands = until_in_words(plan, shown)
    if plan.asks_at_last or plan.until == ONCE:
        return f"The first line that fits and can be played is taken. The plan stands {stands}."
    return (
        f"The first line that fits and can be played is taken; where none is, you are asked. The plan stands {stands}."
    )


def until_in_words(plan: Plan, shown: Shown) -> str:
    """How long a plan stands, such as ``until a trump falls``."""
    if plan.until == TRICK and plan.length > 1:
        return f"for {plan.length} tricks"
    return f"until {shown(plan.named)} falls" if plan.until == CARD_FALLS else f"until {UNTIL[plan.until]}"


def _any_of(
    game: AnyGame, cards: Sequence[str], shown: Shown, listed: Callable[[Sequence[str]], str] | None = None
) -> str:
    """“A trump”, “a king”, “a court card”, or the cards by name."""
    return _sort_of(game, cards) or (
        "a trump" if cards == of_suit(game, "T") else (listed or _or)([*map(shown, cards)])
    )


def _sort_of(game: AnyGame, cards: Sequence[str]) -> str:
    """“A court card”, or “a king”, if these are all of them; else empty."""
    if len(cards) == len(COURT) * 4 and {rank(card) for card in cards} == set(COURT):
        return "a court card"
    return a_rank(game, cards[0]) if len(cards) > 1 and tuple(cards) == of_rank(game, rank(cards[0])) else ""


def _whole_suits(game: AnyGame, cards: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """The whole suits with which these cards begin, such as “a heart”, and the cards that remain."""
    suits, rest = [], tuple(cards)
    while rest and (of := suit(rest[0])) in {*SUITS_BUT_TRUMPS, "T"}:
        whole = of_suit(game, of)
        if rest[: len(whole)] != whole:
            break
        suits.append(f"a {_suit(game, of).removesuffix('s')}")
        rest = rest[len(whole) :]
    return suits, rest


def _any_of_all(game: AnyGame, cards: Sequence[str], shown: Shown) -> str:
    """Cards by name, or the suits and ranks of which all are among them."""
    suits, cards = _whole_suits(game, cards)
    if suits:
        return _or([*suits, *map(shown, cards)])
    plain = [card for card in cards if suit(card) in SUITS_BUT_TRUMPS]
    whole = dict.fromkeys(rank(card) for card in plain if set(of_rank(game, rank(card))) <= set(cards))
    if not whole:
        return _any_of(game, cards, shown)
    named = [a_rank(game, of_rank(game, one)[0]) for one in whole]
    return _or([*named, *(shown(card) for card in cards if card not in plain or rank(card) not in whole)])


def _all_of(conditions: Sequence[tuple[str, str]]) -> str:
    """All conditions of a line, such as ``when I lead`` or ``if hearts are led and I can win the trick``."""
    said = " ".join(*conditions[:1]) if conditions else ""
    for (before, _), (how, one) in pairwise(conditions):
        said += f" and {one}" if how == "if" and before in ("if", "while") else f", {how} {one}"
    return said


def _or(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
