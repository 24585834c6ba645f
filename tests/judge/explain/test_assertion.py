"""What a report shows of an `assert` that failed: the calls, returned, expected, and its text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.judge.own_kit import failed

WRONG = """\
def add(a, b): return a * b + 0.25
def digits(n): return [n] if n < 9 else [6, n, 2, 4, 1]
def mirror(text): return text == text[::-1]
def distinct(items): return len(items)
def nothing(text): return ""
"""
IMPORTS = "import pytest\nfrom own import add, digits, distinct, mirror, nothing\n"
FAILED: dict[str, tuple[str, dict[str, object]]] = {
    "approx": (
        "assert add(1, 2) == pytest.approx(0.12)",
        {"message": "add returned 2.25 instead of 0.12", "expected": "0.12 ± 1.2e-07"},
    ),
    "approx in a list": (
        "assert digits(1) == [pytest.approx(3.5)]",
        {
            "message": "digits returned a list in which item [0] is 1 instead of 3.5 ± 3.5e-06",
            "call": "digits(1)",
            "returned": "[1]",
            "expected": "[3.5 ± 3.5e-06]",
        },
    ),
    "a difference": (
        "y = 3\nassert abs(add(1, 2) - y) < 1e-9",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "abs((2.25 - 3)) < 1e-09"},
    ),
    "the expected value on the left": (
        "assert 9 == add(1, 2)",
        {"message": "add returned 2.25 instead of 9", "returned": "2.25", "expected": "9"},
    ),
    "a value that it may not be": (
        "assert add(1, 2) != 2.25",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "!= 2.25"},
    ),
    "an answer in another order": (
        "assert sorted(digits(9)) == [1, 2, 4, 6, 8, 9]",
        {"message": "digits returned a list with 1 item missing (8)"},
    ),
    "an element": (
        "assert 9 in digits(1)",
        {"call": "digits(1)", "returned": "[1]", "expected": "contains 9"},
    ),
    "a text": (
        "assert add(1, 2) < 0, 'one and two'",
        {
            "returned": "2.25",
            "expected": "< 0",
            "difference": "one and two",
            "lines": "How your code got there:\n  line 1: `a * b` was 2",
        },
    ),
    "a text without a comparison": (
        "assert mirror('ab'), 'is it one?'",
        {
            "call": "mirror('ab')",
            "returned": "False",
            "message": "mirror returned False instead of True",
            "difference": "is it one?",
            "lines": "How your code got there:\n  line 3: `text[::-1]` was 'ba'",
        },
    ),
    "one of several answers": (
        "assert add(1, 2) in [7.5, 9.5]",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "in [7.5, 9.5]"},
    ),
    "values of many calls, which are not kept": (
        "found = [add(n, 0.5) for n in range(20)]\nassert found == []",
        {"call": "add(19, 0.5)"},
    ),
}


@pytest.fixture(scope="module")
def details(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    tests = IMPORTS
    for number, (test, _) in enumerate(FAILED.values()):
        lines = "".join(f"    {line}\n" for line in test.split("\n"))
        tests += f"\n\ndef test_{number}():\n{lines}"
    found = failed(tmp_path_factory.mktemp("assertions"), tests, WRONG)
    return [found[f"test_{number}"] for number in range(len(FAILED))]


@pytest.mark.parametrize("name", FAILED)
def test_failed(details: list[dict[str, Any]], name: str) -> None:
    detail, (_, expected) = details[[*FAILED].index(name)], FAILED[name]
    assert {key: detail.get(key, "") for key in expected} == expected
    assert "message" in expected or detail["message"].endswith(" gave the wrong answer")


MEAN = "def mean(numbers):\n    return sum(numbers) / len(numbers)\n"
DECIMAL = "from decimal import Decimal\n" + MEAN.replace("numbers) /", "map(Decimal, numbers)) /")
APPROX = """\
from pytest import approx
from own import mean

def test_number(): assert mean([0.1, 0.2, 0.3]) == approx(0.2)
def test_list(): assert [mean([0.1, 0.2, 0.3])] == approx([0.2])
def test_computed(): assert abs(mean([0.1, 0.2, 0.3]) - 0.2) < 0.01
"""


def test_values_that_cannot_be_compared(tmp_path: Path) -> None:
    """`approx` subtracts a float from a Decimal, which Python refuses."""
    found = failed(tmp_path, APPROX, MEAN, DECIMAL)
    assert found["test_number"]["message"] == "mean returned a Decimal instead of a number"
    assert found["test_list"]["message"] == "mean gave the wrong answer"
    assert found["test_computed"]["message"] == (
        "mean returned a Decimal, with which the test cannot go on: TypeError: unsupported operand"
        " type(s) for -: 'decimal.Decimal' and 'float'"
    )
