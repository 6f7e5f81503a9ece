"""Search what a server has logged for what no log may hold: links, addresses, hands, seeds, words, answers, talk.

``secrets_of`` asks a running server's database for everything that it keeps secret, ``found_in`` reads a log line by
line. Addresses with a token, mail addresses and reply tokens are found by their form too, whoever made them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from urllib.parse import unquote

from sqlalchemy import select
from sqlalchemy.engine import make_url

from server import links
from server.config import settings
from server.rules import GAMES
from server.store.envelopes import Envelope
from server.store.models import (
    CHAIRS,
    Chair,
    InboundMail,
    Letter,
    Match,
    PersonAddress,
    Player,
    Remark,
    ReplyAddress,
    Snapshot,
    Turn,
    db,
)
from server.store.one_match import people_where
from tests.cast import all_matches

FORMS: Mapping[str, re.Pattern[str]] = {
    "an address with a token": re.compile(r"/(?:s|me|stop|stop-all|seat|watch)/(?![<{])[^\s\"'/]{12,}"),
    "a signed token": re.compile(r"(?<![\w.-])W[\w-]{3,}\.[\w-]{40,}"),
    "a mail address": re.compile(r"[\w.+-]+(?:@|%40)[\w-]+\.[\w.-]*\w"),
    "a reply token": re.compile(r"(?:reply-[0-9a-f]{32}|(?:bounce|trial)-\d+-[0-9a-f]{16})", re.IGNORECASE),
}
"""What is a secret by its looks. ``W`` is how a signed list begins in base64."""
HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])", re.IGNORECASE)
RUN = re.compile(r"[\w.+@=/-]+")
PIECE = re.compile(r"[\w-]+")
CARD = re.compile(r"(?=.*[A-Z])[A-Z0-9]{2,4}")
"""A card's code: capitals and numbers. Codes that are numbers alone would be found in every time and size."""
AT_ONCE = 20_000
"""How many lines are searched at a time."""


@dataclass
class Secrets:
    """What must not be found: words, each with its kind; phrases of several words; hashes of reply tokens."""

    words: dict[str, str] = field(default_factory=dict)
    phrases: dict[str, str] = field(default_factory=dict)
    hashes: set[str] = field(default_factory=set)

    def add(self, secret: str | None, what: str, least: int = 2) -> None:
        """Keep a secret, unless it is too short to be told from anything else."""
        secret = (secret or "").strip()
        if len(secret) >= least:
            (self.words if PIECE.fullmatch(secret) or RUN.fullmatch(secret) else self.phrases)[secret] = what

    def merge(self, other: Secrets) -> None:
        """Add what another look has found."""
        self.words |= other.words
        self.phrases |= other.phrases
        self.hashes |= other.hashes


def secrets_of() -> Secrets:
    """All secrets of the database of this application context."""
    found = Secrets()
    _keys(found)
    for player in people_where():
        _of_player(found, player)
    for match in all_matches():
        _of_match(found, match)
        for chair in match.chairs:
            _of_chair(found, chair)
    _of_turns(found)
    _of_mail(found)
    for remark in db.session.scalars(select(Remark.text)):
        found.add(remark, "talk", least=6)
    db.session.rollback()
    return found


def _keys(found: Secrets) -> None:
    for key in settings().link_keys:
        found.add(key, "a key of links")
    url = make_url(settings().database_url)
    found.add(str(url.password) if url.password else None, "the database's password", least=6)


def _of_chair(found: Secrets, chair: Chair) -> None:
    for version in range(1, chair.link_version + 1):
        found.add(links.sign(links.SEAT, chair.id, version), "a seat's token")
    found.add(links.sign(links.STOP, chair.id, chair.player_id or 0), "a token that stops letters")
    found.add(chair.word, "a word of the deal", least=4)
    if chair.latest_plan:
        found.add(chair.latest_plan.withdrawn, "a standing order", least=6)


def _of_player(found: Secrets, player: Player) -> None:
    for version in range(1, player.link_version + 1):
        found.add(links.sign(links.ME, player.id, version), "a player's token")
        found.add(links.sign(links.CALENDAR, player.id, version), "a calendar's token")
    found.add(links.sign(links.STOP_ALL, player.id), "a token that stops letters")
    found.add(player.email, "a player's address")


