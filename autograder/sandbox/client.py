"""The judge's side of the boundary: starts the zygote, asks workers, and bounds every wait."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

from autograder.sandbox.codec import Codec, MalformedError, Tree, dumps
from autograder.sandbox.reply import Kind, Reply, read_reply, read_samples

MAX_REPLY = 4 << 20
MAX_SAMPLES = 256 << 10
CHUNK = 1 << 18
START_SECONDS = 30

SPARES = 4
ZYGOTE = Path(__file__).with_name("zygote.py")
ROOT = ZYGOTE.parent.parent.parent
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}


class SandboxError(Exception):
    """The boundary itself failed: the grader's fault, never the submission's."""


class Sandbox:
    """Workers for the files in one box. Closing it ends them all.

    `types_from` names the module in the box, one of the kit's own files, whose dataclasses cross.
    """

    confinement = {"files": "none", "system_calls": "none"}  # noqa: RUF012 - said, never changed

    def __init__(self, box: Path, types_from: str = "", memory_mib: int = 1024) -> None:
        self.box = str(box.resolve())
        self.codec = Codec()
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control.settimeout(START_SECONDS)
        settings = {"box": self.box, "types": types_from, "memory": memory_mib << 20}
        command = [sys.executable, "-s", "-S", "-P", "-B", str(ZYGOTE), str(ROOT)]
        with theirs:
            self.process = subprocess.Popen(
                [*command, str(theirs.fileno()), json.dumps(settings)],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        self.ready = False
        self.spares: deque[Worker] = deque()
        self.unsettled: deque[Worker] = deque()

    def types_cross(self, types: Iterable[type]) -> None:
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
        self.drop_spares()
        self.control.close()
        self.process.wait()

    def worker(self, module: str = "", seconds: float = 0) -> Worker:
        """A fresh worker, which has been told to load a module, if one is named.

        The next ones are got ready for the same meanwhile, while this one is being asked.
        """
        self.expect(module, seconds)
        worker = self.spares.popleft()
        self.settle(worker)
        return worker

    def expect(self, module: str, seconds: float) -> None:
        """Get workers ready that will be asked for."""
        if self.spares and self.spares[0].module != module:
            self.drop_spares()
        while len(self.spares) < SPARES:
            self.spares.append(Worker(self, module, seconds))

    def drop_spares(self) -> None:
        while self.spares:
            self.spares.popleft().close()

    def settle(self, worker: Worker) -> None:
        """Take the zygote's answers, which come in order, up to the one that tells of a worker."""
        while not worker.pid:
            self.unsettled.popleft().pid = self.receive()["pid"]

    def kill(self, worker: Worker) -> int:
        """End a worker; its exit code, or minus the signal that ended it."""
        for spare in self.spares:
            self.settle(spare)
        self.send({"op": "kill", "pid": worker.pid})
        return int(self.receive()["status"])

    def discard(self, worker: Worker) -> None:
        self.settle(worker)
        self.send({"op": "discard", "pid": worker.pid})

    def send(self, request: Tree, pipes: Iterable[int] = ()) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(request).encode()], list(pipes))
        except OSError as error:
            raise SandboxError(f"the process that starts workers is gone: {error}") from None

    def receive(self) -> Tree:
        if not self.ready:
            self.ready = True
            self.receive()
        try:
            answer = json.loads(self.control.recv(65536) or b'{"error": "it ended"}')
        except OSError as error:
            answer = {"error": str(error)}
        if "error" in answer:
            raise SandboxError(f"the process that starts workers: {answer['error']}")
        return answer


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
        self.pid = 0
        self.alive = True
        self.unread = b""
        self.sampled = b""
        questions, self.questions = os.pipe()
        self.answers, answers = os.pipe()
        self.samples, samples = os.pipe()
        theirs = (questions, answers, samples)
        try:
            sandbox.send({"op": "spawn"}, theirs)
            sandbox.unsettled.append(self)
        finally:
            for pipe in theirs:
                os.close(pipe)
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.answers, select.POLLIN)
        self.poll.register(self.samples, select.POLLIN)
        if module:
            question = Question.of("load", seconds, module=module)
            os.write(self.questions, question.data)
            self.loading = replace(question, data=b"")

    @property
    def pipes(self) -> tuple[int, int, int]:
        return self.questions, self.answers, self.samples

    def load(self) -> Reply:
        """How loading the worker's module went."""
        return self.answer(self.loading)

    def call(
        self,
        function: str,
        arguments: Iterable[object],
        seconds: float,
        *,
        stdin: str = "",
        pure: bool = False,
    ) -> Reply:
        """Call a function of the loaded module.

        With `pure`, the reply also tells what became of the arguments and what of them the result
        shares.
        """
        tree = self.sandbox.codec.encode(list(arguments))
        what = {"module": self.module, "function": function, "stdin": stdin, "pure": pure}
        return self.ask(Question.of("call", seconds, arguments=tree, **what))

    def run(self, file: str, seconds: float, stdin: str = "") -> Reply:
        """Run a file of the box as the program, `stdin` being its input."""
        return self.ask(Question.of("run", seconds, file=file, stdin=stdin))

    def ask(self, question: Question) -> Reply:
        self.sampled = b""
        self.read_answers()
        if self.unread:
            return self.end(
                Kind.TAMPERED, "it wrote to the grader's connection before it was asked"
            )
        return self.answer(question)

    def answer(self, question: Question) -> Reply:
        stopped = self.exchange(question.data, question.seconds)
        if stopped:
            return self.end(*stopped)
        size = int.from_bytes(self.unread[:4], "little")
        answer, rest = self.unread[4 : 4 + size], self.unread[4 + size :]
        self.unread = b""
        try:
            if rest:
                raise MalformedError("bytes after the answer")
            return read_reply(answer, question.nonce, self.sandbox.codec, question.arguments)
        except (MalformedError, KeyError, TypeError, ValueError, AttributeError) as error:
            return self.end(Kind.TAMPERED, f"it forged the grader's messages: {error}")

    def exchange(self, question: bytes, seconds: float) -> tuple[Kind, str] | None:
        """Write the question and read until one whole answer is there, or say why there is none."""
        started, used = time.monotonic(), self.cpu()
        patience = 2 * seconds + 2
        while True:
            try:
                question = question[os.write(self.questions, question) :] if question else b""
            except BlockingIOError:
                pass
            except BrokenPipeError:
                return Kind.ENDED, ""
            waited, worked = time.monotonic() - started, self.cpu() - used
            if worked > seconds:
                return Kind.TIMED_OUT, f"it was still computing after {seconds:g} s"
            if waited > patience:
                return Kind.TIMED_OUT, f"it was still waiting after {patience:g} s"
            left = min(patience - waited, seconds - worked)
            self.poll.poll(5 if question else 1 + 1000 * left)
            self.read_samples()
            if not self.read_answers():
                return Kind.ENDED, ""
            announced = int.from_bytes(self.unread[:4], "little")
            if len(self.unread) >= 4 and announced > MAX_REPLY:
                return Kind.TAMPERED, f"it announced an answer of {announced} bytes"
            if len(self.unread) >= 4 + announced and len(self.unread) > 4:
                return None

    def cpu(self) -> float:
        """CPU seconds of the worker, from the kernel: the one clock that it cannot set."""
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0

    def read_answers(self) -> bool:
        """Read what is there; False when the worker has closed its end."""
        try:
            data = os.read(self.answers, CHUNK)
        except BlockingIOError:
            return True
        self.unread = (self.unread + data)[: MAX_REPLY + CHUNK]
        return bool(data)

    def read_samples(self) -> None:
        try:
            while data := os.read(self.samples, CHUNK):
                self.sampled = (self.sampled + data)[:MAX_SAMPLES]
        except BlockingIOError:
            return
        with contextlib.suppress(KeyError):
            self.poll.unregister(self.samples)

    def end(self, kind: Kind, why: str) -> Reply:
        """Kill the worker, and tell from its end and its samples what happened."""
        status = self.sandbox.kill(self)
        self.read_samples()
        stacks, told, printed = read_samples(self.sampled, self.sandbox.box)
        self.release()
        if kind is Kind.ENDED:
            why, stacks = _ending(status), (told,)
        return Reply(kind, why=why, stacks=stacks or (told,), printed=printed)

    def close(self) -> None:
        if self.alive:
            self.sandbox.discard(self)
            self.release()

    def release(self) -> None:
        self.alive = False
        for pipe in self.pipes:
            os.close(pipe)


def _ending(status: int) -> str:
    if status >= 0:
        return f"it ended the whole process (exit code {status})"
    if -status == signal.SIGSEGV:
        return "it crashed the interpreter (segmentation fault)"
    return f"its process was ended by {signal.strsignal(-status) or 'a signal'}"
