"""See to the programs that `make system` or, if told so, `make evening` tests with: those that are installed, else, as
root on Debian, its packages.

Where one cannot be had it says so; its tests then fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SYSTEM = {
    "pgbouncer": "pgbouncer", "strace": "strace", "docker-compose": "docker-compose",
    "firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb",
}  # fmt: skip
EVENING = {
    "nginx": "nginx-light", "caddy": "caddy", "systemd-run": "systemd", "ip": "iproute2", "curl": "curl",
    "postfix": "postfix", "doveconf": "dovecot-imapd",
    "promtool": "prometheus", "postgres": "postgresql", "redis-server": "redis-server",
}  # fmt: skip
"""What `make system` and `make evening` need: the program, and Debian's package of it."""
PACKAGES = EVENING if "evening" in sys.argv else SYSTEM


def found(program: str) -> Path | None:
    """The program, if there is one; Debian keeps some where ordinary users do not look."""
    servers = map(str, Path("/usr/lib/postgresql").glob("*/bin"))
    folders = (os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin", *servers)
    path = shutil.which(program, path=os.pathsep.join(folders))
    return Path(path) if path else None


def main() -> None:
    """Install what is missing."""
    missing = [package for program, package in PACKAGES.items() if not found(program)]
    if not missing:
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        for attempt in (["apt-get", "update", "-qq"], install):
            print(f"No {' and '.join(missing)} yet: {' '.join(attempt)}", file=sys.stderr)
            quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(attempt, check=False, stdout=subprocess.DEVNULL, env=quietly, timeout=900)
    for program in PACKAGES:
        if not found(program):
            print(f"No {program} could be had: install it. Its tests will fail.", file=sys.stderr)


if __name__ == "__main__":
    main()
