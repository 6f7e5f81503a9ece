"""A worker that hears no ticks ends itself, so that whoever keeps it running starts a fresh one, unless it is busy or
was stopped; one that waits for messages waits no more when it is to stop.
"""

import subprocess

import psutil
import redis
from celery import Celery

from tests.services import Broker, Stack, wait_for

from .conftest import Start


def another_worker(stack: Stack, looks: redis.Redis) -> subprocess.Popen[bytes]:
    """A worker that waits for messages."""
    stack.start_one("worker")
    waiting = waits(looks)
    wait_for(lambda: waits(looks) > waiting, "the worker to wait for messages")
    return stack.processes.pop("worker")


def waits(looks: redis.Redis) -> int:
    """How many workers wait for messages."""
    return sum(one["cmd"] == "brpop" for one in looks.client_list())


def test_a_worker_without_ticks_ends_itself_unless_it_is_busy_or_was_stopped_and_is_answered_when_it_is_to_stop(
    start: Start, broker: Broker
) -> None:
    stack = start(now=False)
    ticks = Celery(broker=broker.url)
    with redis.Redis.from_url(broker.url) as looks:
        busy = another_worker(stack, looks)
        children = psutil.Process(busy.pid).children()
        for child in children:
            child.suspend()
        ticks.send_task("worker.tasks.sweep")
        wait_for(lambda: not looks.llen("celery"), "a worker to take the tick")
        stopped = another_worker(stack, looks)
        psutil.Process(stopped.pid).suspend()
        deaf = another_worker(stack, looks)
        wait_for(lambda: deaf.poll() is not None, "the worker to end")
        assert busy.poll() is None
        ticks.send_task("worker.tasks.sweep")
        psutil.Process(stopped.pid).resume()
        for child in children:
            child.resume()
        wait_for(lambda: not looks.llen("celery"), "a worker to take the tick")
        assert (busy.poll(), stopped.poll(), stack.read_log().count("worker.deaf")) == (None, None, 1)
        for one in (busy, stopped):
            looks.config_resetstat()
            one.terminate()
            assert one.wait(timeout=60) == 0
            assert looks.info("commandstats")["cmdstat_client|unblock"]["calls"] == 1
