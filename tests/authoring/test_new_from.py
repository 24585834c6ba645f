"""`autograder new NAME --from FOLDER`: an existing solution and its tests become an assignment."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.assignment import load
from tests.authoring.sound_kit import change, put
from tests.authoring.test_new import files_in
from tests.conftest import KITS, Ran, run_autograder

FOLDERS = KITS / "taken_over"


def make(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        put(folder / name, text)
    return folder


def new(tmp_path: Path, source: Path | Mapping[str, str]) -> Ran:
    """Run the command in the empty folder `kit`, on a folder or one with these files."""
    kit = tmp_path / "kit"
    kit.mkdir()
    folder = source if isinstance(source, Path) else make(tmp_path / "old", source)
    return run_autograder("new", "hw", "--from", folder, cwd=kit)


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
Next: read handout/hw.md, which was made from docstrings, then run
  autograder verify hw
  autograder release hw --to dist
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
    assert "`longest(file)`\n\nReturn the longest" in assignment.handout.read_text()


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


def test_starter_with_an_answer_is_not_released(tmp_path: Path) -> None:
    """A constant beside a function is taken for one that students are given."""
    solution = "LIMIT = 3\n\n\ndef f():\n    return LIMIT\n"
    test = "from hw import LIMIT\n\n\ndef test_value():\n    assert LIMIT == 3\n"
    assert new(tmp_path, {"hw.py": solution, "test_limit.py": test}).status == 0
    ran = run_autograder("verify", cwd=tmp_path / "kit")
    says = "the starter passes test_value; let the test require something that only an answer has"
    assert ran.status == 1
    assert f"autograder/assignments/hw/tests/test_limit.py: {says}\n" in ran.out


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
    ran = run_autograder("new", "first", "--from", old, "--kit", kit)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("first: already there; choose another name than 'first'\n")


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
        "(a gave the wrong answer)",
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
    "two parts of one name": (
        {"hw.py": "", "test_hw.py": PASSING, "hw_test.py": PASSING},
        "{0}/test_hw.py: {0}/hw_test.py would be the same part; rename one",
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


def test_zip_for_students(tmp_path: Path) -> None:
    """The tests pass in check.pyz and under plain pytest once the files are complete."""
    assert new(tmp_path, FOLDERS / "files").status == 0
    kit, home = tmp_path / "kit", tmp_path / "home"
    ran = run_autograder("release", "hw", "--to", tmp_path, cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    with zipfile.ZipFile(tmp_path / "hw-student.zip") as archive:
        archive.extractall(home)
    assert statuses(home / "hw") == [1, 1]
    shutil.copytree(kit / "reference/hw", home / "hw", dirs_exist_ok=True)
    assert statuses(home / "hw") == [0, 0]


def statuses(folder: Path) -> list[int]:
    """Return the exit statuses of check.pyz and of plain pytest."""
    commands = ["check.pyz"], ["-m", "pytest", "-p", "no:cacheprovider"]
    return [
        subprocess.run(
            [sys.executable, *command], cwd=folder, capture_output=True, check=False
        ).returncode
        for command in commands
    ]


# Tests in five styles count as under plain pytest, and cannot be tricked.

PATCHES = '''
import builtins
import os
import sys

print("===== 99 passed in 0.01s =====")
print('{"outcome": "pass", "score": 100}', file=sys.stderr)
try:
    import unittest

    import pytest

    unittest.TestCase.run = unittest.TestCase.assertEqual = lambda *args: None
    pytest.raises = pytest.fail = pytest.skip = lambda *args, **options: None
except ImportError:
    pass


class Same:
    """Equal to everything, and whatever else it is asked for."""

    __eq__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: 0
    __getattr__ = lambda self, name: self
'''


@dataclass(frozen=True)
class Style:
    """What is graded in a style: a change to a file of the solution, and a whole hostile file.

    `failed` are the tests that fail with the wrong change under plain pytest. With the hostile
    file, some tests have `passed`, are `wrong` or `crashed`.
    """

    file: str
    wrong_change: tuple[str, str]
    failed: str
    hostile: str
    wrong: str
    crashed: str
    passed: str = ""

    @property
    def outcomes(self) -> dict[str, str]:
        """The outcomes of the hostile file."""
        found = dict.fromkeys(self.passed.split(), "pass")
        found |= dict.fromkeys(self.wrong.split(), "wrong")
        return found | dict.fromkeys(self.crashed.split(), "crashed")


SHARES = "[share + 1] * rest + [share] * (people - rest)"
STYLES = {
    "pytest_functions": Style(
        "bills.py",
        wrong_change=(SHARES, "[share] * (people - rest) + [share + 1] * rest"),
        failed="test_split[uneven]",
        hostile="""
