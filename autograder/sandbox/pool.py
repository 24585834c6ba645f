"""The judge's side of the boundary: sends requests, bounds every wait, trusts no response."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from autograder.sandbox import backend as backends
from autograder.sandbox import scratch
from autograder.sandbox.backend import Backend, SandboxError, Settings, UnconfinedError
from autograder.sandbox.codec import MAX_FRAME, Codec
from autograder.sandbox.decoder import MalformedError
from autograder.sandbox.introspection import types_of
from autograder.sandbox.protocol import (
    Request,
    Response,
    ResponseKind,
    parse_samples,
    read_response,
)
from autograder.sandbox.temporary_folders import remove_abandoned
from autograder.sandbox.time_limit import TimeLimit, TimeSpent

SPARES, FIRST_SPARES = 8, 3
MIN_SPARES = 1
"""If there are fewer, they are replaced all at once, which is cheaper than one by one."""
SCRATCH_INTERVAL = 0.1
"""Seconds between two checks of what workers have written to their scratch folders."""
UNTIMED = 0.01
"""Seconds for the first wait for a response. Nearly all arrive in it, so no time is measured."""


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
            tuple(map(backends.package_path, self.libraries.values())),
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


class Worker:
    """A worker for one submission. It is killed unless its response is a value or an exception."""

    def __init__(
        self, sandbox: Sandbox, process: backends.WorkerProcess, module: str, seconds: float
    ) -> None:
        self.sandbox = sandbox
        self.module = module
        self.process, self.alive = process, True
        self.codec = sandbox.codec
        self.unsent = self.unread = b""
        self.has_answered = False
        self.samples_before = 0
        self.sent_copies = False
        """Whether the arguments of the latest call can be decoded as they were."""
        if module:
            self.loading = Request.of("load", seconds, module=module)
            self.unsent = self.loading.frame
            self.flush()

    def is_excessive(self) -> bool:
        """Has it written too much, or computed for longer than its module may take to load?"""
        computes = self.module and (self.process.usage().cpu or 0) > self.loading.seconds
        return bool(computes or self.process.scratch_excess())

    def load(self) -> Response:
        """Wait until the worker's module is loaded."""
        return self.receive(self.loading)

    def call(
        self,
        function: str,
        arguments: Iterable[object],
        seconds: float,
        *,
        keywords: Sequence[str] = (),
        stdin: str = "",
        mutating: bool = False,
        copying: bool = False,
        on: int | None = None,
        keep: bool = False,
    ) -> Response:
        """Call a function of the loaded module, or a method of the object numbered `on`.

        Without a name, call the object itself.

        The last arguments have `keywords`. A call that changes an argument has no value, unless it
        may: with `mutating`. With `copying`, the response also tells which part the result shares
        with an argument. With `keep`, the result stays in the worker whatever it is.
        """
        sent, self.sent_copies = self.codec.encode_copies(list(arguments))
        options = {"arguments": sent, "stdin": stdin}
        options |= {"mutating": mutating, "copying": copying, "keywords": list(keywords)}
        target = {"module": self.module, "function": function, "on": on, "keep": keep}
        return self.ask(Request.of("call", seconds, **target, **options))

    def ask(self, request: Request) -> Response:
        self.samples_before = len(self.process.sampler_output())
        self.read_available()
        if self.unread:
            return self.end(ResponseKind.TAMPERED, "it wrote to the grader before it was asked")
        self.latest = request
        self.unsent = request.frame
        return self.receive(request)

    def receive(self, request: Request) -> Response:
        if stopped := self.exchange(request):
            return self.end(*stopped)
        self.has_answered = True
        size = int.from_bytes(self.unread[:4], "little")
        data, rest = self.unread[4 : 4 + size], self.unread[4 + size :]
        self.unread = b""
        try:
            if rest:
                raise MalformedError("bytes after the answer")
            return read_response(data, request.nonce, self.codec)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return self.forged(error)

    def exchange(self, request: Request) -> tuple[ResponseKind, str] | None:
        """Send the rest of the request and read one whole response; return why there is none."""
        if not self.flush():
            return ResponseKind.ENDED, ""
        if not self.unread:
            self.process.wait(UNTIMED)
        if self.read_available() and self.is_answered():
            return None
        spent, loads, first = self.sandbox.time_spent, request.op == "load", not self.has_answered
        limit = TimeLimit(self.process, request.seconds, spent, from_start=loads, first=first)
        next_check = time.monotonic() + SCRATCH_INTERVAL
        while self.flush():
            excess = limit.excess()  # Before reading: an answer that has arrived counts.
            if not self.read_available():
                break
            announced = int.from_bytes(self.unread[:4], "little")
            if len(self.unread) >= 4 and announced > MAX_FRAME:
                return ResponseKind.TAMPERED, f"it announced an answer of {announced} bytes"
            if self.is_answered():
                excess = limit.cpu_excess()
                return (ResponseKind.TIMED_OUT, excess) if excess else None
            if excess:
                return ResponseKind.TIMED_OUT, excess
            if time.monotonic() > next_check:
                next_check = time.monotonic() + SCRATCH_INTERVAL
                if excess := self.process.scratch_excess():
                    return ResponseKind.STOPPED, excess
                self.sandbox.drop_excessive_spares()
            limit.wait(0.005 if self.unsent else SCRATCH_INTERVAL)
            self.process.sampler_output()
        return ResponseKind.ENDED, ""

    def is_answered(self) -> bool:
        """Return whether a whole response has arrived."""
        announced = int.from_bytes(self.unread[:4], "little")
        return 4 + announced <= len(self.unread) > 4 and announced <= MAX_FRAME

    def flush(self) -> bool:
        """Send what the pipe has room for; return False if the worker has closed its end."""
        try:
            self.unsent = self.process.send(self.unsent) if self.unsent else b""
        except BrokenPipeError:
            return False
        return True

    def read_available(self) -> bool:
        """Read what has arrived; return False if nothing is left and the worker closed its end."""
        data = self.process.receive()
        self.unread = (self.unread + (data or b""))[: 2 * MAX_FRAME]
        return data is not None

    def end(self, kind: ResponseKind, reason: str) -> Response:
        """Kill the worker; make the response from its exit status and stack samples."""
        self.alive = False
        status = self.process.kill()
        output = self.process.sampler_output()[self.samples_before :]
        samples, traceback, printed = parse_samples(output, self.sandbox.box)
        if kind is ResponseKind.ENDED:
            reason, samples = backends.ending_of(status), (traceback,)
        return Response(kind, reason=reason, stacks=samples or (traceback,), printed=printed)

    def forged(self, error: Exception) -> Response:
        return self.end(ResponseKind.TAMPERED, f"it forged the grader's messages: {error}")

    def close(self) -> None:
        if self.alive:
            self.alive = False
            self.process.close()
