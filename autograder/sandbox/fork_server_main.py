"""The fork server: a warm process that forks workers.

It is started by exec with a clean environment and must stay ignorant: every worker inherits all of
its memory, so that must never hold an expected value, a test or a reference solution. It runs no
student's code and reads nothing that a worker writes.

    python fork_server_main.py ROOT SOCKET

The first message on the socket has its settings, see `fork_server.ForkServer`: a command line would
be in the workers' memory. Its own first message is how it confines workers, or why it cannot. Then
each message is a request: `spawn`, with the worker's three pipes attached, is answered with a
process id, `kill` with the exit status and why the worker was never ready, `discard` not at all.
So is `preload`, with a socket attached: a second fork server, forked from this one, imports pytest
and then serves on that socket, so that only workers for a student's tests have to carry it.

It ignores signals that end other programs: it ends when the judge's end of the socket closes. Then
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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.sandbox.linux.confinement import Confinement
    from autograder.sandbox.worker.server import Server

WARM = (
    *("argparse", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "random", "re", "string", "traceback", "typing"),
)
MAX_MESSAGE = 65536
READY, REQUESTS, RESPONSES, SAMPLES = 59, 60, 61, 62
REPORT = b"ready"
IGNORED = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT
REMOVE = 'chmod -R u+rwx "$0"; rm -rf -- "$0"'


class Forker:
    """Forks, kills and reaps workers at the judge's request."""

    def __init__(self, judge: socket.socket, server: Server, confinement: Confinement) -> None:
        self.judge, self.server, self.confinement = judge, server, confinement
        self.pid = os.getpid()
        self.workers: dict[int, tuple[str, int]] = {}
        """The scratch folder of each, and a pipe on which it reports to be ready, or why not."""
        self.preloaded = 0
        """The process id of the second fork server."""

    def serve(self) -> None:
        while True:
            message, pipes, _, _ = socket.recv_fds(self.judge, MAX_MESSAGE, 3)
            if not message:
                return
            request = json.loads(message)
            reply = getattr(self, f"do_{request['op']}")(request, pipes)
            if reply is not None:
                self.judge.sendall(json.dumps(reply).encode())

    def do_spawn(self, request: dict[str, Any], pipes: list[int]) -> dict[str, Any]:
        scratch = request["scratch"]
        try:
            if len(pipes) < 3:  # The kernel drops those for which there is no room.
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            self.confinement.make_scratch(scratch)
            ready, report = os.pipe()
            pipes.append(report)
            try:
                pid = os.fork()
            except OSError:
                os.close(ready)
                raise
        except OSError as error:
            return {"error": f"cannot start a worker: {error.strerror}"}
        else:
            if pid == 0:
                self.become_worker(pipes, scratch)
            self.workers[pid] = scratch, ready
            return {"pid": pid}
        finally:
            for pipe in pipes:
                os.close(pipe)

    def do_kill(self, request: dict[str, Any], _pipes: list[int]) -> dict[str, Any]:
        pid = request["pid"]
        try:
            os.killpg(pid, signal.SIGKILL)  # It leads a group: what it forked ends with it.
        except ProcessLookupError:
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        scratch, ready = self.workers.pop(pid)
        with open(ready, "rb") as pipe:
            report = pipe.read()
        with contextlib.suppress(OSError):  # The judge removes a folder that is not empty.
            os.rmdir(scratch)
        reason = report.decode("utf-8", "replace") or "it ended before it was ready"
        unready = "" if report == REPORT else reason
        return {"status": os.waitstatus_to_exitcode(status), "unready": unready}

    def do_discard(self, request: dict[str, Any], pipes: list[int]) -> None:
        self.do_kill(request, pipes)

    def do_preload(self, _request: dict[str, Any], sockets: list[int]) -> None:
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
            self.pid, self.preloaded = os.getpid(), 0
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

    def become_worker(self, pipes: list[int], scratch: str) -> None:
        """Confine this process, report that or why it failed, and serve. Never returns."""
        try:
            try:
                self.set_up(pipes, scratch)
            except BaseException as error:
                os.write(READY, f"{type(error).__name__}: {error}".encode()[:1000])
            else:
                os.write(READY, REPORT)
                os.close(READY)
                self.server.serve()
        finally:
            os._exit(70)

    def set_up(self, pipes: list[int], scratch: str) -> None:
        for number in IGNORED:
            default = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, default)
        self.server.discard_standard_streams()
        for target, pipe in zip((REQUESTS, RESPONSES, SAMPLES, READY), pipes, strict=True):
            os.dup2(pipe, target)
        os.closerange(3, READY)
        self.confinement.enter(self.pid, scratch)

    def kill_all(self) -> None:
        for pid in list(self.workers):
            self.do_kill({"pid": pid}, [])
        if self.preloaded:
            os.waitpid(self.preloaded, 0)  # The judge has closed its socket, too.


