"""poste links: revoking links after a leak."""

from __future__ import annotations

from string import ascii_uppercase

import click

from .. import matches
from ..matches import Refused
from .group import WrongUse, confirm, known_match, poste, server_app


@poste.command()
@click.option("--revoke-all", is_flag=True, help="All links of all matches and people.")
@click.option("--match", "match_id", metavar="MATCH", help="The links of one match.")
@click.option("--seat", metavar="LETTER", help="Of that match, the link of this seat alone: A, B …")
@click.option("--person", metavar="ADDRESS", help="All links of one person.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def links(revoke_all: bool, match_id: str | None, seat: str | None, person: str | None, yes: bool) -> None:
    """Revoke links that somebody may have seen, and send new ones by letter to those whose links they are.

    Answers and deadlines stay. With the link of a seat ends all that hangs on it: the addresses at which its letters
    are answered, what it has offered, and the desk, where it is the host's.

    If the key that signs links has leaked (LINK_KEYS, or the file link-keys in STATE_DIR), put another in its place
    first, without the old one, and restart: whoever has the key can make any link.

    \b
    poste links --revoke-all
    poste links --match 7Hq2mZ --seat B
    poste links --person ada@example.org
    """
    if sum((revoke_all, match_id is not None, person is not None)) != 1:
        raise WrongUse("Say which links: --revoke-all, or --match MATCH, or --person ADDRESS.")
    if seat is not None and match_id is None:
        raise WrongUse("--seat needs --match.")
    place = None if seat is None else _place(seat)
    with server_app().app_context():
        if match_id is not None:
            known_match(match_id)
            _ask("the links of this match" if place is None else "the link of this seat", yes)
            count = matches.revoke_links(match_id, place)
        elif person is not None:
            matches.known_people(person)
            _ask("this person’s links", yes)
            count = matches.revoke_links_of(person)
        else:
            _ask("every link of this server", yes)
            count = matches.revoke_all()
    click.echo(f"Revoked. {count} {'person gets' if count == 1 else 'people get'} a letter with what opens now.")


def _ask(whose: str, yes: bool) -> None:
    confirm(f"Revoke {whose}? New ones go out by letter.", yes)


def _place(seat: str) -> int:
    if len(seat) != 1 or seat.upper() not in ascii_uppercase:
        raise Refused(f"A seat is a letter such as B, not “{seat}”.")
    return ascii_uppercase.index(seat.upper())
