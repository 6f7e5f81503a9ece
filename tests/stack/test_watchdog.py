"""A worker that takes no tasks ends itself, so that whoever keeps it running starts a fresh one, unless it is busy or
was stopped; one that waits for messages waits no more when it is to stop.
"""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import psutil
import pytest
import redis
from celery import Celery

from tests.services import Broker, Stack, wait_for

from .conftest import Start


@contextmanager
def deafening(broker: Broker) -> Iterator[str]:
    """An address of the broker at which no message ever comes to whoever waits for one."""

    class Through(BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection(("127.0.0.1", broker.port)) as other:
                while True:
                    for one in select([self.request, other], [], [])[0]:
                        said = one.recv(65536)
                        if not said:
                            return
                        if one is self.request and b"BRPOP" in said:
                            time.sleep(1)
                            one.sendall(b"*-1\r\n")
                        else:
                            (other if one is self.request else self.request).sendall(said)

    with ThreadingTCPServer(("127.0.0.1", 0), Through) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever).start()
        yield f"redis://127.0.0.1:{server.server_address[1]}/0"
        server.shutdown()


def another_worker(stack: Stack, looks: redis.Redis) -> subprocess.Popen[bytes]:
    """A worker that waits for messages."""
    waiting = waits(looks)
    stack.start_one("worker")
    wait_for(lambda: waits(looks) > waiting, "the worker to wait for messages")
    return stack.processes.pop("worker")


def waits(looks: redis.Redis) -> int:
    """How many workers wait for messages."""
    return sum(one["cmd"] == "brpop" for one in looks.client_list())


@pytest.mark.wide
def test_a_worker_that_takes_no_ticks_ends_itself_unless_it_is_busy_or_was_stopped_and_is_answered_when_it_is_to_stop(
    start: Start, broker: Broker
) -> None:
    stack = start(now=False)
    ticks = Celery(broker=broker.url)
    with redis.Redis.from_url(broker.url) as looks, deafening(broker) as nowhere:
        busy = another_worker(stack, looks)
        children = psutil.Process(busy.pid).children()
        for child in children:
            child.suspend()
        for _ in children:
            ticks.send_task("worker.tasks.sweep")
        wait_for(lambda: not looks.llen("celery"), "the worker to take the ticks")
        stopped = another_worker(stack, looks)
        psutil.Process(stopped.pid).suspend()
        for _ in range(3):
            ticks.send_task("worker.tasks.sweep")
        stack.environ["BROKER_URL"] = nowhere
        stack.start_one("worker")
        deaf = stack.processes["worker"]
        wait_for(lambda: deaf.poll() is not None, "the worker to end")
        assert busy.poll() is None
        psutil.Process(stopped.pid).resume()
        for child in children:
            child.resume()
        wait_for(lambda: not looks.llen("celery"), "the workers to take the ticks")
        assert (busy.poll(), stopped.poll(), stack.read_log().count("worker.deaf")) == (None, None, 1)
        for one in (busy, stopped):
            looks.config_resetstat()
            one.terminate()
            assert one.wait(timeout=60) == 0
            assert looks.info("commandstats")["cmdstat_client|unblock"]["calls"] == 1
