"""Everything a mail may say besides an answer: a command, a line for the table, a plan, yes or no."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from ... import clock, matches
from ...durations import BadDuration, duration
from ...matches import Refused
from ...rules import Illegal
from ...rules.text import plain
from ...store.models import PLAYING, Chair
from ...views.show_requests import SHOW_REQUESTS
from .outcome import LeasedMail, Reply, refusal


def commanded(mail: LeasedMail, chair: Chair, said: list[str], now: datetime) -> Reply | None:
    """Carry out a command, if it is the first paragraph or one of its lines."""
    for text in said:
        days = away_for(text)
        command = COMMANDS.get(plain(text)) if days is None else partial(_go_away, days)
        if command:
            try:
                return command(mail, chair, now)
            except Refused as refused:
                return refusal(refused)
    return None


def away_for(text: str) -> int | None:
    """For how many days somebody says to be away; ``None`` if the text says something else."""
    found = AWAY.fullmatch(plain(text))
    try:
        days, rest = divmod(duration(found[1], bare="days"), clock.DAY) if found else (None, None)
    except BadDuration:
        return None
    return None if rest else days


def says_only(lines: list[str], allowed: frozenset[str]) -> bool:
    """Whether the lines are just one of these words, politely or not, and no command: “Yes, please.” and a name."""
    paragraphs = " ".join(line or "¶" for line in lines).split("¶")
    said = [plain(part) for part in paragraphs if plain(part)]
    first, *rest = [*(words for words in said if words not in COURTESIES), ""]
    return first in allowed and not any(len(words.split()) > 3 or words in COMMANDS for words in rest)


def confirms(lines: list[str]) -> list[str] | None:
    """What a yes names where a letter asks about an answer and a plan: one, both, or nothing; ``None``: no yes."""
    return next((named for words, named in CONFIRMING.items() if says_only(lines, words)), None)


def say(mail: LeasedMail, chair: Chair, asides: list[tuple[str, str]]) -> dict[str, Any]:
    """Post lines to the table, dated when the mail came, so that a second run finds them and adds nothing."""
    said: list[str] = []
    unsaid: list[str] = []
    for kind, text in asides:
        if kind == "say":
            try:
                said.append(matches.say(chair.id, text, mail.received_at).text)
            except Refused as refused:
                unsaid.append(str(refused))
        if kind == "half":
            unsaid.append(HALF_A_LINE)
    return {"said": said, "unsaid": unsaid}


HALF_A_LINE = (
    "It may go on below, where your mail program broke the line. Please say it again in lines of up to 60 characters, "
    "each with “say” before it."
)


def plan(mail: LeasedMail, chair: Chair, asides: list[tuple[str, str]]) -> dict[str, Any]:
    """Seal a plan, or withdraw it. The confirming letter reads the plan from the seat."""
    texts = [text for kind, text in asides if kind == "plan"]
    if not texts:
        return {}
    try:
        if plain(texts[-1]) in OFF:
            matches.withdraw_plan(chair.id)
        else:
            matches.seal_plan(chair.id, texts[-1])
    except (Illegal, Refused) as refused:
        nearest = refused.nearest if isinstance(refused, Illegal) else ()
        meant = matches.plans_meant(chair.id, nearest) if nearest else []
        return {"unplanned": str(refused), **({"plans": meant, "player": chair.player_id} if meant else {})}
    return {"planned": True}


def keep_plan(chair: Chair, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the plan that a letter with these facts asks about, as its player has confirmed."""
    try:
        matches.confirm_plan(chair.id, facts)
    except (Illegal, Refused) as refused:
        return {"unplanned": str(refused)}
    return {"planned": True}


def by_the_plan(mail: LeasedMail, chair: Chair) -> dict[str, Any]:
    """The answer that the plan just kept would give to what the mail replies to; a yes to a letter with it seals it."""
    now = matches.planned_now(chair.id, mail.ply)
    return {"nearest": [now], "player": chair.player_id} if now else {}


OFF = frozenset({"off", "withdraw", "cancel", "stop", "delete", "no more"})
Command = Callable[[LeasedMail, Chair, datetime], Reply]


