"""Files for whoever hosts the server: configurations of the programs around it, what to watch and when to be woken.

The command prints them, and the health check of the container image is here; no other room needs either.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class File:
    """A file that hosts may need. ``name``: how one asks for it."""

    name: str
    file: str
    what: str

    def text(self) -> str:
        """What is in it."""
        return (files(__name__) / self.file).read_text(encoding="utf-8")


FILES = (
    File("nginx", "nginx.conf", "nginx before the server, without a link in its logs"),
    File("caddy", "Caddyfile", "Caddy before the server, without a link in its logs"),
    File("postfix", "postfix.cf", "Postfix, which relays replies to the inbox"),
    File("systemd", "poste.service", "a unit for systemd, which starts `poste up` and shuts it in"),
    File("prometheus", "prometheus.yaml", "where Prometheus finds the metrics"),
    File("alerts", "alerts.yaml", "three alerts: letters stuck, windows overdue, worker silent"),
    File("dashboard", "dashboard.json", "a dashboard for Grafana, to be imported"),
    File("requirements", "requirements.lock", "the versions that were tested, to be installed with the wheel"),
)
