"""Clauses about something else than the answer: “the kettle is boiling”, “my sister came on Sunday”.

Such a clause has a subject of its own and a verb: in a sentence any, behind a comma one of a few that do not go on with
the answer. So it may also tell a time that is over, or how many there were.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .wording import plain, words

INTERJECTIONS = (
    "oh|ah|ooh|aha|(?:ha){1,5}|hehe|well|and|so|ugh|argh|phew|yikes|blimey|crikey|wow|yay|ouch|gosh|goodness|gracious"
    "|oh dear|dear me|dear|good grief|sigh|alas|sadly|sorry|honestly|frankly|ps|p s|btw|meanwhile|poor me|heavens"
    "|mercy|gee|jeez|whew|hurrah|hooray|bravo|brr|ow|eek|yum|bah|my oh my"
)
SUBJECTS = "my|our|this|the|these|some|all|your|his|her|their"
_FULL = {"s": "is", "re": "are", "ve": "have", "m": "am", "d": "would", "ll": "will"}
_SHORT = re.compile(
    r"(?i)(?<=[a-z])['’](re|ve|m|d|ll|(?:(?<=he['’])|(?<=it['’])|(?<=re['’]))s|s(?= (?:got|gone|been|in|at|on|off|back"
    r"|up|down|an?|the|so|very|too|still|just|finally|ill|well|cold|\w+ing|\w+ed)\b))\b"
)
"""A verb in short, and no genitive."""
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|\d{1,3})(?: (?:more"
    r"|whole|long|little|new|big|old))? ([a-z]{2,}(?<![su])s|people|children|men|women|feet|sheep|inches)\b"
)
"""A number of things."""
_BETWEEN = re.compile(
    r"[,;:()–—.!…]+(?:\s|$)|\s-+\s|(?<=\w) (?:and|but|so|because|since|while|though)"
    rf" (?=(?:{SUBJECTS}|i|we|he|she|they|there|an?|now)\b)"
)


def clauses_of(text: str, counted: Callable[[str], bool]) -> list[str]:
    """The clauses of a text, with their verbs in full, and without numbers of what is ``counted``."""
    return [" ".join(words(clause)) for clause in _BETWEEN.split(_in_full(text, counted))]


def told_in_full(text: str, counted: Callable[[str], bool]) -> str:
    """The words of a text as in `clauses_of`, with a comma for every other sign but one at its end."""
    said = re.findall(r"[^\W_]+|[,;:()–—.!…]+", _in_full(text, counted).strip(" ,;:()–—.!…"))
    return " ".join(part if part[0].isalnum() else "," for part in said)


def _in_full(text: str, counted: Callable[[str], bool]) -> str:
    spelt = plain(_SHORT.sub(lambda short: f" {_FULL[short[1].lower()]}", text))
    return _COUNTED.sub(lambda few: "some things" if counted(few[1]) else few[0], spelt)


def stands_alone(clause: str, sentence: bool = False) -> bool:
    """Whether a clause has a subject and a verb of its own; in a ``sentence`` of some length any word may be that."""
    return _CLAUSE.match(clause) is not None or (sentence and _AT_LENGTH.match(clause) is not None)


_LIVES = (
    "is|are|am|was|were|gets?|became|hurts?|aches?|feels?|felt|must be|keeps? (?:getting|me)"
    "|(?:has|have|had)(?! (?:my|our|yet|to|it|the))"
    "|came(?! (?:up|down|out|from))|went(?! (?:off|wrong|astray|out|for|with))|got(?! (?:it|my|at|hold))|fell(?! for)"
    "|lost|won|broke|ate|met|bought|left|spent|died|belongs?"
)
"""Verbs that something follows, and that neither have a will nor do what gives an answer."""
_NO_SUBJECT = (
    "it|that|this(?! (?:lot|game|hand))|these|those|which|who|what|whatever|whoever|one|nobody|nothing|anybody|anyone"
    "|anything|something|any|half|each|neither|either|here|there(?! (?:was|were))|where|when|why|how|if|as|like|with"
    "|for|you(?! (?:missed|made|owe|still owe|deserve|are (?:all|both|so|such|too)))|please|let|do|to|mine|yours|both"
    "|others?|(?:some|all) (?:is|are|was|were|has|have|had)|opposite|reverse|and i am|and my|he|she|they"
)
"""How no subject begins that is about something else: it points, asks or denies."""
_IT_IS = (
    r"(?:oh |well )*it (?:is|was|has been|is been) (?=(?:so |very |all |still |already |rather "
    r"|quite )*(?:an? (?:\w+ ){0,4}(?:day|week|weekend|month|year|night|evening|morning|summer|winter|zoo|madhouse)"
    r"|late"
    r"|early(?! days)|dark|bedlam|chaos|quiet|spring|summer|autumn|winter|lovely|\w+ (?:time|season|day|here)|(?:hott"
    r"|cold|wett|warm)er than)\b)"
)
"""Of the day and the weather, which nothing that was said before is."""
_ADVERBS = "just|still|already|also|always|finally|all|both|really|recently"
_LED_IN = rf"(?:(?:{INTERJECTIONS}|finally|today|tonight|yes|now) )*(?!(?:{_NO_SUBJECT})\b)"
_CLAUSE = re.compile(
    rf"{_LED_IN}(?:(?:{SUBJECTS}|an?)(?: \w+){{1,4}}?|\w+(?: \w+)?)(?: (?:{_ADVERBS}))* (?:{_LIVES}) \w+|{_IT_IS}"
    rf"|{_LED_IN}(?:(?:my|our) \w+ \w+ed|(?:my|our|the) \w+ (?:leaks|hurts|aches|burst|died|won|lost))$"
    r"|been \w+ing(?: \w+)+"
    r"|(?:made|baked|cooked|planted|painted|visited|watched|mended|knitted) (?!it\b|this\b|that\b)"
    r"\w+ \w+"
    rf"|\w+(?: \w+)? (?:sends?|says?) (?:her |his |their )?(?:hugs|kisses|greetings"
    rf"|love|hi|hello|howdy)\b"
    rf"|(?:just |still )?(?:spent|ran|went|had|took|saw|lost|found|made|baked|ate|slept|woke|got|caught|met"
    r"|bought|broke|been|off) (?:an?|the|my|our|us|me|all|to|some|your|up|in|at|for my|on the) \w+"
)
_AT_LENGTH = re.compile(rf"{_LED_IN}(?!some )(?:{SUBJECTS}|i|we)(?: \w+){{3,}}")
_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_TURNS = re.compile(
    # a time that is over
    r"\b(?:(?:since|until|till|only|just|late|early|on) )?(?:yesterday|last (?:night|week|weekend|month|year|spring"
    rf"|summer|autumn|winter|{_DAY})|(?:an hour|some things|a few \w+) ago)\b(?: morning| evening)?"
    # until a day, after a meal; and not until or after somebody does something
    rf"|\b(?:until|till|after|before) (?:{_DAY}|christmas|easter|midnight|noon|dawn|late|breakfast|lunch|dinner|supper"
    r"|work|school|church|dark|(?:the|my|our|an?) (?:\w+ )?\w+)$"
    # a state that has come about
    r"|(?<=\w\w\w )by now\b|(?<=\w\w\w )(?<!for )(?<!right )(?<!from )now$|^now (?=(?:i|we) (?:need|am|are|have)\b)"
    # somebody's first or last, which is no answer
    r"|\b(?<=my |ur |is |er )(?:very )?(?:first|second|third|last) (?!was|would|one|had|has|is|of)(?=[a-z]{3,}\b)"
    # days and weather, and what is like them
    rf"|^{_IT_IS}|\b\w+er than (?=an? |usual|ever)|\b(?:of|the|autumn) leaves\b|\bsomewhere\b"
    # how long
    r"|^(?:(?:that|it|this) )?took (?:me|us) (?:half |about |over |quite )?(?:an? \w+|ages|hours|forever|all \w+"
    r"|some \w+)"
    r"|(?<=\w\w\w )earlier(?: today)?$|\ban? (?:quiet|spare|free|long) (?:minute|moment|hour)\b"
    r"|(?<!in )\b(?:half )?an hour\b|\bkept? (?=me |us |getting)|\bstopped (?=\w+ing\b)"
    r"|(?<=kept me )waiting|(?<=kept us )waiting"
    r"|(?<=have |been )wait(?:ed|ing) (?=all |so |weeks |months |years |ages )"
    # what broke down
    r"|\b(?:phone|laptop|computer|tablet|screen|keyboard|battery) (?:died|broke|froze|crashed|was dead|gave up)\b"
    r"|\bno (?=(?:internet|power|signal|heating|water|electricity|wifi)\b(?! (?:from|to|over|for)\b))"
    # moods
    r"|\bmust (?=be \w)|\bover the moon\b|\bin a \w+ way\b|\blooks? like (?=an? |the (?:bottom|inside|end|leftovers) )"
    r"|(?<=wanted |.dying |tching )to do that$|\ba good feeling about this(?: one)?$"
    # what was done, which was not the answer
    r"|\btook (?!it|this|that|over|back|one|charge|control)|\bwriting (?:this )?from (?=an? |the |my )"
    # the hand that is complained of
    r"|(?<=hand |ards )like (?:this|these)\b|\bkeep getting these\b"
)


def without_turns(clause: str) -> str:
    """A clause without what may stand in it, though it would change an answer of whose clause it were a part."""
    return _TURNS.sub("", clause)
