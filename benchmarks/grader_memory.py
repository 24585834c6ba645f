"""The peak memory of the judge and the fork servers while a submission is graded."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from measured import ENVIRONMENT, Command

INTERVAL = 0.001
FORK_SERVER = "fork_server_main.py"


def peak_mib(command: Command) -> float:
    """Run a command that grades; return the peak of the judge plus those of its fork servers.

    The judge counts with all of its resident memory (VmHWM, the kernel's own peak). A fork server
    counts with its data (the highest RssAnon) and with what it keeps in memory for its workers (the
    highest RssShmem: it is unmapped, not freed). The files that it maps are those of the same
    interpreter, and already counted. The second one, for suites, is forked from the first and still
    shares a fifth of its data with it; that counts twice. What workers copy or add is not counted:
    the assignment's limit bounds that.
    """
    judge, data, kept = 0, dict[int, int](), dict[int, int]()
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    while process.poll() is None:
        judge = max(judge, kibibytes(process.pid, "VmHWM"))
        for first in filter(is_fork_server, children(process.pid)):
            kept[first] = max(kept.get(first, 0), kibibytes(first, "RssShmem"))
            for server in (first, *filter(children, children(first))):
                data[server] = max(data.get(server, 0), kibibytes(server, "RssAnon"))
        time.sleep(INTERVAL)
    if process.returncode or not data:
        sys.exit(f"exit status {process.returncode}, {len(data)} fork servers seen")
    return (judge + sum(data.values()) + sum(kept.values())) / 1024


def kibibytes(process: int, field: str) -> int:
    """Return a field of a process's status; 0 if it has ended."""
    found = re.search(rf"^{field}:\s+(\d+) kB", content(process, "status"), re.MULTILINE)
    return int(found[1]) if found else 0


def children(process: int) -> list[int]:
    return [int(number) for number in content(process, f"task/{process}/children").split()]


def is_fork_server(process: int) -> bool:
    """Is the process past its exec? Before that it shares the judge's memory."""
    return FORK_SERVER in content(process, "cmdline")


def content(process: int, name: str) -> str:
    """Return a file about a process; "" if that has ended."""
    try:
        return Path(f"/proc/{process}/{name}").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
