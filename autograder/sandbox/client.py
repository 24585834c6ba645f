"""The client of a worker: sends requests, bounds every wait, trusts no response."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from autograder.sandbox.backend import WorkerProcess, ending_of
from autograder.sandbox.clock import TimeLimit, TimeSpent
from autograder.sandbox.messages import (
    Request,
    Response,
    ResponseKind,
    parse_samples,
    read_response,
    request_packet,
)
from autograder.sandbox.parts import changes
from autograder.sandbox.values import (
    MAX_PACKET,
    Codec,
    Encoder,
    Parts,
    TooBigError,
    Tree,
    loads,
    require,
)

_monotonic = time.monotonic  # A test may patch it.
MAX_HISTORY, MAX_HISTORY_BYTES = 300, 1 << 20
"""The most requests of a test that are kept to be made again, and the bytes of all."""
SCRATCH_INTERVAL = 0.1
"""Seconds between two checks of what a worker that has not answered yet has written."""


@dataclass
class Exchange:
    """A request, the digest of its answer (empty without one), and the replies to its callbacks.

    It is enough to make the request again in another worker.
    """

    request: Request
    digest: bytes = b""
    replies: list[dict[str, Any]] = field(default_factory=list)


class Worker:
    """A worker for one submission. It is killed unless it has answered.

    While it takes its time, `meanwhile` is called now and then. If a module is named, it is loaded
    within these seconds.
    """

    def __init__(
        self,
        process: WorkerProcess,
        codec: Codec,
        box: str,
        time_spent: TimeSpent,
        meanwhile: Callable[[], None],
        module: str = "",
        seconds: float = 0,
    ) -> None:
        self.process, self.alive = process, True
        self.codec, self.box, self.time_spent = codec, box, time_spent
        self.meanwhile = meanwhile
        self.module = module
        self.unsent = self.unread = b""
        self.has_answered = False
        self.samples_before = 0
        self.history: list[Exchange] | None = []
        """What it was asked since its module was loaded; None if that cannot be repeated."""
        self.digest = b""
        """Of the latest answer."""
        self.seconds_in_all = 0.0
        """How much CPU time a request may use if its limit begins again after each callback."""
        self.repeats = False
        """Whether this worker repeats a history: then nothing that it sends is decoded."""
        self.sent_copies = False
        """Whether the arguments of the latest call can be decoded as they were."""
        self.is_called_back = False
        """Whether a function of the test's that the worker has called is running."""
        self.on_callback: Callable[[Response], dict[str, Any]] | None = None
        """Called for a function of the test's that is called meanwhile; returns the reply."""
        if module:
            self.loading = Request.of("load", seconds, module=module)
            self.unsent = self.loading.packet
            self.flush()

    def is_excessive(self) -> bool:
        """Return whether the worker wrote too much, or computed longer than loading may take."""
        computes = self.module and (self.process.usage().cpu or 0) > self.loading.seconds
        return bool(computes or self.process.scratch_excess())

    def load(self) -> Response:
        """Wait until the worker's module is loaded; the value is a text with the names that it has.

        Each is in a line; after a class of the submission's follow its attributes.
        """
        return self.receive(self.loading)

    def apply(
        self,
        operation: str,
        target: Tree,
        operands: Sequence[object],
        parts: Parts,
        seconds: float,
        *,
        keywords: Sequence[str] = (),
        stdin: str | None = None,
        replaced: Mapping[str, object] | None = None,
        may_change: bool = False,
        classes: Sequence[tuple[str, str]] = (),
    ) -> Response:
        """Apply one of `operations` to an encoded target and operands; the last have `keywords`.

        What the test has changed in the `parts` is sent, too; the mutable parts of the operands and
        of the value are added. The code finds `stdin` as its input, or what is left of the text
        that it had, and the builtin functions and the `argv` in `replaced`. Objects of these
        `classes`, each a module and a name, stay in the worker even if they are like plain data.
        """
        kept, first = list(parts.values), parts.count
        try:
            updates = changes(self.codec, parts)
            encoder = Encoder(self.codec, parts)
            sent, self.sent_copies = encoder.encode(list(operands)), encoder.copies
            if None in updates.values():
                raise TooBigError("what the test has changed")
        except BaseException:
            parts.take_back(first)
            raise
        parts.note(map(int, updates))
        request = Request.of(
            "apply",
            seconds,
            operation=operation,
            target=target,
            kept=kept,
            first=first,
            updates=updates,
            arguments=sent,
            keywords=list(keywords),
            stdin=stdin,
            replaced=self.codec.encode(dict(replaced)) if replaced else {},
            may_change=may_change,
            classes=tuple(classes),
        )
        return self.ask(request, parts)

    def again(self, request: Request, seconds: float) -> Response:
        """Make the same request once more."""
        parts, parameters = Parts(), request.parameters()
        if not self.repeats:
            self.codec.decode(parameters["arguments"], parts)
        return self.ask(Request.of(request.op, seconds, **parameters), parts)

    def ask(self, request: Request, parts: Parts | None = None) -> Response:
        if not self.alive:
            return Response(ResponseKind.ENDED, reason="it ended before")
        if spent := self.time_spent.limit_exceeded:
            return self.end(ResponseKind.TIMED_OUT, spent)
        self.samples_before = len(self.process.sampler_output())
        self.read_available()
        if self.unread:
            return self.end(ResponseKind.TAMPERED, "it wrote to the grader before it was asked")
        self.latest = request
        self.unsent = request.packet
        self.note_request(request)
        if not (measure := self.time_spent.measure):
            return self.receive(request, parts)
        before = self.process.usage().cpu or 0.0
        response = self.receive(request, parts)
        after = self.process.usage().cpu if self.alive else None
        measure(request.op, (after or before) - before)
        return response

    def note_request(self, request: Request) -> None:
        """Add to the history, unless it becomes too large or the request is one in a callback."""
        history = self.history or []
        size = sum(len(each.request.packet) for each in history) + len(request.packet)
        if self.is_called_back or len(history) >= MAX_HISTORY or size > MAX_HISTORY_BYTES:
            self.history = None
        elif self.history is not None:
            self.history.append(Exchange(request))

    def note_answer(self, request: Request, data: bytes) -> None:
        """Note what an answer says, if the request is in a history, or repeats one.

        Objects may be at other addresses when it is asked for again.
        """
        if not (self.history or self.repeats):
            return
        data = data.replace(request.nonce.encode(), b"", 1)
        self.digest = sha256(re.sub(rb" at 0x[0-9A-Fa-f]+", b"", data)).digest()
        if self.history and self.history[-1].request is request:
            self.history[-1].digest = self.digest

    def receive(self, request: Request, parts: Parts | None = None) -> Response:
        """Return the response to a request; until it arrives, call what the worker asks for.

        While it does, the time of the request goes on.
        """
        limit = TimeLimit(
            self.process,
            request.seconds,
            self.time_spent,
            from_start=request.op == "load",
            first=not self.has_answered,
        )
        while True:
            if stopped := self.read_frame(limit):
                return self.end(*stopped)
            self.has_answered = True
            size = 4 + int.from_bytes(self.unread[:4], "little")
            data, rest = self.unread[4:size], self.unread[size:]
            self.unread, arrived = b"", _monotonic()
            try:
                require(not rest)
                response = self.read(data, request, parts)
                require(self.on_callback or response.kind is not ResponseKind.CALLBACK)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                return self.forged(error)
            if response.kind is not ResponseKind.CALLBACK:
                self.note_answer(request, data)
                return response
            limit.start()
            self.call_back(request, response)
            limit.late += _monotonic() - arrived
            if self.seconds_in_all:
                limit.restart(request.seconds, self.seconds_in_all)
            if not self.alive:
                reason = "it ended in a call of the test's function"
                return Response(ResponseKind.ENDED, reason=reason)

    def read(self, data: bytes, request: Request, parts: Parts | None) -> Response:
        """Decode a response, as in `read_response`."""
        if self.repeats:
            tree = loads(data)
            kind = ResponseKind.CALLBACK if "callback" in tree else ResponseKind.VALUE
            return Response(kind, value=tree.get("value"))
        if self.codec.remote:
            data = self.codec.remote.received(data)
        return read_response(data, request.nonce, self.codec, parts)

    def call_back(self, request: Request, callback: Response) -> None:
        """Call a function of the test's."""
        assert self.on_callback
        outer, self.is_called_back = self.is_called_back, True
        try:
            reply = self.on_callback(callback)
        except BaseException:
            self.close()  # It still waits for the reply.
            raise
        finally:
            self.is_called_back = outer
        if self.history:
            self.history[-1].replies.append(reply)
        if self.alive:
            self.unsent = request_packet({"id": request.nonce, "op": "return", **reply})

    def read_frame(self, limit: TimeLimit) -> tuple[ResponseKind, str] | None:
        """Send the rest of the request and read one whole frame; return why there is none."""
        next_check = _monotonic() + SCRATCH_INTERVAL
        while self.flush():
            limit.wait(0.005 if self.unsent else SCRATCH_INTERVAL)
            excess = limit.limit_exceeded()  # Before reading: an answer that has arrived counts.
            if not self.read_available():
                break
            size = 4 + int.from_bytes(self.unread[:4], "little")
            if len(self.unread) >= 4 and size > MAX_PACKET + 4:
                return ResponseKind.TAMPERED, f"it announced an answer of {size - 4} bytes"
            if len(self.unread) >= max(size, 5):
                if excess := limit.limit_exceeded(answered=True):
                    return ResponseKind.TIMED_OUT, excess
                excess = self.process.scratch_excess()  # Else it would depend on the load.
                return (ResponseKind.STOPPED, excess) if excess else None
            if excess:
                return ResponseKind.TIMED_OUT, excess
            limit.start()
            if _monotonic() > next_check:
                next_check = _monotonic() + SCRATCH_INTERVAL
                if excess := self.process.scratch_excess():
                    return ResponseKind.STOPPED, excess
                self.meanwhile()
            self.process.sampler_output()
        return ResponseKind.ENDED, ""

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
        self.unread = (self.unread + (data or b""))[: 2 * MAX_PACKET]
        return data is not None

    def end(self, kind: ResponseKind, reason: str) -> Response:
        """Kill the worker; make the response from its exit status and stack samples."""
        self.alive = False
        status = self.process.kill()
        output = self.process.sampler_output()[self.samples_before :]
        samples, traceback, printed = parse_samples(output, self.box)
        if kind is ResponseKind.ENDED:
            reason, samples = ending_of(status), (traceback,)
        return Response(kind, reason=reason, stacks=samples or (traceback,), printed=printed)

    def forged(self, error: Exception) -> Response:
        return self.end(ResponseKind.TAMPERED, f"it forged the grader's messages: {error}")

    def close(self) -> None:
        if self.alive:
            self.alive = False
            self.process.close()
