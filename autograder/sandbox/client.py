"""The client of a worker: sends requests, bounds every wait, trusts no response."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from autograder.sandbox.backend import WorkerProcess, ending_of
from autograder.sandbox.codec import MAX_FRAME
from autograder.sandbox.decoder import MalformedError
from autograder.sandbox.protocol import (
    Request,
    Response,
    ResponseKind,
    parse_samples,
    read_response,
)
from autograder.sandbox.time_limit import UNTIMED, TimeLimit

if TYPE_CHECKING:
    from autograder.sandbox.pool import Sandbox

SCRATCH_INTERVAL = 0.1
"""Seconds between two checks of what workers have written to their scratch folders."""


class Worker:
    """A worker for one submission. It is killed unless its response is a value or an exception."""

    def __init__(
        self, sandbox: Sandbox, process: WorkerProcess, module: str, seconds: float
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
        home: str = "",
        keep: bool = False,
    ) -> Response:
        """Call a function of the loaded module, or a method of the object numbered `on`.

        Without a name, call the object itself. A function that the loaded module lacks may be in
        the module `home`.

        The last arguments have `keywords`. A call that changes an argument has no value, unless it
        may: with `mutating`. With `copying`, the response also tells which part the result shares
        with an argument. With `keep`, the result stays in the worker whatever it is.
        """
        sent, self.sent_copies = self.codec.encode_copies(list(arguments))
        options = {"arguments": sent, "stdin": stdin}
        options |= {"mutating": mutating, "copying": copying, "keywords": list(keywords)}
        target = {"module": self.module, "function": function, "on": on, "keep": keep}
        target["home"] = home
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
        spent, started = self.sandbox.time_spent, time.monotonic()
        if not spent.is_all:
            if not self.unread:
                self.process.wait(UNTIMED)
            if self.read_available() and self.is_answered():
                spent.add_untimed(time.monotonic() - started)
                return None
        loads, first = request.op == "load", not self.has_answered
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
                excess = limit.excess_of_answer()
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
            reason, samples = ending_of(status), (traceback,)
        return Response(kind, reason=reason, stacks=samples or (traceback,), printed=printed)

    def forged(self, error: Exception) -> Response:
        return self.end(ResponseKind.TAMPERED, f"it forged the grader's messages: {error}")

    def close(self) -> None:
        if self.alive:
            self.alive = False
            self.process.close()
