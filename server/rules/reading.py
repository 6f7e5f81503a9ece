"""Reading typed text as an answer, only if it can mean nothing else; anything looser is a guess to be asked back.

An answer names each option by its code or by a full name, in the first paragraph after a greeting. Besides these there
may only be politeness. A question, a negation, a condition, a second answer or an unknown word makes it a guess
(`guessing`). The reading is equally strict whether or not others still owe an answer: otherwise it would reveal that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice

from .engine import NONE, Answer, Ask, Illegal, canonical, would_fit
from .guessing import NEGATIONS, guesses, names_something
from .text import lines_of, visible
from .wording import (
    SMALL,
    WORD,
    Phrase,
    Phrases,
    by_first_word,
    is_letter,
    is_person,
    may_be_nothing,
    names_of,
    options_of,
    phrases_of,
    plain,
    rank_and_suit,
    short,
    words,
)

LONGEST = 60  # words; a longer paragraph is not an answer
MOST_READINGS = 50
FEW = 3  # words; a line this short below the answer that names an option is not chat
SHORT = 25  # words; a longer paragraph below the answer is chat or a disclaimer, unless it names an option


def _sayings(text: str) -> frozenset[Phrase]:
    return frozenset(words(saying) for saying in text.split("|"))


GREETINGS = _sayings(
    "hi|hello|hey|dear|good morning|good afternoon|good evening|good day|hi there|hello there|hey"
    " there|hi all|hello all"
    "|dear all|sorry|hi everybody|hello everybody|hi everyone|hello everyone|greetings"
    "|salut|bonjour|bonsoir|coucou|cher|chère|chers|chers amis|bonjour à tous|salut à tous"
    "|ciao|salve|buongiorno|buonasera|caro|cara|cari|ciao a tutti|buongiorno a tutti"
    "|hallo|hallo zusammen|moin|servus|liebe|lieber|guten tag|guten morgen|guten abend|grüß dich|hola|olá|hej"
    "|bom dia|boa tarde|boa noite|buenos días|buenas|cześć|dzień dobry|ahoj|dobrý den|szia|sziasztok|moi|hei|tere|labas"
    "|zdravo|merhaba|selam|hoi|dag|goedemorgen|beste|kära|kjære|kære|xin chào"
    "|привет|здравствуй|здравствуйте|добрый день|добрый вечер|доброе утро|дорогой|дорогая|дорогие|привіт|вітаю"
    "|добрий день|здраво|здравей|здравейте|γεια|γεια σου|γεια σας|καλημέρα|καλησπέρα|שלום|היי|مرحبا|السلام عليكم|سلام"
    "|你好|您好|大家好|こんにちは|こんばんは|おはようございます|안녕하세요|안녕|नमस्ते|สวัสดี"
)
POLITE = _sayings(
    "please|pls|plz|thanks|thank you|thx|many thanks|thanks a lot|thank you very much|thanks in"
    " advance|good luck|nice game"
    "|have fun|have a nice day|have a good day|have a nice evening|good game|well played|cheers"
    "|svp|stp|s'il te plaît|s'il vous plaît|merci|merci beaucoup|merci d'avance|bonne chance|bonne journée|bonne soirée"
    "|per favore|per piacere|grazie|grazie mille|buona fortuna|buona giornata|buona serata"
    "|bitte|bitte schön|danke|danke schön|vielen dank|viel glück|schönen tag|schönen abend"
)
CLOSINGS = POLITE | _sayings(
    "best|all the best|best wishes|best regards|regards|kind regards|warm regards|many greetings|greetings|see you"
    "|see you soon|bye|bye bye|love|much love|yours|yours sincerely|sincerely|take care|until soon|xx|xxx|br|kr"
    "|cordialement|bien cordialement|amicalement|amitiés|bises|bisous|à bientôt|à plus|salutations"
    "|saluti|cari saluti|un saluto|a presto|ciao|baci"
    "|grüße|viele grüße|liebe grüße|schöne grüße|beste grüße|herzliche grüße|mit freundlichen"
    " grüßen|gruß|lg|mfg|vg|bis bald"
    "|tschüss|спасибо|дякую|благодаря|хвала|ευχαριστώ|תודה|شكرا|مرسی|谢谢|謝謝|ありがとう|ありがとうございます|감사합니다"
)
_SAYING = ("i", "i will", "we", "let me", "i like to", "i would like to")
_WISHING = "i like|i would like|let's go with|i go with|i will go with|i will have"
_PLAYING = "play bid lead put choose pick call announce declare show answer".split()
LAYING = "discard drop lay throw".split()
KEEPING = "keep".split()
INTRODUCTIONS = _sayings(
    f"{_WISHING}|my card|my cards|my answer|my play|my lead|my choice|my tile|my token|my target"
    f"|card|cards|answer|tile|token|target"
    "|my card is|my cards are|my answer is|my play is|my lead is|my choice is|my tile is|my token is|my target is"
    "|my bid|my bid is|bid|my call|my call is|play|playing|lead|leading|bidding"
    "|je joue|je mets|je pose|j'appelle|je choisis|j'annonce|je montre|ma carte|mes cartes|mon enchère|ma réponse"
    "|gioco|metto|chiamo|scelgo|annuncio|la mia carta|le mie carte"
    "|ich spiele|ich lege|ich nehme|ich biete|ich sage|ich wähle|meine karte|meine karten"
) | _sayings("|".join(f"{say} {verb}" for say in _SAYING for verb in _PLAYING))
LAYING_AWAY = _sayings(
    "|".join(f"{say} {verb}" for say in _SAYING for verb in LAYING)
    + "|discard|discards|my discard|my discard is|my discards are|je jette|j'écarte|écart|mon écart|scarto|lo scarto"
    + "|ich drücke"
)
KEEPING_BACK = _sayings("|".join(f"{say} {verb}" for say in _SAYING for verb in KEEPING) + "|keep|tengo|je conserve")
CALLING = _sayings("call|calling|call for|partner|my partner|my partner is|partner is|i will call|appel|ich rufe|rufe")
"""Words that precede a card that is called; in other asks they mean something else ("Please call 30")."""
TAKING = _sayings("i take|i will take|i steal|take|take from|i take from|je prends|prendo|ich nehme")
"""Not accepted where people are chosen or cards may be kept, where they mean something else; see `_introductions`."""
BETWEEN = frozenset(
    "and et e und on onto to at in into the a my of with your i au aux sur a en le la les mon ma"
    " avec des con su nel sul al il"
    " lo gli mio mia auf mit der die das in ins zum zur mein meine dem den also plus".split()
)
"""Words that may stand before and between options without changing anything."""
FIRST = frozenset("the a my i le la les l mon ma un une il lo gli mio mia der die das den mein meine meinen".split())
"""Those that may precede the first option; ``at 10`` and ``on the 2`` are times."""
EVERYDAY = frozenset(
    "no not nothing none nobody personne right left take keep stay discard decline mark double doubles star sun moon"
    " stella luna angel angelo world devil tower tour lover lovers sans without against white fly"
    " mat page pages one ones two"
    " twos three threes four fours five fives six sixes seven sevens due un uno deux trois tre zero"
    " zeros nil re as sole spade"
    " prends prendo rester resto garder small handful hanged inverted rien niente nichts"
    " magician torre knock".split()
)
"""Everyday words. Alone they are not full names, unless the letter shows them as such."""
DOUBTFUL = frozenset(
    "wait actually instead rather unless scratch correction mistake cancel undo ignore changed reconsider second oops"
    " attends attendez plutot sauf finalement erreur annule anzi aspetta invece piuttosto errore annulla"
    " warte doch lieber stattdessen falls irrtum if provided".split()
) | frozenset(map(plain, "отмена отменить стоп подожди подождите погоди άκυρο στοπ".split()))
"""Words below the answer that may take it back or attach a condition."""
DENIALS = NEGATIONS | frozenset(
    map(
        plain,
        "nein nope nee nej nei não nem ei hayır nie tidak nu нет не ні όχι לא لا 不 不要 いいえ 아니 아니요".split(),
    )
)
"""Words for no, in the languages in which people greet."""
_ASKING = frozenset("this that it right allowed legal ok okay possible can may should or correct could".split())

_REFUSED, _BREAK, _SPACE = "?", "\n", ","
_HYPHEN = re.compile(r"[a-z]-[a-z]")
_PICTURES = "\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff"
_HEARTS = "\u2764\U0001f493-\U0001f49f\U0001f5a4\U0001f90d-\U0001f90f\U0001f9e1\U0001fa75-\U0001fa77"
"""Hearts: decoration after an answer, but within one perhaps a suit."""
_SAYS_SOMETHING = (
    "❌❎❓❔⁉✖✗✘⛔🚫🙅👎🤔🤷🙄😕😐😑🤨😬🔄🔁↩🔃❢"  # which doubts or denies,
    "☀🌞🌝🌙🌛🌜🌚🌑-🌘⭐🌟☄🗼🏰🏯😈👿🌍🌎🌏🌐👼👑🤴👸🃏🎴🤡🧙⚔🗡🏇🏆🏺☠💀⚖🔱♈-♓🐂🦁🦅☽☾★☆♠-♧♩-♯⚀-⚅🁢"  # or is on cards
)
"""Pictures that carry a meaning. Any other may stand beside an answer and changes nothing: 👍, 😊."""
_PARTS = re.compile(
    r"(?P<odd>(?<![\w♠♥♦♣★])[+\-−–]\d|\d\s?[.:/,–—-]\s?\d|\d+(?:st|nd|rd|th)\b|\d['’]\s?\d)"
    rf"|(?P<word>{WORD})"
    r"|(?P<line>\n)|(?P<gap>[\s,;:.!…\-–—/=+&\"'“”„‚«»‹›「」『』【】《》〈〉。、،؛・¡`()\[\]*_>·•‣◦▪▫●○∙⁃\u2190-\u2195\u21d0-\u21d5]"
    rf"|(?![{_SAYS_SOMETHING}{_HEARTS}])[{_PICTURES}]|[{_HEARTS}](?=[\s.!{_PICTURES}]*(?:\n|\Z)))"
    r"|(?P<other>.)"
)


def read(ask: Ask, text: str, signed: str = "") -> Answer:
    """The answer that ``text`` gives beyond doubt, in canonical form. The text may be a whole mail with its paragraphs.

    ``signed``: the writer's name at the end, which is ignored. Raises `Illegal` otherwise, with a sentence that says
    what is lawful; its `nearest` are the answers that a looser reading finds, the likeliest first.
    """
    if not words(text):
        raise Illegal(f"There was no answer in that. What would fit: {would_fit(ask)}.")
    paragraphs = _paragraphs(text)
    if any(len(words(paragraph)) > LONGEST for paragraph in paragraphs[:1]):
        raise Illegal(f"That is more than an answer. What would fit: {would_fit(ask)}.")
    answer = _given(ask, paragraphs)
    if answer is not None and not (signed and _says_more(ask, answer, signed)):
        return answer
    raise Unclear(ask, text, [f"{text}\n{signed}"] if answer is not None else paragraphs)


def _says_more(ask: Ask, answer: Answer, signed: str) -> bool:
    """Whether the writer's name also names an option that would fit with the answer."""
    meant = [option for option in options_of(ask) if words(signed) in phrases_of(option, names_of(ask, option))]
    tokens = () if answer == NONE else answer.split()
    return any(_exact(ask, " ".join((*tokens, option))) for option in meant if option not in tokens)


