"""How a process has used the processor, and whether memory ran out, as the kernel measures it.

CPU time comes from the process's clock, as `clock_getcpuclockid` names it. Time spent waiting for a
core is the second number in /proc/PID/schedstat (Documentation/scheduler/sched-stats.rst), which
every user may read.
"""

from __future__ import annotations

import time

from autograder.sandbox.backend import Usage

_open = open  # A test may patch it.

SLEEPING_STATES = b"SDTt"
"""Of proc_pid_stat(5): waiting for something, or stopped, which a worker can do to itself."""


def usage(pid: int) -> Usage:
    """Return the usage of a process; `queued` includes the time that this thread was queued.

    A worker that waits for this thread to write or to read waits for a core, too.
    """
    try:
        cpu = time.clock_gettime((~pid << 3) | 2)  # MAKE_PROCESS_CPUCLOCK of the kernel.
    except OSError:  # It has ended.
        cpu = 0.0
    own, other = _queued("thread-self"), _queued(pid)
    return Usage(cpu, None if own is None or other is None else own + other)


def is_asleep(pid: int) -> bool:
    """Return whether a process neither runs nor waits for a core at this moment."""
    try:
        with _open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1] in SLEEPING_STATES
    except OSError:
        return True


def oom_kills() -> int:
    """Return how many processes the kernel has killed for lack of memory since it booted."""
    try:
        with _open("/proc/vmstat", "rb") as file:
            counters = dict(line.split() for line in file)
    except OSError:
        return 0
    return int(counters.get(b"oom_kill", 0))


def _queued(process: int | str) -> float | None:
    """Return the seconds that a process has waited for a core, or None if unknown.

    A wait is counted when it ends.
    """
    try:
        with _open(f"/proc/{process}/schedstat", "rb") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError):
        return None
