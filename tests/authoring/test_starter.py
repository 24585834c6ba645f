"""Starters: the reference without the answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.starter import (
    AnswerLeftError,
    remove_answers,
    remove_unused_imports,
    starter_files,
)
from tests.conftest import copy_kit

REFERENCE = '''\
"""A module."""

from itertools import product
from math import prod, sqrt
from typing import TextIO as Text, cast

from provided import Thing

SIZE = 5
_CACHE: dict[int, int] = {}


def area(a: int, b: int) -> int:
    """The area.

    More about it.
    """
    # How it works.
    return prod((a, b))


def bare(a: Text): return sqrt(cast(int, a))


# What a helper is for.
def _helper(a):
    return list(product(a))


class Board:
    """A board."""

    SIZE = 3
    _cache = 1

    def __init__(self) -> None:
        self.x = 1

    # What the helper does.
    def _helper(self) -> int:
        return self.x

    @property
    def side(self) -> int:
        """The side."""
        return self._helper()

    def given(self) -> int:
        return self.side


def test_given():
    assert area(1, 2) == 2


def test_own():
    assert area(3, 2) == 6


if __name__ == "__main__":
    area(1, 2)
'''

STARTER = '''\
"""A module."""

from typing import TextIO as Text

from provided import Thing

SIZE = 5


def area(a: int, b: int) -> int:
    """The area.

    More about it.
    """
    raise NotImplementedError


def bare(a: Text):
    raise NotImplementedError


class Board:
    """A board."""

    SIZE = 3

    @property
    def side(self) -> int:
        """The side."""
        raise NotImplementedError

    def given(self) -> int:
        return self.side


def test_given():
    assert area(1, 2) == 2


if __name__ == "__main__":
    area(1, 2)
'''


def test_answers_are_removed() -> None:
    starter = remove_answers(REFERENCE, {"test_given", "given"})
    assert remove_unused_imports(starter, {"provided"}) == STARTER


IMPORTS = {
    "in a quoted annotation": (
        "from typing import TextIO, cast\n\ndef f(x: list['TextIO | None']): ...\n",
        "from typing import TextIO\n\ndef f(x: list['TextIO | None']): ...\n",
    ),
    "after a statement": ("X = 1; import os\nY = 2\n", "X = 1; import os\nY = 2\n"),
    "on several lines": (
        "from math import (  # Both.\n    pi,\n    e,\n)\nX = pi\n",
        "from math import pi\nX = pi\n",
    ),
}


@pytest.mark.parametrize(("source", "kept"), IMPORTS.values(), ids=IMPORTS)
def test_used_imports_are_kept(source: str, kept: str) -> None:
    assert remove_unused_imports(source, set()) == kept


EMPTIED = {
    "one line": ("def f(x): return x + 1\n", "def f(x):\n    raise NotImplementedError\n"),
    "tabs": (
        'class C:\n\tdef f(self):\n\t\t"""Add."""\n\t\treturn 1\n\n\tdef g(self): return 2\n',
        'class C:\n\tdef f(self):\n\t\t"""Add."""\n\t\traise NotImplementedError\n\n'
        "\tdef g(self):\n\t    raise NotImplementedError\n",
    ),
    "program": (
        'if __name__ == "__main__":\n    n = int(input())\n    print(n * 2)\n',
        'if __name__ == "__main__":\n    raise NotImplementedError\n',
    ),
    "variables": (
        'ALL = total = 6 * 7  # what is asked\nage: int = 8\nnames = [\n    "é",\n]\n_a = 1\n',
        "ALL = total = ...  # what is asked\nage: int = ...\nnames = ...\n",
    ),
    "a decorator that students write": (
        "def twice(f):\n    return f\n\ndef _own(f):\n    return f\n\n"
        "@twice\n@_own\n# A note.\ndef g(x):\n    return x\n",
        "def twice(f):\n    raise NotImplementedError\n\n"
        "# @twice once it is written\n# A note.\ndef g(x):\n    raise NotImplementedError\n",
    ),
    "a decorator with arguments": (
        "def times(n):\n    return lambda f: f\n\nclass C:\n"
        "    @times(\n        3)\n    @staticmethod\n    def g(x): return x\n",
        "def times(n):\n    raise NotImplementedError\n\nclass C:\n"
        "    # @times(3) once it is written\n    @staticmethod\n"
        "    def g(x):\n        raise NotImplementedError\n",
    ),
    "values that an answer makes": (
        "class Positive:\n    def __set_name__(self, owner, name):\n        self.name = name\n\n"
        "class Empty:\n    pass\n\nclass C:\n    side = Positive()\n    other = Empty()\n\n"
        "def _two():\n    return 2\n\nTWO = _two()\nALL: list = [\n    Positive(),\n]\n",
        "class Positive:\n    def __set_name__(self, owner, name):\n"
        "        raise NotImplementedError\n\n"
        "class Empty:\n    pass\n\nclass C:\n    side = ...  # Positive() once it is written\n"
        "    other = Empty()\n\nTWO = ...\nALL: list = ...  # [Positive()] once it is written\n",
    ),
    "a script": (
        "# Greet.\nimport sys\nname = input()\nfor _ in range(2):\n    print(name)\na, b = 1, 2\n",
        "# Greet.\nimport sys\nname = ...\n",
    ),
}


@pytest.mark.parametrize(("source", "starter"), EMPTIED.values(), ids=EMPTIED)
def test_emptied(source: str, starter: str) -> None:
    assert remove_answers(source, set()) == starter


LEFT = {
    "a function under a condition": "def f(): pass\nX = 1\nif X:\n    def g():\n        return 1\n",
    "statements on one line": "import sys\n\nx = 1; y = 2\n",
}


@pytest.mark.parametrize("source", LEFT.values(), ids=LEFT)
def test_what_cannot_be_emptied_is_refused(source: str) -> None:
    with pytest.raises(AnswerLeftError) as refusal:
        remove_answers(source, set())
    assert refusal.value.line == 3


def test_file_that_is_the_answer(tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path)
    path = kit / "reference/double/double.py"
    path.write_text("print(2); print(3)\n")
    with pytest.raises(AssignmentError) as refusal:
        starter_files(load("double", kit))
    says = "this would stay in the starter; move it into a function or below "
    says += '`if __name__ == "__main__":`, or the file into `provided`'
    assert str(refusal.value) == f"{path}, line 1: {says}"
    path.write_bytes('"""A naïve answer."""\n'.encode("latin-1"))
    with pytest.raises(AssignmentError) as refusal:
        starter_files(load("double", kit))
    assert str(refusal.value) == f"{path}: not UTF-8 text; save it as UTF-8"


def test_decorator_that_is_given() -> None:
    source = "def twice(f):\n    return f\n\n@twice\ndef g(x):\n    return x\n"
    starter = source.replace("return x", "raise NotImplementedError")
    assert remove_answers(source, {"twice"}) == starter
