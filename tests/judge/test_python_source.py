"""Python files, read without running them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from autograder.judge.python_source import syntax_tree

NESTED = f"found = {'(1 + ' * 60}1{')' * 60}\n" * 60


class Ring:
    """Garbage that Python finds only while it looks for cycles, and then runs code."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        for _ in range(50):
            pass


@pytest.fixture
def busy_collector() -> Iterator[None]:
    """Threads take turns often, also while objects are made in C."""
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(50)
    sys.setswitchinterval(1e-6)
    yield
    gc.set_threshold(*before)
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("busy_collector")
def test_threads_may_parse() -> None:
    """With Python 3.11, `ast.parse` raises SystemError in several."""

    def parse_often(_: int) -> bool:
        return all([Ring() for _ in range(20)] and syntax_tree(NESTED) for _ in range(20))

    with ThreadPoolExecutor(4) as executor:
        assert [*executor.map(parse_often, range(4))] == [True] * 4
