"""Plans that are easily misread, by kinds, and the one plan as which each may be taken; empty: nothing may be taken."""

from __future__ import annotations

FRENCH_TAROT: dict[str, dict[str, str]] = {
    "“one”, which is a card named before": {
        "if Bruno leads a diamond, the jack; if Chiara leads one, the 9": (
            "diamonds and if Bruno leads: J, diamonds and if Chiara leads: 9"
        ),
        "if Bruno leads one, the 9": "",
        "if Bruno has played one, the 9 of hearts": "",
    },
    "a remark, and a condition that sounds like one": {
        "hearts 4, it's the lowest I have in it": "hearts 4",
        "if Bruno leads and it's the only one there, low": "",
        "king of hearts if it's the highest there, else low": "",
        "if Chiara leads, it's the highest of them, low": "",
    },
    "two leaders who may be the same": {
        "an opponent leads: lowest. Bruno leads: highest": "",
        "the taker leads: low. Chiara leads: high": "",
        "Bruno leads: lowest. Chiara leads: highest": "if Bruno leads: low, if Chiara leads: high",
    },
    "a suit that a rank alone shows, and the opposite case": {
        "jack of spades if Bruno is winning, otherwise the 3": (
            "spades and Bruno J, spades and Bruno ask me, spades 3"
        ),
        "queen of diamonds if I'm last, if not the 4": (
            "diamonds and if I play last: Q, diamonds and if I play last: ask me, diamonds 4"
        ),
        "if Chiara has played then the king of clubs, otherwise the 2": (
            "clubs and if Chiara has already played: K, clubs and if Chiara has already played: ask me, clubs 2"
        ),
        "knight of spades when the queen's already gone, else the 6": (
            "spades and if QS has gone: N, spades and if QS has gone: ask me, spades 6"
        ),
        "put the queen of hearts on if partner's winning, otherwise the ace": (
            "hearts and partner Q, hearts and partner ask me, hearts 1"
        ),
        "if the taker is winning, 10 of clubs, if he isn't, the knight": (
            "clubs and if the taker is winning: 10, clubs and if the taker is not winning: N"
        ),
        "if the trick is ours already then the knight of hearts, if it isn't then the 2": (
            "hearts and partner N, hearts and partner ask me, hearts 2"
        ),
        "King of hearts only when all the others have played already, before that the 5": (
            "hearts and if I play last: K, hearts and if I play last: ask me, hearts 5"
        ),
        "king of hearts when hearts are led, the queen if the king has gone already": (
            "hearts K, hearts and if KH has gone: Q"
        ),
        "king of hearts if last, else 20 if second, else the 5": "",
        "king of hearts if I'm last, otherwise the king of spades, else the 5": "",
    },
    "a rank alone, and the card before it": {
        "2 of clubs, if not the 3, if not lowest": "2C, else 3C, else low",
        "the 21, otherwise the 20, otherwise low": "T21, else T20, else low",
        "if partner is winning KH, else the 10": "hearts and partner K, hearts and partner ask me, hearts 10",
        "hearts: the king, else the 10": "hearts K, hearts 10",
        "KH or 10C, else the 5": "",
        "lead KS, else the queen": "",
    },
    "a rank alone, and the card that has gone": {
        "king of clubs if the queen's shown up, else low": "if QC has gone: KC, else low",
        "if the king of hearts has gone play the 10": "hearts and if KH has gone: 10",
        "the 10 once the queen of clubs is out": "clubs and if QC has gone: 10",
        "if the king of hearts hasn't gone the 5": "hearts and if KH has not gone: 5",
        "low until the king of clubs is out, then the queen": (
            "clubs and if KC has gone: Q, if KC has gone: ask me, else low"
        ),
        "if the kings of hearts and clubs have gone the 10": "",
    },
    "a rank alone, behind a trump, where I have none of the suit": {
        "void in hearts: 5 of trumps, then the 6": (
            "hearts and if I cannot follow: T5, hearts and if I cannot follow and if I do not have T5: T6"
        ),
        "can't follow? 5 of trumps. If that's gone the 9": "if I cannot follow: T5, if I cannot follow: T9",
        "13 of trumps when void; if the 13's been used the 11": (
            "if I cannot follow: T13, if I cannot follow and if T13 has gone: T11"
        ),
        "no clubs: T4, when it's gone the 8": "",
    },
    "a rank on another of its suit": {
        "play the jack under the king": (
            "spades and if KS is in the trick: J, hearts and if KH is in the trick: J, "
            "diamonds and if KD is in the trick: J, clubs and if KC is in the trick: J"
        ),
        "king on top of the queen": "",
        "the king on a queen": "",
    },
    "whatever else is led": {
        "clubs: the jack. If that's gone the 8. Anything else low": "clubs J, clubs 8, else low",
        "ruff spades with the 7, ruff anything else with the 2": (
            "spades and if I cannot follow: T7, hearts or diamonds or clubs and if I cannot follow: T2"
        ),
    },
    "the others, beside one who was named": {
        "high on the taker, low on the others": "if the taker is winning: high, if the taker is not winning: low",
        "high on Bruno, low on the others": "Bruno high, if Bruno is not winning: low",
    },
    "a suit behind the last of several ranks": {
        "the queen if it'd win, if not the 3, on diamonds": "",
    },
    "the least, of what was said before": {
        "partner ahead? the most points I have. Them ahead? the least.": (
            "partner the most points, if an opponent is winning: the fewest points"
        ),
    },
    "the other end of the suit before": {
        "the lowest spade, but if Bruno is winning the highest": "Bruno high spades, else low spades",
    },
    "the leads of all others": {
        "on Dmitri's leads the highest, on the others' leads the lowest": (
            "if Dmitri leads: high, if Bruno or Chiara leads: low"
        ),
    },
    "the suit of a line above another, which is offered": {
        "lowest diamond, if I've no diamonds lowest trump": "",
    },
    "a card that a higher one has overtaken": {
        "ruff spades with the 7 unless somebody put a higher trump, then the 16": (
            "spades and if I cannot follow: win with T7, else spades and if I cannot follow and if I have T7: T16"
        ),
        "spades led: T5. If there's already a higher trump in the trick, low": (
            "spades win with T5, spades and if I cannot follow and if I have T5: low"
        ),
        "trumps: 5. If a trump above that has been played, ask me": (
            "trumps win with T5, trumps and if I have T5: ask me"
        ),
        "KH. If somebody has gone higher, low": "",
    },
    "a condition behind several cards": {
        "T5, T6 when void": "",
        "5 and 6 of trumps if somebody has trumped": "if somebody has trumped: T5 T6",
        "KS, then T5 if somebody has trumped": "",
        "lead KS, T5 when void": "lead KS, if I cannot follow: T5",
    },
    "only where, behind several lines": {
        "KH if the trick has no trump in it, 5H if it does, only when hearts are led": "",
        "KH if nobody has trumped, low if somebody has, but only on a heart lead": "",
    },
    "no more trumps, whose": {
        "No more trumps: lead KS": "",
        "low if no more trumps": "",
        "I've no more trumps: lead KS": "lead if I have no trumps: KS",
    },
    "what is done once": {
        "lead my highest club, after that let me choose": "",
        "hearts low; after that, ask me": "",
        "lead KS, then ask me": "lead KS, else ask me",
    },
    "even, which is no condition": {
        "my lowest, even when I lead": "low",
        "high, even if Bruno is winning": "high",
        "king of hearts even if hearts are trumped": "KH",
    },
    "one or the other": {"either a high heart or a low club": "", "a big spade or a small diamond": ""},
    "them, whom I can beat": {
        "if the opponents are winning and I can't beat them the 6 of clubs, if I can beat them do": (
            "if an opponent is winning and if I cannot win: 6C, if an opponent is winning and if I can win: win"
        ),
        "if Bruno is winning and I can't beat him low, if I can beat him the king of hearts": (
            "Bruno and if I cannot win: low, Bruno and if I can win: KH"
        ),
    },
    "a cut, and a trump that is not to be played": {
        "cut with the 2 if I'm last, otherwise my smallest but not the 2": "",
    },
    "one, of what was said before": {
        "if no king has been played to the trick, king; if one has, lowest": "",
    },
    "what plans nothing": {
        "let me know when it's my turn": "",
        "I'll look at it myself": "",
        "ask me": "ask me",
    },
    "another time": {
        "if it's the first time spades are led: the 8, otherwise the king": (
            "spades and if it is the first time: 8, spades and if it is the first time: ask me, spades K"
        ),
    },
    "nothing else": {
        "ruff hearts with the smallest trump, ruff nothing else": "",
        "lead hearts, play nothing else": "",
        "duck nothing else": "",
        "trumps led: the 5 and nothing else": "trumps 5",
    },
    "after what does not last": {
        "after the first round of hearts lead the queen of hearts": "",
        "after hearts are led, low": "",
        "after Bruno leads the king": "",
    },
    "what was said of each suit, and the opposite": {
        "if nobody's trumped in, king; if they have, lowest": (
            "spades and if nobody has trumped: K, hearts and if nobody has trumped: K, "
            "diamonds and if nobody has trumped: K, clubs and if nobody has trumped: K, if somebody has trumped: low"
        ),
        "if nobody has trumped the king, if somebody has, low": (
            "spades and if nobody has trumped: K, hearts and if nobody has trumped: K, "
            "diamonds and if nobody has trumped: K, clubs and if nobody has trumped: K, if somebody has trumped: low"
        ),
    },
    "he, of a card": {
        "if spades are led and the king isn't out yet duck with the 2, if he's out play the queen": (
            "spades and if KS has not gone: 2, spades and if KS has gone: Q"
        ),
        "queen of hearts, or the knight if she's gone": "QH, else NH",
        "if Bruno leads low, if he's out high": "",
    },
    "a card, if it will win": {
        "king of hearts if it's going to win, otherwise the 9": "win with KH, else hearts 9",
        "king of hearts if it is sure to hold, else low": "win with KH, else low",
        "the 14 of trumps if it's good enough, else low": "win with T14, else low",
        "lead the king of spades, if it's good the queen": "lead KS, lead if KS held: QS",
        "high if my partner is going to win, else low": "",
        "king of hearts if it's a good idea, else low": "",
        "king of hearts if it's good for us, else low": "",
    },
    "how many from the top": {
        "follow suit with the second highest": "if I can follow: second highest of the suit led",
        "follow with my second lowest": "if I can follow: second lowest of the suit led",
        "follow with the second": "",
    },
    "what is corrected": {
        "hearts: 10. Clubs: 5, I mean clubs: 7": "",
        "hearts: 10; clubs: 5; sorry, clubs: 7": "",
        "low. Oh sorry, high": "",
        "I mean the king of hearts": "KH",
        "guard, I mean it": "guard",
    },
    "what is over what lies there": {
        "cheapest over what's there, can't? lowest": "win, else low",
        "trumps: the 14, or as low as possible over what's there": "",
        "hearts 10 or the cheapest winner": "",
        "lowest over 10": "",
    },
    "who gets what": {
        "Dmitri gets my lowest": "",
        "partner winning? high. Partner isn't: low": "partner high, if partner is not winning: low",
        "if Bruno has played: low. If Bruno is not: high": "",
        "give D everything I've got, give C nothing": "Dmitri the most points, Chiara the fewest points",
        "everything to the taker": "if the taker is winning: the most points",
        "give him everything": "",
        "play everything I have": "",
        "don't waste anything good": "",
    },
    "whatever others do": {
        "whatever they say I pass": "pass",
        "no matter what they do, guard": "guard",
        "whatever they lead I pass": "",
        "straight to guard": "guard",
        "if it is neither, pass": "",
        "if I'm first: lowest club. If I'm last: win": "lead low clubs, if I play last: win",
        "last: win, in between: low": (
            "if I play last: win, if not leading and if the player after me has yet to play: low"
        ),
    },
    "what is not so of the line before": {
        "hearts: KH if the queen is in the trick; if it isn't there, the 2": "",
        "follow low, no clubs: smallest trump, no trumps either: lowest": "",
        "if they lead hearts play 10H, else 5H, else 2H": "hearts 10, hearts 5, hearts 2",
        "first KS, then QH": "KS, if I do not have KS: QH",
        "first KS. From the third on low": "",
        "hearts 10. if it's not there, 5": "hearts 10, hearts 5",
        "5 points: low, more? win": "",
        "Bruno gets my lowest": "",
        "hearts led: the 9. If hearts or spades are led, jack of that suit.": "",
        "hearts 10. If I'm last on hearts K": "",
        "when I have one heart, low": "",
        "lay away two clubs and one diamond, the lowest": "",
    },
    "otherwise, where the condition holds and the card has gone": {
        "if partner has it: KH, otherwise 10C": "partner KH, partner ask me, else 10C",
        "if partner has it: KH, else 10C": "partner KH, else 10C",
        "KH if partner is winning, else 10C": "partner KH, partner ask me, else 10C",
        "q of s if the k of s is gone, otherwise 7 of s": "if KS has gone: QS, if KS has gone: ask me, else 7S",
        "spades: queen, but if the king's been then 3": (
            "spades and if KS has gone: 3, spades and if KS has gone: ask me, spades Q"
        ),
        "clubs: knight, but if the queen's there the 2": (
            "clubs and if QC is in the trick: 2, clubs and if QC is in the trick: ask me, clubs N"
        ),
        "diamonds: 10, but if Bruno's winning the 3": "diamonds and Bruno 3, diamonds and Bruno ask me, diamonds 10",
        "8 of hearts if I'm last. Otherwise low": "if I play last: 8H, else low",
        "queen of hearts only once the king has gone, till then the 5": (
            "hearts and if KH has gone: Q, hearts and if KH has not gone: 5"
        ),
        "hearts: 10, or the king if I'm last": "hearts and if I play last: K, hearts 10",
    },
    "so many of two suits, and one card after the other": {
        "lay away the six lowest clubs and spades": "",
        "lay away three clubs and spades": "",
        "lay away the 3 lowest clubs and all spades": "discard the 3 lowest clubs and all spades",
        "lay away the 3 lowest clubs and the 3 lowest spades": "discard the 3 lowest clubs and the 3 lowest spades",
        "21 first, 20 second": "",
    },
    "what I do, which may be a bid": {
        "I take it if I can, else low": "win, else low",
        "I'll take it, else the lowest": "win, else low",
        "I take it if I can": "",
        "if hearts are led I duck": "hearts lowest card",
        "leave it": "",
        "guard, otherwise leave it": "",
        "hearts: leave it": "hearts lowest card",
        "if hearts are led and I follow, low": "hearts low",
    },
    "a reason, or none": {
        "hearts 10, so low": "",
        "hearts: 10, and so on": "hearts 10",
        "spades low so that I keep the king": "",
        "I have the king so low": "",
        "I think Bruno leads so low": "",
        "small, not with this hand": "",
        "not with this hand: guard": "",
        "lead hearts, that's all I have in hearts": "",
        "if 20 and 21 are not both gone low": "",
        "C: low, D: high": "",
        "Should hearts be led? 10": "",
    },
    "what no line can say": {
        "low until the fifth trick, then high": "",
        "win after trick 5": "",
        "in the fifth trick or later, high": "",
        "if I'm the taker high, otherwise low": "",
        "if Bruno is the taker lead low": "",
        "KH if it can't be beaten": "",
        "KH unless it can be beaten": "",
        "20 if the 21 is gone or Bruno has it": "",
        "if two trumps have been played low": "",
        "if Bruno has played two trumps low": "",
    },
    "a word that says another thing, too": {
        "if Bruno is winning and last, low": "",
        "hearts: low if Bruno leads, high if Chiara leads": "",
        "when it is me to lead: diamond 8. when it is not: smallest card possible": "",
        "if I'm last, hearts low, spades high": "",
        "hearts high and spades low if I'm last": "",
        "except when I'm last, hearts low": "",
        "highest heart under the ten, else low": "",
        "low while the 21 is out": "",
        "guard without slam": "",
        "if no king has gone high": "",
        "discard 2 hearts 4 clubs": "",
        "trump if Bruno is winning, otherwise don't": "",
    },
    "what “or” begins under a condition": {
        "lead high, or low if I have no trumps": "lead if I have no trumps: low, lead high",
        "lead KS, or QS if KS has gone": "lead KS, if KS has gone: QS",
        "lead KS, QS if KH has gone": "",
        "call hearts, or spades if I have the king of hearts": "if I have KH: call KS, call KH",
        "cut with my second highest trump": "if I cannot follow: second highest trumps",
        "cut with the highest but one": "if I cannot follow: second highest trumps",
    },
    "a card, and not so many points": {
        "18 unless there's already a 19 or better down": (
            "if T19 or T20 or T21 is in the trick: ask me, else T18"
        ),
        "if a trump above 18 is in the trick: low, else 18": "if T19 or T20 or T21 is in the trick: low, else T18",
        "if there's 15 or more in the trick: low": "if the trick has 15 points or more: low",
        "low if it's got a 10 or better in it": "",
    },
    "a condition behind one card or the other": {
        "5H or 3H for the taker": "",
        "KS or 3H to Bruno": "",
        "5H or 3H if Bruno is winning": "",
    },
    "the same suit, of a card named before": {
        "lead the king of clubs, then the 9 of the same suit": "lead KC 9C",
        "if KH is led, the 9 of the same suit": "if KH is led: 9H",
    },
    "neither of two cards": {
        "lowest trump except the 21 and the 20": "low trumps but not T21 but not T20",
        "low but not KH or QH": "low but not KH but not QH",
    },
    "who leads, behind a suit that is led": {
        "if spades are led the king, if Bruno led the 7": "",
        "spades K, if Bruno leads 7": "",
    },
    "who has the bid, which another may have raised": {"pass if Bruno has the bid, else small": ""},
    "a general line before an exception": {
        "win. If partner is winning, low": "",
        "win it, and if partner has it low": "",
        "take the trick cheaply; if I'm last take it with the highest": "",
        "take it. On partner's tricks the most points": "",
        "KH; if I'm last the 2": "",
        "KH; if Bruno leads 2H": "",
        "KH, else if I play last: 2H": "KH, else if I play last: 2H",
    },
    "one of several": {
        "a heart": "",
        "the big one": "",
        "up to guard": "",
        "dump the fool": "",
        "bury both my kings": "",
        "lead low clubs, then diamonds low": "",
        "rubbish": "the fewest points",
        "get it": "",
        "out, low": "",
        "get the petit out": "",
        "petit home": "",
        "bring the king of hearts home": "",
        "low on Bruno": "",
        "12": "",
        "overtrump if possible, if not the smallest trump":
            "if I cannot follow: win with trumps, if I cannot follow: low trumps",
        "Chiara always leads hearts so low": "",
        "keep it and go low": "",
        "go one higher than Dmitri": "",
        "queen here. low": "",
        "trumps low on them": "",
    },
    "what comes before, and what that leaves open": {
        "has Bruno a trump? low": "",
        "trump in my hand? low": "",
        "high until they drop": "",
        "KH still in play here: low": "",
        "low unless hearts, when that is not so high": "",
        "if any card of mine wins play the smallest of those, otherwise the lowest": "",
        "if no less than 5 points: win": "if the trick has 5 points or more: win",
        "once or twice low": "",
        "the 21, straight after the 20": "",
        "king of hearts on the first heart, low after that": "",
        "king of hearts on the first heart, low on later ones": "",
        "low if Chiara has played, high if Bruno hasn't": "",
        "low on a king": "",
        "void: T5 if the taker is winning, T3 if Chiara is winning": "",
        "guard over A's small": "",
        "hearts: 10 on the king, else low": "",
        "hearts: 10 on the king": "",
        "if no trumps yet: T5": "if there is no trump in the trick: T5",
        "if it's a heart lead: 10H": "",
        "last: if partner is winning high, else the jack of spades": "",
        "unless Bruno leads: if somebody has trumped, 10H": "",
        "last: JS, but low if trumps are led": "",
        "partner's trick: low. If Bruno leads: ask me instead": "",
        "hearts. The 10": "",
        "leave it with him": "",
        "hearts: 10 if all others have played hearts": "",
        "I'll have it": "",
        "small if I'm first to speak, else guard": "",
        "every other heart lead: low": "",
        "every other trick: low": "",
        "guard, think about it": "",
        "hearts: the king or the 10. If it does not win, the 2": "",
        "low. If that won't win, the king of hearts": "",
        "trumps: win. If I can't win: low": "",
        "petit last, low else": "",
        "last, low": "",
        "the minimum I am allowed": "",
        "low for the next two tricks then high": "",
    },
    "an exception behind": {
        "low, just not on hearts": "hearts ask me, else low",
        "lowest each time, apart from when Bruno leads": "if Bruno leads: ask me, else low",
        "hearts: my smallest, but hang on to the 5": "hearts low but not 5H",
        "smallest trump I've got, not the petit though": "low trumps but not T1",
        "anything except a trump": "",
        "any heart other than the ten": "",
        "hearts low. On second thoughts not hearts": "",
        "hearts 10. Actually, the 5": "",
        "hearts 10. The 5 instead if it's already been trumped": "hearts and if somebody has trumped: 5, hearts 10",
        "spades low. Clubs low. Forget the clubs": "",
        "king of hearts when hearts are led. Scrap that": "",
        "low all the way, hearts excluded": "",
    },
    "the same case twice, or an exception to several lines": {
        "clubs led: the 10 and if clubs led: the 3": "",
        "hearts low, spades low, but if Bruno leads, high": "",
    },
    "words that compare, or leave it to me": {
        "hearts led: anything higher": "",
        "anything bigger": "",
        "hearts low, else whatever I want": "",
    },
    "a line that another one is about, too": {
        "trumps low, if Bruno leads trumps my highest": "",
        "ruff low, and if somebody has ruffed the cheapest that wins": "",
        "hearts 10, and if I'm last the king": "",
    },
    "an else, an exception or a sequence": {
        "if the 20's gone lead the 21, otherwise a low club": "lead if T20 has gone: T21, lead low clubs",
        "clubs: the knight unless queen or king is on the table, then the 2": "",
        "small if I'm first to speak, pass if not": "",
        "hearts led: knight if I've still got it, else smallest heart": "hearts N, hearts low hearts",
        "hearts led: king if I'm last; otherwise low": "",
        "hearts: 10. If I can win: low": "",
        "king of diamonds on diamonds unless somebody trumped it, else low": (
            "diamonds and if somebody has trumped: low, diamonds K"
        ),
        "queen of hearts on hearts, not if the king is still out": "hearts and if KH has not gone: ask me, hearts Q",
        "king of spades first and then 6 of hearts": "KS, if I do not have KS: 6H",
        "trump it if I can": "if I cannot follow: win with trumps",
        "high heart on hearts if the king's in there, small one if not": "",
        "get rid of my clubs": "",
        "I want the petit in the last trick": "",
        "if he leads hearts, low": "",
    },
    "a card and another, points and who gets them": {
        "the 10 of hearts as long as nobody has trumped, if they have then the 5": (
            "hearts and if nobody has trumped: 10, hearts and if somebody has trumped: 5"
        ),
        "hearts led -> 10 (if Bruno is winning -> 5)": "",
        "if the king of spades has gone I lead the queen, until then low hearts": "lead if KS has gone: QS, lead "
        "if KS has gone: ask me, lead low hearts",
        "the 20 on the 21": "",
        "queen of hearts under the king": "",
        "give partner points": "",
        "throw him some points": "",
        "if I have to follow, low": "if I can follow: low",
        "hold it till my partner has led then low": "",
        "low, not on other suits": "",
    },
    "a reason before so, which is no pass": {
        "I'm out of hearts so if hearts are led trump 6": "",
        "I'm void in hearts so if hearts come trump 9": "",
        "I'm out of clubs, if clubs come up play trump 6": "",
        "I'm out of clubs so trump clubs with the 6": "clubs and if I cannot follow: T6",
    },
    "whatever, at the end": {
        "T11 next whatever": "T11 for this trick",
        "my 11 of trumps next, anyway": "T11 for this trick",
        "play the queen of spades now, whatever": "QS for this trick",
        "T21, then whatever": "",
        "hearts low, spades low, whatever": "",
        "hearts 10, otherwise whatever": "hearts 10, else clock",
    },
    "whose lead, and whose": {
        "low when Chiara leads, high on Bruno's": "if Chiara leads: low, if Bruno leads: high",
        "low on Chiara's lead, high on the taker's": "if Chiara leads: low, if the taker leads: high",
        "low on Chiara's trick, high on Bruno's": "Chiara low, Bruno high",
        "Chiara's lead: K of diamonds, Bruno's: 5 of diamonds": "",
        "K of diamonds on Chiara's card, 5 of diamonds on Bruno's": "",
        "if Bruno leads hearts low, Chiara: high": "",
    },
    "the last step of a sequence": {
        "lead KH, then a small club": "",
        "lead T21, then T20, then my lowest heart": "",
        "lead T21, then the smallest trump": "",
        "when I have the lead: T19, T18, then a low club": "",
        "lead T21, then a small heart, then a small club": "",
        "lead the king of spades then low hearts": "lead KS, lead low hearts",
    },
    "a rank, and the suit that is named elsewhere": {
        "lowest spade unless the king has gone, in which case the queen": (
            "if KS has gone: QS, if KS has gone: ask me, else low spades"
        ),
        "highest heart unless the king is on the table, then the 2": (
            "if KH is in the trick: 2H, if KH is in the trick: ask me, else high hearts"
        ),
        "if the king has gone the queen, otherwise the smallest heart": "",
    },
    "trumps where trumps are led, and I have none": {
        "atout 7 if I must cut": "if I cannot follow: T7",
        "trumps 7 if I have to trump": "trumps 7, if I cannot follow: T7",
        "trumps: 7 if I cannot follow": "",
        "if trumps are led and I can't follow: T7": "",
        "if trumps are led and I cannot follow: low trumps": "",
    },
    "a limit without a hand": {"max guard": "", "at most a guard": "", "guard tops": "", "maximum a small": ""},
    "the trick after this one": {
        "next trick: T5": "",
        "low next trick": "",
        "T5 for the next trick": "",
        "10 of hearts in the next trick": "",
        "T5 on the next trick, whatever is led": "",
        "low for the next two tricks": "low for 2 tricks",
    },
    "leaving it to whoever reads": {"you choose haha": "", "you decide": ""},
    "a line below one that hides it": {
        "low spades, if spades are led high": "",
        "highest spade, if spades come from Bruno the lowest": "",
    },
    "remarks": {
        "hearts low. The lovely lady on her own suit": "",
        "hearts low. I would love my ladies to survive": "",
        "hearts low, my lovely girl": "",
        "hearts low, sorry, high": "",
        "hearts low. Sorry, I mean high.": "",
        "hearts low. Wonderful if they went high.": "",
        "hearts low. Feeling brave, so high": "",
        "hearts low. I feel rich: big ones": "",
        "hearts low, but I feel brave today": "",
        "hearts low. Actually I feel brave today.": "",
        "hearts low. My mood changed.": "",
        "hearts low. My daughter says high.": "",
        "hearts low. My son thinks otherwise.": "",
        "hearts low. I adore reds, dearly and truly.": "",
        "hearts low. Black ones are the devil's work, honestly.": "",
        "hearts low. Bruno has been very kind to everybody.": "",
        "hearts low. We hate Chiara's rotten luck today.": "",
        "hearts low. Spades are ugly, awful, horrible.": "",
        "hearts low. Such a shame about tomorrow.": "",
        "hearts low. My hand is strong in black.": "",
        "hearts low. What dreadful trumps!": "",
        "hearts low. It is raining, unless they ruff.": "",
        "hearts low.\nIt is raining here.\nThat was a joke.": "",
        "hearts low. That was silly of me.": "",
        "hearts low. I was only kidding, my dears.": "",
        "hearts low. My cat walked over the keyboard just now.": "",
        "hearts low. The reverse for spades, naturally.": "",
        "hearts low. Ditto spades, lovely people.": "",
        "hearts low. My heart is weak today.": "",
        "hearts low. I prefer courage everywhere though.": "",
        "hearts low. Courage everywhere, dear people, absolutely everywhere.": "",
        "hearts low. Lovely people deserve big presents from me.": "",
        "hearts low. I trust the doctor to answer instead.": "",
        "hearts low. My sister sits here tomorrow morning.": "",
        "hearts low. My sister plays instead of me today.": "",
        "hearts low. I am giving up this awful game.": "",
        "hearts low. I am off to bed, resign for me": "",
        "hearts low until\nmy lovely husband comes home": "",
        "hearts low if\nyou feel brave today": "",
        "I feel brave today, hearts high": "",
        "My hand is wonderful so hearts high": "",
        "hearts low, wonderful hearts high": "",
        "I feel sick about hearts. Spades low.": "",
        "My hand is strong. If so, high.": "",
        "The weather is awful. In that case low.": "",
        "hearts 10. The dear old lady afterwards, as always.": "",
        "hearts 10. A tiny one later, dear people.": "",
        "hearts 10. Rubbish on the Italian ones, rubbish all the way.": "",
        "hearts 10, rubbish all the way": "",
        "hearts 10, rubbish for the rest": "hearts 10, else the fewest points",
        "hearts 10, rubbish from then on": "",
        "hearts 10, trash on all of these": "",
        "hearts 10. The good stuff to my lovely lady.": "",
        "spades low. Rubbish! hearts high.": "spades low, hearts high",
    },
    "how long": {
        "low, until dinner, spades 5": "",
        "hearts low till the weekend, spades 5": "",
        "I'm away until the weekend, hearts low": "hearts low",
    },
    "who leads and what lies": {
        "if spades are led by the taker the king, if not the 4": "spades and if the taker leads: K, spades 4",
        "spades led by the taker: trump 19, else the 6": "spades and if the taker leads: T19, spades 6",
        "if the K or Q of hearts falls play the 2": "hearts and if KH or QH is in the trick: 2",
        "if the king of clubs drops the 2, otherwise the jack": (
            "clubs and if KC is in the trick: 2, "
            "clubs and if KC is in the trick: ask me, clubs J"
        ),
        "if the 21 falls the 5": "",
        "hearts low unless they ruff": "",
        "follow low, if I can't follow the 5 of hearts": "if I can follow: low, if I cannot follow: 5H",
        "low, if I can't follow the 5 of hearts": "",
        "hearts: the 3, if not the 5": "hearts 3, hearts 5",
        "hearts: 3 first and the 9": "hearts 3 9",
        "hearts: 3 and the 9": "",
        "hearts: the 9 last and the 3": "",
        "lead trumps from the top: 21, 20, 17. Petit never unless forced": "lead T21 T20 T17 but not T1",
        "lead trumps from the top: 21, 20, king of hearts": "",
        "hearts > 10": "",
        "hearts > the queen": "",
        "go under if Bruno is winning": "Bruno low",
        "put hearts under": "hearts low",
        "put hearts above": "",
    },
    "order": {
        "low. Before that the king of spades": "",
        "otherwise low, but first the king of hearts": "",
        "hearts: the 5 and only after that the 10": "hearts 5 10",
        "hearts: the 10, but the 5 before it": "",
        "when I lead: king of spades last, queen of hearts first": "",
        "the 5 of hearts second time round, first time the 10": "",
        "low to the second trick of hearts, high to the first": "",
        "next time hearts are led the 10, the time after that ask": "hearts 10, else ask me",
        "first hearts trick: the 10": "hearts and if it is the first time: 10",
        "only the first time spades come: the king": "spades and if it is the first time: K",
    },
    "negation": {
        "never the ten on hearts": "",
        "don't bother with the king, hearts 5": "",
        "no hearts: low": "",
        "hearts led and nobody hasn't trumped: 5": "",
        "hearts not led: low": "",
        "I don't want to win: hearts 10": "",
        "I wouldn't play low": "",
        "not low": "",
        "by no means low": "",
        "anything but low": "",
        "hardly ever low": "",
        "under no circumstances the king on hearts": "",
        "if hearts aren't led, low": "",
        "stop playing low": "",
        "it isn't true that I want low": "",
        "low would be a mistake": "",
        "I used to say low": "",
    },
    "headings": {
        "if Bruno leads: hearts low, clubs the 10": "",
        "When following\n- hearts: 10\n- spades: king\nWhen leading\n- low club": "hearts 10, spades K, lead low clubs",
        "Leading:\n- king of spades\n- then the queen\nFollowing:\n- lowest": "lead KS QS, if not leading: low",
        "Spades: if my partner has it, KS. If they do, T2.": "",
        "Spades: if my partner has it, KS. If they have it, T2.": (
            "spades and partner K, spades and if an opponent is winning: T2"
        ),
        "Spades: if my partner has it, KS. If I lead, T2.": "spades and partner K, lead T2",
        "Hearts: if I am last KH. If KS has gone, 2H.": "hearts and if I play last: K, hearts and if KS has gone: 2",
        "Hearts led, the 10. Clubs the 3. When hearts are led the king.": "",
        "partner winning: 5H. Lead: 2S. partner winning: T3": "",
    },
    "pronouns": {
        "hearts: the king. Spades: the 2. If it's gone, low": "",
        "If Bruno leads hearts the king, if he leads spades it": "",
        "Bruno leads: low. Chiara leads: high. If he's winning ask": "",
        "keep the petit and the 21. Play him if I'm last": "",
        "when partner has it, low. When he hasn't, not": "",
        "trump it with that": "",
        "hearts: the one I picked up": "",
        "play his card": "",
    },
    "until": {
        "low until hearts are led": "",
        "low until Bruno is winning": "",
        "until the king of spades falls low, after that high": "",
        "low till I say so, or high": "",
        "hearts 10 for the morning": "",
        "low except for this trick": "",
        "low for all but the last trick": "",
        "low, but only until I can win": "",
        "low from the next trick": "",
        "low after this trick": "",
        "low starting with the third trick": "",
    },
    "contradiction": {
        "hearts the 10, hearts the 5": "hearts 10, hearts 5",
        "hearts: always the 10. Hearts: always the 5": "hearts 10, hearts 5",
        "low and high": "",
        "highest lowest card": "",
        "if I can follow the king of hearts, if I can follow the queen of spades": 
        "if I can follow: KH, if I can follow: QS",
        "spades led: 10 of hearts": "",
        "I lead: low under whatever is led": "",
        "pass and bid small": "",
    },
    "two suits in one clause": {
        "hearts low spades high": "hearts low, spades high",
        "hearts and spades the 10": "hearts 10, spades 10",
        "hearts over spades": "",
        "a heart on a spade": "",
        "if hearts are led and I have none, the 2 of spades": "hearts and if I cannot follow: 2S",
        "hearts, not spades: low": "",
        "hearts 10 or spades 3": "hearts 10, spades 3",
        "hearts low unless spades": "spades ask me, hearts low",
        "low on hearts, and on spades high": "hearts low, spades high",
        "the 10 on hearts 3 on spades": "hearts 10, spades 3",
    },
    "doubt and hearsay": {
        "low, I guess": "",
        "Bruno says low": "",
        "low, or what do you think?": "",
        "should I play low?": "",
        "would low be wrong": "",
        "low unless it looks bad": "",
        "low if you think so": "",
        "low-ish": "",
        "lowest but one": "",
        "second lowest": "",
        "one of my lower hearts": "",
        "a lowish heart": "",
        "next to highest": "",
        "middle heart": "",
        "any of my top three": "",
        "low, then again maybe not": "",
    },
    "a condition that is not known": {
        "low if Bruno is asleep": "",
        "hearts 10 if it's my birthday": "",
        "low as long as I'm ahead": "",
        "low if I'm losing the match": "",
        "king of hearts if Bruno has the queen": "",
        "low when he'd trump anyway": "",
        "if hearts are led twice, the 10": "",
        "if hearts were led before: 10": "",
        "hearts 10 if only two are left": "",
        "hearts 10 if Bruno isn't last": "",
        "if Bruno can't follow: low": "",
        "if the next player is out of hearts: 10": "",
        "low with three trumps left": "",
    },
    "what is near to other words of a plan": {
        "hearts low next time": "",
        "hearts: play anything but the king": "",
        "lowest. Not hearts": "",
        "hearts low, not clubs: high": "",
        "the king of hearts is out: queen of hearts": "",
        "low first, then high": "",
        "low, then high": "",
        "low every other time": "",
        "we have hearts: low": "",
        "first time hearts are led the 5, the second time the 10":
        "hearts and if it is the first time: 5, hearts and if it is the second time: 10",
        "hearts 10, right?": "",
        "low, early on": "",
        "hearts 10, don't ask me": "",
        "don't ever play low": "",
        "low for a start": "",
        "hearts: 10 or higher": "",
        "lowest above the 5": "",
        "lead back whatever Bruno led": "",
        "king of hearts on Bruno's queen": "",
        "queen of hearts under the king": "",
        "trumps from the top until the 15": "",
        "hearts low, no trumps": "",
        "I'm void in hearts. low": "",
        "Clubs (C) low": "",
        "hearts: K. If he doesn't, low": "",
        "if Bruno leads and hearts are led: 5. If he doesn't: low":
        "hearts and if Bruno leads: 5, hearts and if Bruno leads: ask me, hearts low",
        "Carlo (seat C) is winning: low": "Chiara low",
        "if I have to trump: the smallest": "trumps low trumps, if I cannot follow: low trumps",
        "Bruno is winning, low": "",
        "Put the king of spades and the five small clubs away": "",
        "the sevens, I mean the 8 of hearts": "",
        "Diamonds: cover the jack with the queen, otherwise play the 3":
        "diamonds and if JD is in the trick: win with QD, diamonds 3",
        "hearts: if I'm last the king. Not last: the 5":
        "hearts and if I play last: K, hearts and if I play last: ask me, hearts 5",
        "hearts and Bruno winning: K. If he isn't, the 5": "hearts and Bruno K, hearts and Bruno ask me, hearts 5",
        "spades: cheapest spade that takes it if I'm third. Nothing takes it? Lowest spade":
        "spades and if I play third: win with spades, spades and if I play third: low spades",
        "if I'm last: high. Hearts led and not last: low": "if I play last: high, hearts low",
    },
    "once, and then": {
        "jack of spades the first time spades are led, after that follow low": (
            "spades and if it is the first time: J, if not leading and if I do not have JS: low"
        ),
        "the excuse on the first trump lead, after that low": "",
        "jack of spades now, then low": "",
        "queen of hearts, low from then on": "",
        "lead the queen of clubs, if it wins the jack": "lead QC, lead if QC held: JC",
        "hearts 10 once, then the 5": "",
    },
    "others, and a card that is led": {
        "hearts low, the others high": "",
        "if somebody leads a king, low": "if a king is led: low",
        "if Bruno leads a queen, low": "if a queen is led and if Bruno leads: low",
        "hearts 3 the first time, hearts 5 the second": (
            "hearts and if it is the first time: 3, hearts and if it is the second time: 5"
        ),
        "hearts 5 the second": "",
    },
    "comparisons": {
        "low if the trick has more than 8 points": "if the trick has more than 8 points: low",
        "low if fewer than 3 points are in it": "if the trick has fewer than 3 points: low",
        "if the trick's worth 4 or less low, else win": "if the trick has at most 4 points: low, else win",
        "lowest trump above the 19": "",
        "lowest heart above the 5": "",
        "if there's a small guard-without, if there's a guard pass": (
            "if guard is possible and if small is not possible: guard-without, if guard is not possible: pass"
        ),
        "nothing too high": "",
        "hearts 11": "",
        "no king: low": "",
        "ruff the spade with the 8 of spades": "",
        "clubs 3 unless it's trumped then clubs 8": (
            "clubs and if somebody has trumped: 8, clubs and if somebody has trumped: ask me, clubs 3"
        ),
        "jack of clubs if the queen's not been played, 4 of clubs if it has": (
            "if QC has not gone: JC, if QC has gone: 4C"
        ),
        "a middling diamond": "",
        "one of my middle hearts": "",
        "save the queen of hearts for my partner": "",
        "13 of spades": "",
    },
    "which time, and who does it": {
        "the first time hearts are led the 10, after that low": "",
        "the second time hearts are led by Bruno, the king": "",
        "the king the second time I lead spades": "",
        "first time hearts: 10; then 5": "",
        "from the moment hearts are led, low": "",
        "just once hearts are led the 10": "",
        "second heart: the king": "",
        "when Bruno trumps, low": "",
        "if the defenders are winning, low": "if a defender is winning: low",
        "if those two are winning, low": "",
        "if the first two pass, small, otherwise pass": "",
        "if everybody passes small, else pass": "",
        "if I'm short in hearts, the 5 of clubs": "",
        "hearts quite low": "",
        "win with anything but trumps": "",
        "discard 2S 3S and the lowest club": "",
    },
    "how many, and what is yet to come": {
        "if spades or clubs are all gone, high": "",
        "low hearts, high clubs when I lead": "",
        "discard 2S and the lowest club, then low": "",
        "if hearts are out, low": "",
        "when I have one trump, low": "",
        "if somebody plays a heart, low": "",
        "two clubs": "",
        "lead hearts": "",
        "lead trumps": "",
        "ask me unless hearts": "",
        "if partner has played the king of hearts: low": "if partner has played KH: low",
        "if the taker hasn't played a trump: low": "",
        "if anything but hearts is led, low": "spades or diamonds or clubs or trumps low",
        "hearts 10, spades 3, otherwise the 5": "",
        "lead the last club": "lead if I have exactly 1 club: low clubs",
        "lead high trumps until they are gone": "lead if all other trumps have gone: ask me, lead high trumps",
        "the fool in the last trick but one": "if it is the last trick but one: F",
        "if I have two: low": "",
        "low if I have 10 of hearts": "if I have 10H: low",
        "only trump if I have two": "",
        "trump if I have the two": "if I cannot follow and if I have T2: win with trumps",
        "low if Bruno is going to win": "",
        "win unless Bruno is going to win it": "",
        "if Bruno is winning hold the king of hearts, else low": "",
    },
    "until then": {
        "Queen of ♣ only when K♣ is out of the way. till then small clubs": (
            "if KC has gone: QC, if KC has not gone: low clubs"
        ),
        "when the king of diamonds is gone play the queen on diamonds, before that small": (
            "diamonds and if KD has gone: Q, diamonds and if KD has not gone: low"
        ),
        "queen of hearts only once the king has gone, till then the 5": (
            "hearts and if KH has gone: Q, hearts and if KH has not gone: 5"
        ),
        "QH as soon as KH has gone, until then low": "if KH has gone: QH, if KH has not gone: low",
        "if 20 and 21 are both gone T19, before that low": (
            "if T20 has gone and if T21 has gone: T19, if T20 has gone and if T21 has gone: ask me, else low"
        ),
        "the king of hearts once trumps have gone, before that the 5": (
            "hearts and if all other trumps have gone: K, hearts and if all other trumps have gone: ask me, hearts 5"
        ),
        "21 in the last trick, before that low": (
            "if it is the last trick: T21, if it is the last trick: ask me, else low"
        ),
    },
    "one card, or another in some of these tricks": {
        "hearts: 10, or the king if I'm last": "hearts and if I play last: K, hearts 10",
        "4 of hearts or the king if I'm last": "hearts and if I play last: K, else 4H",
        "T8 if I can't follow, or T6 if I'm last": (
            "if I cannot follow and if I play last: T6, if I cannot follow: T8"
        ),
        "10H, 5H if I'm last": "",
        "10H, and 5H if I'm last": "",
        "hearts: 5, if I'm last the 10": "",
        "hearts: 10, 5 when Bruno is winning": "",
        "if I can't follow T8, the 6 if I'm last": "",
        "if I can't follow T8, T6 if I'm last": "",
        "cut small, the petit if I'm last": "",
        "hearts: low, high if I'm last": "",
        "hearts 10 or low if Bruno leads": "hearts and if Bruno leads: lowest card, hearts 10",
        "lead T21, low if partner is winning": "lead T21, partner low",
        "guard or small if Bruno bid": "if Bruno has bid: bid small, else guard",
    },
    "a cut, and the next one": {
        "cut with the 11, or the 9 if the 11's gone": "",
        "cut with the 11, if the 11 has gone the 9": (
            "if I cannot follow: T11, if I cannot follow and if T11 has gone: T9"
        ),
        "cut with the 13, otherwise the 6": "",
        "ruff hearts with the 8, else the 6": "",
        "ruff hearts with the 8, or the 6 if the 8 has gone": "",
        "ruff with the 8, if I'm last the 6": "",
        "can't follow: T11. trumps led: 9": "if I cannot follow: T11, trumps 9",
        "slough the 2 of clubs": "if I cannot follow: 2C",
        "slough a small club if partner is winning": "partner and if I cannot follow: low clubs",
        "never slough the king": "",
    },
    "of which suits I have none": {
        "if I have no hearts and no trumps: 5C": "hearts and if I cannot follow and if I have no trumps: 5C",
        "if I'm out of hearts and trumps the 5 of clubs": (
            "hearts and if I cannot follow and if I have no trumps: 5C"
        ),
        "if void in hearts or clubs: T5": "hearts or clubs and if I cannot follow: T5",
        "if I'm void in hearts and trumps are led, T5": "",
        "discard my small clubs when i have no trumps left": "",
        "the lowest I have in the suit": "lowest of the suit led",
        "fool unless I can follow": "if I cannot follow: F",
        "unless I can follow, the fool": "if I cannot follow: F",
        "hearts 10 unless I can't follow": "hearts and if I can follow: 10",
    },
    "bids, or cards": {
        "dont play over dmitri, go under": "",
        "Guard without, but if there is already one let it go": "",
        "guard without, unless Bruno already has it": "if Bruno has bid guard-without: ask me, else guard-without",
        "guard, unless my partner has it": "if partner has bid guard: ask me, else guard",
        "if Dmitri has bid ask me, otherwise low": "",
        "if hearts are led ask me, otherwise pass": "",
        "hearts 10, but ask me if Bruno leads": "hearts and if Bruno leads: ask me, hearts 10",
        "if Bruno bid guard, low": "",
        "if Bruno has bid: guard": "if Bruno has bid: guard",
        "small, but pass if Bruno has bid": "if Bruno has bid: pass, else bid small",
    },
}  # fmt: skip
OTTOCENTO: dict[str, dict[str, str]] = {
    "one after the other, at which tricks": {
        "World first, Angel second": "",
        "put the page of batons on if chiara is winning otherwise the 8": (
            "batons and Chiara J, batons and Chiara ask me, batons 8"
        ),
    },
    "of which suits I have none": {
        "throw the 10 of coins off if void in cups and trumps": (
            "cups and if I cannot follow and if I have no trumps: 10O"
        ),
        "ace of coins if I'm out of cups and trumps": "cups and if I cannot follow and if I have no trumps: AO",
    },
}
TEXAS_42: dict[str, dict[str, str]] = {
    "a bid, which no trick counts": {
        "Up to 34 on this one: one more than the last bid, then pass.": "",
        "if it is up to 34, high": "",
    },
    "counts, and whose place": {
        "follow me unless I have four sixes": "",
        "lead two sixes": "",
        "5-5 if partner's winning and is last": "",
        "low if one of them leads": "",
    },
    "a bid before an exception": {
        "31, or pass if my partner has bid": "if partner has bid: pass, else 31",
        "32 at most, but pass if partner bid": "if partner has bid: pass, else 30, else 31, else 32",
        "31; if partner has bid, pass": "if partner has bid: pass, else 31",
        "31. Pass if Bruno has bid": "if Bruno has bid: pass, else 31",
        "bid 31, and if Bruno bid 30 bid 32": "if Bruno has bid 30: 32, else 31",
        "31, else if partner has bid: pass": "31, else if partner has bid: pass",
    },
    "a tile for when another has gone, and an off": {
        "double four when the fours come out, 4-1 if the double four is gone already": (
            "fours 4-4, fours and if 4-4 has gone: 4-1"
        ),
        "5-5 when fives are led, 5-0 if the double five is gone": "fives 5-5, fives and if 5-5 has gone: 5-0",
        "lead the 6-6, 6-5 if the 6-6 has gone": "lead 6-6, lead if 6-6 has gone: 6-5",
        "trump in with the littlest trump if there's a ten in the trick, otherwise small off": "",
        "small off": "",
        "if partner has the trick give her the 5-0, if not 2-1": "partner 5-0, partner ask me, else 2-1",
    },
    "they, where there are partners": {
        "On sixes: 6-5. No six any more? Then the 3-0": "",
        "6-5 if they lead sixes": "sixes and if an opponent leads: 6-5",
        "if they trump it, low": "",
        "double six first and then 6-2": "6-6, if I do not have 6-6: 6-2",
    },
    "bids and calls": {
        "at most 31 over Bruno": "if Bruno has bid: 30, if Bruno has bid: 31",
        "up to 31 if Bruno bid": "if Bruno has bid: 30, if Bruno has bid: 31",
        "max 33 over 31": "",
        "call fives or sixes": "",
        "one mark, or two if the mark's gone": "",
        "30 and two if partner has bid": "",
        "call fives unless it's trumps": "",
        "call my longest suit unless it's blanks": "",
        "lead 5-5, if it doesn't hold 2-1": "",
        "5-5, if it loses 2-1": "",
        "lead 6-6; if it holds 5-5; if not 2-1": "",
        "if my partner hasn't bid, 31, else pass": "if partner has bid: pass, else 31",
        "if an opponent has passed, 31, else pass": "",
        "if all three pass, 30": "if I am last and all have passed: 30",
        "lead fives from the top, then doubles": "",
    },
    "trumps, of two suits": {
        "fives or sixes trump": "",
        "fives and sixes trump": "",
        "fives, sixes trump": "",
        "on fours or twos trump it": "fours or twos and if I cannot follow: win with trumps",
    },
    "count, and none": {
        "count on partner's, no count on theirs": "",
        "partner winning: count, they winning: no count": "",
        "no count on their tricks": "",
        "count on partner, nothing on them": "",
        "count except on Chiara's tricks, trash on the others": "",
    },
    "trumps, where these are not known yet": {
        "my lowest that isn't a trump": "",
        "lowest, not a trump": "",
        "my lowest, no trump": "",
        "lowest but no trump": "",
        "low, never trump": "",
        "lowest non trump": "",
        "follow me. lead 6-6": "follow-me, lead 6-6",
        "follow me, no trump": "follow-me",
        "sluff 1-0 first, then 2-0": ("if I cannot follow: 1-0, if I cannot follow and if I do not have 1-0: 2-0"),
    },
    "marks in points, and the next trick": {"84": "", "I bid 84": "", "5-5 in the next trick": ""},
    "a double, and a tile that has two suits": {
        "lead the double, then 6-4": "",
    },
    "a card that is excepted, and no suit that is led": {
        "win except a trump": "",
        "cheapest winner except a heart": "",
        "high unless a trump": "trumps ask me, else high",
    },
    "a number, which is no rank of tiles": {
        "low but not a six": "",
        "my lowest that is not a five": "",
        "lowest, anything but a blank": "",
    },
}

