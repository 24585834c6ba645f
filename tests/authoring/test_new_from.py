"""`autograder new NAME --from FOLDER`: an existing solution and its tests become an assignment."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.authoring.instead import ROWS
from tests.authoring.sound_kit import change, put
from tests.authoring.test_new import files_in
from tests.authoring.test_verify import in_set
from tests.conftest import KITS, ROOT, Ran, run_program

FOLDERS = KITS / "taken_over"


def make(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        put(folder / name, text)
    return folder


def run(*arguments: object, cwd: Path) -> Ran:
    """Run a command in a process of its own: in this one, tests/conftest.py is another module."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return run_program(sys.executable, "-m", "autograder", *arguments, cwd=cwd, env=environment)


def new(tmp_path: Path, source: Path | Mapping[str, str]) -> Ran:
    """Run the command in the empty folder `kit`, on a folder or one with these files."""
    kit = tmp_path / "kit"
    kit.mkdir()
    folder = source if isinstance(source, Path) else make(tmp_path / "old", source)
    return run("new", "hw", "--from", folder, cwd=kit)


def test_solution_and_tests_in_one_folder(tmp_path: Path) -> None:
    ran = new(tmp_path, FOLDERS / "files")
    assert (ran.status, ran.err) == (0, "")
    assert (
        ran.out.partition("starter/hw/words.txt written\n")[2]
        == """\
Students write letters.py, words.py and get words.txt.
A part for each file of tests, with its points: words (100). For more parts, move tests into files \
test_PART.py and add a [[part]] for each to assignment.toml.
Calls may change their arguments, as under plain pytest; to forbid it, write arguments = "may not \
change" in assignment.toml.
Not taken over, since the tests do not use them: LICENSE, README.md, better.py, main.py. To give \
one to students, add it to reference/ and to `provided` in assignment.toml.
The solution passes all tests (6).
Next: describe each part in handout/hw.md, then run
  autograder verify hw
"""
    )
    kit = tmp_path / "kit"
    assignment = load("hw", kit)
    assert (assignment.files, assignment.provided) == (("letters.py", "words.py"), ("words.txt",))
    assert assignment.parts[0].file == "words.py"
    assert assignment.parts[0].reference_seconds
    assert not (kit / "inputs").exists()
    assert files_in(assignment.public_tests) == {"test_words.py", "words.txt"}
    tests = (assignment.public_tests / "test_words.py").read_text()
    assert tests == (FOLDERS / "files/test_words.py").read_text()
    starter = (assignment.starter / "words.py").read_text()
    assert starter.count("raise NotImplementedError") == 3
    assert "\n## `words`\n" in assignment.handout.read_text()


def test_tests_in_their_own_folder(tmp_path: Path) -> None:
    """Modules go next to the tests; conftest.py and data stay with them."""
    ran = new(tmp_path, FOLDERS / "unittest")
    assert (ran.status, ran.err) == (0, "")
    assert "\nA part for each file of tests, with its points: stack (50), use (50)." in ran.out
    assert files_in(load("hw", tmp_path / "kit").folder) == {
        "assignment.toml",
        "helping.py",
        *("tests/conftest.py", "tests/data/sizes.csv", "tests/test_stack.py", "tests/test_use.py"),
    }


def test_data_in_a_folder(tmp_path: Path) -> None:
    """It has the same place in the assignment, and where the code runs."""
    files = {
        "hw.py": "def a():\n    return int(open('data/one.txt').read())\n",
        "data/one.txt": "1\n",
        "test_hw.py": "from hw import a\n\n\ndef test_a():\n    assert a() == 1\n",
    }
    ran = new(tmp_path, files)
    assert (ran.status, ran.err) == (0, "")
    assert load("hw", tmp_path / "kit").provided == ("data/one.txt",)


