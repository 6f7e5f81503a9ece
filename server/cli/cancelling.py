"""poste cancel: end a match."""

from __future__ import annotations

import click

from .. import matches
from ..rules import GAMES
from ..store.models import INVITED, PLAYING
from .group import confirm, explained, known_match, poste, server_app


@poste.command()
@click.argument("match_id", metavar="MATCH")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@explained
def cancel(match_id: str, yes: bool) -> None:
    """End a match; everybody at its table is told by one letter. The server may run meanwhile.

    A match that is being played ends as it stands, without winners, and its record opens. One that has not begun is
    called off, with all tables that were to play the same deals. Links show what is over.
    """
    with server_app().app_context():
        match = known_match(match_id)
        if match.status in (INVITED, PLAYING):
            names = ", ".join(chair.name for chair in match.chairs)
            confirm(f"End {GAMES[match.game].name} with {names}? This cannot be undone.", yes)
        done = matches.cancel(match_id)
    click.echo(f"Match {match_id} is ended." if done else f"Match {match_id} had ended already.")
