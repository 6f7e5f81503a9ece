"""Time: the length of windows and their deadlines, hours that count, reminders, and how times are written out.

Any layer may call it; it calls no other. Everything is a pure function of times, except `now`, which reads the system
clock, corrected to the clock that all processes share (`set_ahead`).
"""

from .answer_times import likely_answer_time
from .hours import ALL_HOURS, BadHours, Hours, Stretch, checked_quiet
from .longest_window import GO_ON, PAUSED, longest_window
from .moments import (
    DAY,
    HOUR,
    NEVER,
    ahead,
    at_local,
    day_in,
    hour_of,
    in_full,
    in_words,
    known_zone,
    now,
    set_ahead,
    told,
    zone_words,
    zones,
)
from .paces import FORMS, INVITATION, LONGEST, BadPace, Bank, Daily, Fixed, Pace, checked_pace, pace
from .reminding import REMIND_AFTER, reminders
from .roughly import roughly
