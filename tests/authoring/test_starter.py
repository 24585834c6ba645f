"""Starters: the reference without the answers."""

from __future__ import annotations

from autograder.authoring.starter import remove_answers, remove_unused_imports

REFERENCE = '''\
"""A module."""

from itertools import product
from math import prod, sqrt

from provided import Thing

SIZE = 5
_CACHE: dict[int, int] = {}


def area(a: int, b: int) -> int:
    """The area.

    More about it.
    """
    # How it works.
    return prod((a, b))


def bare(a):
    return sqrt(a)


# What a helper is for.
def _helper(a):
    return list(product(a))


def test_given():
    assert area(1, 2) == 2


def test_own():
    assert area(3, 2) == 6


if __name__ == "__main__":
    area(1, 2)
'''

STARTER = '''\
"""A module."""

from provided import Thing

SIZE = 5


def area(a: int, b: int) -> int:
    """The area.

    More about it.
    """
    raise NotImplementedError


def bare(a):
    raise NotImplementedError


def test_given():
    assert area(1, 2) == 2


if __name__ == "__main__":
    area(1, 2)
'''


def test_answers_are_removed() -> None:
    assert remove_unused_imports(remove_answers(REFERENCE, {"test_given"}), {"provided"}) == STARTER


CLASSES = '''\
"""A module."""

from dataclasses import dataclass

SIZE = 5


@dataclass
class Point:
    x: int
    y: int


# A private class.
@dataclass
class _Private:
    x: int


class Board:
    """A board."""

    SIZE = 3
    _cache = 1

    def __init__(self) -> None:
        self.x = 1

    # What the helper does.
    def _helper(self) -> int:
        return self.x

    def area(self) -> int:
        """The area."""
        return self._helper()

    @property
    def side(self) -> int:
        return 1

    def given(self) -> int:
        return self.area()

    def _last(self) -> int:
        return 2


def after() -> int:
    return 1
'''

CLASSES_STARTER = '''\
"""A module."""

from dataclasses import dataclass

SIZE = 5


@dataclass
class Point:
    x: int
    y: int


class Board:
    """A board."""

    SIZE = 3

    def area(self) -> int:
        """The area."""
        raise NotImplementedError

    @property
    def side(self) -> int:
        raise NotImplementedError

    def given(self) -> int:
        return self.area()


def after() -> int:
    raise NotImplementedError
'''


def test_methods_are_treated_like_functions() -> None:
    assert remove_unused_imports(remove_answers(CLASSES, {"given"}), set()) == CLASSES_STARTER
