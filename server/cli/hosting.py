"""poste hosting: configuration files for the programs around the server."""

from __future__ import annotations

import click

from ..hosting import FILES
from .group import WrongUse, poste


@poste.command()
@click.argument("name", required=False)
def hosting(name: str | None) -> None:
    """Print a configuration by its NAME, or without one the list of them.

    \b
    poste hosting nginx > /etc/nginx/conf.d/poste.conf
    poste hosting systemd > /etc/systemd/system/poste.service
    poste hosting alerts > /etc/prometheus/poste-alerts.yaml
    """
    if name is None:
        for one in FILES:
            click.echo(f"{one.name:<14} {one.what}")
        return
    chosen = next((one for one in FILES if one.name == name), None)
    if chosen is None:
        raise WrongUse(f"There is no file “{name}”: name one of {', '.join(one.name for one in FILES)}.")
    click.echo(chosen.text(), nl=False)
