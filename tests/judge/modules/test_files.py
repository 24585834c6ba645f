"""Files: those of the test's folder lie where calls run, and those that calls write lie there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import run_autograder
from tests.judge.own_kit import failed, messages, write_kit, write_one_part

TESTS = """\
from pathlib import Path

import pytest
from own import count, remove, save

DATA = Path(__file__).parent / "data.txt"


def test_path(tmp_path):
    file = tmp_path / "in.txt"
    file.write_text("one two")
    assert count(file) == 2
    assert count(str(file)) == 2


def test_written(tmp_path):
    save(tmp_path / "out.txt", "text")
    assert (tmp_path / "out.txt").read_text() == "text"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_changed_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("one two")
    assert count("in.txt") == 2
    save("out.txt", "text")
    assert Path("out.txt").read_text() == "text"
    remove("in.txt")
    assert not Path("in.txt").exists()


def test_changed_between_calls(tmp_path):
    file = tmp_path / "in.txt"
    file.write_text("one")
    assert count(file) == 1
    file.write_text("one two")
    assert count(file) == 2


def test_returned_path(tmp_path):
    assert save(tmp_path / "out.txt", "") == tmp_path / "out.txt"


def test_file_beside_the_tests():
    assert count(DATA) == 3


def test_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        count(tmp_path / "missing.txt")


def test_fixture(files):
    files({"in.txt": "one two", "other.txt": b"\\xff"})
    assert count("in.txt") == 2
    save("out.txt", "text")
    assert files["out.txt"] == "text"
    assert "missing.txt" not in files
"""
OWN = """\
import os


def count(path):
    with open(path) as file:
        return len(file.read().split())


def save(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def remove(path): os.remove(path)
"""
WITH_DATA = {
    "settings": 'provided = ["words.txt"]\n',
    "others": {
        "autograder/assignments/own/tests/data.txt": "one two three",
        "reference/own/words.txt": "one two three four",
        "starter/own/words.txt": "one two three four",
    },
}


def test_files(tmp_path: Path) -> None:
    assert failed(tmp_path, TESTS, OWN, **WITH_DATA) == {}


PROVIDED = """\
from own import count


def test_it():
    assert count("words.txt") == 4
"""


@pytest.mark.xfail(strict=True, reason="functions start in a folder without provided files")
def test_provided_data(tmp_path: Path) -> None:
    assert failed(tmp_path, PROVIDED, OWN, **WITH_DATA) == {}


def test_wrong_file(tmp_path: Path) -> None:
    own = OWN.replace("write(text)", "write(text[1:])")
    assert messages(tmp_path, TESTS, OWN, own, **WITH_DATA) == {
        "test_written": "save gave the wrong answer",
        "test_changed_folder": "save gave the wrong answer",
        "test_fixture": "save wrote the wrong text to out.txt",
    }


def test_folder_where_grading_starts_is_left_alone(tmp_path: Path) -> None:
    """Neither are its files copied, nor does a call write there."""
    tests = (
        "from own import save\n\n\ndef test_it():\n    assert save('out.txt', '') == 'out.txt'\n"
    )
    kit = write_one_part(tmp_path / "kit", tests, OWN)
    home = write_kit(tmp_path / "home", {"in.txt": "text"})
    work = kit / "reference/own"
    ran = run_autograder("grade", "own", work, "--kit", kit, cwd=home)
    assert (ran.status, ran.err) == (0, "")
    assert [path.name for path in home.iterdir()] == ["in.txt"]


REPEATED = """\
from own import names, save


def test_it(files):
    save("a.txt", "x")
    assert [files[name] for name in names()] == ["x"]
"""


def test_files_that_would_fill_memory(tmp_path: Path) -> None:
    """The submission says how often a test reads one."""
    right = f"{OWN}\n\ndef names(): return ['a.txt']\n"
    own = right.replace("write(text)", "write(text * 1_000_000)").replace("['a", "40 * ['a")
    message = "names and the files read after it returned more than 32 MiB in one test"
    assert messages(tmp_path, REPEATED, right, own) == {"test_it": message}
