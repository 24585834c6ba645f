"""One run at a time writes to a results file, also on Windows."""

from __future__ import annotations

import errno
import os
import sys
import types
from pathlib import Path

import pytest

from autograder.course import run_lock
from autograder.course.errors import CourseError
from autograder.course.run_lock import locked_for_run

if sys.platform != "win32":
    import fcntl


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def test_one_run_at_a_time(path: Path) -> None:
    with locked_for_run(path):
        with pytest.raises(CourseError) as refused, locked_for_run(path):
            pass
        assert f"another run is grading into it (process {os.getpid()} on " in str(refused.value)
        assert str(refused.value).endswith("wait until it ends, or stop it")
    assert list(path.parent.iterdir()) == []
    with locked_for_run(path):
        pass


def test_file_system_without_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other run is grading; to wait for one would not help."""

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    module, name = ("msvcrt", "locking") if sys.platform == "win32" else ("fcntl", "flock")
    monkeypatch.setattr(f"{module}.{name}", no_locks)
    with pytest.raises(CourseError) as refused, locked_for_run(path):
        pass
    assert str(refused.value) == (
        f"{path}: cannot be locked: No locks available; name a file on a disk of this machine"
    )
    assert list(path.parent.iterdir()) == []


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lock as on Windows, and refuse to remove files that are open."""

    def locking(descriptor: int, _mode: int, _count: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def unlink(name: str | Path) -> None:
        if str(name) in map(os.path.realpath, Path("/proc/self/fd").iterdir()):
            raise PermissionError(errno.EACCES, "The process cannot access the file")
        Path(name).unlink()

    console = types.ModuleType("msvcrt")
    console.__dict__.update(LK_NBLCK=2, locking=locking)
    monkeypatch.setattr(run_lock, "msvcrt", console, raising=False)
    monkeypatch.setattr(run_lock, "os", types.SimpleNamespace(**{**vars(os), "unlink": unlink}))
    monkeypatch.setattr(run_lock, "sys", types.SimpleNamespace(platform="win32"))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc lists the files that are open")
@pytest.mark.usefixtures("windows")
def test_run_on_windows_says_who_holds_the_lock_and_leaves_no_file(path: Path) -> None:
    with locked_for_run(path):
        with pytest.raises(CourseError) as refused, locked_for_run(path):
            pass
        assert f"another run is grading into it (process {os.getpid()} on " in str(refused.value)
    assert list(path.parent.iterdir()) == []


def test_lock_that_somebody_else_has_left(path: Path) -> None:
    """A folder stands for a file that this user cannot write, since root can write all."""
    path.with_name(f"{path.name}-lock").mkdir()
    with pytest.raises(CourseError) as refused, locked_for_run(path):
        pass
    start = f"{path}: {path.name}-lock cannot be written: "
    assert str(refused.value).startswith(start)
    assert str(refused.value).endswith("; remove it if no run is grading into this file")


def test_lock_that_is_removed_between_opening_and_locking(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run that held it ends at that moment; a third run must not lock another file."""
    removed: list[Path] = []
    real = run_lock._lock

    def end_other_run_first(descriptor: int) -> bool:
        if not removed:
            removed.extend(path.parent.glob("*-lock"))
            removed[0].unlink()
        return real(descriptor)

    monkeypatch.setattr(run_lock, "_lock", end_other_run_first)
    with locked_for_run(path):
        assert len(removed) == 1
        with pytest.raises(CourseError, match="another run"), locked_for_run(path):
            pass


def test_link_to_results_has_the_same_lock(path: Path) -> None:
    link = path.with_name("link.sqlite")
    link.symlink_to(path.name)
    with locked_for_run(path), pytest.raises(CourseError, match="another run"):
        locked_for_run(link).__enter__()
