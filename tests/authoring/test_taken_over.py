"""Folders of solution and tests, in five styles: taken over, graded, verified and released."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.authoring.sound_kit import change
from tests.conftest import KITS, run_autograder

FOLDERS = KITS / "taken_over"
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
    """What is graded in a style: changes to a file of the solution, and a whole hostile file.

    `failed` are the tests that fail with the wrong change under plain pytest. With the hostile
    file, some tests have `passed`, are `wrong` or `crashed`.
    """

    file: str
    right: tuple[str, str]
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
        right=(SHARES, "[(cents + n) // people for n in reversed(range(people))]"),
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
        right=("self.items.append(item)", "self.items = [*self.items, item]"),
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
        right=("*(a + b for a, b in zip(self, other))", "*map(sum, zip(self, other))"),
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
        right=("max(words, key=len)", "sorted(words, key=len, reverse=True)[0]"),
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
        right=("for line in sys.stdin if", "for line in sys.stdin.read().splitlines() if"),
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
    return taken_over(style, tmp_path_factory.mktemp("kit"))


def taken_over(style: str, kit: Path) -> Path:
    """Make a kit with the assignment `hw` in an empty folder."""
    ran = run_autograder("new", "hw", "--from", FOLDERS / style, cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    return kit


def outcomes(kit: Path, submission: Path) -> dict[str, str]:
    """Grade a submission; return the outcomes of all tests, by name."""
    ran = run_autograder("grade", "hw", submission, "--json", "-", cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    report = json.loads(ran.out)
    assert report["problems"] == []
    tests = [test for part in report["parts"] for test in part["tests"]]
    return {test["name"].rpartition("::")[2]: test["outcome"] for test in tests}


def changed(kit: Path, style: str, folder: Path, *texts: str) -> Path:
    shutil.copytree(kit / "reference/hw", folder, dirs_exist_ok=True)
    change(folder / STYLES[style].file, *texts)
    return folder


def test_right_solution_passes_all_tests(kit: Path, style: str, tmp_path: Path) -> None:
    graded = outcomes(kit, changed(kit, style, tmp_path, *STYLES[style].right))
    assert graded == dict.fromkeys(STYLES[style].outcomes, "pass")


def test_wrong_solution_fails_as_under_plain_pytest(kit: Path, style: str, tmp_path: Path) -> None:
    graded = outcomes(kit, changed(kit, style, tmp_path, *STYLES[style].wrong_change))
    failed = {test for test, outcome in graded.items() if outcome != "pass"}
    assert failed == {*STYLES[style].failed.split()}


def test_starter_passes_no_test(kit: Path, style: str) -> None:
    graded = outcomes(kit, kit / "starter/hw")
    assert graded == dict.fromkeys(STYLES[style].outcomes, "not_defined")


def test_hostile_solution(kit: Path, style: str, tmp_path: Path) -> None:
    shutil.copytree(kit / "reference/hw", tmp_path, dirs_exist_ok=True)
    (tmp_path / STYLES[style].file).write_text(PATCHES + STYLES[style].hostile)
    assert outcomes(kit, tmp_path) == STYLES[style].outcomes


def test_verify_finds_nothing_that_blocks(kit: Path) -> None:
    ran = run_autograder("verify", "hw", cwd=kit)
    *advice, last = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert [line for line in advice if not line.startswith("advice: ")] == []
    assert last == f"hw: no findings, {len(advice)} lines of advice"


def test_zip_for_students(tmp_path: Path) -> None:
    """The tests pass in check.pyz and under plain pytest once the files are complete."""
    kit, home = tmp_path / "kit", tmp_path / "home"
    kit.mkdir()
    taken_over("files", kit)
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
