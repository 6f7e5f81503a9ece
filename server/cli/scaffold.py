"""poste scaffold: the beginning of an addition to the server."""

from __future__ import annotations

import re

import click

from ..paths import GAMES, PACKAGE, ROOT
from .group import Stop, WrongUse, poste

EXAMPLES = {False: ("Prizes", "prizes"), True: ("Little Whist", "little-whist")}
"""The names of the games in server/rules/examples, by whether tricks are played."""


@poste.group()
def scaffold() -> None:
    """Begin something new in a checkout: `poste scaffold game NAME`."""


@scaffold.command()
@click.argument("name")
@click.option("--tricks", is_flag=True, help="A game in which one plays after another, to tricks.")
def game(name: str, tricks: bool) -> None:
    """Begin a game of this NAME, such as `german-whist`.

    It writes one file, a small game of sealed bids or of tricks, to be changed line by line into yours. A server that
    is started afterwards plays it at once. server/docs/GAMES.md explains it, and how to test it.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise WrongUse(f"“{name}” cannot be a game's key: small letters, digits, and hyphens between them.")
    if not (ROOT / "pyproject.toml").is_file():
        raise Stop("This server was installed from a wheel; a game is added in a checkout.")
    file = GAMES / f"{name.replace('-', '_')}.py"
    if file.exists() or file.with_suffix("").exists():
        raise Stop(f"There is a game of this name: {file.relative_to(ROOT)}.")
    file.write_text(begun(name, *EXAMPLES[tricks]))
    what = "tricks" if tricks else "sealed bids"
    click.echo(f"{file.relative_to(ROOT)} is a game of {what}; make it yours, as server/docs/GAMES.md says.")
    click.echo(f"To play it, while a server runs that was started since: make demo ARGS='--game {name} --house 1'")
    click.echo(f"To test it: .venv/bin/python -m pytest -n 0 -q tests/rules/test_every_game.py -k {name}")


def begun(key: str, title: str, example: str) -> str:
    """The source of a new game: the example under this key."""
    text = (PACKAGE / "rules" / "examples" / f"{example.replace('-', '_')}.py").read_text()
    return text.replace(title, key.replace("-", " ").title()).replace(f'"{example}"', f'"{key}"')
