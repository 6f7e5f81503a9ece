"""Channels besides mail that tell people that something waits: browsers, and hooks into chats.

A kind of channel is one module with a `Kind`, and a line in `KINDS`. Notices contain nothing secret, and only `calling`
connects to addresses that somebody has entered.
"""

from collections.abc import Mapping

from .discord import DISCORD
from .kind import Kind
from .matrix import MATRIX
from .ntfy import NTFY
from .plain import PLAIN
from .push import PUSH
from .slack import SLACK
from .telegram import TELEGRAM

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

__all__ = ["KINDS", "PUSHED", "Kind"]