def _of_match(found: Secrets, match: Match) -> None:
    found.add(match.seed.hex(), "a seed")
    found.add(repr(match.seed), "a seed")
    names = {code: names for code, names in _words(match.game).items() if names}
    for text in _strings(match.snapshot):
        if CARD.fullmatch(text):
            found.add(text, "a card")
            if " " in (name := names.get(text, "")):
                found.add(name, "a card")
    for envelope in match.sealed.values():
        _of_answer(found, envelope, "a sealed answer")


def _words(game: str) -> dict[str, str]:
    known = GAMES.get(game)
    return {code: names[0] for code, names in known.words.items() if names} if known else {}


def _of_turns(found: Secrets) -> None:
    for answers in db.session.scalars(select(Turn.answers)):
        for envelope in answers:
            _of_answer(found, envelope, "an answer")
    for state in db.session.scalars(select(Snapshot.state)):
        for text in _strings(state):
            if CARD.fullmatch(text):
                found.add(text, "a card")


def _of_answer(found: Secrets, envelope: Envelope, what: str) -> None:
    found.add(envelope.salt, "the salt of an answer", least=8)
    if " " in envelope.answer:
        found.add(envelope.answer, what)
    for token in envelope.answer.split():
        if CARD.fullmatch(token):
            found.add(token, what)


def _of_mail(found: Secrets) -> None:
    found.hashes |= set(db.session.scalars(select(ReplyAddress.token_hash)))
    for sender in db.session.scalars(select(InboundMail.sender)):
        found.add(sender, "a mail's sender", least=6)
    asked = select(InboundMail, CHAIRS.c.id, CHAIRS.c.link_version).join(CHAIRS, InboundMail.chair_id == CHAIRS.c.id)
    for mail, chair, version in db.session.execute(asked):
        found.add(mail.claimed or "", "the address that a mail claims", least=6)
        found.add(links.sign(links.MAIL, mail.id, chair, version), "a token that asks whose a mail was")
    found.hashes |= set(db.session.scalars(select(PersonAddress.token_hash)))
    for message_id in db.session.scalars(select(Letter.message_id)):
        found.add((message_id or "").strip("<>"), "a letter's Message-ID", least=6)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


# Searching -----------------------------------------------------------------------------------------------------------


def found_in(lines: Iterable[str], secrets: Secrets) -> list[str]:
    """What was found, each with its line: ``a seat's token in: …``. ``lines``: an open log, or any lines."""
    found: list[str] = []
    rest = iter(lines)
    while some := list(islice(rest, AT_ONCE)):
        text = "".join(line if line.endswith("\n") else f"{line}\n" for line in some)
        text = unquote(text.replace("\\u0040", "@")) if "%" in text or "\\u0040" in text else text
        found += [f"{what} in: {_line_of(text, secret)}" for secret, what in _in_text(text, secrets)]
    return found


def _in_text(text: str, secrets: Secrets) -> Iterator[tuple[str, str]]:
    for what, form in FORMS.items():
        yield from ((seen, what) for seen in dict.fromkeys(form.findall(text)))
    for token in set(HEX.findall(text)):
        if hashlib.sha256(token.lower().encode()).hexdigest() in secrets.hashes:
            yield token, "a reply token"
    runs = set(RUN.findall(text))
    pieces = {piece for run in runs for piece in (run, *run.split("/"), *re.split(r"[/=]", run), *PIECE.findall(run))}
    for secret in pieces & secrets.words.keys():
        if _stands_alone(text, secret):
            yield secret, secrets.words[secret]
    yield from ((phrase, what) for phrase, what in secrets.phrases.items() if phrase in text)


def _stands_alone(text: str, secret: str) -> bool:
    """A card's code may be part of a longer word, such as a time (T10:00) or an id with a hyphen."""
    return re.search(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", text) is not None


def _line_of(text: str, secret: str) -> str:
    where = text.find(secret)
    line = text[text.rfind("\n", 0, where) + 1 : text.find("\n", where)]
    return line if len(line) < 600 else f"…{text[max(0, where - 200) : where + 200]}…"


def not_json(lines: Iterable[str]) -> list[str]:
    """The lines of a log that are no JSON object."""
    return [line.rstrip("\n") for line in lines if line.strip() and not _is_object(line)]


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
