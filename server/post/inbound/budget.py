"""A time limit for reading a mail, in processor time."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OverBudget(Exception):
    """The time limit is used up."""


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """Raise `OverBudget` within this block once it has used this much processor time.

    The block may end anywhere, so it must only read. Only the main thread can be interrupted; in others this does
    nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    until, running = time.thread_time() + seconds, True

    def look(number: int, frame: FrameType | None) -> None:
        left = until - time.thread_time()  # other threads of the process have used the rest
        if running and left > 0:
            signal.setitimer(signal.ITIMER_PROF, max(left, 0.01))
        elif running:
            raise OverBudget

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
