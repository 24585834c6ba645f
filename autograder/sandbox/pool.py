"""The judge's side of the boundary: asks workers, bounds every wait, believes nothing."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

from autograder.sandbox.backend import Backend, SandboxError, Settings, UnconfinedError
from autograder.sandbox.codec import MAX_FRAME, Codec, MalformedError, Tree, dumps
from autograder.sandbox.protocol import Response, ResponseKind, read_response, read_samples

SPARES = 4
LOOK_AT_SCRATCH = 0.1
"""Seconds between looks at what a worker has written."""
WINDOWS_ACCESS_VIOLATION = 0xC0000005


def spawner(settings: Settings) -> Backend:
    """The best that this system has."""
    if sys.platform == "linux":
        from autograder.sandbox.fork_server import ForkServer

        return ForkServer(settings)
    from autograder.sandbox.spawn import SpawnBackend

    return SpawnBackend(settings)


def _whole(first_file: str) -> str:
    """The folder of a package, or the file of a module."""
    path = Path(first_file)
    return str(path.parent if path.name == "__init__.py" else path)


class Sandbox:
    """Workers for the files in one box. Closing it ends them all.

    `types_from` names the module in the box, one of the kit's own files, whose dataclasses cross.
    `secret` are paths that no worker may read, `libraries` the first files of packages that they
    may import, by name. Where workers cannot be confined and that is not `required`, they run
    all the same.
    """

    def __init__(
        self,
        box: Path,
        types_from: str = "",
        memory_mib: int = 1024,
        secret: Sequence[Path] = (),
        libraries: Mapping[str, str] | None = None,
        required: bool = True,
    ) -> None:
        self.box = str(box.resolve())
        self.codec = Codec()
        self.libraries = dict(libraries or {})
        settings = Settings(
            self.box,
            types_from,
            memory_mib << 20,
            tuple(map(str, secret)),
            tuple(map(_whole, self.libraries.values())),
            required,
        )
        self.spawner = spawner(settings)
        self.spares: deque[Worker] = deque()

    @property
    def confinement(self) -> dict[str, str]:
        """What holds a worker, mechanism by mechanism.

        Raises:
            UnconfinedError: nothing does, and that is required.
        """
        return dict(self.spawner.confinement)

    def register_types(self, types: Iterable[type]) -> None:
        """Name the judge's own classes for those of the box's module."""
        self.codec = Codec(types)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(
            SandboxError, UnconfinedError
        ):  # Whoever asked for a worker has been told.
            self.drop_spares()
        self.spawner.close()

    def worker(self, module: str = "", seconds: float = 0) -> Worker:
        """A fresh worker, which has been told to load a module, if one is named.

        The next ones are got ready for the same meanwhile, while this one is being asked.
        """
        self.expect(module, seconds)
        return self.spares.popleft()

    def expect(self, module: str, seconds: float) -> None:
        """Get workers ready that will be asked for."""
        if self.spares and self.spares[0].module != module:
            self.drop_spares()
        while len(self.spares) < SPARES:
            self.spares.append(Worker(self, module, seconds))

    def drop_spares(self) -> None:
        while self.spares:
            self.spares.popleft().close()

    def drop_overfull(self) -> None:
        """A spare runs the submission's code already, and may wait long until it is asked."""
        for spare in [spare for spare in self.spares if spare.channel.overfull()]:
            self.spares.remove(spare)
            spare.close()


@dataclass(frozen=True)
class Question:
    """A question as it is sent. `arguments` are those of a call, encoded."""

    nonce: str
    data: bytes
    seconds: float
    arguments: Tree

    @classmethod
    def of(cls, op: str, seconds: float, **what: Tree) -> Question:
        nonce = os.urandom(8).hex()
        data = dumps({"id": nonce, "op": op, "seconds": seconds, **what})
        framed = len(data).to_bytes(4, "little") + data
        return cls(nonce, framed, seconds, what.get("arguments", []))


