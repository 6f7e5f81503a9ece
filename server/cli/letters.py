"""poste letters: letters that bounced or are deferred, and sending them again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import click

from .. import clock
from ..post import breaker, undelivered
from ..post.failures import without_addresses
from ..store import backlog
from ..store.models import Chair, Letter
from .duration import Duration
from .group import known_match, poste, server_app
from .table import table


@poste.command()
@click.option("--again", is_flag=True, help="Send again what bounced, and try at once what is deferred.")
@click.option(
    "--days",
    type=Duration("days"),
    metavar="DURATION",
    help="Of those that bounced, only the last ones: 3 (days), 12h.",
)
@click.option("--match", "match_id", metavar="MATCH", help="Only letters of this match.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def letters(again: bool, days: timedelta | None, match_id: str | None, as_json: bool) -> None:
    """List the letters that bounced and those that are deferred, each with the mail server's reply.

    \b
    bounced   refused for good, or came back; nothing is tried any more
    deferred  the mail server said “later”, or did not answer; tried again by itself, for five days

    With --again, those that bounced are sent again, but for those that came too late, and those that are deferred are
    tried at once; running it twice sends nothing twice. Letters that are overdue and not even tried mean that no worker
    runs: `poste doctor`. In JSON they are called failed and stuck.
    """
    since = clock.now() - days if days else None
    with server_app(aside=as_json).app_context():
        if match_id is not None:
            known_match(match_id)
        if again:
            _send_again(since, match_id)
            return
        lost, stuck = undelivered.failed(since, match_id), undelivered.stuck(match_id)
        late, oldest = undelivered.overdue(clock.now() - timedelta(seconds=backlog.GRACE))
        if as_json:
            told = {"failed": _told(lost), "stuck": _told(stuck), "overdue": late, "overdue_since": _iso(oldest)}
            click.echo(json.dumps(told, ensure_ascii=False, indent=2))
            return
        if relay := breaker.refusing():
            click.echo(f"The mail server refuses everybody since {_time(relay.down_since)}: “{relay.words}”.")
        _say("bounced", lost, "send them again with `poste letters --again`")
        _say("deferred", stuck, "they are tried again by themselves")
        if late:
            click.echo(f"overdue: {late}, the first since {_time(oldest)} UTC; does a worker run? See `poste doctor`")


def _send_again(since: datetime | None, match_id: str | None) -> None:
    count = undelivered.send_again(clock.now(), since, match_id)
    click.echo(f"{count} letter{'s' * (count != 1)} will be sent again by the worker.")
    at_once = undelivered.try_at_once(clock.now(), match_id)
    if at_once:
        click.echo(f"{at_once} that {'is' if at_once == 1 else 'are'} deferred will be tried at once.")
    retried = undelivered.tried_soon(clock.now(), match_id)
    if retried:
        click.echo(
            f"{retried} that {'is' if retried == 1 else 'are'} deferred will be tried within two minutes anyway."
        )


def _say(what: str, found: Sequence[tuple[Letter, Chair | None]], advice: str) -> None:
    most = " or more" if len(found) == undelivered.MOST else ""
    click.echo(f"{what}: {len(found)}{most}" + (f"; {advice}" if found else ""))
    heads = ("since", "kind", "match", "for", "tries", "next try", "why")
    if found:
        click.echo("\n".join(f"  {line}" for line in table(heads, [_row(*one) for one in found]).split("\n")))


def _row(letter: Letter, chair: Chair | None) -> tuple[object, ...]:
    since, due = _time(letter.failed_at or letter.created_at), _time(letter.due_at)
    seat = (letter.match_id, chair.name) if chair else ("-", "")
    return (since, letter.kind, *seat, letter.attempts, due, without_addresses(letter.error or ""))


def _told(found: Sequence[tuple[Letter, Chair | None]]) -> list[dict[str, Any]]:
    return [
        {"kind": letter.kind, "match": letter.match_id, "for": chair.name if chair else None,
         "written_at": _iso(letter.created_at), "failed_at": _iso(letter.failed_at), "tries": letter.attempts,
         "next_try_at": _iso(letter.due_at), "why": without_addresses(letter.error or "")}
        for letter, chair in found
    ]  # fmt: skip


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else ""
