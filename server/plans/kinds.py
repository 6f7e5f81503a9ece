"""The words of plans by their kinds, and what kinds say together in any order: “the ten on hearts”, “hearts? ten”.

A word, or a few, is of a kind (`KINDS`); cards, suits, players, bids, numbers and places are kinds of their own, found
by `holes`. A row of `WHENS` or `DOES` lists the kinds that together say a condition, or what is done, and makes a part
of a line of their values. A word that is missing goes into `KINDS`, a sentence into a row; the order of the words does
not matter, and words of `LITTLE` may stand between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from ..rules import AnyGame
from .grammar import RANK_ALONE, Part, winning
from .language import (
    AFTER,
    ASK,
    CAN,
    CANNOT,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NOBODY,
    OPPONENT,
    OTHERS,
    PASS,
    PICK,
    PLAY,
    POOREST,
    RICHEST,
    SOMEBODY,
    TOKENS,
    WIN,
)
from .vocabulary import is_card, of_suit

Values = Mapping[str, Sequence[Any]]
"""What was said of each kind, in the order of the text."""
Row = tuple[str, Callable[[AnyGame, Values], Part | None]]

KINDS: Mapping[str, str] = {
    # people
    "me": "i|me|myself",
    "nobody": "nobody|none of them|no opponent",
    "somebody": "somebody|anyone|any of them",
    "everybody": "the three of them|the lot of them|all of the others|everybody|all others|all three|all of them"
    "|all three others|everyone else|all",
    "other": "the other two|the other suits|other suits|any other suit|the other ones|another suit|a different suit"
    "|other leads",
    "passedround": "three passes|passed round|passed around|passed out to me|everybody passes|all pass|all passed"
    "|passes all round|passed all round|the others pass|the others passed|the others have passed",
    "front": "in front|first hand|at the head",
    # what happens
    "led": "started|opened|begun|start the trick|starts the trick|open the trick|opens the trick|begin the trick"
    "|begins the trick|is begun|is started|hits the table first|"
    "led|is led|are led|comes|come|come up|comes up|come round|gets led|called for|asked|asked for|is played"
    "|are played|is lead|are lead|is opened|is wanted",
    "lead": "began|started|has led|has started|came out|came out first|comes out|comes out first|come out"
    "|came out with|kicks off|kick off|leads off|lead off|begins the trick|began the trick|started the trick"
    "|opened the trick|opens the trick|starts the trick|the one leading|the one to lead|on play|"
    "lead|leads|leading|on lead|in the lead|open|opens|start|starts|start with|come out with|cash|lead out"
    "|open with|have the lead|has the lead|get the lead|get in|am in|to lead|bring out|begin|begin with|begins|draw"
    "|pull|drag|bleed|keep leading|go on leading|run|lead back|lead with|return|come back with|am on lead"
    "|with the lead|the lead comes to me|the lead is mine|have to lead|must lead|walk|find myself on lead"
    "|find myself leading"
    "|find myself in|find myself with the lead"
    "|find myself in the lead|end up on lead|end up leading|end up in|end up with the lead|happen to lead"
    "|happen to be on lead|happen to have the lead|gain the lead|come to lead|come to the lead|be on lead|be leading"
    "|be in the lead|have the lead again|am in the lead|have to start|must start|have to open|must open",
    "wins": "hold the trick|have the trick|is holding the trick|holding the trick|the one winning|currently ahead"
    "|currently on top|currently best|at the top|top of the trick|winning so far|leading the trick|"
    "winning|is winning|currently winning|is best|holding it|sitting pretty|took it|has taken it|is ahead"
    "|is on top|is in front|beats me|holds the trick|has got it|winning it|winning the trick|takes it|wins it"
    "|got the trick|ahead|on top|has it|got it|holds it|wins|in front|in charge|best|highest so far|takes|taking"
    "|leading it|owns it|gets it|have it|has the trick|win|has won|top|be won|be beaten|be taken|be had",
    "play": "out with|out comes|in goes|down goes|on goes|up goes|out goes|put|stick to|part with|put forward"
    "|give away|get shot of|let go|let go of|lob|hand over|commit|"
    "give him|give her|give them|feed him|feed her|feed them|let him have|let her have|let them have"
    "|hand him|hand them|hand her|play him|play them|play with|go for|put it|play it|plays|played|keep playing"
    "|play on|put on|throw on|put in|throw in|throw off|lay down|drop on|stick on|chuck|toss|dump|lay|slough|sluff"
    "|shed|get rid|has thrown|thrown|threw|went|put|throw|use|give|drop|go|go with|get out|part with|spend|want"
    "|take|bring|puts|stick|slip|feed|load|add|offer|pay|smear|contribute|make it|has gone up|has played|put up"
    "|put down|goes",
    "follow": "on suit|keep following|follow|follow suit|following|following suit|have the suit|have it",
    "void": "off suit|lacking it|without any|without one|none|got nothing|not got any|nothing of it|"
    "void|am void|am out|am out of|none left|none of it|have none|have none left|nothing left|out of it"
    "|cannot follow|ran out|got none|out of|out of the suit|void in|no more|run out|run out of|out|short",
    "trumped": "trumped already|has been trumped|put a trump|played a trump|trumped|ruffed|has trumped|has ruffed"
    "|been trumped|trumps in|ruffs in|overtrumped|cut|has cut|trump in|ruffs|is ruffing",
    "ruff": "ruff|trump|cut|trump in|ruff in|trump with",
    "overruff": "overtrump|overruff|trump over|trump higher|go over with a trump",
    "on": "on|onto|over|on top of|under|against|to|on the first|to the first|under the first",
    "gone": "appeared|has appeared|come out|dropped|out of the way|already played|been seen|used|has been used"
    "|been used|seen|"
    "gone|has been|is done|has been and gone|has been seen|has fallen|was seen|dead|spent|no longer out"
    "|has come down|has come out|has dropped|history|has gone|is gone|been played|has been played|fallen|is down"
    "|was played|is past|played",
    "there": "hits the table|hit the table|lands|lands in it|lands on the table|arrives|makes an appearance"
    "|have fallen|has fallen to the trick|have fallen to the trick|lying there|played to it"
    "|played to this trick|played to the trick|been played to the trick|been put in|among the cards|in there|"
    "show up|shows up|turn up|appear|in the trick|there|lies|is lying|on the table|is on|is in"
    "|has been put|appears|falls|shows|turns up|is up|in",
    "have": "have|hold|holding|got|have got|keep",
    "can": "can|able|possible|could",
    "not": "not|no|never|without|nothing|none|isn|doesn|lacking|lack|missing",
    "yet": "has to come|has still to play|is still to come|still has to play|comes after me|plays after me"
    "|has to play|has to act|follows me|sits behind me|"
    "yet|to come|behind me|after me|to play|yet to play|still to play|still to come|left to play|waiting",
    "before": "before mine|ahead of me|in already|is in|done|is done|had a turn|been|in ahead of me|down already"
    "|already down|has been|has had a turn|played ahead of me|"
    "before me|already|has already|acted|in before me",
    "last": "last one to the trick|last to the trick|last to the table|the last one|final player|in fourth place"
    "|fourth in hand|last in the trick|last card in|closing hand|last of all|"
    "last|last player|am last|play last|playing last|go last|last one|the end|last to go|last to play"
    "|the last|final|last hand|last in hand|fourth hand|in last place",
    "hand": "hand|place|seat|player|to play",
    "trick": "tricks|trick|tricks|round",
    "time": "time|times|round",
    "worth": "worth|counts|has|contains|holds",
    "points": "count|counts|points of count|counters|value|points|point|pts|in it",
    "more": "exceeds|in excess of|beyond|more|over|above|higher|better|more than|bigger|higher than|greater|past",
    "least": "no less than|not less than|no fewer than|not fewer than|or more|at least|at lowest|or better|or higher"
    "|and up|plus|or over|or above",
    "less": "less|under|below|fewer|lower|less than|fewer than|at most|or less|smaller|lower than|or fewer",
    "with": "with|by",
    # what is done
    "win": "win|beat|take|beat it|win it|take it|overtake|head|top|capture|win the trick|take the trick|go over|cover",
    "duck": "try to lose|aim to lose|leave it alone|let it be|let it run|let it pass|stay out of it|do not win|duck"
    "|lose|stay under|go under|let it go|leave it|lose it|keep under|stay low|play under|avoid winning",
    "cheaply": "economically|as economically as possible|thriftily|cheaply|cheapest|as cheaply as possible"
    "|with as little as possible|barely|just",
    "rich": "biggest points|best points|my points|highest points|fattest|fattest card|points card|most points"
    "|richest|points|fat|counters|count",
    "poor": "nothing of value|no count|nothing that counts|nothing with points|something worthless|no value"
    "|no points|junk|rubbish|nothing good|nothing valuable|fewest points card|fewest points|poorest"
    "|least points",
    "pass": "passing|has passed already|is out|is passing|"
    "let partner have it|let my partner have it|leave her in|leave him in|leave them in|let it stand"
    "|leave it there|leave her to it|sit this one out|sit it out|sit out|no thanks|stay out of it|let him have it"
    "|let them have it|let her have it|bow out|nothing doing|give up|leave it|not bidding|stop bidding|stay quiet"
    "|say nothing|pass|passed|passes|has passed|out|no bid|stay out|drop out|fold|quit",
    "bid": "made any bid|made a bid|has made a bid|gone for it|has gone for it|in the bidding|is in the bidding"
    "|put in a bid|has put in a bid|bids something|has bid something|taken it|has taken it|bought it|has opened"
    "|has opened the bidding|came in|biddable|opened his mouth with a bid|"
    "has the bid|have the bid|got the bid|holds the bid|bid|has gone in|gone in|in on it|has come in|come in"
    "|comes in|has spoken|made a bid|bidding|in the auction|has bid|bids|say|says|said|opened|opens|go|goes|in"
    "|is in|spoken|called|has called|open",
    "call": "call|make|choose|name|trumps are|trump is|trumps is|as trumps|for trumps|are trumps|is trump|is trumps",
    "butit": "apart from it|except it|but not it|other than it|except that|except that one|but not that one|besides it",
    "free": "to be had|up for grabs|still going|free|open|possible|available|left|still free|still open|offered"
    "|lawful|on offer",
    "taken": "taken for|taken|used|gone|used up|blocked|occupied|bid",
    "turn": "his card|her card|their card|his turn|her turn|their turn|card|turn|go",
    "from": "from|by",
    "away": "lay away|discard|away|out|in the dog|get rid of|off",
    "keep": "keep|take back|hold|save|have back",
    "steal": "steal|take|pinch|grab|nick|rob",
    "ask": "consult|hand it to me|leave it with me|my decision|me to decide|pause|let me see|"
    "ask me|leave it open|let me decide|i decide|up to me|hold|i choose|check with me|consult me|wait"
    "|wait for me|ask|leave it to me|stop",
    "also": "and|with|announce|declare|say|show|signal|plus",
}
"""The phrases of each kind, in the words of `grammar` (`phrasing` makes these of others)."""

LITTLE = frozenset(
    "a an the my your our it its this is are am was were be been will would should shall i you do just there here"
    " please one trick own anyway again already still yet well up down left remaining instead"
    " does did has who".split()
)
"""Words that say nothing beside the others of a sentence: a closed list."""
LOOSE = frozenset(
    "his her their some any of at for in on out off suit ones cards him them that those these which now then first"
    " whatever whichever anyhow".split()
)
"""Words that mostly say nothing, but may tell who, where or which: what is read without them is guessed."""
JOINING = frozenset("to by as onto with tiles thing things".split())
"""Words that join others, and say nothing beside them."""
NOTHING_SAID = (
    "of whatever suit|whatever happens|whatever comes|every time|each time|this hand|this deal|any of them|in any case"
    "|for me|in hand|in this trick|to this trick|i have|i hold|i have got|i can|i may play|if possible|if i can"
    "|no matter what|of course|every trick|in turn|when it gets to me|from me|on the trick|of mine|that i have"
    "|that i hold|i would say|if i have it|if i may|i can get away with|that i can get away with|on any trick"
    "|the trick|to the trick|i have left|i may have|there is|i can find|as long as it is lawful|i do not care"
    "|do not mind|no problem|my friend|as ever|every round|all the time|from my hand|out of my hand|in my hand"
    "|if available|if it is available|if that is available|if need be|if needed|if free|if it is free|if still free"
    "|if that is free|if it is open|if they let me"
    "|if allowed|if i am allowed|if permitted|if offered|if i am let|and nothing else|and nothing more"
    "|without asking|no questions|till they run out|until they run out|till i run out|until i run out"
    "|till i have none|until i have none|till i have none left|until i have none left|as long as they last"
    "|while they last|while i have them|as long as i have them|till the suit runs out|until i am out|till i am out"
    "|til i am out|til i run out|til they run out|that somebody plays|that is played|that gets played|that comes"
    "|that comes up|that comes along|that falls|that appears|that shows up|that turns up|they play|that they play"
    "|this rubbish|this junk|this mess|this lot|with this rubbish|with this junk|with this mess|with this lot"
    "|with this hand|on this hand|with these cards|on these cards|on this lot|on this rubbish"
)
SAYING_NOTHING: dict[str, list[tuple[str, ...]]] = {}
"""By its first word: each phrase that says nothing."""
for _phrase in NOTHING_SAID.split("|"):
    SAYING_NOTHING.setdefault(_phrase.split()[0], []).append(tuple(_phrase.split()))


def _all(named: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(named))


def _one(kind: str) -> Callable[[Values], Any]:
    return lambda found: found[kind][0]


def _put(**parts: Any) -> Callable[[AnyGame, Values], Part | None]:
    return lambda *_: parts


def _of(kind: str, field: str, **parts: Any) -> Callable[[AnyGame, Values], Part | None]:
    """What was said of a kind, as a field that has several values."""
    return lambda _, found: {field: _several(found[kind][0]), **parts}


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _with_who(means: Callable[[str], Part], **parts: Any) -> Callable[[AnyGame, Values], Part | None]:
    return lambda _, found: {**means(found["who"][0]), **parts}


def _is_winning(who: str) -> Part:
    return winning(who)


def _unwinning(who: str) -> Part:
    return {"partner": True} if who == OPPONENT else {"unside": who}


def _void(game: AnyGame, found: Values) -> Part | None:
    of = found["suit"][0]
    if of == ("T",) and found.get("void") == ("no",) and "me" not in found:
        return {"holds": ("T:0:0",), "_whose_trumps": True}  # “no more trumps”: I, or anybody?
    return {"holds": ("T:0:0",)} if of == ("T",) else {"led": of, "follow": CANNOT}


def _no_such(game: AnyGame, found: Values) -> Part | None:
    of = found["suit"][0]
    return {"unlies": of_suit(game, "T")} if of == ("T",) and of_suit(game, "T") else None


def _lie(game: AnyGame, found: Values) -> Part | None:
    of = found["suit"][0]
    return {"lies": of_suit(game, "T")} if of == ("T",) and of_suit(game, "T") else {"led": of}


def _counted(game: AnyGame, found: Values) -> Part | None:
    n = int(found["number"][0])
    if "more" in found:
        return {"points": n} if "least" in found else {"counts": f">{n}"}
    if "less" in found:
        return {"counts": f"<{n}"}
    return {"points": n}


def _so_many(game: AnyGame, found: Values) -> Part | None:
    n, of = int(found["number"][0]), found["suit"][0][0]
    if n == 1 and found.keys().isdisjoint(("more", "less")):
        return None  # “when I have one trump”: or more?
    most = 99 if "more" in found else n
    return {"holds": (f"{of}:{0 if 'less' in found else n}:{most}",)}


def _place(game: AnyGame, found: Values) -> Part | None:
    n = int(found["nth"][0])
    return {"position": n} if n > 1 else {"leads": True}


def _nth_trick(game: AnyGame, found: Values) -> Part | None:
    n = int(found["nth"][0])
    return {"nth_trick": n} if n > 1 else {"opening": True}


def _time(game: AnyGame, found: Values) -> Part | None:
    return {"led": found["suit"][0], "time": int(found["nth"][0])}


def _first_led(game: AnyGame, found: Values) -> Part | None:
    by = {"led_by": (found["who"][0],)} if "who" in found else {}
    return {"first": _several((found.get("card") or found["group"])[0]), **by}


def _lain(game: AnyGame, found: Values) -> Part | None:
    by = {"laid_by": (found["who"][0],)} if "who" in found else {}
    return {"lies": _several((found.get("card") or found["group"])[0]), **by}


def _lain_behind(game: AnyGame, found: Values) -> Part | None:
    """“On the king from my partner”, and not “the king on my partner”."""
    return _lain(game, found) if next(iter(found)) == "on" else None


def _best(game: AnyGame, found: Values) -> Part | None:
    by = winning(found["who"][0]) if "who" in found else {}
    return {"best": _several((found.get("card") or found["group"])[0]), **by}


def _they_lead(game: AnyGame, found: Values) -> Part | None:
    who = found["who"][0]
    return {"follows": True} if who == OPPONENT and not game.sides else {"led_by": (who,)}


def _suit_led_by(game: AnyGame, found: Values) -> Part | None:
    part = _they_lead(game, found) or {}
    return {**({} if "follows" in part else part), "led": found["suit"][0]}


def _fact(name: str) -> Callable[[AnyGame, Values], Part | None]:
    def part(game: AnyGame, found: Values) -> Part | None:
        if name not in game.facts or len(found["place"][0]) != 1 or found["place"][0][0] not in game.words:
            return None
        filling = found.get("number") or (found["suit"][0] if "suit" in found else found.get("rank") or ())
        filling = filling[:1]
        return {"facts": (" ".join((name, found["place"][0][0], *map(str, filling))),)}

    return part


WHENS: Sequence[Row] = (
    # what is led
    ("suit", _of("suit", "led")),
    ("other led?", _put(_other=True)),
    ("front me?", _put(leads=True)),
    ("suit led", _of("suit", "led")),
    ("suit there", _lie),
    ("suit there not", _no_such),
    ("suit led/lead who", _suit_led_by),
    ("suit nth time led?", _time),
    ("suit nth led", _time),
    ("card/group led", _first_led),
    ("card/group led/lead who", _first_led),
    # who leads, who has played
    ("who led/lead", _they_lead),
    ("lead me", _put(leads=True)),
    ("lead me not", _put(follows=True)),
    ("lead not", _put(follows=True)),
    ("lead somebody", _put(follows=True)),
    ("who before", _of("who", "acted")),
    ("who play before?", _of("who", "acted")),
    ("who play? yet", _of("who", "waited")),
    ("who play not yet?", _of("who", "waited")),
    ("who before not", _of("who", "waited")),
    ("who play turn before?", _of("who", "acted")),
    ("who have? turn before", _of("who", "acted")),
    ("who turn there", _of("who", "acted")),
    ("who turn play not", _of("who", "waited")),
    ("who have? turn yet", _of("who", "waited")),
    ("who play? trick before", _of("who", "acted")),
    ("who play? trick yet", _of("who", "waited")),
    ("last me? hand?", _put(last=True)),
    ("last play me?", _put(last=True)),
    ("last not me? hand?", _put(waited=(AFTER,))),
    ("nth hand me?", _place),
    ("last trick", _put(nth_trick=-1)),
    ("last number trick", lambda _, found: {"ending": n} if 1 < (n := int(found["number"][0])) <= 24 else None),
    ("nth trick", _nth_trick),
    # following suit
    ("follow can me?", _put(follow=CAN)),
    ("follow can? not me?", _put(follow=CANNOT)),
    ("void me?", _put(follow=CANNOT)),
    ("void not me?", _put(follow=CAN)),
    ("void suit me?", _void),
    ("have not suit me?", _void),
    ("not suit me", _void),
    ("have number suit more? less? me?", _so_many),
    # who wins
    ("who", lambda _, found: {"_who": found["who"][0]}),
    ("more", _put(_than="more")),
    ("less", _put(_than="less")),
    ("several wins", _of("several", "winning")),
    ("several led/lead", _of("several", "led_by")),
    ("several led/lead suit", lambda _, found: {"led_by": found["several"][0], "led": found["suit"][0]}),
    ("who wins", _with_who(_is_winning)),
    ("who wins not", _with_who(_unwinning)),
    ("who wins with card", _best),
    ("who wins with group", _best),
    ("card wins", _best),
    ("group wins", _best),
    ("can wins/win me?", _put(can=CAN)),
    ("can wins/win not me?", _put(can=CANNOT)),
    # what lies there, has gone, or is mine
    ("who play card", _lain),
    ("who play group", _lain),
    ("card there", _of("card", "lies")),
    ("group there", _of("group", "lies")),
    ("card there not", _of("card", "unlies")),
    ("group there not", _of("group", "unlies")),
    ("card/group there from who", _lain),
    ("on from? who card/group", _lain_behind),
    ("card gone", _of("card", "gone")),
    ("card gone not", _of("card", "ungone")),
    ("cards gone", _of("cards", "gone")),
    ("card have me?", _of("card", "mine")),
    ("card have? not me?", _of("card", "unmine")),
    ("card on", _of("card", "lies")),
    ("group on", _of("group", "lies")),
    ("on suit", _of("suit", "led")),
    ("on who trick?", lambda _, found: {"_who": found["who"][0]}),
    ("led/lead on who", _they_lead),
    ("who trick", lambda _, found: {"_who": found["who"][0]}),
    ("somebody? trumped", _put(trumped=SOMEBODY)),
    ("nobody trumped", _put(trumped=NOBODY)),
    ("not trumped", _put(trumped=NOBODY)),
    ("number worth? points more? least? less? trick?", _counted),
    ("number worth trick?", _counted),
    # bids
    ("who bid", _of("who", "bid_by")),
    ("bid from who", _of("who", "bid_by")),
    ("pass from who", lambda _, found: {"passed": found["who"]} if found["who"][0] != OPPONENT else None),
    ("led/lead from who", _they_lead),
    ("suit led/lead from who", _suit_led_by),
    ("who bid token", lambda _, found: {"bid_by": (f"{found['who'][0]}={found['token'][0]}",)}),
    ("nobody bid", _put(bids=NOBODY)),
    ("somebody bid", _put(bids=SOMEBODY)),
    ("somebody led", _put(bids=SOMEBODY)),
    ("nobody led", _put(bids=NOBODY)),
    ("who pass", lambda _, found: {"passed": found["who"]} if found["who"][0] != OPPONENT else None),
    ("everybody pass before?", _put(passed=(OTHERS,))),
    ("with? passedround before?", _put(passed=(OTHERS,))),
    ("nobody bid before", _put(bids=NOBODY)),
    ("somebody bid before", _put(bids=SOMEBODY)),
    ("somebody bid token", lambda _, found: {"taken": found["token"][0]}),
    ("free token", lambda _, found: {"free": found["token"][0]}),
    ("taken token", lambda _, found: {"taken": found["token"][0]}),
    ("free not token", lambda _, found: {"taken": found["token"][0]}),
    ("can bid token me?", lambda _, found: {"free": found["token"][0]}),
    ("can not bid token me?", lambda _, found: {"taken": found["token"][0]}),
    # places
    ("place", lambda _, found: {"_at": found["place"][0]}),
    ("worth? number more", lambda _, found: {"_worth": ("worth-more", found["number"][0])}),
    ("worth? number least", lambda _, found: {"_worth": ("worth", found["number"][0])}),
    ("worth? number less", lambda _, found: {"_worth": ("worth-less", found["number"][0])}),
    ("place suit", _fact("suit")),
    ("place suit not", _fact("no-suit")),
    ("place rank", _fact("rank")),
    ("place rank not", _fact("no-rank")),
    ("place worth? number more", _fact("worth-more")),
    ("place worth? number least", _fact("worth")),
    ("place worth? number less", _fact("worth-less")),
)
"""The kinds that together say when. ``?``: may be missing; ``/``: one or the other."""


def _plays(does: str = PLAY, **marks: Any) -> Callable[[AnyGame, Values], Part | None]:
    def part(game: AnyGame, found: Values) -> Part | None:
        cards = found.get("cards") or found.get("card")
        if not cards:
            return {"does": does, **marks}
        return {"does": does, "tokens": _several(cards[0]), **marks}

    return part


def _described(**marks: Any) -> Callable[[AnyGame, Values], Part | None]:
    return lambda _, found: {**found["described"][0], **marks}


def _ruffing_it(game: AnyGame) -> Part:
    return {"led": tuple(of for of in game.suits if of != "T")} if game.trumps_freely else {"follow": CANNOT}


def _declaring(game: AnyGame, found: Values) -> Part | None:
    """What is declared with the first card."""
    does: Part = found["described"][0] if "described" in found else {"does": PLAY, "tokens": found["card"]}
    leads: Part = {"leads": True} if "lead" in found else {}
    said = found["said"][0]
    if any(one[0] == "+" for one in said):
        return {**does, **leads, "_first_with": said}
    return {**does, **leads, "also": said}


def _lead_suit(game: AnyGame, found: Values) -> Part | None:
    part, of = found["described"][0], found["suit"][0]
    how = part.get("_low")
    return {"does": how, "of": of[0], "leads": True} if how and len(of) == 1 else None


def _win_over(game: AnyGame, found: Values) -> Part | None:
    return {"does": WIN, "of": "T", "lies": found["group"][0]} if found["suit"][0] == ("T",) else None


def _trumping(game: AnyGame, found: Values) -> Part | None:
    """With a trump: where I cannot follow suit."""
    when = _ruffing_it(game)
    if "described" in found:
        part = found["described"][0]
        if part.get("of", "T") != "T":
            return None
        does = {LOWEST: LOW, HIGHEST: HIGH}.get(part.get("does", ""), part.get("does") or part["_low"])
        return {**when, "does": does, "of": "T", **({"but": part["but"]} if "but" in part else {})}
    cards = found.get("cards") or found.get("card")
    if cards:
        tokens = tuple(f"T{one[1:]}" if one[0] == RANK_ALONE else one for one in _several(cards[0]))
        return {**when, "does": PLAY, "tokens": tokens} if all(one in game.words for one in tokens) else None
    return {**when, "does": LOW, "of": "T"}


def _wins_with(game: AnyGame, found: Values) -> Part | None:
    part = found["described"][0]
    if (part.get("_low") or part.get("does")) not in (LOW, LOWEST, WIN):
        return None
    return {"does": WIN, **{name: part[name] for name in ("of", "but") if name in part}}


def _calls(game: AnyGame, found: Values) -> Part | None:
    of = found["suit"][0]
    if len(of) != 1 or "call" not in game.phases:
        return None
    token = of[0] if of[0] in game.words and not is_card(game, of[0]) else f"K{of[0]}"
    return {"does": TOKENS, "tokens": (token,), "phase": "call"} if token in game.words else None


def _picks(phase: str) -> Callable[[AnyGame, Values], Part | None]:
    def part(game: AnyGame, found: Values) -> Part | None:
        if phase not in game.phases:
            return None
        tokens = _several((found.get("picks") or found.get("both") or found.get("cards") or found["card"])[0])
        if any(one[0] == RANK_ALONE for one in tokens):
            return None
        return {"does": PICK if any(":" in one for one in tokens) else TOKENS, "tokens": tokens, "phase": phase}

    return part


def _puts(game: AnyGame, found: Values) -> Part | None:
    return {**dict(found["bidcard"][0]), "_places": found["place"][0]}


DOES: Sequence[Row] = (
    ("described play?", _described()),
    ("described lead", _described(leads=True)),
    ("described butit play?", _described(_kept_back=True)),
    (
        "play suit",
        lambda _, found: (
            {"does": LOW, "of": found["suit"][0][0], "_vague": True} if len(found["suit"][0]) == 1 else None
        ),
    ),
    ("said also", lambda _, found: {"_declares": found["said"][0]}),
    ("place", lambda _, found: {"_place": found["place"][0][0]} if len(found["place"][0]) == 1 else None),
    ("win who play cheaply?", lambda _, found: {**winning(found["who"][0]), "does": WIN, "_short": True}),
    (
        "ruff with? group",
        lambda game, found: (
            {**_ruffing_it(game), "does": PLAY, "tokens": found["group"][0]}
            if all(one[0] == "T" for one in found["group"][0])
            else None
        ),
    ),
    ("described follow with? me?", _described(follow=CAN)),
    ("card/cards play?", _plays()),
    ("card/cards lead", _plays(leads=True)),
    ("ruff with? described?", _trumping),
    ("ruff with? card/cards", _trumping),
    ("overruff cheaply? can?", lambda game, _: {**_ruffing_it(game), "does": WIN, "of": "T"}),
    (
        "overruff with? described",
        lambda game, found: {**_ruffing_it(game), **won, "of": "T"} if (won := _wins_with(game, found)) else None,
    ),
    ("described lead suit", _lead_suit),
    ("win group suit", _win_over),
    ("win/play last trick with? card", lambda _, found: {"does": PLAY, "tokens": (found["card"][0],), "nth_trick": -1}),
    ("win cheaply? can?", _put(does=WIN)),
    ("win with? described", _wins_with),
    ("win with card", _plays(WIN)),
    ("duck", _put(does=LOWEST)),
    ("win who", lambda _, found: {**winning(found["who"][0]), "does": WIN}),
    ("bidcard play?", lambda _, found: {**dict(found["bidcard"][0]), "_bidcard": True}),
    ("said also? described lead?", _declaring),
    ("said also? card lead?", _declaring),
    (
        "duck with? described",
        lambda _, found: {**found["described"][0]} if found["described"][0].get("_low") == LOW else None,
    ),
    ("rich play?", _put(does=RICHEST)),
    ("poor play?", _put(does=POOREST)),
    ("pass", _put(does=PASS)),
    ("bid? token play?", lambda _, found: {"does": TOKENS, "tokens": (found["token"][0],)}),
    ("call suit", _calls),
    ("call token", lambda _, found: {"does": TOKENS, "tokens": (found["token"][0],)}),
    ("call card", lambda _, found: {"does": TOKENS, "tokens": (found["card"][0],), "phase": "call"}),
    ("away picks/both/cards/card play?", _picks("discard")),
    ("keep picks/both/cards/card", _picks("keep")),
    ("steal picks/both/cards/card", _picks("split")),
    ("bidcard place play?", _puts),
    ("ask", _put(does=ASK)),
)
"""The kinds that together say what is done."""


def _written_out(row: str) -> Iterator[tuple[str, ...]]:
    """All ways to fill a row."""
    choices = [(*one.rstrip("?").split("/"), *(("",) if one.endswith("?") else ())) for one in row.split()]
    yield from (tuple(sorted(filter(None, way))) for way in product(*choices))


ROWS: dict[tuple[str, ...], list[tuple[bool, Callable[[AnyGame, Values], Part | None]]]] = {}
"""By the kinds, sorted: what they may say; and whether that is done, or else when."""
for _does, _rows in ((False, WHENS), (True, DOES)):
    for _row, _means in _rows:
        for _kinds in _written_out(_row):
            ROWS.setdefault(_kinds, []).append((_does, _means))
PARTS_OF_ROWS = frozenset(
    tuple(sorted(some)) for kinds in ROWS for n in range(1, len(kinds) + 1) for some in combinations(kinds, n)
)
"""What may still become a row."""
LEXICON: dict[str, list[tuple[tuple[str, ...], str]]] = {}
"""By its first word: each phrase, and its kind."""
for _kind, _phrases in KINDS.items():
    for _phrase in _phrases.split("|"):
        _said = tuple(_phrase.split())
        LEXICON.setdefault(_said[0], []).append((_said, _kind))
