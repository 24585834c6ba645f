"""Temporary folders: who owns one, and what is removed after its owner has ended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.sandbox.temporary_folders import (
    PREFIX,
    remove_abandoned,
)
from tests.conftest import running

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


def test_folder_is_removed_after_its_owner_is_killed() -> None:
    command = [sys.executable, "-c", MAKE]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with running(command, **pipes) as owner, running(command, **pipes) as killed:
        kept, abandoned = (Path(each.stdout.readline().strip()) for each in (owner, killed))  # type: ignore[union-attr]
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
