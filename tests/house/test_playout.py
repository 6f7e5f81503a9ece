"""The quick play of imagined tricks: as the rules have it, and as a player would who sees every hand."""

from random import Random

from server import house
from server.house.memory import Duties, Memory
from server.house.playout import Advice, Deck, played_on
from server.rules import GAMES, State, all_asks, begin, submit
from tests.each import each

SEATS = [("dementlieu", 3), ("dementlieu", 4), *(("french-tarot", seats) for seats in (3, 4, 5)), ("ottocento", 4),
         ("scarto", 3), ("texas-42", 4)]  # fmt: skip


def played(state: State) -> list[tuple[int, str]]:
    """The cards played in this deal, in order, with their players."""
    tricks = [*(getattr(taken, "cards", None) or taken.plays for taken in state.tricks), state.trick]
    return [play for trick in tricks for play in trick]


@each(("key", "seats"), SEATS)
def test_the_rules_lead_to_the_same_table(key: str, seats: int) -> None:
    """Every card is lawful, and every trick goes to whom the rules give it."""
    game, compared = GAMES[key], 0
    for seed in range(2):
        random = Random(f"{key} {seats} {seed}")

        def shuffle(deck: tuple[str, ...], n: int, random: Random = random) -> tuple[str, ...]:
            return tuple(random.sample(deck, len(deck)))

        table, _ = begin(game, seats, {}, shuffle)
        for answered in range(40):
            if answered % 7 == 0 and (on := house.player(key).played_on(table.state)) != table.state:
                again, compared = table, compared + 1
                for seat, card in played(on)[len(played(table.state)) :]:
                    again, _ = submit(game, again, seat, card, shuffle)
                assert again.state == on
            for seat in all_asks(game, table):
                table, _ = submit(game, table, seat, house.choose(game, table, seat, random), shuffle)
    assert compared > 1


SPADES, HEARTS, TRUMPS = "7S 9S JS QS KS".split(), "7H 9H JH QH KH".split(), "T1 T2 T3 T4 T5".split()
WORTH = {card: {"J": 2, "Q": 3, "K": 4}.get(card[0], 0) for card in (*SPADES, *HEARTS, *TRUMPS, "F")}
DECK = Deck([SPADES, HEARTS], TRUMPS, WORTH, free="F", overtrump=True)
KEPT = [0.5 * (card[0] in "TF") for card in DECK.cards]


def trick(led: str, *others: str) -> str:
    """The trick after a lead of seat 0, which has another card; its friend is seat 2, the last."""
    hands = [DECK.set(["7H"]), *(DECK.set(hand.split()) for hand in others)]
    advice = [Advice(KEPT, KEPT)] * len(hands)
    [(played, _), *_] = played_on(DECK, hands, ((0, led),), 0, (0, 1, 0), advice)
    return " ".join(card for _, card in played)


def test_a_trick_is_taken_as_cheaply_as_will_do() -> None:
    assert trick("KS", "T1 T3", "7S 9H") == "KS T1 7S"
    assert trick("KS", "T1 T3 T4", "T2 T5 9H") == "KS T1 T2"


def test_points_go_to_a_friend_s_trick_and_not_to_an_opponent_s() -> None:
    assert trick("KS", "JS 9S", "QS 7S") == "KS 9S QS"
    assert trick("9S", "KS JS", "QS 7S") == "9S KS 7S"


def test_who_cannot_follow_trumps_above_and_may_play_the_free_card() -> None:
    """Spades were led and trumped with the three; two hands without spades, one with, and one that has neither."""
    spades = DECK.suits[0]
    so_far = spades.strength[DECK.index["T3"]]
    for hand, lawful in (("7H T2 T4 F", "F T4"), ("7H T2 F", "F T2"), ("7S T4 F", "F 7S"), ("7H 9H", "7H 9H")):
        assert " ".join(DECK.named(DECK.lawful(DECK.set(hand.split()), spades, so_far))) == lawful


def test_cards_come_to_the_same_if_none_that_matters_lies_between() -> None:
    """The nine is worth no more than the seven; a trump between two others is out in one case, and gone in another."""
    suits = {card: "T" if card[0] == "T" else card[-1] for card in DECK.cards} | {"F": ""}
    members = {"S": SPADES, "H": HEARTS, "T": TRUMPS}
    hand = "7S 9S QS KS T1 T3 T4 F".split()
    for gone, trumps in (([], [["T1"], ["T3", "T4"]]), (["T2"], [["T1", "T3", "T4"]])):
        memory = Memory(Duties(suits, members, {}), 0, 3, hand, gone, [], (), {})
        assert DECK.alike(hand, memory, (), True) == [["F"], ["7S", "9S"], ["QS"], ["KS"], *trumps]


def test_where_it_is_settled_who_takes_the_trick_the_lowest_trump_is_spent() -> None:
    """The two is out, and lies between one and three; the four lies on the table, and only the five beats it."""
    suits = {card: card[0] if card[0] == "T" else card[-1] for card in DECK.cards} | {"F": ""}
    duties = Duties(suits, {"S": SPADES, "H": HEARTS, "T": TRUMPS}, {})
    for laid, contested, groups in (
        (["T4"], True, [["T1", "T3"], ["T5"]]), (["KS"], True, [["T1"], ["T3", "T5"]]),
        (["KS"], False, [["T1", "T3", "T5"]]), ([], False, [["T1"], ["T3", "T5"]]),
    ):  # fmt: skip
        trick = [(1, card) for card in laid]
        memory = Memory(duties, 0, 3, ["T1", "T3", "T5"], [] if "T4" in laid else ["T4"], [], trick, {})
        assert DECK.alike(["T1", "T3", "T5"], memory, trick, contested) == groups


def test_a_card_that_wins_the_trick_is_not_like_one_that_does_not() -> None:
    """Of three, six and king of clubs the last player tries the six too, where a five is winning."""
    clubs = [f"{rank}C" for rank in (1, 2, 3, 4, 5, 6)]
    deck = Deck([clubs], ["T1"], dict.fromkeys([*clubs, "T1"], 1.0))
    duties = Duties({card: card[-1] for card in clubs} | {"T1": "T"}, {"C": clubs, "T": ["T1"]}, {})
    for trick, groups in (([(1, "5C"), (2, "1C"), (3, "2C")], [["3C"], ["6C"]]), ([], [["3C", "6C"]])):
        memory = Memory(duties, 0, 4, ["3C", "6C"], (), [], trick, {})
        assert deck.alike(["3C", "6C"], memory, trick, False) == groups
