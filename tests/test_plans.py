"""Plans: what people type, what it says, and what it plays in every game of tricks."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from server import plans
from server.plans import Asked, Plan, PlanLine
from server.plans.answering import fits
from server.rules import GAMES, AnyGame, Ask, Illegal, Slot, begin, lawful
from server.rules.games import titro
from server.rules.record import replace

from . import plans_that_mislead as misleading
from .each import each
from .rules.played import Moment, Shuffler, cases, played

NAMES = {1: "Bruno", 2: "Chiara", 3: "Dmitri"}
TRICK_GAMES = [key for key, game in GAMES.items() if game.trick_game]
TAROT, OTTOCENTO, TEXAS, SCARTO = (GAMES[key] for key in ("french-tarot", "ottocento", "texas-42", "scarto"))
HAND = ["2S", "KS", "5H", "10H", "QH", "1D", "T3", "T21", "F"]


@cache
def sentences() -> list[tuple[str, str]]:
    """What people have written for plans, sentence by sentence, each with its game."""
    tests = Path(__file__).parent
    written = msgspec.json.decode((tests / "rules/written/plans.json").read_bytes())
    texts = [(one["game"], one["text"]) for one in written]
    texts += [(key, text) for key, kinds in misleading.BY_GAME for of_kind in kinds.values() for text in of_kind]
    return [(key, said) for key, text in texts for said in re.split(r"(?<=[.;?!,])\s+|\n", text)]


def stored(plan: Plan) -> Plan:
    """A plan, read back as it is stored."""
    return msgspec.json.decode(msgspec.json.encode(plan), type=Plan)


@cache
def state(key: str) -> Any:
    """The first state of a game: how the cards rank in it."""
    return begin(GAMES[key], GAMES[key].seats[0], {}, Shuffler(Random(0)))[0].state


def core(game: AnyGame, *trick: str, leader: int = 1, hand: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """What Ada (seat 0) sees, with these cards in the trick."""
    seats = game.seats[-1] if game is not TAROT else 4
    lying = tuple(((leader + n) % seats, card) for n, card in enumerate(trick))
    led = next((of for card in trick for of in game.suits if card in game.order(state(game.key), of)), None)
    return {
        "phase": "play", "turn": [0], "progress": [{"unit": "deal", "number": 1, "of": None}],
        "hand": hand or HAND, "counts": [9] * seats, "trick": [list(play) for play in lying], "led": led,
        "winning": game.trick_winner(state(game.key), lying) if lying and game is not TEXAS else None,
        "last": None, "tricks": [], "leader": leader if trick else 0, "dealer": 0, "contract": None,
    } | more  # fmt: skip


def gives(text: str, options: str, *trick: str, game: AnyGame = TAROT, **more: Any) -> str | None:
    """What a plan of Ada's plays of these cards."""
    ask = Ask("Your card.", (Slot("card", tuple(options.split())),), options.split()[0], game.words)
    more.setdefault("hand", options.split())
    here = Asked(game, state(game.key), ask, core(game, *trick, **more), 0)
    plan = plans.read_plan(game, text, NAMES)
    assert plans.read_plan(game, plans.canonical(game, plan, NAMES), NAMES) == plan
    found = plans.answer(plan, here)
    return found.answer if found else None


SAID = (
    "if | when | unless | , | . | ; | : | else | otherwise, | then | and | or | not | but not | instead | if not"
    " | raise | overbid | go over | up to | at most | Bruno | Chiara has | Dmitri by one | partner | the taker | they"
    " | he | somebody | everybody else | is winning | takes it | leads | passes | has passed | bids | has trumped"
    " | hearts | swords | sixes | trumps | led | the king | 10 | 34 tops | 6-4 | T21 | the petit | fool | guard | small"
    " | pass | nello | 1 mark | 30 | call | discard | keep | steal the | centre | on the blind | cloak | lowest | high"
    " | win | cheapest that wins | the most points | in the trick | has gone | I have | I lead | I cannot follow"
    " | I am last | it is the last trick | ask me | volo | poignee | it is one of the last 3 tricks"
    " | until a trump falls | for 2 tricks | twice | first"
    " | the other | so | because | my lowest trump | same suit | without | beat her | the two lowest"
    " | if I play fifth | if I play ninth | the ninth trick | trick 12 | trick 40 | for the twelfth time"
)
"""Parts of what players write, for plans in any order."""


def says(text: str, game: AnyGame = TAROT) -> list[str]:
    return plans.says(game, plans.read_plan(game, text, NAMES), NAMES, str)


class TestFrenchTarot:
    def test_the_suit_led_decides(self):
        plan = "plan: hearts 10, else low"
        assert gives(plan, "5H 10H QH", "2H") == "10H"
        assert gives(plan, "2S KS", "9S") == "2S"
        assert gives(plan, "T3 T21 F", "9C") == "T3"
        assert gives("hearts 10, else lowest of the suit led", "T3 T21 F", "9C") is None

    def test_any_other_suit(self):
        plan = "hearts or spades ask me; any other suit: low"
        assert gives(plan, "5H 10H", "2H") is None
        assert gives(plan, "1D", "2D") == "1D"
        assert gives(plan, "T3 T21", "T2") == "T3"
        assert gives("hearts ask me, else low", "5H 10H", "2H") is None

    def test_somebody_named_is_winning(self):
        plan = "Bruno or Dmitri low, else high"
        assert gives(plan, "5H QH", "KH", "1H") == "5H"
        assert gives(plan, "5H QH", "1H", "KH") == "QH"

    def test_the_cheapest_that_wins_otherwise_the_lowest(self):
        plan = "take it if I can with the cheapest that does; otherwise my lowest"
        assert gives(plan, "5H 10H QH", "9H") == "10H"
        assert gives(plan, "5H 10H", "KH") == "5H"
        assert gives("win or low", "T3 T21", "9C") == "T3"

    def test_whether_i_can_win(self):
        plan = "if I can win: highest card; if I can't win, low"
        assert gives(plan, "5H QH", "9H") == "QH"
        assert gives(plan, "5H QH", "KH") == "5H"

    def test_whether_somebody_has_trumped(self):
        plan = "hearts and if nobody has trumped: K, hearts and if somebody has trumped: 5"
        assert gives(plan, "5H KH", "9H") == "KH"
        assert gives(plan, "5H KH", "9H", "T2") == "5H"
        assert gives(plan, "T3", "9H", "T2") is None
        assert gives("if nobody has trumped: low", "T3 T21", "T2") == "T3"
        assert gives("if somebody has trumped: low", "T3 T21", "T2") is None
        assert gives("if I can win and if nobody trumps: win", "5H KH", "9H") == "KH"
        assert gives("lead KS, if somebody has trumped: low", "KS 2H") == "KS"

    def test_whether_i_play_last(self):
        plan = "hearts and if I play last: K, else low"
        assert gives(plan, "5H KH", "9H", "2H", "3H") == "KH"
        assert gives(plan, "5H KH", "9H", "2H") == "5H"
        assert gives("if I am last and Bruno: K of hearts", "5H KH", "9H", "2H", "3H") == "KH"
        assert gives("if I play last: lowest card", "5H KH") is None

    def test_both_of_two_cards_have_gone(self):
        plan = "if the 20 and 21 are both gone lead the 19, else lead a small heart"
        both, one = ({"cards": [[1, "T20"], [2, card], [3, "2S"], [0, "T9"]], "winner": 1} for card in ("T21", "T3"))
        assert gives(plan, "5H T19", tricks=[both]) == "T19"
        assert gives(plan, "5H T19", tricks=[one]) == "5H"

    def test_by_whom_a_card_was_played_and_which_is_winning(self):
        plan = "if Chiara ruffs, lowest; if she doesn't, 3 of diamonds"
        assert gives(plan, "2S 3D", "9H", "T2", leader=1) == "2S"
        assert gives(plan, "2S 3D", "9H", "2H", "T2", leader=1) == "3D"  # it was Dmitri
        assert gives(plan, "2S 3D", "T3", "T2", leader=1) == "3D"  # she only followed suit
        plan = "if Chiara plays a trump before me, low; otherwise high"
        assert gives(plan, "2S QS", "9H", "T2", leader=1) == "2S"
        assert gives(plan, "T4 T5", "T3", "T2", leader=1) == "T4"
        assert gives(plan, "T4 T5", "T3", "2H", leader=1) == "T5"
        assert gives("if Bruno has played the king of hearts: low", "2H QH", "KH", leader=1) == "2H"
        assert gives("if Bruno has played the king of hearts: low", "2H QH", "9H", "KH", leader=1) is None
        plan = "petit if Bruno is winning with the 20 or the 21"
        assert gives(plan, "T1 T4", "T20", leader=1) == "T1"
        assert gives(plan, "T1 T4", "T19", leader=1) is None
        assert gives(plan, "T1 T4", "T20", "T21", leader=1) is None
        assert gives("if a trump is winning: low", "2S QS", "9H", "T2", leader=1) == "2S"
        assert gives("if a trump is winning: low", "2S QS", "9H", leader=1) is None

    def test_a_defender_is_winning(self):
        plan = "if a defender is winning: high, if the taker is winning: low"
        taken_by = [{"contract": {"taker": taker}} for taker in range(4)]
        assert gives(plan, "5H QH", "KH", **taken_by[2]) is None  # whether Bruno is on my side is not known
        assert gives(plan, "5H QH", "KH", **taken_by[1]) == "5H"
        assert gives(plan, "5H QH", "KH", **taken_by[0]) == "QH"

    def test_cards_to_lead_in_order(self):
        plan = "lead KS 10H T21, else ask me"
        assert gives(plan, "KS 10H T3") == "KS"
        assert gives(plan, "10H T3") == "10H"
        assert gives(plan, "5H T3") is None
        assert gives(plan, "KS", "9S") is None

    def test_a_card_that_may_not_be_played_passes_on_to_the_next_line(self):
        assert gives("hearts KH, else low", "5H 10H", "2H") == "5H"

    def test_the_lowest_card_goes_over_all_suits(self):
        assert gives("lowest card", "KS 5H T3 F") == "5H"
        assert gives("highest card", "KS T3 T21 F") == "T21"
        assert gives("trumps low", "T3 T21", "T2") == "T3"
        assert gives("lead low hearts", "5H QH 2S") == "5H"

    def test_a_rank_before_the_code_of_a_trump_is_no_trump(self):
        plan = plans.read_plan(TAROT, "hearts 5 T1", NAMES)
        assert plan.lines[0].tokens == ("5H", "T1")
        assert plans.read_plan(TAROT, plans.canonical(TAROT, plan, NAMES), NAMES) == plan

    def test_two_conditions_must_both_hold(self):
        plan = "hearts and Bruno low"
        assert gives(plan, "5H QH", "KH", "1H") == "5H"
        assert gives(plan, "5H QH", "1H", "KH") is None
        assert gives(plan, "2S KS", "NS", "1S") is None

    @each(("allowed", "given"), [("pass small guard", "guard"), ("pass guard-without", "pass")])
    def test_a_bid_if_nobody_has_bid_more(self, allowed: str, given: str):
        ask = Ask("Your bid.", (Slot("bid", tuple(allowed.split())),), "pass", TAROT.words)
        plan = plans.read_plan(TAROT, "guard if nobody has bid more, else pass", NAMES)
        here = Asked(TAROT, state("french-tarot"), ask, core(TAROT, phase="bid", trick=None), 0)
        assert plans.answer(plan, here).answer == given

    def test_the_bid_called_small_is_no_rank(self):
        ask = Ask("Your bid.", (Slot("bid", ("pass", "small")),), "pass", TAROT.words)
        plan = plans.read_plan(TAROT, "small if nobody has bid more, else pass", NAMES)
        here = Asked(TAROT, state("french-tarot"), ask, core(TAROT, phase="bid", trick=None), 0)
        assert plans.answer(plan, here).answer == "small"
        assert plans.read_plan(TAROT, plans.canonical(TAROT, plan, NAMES), NAMES) == plan

    def test_where_something_is_to_be_announced_one_is_asked(self):
        ask = Ask("", (Slot("card", ("2S", "KS")), Slot("poignee", ("single",), 0, 1)), "2S", TAROT.words)
        here = Asked(TAROT, state("french-tarot"), ask, core(TAROT, "5S"), 0)
        assert plans.answer(plans.read_plan(TAROT, "low", NAMES), here) is None


