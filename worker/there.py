"""Whether a worker or a beat is there: exit status 0 if one on this machine has reported to the database lately.

    python -m worker.there worker

So the health checks of their containers ask: they listen nowhere, and answer nobody.
"""

from __future__ import annotations

import sys

from server import clock
from server.app import create_app
from server.store import heartbeat


def main(kind: str) -> int:
    """Look for it. Raises the errors of SQLAlchemy."""
    with create_app().app_context():
        there = heartbeat.present(clock.now())
    return 0 if any(one.kind == kind and one.machine == heartbeat.machine() and not one.is_gone for one in there) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
