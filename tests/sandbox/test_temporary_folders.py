"""Temporary folders: who owns one, and what is removed after its owner has ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.sandbox.temporary_folders import (
    PREFIX,
    remove_abandoned,
)

Owner = Callable[[], tuple["subprocess.Popen[str]", Path]]

MAKE = """
from autograder.sandbox.temporary_folders import TemporaryFolder
folder = TemporaryFolder()
open(folder.path + "/file", "w").close()
print(folder.path, flush=True)
input()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def owner() -> Iterator[Owner]:
    """A function that starts a process which owns a folder, and returns both."""
    started = []

    def start() -> tuple[subprocess.Popen[str], Path]:
        process = subprocess.Popen(
            [sys.executable, "-c", MAKE],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        started.append(process)
        assert process.stdout
        return process, Path(process.stdout.readline().strip())

    yield start
    for process in started:
        process.kill()
        process.communicate(timeout=120)


def test_folder_is_removed_after_its_owner_is_killed(owner: Owner) -> None:
    (_, kept), (killed, abandoned) = owner(), owner()
    killed.kill()
    killed.wait()
    assert abandoned.is_dir()
    remove_abandoned()
    assert not abandoned.exists()
    assert (kept / "file").is_file()


def test_nothing_but_this_users_own_folders_is_removed(place: Path) -> None:
    target = place / "target"
    target.mkdir()
    (place / f"{PREFIX}link").symlink_to(target)
    (place / f"{PREFIX}file").write_text("")
    (place / "cagework-other").mkdir()
    others = place / f"{PREFIX}others"
    if os.geteuid() == 0:
        others.mkdir()
        os.chown(others, 60578, 60578)
    before = sorted(os.listdir(place))
    remove_abandoned()
    assert sorted(os.listdir(place)) == before
