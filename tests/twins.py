"""Twins: everything that the others can see of a match, in two worlds that differ only in what one seat has done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import product

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule

from server import links
from server.store.models import Chair, Match, SharedLink, db
from tests.cast import again

HELD_BY_NOBODY = "held-by-nobody"
"""A token of a kind of which there is none at the table."""
ALL_MAIL = ("/letters", "/letters/<key>", "/letters/<key>/html")
"""Pages for whoever may read every mailbox of this machine; only the embedded default has them."""
OF_THE_SERVER = ("/healthz", "/metrics", "/static/<path:filename>")
"""What tells of all matches together, or of none."""
QUERIES: Mapping[str, Iterable[str]] = {
    "/s/<token>": ("", "?story=all", "?story=all&deal=1"),
    "/s/<token>/replay": ("", "?ply=1"),
    "/api/seat/<token>": ("", "?since=0"),
    "/host/<token>": ("", "?done=again"),
}
CHANCE = re.compile(
    r"\b(?:reply|bounce)-[0-9a-f]{32}|=_[0-9a-f]{24}|(?<=name=\"form\" value=\")[\w-]+|(?<=Thread-Index: )\S+"
    r"|(?<=^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:)\d\d",
    re.M,
)
"""Addresses to answer to, what stands between the parts of a mail, the names of forms, and the second
at which a letter leaves, as this machine needs one to write it: new ones each time."""


def everywhere(rule: Rule) -> bool:
    """Every rule."""
    return True


def of_a_match(rule: Rule) -> bool:
    """Those of a match, of one of its seats, or of a person."""
    return bool({"token", "match_id"} & rule.arguments)


def of_its_table(rule: Rule) -> bool:
    """The few that show how a table stands, to be compared often."""
    return rule.rule in ("/s/<token>", "/api/seat/<token>", "/host/<token>", "/me/<token>", "/api/watch/<token>")


def tokens(match: Match, but: Chair) -> dict[str, list[str]]:
    """The tokens that everybody but whoever sits there may hold, by how the addresses begin that they open."""
    others = [chair for chair in match.chairs if chair.id != but.id and chair.player]
    people = [chair.player for chair in others if chair.player]
    end = {
        "/s/": [links.seat_token(chair) for chair in others],
        "/me/": [last(links.me(person)) for person in people],
        "calendar.ics": [last(links.calendar(person).removesuffix("/calendar.ics")) for person in people],
        "/host/": [last(links.desk(match))],
        "/watch/": [],
        "/join/": [],
        "/stop/": [last(links.stop(chair)) for chair in others],
        "/stop-all/": [last(links.stop_all(person)) for person in people],
        "/never/": [last(links.never(person)) for person in people],
        "/kept/": [], "/offer/": [], "/mail/": [],
    }  # fmt: skip
    for shared in db.session.scalars(select(SharedLink).where(SharedLink.match_id == match.id)):
        end[f"/{shared.purpose}/"].append(links.shared_token(shared))
    return end


def last(link: str) -> str:
    return link.rpartition("/")[2]


def addresses(app: Flask, match: Match, but: Chair, among: Callable[[Rule], bool]) -> Iterator[str]:
    """Every address of the application that anybody but whoever sits there may ask for; a new page is in by itself.

    ``among``: those of these rules alone.
    """
    held = tokens(match, but)
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if "GET" not in (rule.methods or ()) or rule.rule in (*ALL_MAIL, *OF_THE_SERVER) or not among(rule):
            continue
        filled = {"match_id": [match.id], "ply": [0, match.ply], "order": [1], "key": [match.game]}
        if "token" in rule.arguments:
            begin, _, end = rule.rule.removeprefix("/api").partition("<token>")
            kind = "calendar.ics" if end == "/calendar.ics" else "/s/" if begin == "/seat/" else begin
            filled["token"] = held[kind] or [HELD_BY_NOBODY]
        for values in product(*(filled[name] for name in sorted(rule.arguments))):
            path = rule.rule
            for name, value in zip(sorted(rule.arguments), values, strict=True):
                path = re.sub(rf"<(?:\w+:)?{name}>", str(value), path)
            yield from (path + query for query in QUERIES.get(rule.rule, ("",)))


@dataclass
class Sent:
    """A way out for letters that keeps them, with the address that each came from."""

    letters: list[tuple[str, str, str]] = field(default_factory=list)

    def __enter__(self) -> Sent:
        return self

    def __exit__(self, *failure: object) -> None:
        """Nothing is open."""

    def check(self) -> None:
        """Letters can always be sent."""

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Take a letter."""
        self.letters.append((address, sender, message.as_string()))

    def others(self, but: Chair) -> list[tuple[str, ...]]:
        """Those to everybody else, in order, without what is chance."""
        own = but.player.email if but.player else ""
        return [tuple(CHANCE.sub("…", part) for part in one) for one in self.letters if one[0] != own]


def shown(web: FlaskClient, match: Match, but: Chair, among: Callable[[Rule], bool]) -> dict[str, tuple[int, str, str]]:
    """What everybody but whoever sits there is shown now: status, headers and body, by address."""
    match = again(match)
    found = {}
    for path in list(addresses(web.application, match, but, among)):
        answer = web.get(path)
        headers = sorted(header for header in answer.headers if header[0] != "Date")  # the clock of the wall
        found[path] = answer.status_code, str(headers), CHANCE.sub("…", answer.get_data(as_text=True))
    return found
