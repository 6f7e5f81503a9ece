"""The settings file as the real systemd and docker-compose read it: whatever `poste` takes means the same to them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import yaml

from server import settings_file

from .machine import Machine

CHARACTERS = " '\"$\\#`%=ab{}é\t;&|()[]<>*?~!:@,.\u00a0\u200b\u3000\U0001f600\u0085\u2028\ufdd0\ufffe\x07"
LINES = 4_000


def lines() -> Iterator[tuple[str, str, str]]:
    """Lines that are taken, each with its name and value: some as they may be typed, some as we write them."""
    chance = Random("settings")
    for number in range(LINES):
        name = f"V{number}"
        text = "".join(chance.choices(CHARACTERS, k=chance.randrange(11)))
        quote = ("'{}'", '"{}"', "{}", "")[number % 4]
        try:
            line = f"{name}={quote.format(text)}" if quote else settings_file.written(name, text)
            yield line, *settings_file.parsed(line)
        except settings_file.BadFile:
            continue


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A file of lines, and the values in it."""
    file = tmp_path_factory.mktemp("grammar") / "all.env"
    made = list(lines())
    file.write_text("".join(f"{line}\n" for line, _, _ in made))
    assert len(made) > LINES / 10
    return file, {name: value for _, name, value in made}


@pytest.mark.evening
def test_systemd_reads_what_we_read(values: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    file, ours = values
    with Machine(tmp_path / "machine", "machine.example.org") as machine:
        machine.write("/root/all.env", file.read_text())
        read = machine.run(
            "systemd-run --quiet --wait --collect --property=EnvironmentFile=/root/all.env "
            "--property=StandardOutput=truncate:/root/read cp /proc/self/environ /root/read && cat /root/read"
        )
    theirs = dict(line.split("=", 1) for line in read.split("\0") if line.startswith("V"))
    assert {name: (value, theirs.get(name)) for name, value in ours.items() if theirs.get(name) != value} == {}


@pytest.mark.system
def test_compose_reads_what_we_read(values: tuple[Path, dict[str, str]]) -> None:
    file, ours = values
    (file.parent / "compose.yaml").write_text(
        yaml.safe_dump({"version": "3", "services": {"one": {"image": "one", "env_file": [file.name]}}})
    )
    environ = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere", "a": "filled in"}
    command = ["docker-compose", "--file", "compose.yaml", "config"]
    ran = subprocess.run(command, cwd=file.parent, env=environ, capture_output=True, text=True, check=True)
    told = yaml.safe_load(ran.stdout)["services"]["one"]["environment"]
    theirs = {name: str(value).replace("$$", "$") for name, value in told.items()}
    assert {name: (value, theirs.get(name)) for name, value in ours.items() if theirs.get(name) != value} == {}
