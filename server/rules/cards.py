"""Decks: card codes in canonical order, what a code means, and the words people use for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, filterfalse, islice
from random import Random
from types import MappingProxyType

from .core import Seat
from .record import record
from .text import CardName

Card = str
Words = Mapping[str, tuple[str, ...]]

TRUMP = "T"
TRUMPS = tuple(f"T{n}" for n in range(1, 22))
FOOL = "F"
MATTO = "M"

FRENCH_SUITS, FRENCH_RANKS = "SHDC", ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
POKER_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LATIN_SUITS, LATIN_RANKS = "SBCO", ("A", "6", "7", "8", "9", "10", "J", "N", "Q", "K")


def _plain(suits: str, ranks: Sequence[str]) -> tuple[Card, ...]:
    return tuple(rank + suit for suit in suits for rank in ranks)


TAROT_78 = (*_plain(FRENCH_SUITS, FRENCH_RANKS), *TRUMPS, FOOL)
POKER_54 = (*_plain(FRENCH_SUITS, POKER_RANKS), "X1", "X2")
LATIN_62 = (*_plain(LATIN_SUITS, LATIN_RANKS), *TRUMPS, MATTO)
DOMINOES_28 = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))


def suit(card: Card) -> str:
    """The suit of a card: ``H`` for hearts, ``T`` for trumps; empty for the Fool, the Matto and jokers."""
    if card[0] == TRUMP:
        return TRUMP
    return "" if card in NO_SUIT else card[-1]


NO_SUIT = frozenset({FOOL, MATTO, "X1", "X2"})


def rank(card: Card) -> str:
    """The rank: ``K`` of ``KH``, ``10`` of ``10S``, ``21`` of ``T21``; a card without a suit is its own rank."""
    if card in NO_SUIT:
        return card
    return card[1:] if card[0] == TRUMP else card[:-1]


def in_order(cards: Iterable[Card], deck: Sequence[Card]) -> tuple[Card, ...]:
    """The cards in the canonical order of their deck."""
    held = frozenset(cards)
    return tuple([card for card in deck if card in held])


def without(cards: Sequence[Card], *gone: Card) -> tuple[Card, ...]:
    """The cards without those in ``gone``, in the same order."""
    return tuple(card for card in cards if card not in gone)


def minus(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without one of them, in the same order. Raises `ValueError` if it is not among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


@record
class Dealt:
    """Hands by seat, and the cards set apart (chien, stock), each in the order of the deck."""

    hands: tuple[tuple[Card, ...], ...]
    apart: tuple[Card, ...]


def in_packets(deck: Sequence[Card], seats: int, first: Seat, packet: int, chien: int) -> Dealt:
    """Deal packets from seat ``first`` on; one card goes to the chien after each of the first ``chien`` packets."""
    hands: list[tuple[Card, ...]] = [()] * seats
    apart: tuple[Card, ...] = ()
    at, seat = 0, first
    while at < len(deck):
        hands[seat] += tuple(deck[at : at + packet])
        at += packet
        if len(apart) < chien:
            apart += (deck[at],)
            at += 1
        seat = (seat + 1) % seats
    return Dealt(tuple(hands), apart)


def dealt_anew(
    places: Iterable[Collection[Card]], random: Random, bars: Callable[[int, Card], bool] | None = None
) -> list[tuple[Card, ...]]:
    """As many cards for each place as lie there, at random from all that lie in these places.

    ``bars(number, card)``: whether the place of this number may not get the card; cards are all distinct then.
    """
    lying = [tuple(place) for place in places]
    unseen = sorted(chain(*lying))  # where they lie now must not show
    if bars:
        may = [{card for card in unseen if not bars(at, card)} for at in range(len(lying))]
        dealt = iter(dealt_to([may[at] for at, place in enumerate(lying) for _ in place], unseen, random))
    else:
        dealt = iter(random.sample(unseen, len(unseen)))
    return [tuple(islice(dealt, len(place))) for place in lying]


def dealt_to(
    places: Sequence[Collection[Card]], cards: Sequence[Card], random: Random,
    favoured: Collection[Card] | None = None, likely: Mapping[Card, float] = MappingProxyType({}),
) -> tuple[Card, ...]:  # fmt: skip
    """Deal one card at random to each place, from those that the place admits.

    The places that share ``favoured`` come first, and get a card the rather, the more it is ``likely`` there.

    There must be as many cards as places, all distinct. Raises `ValueError` if no such deal exists. If every place
    admits every card, all deals are equally likely. Fast if all places of one hand are the same object.
    """
    chance = random.random
    shuffled = sorted(cards, key=lambda _: chance())
    hands: dict[int, list[int]] = {}  # the places of one hand admit the same cards
    for place, admits in enumerate(places):
        hands.setdefault(id(admits), []).append(place)
    admitted = {hand: list(filter(places[of[0]].__contains__, shuffled)) for hand, of in hands.items()}
    first = None if favoured is None else id(favoured)
    if first in admitted:
        admitted[first].sort(key=lambda card: chance() ** (1 / likely[card]), reverse=True)
    given: dict[Card, int] = {}

    def give(place: int, tried: set[Card]) -> bool:
        """Give the place a free card, or one whose present place can take another (augmenting path)."""
        cards = admitted[id(places[place])]
        card = next((card for card in cards if card not in given), None)
        if card is not None:
            given[card] = place
            return True
        for card in cards:
            if card not in tried:
                tried.add(card)
                if give(given[card], tried):
                    given[card] = place
                    return True
        return False

    for hand in sorted(hands, key=lambda hand: (hand != first, len(admitted[hand]))):
        free = list(filterfalse(given.__contains__, admitted[hand]))
        given.update(zip(free, hands[hand], strict=False))
        for place in hands[hand][len(free) :]:
            if not give(place, set()):
                raise ValueError("no deal fits")
    return tuple(sorted(given, key=given.__getitem__))


# What people call cards. The first name is the one displayed.

_FRENCH_SUIT_WORDS = {
    "S": ("spades", "spade", "s", "♠", "pique", "piques", "pik", "picche", "picca"),
    "H": ("hearts", "heart", "h", "♥", "♡", "coeur", "coeurs", "herz", "herzen", "cuori", "cuore"),
    "D": ("diamonds", "diamond", "d", "♦", "♢", "carreau", "carreaux", "karo", "quadri", "quadro"),
    "C": ("clubs", "club", "c", "♣", "♧", "trefle", "trefles", "kreuz", "treff", "fiori", "fiore"),
}
_LATIN_SUIT_WORDS = {
    "S": ("swords", "sword", "s", "spade", "spada", "épées", "épée", "schwerter", "schwert"),
    "B": ("batons", "baton", "b", "wands", "clubs", "bastoni", "bastone", "bâtons", "bâton", "staves", "rods", "stäbe",
          "stab"),
    "C": ("cups", "cup", "c", "coppe", "coppa", "coupes", "coupe", "kelche", "kelch", "becher"),
    "O": ("coins", "coin", "o", "denari", "denaro", "ori", "pentacles", "disks", "deniers", "denier",
          "münzen", "münze"),
}  # fmt: skip
_NUMBERS_IN_WORDS = tuple(
    zip(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen twenty twenty-one".split(),
        "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
        " dix-neuf vingt vingt-et-un".split(),
        "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici"
        " diciassette diciotto diciannove venti ventuno".split(),
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
        " achtzehn neunzehn zwanzig einundzwanzig".split(),
        strict=True,
    )
)
ENGLISH_NUMBERS: Mapping[str, str] = {words[0]: str(n) for n, words in enumerate(_NUMBERS_IN_WORDS, start=1)}
"""The figures of each number in words that a card can have."""
_COURT_WORDS = {
    "K": ("king", "k", "roi", "r", "re", "könig", "koenig"),
    "Q": ("queen", "q", "dame", "regina", "reine", "donna", "dama", "königin", "koenigin"),
    "N": ("knight", "n", "cavalier", "cavaliere", "cavallo", "chevalier", "reiter", "ritter", "cavall"),
    "J": ("jack", "j", "valet", "v", "page", "knave", "fante", "bube", "unter"),
    "A": ("ace", "a", "as", "asso", "1", "one", "ass"),
}
_LATIN_COURT_WORDS = _COURT_WORDS | {"J": ("page", "j", "fante", "fantesca", "valet", "jack", "knave")}
_TRUMP_WORDS = (
    "trump",
    "trumps",
    "★",
    "☆",
    "atout",
    "atouts",
    "t",
    "trionfo",
    "trionfi",
    "trumpf",
    "trümpfe",
    "tarock",
    "tarocco",
)


FRENCH_SUIT_NAMES: Words = MappingProxyType({**_FRENCH_SUIT_WORDS, TRUMP: ("trumps", *_TRUMP_WORDS)})
LATIN_SUIT_NAMES: Words = MappingProxyType({**_LATIN_SUIT_WORDS, TRUMP: ("trumps", *_TRUMP_WORDS)})
"""The suits that can be led with these decks, with all their names."""


def _rank_words(rank: str, courts: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if rank in courts:
        return courts[rank]
    also = {"1": ("ace", "a", "as", "asso", "ass"), "2": ("deuce",), "3": ("trey",)}
    return (rank, *_NUMBERS_IN_WORDS[int(rank) - 1], *also.get(rank, ()))


def _roman(n: int) -> str:
    tens, ones = divmod(n, 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]


def _suited_words(
    deck: Sequence[Card], suits: Mapping[str, tuple[str, ...]], courts: Mapping[str, tuple[str, ...]]
) -> dict[Card, tuple[str, ...]]:
    words = {}
    for card in deck:
        if suit(card) in suits:
            ranks, signs = _rank_words(rank(card), courts), suits[suit(card)]
            shown = CardName(f"{ranks[0]} of {signs[0]}", ranks[0], signs[0])
            words[card] = (
                shown,
                *(
                    f"{one} {two}"
                    for r in ranks
                    for s in signs
                    if r != "a" or s == signs[0] or len(s) == 1  # "a heart" is any heart
                    for one, two in ((r, s), (s, r))
                ),
            )
    return words


_RUFFING = tuple(
    f"{trump}{it}" for trump in ("trump", "ruff", "trumping", "ruffing", "overtrump") for it in ("", " it", " this")
)


def _trump_words() -> dict[Card, tuple[str, ...]]:
    words = {}
    for n, card in enumerate(TRUMPS, start=1):
        ranks = (str(n), _roman(n), *_NUMBERS_IN_WORDS[n - 1])
        words[card] = (
            CardName(f"trump {n}", str(n), "trump"),
            *(f"{a} {b}" for r in ranks for t in _TRUMP_WORDS for a, b in ((t, r), (r, t))),
        )
        words[card] += tuple(f"{ruff} with {n}" for n in (ranks[0], ranks[2]) for ruff in _RUFFING)
    words["T1"] += (
        "petit",
        "bagatto",
        "bagattino",
        "begato",
        "magician",
        "pagat",
        "paglietto",
        "the small one",
        "the little one",
        "little trump",
        "small trump",
    )
    words["T21"] += ("world", "monde", "mondo", "vingt-et-un", "twenty-one", "ventuno", "einundzwanzig")
    return words


_FOOL_WORDS = ("excuse", "fou", "mat", "l'excuse", "matto", "il matto", "narr", "sküs", "skus")
FRENCH_WORDS: Words = MappingProxyType(
    _suited_words(TAROT_78, _FRENCH_SUIT_WORDS, _COURT_WORDS)
    | _trump_words()
    | {
        FOOL: (CardName("the Fool", "Fool"), *_FOOL_WORDS),
    }
)
POKER_WORDS: Words = MappingProxyType(
    _suited_words(POKER_54, _FRENCH_SUIT_WORDS, _COURT_WORDS)
    | {"X1": ("first joker", "joker 1"), "X2": ("second joker", "joker 2")}
)
LATIN_WORDS: Words = MappingProxyType(
    _suited_words(LATIN_62, _LATIN_SUIT_WORDS, _LATIN_COURT_WORDS)
    | _trump_words()
    | {MATTO: (CardName("the Matto", "Matto"), "fool", "excuse", "folle", "madman")}
    | {"T20": (*_trump_words()["T20"], "angel", "angelo")}
)


_ENDS = (
    ("blank", "zero", "blanc"), ("one", "ace", "un"), ("two", "deuce", "deux"), ("three", "trey", "trois"),
    ("four", "quatre"), ("five", "cinq"), ("six", "sixes"),
)  # fmt: skip


_DOUBLES_BY_NAME = {"6": ("boxcars", "big six"), "1": ("snake eyes",), "0": ("double white",)}


def _domino_words(high: str, low: str) -> tuple[str, ...]:
    ends = tuple(f"{one}{between}{two}" for between in ("-", "") for one, two in ((high, low), (low, high)))
    ends = (CardName(ends[0]), *ends[1:])
    highs, lows = ((end, *_ENDS[int(end)]) for end in (high, low))
    if high == low:
        doubled = (
            f"{kind} {name}" for kind in ("double", "doubles") for name in (*highs, *(f"{name}s" for name in highs))
        )
        return (*ends, *(f"{name} {name}" for name in highs), *doubled, *_DOUBLES_BY_NAME.get(high, ()))
    pairs = [pair for here in highs for there in lows for pair in ((here, there), (there, here))]
    return (*ends, *(f"{one}{between}{two}" for between in (" ", " and ") for one, two in pairs))


DOMINO_WORDS: Words = MappingProxyType({tile: _domino_words(*tile.split("-")) for tile in DOMINOES_28})


def counting(values: Mapping[str, int]) -> Callable[[Card], int]:
    """A function that gives a card's value: by its code, else by its rank if it is no trump, else 1."""
    return lambda card: values.get(card, values.get(rank(card), 1) if suit(card) != TRUMP else 1)