MISREAD: dict[str, dict[str, dict[str, str]]] = {
    "scarto": {
        "A; if C, B": {
            "ruff low; if already ruffed, overruff": "",
            "ruff low, if it's already been ruffed overruff": "",
        },
        "follow low, otherwise X": {"follow low, otherwise fool": ""},
        "win only with a king": {"take only with a king": "", "take it only with the king, else low": ""},
        "unless I have 8 trumps": {"low unless I have 4 trumps": "", "lead T20 if 15 trumps have gone": ""},
        "no trumps or spades": {"low if I have no trumps or spades": "", "low if I'm out of trumps or hearts": ""},
        "discard hearts and then the lowest": {
            "discard hearts and then the lowest": "",
            "discard my hearts, then lowest": "",
        },
        "discard lowest except hearts": {
            "discard the lowest three except hearts": "",
            "discard three low ones except hearts": "",
        },
        "Ruth took the last trick": {"low if Bruno took the last trick": ""},
        "KH if nothing beats it": {"KH if nothing beats it": "win with KH"},
        "discard low except clubs": {"discard low except clubs": ""},
        "discard lowest, hearts if C": {"discard lowest, hearts if I have no KH": ""},
        "up to trick 5": {"low up to the fifth trick": "", "low to trick 5": ""},
        "win this trick / KH this trick / this one": {
            "win this trick": "win for this trick",
            "win this trick if Bruno is winning": "",
        },
        "lead hearts or, if none, spades": {
            "lead a low heart; if none, a low spade": "lead low hearts, lead low spades",
            "lead a heart or if none a spade": "lead low hearts, lead low spades",
        },
        "KH has gone and QH hasn't": {"JH if KH has gone and QH hasn't": "if KH has gone and if QH has not gone: JH"},
        "A if C, B otherwise, but D if E": {
            "low if Bruno is winning, high if not, but win if last": "",
            "low if Bruno is winning and high if not, unless last": "",
        },
        "A if C, else B, but never with a king / keep the 21": {
            "win if last, else low, but never with a king": "",
            "win if last, else low, but keep the 21": "",
        },
        "discard lowest": {"lay away the lowest": "", "discard lowest": ""},
        "hearts: low; if I'm last: high": {"hearts: low; if I'm last: high": "", "hearts low, if I'm last high": ""},
        "trump low; if Ruth is winning, highest": {"trump with the lowest; if Bruno is winning, highest": ""},
        "N things": {"KH if I have three hearts": "", "lead T20 while I have three trumps": ""},
        "if the 21 was played last trick": {
            "if KH was played in the last trick, QH": "",
            "if KH went last trick, QH": "",
        },
        "KH if needed": {"KH if needed": ""},
        "win if my king wins / the king would win": {"win if my king wins": "", "win if the king would win": ""},
        "lead A first, B if C": {"lead T21 first, T20 if T19 has gone": ""},
        "discard the queens, otherwise lowest": {
            "discard the queens, otherwise lowest": "",
            "discard hearts unless I have KH, else lowest": "",
        },
        "lead a heart, spade or diamond": {"lead hearts: king then low, spades: low": ""},
        "the queen's been played in this trick": {"king when the queen's been played in this trick": ""},
        "hearts low, spades high, but ...": {
            "hearts low, spades high, unless last": "",
            "hearts low and spades high, but not if Bruno is winning": "",
        },
        "low if Ruth comes next": {"low if Bruno comes next": ""},
        "when I can't follow, hearts low, else spades low": {"when I can't follow, hearts low, else spades low": ""},
        "if no hearts are left": {"high if no hearts are left": "", "high if none are left": ""},
        "win in the first trick and the last": {"win in the first trick and the last": ""},
        "win with the second lowest": {"win with the second lowest": ""},
        "KH if it won't be trumped": {"KH if it won't be trumped": ""},
        "win if there's a heart in it": {
            "win if there's a heart in it": "",
            "low if Bruno played a heart, otherwise high": "",
        },
        "if I have no hearts or trumps": {
            "low if I've no hearts or trumps": "",
            "if I have no hearts and no trumps, low": "",
        },
        "low if Ruth has just won": {"low if Bruno has just won": ""},
        "when the king's out": {"when the king's out, low": ""},
        'trump with anything under 10 -> "clock"': {"trump with anything under 10": ""},
        'unless-exception hung on the whole plan, not on the "but not"': {
            "win, but not with the king unless I'm last": ""
        },
        "dump/throw a queen = queen of the suit led": {
            "dump a queen on Bruno": "",
            "if Bruno plays a trump, throw my queen": "",
        },
        "no queens are left = none in the trick": {"win if no queens are left": ""},
        "X was first = X is winning": {"win if Bruno was first": ""},
        "nobody ... except Ruth": {"win if no one has trumped except Bruno": ""},
        "X has gone but not Y -> high but not Y": {
            "high if the king of hearts has gone but not the queen": "",
            "win if the 20's gone but not the 21": "",
        },
        "it is my last": {"king if it is my last": ""},
        "it is the last": {"high if it's the last": ""},
        "once X falls = X is in the trick": {"once the 20 falls, 21": ""},
        "condition dropped: if it's mine": {"low if it's mine": "", "low if it's mine already": ""},
        "beat her / take it from her = win always": {"take it from her": "", "beat him with a trump": ""},
        "condition dropped: if needed": {"fool if needed": ""},
        "discard ... unless it's a queen -> in the trick": {"discard low if it's hearts": ""},
    },
    "french-tarot": {
        "A; if C, B": {
            "ruff low; if already ruffed, overruff": "",
            "call hearts; if I have the king of hearts, spades": "",
        },
        "call KS, or KH if I have KS": {"call KH, or KS if I have KH": "", "call KS, or KH if I have KS": ""},
        "follow low, otherwise X": {"follow low, otherwise the excuse": "", "follow low, otherwise excuse": ""},
        "win only with a king": {"win only with a king": "", "win only with the king": ""},
        "unless I have 8 trumps": {"pass if I don't have 8 trumps": "", "pass unless I have 8 trumps": ""},
        "no trumps or spades": {"low if I have no trumps or hearts": ""},
        "discard hearts and then the lowest": {
            "discard hearts and then the lowest": "",
            "discard all my clubs, then the lowest": "",
        },
        "discard lowest except hearts": {
            "discard lowest except hearts": "",
            "discard the six lowest except hearts": "",
        },
        "up to trick 5": {"low up to trick 5": ""},
        "win this trick / KH this trick / this one": {
            "low this trick": "low for this trick",
            "if hearts are led this trick, QH": "",
        },
        "lead hearts or, if none, spades": {
            "lead a low heart or, if none, a low spade": "lead low hearts, lead low spades",
            "lead a low heart, or if I have none a low spade": "lead low hearts, lead low spades",
        },
        "KH has gone and QH hasn't": {"JH if KH has gone and QH hasn't": "if KH has gone and if QH has not gone: JH"},
        "if no opponent plays after me": {"if no defender plays after me, win": ""},
        "discard lowest": {"discard lowest, no slam": "", "discard the lowest": ""},
        "on Omar's queen, king": {
            "on Chiara's queen, king": "spades and if Chiara has played QS: K, hearts and if Chiara has played QH: "
            "K, diamonds and if Chiara has played QD: K, clubs and if Chiara has played QC: K",
            "on partner's king, a queen": "spades and if partner has played KS: Q, hearts and if partner has "
            "played KH: Q, diamonds and if partner has played KD: Q, clubs and if partner has played KC: Q",
        },
        "if it's not the last trick": {"low if it's not the last trick": "", "KH if it isn't the last trick": ""},
        "a heart lower than the ten = at most 10 hearts": {
            "if I have a heart lower than the ten, low": "",
            "if I have a trump higher than 15, high trumps": "",
        },
        "small, slam": {"small, slam": "", "small with slam": ""},
        "guard if I have ... but not T1": {
            "guard if I have more than 4 trumps but not T1": "",
            "guard if I have at least eight trumps but no king": "",
        },
        "N things": {"call KH if I have three hearts": "", "pass unless I have ten trumps": ""},
        "A, if Ruth has bid B": {"small, if Bruno has bid guard": ""},
        "call KH; if I have it, KS": {"call KH; if I have it, KS": "", "call KH, KS if I have that one": ""},
        "if the 21 was played last trick": {"if the 21 was played last trick, 20": ""},
        "if KH is still there": {"if KH is still there, low": ""},
        "just the 21": {"low if I have just the 21": ""},
        "no king": {"low if I have no king": ""},
        "discard the queens, otherwise lowest": {"discard the queens, else the lowest": ""},
        "a heart unless I've none, then a spade": {"a heart unless I've none, then a spade": ""},
        "lead a heart, spade or diamond": {
            "lead a heart, spade or diamond, lowest": "",
            "lead spades K then hearts K": "",
        },
        "if the taker is winning, win if I can, otherwise points": {
            "If the taker is winning, win if I can, otherwise give points": ""
        },
        "trumps: 5 to 10": {"trumps: 5 to 10": ""},
        "trump leads: low": {"trump leads: low": ""},
        "trump low unless C, then high": {"ruff low, unless Bruno has ruffed, then high": ""},
        "if the taker leads and I'm next": {"if the taker leads and I'm next, low": ""},
        "X's winning or last": {"KS only if Chiara's winning or last": ""},
        "if I have no hearts or trumps": {"low if I don't have hearts or spades": ""},
        "usually low": {"usually low": "", "low usually": ""},
        "at least": {"small at least": ""},
        "if hearts are led next": {"if hearts are led next, QH": ""},
        "lead A then if C B / next lead A": {"next lead KS": ""},
        "discard ... unless it's a queen -> in the trick": {
            "discard lowest unless it's a queen": "",
            "discard lowest unless it's hearts": "",
        },
        "3 of clubs = the three of clubs": {"discard 3 of clubs and 3 of hearts": ""},
        "took = has bid": {"pass if Chiara took": ""},
        "lead a A, then a B": {"lead a trump, then a heart, then a club": ""},
        "no queens are left = none in the trick": {"win if no kings are left": ""},
        "discard ... unless I have no KH -> hearts led": {"discard lowest unless I have no king of hearts": ""},
        "10s = the ten of spades": {"discard 10s": "", "lead Qs": ""},
        "X was first = X is winning": {"low if the taker's first": ""},
        "if X is played, take it -> X has gone": {"if the petit is played, take it": ""},
        "small": {"small, unless partner is winning": ""},
        "condition dropped: if free": {"if free, petit": ""},
        "if taker = the taker is winning": {"if taker, low": ""},
        "condition dropped: if it's mine": {"petit if it's mine": ""},
        "discard SUIT unless I have the king = any king": {"discard hearts unless I have the king": ""},
        "once X falls = X is in the trick": {"QH as soon as KH falls": ""},
    },
    "texas-42": {
        "A; if C, B": {"call sixes. If I have 5-5 call fives": "", "trump low; if somebody has trumped, win": ""},
        "follow low, otherwise X": {"follow low, otherwise 5-5": "", "follow low, otherwise count": ""},
        "call follow me, doubles low": {"call follow me, doubles low": "at the call follow-me-low"},
        "win only with a king": {"win only with a double": ""},
        "KH has gone and QH hasn't": {
            "if 6-6 has gone and 6-5 hasn't, 6-4": "if 6-6 has gone and if 6-5 has not gone: 6-4"
        },
        "if no opponent plays after me": {"if no opponent plays after me, win": ""},
        "A if C, B otherwise, but D if E": {
            "count if Chiara is winning, low if not, but win if last": "",
            "count if Chiara is winning, low otherwise, but win if I'm last": "",
        },
        "if it's not the last trick": {"6-6 if it isn't the last trick": ""},
        "guard if I have ... but not T1": {"31 if I have 6-6 but not 5-5": "", "31 if I have 6-6 and not 5-5": ""},
        "N things": {
            "plunge if I have four doubles, else pass": "",
            "call follow me if I have two doubles, else sixes": "",
        },
        "A, else B, but pass if C": {"2m if I have four doubles, else 32, but pass if Chiara has bid": ""},
        "lead A first, B if C": {"lead 6-6 first, 6-5 if 6-4 has gone": ""},
        "if no opponent has played / just one opponent plays after me": {
            "if no opponent has played, low": "",
            "win if just one opponent plays after me": "",
        },
        "if no opponent has trumped": {"if no opponent has trumped, low": "", "if one of them has trumped, low": ""},
        "low except doubles": {"low except doubles": "", "low except the doubles": ""},
        "if I have 6-6 and it's trump lead it": {"if I have 6-6 and it's trump lead it": ""},
        "if Omar hasn't got trumps": {"6-6 if Chiara hasn't got trumps": ""},
        "trump low unless C, then high": {"trump low unless Dmitri's still to play, then high": ""},
        "at least": {"bid 31 at least": ""},
        "trump high if C, otherwise low": {"trump high if Dmitri has yet to play, otherwise low": ""},
        "if I have X and Y: Y falls out of the condition and becomes an action": {
            "one mark if I have the double six and five, else pass": "",
            "call sixes if I have 6-6 and 6-5, otherwise fives": "",
        },
        "if X is played, take it -> X has gone": {"if six-four is played, take it": ""},
        "behind/ahead = the trick": {"win if we're behind": ""},
        "a five": {"throw a five on partner": "", "5 if Chiara is winning": ""},
        "if X A, if Y too B": {"30 if I have 6-6, 31 if I have 5-5 too": ""},
        "call the double I hold": {"call the double I hold": ""},
        "trump fives and sixes = two calls": {"trump fives and sixes": ""},
        "if I have X & Y / X, Y: Y becomes an action": {"31 if Chiara has passed, 6-6 in hand": ""},
        "if I have X and Y, CALL: Y becomes the action, CALL the suit led": {"if I have 6-6 and 6-5, sixes": ""},
        "it is my last": {"6-6 if it's my last": ""},
        "A rather than B -> A always": {"6-4 rather than trump": ""},
        "comes = is led": {"6-4 if 5-5 comes": "", "6-5 when 6-6 comes out": ""},
        "a six = 6-6": {"a six if sixes are led": ""},
        "N or higher if C": {"31 or higher if I have 6-6": ""},
        "beat them = win always": {"take it from them": ""},
        "condition dropped: if free": {"32 if free": ""},
        "condition dropped: if it's mine": {"32 if it's mine": ""},
        "condition dropped: if needed": {"6-6 if needed": ""},
    },
    "ottocento": {
        "A; if C, B": {"trump low; if Bruno has trumped, overtrump": ""},
        "declare kings and queens": {"declare kings and queens": "", "declare kings and moors": ""},
        "discard lowest except hearts": {
            "discard the lowest except coins": "",
            "discard the two lowest except coins": "",
        },
        "discard lowest": {"discard lowest": ""},
        "give the lowest": {"give the lowest": "", "give the lowest coin": ""},
        "if the taker is winning, win if I can, otherwise points": {
            "If an opponent is winning, beat it as cheaply as I can, else throw points": ""
        },
        "black suits": {"black suits low": "", "cups and coins high, the black suits low": ""},
        "kings and queens": {"kings and queens": ""},
        "SUIT high + exception = declaration +suit-S": {
            "swords high, unless Dmitri follows me": "",
            "trumps low, unless last": "",
        },
        "aces low = declare aces and low": {"aces low": "", "moors low": ""},
        "we lead = partner leads": {"if we lead: points": ""},
        "it is my last": {"low with volo if it is my last": ""},
        "A rather than B -> A always": {"matto rather than trump": ""},
        "declare X; A if C: the condition moves onto the declaration": {
            "declare moors; moor if last": "",
            "declare kings, low if last": "",
        },
        "A unless C, declare X: the declaration is dropped": {"low unless last, declare kings": ""},
        "if I have X & Y / X, Y: Y becomes an action": {"declare swords if I have KS QS": ""},
        "beat them = win always": {"beat them": "", "beat them with a king": ""},
        "discard SUIT unless I have the king = any king": {"discard cups unless I have the king": ""},
        "discard ... unless it's a queen -> in the trick": {
            "discard the lowest if it's a cup": "",
            "discard the lowest, unless it's an ace": "",
        },
    },
    "dementlieu": {
        "A; if C, B": {"trump low; if Bruno has trumped, overtrump": ""},
        "follow low, otherwise X": {"follow low, otherwise fool": ""},
        "win only with a king": {"win only with a king": ""},
        "discard lowest": {"discard lowest": "", "discard the lowest": ""},
        "trump if a king is out there": {"trump in with the lowest if a king is out there": ""},
        "trump spades high, hearts low": {"trump spades high, hearts low": ""},
        "trump only low": {"trump only low": ""},
        "no queens are left = none in the trick": {"win if there are no trumps left": ""},
        "still out = in the trick": {"win if there's still a king out": ""},
        "trump with my last trump": {"trump with my last trump": ""},
        "if I have X & Y / X, Y: Y becomes an action": {"garde if I have T21 & F": ""},
        "condition dropped: if needed": {"trump if needed": ""},
        "small": {"small unless Bruno is winning": ""},
    },
    "titro": {
        "keep/steal/bid ... except <card>": {
            "keep everything except the fool": "",
            "keep everything except the king of hearts": "",
        },
        "KH centre if it isn't a heart": {
            "KH centre if it isn't a heart": "if the centre is not of hearts: KH centre",
            "highest on the centre if it isn't a trump": "if the centre is not of trumps: highest on centre",
        },
        "... or Y if C: the place is lost": {
            "9S on the blind, or 10S if the centre is a spade": "",
            "10S if the centre is a spade, else 9S blind": "",
        },
        "keep hearts, the highest": {"keep hearts, the highest": ""},
        "save X for the last round = keep in the last round": {"save trumps for the last round": ""},
        "10s = the ten of spades": {"keep 10s": ""},
    },
    "tottarot": {
        "if C: token and take X": {
            "if I have the devil 3 and take Bruno's card, otherwise 0": "",
            "if devil: 3, take Chiara; else 0": "",
        },
        "take Ruth's if it's the sun": {
            "take Bruno's if it's the sun": "",
            "take Bruno's card if it's the world, otherwise nobody": "",
        },
        "A if C, B otherwise, but D if E": {
            "3 if devil, 2 if tower, but 0 in the last turn": "",
            "3 if devil else lowest, but highest in the last turn": "",
        },
        "3 if it isn't the sun": {
            "take Bruno's if it isn't the devil": "",
            "0 if it isn't the devil, else 3": "if I have DEVIL: 3, if I have DEVIL: ask me, else 0",
        },
        "peek at X, else Y: the else falls off the peek": {
            "peek at Bruno and Chiara": "",
            "show Chiara, otherwise Bruno": "",
        },
        "token and nothing": {"highest and nothing": ""},
        "against Ruth = Ruth has bid": {"3 against Bruno": ""},
    },
}
"""Of each game what somebody found who looked for such plans with the reader at hand."""
BY_GAME = (
    ("french-tarot", FRENCH_TAROT),
    ("texas-42", TEXAS_42),
    ("ottocento", OTTOCENTO),
    *MISREAD.items(),
)
"""All of them, with the keys of their games."""
