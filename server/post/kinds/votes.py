"""Letters that ask everybody for a yes or a no, and report the result."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ...matches.absence import absentees, judges_of, verdict_of
from ...store.models import Chair, Letter
from ...views import SeatPage, table_page
from ...views.appointments import appointment_of, open_appointment
from ...views.motions import motion_for, open_motion
from ..rendering import names
from .kind import IN_TIME, Kind, not_playing, who


def _judged(chair: Chair, letter: Letter, now: datetime) -> bool:
    return not_playing(chair, letter, now) or chair not in judges_of(chair.match) or verdict_of(chair) is not None


def _claim_settled(chair: Chair, letter: Letter, now: datetime) -> bool:
    claims = table_page(chair).claims
    return not claims.may_agree or claims.open is None or claims.open.key != letter.facts["claim"]


def _settled(chair: Chair, letter: Letter, now: datetime) -> bool:
    motion = open_motion(chair.match)
    return motion is None or motion.number != letter.facts["motion"] or motion.word_of(chair) is not None


def _not_proposed(chair: Chair, letter: Letter, now: datetime) -> bool:
    proposed = open_appointment(chair.match, now)
    return proposed is None or proposed.number != letter.facts["appointment"] or proposed.word_of(chair) is not None


def _not_agreed(chair: Chair, letter: Letter, now: datetime) -> bool:
    proposed = open_appointment(chair.match, now)
    return proposed is None or proposed.number != letter.facts["appointment"] or not proposed.is_agreed(chair.match)


def _proposed_anew(chair: Chair, letter: Letter, now: datetime) -> bool:
    latest = appointment_of(chair.match)
    return latest is None or latest.number != letter.facts["appointment"] or now >= latest.ends


def _absent(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"absent": names(page, [chair.seat for chair in absentees(page.match)])}


def _motion(page: SeatPage, letter: Letter) -> dict[str, Any]:
    return {"motion": motion_for(page.match, page.chair)}


OF_APPOINTMENT = ("appointment",)
CLAIM = "All remaining tricks are claimed: say whether you agree"
MOTION = "Something is asked of all players: say yes or no"
PROPOSAL = "An hour for sitting together is proposed: say whether you come"
SOON = "You have agreed to sit together: it begins soon"
KINDS = (
    Kind("absent", _judged, _absent, waits=IN_TIME),
    Kind("claim", _claim_settled, who, needs=("seat", "claim"), suggests=True, told=CLAIM),
    Kind("motion", _settled, _motion, needs=("motion",), suggests=True, told=MOTION),
    Kind("proposal", _not_proposed, needs=OF_APPOINTMENT, suggests=True, told=PROPOSAL),
    Kind("arranged", _not_agreed, needs=OF_APPOINTMENT),
    Kind("soon", _not_agreed, needs=OF_APPOINTMENT, reminds=True, told=SOON),
    Kind("called-off", _proposed_anew, needs=OF_APPOINTMENT),
)
