"""poste hosting: the pages for whoever hosts, and configuration files for the programs around the server."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from email.utils import parseaddr
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from ..hosting.printed import AFTERWARDS, EVENING, FILES, PAGES, File, Page, Recipe, Site
from .group import WrongUse, given_settings, poste

if TYPE_CHECKING:
    from ..config import Settings

EXAMPLE = "https://cards.example.org"
"""Stands for the address of the pages where the settings name no public one."""
METRICS = "127.0.0.1:8024"
"""Stands for an address of the metrics: a port that is nobody's (9100 is that of Prometheus's node exporter)."""


@poste.command()
@click.argument("name", required=False)
@click.option(
    "--host",
    "hosts",
    metavar="HOST[:PORT]",
    multiple=True,
    help="A machine on which web and inbox run, if not on this one; once for each.",
)
def hosting(name: str | None, hosts: tuple[str, ...]) -> None:
    """Print a page or a file by its NAME, or without one the list of them. Files say what your settings say.

    \b
    poste hosting mail
    poste hosting nginx > /etc/nginx/conf.d/poste.conf
    poste hosting nginx --host 10.0.0.1 --host 10.0.0.2
    """
    if name is None:
        _list()
        return
    known: dict[str, Page | File] = {page.name: page for page in PAGES}
    known |= {one.name: one for one in FILES}
    if name not in known:
        raise WrongUse(f"There is no page or file “{name}”: name one of {', '.join(known)}.")
    chosen = known[name]
    click.echo(_fitted(chosen, hosts) if isinstance(chosen, Recipe) else chosen.text(), nl=False)


def _list() -> None:
    click.echo("Each is printed by its name.")
    for heading, named in (
        ("An evening's work, page by page:", {page.name: page.title for page in EVENING}),
        ("Afterwards, when there is a question:", {page.name: page.title for page in AFTERWARDS}),
        (
            "Files for the programs around the server, with what your settings say:",
            {one.name: one.what for one in FILES},
        ),
    ):
        click.echo(f"\n{heading}")
        for name, what in named.items():
            click.echo(f"  {name:<14} {what}")


def _fitted(recipe: Recipe, hosts: Sequence[str]) -> str:
    settings = given_settings()
    site = _site(settings, hosts)
    text = recipe.fitted(site)
    if not settings.is_encrypted and site.host in text:
        click.echo(f"poste: BASE_URL does not begin with https://: {site.base_url} stands for it here.", err=True)
    return text


def _site(settings: Settings, hosts: Sequence[str]) -> Site:
    """What the files say of the server with these settings. Raises `WrongUse`, `Misconfigured`."""
    from ..config import LARGEST_MAIL, LOCAL
    from ..settings_file import OF_THE_MACHINE

    base_url = settings.base_url
    if not settings.is_encrypted:
        if urlsplit(base_url).hostname in LOCAL:
            base_url = EXAMPLE
        base_url = base_url.replace("http://", "https://", 1)
    parts = urlsplit(base_url)
    machines = [_machine(host) for host in hosts or (_here(settings.text("BIND")),)]
    metrics = settings.metrics_bind
    domain = settings.mail_domain.lower() if settings.given("MAIL_DOMAIN") else str(parts.hostname)
    sender = parseaddr(settings.mail_from)[1].lower() if settings.given("MAIL_FROM") else f"post@{domain}"
    knows_sender = re.fullmatch(rf"[\w.+-]+@{re.escape(domain)}", sender) and not settings.authserv_ids
    return Site(
        base_url=base_url,
        host=str(parts.hostname),
        port=parts.port or 443,
        webs=tuple(f"{host}:{port or settings.port}" for host, port in machines),
        mail_domain=domain,
        inboxes=tuple(f"[{host.strip('[]')}]:{settings.inbox_port}" for host in dict(machines)),
        refused=sender if knows_sender else "",
        elsewhere=bool(hosts),
        largest=LARGEST_MAIL,
        metrics_at=f"{_here(metrics[0])}:{metrics[1]}" if metrics else "" if settings.metrics else METRICS,
        metrics_token=bool(settings.metrics_token),
        program=Path(sys.executable).parent / "poste",
        file=settings.file or OF_THE_MACHINE,
        state=settings.state_dir if settings.file else Path("/var/lib/poste"),
    )


def _here(bind: str) -> str:
    """Where this machine finds what listens at an address; one that stands for all has another name."""
    return "127.0.0.1" if bind in ("0.0.0.0", "::") else _written(bind)


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _machine(given: str) -> tuple[str, int | None]:
    """The host, as it stands before a port, and the port if there is one. Raises `WrongUse`."""
    try:
        parts = urlsplit(f"//{given}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or port == 0 or parts.netloc != given or re.search(r"[^\w.:\[\]-]", given):
        raise WrongUse(f"--host is a host, or a host and a port, such as 10.0.0.1:8000, not “{given}”.")
    return _written(host), port
