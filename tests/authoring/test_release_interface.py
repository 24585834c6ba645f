"""interface.json: what check.pyz knows of the reference beyond the starter."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.assignment import Assignment, load
from autograder.authoring.folder import write
from autograder.authoring.release.interface_file import interface_file
from autograder.authoring.release.kit_files import student_kit
from autograder.authoring.starter import starter_files
from autograder.judge.modules.interface import ModuleInterface, read_interface
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
        self.items = []
        self.secret = _KEY

    def __len__(self):
        return len(self.items)

    def __call__(self):
        return secrets.randbelow(3)

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
'''
TESTS = """
from unittest import mock

import double
import boards
from double import Stack, _Shape


def test_all():
    assert double._halve(2) == 1
    assert Stack()._grow() is None
    assert len(boards.full().items) == double._SIZE
    with mock.patch("double.random.random", lambda: 1):
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
                    "attributes": ["items"],
                    "special": ["__call__", "__len__"],
                },
            },
            "constants": ["_SIZE"],
            "imported": {"random": ["random", ""], "ABC": ["abc", "ABC"]},
        }
    }


def test_kit_of_students_reads_the_same_names(tmp_path: Path) -> None:
    """The judge treats each name that public tests use as it does with the reference."""
    assignment = kit_with_private_names(tmp_path / "kit")
    write(tmp_path / "student", student_kit(assignment))
    whole, students = (
        read_interface(load("double", kit))["double"]
        for kit in (assignment.kit, tmp_path / "student")
    )
    assert students.complete
    assert seen(students) == seen(whole)
    assert {"_KEY", "_Hidden", "_root", "secrets"}.isdisjoint(students.names)


def seen(module: ModuleInterface) -> list[object]:
    stack, shape = module.classes["Stack"], module.classes["_Shape"]
    names = {"_halve", "_SIZE", "Stack", "_Shape", "random", "ABC", "double"}
    return [
        names & set(module.names),
        stack.special,
        stack.bases,
        {"push", "_grow"} & stack.methods,
        {"items"} & stack.attributes,
        stack.sets_names,
        shape.bases,
        {"area"} & shape.methods,
        module.imported["random"],
    ]