class TestWordsAsOneSaysThem:
    @each(
        ("text", "plan"),
        [
            ("Hearts 10. Spades 3.", "hearts 10, spades 3"), ("Hearts 10 / Spades 3", "hearts 10, spades 3"),
            ("Hearts 10 - Spades 3", "hearts 10, spades 3"), ("Hearts 10 & Spades 3", "hearts 10, spades 3"),
            ("Hearts 10 then Spades 3", "hearts 10, spades 3"), ("hearts led -> 10", "hearts 10"),
            ("if I can trump: T5", "if I cannot follow: T5"), ("hearts 10 if I can", "hearts 10"),
            ("10h on hearts\n4s on spades\notherwise lowest", "hearts 10, spades 4, else low"),
            ("1) hearts led: 10\n2) spades led: 4\n3) all else: lowest", "hearts 10, spades 4, else low"),
            ("on trumps: 9, 12, 15, in that order", "trumps 9 12 15"),
            ("follow high", "if I can follow: high"), ("follow low", "if not leading: low"),
            ("Follow suit low, ruff with the smallest trump if I'm out, otherwise chuck the lowest thing I have",
             "if I can follow: lowest of the suit led, if I cannot follow: low trumps, else low"),
            ("follow with the smallest, trump in with the lowest I'm allowed if I have none,"
             " else get rid of a low diamond",
             "if I can follow: low, if I cannot follow: low trumps, else low diamonds"),
            ("spades: 3 then 5", "spades 3 5"), ("if clubs are led: 2, next time 3", "clubs 2 3"),
            ("if they lead clubs play the queen unless the king has already been played",
             "clubs and if KC has gone: ask me, clubs Q"),
            ("lowest, except when I'm leading: then king of clubs", "lead KC, lead ask me, else low"),
            ("unless hearts are led play the lowest, if hearts are led wait for me", "hearts ask me, else low"),
            ("lead K♦, if it holds lead Q♦, otherwise wait for me", "lead KD, lead if KD held: QD, else ask me"),
            ("hearts led: KH if I play last else 10h",
             "hearts and if I play last: K, hearts and if I play last: ask me, hearts 10"),
            ("if nobody's trumped yet ruff with 12, else overruff",
             "if I cannot follow and if nobody has trumped: T12, if I cannot follow: win with trumps"),
            ("As long as the taker isn't winning, throw my biggest count; when he is, smallest",
             "if the taker is not winning: the most points, if the taker is winning: low"),
            ("play K of H if ace of hearts led", "if 1H is led: KH"),
            ("low unless I'm last and can win", "if I play last and if I can win: win, else low"),
            ("if player C leads, play low, if D leads play high", "if Chiara leads: low, if Dmitri leads: high"),
            ("dump points on partner's trick", "partner the most points"), ("no hurry, smallest card, thx", "low"),
            ("small if nobody bid yet, otherwise pass", "if nobody has bid: bid small, else pass"),
            ("I'll take it for a small but not more", "bid small, else pass"), ("don't bid", "pass"),
            ("hearts high, otherwise small", "hearts high, else low"), ("hearts 10!", "hearts 10"),
            ("whatever is led, my lowest pls", "if not leading: low"), ("if hearts led and I have the king, play it",
                                                                        "hearts K"),
            ("hearts: 10 unless trumped, then the 2",
             "hearts and if somebody has trumped: 2, hearts and if somebody has trumped: ask me, hearts 10"),
            ("second hand low, fourth hand win", "if I play second: low, if I play fourth: win"),
            ("highest spade on spades, or lowest trump if none left",
             "spades high spades, spades and if I cannot follow: low trumps"),
            ("low if opponents are winning, my fattest card if partner is",
             "if an opponent is winning: low, partner the most points"),
            ("save the excuse, otherwise lowest", "low but not F"),
            ("stay low until KS has gone", "low, until KS falls"),
            ("low always except hearts where you should play K", "hearts K, hearts ask me, else low"),
            ("for the next two tricks low, after that ask me", "low, else ask me for 2 tricks"),
            ("ditch the 5 of hearts if I can't follow, otherwise lowest", "if I cannot follow: 5H, else low"),
            ("let Chiara have it if she's winning, otherwise take it", "Chiara low, else win"),
            ("clubs low. Rest I'll do myself", "clubs low, else ask me"),
            ("only play the 21 if it wins", "win with T21"),
            ("guard without, unless someone already said that, then I pass",
             "if guard-without is not possible: pass, else guard-without"),
            ("trump led: the 16 if that takes it, the 3 if it does not", "trumps win with T16, trumps 3"),
            ("hearts: 10 if I'm last, 5 if not",
             "hearts and if I play last: 10, hearts and if I play last: ask me, hearts 5"),
            ("cut with the 13. If that won't win, the 6",
             "if I cannot follow: win with T13, if I cannot follow: T6"),
            ("first heart: the king, after that small hearts",
             "hearts and if it is the first time: K, hearts and if I do not have KH: low hearts"),
            ("last and a court card in it: win. No: low",
             "if a court card is in the trick and if I play last: win, else low"),
            ("trumps: just over it, and if I can't get over, the smallest",
             "trumps win, trumps and if I cannot win: low"),
            ("petit if nobody's trumped in front of me, if somebody has the 17",
             "if nobody has trumped: T1, if somebody has trumped: T17"),
            ("follow small. No suit: the petit", "if I can follow: low, if I cannot follow: T1"),
            ("hearts: king on the queen, else 9",
             "hearts and if QH is in the trick: K, hearts and if QH is in the trick: ask me, hearts 9"),
            ("high on a king or queen, else low",
             "if KS or KH or KD or KC or QS or QH or QD or QC is in the trick: high, else low"),
            ("knight of spades under a queen or king of spades, otherwise ask me",
             "if QS or KS is in the trick: NS, else ask me"),
            ("king in there: T9 on it. Else low", "if a king is in the trick: T9, else low"),
            ("low if Chiara has played, high if Chiara hasn't",
             "if Chiara has already played: low, if Chiara has yet to play: high"),
            ("plain suits: lowest. Trumps: highest", "spades or hearts or diamonds or clubs low, trumps high"),
            ("trumping: the 3; following: low", "if I cannot follow: T3, if I can follow: low"),
            ("guard over Chiara's small", "if Chiara has bid small: guard"),
            ("Chiara leads a trump: fool. Anybody else leads one: T18",
             "trumps and if Chiara leads: F, trumps and if Bruno or Dmitri leads: 18"),
            ("they're winning: low, but 10H if it's been trumped",
             "if an opponent is winning and if somebody has trumped: 10H, if an opponent is winning: low"),
            ("hearts: 10. If I'm last: the king instead", "hearts and if I play last: K, hearts 10"),
            ("fool once T20 or T21 turns up, before that low",
             "if T20 or T21 is in the trick: F, if T20 has not gone and if T21 has not gone: low"),
            ("lead my top trump until the 21 is gone, then lowest spade",
             "lead if T21 has gone: low spades, lead if T21 has gone: ask me, lead high trumps"),
            ("lead 9C, then 10C if I'm still in", "lead 9C, lead if 9C held: 10C"),
            ("if the king of hearts is still in: 10H", "if KH has not gone: 10H"),
            ("hearts: 10 if there's no trump in it yet", "hearts and if there is no trump in the trick: 10"),
            ("if the lead is hearts, 10", "hearts 10"), ("next 3 tricks lowest", "low for 3 tricks"),
            ("if I can win, T5, unless nobody has trumped",
             "if nobody has trumped and if I can win: ask me, if I can win: T5"),
            ("guard from anybody: pass", "if guard is not possible: pass"),
            ("low for the next two tricks, then ask me", "low for 2 tricks"),
            ("hearts: if I can win, the king, if I can't, the lowest",
             "hearts and if I can win: K, hearts and if I cannot win: low"),
            ("if I'm third or last: high, if second low",
             "if I play third: high, if I play last: high, if I play second: low"),
            ("lowest heart when I'm on lead, when I'm not just follow low", "lead low hearts, if not leading: low"),
            ("guard if B and C both passed, else pass", "if Bruno and Chiara have both passed: guard, else pass"),
            ("hearts: second highest", "hearts second highest"),
            ("lead trump 16, then trump 13, then come back to me", "lead T16 T13, else ask me"),
            ("spades: if nobody has played a court card yet put in the 9, otherwise the 4",
             "spades and if there is no court card in the trick: 9,"
             " spades and if there is no court card in the trick: ask me, spades 4"),
            ("on trumps the 8, otherwise nothing", "trumps 8, else ask me"), ("a small spade on hearts",
                                                                             "hearts low spades"),
            ("pass if guard or more has been bid, else small", "if guard is not possible: pass, else bid small"),
            ("discard the 2, 3 and 4 of clubs and 5, 6, 7 of diamonds", "discard 2C 3C 4C 5D 6D 7D"),
            ("discard the jack, the 3 and the 5 of clubs", "discard JC 3C 5C"),
            ("guard and no more", "guard, else pass"), ("my 11 of trumps next, whatever", "T11 for this trick"),
            ("king of hearts, whatever", "KH"),
            ("K of diamonds on Chiara's lead, 5 of diamonds on Bruno's",
             "if Chiara leads: KD, if Bruno leads: 5D"),
            ("low on the taker's lead, high on Chiara's", "if the taker leads: low, if Chiara leads: high"),
            ("smallest heart please, unless the king has come down, in which case the queen",
             "if KH has gone: QH, if KH has gone: ask me, else low hearts"),
            ("atout 7 if I have to cut", "if I cannot follow: T7"),
            ("if clubs are led I play the king, but if somebody already ruffed then my lowest club",
             "clubs and if somebody has trumped: low clubs, clubs K"),
            ("always follow with my lowest card", "if not leading: low"), ("use the 5 of trumps to ruff hearts",
                                                           "hearts and if I cannot follow: T5"),
            ("10 of hearts on partner, low on the taker", "partner 10H, if the taker is winning: low"),
            ("if I lead, small diamonds as long as they last; queen on hearts, low on everything else",
             "lead low diamonds, hearts Q, else low"),
        ],
    )  # fmt: skip
    def test_are_read_as_they_are_meant(self, text: str, plan: str):
        assert plans.canonical(TAROT, plans.read_plan(TAROT, text, NAMES), NAMES) == plan

    @each(
        ("key", "text", "plan"),
        [
            ("texas-42", "make it 35 whatever they say", "35"), ("texas-42", "beat it with something small", "win"),
            ("texas-42", "bid 30 if nobody has, otherwise pass", "30, else pass"),
            ("ottocento", "ruff with a moor if I'm out of coins", "coins and if I cannot follow: T2 T3 T4 T5"),
            ("titro", "fool on the centre if I have it, if not lowest on the cloak", "F centre, else lowest on cloak"),
            ("titro", "if the centre is a trump: fool away on the blind, otherwise jack of spades centre",
             "if the centre is of trumps: F blind, if the centre is of trumps: ask me, else JS centre"),
            ("texas-42", "bid 34 but if somebody's past that already pass", "if 34 is not possible: pass, else 34"),
            ("titro", "blind with my highest, then the centre with the next highest",
             "at the first bid highest on blind, at the second bid highest on centre"),
            ("texas-42", "fives 4", "fives 5-4"), ("texas-42", "bid 32 and call sixes", "32, call 6"),
            ("texas-42", "bid 30, if it's already taken go 31, over that pass", "30, else 31, else pass"),
            ("texas-42", "if trumps are led play my highest, otherwise lowest", "trumps high, else low"),
            ("ottocento", "swords A 6", "swords A 6"), ("ottocento", "🗡 lowest, 🏆 highest, 🪙 king",
                                                        "swords low, cups high, coins K"),
            ("ottocento", "batons: page on partner, 6 on enemy",
             "batons and partner J, batons and if an opponent is winning: 6"),
            ("ottocento", "discard the 6 and 7 of batons", "discard 6B 7B"),
            ("ottocento", "Discard: 6 and 7 of batons", "discard 6B 7B"),
            ("ottocento", "at the discard: 6B 7B", "discard 6B 7B"),
            ("dementlieu", "trump it with T5 on hearts", "hearts T5"),
            ("ottocento", "a moor on trumps, else lowest", "trumps 2 3 4 5, else low"),
            ("ottocento", "partner a king, else low",
             "swords and partner K, batons and partner K, cups and partner K, coins and partner K, else low"),
            ("titro", "King on the centre if that's under 8. If not, the 3 on the blind",
             "if the centre is worth less than 8: king centre, else 3 blind"),
            ("titro", "last round: biggest on the centre", "if it is the last round: highest on centre"),
            ("titro", "last round: biggest on the centre, all other rounds lowest on the cloak",
             "if it is the last round: highest on centre, else lowest on cloak"),
            ("texas-42", "5-5 if there's more than 1 point in it", "if the trick has more than 1 point: 5-5"),
            ("titro", "two highest pls", "keep the 2 highest cards"),
            ("scarto", "20 on the 21, any other trump led: low",
             "if T21 is in the trick: T20, trumps low"),
            ("titro", "king of hearts on the centre", "KH centre"), ("titro", "keep none", "nothing"),
            ("texas-42", "31 and not a point more", "31, else pass"), ("texas-42", "I'm out of this one", "pass"),
            ("texas-42", "6-6 on sixes, 6-0 if gone", "sixes 6-6, sixes 6-0"),
            ("texas-42", "1 mark, or 2 if somebody is already on 1", "1m, else 2m"),
            ("titro", "centre, with my highest in its suit", "highest of its suit on centre"),
            ("ottocento", "first one of these that is legal: 8 of batons, 16, 19", "8B T16 T19 to a trick"),
            ("titro", "first bid: highest on centre, second: lowest on cloak",
             "at the first bid highest on centre, at the second bid lowest on cloak"),
            ("texas-42", "count on my partner's, trash on theirs",
             "partner the most points, if an opponent is winning: the fewest points"),
            ("texas-42", "rags on their tricks, money on ours",
             "if an opponent is winning: the fewest points, partner the most points"),
            ("ottocento", "fat cards to Chiara. lean cards to those two.",
             "Chiara the most points, if an opponent is winning: the fewest points"),
            ("french-tarot", "load on partners. low for taker",
             "partner the most points, if the taker is winning: low"),
            ("french-tarot", "if someone cuts give them rubbish", "if somebody has trumped: the fewest points"),
            ("french-tarot", "dump the king of hearts on Bruno", "Bruno KH"),
            ("texas-42", "beat it with the smallest that does, and if nothing does throw the smallest",
             "win, else low"),
            ("texas-42", "if Chiara bid, pass. if she didn't, 30", "if Chiara has bid: pass, else 30"),
            ("texas-42", "if threes are led play 3-3, if that's gone 3-0", "threes 3-3, threes 3-0"),
            ("texas-42", "doubles trump if allowed, else sixes", "call doubles, call 6"),
            ("texas-42", "plunge if they let me, otherwise 1 mark", "plunge, else 1m"),
            ("texas-42", "whatever number I've the most of", "call my longest suit"),
            ("texas-42", "Go up to 32 by ones, then I'm out", "30, else 31, else 32, else pass"),
            ("texas-42", "go 2 marks if they bid 1", "if an opponent has bid 1m: 2m"),
            ("texas-42", "I'm last, so 30 if all pass, otherwise pass",
             "if I am last and all have passed: 30, else pass"),
            ("texas-42", "nello so always my highest that still loses", "the highest that loses"),
            ("texas-42", "we only need one trick to set them so win if you can", "win"),
            ("french-tarot", "no spades left so cut with 9", "spades and if I cannot follow: T9"),
            ("french-tarot", "my cards are terrible, pass", "pass"), ("texas-42", "Nothing here, I pass", "pass"),
            ("french-tarot", "grandpa says lead trumps so lead trumps, biggest first", "lead high trumps"),
            ("french-tarot", "Bruno is the taker so low if he is winning", "Bruno low"),
            ("french-tarot", "garde sans!! no discussion", "guard-without"),
            ("french-tarot", "nope, not with this hand", "pass"),
            ("french-tarot", "guard unless somebody guarded already then pass",
             "if guard is not possible: pass, else guard"),
            ("french-tarot", "im in for a guard unless bruno already guarded then no",
             "if Bruno has bid guard: pass, else guard"),
            ("french-tarot", "if all three pass I go small, else out",
             "if I am last and all have passed: bid small, else pass"),
            ("french-tarot", "D: Q, S: J, C: low", "diamonds Q, spades J, clubs low"),
            ("scarto", "H 3\nD 9\nelse low", "hearts 3, diamonds 9, else low"),
            ("french-tarot", "I play the knave of hearts, should hearts be led; failing that, the humblest card I may",
             "hearts J, else low"),
            ("french-tarot", "if a defender is winning smear", "if a defender is winning: the most points"),
            ("ottocento", "Matto on the next trumps", "trumps M"),
            ("ottocento", "first card 7 of batons and show aces + moors",
             "if it is my first card: 7B with +aces and +moors"),
            ("ottocento", "+kings with my first card, which is the 6 of"
            " coins", "if it is my first card: 6O with +kings"),
            ("french-tarot", "Poignée with my first card (10 trumps), and lead trump 2",
             "lead if it is my first card: T2 with poignee"),
            ("ottocento", "never declare. just follow with the lowest", "if not leading: low"),
            ("ottocento", "if Bruno says busso: high", "if Bruno says busso: high"),
            ("texas-42", "lowest, no count", "low but not 5-5 but not 6-4 but not 5-0 but not 4-1 but not 3-2"),
            ("texas-42", "trump it with the 3-0 if I've no fives", "fives and if I cannot follow: 3-0"),
            ("ottocento", "if Chiara takes it the 10 of cups, else low", "Chiara 10C, else low"),
            ("french-tarot", "if Chiara takes it pass", "if Chiara has bid: pass"),
            ("french-tarot", "if Im last and the taker hasn't got it, put the petit on it",
             "if the taker is not winning and if I play last: T1"),
            ("scarto", "ace of diamonds on diamonds unless a picture is there then the 10",
             "diamonds and if a court card is in the trick: 10, diamonds and if a court card is in the trick: ask me,"
             " diamonds 1"),
            ("scarto", "If Bruno is winning it overtake him. If Chiara is winning let her", "Bruno win, Chiara low"),
            ("scarto", "discard the three smallest that aren't trumps", "discard the 3 lowest plain cards"),
            ("scarto", "king of clubs when ive seen the queen of clubs fall, before that the 4",
             "clubs and if QC has gone: K, clubs and if QC has not gone: 4"),
            ("scarto", "no spade left? 11 of trumps. Spade left? the smallest",
             "spades and if I cannot follow: T11, spades and if I can follow: low"),
            ("ottocento", "begato only if Chiara has the trick with the World or the Angel",
             "Chiara and if T21 or T20 is winning: T1"),
            ("ottocento", "return whatever suit partner led last time, lowest",
             "lead low of the suit partner led last"),
            ("french-tarot", "hts lo, spd lo, dia lo, clb knight",
             "hearts low, spades low, diamonds low, clubs N"),
            ("texas-42", "4-1 on a four lead, 2-1 on a two lead", "fours 4-1, twos 2-1"),
            ("texas-42", "lead 6-6, then 6-5, then see", "lead 6-6 6-5, else ask me"),
            ("texas-42", "5-0 on chiaras trick please!!", "Chiara 5-0"),
            ("french-tarot", "win it cheap if the takers ahead", "if the taker is winning: win"),
            ("french-tarot", "If the taker leads, win it if I can. If anyone else leads, low.",
             "if the taker leads: win, if the taker leads: ask me, if not leading: low"),
            ("french-tarot", "wait if trumps are led, all other suits lowest",
             "trumps ask me, spades or hearts or diamonds or clubs low"),
            ("ottocento", "swords: if somebody cuts, ace. if nobody does, the queen",
             "swords and if somebody has trumped: A, swords and if nobody has trumped: Q"),
            ("french-tarot", "get the petit out when I can't follow and I'm last, low otherwise",
             "if I cannot follow and if I play last: T1, else low"),
            ("french-tarot", "if i'm second play low, if i'm last play to win",
             "if I play second: low, if I play last: win"),
            ("texas-42", "Throw the 6-4 when Chiara's winning, otherwise hang on to it and go low",
             "Chiara 6-4, else low but not 6-4"),
            ("french-tarot", "call a king i don't have, hearts first then clubs",
             "if I do not have KH: call KH, if I do not have KC: call KC"),
            ("ottocento", "discard my two cheapest coins", "discard the 2 lowest coins"),
            ("french-tarot", "discard all my diamonds, fill up with low clubs",
             "discard all diamonds and clubs from the bottom"),
            ("french-tarot", "bury all my diamonds, and if that's not enough the lowest clubs",
             "discard all diamonds and clubs from the bottom"),
            ("texas-42", "34 flat. If that's not enough I'm out", "34, else pass"),
            ("french-tarot", "I'm leading next: 4 of diamonds", "lead 4D"),
            ("french-tarot", "as soon as all the trumps are out lead my spades from the top",
             "lead if all other trumps have gone: high spades"),
            ("ottocento", "cups: the 10. coins: the 10. sticks: ace", "cups 10, coins 10, batons A"),
            ("french-tarot", "Throw the 10 of diamonds as soon as I can neither follow nor trump",
             "if I cannot follow and if I have no trumps: 10D"),
            ("french-tarot", "Nana here. Hearts the seven, else my lowest. Thank you", "hearts 7, else low"),
            ("ottocento", "Give them the 6 of swords for the Matto", "at the give 6S"),
            ("french-tarot", "just follow low till the end", "if not leading: low"),
            ("scarto", "if Chiara leads win, if Bruno leads lose", "if Chiara leads: win, if Bruno leads: low"),
            ("titro", "keep one, the higher", "keep the highest card"), ("titro", "keep neither", "nothing"),
            ("french-tarot", "lead small clubs until I have none, then small diamonds",
             "lead low clubs, lead low diamonds"),
        ],
    )  # fmt: skip
    def test_are_read_in_every_game(self, key: str, text: str, plan: str):
        assert plans.canonical(GAMES[key], plans.read_plan(GAMES[key], text, NAMES), NAMES) == plan

    @each(
        ("key", "text", "first"),
        [
            ("ottocento", "World first, Angel after", "T21, if I do not have T21: T20"),
            ("ottocento", "World first, Angel second", "T21, if I do not have T21: T20"),
            ("french-tarot", "low, ask me if hearts are led", "hearts ask me, else low"),
            ("french-tarot", "jack of spades if a spade is led, if somebody has already trumped it the lowest spade",
             "spades and if somebody has trumped: low spades, spades J"),
            ("french-tarot", "low, hearts 10", "hearts 10, else low"), ("french-tarot", "cheapest", "low"),
            ("french-tarot", "hearts 10, low", "hearts 10, else low"), ("texas-42", "Pass 30.", "30, else pass"),
            ("french-tarot", "Diamond king. Full stop.", "KD"), ("ottocento", "6B and JO", "discard 6B JO"),
            ("french-tarot", "Hearts 10 Spades 3", "hearts 10, spades 3"),
            ("french-tarot", "hearts: knave, and if the king has been played the queen",
             "hearts and if KH has gone: Q, hearts J"), ("french-tarot", "not more than a small", "bid small"),
            ("texas-42", "30 31 32", "30, else 31, else 32"), ("french-tarot", "hearts: 10 or 9", "hearts 10 9"),
            ("french-tarot", "lowset on haerts", "hearts low"), ("texas-42", "30 or pass", "30, else pass"),
            ("texas-42", "84 I mean two marks", "2m"),
            ("french-tarot", "Greetings from Lyon. Guard for me, and I go back to my soup.", "guard"),
            ("french-tarot", "lowest in every suit, highest in trumps", "trumps high, else low"),
            ("french-tarot", "if I'm last: hearts king, spades queen, else low",
             "hearts and if I play last: K, spades and if I play last: Q, else low"),
            ("titro", "KC centre, T7 cloak", "at the first bid KC centre, at the second bid T7 cloak"),
            ("french-tarot", "I'm out of clubs so if clubs come up play trump 6", "clubs T6"),
            ("french-tarot", "fool on the next trick", "F for this trick"), ("texas-42", "4-1 next trick",
                                                                             "4-1 for this trick"),
            ("french-tarot", "lead the 21, then the 20, then a small heart", "lead T21 T20, lead low hearts"),
            ("french-tarot", "cash KH KS then get out with a low club", "lead KH KS, lead low clubs"),
            ("french-tarot", "if the king has gone the queen, else the highest spade",
             "if KS has gone: QS, else high spades"),
            ("french-tarot", "maximum a guard", "bid small, else guard"), ("french-tarot", "guard at most",
                                                                           "bid small, else guard"),
            ("texas-42", "fours or deuces trump", "call 4, call 2"), ("texas-42", "bid 84", "2m"),
            ("texas-42", "count on partner's tricks, no count on theirs",
             "partner the most points, if an opponent is winning: low but not 5-5 but not 6-4 but not 5-0 but not 4-1"
             " but not 3-2"),
        ],
    )  # fmt: skip
    def test_in_doubt_are_asked_back_with_the_likeliest(self, key: str, text: str, first: str):
        with pytest.raises(Illegal, match="Nothing was planned yet") as refused:
            plans.read_plan(GAMES[key], text, NAMES)
        assert refused.value.nearest[0] == first
        for offered in refused.value.nearest:
            assert plans.canonical(GAMES[key], plans.read_plan(GAMES[key], offered, NAMES), NAMES) == offered

    @each(
        ("key", "text", "first"),
        [
            ("french-tarot", "if hes winning low, but brunos ahead: high", ""),
            ("texas-42", "fours: 4-1. blanks: 1-0... no wait, blanks: lowest", "fours 4-1, blanks low"),
            ("french-tarot", "hearts: 10, clubs: 5, I mean clubs: 7", "hearts 10, clubs 7"),
            ("tottarot", "play my lowest card", "low"), ("tottarot", "my cheapest card", "low"),
            ("french-tarot", "my lowest token", "low"), ("texas-42", "my lowest number left", "low"),
            ("french-tarot", "in front: the 4 of hearts. behind: low", "lead 4H, else low"),
            ("texas-42", "raise over them, no limit", ""),
        ],
    )  # fmt: skip
    def test_what_is_likely_meant_is_offered_first_and_never_taken(self, key: str, text: str, first: str):
        with pytest.raises(Illegal) as refused:
            plans.read_plan(GAMES[key], text, NAMES)
        assert refused.value.nearest[:1] == ((first,) if first else ())

    @each(
        ("text", "first"),
        [
            ("hearts 10, otherwise zap it", "hearts 10, else ask me"),
            ("hearts zap it, else low", "hearts ask me, else low"),
            ("hearts 10. If Bruno zaps, zip", ""), ("diamonds zap it, hearts 10", "diamonds ask me, hearts 10"),
            ("hearts 10, but zap it if Bruno leads", ""), ("hearts 10, not if zapped", ""),
            ("hearts 10, if it zaps", ""),
            ("mind my kings", ""), ("be careful with the queens", ""), ("zap the petit", ""), ("Bruno zaps, low", ""),
            ("low if there is nothing but zap in it", ""),
            ("spades 9, hearts 10?", ""),
        ],
    )  # fmt: skip
    def test_one_may_be_asked_about_what_is_not_understood_but_for_what_may_be_an_exception(
        self, text: str, first: str
    ):
        with pytest.raises(Illegal) as refused:
            plans.read_plan(TAROT, text, NAMES)
        assert refused.value.nearest[:1] == ((first,) if first else ())

    @each(
        ("key", "text", "word"),
        [
            ("french-tarot", "hearts !K", "!"), ("french-tarot", "hearts >10", ">"),
            ("french-tarot", "trumps 15+", "+"),
            ("french-tarot", "hearts 2-4", "-"), ("french-tarot", "hearts 10?", "?"), ("french-tarot", "+kings", "+"),
            ("ottocento", "no", "no"),
            ("french-tarot", "maybe the 10 of hearts", "maybe"), 
            ("french-tarot", "small or pass, depends on the others", "depends"),
            ("texas-42", "no 30", "no"), ("titro", "not the centre", "not"), ("scarto", "stop all plans", "all"),
            ("scarto", "resign if I lose this trick", "resign"), ("scarto", "yes", "yes"),
        ],
    )  # fmt: skip
    def test_that_are_not_understood_are_named(self, key: str, text: str, word: str):
        with pytest.raises(Illegal, match="was not understood") as refused:
            plans.read_plan(GAMES[key], text, NAMES)
        assert str(refused.value).startswith(f"“{word}”")
        assert not refused.value.nearest

    @each(
        ("key", "text", "plan"),
        [
            ("french-tarot", "Load the queen of spades onto any trick a defender's winning, else low",
             "if a defender is winning: QS, else low"),
            ("french-tarot", "small, but if Bruno's already gone in I'm out",
             "if Bruno has bid: pass, else bid small"),
            ("french-tarot", "smallest trump I can get away with", "low trumps"),
            ("ottocento", "smallest card that wins, or the smallest there is", "win, else low"),
            ("ottocento", "announce the moors and lead the lowest trump",
             "lead if it is my first card: low trumps with +moors, lead low trumps"),
        ],
    )  # fmt: skip
    def test_words_of_the_same_kinds_say_the_same_in_any_order(self, key: str, text: str, plan: str):
        assert plans.canonical(GAMES[key], plans.read_plan(GAMES[key], text, NAMES), NAMES) == plan

    @each(
        "text",
        [
            "10 or higher on hearts", "when Bruno trumps, low", "hearts low, the others high", "second heart: the king",
            "Bruno leads: low. Chiara leads: high. If she is winning, ask", "hearts 10, if it zaps",
            "the 5 if the 21 falls", "low till Bruno is winning", "if hearts or somebody has trumped low",
        ],
    )  # fmt: skip
    def test_what_its_kinds_leave_open_is_not_taken(self, text: str):
        with pytest.raises(Illegal):
            plans.read_plan(TAROT, text, NAMES)

    @each(
        ("key", "text", "plan"),
        [
            ("french-tarot", "answer guard without", "guard-without"), ("french-tarot", "answer pass", "pass"),
            ("french-tarot", "at the play answer the king of hearts", "at the play KH"),
            ("french-tarot", "at the call answer KH", "call KH"), ("french-tarot", "at the call KH", "call KH"),
            ("texas-42", "at the call answer sixes", "call 6"),
            ("texas-42", "at the call answer follow me", "at the call follow-me"),
            ("ottocento", "answer king of cups and busso", "KC with busso"), ("titro", "answer KH centre", "KH centre"),
            ("titro", "at the keep answer KH QH", "at the keep KH QH"), ("titro", "1D blind", "1D blind"),
            ("titro", "answer none", "nothing"), ("tottarot", "at the show answer Chiara", "at the show C"),
            ("french-tarot", "answer zebra", ""), ("titro", "at the keep answer QH cloak", ""),
            ("titro", "at the second bid answer QH QS QD on the centre", ""), ("dementlieu", "21 or the 18, see", ""),
            ("french-tarot", "at the bid answer KH", ""), ("french-tarot", "at the play answer guard", ""),
        ],
    )  # fmt: skip
    def test_an_answer_is_what_its_words_mean_without_that_word_or_refused(self, key: str, text: str, plan: str):
        try:
            assert plans.canonical(GAMES[key], plans.read_plan(GAMES[key], text, NAMES), NAMES) == plan
        except Illegal:
            assert not plan

    def test_play_what_they_say(self):
        plan = "hearts: the 10 unless somebody has trumped, if I cannot follow a small trump but not the petit"
        assert gives(plan, "5H 10H", "2H") == "10H"
        assert gives(plan, "5H 10H", "2H", "T3") is None
        assert gives(plan, "T1 T3 T21", "9C") == "T3"
        assert gives("lead KS, if it holds lead QS", "QS 2H") is None
        held = {"cards": [[0, "KS"], [1, "2S"], [2, "3S"], [3, "4S"]], "winner": 0}
        assert gives("lead KS, if it holds lead QS", "QS 2H", tricks=[held]) == "QS"
        assert gives("lead KS, if it holds lead QS", "QS 2H", tricks=[{**held, "winner": 2}]) is None
        assert gives("if the 21 has been played take with the 20", "T20 T3", "9C", tricks=[
            {"cards": [[1, "T21"], [2, "T2"]], "winner": 1}]) == "T20"  # fmt: skip
        assert gives("cover the jack with the queen", "QH 2H", "JH") == "QH"
        assert gives("cover the jack with the queen", "QH 2H", "KH", "JH") is None
        assert gives("if a king is led: high, else low", "2H QH", "KH") == "QH"
        assert gives("the most points", "2H QH", "KH") == "QH"
        assert gives("if the trick has 4 points or more: win, else low", "T2 T3", "KH") == "T2"
        assert gives("if the trick has 4 points or more: win", "T2 T3", "2H") is None
        assert gives("follow low", "2H KS") is None
        for led in ("the highest that still loses", "if I can't win: my lowest card", "if I can win: KS"):
            assert gives(led, "2H KS") is None, "what is led has won nothing yet"
        assert gives("if Bruno leads: high, else low", "2H QH", "5H") == "QH"
        assert gives("if Bruno leads: high, else low", "2H QH", "5H", leader=2) == "2H"
        assert gives("if I play second: high, else low", "2H QH", "5H", "6H") == "2H"
        assert gives("win with a non trump, else low", "T5 QH", "5H") == "QH"
        assert gives("sixes 5, else low", "6-5 6-4", "6-6", game=TEXAS) == "6-5"


