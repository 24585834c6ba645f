"""What commands cost, and the table that compares this with the limits."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AUTOGRADER = (sys.executable, "-m", "autograder")
"""The command of this checkout, where it is run in `ROOT`."""
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Command:
    """A command and the folder to run it in."""

    arguments: Sequence[str]
    folder: Path = ROOT


@dataclass(frozen=True)
class Cost:
    """Wall time in seconds; CPU seconds, user and system, of a process and all that it waited for.

    The judge waits for the zygote, the zygote for jails, and these for their workers.
    """

    wall: float
    cpu: float


def cost_of(command: Command) -> Cost:
    """Run a command, which has to succeed, without its output."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"exit status {process.returncode}: {' '.join(command.arguments)}")
    return Cost(wall, usage.ru_utime + usage.ru_stime)


@dataclass(frozen=True)
class Limit:
    """What a figure must not exceed, and what is the goal."""

    must: float
    goal: float


@dataclass(frozen=True)
class Row:
    """One figure of the table: one value a round, of which the median counts."""

    what: str
    values: Sequence[float]
    limit: Limit
    unit: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def reached(self) -> str:
        if self.median <= self.limit.goal:
            return "goal"
        return "must" if self.median <= self.limit.must else "too much"

    def __str__(self) -> str:
        spread = f"{min(self.values):.2f} to {max(self.values):.2f}"
        limits = f"{self.limit.must:>6g}{self.limit.goal:>6g} {self.unit:<4} {self.reached}"
        return f"{self.what:<54}{self.median:>8.2f}  {spread:<16}{limits}"


def print_table(rows: Iterable[Row]) -> None:
    print(f"{'':<54}{'median':>8}  {'all rounds':<16}{'must':>6}{'goal':>6}      reached")
    for row in rows:
        print(row)


def ratios(numerators: Iterable[float], denominators: Iterable[float]) -> list[float]:
    """Divide what was measured in the same rounds."""
    return [above / below for above, below in zip(numerators, denominators, strict=True)]


def kibibytes(process: int, field: str) -> int:
    """Return a field of a process's status; 0 if it has ended."""
    found = re.search(rf"^{field}:\s+(\d+) kB", content_of(process, "status"), re.MULTILINE)
    return int(found[1]) if found else 0


def content_of(process: int, name: str) -> str:
    """Return a file about a process; "" if that has ended."""
    try:
        return Path(f"/proc/{process}/{name}").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
