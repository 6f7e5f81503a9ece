"""poste pause and poste resume: stop the clocks of all matches for a while, and let them go on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import click

from .. import clock, matches
from ..durations import FORMS
from ..matches import Refused
from ..store import heartbeat
from .duration import Duration
from .group import poste, server_app

LONGEST_WHY = 200


@poste.command()
@click.option("--until", default=None, metavar="TIME", help="When it is back, in UTC: 2026-11-23T20:00, or 20:00.")
@click.option("--for", "span", type=Duration(), metavar="DURATION", help=f"How long it takes: {FORMS}.")
@click.option("--why", default=None, metavar="TEXT", help="A sentence that people are told.")
def pause(until: str | None, span: timedelta | None, why: str | None) -> None:
    """Stop the clocks of all matches until `poste resume`, for example to move the server.

    Pages can be read and say when it is back; nothing can be sent. Mail is taken in and read afterwards, and no letter
    leaves. The time of --until or --for is only what people are told: the pause ends with `poste resume`.
    """
    now = clock.now()
    if until is not None and span:
        raise Refused("Say --until or --for, not both.")
    back_at = _moment(until, now) if until is not None else now + span if span else None
    with server_app().app_context():
        since = heartbeat.pause(clock.now(), back_at, _checked(why))
    told = f"; people are told {clock.told(back_at, None, now)}" if back_at else ""
    click.echo(f"Paused since {since:%Y-%m-%d %H:%M} UTC{told}. It goes on with `poste resume`.")


@poste.command()
def resume() -> None:
    """End a pause: every open window is extended by the time that it took."""
    with server_app().app_context():
        took = heartbeat.resume(clock.now())
        seen = matches.settle_due(clock.now())
    if took is None:
        click.echo("The server was not paused.")
    else:
        matches_have = f"{seen} match{'es have' if seen != 1 else ' has'}"
        click.echo(f"The server goes on after {clock.in_words(took)}; {matches_have} got that time back.")


def _moment(text: str, now: datetime) -> datetime:
    """A time of today or tomorrow, or a date with a time; UTC unless it says otherwise. Raises `Refused`."""
    hour = clock.hour_of(text)
    if hour is not None:
        today = clock.at_local(now.date(), hour, None)
        return today if today > now else today + clock.DAY
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as bad:
        raise Refused(f"--until is a time such as 20:00 or 2026-11-23T20:00 (UTC), not “{text}”.") from bad
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if moment <= now:
        raise Refused("--until lies in the future.")
    return moment


def _checked(why: str | None) -> str | None:
    sentence = " ".join((why or "").split())
    if len(sentence) > LONGEST_WHY or not sentence.isprintable():
        raise Refused(f"--why is one line of at most {LONGEST_WHY} characters.")
    return sentence or None
