"""Generators and other iterators, which tests ask for one value at a time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import run_autograder
from tests.judge.own_kit import failures, write_one_part

RIGHT = """\
import itertools


def naturals(start=0):
    while True:
        yield start
        start += 1


def chunks(items, n):
    for i in range(0, len(items), n):
        yield items[i : i + n]


def lines(names):
    for name in names:
        if not name:
            raise ValueError("empty name")
        yield name.upper()


def total(numbers): return sum(numbers)
def pairs(items): return zip(items, items[1:])
def first(n, values): return itertools.islice(values, n)


class Countdown:
    def __init__(self, start): self.n = start
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1
    def halves(self):
        yield self.n / 2
"""
TESTS = """\
from itertools import islice

import pytest


def test_endless(student):
    numbers = student.naturals(3)
    assert next(numbers) == 3
    assert next(numbers) == 4
    assert list(islice(numbers, 2)) == [5, 6]


def test_all(student):
    assert list(student.chunks([1, 2, 3], 2)) == [[1, 2], [3]]
    assert sorted(student.pairs("cab")) == [("a", "b"), ("c", "a")]
    assert [chunk for chunk in student.chunks([1, 2, 3], 2)] == [[1, 2], [3]]
    assert [3] in student.chunks([1, 2, 3], 2)


def test_end(student):
    chunks = student.chunks([1], 2)
    assert next(chunks) == [1]
    with pytest.raises(StopIteration):
        next(chunks)
    assert next(chunks, None) is None


def test_raises_late(student):
    names = student.lines(["ada", ""])
    assert next(names) == "ADA"
    with pytest.raises(ValueError, match="empty name"):
        next(names)


def test_as_argument(student):
    assert list(student.first(2, student.naturals(5))) == [5, 6]
    assert student.total(student.first(3, student.naturals())) == 3


def test_class(student):
    down = student.new("Countdown", 2)
    assert next(down) == 2
    assert next(down) == 1
    with pytest.raises(StopIteration):
        next(down)
    assert list(student.new("Countdown", 3).halves()) == [1.5]


def test_two(student):
    numbers, others = student.naturals(), student.naturals(10)
    assert [next(numbers), next(others), next(numbers)] == [0, 10, 1]


def test_list(student):
    assert student.total([1, 2]) == 3
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_one_part(tmp_path_factory.mktemp("iterators"), TESTS, RIGHT)


def test_values_are_asked_for_one_at_a_time(kit: Path) -> None:
    assert failures(kit, kit / "reference/own") == {}


CHUNKS = "def chunks(items, n):\n"
WRONG: dict[str, tuple[str, str, dict[str, str]]] = {
    "too few": (
        f"{CHUNKS}    yield items[:n]",
        "test_all",
        {
            "message": "chunks gave the wrong answer",
            "call": "chunks([1, 2, 3], 2)",
            "returned": "[[1, 2]]",
            "expected": "[1, 2]\n[3]",
        },
    ),
    "no chunks": (
        f"{CHUNKS}    yield from ()",
        "test_all",
        {
            "message": "chunks gave the wrong answer",
            "call": "chunks([1, 2, 3], 2)",
            "returned": "[]",
            "expected": "[1, 2]\n[3]",
        },
    ),
    "none": (
        f"{CHUNKS}    yield from ()",
        "test_end",
        {
            "message": "chunks has too few values: the test asks for one more",
            "call": "chunks([1], 2)",
        },
    ),
    "endless": (
        f"{CHUNKS}    while True:\n        yield items[:n]",
        "test_all",
        {"message": "chunks gave more than 20,000 values; it may never end"},
    ),
    "large": (
        f"{CHUNKS}    while True:\n        yield 'x' * 1_000_000",
        "test_all",
        {"message": "chunks gave values of more than 4 MiB in all"},
    ),
    "raises": (
        f"{CHUNKS}    yield items[:n]\n    yield items[n + 5]",
        "test_all",
        {
            "message": "chunks raised IndexError: list index out of range",
            "call": "chunks([1, 2, 3], 2)",
        },
    ),
    "a list where an iterator is due": (
        "def naturals(start=0): return [start]",
        "test_endless",
        {"message": "naturals returned a value of the wrong shape", "returned": "[3]"},
    ),
    "an iterator where a number is due": (
        "def total(numbers): return (n for n in numbers)",
        "test_list",
        {"message": "total returned a generator instead of a number"},
    ),
    "a function": (
        "def total(numbers): return numbers.copy",
        "test_list",
        {
            "message": "total returned a function instead of a number: is a call missing its ()?",
            "returned": "<function copy>",
        },
    ),
}


