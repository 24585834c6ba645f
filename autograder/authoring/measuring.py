"""A backend that measures the CPU time of each request to a worker."""

from __future__ import annotations

import marshal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from autograder.assignment import AssignmentError, Part
from autograder.sandbox.backend import Backend, Settings, WorkerProcess
from autograder.sandbox.pool import default_backend


@dataclass
class Meter:
    """The CPU seconds of each request of each part's tests, in their order.

    `workers` counts the workers that got a request,
    `tests` the tests. A request that runs a student's tests includes the time of loading pytest,
    which it takes where no process can be forked.
    """

    requests: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    workers: Counter[str] = field(default_factory=Counter)
    tests: Counter[str] = field(default_factory=Counter)
    part: str = ""

    def begin(self, part: Part) -> None:
        self.part = part.name

    def backend(self, settings: Settings) -> Backend:
        return _MeasuringBackend(default_backend(settings), self)

    def needed(self) -> dict[str, float]:
        """Return the time of each part's longest request."""
        return {part: max(seconds) for part, seconds in self.requests.items() if seconds}

    def shortest(self, others: Sequence[Meter]) -> Meter:
        """Return the shortest time of each request, in this and in other runs of the same tests."""
        for part, seconds in self.requests.items():
            runs = [seconds, *(other.requests[part] for other in others)]
            self.requests[part] = [min(times) for times in zip(*runs, strict=True)]
        return self


class _MeasuringBackend:
    """Measures a backend's requests; each takes `preparation` seconds besides what is measured."""

    def __init__(self, backend: Backend, meter: Meter, preparation: float = 0) -> None:
        self._backend, self._meter, self._preparation = backend, meter, preparation
        self.box = backend.box

    @property
    def confinement(self) -> dict[str, str]:
        return self._backend.confinement

    def start(self) -> _MeasuredProcess:
        return _MeasuredProcess(self._backend.start(), self._meter, self._preparation)

    def preloaded(self) -> _MeasuringBackend:
        return _MeasuringBackend(self._backend.preloaded(), self._meter, seconds_of_pytest())

    def close(self) -> None:
        self._backend.close()


class _MeasuredProcess:
    """A worker process; a request is the time from its first byte to the last of the response."""

    def __init__(self, process: WorkerProcess, meter: Meter, preparation: float) -> None:
        self._process, self._meter, self._preparation = process, meter, preparation
        self._seconds: list[float] | None = None
        self._before = 0.0
        self.wait, self.is_asleep = process.wait, process.is_asleep
        self.scratch_excess, self.sampler_output = process.scratch_excess, process.sampler_output
        self.kill, self.close, self.usage = process.kill, process.close, process.usage

    def send(self, data: bytes) -> bytes:
        is_whole = int.from_bytes(data[:4], "little") == len(data) - 4  # It begins to be sent.
        if is_whole and marshal.loads(data[4:])["op"] != "load":
            meter = self._meter
            meter.workers[meter.part] += self._seconds is None
            self._seconds, self._before = meter.requests[meter.part], self._cpu()
            self._seconds.append(0.0)
        return self._process.send(data)

    def receive(self) -> bytes | None:
        data = self._process.receive()
        if data and self._seconds:
            self._seconds[-1] = self._preparation + self._cpu() - self._before
        return data

    def _cpu(self) -> float:
        cpu = self._process.usage().cpu
        if cpu is None:
            raise AssignmentError("what the reference needs can be measured only on Linux")
        return cpu


@cache
def seconds_of_pytest() -> float:
    """Return the CPU seconds in which a new process loads pytest."""
    code = "import time, pytest; print(time.process_time())"
    command = [sys.executable, "-c", code]
    return float(subprocess.run(command, capture_output=True, check=True).stdout)
