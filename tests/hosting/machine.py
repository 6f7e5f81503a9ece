"""A Debian machine of its own beside this one: its systemd, network, name and processes are its own, and so is all that
it writes. What it reads are the programs and files of this one, so that what hosts are told to do is done as it stands,
with the real programs, and leaves no trace.
"""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

from server.paths import ROOT
from tests.services import wait_for

CLONE_NEWNET = 0x40000000
"""A network namespace (setns(2))."""
PROGRAM = Path("/srv/poste")
"""Where the program is on a machine: this checkout."""
BEGIN = r"""
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$FOLDER"
cd "$FOLDER" && mkdir written work root
mount -t overlay -o lowerdir=/,upperdir=written,workdir=work overlay root
cd root
mount -t proc proc proc
mount -t sysfs sysfs sys && mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev && mkdir dev/pts dev/shm
for each in null zero full random urandom tty; do touch "dev/$each" && mount --bind "/dev/$each" "dev/$each"; done
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx && ln -s /proc/self/fd dev/fd && ln -s /proc/self/fd/1 dev/stdout && : > dev/console
mkdir -p ".$PROGRAM" && mount --bind ".$ROOT" ".$PROGRAM"
hostname "$NAME" && echo "$NAME" > etc/hostname && printf '127.0.0.1 localhost\n::1 localhost\n' > etc/hosts
rm -f etc/resolv.conf && printf '%s' "$RESOLV" > etc/resolv.conf
ln -sf /dev/null etc/tmpfiles.d/tmp.conf  # or systemd would empty /tmp, where this checkout may be
mkdir -p etc/systemd/system/service.d  # a user namespace of a service cannot be made in this one
printf '[Service]\nPrivateUsers=no\n' > etc/systemd/system/service.d/machine.conf
ip link set lo up
export container=other
exec chroot . /lib/systemd/systemd --system --unit=basic.target --log-target=null --show-status=0
"""
Made = TypeVar("Made")


class Network:
    """A network namespace: sockets of it can be had here."""

    pid: int

    def inside(self, make: Callable[[], Made]) -> Made:
        """What a function makes there: its sockets are of that network, and stay so."""

        def made() -> Made:
            with Path(f"/proc/{self.pid}/ns/net").open("rb") as there:
                if ctypes.CDLL(None, use_errno=True).setns(there.fileno(), CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")
            return make()

        with ThreadPoolExecutor(1) as thread:  # which ends with it, and takes no other there
            return thread.submit(made).result()

    def connect(self, port: int, host: str = "127.0.0.1", of: str = "") -> socket.socket:
        """A connection there, from an address."""
        return self.inside(lambda: socket.create_connection((host, port), 60, (of, 0) if of else None))


class Machine(Network):
    """A machine that runs within the context. ``name``: of its host. Raises `AssertionError` where none can."""

    def __init__(self, folder: Path, name: str, resolver: str = ""):
        self.folder, self.name = folder, name
        self._told = {"NAME": name, "RESOLV": f"nameserver {resolver}\n" if resolver else ""}
        self._group = _cgroup() / f"poste-{os.getpid()}-{folder.name}"

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()

    def _start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self._group.mkdir()
        namespaces = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--uts", "--ipc", "--cgroup"]
        told = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "FOLDER": str(self.folder), "ROOT": str(ROOT),
                "PROGRAM": str(PROGRAM), **self._told}  # fmt: skip
        enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
        with (self.folder.parent / f"{self.folder.name}.txt").open("wb") as output:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "sh", "-c", enter, self._group, "unshare", *namespaces,
                 "sh", "-c", BEGIN],
                env=told, stdout=output, stderr=output,
            )  # fmt: skip
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")

        def first() -> int:
            assert self._process.poll() is None, Path(output.name).read_text()
            return int(children.read_text().strip() or 0)

        self.pid = wait_for(first, "the machine to begin")
        wait_for(self._is_on, "systemd to begin")
        assert self._process.poll() is None, f"No machine can be made: {Path(output.name).read_text()}"
        wait_for(lambda: self.tried("systemctl is-system-running --wait").returncode == 0, "systemd to run")
        self._settle()

    def _is_on(self) -> bool:
        with suppress(OSError):
            return "/lib/systemd" in Path(f"/proc/{self.pid}/cmdline").read_text()
        return self._process.poll() is not None

    def _settle(self) -> None:
        """The program is at home in PROGRAM, whatever this checkout's folder is called and whoever may look into it."""
        made, python = PROGRAM / ".venv", f"python{sys.version_info[0]}.{sys.version_info[1]}"
        debian = self.tried(f"test -x /usr/bin/{python}").returncode == 0
        assert debian, f"No /usr/bin/{python} is installed, which a service of Debian would have."
        self.run(
            f"sed -i '1s|^#!{ROOT}/|#!{PROGRAM}/|' {made}/bin/poste {made}/bin/celery && "
            f"sed -i 's|{ROOT}|{PROGRAM}|' {made}/lib/python3*/site-packages/*poste*.pth && "
            f"ln -sf /usr/bin/{python} {made}/bin/{python} && sed -i 's|^home = .*|home = /usr/bin|' {made}/pyvenv.cfg"
        )

    def stop(self) -> None:
        """Nothing of it is left."""
        if hasattr(self, "_process"):
            self._process.kill()
            self._process.wait()
        for group in (*sorted(self._group.rglob("*/"), reverse=True), self._group):
            with suppress(OSError):
                wait_for(lambda group=group: _removed(group), "the machine to be gone", 20)

    environ = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
    }
    """What root's shell has there."""

    def entering(self, command: str) -> list[str]:
        """The words of a command that runs a line of the shell there, as root."""
        return ["nsenter", "--target", str(self.pid), "--all", "--root", "--wd", "bash", "-c", f"cd /root; {command}"]

    def tried(self, command: str, given: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        """How a line of the shell went, as root."""
        return subprocess.run(
            self.entering(command), env={**self.environ, **environ}, input=given, capture_output=True, text=True,
            timeout=300,
        )  # fmt: skip

    def run(self, command: str, given: str = "", **environ: str) -> str:
        """What a line of the shell prints. Raises `AssertionError` if it fails."""
        ran = self.tried(command, given, **environ)
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def write(self, file: str, text: str) -> None:
        """Write a file there."""
        self.run(f'mkdir -p "$(dirname {file})" && cat > {file}', text)


def _removed(group: Path) -> bool:
    with suppress(FileNotFoundError):
        try:
            group.rmdir()
        except OSError:
            return False
    return True


def _cgroup() -> Path:
    """The folder of this process in the hierarchy of version 2 (cgroups(7))."""
    mounted = [
        line.split()[1] for line in Path("/proc/mounts").read_text().splitlines() if line.split()[2] == "cgroup2"
    ]
    [of_us] = [line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")]
    assert mounted, f"{sys.argv[0]}: no machine can be made here without cgroups of version 2."
    return Path(mounted[0]) / of_us.lstrip("/")


if __name__ == "__main__":
    # Most containers forbid it: exit with 1, and say why.
    with TemporaryDirectory() as made_in, Machine(Path(made_in) / "trial", "trial"):
        pass
