"""A pool of workers for one submission, which start before they are needed."""

from __future__ import annotations

import contextlib
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from autograder.sandbox import scratch
from autograder.sandbox.backend import (
    Backend,
    SandboxError,
    Settings,
    UnconfinedError,
    package_path,
)
from autograder.sandbox.client import Worker
from autograder.sandbox.clock import TimeSpent
from autograder.sandbox.temporary_folders import remove_abandoned
from autograder.sandbox.values import Codec, types_of

SPARES, FIRST_SPARES = 8, 3
MIN_SPARES = 1
"""If there are fewer, they are replaced all at once, which is cheaper than one by one."""


def default_backend(settings: Settings) -> Backend:
    """Start the backend for this operating system."""
    if sys.platform == "linux":
        from autograder.sandbox.fork_server import ForkServer

        return ForkServer(settings)
    from autograder.sandbox.spawn import SpawnBackend

    return SpawnBackend(settings)


class Sandbox:
    """A pool of workers for the files in one box. Closing it ends them all.

    `types_from` names a provided module, in the box and importable here, whose dataclasses may be
    passed to workers and returned. No worker may read a path in `secret`. `libraries` maps packages
    that workers may import to their first files. Unless confinement is `required`, workers run
    unconfined where nothing can confine them. `backend` replaces the default one.
    """

    def __init__(
        self,
        box: Path,
        types_from: str = "",
        memory_mib: int = 1024,
        secret: Sequence[Path] = (),
        libraries: Mapping[str, str] | None = None,
        required: bool = True,
        backend: Callable[[Settings], Backend] | None = None,
    ) -> None:
        self.box = str(box.resolve())
        self.libraries = dict(libraries or {})
        settings = Settings(
            self.box,
            types_from,
            memory_mib << 20,
            tuple(map(str, secret)),
            tuple(map(package_path, self.libraries.values())),
            required,
        )
        self.spares: deque[Worker] = deque()
        self.preloaded: Backend | None = None
        self.time_spent = TimeSpent()
        self.backend = (backend or default_backend)(settings)
        try:
            self.codec = Codec(types_of(types_from))  # While the fork server starts.
            remove_abandoned()
            scratch.require_room()
        except BaseException:
            self.backend.close()
            raise

    @property
    def confinement(self) -> dict[str, str]:
        """What confines a worker, by mechanism.

        Raises:
            UnconfinedError: nothing does, and confinement is required.
        """
        return dict(self.backend.confinement)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end_workers()
        self.backend.close()

    def end_workers(self) -> None:
        """End the workers that no test has got yet: a later grading gets new ones, and new time."""
        self.time_spent = TimeSpent()
        with contextlib.suppress(SandboxError, UnconfinedError):  # Reported to the first caller.
            self.drop_spares()
        if self.preloaded:
            self.preloaded.close()
            self.preloaded = None

    def worker(self, module: str = "", seconds: float = 0, following: int = SPARES) -> Worker:
        """Return a fresh worker, which is loading a module if one is named.

        Meanwhile, at most `following` spares for the same module start.
        """
        self.expect(module, seconds, 1 + following)
        return self.spares.popleft()

    def expect(self, module: str, seconds: float, count: int) -> None:
        """Start workers; this many will be needed next."""
        if self.spares and self.spares[0].module != module:
            self.drop_spares()
        missing = min(SPARES, count) - len(self.spares)
        if missing > 0 and len(self.spares) <= MIN_SPARES:
            for process in self.backend.start(missing):
                self.spares.append(Worker(self, process, module, seconds))

    def preload_pytest(self) -> Backend:
        """Load pytest, once, for the workers that will run a student's tests."""
        if self.preloaded is None:
            self.preloaded = self.backend.preloaded()
        return self.preloaded

    def suite_worker(self) -> Worker:
        """Return a fresh worker, in which pytest is loaded, to run a student's tests."""
        [process] = self.preload_pytest().start(1)
        return Worker(self, process, "", 0)

    def drop_spares(self) -> None:
        while self.spares:
            self.spares.popleft().close()

    def drop_excessive_spares(self) -> None:
        """Close spares over a limit: they already run the submission's code, unwatched."""
        for spare in [spare for spare in self.spares if spare.is_excessive()]:
            self.spares.remove(spare)
            spare.alive = False
            spare.process.kill()
