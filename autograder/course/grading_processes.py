"""Gradings in separate processes, forked from a warm judge where the system can fork."""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from autograder.assignment import KIT
from autograder.course.batch import BatchExecutor
from autograder.course.grading import GradedSubmission, GradingTask
from autograder.course.warm_judge import GRADE, KILL, LONGEST_REQUEST
from autograder.report import GraderError
from autograder.sandbox.backend import SandboxError

MAX_GRADING_SECONDS = 1800
"""Wall time after which a grading is ended.

A submission's own limits are lower, so this is a fault of the grader.
"""
CAN_FORK = sys.platform == "linux"
_MAIN = Path(__file__).with_name("warm_judge.py")
_CHUNK = 1 << 16
_LONGEST_WAIT = 1


class WarmJudge:
    """A process that gradings are forked from, for tasks of one kind."""

    def __init__(self, kind: bytes) -> None:
        self.lock = threading.Lock()
        self.running = 0
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self.process = subprocess.Popen(
                [*_command(), str(other.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,  # Ctrl-C is for the process that asks for gradings.
            )
        self.control.send(kind)

    def grade(self, data: bytes, seconds: float) -> bytes:
        """Grade a task, and end its process if that takes too long; return the result, if any."""
        tasks, to_process = os.pipe()
        from_process, results = os.pipe()
        try:
            with self.lock:
                socket.send_fds(self.control, [GRADE], [tasks, results])
                pid = self.control.recv(LONGEST_REQUEST)
            if not pid:
                raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
        except OSError as error:
            os.close(to_process)
            os.close(from_process)
            gone = "the process that gradings are forked from is gone"
            raise SandboxError(f"{gone} ({error}); run the command again") from None
        finally:
            os.close(tasks)
            os.close(results)
        if int(pid) < 0:
            os.close(to_process)
            os.close(from_process)
            reason, advice = os.strerror(-int(pid)), "allow more processes, or free memory"
            raise SandboxError(f"a grading cannot be started: {reason}; {advice}")
        with os.fdopen(from_process, "rb", buffering=0) as answers:
            with contextlib.suppress(BrokenPipeError), os.fdopen(to_process, "wb") as requests:
                requests.write(data)
            answer = _read_for(answers.fileno(), seconds)
            if answer is None:
                with contextlib.suppress(OSError), self.lock:
                    self.control.send(KILL + pid)
                raise _too_long(seconds)
        return answer

    def close(self) -> None:
        """End all gradings that still run."""
        with contextlib.suppress(OSError):  # Closing it would not wake a thread that reads it.
            self.control.shutdown(socket.SHUT_RDWR)
        self.control.close()
        self.process.wait()


class GradingProcesses:
    """Grades each submission in a new process; several threads may do so at once."""

    def __init__(self, *, forking: bool = CAN_FORK, seconds: float = MAX_GRADING_SECONDS) -> None:
        self.forking, self.seconds = forking, seconds
        self.lock = threading.Lock()
        self.judges: dict[bytes, WarmJudge] = {}
        self.closed = False

    def grade(self, task: GradingTask) -> GradedSubmission:
        """Grade a submission, and end its process if that takes too long.

        Raises:
            GraderError: there is no result.
            SandboxError: no further submission can be graded.
        """
        data = pickle.dumps(task)
        if self.forking:
            with self._judge_for(pickle.dumps(task.kind)) as judge:
                answer = judge.grade(data, self.seconds)
        else:
            answer = self._started(data)
        try:
            result: GradedSubmission | GraderError = pickle.loads(answer)
        except (EOFError, pickle.UnpicklingError):  # It was killed before all was written.
            raise GraderError("the process that graded it ended without a result") from None
        if isinstance(result, GraderError):
            raise result
        return result

    @contextlib.contextmanager
    def _judge_for(self, kind: bytes) -> Iterator[WarmJudge]:
        """Lend the judge for tasks of this kind; a new one replaces those that are not in use."""
        with self.lock:
            if self.closed:
                raise SandboxError("this command is ending; run it again")
            if kind not in self.judges:
                for other in [one for one, judge in self.judges.items() if not judge.running]:
                    self.judges.pop(other).close()
                self.judges[kind] = WarmJudge(kind)
            judge = self.judges[kind]
            judge.running += 1
        try:
            yield judge
        finally:
            with self.lock:
                judge.running -= 1

    def close(self) -> None:
        """End all gradings that still run, and start no other."""
        with self.lock:
            self.closed = True
        for judge in self.judges.values():
            judge.close()

    def _started(self, data: bytes) -> bytes:
        try:
            done = subprocess.run(
                _command(), input=data, stdout=subprocess.PIPE, timeout=self.seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise _too_long(self.seconds) from None
        return done.stdout


def _command() -> list[str]:
    return [sys.executable, "-P", str(_MAIN), str(KIT)]


def _too_long(seconds: float) -> GraderError:
    return GraderError(f"grading it took longer than {seconds / 60:g} minutes")


def _read_for(pipe: int, seconds: float) -> bytes | None:
    """Read a pipe to its end; return None if that has not come after `seconds`.

    Time in which this process is stopped, as by Ctrl-Z, does not count: only what it asked to wait.
    """
    chunks: list[bytes] = []
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    while seconds > 0:
        asked, before = min(seconds, _LONGEST_WAIT), time.monotonic()
        if poll.poll(1000 * asked):
            chunk = os.read(pipe, _CHUNK)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)
        seconds -= min(time.monotonic() - before, asked)
    return None


@contextlib.contextmanager
def local_executor(jobs: int | None) -> Iterator[BatchExecutor]:
    """Grade on this machine: each thread waits for one process; all end with this block."""
    jobs = jobs or os.cpu_count() or 1
    processes, executor = GradingProcesses(), ThreadPoolExecutor(jobs)
    try:
        yield BatchExecutor(executor, processes.grade, jobs)
    finally:
        processes.close()
        executor.shutdown(cancel_futures=True)
