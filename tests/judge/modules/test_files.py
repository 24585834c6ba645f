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
def test_provided():
    import own
    assert own.count("words.txt") == 4
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


VIEWS = """\
import os
from pathlib import Path

import pytest
from own import absent, entries, fail, here, joined, save, say, text, tree

@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    return tmp_path

def test_names(folder): assert entries(folder) == [str(folder / "a.txt")]
def test_current(folder, monkeypatch):
    assert here() != str(folder)
    monkeypatch.chdir(folder)
    assert (here(), text("a.txt")) == (str(folder), "one")
def test_not_current(folder):
    with pytest.raises(FileNotFoundError):
        text("a.txt")
def test_tree(folder):
    (folder / "d/e").mkdir(parents=True)
    (folder / "d/b.txt").touch()
    assert tree(folder) == ["a.txt", "d", "d/b.txt", "d/e"]
def test_written(folder):
    saved = save(folder / "new/out.txt", "two")
    assert (saved.read_text(), saved) == ("two", folder / "new/out.txt")
def test_message(folder, capsys):
    with pytest.raises(ValueError) as info:
        fail(folder / "a.txt")
    assert str(info.value) == f"{folder / 'a.txt'} is bad"
    say(folder)
    assert capsys.readouterr().out == f"in {folder}\\n"
def test_in_a_list(folder): assert joined([folder / "a.txt", str(folder / "a.txt")]) == "oneone"
def test_removed(folder):
    assert not absent(folder / "a.txt")
    (folder / "a.txt").unlink()
    assert absent(folder / "a.txt")
"""
PATHS = """\
import os
from pathlib import Path

def entries(folder): return [str(path) for path in Path(folder).iterdir()]
def here(): return os.getcwd()
def text(path):
    with open(path) as file:
        return file.read()
def tree(folder): return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
def save(path, text):
    path.parent.mkdir()
    path.write_text(text)
    return path
def fail(path): raise ValueError(f"{path} is bad")
def say(path): print("in", path)
def joined(paths): return "".join(map(text, paths))
def absent(path): return not os.path.exists(path)
"""
OTHER_PATHS = """\
import os
from pathlib import Path

def entries(folder): return os.listdir(folder)
def here(): return "."
def text(path):
    with open(os.path.basename(path)) as file:
        return file.read()
def tree(folder): return sorted(path.name for path in folder.rglob("*"))
def save(path, text):
    Path(path.name).write_text(text)
    return path
def fail(path): raise ValueError(f"{path.name} is bad")
def say(path): print("in", path.name)
def joined(paths): return "".join(map(text, paths))
def absent(path): return False
"""


def test_paths_are_those_of_the_test(tmp_path: Path) -> None:
    assert failed(tmp_path, VIEWS, PATHS) == {}
    found = failed(tmp_path, VIEWS, PATHS, OTHER_PATHS)
    assert len(found) == VIEWS.count("def test_") - 1  # test_not_current


NAMED = """\
from pathlib import Path
from own import chosen, read

def test_named(): assert read(Path(__file__).with_name("data.txt")) == "1 2 3"
def test_chosen(): assert read(chosen(__file__)) == "1 2 3"
def test_part(): assert read(Path(__file__).with_name(chosen("") + ".txt")) == "1 2 3"
def test_named_again():
    data = Path(__file__).with_name("data.txt")
    assert read(data) == read(chosen(__file__)) == read(data) == "1 2 3"
"""
CHOOSER = """\
import os
def chosen(test): return os.path.join(os.path.dirname(test), "data.txt") if test else "data"
def read(path):
    with open(path) as file:
        return file.read()
"""


def test_only_files_that_the_test_names_cross(tmp_path: Path) -> None:
    others = {"autograder/assignments/own/tests/data.txt": "1 2 3"}
    found = messages(tmp_path, NAMED, CHOOSER, CHOOSER, others=others)
    assert found.keys() == {"test_chosen", "test_part"}


TEMPORARY = """\
import os
import tempfile
import unittest

import pytest
from own import absent, entries, text

class Tests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "a.txt")
        with open(self.path, "w") as file:
            file.write("one")
    def test_read(self): self.assertEqual(text(self.path), "one")
    def test_names(self): self.assertEqual(entries(self.folder), [self.path])

def test_file():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("two")
        file.flush()
        assert text(file.name) == "two"
    assert absent(file.name)
def test_folder():
    with tempfile.TemporaryDirectory() as folder:
        assert entries(folder) == []
        with open(os.path.join(folder, "b.txt"), "w") as file:
            file.write("three")
        assert text(os.path.join(folder, "b.txt")) == "three"
    assert absent(folder)
def test_files_of_other_tests():
    folder = tempfile.mkdtemp()
    assert len(entries(os.path.dirname(folder))) == 1
"""


def test_files_that_a_test_makes_with_tempfile(tmp_path: Path) -> None:
    """They are there for the student's code as those in `tmp_path`."""
    assert failed(tmp_path, TEMPORARY, PATHS) == {}
    found = failed(tmp_path, TEMPORARY, PATHS, OTHER_PATHS)
    assert len(found) == 4
