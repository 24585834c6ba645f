"""The warm process that forks workers.

It is started by exec with a clean environment, and stays ignorant: every worker inherits all of
its memory, so no expected value, test or reference may ever be in it. It runs no student's code
and reads nothing that a worker writes.

The judge asks over a socket, one message a request: `spawn` with the worker's three pipes attached,
`kill` which answers how the worker ended, `discard` which answers nothing. `python zygote.py ROOT
SOCKET` is followed by the box and the module with the types that cross, as JSON.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
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
    def __init__(self, judge: socket.socket, server: Any, memory: int) -> None:
        self.judge, self.server, self.memory = judge, server, memory
        self.nothing = os.open(os.devnull, os.O_RDWR)
        self.descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.workers: set[int] = set()

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

    def do_spawn(self, _request: dict[str, Any], pipes: list[int]) -> dict[str, Any]:
        try:
            pid = os.fork()
        except OSError as error:
            return {"error": f"cannot start a worker: {error.strerror}"}
        else:
            if pid == 0:
                self.become_worker(pipes)
            self.workers.add(pid)
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
        self.workers.discard(pid)
        return {"status": os.waitstatus_to_exitcode(status)}

    def do_discard(self, request: dict[str, Any], pipes: list[int]) -> None:
        self.do_kill(request, pipes)

    def become_worker(self, pipes: list[int]) -> None:
        """Never returns."""
        try:
            for standard in (0, 1, 2):
                os.dup2(self.nothing, standard)
            for target, pipe in zip((QUESTIONS, ANSWERS, SAMPLES), pipes, strict=True):
                os.dup2(pipe, target)
            os.closerange(3, QUESTIONS)
            os.closerange(SAMPLES + 1, self.descriptors)
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            # Confinement belongs here: after the limits, before anything of a submission is read.
            self.server.serve()
        finally:
            os._exit(70)


def main() -> None:
    root, descriptor, text = sys.argv[1:]
    settings = json.loads(text)
    sys.path.insert(0, root)
    for name in WARM:
        importlib.import_module(name)
    worker = importlib.import_module("autograder.sandbox.worker")
    sys.path.remove(root)
    worker.prepare(settings["box"], settings["types"])
    ready = worker.Server((QUESTIONS, ANSWERS, SAMPLES), settings["box"], settings["types"])
    judge = socket.socket(fileno=int(descriptor))
    zygote = Zygote(judge, ready, settings["memory"])
    gc.collect()
    gc.freeze()
    judge.sendall(b'{"ready": true}')
    zygote.serve()
    for pid in list(zygote.workers):
        zygote.do_kill({"pid": pid}, [])


if __name__ == "__main__":
    main()
