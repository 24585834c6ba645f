"""Fork servers forked from a process that has loaded what they load: nearly all of their start.

    python -s -S -P warm_fork_servers.py ROOT SOCKET PACKAGE...

loads the fork server's modules and Python's library with these packages, then waits at the socket
for requests. The fork that answers one is a fork server like any other, with its own session,
streams and descriptors. A grading for other packages gets a new process.

It is for an author's own solutions, of which hundreds are graded in a row: what a worker may find
in its memory is tested with fork servers that were started by exec.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.sandbox.backend import Backend, Settings

_ROOT = Path(__file__).parent.parent.parent
FLAGS = ("-s", "-S", "-P")
_MAX_MESSAGE = 65536


class ForkedServer:
    """What `ForkServer` uses of `Popen`. Its process holds the other end of the pipe."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe
        self.known_pid = 0

    @property
    def pid(self) -> int:
        if not self.known_pid:
            self.known_pid = int(os.read(self.pipe, 20))
        return self.known_pid

    def kill(self) -> None:
        if self.pipe >= 0:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the process has ended, and with it whatever has inherited the pipe."""
        if self.pipe < 0:
            return
        _ = self.pid
        poll = select.poll()
        poll.register(self.pipe, select.POLLIN)
        if not poll.poll(None if timeout is None else 1000 * timeout):
            raise subprocess.TimeoutExpired("fork server", timeout or 0)
        os.close(self.pipe)
        self.pipe = -1


class WarmForkServers:
    """The caller's end, also in forks of the process that made it."""

    def __init__(self) -> None:
        from autograder.judge.libraries import libraries
        from autograder.sandbox.backend import package_path
        from autograder.sandbox.fork_server import ENVIRONMENT

        packages = map(package_path, libraries().values())
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            arguments = [str(_ROOT), str(other.fileno()), *packages]
            self.process = subprocess.Popen(
                [sys.executable, *FLAGS, __file__, *arguments],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,  # Ctrl-C is for the process that grades.
            )

    def close(self) -> None:
        self.control.close()
        self.process.wait(timeout=60)

    def start(self, descriptor: int) -> ForkedServer:
        """Start a fork server that serves on this socket."""
        reader, writer = os.pipe()
        try:
            socket.send_fds(self.control, [b"start"], [1, 2, descriptor, writer])
        finally:
            os.close(writer)
        return ForkedServer(reader)


@functools.cache
def warm_fork_servers() -> WarmForkServers:
    return WarmForkServers()


def forked_backend(settings: Settings) -> Backend:
    """Start the backend for this operating system; on Linux, its fork server by forking."""
    if sys.platform == "linux":
        from autograder.sandbox.fork_server import ForkServer

        return ForkServer(settings, start=warm_fork_servers().start)
    from autograder.sandbox.pool import default_backend

    return default_backend(settings)


def serve_forks(control: socket.socket, main: ModuleType, packages: Sequence[str]) -> None:
    """Fork at each request; end when no process holds the other end of the socket."""
    running = 0
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, _MAX_MESSAGE, 4)
        if not message:
            return
        if os.fork() == 0:
            control.close()
            become_fork_server(main, packages, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        running += 1
        while running and os.waitpid(-1, os.WNOHANG)[0]:
            running -= 1


def become_fork_server(
    main: ModuleType, packages: Sequence[str], out: int, err: int, judge: int, alive: int
) -> None:
    """Serve the judge at the other end of a socket. `alive` stays open until this has ended."""
    os.setsid()
    for descriptor, stream in ((out, 1), (err, 2)):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    os.write(alive, str(os.getpid()).encode())
    os.set_inheritable(alive, True)  # The folder is removed by another program at times.
    root, file = sys.path[0], str(main.__file__)
    with socket.socket(fileno=os.dup(judge)) as peeking:
        settings = json.loads(peeking.recv(_MAX_MESSAGE, socket.MSG_PEEK) or b"{}")
    if settings.get("libraries") != list(packages):
        os.set_inheritable(judge, True)
        os.execv(sys.executable, [sys.executable, *FLAGS, file, root, str(judge)])
    main.__name__ = "__main__"
    sys.modules["__main__"] = main
    sys.argv[:] = [file, root, str(judge)]
    del sys.path[0]
    try:
        main.main()
    finally:
        os._exit(0)


def load_main(root: str, packages: Sequence[str]) -> ModuleType:
    """Load the fork server's program and, in the same order, the modules that it loads."""
    folders = list(sys.path)
    sys.path.insert(0, root)
    main = importlib.import_module("autograder.sandbox.fork_server_main")
    importlib.import_module("autograder.sandbox.linux.scratch_folders")
    importlib.import_module("autograder.sandbox.linux.trial")
    warm_library = importlib.import_module("autograder.sandbox.linux.warm_library")
    added = warm_library.Library([], packages)
    sys.meta_path.insert(-1, warm_library.Library(folders, []))
    sys.path[:] = [root]
    for name in warm_library.WARM:
        importlib.import_module(name)
    importlib.import_module("autograder.sandbox.worker.bootstrap")
    vars(warm_library)["use_library"] = functools.partial(use_loaded, warm_library, added)
    del sys.modules[main.__name__]
    return main


def use_loaded(
    warm_library: ModuleType, added: object, _root: str, box: str, packages: Sequence[str]
) -> Callable[[], None]:
    """Do what `use_library` does, with a library that has been read."""
    sources = list(warm_library.Box(box).sources.values())
    left = [added]

    def use_packages() -> None:
        while left:
            vars(sys)["meta_path"].insert(-1, left.pop())

    if warm_library.find_imported(sources, packages):
        use_packages()
    for name in warm_library.find_imported(sources, warm_library.WARM_IF_USED):
        importlib.import_module(name)
    return use_packages


if __name__ == "__main__":
    ROOT, DESCRIPTOR, *PACKAGES = sys.argv[1:]
    serve_forks(socket.socket(fileno=int(DESCRIPTOR)), load_main(ROOT, PACKAGES), PACKAGES)
