"""The fork server: a warm process that forks workers.

It is started by exec with a clean environment and must stay ignorant: every worker inherits all of
its memory, so that must never hold an expected value, a test or a reference solution. It runs no
student's code. Of what workers write it reads only the bytecode of the submission's files, which
the first one compiles before any of that code runs; to this process it is no more than bytes.

    python fork_server_main.py ROOT SOCKET

The first message on the socket has its settings, see `fork_server.ForkServer`: a command line would
be in the workers' memory. Its own first message is how it confines workers, or why it cannot. Then
each message is a request: `spawn`, with three pipes attached for each of `count` workers, is
answered with their process ids and scratch folders, `kill` with the exit status and why the worker
was never ready, `read_box` with whether it was read again, `discard` not at all. Replies also name
the folders of ended workers that hold files, for the judge to remove. `preload`, with a socket, is
not answered either: a second fork server, forked from this one, imports pytest and then serves on
that socket, so that only workers for a student's tests have to carry it.

It blocks signals that end other programs: it ends when the judge's end of the socket closes. Then
it kills all workers and removes their folder.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.sandbox.linux.scratch_folders import ScratchFolder, ScratchFolders
    from autograder.sandbox.linux.syscall import Call
    from autograder.sandbox.linux.warm_library import WarmLibrary
    from autograder.sandbox.worker.serve import Server

MAX_MESSAGE = 65536
READY, REQUESTS, RESPONSES, SAMPLES = 59, 60, 61, 62
REPORT = b"ready"
REPORTS: tuple[Call, ...] = ((os.write, (READY, REPORT)), (os.close, (READY,)))
BLOCKED = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT
UNBLOCK: Call = (importlib.import_module("_signal").pthread_sigmask, (int(signal.SIG_SETMASK), ()))
"""Without the conversion to enums of `signal.pthread_sigmask`."""
NULL = (os.open, (os.devnull, os.O_RDWR))
STANDARD_STREAMS: tuple[Call, ...] = ((os.close, (0,)), NULL, (os.dup2, (0, 1)), (os.dup2, (0, 2)))
"""They replace the streams by the null device, opened as the lowest free descriptor, 0: again in
each worker, since a descriptor that several processes have inherited shares flags and locks."""
MAX_REPORT, MAX_PIPES = 1000, 250
"""The kernel allows 253 descriptors in a message."""


class Forker:
    """Forks, kills and reaps workers at the judge's request."""

    def __init__(
        self,
        judge: socket.socket,
        server: Server,
        folders: ScratchFolders,
        library: WarmLibrary,
        make_calls: Callable[[list[Call]], None],
    ) -> None:
        self.judge, self.server = judge, server
        self.library, self.make_calls = library, make_calls
        self.folders, self.confinement = folders, folders.confinement
        self.left: list[str] = []
        self.workers: dict[int, tuple[ScratchFolder, int]] = {}
        """The scratch folder of each, and a pipe on which it reports to be ready, or why not."""
        self.preloaded = 0
        """The process id of the second fork server."""

    def serve(self) -> None:
        while True:
            message, pipes, _, _ = socket.recv_fds(self.judge, MAX_MESSAGE, MAX_PIPES)
            if not message:
                return
            request = json.loads(message)
            reply = getattr(self, f"do_{request['op']}")(request, pipes)
            if reply is not None:
                self.judge.sendall(json.dumps({**reply, "left": self.left}).encode())
                self.left.clear()

    def do_spawn(self, request: dict[str, Any], pipes: list[int]) -> dict[str, Any]:
        spawned: list[tuple[list[int], ScratchFolder, int, int]] = []
        try:
            if len(pipes) < 3 * request["count"]:  # The kernel drops those without room.
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            # Everything is made before the first fork: later, touched pages have to be copied.
            spawned.extend(
                (pipes[first : first + 3], self.folders.take(), *os.pipe())
                for first in range(0, len(pipes), 3)
            )
            prepared = [
                [*self.steps([*own, end], folder), *REPORTS] for own, folder, _, end in spawned
            ]
            pids = list(map(self.fork, prepared))
        except OSError as error:
            return {"error": f"cannot start a worker: {error.strerror}"}
        finally:
            for pipe in (*pipes, *(end for _, _, _, end in spawned)):
                os.close(pipe)
        for pid, (_, folder, ready, _) in zip(pids, spawned, strict=True):
            self.workers[pid] = folder, ready
        return {"pids": pids, "folders": [folder.path for _, folder, _, _ in spawned]}

    def steps(self, pipes: list[int], folder: ScratchFolder) -> list[Call]:
        """Return the calls that make a child a confined worker with these pipes."""
        ends = zip(pipes, (REQUESTS, RESPONSES, SAMPLES, READY), strict=True)
        named: list[Call] = [*((os.dup2, pair) for pair in ends), (os.closerange, (3, READY))]
        return [UNBLOCK, *STANDARD_STREAMS, *named, *self.confinement.steps(folder)]

    def fork(self, steps: list[Call]) -> int:
        pid = os.fork()
        if not pid:
            self.become_worker(steps)
        os.setpgid(pid, pid)  # No session of its own: the kernel takes 0.4 ms to make one.
        return pid

    def do_kill(self, request: dict[str, Any], _pipes: list[int]) -> dict[str, Any]:
        pid = request["pid"]
        try:
            os.killpg(pid, signal.SIGKILL)  # It leads a process group: what it forked ends with it.
        except ProcessLookupError:
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        folder, ready = self.workers.pop(pid)
        report = os.read(ready, MAX_REPORT)
        os.close(ready)
        if self.folders.release_folder(folder):
            self.left.append(folder.path)
        reason = report.decode("utf-8", "replace") or "it ended before it was ready"
        reason = "" if report == REPORT else reason
        return {"status": os.waitstatus_to_exitcode(status), "unready": reason}

    def do_discard(self, request: dict[str, Any], pipes: list[int]) -> None:
        self.do_kill(request, pipes)

    def do_read_box(self, _request: dict[str, Any], _pipes: list[int]) -> dict[str, Any]:
        """Read the box again, unless its files now need more than is imported."""
        if can_read := self.library.is_prepared_for(self.server.box.path):
            self.server.box.read()
            self.compile_sources()
        return {"read": can_read}

    def do_preload(self, _request: dict[str, Any], sockets: list[int]) -> None:
        if self.preloaded:
            os.waitpid(self.preloaded, 0)  # The judge has closed its socket.
        self.preloaded = os.fork()
        if self.preloaded == 0:
            self.become_preloaded(*sockets)
        for descriptor in sockets:
            os.close(descriptor)

    def become_preloaded(self, descriptor: int) -> None:
        """Import pytest, then serve on this socket. Never returns."""
        try:
            self.judge.close()
            for _, ready in self.workers.values():
                os.close(ready)
            self.judge, self.workers = socket.socket(fileno=descriptor), {}
            self.preloaded = 0
            self.folders.untouched.clear()  # They are the first fork server's.
            self.left.clear()
            self.library.use_packages()
            os.chdir(self.confinement.environment.folder)  # pytest looks around where it starts.
            self.server.preload_pytest(self.announce_and_serve)
        finally:
            os._exit(0)

    def announce_and_serve(self) -> None:
        """Report how workers are confined, and serve until the judge closes its end."""
        gc.collect()
        gc.freeze()
        message = {"confinement": self.confinement.plan.mechanisms()}
        try:
            self.judge.sendall(json.dumps(message).encode())
            self.serve()
        finally:
            self.kill_all()

    def become_worker(self, steps: list[Call]) -> None:
        """Make these calls in a child, then serve, or report why one failed. Never returns."""
        try:
            try:
                self.make_calls(steps)
            except BaseException as error:
                os.write(READY, f"{type(error).__name__}: {error}".encode()[:MAX_REPORT])
            else:
                self.server.serve()
        finally:
            os._exit(70)

    def compile_sources(self) -> None:
        """Let a worker compile the submission's files for all; each compiles what is missing."""
        try:
            folder = self.folders.take()
            reader, writer = os.pipe()
            steps, pid = self.steps([writer] * 4, folder), os.fork()
        except OSError:  # No other worker can be started either, which will be reported.
            return
        if pid == 0:
            try:
                self.make_calls(steps)
                self.server.box.write_bytecode(RESPONSES)
            finally:
                os._exit(0)
        os.close(writer)
        try:
            self.server.box.read_bytecode(reader)
        finally:
            os.close(reader)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        if self.folders.release_folder(folder):
            self.left.append(folder.path)

    def kill_all(self) -> None:
        for pid in list(self.workers):
            self.do_kill({"pid": pid}, [])
        if self.preloaded:
            os.waitpid(self.preloaded, 0)  # The judge has closed its socket, too.
        self.folders.remove_untouched()