class Unclear(Illegal):
    """A text that gives no answer beyond doubt; its possible meanings are worked out on demand."""

    def __init__(self, ask: Ask, text: str, paragraphs: list[str]):
        super().__init__()
        self._about = ask, text, paragraphs

    @cached_property
    def _found(self) -> tuple[tuple[Answer, ...], str]:
        ask, _, paragraphs = self._about
        return guesses(ask, _to_guess(paragraphs))

    @property
    def nearest(self) -> tuple[Answer, ...]:
        """The answers that the text could mean, the likeliest first."""
        return self._found[0]

    def __str__(self) -> str:
        ask, text, _ = self._about
        nearest, sentence = self._found
        return sentence or _asked_back(ask, text, nearest)


def _asked_back(ask: Ask, text: str, nearest: tuple[Answer, ...]) -> str:
    meant = [f"seat {option}" if is_person(option, names_of(ask, option)) else option for option in nearest[:4]]
    if len(meant) > 1:
        return f"“{short(text)}” could mean {', or '.join(meant)}: which one?"
    if meant:
        return f"“{short(text)}” is not said clearly enough to count. Did you mean {meant[0]}?"
    return f"“{short(text)}” is no answer here. What would fit: {would_fit(ask)}."


def _paragraphs(text: str) -> list[str]:
    lines = [line.strip().strip("*_").strip() for line in lines_of(text)]
    return [part.strip() for part in "\n".join(lines).split("\n\n") if part.strip()]


