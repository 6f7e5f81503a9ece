"""Practice: a match of one person without an address against house players, dealt at once.

No letter is ever written for it and no clock closes its windows; its house players answer at once, in the transaction
that seals the person's answer, unless they are strong. Its link is all there is. It is deleted after `KEPT`, see
`server.matches.retaining`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select

from .. import clock
from ..rules import GAMES, complete
from ..rules.tempo import of_one_part
from ..store.models import MATCHES, PLAYING, Match, db
from ..store.one_match import add, one_chair, one_match
from ..store.session import NOW, transaction
from ..terms import HOUSE, STEADY
from . import quotas
from .errors import Refused
from .in_play import InPlay
from .opening import checked_terms, new_match, playable
from .playing import begin

KEPT = 30 * clock.DAY
MOST = 60
"""How many such matches may be begun from one network in a day: a class may share one."""
PACE = "PT48H"
"""Every match has a pace; for practice no clock runs by it."""
USUAL_SEATS = 4
YOU = "Guest"
NAMES = ("Bruno", "Chiara", "Dmitri", "Edda", "Farid", "Gianna")
"""What the house players are called, in the order of their seats."""


def practise(
    game: str, options: Mapping[str, Any], origin: str, at: datetime | None = None, form: str = "", level: str = STEADY
) -> Match:
    """Begin a match for practice, of about one deal unless ``options`` say otherwise. Its first seat is the person's.

    ``origin``: the network that asks, from which only `MOST` may be begun in a day. ``form``: random text of the form
    that asks; the same form again gives the same match. ``level``: how the house plays, a value of that term. Raises
    `Refused` for what cannot be played, `TooMany` for a match too many.
    """
    rules = GAMES.get(game)
    seats = min(rules.seats, key=lambda number: abs(number - USUAL_SEATS)) if rules else 0
    options = {**(of_one_part(rules) if rules else {}), **options}
    rules = playable(game, options, seats)
    terms = checked_terms(rules, {HOUSE: level})
    digest = hashlib.sha256(f"{game} {level} {form}".encode()).hexdigest() if form else None
    return _begin(game, complete(rules, options), seats, terms, origin, at or clock.now(), digest)


@transaction
def practise_again(chair_id: int, origin: str, at: datetime = NOW) -> Match:
    """Begin another match like the one that is over, or return the one that was begun so. Raises as `practise` does."""
    old = one_chair(chair_id).match
    if old.practice_until is None or old.status == PLAYING:
        raise Refused("This game is still being played: another one can begin when it is over.")
    again = db.session.scalar(select(MATCHES.c.id).where(MATCHES.c.rematch_of == old.id))
    if again:
        return one_match(again)
    return _deal(old.game, old.options, len(old.chairs), old.terms, origin, at, old.id)


@transaction
def _begin(
    game: str, options: dict[str, Any], seats: int, terms: dict[str, str], origin: str, at: datetime, form: str | None
) -> Match:
    begun = db.session.scalar(select(MATCHES.c.id).where(MATCHES.c.practice_form == form)) if form else None
    return one_match(begun) if begun else _deal(game, options, seats, terms, origin, at, form=form)


def _deal(
    game: str, options: dict[str, Any], seats: int, terms: dict[str, str], origin: str, at: datetime,
    rematch_of: str | None = None, form: str | None = None,
) -> Match:  # fmt: skip
    enough = "That is enough practice for one day. The next game can begin in {wait}."
    quotas.check("practice", origin, at, MOST, enough)
    match = new_match(game, options, PACE, terms, at)
    match.practice_until, match.practice_form, match.rematch_of, match.closes_at = at + KEPT, form, rematch_of, None
    for seat, name in enumerate((YOU, *NAMES)[:seats]):
        chair = match.add_chair(name, house=seat > 0)
        chair.accepted_at = chair.invited_at = at
    add(match)
    begin(InPlay(match, at))
    return match