def test_tests_that_test_nothing(tmp_path: Path) -> None:
    """They would pass for every student, and plain pytest does not say so, either."""
    nothing = "import unittest\n\nfrom hw import a\n\n\nclass Tests(unittest.TestCase):\n"
    nothing += "    async def test_later(self):\n        self.assertEqual(a(), 2)\n\n"
    nothing += "    def test_pair(self):\n        assert (a() == 2, 'two')\n\n"
    nothing += "    def test_a(self):\n        self.assertEqual(a(), 1)\n"
    ran = new(tmp_path, {"hw.py": "def a():\n    return 1\n", "test_hw.py": nothing})
    assert (ran.status, ran.err) == (0, "")
    file = "autograder/assignments/hw/tests/test_hw.py"
    assert ran.out.partition("The solution passes all tests (3).\n")[2].startswith(
        f"{file}: no call in Tests::test_later, so nothing is tested; call what students write; a "
        "coroutine or a generator only begins\n"
        f"{file}: Tests::test_pair would pass if all functions only returned [] or (); require "
        "something of the whole answer, too, such as its length\nNext: "
    )


PASSING = "from hw import a\n\n\ndef test_a():\n    assert a() == 1\n"
REFUSED = {
    "no tests": ({"hw.py": "x = 1\n"}, "{0}: no tests; they are files test_*.py or *_test.py"),
    "tests that import from a folder": (
        {
            "solution/hw.py": "x = 1\n",
            "test_hw.py": "from solution.hw import x\n\n\ndef test_x():\n    assert x\n",
        },
        "{0}: the tests import from solution/: let them import its files by their own names, from "
        "{0} or its solution/",
    ),
    "tests that import nothing": (
        {"hw.py": "x = 1\n", "test_hw.py": "def test_x():\n    assert 1\n"},
        "{0}: the tests import nothing of the solution by its name; it has hw.py",
    ),
    "a statement that may be the answer": (
        {"hw.py": "def a():\n    return 1\n\n\nprint(a())\n", "test_hw.py": PASSING},
        "{0}/hw.py, line 5: this would stay in the starter; move it into a function or below "
        '`if __name__ == "__main__":`, or the file into `provided`',
    ),
}


