"""Tables of Titro at which Ada holds the king of hearts, and addresses to answer to."""

from __future__ import annotations

from itertools import count

from server import deal, matches
from server.post import reply_addresses
from server.rules import GAMES, begin
from server.store.models import Match, db
from server.store.session import transaction
from tests.cast import reply_address

from ...cast import again, guests, open_match, seat
from ...conftest import MONDAY


def table_with_the_king_of_hearts(pace: str = "PT48H") -> Match:
    """A match of Ada and Bruno that has just begun."""
    match = again(open_match("titro", {}, guests("Ada", "Bruno"), pace, at=MONDAY))
    match.seed = next(seed for n in count() if "KH" in _hand(seed := n.to_bytes(32, "big")))
    db.session.commit()
    for name in ("Ada", "Bruno"):
        matches.accept(seat(match, name).id, at=MONDAY)
    return again(match)


def _hand(seed: bytes) -> list[str]:
    game = GAMES["titro"]
    table, _ = begin(game, 2, {}, deal.shuffler(seed, [None, None]))
    return game.view(table.state, 0)["hand"]


@transaction
def address_of(match: Match, name: str, purpose: str = reply_addresses.ANSWER) -> str:
    """A new reply address of a player for the window that is open now."""
    chair = seat(match, name)
    return reply_address(chair.id, chair.match.ply, MONDAY, purpose)
