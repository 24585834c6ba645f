"""Gradings in processes of their own: tasks, and the processes themselves."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from autograder.course.grading import GradingOptions, GradingTask
from autograder.course.grading_processes import GradingProcesses
from tests.conftest import KITS

REFERENCE = (KITS / "functions/reference/functions/functions.py").read_bytes()
WAITS = b"import time\ntime.sleep(30)\n"


@contextlib.contextmanager
def processes(*, forking: bool = True, seconds: float = 60) -> Iterator[GradingProcesses]:
    made = GradingProcesses(forking=forking, seconds=seconds)
    try:
        yield made
    finally:
        made.close()


def task(kit: Path, content: bytes = REFERENCE, assignment: str = "functions") -> GradingTask:
    return GradingTask(
        "ada", kit, assignment, {"functions.py": content}, {}, GradingOptions(confined=False)
    )


def judge_of(made: GradingProcesses) -> subprocess.Popen[bytes]:
    [judge] = made.judges.values()
    return judge.process


def children_of(judge: subprocess.Popen[bytes], command: bytes = b"warm_judge") -> list[int]:
    """Return the processes in which submissions are graded, or others by their command."""
    pid = judge.pid
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [child for child in map(int, text.split()) if command in command_of(child)]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def has_ended(pid: int) -> bool:
    """Has it ended altogether? It has no command line before its files are closed."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] == "Z"
