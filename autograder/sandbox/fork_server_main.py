"""The fork server: a warm process that forks workers.

It is started by exec with a clean environment and must stay ignorant: every worker inherits all of
its memory, so that must never hold an expected value, a test or a reference solution. It runs no
student's code and reads nothing that a worker writes.

    python fork_server_main.py ROOT SOCKET

The first message on the socket has its settings, see `fork_server.ForkServer`: a command line would
be in the workers' memory. Its own first message is how it confines workers, or why it cannot. Then
each message is a request: `spawn`, with the worker's three pipes attached, is answered with a
process id, `kill` with the exit status, `discard` not at all.
"""

from __future__ import annotations

import contextlib
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
REQUESTS, RESPONSES, SAMPLES = 60, 61, 62


class Forker:
    """Forks, kills and reaps workers at the judge's request."""

    def __init__(self, judge: socket.socket, server: Server, confinement: Confinement) -> None:
        self.judge, self.server, self.confinement = judge, server, confinement
        self.pid = os.getpid()
        self.scratch_folders: dict[int, str] = {}

    def serve(self) -> None:
        while True:
            try:
                message, pipes, _, _ = socket.recv_fds(self.judge, MAX_MESSAGE, 3)
            except ConnectionResetError:
                return
            if not message:
                return
            request = json.loads(message)
            reply = getattr(self, f"do_{request['op']}")(request, pipes)
            if reply is not None:
                self.judge.sendall(json.dumps(reply).encode())

    def do_spawn(self, request: dict[str, Any], pipes: list[int]) -> dict[str, Any]:
        try:
            self.confinement.make_scratch(request["scratch"])
            pid = os.fork()
        except OSError as error:
            return {"error": f"cannot start a worker: {error.strerror}"}
        else:
            if pid == 0:
                self.become_worker(pipes, request["scratch"])
            self.scratch_folders[pid] = request["scratch"]
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
        with contextlib.suppress(OSError):  # The judge removes a folder that is not empty.
            os.rmdir(self.scratch_folders.pop(pid))
        return {"status": os.waitstatus_to_exitcode(status)}

    def do_discard(self, request: dict[str, Any], pipes: list[int]) -> None:
        self.do_kill(request, pipes)

    def become_worker(self, pipes: list[int], scratch: str) -> None:
        """Confine this process and serve. Never returns."""
        try:
            self.server.discard_standard_streams()
            for target, pipe in zip((REQUESTS, RESPONSES, SAMPLES), pipes, strict=True):
                os.dup2(pipe, target)
            os.closerange(3, REQUESTS)
            self.confinement.enter(self.pid, scratch)
            self.server.serve()
        finally:
            os._exit(70)


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


def main() -> None:
    root, descriptor = sys.argv[1:]
    sys.path.insert(0, root)
    judge = socket.socket(fileno=int(descriptor))
    settings = json.loads(judge.recv(MAX_MESSAGE))
    try:
        confinement = confine(settings)
    except LookupError as error:
        judge.sendall(json.dumps({"unconfined": error.args[0]}).encode())
        while judge.recv(MAX_MESSAGE):  # Closing with requests unread would discard the message.
            pass
        return
    use_library(settings["libraries"], root)
    for name in WARM:
        importlib.import_module(name)
    from autograder.sandbox.worker.bootstrap import make_server

    pipes = REQUESTS, RESPONSES, SAMPLES
    forker = Forker(
        judge, make_server(root, pipes, settings["box"], settings["types"]), confinement
    )
    gc.collect()
    gc.freeze()
    judge.sendall(json.dumps({"confinement": confinement.plan.mechanisms()}).encode())
    forker.serve()
    for pid in list(forker.scratch_folders):
        forker.do_kill({"pid": pid}, [])


if __name__ == "__main__":
    main()
