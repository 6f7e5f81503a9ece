"""Using the database in a thread of a process that forks, as the parent of Celery's pool does.

A child that is forked while another thread writes inherits the locks of SQLite and of Python as they are at that
moment, held by a thread that it does not have: until its end it finds the database locked, or waits for ever.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_using = threading.RLock()
os.register_at_fork(before=_using.acquire, after_in_parent=_using.release, after_in_child=_using.release)


@contextmanager
def no_fork() -> Iterator[None]:
    """Fork before or after this block, and not during it. Only one thread is in such a block at a time."""
    with _using:
        yield
