"""Replies to the letter that asks whether one agrees to a claim."""

from __future__ import annotations

from datetime import datetime

from ... import matches
from ...matches import Refused
from ...matches.claiming import AGREE, DECLINE
from ...store.models import Chair, Letter, db
from .commands import CONFIRMED, DENIED, says_only
from .outcome import Kept, Reply

AGREES = frozenset(("agree", "i agree", "agreed"))
ONE_WORD = "About the claim, reply to that letter with one word: agree, or decline."
DECLINES = frozenset(("decline", "i decline", "declined"))


def on_claim(mail: Kept, chair: Chair, lines: list[str], now: datetime) -> Reply | None:
    """Agree or decline, if the mail says just that and answers the letter that asks; ``None``: it says something else.

    Run again for the same mail, it finds its own word counted. Only the player who was written to is heard.
    """
    letter = db.session.get_one(Letter, mail.letter_id)
    said = AGREE if says_only(lines, AGREES) else DECLINE if says_only(lines, DECLINES) else ""
    if letter.kind == "claim" and says_only(lines, CONFIRMED | DENIED):
        return Reply("refused", "refusal", {"sentence": ONE_WORD})
    if letter.kind != "claim" or not said:
        return None
    if letter.player_id != chair.player_id:
        return Reply("refused", "refusal", {"sentence": "What that letter asked was for somebody else."})
    try:
        matches.answer_claim(chair.id, said, letter.facts["claim"], now)
    except Refused as refused:
        return Reply("refused", "refusal", {"sentence": str(refused)})
    return Reply("command", "noted", {"said": [], "unsaid": [], "on_claim": said})
