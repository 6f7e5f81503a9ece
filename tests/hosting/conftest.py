"""What needs a machine of its own is only tried where root may make one."""

from __future__ import annotations

from .machine import can_be_made

collect_ignore: list[str] = []
if not can_be_made():
    collect_ignore.append("test_evening.py")
    print("tests/hosting/test_evening.py is left out: it needs root on a Debian, and the right to make namespaces.")
