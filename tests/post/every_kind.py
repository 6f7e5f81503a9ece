"""A letter of every kind, true at its table: what tests of all kinds write."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from server import clock, matches
from server.matches.own_addresses import HELD
from server.matches.people import person_with
from server.post.kinds import KINDS
from server.post.reply_addresses import TABLES
from server.store.models import (
    CANCELLED,
    INVITED,
    OVER,
    Chair,
    InboundMail,
    Letter,
    Match,
    Offer,
    Outage,
    Reservation,
    SharedLink,
    db,
)
from server.views import table_page
from server.views.motions import open_motion

from ..cast import again

FACTS = {
    "ply": 0, "seat": 0, "until": "2027-01-01T12:00:00+00:00", "name": "Ada", "before": "Ada", "substitute": "Edda",
    "game": "french-tarot", "sentence": "“K” is no answer here.", "said": ["Well played."], "unplanned": "No.",
    "why": "address", "address": "ada@work.example",
}  # fmt: skip
APPOINTMENTS = ("proposal", "arranged", "soon", "called-off")
STATUS = {"invitation": INVITED, "joined": INVITED, "kept": INVITED, "cancelled": CANCELLED, "over": OVER,
          "compared": OVER}  # fmt: skip


def letter(kind: str, chair: Chair, **more: Any) -> Letter:
    """A letter of a kind that is true at its table; ``more``: facts of its own."""
    match, player = chair.match, chair.player
    assert player is not None
    match.status = STATUS.get(kind, match.status)
    match.asleep_at = clock.now() if kind == "asleep" else None
    next(other for other in match.chairs if other is not chair).missed = 3 if kind == "absent" else 0
    chair.accepted_at = None if kind == "invitation" else chair.accepted_at
    facts = FACTS | {
        "mail": held(chair),
        "player": player.id,
        "nearest": [],
        "email": player.email,
        "offer": offered(chair).id if kind == "offer" else 0,
        "outage": away(match) if kind == "outage" else 0,
        "appointment": appointment(chair, kind) if kind in APPOINTMENTS else 0,
        "reservation": kept(chair).id if kind == "kept" else 0,
        "motion": motion(chair) if kind == "motion" else 0,
        "on_motion": True,
        "claim": claim(chair) if kind == "claim" else "",
        **more,
    }
    row = Letter(identity=f"{kind}:{token_hex(4)}", kind=kind, facts=facts, created_at=clock.now(), ply=match.ply)
    if KINDS[kind].answers == TABLES:
        row.player_id = player.id
    else:
        row.match_id, row.chair_id = match.id, chair.id
    db.session.add(row)
    db.session.flush()
    return row


def held(chair: Chair) -> int:
    """A mail that waits for a word of its player."""
    mail = InboundMail(identity=token_hex(8), chair_id=chair.id, purpose="answer", sender="", raw=b"")
    mail.received_at, mail.outcome = clock.now(), HELD
    db.session.add(mail)
    db.session.flush()
    return mail.id


def away(match: Match) -> int:
    """An hour that the server was away, and that the open window got back."""
    outage = Outage(began_at=clock.now() - clock.HOUR, ended_at=clock.now())
    match.gaps = [[outage.began_at.isoformat(), outage.ended_at.isoformat()]]
    db.session.add(outage)
    db.session.flush()
    return outage.id


def appointment(chair: Chair, kind: str) -> int:
    """An hour that somebody else has proposed, and that is agreed or called off where the letter says so."""
    first, *others = (other for other in chair.match.chairs if other is not chair)
    number = matches.propose_appointment(first.id, clock.now() + clock.HOUR, clock.HOUR).number
    if kind != "proposal":
        for each in (chair, *others):
            matches.answer_appointment(each.id, True, number)
    if kind == "called-off":
        matches.withdraw_appointment(first.id)
    return number


def motion(chair: Chair) -> int:
    """A shorter time for each answer, which all are asked for."""
    asked = open_motion(matches.move(chair.match_id, "pace", "P1D"))
    assert asked is not None
    return asked.number


def claim(chair: Chair) -> str:
    """A claim of somebody else's that could not be proved, so that all are asked about it."""
    claimant = next(other for other in chair.match.chairs if other is not chair)
    matches.claim(claimant.id)
    for _ in ("looked into", "asked"):
        matches.examine_claims(clock.now() + clock.HOUR)
    page = table_page(again(chair.match).chairs[chair.seat])
    assert page.claims.open is not None
    return page.claims.open.key


def kept(chair: Chair) -> Reservation:
    """An open seat of the same table, kept for Edda."""
    match, now = chair.match, clock.now()
    free = next(other for other in match.chairs if other is not chair)
    free.sit_down(None)
    free.accepted_at, free.name = None, "an open seat"
    db.session.add(SharedLink(match_id=match.id, purpose="join", version=1, created_at=now))
    reservation = Reservation(
        match_id=match.id, chair_id=free.id, player_id=chair.player_id, name="Edda", link_version=1, created_at=now,
        until=now + clock.DAY,
    )  # fmt: skip
    db.session.add(reservation)
    db.session.flush()
    return reservation


def offered(chair: Chair) -> Offer:
    """The offer of a seat to Edda."""
    edda = person_with("edda@example.org", clock.now())
    offer = Offer(match_id=chair.match_id, chair_id=chair.id, player_id=edda.id, by_seat=chair.seat, name="Edda",
                  version=chair.link_version, created_at=clock.now())  # fmt: skip
    db.session.add(offer)
    db.session.flush()
    return offer
