"""Which files a server's processes have written out to the disk: strace lists it, and is installed where it can be."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

INSTALL = (("apt-get", "update", "-qq"), ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "strace"))


def strace() -> str:
    """The command. As root on Debian it is installed; elsewhere whoever runs the tests is asked to."""
    if not shutil.which("strace") and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in INSTALL:
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, timeout=600)
    found = shutil.which("strace")
    assert found, "Install strace: it counts what is written out to the disk."
    return found


def listing_syncs(command: list[str], to: Path) -> list[str]:
    """The command, run so that every file that it has the disk keep is listed in a file."""
    return [
        strace(),
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
