"""Failures of the fork server."""

from __future__ import annotations

import contextlib
import errno
import inspect
import io
import os
import resource
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from autograder.sandbox import fork_server, fork_server_main, forked_process
from autograder.sandbox.backend import SandboxError, Settings
from autograder.sandbox.fork_server import ForkServer
from autograder.sandbox.linux import python_process, usage
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.pool import Sandbox
from tests.conftest import wait_for


def test_death_of_the_fork_server_is_the_graders_fault(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("")
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    server.process.kill()
    server.process.wait()
    with pytest.raises(SandboxError, match="the process that starts workers"):
        server.start(1)[0].usage()
    server.close()


def test_fork_server_that_does_not_reply_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fork_server, "START_SECONDS", 0.2)
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    assert isinstance(server.process, subprocess.Popen)
    server.process.send_signal(signal.SIGSTOP)
    for _ in range(2):
        with pytest.raises(SandboxError, match="the process that starts workers"):
            server.start(1)[0].usage()
    server.close()
    assert server.process.returncode == -signal.SIGKILL


def test_failed_start_is_reported_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To end the workers that were requested, the judge waited for a reply: for a minute."""
    (tmp_path / "own.py").write_text("")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    monkeypatch.setattr(python_process, "limits_of_workers", contextlib.nullcontext)

    def start(descriptor: int) -> subprocess.Popen[bytes]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, limit[1]))  # The library is larger.
        try:
            return fork_server._start(descriptor)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)

    started = time.monotonic()
    reason = r"^the process that starts workers: it failed: .*large"
    with Sandbox(tmp_path, backend=lambda one: ForkServer(one, start=start)) as sandbox:
        sandbox.expect("own", 1, 3)
        with pytest.raises(SandboxError, match=reason):
            _ = sandbox.confinement
    assert time.monotonic() - started < fork_server.START_SECONDS / 2


def test_worker_that_cannot_start_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later replies still go to the right workers."""
    (tmp_path / "own.py").write_text("import os\nf = os.getpid\n")
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    started = [server.start(1)[0] for _ in range(3)]
    assert server.await_pid(started[0]) > 0
    replies = [server.receive(), server.receive()]
    remaining = iter([SandboxError("no"), replies[1]])

    def receive() -> dict[str, list[int]]:
        reply = next(remaining)
        if isinstance(reply, SandboxError):
            raise reply
        return dict(reply)

    with monkeypatch.context() as patched:
        patched.setattr(server, "receive", receive)
        with pytest.raises(SandboxError):
            server.await_pid(started[1])
        assert server.await_pid(started[2]) == replies[1]["pids"][0]
    started[1].close()
    started[2].close()
    started[0].close()
    server.close()


def test_no_room_for_a_worker_is_the_graders_fault(tmp_path: Path) -> None:
    """It is not the submission's, whose code has not run."""
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    assert server.confinement
    shutil.rmtree(server.folder)
    with pytest.raises(SandboxError, match="cannot start a worker: No such file or directory"):
        server.start(4)[0].usage()
    server.close()


def test_worker_that_the_kernel_killed_when_memory_ran_out_has_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A submission that kills itself has one, and so has a loop."""
    (tmp_path / "own.py").write_text(
        "import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with Sandbox(tmp_path) as sandbox:
        assert called(sandbox).kind is ResponseKind.ENDED
        monkeypatch.setattr(forked_process, "oom_kills", lambda: usage.oom_kills() + 1)
        with pytest.raises(SandboxError, match="this machine has run out of memory"):
            called(sandbox)


def called(sandbox: Sandbox) -> Response:
    worker = sandbox.worker("own", 1)
    worker.load()
    return worker.call("f", [], 1)


def test_kills_when_memory_ran_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    vmstat = io.BytesIO(b"nr_free_pages 12\noom_kill 7\nzone_reclaim_failed 0\n")
    monkeypatch.setattr(usage, "_open", lambda *_: vmstat)
    assert usage.oom_kills() == 7


def test_signals_do_not_end_the_fork_server(tmp_path: Path) -> None:
    """Those to the judge's group do not even reach it."""
    (tmp_path / "own.py").write_text(
        "import signal\ndef f(): return [type(signal.getsignal(n)).__name__ for n in (1, 2, 15)]\n"
    )
    with Sandbox(tmp_path) as sandbox:
        server = sandbox.backend
        assert isinstance(server, ForkServer)
        assert isinstance(server.process, subprocess.Popen)
        assert sandbox.confinement
        assert os.getpgid(server.process.pid) == os.getsid(server.process.pid) == server.process.pid
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(server.process.pid, number)
        worker = sandbox.worker("own", 1)
        assert worker.load().kind is ResponseKind.VALUE
        handlers = worker.call("f", [], 1).value
        assert handlers == ["Handlers", "builtin_function_or_method", "Handlers"]