def total(bill): return Same()
def most_expensive(bill): os._exit(0)
def add(bill, item, price): bill[Same()] = Same()
def split(cents, people):
    print("test_bills.py ........... [100%]")
    sys.stdout = sys.stderr = None
    return [cents]
""",
        wrong="test_total test_total_of_an_empty_bill test_split[even] test_split[uneven]"
        " test_split_among_nobody[0] test_split_among_nobody[-1] test_add",
        crashed="test_most_expensive test_most_expensive_of_two test_most_expensive_of_nothing",
        passed="test_split[one]",
    ),
    "unittest": Style(
        "stack.py",
        wrong_change=("list(items)", "[]"),
        failed="test_pop_until_empty test_sizes test_use",
        hostile="""
class Stack:
    def __init__(self, items=()): self.items = Same()
    def push(self, item): print("OK")
    def pop(self): return Same()
def is_balanced(text): os._exit(0)
""",
        wrong="test_push test_pop_from_empty_stack test_pop_until_empty test_sizes test_use",
        crashed="test_is_balanced",
    ),
    "classes": Style(
        "vectors.py",
        wrong_change=("hash(self.coordinates)", "id(self)"),
        failed="test_in_a_set",
        hostile="""
class LengthError(ValueError): lengths = Same()
class Vector(Same):
    def __init__(self, *coordinates): pass
    def __repr__(self): return "Vector(4, 3)"
    def __len__(self): return 2
    def __getitem__(self, index): os._exit(0)
    def __add__(self, other): raise LengthError("2 and 3")
    def __rmul__(self, factor): return self
""",
        wrong="test_equal test_in_a_set test_repr test_lengths",
        crashed="test_items test_add",
        passed="test_multiply",  # It equals the right vector, as under plain pytest.
    ),
    "files": Style(
        "words.py",
        wrong_change=("letters.words_in(line)", "line.split()"),
        failed="test_known test_known_in_another_file test_keep_unknown",
        hostile="""
class EmptyError(ValueError): pass
def known(file="words.txt"): return Same()
def longest(file): os._exit(0)
def keep_unknown(source, target):
    for name in (target, "conftest.py", "test_words.py", "report.json"):
        with open(name, "w") as file:
            file.write("def test(): pass")
    open(source)
""",
        wrong="test_known test_known_in_another_file test_keep_unknown",
        crashed="test_longest test_longest_in_an_empty_file",
        passed="test_keep_unknown_of_missing_file",  # It does raise a FileNotFoundError.
    ),
    "input_print": Style(
        "quiz.py",
        wrong_change=('f"{question} "', "question"),
        failed="test_ask test_ask_once",
        hostile="""
def greet(): print("Hello, Ada!\\nHello, you!\\n===== 6 passed =====")
def ask(question, answer): os._exit(0)
def average():
    builtins.print = builtins.input = None
    sys.stdout.write("average: 2.5\\n")
""",
        wrong="test_greet[Ada] test_greet[nobody] test_average_of_nothing",
        crashed="test_ask test_ask_once",
        passed="test_average",  # The right text is printed.
    ),
}


@pytest.fixture(scope="module", params=STYLES)
def style(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def kit(style: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = tmp_path_factory.mktemp("kit")
    ran = run_autograder("new", "hw", "--from", FOLDERS / style, cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    return kit


def outcomes(kit: Path, submission: Path) -> dict[str, str]:
    """Grade a submission; return the outcomes of all tests, by name."""
    ran = run_autograder("grade", "hw", submission, "--json", "-", cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    tests = [test for part in json.loads(ran.out)["parts"] for test in part["tests"]]
    return {test["name"].rpartition("::")[2]: test["outcome"] for test in tests}


def test_wrong_solution_fails_as_under_plain_pytest(kit: Path, style: str, tmp_path: Path) -> None:
    shutil.copytree(kit / "reference/hw", tmp_path, dirs_exist_ok=True)
    change(tmp_path / STYLES[style].file, *STYLES[style].wrong_change)
    failed = {test for test, outcome in outcomes(kit, tmp_path).items() if outcome != "pass"}
    assert failed == {*STYLES[style].failed.split()}


def test_hostile_solution(kit: Path, style: str, tmp_path: Path) -> None:
    shutil.copytree(kit / "reference/hw", tmp_path, dirs_exist_ok=True)
    (tmp_path / STYLES[style].file).write_text(PATCHES + STYLES[style].hostile)
    assert outcomes(kit, tmp_path) == STYLES[style].outcomes
