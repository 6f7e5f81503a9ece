"""Metrics for Prometheus: counts of all processes, kept in the database, and gauges read from the database.

Layers above count with `server.counts`, and the web server asks for the `text`; nobody else calls this layer. It reads
any table and writes only `Metric`; without the settings for metrics it does nothing.
"""

from .keeping import keep_now, set_up
