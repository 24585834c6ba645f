"""Tests that are collected once, in a process that each grading of an assignment is forked from.

Used for an author's own solutions, many of which are graded by a pool of processes. On Linux, each
of these has a child process for each assignment, which has collected its tests. On other systems,
and outside a pool, each grading collects the tests itself.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NoReturn

from autograder.assignment import Assignment, Part
from autograder.judge.session import ChosenTests, GradingRequest, grade
from autograder.report import GraderError, Report
from autograder.sandbox.pool import require_resources, start_zygote

MAX_KEPT = 8
"""The number of assignments whose tests are kept in memory at once."""


class CollectedTests:
    """The process with the tests; it forks one grading after the other."""

    def __init__(self, assignment: Assignment) -> None:
        require_resources(assignment.limits.memory_mib)
        start_zygote()  # The gradings share it, too.
        self.gradings, other = Pipe()
        self.pid = os.fork()
        if self.pid == 0:
            for kept in (self, *_kept.of.values()):  # While they are open, their processes wait.
                kept.gradings.close()
            _collect_and_serve(other, assignment)
        other.close()

    def grade(self, request: GradingRequest) -> Report:
        try:
            self.gradings.send(request)
            result: Report | Exception = self.gradings.recv()
        except (EOFError, OSError):
            raise GraderError("the process that has collected the tests is gone") from None
        except BaseException:  # A signal: the grading has to end first, and to clean up.
            os.kill(self.pid, signal.SIGTERM)
            self.close()
            raise
        if isinstance(result, Exception):
            raise result
        return result

    def close(self) -> None:
        self.gradings.close()
        os.waitpid(self.pid, 0)


@dataclass
class KeptTests:
    """The tests that this process has collected, if it keeps any. Their files stay the same."""

    keeps: bool = False
    of: dict[tuple[Path, str], CollectedTests] = field(default_factory=dict)

    def get(self, assignment: Assignment) -> CollectedTests:
        key = assignment.kit, assignment.name
        if key not in self.of:
            if len(self.of) == MAX_KEPT:
                self.of.pop(next(iter(self.of))).close()
            self.of[key] = CollectedTests(assignment)
        return self.of[key]


_kept = KeptTests()


def keep_collected_tests() -> None:
    """Let this process keep the tests that it collects, if it can fork."""
    _kept.keeps = sys.platform == "linux"


def grade_own(assignment: Assignment, request: GradingRequest) -> Report:
    """Grade an author's own solution, unconfined and without advice; see `session.grade`.

    Raises:
        GraderError: it could not be graded.
    """
    if _kept.keeps:
        return _kept.get(assignment).grade(request)
    return collect_and_grade(assignment, lambda: request, request.parts)


def collect_and_grade(
    assignment: Assignment, receive: Callable[[], GradingRequest], parts: Sequence[Part]
) -> Report:
    """Collect the tests of these parts, or of all, and grade what `receive` returns then."""
    return grade(own_tests(assignment, parts), receive)


def own_tests(assignment: Assignment, parts: Sequence[Part] = ()) -> ChosenTests:
    """Return the tests of these parts, or of all, for an author's own solutions."""
    return ChosenTests(
        assignment,
        parts or assignment.parts,  # Named, they get no advice on style.
        assignment.cases("secret"),
        confined=False,
    )


def _collect_and_serve(gradings: Connection, assignment: Assignment) -> NoReturn:
    """Collect the tests, and fork a grading for each request. Each ends here, too."""
    status, own_pid = 1, os.getpid()
    result: Report | Exception
    try:
        try:
            result = collect_and_grade(assignment, lambda: _next_request(gradings), ())
        except Exception as error:
            result = error
        if os.getpid() == own_pid:  # The tests cannot be collected: the reason for any submission.
            while gradings.recv():
                gradings.send(result)
        gradings.send(result)
        status = 0
    except EOFError:
        status = 0
    finally:
        os._exit(status)


def _next_request(gradings: Connection) -> GradingRequest:
    """Fork a process for each request; return in these."""
    gc.collect()
    gc.freeze()  # What is collected in a process is copied first.
    try:
        while True:
            request: GradingRequest = gradings.recv()
            try:
                pid = os.fork()
            except OSError as error:
                gradings.send(GraderError(str(error)))
                continue
            if pid == 0:
                return request
            if exit_status_of(pid):
                gradings.send(GraderError("the process that graded it ended without a result"))
    except EOFError:
        os._exit(0)


def exit_status_of(pid: int) -> int:
    """Wait until a grading has ended; end it at a signal."""
    try:
        return os.waitpid(pid, 0)[1]
    except BaseException:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
        raise
