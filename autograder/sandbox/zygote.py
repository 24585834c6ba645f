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

WARM = ("collections", "copy", "dataclasses", "enum", "functools", "itertools", "math", "operator")
WARM += ("random", "re", "string", "traceback", "typing")
MAX_MESSAGE = 65536
QUESTIONS, ANSWERS, SAMPLES = 60, 61, 62


class Zygote:
    def __init__(self, judge: socket.socket, box: str, types: str, memory: int) -> None:
        self.judge, self.box, self.types, self.memory = judge, box, types, memory
        self.nothing = os.open(os.devnull, os.O_RDWR)
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
        if pid == 0:
            self.become_worker(pipes)
        for pipe in pipes:
            os.close(pipe)
        self.workers.add(pid)
        return {"pid": pid}

    def do_kill(self, request: dict[str, Any], _pipes: list[int]) -> dict[str, Any]:
        pid = request["pid"]
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        self.workers.discard(pid)
        return {"status": os.waitstatus_to_exitcode(status)}

    def do_discard(self, request: dict[str, Any], pipes: list[int]) -> None:
        self.do_kill(request, pipes)

    def become_worker(self, pipes: list[int]) -> None:
        """Never returns."""
        from autograder.sandbox import worker  # noqa: PLC0415 - imported already, see main()

        try:
            for standard in (0, 1, 2):
                os.dup2(self.nothing, standard)
            for target, pipe in zip((QUESTIONS, ANSWERS, SAMPLES), pipes, strict=True):
                os.dup2(pipe, target)
            os.closerange(3, QUESTIONS)
            os.closerange(SAMPLES + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
            os.setsid()
            limit(self.memory)
            # Confinement belongs here: after the limits, before anything of a submission is read.
            os.chdir(self.box)
            worker.prepare(self.box, self.types)
            worker.Worker(QUESTIONS, ANSWERS, SAMPLES, self.box, self.types).serve()
        finally:
            os._exit(70)


def limit(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    root, descriptor, settings = sys.argv[1:]
    sys.argv[:] = [""]
    sys.path.insert(0, root)
    for name in ("autograder.sandbox.worker", *WARM):
        importlib.import_module(name)
    sys.path.remove(root)
    judge = socket.socket(fileno=int(descriptor))
    zygote = Zygote(judge, **json.loads(settings))
    if zygote.types:
        sys.path.insert(0, zygote.box)
        importlib.import_module(zygote.types)
        sys.path.remove(zygote.box)
    gc.collect()
    gc.freeze()
    judge.sendall(b'{"ready": true}')
    zygote.serve()


if __name__ == "__main__":
    main()
