"""What an answer beyond doubt looks like, said a second time and otherwise: as a pattern over the whole text.

It knows fewer names than the reader, and is meant to be easy to believe. What it does not match must not be sealed.
"""

from __future__ import annotations

import re
import unicodedata

from server.rules import Ask
from server.rules.text import CardName

GREETING = r"(?:hi|hello|hey|dear|good morning|salut|bonjour|ciao|hallo|sorry)(?: [a-z]{2,}){0,3}"
POLITE = (
    r"(?:please|thanks|thank you|many thanks|merci|svp|grazie|bitte|danke|cheers|best|best wishes|regards|kind regards"
    r"|see you|see you soon|bye|take care|good luck|nice game)"
)
SAYING = (
    r"(?:my (?:card|answer|bid|lead|play|discard|choice)(?: is)?"
    r"|(?:i (?:will )?)?(?:play|bid|lead|put|discard|choose|keep)|i like)"
)
SMALL = r"(?:the|my|a|i|we|card)"
BETWEEN = r"(?:and|on|onto|to|at|in|the|my|with|of|a|i)"
NAME = r"[A-Z][a-z]+(?: [A-Z][a-z]+){0,2}"


def plainly(text: str) -> str:
    """Lower case, without accents, with each stretch of punctuation as a comma; lines stay lines."""
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()
    text = re.sub(r"[^\S\n]+", " ", re.sub(r"[,;:.!()\"]+", ",", text))
    return re.sub(r" ?,[ ,]*", ", ", re.sub(r"(?<!\S)[-+](?!\S)", ",", text)).strip(" ,")


def one_of(ask: Ask) -> str:
    """A pattern for what names an option beyond doubt: its code, and every name of more than one word or shown; and a
    rank that no other card of the deck has."""
    ways = set()
    shown = [name for names in ask.words.values() for name in names[:1] if isinstance(name, CardName) and name.suit]
    ranks = [name.rank for name in shown]
    for slot in ask.slots:
        for option in slot.options:
            names = ask.words.get(option, ())
            ways |= {option, *names[:1], *names}
            ways |= {name.rank for name in shown if name in names[:1] and ranks.count(name.rank) == 1}
            high, dash, low = option.partition("-")
            if dash and (high + low).isdigit():
                ways.add(f"{low}-{high}")  # a tile may be named from either end
            elif dash:
                ways.add(option.replace("-", " "))
    spelt = [re.escape(plainly(way)).replace(r"\ ", r"[ -]?(?:of |de |di )?") for way in ways if way]
    return "(?:" + "|".join(sorted(spelt, key=len, reverse=True)) + ")"


def could_be_sealed(ask: Ask, text: str) -> bool:
    """Whether the first paragraph after a greeting is politeness, options and a signature, and nothing else."""
    paragraphs = [part.strip() for part in re.split(r"\n[^\S\n]*\n", text) if part.strip()]
    if len(paragraphs) > 1 and re.fullmatch(rf"{GREETING}(?:, {POLITE})*", plainly(paragraphs[0])):
        paragraphs.pop(0)
    if not paragraphs or "?" in paragraphs[0]:
        return False
    lines = paragraphs[0].splitlines()
    while len(lines) > 1 and re.fullmatch(rf"\W*{NAME}\W*", lines[-1]):
        lines.pop()
    said = plainly(", ".join(lines))
    option = one_of(ask)
    pattern = (
        rf"(?:{GREETING}, )?(?:{POLITE},? )*(?:{SAYING},? )?(?:{SMALL} )*{option}"
        rf"(?:(?:,? (?:{BETWEEN} )*|,|/| - ){option})*(?:,? {POLITE})*(?:, [a-z]+){{0,3}}"
    )
    return re.fullmatch(pattern, said) is not None