def _letter(kind: str, **facts: Any) -> Command:
    """A command that is carried out by a letter of this kind alone."""
    return lambda mail, chair, now: Reply("command", kind, facts)


def _go_away(days: int, mail: LeasedMail, chair: Chair, now: datetime) -> Reply:
    """Start a vacation, dated when the mail came, so that a second run sets the same vacation."""
    matches.go_away(matches.person_of(chair).id, days, mail.received_at)
    return Reply("command", "vacation", {"until": (mail.received_at + timedelta(days=days)).isoformat()})


def back(mail: LeasedMail, chair: Chair, now: datetime) -> Reply:
    """End a vacation, as of when the mail came."""
    matches.come_back(matches.person_of(chair).id, mail.received_at)
    return Reply("command", "vacation")


def _no_plan(mail: LeasedMail, chair: Chair, now: datetime) -> Reply:
    return Reply("command", "noted", plan(mail, chair, [("plan", "off")]))


def _go_on(mail: LeasedMail, chair: Chair, now: datetime) -> Reply:
    """Ask for the end of a pause, as of when the mail came."""
    matches.go_on(chair.id, mail.received_at)
    return Reply("command", "table")


def _stop(mail: LeasedMail, chair: Chair, now: datetime) -> Reply:
    matches.stop_letters(chair.id, at=now)
    return Reply("command", "stopped")


def _resign(mail: LeasedMail, chair: Chair, now: datetime) -> Reply:
    """Ask for confirmation before resigning, in a letter with a reply address of its own for the yes."""
    playing = chair.match.status == PLAYING and chair.resigned_at is None
    return Reply("command", "confirm") if playing else Reply("late", "late")


def confirmed(chair: Chair, said: list[str], now: datetime) -> Reply:
    """Resign, if a reply to the letter that asked says yes."""
    if not any(plain(text) in YES for text in said):
        return refusal("That was no yes: you have not given up, and play on.")
    if chair.match.status != PLAYING or chair.resigned_at:
        return Reply("late", "late")
    matches.resign(chair.id, now)
    return Reply("resigned")


AWAY = re.compile(r"(?:(?:i am|i m|im) )?away (?:for )?(\d.*)")
CONFIRMED = frozenset(
    f"{yes}{more}"
    for yes in ("yes", "ja", "oui", "si", "sì", "sí", "sim", "y")
    for more in ("", " please", " thanks", " thank you", " bitte", " danke", " merci", " svp", " grazie")
)
"""Words that confirm a suggestion; a mail that says more does not confirm it."""
CONFIRMING: Mapping[frozenset[str], list[str]] = {CONFIRMED: []} | {
    frozenset((what, f"yes {what}", *(f"{yes} {to} {what}" for yes in CONFIRMED for to in ("to", "for")))): named
    for what, named in (("the answer", ["answer"]), ("the plan", ["plan"]), ("both", ["answer", "plan"]))
}
"""Words that confirm, and what they name, where a letter asks about an answer and about a plan."""
COURTESIES = frozenset(("hi", "hello", "thanks", "thank you", "cheers", "bitte", "danke", "merci", "grazie"))
DENIED = frozenset(("no", "nein", "non", "no thanks", "no thank you", "not me", "it was not me", "that was not me"))
"""Words that disown a held mail."""
YES = frozenset({"yes", "resign", "i resign", "yes resign", "oui", "ja", "si", "sì", "sim"})
COMMANDS: Mapping[str, Command] = {
    **dict.fromkeys(SHOW_REQUESTS, _letter("table")),
    **dict.fromkeys(("help", "?"), _letter("help")),
    **dict.fromkeys(("plan ?", "my plan ?", "my plan", "plan"), _letter("noted", planned=True)),
    "no plan": _no_plan,
    "withdraw my plan": _no_plan,
    "back": back,
    "i am back": back,
    "go on": _go_on,
    "stop": _stop,
    "unsubscribe": _stop,
    "resign": _resign,
    "i resign": _resign,
}
