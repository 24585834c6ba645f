"""The interface of a backend, which starts worker processes, and of one such process."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

CANNOT_START = "the process that starts workers cannot be started"
WINDOWS_ACCESS_VIOLATION = 0xC0000005


class SandboxError(Exception):
    """The sandbox itself failed: the grader's fault, never the submission's."""


class UnconfinedError(Exception):
    """Submissions cannot be confined on this system. It is made of each plan with its fault."""

    def __str__(self) -> str:
        return "; ".join(f"{plan}: {fault}" for plan, fault in self.args[0].items())


@dataclass(frozen=True)
class Settings:
    """What all workers of a sandbox have in common.

    `box` is the folder with the submission's files, `types` the module in it whose dataclasses may
    be passed, `memory` a worker's limit in bytes. `libraries` maps packages that workers may import
    to their first files. No path in `secret` may be read. If confinement is `required`, no worker
    starts without it. With `preload`, workers have loaded pytest, where that saves time. They can
    note the values that lines of the `recorded` files have. Sets and texts have the order and the
    hashes of `hash_seed`.
    """

    box: str
    types: str
    memory: int
    secret: tuple[str, ...] = ()
    libraries: Mapping[str, str] = field(default_factory=dict)
    required: bool = True
    preload: bool = False
    recorded: tuple[str, ...] = ()
    hash_seed: int = 0


@dataclass(frozen=True)
class Usage:
    """Seconds that a worker has run, and that it was `queued`: ready to run, waiting for a core.

    None is what cannot be measured.
    """

    cpu: float | None = None
    queued: float | None = None


class WorkerProcess(Protocol):
    """A worker process as the judge sees it. Only `wait` blocks until the worker does something.

    All methods raise SandboxError if the sandbox fails.
    """

    def send(self, data: bytes) -> bytes:
        """Write as much as the pipe has room for, and return the rest.

        Raises:
            BrokenPipeError: the worker has closed its end.
        """

    def receive(self) -> bytes | None:
        """Return the bytes that have arrived, or None if the worker has closed its end."""

    def sampler_output(self) -> bytes:
        """Return all that the worker's sampler has written so far."""

    def wait(self, seconds: float) -> None:
        """Wait until something arrives or more can be sent, but no longer than this."""

    def usage(self) -> Usage:
        """Return the use of the processor so far, from clocks that the worker cannot set."""

    def is_asleep(self) -> bool:
        """Return whether the worker neither runs nor waits for a core, as far as one can tell."""

    def scratch_excess(self) -> str:
        """Return how the scratch folder exceeds its limits, or an empty string."""

    def kill(self) -> int:
        """End the process, free its resources and return its exit code, or minus the signal."""

    def close(self) -> None:
        """End the process and free its resources; how it ended does not matter."""


def ending_of(status: int) -> str:
    """Return how a worker ended by itself, from what `kill` returned."""
    if status in (-signal.SIGSEGV, WINDOWS_ACCESS_VIOLATION):
        return "it crashed the interpreter (segmentation fault)"
    if status >= 0:
        return f"it ended the whole process (exit code {status})"
    return f"its process was ended by a signal ({signal.strsignal(-status) or -status})"


class Backend(Protocol):
    """Starts worker processes for the files in one box, which workers find at this path."""

    box: str

    @property
    def confinement(self) -> dict[str, str]:
        """What confines each worker, by mechanism.

        Raises:
            UnconfinedError: nothing does, and confinement is required.
        """

    def start(self) -> WorkerProcess:
        """Start a worker process."""

    def with_pytest(self) -> Backend:
        """Return a backend whose workers have loaded pytest before, where that saves time."""

    def recording(self, files: tuple[str, ...]) -> Backend:
        """Return a backend whose workers can note the values that lines of these files have."""

    def close(self) -> None: ...
