"""Folders whose files are written as a whole, and what is there if that fails."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.staging import staged_folder


def write(folder: Path, *names: str, error: BaseException | None = None) -> None:
    with staged_folder(folder) as stage:
        for name in names:
            (stage / name).write_text("new")
        if error:
            raise error


def test_other_files_stay_and_own_ones_are_replaced(place: Path) -> None:
    other = place.with_name("other.txt")
    other.write_text("not ours")
    write(place.parent, "report.json")
    assert (place.read_text(), other.read_text()) == ("new", "not ours")
    other.unlink()


def test_block_that_fails_changes_nothing(place: Path) -> None:
    with pytest.raises(OSError, match="full"):
        write(place.parent, "report.json", error=OSError(errno.ENOSPC, "full"))
    assert place.read_text() == "from before"


def test_new_folder_is_removed_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "new", "report.json", error=KeyboardInterrupt())
    assert list(tmp_path.iterdir()) == []


def test_folder_in_the_place_of_a_file(place: Path) -> None:
    """No file is moved, also those whose places are free."""
    with pytest.raises(IsADirectoryError):
        write(place.parent.parent, "a", "folder", "z")
    assert list(place.parent.parent.iterdir()) == [place.parent]


KILLED = """
import os, sys
from pathlib import Path
from autograder.course.staging import staged_folder
with staged_folder(Path(sys.argv[1])) as stage:
    (stage / "ada.html").write_text("half")
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_pages_that_a_killed_command_has_left(place: Path) -> None:
    """They stayed for good, and would have been published with the others."""
    subprocess.run([sys.executable, "-c", KILLED, place.parent], check=False)
    assert len(list(place.parent.iterdir())) == 2
    write(place.parent, "report.json")


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_two_commands_at_once(place: Path) -> None:
    with staged_folder(place.parent) as stage:
        write(place.parent, "report.json")
        (stage / "report.json").write_text("newer")
    assert place.read_text() == "newer"
