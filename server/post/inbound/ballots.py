"""A player's yes or no to a letter: to an invitation, a motion, an hour, a claim, or a mail that may be theirs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from ... import matches
from ...matches import Gone, Refused
from ...matches.claiming import AGREE, DECLINE
from ...store.models import Chair, Letter, db
from .commands import CONFIRMED, DENIED, says_only
from .outcome import LeasedMail, Reply, refusal

AGREES = frozenset(("agree", "i agree", "agreed"))
DECLINES = frozenset(("decline", "i decline", "declined"))
ONE_WORD = "About the claim, reply to that letter with one word: agree, or decline."


class _Asks(NamedTuple):
    """How to handle a letter that asks: the fact that names the ballot, if any, the use-case that votes, and the facts
    of the letter that confirms it, if there is to be one."""

    which: str
    say: Callable[[int, bool, Any, datetime], object]
    noted: Callable[[bool], dict[str, Any] | None]
    yes: frozenset[str] = CONFIRMED
    no: frozenset[str] = DENIED


def _answer_claim(chair_id: int, yes: bool, key: str, now: datetime) -> object:
    return matches.answer_claim(chair_id, AGREE if yes else DECLINE, key, now)


def _answer_invitation(chair_id: int, yes: bool, which: None, now: datetime) -> object:
    return matches.accept(chair_id, at=now) if yes else matches.decline(chair_id, at=now)


def _answer_whose(chair_id: int, yes: bool, mail_id: int, now: datetime) -> object:
    return matches.vouch(mail_id) if yes else matches.disown(mail_id)


ASKS = {
    "invitation": _Asks("", _answer_invitation, lambda yes: {"takes": yes}),
    "motion": _Asks("motion", matches.answer_motion, lambda yes: {"on_motion": yes}),
    "proposal": _Asks("appointment", matches.answer_appointment, lambda yes: {"comes": yes}),
    "whose": _Asks("mail", _answer_whose, lambda yes: None if yes else {"said": [], "unsaid": []}),
    "claim": _Asks("claim", _answer_claim, lambda yes: {"on_claim": AGREE if yes else DECLINE}, AGREES, DECLINES),
}


def on_ballot(mail: LeasedMail, chair: Chair, lines: list[str], now: datetime) -> Reply | None:
    """Cast the player's vote, if the mail is nothing but a yes or no to the letter that asks; otherwise ``None``.

    For the same mail again, the vote is already cast. Only the player addressed may vote.
    """
    letter = db.session.get_one(Letter, mail.letter_id)
    asks = ASKS.get(letter.kind)
    if asks is None:
        return None
    yes, no = says_only(lines, asks.yes), says_only(lines, asks.no)
    if not (yes or no):
        takes_other_words = asks.yes != CONFIRMED and says_only(lines, CONFIRMED | DENIED)
        return refusal(ONE_WORD) if takes_other_words else None
    if letter.player_id != chair.player_id:
        return refusal("What that letter asked was for somebody else.")
    try:
        asks.say(chair.id, yes, letter.facts.get(asks.which), now)
    except (Gone, Refused) as refused:
        return refusal(refused)
    noted = asks.noted(yes)
    return Reply("command") if noted is None else Reply("command", "noted", noted)
