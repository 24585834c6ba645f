"""Gradings on the workers of a dask cluster."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from autograder.assignment import AssignmentError, load
from autograder.course.grade import ClassExecutor, class_tests, grade_submission
from autograder.course.results import CourseError, Grading
from autograder.course.submissions import Submission
from autograder.judge.grading_server import GradingServer
from autograder.judge.request import ChosenTests
from autograder.provenance import assignment_hash, kit_hash
from autograder.report import GraderError
from autograder.safetext import printable_line
from autograder.sandbox.backend import SandboxError, UnconfinedError

KIT_VARIABLE = "AUTOGRADER_KIT"
"""The environment variable that names the kit of a worker."""
CONNECT_SECONDS = 10
WORKER_SECONDS = 60
"""How long to wait for a worker if there is none."""
TASKS_PER_THREAD = 2
"""One is graded while the next is on its way."""
MAX_SERVERS = 4
"""Of a worker: for each assignment and version, one that has collected the tests."""
RESUME = "what is graded is saved; run the same command again to continue"


@dataclass(frozen=True)
class ExpectedKit:
    """What a worker must have: in `kit`, if no variable names another folder."""

    kit: Path
    assignment: str
    kit_hash: str
    assignment_hash: str
    lenient: bool = False
    confined: bool = True

    @property
    def kit_here(self) -> Path:
        """The kit's folder on this machine."""
        return Path(os.environ.get(KIT_VARIABLE) or self.kit).absolute()


def reason_to_refuse(expected: ExpectedKit) -> str:
    """Return why this process would not grade as expected, or an empty string."""
    if kit_hash() != expected.kit_hash:
        return "its autograder is another version; install the same one"
    kit = expected.kit_here
    try:
        found = assignment_hash(load(expected.assignment, kit))
    except (AssignmentError, OSError) as error:
        return f"{error}; {KIT_VARIABLE} can name its kit"
    if found != expected.assignment_hash:
        return f"{kit}: the files of {expected.assignment} are not the same; copy the kit again"
    return ""


_servers: dict[ExpectedKit, GradingServer] = {}
_servers_lock = threading.Lock()


def grade_on_worker(submission: Submission, expected: ExpectedKit) -> Grading | Exception:
    """Grade a submission in a process of its own.

    An exception is returned: dask would log one that is raised, with the submission.
    """
    if reason := reason_to_refuse(expected):
        return CourseError(f"a worker refuses to grade: {reason}; {RESUME}")
    try:
        with _servers_lock:
            if expected not in _servers:
                if len(_servers) >= MAX_SERVERS:
                    _servers.pop(next(iter(_servers))).close()
                assignment = load(expected.assignment, expected.kit_here)
                tests = class_tests(
                    assignment, lenient=expected.lenient, confined=expected.confined
                )
                _servers[expected] = GradingServer(tests)
            server = _servers[expected]
        return grade_submission(server, expected.assignment_hash, submission)
    except UnconfinedError as error:
        reason = f"submissions cannot be confined on it ({error})"
        return CourseError(f"a worker refuses to grade: {reason}; {RESUME}")
    except (AssignmentError, GraderError) as error:
        return error
    except (SandboxError, OSError) as error:
        with _servers_lock:
            if gone := _servers.pop(expected, None):  # The next one gets another.
                gone.close()
        return GraderError(printable_line(str(error)))


@contextlib.contextmanager
def cluster_executor(address: str, tests: ChosenTests, jobs: int | None) -> Iterator[ClassExecutor]:
    """Grade on a cluster: each thread waits for one worker.

    Raises:
        CourseError: there is no connection or no worker, or one refuses to grade.
    """
    assignment = tests.assignment
    hashes = kit_hash(), assignment_hash(assignment)
    expected = ExpectedKit(
        assignment.kit.absolute(), assignment.name, *hashes, tests.lenient, tests.confined
    )
    with connected(address) as client:
        with lost_connections(address):
            require_workers(client, address, expected)
            threads = client.nthreads()
        jobs = jobs or TASKS_PER_THREAD * sum(threads.values())
        executor = ThreadPoolExecutor(jobs)
        try:
            yield ClassExecutor(
                executor, partial(grade_on_cluster, client, address, expected), jobs
            )
        finally:
            client.close()  # Ends the waiting of the threads.
            executor.shutdown(cancel_futures=True)


def require_workers(client: Any, address: str, expected: ExpectedKit) -> None:
    """Check that there are workers, and that all would grade as this machine.

    Raises:
        CourseError: there is none, or one would not.
    """
    try:
        client.wait_for_workers(1, WORKER_SECONDS)
    except TimeoutError:
        raise CourseError(f"{address}: has no worker; start one; {RESUME}") from None
    for worker, answer in client.run(reason_to_refuse, expected, on_error="return").items():
        reason = answer if isinstance(answer, str) else ""
        if isinstance(answer, Exception) and not isinstance(answer, OSError):  # Else it has ended.
            fault = f"{type(answer).__name__}: {answer}"
            reason = f"it cannot load autograder ({fault}); install the same version"
        if reason:
            raise CourseError(f"{worker} refuses to grade: {reason}")


def grade_on_cluster(
    client: Any, address: str, expected: ExpectedKit, submission: Submission
) -> Grading:
    """Grade a submission on a worker. A `client` is a `distributed.Client`, which has no types.

    Raises:
        GraderError: there is no result.
        AssignmentError, CourseError: no further submission can be graded.
    """
    from distributed import KilledWorker

    with lost_connections(address):
        future = client.submit(grade_on_worker, submission, expected, pure=False)
        while True:
            try:
                answer: Grading | Exception = future.result(timeout=WORKER_SECONDS)
                break
            except TimeoutError:
                require_workers(client, address, expected)
            except KilledWorker:
                raise GraderError("every worker that graded it has died") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


@contextlib.contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect with a scheduler, with the certificates that dask's configuration names."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise CourseError(
            "--scheduler needs the extra `cluster`: pip install 'cagework[cluster]'"
        ) from None
    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):  # A failure becomes one line of ours.
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    connect: Any = Client
    try:
        client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False, name="autograder")
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise CourseError(
            f"{address}: no connection ({error}); is a scheduler running there? tls:// needs the "
            "certificates that dask's settings name, and only tls:// is encrypted"
        ) from None
    with client:
        yield client


@contextlib.contextmanager
def lost_connections(address: str) -> Iterator[None]:
    from distributed.client import ClosedClientError

    try:
        yield
    except (OSError, CancelledError, ClosedClientError):
        raise CourseError(f"{address}: the connection to the scheduler is lost; {RESUME}") from None
    except RuntimeError as error:  # Such as a scheduler that cannot load autograder.
        raise CourseError(f"{address}: {error}; is autograder the same version there?") from None
