"""Nothing left to decide: where no answer can change the result of a deal any more, the table plays its rest.

Only where the terms say so, because a table that goes on then tells that something is still open. The proof looks at
the real hands, in a sweep and outside of any transaction; players learn of it only that the rest was played.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from sqlalchemy import select

from ..logs import described
from ..rules import GAMES, AnyGame, State
from ..rules.decided import is_decided
from ..store import heartbeat
from ..store.models import MATCHES, PLAYING, UNEXAMINED, db
from ..store.one_match import one_match
from ..store.session import transaction
from ..terms import DECIDED
from ..views import table_of
from .in_play import InPlay
from .playing import resume
from .steps import drain

log = structlog.get_logger()

LAST = 5
"""Cards in a hand; while there are more, nothing is proved within the bound, so it is not tried."""
SECONDS = 5.0
"""How long proofs may keep a sweep from closing windows."""
_WANTED = MATCHES.c.terms[DECIDED].as_string() == "on"
OPEN = select(MATCHES.c.id).where(UNEXAMINED, _WANTED).order_by(MATCHES.c.opened_at).limit(1)
"""The window that has been open longest, of those not looked into yet."""


def examine_decided(at: datetime | None = None, seconds: float = SECONDS) -> int:
    """Look into the open windows of matches that want it, and play the rest of decided deals. Returns how many windows.

    It may run twice and be killed anywhere: a proof that was lost is made again.
    """
    return drain(_examine_one, at, min(seconds, SECONDS))


def _examine_one(at: datetime) -> bool:
    """Look into one open window. Returns False if there is none left."""
    db.session.rollback()
    found = None if heartbeat.held(at) else db.session.scalar(OPEN)
    if found is None:
        return False
    match = one_match(found)
    match_id, ply, game, state = match.id, match.ply, match.game, table_of(match).state
    db.session.rollback()
    _note(match_id, ply, _proved(game, state), at)
    return True


def _proved(key: str, state: State) -> bool:
    """Whether the deal is decided; a match at which the rules fail is not, and its deadline will tell."""
    try:
        return _is_near(GAMES[key], state) and is_decided(GAMES[key], state)
    except Exception as error:
        log.error("match.unproved", game=key, **described(error))
        return False


def _is_near(game: AnyGame, state: State) -> bool:
    counts = game.view(state, None)["core"]["counts"]
    return max(counts, default=0) <= LAST


@transaction
def _note(match_id: str, ply: int, proved: bool, at: datetime) -> None:
    """Note what was found, and play the rest if nothing is left to decide."""
    match = one_match(match_id)
    if match.ply != ply or match.status != PLAYING:
        return
    match.examined = ply
    if proved:
        play = InPlay(match, at)
        match.decided = play.this_deal()
        resume(play)
