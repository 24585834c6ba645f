"""Where a report is written, and what is there if that fails."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from unittest.mock import patch

import pytest

from autograder.saving import save
from tests.conftest import DOUBLE, run_autograder


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file grow beyond this size."""
    import resource  # Not every system has it.

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "report.json").write_text("from before")
    return tmp_path / "report.json"


def test_link_stays_a_link_and_permissions_are_kept(place: Path, tmp_path: Path) -> None:
    place.chmod(0o604)
    link = tmp_path / "link"
    link.symlink_to(place)
    save(str(link), b"x")
    assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"x", 0o604)
    assert link.is_symlink()


def test_file_that_may_not_grow(place: Path) -> None:
    """As on a full disk."""
    with files_up_to(1000), pytest.raises(OSError, match="too large"):
        save(str(place), b"x" * 2000)
    with (
        patch.object(os, "replace", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        save(str(place), b"x")
    assert place.read_text() == "from before"
    assert list(place.parent.iterdir()) == [place]


def test_places_that_cannot_be_written(place: Path, tmp_path: Path) -> None:
    for file, error in ((".", IsADirectoryError), ("no/x", FileNotFoundError)):
        with pytest.raises(error):
            save(f"{tmp_path}/{file}", b"x")
    assert place.read_text() == "from before"


def test_pipe_with_a_name(tmp_path: Path) -> None:
    """Else a file would replace it, or /dev/stdout."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=PIPE) as reader:
        save(str(pipe), b"x")
        assert reader.communicate(timeout=120)[0] == b"x"
    assert pipe.is_fifo()


def test_report_of_before_stays_if_there_is_no_new_one(tiny: Path, place: Path) -> None:
    (place.parent / "double.py").write_text(DOUBLE)
    failing = patch("autograder.judge.forked.grade", side_effect=RuntimeError)
    with failing, patch("autograder.cli.main.save_traceback", return_value="x"):
        ran = run_autograder("check", "--kit", tiny, "--json", place, cwd=place.parent)
    assert (ran.status, place.read_text()) == (3, "from before")