def _given(ask: Ask, paragraphs: list[str]) -> Answer | None:
    """The answer in the first paragraph after a greeting, unless something below it casts doubt on it."""
    said = paragraphs[1:] if len(paragraphs) > 1 and greets(paragraphs[0]) else paragraphs
    if not said:
        return None
    exact = _exact(ask, _unsigned(ask, said[0]))
    answers = {exact} if exact else set(_answers(ask, said[0]))
    if len(answers) != 1 or any(_puts_in_doubt(ask, further) for further in said[1:]):
        return None
    return answers.pop()


def _exact(ask: Ask, text: str) -> Answer | None:
    """An answer typed purely in codes, in any order, none of which is also somebody's name."""
    tokens = text.split()
    if not tokens or not _names_too(ask).isdisjoint(tokens):
        return None
    try:
        return canonical(ask, text)
    except Illegal:
        return None


def _unsigned(ask: Ask, paragraph: str) -> str:
    """The paragraph without a name at its end."""
    lines = lines_of(visible(paragraph))
    while len(lines) > 1 and _is_signature(ask, lines[-1]):
        lines.pop()
    return " ".join(lines).rstrip(" .!")


def greets(paragraph: str) -> bool:
    """Whether a line is just a greeting: ``Hi Bruno,``"""
    return "\n" not in paragraph and any(not rest for rest in _without_greeting(_sentence(paragraph) or ["?"]))


