"""Who wrote a mail: whether it is the player addressed, from one of their own addresses and, if known, authentic."""

from __future__ import annotations

from dataclasses import dataclass

from ...config import settings
from ...matches import own_addresses
from ...matches.own_addresses import ADDRESS, ORIGIN
from ...store.models import Chair, Player
from ...store.one_match import player_of
from .authentication import Verdict, authenticity
from .dns_keys import keys
from .parts import Part
from .writers import has_one_writer, writers

NOBODYS = "nobody's"
"""Why a mail counts for nobody: it has several writers, or is shown to be from somebody else at the table."""


@dataclass(frozen=True)
class Doubt:
    """Why a mail cannot be taken as the player's, and the address that it claims to be from."""

    why: str
    claimed: str = ""


def origin_of(mail: Part) -> Verdict:
    """What is known about a mail's origin. Looks up keys if no border server reported; see `authentication`."""
    return authenticity(mail, settings().authserv_ids, keys)


def doubt(mail: Part, chair: Chair, player: Player, vouched: bool) -> Doubt | None:
    """Why this mail cannot be taken as the player's; ``None`` if it can. ``vouched``: the player confirmed it."""
    if not has_one_writer(mail) or len(writers(mail)[0]) > 254:
        return Doubt(NOBODYS)
    claimed = writers(mail)[0]
    if not own_addresses.is_of(player, claimed):
        shown = origin_of(mail) is Verdict.PASS  # otherwise anybody could learn who sits at the table
        of_others = shown and own_addresses.is_of_others(chair.match, chair, claimed)
        strange = of_others or "@" not in claimed or not claimed.isprintable()
        return Doubt(NOBODYS) if strange else Doubt(ADDRESS, claimed)
    if not vouched and origin_of(mail) is Verdict.FAIL:
        return Doubt(ORIGIN, claimed)
    return None


def writer_to_nobody(player_id: int | None, mail: Part) -> Player | None:
    """Who wrote to an address of ours that belongs to no table; ``None`` unless that is beyond doubt.

    ``player_id``: who got the address; if unknown, the mail must be authenticated.
    """
    if not has_one_writer(mail):
        return None
    claimed = writers(mail)[0]
    if player_id is not None:
        player = player_of(player_id)
        known = player is not None and own_addresses.is_of(player, claimed)
        return player if known and origin_of(mail) is not Verdict.FAIL else None
    owner = own_addresses.owner_of(claimed)
    return owner if owner is not None and origin_of(mail) is Verdict.PASS else None
