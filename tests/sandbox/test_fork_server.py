"""The process that forks workers, when it fails."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from autograder.sandbox import fork_server
from autograder.sandbox.backend import SandboxError, Settings
from autograder.sandbox.fork_server import ForkServer


def test_zygote_that_dies_is_the_graders_fault(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("")
    zygote = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    zygote.process.kill()
    zygote.process.wait()
    with pytest.raises(SandboxError, match="the process that starts workers"):
        zygote.start().cpu()
    zygote.close()


def test_zygote_that_does_not_answer_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fork_server, "START_SECONDS", 0.2)
    zygote = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    zygote.process.send_signal(signal.SIGSTOP)
    for _ in range(2):
        with pytest.raises(SandboxError, match="the process that starts workers"):
            zygote.start().cpu()
    zygote.close()
    assert zygote.process.returncode == -signal.SIGKILL


def test_worker_that_cannot_be_started_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers after it go to the workers that they are about."""
    (tmp_path / "own.py").write_text("import os\nf = os.getpid\n")
    zygote = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    started = [zygote.start() for _ in range(3)]
    assert zygote.settle(started[0]) > 0
    answers = [zygote.receive(), zygote.receive()]
    told = iter([SandboxError("no"), answers[1]])

    def receive() -> dict[str, int]:
        answer = next(told)
        if isinstance(answer, SandboxError):
            raise answer
        return dict(answer)

    with monkeypatch.context() as patched:
        patched.setattr(zygote, "receive", receive)
        with pytest.raises(SandboxError):
            zygote.settle(started[1])
        assert zygote.settle(started[2]) == answers[1]["pid"]
    assert started[1].kill() == 0
    started[2].close()
    started[0].close()
    zygote.close()


def test_no_room_for_a_worker_is_the_graders_fault(tmp_path: Path) -> None:
    """Not that of the submission, whose code has not run."""
    zygote = ForkServer(Settings(str(tmp_path), "", 1 << 30))
    assert zygote.confinement
    Path(zygote.place).rmdir()
    with pytest.raises(SandboxError, match="cannot start a worker: No such file or directory"):
        zygote.start().cpu()
    zygote.close()
