"""Whether the server of this container is well: exit status 0 if its /healthz says so, as its health check asks.

    python -m server.hosting.healthy PORT

It needs no curl, which images do not have, and loads nothing of the server.
"""

from __future__ import annotations

import sys
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

SECONDS = 8


def main(port: str) -> int:
    """Ask, and say what is wrong."""
    asked = f"http://127.0.0.1:{port}/healthz"
    try:
        with build_opener(ProxyHandler({})).open(asked, timeout=SECONDS) as answer:
            return 0 if answer.status == 200 else 1
    except (URLError, OSError) as error:
        print(getattr(error, "reason", error), file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