def send_last(judge: socket.socket, message: dict[str, Any]) -> None:
    """Send a message and wait until the judge has closed its end. Requests get no more replies."""
    judge.sendall(json.dumps(message).encode())
    judge.shutdown(socket.SHUT_WR)  # The judge need not wait for them.
    while judge.recv(MAX_MESSAGE):  # Closing with requests unread would discard the message.
        pass


def serve(
    root: str, judge: socket.socket, settings: dict[str, Any], loaded: WarmLibrary | None
) -> None:
    """Serve until the judge closes its end of the socket."""
    from autograder.sandbox.linux import scratch_folders, syscall, trial, warm_library

    try:
        folders = scratch_folders.ScratchFolders(trial.confine(settings))
    except LookupError as error:
        send_last(judge, {"unconfined": error.args[0]})
        return
    library = loaded or warm_library.WarmLibrary(root)
    library.prepare_for(settings["box"], settings["libraries"])
    from autograder.sandbox.worker.serve import make_server

    pipes = REQUESTS, RESPONSES, SAMPLES
    server = make_server(root, pipes, settings["box"], settings["types"])
    forker = Forker(judge, server, folders, library, syscall.make_calls)
    server.rehearse()
    forker.compile_sources()
    forker.announce_and_serve()


def block_signals() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED)
    for number in BLOCKED:  # They may be ignored, and workers are to end by them.
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def serve_judge(root: str, descriptor: int, loaded: WarmLibrary | None = None) -> None:
    """Serve the judge at the other end of a socket, with a library if one is loaded already."""
    block_signals()
    os.environ.pop("LD_BIND_NOW", None)
    judge = socket.socket(fileno=os.dup(descriptor))  # Now it has the lowest number.
    os.close(descriptor)
    for number in (READY, REQUESTS, RESPONSES, SAMPLES):  # No pipe of this process may get it.
        os.dup2(0, number)
    if not (message := judge.recv(MAX_MESSAGE)):
        return
    settings = json.loads(message)
    from autograder.sandbox.linux.confinement import remove_folder  # Not to be found afterwards.

    try:
        serve(root, judge, settings, loaded)
    except OSError as error:
        with contextlib.suppress(OSError):  # The judge may have ended.
            send_last(judge, {"error": f"it failed: {error}"})
    finally:
        remove_folder(settings["folder"], settings["box"])


def main() -> None:
    root, descriptor = sys.argv[1:]
    sys.path.insert(0, root)
    serve_judge(root, int(descriptor))
    os._exit(0)  # Python would free each object: 2 ms.


if __name__ == "__main__":
    main()