class TestOtherGames:
    def test_ottocento_knows_its_suits_and_sides(self):
        assert gives("partner low, else win", "6C 10C KC", "7C", "QC", "JC", game=OTTOCENTO, leader=1) == "10C"
        assert gives("partner low, else win", "10C KC", "QC", "7C", "JC", game=OTTOCENTO, leader=1) == "KC"

    def test_the_last_tricks_are_counted_by_the_cards_in_hand(self):
        assert gives("high in the last two tricks, else low", "3H 9H", "5H") == "9H"
        assert gives("high in the last two tricks, else low", "3H 9H JH", "5H") == "3H"

    def test_the_lowest_cup_of_ottocento_is_the_ten(self):
        assert gives("cups low", "6C 10C KC", "AC", game=OTTOCENTO) == "10C"

    def test_a_rank_alone_is_meant_of_each_suit_in_each_line(self):
        said = says("partner winning: king. they are winning: 7 of cups", game=OTTOCENTO)
        assert said[4:] == ["While somebody not known to be on my side is winning: 7C."]
        said = says("partner winning: king. they winning: 7", game=OTTOCENTO)
        assert len([one for one in said if (one.startswith("If") and ": 7" in one) or ": T7" in one]) == 5

    def test_a_vowel_has_its_article(self):
        assert says("if an ace is led: low", game=OTTOCENTO) == ["If an ace is led: my lowest card."]

    def test_a_signal_of_the_partner(self):
        said = says("if partner signals busso play my highest of it", game=OTTOCENTO)
        assert said == ["If my partner says busso: my highest of the suit led."]
        holds = OTTOCENTO.facts["busso"].holds
        assert holds({"signal": "busso", "trick": [[2, "KS"]]}, 0)
        assert not holds({"signal": "busso", "trick": [[1, "KS"]]}, 0)
        assert not holds({"signal": "volo", "trick": [[2, "KS"]]}, 0)

    def test_scarto_has_no_partners(self):
        assert gives("partner high, else low", "5H QH", "KH", "2H", game=SCARTO) == "5H"

    def test_dementlieu_wins_with_the_cheapest(self):
        assert gives("win", "5H 10H QH", "9H", game=GAMES["dementlieu"]) == "10H"

    def test_tiles_of_texas_42(self):
        assert gives("sixes 6-5, else lowest card", "6-5 6-4", "6-6", game=TEXAS) == "6-5"
        assert gives("5-1 if there's count in it, 4-1 if not", "5-1 4-1", "6-6", "6-4", game=TEXAS) == "5-1"
        assert gives("5-1 if there's count in it, 4-1 if not", "5-1 4-1", "6-6", "6-3", game=TEXAS) == "4-1"
        assert gives("lead 6-6 5-5", "5-5 4-1", game=TEXAS) == "5-5"

    def test_titro_has_answers_for_a_phase(self):
        game = GAMES["titro"]
        plan = plans.read_plan(game, "at the second bid KH centre", {1: "Bruno"})
        ask = Ask("", (Slot("card", ("5H", "KH")), Slot("target", ("centre", "blind"))), "5H centre", game.words)
        for phase, expected in (("first-bid", None), ("second-bid", "KH centre")):
            here = Asked(game, state("titro"), ask, core(TAROT, phase=phase, trick=None), 0)
            found = plans.answer(plan, here)
            assert (found.answer if found else None) == expected


