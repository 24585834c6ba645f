"""The peak memory of the judge, the zygote and its jails while a submission is graded."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from measured import ENVIRONMENT, Command

INTERVAL = 0.001
ZYGOTE = "zygote_main.py"


def peak_mib(command: Command) -> float:
    """Run a command that grades; return the peak of the judge plus those of zygote and jails.

    The judge counts with all of its resident memory (VmHWM, the kernel's own peak), the others with
    their data (the highest RssAnon), of which they share a part; that counts for each. The files
    that they map are those of the same interpreter, and already counted. What workers copy or add
    is not counted: the assignment's limit bounds that.
    """
    judge, data = 0, dict[int, int]()
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    while process.poll() is None:
        judge = max(judge, kibibytes(process.pid, "VmHWM"))
        for zygote in filter(is_zygote, children(process.pid)):
            jails = children(zygote)
            second = [child for jail in jails for child in children(jail) if children(child)]
            for each in (zygote, *jails, *second):
                data[each] = max(data.get(each, 0), kibibytes(each, "RssAnon"))
        time.sleep(INTERVAL)
    if process.returncode or not data:
        sys.exit(f"exit status {process.returncode}, {len(data)} processes seen")
    return (judge + sum(data.values())) / 1024


def kibibytes(process: int, field: str) -> int:
    """Return a field of a process's status; 0 if it has ended."""
    found = re.search(rf"^{field}:\s+(\d+) kB", content(process, "status"), re.MULTILINE)
    return int(found[1]) if found else 0


def children(process: int) -> list[int]:
    return [int(number) for number in content(process, f"task/{process}/children").split()]


def is_zygote(process: int) -> bool:
    """Is the process past its exec? Before that it shares the judge's memory."""
    return ZYGOTE in content(process, "cmdline")


def content(process: int, name: str) -> str:
    """Return a file about a process; "" if that has ended."""
    try:
        return Path(f"/proc/{process}/{name}").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
