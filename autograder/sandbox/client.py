"""The judge's side of the boundary: starts the zygote, asks workers, and bounds every wait."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable

from pathlib import Path
from types import TracebackType

from autograder.sandbox.codec import Codec, MalformedError, Tree, dumps
from autograder.sandbox.reply import Kind, Reply, read_reply, read_samples

MAX_REPLY = 4 << 20
MAX_SAMPLES = 256 << 10
CHUNK = 1 << 18
START_SECONDS = 30
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
        self.spare: Worker | None = None

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
        if self.spare:
            self.spare.close()
        self.control.close()
        self.process.wait(START_SECONDS)

    def worker(self) -> Worker:
        """A fresh worker. The next one is forked meanwhile, while this one is being asked."""
        worker = self.spare or Worker(self)
        self.settle(worker)
        self.spare = Worker(self)
        return worker

    def settle(self, worker: Worker | None) -> None:
        """Take the zygote's answer to a request to spawn, the only one that may be outstanding."""
        if worker and not worker.pid:
            worker.pid = self.receive()["pid"]

    def kill(self, worker: Worker) -> int:
        """End a worker; its exit code, or minus the signal that ended it."""
        self.settle(self.spare)
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


class Worker:
    """One confined process. After any answer but a value or an exception it is gone."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
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
        finally:
            for pipe in theirs:
                os.close(pipe)
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.answers, select.POLLIN)
        self.poll.register(self.samples, select.POLLIN)

    @property
    def pipes(self) -> tuple[int, int, int]:
        return self.questions, self.answers, self.samples

    def load(self, module: str, seconds: float) -> Reply:
        return self.ask("load", seconds, module=module)

    def call(
        self,
        module: str,
        function: str,
        arguments: Iterable[object],
        seconds: float,
        *,
        stdin: str = "",
        pure: bool = False,
    ) -> Reply:
        """Call a function of a loaded module.

        With `pure`, the reply also tells what became of the arguments and what of them the result
        shares.
        """
        tree = self.sandbox.codec.encode(list(arguments))
        what = {"module": module, "function": function, "stdin": stdin, "pure": pure}
        return self.ask("call", seconds, arguments=tree, **what)

    def run(self, file: str, seconds: float, stdin: str = "") -> Reply:
        """Run a file of the box as the program, `stdin` being its input."""
        return self.ask("run", seconds, file=file, stdin=stdin)

    def ask(self, op: str, seconds: float, **what: Tree) -> Reply:
        nonce = secrets.token_hex(8)
        question = dumps({"id": nonce, "op": op, "seconds": seconds, **what})
        self.sampled = b""
        self.read_answers()
        if self.unread:
            return self.end(Kind.TAMPERED, "it wrote to the grader's connection before it was asked")
        stopped = self.exchange(len(question).to_bytes(4, "little") + question, seconds)
        if stopped:
            return self.end(*stopped)
        size = int.from_bytes(self.unread[:4], "little")
        answer, rest = self.unread[4 : 4 + size], self.unread[4 + size :]
        self.unread = b""
        try:
            if rest:
                raise MalformedError("bytes after the answer")
            return read_reply(answer, nonce, self.sandbox.codec, what.get("arguments", []))
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