class TestTitro:
    """Ada (seat 0) holds 2S, KD, 9H; at the centre lies a king, her cloak is a trump, her blind the 4 of hearts."""

    GAME = GAMES["titro"]

    def bids(self, text: str, mine: str = "", theirs: str = "", scores: tuple[int, int] = (0, 0)) -> str | None:
        """What a plan bids after a first bid of hers and one of Bruno's on these places."""
        places, hand = ("centre", "cloak", "blind"), ("2S", "KD", "9H")

        def made(card: str, place: str) -> tuple[titro.Bid, ...]:
            return (titro.Bid(card, places.index(place)),) if place else ()

        here = replace(
            state("titro"), phase="second-bid" if mine else "first-bid", hands=(hand, ("1S",)), scores=scores,
            spread=("KC", "T7", "4H"), bids=(made("QS", mine), made("JS", theirs)),
        )  # fmt: skip
        free = tuple(place for place in places if place != mine)
        ask = Ask("", (Slot("card", hand), Slot("target", free)), f"2S {free[0]}", self.GAME.words)
        view = {"phase": here.phase, "hand": list(hand), "trick": None, "progress": []}
        plan = plans.read_plan(self.GAME, text, {1: "Bruno"})
        assert plans.read_plan(self.GAME, plans.canonical(self.GAME, plan, {1: "Bruno"}), {1: "Bruno"}) == plan
        found = plans.answer(plan, Asked(self.GAME, here, ask, core(TAROT, **view), 0))
        return found.answer if found else None

    def test_the_cheapest_to_steal_is_cheap_in_points_and_no_low_card(self):
        assert plans.canonical(self.GAME, plans.read_plan(self.GAME, "take the lowest one off him", NAMES), NAMES)
        for text in ("take the cheapest one off him", "take his cheapest one off him", "steal the cheapest"):
            with pytest.raises(Illegal):
                plans.read_plan(self.GAME, text, {1: "Bruno"})

    def picks(self, text: str, *won: str, phase: str = "keep") -> str | None:
        """What a plan keeps of these cards, or steals; they lie at the centre, on her cloak, and her blind."""
        words = {**self.GAME.words} | {
            card: (*self.GAME.words[card], *self.GAME.words[place])
            for card, place in zip(won, ("centre", "cloak", "blind"), strict=False)
        }
        least, most = (0, min(2, len(won))) if phase == "keep" else (1, 1)
        ask = Ask("", (Slot("cards", won, least, most),), "none" if phase == "keep" else won[0], words)
        plan = plans.read_plan(self.GAME, text, {1: "Bruno"})
        assert plans.read_plan(self.GAME, plans.canonical(self.GAME, plan, {1: "Bruno"}), {1: "Bruno"}) == plan
        found = plans.answer(plan, Asked(self.GAME, state("titro"), ask, core(TAROT, phase=phase, trick=None), 0))
        return found.answer if found else None

    def test_where_the_opponent_is_and_is_not(self):
        for text in ("highest where he hasn't bid", "go where Bruno isn't, with my highest"):
            assert self.bids(text, mine="centre", theirs="cloak") == "KD blind"
            assert self.bids(text, mine="cloak", theirs="blind") == "KD centre"
            assert self.bids(text, mine="centre", theirs="centre") is None  # two places are free of him
            assert self.bids(text) is None
        assert self.bids("same spot as Bruno, with my highest", mine="centre", theirs="blind") == "KD blind"
        assert self.bids("same spot as Bruno, with my highest", mine="blind", theirs="blind") is None
        assert self.bids("9 of hearts where he is", mine="centre", theirs="cloak") == "9H cloak"

    def test_whether_the_opponent_or_i_have_bid_there(self):
        plan = "if Bruno went for the centre I go blind with my highest, else lowest on the cloak"
        assert self.bids(plan, mine="cloak", theirs="centre") == "KD blind"
        assert self.bids(plan, mine="centre", theirs="blind") == "2S cloak"
        plan = "if he hasn't gone for the blind: lowest there"
        assert self.bids(plan, mine="cloak", theirs="centre") == "2S blind"
        assert self.bids(plan, mine="cloak", theirs="blind") is None
        plan = "if I have been on the centre: lowest on the blind"
        assert self.bids(plan, mine="centre", theirs="blind") == "2S blind"
        assert self.bids(plan, mine="cloak", theirs="blind") is None

    def test_a_king_lies_there(self):
        plan = "9 of hearts on centre unless the centre's a king, then cloak"
        assert self.bids(plan) == "9H cloak"
        assert self.bids("if the blind is a king: 9H blind") is None
        assert self.bids("if the centre is not a king: 9H blind") is None
        assert self.bids("if the cloak is not a king: 9H blind") == "9H blind"

    def test_what_is_mine_and_the_middle(self):
        assert self.bids("highest on mine") == "KD cloak"
        assert self.bids("lowest in the middle") == "2S centre"
        assert self.bids("if my cloak is a trump put 9H on it, if it isn't put it in the middle") == "9H cloak"
        plan = "if the middle card is under 5 go high on it, over 5 go low on it"
        assert self.bids(plan) == "2S centre"
        plan = "if we're level or I'm up play KD on blind, otherwise 9H on blind"
        assert self.bids(plan) == self.bids(plan, scores=(3, 1)) == "KD blind"
        assert self.bids(plan, scores=(1, 3)) == "9H blind"

    @each(
        ("text", "won", "kept"),
        [
            ("keep the dearest two", "2S KD 9H", "KD 9H"), ("the best one only", "2S KD", "KD"),
            ("keep king of diamonds if I win it", "2S KD", "KD"), ("keep king of diamonds if I win it", "2S", None),
            ("keep it if it's over 8", "2S 9H", "9H"), ("keep it if it's over 8", "2S", "none"),
            ("keep anything above 8, nothing lower", "2S 9H KD", "KD 9H"), ("kings yes, rest no", "2S KD", "KD"),
            ("keep the trumps ditch the rest", "T7 KD", "T7"), ("if I won a king keep it", "KD 2S", "KD"),
            ("hold on to anything in spades", "2S KD", "2S"), ("don't need them", "2S KD", "none"),
            ("keep the one on the centre", "2S KD", "2S"), ("keep the best two of what I won", "2S KD 9H", "KD 9H"),
        ],
    )  # fmt: skip
    def test_what_is_kept(self, text: str, won: str, kept: str | None):
        found = self.picks(text, *won.split())
        assert (set(found.split()) if found else None) == (set(kept.split()) if kept else None)

    def test_the_bid_that_is_stolen(self):
        plan = "take the one off the cloak, if he didn't win that the dearest"
        assert self.picks(plan, "2S", "9H", phase="split") == "9H"
        assert self.picks(plan, "2S", phase="split") == "2S"

    @each(
        "text",
        [
            "highest where he is not strong", "highest where he does not win", "keep it if it's good", "not both",
            "if I won a king don't keep it", "keep it unless it's a king", "keep it if it isn't a king",
            "kings no, rest yes", "highest not where he is",
        ],
    )  # fmt: skip
    def test_what_says_otherwise_is_not_taken(self, text: str):
        with pytest.raises(Illegal):
            plans.read_plan(self.GAME, text, {1: "Bruno"})


