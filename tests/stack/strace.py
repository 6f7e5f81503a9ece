"""Which files a server's processes have written out to the disk: strace lists it."""

from __future__ import annotations

from pathlib import Path

from .install import found


def listing_syncs(command: list[str], to: Path) -> list[str]:
    """The command, run so that every file that it has the disk keep is listed in a file."""
    return [
        str(found("strace")),
        "-f",
        "--seccomp-bpf",
        "-y",
        "-qq",
        "--interruptible=waiting",  # so that it ends when it is told to
        "-e",
        "trace=fsync,fdatasync",
        "-e",
        "signal=none",
        "-o",
        str(to),
        *command,
    ]


def syncs(listed: Path, name: str) -> int:
    """How often a file of that name was written out so far, with success."""
    lines = listed.read_text(errors="replace").splitlines() if listed.exists() else []
    return sum(f"{name}>" in line and "resumed" not in line for line in lines)
