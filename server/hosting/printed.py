"""What `poste hosting` prints: the pages of server/docs/hosting, and files for the programs around the server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

_TEMPLATES = Environment(
    undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
)  # no HTML: no escaping


def _of_a_unit(path: Path) -> str:
    """A path as the rest of a line of a unit (systemd.unit(5))."""
    return str(path).replace("%", "%%")


def _word_of_a_unit(path: Path) -> str:
    """A path as one of the words of a line of a unit (systemd.syntax(7))."""
    written = _of_a_unit(path)
    return written if re.fullmatch(r"[\w./%@+-]+", written) else '"' + re.sub(r'(["\\])', r"\\\1", written) + '"'


_TEMPLATES.filters |= {"rest": _of_a_unit, "word": _word_of_a_unit}


@dataclass(frozen=True)
class Site:
    """A server, as the files speak of it."""

    base_url: str
    """How links begin."""
    host: str
    port: int
    """Where its pages are for browsers, by https."""
    webs: tuple[str, ...]
    """Where its web processes listen, each ``host:port``."""
    mail_domain: str
    inboxes: tuple[str, ...]
    """Where its inboxes listen, each as Postfix writes it: ``[host]:port``."""
    refused: str
    """The address of ours that Postfix refuses by itself; empty if there is none."""
    elsewhere: bool
    """Whether they are told apart from this machine."""
    largest: int
    """The bytes of the largest mail that an inbox takes."""
    metrics_at: str
    """The address that metrics have of their own; empty if they are among the pages."""
    metrics_token: bool
    """Whether one has to send a token for them."""
    program: Path
    """The command `poste`."""
    file: Path
    """The settings file."""
    state: Path
    """STATE_DIR."""


@dataclass(frozen=True)
class Page:
    """A page for hosts. ``name``: how one asks for it."""

    name: str

    def text(self) -> str:
        """What is on it (Markdown)."""
        return (files("server") / "docs" / "hosting" / f"{self.name}.md").read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        """Its heading."""
        return self.text().partition("\n")[0].removeprefix("# ")


@dataclass(frozen=True)
class File:
    """A file that hosts may need. ``name``: how one asks for it."""

    name: str
    file: str
    what: str

    def text(self) -> str:
        """What is in it."""
        return (files(__package__) / self.file).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Recipe(File):
    """A file that says what is so on a site."""

    def fitted(self, site: Site) -> str:
        """What is in it for this site."""
        return _TEMPLATES.from_string(self.text()).render(vars(site))


def limits() -> list[tuple[str, str]]:
    """What comes in, and how much of it: the rows of the first two tables of server/docs/LIMITS.md, as plain text."""
    page = (files("server") / "docs" / "LIMITS.md").read_text(encoding="utf-8").partition("## Where they are")[0]
    rows = [line.replace("`", "").replace("**", "").split(" | ") for line in page.split("\n") if line.startswith("| ")]
    return [
        (what.removeprefix("| "), most.removesuffix(" |")) for what, most, *_ in rows if most not in ("at most", "|")
    ]


EVENING = tuple(map(Page, ("try", "machine", "settings", "proxy", "mail", "backup")))
"""In their order."""
AFTERWARDS = tuple(map(Page, ("operate", "scale", "privacy")))
PAGES = (*EVENING, *AFTERWARDS)


FILES = (
    Recipe("nginx", "nginx.conf", "nginx before the server, without a link in its logs"),
    Recipe("caddy", "Caddyfile", "Caddy before the server, without a link in its logs"),
    Recipe("postfix", "postfix.sh", "what to tell Postfix, which relays replies to the inbox"),
    Recipe("systemd", "poste.service", "a unit for systemd, which starts `poste up` and shuts it in"),
    Recipe("prometheus", "prometheus.yaml", "where Prometheus finds the metrics"),
    File("alerts", "alerts.yaml", "three alerts: letters stuck, windows overdue, worker silent"),
    File("dashboard", "dashboard.json", "a dashboard for Grafana, to be imported"),
    File("requirements", "requirements.lock", "the versions that were tested, to be installed with the wheel"),
)