@pytest.mark.parametrize("plans", [None, ()], ids=["confined", "unconfined"])
def test_death_of_the_fork_server_ends_a_pending_request(
    tmp_path: Path, plans: tuple[str, ...] | None
) -> None:
    (tmp_path / "own.py").write_text("import os, time\nf = os.getpid\ndef g(): time.sleep(99)\n")
    backend = partial(ForkServer, plans=plans)
    with Sandbox(tmp_path, required=plans is None, backend=backend) as sandbox:
        worker = sandbox.worker("own", 30)
        assert worker.load().kind is ResponseKind.VALUE
        pid = worker.call("f", [], 30).value
        server = sandbox.backend
        assert isinstance(server, ForkServer)
        killing = threading.Timer(0.3, server.process.kill)
        killing.start()
        started = time.monotonic()
        with pytest.raises(SandboxError):
            worker.call("g", [], 30)
        assert time.monotonic() - started < 30
        killing.join()
        wait_for(lambda: not Path(f"/proc/{pid}").exists())
        with pytest.raises(SandboxError):
            sandbox.worker("own", 30).load()


FAULTY_MAIN = """
import os, runpy, resource, sys

sys.path.insert(0, sys.argv[1])
from autograder.sandbox.linux.confinement import Confinement

{fault}
sys.path.pop(0)
runpy.run_path({main!r}, run_name="__main__")
"""
FAULTS = {
    "a worker that cannot be confined": (
        "def refuse(): raise OSError(12, 'no memory')\n"
        "Confinement.steps = lambda *_: [(refuse, ())]",
        "OSError: .* no memory",
    ),
    "a worker that dies before it is ready": (
        "Confinement.steps = lambda *_: [(os._exit, (0,))]",
        "ended before it was ready",
    ),
    "no process for a worker": (
        "def fork(): raise BlockingIOError(11, 'too many processes')\nos.fork = fork",
        "cannot start a worker: too many processes",
    ),
    "no descriptors for a worker's pipes": (
        "from autograder.sandbox.linux.scratch_folders import ScratchFolders\n"
        "def take(folders):\n"
        "    if compiling: compiling.clear()\n"
        "    else: resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\n"
        "    return folders.make()\n"
        "compiling, ScratchFolders.take = [True], take",
        "cannot start a worker: Too many open files",
    ),
}


@pytest.mark.parametrize(("fault", "says"), FAULTS.values(), ids=FAULTS)
def test_worker_that_cannot_be_set_up_is_the_graders_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, says: str
) -> None:
    """Not that of the submission, whose code has not run: it was graded as its exit."""
    main = tmp_path / "main.py"
    main.write_text(FAULTY_MAIN.format(fault=fault, main=str(fork_server._MAIN)))
    monkeypatch.setattr(fork_server, "_MAIN", main)
    (tmp_path / "own.py").write_text("")
    backend = partial(ForkServer, plans=())
    with (
        Sandbox(tmp_path, required=False, backend=backend) as sandbox,
        pytest.raises(SandboxError, match=says),
    ):
        sandbox.worker("own", 1).load()


def test_no_descriptors_for_pipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    pipe: Callable[[], tuple[int, int]] = os.pipe

    def last() -> tuple[int, int]:
        if opened:
            raise OSError(errno.EMFILE, "Too many open files")
        opened.extend(pipe())
        return opened[0], opened[1]

    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    with monkeypatch.context() as patched:
        patched.setattr(os, "pipe", last)
        with pytest.raises(SandboxError, match="Too many open files"):
            server.start(1)
    for descriptor in opened:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)
    server.close()


def test_low_limit_on_open_files_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _kind: (30, 30))
    with pytest.raises(SandboxError, match="may open 30 files at once, but needs 256"):
        ForkServer(Settings(str(tmp_path), "", 1 << 30))


def test_judge_with_many_open_files(tmp_path: Path) -> None:
    """Its socket to the fork server can have a number that a worker gives to its own pipes."""
    (tmp_path / "own.py").write_text("def f(value): return value\n")

    def start(descriptor: int) -> subprocess.Popen[bytes]:
        number = fork_server_main.READY
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # This process may have a file with this number.
                kept = os.dup(number)
                stack.callback(os.close, kept)
                stack.callback(os.dup2, kept, number, inheritable=False)
            os.dup2(descriptor, number)
            stack.callback(os.close, number)
            started: subprocess.Popen[bytes] = inspect.unwrap(fork_server._start)(number)
        return started

    with Sandbox(tmp_path, backend=partial(ForkServer, start=start)) as sandbox:
        assert sandbox.worker("own", 5).load().kind is ResponseKind.VALUE


def test_many_workers_at_once(tmp_path: Path) -> None:
    """The fork server then has so many pipes that one had the number of a worker's own."""
    (tmp_path / "own.py").write_text("def f(value): return value\n")
    with Sandbox(tmp_path) as sandbox:
        workers = [sandbox.worker("own", 5) for _ in range(60)]
        for worker in workers:
            assert worker.load().kind is ResponseKind.VALUE
        values = [worker.call("f", [number], 5).value for number, worker in enumerate(workers)]
        assert values == list(range(60))
        for worker in workers:
            worker.close()
