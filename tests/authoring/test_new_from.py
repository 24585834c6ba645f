"""`autograder new NAME --from FOLDER`: an existing solution and its tests become an assignment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.assignment import load
from tests.authoring.sound_kit import put
from tests.authoring.test_new import files_in, points
from tests.conftest import Ran, run_autograder

SOLUTION = '''
"""Words."""

from pathlib import Path

import other

KNOWN = 3


class EmptyError(ValueError):
    pass


def longest(words):
    """Return the longest word."""
    if not words:
        raise EmptyError("no words")
    return max(words, key=len)


def known():
    """Return the words in words.txt."""
    return Path(__file__).with_name("words.txt").read_text().split()[:KNOWN]


def remove_short(words):
    """Remove words of one letter from a list."""
    words[:] = other.long_words(words)
'''
OTHER = '''
def long_words(words):
    """Return the words of several letters."""
    return [word for word in words if len(word) > 1]
'''
TESTS = '''
"""Tests of words.py."""

import pytest
import words as w
from words import EmptyError, longest

WORDS = ["a", "few", "words"]


@pytest.fixture
def some_words():
    return list(WORDS)


# The usual case.
def test_longest(some_words):
    assert longest(some_words) == "words"


def test_remove(some_words):
    w.remove_short(some_words)
    assert some_words == ["few", "words"]


@pytest.mark.parametrize("words", [[], ()])
def test_empty(words):
    with pytest.raises(EmptyError):
        longest(words)


def test_known():
    assert w.known() == ["one", "two"]


def test_longest_in_file():
    assert longest(w.known()) == "one"
'''
FOLDER = {
    "words.py": SOLUTION,
    "other.py": OTHER,
    "test_words.py": TESTS,
    "words.txt": "one two\n",
    "main.py": "import words\n\nprint(words.known())\n",
    "README.md": "For me only.\n",
    "LICENSE": "Free.\n",
    "better.py": "def longest(words):\n    return sorted(words, key=len)[-1]\n",
    ".cache/x": "",
}
UNITTEST = '''
import unittest
from pathlib import Path

from helping import twice
from stack import Stack


class StackTest(unittest.TestCase):
    def setUp(self):
        self.stack = Stack()

    def test_push(self):
        """push puts an item on top"""
        self.stack.push(twice(2))
        self.assertEqual(self.stack.pop(), 4)

    def test_sizes(self):
        """a stack has as many items as were pushed"""
        sizes = Path(__file__).with_name("data").joinpath("sizes.csv").read_text()
        for size in map(int, sizes.split(",")):
            with self.subTest(size=size):
                self.assertEqual(len(Stack(range(size)).items), size)


if __name__ == "__main__":
    unittest.main()
'''
UNITTEST_FOLDER = {
    "solution/stack.py": '''
class Stack:
    """Items, of which the last is on top."""

    def __init__(self, items=()):
        self.items = list(items)

    def push(self, item):
        """Put an item on top."""
        self.items.append(item)

    def pop(self):
        """Remove the item on top, and return it."""
        return self.items.pop()
''',
    "stack.py": "class Stack:\n    pass\n",
    "tests/__init__.py": "",
    "tests/stack_test.py": UNITTEST,
    "tests/test_use.py": "def test_use(full):\n    assert full.pop() == 1\n",
    "tests/helping.py": "def twice(n):\n    return 2 * n\n",
    "tests/conftest.py": (
        "import pytest\nfrom stack import Stack\n\n\n"
        "@pytest.fixture\ndef full():\n    return Stack([1])\n"
    ),
    "tests/data/sizes.csv": "0,3",
}


def make(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        put(folder / name, dedent(text.removeprefix("\n")))
    return folder


def new(tmp_path: Path, files: Mapping[str, str], name: str = "hw") -> Ran:
    """Run the command in the empty folder `kit`, on a folder with these files."""
    kit = tmp_path / "kit"
    kit.mkdir()
    return run_autograder("new", name, "--from", make(tmp_path / "old", files), cwd=kit)


def test_functions_in_pytest(tmp_path: Path) -> None:
    ran = new(tmp_path, FOLDER)
    assert (ran.status, ran.err) == (0, "")
    *written, students, parts, passes, arguments, left_out, read, verify, release = (
        ran.out.splitlines()
    )
    assert f"{written[-1]}\n" == "starter/hw/words.txt written\n"
    assert students == "Students write other.py, words.py and get main.py, words.txt."
    assert parts == (
        "A part for each function or class, with its points: "
        "longest (34), remove_short (33), known (33)."
    )
    assert passes == "The solution passes all 6 tests."
    assert arguments == (
        "Calls may change their arguments, as under plain pytest; to forbid it, write "
        'arguments = "may not change" in assignment.toml.'
    )
    assert left_out == (
        "Left out, since solution and tests do not use them: LICENSE, README.md, better.py."
    )
    assert read == "Next: read handout/hw.md, which was made from docstrings, then run"
    assert (verify, release) == ("  autograder verify hw", "  autograder release hw --to dist")
    kit = tmp_path / "kit"
    assignment = load("hw", kit)
    assert (assignment.files, assignment.provided) == (
        ("other.py", "words.py"),
        ("main.py", "words.txt"),
    )
    assert assignment.arguments == "may change"
    assert all(part.reference_seconds for part in assignment.parts)
    assert not (kit / "inputs").exists()
    assert not (kit / "expected").exists()
    starter = (assignment.starter / "words.py").read_text()
    assert starter.count("raise NotImplementedError") == 3
    assert "## `known`\n\n`known()`\n\nReturn the words" in assignment.handout.read_text()
    assert points(kit, "hw", assignment.reference) == {
        "longest": (34, 34),
        "remove_short": (33, 33),
        "known": (33, 33),
    }
    ran = run_autograder("verify", cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    assert all(line.startswith("advice: ") for line in ran.out.splitlines()[:-1])


def test_tests_of_a_function_are_moved_as_they_are(tmp_path: Path) -> None:
    assert new(tmp_path, FOLDER).status == 0
    tests = tmp_path / "kit/autograder/assignments/hw/tests"
    assert files_in(tests) == {"test_longest.py", "test_remove_short.py", "test_known.py"}
    text = dedent(TESTS.removeprefix("\n"))
    start = text[: text.index("\n\nWORDS")]
    words = text[text.index("\n\nWORDS") : text.index("\n\n\n# The")]
    known = text[text.index("\n\n\ndef test_known") : text.index("\n\n\ndef test_longest_in")]
    assert (tests / "test_known.py").read_text() == f"{start}{known}\n"
    removing = text[text.index("\n\n\ndef test_remove") : text.index("\n\n\n@pytest.mark")]
    assert (tests / "test_remove_short.py").read_text() == f"{start}{words}{removing}\n"
    assert "# The usual case.\ndef test_longest(" in (tests / "test_longest.py").read_text()


def test_class_in_unittest(tmp_path: Path) -> None:
    """Each file is a part; conftest.py and data stay next to the tests."""
    ran = new(tmp_path, UNITTEST_FOLDER)
    assert (ran.status, ran.err) == (0, "")
    assert "\nA part for each file of tests, with its points: stack (50), use (50).\n" in ran.out
    assert "\nThe solution passes all 3 tests.\n" in ran.out
    kit = tmp_path / "kit"
    folder = load("hw", kit).folder
    assert files_in(folder) == {
        "assignment.toml",
        "helping.py",
        *("tests/conftest.py", "tests/data/sizes.csv", "tests/test_stack.py", "tests/test_use.py"),
    }
    text = dedent(UNITTEST.removeprefix("\n"))
    assert (folder / "tests/test_stack.py").read_text() == text
    ran = run_autograder("verify", cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    assert all(line.startswith("advice: ") for line in ran.out.splitlines()[:-1])


def test_starter_with_an_answer_is_not_released(tmp_path: Path) -> None:
    """A constant beside a function is taken for one that students are given."""
    solution = "LIMIT = 3\n\n\ndef f():\n    return LIMIT\n"
    both = "from hw import LIMIT, f\n\n\ndef test_value():\n    assert LIMIT == 3\n"
    more = "\n\ndef test_f():\n    assert f() == 3\n"
    files = {"hw.py": solution, "test_limit.py": both, "test_f.py": f"{both}{more}"}
    assert new(tmp_path, files).status == 0
    ran = run_autograder("verify", cwd=tmp_path / "kit")
    says = "the starter passes test_value; let the test require something that only an answer has"
    tests = "autograder/assignments/hw/tests"
    assert ran.status == 1
    assert ran.out.startswith(f"{tests}/test_limit.py: {says}\nadvice: ")
    assert f"\nadvice: {tests}/test_f.py: {says}\n" in ran.out


UNSPLIT = {
    "a test of two functions": "def test_both():\n    assert a() == b() == 1\n",
    "a fixture for all tests": (
        "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef before():\n    pass\n"
    ),
    "a hook": "def setup_module():\n    pass\n",
    "two statements on a line": "A = 1; B = 2\n",
    "a class": "class TestBoth:\n    def test_a(self):\n        assert a() == 1\n",
    "a test of a constant": "import hw\n\n\ndef test_c():\n    assert hw.C == 1\n",
}


@pytest.mark.parametrize("more", UNSPLIT.values(), ids=UNSPLIT)
def test_one_part_in_doubt(tmp_path: Path, more: str) -> None:
    tests = "from hw import a, b\n\n\n{}\n\ndef test_a():\n    assert a() == 1\n\n\n"
    tests += "def test_b():\n    assert b() == 1\n"
    solution = "C = 1\n\n\ndef a():\n    return 1\n\n\ndef b():\n    return 1\n"
    ran = new(tmp_path, {"hw.py": solution, "test_hw.py": tests.format(more)})
    assert (ran.status, ran.err) == (0, "")
    assert "with its points: hw (100).\nFor more parts, move tests into files test_P" in ran.out


def test_assignment_in_a_kit(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "autograder/assignments").mkdir(parents=True)
    old = make(
        tmp_path / "old",
        {"a.py": "x = 1\n", "test_a.py": "from a import x\n\n\ndef test_x():\n    assert x == 1\n"},
    )
    ran = run_autograder("new", "first", "--from", old, "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(f"\n  autograder release first --to dist --kit {kit}\n")
    assert not (kit / "Makefile").exists()
    assert (kit / "starter/first/a.py").read_text() == "x = ...\n"


PASSING = "from hw import a\n\n\ndef test_a():\n    assert a() == 1\n"
REFUSED = {
    "no tests": (
        {"hw.py": "x = 1\n"},
        "{0}: no tests; they are test_*.py or *_test.py in {0} or {0}/tests",
    ),
    "tests of something else": (
        {
            "hw.py": "x = 1\n",
            "test_hw.py": "from homework import x\n\n\ndef test_x():\n    assert x\n",
        },
        "{0}: the tests import nothing of the solution; it has hw.py",
    ),
    "tests that import from a folder": (
        {
            "solution/hw.py": "x = 1\n",
            "test_hw.py": "from solution.hw import x\n\n\ndef test_x():\n    assert x\n",
        },
        "{0}: the tests import solution.hw; let them import hw",
    ),
    "a solution that fails": (
        {
            "hw.py": "def a():\n    return 2\n",
            "test_hw.py": f"{PASSING}\n\ndef test_b():\n    assert a() == 3\n",
        },
        "{0}/test_hw.py: the solution does not pass test_a, test_b (wrong: a gave the wrong "
        "answer; returned 2; expected 1)",
    ),
    "a test that cannot be run": (
        {
            "hw.py": "def a():\n    return 1\n",
            "test_hw.py": PASSING.replace("a()", "b()").replace("import a", "import b"),
        },
        "{0}/test_hw.py, line 1: the reference does not define b; correct the test",
    ),
    "a statement that may be the answer": (
        {"hw.py": "def a():\n    return 1\n\n\nprint(a())\n", "test_hw.py": PASSING},
        "{0}/hw.py, line 5: this would stay in the starter; "
        "move it into a function, or the file into `provided`",
    ),
    "two parts of one name": (
        {"hw.py": "", "test_hw.py": PASSING, "hw_test.py": PASSING},
        "{0}/hw_test.py: {0}/test_hw.py would have the same name in the assignment; "
        "rename one of them",
    ),
    "a syntax error": (
        {"hw.py": "def a(:\n", "test_hw.py": PASSING},
        "{0}/hw.py, line 1: invalid syntax",
    ),
}


@pytest.mark.parametrize(("files", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line(tmp_path: Path, files: dict[str, str], says: str) -> None:
    ran = new(tmp_path, files)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {says.format(tmp_path / 'old')}\n"
    assert list((tmp_path / "kit").iterdir()) == []


def test_name_that_is_taken(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "autograder/assignments").mkdir(parents=True)
    (kit / "reference/hw").mkdir(parents=True)
    old = make(tmp_path / "old", FOLDER)
    ran = run_autograder("new", "hw", "--from", old, "--kit", kit)
    there = f"{kit}/reference/hw: already there; choose another name than 'hw'"
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {there}\n")


def test_folder_that_is_neither_empty_nor_a_kit(tmp_path: Path) -> None:
    old = make(tmp_path / "old", FOLDER)
    ran = run_autograder("new", "hw", "--from", ".", cwd=old)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"autograder: {old}: not empty, it holds ")
    assert "autograder" not in {path.name for path in old.iterdir()}
