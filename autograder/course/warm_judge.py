"""The process that gradings are forked from. It has loaded the judge, and grades nothing itself.

    python -P warm_judge.py FOLDER DESCRIPTOR

reads requests from a socket: `grade`, with a pipe to read a task from and a pipe to write the
result to, or `kill` and a process id. It replies to the former with the id of the process that it
forked. When the socket is closed, it ends all of these processes.

    python -P warm_judge.py FOLDER

grades one task from standard input; the result goes to standard output.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import random
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, NoReturn

if TYPE_CHECKING:
    from autograder.sandbox.backend import Backend, Settings
    from autograder.sandbox.warm_fork_servers import WarmForkServers

_MODULES = (
    *("autograder.course.grading", "autograder.judge.session", "autograder.judge.plugin"),
    *("autograder.judge.submission", "autograder.judge.backstop", "autograder.judge.style_hints"),
    *("pytest", "_pytest.skipping", "_pytest.terminal", "pytest_timeout"),
    *("pytest_jsonreport.plugin", "pytest_metadata.plugin"),
)
GRADE, KILL = b"grade", b"kill"
MAX_JUDGE_BYTES = 2 << 30
"""Memory after which a grading is ended, without that of the submission, which has its own limit.
Judges use a tenth of it; to use more is a fault of the grader."""
LONGEST_REQUEST = 64


def serve_gradings(control: socket.socket, fork_servers: WarmForkServers) -> NoReturn:
    """Fork a process for each request, until the other end of the socket is closed."""
    wakeup, woken = socket.socketpair()
    for end in (wakeup, woken):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
    running: set[int] = set()
    while True:
        readable, _, _ = select.select([control, wakeup], [], [])
        if wakeup in readable:
            with contextlib.suppress(BlockingIOError):
                wakeup.recv(1 << 12)
            reap(running)
        if control not in readable:
            continue
        request, pipes, _, _ = socket.recv_fds(control, LONGEST_REQUEST, 2)
        if request == GRADE and fork_servers.process.poll() is None:
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for end in (control, wakeup, woken):
                    end.close()
                limit_memory()
                with os.fdopen(pipes[0], "rb") as tasks, os.fdopen(pipes[1], "wb") as results:
                    grade_one(tasks, results, fork_servers.backend)
                os._exit(0)
            running.add(pid)
            for pipe in pipes:
                os.close(pipe)
            control.send(str(pid).encode())
        elif request.startswith(KILL):
            end_process(int(request.removeprefix(KILL)), running)
        else:
            for pid in running:
                end_process(pid, running)
            fork_servers.close()
            os._exit(0)


def limit_memory() -> None:
    import resource  # Not every system has it; where there is none, nothing is forked.

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MAX_JUDGE_BYTES if hard == resource.RLIM_INFINITY else min(MAX_JUDGE_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def reap(running: set[int]) -> None:
    """Forget the processes that have ended."""
    for pid in list(running):
        if os.waitpid(pid, os.WNOHANG)[0]:
            running.discard(pid)


def end_process(pid: int, running: set[int]) -> None:
    """End a process that is still running; its id cannot be another's before it is reaped."""
    if pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def grade_one(
    tasks: BinaryIO,
    results: BinaryIO,
    backend: Callable[[Settings], Backend] | None = None,
) -> None:
    """Read a task, grade it and write the result, or a GraderError, as if in a new process."""
    from autograder.assignment import AssignmentError
    from autograder.course.grading import GradedSubmission, grade_submission
    from autograder.report import GraderError

    random.seed()
    result: GradedSubmission | GraderError
    try:
        result = grade_submission(pickle.load(tasks), backend)
    except AssignmentError as error:
        result = GraderError(str(error))
    results.write(pickle.dumps(result))
    results.flush()


def main() -> None:
    sys.path[0] = sys.argv[1]
    if len(sys.argv) < 3:
        grade_one(sys.stdin.buffer, sys.stdout.buffer)
        return
    fork_servers = started_fork_servers()  # It loads while this process does.
    for module in _MODULES:
        importlib.import_module(module)
    serve_gradings(socket.socket(fileno=int(sys.argv[2])), fork_servers)


def started_fork_servers() -> WarmForkServers:
    from autograder.judge.session import libraries
    from autograder.sandbox.backend import package_path
    from autograder.sandbox.warm_fork_servers import WarmForkServers

    return WarmForkServers(list(map(package_path, libraries().values())))


if __name__ == "__main__":
    main()
