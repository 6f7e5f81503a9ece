"""Channels besides mail that tell people that something waits: browsers, and hooks into chats.

A kind of channel is one `Kind`, and a line in `KINDS`. Notices contain nothing secret, and only `http_client`
connects to addresses that somebody has entered.
"""

from collections.abc import Mapping

from .hooks import DISCORD, MATRIX, NTFY, PLAIN, SLACK, TELEGRAM
from .kind import Kind
from .push import PUSH

PUSHED = "push"
KINDS: Mapping[str, Kind] = {
    PUSHED: PUSH,
    "discord": DISCORD,
    "slack": SLACK,
    "matrix": MATRIX,
    "telegram": TELEGRAM,
    "ntfy": NTFY,
    "json": PLAIN,
}
