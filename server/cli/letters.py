"""poste letters: letters that failed or are stuck, and sending again those that failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import click

from .. import clock
from ..post import breaker, failed
from ..post.failures import without_addresses
from ..store.models import Chair, Letter
from .group import explained, fit_app, poste


@poste.command(short_help="List the letters that failed, or send them again.")
@click.option("--again", is_flag=True, help="Send again what failed; those that came too late are left out.")
@click.option("--days", type=click.IntRange(1), help="Only what failed in so many days.")
@explained
def letters(again: bool, days: int | None) -> None:
    """List the letters that failed and those that could not be sent so far, each with the mail server's reply.

    With --again, those that failed are sent again; running it twice sends nothing twice.
    """
    since = clock.now() - timedelta(days=days) if days else None
    with fit_app().app_context():
        if again:
            count = failed.send_again(clock.now(), since)
            click.echo(f"{count} letter{'s' * (count != 1)} will be sent again by the worker.")
            return
        _say_how_the_server_does()
        _say("failed", failed.failed(since), "send them again with `poste letters --again`")
        _say("stuck", failed.stuck(), "they are tried again by themselves")


def _say_how_the_server_does() -> None:
    relay = breaker.state()
    if relay is not None and relay.retry_at is not None:
        click.echo(f"The mail server refuses everybody since {_time(relay.down_since)}: “{relay.words}”.")


def _say(what: str, found: Sequence[tuple[Letter, Chair | None]], advice: str) -> None:
    most = " or more" if len(found) == failed.MOST else ""
    click.echo(f"{what}: {len(found)}{most}" + (f"; {advice}" if found else ""))
    for letter, chair in found:
        seat = f"{letter.match_id} {chair.name}" if chair else "-"
        why = without_addresses(letter.error or "")
        click.echo(f"  {_time(letter.failed_at or letter.created_at)}  {letter.kind:<12} {seat:<24} {why}")


def _time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else "-"
