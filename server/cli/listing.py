"""poste list and poste show: the matches of this server, as far as they are public."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import click

from ..matches import known_people
from ..post.delivery import LETTERS, Delivery, deliveries
from ..post.failures import without_addresses
from ..rules import GAMES
from ..store.session import rows
from ..views import letter_of, overview
from .group import known_match, poste, server_app
from .table import table

GLOSSARY = "\b\n" + "\n".join(f"{state:<14} {meaning}" for state, meaning in overview.STATES.items())
SEATS = "\b\n" + "\n".join(f"{state:<14} {meaning}" for state, meaning in overview.SEATS.items())
LETTER_STATES = {
    "none": "no letter was written yet",
    "waiting": "written, and due at the time that is shown",
    "sent": "the mail server took the last one",
    "deferred": "the mail server says “later”; tried again by itself",
    "bounced": "refused for good, or came back",
    "stopped": "the player wants none",
}
LETTERS_GLOSSARY = "\b\n" + "\n".join(f"{state:<14} {meaning}" for state, meaning in LETTER_STATES.items())


@poste.command("list", epilog=f"States of a match:\n\n{GLOSSARY}")
@click.option("--state", type=click.Choice(list(overview.STATES)), help="Only matches in this state.")
@click.option("--game", type=click.Choice(sorted(GAMES)), help="Only this game.")
@click.option("--person", metavar="ADDRESS", help="Only matches at which this person sits.")
@click.option("--most", type=click.IntRange(1), default=50, show_default=True, help="How many are listed at most.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_matches(state: str | None, game: str | None, person: str | None, most: int, as_json: bool) -> None:
    """List matches, those with the next deadline first. Times are UTC."""
    with server_app(aside=as_json).app_context():
        people = None if person is None else [player.id for player in known_people(person)]
        found, total = overview.found(state, game, people, most)
        told = [overview.brief(match) for match in found]
    if as_json:
        click.echo(json.dumps({"total": total, "matches": told}, ensure_ascii=False, indent=2))
        return
    heads = ("match", "game", "state", "window", "closes", "seats", "waits for", "mail trouble")
    rows = [
        (one["match"], one["game"], one["state"], one["window"], _time(one["closes_at"]), _names(one["seats"]),
         _names(one["waits_for"]), _names(one["trouble"]))
        for one in told
    ]  # fmt: skip
    click.echo(table(heads, rows))
    more = f", {total} in all: say --most" if total > len(told) else ""
    click.echo(f"{len(told)} match{'es' * (len(told) != 1)}{more}.")


@poste.command(
    epilog=f"States of a match:\n\n{GLOSSARY}\n\nStates of a seat:\n\n{SEATS}\n\nLetters:\n\n{LETTERS_GLOSSARY}"
)
@click.argument("match_id", metavar="MATCH")
@click.option("--addresses", is_flag=True, help="Show mail addresses, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(match_id: str, addresses: bool, as_json: bool) -> None:
    """Show how a match stands, who sits there, when each last answered, and how their letters do. Times are UTC.

    It shows what is public: no card, no sealed answer, no plan, and no link. The times of letters are for operators
    alone: they can tell who has answered.
    """
    with server_app(aside=as_json).app_context():
        match = known_match(match_id)
        told = overview.full(match)
        letters = deliveries(match.chairs, rows(LETTERS, {"match": match.id}))
        mail = {letter_of(one.chair.seat): _mail(one) for one in letters}
        emails = {letter_of(chair.seat): chair.player.email for chair in match.chairs if addresses and chair.player}
    for seat in told["seats"]:
        seat["letters"] = mail.get(seat["seat"])
        if addresses:
            seat["address"] = emails.get(seat["seat"])
    click.echo(json.dumps(told, ensure_ascii=False, indent=2) if as_json else _described(told, addresses))


def _mail(delivery: Delivery) -> dict[str, Any]:
    at = delivery.at.isoformat() if delivery.at else None
    return {"state": delivery.state, "at": at, "why": without_addresses(delivery.why) or None}


def _described(told: Mapping[str, Any], addresses: bool) -> str:
    """The match in lines, and its seats in a table."""
    facts = {
        "match": told["match"],
        "game": told["game"] + _pairs(told["options"]),
        "state": told["state"] + (f" ({told['ending']})" if told["ending"] else ""),
        "stage": ", ".join(filter(None, (told["stage"], f"window {told['window']}"))),
        "pace": told["pace"] + _pairs(told["terms"]),
        "opened": _time(told["created_at"]),
        "dealt": _time(told["started_at"]),
        "window since": _time(told["opened_at"]),
        "closes": _time(told["closes_at"]),
        "asleep since": _time(told["asleep_at"]),
        "over": _time(told["over_at"]),
        "waits for": _names(told["waits_for"]),
        "scores": " ".join(map(str, told["scores"] or ())),
        "winners": _names(told["winners"]),
        "rematch of": told["rematch_of"] or "",
        "commitment": told["commitment"],
    }
    lines = [f"{name:<13} {value}" for name, value in facts.items() if value]
    heads: tuple[str, ...] = ("seat", "name", "state", "last answer", "missed", "letters", "since or due", "why")
    rows = [_row(seat) for seat in told["seats"]]
    if addresses:
        heads = (*heads, "address")
        rows = [(*row, seat["address"] or "") for row, seat in zip(rows, told["seats"], strict=True)]
    return "\n".join([*lines, "", table(heads, rows)])


def _row(seat: Mapping[str, Any]) -> tuple[object, ...]:
    mail = seat["letters"] or {"state": "", "at": None, "why": None}
    stands = seat["seat"], seat["name"], seat["state"], _time(seat["last_answer_at"]), seat["missed"]
    return (*stands, mail["state"], _time(mail["at"]), mail["why"] or "")


def _pairs(values: Mapping[str, Any]) -> str:
    return "".join(f"  {name}={value}" for name, value in values.items())


def _names(names: Sequence[str]) -> str:
    return ", ".join(names)


def _time(moment: str | None) -> str:
    return f"{datetime.fromisoformat(moment):%Y-%m-%d %H:%M}" if moment else ""
