"""The process that gradings are forked from. It has collected the tests, and grades nothing itself.

    python -P warm_judge.py FOLDER DESCRIPTOR

reads from a socket what its tasks have in common, then requests: `grade`, with a pipe to read a
task from and a pipe to write the result to, or `kill` and a process id. It replies to the former
with the id of the process that it forked, or with the error's number, made negative. When the
socket is closed, it ends all of these.

    python -P warm_judge.py FOLDER

grades one task from standard input; the result goes to standard output.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import os
import pickle
import select
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, NoReturn

if TYPE_CHECKING:
    from autograder.course.grading import GradedSubmission, GradingTask
    from autograder.report import GraderError
    from autograder.sandbox.zygote import Zygote

_MODULES = (
    *("autograder.course.grading", "autograder.judge.session", "autograder.judge.plugin"),
    *("autograder.judge.submission", "autograder.judge.backstop", "autograder.judge.style_hints"),
    *("pytest", "_pytest.skipping", "pytest_timeout", "pytest_jsonreport.plugin"),
)
GRADE, KILL = b"grade", b"kill"
LONGEST_REQUEST = 1 << 16
MAX_JUDGE_BYTES = 2 << 30
"""Memory above which a grading is ended, without the submission's, which has its own limit.
Judges use a tenth of it; to use more is a fault of the grader."""


class Gradings:
    """Forks a process for each task. In such a process, `results` is the pipe for the result."""

    def __init__(self, control: socket.socket, zygote: Zygote) -> None:
        self.control, self.zygote = control, zygote
        self.running: set[int] = set()
        self.results: BinaryIO | None = None

    def next_task(self) -> GradingTask:
        """Fork a process for each request. Returns in these, each with its own task."""
        gc.collect()
        gc.freeze()  # What is collected in a process is copied first.
        wakeup, woken = socket.socketpair()
        for end in (wakeup, woken):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
        while True:
            readable, _, _ = select.select([self.control, wakeup], [], [])
            if wakeup in readable:
                with contextlib.suppress(BlockingIOError):
                    wakeup.recv(1 << 12)
                self.reap()
            if self.control in readable and (pipes := self.forked()):
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for end in (self.control, wakeup, woken):
                    end.close()
                limit_memory()
                self.results = os.fdopen(pipes[1], "wb")
                with os.fdopen(pipes[0], "rb") as tasks:
                    task: GradingTask = pickle.load(tasks)
                return task

    def forked(self) -> list[int]:
        """Answer a request; return its pipes in the process that is forked for it."""
        request, pipes, _, _ = socket.recv_fds(self.control, LONGEST_REQUEST, 2)
        if request.startswith(GRADE) and self.zygote.process.poll() is None:
            try:
                pid = os.fork()
            except OSError as error:
                pid = -(error.errno or errno.EAGAIN)
            if pid == 0:
                return pipes
            if pid > 0:
                self.running.add(pid)
            for pipe in pipes:
                os.close(pipe)
            self.control.send(str(pid).encode())
        elif request.startswith(KILL):
            self.end_process(int(request.removeprefix(KILL)))
        else:
            self.end()
        return []

    def end(self) -> NoReturn:
        """End all gradings and this process, and remove what those leave behind."""
        from autograder.sandbox.temporary_folders import remove_abandoned

        for pid in self.running:
            self.end_process(pid)
        for pid in self.running:
            os.waitpid(pid, 0)
        self.zygote.close()
        remove_abandoned()
        os._exit(0)

    def reap(self) -> None:
        """Forget the processes that have ended."""
        for pid in list(self.running):
            if os.waitpid(pid, os.WNOHANG)[0]:
                self.running.discard(pid)

    def end_process(self, pid: int) -> None:
        """End a process that is still running; its id cannot be another's before it is reaped."""
        if pid in self.running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def ignore_signals() -> None:
    """Ignore what ends other programs: this process ends with the socket, and then cleans up.

    A service manager that stops the command may send a signal to all of its processes.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)


def limit_memory() -> None:
    import resource  # Not every system has it; elsewhere, nothing is forked.

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MAX_JUDGE_BYTES if hard == resource.RLIM_INFINITY else min(MAX_JUDGE_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def pickled_result(grade: Callable[[], GradedSubmission]) -> bytes:
    """Return the result, or a GraderError, as it is sent to the process that asked for it."""
    from autograder.assignment import AssignmentError
    from autograder.report import GraderError

    result: GradedSubmission | GraderError
    try:
        result = grade()
    except AssignmentError as error:
        result = GraderError(str(error))
    return pickle.dumps(result)


def serve_gradings(control: socket.socket) -> None:
    """Grade tasks that have in common what is read first, each in a fork of this process."""
    ignore_signals()
    from autograder.sandbox.zygote import shared_zygote

    zygote = shared_zygote()  # It loads while this process does.
    for module in _MODULES:
        importlib.import_module(module)
    from autograder.course.grading import grade_next
    from autograder.provenance import kit_hash

    kit_hash()
    tempfile.gettempdir()  # It writes a file there to find out, which a fork that is killed leaves.
    kind: GradingTask = pickle.loads(control.recv(LONGEST_REQUEST))
    gradings = Gradings(control, zygote)
    result = pickled_result(lambda: grade_next(kind, gradings.next_task))
    if not gradings.results:  # The tests cannot be collected. Each grading finds out why.
        task = gradings.next_task()
        result = pickled_result(lambda: grade_next(task, lambda: task))
    assert gradings.results
    with contextlib.suppress(BrokenPipeError):  # The command was stopped, or waits no longer.
        gradings.results.write(result)
        gradings.results.flush()


def main() -> None:
    sys.path[0] = sys.argv[1]
    if len(sys.argv) < 3:
        from autograder.course.grading import grade_next

        task = pickle.load(sys.stdin.buffer)
        sys.stdout.buffer.write(pickled_result(lambda: grade_next(task, lambda: task)))
        sys.stdout.flush()
        return
    try:
        serve_gradings(socket.socket(fileno=int(sys.argv[2])))
    except BaseException:  # The process that asks for gradings sees only that this one has ended.
        traceback.print_exc()
    os._exit(0)  # A fork must not clean up what it shares with its parent.


if __name__ == "__main__":
    main()
