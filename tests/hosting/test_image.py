"""The container image and the file for compose: built where something can build it, else made step by step here."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.cli.supervisor import STOPS_WITHIN
from server.config import VARIABLES
from server.paths import PROCFILE, ROOT
from server.web.serving import GRACE
from tests.procfile import parse
from tests.services import Post, ended, free_port, wait_for

from .dockerfile import Image, stages

DOCKERFILE = (ROOT / "Dockerfile").read_text()
BUILDERS = ("docker", "podman")
SECRET_NAMES = ("DATABASE_URL", "BROKER_URL", "LINK_KEYS", "MAIL_URL", "METRICS_TOKEN", "INBOX_URL")


def builder() -> str | None:
    """A program that can build images here, if there is one: not one whose service does not run."""
    for name in BUILDERS:
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, timeout=60).returncode == 0:
            return name
    return None


# The image ------------------------------------------------------------------------------------------------------------


def test_the_image_runs_as_nobody_and_holds_nothing_of_the_build() -> None:
    build, last = stages(DOCKERFILE)
    told = {step.what: step.rest for step in last}
    assert [step.rest for step in (build[0], last[0])] == ["python:${PYTHON}-slim AS build", "python:${PYTHON}-slim"]
    assert re.search(r"^ARG PYTHON=3\.\d+$", DOCKERFILE, re.MULTILINE)
    assert int(told["USER"].partition(":")[0]) > 1000
    assert "RUN" not in told
    assert {step.flags.get("from") for step in last if step.what == "COPY"} == {"build"}
    assert (told["VOLUME"], told["CMD"]) == ("/state", '["poste", "up"]')
    assert "server.hosting.healthy" in told["HEALTHCHECK"]
    assert not [
        name for name in SECRET_NAMES for step in (*build, *last) if step.what in ("ENV", "ARG") and name in step.rest
    ]


@pytest.mark.system
def test_the_image_is_built_and_runs_with_one_folder_to_write_to(tmp_path: Path, post: Post) -> None:
    program = builder()
    if program:
        build_and_run(program)
    else:
        make_and_run(tmp_path, post)


def build_and_run(program: str) -> None:
    """Build it, and run it as the first lines of the Dockerfile say, until it is well."""
    subprocess.run([program, "build", "--quiet", "--tag", "poste-restante-test", str(ROOT)], check=True, timeout=900)
    given = ["--read-only", "--tmpfs", "/tmp", "--env", "MAIL_URL=maildir:/state/mail", "--detach", "--rm"]
    started = subprocess.run(
        [program, "run", *given, "poste-restante-test"], check=True, capture_output=True, text=True
    )
    container = started.stdout.strip()
    try:
        asks = [program, "exec", container, "python", "-m", "server.hosting.healthy", "8000"]
        wait_for(lambda: subprocess.run(asks, capture_output=True).returncode == 0, "the container to be well")
    finally:
        subprocess.run([program, "stop", container], check=False, capture_output=True)


def make_and_run(folder: Path, post: Post) -> None:
    """Do the steps here, and run what the image runs, until its health check says that it is well."""
    image = Image(folder, ROOT)
    image.build(stages(DOCKERFILE))
    before = files(image)
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port()), "BIND": "127.0.0.1"}
    given = {**image.environ, **ports, "MAIL_URL": post.url, "BASE_URL": "https://cards.example.org"}
    assert image.run(image.health, **ports).returncode == 1
    with (folder / "up.txt").open("wb") as log:
        ran = subprocess.Popen(image.command, env=given, cwd=image.path("."), stdout=log, stderr=log)
        try:
            wait_for(lambda: image.run(image.health, **ports).returncode == 0, "the server to be well")
        finally:
            ended(ran)
    assert "Poste Restante is at https://cards.example.org" in (folder / "up.txt").read_text()
    assert files(image) == before
    assert (image.path("/state") / "poste.sqlite").is_file()


def files(image: Image) -> set[tuple[str, int]]:
    """The files of the image but for those in /state, and when each was changed."""
    root = image.root.resolve()
    inside = (path for path in root.rglob("*") if path.is_file() and not path.is_relative_to(root / "state"))
    return {(str(path.relative_to(root)), path.stat().st_mtime_ns) for path in inside}


# Compose --------------------------------------------------------------------------------------------------------------

COMPOSE = (ROOT / "compose.yaml").read_text()
OURS = ("release", "web-1", "worker-1", "web-2", "worker-2", "beat", "inbox")


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
    return found


def test_there_are_two_hosts_with_one_database_and_one_broker(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"postgres", "redis", *OURS}
    for number in "12":
        web, worker = services[f"web-{number}"], services[f"worker-{number}"]
        assert web["hostname"] == worker["hostname"] == f"host-{number}"
        assert web["volumes"] == worker["volumes"] == [f"host-{number}:/state"]
    assert services["web-1"]["ports"] != services["web-2"]["ports"]
    listed = yaml.safe_load(COMPOSE)["volumes"]
    assert {volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", ())} == set(listed)


def test_each_process_is_a_line_of_the_procfile(services: dict[str, dict[str, Any]]) -> None:
    lines = parse(PROCFILE) | {"release": "poste migrate"}
    for name in OURS:
        assert " ".join(services[name]["command"]) == lines[name.partition("-")[0]]


def test_each_service_says_whether_it_is_well_and_starts_when_it_can(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        check = service.get("healthcheck", {})
        assert name.startswith("web") or check.get("test") or check.get("disable") is True
        assert service["restart"] in ("unless-stopped", "on-failure")
        for needed, state in service.get("depends_on", {}).items():
            is_well = state["condition"] == "service_healthy" and services[needed]["healthcheck"]["test"]
            assert is_well or state["condition"] == "service_completed_successfully"


def test_ours_may_write_to_one_folder_and_are_nobody(services: dict[str, dict[str, Any]]) -> None:
    for name in OURS:
        service = services[name]
        assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, ["/tmp"], ["ALL"])
        assert all(volume.endswith(":/state") for volume in service.get("volumes", ()))
    published = [port for service in services.values() for port in service.get("ports", ())]
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_no_secret_is_written_down_and_every_setting_exists(services: dict[str, dict[str, Any]]) -> None:
    known = {variable.name for variable in VARIABLES}
    for service in services.values():
        for name, value in service.get("environment", {}).items():
            assert name in known or name.startswith("POSTGRES_")
            if name in SECRET_NAMES and name != "BROKER_URL":
                assert "${" in value
    assert set(re.findall(r"\$\{(\w+)", COMPOSE)) == set(re.findall(r"\$\{(\w+):\?", COMPOSE)) == {"POSTGRES_PASSWORD"}


def test_all_settings_are_those_of_the_file_but_where_things_are_in_a_container(
    services: dict[str, dict[str, Any]],
) -> None:
    for name in OURS:
        assert services[name]["env_file"] == "poste.env"
        assert set(services[name]["environment"]) == {
            "DATABASE_URL", "BROKER_URL", "STATE_DIR", "BIND", "PORT", "INBOX_PORT",
        }  # fmt: skip


def test_a_container_has_the_time_that_its_process_takes_to_stop(services: dict[str, dict[str, Any]]) -> None:
    for name in OURS:
        assert int(services[name]["stop_grace_period"].removesuffix("s")) >= max(GRACE, STOPS_WITHIN) + 5
