"""The warm process that forks workers.

It is started by exec with a clean environment, and stays ignorant: every worker inherits all of
its memory, so no expected value, test or reference may ever be in it. It runs no student's code
and reads nothing that a worker writes.

Its first message tells how it will confine workers, or that it cannot, and why. Then the judge asks
over a socket, one message a request: `spawn` with the worker's three pipes attached, `kill` which
answers how the worker ended, `discard` which answers nothing. `python zygote.py ROOT SOCKET` finds
its settings there first, see `forked.Zygote`: a command line would be in the memory of workers.
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
from typing import Any

WARM = (
    *("argparse", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "random", "re", "string", "traceback", "typing"),
)
MAX_MESSAGE = 65536
QUESTIONS, ANSWERS, SAMPLES = 60, 61, 62


class Zygote:
    def __init__(self, judge: socket.socket, server: Any, confinement: Any) -> None:
        self.judge, self.server, self.confinement = judge, server, confinement
        self.own = os.getpid()
        self.workers: dict[int, str] = {}

    def serve(self) -> None:
        while True:
            try:
                message, pipes, _, _ = socket.recv_fds(self.judge, MAX_MESSAGE, 3)
            except ConnectionResetError:
                return
            if not message:
                return
            request = json.loads(message)
            answer = getattr(self, f"do_{request['op']}")(request, pipes)
            if answer is not None:
                self.judge.sendall(json.dumps(answer).encode())

    def do_spawn(self, request: dict[str, Any], pipes: list[int]) -> dict[str, Any]:
        try:
            self.confinement.make(request["scratch"])
            pid = os.fork()
        except OSError as error:
            return {"error": f"cannot start a worker: {error.strerror}"}
        else:
            if pid == 0:
                self.become_worker(pipes, request["scratch"])
            self.workers[pid] = request["scratch"]
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
        with contextlib.suppress(OSError):  # The judge removes what is not empty.
            os.rmdir(self.workers.pop(pid))
        return {"status": os.waitstatus_to_exitcode(status)}

    def do_discard(self, request: dict[str, Any], pipes: list[int]) -> None:
        self.do_kill(request, pipes)

    def become_worker(self, pipes: list[int], scratch: str) -> None:
        """Never returns."""
        try:
            nothing = os.open(os.devnull, os.O_RDWR)  # Its own: flags and locks would be shared.
            for standard in (0, 1, 2):
                os.dup2(nothing, standard)
            for target, pipe in zip((QUESTIONS, ANSWERS, SAMPLES), pipes, strict=True):
                os.dup2(pipe, target)
            os.closerange(3, QUESTIONS)
            self.confinement.enter(self.own, scratch)
            self.server.serve()
        finally:
            os._exit(70)


def confine(settings: dict[str, Any]) -> Any:
    """The best confinement that works here, of the methods that may be used.

    Raises:
        LookupError: there is none; it holds why, method by method.
    """
    module = importlib.import_module("autograder.sandbox.linux.confinement")
    library = importlib.import_module("autograder.sandbox.linux.readable_paths")
    module.hide_memory()
    user = module.unused_user()
    own = (settings["box"], *settings["libraries"])
    readable = library.readable(settings.pop("secret"))
    ground = module.WorkerEnvironment(settings["place"], settings["memory"], own, readable)
    plans = [plan for plan in module.plans(user) if plan.files in settings["methods"]]
    if plans and user is not None:
        module.hand_over(settings["box"], user)
    ready, failed = module.choose(plans, ground)
    if not ready and settings["required"]:
        raise LookupError(failed)
    return ready or module.Confinement(module.Plan(module.NONE), ground)


def main() -> None:
    root, descriptor = sys.argv[1:]
    sys.path.insert(0, root)
    judge = socket.socket(fileno=int(descriptor))
    settings = json.loads(judge.recv(MAX_MESSAGE))
    try:
        confinement = confine(settings)
    except LookupError as error:
        judge.sendall(json.dumps({"unconfined": error.args[0]}).encode())
        while judge.recv(MAX_MESSAGE):  # Closing with requests unread would take the answer back.
            pass
        return
    for name in (*WARM, *confinement.preloaded):
        importlib.import_module(name)
    worker = importlib.import_module("autograder.sandbox.worker.server")
    sys.path.remove(root)
    box = worker.prepare(settings["box"], settings["types"])
    ready = worker.Server((QUESTIONS, ANSWERS, SAMPLES), box, settings["types"])
    zygote = Zygote(judge, ready, confinement)
    gc.collect()
    gc.freeze()
    judge.sendall(json.dumps({"confinement": confinement.plan.told()}).encode())
    zygote.serve()
    for pid in list(zygote.workers):
        zygote.do_kill({"pid": pid}, [])


if __name__ == "__main__":
    main()
