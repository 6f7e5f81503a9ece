"""Time: how long a window is and when it closes, which hours count, when to remind, and how a moment is written.

Anybody may call it; it calls nobody. Pure functions of times: only `now` looks at the clock.
"""

from .hours import ALL_HOURS, BadHours, Hours, Stretch, checked_quiet
from .moments import (
    DAY,
    HOUR,
    NEVER,
    at_local,
    hour_of,
    in_words,
    in_zone,
    known_zone,
    now,
    zones,
)
from .paces import INVITATION, LONGEST, BadPace, Bank, Daily, Fixed, Pace, checked_pace, length, pace
from .reminding import REMIND_AFTER, reminders

__all__ = [
    "ALL_HOURS",
    "DAY",
    "HOUR",
    "INVITATION",
    "LONGEST",
    "NEVER",
    "REMIND_AFTER",
    "BadHours",
    "BadPace",
    "Bank",
    "Daily",
    "Fixed",
    "Hours",
    "Pace",
    "Stretch",
    "at_local",
    "checked_pace",
    "checked_quiet",
    "hour_of",
    "in_words",
    "in_zone",
    "known_zone",
    "length",
    "now",
    "pace",
    "reminders",
    "zones",
]
