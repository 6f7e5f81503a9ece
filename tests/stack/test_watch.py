"""A worker that hears no ticks ends itself, so that whoever keeps it running starts a fresh one; one that waits for
messages waits no more when it is to stop.
"""

import redis

from tests.services import Broker, wait_for

from .conftest import Start


def test_a_worker_without_ticks_ends_itself_and_one_that_waits_for_messages_is_answered_when_it_is_to_stop(
    start: Start, broker: Broker
) -> None:
    stack = start("worker")
    worker = stack.processes["worker"]
    wait_for(lambda: worker.poll() is not None, "the worker to end")
    assert "worker.deaf" in stack.read_log()
    stack.keep_running()
    assert stack.processes["worker"].poll() is None
    with redis.Redis.from_url(broker.url) as looks:
        wait_for(lambda: "brpop" in {one["cmd"] for one in looks.client_list()}, "the worker to wait for messages")
        looks.config_resetstat()
        stack.processes["worker"].terminate()
        assert stack.processes["worker"].wait(timeout=60) == 0
        assert looks.info("commandstats")["cmdstat_client|unblock"]["calls"] == 1