class Worker:
    """One process for a submission. It is gone once it fails to answer with a value or an error."""

    def __init__(self, sandbox: Sandbox, module: str, seconds: float) -> None:
        self.sandbox = sandbox
        self.module = module
        self.channel = sandbox.spawner.start()
        self.alive = True
        self.unread = b""
        self.seen_samples = 0
        if module:
            self.loading = Question.of("load", seconds, module=module)
            self.channel.send(self.loading.data)

    def load(self) -> Response:
        """How loading the worker's module went."""
        return self.answer(replace(self.loading, data=b""))

    def call(
        self,
        function: str,
        arguments: Iterable[object],
        seconds: float,
        *,
        stdin: str = "",
        pure: bool = False,
        on: int | None = None,
        keep: bool = False,
    ) -> Response:
        """Call a function of the loaded module, or a method of the object `on`.

        With `keep`, what it returns stays with the worker, as an object that is numbered from 0.
        With `pure`, the reply also tells what became of the arguments and what of them the result
        shares.
        """
        tree = self.sandbox.codec.encode(list(arguments))
        which = {"module": self.module, "function": function, "on": on, "keep": keep}
        how = {"stdin": stdin, "pure": pure, "arguments": tree}
        return self.ask(Question.of("call", seconds, **which, **how))

    def run(self, file: str, seconds: float, stdin: str = "") -> Response:
        """Run a file of the box as the program, `stdin` being its input."""
        return self.ask(Question.of("run", seconds, file=file, stdin=stdin))

    def suite(
        self, file: str, seconds: float, instead: Mapping[str, Tree] | None = None
    ) -> Response:
        """Run the tests of a file of the box with pytest.

        `instead` has a `module` of the box, `functions` of it to be replaced, and the `source` of
        those that take their place.

        The value has `tests`, lists of name, why it failed (or nothing) and line, and `broken`,
        why files could not be run: the worker's own word.
        """
        how = {"libraries": self.sandbox.libraries, "instead": dict(instead or {})}
        return self.ask(Question.of("suite", seconds, file=file, **how))

    def ask(self, question: Question) -> Response:
        self.seen_samples = len(self.channel.sampled())
        self.read_answers()
        if self.unread:
            return self.end(ResponseKind.TAMPERED, "it wrote to the grader before it was asked")
        return self.answer(question)

    def answer(self, question: Question) -> Response:
        stopped = self.exchange(question.data, question.seconds)
        if stopped:
            return self.end(*stopped)
        size = int.from_bytes(self.unread[:4], "little")
        answer, rest = self.unread[4 : 4 + size], self.unread[4 + size :]
        self.unread = b""
        try:
            if rest:
                raise MalformedError("bytes after the answer")
            return read_response(answer, question.nonce, self.sandbox.codec, question.arguments)
        except (MalformedError, KeyError, TypeError, ValueError, AttributeError) as error:
            return self.end(ResponseKind.TAMPERED, f"it forged the grader's messages: {error}")

    def exchange(self, question: bytes, seconds: float) -> tuple[ResponseKind, str] | None:
        """Send the question and read until one whole answer is there, or say why there is none."""
        started, used = time.monotonic(), self.channel.cpu()
        patience, next_look = 2 * seconds + 2, LOOK_AT_SCRATCH
        while True:
            try:
                question = self.channel.send(question) if question else b""
            except BrokenPipeError:
                return ResponseKind.ENDED, ""
            waited, worked = time.monotonic() - started, self.channel.cpu() - used
            if worked > seconds:
                return ResponseKind.TIMED_OUT, f"it was still computing after {seconds:g} s"
            if waited > patience:
                return ResponseKind.TIMED_OUT, f"it was still waiting after {patience:g} s"
            if waited > next_look:
                next_look = waited + LOOK_AT_SCRATCH
                if why := self.channel.overfull():
                    return ResponseKind.STOPPED, why
                self.sandbox.drop_overfull()
            left = min(patience - waited, seconds - worked, LOOK_AT_SCRATCH)
            self.channel.wait(0.005 if question else left)
            self.channel.sampled()
            if not self.read_answers():
                return ResponseKind.ENDED, ""
            announced = int.from_bytes(self.unread[:4], "little")
            if len(self.unread) >= 4 and announced > MAX_FRAME:
                return ResponseKind.TAMPERED, f"it announced an answer of {announced} bytes"
            if len(self.unread) >= 4 + announced and len(self.unread) > 4:
                return None

    def read_answers(self) -> bool:
        """Read what is there; False when the worker has closed its end and nothing is left."""
        data = self.channel.receive()
        self.unread = (self.unread + (data or b""))[: 2 * MAX_FRAME]
        return data is not None

    def end(self, kind: ResponseKind, why: str) -> Response:
        """Kill the worker, and tell from its end and its samples what happened."""
        self.alive = False
        status = self.channel.kill()
        samples = self.channel.sampled()[self.seen_samples :]
        stacks, told, printed = read_samples(samples, self.sandbox.box)
        if kind is ResponseKind.ENDED:
            why, stacks = _ending(status), (told,)
        return Response(kind, why=why, stacks=stacks or (told,), printed=printed)

    def close(self) -> None:
        if self.alive:
            self.alive = False
            self.channel.close()


def _ending(status: int) -> str:
    if status in (-signal.SIGSEGV, WINDOWS_ACCESS_VIOLATION):
        return "it crashed the interpreter (segmentation fault)"
    if status >= 0:
        return f"it ended the whole process (exit code {status})"
    return f"its process was ended by {signal.strsignal(-status) or 'a signal'}"
