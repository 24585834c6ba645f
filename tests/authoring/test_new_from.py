"""`autograder new NAME --from FOLDER`: an existing solution and its tests become an assignment."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder.assignment import load
from tests.authoring.sound_kit import change, put
from tests.authoring.test_new import files_in
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
The solution passes all tests (6).
Calls may change their arguments, as under plain pytest; to forbid it, write arguments = "may not \
change" in assignment.toml.
Left out, since the tests do not use them: LICENSE, README.md, better.py, main.py. To give one to \
students, add it to reference/ and to `provided` in assignment.toml.
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
        f"{file}: Tests::test_pair would pass if all functions only returned [] or (); compare "
        "with the answer itself, such as with False, or with its length\nCalls may change"
    )


PASSING = "from hw import a\n\n\ndef test_a():\n    assert a() == 1\n"
REFUSED = {
    "no tests": ({"hw.py": "x = 1\n"}, "{0}: no tests; they are files test_*.py or *_test.py"),
    "tests that import from a folder": (
        {
            "solution/hw.py": "x = 1\n",
            "test_hw.py": "from solution.hw import x\n\n\ndef test_x():\n    assert x\n",
        },
        "{0}: the tests import nothing of the solution by its name; it has hw.py",
    ),
    "a solution that fails": (
        {
            "hw.py": "def a():\n    return 2\n",
            "test_hw.py": f"{PASSING}\n\ndef test_b():\n    assert a() == 3\n",
        },
        "autograder/assignments/hw/tests/test_hw.py: the solution does not pass test_a, test_b "
        "(a returned one more than expected)",
    ),
    "a value that cannot be passed": (
        {
            "hw.py": "def a(lock):\n    return lock.locked()\n",
            "test_hw.py": "import threading\n\nfrom hw import a\n\n\n"
            "def test_a():\n    assert not a(threading.Lock())\n",
        },
        "autograder/assignments/hw/tests/test_hw.py: the solution does not pass test_a (the grader "
        "failed: UnsendableError: a test passes a lock, which cannot cross (see testing.md): pass "
        "plain data, or define its class in a provided file that is the `types` of "
        "assignment.toml), although it does under plain pytest; docs/testing.md says what to write "
        "instead",
    ),
    "a test that cannot be run": (
        {
            "hw.py": "def a():\n    return 1\n",
            "test_hw.py": PASSING.replace("a()", "b()").replace("import a", "import b"),
        },
        "autograder/assignments/hw/tests/test_hw.py, line 1: the reference does not define b; "
        "correct the test",
    ),
    "a statement that may be the answer": (
        {"hw.py": "def a():\n    return 1\n\n\nprint(a())\n", "test_hw.py": PASSING},
        "reference/hw/hw.py, line 5: this would stay in the starter; "
        "move it into a function, or the file into `provided`",
    ),
}


@pytest.mark.parametrize(("files", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line(tmp_path: Path, files: dict[str, str], says: str) -> None:
    ran = new(tmp_path, files)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {says.format(tmp_path / 'old')}\n"
    assert list((tmp_path / "kit").iterdir()) == []


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
