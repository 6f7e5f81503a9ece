"""Claims: a player says that all remaining tricks of the deal are theirs, and shows their cards.

The table tries to prove it over the real hands (`server.rules.claimed`), in the worker and outside of any transaction.
If it can, it plays the rest. If not, the others are asked, and all must agree; one who declines ends the claim, and
play goes on with the cards open. House players do not agree to what was not proved. Nothing waits meanwhile: windows
close and answers are sealed as ever, and a claim that nobody has settled ends with its deal.

A claim costs open cards, and each seat has one a deal: otherwise it would be a free way to ask what the others hold. If
it is not proved, the others are asked `ASKED_AFTER` the claim, however long the search took: a quick no would tell
more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import bindparam, select

from ..rules import GAMES, Said, claimed
from ..rules.engine import Answer, Seat
from ..store import heartbeat, nudge
from ..store.ballots import Claims
from ..store.models import MATCHES, PLAYING, Chair, Match, db
from ..store.one_match import one_chair, one_match
from ..store.session import NOW, transaction
from ..views import table_of
from ..views.claims import (
    AGREED,
    ASKED,
    CLOSED,
    LOOKED,
    UNPROVED,
    deal_of,
    open_claim,
    seats_claimed,
    seen,
    why_no_claim,
)
from . import letters, talking
from .errors import Refused
from .in_play import InPlay
from .playing import play_claimed
from .steps import drain, guarded

AGREE, DECLINE = "agree", "decline"
VERDICTS = (AGREE, DECLINE)
ASKED_AFTER = timedelta(seconds=10)
"""How long after a claim that was not proved the others are asked."""
SECONDS = 5.0
"""How long proofs may keep a sweep from its other work."""
PROVED = "{player} claimed the rest of this deal, and that was proved: the table plays it."
ALL_AGREED = "{player} claimed the rest of this deal, and all agreed: the table plays it."
OVER = "This claim is not open any more: the table shows what has come of it."


@transaction
def claim(chair_id: int, at: datetime = NOW, order: Sequence[str] = ()) -> Match:
    """Claim all remaining tricks of the deal: this seat's cards are shown to all, and the table tries to prove it.

    ``order``: in which the cards of the seat are to be played; those left out follow as the table proposes.

    No effect if this seat's claim is open. Raises `Refused` if no claim can be made now.
    """
    chair = one_chair(chair_id)
    match = chair.match
    game, table = GAMES[match.game], table_of(match) if match.snapshot else None
    mine = open_claim(match, game, table)
    if mine and mine.seat == chair.seat:
        return match
    if why := why_no_claim(match, game, table, chair.seat):
        raise Refused(why)
    assert table is not None
    seats = (*seats_claimed(match, game, table), chair.seat)
    named = claimed.named_order(claimed.proposed(game, table.state, chair.seat), order)
    match.claims = Claims(deal=deal_of(game, table), seats=seats, stands=LOOKED, at=at, order=named)
    match.claim_at = at
    nudge.want_delivery()
    talking.add(chair, talking.NEWS, f"{chair.name} claims the rest of this deal and shows all cards.", at)
    return match


@transaction
def answer_claim(chair_id: int, verdict: str, key: str, at: datetime = NOW) -> Match:
    """Agree to the open claim ``key`` (see `server.views.claims.Claim`), or decline it.

    Agreeing again changes nothing. Raises `Refused` if that claim is not open, or this seat is not asked about it.
    """
    if verdict not in VERDICTS:
        raise Refused(f"Say one of the two: {' or '.join(VERDICTS)}.", "verdict")
    chair = one_chair(chair_id)
    match = chair.match
    opened = _open(match)
    if opened is None or seen(opened).key != key:
        raise Refused(OVER)
    if chair.house or chair.resigned_at or chair.seat == opened.seat:
        raise Refused("You are not asked about this claim.")
    if not seen(opened).asked:
        raise Refused("The table is still looking into this claim. Try again in a minute.")
    if verdict == DECLINE and opened.stands == AGREED:
        raise Refused(OVER)
    if verdict == DECLINE:
        _end(match, opened, chair, f"{chair.name} declined the claim", at)
    elif chair.seat not in opened.words:
        _agree(match, opened, chair, at)
    return match


def _open(match: Match) -> Claims | None:
    return open_claim(match, GAMES[match.game], table_of(match) if match.status == PLAYING else None)


def _agree(match: Match, opened: Claims, chair: Chair, at: datetime) -> None:
    opened = opened.saying(True, [chair])
    if len(opened.words) == len(match.chairs) - 1:
        opened, match.claim_at = replace(opened, stands=AGREED), at
        nudge.want_delivery()
    match.claims = opened


def _end(match: Match, opened: Claims, by: Chair, what: str, at: datetime) -> None:
    """End the open claim, and tell the table."""
    match.claims, match.claim_at = replace(opened, stands=CLOSED), None
    claimant = match.chairs[opened.seat].name
    talking.add(by, talking.NEWS, f"{what}: play goes on, with the cards of {claimant} open.", at)


def house_declines(match: Match, chair: Chair, at: datetime) -> None:
    """End the open claim, because a house player has this seat: it agrees to nothing that was not proved. While the
    table still looks into the claim, its finding decides. Must run inside a transaction.
    """
    opened = _open(match)
    if opened and opened.stands == ASKED and chair.seat not in opened.words:
        _end(match, opened, chair, "A house player does not agree to the claim", at)


def seat_handed_on(chair: Chair) -> None:
    """Forget a seat's yes to the open claim, before somebody else takes the seat. Must run inside a transaction."""
    opened = _open(chair.match)
    if opened and opened.stands == ASKED:
        chair.match.claims = opened.without(chair)


