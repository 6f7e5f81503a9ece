"""poste new, demo and cancel: opening a match from the command line, and ending one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import click

from .. import clock, links, matches
from ..matches import Guest, MatchRequest, Refused
from ..rules import GAMES
from ..store.models import INVITED, PLAYING
from ..store.timeouts import LONG
from ..terms import TERMS
from ..views.lessons import NAMES
from .commands import bring_up_to_date
from .group import TO_LINK, confirm, known_match, poste, server_app

DEMO = "demo.localhost"
"""The domain of the demo players' mailboxes."""


@poste.command()
@click.option("--game", default="titro", show_default=True, help="Which game: " + ", ".join(sorted(GAMES)) + ".")
@click.option(
    "--seats",
    type=click.IntRange(1, len(NAMES)),
    default=None,
    help="How many players; by default the fewest that leave a seat to play from.",
)
@click.option(
    "--house", type=click.IntRange(0), default=0, show_default=True, help="How many of the seats are house players."
)
@click.option("--pace", default="PT48H", show_default=True, help=f"How long a window is: {clock.FORMS}.")
def demo(game: str, seats: int | None, house: int, pace: str) -> None:
    """Open a match between local mailboxes, everybody seated, and print the links.

    The letters are at /letters while `poste up` runs. With as many house players as seats but one you play alone.
    """
    if game not in GAMES:
        raise Refused(f"There is no game “{game}” here; there are: {', '.join(sorted(GAMES))}.")
    fit = GAMES[game].seats
    count = seats or next((number for number in fit if number > house), max(fit))
    if not 0 <= house < count:
        raise Refused(f"Of {count} seats at most {count - 1} can be house players.")
    app = server_app(creates=True, aside=True, alike=TO_LINK, timeouts=LONG)
    with app.app_context():
        bring_up_to_date()
        people = [Guest(name, f"{name.lower()}@{DEMO}") for name in NAMES[: count - house]]
        house_players = [Guest(name, house=True) for name in NAMES[count - house : count]]
        match = matches.open_match(MatchRequest(game, {}, [*people, *house_players], pace))
        for chair in match.chairs:
            if not chair.house:
                matches.accept(chair.id)
        for chair in match.chairs:
            click.echo(f"{chair.name:<16} {'plays by itself' if chair.house else links.seat(chair)}")


@poste.command()
@click.argument("game", metavar="GAME")
@click.argument("players", nargs=-1, required=True, metavar="NAME=ADDRESS...")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--pace", default="PT48H", show_default=True, help=f"How long a window is: {clock.FORMS}.")
@click.option(
    "--term", "agreed", multiple=True, metavar="NAME=VALUE", help=f"How the table is run: {', '.join(TERMS)}."
)
@click.option("--same-person", is_flag=True, help="One person may sit at several seats.")
@click.option(
    "--open",
    "open_seats",
    type=click.IntRange(0, 5),
    default=0,
    help="How many seats stay open, after those named: the host gets a link for a group that takes them.",
)
@click.option("--turned", is_flag=True, help="At each later table all sit one seat further than named.")
@click.option("--listed", is_flag=True, help="Show the table in the public list of open tables (OPEN_TABLES=on).")
def new(
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    pace: str,
    agreed: tuple[str, ...],
    same_person: bool,
    open_seats: int,
    listed: bool,
    turned: bool,
) -> None:
    """Open a match. The first player is the host, who gets a letter and confirms; then the others are invited.

    NAME=house seats a house player, NAME=open (or --open) leaves a seat open. A lone / begins another table that plays
    the same deals; the tables are compared when all have finished.

    \b
    poste new titro Ada=ada@example.org Bruno=bruno@example.org --option rounds=5 --pace P2D --term weekends=free
    poste new titro Ada=ada@example.org Bruno=bruno@example.org / Edda=edda@example.org Farid=farid@example.org
    """
    tables = _tables(players) or [list(map(_guest, players))]
    request = MatchRequest(
        game=game,
        options=_options(game, options),
        guests=[*tables[0], *(Guest("", open=True) for _ in range(open_seats))],
        pace=pace,
        terms=dict(_named(text, "A term") for text in agreed),
        same_person=same_person,
        listed=listed,
    )
    several = len(tables) > 1 or turned
    if several and (open_seats or listed or same_person):
        raise Refused("Tables that play the same deals have no open seats, and a person sits at one seat only.")
    with server_app(creates=True, timeouts=LONG).app_context():
        bring_up_to_date()
        if several:
            opened = matches.open_tables(replace(request, more_tables=tables[1:], turned=turned))
            ids = ", ".join(match.id for match in opened)
            click.echo(f"Matches {ids} are open; {opened[0].chairs[0].name} gets a letter to confirm all of them.")
            return
        match = matches.open_match(request)
        click.echo(f"Match {match.id} is open; {match.chairs[0].name} gets a letter to confirm it.")


def _tables(players: Sequence[str]) -> list[list[Guest]]:
    """The guests of each table: a lone ``/`` begins the next one."""
    return [[_guest(text) for text in named] for ends, named in groupby(players, key="/".__eq__) if not ends]


def _guest(text: str) -> Guest:
    name, equals, address = text.partition("=")
    if not equals:
        raise Refused(f"A player is given as NAME=ADDRESS, not “{text}”.")
    if address == "open":
        return Guest("", open=True)
    return Guest(name, house=True) if address == "house" else Guest(name, address)


def _options(game: str, given: tuple[str, ...]) -> dict[str, str | int]:
    """The options with the types that the rules expect: numbers if the game's allowed values are numbers."""
    known = GAMES[game].options if game in GAMES else {}
    options: dict[str, str | int] = {}
    for name, value in (_named(text, "An option") for text in given):
        values = known[name].values if name in known else ()
        options[name] = next((allowed for allowed in values if str(allowed) == value), value)
    return options


def _named(text: str, what: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"{what} is given as NAME=VALUE, not “{text}”.")
    return name, value


@poste.command()
@click.argument("match_id", metavar="MATCH")
@click.option("--yes", is_flag=True, help="Do not ask first.")
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
