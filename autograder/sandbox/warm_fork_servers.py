"""Fork servers forked from a process that has already loaded what they need, to start them faster.

For many gradings in a row. That process never holds any part of a submission.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from autograder.sandbox.backend import Settings
from autograder.sandbox.fork_server import ForkServer
from autograder.sandbox.fork_server_source import KILL_SERVER, START
from autograder.sandbox.linux.python_process import start_python
from autograder.sandbox.linux.usage import oom_kills

_MAIN = Path(__file__).with_name("fork_server_source.py")


class ForkedServer:
    """A fork server that is no child of this process; while it runs, it keeps a pipe open."""

    def __init__(self, servers: WarmForkServers, pipe: int) -> None:
        self.servers, self.pipe = servers, pipe
        self.known_pid = b""

    def read_pid(self) -> bytes:
        """Return the process id, or nothing if the process could not be started."""
        self.known_pid = self.known_pid or os.read(self.pipe, 20)
        return self.known_pid

    def stay_on(self, processors: set[int]) -> None:
        """Keep the process on these processors. If it has ended, its first request will fail."""
        with contextlib.suppress(OSError, ValueError):
            os.sched_setaffinity(int(self.read_pid()), processors)

    def kill(self) -> None:
        self.servers.kill(self.read_pid())

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the process has ended, and with it whatever has inherited the pipe."""
        if self.pipe < 0:
            return
        self.read_pid()
        poll = select.poll()
        poll.register(self.pipe, select.POLLIN)
        if not poll.poll(None if timeout is None else 1000 * timeout):
            raise subprocess.TimeoutExpired("fork server", timeout or 0)
        os.close(self.pipe)
        self.pipe = -1


class WarmForkServer(ForkServer):
    """The judge's end of a fork server that may serve several submissions of one author."""

    def read_box(self) -> bool:
        """Let new workers run what is in the box now, after files have been rewritten.

        Return False if that takes a new fork server. All earlier workers have to be closed.
        """
        self.oom_kills = oom_kills()
        self.send({"op": "read_box"})
        return bool(self.receive()["read"])


class WarmForkServers:
    """The process that forks fork servers. Forks of this process may share it.

    `packages` are those that workers may import; all gradings have to have the same. A fork server
    runs on the processors of the process that starts it.
    """

    def __init__(self, packages: Sequence[str]) -> None:
        self.processors = os.sched_getaffinity(0)
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self.process = start_python(_MAIN, other.fileno(), *packages)

    def backend(self, settings: Settings) -> WarmForkServer:
        return WarmForkServer(settings, start=self.start)

    def start(self, descriptor: int) -> ForkedServer:
        """Start a fork server that serves at this end of a socket.

        Raises:
            OSError: it cannot be started.
        """
        reader, writer = os.pipe()
        try:
            socket.send_fds(self.control, [START], [descriptor, writer])
        except OSError:
            os.close(reader)
            raise
        finally:
            os.close(writer)
        server = ForkedServer(self, reader)
        if (processors := os.sched_getaffinity(0)) != self.processors:
            server.stay_on(processors)  # Now, since it forks workers as soon as it has settings.
        return server

    def kill(self, pid: bytes) -> None:
        """End a fork server, if it has not ended."""
        if pid:
            self.control.send(KILL_SERVER + pid)

    def close(self) -> None:
        """End the process that forks, when the fork servers have ended with their judges."""
        with contextlib.suppress(OSError):  # A fork may have kept its copy.
            self.control.shutdown(socket.SHUT_RDWR)
        self.control.close()
        self.process.wait()
