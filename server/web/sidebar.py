"""What a seat may do beside answering: talk, take notes, let somebody else play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import clock, matches
from ..matches import talking
from ..matches.substituting import may_offer, offers_of
from ..store.models import INVITED, OVER, PLAYING, Chair, Remark
from ..terms import HOUSE_ABSENT
from .forms import Form, check_sure, row, seat_named

Message = dict[str, str]
"""A page that says what has been done, where the seat's own page can be shown no more."""


def _offer_seat(chair: Chair, form: Form) -> Message:
    check_sure(form, "To offer the seat, tick the box that says so first.")
    offer = matches.offer_seat(chair.id, seat_named(form), form.get("name", ""), form.get("email", ""))
    return {
        "title": f"{offer.name} is asked",
        "text": f"A letter asks {offer.name}. Until the answer is yes, seat and link stay as they are.",
    }


ACTIONS: Mapping[str, Callable[[Chair, Form], Message | object]] = {
    "say": lambda chair, form: matches.say(chair.id, form.get("line", "")),
    "note": lambda chair, form: matches.note(chair.id, form.get("line", "")),
    "think": lambda chair, form: matches.think(chair.id, form.get("line", "")),
    "mute": lambda chair, form: talking.mute(chair.id, seat_named(form, "whom")),
    "unmute": lambda chair, form: talking.mute(chair.id, seat_named(form, "whom"), muted=False),
    "strike": lambda chair, form: matches.strike(chair.id, form.get("remark", 0, type=row)),
    "withdraw-plan": lambda chair, form: matches.withdraw_plan(chair.id),
    "hand-over": _offer_seat,
    "withdraw-offer": lambda chair, form: matches.withdraw_offer(chair.id, seat_named(form)),
    "let-house-play": lambda chair, form: matches.let_house_play(chair.id, seat_named(form)),
    "take-back": lambda chair, form: matches.take_back(chair.id),
}
"""What the forms beside the table do. Each raises `Refused` or `Illegal`, or may give a message to show instead."""
PLANNING = frozenset(("withdraw-plan", "hand-over", "withdraw-offer", "let-house-play", "take-back"))
"""Those whose forms stand together in a fold of their own."""


def anchor(action: str) -> str:
    """Where on the page the form of an action stands."""
    return "planning" if action in PLANNING else "sidebar"


def contents(chair: Chair, remarks: Iterable[Remark]) -> dict[str, Any]:
    """What stands beside the table for this seat: what all have said, and what is its own."""
    match = chair.match
    playing = match.status == PLAYING and not chair.resigned_at and chair.player_id is not None
    people = (other for other in match.chairs if other.player_id not in (None, chair.player_id))
    rests = playing and match.terms.get(HOUSE_ABSENT) == "on"
    may_hand, lines = [other for other in match.chairs if _may_hand(chair, other)], talking.remarks_for(chair, remarks)
    return {
        "talk": lines.talk,
        "others": [(other, other.player_id in (chair.muted or ())) for other in people],
        "notes": lines.notes,
        "thoughts": lines.thoughts if match.status != OVER or match.shut else (),
        "opened": talking.opened_thoughts(match),
        "may_plan": match.status == PLAYING and not (chair.resigned_at or chair.house) and chair.is_persons,
        "may_hand": may_hand,
        "may_rest": [other for other in may_hand if rests and not other.house],
        "offers": offers_of(chair, clock.now()) if match.status in (INVITED, PLAYING) else [],
        "held": playing and chair.house,
        "planning": PLANNING,
    }


def _may_hand(chair: Chair, other: Chair) -> bool:
    """Whether this seat is shown the form that offers that one to somebody else: of the seats of those who were
    invited, only where no letter arrives.
    """
    if chair.match.status == INVITED:
        return chair.seat == 0 and other is not chair and other.trouble is not None
    return chair.match.status == PLAYING and may_offer(chair, other)
