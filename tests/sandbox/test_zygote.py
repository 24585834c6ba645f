"""Failures of the zygote and of jails."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from autograder.sandbox import zygote
from autograder.sandbox.backend import SandboxError, Settings
from autograder.sandbox.linux import usage
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.zygote import Jail, Zygote, shared_zygote
from tests.conftest import wait_for
from tests.sandbox.conftest import call


def jail_for(box: Path) -> Jail:
    return Jail(Settings(str(box), "", 1 << 30))


def test_another_zygote_replaces_one_that_has_ended(tmp_path: Path) -> None:
    """For the grading that sees it, it is the grader's fault."""
    shared_zygote().process.kill()
    shared_zygote().process.wait()
    with pytest.raises(SandboxError, match="the process that starts workers"):
        jail_for(tmp_path)
    with Sandbox(tmp_path) as sandbox:
        assert sandbox.confinement


def test_worker_that_the_kernel_killed_when_memory_ran_out_has_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A submission that kills itself has one, and so has a loop, whatever else ran out of it."""
    (tmp_path / "own.py").write_text(
        "import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGKILL)\n"
        "def loop():\n    while True: pass\n"
    )
    with Sandbox(tmp_path) as sandbox:
        assert called(sandbox).kind is ResponseKind.ENDED
        monkeypatch.setattr(zygote, "oom_kills", lambda: usage.oom_kills() + 1)
        with pytest.raises(SandboxError, match="this machine has run out of memory"):
            called(sandbox)
        assert called(sandbox, "loop").kind is ResponseKind.TIMED_OUT


AFTER_REHEARSAL = """
import os, signal, sys

def is_open(number):
    try:
        return bool(os.fstat(number))
    except OSError:
        return False

def f():
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("self"), "objects"):
        frame = frame.f_back
    server = frame.f_locals["self"]
    same = signal.getsignal(signal.SIGALRM) == server.sampler.sample
    state = len(server.objects.kept), len(server.parts.values)
    return "sample" in sys.modules, list(filter(is_open, range(64))), same, state
"""


def test_jail_that_rehearses_leaves_no_trace_in_workers(tmp_path: Path) -> None:
    """No module, open file, timer or object; one list, of the arguments of this call."""
    (tmp_path / "own.py").write_text(AFTER_REHEARSAL)
    with Sandbox(tmp_path) as sandbox:
        assert called(sandbox).value == (False, [0, 1, 2, 60, 61, 62], True, (0, 1))


def test_rehearsal_takes_the_way_of_requests_that_succeed() -> None:
    """One that failed would save nothing, and nobody would notice."""
    program = (
        "from autograder.sandbox.worker import serve\n"
        "def send(server, response):\n"
        "    kinds.append(response.get('kind', 'value'))\n"
        "kinds, serve.Server.send = [], send\n"
        "serve.rehearse()\n"
        "raise SystemExit({*kinds} != {'value'})"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def called(sandbox: Sandbox, function: str = "f") -> Response:
    worker = sandbox.worker("own", 1)
    worker.load()
    return call(worker, function, [], 1)


def test_kills_when_memory_ran_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    vmstat = io.BytesIO(b"nr_free_pages 12\noom_kill 7\nzone_reclaim_failed 0\n")
    monkeypatch.setattr(usage, "_open", lambda *_: vmstat)
    assert usage.oom_kills() == 7


def test_death_of_a_jail_ends_a_pending_request(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("import os, time\nf = os.getpid\ndef g(): time.sleep(99)\n")
    with Sandbox(tmp_path) as sandbox:
        worker = sandbox.worker("own", 30)
        assert worker.load().kind is ResponseKind.VALUE
        pid = call(worker, "f", [], 30).value
        jail = sandbox.backend
        assert isinstance(jail, Jail)
        assert jail.confinement  # Its process id comes with that.
        killing = threading.Timer(0.3, os.kill, (jail.pid, signal.SIGKILL))
        killing.start()
        started = time.monotonic()
        with pytest.raises(SandboxError):
            call(worker, "g", [], 30)
        assert time.monotonic() - started < 30
        killing.join()
        wait_for(lambda: not Path(f"/proc/{pid}").exists())
        with pytest.raises(SandboxError):
            sandbox.worker("own", 30).load()


WITHOUT_PROCESSES = """
import os, runpy, sys

forks = []
fork = os.fork

def third_fails():
    forks.append(1)
    if len(forks) == 3:  # The first is the jail, the second its first worker.
        raise BlockingIOError(11, "too many processes")
    return fork()

os.fork = third_fails
runpy.run_path({main!r}, run_name="__main__")
"""


def test_worker_that_cannot_be_started_is_the_graders_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that of the submission, whose code has not run: it was graded as its exit."""
    main = tmp_path / "main.py"
    main.write_text(WITHOUT_PROCESSES.format(main=str(zygote._MAIN)))
    monkeypatch.setattr(zygote, "_MAIN", main)
    faulty = Zygote()
    monkeypatch.setattr(zygote, "shared_zygote", lambda: faulty)
    (tmp_path / "own.py").write_text("")
    says = "could not be started: too many processes"
    with Sandbox(tmp_path) as sandbox, pytest.raises(SandboxError, match=says):
        sandbox.worker("own", 1, spare=False).load()
    faulty.close()


def test_many_workers_at_once(tmp_path: Path) -> None:
    """The jail then has so many pipes that one had the number of a worker's own."""
    (tmp_path / "own.py").write_text("def f(value): return value\n")
    with Sandbox(tmp_path) as sandbox:
        workers = [sandbox.worker("own", 5) for _ in range(60)]
        for worker in workers:
            assert worker.load().kind is ResponseKind.VALUE
        values = [call(worker, "f", [number], 5).value for number, worker in enumerate(workers)]
        assert values == list(range(60))
        for worker in workers:
            worker.close()
