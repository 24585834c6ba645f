"""interface.json: what check.pyz knows of the reference beyond the starter."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.folder import write
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.interface_file import interface_file
from autograder.authoring.release.trial import try_check_pyz
from autograder.authoring.starter import starter_files
from tests.authoring.sound_kit import make_sound_kit, put

REFERENCE = '''
import random
import secrets
from abc import ABC

_SIZE = 3
_KEY = 4711


class _Shape(ABC):
    def area(self):
        return 1

    def corners(self):
        return self._count()

    def _count(self):
        return 4


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

    def _shrink(self):
        pass


def double(number):
    """Double."""
    return 2 * number


def _halve(number):
    return number / 2


def _root(number):
    return random.random()


if __name__ == "__main__":
    print(double(int(input())))
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
HELPERS = """
from double import Stack, double


def full():
    return Stack()


def hidden():
    return double._root(Stack().secret)
"""


def kit_with_private_names(folder: Path) -> Assignment:
    assignment = make_sound_kit(folder)
    put(assignment.reference / "double.py", REFERENCE)
    put(assignment.folder / "tests/test_double.py", TESTS)
    put(assignment.folder / "boards.py", HELPERS)
    write(assignment.starter, starter_files(assignment))
    return assignment


def test_only_what_public_tests_mention_and_the_starter_lacks(tmp_path: Path) -> None:
    assignment = kit_with_private_names(tmp_path)
    assert json.loads(interface_file(assignment)) == {
        "double": {
            "functions": ["_halve"],
            "classes": {
                "_Shape": {"bases": ["ABC"], "methods": ["area"]},
                "Stack": {
                    "methods": ["_grow"],
                    "special": ["__call__", "__len__"],
                },
            },
            "constants": ["_SIZE"],
            "imported": {"random": ["random", ""], "ABC": ["abc", "ABC"]},
        }
    }


def test_check_pyz_runs_tests_of_what_the_starter_lacks(tmp_path: Path) -> None:
    assignment = kit_with_private_names(tmp_path)
    files = {"double.py": (assignment.starter / "double.py").read_bytes()}
    report = try_check_pyz(assignment, check_pyz(assignment), files)
    assert report.startswith("double: double\n")
