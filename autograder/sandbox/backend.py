"""What the judge holds of one worker process, and what may start such processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class SandboxError(Exception):
    """The boundary itself failed: the grader's fault, never the submission's."""


@dataclass(frozen=True)
class Settings:
    """What workers are started for.

    `box` is the folder with the submission's files, `types` the module there whose dataclasses
    cross, `memory` what a worker may use in bytes. It may read the `libraries` too, and nothing
    that is `secret`. Where nothing confines it and that is `required`, no worker is started.
    """

    box: str
    types: str
    memory: int
    secret: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    required: bool = True


class UnconfinedError(Exception):
    """Nothing here can confine a submission; what was tried, and why it does not work."""

    def __init__(self, tried: Mapping[str, str]) -> None:
        told = "; ".join(f"{what}: {why}" for what, why in tried.items())
        super().__init__(told or "nothing was tried")
        self.tried = dict(tried)


class WorkerProcess(Protocol):
    """A worker process from the outside. Nothing here waits, but `wait`."""

    def send(self, data: bytes) -> bytes:
        """Send what there is room for, and give back the rest.

        Raises:
            BrokenPipeError: the worker reads no more.
        """

    def receive(self) -> bytes | None:
        """What has arrived by now; None when the worker has closed its end."""

    def sampled(self) -> bytes:
        """What its sampler has told by now."""

    def wait(self, seconds: float) -> None:
        """Wait until something arrives, and no longer than this."""

    def cpu(self) -> float:
        """CPU seconds that it has used, by a clock that it cannot set."""

    def overfull(self) -> str:
        """What it has too much of in its scratch folder, or nothing."""

    def kill(self) -> int:
        """End it and let go of it; its exit code, or minus the signal that ended it."""

    def close(self) -> None:
        """End it and let go of it. How it ended is of no interest."""


class Backend(Protocol):
    """Starts worker processes for the files in one box."""

    @property
    def confinement(self) -> dict[str, str]:
        """What holds each of them, mechanism by mechanism.

        Raises:
            UnconfinedError: nothing does, and something should.
        """

    def start(self) -> WorkerProcess: ...

    def close(self) -> None: ...
