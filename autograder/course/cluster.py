"""Gradings on the workers of a dask cluster."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import Any

from autograder.assignment import Assignment
from autograder.course.batch import BatchExecutor
from autograder.course.cluster_worker import (
    ExpectedKit,
    Refusal,
    expected_kit,
    grade_on_worker,
    reason_to_refuse,
)
from autograder.course.errors import CourseError
from autograder.course.grading import GradedSubmission, GradingTask
from autograder.report import GraderError
from autograder.safetext import printable_line

CONNECT_SECONDS = 10
WORKER_SECONDS = 60
"""How long to wait for a worker if there is none."""
LOOK_SECONDS = 5
"""How often to check that the workers that a submission was sent to are still there."""
TASKS_PER_THREAD = 2
"""One is graded while the next is on its way."""
RESUME = "what is graded is saved; run the same command again to continue"


class Cluster:
    """Grades each submission on a worker; several threads may do so at once.

    `client` is a `distributed.Client`, which has no types. `show_refusal` is called with one line
    for each worker that refuses.
    """

    def __init__(
        self,
        client: Any,
        address: str,
        expected: ExpectedKit,
        show_refusal: Callable[[str], None],
    ) -> None:
        self.client = client
        self.address = address
        self.expected = expected
        self.show_refusal = show_refusal
        self.reasons: dict[str, str] = {}
        self.lock = threading.Lock()

    def grade(self, task: GradingTask) -> GradedSubmission:
        """Grade a submission on a worker that does not refuse.

        Raises:
            GraderError: there is no result.
            CourseError: no further submission can be graded.
        """
        with _lost_connections(self.address):
            while True:
                workers = self.usable_workers()
                answer = self._answer(task, workers)
                if isinstance(answer, GradedSubmission):
                    return answer
                if answer:
                    with self.lock:
                        self._note(answer.worker, answer.reason)

    def usable_workers(self) -> list[str]:
        """Return the addresses of the workers that can grade; wait if there is no worker.

        Raises:
            CourseError: there is still none, or all refuse.
        """
        end = time.monotonic() + WORKER_SECONDS
        while True:
            with self.lock:
                present = list(self.client.nthreads())
                self._ask([worker for worker in present if worker not in self.reasons])
                usable = [worker for worker in present if self.reasons.get(worker) == ""]
                refusing = all(self.reasons.get(worker) for worker in present)
            if usable:
                return usable
            if present and refusing:
                raise CourseError(f"{self.address}: every worker refuses; {RESUME}")
            if time.monotonic() > end:
                raise CourseError(f"{self.address}: has no worker; start one; {RESUME}")
            time.sleep(1)

    def _ask(self, workers: list[str]) -> None:
        if not workers:
            return
        answers: dict[str, Any] = self.client.run(
            reason_to_refuse, self.expected, workers=workers, on_error="return"
        )
        for worker, answer in answers.items():
            if isinstance(answer, str):
                self._note(worker, answer)
            elif not isinstance(answer, OSError):  # Otherwise it has ended.
                fault = printable_line(f"{type(answer).__name__}: {answer}")
                self._note(worker, f"it cannot load autograder ({fault}); install the same version")

    def _note(self, worker: str, reason: str) -> None:
        if reason and not self.reasons.get(worker):
            self.show_refusal(f"{worker} refuses to grade: {reason}")
        self.reasons[worker] = reason

    def _answer(self, task: GradingTask, workers: list[str]) -> GradedSubmission | Refusal | None:
        """Return the answer of one of these workers, or None if all of them are gone."""
        from distributed import KilledWorker

        future = self.client.submit(
            grade_on_worker, task, self.expected, workers=workers, pure=False
        )
        while True:
            try:
                answer: GradedSubmission | Refusal | GraderError
                answer = future.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                if not future.done() and not set(workers) & set(self.client.nthreads()):
                    return None
                continue
            except KilledWorker:
                raise GraderError("every worker that graded it has died") from None
            except RuntimeError as error:
                if "deserialization of the task graph" in str(error):
                    advice = "install the same version of autograder where it runs"
                    raise CourseError(f"{self.address}: {advice}") from None
                raise
            if isinstance(answer, GraderError):
                raise answer
            return answer


@contextlib.contextmanager
def cluster_executor(
    address: str, assignment: Assignment, jobs: int | None, show_refusal: Callable[[str], None]
) -> Iterator[BatchExecutor]:
    """Grade on a cluster: each thread waits for one worker.

    Raises:
        CourseError: there is no connection, no worker, or none that can grade.
    """
    with connected(address) as client:
        cluster = Cluster(client, address, expected_kit(assignment), show_refusal)
        with _lost_connections(address):
            workers = cluster.usable_workers()
            threads = client.nthreads()
        jobs = jobs or TASKS_PER_THREAD * sum(threads.get(worker, 1) for worker in workers)
        executor = ThreadPoolExecutor(jobs)
        try:
            yield BatchExecutor(executor, cluster.grade, jobs)
        finally:
            client.close()  # Ends the waiting of the threads.
            executor.shutdown(cancel_futures=True)


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
    authority = ""
    if address.startswith("tls:"):
        _require_certificates(address)
        authority = ", with a certificate of the same authority"
    connect: Any = Client
    try:
        asyncio.run(asyncio.wait_for(_greet_scheduler(address), CONNECT_SECONDS))
        client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False, name="autograder")
    except RuntimeError as error:  # The settings demand encryption.
        raise CourseError(f"{address}: {printable_line(str(error))}; use tls://") from None
    except (OSError, ValueError):
        advice = f"is a scheduler running there{authority}?"
        raise CourseError(f"{address}: no connection; {advice}") from None
    with client:
        yield client


async def _greet_scheduler(address: str) -> None:
    """Exchange greetings: a `Client` waits forever for those of another server, say a web page."""
    from distributed.comm import core
    from distributed.security import Security

    security: Any = Security
    connect: Any = core.connect
    arguments = security().get_connection_args("client")
    (await connect(address, timeout=CONNECT_SECONDS, **arguments)).abort()


def _require_certificates(address: str) -> None:
    from distributed.security import Security

    security: Any = Security
    try:
        context = security().get_connection_args("client")["ssl_context"]
    except OSError as error:
        reason = printable_line(str(error))
        raise CourseError(f"{address}: the certificates cannot be read: {reason}") from None
    if context is None:
        raise CourseError(
            f"{address}: needs certificates: dask's settings distributed.comm.tls.ca-file, "
            "client.cert and client.key name them"
        )


@contextlib.contextmanager
def _lost_connections(address: str) -> Iterator[None]:
    from distributed.client import ClosedClientError

    try:
        yield
    except (OSError, CancelledError, ClosedClientError):
        raise CourseError(f"{address}: the connection to the scheduler is lost; {RESUME}") from None