def _to_guess(paragraphs: list[str]) -> list[str]:
    """The paragraphs to guess from: without a greeting at the beginning of the first."""
    if len(paragraphs) > 1 and greets(paragraphs[0]):
        return paragraphs[1:]
    first, found, rest = paragraphs[0].partition("\n")
    return [rest, *paragraphs[1:]] if found and greets(first) else paragraphs


# What a paragraph says -------------------------------------------------------------------------------------------


def _sentence(paragraph: str, codes: tuple[str, ...] = ()) -> list[str] | None:
    """The words of a paragraph, with a break for each line and a space for each comma; ``None`` if it contains anything
    else.

    Codes that are not plain words, such as ``guard-without`` and ``5-4``, are kept whole.
    """
    parts: list[str] = []
    text = plain(paragraph)
    pattern = _with_codes(codes)
    for found in pattern.finditer(text):
        kind = found.lastgroup
        if kind in ("odd", "other"):
            return None
        if kind in ("word", "code"):
            parts.append(found[0])
        elif kind == "line":
            parts.append(_BREAK)
        elif found[0] in ",;:.!…-–—" and not _HYPHEN.match(text, found.start() - 1):
            parts.append(_SPACE)
    return parts


@lru_cache(maxsize=512)
def _with_codes(codes: tuple[str, ...]) -> re.Pattern[str]:
    if not codes:
        return _PARTS
    either = "|".join(re.escape(code.lower()) for code in sorted(codes, key=len, reverse=True))
    return re.compile(rf"(?P<code>(?<![\w+-])(?:{either})(?![\w-]|[./:]\d))|{_PARTS.pattern}")


