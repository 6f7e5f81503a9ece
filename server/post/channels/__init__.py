"""Ways besides mail on which people are told that something waits: browsers, and hooks into chats.

A kind of channel is a file of its own with one `Kind`, and a line in `KINDS`. Nothing secret is in what is told, and
only `calling` opens a connection to an address that somebody has given.
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
