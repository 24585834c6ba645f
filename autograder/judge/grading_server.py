"""A judge that has collected an assignment's tests, and forks itself for each submission.

A request arrives at the server's socket as a descriptor: of a connection to read it from, and to
write the report to. A fork ends with the server, and that when its socket is closed.
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NoReturn, cast

from autograder.assignment import KIT, Assignment
from autograder.judge import watchdog
from autograder.judge.forked import CAN_FORK, GONE, error_of, fork, outcome_of
from autograder.judge.request import ChosenTests, GradingRequest, Returned
from autograder.report import GraderError, Report
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.pool import require_resources

MAX_SECONDS = 2 * watchdog.MAX_SECONDS
"""Wall time after which a grading is ended.

A submission's own limits are lower, so this is a fault of the grader.
"""
START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.judge.grading_server import main; main()"
)


_Outcome = tuple[Report | Exception | None, dict[str, Returned]]
"""The report, and `GradingRequest.returned`, to which it has added."""


class GradingServer:
    """Grades submissions with these tests, each in a process of its own; threads may share it."""

    def __init__(
        self, tests: ChosenTests, *, forking: bool = CAN_FORK, seconds: float = MAX_SECONDS
    ) -> None:
        self.tests, self.forking, self.seconds = tests, forking, seconds
        self.started: set[BaseProcess] = set()
        self.returned: dict[str, Returned] = {}
        require_resources(tests.assignment.limits.memory_mib)
        if forking:
            self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with other:
                self.process = subprocess.Popen(
                    [
                        sys.executable,
                        "-P",
                        "-c",
                        START,
                        str(KIT),
                        str(other.fileno()),
                        str(seconds),
                    ],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[other.fileno()],
                    start_new_session=True,  # Ctrl-C is for the process that asks.
                )
            assert self.process.stdin
            with contextlib.suppress(BrokenPipeError), self.process.stdin as stdin:
                pickle.dump(tests, stdin)

    def grade(self, request: GradingRequest) -> Report:
        """Grade a submission.

        Raises:
            GraderError: it could not be graded; as CollectionError, none can.
            AssignmentError, UnconfinedError: none can be graded.
            SandboxError: the server is gone.
        """
        began = time.monotonic()
        request = replace(request, returned=self.returned)
        outcome, learned = (self._forked if self.forking else self._started)(request) or (None, {})
        self.returned.update(learned)
        if isinstance(outcome, Exception):
            raise outcome
        if outcome:
            return outcome
        if time.monotonic() - began >= self.seconds:
            raise GraderError(f"grading it took longer than {self.seconds / 60:g} minutes")
        raise GraderError(GONE)

    def _forked(self, request: GradingRequest) -> _Outcome | None:
        """Grade in a fork of the server."""
        connection, other = Pipe()
        with connection:
            try:
                with other:
                    socket.send_fds(self.socket, [b"request"], [other.fileno()])
            except OSError as error:
                gone = "the process that gradings are forked from is gone"
                raise SandboxError(f"{gone} ({error}); run the command again") from None
            # It was killed before all was written.
            with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
                connection.send(request)
                return cast(_Outcome, connection.recv())
        return None

    def _started(self, request: GradingRequest) -> _Outcome | None:
        """Grade in a new process, which collects the tests again."""
        connection, other = Pipe(duplex=False)
        arguments = other, self.tests, request
        process = get_context("spawn").Process(target=_send_outcome, args=arguments)
        with connection:
            with other:
                process.start()
            self.started.add(process)
            try:
                wait([connection, process.sentinel], self.seconds)
                with contextlib.suppress(EOFError, OSError):
                    if connection.poll():
                        return cast(_Outcome, connection.recv())
            finally:
                self.started.remove(process)
                process.kill()
                process.join()
        return None

    def close(self) -> None:
        """End all processes. The next grading removes the folders that they leave."""
        if self.forking:
            with contextlib.suppress(OSError):  # Closing it would not wake a thread.
                self.socket.shutdown(socket.SHUT_RDWR)
            self.socket.close()
            self.process.wait()
        for process in [*self.started]:
            process.kill()


@contextlib.contextmanager
def grading_servers(
    each: Sequence[ChosenTests], jobs: int
) -> Iterator[tuple[ThreadPoolExecutor, list[GradingServer]]]:
    """Start a server for each, and threads that may use them; end all with this block."""
    with contextlib.ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(jobs))
        servers: list[GradingServer] = []
        for tests in each:
            servers.append(GradingServer(tests))
            stack.callback(servers[-1].close)
        stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        yield executor, servers


def usable_processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def own_tests(assignment: Assignment) -> ChosenTests:
    """Return all tests, for an author's own solutions."""
    return ChosenTests(
        assignment, assignment.parts, secret=assignment.cases("secret"), confined=False
    )


