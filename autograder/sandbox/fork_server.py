"""Workers forked from a warm zygote: on Linux."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from autograder.sandbox import scratch
from autograder.sandbox.backend import SandboxError, Settings, UnconfinedError
from autograder.sandbox.codec import Tree
from autograder.sandbox.linux.syscall import PR_SET_DUMPABLE, prctl

CHUNK = 1 << 18
MAX_SAMPLES = 256 << 10
START_SECONDS = 30
NEVER_STARTED = -1
MAIN = Path(__file__).with_name("fork_server_main.py")
ROOT = MAIN.parent.parent.parent
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}


METHODS: tuple[str, ...] = ("landlock", "chroot", "no files")
"""Ways to confine that may be used; see `confinement`."""


class ForkServer:
    """The judge's side of the process that forks workers."""

    def __init__(self, wanted: Settings) -> None:
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control.settimeout(START_SECONDS)
        self.place = tempfile.mkdtemp(prefix="cagework-")
        if os.geteuid() == 0:
            os.chmod(self.place, 0o711)  # Workers are other users.
        settings = {**asdict(wanted), "place": self.place, "methods": METHODS}
        command = [sys.executable, "-s", "-S", "-P", "-B", str(MAIN), str(ROOT)]
        self.told: dict[str, str] | UnconfinedError | None = None
        self.unsettled: deque[ForkedWorker] = deque()
        with theirs:
            self.process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        prctl(PR_SET_DUMPABLE, 0)  # No worker of the same user may read the judge's memory.
        self.send(settings)

    @property
    def confinement(self) -> dict[str, str]:
        if self.told is None:
            first = self.take()
            tried = first.get("unconfined")
            self.told = first["confinement"] if tried is None else UnconfinedError(tried)
        if isinstance(self.told, UnconfinedError):
            raise self.told
        return self.told

    def start(self) -> ForkedWorker:
        """Ask for a worker. Its process id comes when something needs it."""
        channel = ForkedWorker(self)
        self.unsettled.append(channel)
        return channel

    def settle(self, channel: ForkedWorker) -> int:
        """Take the zygote's answers, which come in order, up to the one that tells of a worker."""
        while not channel.known_pid:
            next_in_line = self.unsettled.popleft()
            next_in_line.known_pid = NEVER_STARTED
            next_in_line.known_pid = self.receive()["pid"]
        return channel.known_pid

    def kill(self, channel: ForkedWorker) -> int:
        for other in list(self.unsettled):
            self.settle(other)
        if channel.known_pid == NEVER_STARTED:
            return 0
        self.send({"op": "kill", "pid": channel.pid})
        return int(self.receive()["status"])

    def discard(self, channel: ForkedWorker) -> None:
        if channel.pid != NEVER_STARTED:
            self.send({"op": "discard", "pid": channel.pid})

    def send(self, request: Tree, pipes: Iterable[int] = ()) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(request).encode()], list(pipes))
        except OSError as error:
            raise SandboxError(f"the process that starts workers is gone: {error}") from None

    def receive(self) -> Tree:
        """The next answer to a request."""
        _ = self.confinement  # It is told first.
        return self.take()

    def take(self) -> Tree:
        """The next message from the zygote."""
        try:
            answer = json.loads(self.control.recv(65536) or b'{"error": "it ended"}')
        except OSError as error:
            answer = {"error": str(error)}
            self.process.kill()  # An answer that comes late would be taken for the next one.
        if "error" in answer:
            raise SandboxError(f"the process that starts workers: {answer['error']}")
        return answer

    def close(self) -> None:
        self.control.close()
        try:
            self.process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        scratch.remove(self.place)


class ForkedWorker:
    """Three pipes to a worker that a zygote forked: questions, answers, samples."""

    def __init__(self, zygote: ForkServer) -> None:
        self.zygote = zygote
        self.known_pid = 0
        self.told = b""
        self.scratch = os.path.join(zygote.place, os.urandom(8).hex())
        questions, self.questions = os.pipe()
        self.answers, answers = os.pipe()
        self.samples, samples = os.pipe()
        self.pipes: tuple[int, ...] = (self.questions, self.answers, self.samples)
        theirs = questions, answers, samples
        try:
            zygote.send({"op": "spawn", "scratch": self.scratch}, theirs)
        finally:
            for pipe in theirs:
                os.close(pipe)
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.answers, select.POLLIN)
        self.poll.register(self.samples, select.POLLIN)

    @property
    def pid(self) -> int:
        return self.zygote.settle(self)

    def send(self, data: bytes) -> bytes:
        try:
            return data[os.write(self.questions, data) :]
        except BlockingIOError:
            return data

    def receive(self) -> bytes | None:
        try:
            return os.read(self.answers, CHUNK) or None
        except BlockingIOError:
            return b""

    def sampled(self) -> bytes:
        if not self.pipes:
            return self.told
        try:
            data = os.read(self.samples, CHUNK)  # All that a pipe holds: a loop might never end.
        except BlockingIOError:
            return self.told
        self.told = (self.told + data)[:MAX_SAMPLES]
        if not data:
            with contextlib.suppress(KeyError):
                self.poll.unregister(self.samples)
        return self.told

    def wait(self, seconds: float) -> None:
        self.poll.poll(1 + 1000 * seconds)

    def cpu(self) -> float:
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0

    def overfull(self) -> str:
        return scratch.overfull(self.scratch)

    def kill(self) -> int:
        status = self.zygote.kill(self)
        self.sampled()
        self.release()
        scratch.remove(self.scratch)
        return status

    def close(self) -> None:
        if scratch.used(self.scratch):
            self.kill()
        else:
            self.zygote.discard(self)
            self.release()

    def release(self) -> None:
        for pipe in self.pipes:
            os.close(pipe)
        self.pipes = ()
