"""A worker that a fork server has forked."""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import signal
from typing import TYPE_CHECKING

from autograder.sandbox import scratch
from autograder.sandbox.backend import SandboxError, Usage
from autograder.sandbox.linux.usage import is_asleep, oom_kills, usage

if TYPE_CHECKING:
    from autograder.sandbox.fork_server import ForkServer

_CHUNK = 1 << 18
MAX_SAMPLER_BYTES = 256 << 10


class ForkedProcess:
    """A forked worker process, and three pipes to it: requests, responses, samples."""

    def __init__(self, server: ForkServer, pipes: tuple[int, int, int]) -> None:
        self.server = server
        self.known_pid = 0
        self.scratch = ""
        self.sampled = b""
        self.is_full = False
        """Whether the pipe has had no room for the rest of a request."""
        self.pipes: tuple[int, ...] = pipes
        self.requests, self.responses, self.samples = pipes
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.responses, select.POLLIN)
        self.poll.register(self.samples, select.POLLIN)
        self.poll.register(server.control, 0)

    @classmethod
    def with_pipes(cls, server: ForkServer) -> tuple[ForkedProcess, tuple[int, int, int]]:
        """Make the pipes to a process; return it, and its ends of them."""
        (requests, to_it), (from_it, responses), (samples_from_it, samples) = _pipes()
        return cls(server, (to_it, from_it, samples_from_it)), (requests, responses, samples)

    @property
    def pid(self) -> int:
        return self.server.await_pid(self)

    def send(self, data: bytes) -> bytes:
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(self.requests, data) :]
        if data:
            self.poll.register(self.requests, select.POLLOUT)  # A wait ends when it has room.
        elif self.is_full:
            self.poll.unregister(self.requests)
        self.is_full = bool(data)
        return data

    def receive(self) -> bytes | None:
        try:
            return os.read(self.responses, _CHUNK) or None
        except BlockingIOError:
            return b""

    def sampler_output(self) -> bytes:
        if not self.pipes:
            return self.sampled
        try:
            data = os.read(self.samples, _CHUNK)  # A full pipe at most: a loop might never end.
        except BlockingIOError:
            return self.sampled
        self.sampled = (self.sampled + data)[:MAX_SAMPLER_BYTES]
        if not data or len(self.sampled) == MAX_SAMPLER_BYTES:
            # A flood is still emptied, but no longer waited for: that would cost as much as it.
            with contextlib.suppress(KeyError):
                self.poll.unregister(self.samples)
        return self.sampled

    def wait(self, seconds: float) -> None:
        if self.server.control.fileno() in dict(self.poll.poll(1 + 1000 * seconds)):
            raise SandboxError("the process that starts workers has ended")

    def usage(self) -> Usage:
        return usage(self.pid)

    def is_asleep(self) -> bool:
        return is_asleep(self.pid)

    def scratch_excess(self) -> str:
        self.server.await_pid(self)
        return scratch.excess(self.scratch)

    def kill(self) -> int:
        try:
            status, unready = self.server.kill(self)
            self.sampler_output()
        finally:
            self.close_pipes()
        if unready:
            raise SandboxError(f"a worker could not be started: {unready}")
        if status == -signal.SIGKILL and oom_kills() != self.server.oom_kills:
            raise SandboxError("this machine has run out of memory and ended a process")
        return status

    def close(self) -> None:
        try:
            self.server.discard(self)
        finally:
            self.close_pipes()

    def close_pipes(self) -> None:
        for pipe in self.pipes:
            os.close(pipe)
        self.pipes = ()


def _pipes() -> list[tuple[int, int]]:
    """Return three new pipes."""
    pipes: list[tuple[int, int]] = []
    try:
        while len(pipes) < 3:
            pipes.append(os.pipe())
    except OSError as error:
        for pipe in itertools.chain(*pipes):
            os.close(pipe)
        raise SandboxError(f"a worker cannot be started: {error.strerror}") from None
    return pipes
