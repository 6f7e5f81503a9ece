"""Metrics for Prometheus: what all processes have counted, kept in the database, and what the database shows by itself.

Rooms above count with `server.counts`, and the web server asks for the `text`; nobody else calls this room. It reads
any table and writes one of its own, `Metric`; without the settings for metrics it does nothing at all.
"""

from .keeping import keep_now, set_up

__all__ = ["keep_now", "set_up"]
