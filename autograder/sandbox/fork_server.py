"""The backend on Linux: workers are forked from a warm process, the fork server."""

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
from collections.abc import Iterable, Sequence
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


class ForkServer:
    """The judge's end of the fork server. It confines workers by one of `plans`, or by any plan."""

    def __init__(self, settings: Settings, plans: Sequence[str] | None = None) -> None:
        self.control, server_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control.settimeout(START_SECONDS)
        self.folder = tempfile.mkdtemp(prefix="cagework-")
        if os.geteuid() == 0:
            os.chmod(self.folder, 0o711)  # Workers are other users.
        command = [sys.executable, "-s", "-S", "-P", "-B", str(MAIN), str(ROOT)]
        self.first_message: dict[str, str] | UnconfinedError | None = None
        self.starting: deque[ForkedProcess] = deque()
        with server_end:
            self.process = subprocess.Popen(
                [*command, str(server_end.fileno())],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[server_end.fileno()],
            )
        prctl(PR_SET_DUMPABLE, 0)  # No worker of the same user may read the judge's memory.
        self.send({**asdict(settings), "folder": self.folder, "plans": plans})

    @property
    def confinement(self) -> dict[str, str]:
        if self.first_message is None:
            message = self.receive_message()
            tried = message.get("unconfined")
            confined = tried is None
            self.first_message = message["confinement"] if confined else UnconfinedError(tried)
        if isinstance(self.first_message, UnconfinedError):
            raise self.first_message
        return self.first_message

    def start(self) -> ForkedProcess:
        """Request a worker. Its process id is read when it is first needed."""
        process = ForkedProcess(self)
        self.starting.append(process)
        return process

    def await_pid(self, process: ForkedProcess) -> int:
        """Read replies, which come in the order of the requests, up to the one with this pid."""
        while not process.known_pid:
            oldest = self.starting.popleft()
            oldest.known_pid = NEVER_STARTED
            oldest.known_pid = self.receive()["pid"]
        return process.known_pid

    def kill(self, process: ForkedProcess) -> int:
        for other in list(self.starting):
            self.await_pid(other)
        if process.known_pid == NEVER_STARTED:
            return 0
        self.send({"op": "kill", "pid": process.pid})
        return int(self.receive()["status"])

    def discard(self, process: ForkedProcess) -> None:
        if process.pid != NEVER_STARTED:
            self.send({"op": "discard", "pid": process.pid})

    def send(self, message: Tree, pipes: Iterable[int] = ()) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(message).encode()], list(pipes))
        except OSError as error:
            raise SandboxError(f"the process that starts workers is gone: {error}") from None

    def receive(self) -> Tree:
        """Return the next reply to a request."""
        _ = self.confinement  # Its message comes before all replies.
        return self.receive_message()

    def receive_message(self) -> Tree:
        try:
            message = json.loads(self.control.recv(65536) or b'{"error": "it ended"}')
        except OSError as error:
            message = {"error": str(error)}
            self.process.kill()  # A late reply would be taken for the next one.
        if "error" in message:
            raise SandboxError(f"the process that starts workers: {message['error']}")
        return message

    def close(self) -> None:
        self.control.close()
        try:
            self.process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        scratch.remove(self.folder)


class ForkedProcess:
    """A forked worker process, and three pipes to it: requests, responses, samples."""

    def __init__(self, server: ForkServer) -> None:
        self.server = server
        self.known_pid = 0
        self.sampled = b""
        self.scratch = os.path.join(server.folder, os.urandom(8).hex())
        requests, self.requests = os.pipe()
        self.responses, responses = os.pipe()
        self.samples, samples = os.pipe()
        self.pipes: tuple[int, ...] = (self.requests, self.responses, self.samples)
        worker_ends = requests, responses, samples
        try:
            server.send({"op": "spawn", "scratch": self.scratch}, worker_ends)
        finally:
            for pipe in worker_ends:
                os.close(pipe)
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.responses, select.POLLIN)
        self.poll.register(self.samples, select.POLLIN)

    @property
    def pid(self) -> int:
        return self.server.await_pid(self)

    def send(self, data: bytes) -> bytes:
        try:
            return data[os.write(self.requests, data) :]
        except BlockingIOError:
            return data

    def receive(self) -> bytes | None:
        try:
            return os.read(self.responses, CHUNK) or None
        except BlockingIOError:
            return b""

    def sampler_output(self) -> bytes:
        if not self.pipes:
            return self.sampled
        try:
            data = os.read(self.samples, CHUNK)  # A full pipe at most: a loop might never end.
        except BlockingIOError:
            return self.sampled
        self.sampled = (self.sampled + data)[:MAX_SAMPLES]
        if not data or len(self.sampled) == MAX_SAMPLES:
            # A flood is still emptied, but no longer waited for: that would cost as much as it.
            with contextlib.suppress(KeyError):
                self.poll.unregister(self.samples)
        return self.sampled

    def wait(self, seconds: float) -> None:
        self.poll.poll(1 + 1000 * seconds)

    def cpu_seconds(self) -> float:
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return 0.0

    def scratch_excess(self) -> str:
        return scratch.excess(self.scratch)

    def kill(self) -> int:
        status = self.server.kill(self)
        self.sampler_output()
        self.close_pipes()
        scratch.remove(self.scratch)
        return status

    def close(self) -> None:
        if scratch.is_used(self.scratch):
            self.kill()
        else:
            self.server.discard(self)
            self.close_pipes()

    def close_pipes(self) -> None:
        for pipe in self.pipes:
            os.close(pipe)
        self.pipes = ()