@pytest.mark.parametrize(("files", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line(tmp_path: Path, files: dict[str, str], says: str) -> None:
    ran = new(tmp_path, files)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {says.format(tmp_path / 'old')}\n"
    assert list((tmp_path / "kit").iterdir()) == []


# Tests that the solution does not pass are left out, and the others are taken.

FAULTY = {
    "hw.py": """\
import random

LETTERS = "ab"


def a():
    return 1


def pick(names):
    return random.choice(names)


def read(path):
    return open(path).read()


def is_locked(lock):
    return lock.locked()


class Bag:
    def __iter__(self):
        return iter([1, 2])

    def __eq__(self, other):
        return list(self) == list(other)
""",
    "test_sound.py": """\
import threading
import unittest

import pytest
import random
from hw import LETTERS, Bag, a, is_locked, pick


@pytest.fixture
def broken():
    raise OSError("no such server")


def test_a():
    assert a() == 1


# What is wrong here is for the author to find.
@pytest.mark.parametrize("n", [1, 2, 3])
def test_n(n):
    assert a() == n


@pytest.mark.parametrize("letter", LETTERS.upper())
def test_letters(letter):
    assert letter in "AB"


class TestLibrary:
    def test_lock(self):
        assert not is_locked(threading.Lock())

    def test_bag(self):
        assert Bag() == Bag()
        assert Bag() == [1, 2]

    def test_log(self, caplog):
        assert a() == 1 and not caplog.records


class TestMore(unittest.TestCase):
    def setUp(self):
        self.one = 1

    def test_one(self):
        self.assertEqual(a(), self.one)

    def test_seed(self):
        random.seed(1)
        self.assertEqual(pick([[]]), [1])


def test_broken(broken):
    assert a() == 1
""",
    "test_files.py": """\
import os
import tempfile
import unittest

from hw import read


class Tests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = os.path.join(tempfile.mkdtemp(), "x")
        with open(cls.path, "w") as file:
            file.write("x")

    def test_first(self):
        self.assertEqual(read(self.path), "x")

    def test_second(self):
        self.assertEqual(read(self.path), "x")
""",
    "test_place.py": """\
import runpy
from pathlib import Path

from hw import read


def test_run():
    path = Path(__file__).with_name("hw.py")
    assert runpy.run_path(str(path))["read"](path).startswith("import")


def test_relative():
    assert read("words.txt") == "one two"


def test_data():
    assert read(Path(__file__).with_name("words.txt")) == "one two"
""",
    "words.txt": "one two",
    "test_missing.py": "from hw import b\n\n\ndef test_b():\n    assert b() == 1\n",
    "test_typo.py": "from hw import a\n\n\ndef test_a()\n    assert a() == 1\n",
}
LEFT = """\
{0}/test_files.py::Tests::test_second: read raised PermissionError: [Errno 13] Permission denied: \
'…/x' (graded programs may not start processes, use the network, or leave the folder they \
start in); instead of `tempfile` in `setUpClass`: `setUp`, or a fixture of each test
{0}/test_missing.py: the reference does not define b; correct the test
{0}/test_place.py::test_run: FileNotFoundError: [Errno 2] No such file or directory: \
'autograder/assignments/hw/tests/hw.py'; instead of `runpy.run_path("hw.py")`: \
`program(case)`
{0}/test_place.py::test_relative: read raised FileNotFoundError: [Errno 2] No such file or \
directory: 'words.txt'; graded programs start in a folder without your own files; instead of \
`f("easy.txt")`: `f(Path(__file__).with_name("easy.txt"))`
{0}/test_sound.py::test_letters: hw.LETTERS is used while the tests are collected: do that in a \
test or a fixture; correct the test
{0}/test_sound.py::test_n: a returned one less than expected (row 2 and 1 more); it fails under \
plain pytest, too
{0}/test_sound.py::TestLibrary::test_lock: UnsendableError: a test passes a lock, which cannot \
cross (see testing.md): pass plain data, or define its class in a provided file that is the \
`types` of assignment.toml; see docs/testing.md
{0}/test_sound.py::TestLibrary::test_bag: Bag gave the wrong answer; instead of `x == (1, 2)` with \
an object of a student's class: `(x.a, x.b) == (1, 2)` or `list(x) == [1, 2]`
{0}/test_sound.py::TestLibrary::test_log: fixture 'caplog' not found; instead of `caplog`: compare \
what is returned or printed
{0}/test_sound.py::TestMore::test_seed: pick returned an empty list instead of 1 item; it fails \
under plain pytest, too
{0}/test_sound.py::test_broken: OSError: no such server; it fails under plain pytest, too
{0}/test_typo.py: expected ':' (test_typo.py, line 4)
"""
TAKEN = """\
import threading
import unittest

import pytest
import random
from hw import LETTERS, Bag, a, is_locked, pick


@pytest.fixture
def broken():
    raise OSError("no such server")


def test_a():
    assert a() == 1


class TestMore(unittest.TestCase):
    def setUp(self):
        self.one = 1

    def test_one(self):
        self.assertEqual(a(), self.one)
"""


def test_tests_that_the_solution_does_not_pass_are_left_out(tmp_path: Path) -> None:
    """Each in a line, which is also in a file; the rest becomes the assignment."""
    ran = new(tmp_path, FAULTY)
    assert (ran.status, ran.err) == (0, "")
    says = re.sub(r"'tmp\w+/tmp\w+/x'", "'…/x'", ran.out).partition("assignment.toml.\nLeft")[2]
    listed = LEFT.format(tmp_path / "old")
    file = "autograder/assignments/hw/left_out.txt"
    assert says.startswith(f" out, as {file} says:\n{listed}The solution passes all tests (4).\n")
    kit = tmp_path / "kit"
    text = re.sub(r"'tmp\w+/tmp\w+/x'", "'…/x'", (kit / file).read_text())
    head = f"These tests in {tmp_path / 'old'} are not part of the assignment.\n\n"
    assert text == head + listed.replace("\n", "\n\n")[:-1]
    assignment = load("hw", kit)
    assert [part.name for part in assignment.parts] == ["files", "place", "sound"]
    names = {f"test_{name}.py" for name in ("files", "place", "sound")} | {"words.txt"}
    assert files_in(assignment.public_tests) == names
    assert (assignment.public_tests / "test_sound.py").read_text() == TAKEN


def test_test_that_passes_by_chance_is_left_out(tmp_path: Path) -> None:
    """The solution is graded again, with another order of sets."""
    letters = "abcdefgh"
    tests = f"from hw import a\n\n\ndef test_a():\n    assert a() == {in_set(letters)}\n\n\n"
    tests += "def test_length():\n    assert len(a()) == 8\n"
    own = f"def a():\n    return [*set({letters!r})]\n"
    ran = new(tmp_path, {"hw.py": own, "test_hw.py": tests})
    assert (ran.status, ran.err) == (0, "")
    assert f"\n{tmp_path / 'old'}/test_hw.py::test_a: a returned the right items" in ran.out
    assert "\nThe solution passes all tests (1).\n" in ran.out


def test_no_test_is_left(tmp_path: Path) -> None:
    """The solution is wrong, or it can be tested only in another way."""
    ran = new(tmp_path, {"hw.py": "def a():\n    return 2\n", "test_hw.py": PASSING})
    assert (ran.status, ran.out) == (2, "")
    old = tmp_path / "old"
    assert ran.err == (
        f"autograder: {old}: under the autograder, the solution passes none of its tests\n"
        f"autograder: {old}/test_hw.py::test_a: a returned one more than expected; it fails under "
        "plain pytest, too\n"
    )


def test_words_are_those_of_the_documentation() -> None:
    """What does not work, and what to write instead, as in the table of docs/testing.md."""
    text = (ROOT / "docs/testing.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    for _, _, idiom, remedy in ROWS[1:]:
        words = idiom.removeprefix("a "), remedy.partition(",")[0]
        assert any(all(each in row for each in words) for row in rows), words


DOCUMENTED = '''\
"""Sums."""


class Account:
    """A bank account, with a *balance* in cents.

    >>> Account().balance
    0
    """

    def __init__(self, cents: int = 0, /, *, owner: str = "") -> None:
        self._cents = cents

    @property
    def balance(self) -> int:
        """What is in it."""
        return self._cents

    def pay(self, cents):
        """Take `cents` out.

        Args:
            cents: How much.
        """
        self._cents -= cents

    def _check(self):
        return 1


def total(accounts, start=0):
    """The sum of the balances
    of all accounts.
    """
    return start + sum(each.balance for each in accounts)


def nothing():
    pass
'''
DESCRIBED = r"""
<!-- To change: say what students write. -->

- `class Account`: A bank account, with a \*balance\* in cents.

  ```text
  >>> Account().balance
  0
  ```

  - `__init__(self, cents: int=0, /, *, owner: str='')`
  - `balance`: What is in it.
  - `pay(self, cents)`: Take `cents` out.

    ```text
    Args:
        cents: How much.
    ```

- `total(accounts, start=0)`: The sum of the balances of all accounts.
- `nothing()`
"""


def test_handout_holds_the_docstrings_of_the_solution(tmp_path: Path) -> None:
    """Of all that students write, under the first part with it."""
    tests = "from hw import Account, total\n\n\ndef test_a():\n"
    tests += "    a = Account(3)\n    a.pay(1)\n    assert total([a]) == 2\n"
    files = {"hw.py": DOCUMENTED, "test_all.py": tests, "test_hw.py": tests}
    assert new(tmp_path, files).status == 0
    handout = (tmp_path / "kit/handout/hw.md").read_text()
    sections = handout.partition("\n## `all`\n")[2].partition("\n\n## Marks")[0]
    rest = "\n## `hw`\n\n<!-- To change: say what students write. -->"
    assert sections == DESCRIBED + rest


# Tests in two styles count as under plain pytest.

STYLES = {
    "unittest": ("stack.py", ("list(items)", "[]"), "test_pop_until_empty test_sizes test_use"),
    "files": (
        "words.py",
        ("letters.words_in(line)", "line.split()"),
        "test_known test_known_in_another_file test_keep_unknown",
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_wrong_solution_fails_as_under_plain_pytest(style: str, tmp_path: Path) -> None:
    file, mistake, failing = STYLES[style]
    assert new(tmp_path, FOLDERS / style).status == 0
    kit = tmp_path / "kit"
    submission = shutil.copytree(kit / "reference/hw", tmp_path / "ada")
    change(submission / file, *mistake)
    ran = run("grade", "hw", submission, "--json", "-", cwd=kit)
    tests = [test for part in json.loads(ran.out)["parts"] for test in part["tests"]]
    outcomes = {test["name"].rpartition("::")[2]: test["outcome"] for test in tests}
    assert {test for test, outcome in outcomes.items() if outcome != "pass"} == {*failing.split()}