def _answers(ask: Ask, paragraph: str) -> Iterator[Answer]:
    """Every reading of a paragraph as an answer: politeness, an introduction, options, politeness, a signature."""
    parts = _sentence(paragraph, _codes(ask))
    if parts is None or len(parts) > 2 * LONGEST:
        return
    parts = _without_signature(ask, parts, paragraph)
    phrases, introductions = _full(ask), _introductions(ask)
    for without in _without_greeting(parts):
        for rest in _without_introduction(_without_sayings(without, POLITE), introductions):
            for tokens in _options(_without_closings(rest), phrases):
                try:
                    yield canonical(ask, " ".join(tokens).strip() or NONE)
                except Illegal:
                    continue


def _trimmed(parts: list[str]) -> list[str]:
    """Without breaks and commas at both ends."""
    start, end = 0, len(parts)
    while start < end and parts[start] in (_BREAK, _SPACE):
        start += 1
    while end > start and parts[end - 1] in (_BREAK, _SPACE):
        end -= 1
    return parts[start:end]


def _without_greeting(parts: list[str]) -> Iterator[list[str]]:
    """The parts, also without each greeting that they may begin with and up to three words of a name."""
    parts = _trimmed(parts)
    yield parts
    for length in (3, 2, 1):
        if tuple(parts[:length]) in GREETINGS:
            start = length + (parts[length : length + 1] == [_SPACE] and not "".join(parts[length + 1 :][:1]).isascii())
            for end in range(start, start + 4):  # "Привет, Ада!", which no option is
                whole = all(_may_be_a_name(part) for part in parts[start:end])
                if whole and end <= len(parts) and (end == len(parts) or parts[end] in (_BREAK, _SPACE)):
                    yield _without_sayings(_trimmed(parts[end:]), POLITE)


def _may_be_a_name(part: str) -> bool:
    """Whether a word may be a name; in some scripts a single letter may be."""
    return part.isalpha() and (len(part) > 1 or not part.isascii())


def _without_sayings(parts: list[str], sayings: frozenset[Phrase]) -> list[str]:
    """The parts without the polite words at the beginning."""
    parts = _trimmed(parts)
    for length in range(5, 0, -1):
        if tuple(parts[:length]) in sayings:
            return _without_sayings(parts[length:], sayings)
    return parts


def _without_closings(parts: list[str]) -> list[str]:
    parts = _trimmed(parts)
    for length in range(5, 0, -1):
        if len(parts) > length and tuple(parts[-length:]) in CLOSINGS:
            return _without_closings(parts[:-length])
    return parts


def _without_introduction(parts: list[str], introductions: frozenset[Phrase]) -> Iterator[list[str]]:
    yield parts
    for length in range(5, 0, -1):
        if tuple(parts[:length]) in introductions:
            yield parts[length:]


def _introductions(ask: Ask) -> frozenset[Phrase]:
    """The introductions that fit: cards are kept if the answer may be empty, otherwise played or discarded."""
    fit = INTRODUCTIONS | (KEEPING_BACK if may_be_nothing(ask) else LAYING_AWAY)
    if any(is_person(option, names_of(ask, option)) for option in options_of(ask)):
        fit |= TAKING
    if ask.calls:
        fit |= CALLING
    named = {word for phrases in _full(ask).values() for phrase, _ in phrases for word in phrase if len(phrase) == 1}
    return frozenset(phrase for phrase in fit if named.isdisjoint(phrase))


