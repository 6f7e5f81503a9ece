"""What people type: codes, names, suit signs, English and French, any case, any order, filler words."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.rules import GAMES, Ask, Illegal, Slot, canonical, lawful, read
from server.rules.cards import DOMINO_WORDS, FRENCH_WORDS, LATIN_62, LATIN_WORDS, POKER_54, POKER_WORDS, TAROT_78
from server.rules.games.titro import WORDS
from tests.each import each
from tests.rules.played import Case, played, random_answer
from tests.rules.understanding import nearest, understood

HAND = ("KS", "3H", "10D", "NC", "T7", "T14", "F")
BID = Ask("", (Slot("card", HAND), Slot("target", ("centre", "cloak", "blind"))), "3H centre", WORDS)
KEEP = Ask("", (Slot("cards", ("6S", "9H", "T14"), 0, 2),), "none", WORDS)
POKER = Ask("", (Slot("card", ("AD", "AS", "X1", "X2")),), "AS", WORDS)


@each(
    ("typed", "meant"),
    [
        ("KS centre", "KS centre"),
        ("ks CENTRE", "KS centre"),
        ("centre KS", "KS centre"),
        ("K♠ center", "KS centre"),
        ("♠K middle", "KS centre"),
        ("♠️ K, centre!", "KS centre"),
        ("King of spades on the centre", "KS centre"),
        ("I'd like to put the king of spades on the centre, please.", "KS centre"),
        ("Roi de pique au centre", "KS centre"),
        ("je joue le trois de cœur sur mon manteau", "3H cloak"),
        ("l'Excuse sur la cape", "F cloak"),
        ("3 of hearts: my cloak", "3H cloak"),
        ("three hearts blind", "3H blind"),
        ("10 d blind", "10D blind"),
        ("ten of diamonds on my blind", "10D blind"),
        ("cavalier de trèfle, centre", "NC centre"),
        ("Knight Clubs CENTRE", "NC centre"),
        ("T7 centre", "T7 centre"),
        ("★7 centre", "T7 centre"),
        ("VII of trumps on the centre", "T7 centre"),
        ("seven of trumps on centre", "T7 centre"),
        ("atout quatorze au centre", "T14 centre"),
        ("XIV★ centre", "T14 centre"),
        ("the fool, cloak", "F cloak"),
        ("excuse cloak", "F cloak"),
        ("FOOL\n\n> cloak", "F cloak"),
        ("let's go with the king of spades over the centre card", "KS centre"),
        ("3 of hearts under the right one", "3H cloak"),
        ("KS: the middle one", "KS centre"),
        ("T7 on my opponent's cloak", "T7 blind"),
        ("T7, their blind", "T7 cloak"),
    ],
)
def test_a_bid_is_understood(typed: str, meant: str) -> None:
    assert understood(BID, typed) == meant


@each(
    ("typed", "meant"),
    [
        ("none", "none"),
        ("Nothing, thanks.", "none"),
        ("no", "none"),
        ("I keep nothing", "none"),
        ("rien", "none"),
        ("9h", "9H"),
        ("keep the 14 of trumps and the six of spades", "6S T14"),
        ("T14, 6S", "6S T14"),
        ("6S+9H", "6S 9H"),
        ("keep six and nine", "6S 9H"),
        ("none of them", "none"),
        ("6S, not 9H", "6S"),
    ],
)
def test_what_is_kept_is_understood(typed: str, meant: str) -> None:
    assert understood(KEEP, typed) == meant


def test_both_or_all_are_every_card_there_is_to_pick() -> None:
    two = Ask("", (Slot("cards", ("6S", "9H"), 0, 2),), "none", WORDS)
    assert understood(two, "keep both") == understood(two, "both of them") == understood(two, "all") == "6S 9H"
    with pytest.raises(Illegal):
        read(KEEP, "all")


@each("typed", ["keep none. 6S", "6S. Nothing", "none, six of spades"])
def test_nothing_and_a_card_are_two_answers(typed: str) -> None:
    with pytest.raises(Illegal):
        read(KEEP, typed)


def test_what_is_discarded_is_not_kept() -> None:
    with pytest.raises(Illegal):
        read(KEEP, "discard the six of spades")


def test_what_is_kept_is_not_discarded() -> None:
    lay_away = Ask("", (Slot("cards", ("6S", "9H", "10D"), 2, 2),), "6S 9H", WORDS)
    assert read(lay_away, "I discard 6S and 9H") == understood(lay_away, "lay 6S, 9H away") == "6S 9H"
    with pytest.raises(Illegal):
        read(lay_away, "keep 6S and 9H")


@each("typed", ["KS, no slam", "KS without slam", "roi de pique, pas de chelem", "KS, nothing else", "KS none"])
def test_what_need_not_be_picked_may_be_denied(typed: str) -> None:
    words = {**WORDS, "slam": ("slam", "chelem")}
    ask = Ask("", (Slot("card", ("KS", "KH")), Slot("slam", ("slam",), 0, 1)), "KS", words)
    assert understood(ask, typed) == "KS"
    assert understood(ask, "call the king of spades and announce a slam") == "KS slam"


@each(("typed", "meant"), [("AS", "AS"), ("A d", "AD"), ("the ace of spades", "AS"), ("joker 2", "X2")])
def test_letters_that_are_also_filler_words_stay_cards(typed: str, meant: str) -> None:
    assert understood(POKER, typed) == meant


@each(
    ("typed", "meant"),
    [
        ("king on the centre", "KS centre"),
        ("10 blind", "10D blind"),
        ("ten blind", "10D blind"),
    ],
)
def test_a_rank_that_only_one_card_has_is_asked_back_as_that_card(typed: str, meant: str) -> None:
    assert nearest(BID, typed) == (meant,)


def test_a_rank_that_several_cards_have_is_asked_back() -> None:
    with pytest.raises(Illegal, match="could mean AD, or AS: which one"):
        read(POKER, "the ace")


@each(
    ("typed", "meant"), [("my heart, centre", "3H centre"), ("♠ centre", "KS centre"), ("the club, blind", "NC blind")]
)
def test_a_suit_that_only_one_card_has_is_asked_back_as_that_card(typed: str, meant: str) -> None:
    assert nearest(BID, typed) == (meant,)


def test_a_suit_that_several_cards_have_is_asked_back() -> None:
    with pytest.raises(Illegal, match="“a trump, cloak” could mean T7 cloak, or T14 cloak: which one"):
        read(BID, "a trump, cloak")


def test_a_heart_is_no_ace() -> None:
    hearts = Ask("", (Slot("card", ("AH", "7H")),), "7H", WORDS)
    with pytest.raises(Illegal, match="which one"):
        read(hearts, "a heart")
    assert read(hearts, "A♥") == understood(hearts, "A of hearts") == "AH"


def test_the_words_of_a_card_that_is_not_there_are_never_two_others() -> None:
    won = Ask("", (Slot("cards", ("KH", "6S"), 0, 2),), "none", WORDS)
    with pytest.raises(Illegal):
        read(won, "king of spades")


@each("typed", ["un de carreau", "a ♦", "♦ un", "the vingt-et-un of trumps", "I of trumps"])
def test_a_card_that_is_not_held_is_not_read_as_the_only_one_of_its_suit(typed: str) -> None:
    with pytest.raises(Illegal, match="is no answer here"):
        read(Ask("", (Slot("card", ("8D", "T20", "KS")),), "KS", FRENCH_WORDS), typed)


def test_the_letter_of_a_valet_is_no_five_of_trumps() -> None:
    with pytest.raises(Illegal):
        read(Ask("", (Slot("card", ("T5", "KS")),), "KS", FRENCH_WORDS), "V")


def test_a_name_that_two_cards_share_is_asked_back() -> None:
    with pytest.raises(Illegal, match="“a joker” could mean X1, or X2: which one"):
        read(POKER, "a joker")
    only = Ask("", (Slot("card", ("X1", "KS")),), "KS", POKER_WORDS)
    with pytest.raises(Illegal) as asked:
        read(only, "the joker")
    assert asked.value.nearest == ("X1",)


@each("typed", ["QS centre", "KH centre", "hello there", "KS on the moon", "42"])
def test_what_fits_nothing_is_refused_with_what_would_fit(typed: str) -> None:
    with pytest.raises(Illegal, match="ne of KS 3H 10D NC T7 T14 F"):
        read(BID, typed)


def test_half_an_answer_is_told_what_is_missing() -> None:
    with pytest.raises(Illegal, match="One of centre cloak blind, not none"):
        read(BID, "king of spades")
    assert nearest(BID, "KS and 3H on the centre") == ("KS centre", "3H centre")
    assert nearest(KEEP, "6S 9H T14") == ("6S 9H", "6S T14", "9H T14")


@each("typed", ["", "   ", "?!", "…"])
def test_nothing_written_is_no_answer(typed: str) -> None:
    with pytest.raises(Illegal, match="There was no answer in that"):
        read(KEEP, typed)


def test_a_long_letter_is_no_answer() -> None:
    with pytest.raises(Illegal, match="more than an answer"):
        read(BID, "KS centre " * 100)


def test_what_can_be_read_in_too_many_ways_is_no_answer() -> None:
    twins = Ask("", (Slot("card", ("P", "Q"), 1, 2),), "P", {"P": ("card",), "Q": ("card",)})
    with pytest.raises(Illegal):
        read(twins, "card " * 12)


def test_an_option_called_none_is_a_token() -> None:
    ask = Ask("", (Slot("handful", ("none", "simple")), Slot("card", ("3H",))), "none 3H", WORDS)
    assert read(ask, "3H, none") == "none 3H"
    assert understood(ask, "three of hearts, nothing") == "none 3H"


# Whatever is asked ---------------------------------------------------------------------------------------------------

seats_of = {key: game.seats[0] for key, game in GAMES.items()}
every_game = pytest.mark.parametrize("key", GAMES)
few = settings(max_examples=30)
LIKE_A_LIST = re.compile(r"trump \d+, \d+ of ")


def some_ask(key: str, random: Random) -> Ask:
    moment = random.choice(played(Case(key, seats_of[key])).moments[:-1])
    return random.choice(list(moment.asks.values()))


def read_or_refused(ask: Ask, text: str) -> tuple[str, str]:
    """The answer, or why there is none."""
    try:
        return read(ask, text), ""
    except Illegal as refused:
        return "", str(refused)


@every_game
@given(random=st.randoms(use_true_random=False))
@few
def test_a_canonical_answer_reads_back_to_itself(key: str, random: Random) -> None:
    ask = some_ask(key, random)
    answer = random_answer(ask, random)
    assert canonical(ask, answer) == answer
    assert read(ask, answer) == answer
    if "NO" not in answer.split():  # the knight of coins, else a refusal
        assert read(ask, answer.lower()) == read(ask, f"  {answer.upper()}.  ") == answer


@every_game
@given(random=st.randoms(use_true_random=False))
@few
def test_the_names_that_are_shown_read_back_in_any_order(key: str, random: Random) -> None:
    ask = some_ask(key, random)
    answer = random_answer(ask, random)
    names = [ask.words.get(token, (token,))[0] for token in answer.split()]
    assert read(ask, " and ".join(names)) == answer
    random.shuffle(names)
    listed = f"I'd like {', '.join(names)}, please."
    if LIKE_A_LIST.search(listed):  # “trump 8, 4 of diamonds” may mean the 8 of diamonds: that is asked back
        assert understood(ask, listed) == answer
    else:
        assert read(ask, listed) == answer


@pytest.mark.parametrize("most", [12, pytest.param(1000, marks=pytest.mark.long)], ids=("some ways", "all ways"))
@every_game
@given(random=st.randoms(use_true_random=False))
@few
def test_each_way_to_say_it_means_it_or_is_asked_back(key: str, most: int, random: Random) -> None:
    """No name of a token is ever taken for another token."""
    ask = some_ask(key, random)
    slot = random.choice(ask.slots)
    if not slot.options:
        return
    token = random.choice(slot.options)
    alone = Ask("", (Slot(slot.name, slot.options),), token, ask.words)
    ways = (token, *ask.words.get(token, ()))
    for name in random.sample(ways, min(most, len(ways))):
        answer, _ = read_or_refused(alone, name)
        assert answer == token or not answer, name


@every_game
@given(text=st.text(max_size=40), random=st.randoms(use_true_random=False))
@few
def test_whatever_is_typed_is_lawful_or_refused(key: str, text: str, random: Random) -> None:
    ask = some_ask(key, random)
    answers = [text]
    pieces = [random.choice((*ask.words.get(t, ()), t)) for slot in ask.slots for t in slot.options[:3]]
    answers.append(" ".join(random.sample(pieces, min(3, len(pieces)))))
    for typed in answers:
        answer, refusal = read_or_refused(ask, typed)
        assert lawful(ask, answer) or refusal.endswith((".", "?"))
        assert "\n" not in refusal


@pytest.mark.parametrize(
    "words", [FRENCH_WORDS, POKER_WORDS, LATIN_WORDS, DOMINO_WORDS], ids="french poker latin domino".split()
)
def test_in_a_whole_deck_every_shown_name_is_one_card(words: dict[str, tuple[str, ...]]) -> None:
    deck = Ask("", (Slot("card", tuple(words)),), next(iter(words)), words)
    for card, names in words.items():
        assert read(deck, names[0]) == read(deck, card) == card


@each(("deck", "names"), [(TAROT_78, FRENCH_WORDS), (POKER_54, POKER_WORDS), (LATIN_62, LATIN_WORDS)])
def test_the_code_of_a_card_that_is_not_held_is_never_read_as_another_card(deck, names):
    for held, other in Random(1).sample([*itertools.permutations(deck, 2)], 200):
        ask = Ask("Which card?", (Slot("card", (held,)),), held, names)
        with pytest.raises(Illegal):
            read(ask, other)