def main() -> None:
    try:
        serve(socket.socket(fileno=int(sys.argv[2])), float(sys.argv[3]))
    except OSError as error:
        print(f"autograder: gradings cannot be started: {error}", file=sys.stderr, flush=True)
    except BaseException:  # Those who ask see only that this process has ended.
        traceback.print_exc()
    os._exit(1)  # A fork must not clean up what it shares with its parent.


def serve(requests: socket.socket, seconds: float) -> NoReturn:
    """Collect the tests, and fork a judge for each request; each ends here, too."""
    from autograder.sandbox.linux.syscall import PR_SET_CHILD_SUBREAPER, prctl
    from autograder.sandbox.zygote import shared_zygote  # Not every system has what it needs.

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)  # A service manager may send it to all processes.
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    shared_zygote()  # It loads while this process does.
    try:
        tests: ChosenTests = pickle.load(sys.stdin.buffer)
    except (EOFError, pickle.UnpicklingError):  # Ctrl-C, before all was written.
        os._exit(1)
    tempfile.gettempdir()  # It writes a file there to find out, which a fork that is killed leaves.
    received: list[tuple[GradingRequest, Connection]] = []

    def receive() -> GradingRequest:
        received.append(next_request(requests, seconds))
        return received[0][0]

    outcome = outcome_of(tests, receive)
    if not received:  # The tests cannot be collected: each answer says so.
        receive()
    [(request, answer)] = received
    _send(answer, outcome, request.returned)
    os._exit(0)


def next_request(requests: socket.socket, seconds: float) -> tuple[GradingRequest, Connection]:
    """Fork this process for each request; return it in the fork, and where its answer goes.

    Forks are ended after some time, and with this process: when no further request can arrive.
    The answer of one that is ended by its own limit comes from here.
    """
    gc.collect()
    gc.freeze()  # What is collected in a process is copied first.
    running: dict[int, tuple[float, Connection, bytearray | mmap.mmap]] = {}
    while True:
        arrived, _, _ = select.select([requests], [], [], 0.2 if running else None)
        for pid, (end, answer, noted) in [*running.items()]:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del running[pid]
                _send(answer, error_of(status, noted), {})
            elif time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
        if not arrived:
            continue
        _, descriptors, _, _ = socket.recv_fds(requests, 1 << 4, 1)
        if not descriptors:
            os._exit(0)
        answer = Connection(descriptors[0])
        try:
            request: GradingRequest = answer.recv()
            pid = fork()
        except (EOFError, OSError) as error:  # Who asked may have ended.
            _send(answer, SandboxError(f"a grading cannot be started: {error}"), {})
            continue
        if pid == 0:
            requests.close()
            for _, other, _ in running.values():
                other.close()
            return request, answer
        running[pid] = time.monotonic() + seconds, answer, watchdog.noted


def _send_outcome(answer: Connection, tests: ChosenTests, request: GradingRequest) -> None:
    _send(answer, outcome_of(tests, request), request.returned)


def _send(
    answer: Connection, outcome: Report | Exception | None, returned: dict[str, Returned]
) -> None:
    with contextlib.suppress(OSError), answer:  # The process that asked may have ended.
        answer.send((outcome, returned))
