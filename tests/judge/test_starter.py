"""What a starter defines: its functions, methods and classes, and the types that these extend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.judge.starter import Starter
from autograder.report import GraderError


@dataclass(frozen=True)
class Place:
    row: int

    def is_first(self) -> bool:
        return self.row == 0


@pytest.fixture
def starter_of(tmp_path: Path) -> Callable[..., Starter]:
    def starter(source: str | None, provided: str = "", **types: type) -> Starter:
        if source is not None:
            (tmp_path / "own.py").write_text(source, encoding="utf-8")
        (tmp_path / "provided.py").write_text(provided, encoding="utf-8")
        files: Any = SimpleNamespace(starter=tmp_path, files=["own.py"], provided=["provided.py"])
        return Starter(files, types)

    return starter


def test_functions_and_methods_have_their_parameters(starter_of: Callable[..., Starter]) -> None:
    starter = starter_of(
        "def area(width, height): ...\n"
        "class Board:\n"
        "    def solve(self, steps): ...\n"
        "    @property\n"
        "    def size(self): ...\n"
    )
    expected = {"area": ["width", "height"], "Board.solve": ["steps"]}
    assert starter.functions("own.py") == expected
    assert starter.defines("own.py", "Board.solve")
    assert not starter.defines("own.py", "Board.size")
    assert not starter.defines("own.py", "solve")
    assert starter.functions("provided.py") == {}


def test_methods_are_those_of_any_class_and_of_the_types_that_it_extends(
    starter_of: Callable[..., Starter],
) -> None:
    starter = starter_of("def solve(): ...\n", "class Row(list[int]):\n    def shift(self): ...\n")
    names = ["shift", "append", "solve"]
    assert list(filter(starter.defines_method, names)) == ["shift", "append"]


@pytest.mark.parametrize(
    ("source", "has"),
    [
        ("def f(): ...\n", False),
        ("class Stack: ...\n", True),
        ("class EmptyStackError(Exception): ...\n", False),
        ("class Place: ...\n", False),
        (None, True),
    ],
    ids=["functions only", "a class", "an exception", "a type of data", "no starter"],
)
def test_classes_are_those_whose_objects_stay_in_the_worker(
    starter_of: Callable[..., Starter], source: str | None, has: bool
) -> None:
    assert starter_of(source, Place=Place).has_classes is has


def test_methods_of_data_are_those_of_the_types_and_of_the_library(
    starter_of: Callable[..., Starter],
) -> None:
    starter = starter_of("", Place=Place)
    names = ["is_first", "popleft", "strftime", "row", "solve"]
    assert list(filter(starter.is_of_data, names)) == ["is_first", "popleft", "strftime"]


def test_starter_that_is_not_python(starter_of: Callable[..., Starter]) -> None:
    starter = starter_of("def f(:\n")
    with pytest.raises(GraderError, match=r"own\.py cannot be read: invalid syntax"):
        starter.functions("own.py")
