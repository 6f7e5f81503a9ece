"""The commands of the Procfile, as a supervisor of processes reads them."""

from __future__ import annotations

from pathlib import Path


def parse(procfile: Path) -> dict[str, str]:
    """The commands in a Procfile, by process name."""
    lines = [line for line in procfile.read_text().split("\n") if line.strip() and not line.startswith("#")]
    return {name.strip(): command.strip() for name, _, command in (line.partition(":") for line in lines)}


def shell(command: str) -> list[str]:
    """The argument list that runs a Procfile command in a shell, which expands its variables."""
    return ["/bin/sh", "-c", f"exec {command}"]