def _without_signature(ask: Ask, parts: list[str], paragraph: str) -> list[str]:
    """The parts without a name at the end: on its own line, or after a closing."""
    lines = lines_of(paragraph.strip())
    if len(lines) > 1 and _is_signature(ask, lines[-1]):
        parts = _trimmed(parts)
        last = max((at for at, part in enumerate(parts) if part == _BREAK), default=len(parts))
        return _without_signature(ask, parts[:last], "\n".join(lines[:-1]))
    return _without_name_after_closing(_trimmed(parts))


def _without_name_after_closing(parts: list[str]) -> list[str]:
    for name in range(1, 4):
        before, after = parts[:-name], parts[-name:]
        if before[-1:] == [_SPACE] and all(_may_be_a_name(part) for part in after):
            rest = _trimmed(before)
            if _without_closings(rest) != rest:
                return rest
    return parts


_NO_NAMES = DOUBTFUL | DENIALS | {"nothing", "none", "yes", "or", "and"}
_NAME = re.compile(r"[-–—\s]*+[^\W\d_]['’.\w-]*+(?:\s++[^\W\d_]['’.\w-]*+){0,2}\s*+[.,!]*")


def _is_signature(ask: Ask, line: str) -> bool:
    """Whether a line can be the writer's name: up to three capitalised words, and not an option in full."""
    line = unicodedata.normalize("NFC", visible(line)).strip()
    if not _NAME.fullmatch(line) or line in options_of(ask):
        return False
    if any(not word[:1].isupper() for word in re.findall(r"[^\W\d_]['’.\w-]*", line)):
        return False
    said = words(line)
    return bool(said) and _NO_NAMES.isdisjoint(said) and not _mentions(ask, said, _every_name(ask))


def _every_name(ask: Ask) -> Phrases:
    """All names of all options, except those of people."""
    options = [(option, names_of(ask, option)) for option in options_of(ask)]
    return by_first_word(
        (phrase, option)
        for option, names in options
        if not is_person(option, names)
        for phrase in phrases_of(option, names)
    )


# Full names ------------------------------------------------------------------------------------------------------


def _full(ask: Ask) -> Phrases:
    """The codes and full names of all options, except those that are also the name of a person who may be chosen."""
    people = _people(ask)
    named = [
        (phrase, option)
        for option in options_of(ask)
        for phrase in _full_names(option, names_of(ask, option))
        if people.get(phrase, {option}) == {option}
    ]
    options = options_of(ask)
    if may_be_nothing(ask) and NONE not in options:
        named += [(phrase, "") for phrase in _full_names(NONE, names_of(ask, NONE))]
    return by_first_word(named)


def _people(ask: Ask) -> dict[Phrase, set[str]]:
    """Names of the people among the options -> the options they belong to."""
    found: dict[Phrase, set[str]] = {}
    for option in options_of(ask):
        if is_person(option, names := names_of(ask, option)):
            for phrase in phrases_of(option, names):
                found.setdefault(phrase, set()).add(option)
    return found


def _names_too(ask: Ask) -> frozenset[str]:
    """The codes of options that are also the name of another person who may be chosen."""
    people = _people(ask)
    return frozenset(option for option in options_of(ask) if people.get(words(option), {option}) != {option})


