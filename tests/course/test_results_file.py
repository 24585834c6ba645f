"""Opening a results file: what is refused, and where it can only be read."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from autograder.course import results_file
from autograder.course.errors import CourseError
from autograder.course.results import opened_results
from autograder.course.schema import FORMAT
from tests.conftest import files_up_to
from tests.course.stub import run_stub, scores, table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


UNUSABLE = {
    "no database": (b"x" * 5000, "file is not a database; name a file made by"),
    "another database": (0, "is not a results file of this version of autograder; name a file"),
    "of the same number": (FORMAT, "is not a results file of this version of autograder"),
}


@pytest.mark.parametrize(("content", "message"), UNUSABLE.values(), ids=UNUSABLE)
@pytest.mark.parametrize("writing", [True, False])
def test_unusable_files(content: bytes | int, message: str, writing: bool, path: Path) -> None:
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE a (b)")
        other.execute(f"PRAGMA user_version = {content}")
        other.close()
    before = path.read_bytes()
    with pytest.raises(CourseError, match=message), opened_results(path, writing=writing):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize("writing", [True, False])
def test_results_of_another_version(writing: bool, path: Path) -> None:
    run_stub(path, {"ada": "1"})
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(CourseError) as raised, opened_results(path, writing=writing):
        pass
    assert str(raised.value) == (
        f"{path}: was made by another version of autograder; install that version, or name "
        "a new file and grade again"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_results_that_are_not_a_file(tmp_path: Path) -> None:
    """SQLite would leave a journal beside a pipe or a device."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with (
            pytest.raises(CourseError, match=f"{name}: not a file; name a file for the results"),
            opened_results(tmp_path / name, writing=True),
        ):
            pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_file_that_may_not_grow(path: Path) -> None:
    """SQLite does not say why it cannot write."""
    run_stub(path, {"ada": "1"})
    with files_up_to(1000), pytest.raises(CourseError) as raised:
        run_stub(path, {"bob": "1"})
    assert str(raised.value) == (
        f"{path}: disk I/O error; free some space, allow larger files (ulimit -f), or name "
        "another disk"
    )


def test_half_of_a_file(path: Path) -> None:
    run_stub(path, {"ada": "1"})
    path.write_bytes(path.read_bytes()[:20000])
    with pytest.raises(CourseError, match="malformed; restore a copy of it"), opened_results(path):
        pass


def test_results_in_a_folder_that_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(CourseError, match="cannot be read: Permission"), opened_results(path):
        pass


def test_missing_results(path: Path) -> None:
    with (
        pytest.raises(CourseError, match="no such results file; run autograder course grade"),
        opened_results(path),
    ):
        pass
    assert not path.exists()


def test_reading_leaves_nothing_behind(path: Path) -> None:
    run_stub(path, {"ada": "1"})
    assert scores(path) == {"ada": (36.0, "graded")}
    assert list(path.parent.iterdir()) == [path]


def test_reading_a_file_that_is_read_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of somebody else: what SQLite would leave, its owner could not write."""
    run_stub(path, {"ada": "1"})
    path.chmod(stat.S_IRUSR)
    monkeypatch.setattr(os, "access", lambda *_: False)  # Root may always write.
    with opened_results(path) as results:
        assert results.rows("SELECT student FROM scores")[0]["student"] == "ada"
        assert list(path.parent.iterdir()) == [path]


def test_writing_to_a_file_that_is_read_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another user's, for example: what SQLite left next to it kept its owner from writing."""
    run_stub(path, {"ada": "10"})
    monkeypatch.setattr(os, "access", lambda *_: False)
    message = f"^{path}: may only be read; name a file that can be written$"
    with pytest.raises(CourseError, match=message), opened_results(path, writing=True):
        pass
    assert list(path.parent.iterdir()) == [path]


def test_file_that_is_written_while_it_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its owner: what was read may be of two states."""
    run_stub(path, {"ada": "1"})
    monkeypatch.setattr(os, "access", lambda *_: False)
    message = "changed while it was read; run the command again"

    def grade_as_owner() -> None:
        monkeypatch.undo()
        run_stub(path, {"bob": "1"})

    with pytest.raises(CourseError, match=message), opened_results(path):
        grade_as_owner()


def test_reading_during_a_run(path: Path) -> None:
    """What is in the log already is seen, and a reader changes nothing."""
    run_stub(path, {"ada": "1"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET name = 'Ada'")
        with opened_results(path) as reader:
            assert reader.rows("SELECT name FROM scores")[0]["name"] == "Ada"
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                reader.connection.execute("DELETE FROM students")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_results_in_a_folder_that_is_read_only(path: Path) -> None:
    run_stub(path, {"ada": "1"})
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert scores(path) == {"ada": (36.0, "graded")}
        with pytest.raises(CourseError), opened_results(path, writing=True):
            pass
    finally:
        path.parent.chmod(stat.S_IRWXU)


def test_copy_with_gradings_that_cannot_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the grader was killed, and the files were copied to a medium that is read-only."""
    copy, real, refused = path.with_name("copy.sqlite"), results_file._prepare, list[bool]()
    run_stub(path, {"ada": "1"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET name = 'Ada'")
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")

    def refuse(connection: sqlite3.Connection, *, writing: bool) -> None:
        if not refused:
            refused.append(True)
            raise sqlite3.OperationalError("unable to open database file")
        real(connection, writing=writing)

    monkeypatch.setattr(results_file, "_prepare", refuse)
    with pytest.raises(CourseError) as raised, opened_results(copy):
        pass
    assert str(raised.value) == (
        f"{copy}: its last gradings are in copy.sqlite-wal, which can be read only where files "
        "can be written; copy both files to such a folder"
    )


def test_confinement_is_saved(path: Path) -> None:
    """Of each grading; a fault of the grader has none."""
    run_stub(path, {"ada": "10", "di": "fails"})
    [found, none] = table(path, "SELECT confinement FROM gradings ORDER BY id")
    assert json.loads(str(found[0])) == {"files": "none", "system_calls": "none", "user": "none"}
    assert none == ("{}",)
