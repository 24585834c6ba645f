"""A process that has loaded what every fork server loads, and forks fork servers.

    python -s -S -P fork_server_source.py ROOT SOCKET PACKAGE...

loads the fork server's modules and Python's library, with these packages, then waits at the socket
for requests. `start`, with a socket to a judge and a pipe attached, forks a fork server that serves
this judge: with a session of its own, and without any other descriptor of this process. The pipe
gets its process id, and stays open until it has ended. `kill` and a process id end one.

It must know even less than a fork server: it never has a submission's settings, box or files, so
that nothing can pass from one fork server to the next. When the other end of the socket is closed,
it ends with its fork servers, which end with their judges and remove their folders.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import socket
import sys
from types import ModuleType

START, KILL_SERVER = b"start", b"kill"
MAX_REQUEST = 64
LAST_SECONDS = 5
"""How long the fork servers are waited for at the end."""


class ForkServerSource:
    """Forks fork servers, and reaps them."""

    def __init__(self, control: socket.socket, root: str, packages: list[str]) -> None:
        self.control, self.root = control, root
        self.running: set[int] = set()
        self.main = load_fork_server()
        library = importlib.import_module("autograder.sandbox.linux.warm_library")
        self.main.block_signals()
        self.library = library.WarmLibrary(root, packages)
        importlib.import_module("autograder.sandbox.worker.serve")
        confinement = importlib.import_module("autograder.sandbox.linux.confinement")
        confinement.hide_memory()
        confinement.prepare_filter()
        gc.collect()
        gc.freeze()  # A fork server's own collections would copy most of this memory.

    def serve(self) -> None:
        while True:
            request, descriptors, _, _ = socket.recv_fds(self.control, MAX_REQUEST, 2)
            self.reap()
            if request == START:
                with contextlib.suppress(OSError):  # The judge sees that there is no fork server.
                    self.start(*descriptors)
                for descriptor in descriptors:
                    os.close(descriptor)
            elif request.startswith(KILL_SERVER):
                pid = int(request.removeprefix(KILL_SERVER))
                if pid in self.running:  # Not reaped, so that its id cannot be another's.
                    os.kill(pid, signal.SIGKILL)
            else:
                return self.wait()

    def wait(self) -> None:
        """Wait until the fork servers have ended, or let an alarm end this process before that."""
        signal.alarm(LAST_SECONDS)
        for pid in self.running:
            os.waitpid(pid, 0)

    def start(self, judge: int, alive: int) -> None:
        pid = os.fork()
        if pid == 0:
            self.become_fork_server(judge, alive)
        self.running.add(pid)

    def reap(self) -> None:
        for pid in list(self.running):
            if os.waitpid(pid, os.WNOHANG)[0]:
                self.running.discard(pid)

    def become_fork_server(self, judge: int, alive: int) -> None:
        """Serve the judge at the other end of a socket. Never returns."""
        try:
            self.control.close()
            os.setsid()
            os.write(alive, str(os.getpid()).encode())
            os.set_inheritable(alive, True)  # The folder is removed by another program at times.
            self.main.serve_judge(self.root, judge, self.library)
        finally:
            os._exit(0)


def load_fork_server() -> ModuleType:
    """Import the fork server's program as a submission finds it: as the main module."""
    main = importlib.import_module("autograder.sandbox.fork_server_main")
    for name in ("linux.scratch_folders", "linux.trial"):
        importlib.import_module(f"autograder.sandbox.{name}")
    del sys.modules[main.__name__]
    main.__name__ = "__main__"
    sys.modules["__main__"] = main
    return main


if __name__ == "__main__":
    _, ROOT, DESCRIPTOR, *PACKAGES = sys.argv
    sys.path.insert(0, ROOT)
    ForkServerSource(socket.socket(fileno=int(DESCRIPTOR)), ROOT, PACKAGES).serve()
