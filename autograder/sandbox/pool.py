"""A pool of workers for one submission; the next one starts before it is needed."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from autograder.sandbox import scratch
from autograder.sandbox.backend import (
    Backend,
    SandboxError,
    Settings,
    UnconfinedError,
    WorkerProcess,
)
from autograder.sandbox.client import Worker
from autograder.sandbox.clock import TimeSpent
from autograder.sandbox.temporary_folders import remove_abandoned
from autograder.sandbox.values import Codec, types_of


def default_backend(settings: Settings) -> Backend:
    """Start the backend for this operating system.

    Raises:
        UnconfinedError: nothing can confine workers here, and that is required.
    """
    if sys.platform == "emscripten":
        from autograder.sandbox.inline import InlineBackend

        return InlineBackend(settings)
    from autograder.sandbox.spawn import SpawnBackend

    if sys.platform != "linux":
        return SpawnBackend(settings)
    from autograder.sandbox.zygote import Jail

    try:
        return Jail(settings)
    except UnconfinedError:
        if settings.required:
            raise
        return SpawnBackend(settings)


def client_class() -> type[Worker]:
    """Return the class of the clients of workers on this operating system."""
    if sys.platform == "emscripten":
        from autograder.sandbox.inline import InlineWorker

        return InlineWorker
    return Worker


def require_resources(memory_mib: int) -> None:
    """Check that workers can get what they may need, before anything is started for them.

    Raises:
        SandboxError: this system allows too little of something, or its disk is full.
    """
    if sys.platform == "linux":
        from autograder.sandbox.linux import resource_limits

        resource_limits.require_resources(memory_mib << 20)
    scratch.require_room()


class Sandbox:
    """A pool of workers for the files in one box. Closing it ends them all.

    `types_from` names a provided module, in the box and importable here, whose dataclasses may be
    passed to workers and returned. No worker may read a path in `secret`. `libraries` maps packages
    that workers may import to their first files. Unless confinement is `required`, workers run
    unconfined where nothing can confine them. `backend` replaces the default one. `hash_seed` is
    that of `Settings`.
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
        hash_seed: int = 0,
    ) -> None:
        self.libraries = {k: os.path.realpath(v) for k, v in (libraries or {}).items()}
        secrets, memory = tuple(map(str, secret)), memory_mib << 20
        settings = Settings(
            *(str(box.resolve()), types_from, memory, secrets, self.libraries, required),
            hash_seed=hash_seed,
        )
        self.spare: Worker | None = None
        self.with_pytest: Backend | None = None
        self.recording: Backend | None = None
        self.time_spent = TimeSpent()
        self.backend = (backend or default_backend)(settings)
        self.box = self.backend.box
        try:
            self.codec = Codec(types_of(types_from))  # While the jail starts.
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
        with contextlib.suppress(SandboxError, UnconfinedError):  # Reported to the first caller.
            self.drop_spare()
        for backend in filter(None, (self.with_pytest, self.recording)):
            backend.close()
        self.backend.close()

    def worker(self, module: str = "", seconds: float = 0, *, spare: bool = True) -> Worker:
        """Return a fresh worker, which is loading a module if one is named.

        With `spare`, another for the same module starts meanwhile.
        """
        worker = self.prefork(module, seconds)
        self.spare = None
        if spare:
            self.prefork(module, seconds)
        return worker

    def recording_worker(self, files: tuple[str, ...]) -> Worker:
        """Return a fresh worker that can note the values that lines of these files have.

        It has loaded no module, and its time counts for nothing.
        """
        if self.recording is None:
            self.recording = self.backend.recording(files)
        worker = self._worker(self.recording.start())
        worker.box, worker.time_spent = self.recording.box, TimeSpent()
        return worker

    def prefork(self, module: str, seconds: float) -> Worker:
        """Start the next worker, unless it is starting."""
        if self.spare and self.spare.module != module:
            self.drop_spare()
        if self.spare is None:
            self.spare = self._worker(self.backend.start(), module, seconds)
        return self.spare

    def preload_pytest(self) -> Backend:
        """Load pytest, once, for the workers that will run a student's tests."""
        if self.with_pytest is None:
            self.with_pytest = self.backend.with_pytest()
        return self.with_pytest

    def suite_worker(self) -> Worker:
        """Return a fresh worker, in which pytest is loaded, to run a student's tests."""
        backend = self.preload_pytest()
        worker = self._worker(backend.start())
        worker.box = backend.box
        return worker

    def _worker(self, process: WorkerProcess, module: str = "", seconds: float = 0) -> Worker:
        return client_class()(
            process,
            self.codec,
            self.box,
            self.time_spent,
            self.drop_excessive_spare,
            module,
            seconds,
        )

    def drop_spare(self) -> None:
        spare, self.spare = self.spare, None
        if spare:
            spare.close()

    def drop_excessive_spare(self) -> None:
        """Close a spare over a limit: it already runs the submission's code, unwatched."""
        if self.spare and self.spare.is_excessive():
            self.spare.alive = False
            self.spare.process.kill()
            self.spare = None
