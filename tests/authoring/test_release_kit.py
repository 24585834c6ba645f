"""The kit in a bundle for students: public tests, sample cases, and nothing else of a kit."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.folder import write
from autograder.authoring.release.helper_modules import helper_modules
from autograder.authoring.release.kit_files import interface_modules, student_kit, whole_kit
from autograder.authoring.starter import starter_files
from autograder.authoring.toml_text import toml_text
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import ROOT

FOLDER = "autograder/assignments/double"

HELPERS = '''"""Numbers for the tests."""

import math
from decimal import Decimal
from double import double, halve

SMALL = 2
"""Small."""
TABLE = []
# Used by a hidden test.
LARGE = Decimal(4711)
"""Large."""
ANSWERS = {}
ANSWERS[LARGE] = 9422

for number in range(3):
    TABLE.append(number)
for number in range(3):
    ANSWERS.update({number: 2 * number})


@staticmethod
def public(number):
    return twice(number) + math.pi + len(TABLE)


def hidden(number):
    return halve(number) - ANSWERS[LARGE]


def twice(number):
    return double(number)
'''
KEPT = '''"""Numbers for the tests."""

import math
from double import double

SMALL = 2
"""Small."""
TABLE = []

for number in range(3):
    TABLE.append(number)


@staticmethod
def public(number):
    return twice(number) + math.pi + len(TABLE)


def twice(number):
    return double(number)
'''


def test_kit_for_students(tmp_path: Path) -> None:
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / FOLDER / "equivalent.toml", "")
    put(tmp_path / FOLDER / "tests/__pycache__/left.pyc", "")
    assert set(student_kit(assignment)) == {
        f"{FOLDER}/assignment.toml",
        f"{FOLDER}/interface/double.py",
        f"{FOLDER}/tests/test_double.py",
        f"{FOLDER}/tests/test_program.py",
        "starter/double/double.py",
        "inputs/double/sample/two.in",
        "expected/double/sample/two.out",
    }
    whole = set(whole_kit(assignment))
    assert {f"{FOLDER}/hidden/test_double.py", "reference/double/double.py"} <= whole
    assert not any("__pycache__" in path for path in whole)


@pytest.mark.parametrize(
    ("test", "kept"),
    [
        ("import boards\nboards.SMALL; boards.public(1)", KEPT),
        ("import boards as b\nb.SMALL; b.public(1)", KEPT),
        ("from boards import SMALL, public", KEPT),
        ("from boards import *\nSMALL; public(1)", KEPT),
        ("from other import X", KEPT),
        ("import math", None),
    ],
    ids=["attribute", "renamed", "from", "star", "by a helper", "not at all"],
)
def test_helper_module_keeps_what_public_tests_use(
    test: str, kept: str | None, tmp_path: Path
) -> None:
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / FOLDER / "boards.py", HELPERS)
    put(tmp_path / FOLDER / "other.py", "import boards\nX = boards.SMALL, boards.public\n")
    put(
        tmp_path / FOLDER / "tests/test_double.py",
        test.replace("import other", "from other import X"),
    )
    assert helper_modules(assignment).get("boards.py") == kept


@pytest.mark.parametrize("name", names(ROOT))
def test_settings_stay_but_for_figures_and_comments(name: str) -> None:
    assignment = load(name, ROOT)
    settings = f"autograder/assignments/{name}/assignment.toml"
    table = tomllib.loads((ROOT / settings).read_text(encoding="utf-8"))
    text = student_kit(assignment)[settings].decode()
    assert tomllib.loads(text) == {key: value for key, value in table.items() if key != "figure"}
    assert not any(line.startswith("#") for line in text.splitlines())


@pytest.mark.parametrize("kit", [student_kit, whole_kit])
def test_needs_that_are_left_out_are_written(
    kit: Callable[[Assignment], dict[str, bytes]], tmp_path: Path
) -> None:
    """A bundle has no reference, or not the modules that would derive them from it."""
    assignment = make_sound_kit(tmp_path)
    settings = tmp_path / FOLDER / "assignment.toml"
    assert "needs" not in settings.read_text(encoding="utf-8")
    parts = tomllib.loads(kit(assignment)[f"{FOLDER}/assignment.toml"].decode())["part"]
    assert {part["name"]: part["needs"] for part in parts} == {"double": [], "program": ["double"]}


def test_toml_of_every_kind_of_value() -> None:
    table = {
        "text": 'quoted "\\" and \x7f, \n and é',
        "numbers": [1, 2.5, True],
        "table": {"key": "value", "inner": {"deep": False}},
        "part": [{"name": "a"}, {"name": "b", "hints": ["x", "y"]}],
        "measured": {"plain search": 3, "é.à": 0.5, "limit": float("inf"), 'a "key"': 1e22},
    }
    assert tomllib.loads(toml_text(table)) == table


# interface/: what check.pyz knows of the reference beyond the starter.

REFERENCE = '''
import random
import secrets
from abc import ABC

_SIZE = 3
_KEY = 4711


class _Shape(ABC):
    def area(self):
        return 1


class _Hidden:
    pass


class Stack:
    def __init__(self):
        self.items = [1, 2, 3]
        self.secret = _KEY

    def __len__(self):
        return len(self.items)

    def __call__(self):
        return secrets.randbelow(1)

    def push(self, item):
        """Push."""
        self._grow()
        self.items.append(item)

    def _grow(self):
        pass


def double(number):
    """Double."""
    return 2 * number


def _halve(number):
    return number / 2


def _root(number):
    return random.random()

'''
TESTS = """
from unittest import mock

import double
import boards
from double import Stack, _Shape


def test_all():
    assert double._halve(2) == 1
    assert Stack()._grow() is None
    assert Stack()() == 0
    assert len(boards.full().items) == double._SIZE
    with mock.patch("double.random", None):
        assert _Shape().area() == 1
"""
BOARDS = """
from double import Stack, double


def full():
    return Stack()


def hidden():
    return double._root(Stack().secret)
"""


OUTLINE = """\
import random
from abc import ABC
_SIZE = ...

class _Shape(ABC):

    def area(self):
        pass

class Stack:

    def __init__(self):
        pass

    def __len__(self):
        pass

    def __call__(self):
        pass

    def push(self, item):
        pass

    def _grow(self):
        pass

def double(number):
    pass

def _halve(number):
    pass"""


def kit_with_private_names(folder: Path) -> Assignment:
    assignment = make_sound_kit(folder)
    put(assignment.reference / "double.py", REFERENCE)
    put(assignment.folder / "tests/test_double.py", TESTS)
    put(assignment.folder / "boards.py", BOARDS)
    write(assignment.starter, starter_files(assignment))
    return assignment


def test_only_what_public_tests_mention_and_the_starter_lacks(tmp_path: Path) -> None:
    assignment = kit_with_private_names(tmp_path)
    assert interface_modules(assignment)["interface/double.py"] == OUTLINE
