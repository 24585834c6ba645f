"""Fork servers forked from a process that has loaded what they load: nearly all of their start.

    python -s -S -P warm_fork_servers.py ROOT SOCKET PACKAGE...

loads the fork server's modules and Python's library with these packages, then waits at the socket
for requests. The fork that answers one is a fork server like any other, with its own session,
streams and descriptors. A grading for other packages gets a new process. Tests of how a fork
server starts, and of what a worker may find in its memory, do without.
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
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.sandbox.linux.library import Library

FLAGS = ("-s", "-S", "-P")
MAX_MESSAGE = 65536


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
        from autograder.judge.session import libraries
        from autograder.sandbox import fork_server
        from autograder.sandbox.backend import package_path

        packages = map(package_path, libraries().values())
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            root, descriptor = str(fork_server._ROOT), str(other.fileno())
            self.process = subprocess.Popen(
                [sys.executable, *FLAGS, __file__, root, descriptor, *packages],
                env=fork_server.ENVIRONMENT | fork_server.LINKED_AT_ONCE,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
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


def use_warm_fork_servers() -> None:
    """Start the fork servers of this process by forking; `inspect.unwrap` finds the old way."""
    if sys.platform == "linux":
        from autograder.sandbox import fork_server

        @functools.wraps(fork_server._start)
        def start(descriptor: int) -> ForkedServer:
            return warm_fork_servers().start(descriptor)

        vars(fork_server)["_start"] = start


def serve(control: socket.socket, main: ModuleType, packages: Sequence[str]) -> None:
    """Fork at each request; end when no process holds the other end of the socket."""
    running = 0
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, MAX_MESSAGE, 4)
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
        settings = json.loads(peeking.recv(MAX_MESSAGE, socket.MSG_PEEK) or b"{}")
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
    library = warm_library.Library(folders, [])
    library.load_extensions(warm_library.ALWAYS_LOADED)
    sys.meta_path.insert(-1, library)
    sys.path[:] = [root]
    for name in warm_library.WARM:
        importlib.import_module(name)
    importlib.import_module("autograder.sandbox.worker.bootstrap")
    vars(warm_library)["use_library"] = functools.partial(use_loaded, warm_library, library, added)
    del sys.modules[main.__name__]
    return main


def use_loaded(
    warm_library: ModuleType,
    library: Library,
    added: object,
    _root: str,
    box: str,
    packages: Sequence[str],
) -> Callable[[], None]:
    """Do what `use_library` does, with a library that has been read."""
    files = warm_library.Box(box).sources
    sources, own = list(files.values()), {name.removesuffix(".py") for name in files}
    left = [added]

    def use_packages() -> None:
        library.load_extensions()
        while left:
            vars(sys)["meta_path"].insert(-1, left.pop())

    if warm_library.find_imported(sources, packages):
        use_packages()
    for name in warm_library.find_imported(sources, warm_library.WARM_IF_USED):
        importlib.import_module(name)
    known = {*warm_library.WITHOUT_EXTENSIONS, *own}
    if not warm_library.imports_only(sources, known):
        library.load_extensions()
    return use_packages


if __name__ == "__main__":
    ROOT, DESCRIPTOR, *PACKAGES = sys.argv[1:]
    serve(socket.socket(fileno=int(DESCRIPTOR)), load_main(ROOT, PACKAGES), PACKAGES)
