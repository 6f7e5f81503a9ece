"""A worker that hears no ticks ends itself, so that whoever keeps it running starts a fresh one; one that waits for
messages waits no more when it is to stop.
"""

from pathlib import Path

import redis

from tests.services import Broker, Stack, wait_for


def test_a_worker_without_ticks_ends_itself(tmp_path: Path, broker: Broker) -> None:
    stack = Stack(tmp_path, ("worker",), BROKER_URL=broker.url)
    stack.start()
    worker = stack.processes["worker"]
    wait_for(lambda: worker.poll() is not None, "the worker to end")
    assert "worker.deaf" in stack.read_log()
    stack.keep_running()
    assert stack.processes["worker"].poll() is None
    stack.stop()


def test_a_worker_that_waits_for_messages_is_answered_when_it_is_to_stop(tmp_path: Path, broker: Broker) -> None:
    stack = Stack(tmp_path, ("worker",), BROKER_URL=broker.url)
    stack.start()
    with redis.Redis.from_url(broker.url) as looks:
        wait_for(lambda: "brpop" in {one["cmd"] for one in looks.client_list()}, "the worker to wait for messages")
        stack.processes["worker"].terminate()
        assert stack.processes["worker"].wait(timeout=60) == 0
        assert looks.info("commandstats")["cmdstat_client|unblock"]["calls"] == 1
    stack.stop()
