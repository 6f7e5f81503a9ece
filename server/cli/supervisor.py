"""Run the processes of a Procfile on one machine: start them, restart those that stop, and stop them all together."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

PATIENCE = 15.0
"""Seconds that processes have to finish after SIGTERM before they are killed."""
LONGEST_PAUSE = 30.0
"""The longest pause, in seconds, before a process that keeps stopping is restarted."""
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


def parse(procfile: Path) -> dict[str, str]:
    """The commands in a Procfile, by process name."""
    lines = [line for line in procfile.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return {name.strip(): command.strip() for name, _, command in (line.partition(":") for line in lines)}


class Process:
    """A command that is kept running as a child process."""

    def __init__(self, name: str, command: list[str], environ: Mapping[str, str], folder: Path):
        self.name, self.command, self.environ, self.folder = name, command, dict(environ), folder
        self.child: subprocess.Popen[bytes] | None = None
        self.started, self.pause, self.due = 0.0, 0.5, 0.0

    def look(self, now: float) -> None:
        """Start the process if it is not running and its pause is over. ``now``: seconds of `time.monotonic`."""
        if self.child is not None and self.child.poll() is None:
            return
        if self.child is not None:
            say(f"{self.name} stopped with {self.child.returncode}; it is started again in {self.pause:g} s")
            self.pause = 0.5 if now - self.started > 60 else min(self.pause * 2, LONGEST_PAUSE)
            self.child, self.due = None, now + self.pause
        if now >= self.due:
            self.started = now
            self.child = subprocess.Popen(
                self.command, env=self.environ, cwd=self.folder, start_new_session=True, preexec_fn=_with_parent
            )

    def stop(self) -> None:
        """Ask the process to finish (SIGTERM)."""
        if self.child is not None and self.child.poll() is None:
            self.child.terminate()

    def kill(self) -> None:
        """Kill the process group: the process and its children."""
        if self.child is not None and self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()


def run(processes: list[Process]) -> None:
    """Keep the processes running until SIGINT or SIGTERM, then stop them."""
    stopping: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda got, _: stopping.append(got))
    while not stopping:
        for process in processes:
            process.look(time.monotonic())
        time.sleep(0.2)
    say("stopping")
    for process in reversed(processes):
        process.stop()
    until = time.monotonic() + PATIENCE
    for process in reversed(processes):
        if process.child is not None:
            try:
                process.child.wait(timeout=max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                say(f"{process.name} did not stop in time and is killed")
    for process in processes:
        process.kill()


def try_to_listen(host: str, port: int) -> None:
    """Raises `OSError` if we cannot listen on this address and port."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)


def shell(command: str) -> list[str]:
    """The argument list that runs a Procfile command in a shell, which expands its variables."""
    return ["/bin/sh", "-c", f"exec {command}"]


def say(text: str) -> None:
    """Print a line to standard error."""
    print(f"poste: {text}", file=sys.stderr, flush=True)


def _with_parent() -> None:
    """On Linux, have the kernel send SIGTERM to this child when its parent dies for whatever reason."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGTERM)
