"""Starters: the reference with the answers cut out."""

from __future__ import annotations

from autograder.authoring.starter import cut, drop_unused_imports

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
    # How it is done.
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


def test_answers_are_cut_out() -> None:
    assert drop_unused_imports(cut(REFERENCE, {"test_given"}), {"provided"}) == STARTER