# In the worker -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """A claim that was looked into. ``line``: the answers that play the rest, by window; ``None``: not proved."""

    match_id: str
    ply: int
    claims: Claims | None
    line: Sequence[Mapping[Seat, Answer]] | None


def examine_claims(at: datetime | None = None, seconds: float = SECONDS) -> int:
    """Look into the claims that are due, play the rest of those proved or agreed to, and ask about others.

    Returns for how many something was done. It may run twice and be killed anywhere: what was lost is made again.
    """
    return drain(lambda now: guarded(_settle_one, now, "claim_at"), at, min(seconds, SECONDS))


CLAIMED = select(MATCHES.c.id).where(MATCHES.c.claim_at <= bindparam("at")).order_by(MATCHES.c.claim_at).limit(1)
"""The match with the claim that is longest due."""


def _settle_one(at: datetime, claimed: list[str]) -> bool:
    """Settle one claim that is due. Returns False if there is none."""
    db.session.rollback()
    found = None if heartbeat.held(at) else db.session.scalar(CLAIMED, {"at": at})
    if found is None:
        return False
    claimed.append(found)
    _settle(_looked_at(one_match(found)), at)
    return True


def _looked_at(match: Match) -> _Found:
    match_id, ply, kept = match.id, match.ply, match.claims
    game, table = GAMES[match.game], table_of(match) if match.status == PLAYING else None
    opened = open_claim(match, game, table)
    db.session.rollback()
    if table is None or opened is None or opened.stands == UNPROVED:
        return _Found(match_id, ply, kept, None)
    side, named = claimed.side_of(game, opened.seat), (opened.seat, opened.order)
    is_due = opened.stands == AGREED or claimed.is_proved(game, table.state, side, named=named)
    return _Found(match_id, ply, kept, claimed.line(game, table.state, side, named=named) if is_due else None)


@transaction
def _settle(found: _Found, at: datetime) -> None:
    """Do what follows from what was found, unless the match has moved on meanwhile: then it is looked into again."""
    match = one_match(found.match_id)
    if match.ply != found.ply or match.claims != found.claims:
        return
    opened, match.claim_at = _open(match), None
    if opened is None:
        return
    if found.line is not None:
        _play(match, opened, found.line, at)
    elif opened.stands == LOOKED:
        match.claims, match.claim_at = replace(opened, stands=UNPROVED), opened.at + ASKED_AFTER
    else:
        _ask_the_others(match, opened, at)


def _play(match: Match, opened: Claims, line: Sequence[Mapping[Seat, Answer]], at: datetime) -> None:
    match.claims = replace(opened, stands=CLOSED)
    text = ALL_AGREED if opened.stands == AGREED else PROVED
    play_claimed(InPlay(match, at), line, Said(text, {"player": opened.seat}, kind="claimed"))


def _ask_the_others(match: Match, opened: Claims, at: datetime) -> None:
    claimant = match.chairs[opened.seat]
    others = [chair for chair in match.chairs if chair is not claimant]
    match.claims = replace(opened, stands=ASKED)
    of_the_house = [chair for chair in others if chair.house]
    if of_the_house:
        house_declines(match, of_the_house[0], at)
        return
    letters.tell(match, others, "claim", at, str(opened.seat), seat=opened.seat, claim=seen(opened).key)