class TestSentences:
    def test_one_for_each_line(self):
        assert says("plan: partner low, hearts 10, else low") == [
            "While my partner is winning: my lowest card.",
            "If hearts are led: 10H.",
            "Otherwise: my lowest card.",
        ]
        assert says("lead KS 10H") == ["When I lead: the first of KS, 10H that I have and may play."]
        assert says("hearts and if I play last: K") == ["If hearts are led and I play last: KH."]
        assert says("hearts and if nobody has trumped: K") == ["If hearts are led and nobody has trumped: KH."]
        assert says("lead lowest card, at the bid: guard, if I can win and if nobody has trumped: win")[1:] == [
            "At the bid: guard.",
            "If nobody has trumped and I can win the trick: the cheapest card that wins.",
        ]

    @each(
        ("text", "until"),
        [
            ("low", "deal"), ("pass", "deal"), ("pass once", "once"), ("guard if nobody has bid more", "deal"),
            ("low, until a trump falls", "trump"), ("low for this trick", "trick"),
            ("low until the petit falls", "card"), ("win until my partner takes the lead", "partner"),
            ("lead KS QS until I lose the lead", "lead-lost"), ("lead KS QS while I keep the lead", "lead-lost"),
            ("low always", "always"), ("low once", "once"),
            ("low for the next 3 tricks", "trick"), ("low for twelve tricks", "trick"), ("low for 2 tricks", "trick"),
        ],
    )  # fmt: skip
    def test_until_when(self, text: str, until: str):
        plan = plans.read_plan(TAROT, text, NAMES)
        assert plan.until == until
        assert plans.read_plan(TAROT, plans.canonical(TAROT, plan, NAMES), NAMES) == plan

    def test_a_name_that_means_something_else_is_a_seat(self):
        names = {1: "Hearts", 2: "Jack"}
        plan = plans.read_plan(TAROT, "seat B low", names)
        assert plans.canonical(TAROT, plan, names) == "seat B low"
        assert plans.read_plan(TAROT, "hearts low", names).lines[0].led == ("H",)

    def test_cards_in_their_order_may_have_commas_between_them(self):
        in_order = ["When I lead: the first of KS, QS, 10H that I have and may play."]
        assert says("lead KS, QS, 10H in this order, while I keep the lead") == in_order
        assert says("lead these in this order: KS QS 10H") == in_order
        assert says("hearts 10, 9, else low")[0] == "If hearts are led: the first of 10H, 9H that I have and may play."

    def test_it_may_be_left_to_my_partner(self):
        left = ["While my partner is winning: my lowest card."]
        assert says("leave it to my partner when my partner is winning") == left
        assert says("leave it to my partner") == left