@lru_cache(maxsize=4096)
def _full_names(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """The phrases that clearly mean one option: its code, its displayed name, and its names in full."""
    phrases = {phrase for phrase in phrases_of(option, names) if _is_full(phrase, names) or _is_number(phrase, option)}
    shown = {words(names[0])} if names else {("nothing",)} if option == NONE else set()
    shown = {tuple(word for word in way if word not in SMALL) or way for way in shown if way}
    code = words(option)
    if re.search(r"[-+]", option):
        spelt = option.replace("-", "").isalpha() and _is_full(code, names)  # "nello high", but not "5 4" nor "suit C"
        phrases = {phrase for phrase in phrases if phrase != code or spelt} | {(option.lower(),)}
        phrases |= {(_turned(option),), code} if spelt else {(_turned(option),)}
    elif option not in _NEVER:
        phrases.add(code)
    if is_person(option, names):
        return frozenset(_of_a_person(option, phrases_of(option, names)))
    number_only = {phrase for phrase in shown if all(word.isdigit() for word in phrase) and phrase != code}
    return frozenset(phrases | (shown - number_only)) - {("no",)}


def _turned(code: str) -> str:
    """The code of a tile named from its other end: ``2-5`` for ``5-2``; other codes unchanged."""
    high, dash, low = code.lower().partition("-")
    return f"{low}-{high}" if dash and high.isdigit() and low.isdigit() else code.lower()


def _is_number(phrase: Phrase, option: str) -> bool:
    """Whether the phrase is a number that cannot be a date or a time (``42`` for one mark), or a code in words."""
    if len(phrase) != 1:
        return False
    if option.isdigit():
        return phrase[0] in NUMBERS
    return phrase[0].isdigit() and int(phrase[0]) > 31 and option.endswith("m")


NUMBERS = frozenset("zero two three four five six deux trois quatre cinq zwei drei vier fuenf quattro cinque".split())
"""Numbers as words that mean nothing else in another language, as ``one`` and ``due`` do."""
_NEVER = frozenset({"NO"})
"""Codes that count only alone and in capitals: the knight of coins is not a refusal."""


def _is_full(phrase: Phrase, names: tuple[str, ...]) -> bool:
    if len(phrase) == 1:
        rank, _ = rank_and_suit(names)
        return len(phrase[0]) > 3 and not phrase[0].isdigit() and phrase[0] not in EVERYDAY and phrase != rank
    if phrase == ("a", *rank_and_suit(names)[1]):  # "A cups", as letters show it; "a cup" would be any
        return True
    numbers = all(word.isdigit() for word in phrase)
    letters = any(is_letter(word) and word not in "kqjn" for word in phrase) and SIGNS.isdisjoint(phrase)
    letters = letters or sum(map(is_letter, phrase)) > 1 or (is_letter(phrase[-1]) and SIGNS.isdisjoint(phrase))
    ambiguous = len(phrase) > 2 and phrase[-2] in _WITHOUT and phrase[-1] in ("slam", "chelem", "schlem")
    indefinite = not _INDEFINITE.isdisjoint(phrase) and phrase[0] not in _TENS and phrase not in _COUNTED
    return not (numbers or letters or ambiguous or indefinite)


SIGNS = frozenset("♠♥♦♣★")
_INDEFINITE = frozenset("un uno ein one".split())
"""Words for one that are also articles: ``un coeur`` is any heart."""
_TENS = frozenset("twenty thirty forty vingt trente venti".split())
_COUNTED = frozenset({("one", "mark")})
"""Phrases in which ``one`` is a number: ``thirty-one``, ``one mark``."""
_WITHOUT = ("without", "sans", "senza", "ohne")


def _of_a_person(option: str, phrases: frozenset[Phrase]) -> Iterator[Phrase]:
    """The letter of a seat, and its player's card; the name alone may be part of a greeting."""
    yield (option.lower(),)
    for phrase in phrases:
        if len(phrase) > 1 and phrase[0] in ("player", "seat", "joueur", "giocatore"):
            yield phrase
        for card in ("card", "carte", "carta", "karte"):
            yield (*phrase, card)
            yield (card, *phrase)
            yield (card, "from", *phrase)
        yield ("from", *phrase)


def _options(parts: list[str], phrases: Phrases) -> Iterator[list[str]]:
    """Every reading of all the parts as a series of options."""
    dead: set[tuple[int, bool, bool]] = set()  # places from which no reading reaches the end, with what stood before

    def onwards(at: int, before: str = "", first: bool = True) -> Iterator[list[str]]:
        while at < len(parts) and parts[at] in (_BREAK, _SPACE):
            at += 1
        if at == len(parts):
            yield []
            return
        place, alive = (at, bool(before), first), False
        if place in dead:
            return
        for phrase, option in phrases.get(parts[at], ()):
            end = _end_of(phrase, parts, at)
            if end and not (before and all(word.isdigit() for word in phrase)):  # "on the 2" is a date
                for tokens in onwards(end, first=False):
                    alive = True
                    yield [option, *tokens]
        named = any(len(phrase) == 1 for phrase, _ in phrases.get(parts[at], ()))  # "A B" are two seats
        if parts[at] in (FIRST if first else BETWEEN) and not named and at + 1 < len(parts):
            for tokens in onwards(at + 1, parts[at], first):
                alive = True
                yield tokens
        if not alive:
            dead.add(place)

    yield from (tokens for tokens in islice(onwards(0), MOST_READINGS) if tokens)


def _end_of(phrase: Phrase, parts: list[str], at: int) -> int:
    """Where the phrase that begins here ends, small words included; 0 if it does not stand here."""
    aside = SMALL | {_SPACE} if len(phrase) > 2 else SMALL  # "volo: my last of the suit"
    for word in phrase:
        while at < len(parts) and parts[at] != word and parts[at] in aside:
            at += 1
        if at == len(parts) or parts[at] != word:
            return 0
        at += 1
    return at


# What stands below -----------------------------------------------------------------------------------------------


def _puts_in_doubt(ask: Ask, paragraph: str) -> bool:
    """Whether a paragraph below the answer may change it: take it back, ask about it, or name an option."""
    if len(words(paragraph)) > SHORT:
        return _mentions(ask, words(paragraph), _known(ask))
    for line in lines_of(paragraph):
        said = words(line)
        if not DOUBTFUL.isdisjoint(said) or ("?" in line and not _ASKING.isdisjoint(said)):
            return True
        if _is_signature(ask, line) or tuple(said) in CLOSINGS:
            continue
        if _mentions(ask, said, _known(ask)) or _says_nothing_else(ask, line) or _takes_back(ask, said):
            return True
    return False


def _takes_back(ask: Ask, said: Phrase) -> bool:
    """Whether a line is a no, or names an option together with a no or another option in few words: ``no, KS blind``"""
    named = [word for word in said if any((word,) in (phrase for phrase, _ in of) for of in _named_by(ask, word))]
    denied = not DENIALS.isdisjoint(said)
    return len(named) > 1 or (bool(named) and (denied or len(said) <= FEW)) or (denied and len(said) == 1)


def _named_by(ask: Ask, word: str) -> Iterator[Sequence[tuple[Phrase, str]]]:
    for phrases in (_known(ask), _full(ask)):
        yield phrases.get(word, ())


def _says_nothing_else(ask: Ask, line: str) -> bool:
    return names_something(ask, words(line)) or any(_answers_in_part(ask, line))


def _answers_in_part(ask: Ask, line: str) -> Iterable[list[str]]:
    return _options(_without_closings(_sentence(line, _codes(ask)) or []), _full(ask))


def _codes(ask: Ask) -> tuple[str, ...]:
    """The codes that are not just words and numbers."""
    codes = [option for option in options_of(ask) if re.search(r"[-+]", option)]
    return tuple(dict.fromkeys([*codes, *map(_turned, codes)]))


def _known(ask: Ask) -> Phrases:
    """The codes and full names of all cards of the game, options or not."""
    return by_first_word(
        (phrase, card)
        for card, names in ask.words.items()
        if rank_and_suit(tuple(names))[0] or card in options_of(ask)
        for phrase in _full_names(card, tuple(names))
    )


def _mentions(ask: Ask, said: Phrase, phrases: Phrases) -> bool:
    """Whether an option is named in full anywhere: by several words, or as the only word of the line."""
    parts = list(said)
    for at, word in enumerate(parts):
        for phrase, _ in phrases.get(word, ()):
            end = _end_of(phrase, parts, at)
            if end and (end - at > 1 or len(parts) == 1 or _is_code(word)):
                return True
    return False


def _is_code(word: str) -> bool:
    return any(not c.isalnum() for c in word)
