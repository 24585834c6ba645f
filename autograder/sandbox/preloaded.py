"""A second fork server, for workers that run a student's tests: it has already loaded pytest."""

from __future__ import annotations

import socket
from collections import deque

from autograder.sandbox.backend import CANNOT_START, SandboxError
from autograder.sandbox.fork_server import START_SECONDS, ForkServer


class PreloadedForkServer(ForkServer):
    """The judge's end of it. It is forked from the first fork server and must be closed first."""

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