@pytest.mark.parametrize(("code", "test", "expected"), WRONG.values(), ids=WRONG)
def test_wrong_iterators(
    kit: Path, tmp_path: Path, code: str, test: str, expected: dict[str, str]
) -> None:
    (tmp_path / "own.py").write_text(f"{RIGHT}\n\n{code}\n", encoding="utf-8")
    detail = failures(kit, tmp_path)[test]
    assert {name: detail.get(name) for name in expected} == expected


LOOPS = """\
def test_rows_and_columns(student):
    rows = student.square(3)
    assert all(sorted(row) == [1, 2, 3] for row in rows)
    assert all(sorted(column) == [1, 2, 3] for column in zip(*rows))


def test_valid_and_found(student):
    rows = student.square(3)
    assert [1, 2, 3] in rows
    assert all(sorted(row) == [1, 2, 3] for row in rows)


def test_one_loop(student):
    rows = iter(student.square(3))
    assert next(rows) == [1, 2, 3]
    assert list(rows) == [[2, 3, 1], [3, 1, 2]]
"""
SQUARE = "\n\ndef square(n): return {}\n"
SQUARES = {
    "[[1, 2, 3], [2, 3, 1], [3, 1, 2]]": [],
    "iter([[1, 2, 3], [2, 3, 1], [3, 1, 2]])": ["test_rows_and_columns", "test_valid_and_found"],
    "(row for row in [[0], [1, 2, 3]])": [
        "test_rows_and_columns",
        "test_valid_and_found",
        "test_one_loop",
    ],
    "[iter([1, 2, 3]), iter([1, 2, 3]), iter([1, 2, 3])]": [
        "test_rows_and_columns",
        "test_valid_and_found",
        "test_one_loop",
    ],
}


@pytest.mark.parametrize(("square", "failed"), SQUARES.items(), ids=SQUARES)
def test_an_iterator_does_not_pass_a_second_loop_over_nothing(
    kit: Path, tmp_path: Path, square: str, failed: list[str]
) -> None:
    shutil.copytree(kit, tmp_path / "kit")
    (tmp_path / "kit/autograder/assignments/own/tests/test_own.py").write_text(LOOPS, "utf-8")
    right = RIGHT + SQUARE.format("[[1, 2, 3], [2, 3, 1], [3, 1, 2]]")
    (tmp_path / "kit/reference/own/own.py").write_text(right, "utf-8")
    (tmp_path / "own.py").write_text(RIGHT + SQUARE.format(square), "utf-8")
    found = failures(tmp_path / "kit", tmp_path)
    assert [*found] == failed
    if square.startswith("iter"):
        assert found["test_rows_and_columns"] == {
            "message": "square returned an iterator (list_iterator), whose values can be read "
            "only once: list(…) keeps them",
            "call": "square(3)",
        }


def test_too_few_values_without_a_reference(kit: Path, tmp_path: Path) -> None:
    """As students check at home."""
    home = tmp_path / "kit"
    shutil.copytree(kit, home, ignore=shutil.ignore_patterns("reference"))
    (tmp_path / "own.py").write_text(f"{RIGHT}\n\n{WRONG['none'][0]}\n", encoding="utf-8")
    ran = run_autograder("check", "own", tmp_path / "own.py", "--kit", home, "--all")
    assert "chunks has too few values: the test asks for one more\n" in ran.out
    assert "StopIteration" not in ran.out
