"""The text for Prometheus: gauges as of now, and the counts that the processes have saved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.core import Metric as Written
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from sqlalchemy import select

from .. import clock
from ..counts import BOUNDS, SUM
from ..store.models import Metric, db
from ..store.session import short_timeouts
from . import gauges
from .families import COUNTER, FAMILIES, HISTOGRAM, PREFIX, Family
from .keeping import SEPARATOR

All = Mapping[str, gauges.Samples]
"""The samples of each family, by its name."""


def written(accepted: str) -> tuple[bytes, str]:
    """The metrics in the format that an ``Accept`` header requests, and its media type. Changes nothing.

    Raises the errors of SQLAlchemy if the database does not answer at once.
    """
    registry = CollectorRegistry()
    registry.register(_Read(_all()))
    encoder, kind = choose_encoder(accepted)
    return encoder(registry), kind


def _all() -> All:
    counted: defaultdict[str, dict[tuple[str, ...], float]] = defaultdict(dict)
    with short_timeouts():
        for name, labels, value in db.session.execute(select(Metric.name, Metric.labels, Metric.value)):
            counted[name][tuple(labels.split(SEPARATOR))] = value
        return {**counted, **dict(gauges.read(clock.now()))}


class _Read(Collector):
    """What was read, family by family."""

    def __init__(self, found: All):
        self._found = found

    def collect(self) -> Iterator[Written]:
        """All families of the table, including those without samples."""
        for family in FAMILIES:
            yield _written(family, self._found.get(family.name, {}))


def _written(family: Family, samples: gauges.Samples) -> Written:
    if family.kind == HISTOGRAM:
        return _histogram(family, samples)
    made = CounterMetricFamily if family.kind == COUNTER else GaugeMetricFamily
    written_as = made(PREFIX + family.name, family.help, labels=family.labels)
    for labels, value in samples.items():
        written_as.add_metric(labels, value)
    return written_as


def _histogram(family: Family, samples: gauges.Samples) -> Written:
    """Each bucket includes the ones before it, as Prometheus requires."""
    written_as = HistogramMetricFamily(PREFIX + family.name, family.help, labels=family.labels)
    for labels in dict.fromkeys(each[:-1] for each in samples):
        so_far, buckets = 0.0, []
        for bound in BOUNDS:
            so_far += samples.get((*labels, bound), 0.0)
            buckets.append((bound, so_far))
        written_as.add_metric(labels, buckets, samples.get((*labels, SUM), 0.0))
    return written_as