class TestStrictness:
    @each("text", ["win with the queen if Chiara is on it, else low", "win with the jack if Bruno is at it, else low",
                   "beat it with the king if Bruno is as good, else low"])  # fmt: skip
    def test_a_text_whose_steps_are_used_up_is_read_or_refused(self, text: str):
        with suppress(Illegal):
            plans.read_plan(TAROT, text, NAMES)

    def test_of_two_who_may_be_the_same_the_exception_comes_first(self):
        for text in ("an opponent leads: lowest. Bruno leads: highest", "the taker leads: low. Chiara leads: high"):
            with pytest.raises(Illegal, match="comes first"):
                plans.read_plan(TAROT, text, NAMES)

    @each("text", ["if the trick has at most 34 points: low", "if the trick has more than 90 points: win"])
    def test_more_points_than_a_trick_can_count_are_no_condition(self, text: str):
        for game in (TAROT, SCARTO):
            with pytest.raises(Illegal, match="never in one trick"):
                plans.read_plan(game, text, NAMES)

    def test_a_suit_that_is_said_at_last_may_be_meant_of_all(self):
        text = "Nine of clubs if I'm second, queen of clubs if I'm third, on a club lead"
        with pytest.raises(Illegal, match="is meant for all of it was not said") as asked:
            plans.read_plan(SCARTO, text, {1: "Bruno", 2: "Chiara"})
        assert asked.value.nearest == (
            "clubs and if I play second: 9, clubs and if I play third: Q",
            "if I play second: 9C, clubs and if I play third: Q",
        )

    @each(
        "text",
        [
            "", ",;", "win a lot", "hearts 10, low", "hearts or partner low", "if hearts are led: not the 10",
            "hearts 10, spades", "Edda low", "hearts spades low", "10", "hearts lead KS", "low high",
            "hearts low until the cows come home", "low for 0 tricks", "low for 99 tricks",
            "lead if nobody has trumped KS", "lead if I play last KS",
            "if somebody has trumped: pass", "hearts low?", "сердце low", "swords low", "else low", 
            "any other suit low", "hearts pass", "lead KS; QS", "lead KS while I keep the lead, low",
            "low" * 300, "pass if nobody has bid more", "hearts low 5H",
            "if partner can't win: high", "partner can't win: high", "partner is out of hearts: low",
            "partner second: low", "hearts can't follow: low", "king of hearts if I have another",
            "I'll play the king of hearts myself", "hearts low, I'll answer spades", "I'd rather answer 10H myself",
        ],
    )  # fmt: skip
    def test_what_is_not_understood_refuses_the_whole_plan(self, text: str):
        with pytest.raises(Illegal):
            plans.read_plan(TAROT, text, NAMES)

    def test_a_card_that_may_also_be_given_for_the_matto_is_asked_about(self):
        with pytest.raises(Illegal, match="in several ways"):
            plans.read_plan(OTTOCENTO, "give them the 7 of batons", NAMES)

    def test_a_refusal_says_what_may_be_planned(self):
        with pytest.raises(
            Illegal, match=r"“never” after .* was not understood, so nothing was planned\. You may plan"
        ):
            plans.read_plan(TAROT, "hearts never", NAMES)

    @each("key", list(GAMES))
    def test_what_a_refusal_names_is_a_plan(self, key: str):
        game = GAMES[key]
        with pytest.raises(Illegal, match="You may plan") as refused:
            plans.read_plan(game, "xyzzy", NAMES)
        named = re.findall("“(.*?)”", str(refused.value).partition("You may plan")[2])
        assert 0 < len(named) < 3
        assert {*named} <= {*plans.examples(game)}
        for one in plans.examples(game):
            assert plans.read_plan(game, one, NAMES).lines, one

    @each(
        ("key", "text", "nearest"),
        [
            ("french-tarot", "if the last trick is zapped", "if it is the last trick: high"),
            ("texas-42", "call something of my longest zap", "call my longest suit"),
            ("titro", "keep the zaps of kings", "keep all kings"),
            ("ottocento", "if partner zaps busso", "if my partner says busso: high"),
        ],
    )
    def test_a_refusal_names_the_nearest_plan(self, key: str, text: str, nearest: str):
        with pytest.raises(Illegal) as refused:
            plans.read_plan(GAMES[key], text, NAMES)
        assert f"You may plan “{nearest}”" in str(refused.value)
        assert len(str(refused.value)) < 220

    @each(
        ("key", "text", "rest", "left"),
        [
            ("french-tarot", "hearts low, win gloriously", "hearts low, else win", "“gloriously” was not understood"),
            ("scarto", "On hearts the 10 (that's low in this game!), on spades the king", "hearts 10, spades K",
             "“(that is low in this game!)” was left out"),
            ("ottocento", "coins: king, so I hope. else lowest", "", ""),
            ("french-tarot", "bus is going in the tunnel, hearts low", "hearts low",
             "“bus is going in the tunnel” was not understood"),
            ("french-tarot", "if hearts are led play the middle one", "", ""),
            ("french-tarot", "my dear fellow, low whenever they come with spades", "spades low",
             "“dear fellow” was not understood"),
            ("texas-42", "jump to a mark straight away", "1m", "“jump” was not understood"),
            ("french-tarot", "when they play hearts I answer with the 5, the second time with the 7",
             "hearts 5, hearts and if it is the second time: 7", "“answer” was not understood"),
            ("french-tarot", "hearts low, they never trust whoever ruffs", "", ""),
            ("french-tarot", "the petit, if it is safe to get it home", "", ""),
            ("ottocento", "batons low, hearts only in June", "", ""), ("ottocento", "volo hearts low", "", ""),
            ("french-tarot", "hearts 10, not too late", "", ""),
            ("french-tarot", "anyone but Chiara leads: low", "", ""),
            ("french-tarot", "everyone except Chiara: low", "", ""),
            ("titro", "any other round: lowest on the cloak", "", ""),
            ("titro", "every other round: highest on the centre", "", ""),
        ],
    )  # fmt: skip
    def test_what_is_left_over_is_asked_about_and_never_what_tells_of_a_doubt(
        self, key: str, text: str, rest: str, left: str
    ):
        with pytest.raises(Illegal) as refused:
            plans.read_plan(GAMES[key], text, NAMES)
        assert refused.value.nearest[:1] == ((rest,) if rest else ())
        assert left in str(refused.value)

    @each(
        "text",
        [
            "not the king",
            "no ruffing",
            "never play the petit unless you must",
            "keep the 21 for the last trick",
            "save the petit",
            "hang on to my trumps",
        ],
    )
    def test_what_only_forbids_is_no_plan(self, text: str):
        with pytest.raises(Illegal, match="what is not to be done, but not what is"):
            plans.read_plan(TAROT, text, NAMES)

    @given(st.text(max_size=120), st.sampled_from(sorted(GAMES)))
    @settings(max_examples=200, deadline=None)
    def test_any_text_is_a_plan_or_refused(self, text: str, key: str):
        with suppress(Illegal):
            lines = plans.read_plan(GAMES[key], text, NAMES).lines
            assert lines
            assert all(line.does in plans.ACTIONS for line in lines)

    @given(st.lists(st.sampled_from(SAID.split(" | ")), min_size=1, max_size=7), st.sampled_from(sorted(GAMES)))
    @example(["raise", "Dmitri by one", ",", "up to", "34 tops"], "texas-42")
    @settings(max_examples=80, deadline=None)
    def test_whatever_is_said_of_plans_is_one_or_refused(self, said: list[str], key: str):
        with suppress(Illegal):
            plan = plans.read_plan(GAMES[key], " ".join(said), NAMES)
            assert plans.says(GAMES[key], plan, NAMES, str)

    @given(st.data())
    @settings(max_examples=12, deadline=None)
    def test_sentences_of_people_put_together_anyhow_are_a_plan_or_refused(self, data: st.DataObject):
        written = sentences()
        key = data.draw(st.sampled_from(sorted({game for game, _ in written})))
        said = [text for game, text in written if game == key]
        text = " ".join(data.draw(st.lists(st.sampled_from(said), min_size=2, max_size=3)))
        with suppress(Illegal):
            plans.read_plan(GAMES[key], text, {1: "Bob"} if key == "titro" else NAMES)

    @each(
        "text",
        [
            "small if everyone ahead of me has passed. Somebody in already? Then I'm not playing, pass",
            "if everyone else passed guard, if they haven't pass",
            "if Bruno and Chiara both passed: small. If they haven't, pass",
        ],
    )
    def test_what_is_not_so_of_several_is_a_plan_or_refused(self, text: str):
        with suppress(Illegal):
            plans.says(TAROT, plans.read_plan(TAROT, text, NAMES), NAMES, str)

    CONTRARY = (
        ("KH has gone", "KH has not gone"), ("I can win", "I cannot win"), ("I can follow", "I cannot follow"),
        ("I lead", "Bruno leads"), ("I lead", "I play last"), ("I have KH", "I do not have KH"),
        ("I have KH", "KH has gone"), ("I have KH", "KH is in the trick"), ("I play last", "I play second"),
        ("KH is in the trick", "KH is not in the trick"), ("KH is winning", "KH is not in the trick"),
        ("partner is winning", "an opponent is winning"), ("partner is winning", "partner is not winning"),
        ("the taker is winning", "the taker is not winning"), ("Bruno is winning", "Bruno is not winning"),
        ("somebody has trumped", "nobody has trumped"), ("Bruno has played", "Bruno has not played"),
        ("I play last", "Bruno is yet to play"), ("hearts are led", "spades are led"), ("KS is led", "hearts are led"),
        ("the trick has at least 8 points", "the trick has fewer than 5 points"),
        ("the trick has more than 8 points", "the trick has fewer than 5 points"),
        ("I have no hearts", "I have a heart"), ("it is the last trick", "it is the first trick"),
        ("I play second", "Bruno and Chiara have played"),
    )  # fmt: skip

    @each(("one", "other"), [pair for each in CONTRARY for pair in (each, each[::-1])])
    def test_what_can_never_come_true_is_not_taken(self, one: str, other: str):
        for said in (f"if {one} and if {other}: low", f"if {one} and {other}: win", f"if {one}: low if {other}"):
            for game in (TAROT, SCARTO):
                with pytest.raises(Illegal):
                    plans.read_plan(game, said, NAMES)

    @each("text", ["if I do not have KH: KH", "if KH has gone: KH", "KH if KH is in the trick", "trumps led, void: T7",
                   "when void in trumps: T7", "if I have no trumps: low trumps"])  # fmt: skip
    def test_a_card_that_cannot_be_held_then_is_not_taken(self, text: str):
        with pytest.raises(Illegal):
            plans.read_plan(TAROT, text, NAMES)

    WORDS = (
        *"hearts spades trumps low high win lead partner Bruno or and else if 10 K KS T21 pass , ; unless".split(),
        "if I can win", "if I cannot follow", "if the taker is not winning", "if KH has gone", "if a king is led",
        "if I play second", "if the trick has at most 4 points", "if Bruno is not winning",
        "not leading", "win with a trump", "ruff low",
        "the most points", "follow low", "but not the petit", "bid small", "if nobody has bid", "until KS falls",
    )  # fmt: skip

    @given(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
    @settings(max_examples=80, deadline=None)
    @pytest.mark.wide
    def test_what_is_understood_reads_the_same_in_its_canonical_text(self, text: str):
        with suppress(Illegal):
            plan = plans.read_plan(TAROT, text, NAMES)
            again = plans.canonical(TAROT, plan, NAMES)
            assert plans.read_plan(TAROT, again, NAMES) == plan, again
            assert msgspec.json.decode(msgspec.json.encode(plan), type=Plan) == plan


DOES = "low high win win-low lowest highest ask play lead".split()


def tapped(game: AnyGame, coming: list[plans.Coming], hand: list[str], names: dict[int, str], random: Random) -> Any:
    """Lines as a page puts them together of taps: for a trick, or for something else that is asked."""
    others = [each for each in coming if not each.trick and each.slots]
    if others and (not game.trick_game or random.random() < 0.3):
        each = random.choice(others)
        said = tuple(random.choice(options) for options in each.slots.values())
        if game.passes.issuperset(said):
            return (plans.PlanLine("pass", phase=each.phase),)
        auction = game.trick_game and not game.passes.isdisjoint(*each.slots.values())
        return (plans.PlanLine("tokens", said, unbeaten=auction, phase="" if auction else each.phase),)
    if not game.trick_game:
        return (plans.PlanLine(random.choice(("nothing", "clock"))),)
    does, some = random.choice(DOES), random.sample(hand, random.randint(1, min(4, len(hand))))
    if does == "lead":
        return (plans.PlanLine("play", tuple(some), leads=True, ever=random.random() < 0.2),)
    line = plans.PlanLine(
        does,
        tokens=tuple(some) if does == "play" else (),
        led=tuple(of for of in game.suits if random.random() < 0.2),
        winning=tuple(seat for seat in names if random.random() < 0.2),
        partner=random.random() < 0.2,
        can=random.choice(("", "", "can", "cannot")),
        last=random.random() < 0.2,
        ever=random.random() < 0.2 and does in plans.OF_CARDS,
    )
    return plans.tapped(line)


@each("key", sorted(GAMES))
def test_taps_are_what_their_words_say(key: str):
    """A line is read again as it is; so is a plan of several, or it is asked back, but never taken for another."""
    game, random = GAMES[key], Random(key)
    found = [moment for at, moment in moments() if at == key]
    for moment in random.sample(found, min(4, len(found))):
        seat = random.choice(list(moment.asks))
        seen = game.view(moment.table.state, seat)["core"]
        names = {other: name for other, name in enumerate(ALL[: len(seen["counts"])]) if other != seat}
        coming = plans.coming(game, moment.table.state, seat, key)
        lines = [line for _ in range(4) for line in tapped(game, coming, seen["hand"] or HAND, names, random)]
        for line in lines:
            assert plans.line_of(game, plans.form_of(line), names) == line
        plan = Plan(tuple(dict.fromkeys(lines)), random.choice(UNTILS if game.trick_game else ("once", "always")))
        with suppress(Illegal):
            assert plans.read_plan(game, plans.canonical(game, plans.laid_out(game, plan, names), names), names) == plan


ALL = ("Ada", "Bruno", "Chiara", "Dmitri", "Edda", "Farid", "Gita", "Hugo")
UNTILS = "deal trick once always trump lead-lost".split()


@given(
    st.builds(
        plans.PlanLine,
        st.sampled_from((*plans.ACTIONS, "typed", "cheat")),
        tokens=st.lists(st.sampled_from(("KH", "T21", "guard", "XX", "H+", "centre", "")), max_size=2).map(tuple),
        led=st.sampled_from(((), ("H",), ("X",))),
        winning=st.sampled_from(((), (1,), (7,), (-9,), (10**30,))),
        phase=st.sampled_from(("", "play", "discard", "dance")),
        position=st.sampled_from((0, 2, 99)),
        holds=st.sampled_from(((), ("H:0:2",), ("H",))),
        facts=st.sampled_from(((), ("none",), ("turn x",))),
        counts=st.sampled_from(("", "<5", "~1")),
        side=st.sampled_from(("", "taker", "nobody")),
    ),
    st.sampled_from(sorted(GAMES)),
)
@settings(max_examples=60, deadline=None)
def test_no_form_holds_a_line_that_no_words_say(line: plans.PlanLine, key: str):
    with suppress(Illegal):
        plans.line_of(GAMES[key], plans.form_of(line), NAMES)
        assert line.does in plans.ACTIONS


class TestWhereOneStands:
    @each(
        ("game", "phase", "text", "nearest"),
        [
            (OTTOCENTO, "discard", "9 of swords, 8 of coins", ("discard 9S 8O", "9S 8O")),
            (OTTOCENTO, "deal", "9S 8O", ("discard 9S 8O", "9S 8O")),
            (SCARTO, "discard", "10H, 9H", ("discard 10H 9H", "10H 9H")),
            (TAROT, "bid", "QC NC", ("discard QC NC", "QC NC")),
        ],
    )
    def test_two_cards_before_the_discard_may_be_laid_away(
        self, game: AnyGame, phase: str, text: str, nearest: tuple[str, ...]
    ):
        with pytest.raises(Illegal) as refused:
            plans.read_plan(game, text, NAMES, phase)
        assert refused.value.nearest == nearest

    @each(
        ("game", "phase", "text", "plan"),
        [
            (OTTOCENTO, "play", "9 of swords, 8 of coins", "9S 8O"),
            (OTTOCENTO, "discard", "9S then 8O", "9S, if I do not have 9S: 8O"),
            (OTTOCENTO, "discard", "discard 9S 8O", "discard 9S 8O"),
            (OTTOCENTO, "discard", "9S", "9S"),
            (OTTOCENTO, "discard", "lead 9S 8O", "lead 9S 8O"),
            (SCARTO, "discard", "KH QH", "KH QH"),
            (TEXAS, "bid", "5-5 4-4", "5-5 4-4"),
        ],
    )
    def test_what_is_clear_is_taken_anywhere(self, game: AnyGame, phase: str, text: str, plan: str):
        assert plans.canonical(game, plans.read_plan(game, text, NAMES, phase), NAMES) == plan

    def test_what_was_offered_is_read_without_it(self):
        for text in ("discard 9S 8O", "9S 8O"):
            assert plans.canonical(OTTOCENTO, plans.read_plan(OTTOCENTO, text, NAMES), NAMES) == text


class TestInOrder:
    """What stands behind a card, a bid or a win under a condition."""

    CONDITIONS: tuple[dict[str, Any], ...] = (
        {"last": True}, {"partner": True}, {"winning": (1,)}, {"led": ("H",)}, {"trumped": "somebody"}, {"points": 5},
        {"follow": "cannot"}, {"led_by": ("1",)}, {"nth_trick": -1}, {"gone": ("KS",)}, {"mine": ("QS",)},
        {"ending": 3}, {"lies": ("KC",)}, {"position": 2}, {"can": "can"},
    )  # fmt: skip

    def test_keeps_its_order_as_it_is_written_out(self):
        for before in (PlanLine("play", ("KH",)), PlanLine("win"), PlanLine("duck")):
            for told in self.CONDITIONS:
                plan = Plan(lines=(before, PlanLine("lowest", **told)), until="deal")
                assert plans.read_plan(TAROT, plans.canonical(TAROT, plan, NAMES), NAMES) == plan

    @each(
        ("phase", "text", "plan"),
        [
            ("play", "take it", "win"), ("play", "small", "low"), ("bid", "small", "bid small"),
            ("bid", "take it cheaply", ""), ("play", "take it cheaply", "win"),
        ],
    )  # fmt: skip
    def test_what_may_be_a_bid_is_none_once_cards_are_played(self, phase: str, text: str, plan: str):
        try:
            read = plans.canonical(TAROT, plans.read_plan(TAROT, text, NAMES, phase), NAMES)
        except Illegal:
            read = ""
        assert read == plan


class TestOtherWords:
    """Simple plans as different people would type them: each with some of its ways behind it."""

    def test_other_words_for_the_same_are_the_same_plan(self, subtests: pytest.Subtests):
        key = plan = ""
        for line in (Path(__file__).parent / "plans_in_other_words.txt").read_text().splitlines():
            if not line.startswith(" "):
                key, plan = line.split(": ", 1)
                continue
            with subtests.test(text=line.strip()):
                names = {1: "Bob"} if key == "titro" else NAMES
                game = GAMES[key]
                read = plans.read_plan(game, line.strip(), names)
                assert plans.canonical(game, read, names) == plan
                assert stored(read) == read

    @each(
        ("text", "offered"),
        [
            ("if his cloak is a king the queen on the blind", "at the second bid if the blind is a king: queen blind"),
            ("if the blind is a trump: lowest on the cloak",
             "at the second bid if the blind is of trumps: lowest on cloak"),
        ],
    )  # fmt: skip
    def test_the_blind_tells_nothing_at_the_first_bid(self, text: str, offered: str):
        game = GAMES["titro"]
        with pytest.raises(Illegal, match="The blind is not seen before") as refused:
            plans.read_plan(game, text, {1: "Bob"}, "first-bid")
        assert refused.value.nearest == (offered,)
        for phase in ("", "second-bid"):
            assert plans.read_plan(game, text, {1: "Bob"}, phase).until == "once"

    @each(
        ("text", "offered"),
        [
            ("take the king, leave the rest", ("keep the only one of kings", "steal the only one of kings")),
            ("grab the two highest", ("keep the 2 highest cards", "steal the 2 highest cards")),
            ("take the highest", ("keep the highest card", "steal the dearest")),
        ],
    )
    def test_what_is_taken_where_cards_are_kept_may_be_either(self, text: str, offered: tuple[str, ...]):
        game = GAMES["titro"]
        with pytest.raises(Illegal) as refused:
            plans.read_plan(game, text, {1: "Bob"}, "keep")
        assert refused.value.nearest == offered
        for one in offered:
            assert plans.canonical(game, plans.read_plan(game, one, {1: "Bob"}, "keep"), {1: "Bob"}) == one

    def test_titro_knows_whether_trumps_are_held(self):
        game = GAMES["titro"]
        [line] = plans.read_plan(game, "if I have no trumps: lowest on cloak", {1: "Bob"}).lines
        ask = Ask("A bid.", (Slot("card", ("6S", "T6")), Slot("place", ("centre", "cloak"))), "6S cloak", game.words)
        for hand, holds in ((["6S", "T6"], False), (["6S", "3H"], True)):
            assert fits(line, Asked(game, state("titro"), ask, core(game, hand=hand), 0)) == holds


class TestMisleading:
    @each(
        ("game", "kind", "text", "plan"),
        [
            (GAMES[key], kind, *one)
            for key, kinds in misleading.BY_GAME
            for kind, texts in kinds.items()
            for one in texts.items()
        ],
    )
    def test_texts_are_taken_as_what_they_say_or_not_at_all(self, game: AnyGame, kind: str, text: str, plan: str):
        try:
            read = plans.read_plan(game, text, NAMES)
        except Illegal:
            return
        assert plans.canonical(game, read, NAMES) == plan, kind
        assert stored(read) == read

    @each("verb", ["ruff", "lead", "play", "duck", "discard", "cover", "overtrump", "bid", "call", "beat Bruno's"])
    @each("nothing", ["nothing else", "nothing more"])
    def test_nothing_else_behind_a_verb_forbids_and_does_nothing(self, verb: str, nothing: str):
        for text in (f"{verb} {nothing}", f"hearts: the 10, {verb} {nothing}"):
            with suppress(Illegal):
                assert says(text) == says("hearts: the 10")

    def test_remarks_are_left_out_and_told(self):
        plan = plans.read_plan(
            TAROT, "Hearts 10, my hand is rubbish. The weather has been simply dreadful in Wales!", NAMES
        )
        assert plan.unused == ("my hand is rubbish.", "The weather has been simply dreadful in Wales!")
        assert plan.lines == plans.read_plan(TAROT, "hearts 10", NAMES).lines

    @each("closing", [", cheers mate", ", good night all", ". Ta x", ". Thanks everyone!", ", see you"])
    def test_how_a_letter_closes_is_no_plan(self, closing: str):
        assert says(f"hearts 10{closing}") == says("hearts 10")
        with pytest.raises(Illegal):
            plans.read_plan(TAROT, closing.strip(" ,."), NAMES)


class TestUntil:
    TRICK = {"cards": [[0, "KS"], [1, "2S"], [2, "3S"], [3, "4S"]], "winner": 0}

    def ended(
        self,
        text: str,
        *tricks: dict[str, Any],
        trick: tuple[str, ...] = (),
        game: AnyGame = TAROT,
        before: int = 0,
        **more: Any,
    ):
        """Whether a plan ends in these tricks; so many of them were over before it was sealed."""
        plan = plans.read_plan(game, text, NAMES)
        plan = plans.sealed_at(plan, core(game, turn=[2], tricks=list(tricks[:before])), 0, 3)
        later = core(game, *trick, tricks=list(tricks), **more)
        return plans.ended(plan, plans.looking_on(game, state(game.key), later, 0))

    def test_the_deal(self):
        other = [{"unit": "deal", "number": 2, "of": None}]
        assert not self.ended("low", self.TRICK)
        assert self.ended("low", progress=other)
        assert not self.ended("low always", progress=other)

    def test_the_trick(self):
        assert not self.ended("low for this trick", trick=("5H",))
        assert self.ended("low for this trick", self.TRICK)

    def test_several_tricks(self):
        assert not self.ended("low for 2 tricks", self.TRICK, trick=("5H",))
        assert self.ended("low for 2 tricks", self.TRICK, self.TRICK)
        plan = plans.read_plan(TAROT, "low for the next two tricks", NAMES)
        assert plans.until_in_words(plan, str) == "for 2 tricks"
        for due_or_lying in ({"turn": [0]}, {"leader": 0, "turn": [1]}):
            later = plans.sealed_at(plan, core(TAROT, "5H", tricks=[self.TRICK], **due_or_lying), 0, 3)
            assert later.last == 3  # not my card to the second trick, but the third and the fourth

    def test_a_trump_or_a_named_card_falls(self):
        assert not self.ended("low until a trump falls", self.TRICK, trick=("5H",))
        assert self.ended("low until a trump falls", self.TRICK, trick=("5H", "T2"))
        assert self.ended("low until 3S falls", self.TRICK)

    def test_the_lead_is_lost(self):
        text = "lead KS QS until I lose the lead"
        assert not self.ended(text, self.TRICK)
        assert self.ended(text, {**self.TRICK, "winner": 2})

    def test_my_partner_takes(self):
        taken = {"cards": [[0, "KC"], [1, "6C"], [2, "AC"], [3, "7C"]], "winner": 2}
        assert self.ended("cups low until my partner takes", taken, game=OTTOCENTO)
        assert not self.ended("cups low until my partner takes", {**taken, "winner": 1}, game=OTTOCENTO)
        assert not self.ended("cups low until my partner takes", taken, game=OTTOCENTO, before=1)

    def test_nothing_ends_it_that_had_happened_before_it_was_sealed(self):
        lost = {"cards": [[0, "KS"], [1, "T2"], [2, "3S"], [3, "4S"]], "winner": 1}
        for until in ("a trump falls", "T2 falls", "I lose the lead"):
            assert self.ended(f"lead KS QS until {until}", self.TRICK, lost, before=1), until
            assert not self.ended(f"lead KS QS until {until}", lost, self.TRICK, before=1), until


class TestWritten:
    """Plans written by somebody who had not seen the reader, with what a careful friend would do with each."""

    WRITTEN = msgspec.json.decode((Path(__file__).parent / "rules/written/plans.json").read_bytes())
    OTHERS = {1: "Ruth", 2: "Omar", 3: "Jean"}

    def read(self, written: dict[str, Any]) -> Plan | None:
        """The plan, if it is understood at once."""
        try:
            return plans.read_plan(GAMES[written["game"]], written["text"], self.names(written))
        except Illegal:
            return None

    def names(self, written: dict[str, Any]) -> dict[int, str]:
        if written["game"] == "titro":
            return {1: "Bob"}
        return self.OTHERS | ({1: "Viktor"} if "Viktor" in written["text"] else {})

    @pytest.mark.long
    def test_most_are_understood_and_none_of_which_a_friend_would_ask(self):
        understood = {one["text"]: plan for one in self.WRITTEN if (plan := self.read(one))}
        asked = {one["text"] for one in self.WRITTEN if one["friend"] != "act"}
        assert asked.isdisjoint(understood)
        assert len(understood) > 0.7 * sum(one["friend"] == "act" for one in self.WRITTEN)

    @pytest.mark.long
    def test_what_is_explained_alike_is_alike_and_reads_the_same_in_its_canonical_text(self):
        explained: dict[tuple[str, ...], Plan] = {}
        for one in self.WRITTEN:
            plan, game, names = self.read(one), GAMES[one["game"]], self.names(one)
            if plan is not None:
                assert plans.read_plan(game, plans.canonical(game, plan, names), names) == plan
                assert [plans.line_of(game, plans.form_of(line), names) for line in plan.lines] == [*plan.lines]
                said = (game.key, *names.values(), *plans.says(game, plan, names, str), plan.until)
                assert explained.setdefault(said, plan) == plan


class TestStoredBefore:
    """Each kind of line as 1.0 has stored it, with what 1.0 answered in these situations."""

    LYING = (("5H 10H QH", "2H"), ("5H QH KH", "9H 10H"), ("2S KS", "9S"), ("T3 T21", "9C T2"), ("KS 10H T3 F", ""),
             ("5H KH", "9H 2H 3H"))  # fmt: skip
    TO_TRICKS = (
        ('{"does":"play","tokens":["10H"],"led":["H"]},{"does":"low"}', "10H 5H 2S - - 5H"),
        ('{"does":"low","led":["H"]},{"does":"ask"}', "5H 5H - - - 5H"),
        ('{"does":"win-low"}', "5H QH KS T3 - KH"),
        ('{"does":"win"}', "5H QH KS T3 - KH"),
        ('{"does":"highest"}', "QH KH KS T21 T3 KH"),
        ('{"does":"play","tokens":["KS","10H","T21"],"leads":true},{"does":"clock"}', "5H 5H 2S T3 KS 5H"),
        ('{"does":"low","partner":true},{"does":"high"}', "QH KH KS - - KH"),
        ('{"does":"low","winning":[1,3]},{"does":"high"}', "5H KH 2S - - 5H"),
        ('{"does":"high","can":"can"},{"does":"low","can":"cannot"}', "QH KH KS - - KH"),
        ('{"does":"play","tokens":["KH"],"led":["H"],"trumped":"nobody"}', "- KH - - - KH"),
        ('{"does":"lowest","last":true}', "- - - - - 5H"),
        ('{"does":"low","of":"H","leads":true}', "- - - - 10H -"),
        ('{"does":"typed","tokens":["KH"]}', "- KH - - - KH"),
        ('{"does":"typed","tokens":["10H"],"phase":"play"}', "10H - - - 10H -"),
    )
    TO_BIDS = (
        ('{"does":"pass"}', "pass pass"),
        ('{"does":"tokens","tokens":["guard"],"unbeaten":true}', "guard -"),
        ('{"does":"tokens","tokens":["guard"],"phase":"bid"},{"does":"pass"}', "guard pass"),
        ('{"does":"typed","tokens":["guard without"]}', "- guard-without"),
    )

    def test_acts_as_it_did(self, subtests: pytest.Subtests):
        cards = [(options, tuple(trick.split()), "play") for options, trick in self.LYING]
        bids = [(options, None, "bid") for options in ("pass small guard", "pass guard-without")]
        for situations, kinds in ((cards, self.TO_TRICKS), (bids, self.TO_BIDS)):
            for lines, answers in kinds:
                stored = msgspec.json.decode(f'{{"lines":[{lines}],"until":"deal"}}', type=Plan)
                with subtests.test(lines):
                    assert [self.given(stored, *at) for at in situations] == answers.split()
                    if "typed" not in lines:
                        assert plans.read_plan(TAROT, plans.canonical(TAROT, stored, NAMES), NAMES) == stored

    def given(self, plan: Plan, options: str, trick: tuple[str, ...] | None, phase: str) -> str:
        ask = Ask("Yours.", (Slot("card", tuple(options.split())),), options.split()[0], TAROT.words)
        seen = core(
            TAROT, *(trick or ()), hand=options.split(), phase=phase, **({} if trick is not None else {"trick": None})
        )
        found = plans.answer(plan, Asked(TAROT, state(TAROT.key), ask, seen, 0))
        return found.answer if found else "-"


# In whole games ------------------------------------------------------------------------------------------------------

TEXTS = (
    "partner low, else win or low", "win, else low", "lowest card", "highest card", "pass",
    "if I can win: high, else low",
    "lead lowest card, partner low, if I cannot win: low, else lowest card", "Bruno low, else highest card always",
    "clock", "low for this trick", "low until a trump falls", "low until my partner takes", "nothing",
    "guard, else pass",
    "30, else pass", "high until I lose the lead",
    "keep the two highest", "keep all trumps, else the lowest", "steal the only heart, else the dearest",
    "9S blind, then highest of its suit on the centre", "second highest on the cloak",
    "if my cloak is over 10: lowest on it, else highest heart on whichever is left, blind before centre",
    "0 first turn, 3 second, 1 last", "3 if I draw the Devil or the Tower, else lowest token",
    "stay if my card is worth 2 or more, otherwise take from Bruno", "guard over a small, else pass",
    "pass, but if I'm last and all have passed then small", "31 over Bruno, else pass",
    "call hearts, unless I have that king, then spades", "call my longest suit", "give the cheapest, whichever",
    "discard the three lowest", "discard clubs from the bottom, then hearts from the bottom", "the two lowest swords",
)  # fmt: skip


@cache
def understood(key: str) -> list[Plan]:
    """The texts that mean something in a game; each reads the same in its canonical text."""
    found = []
    for text in TEXTS:
        with suppress(Illegal):
            found.append(plan := plans.read_plan(GAMES[key], text, NAMES))
            assert plans.read_plan(GAMES[key], plans.canonical(GAMES[key], plan, NAMES), NAMES) == plan
    return found


@cache
def moments() -> list[tuple[str, Moment]]:
    """What is asked in whole games, with the game."""
    return [(case.key, moment) for case in cases(1) for moment in played(case).some(30) if moment.asks]


any_moment = st.deferred(lambda: st.sampled_from(moments()))


@given(any_moment, st.randoms(use_true_random=False))
@settings(max_examples=120, deadline=None)
@pytest.mark.wide
def test_what_a_plan_answers_is_lawful_and_the_same_at_any_table_that_its_seat_cannot_tell_apart(
    at: tuple[str, Moment], random: Random
):
    key, moment = at
    game, seat = GAMES[key], random.choice(list(moment.asks))
    here, unseen = (
        Asked(game, table, game.phases[table.phase].asks(table)[seat], game.view(table, seat)["core"], seat)
        for table in (moment.table.state, game.redeal(moment.table.state, seat, random))
    )
    for plan in understood(key):
        found = plans.answer(plan, here)
        assert found is None or lawful(here.ask, found.answer)
        assert found == plans.answer(plan, unseen)
        assert plans.ended(plan, here) == plans.ended(plan, unseen)


@each("key", TRICK_GAMES)
def test_every_game_of_tricks_says_what_plans_need(key: str):
    game = GAMES[key]
    assert game.suits
    assert game.trick_winner
    assert plans.read_plan(game, plans.example(game), NAMES)
    reached = set()
    for moment in (moment for at, moment in moments() if at == key):
        for seat in moment.asks:
            seen = game.view(moment.table.state, seat)["core"]
            assert seen["led"] is None or seen["led"] in game.suits
            if seen["trick"]:
                trick = tuple((by, card) for by, card in seen["trick"])
                last = max(seen["counts"]) == 1
                assert last or game.trick_winner(moment.table.state, trick) == seen["winning"]
                reached.add("trick")
    assert reached


@each("key", TRICK_GAMES)
def test_what_would_happen_now_shows_nothing_hidden(key: str):
    game = GAMES[key]
    plan = plans.read_plan(game, "win, else low", NAMES)
    found = [moment for at, moment in moments() if at == key and moment.table.state.phase == "play"]
    for moment in found[1:8:3]:
        seat = (next(iter(moment.asks)) + 1) % len(game.scores(moment.table.state))
        seen = game.view(moment.table.state, seat)["core"]
        cases_now = plans.foresee(game, plan, moment.table.state, seat, "3")
        hidden = game.redeal(moment.table.state, seat, Random(9))
        played_cards = {given.answer for case in cases_now for given in case.given if given}
        assert played_cards <= set(seen["hand"])
        assert all(case.led is None or case.led in game.suits for case in cases_now)
        assert cases_now or len(seen["hand"]) < 2 or not seen["counts"][seat]
        assert plans.foresee(game, plan, hidden, seat, "3") == cases_now
        both = (moment.table.state, hidden)
        assert plans.coming(game, both[0], seat, "3") == plans.coming(game, both[1], seat, "3")


def test_a_secret_partner_is_known_to_itself_alone():
    """With five, until the called card has fallen, the partner knows the taker, and nobody else knows anything."""
    found = 0
    for case in cases(1):
        if case.key == "french-tarot" and case.seats == 5:
            for moment in played(case).moments:
                deal = getattr(moment.table.state, "deal", None)
                if moment.table.state.phase == "play" and deal.partner is not None and not deal.fallen:
                    known = {seat: TAROT.partners(moment.table.state, seat) for seat in range(5)}
                    assert known == {seat: (deal.taker,) if seat == deal.partner else () for seat in range(5)}
                    found += 1
    assert found
