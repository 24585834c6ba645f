"""The zygote: a process that has loaded what workers need, and forks a jail for each submission.

    python -s -S -P zygote_main.py ROOT SOCKET

It is started by exec with a clean environment and must stay ignorant: all of its memory is
inherited, so that must never hold an expected value, a test, a reference solution or any part of a
submission. Each message on its socket has a socket to a judge attached; for each it forks a jail.

The first message on a jail's socket has its settings, see `zygote.Jail`. The jail confines itself,
rehearses requests with a module of the kit's own, then reads the submission's files. It runs none
of their code. Its own first message is how it confines workers, or why it cannot. Then each message
is a request: `spawn`, with three pipes attached, ends workers that are no longer needed and starts
another, and `kill` ends one and is answered with its exit status. The first line on a worker's pipe
for responses has its process id when it is confined and ready, or why it is not. Workers are known
by their scratch folders.

They block signals that end other programs: they end when the other end of their socket closes, a
jail with all of its workers.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import gc
import importlib
import json
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from autograder.sandbox.linux.jail import Confinement
    from autograder.sandbox.worker.serve import Server

MAX_MESSAGE = 65536
PIPES = REQUESTS, RESPONSES, SAMPLES = 60, 61, 62
READY = b"ready "
READY_SIZE, MAX_REPORT = 20, 1000
BLOCKED = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT
LAST_SECONDS = 5
"""How long the zygote waits for jails at its end."""
MAX_COMPILE_SECONDS = 2
UNBLOCK = int(signal.SIG_SETMASK), ()
set_signal_mask = importlib.import_module("_signal").pthread_sigmask
"""That of `signal` returns enums, for which each worker would have to copy 20 pages of memory."""
SHORTAGES = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
"""No more processes, open files, memory or disk: this says nothing about confinement."""
LOADED = (
    *("argparse", "collections", "copy", "dataclasses", "enum"),
    *("functools", "itertools", "math", "operator", "re"),
    *("locale", "string", "traceback", "typing"),
    *("autograder.sandbox.linux.jail", "autograder.sandbox.linux.selftest"),
    "autograder.sandbox.worker.serve",
)
"""Modules that submissions often import: it takes a worker milliseconds to import one. `argparse`
imports `locale` when it is used."""


class JailServer:
    """Forks, kills and reaps workers at the judge's request."""

    def __init__(self, judge: socket.socket, server: Server, confinement: Confinement) -> None:
        self.judge, self.server, self.confinement = judge, server, confinement
        self.pid = os.getpid()
        self.workers: dict[str, int] = {}
        self.most_open = resource.getrlimit(resource.RLIMIT_NOFILE)[0]

    def serve(self) -> None:
        gc.collect()
        gc.freeze()  # What is collected in a worker is copied first.
        try:
            while True:
                message, received, _, _ = socket.recv_fds(self.judge, MAX_MESSAGE, 3)
                if not message:
                    return
                request = json.loads(message)
                reply = getattr(self, f"do_{request['op']}")(request, received)
                for descriptor in received:
                    os.close(descriptor)
                if reply is not None:
                    self.judge.sendall(json.dumps(reply).encode())
        finally:
            for scratch in list(self.workers):
                self.kill(scratch)

    def do_spawn(self, request: dict[str, Any], pipes: list[int]) -> None:
        scratch = request["scratch"]
        for ended in request["ended"]:
            self.kill(ended)
        if len(pipes) < len(PIPES):  # The kernel drops those without room.
            return
        try:
            pid = os.fork()
        except OSError as error:
            os.write(pipes[1], f"{error.strerror}\n".encode())
            return
        if pid == 0:
            self.become_worker(pipes, scratch, self.server.serve)
        self.workers[scratch] = pid

    def become_worker(self, pipes: list[int], scratch: str, serve: Callable[[], None]) -> None:
        """Confine a child, then serve, or report why that is impossible. Never returns."""
        try:
            try:
                self.confinement.enter_worker(self.pid, scratch)
                for end, number in zip(pipes, PIPES, strict=True):
                    os.dup2(end, number)
                os.closerange(3, REQUESTS)
                os.closerange(SAMPLES + 1, self.most_open)
                os.close(0)
                os.open(os.devnull, os.O_RDWR)  # Again: what is inherited shares flags and locks.
                os.dup2(0, 1)
                os.dup2(0, 2)
                self.confinement.finish_worker()
                set_signal_mask(*UNBLOCK)
            except BaseException as error:
                os.write(RESPONSES, f"{type(error).__name__}: {error}\n".encode()[:MAX_REPORT])
            else:
                os.write(RESPONSES, (READY + b"%d" % os.getpid()).ljust(READY_SIZE - 1) + b"\n")
                serve()
        finally:
            os._exit(70)

    def try_out(self, faults: Callable[[], Iterable[str]]) -> str:
        """Let a first worker test its confinement; return the faults, or an empty string.

        If it could then compile the submission's files, which may crash the compiler or let it
        hang, so can this process, for all workers.
        """
        box = self.server.box

        def serve() -> None:
            os.write(RESPONSES, "; ".join(faults()).encode()[:MAX_REPORT] + b"\n")
            box.compile_all()
            os.write(RESPONSES, b"compiled\n")

        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.become_worker([writer] * len(PIPES), self.confinement.first_scratch, serve)
        os.close(writer)
        with open(reader, "rb", buffering=0) as reports:
            lines = [reports.readline()]
            if lines[0].startswith(READY):
                lines.append(reports.readline())
                if select.select([reader], (), (), MAX_COMPILE_SECONDS)[0] and reports.readline():
                    box.compile_all()
                    self.server.streams.take()  # The compiler's warnings.
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        report = lines[-1] or b"it ended"
        return report.decode("utf-8", "replace").strip()

    def do_kill(self, request: dict[str, Any], _pipes: list[int]) -> dict[str, Any]:
        return {"status": self.kill(request["scratch"])}

    def kill(self, scratch: str) -> int:
        """End a worker, if it has not ended; return its exit status."""
        pid = self.workers.pop(scratch, 0)
        if not pid:  # It could not be started.
            return 0
        os.kill(pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def announce_and_serve(self) -> None:
        """Report how workers are confined, and serve until the judge closes its end."""
        message = {"confinement": self.confinement.plan.mechanisms, "pid": os.getpid()}
        self.judge.sendall(json.dumps(message).encode())
        self.serve()


def serve_jail(root: str, judge: socket.socket, settings: dict[str, Any]) -> None:
    """Become a jail, and serve until the judge closes its end of the socket."""
    from autograder.sandbox.linux import jail, selftest
    from autograder.sandbox.worker import pytest_runner, serve

    confinement = jail.Confinement(settings, [path for path in sys.path if path != root])
    try:
        confinement.enter()
    except OSError as error:
        if error.errno in SHORTAGES:
            raise
        send_last(judge, {"unconfined": error.strerror or str(error)})
        return
    serve.rehearse()
    server = serve.make_server(root, PIPES, settings["box"], settings["types"])
    server.record(settings["recorded"])
    sys.meta_path.append(cast(Any, pytest_runner.Libraries(settings["libraries"])))
    one = JailServer(judge, server, confinement)
    faults = one.try_out(lambda: selftest.faults(confinement.secret))
    if faults and (settings["required"] or "could not" in faults):
        send_last(judge, {"unconfined": faults})
    else:
        serve_workers = one.announce_and_serve
        if settings["preload"]:
            os.chdir(confinement.scratch)  # pytest looks around there; workers may not write.
            serve_workers = functools.partial(server.preload_pytest, serve_workers)
        confinement.secret.clear()  # Workers could find the paths in their memory.
        settings.clear()
        serve_workers()


def send_last(judge: socket.socket, message: dict[str, Any]) -> None:
    """Send a message and wait until the judge has closed its end. Requests get no more replies."""
    judge.sendall(json.dumps({**message, "pid": os.getpid()}).encode())
    judge.shutdown(socket.SHUT_WR)  # The judge need not wait for them.
    while judge.recv(MAX_MESSAGE):  # Closing with requests unread would discard the message.
        pass


def become_jail(root: str, descriptor: int) -> None:
    """Serve the judge at the other end of a socket. Never returns."""
    try:
        judge = socket.socket(fileno=descriptor)
        if message := judge.recv(MAX_MESSAGE):
            try:
                serve_jail(root, judge, json.loads(message))
            except OSError as error:
                with contextlib.suppress(OSError):  # The judge may have ended.
                    send_last(judge, {"error": f"it failed: {error}"})
    finally:
        os._exit(0)


def load() -> None:
    """Load what is the same for all jails."""
    for name in LOADED:
        importlib.import_module(name)
    from autograder.sandbox.linux.syscall import PR_SET_DUMPABLE, prctl

    prctl(PR_SET_DUMPABLE, 0)  # No worker may read its memory.
    gc.collect()
    gc.freeze()


def main() -> None:
    root, descriptor = sys.argv[1:]
    sys.path.insert(0, root)
    signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED)
    for blocked in BLOCKED:  # They may be ignored, and workers are to end by them.
        signal.signal(blocked, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    control = socket.socket(fileno=os.dup(int(descriptor)))  # Now it has the lowest number.
    os.close(int(descriptor))
    for number in PIPES:  # No pipe of a jail may get it.
        os.dup2(0, number)
    load()
    while True:
        message, judges, _, _ = socket.recv_fds(control, MAX_MESSAGE, 1)
        reap(os.WNOHANG)
        if not message:
            break
        with contextlib.suppress(OSError):  # The judge sees that there is no jail.
            if os.fork() == 0:
                control.close()
                become_jail(root, *judges)
        for judge in judges:
            os.close(judge)
    signal.alarm(LAST_SECONDS)
    reap(0)


def reap(options: int) -> None:
    """Reap jails that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


if __name__ == "__main__":
    main()
    os._exit(0)  # Python would free each object: 2 ms.
