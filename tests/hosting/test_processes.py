"""The processes of the Procfile in containers, and under process managers, some of which end when one of them does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

from server.paths import PROCFILE, ROOT
from tests.procfile import parse
from tests.services import Broker, Stack, link_key, status_of, wait_for

from .dockerfile import stages

pytestmark = pytest.mark.system


class Honcho(Stack):
    """A stack that gives ports as honcho and foreman do: to each process a hundred more than to the one before."""

    def start_one(self, name: str) -> None:
        """Start one process of the Procfile."""
        usual = self.environ
        self.environ = usual | {"PORT": str(self.port + 100 * [*parse(PROCFILE)].index(name))}
        super().start_one(name)
        self.environ = usual


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """All processes of the Procfile, on SQLite."""
    folder = tmp_path_factory.mktemp("state")
    broker = Broker(folder)
    broker.start()
    given = {"BROKER_URL": broker.url, "LINK_KEYS": link_key("key"), "BASE_URL": "https://cards.example.org"}
    try:
        with Honcho(folder, tuple(parse(PROCFILE)), **given, MAIL_URL=f"maildir:{folder}/mail") as started:
            wait_for(lambda: status_of(f"{started.url}/healthz") == 200, "the server to be well")
            yield started
    finally:
        broker.stop()


def checks() -> dict[str, list[str]]:
    """The health check of each process, as a container runs it: the one of the image where compose says no other."""
    services: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    [of_the_image] = [step.rest for step in stages((ROOT / "Dockerfile").read_text())[-1] if step.what == "HEALTHCHECK"]
    found = {"web": json.loads(of_the_image.partition("CMD ")[2])}
    for name, service in services.items():
        if "poste" in service.get("command", ()) and "test" in service.get("healthcheck", {}):
            how, *words = service["healthcheck"]["test"]
            found[name.partition("-")[0]] = words if how == "CMD" else ["sh", "-c", words[0].replace("$$", "$")]
    return found


def is_well(stack: Stack, command: list[str], folder: Path) -> bool:
    """Whether a health check that is run beside its process says that it is well."""
    ran = subprocess.run(command, env=stack.environ, cwd=folder, capture_output=True, text=True, timeout=120)
    assert ran.returncode in (0, 1), ran.stderr
    return ran.returncode == 0


def test_every_process_of_the_procfile_runs_until_it_is_stopped(stack: Stack) -> None:
    kinds = set(parse(PROCFILE))

    def reported() -> set[str]:
        with urlopen(f"{stack.url}/healthz", timeout=60) as response:
            return {one["kind"] for one in json.load(response)["processes"]}

    wait_for(lambda: reported() == kinds, "each process to report")
    assert {name: process.poll() for name, process in stack.processes.items()} == dict.fromkeys(kinds)


def test_the_health_check_of_each_container_knows_whether_its_process_is_there(
    stack: Stack, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    assert set(checks()) == set(parse(PROCFILE))
    for name, command in checks().items():
        with subtests.test(name):
            wait_for(lambda command=command: is_well(stack, command, tmp_path), f"{name} to be well")  # type: ignore[misc]
            stack.kill(name)
            assert not is_well(stack, command, tmp_path)
            stack.start_one(name)
