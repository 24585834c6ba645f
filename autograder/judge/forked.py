"""Grading in a fork, which the kernel ends if a test keeps it busy where nothing interrupts it."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.assignment import AssignmentError
from autograder.judge import watchdog
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import GraderError, Report
from autograder.safetext import printable
from autograder.sandbox.backend import SandboxError, UnconfinedError
from autograder.sandbox.temporary_folders import remove_abandoned

if TYPE_CHECKING:
    import mmap

CAN_FORK = sys.platform == "linux"
SECONDS_TO_CLEAN_UP = 5
GONE = "the process that graded it ended without a result"


def grade_apart(tests: ChosenTests, request: GradingRequest, **options: Any) -> Report:
    """Do what `grade` does, in a fork where that is possible.

    Raises:
        GraderError, AssignmentError, UnconfinedError, SandboxError, OSError: as `grade` does.
    """
    if not CAN_FORK:
        return grade(tests, request, **options)
    from autograder.sandbox.zygote import shared_zygote

    shared_zygote()  # Later gradings use it, too.
    reading, writing = os.pipe()
    pid = fork()
    if pid == 0:
        try:
            with open(writing, "wb") as answer:
                pickle.dump(outcome_of(tests, request, **options), answer)
        finally:
            os._exit(0)  # Whatever happens, it must not go on as the command.
    os.close(writing)
    outcome: Report | Exception | None = None
    try:
        with open(reading, "rb") as answer, contextlib.suppress(EOFError, pickle.UnpicklingError):
            outcome = pickle.load(answer)
    except BaseException:
        _end(pid)
        raise
    finally:
        status = os.waitpid(pid, 0)[1]
    if isinstance(outcome, Report):
        return outcome
    remove_abandoned()
    raise outcome or error_of(status, watchdog.noted) or GraderError(GONE)


def _end(pid: int) -> None:
    """Let a fork clean up and end; kill it if it does not, as where nothing interrupts it."""
    os.kill(pid, signal.SIGTERM)
    end = time.monotonic() + SECONDS_TO_CLEAN_UP
    while time.monotonic() < end:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)


def fork() -> int:
    """Fork a process that ends with this one, and shares with it which test runs."""
    import mmap
    import resource

    from autograder.sandbox.linux.syscall import PR_SET_PDEATHSIG, prctl

    watchdog.noted = mmap.mmap(-1, mmap.PAGESIZE)
    parent, pid = os.getpid(), os.fork()
    if pid == 0:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))  # No file if a limit ends it.
    return pid


def outcome_of(
    tests: ChosenTests, received: GradingRequest | Callable[[], GradingRequest], **options: Any
) -> Report | Exception:
    """Return the report, or the error that the process that asked has to raise."""
    try:
        return grade(tests, received, **options)
    except (GraderError, SandboxError, AssignmentError, UnconfinedError, OSError) as error:
        return error
    except BaseException:  # A bug of the grader: the message has to be enough to find it.
        return GraderError(printable(traceback.format_exc()[-2000:]))


def error_of(status: int, noted: bytearray | mmap.mmap) -> GraderError | None:
    """Return why the kernel ended a fork; None if it did not."""
    if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGXCPU:
        return None
    test = bytes(noted).rstrip(b"\0").decode(errors="replace")
    return GraderError(
        f"{test}: the test computed for {watchdog.MAX_UNINTERRUPTED_SECONDS} s in C, where nothing"
        " interrupts it, as sum(range(n)) does; let it check what a call returns before it uses it"
    )
