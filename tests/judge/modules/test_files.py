"""Files: those of the test's folder lie where calls run, and those that calls write lie there."""

from __future__ import annotations

from pathlib import Path

from autograder.judge.explain.raising import FORBIDDEN
from tests.judge.own_kit import failed, messages

TESTS = """\
from pathlib import Path

import pytest
from own import count, remove, save

def test_path(tmp_path):
    file = tmp_path / "in.txt"
    file.write_text("one two")
    assert count(file) == count(str(file)) == 2
    file.write_text("one")
    assert count(file) == 1

def test_written(tmp_path):
    assert save(tmp_path / "out.txt", "text") == tmp_path / "out.txt"
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

def test_beside_the_tests(): assert count(Path(__file__).parent / "data.txt") == 3
def test_provided(tmp_path): assert count("words.txt") == count("data/words.txt") == 4
def test_suite(suite): suite.must_pass("own.py")

def test_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        count(tmp_path / "missing.txt")
"""
PROVIDED = ["words.txt", "data/words.txt"]
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
def test_provided(): assert count("words.txt") == 4
"""


def test_files(tmp_path: Path) -> None:
    places = [f"{folder}/own/{file}" for folder in ("reference", "starter") for file in PROVIDED]
    others = dict.fromkeys(places, f"1 2 3 {' ' * 2_000_000} 4")
    others["autograder/assignments/own/tests/data.txt"] = "1 2 3"
    settings = f"provided = {PROVIDED}\n"
    assert failed(tmp_path, TESTS, OWN, settings=settings, others=others) == {}


def test_wrong_file(tmp_path: Path) -> None:
    found = messages(tmp_path, TESTS, OWN, OWN.replace("write(text)", "write(text[1:])"))
    assert found["test_written"] == "save wrote the wrong text to out.txt"


THERE = "graded programs start in a folder with words.txt and without your own files"
MISSING = {
    "notes.txt": f"; {THERE}",
    "WORDS.txt": f"; {THERE}; did you mean `words.txt`?",
    "data\\words.txt": f"; {THERE}; did you mean `words.txt`?",
    "/home/ada/words.txt": f" ({FORBIDDEN}); did you mean `words.txt`?",
}


def test_missing_file(tmp_path: Path) -> None:
    """Those beside the student's file count as in the folder."""
    own = "import os\ndef opened(path): open(os.path.join(os.path.dirname(__file__), path))\n"
    tests = "import pytest\nfrom own import opened\n"
    tests += f"@pytest.mark.parametrize('path', {[*MISSING]})\n"
    tests += "def test_it(path): assert opened(path) == 1\n"
    others = {f"{folder}/own/words.txt": "" for folder in ("reference", "starter")}
    settings = 'provided = ["words.txt"]\n'
    found = messages(tmp_path, tests, own, own, settings=settings, others=others)
    start = "opened raised FileNotFoundError: [Errno 2] No such file or directory: "
    assert [*found.values()] == [f"{start}{path!r}{says}" for path, says in MISSING.items()]
