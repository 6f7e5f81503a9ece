"""poste erase, poste export and poste block: the data kept about a person, and letters to them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import click

from .. import matches
from ..config import settings
from ..matches import erasing, exporting
from ..post.transports.maildir import Maildir
from .group import confirm, poste, server_app


@poste.command()
@click.argument("address", metavar="ADDRESS")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def erase(address: str, yes: bool) -> None:
    """Erase all that is kept of whoever has this ADDRESS: name, addresses, talk, letters and replies.

    Their matches live on with “Somebody” in the seat. In those that are being played the house sits down for good, and
    those that have not begun are called off. Records still verify: answers and the words mixed into the deal stay. So
    does “never write to me again”, as a hash. If it was stopped half-way, run it again.

    Letters that were delivered, and backups, are beyond its reach; what a backup restored into this database brings
    back is erased again.

    \b
    poste erase ada@example.org
    """
    with server_app().app_context():
        found = erasing.find(address)
        if not yes:
            _list("Found", found.counts)
            confirm("Erase all of it? This cannot be undone.", yes)
        filed = _empty_boxes(found.addresses)
        done = erasing.erase(address)
        filed += _empty_boxes(done.addresses)  # a letter may have been on its way
    _list("Erased", {**done.counts, "letters in the local mailboxes": filed} if filed else done.counts)
    seats = any("seats" in what for what in done.counts)
    click.echo("Their seats are called Somebody now." if seats else "They had no seat.")


@poste.command()
@click.argument("address", metavar="ADDRESS")
def export(address: str) -> None:
    """Print everything that is kept of whoever has this ADDRESS, as JSON.

    Plans, notes, thoughts and answers that have not opened are left out as long as their match is being played: its
    player finds them on the page of the seat.
    """
    with server_app(aside=True).app_context():
        click.echo(json.dumps(exporting.export(address), ensure_ascii=False, indent=2))


@poste.command()
@click.argument("address", metavar="ADDRESS")
@click.option("--undo", is_flag=True, help="Let letters go there again.")
def block(address: str, undo: bool) -> None:
    """Let no letter go to this ADDRESS any more, whoever asks for it, as its owner may say by a link in a letter.

    Hosts who have invited it are told that letters there are not possible, and a match whose host has it and that has
    not begun is called off. It is kept as a hash, also where nobody here has the address yet. Its owner may take it
    back by a link of theirs.
    """
    with server_app().app_context():
        if undo:
            done = matches.unblock(address)
            click.echo("Letters may go to this address again." if done else "This address was not blocked.")
        else:
            done = matches.block(address)
            click.echo("No letter goes to this address any more." if done else "This address was blocked already.")


def _empty_boxes(addresses: Iterable[str]) -> int:
    """Delete the letters to these addresses that are stored on this machine. Returns how many."""
    boxes = settings().local_mail
    return Maildir(boxes).remove(addresses) if boxes else 0


def _list(verb: str, counts: Mapping[str, int]) -> None:
    click.echo(f"{verb}:")
    for what, count in counts.items():
        click.echo(f"  {count:>6}  {what}")
