"""The register of everything that gives access to whoever has it, the columns it depends on, and what ends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from server import links

SEAT_REPLACED, HOME_REPLACED, DESK_RENEWED = "seat link replaced", "Home link replaced", "desk link renewed"
OF_A_SEAT, OF_A_MATCH, OF_A_PERSON, OF_ALL = "links of a seat", "links of a match", "links of a person", "all links"
HANDED_ON, CORRECTED, ERASED = "seat handed on", "address corrected", "person erased"
RESIGNED, DECLINED, CALLED_OFF, OVER, ARCHIVED = "resigned", "declined", "called off", "over", "archived"
SHARED_RENEWED, LETTERS_STOPPED = "link of the match renewed", "letters stopped"
ENDINGS = (
    SEAT_REPLACED, HOME_REPLACED, DESK_RENEWED, OF_A_SEAT, OF_A_MATCH, OF_A_PERSON, OF_ALL, HANDED_ON, CORRECTED,
    ERASED, RESIGNED, DECLINED, CALLED_OFF, OVER, ARCHIVED, SHARED_RENEWED, LETTERS_STOPPED,
)  # fmt: skip
"""Every way in which something ends: by a page, a mail, the desk, the command line (``links of …``), or by time."""
_SEEN = frozenset((SEAT_REPLACED, HOME_REPLACED, OF_A_SEAT, OF_A_MATCH, OF_A_PERSON, OF_ALL))
"""Somebody else may have seen the link of the seat."""
_ANOTHERS = frozenset((HANDED_ON, CORRECTED, ERASED))
_OFF = frozenset((DECLINED, CALLED_OFF))
_DONE = frozenset((OVER, ARCHIVED))
_PERSONS = frozenset((HOME_REPLACED, OF_A_PERSON, OF_ALL, ERASED))
_SHARED = frozenset((SHARED_RENEWED, OF_A_MATCH, OF_ALL))


@dataclass(frozen=True)
class Capability:
    """One kind of access. ``may``: what it lets its holder do. ``hangs_on``: the columns on which it depends.

    ``ends``: those of `ENDINGS` after which it does nothing any more. After the others it works as before, or shows
    what is over.
    """

    may: str
    hangs_on: str
    ends: frozenset[str] = frozenset()


REPLY, SEVERAL, RETURN, CHANNEL = "reply address", "reply address of several tables", "return path", "device or hook"
ADDRESS, RECORD = "other address", "record"
CAPABILITIES: Mapping[str, Capability] = {
    links.SEAT: Capability("see a hand, and play it", "chair.link_version", _SEEN | _ANOTHERS),
    links.MAIL: Capability("say whose a held mail was", "chair.link_version", _SEEN | _ANOTHERS),
    REPLY: Capability("play by mail", "reply_address.version", _SEEN | _ANOTHERS | _DONE | {RESIGNED}),
    SEVERAL: Capability("play by mail at each table", "person_address.tables", _SEEN | _ANOTHERS | _DONE | {RESIGNED}),
    RETURN: Capability("say that a letter came back", "letter.player_id", _ANOTHERS),
    links.STOP: Capability("stop the letters of a match to its reader", "chair.player_id", _ANOTHERS),
    links.OFFER: Capability(
        "take the seat that is offered", "offer.version offer.closed_at", _SEEN | _ANOTHERS | _DONE | _OFF | {RESIGNED}
    ),
    links.DESK: Capability("mend a match", "match.desk_version", _SEEN | _ANOTHERS | {DESK_RENEWED}),
    links.JOIN: Capability("ask for an open seat", "shared_link.version shared_link.ended_at", _SHARED | _OFF),
    links.KEPT: Capability("take the seat that is kept", "reservation.until", _SHARED | _OFF | _PERSONS),
    links.WATCH: Capability("see what lies open", "shared_link.version shared_link.ended_at", _SHARED),
    links.ME: Capability("see a person’s tables, and set what holds at all of them", "player.link_version", _PERSONS),
    links.CALENDAR: Capability("see a person’s deadlines", "player.link_version", _PERSONS),
    CHANNEL: Capability("be told what waits for a person", "channel.ended_at", _PERSONS),
    ADDRESS: Capability(
        "write in a person’s name to a reply address of theirs", "own_address.player_id", frozenset({ERASED})
    ),
    links.STOP_ALL: Capability("stop all letters to a person", "player.id", frozenset({ERASED})),
    links.NEVER: Capability("let nobody write to a person", "player.id", frozenset({ERASED})),
    RECORD: Capability("see a match once it is over, and all tables with its deals are", "match.status match.shut"),
}
"""All kinds, links by their purpose. ``_SEEN`` and ``_ANOTHERS`` of a desk mean those of the host's seat."""
