"""The backend on Linux: workers are forked from a warm process, the fork server."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from autograder.sandbox import scratch
from autograder.sandbox.backend import (
    CANNOT_START,
    SandboxError,
    ServerProcess,
    Settings,
    UnconfinedError,
)
from autograder.sandbox.forked_process import ForkedProcess
from autograder.sandbox.linux.python_process import start_python
from autograder.sandbox.linux.resource_limits import require_resources
from autograder.sandbox.linux.syscall import PR_SET_DUMPABLE, prctl
from autograder.sandbox.linux.usage import oom_kills
from autograder.sandbox.temporary_folders import TemporaryFolder
from autograder.sandbox.values import Tree

START_SECONDS = 60
CLOSE_SECONDS = 1
NEVER_STARTED = -1
_MAIN = Path(__file__).with_name("fork_server_main.py")


class ForkServer:
    """The judge's end of the fork server. It confines workers by one of `plans`, or by any plan.

    `start` starts the process, for the other end of a socket; by default, a new one.

    The process is in a session of its own, so that a signal to the judge's group does not reach it.
    It ends when this end of the socket closes, and removes what it has left.
    """

    def __init__(
        self,
        settings: Settings,
        plans: Sequence[str] | None = None,
        start: Callable[[int], ServerProcess] | None = None,
    ) -> None:
        self.first_message: dict[str, str] | UnconfinedError | None = None
        self.starting: deque[Sequence[ForkedProcess]] = deque()
        self.oom_kills = oom_kills()
        with contextlib.ExitStack() as failed:
            try:
                require_resources(settings.memory)
                self.temporary = TemporaryFolder()
                failed.callback(self.temporary.remove)
                self.folder = self.temporary.path
                if os.geteuid() == 0:
                    os.chmod(self.folder, 0o711)  # Workers are other users.
                self.control, server_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                failed.callback(self.control.close)
                with server_end:
                    self.process = (start or _start)(server_end.fileno())
            except OSError as error:
                raise SandboxError(f"{CANNOT_START}: {error.strerror}") from None
            self.control.settimeout(START_SECONDS)
            prctl(PR_SET_DUMPABLE, 0)  # No worker of the same user may read the judge's memory.
            self.send({**asdict(settings), "folder": self.folder, "plans": plans})
            failed.pop_all()

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

    def start(self, count: int) -> Sequence[ForkedProcess]:
        """Request workers. Their process ids are read when the first is needed."""
        processes: list[ForkedProcess] = []
        worker_ends: list[int] = []
        try:
            for _ in range(count):
                process, ends = ForkedProcess.with_pipes(self)
                processes.append(process)
                worker_ends += ends
            self.send({"op": "spawn", "count": count}, worker_ends)
        except BaseException:
            for process in processes:
                process.close_pipes()
            raise
        finally:
            for pipe in worker_ends:
                os.close(pipe)
        self.starting.append(processes)
        return processes

    def await_pid(self, process: ForkedProcess) -> int:
        """Read replies, which come in the order of the requests, up to the one with this pid."""
        while not process.known_pid:
            oldest = self.starting.popleft()
            for one in oldest:
                one.known_pid = NEVER_STARTED
            reply = self.receive()
            for one, pid, folder in zip(oldest, reply["pids"], reply["folders"], strict=True):
                one.known_pid, one.scratch = pid, folder
        if process.known_pid == NEVER_STARTED:
            raise SandboxError("a worker could not be started")
        return process.known_pid

    def kill(self, process: ForkedProcess) -> tuple[int, str]:
        """End a process; return its status, and why it was never ready to run a submission."""
        self.await_starting()
        self.send({"op": "kill", "pid": process.pid})
        reply = self.receive()
        return int(reply["status"]), str(reply["unready"])

    def discard(self, process: ForkedProcess) -> None:
        self.await_starting()
        if process.known_pid != NEVER_STARTED:
            self.send({"op": "discard", "pid": process.pid})

    def await_starting(self) -> None:
        for processes in list(self.starting):
            self.await_pid(processes[0])

    def send(self, message: Tree, pipes: Iterable[int] = ()) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(message).encode()], list(pipes))
        except OSError as error:
            raise SandboxError(f"the process that starts workers is gone: {error}") from None

    def receive(self) -> Tree:
        """Return the next reply to a request."""
        _ = self.confinement  # Its message comes before all replies.
        reply = self.receive_message()
        for folder in reply["left"]:
            scratch.remove(folder)
        return reply

    def receive_message(self) -> Tree:
        try:
            message = json.loads(self.control.recv(65536) or b'{"error": "it ended"}')
        except OSError as error:
            message = {"error": str(error)}
            self.process.kill()  # A late reply would be taken for the next one.
        if "error" in message:
            raise SandboxError(f"the process that starts workers: {message['error']}")
        return message

    def preloaded(self) -> ForkServer:
        return PreloadedForkServer(self)

    def close(self) -> None:
        self.control.close()
        try:
            self.process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()  # The workers end with it.
            self.process.wait()
        self.temporary.remove()


class PreloadedForkServer(ForkServer):
    """A second fork server, for workers that run a student's tests: it has already loaded pytest.

    It is forked from the first fork server and must be closed first.
    """

    def __init__(self, first: ForkServer) -> None:
        self.first_message = None
        self.starting = deque()
        self.oom_kills = first.oom_kills
        self.folder, self.process = first.folder, first.process
        try:
            self.control, server_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        except OSError as error:
            raise SandboxError(f"{CANNOT_START}: {error.strerror}") from None
        self.control.settimeout(START_SECONDS)
        with server_end:
            first.send({"op": "preload"}, [server_end.fileno()])

    def close(self) -> None:
        self.control.close()


def _start(descriptor: int) -> subprocess.Popen[bytes]:
    return start_python(_MAIN, descriptor)
