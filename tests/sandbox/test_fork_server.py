"""Failures of the fork server."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from autograder.sandbox import fork_server
from autograder.sandbox.backend import SandboxError, Settings
from autograder.sandbox.fork_server import ForkServer


def test_death_of_the_fork_server_is_the_graders_fault(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("")
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    server.process.kill()
    server.process.wait()
    with pytest.raises(SandboxError, match="the process that starts workers"):
        server.start().usage()
    server.close()


def test_fork_server_that_does_not_reply_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fork_server, "START_SECONDS", 0.2)
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    server.process.send_signal(signal.SIGSTOP)
    for _ in range(2):
        with pytest.raises(SandboxError, match="the process that starts workers"):
            server.start().usage()
    server.close()
    assert server.process.returncode == -signal.SIGKILL


def test_worker_that_cannot_start_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later replies still go to the right workers."""
    (tmp_path / "own.py").write_text("import os\nf = os.getpid\n")
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    started = [server.start() for _ in range(3)]
    assert server.await_pid(started[0]) > 0
    replies = [server.receive(), server.receive()]
    remaining = iter([SandboxError("no"), replies[1]])

    def receive() -> dict[str, int]:
        reply = next(remaining)
        if isinstance(reply, SandboxError):
            raise reply
        return dict(reply)

    with monkeypatch.context() as patched:
        patched.setattr(server, "receive", receive)
        with pytest.raises(SandboxError):
            server.await_pid(started[1])
        assert server.await_pid(started[2]) == replies[1]["pid"]
    started[1].close()
    started[2].close()
    started[0].close()
    server.close()


def test_no_room_for_a_worker_is_the_graders_fault(tmp_path: Path) -> None:
    """It is not the submission's, whose code has not run."""
    server = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    assert server.confinement
    Path(server.folder).rmdir()
    with pytest.raises(SandboxError, match="cannot start a worker: No such file or directory"):
        server.start().usage()
    server.close()
