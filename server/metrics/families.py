"""The table of all metrics, from which counts and gauges are written for Prometheus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"


@dataclass(frozen=True)
class Family:
    """A metric. ``name``: without prefix, and without the suffix that Prometheus requires for its ``kind``."""

    name: str
    kind: str
    help: str
    labels: tuple[str, ...] = ()


PREFIX = "poste_"
FAMILIES = (
    Family("info", GAUGE, "1; the version of the server.", ("version",)),
    Family("matches", GAUGE, "Matches, by status.", ("status",)),
    Family("windows_open", GAUGE, "Windows that run, of matches that are being played."),
    Family("windows_due", GAUGE, "Windows whose deadline has passed, and that are not closed yet."),
    Family("oldest_due_window_seconds", GAUGE, "How long the oldest of them is overdue; 0 if none is."),
    Family("letters_unsent", GAUGE, "Letters to be sent: due, later, or stuck (tried in vain).", ("kind", "state")),
    Family("letters_unsent_oldest_seconds", GAUGE, "The age of the oldest of them.", ("kind", "state")),
    Family("oldest_due_letter_seconds", GAUGE, "How long the oldest letter that is due waits; 0 if none is."),
    Family("mail_server_refuses", GAUGE, "1 while the mail server refuses everybody, else 0."),
    Family("mails_in_unread", GAUGE, "Mails that came and are not acted on yet."),
    Family("mails_in_unread_oldest_seconds", GAUGE, "The age of the oldest of them; 0 if there is none."),
    Family("house_thinking", GAUGE, "Seats whose strong house player thinks about its answer."),
    Family("processes", GAUGE, "Processes that have reported within two and a half minutes.", ("kind",)),
    Family("heartbeat_age_seconds", GAUGE, "Since when nobody has looked for due work while pages were served."),
    Family("paused", GAUGE, "1 while the server is paused, else 0."),
    Family("windows_closed", COUNTER, "Windows closed: all had answered, or the deadline had passed.", ("how",)),
    Family("seals", COUNTER, "Answers of players taken, by way: page, json or mail.", ("way",)),
    Family("refusals", COUNTER, "Answers not taken: unfit, or late (the table had moved on).", ("way", "why")),
    Family("letters", COUNTER, "What became of letters: sent, deferred, dropped or failed.", ("kind", "outcome")),
    Family("notices", COUNTER, "Notices by push and to chats: sent, or failed (tried again).", ("channel", "outcome")),
    Family("mails_in", COUNTER, "What became of mails that came, or were refused when they came.", ("outcome",)),
    Family("house_decisions", COUNTER, "Answers of house players: easy, steady, or ahead (looked ahead).", ("how",)),
    Family("request_seconds", HISTOGRAM, "Time to answer a request, by page and class of status.", ("page", "status")),
)  # fmt: skip
BY_NAME: Mapping[str, Family] = {family.name: family for family in FAMILIES}