def confine(settings: dict[str, Any]) -> Confinement:
    """Return the best confinement that works here, by one of the settings' plans if any are named.

    Raises:
        LookupError: there is none; its argument maps each plan to its fault.
    """
    from autograder.sandbox.linux import confinement, trial

    confinement.hide_memory()
    user = confinement.unused_user()
    environment = confinement.WorkerEnvironment(
        settings["folder"],
        settings["memory"],
        settings["box"],
    )
    allowed = settings["plans"]
    plans = [p for p in confinement.plans(user) if allowed is None or p.files in allowed]
    if plans and user is not None:
        confinement.grant_access(settings["box"], user)
    ready, faults = trial.choose(plans, environment, settings.pop("secret"))
    if not ready and settings["required"]:
        raise LookupError(faults)
    return ready or confinement.Confinement(confinement.Plan(confinement.NONE), environment)


def use_library(packages: list[str], root: str) -> None:
    """Import the standard library and these packages from memory from now on."""
    from autograder.sandbox.linux.library import Library

    folders = [folder for folder in sys.path if folder != root]
    sys.meta_path.insert(-1, Library(folders, packages))
    sys.path[:] = [root]


def remove_folder(folder: str) -> None:
    """Remove a folder; if it is not empty, by becoming a command that does."""
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return
    except OSError:
        os.execv("/bin/sh", ["/bin/sh", "-c", REMOVE, folder])


def send_last(judge: socket.socket, message: dict[str, Any]) -> None:
    """Send a message and wait until the judge has closed its end."""
    judge.sendall(json.dumps(message).encode())
    while judge.recv(MAX_MESSAGE):  # Closing with requests unread would discard the message.
        pass


def serve(root: str, judge: socket.socket, settings: dict[str, Any]) -> None:
    """Serve until the judge closes its end of the socket."""
    try:
        confinement = confine(settings)
    except LookupError as error:
        send_last(judge, {"unconfined": error.args[0]})
        return
    use_library(settings["libraries"], root)
    for name in WARM:
        importlib.import_module(name)
    from autograder.sandbox.worker.bootstrap import make_server

    pipes = REQUESTS, RESPONSES, SAMPLES
    forker = Forker(
        judge, make_server(root, pipes, settings["box"], settings["types"]), confinement
    )
    forker.announce_and_serve()


def main() -> None:
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    root, descriptor = sys.argv[1:]
    sys.path.insert(0, root)
    judge = socket.socket(fileno=int(descriptor))
    message = judge.recv(MAX_MESSAGE)
    if not message:
        return
    settings = json.loads(message)
    folder = settings["folder"]
    try:
        serve(root, judge, settings)
    except (BrokenPipeError, ConnectionResetError):  # The judge has ended.
        pass
    except OSError as error:
        with contextlib.suppress(OSError):
            send_last(judge, {"error": f"it failed: {error}"})
    finally:
        remove_folder(folder)


if __name__ == "__main__":
    main()
