"""A worker that hears no ticks ends itself, so that whoever keeps it running starts a fresh one."""

from pathlib import Path

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
