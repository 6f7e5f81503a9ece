"""Who wrote a mail: the player whom it is for, from one of their addresses, as far as its origin shows."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage

from ...config import settings
from ...matches import own_addresses
from ...matches.own_addresses import ADDRESS, ORIGIN
from ...store.models import Chair, Player, db
from .authentic import Verdict, authenticity, has_one_writer, writers
from .dns_keys import keys

NOBODYS = "nobody's"
"""Why a mail counts for nobody: it has several writers, or is from somebody else at the table."""


@dataclass(frozen=True)
class Doubt:
    """Why a mail cannot be taken as the player's, and the address that it says it is from."""

    why: str
    claimed: str = ""


def origin_of(message: EmailMessage, raw: bytes) -> Verdict:
    """What is known of the origin of a mail. Looks up keys where no border server says it; see `authentic`."""
    return authenticity(message, raw, settings().authserv_ids, keys)


def doubt(message: EmailMessage, raw: bytes, chair: Chair, player: Player, vouched: bool) -> Doubt | None:
    """Why this mail cannot be taken as the player's; ``None`` if it can. ``vouched``: the player said that it is."""
    if not has_one_writer(message) or len(writers(message)[0]) > 254:
        return Doubt(NOBODYS)
    claimed = writers(message)[0]
    if not own_addresses.is_of(player, claimed):
        of_others = own_addresses.is_of_others(chair.match, chair, claimed)
        return (
            Doubt(NOBODYS) if of_others or "@" not in claimed or not claimed.isprintable() else Doubt(ADDRESS, claimed)
        )
    if not vouched and origin_of(message, raw) is Verdict.FAIL:
        return Doubt(ORIGIN, claimed)
    return None


def writer_to_nobody(player_id: int | None, message: EmailMessage, raw: bytes) -> Player | None:
    """Who wrote to an address of ours that stands for no table; ``None`` unless that is beyond doubt.

    ``player_id``: who got the address; where that is not known, the mail's origin has to be authenticated.
    """
    if not has_one_writer(message):
        return None
    claimed = writers(message)[0]
    if player_id is not None:
        player = db.session.get(Player, player_id)
        known = player is not None and own_addresses.is_of(player, claimed)
        return player if known and origin_of(message, raw) is not Verdict.FAIL else None
    owner = own_addresses.owner_of(claimed)
    return owner if owner is not None and origin_of(message, raw) is Verdict.PASS else None
