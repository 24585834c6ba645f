"""Scratch folders: which of them serve another worker."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox import client
from autograder.sandbox.fork_server import ForkServer
from autograder.sandbox.linux.confinement import NO_FILES, NONE, Confinement, Plan
from autograder.sandbox.linux.confinement import WorkerEnvironment as Environment
from autograder.sandbox.linux.scratch_folders import ScratchFolders
from autograder.sandbox.pool import SPARES, Sandbox


def folders(place: Path, plan: str = NONE) -> ScratchFolders:
    return ScratchFolders(Confinement(Plan(plan), Environment(str(place), 1 << 30, "/box")))


def test_untouched_folder_is_used_again(tmp_path: Path) -> None:
    made = folders(tmp_path)
    first, second = made.take(), made.take()
    assert first.path != second.path
    assert not made.release_folder(first)
    assert made.take() is first


def write(folder: Path) -> None:
    (folder / "file").write_text("")


def leave_nothing(folder: Path) -> None:
    (folder / "file").write_text("")
    (folder / "file").unlink()


def make_folder(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)


TOUCHED: dict[str, tuple[Callable[[Path], object], bool]] = {
    "file": (write, True),
    "folders": (make_folder, True),
    "file removed again": (leave_nothing, False),
    "mode": (lambda folder: folder.chmod(0o711), False),
    "unreadable": (lambda folder: folder.chmod(0), False),
    "times": (lambda folder: os.utime(folder, ns=(1, 1)), False),
    "listed": (lambda folder: os.utime(folder, ns=(1, folder.stat().st_mtime_ns)), False),
    "gone": (lambda folder: folder.rmdir(), True),
}


@pytest.mark.parametrize(("touch", "left"), TOUCHED.values(), ids=TOUCHED)
def test_touched_folder_is_not(tmp_path: Path, touch: Callable[[Path], object], left: bool) -> None:
    made = folders(tmp_path)
    folder = made.take()
    times = os.stat(folder.path)
    touch(Path(folder.path))
    if touch is write:  # As if within a tick of the kernel's clock.
        os.utime(folder.path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert made.release_folder(folder) is left
    assert made.untouched == []
    assert Path(folder.path).exists() is (left and touch is not TOUCHED["gone"][0])


def test_plan_without_files_has_no_folders(tmp_path: Path) -> None:
    made = folders(tmp_path, NO_FILES)
    folder = made.take()
    assert list(tmp_path.iterdir()) == []
    assert not made.release_folder(folder)
    assert not made.discard(folder)


def test_what_a_worker_leaves_is_removed_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that the judge has looked into, since a worker is slow, is not used again."""
    monkeypatch.setattr(client, "SCRATCH_INTERVAL", 60)
    (tmp_path / "own.py").write_text(
        "import os\n"
        "f = os.getcwd\n"
        "def g(): open('left', 'w').close(); return os.getcwd(), os.listdir()\n"
    )
    with Sandbox(tmp_path, required=False) as sandbox:
        places = [called(sandbox, "f") for _ in range(3 * SPARES)]
        assert len(set(places)) <= 2 * SPARES
        written, entries = called(sandbox, "g")
        assert entries == ["left"]
        assert written not in [called(sandbox, "f") for _ in range(3 * SPARES)]
        server = sandbox.backend
        assert isinstance(server, ForkServer)
        assert not Path(server.folder, Path(written).name).exists()


def called(sandbox: Sandbox, function: str) -> Any:
    worker = sandbox.worker("own", 1)
    worker.load()
    try:
        return worker.call(function, [], 1).value
    finally:
        worker.close()
