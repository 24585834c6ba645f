"""A judge that has collected an assignment's tests, and forks itself for each submission.

The server has two processes. The first forks itself for each function call that arrives at the
socket `calls`, the second collects the tests and forks itself for each submission that arrives at
the socket `gradings`, of which calls send some, too. An order is a descriptor: of a connection to
read the order from, and to write the answer to. Each process ends with the one that forked it, the
first when `calls` is closed.
"""

from __future__ import annotations

import contextlib
import gc
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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn, ParamSpec, TypeVar, cast

from autograder.assignment import KIT, Assignment, AssignmentError, Part
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import GraderError, Report
from autograder.safetext import printable
from autograder.sandbox.backend import SandboxError, UnconfinedError
from autograder.sandbox.pool import require_resources

_P = ParamSpec("_P")
_T = TypeVar("_T")
CAN_FORK = sys.platform == "linux"
MAX_SECONDS = 1800
"""Wall time after which a grading is ended.

A submission's own limits are lower, so this is a fault of the grader.
"""
START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.judge.grading_server import main; main()"
)
_own_gradings: list[socket.socket] = []
"""Where a process that was forked for a call asks for gradings; others have none."""


class GradingServer:
    """Grades submissions with these tests, each in a process of its own; threads may share it."""

    def __init__(
        self, tests: ChosenTests, *, forking: bool = CAN_FORK, seconds: float = MAX_SECONDS
    ) -> None:
        self.tests, self.forking, self.seconds = tests, forking, seconds
        require_resources(tests.assignment.limits.memory_mib)
        if forking:
            self.calls, calls = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self.gradings, gradings = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with calls, gradings:
                self.process = self._start(
                    [end.fileno() for end in (calls, gradings, self.gradings)]
                )

    def _start(self, descriptors: Sequence[int]) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*_command(), *map(str, descriptors), str(self.seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=descriptors,
            start_new_session=True,  # Ctrl-C is for the process that asks.
        )
        assert process.stdin
        with contextlib.suppress(BrokenPipeError), process.stdin:
            pickle.dump(self.tests, process.stdin)
        return process

    def grade(self, request: GradingRequest) -> Report:
        """Grade a submission.

        Raises:
            GraderError: it could not be graded; as CollectionError, none can.
            AssignmentError, UnconfinedError: none can be graded.
            SandboxError: the server is gone.
        """
        if self.forking:
            return cast(Report, ask(self.gradings, request, self.seconds))
        return self._started(grade, self.tests, request)

    def call(self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs) -> _T:
        """Call a function, which may use `grade_own`, in a process of its own."""
        if self.forking:
            return cast(_T, ask(self.calls, (function, arguments, options), self.seconds))
        return self._started(function, *arguments, **options)

    def _started(self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs) -> _T:
        """Call a function in a new process, which is not forked."""
        order = pickle.dumps((function, arguments, options))
        try:
            done = subprocess.run(
                _command(), input=order, stdout=subprocess.PIPE, timeout=self.seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise _too_long(self.seconds) from None
        return cast(_T, _result_of(done.stdout))

    def close(self) -> None:
        """End all processes. The next grading removes the folders that they leave."""
        if self.forking:
            for end in (self.calls, self.gradings):
                with contextlib.suppress(OSError):  # Closing it would not wake a thread.
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self.process.wait()


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


def own_tests(assignment: Assignment, parts: Sequence[Part] = ()) -> ChosenTests:
    """Return the tests of these parts, or of all, for an author's own solutions."""
    return ChosenTests(
        assignment,
        parts or assignment.parts,
        assignment.cases("secret"),
        confined=False,
    )


def grade_own(assignment: Assignment, request: GradingRequest) -> Report:
    """Grade an author's own solution, unconfined; see `grading.grade`.

    In a process that was forked for a call, its server does so.

    Raises:
        GraderError: it could not be graded.
    """
    if _own_gradings:
        return cast(Report, ask(_own_gradings[0], request, MAX_SECONDS))
    return grade(own_tests(assignment, request.parts), request)


def ask(server: socket.socket, order: object, seconds: float) -> object:
    """Send an order to a server; return its answer, or raise it."""
    began = time.monotonic()
    connection, other = socket.socketpair()
    with connection:
        try:
            with other:
                socket.send_fds(server, [b"order"], [other.fileno()])
            with connection.makefile("wb") as file:
                pickle.dump(order, file)
            connection.shutdown(socket.SHUT_WR)
            with connection.makefile("rb") as file:
                answer = file.read()
        except OSError as error:
            gone = "the process that gradings are forked from is gone"
            raise SandboxError(f"{gone} ({error}); run the command again") from None
    if not answer and time.monotonic() - began >= seconds:
        raise _too_long(seconds)
    return _result_of(answer)


def _result_of(answer: bytes) -> object:
    try:
        result: object = pickle.loads(answer)
    except (EOFError, pickle.UnpicklingError):  # It was killed before all was written.
        raise GraderError("the process that graded it ended without a result") from None
    if isinstance(result, Exception):
        raise result
    return result


def _too_long(seconds: float) -> GraderError:
    return GraderError(f"grading it took longer than {seconds / 60:g} minutes")


def _command() -> list[str]:
    return [sys.executable, "-P", "-c", START, str(KIT)]


def main() -> None:
    """Serve, or make one call in a process that is not forked."""
    if len(sys.argv) == 2:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        function, arguments, options = pickle.load(sys.stdin.buffer)
        sys.stdout.buffer.write(_outcome_of(function, *arguments, **options))
        return
    calls, gradings, asks = (socket.socket(fileno=int(number)) for number in sys.argv[2:5])
    try:
        serve(calls, gradings, asks, float(sys.argv[5]))
    except OSError as error:
        print(f"autograder: gradings cannot be started: {error}", file=sys.stderr, flush=True)
    except BaseException:  # Those who ask see only that this process has ended.
        traceback.print_exc()
    os._exit(1)  # A fork must not clean up what it shares with its parent.


def serve(
    calls: socket.socket, gradings: socket.socket, asks: socket.socket, seconds: float
) -> NoReturn:
    """Fork the process that collects the tests, then one for each call."""
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
    if _fork() == 0:
        calls.close()
        asks.close()
        collect_and_grade(tests, gradings, seconds)
    gradings.close()
    _own_gradings.append(asks)
    order, answer = next_order(calls, seconds)
    function, arguments, options = order
    _send(answer, _outcome_of(function, *arguments, **options))
    os._exit(0)


def collect_and_grade(tests: ChosenTests, gradings: socket.socket, seconds: float) -> NoReturn:
    """Collect the tests, and fork a judge for each request; each ends here, too."""
    answers: list[socket.socket] = []

    def receive() -> GradingRequest:
        request, answer = next_order(gradings, seconds)
        answers.append(answer)
        return cast(GradingRequest, request)

    outcome = _outcome_of(grade, tests, receive)
    if not answers:  # The tests cannot be collected: each answer says so.
        receive()
    _send(answers[0], outcome)
    os._exit(0)


def next_order(orders: socket.socket, seconds: float) -> tuple[Any, socket.socket]:
    """Fork this process for each order; in the fork, return the order and where its answer goes.

    Forks are ended after some time, and with this process: when no further order can arrive.
    """
    gc.collect()
    gc.freeze()  # What is collected in a process is copied first.
    running: dict[int, float] = {}
    while True:
        arrived, _, _ = select.select([orders], [], [], 1 if running else None)
        for pid, end in [*running.items()]:
            if os.waitpid(pid, os.WNOHANG)[0]:
                del running[pid]
            elif time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
        if not arrived:
            continue
        _, descriptors, _, _ = socket.recv_fds(orders, 1 << 4, 1)
        if not descriptors:
            os._exit(0)
        with contextlib.closing(socket.socket(fileno=descriptors[0])) as answer:
            try:
                with answer.makefile("rb") as file:
                    order = pickle.load(file)
            except (EOFError, pickle.UnpicklingError):  # It was killed before all was written.
                continue
            try:
                pid = _fork()
            except OSError as error:
                fault = SandboxError(f"a grading cannot be started: {error.strerror}")
                _send(answer, pickle.dumps(fault))
                continue
            if pid == 0:
                orders.close()
                return order, answer.dup()
            running[pid] = time.monotonic() + seconds


def _fork() -> int:
    """Fork a process that ends with this one."""
    from autograder.sandbox.linux.syscall import PR_SET_PDEATHSIG, prctl

    parent, pid = os.getpid(), os.fork()
    if pid == 0:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    return pid


def _outcome_of(function: Callable[_P, object], *arguments: _P.args, **options: _P.kwargs) -> bytes:
    """Return what a function returns or raises, as it is sent to the process that asked."""
    result: object
    try:
        result = function(*arguments, **options)
    except (GraderError, SandboxError, AssignmentError, UnconfinedError, OSError) as error:
        result = error
    except BaseException:  # A bug of the grader: the message has to be enough to find it.
        result = GraderError(printable(traceback.format_exc()[-2000:]))
    return pickle.dumps(result)


def _send(connection: socket.socket, answer: bytes) -> None:
    with contextlib.suppress(OSError), connection:  # The process that asked may have ended.
        connection.sendall(answer)
