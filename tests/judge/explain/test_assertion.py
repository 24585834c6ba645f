"""What a report shows of an `assert` that failed: the calls, returned, expected, and its text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import copy_kit, run_autograder

TESTS = Path("autograder/assignments/functions/tests/test_functions.py")
WRONG = """\
def add(a, b): return a * b + 0.25
def digits(n): return [n] if n < 9 else [6, n, 2, 4, 1]
def mirror(text): return text == text[::-1]
def distinct(items): return len(items)
def nothing(text): return ""
"""
IMPORTS = "import pytest\nfrom functions import add, digits, distinct, mirror, nothing\n"
FAILED: dict[str, tuple[str, dict[str, object]]] = {
    "approx": (
        "assert add(1, 2) == pytest.approx(0.12)",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "0.12 ± 1.2e-07"},
    ),
    "approx on the left": (
        "assert pytest.approx(0.12) == add(1, 2)",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "0.12 ± 1.2e-07"},
    ),
    "approx in a list": (
        "assert digits(1) == [pytest.approx(3.5)]",
        {"call": "digits(1)", "returned": "[1]", "expected": "[3.5 ± 3.5e-06]"},
    ),
    "a difference": (
        "y = 3\nassert abs(add(1, 2) - y) < 1e-9",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "abs((2.25 - 3)) < 1e-09"},
    ),
    "a sum": (
        "assert add(1, 2) + 1 == 4",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "(2.25 + 1) == 4"},
    ),
    "a sum that equals its own value": (
        "assert distinct([1, 1, 1]) - 1 == 3",
        {"call": "distinct([1, 1, 1])", "returned": "3", "expected": "(3 - 1) == 3"},
    ),
    "two calls": (
        "assert (add(1, 2), add(2, 2)) == (3, 4)",
        {"call": "add(1, 2)\nadd(2, 2)", "returned": "(2.25, 4.25)", "expected": "(3, 4)"},
    ),
    "the first of two calls": (
        "one = add(1, 2)\nadd(2, 2)\nassert one == 3",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "3"},
    ),
    "the expected value on the left": (
        "assert 9 == add(1, 2)",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "9"},
    ),
    "a value that it may not be": (
        "assert add(1, 2) != 2.25",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "!= 2.25"},
    ),
    "a bound on the left": (
        "assert 9 < add(1, 2)",
        {"call": "add(1, 2)", "returned": "2.25", "expected": "> 9"},
    ),
    "an answer in another order": (
        "assert sorted(digits(9)) == [1, 2, 4, 6, 8, 9]",
        {
            "message": "digits returned a list that is nearly right: 1 of 6 items is missing, 8",
            "returned": "[1, 2, 4, 6, 9]",
        },
    ),
    "an element": (
        "assert 9 in digits(1)",
        {"call": "digits(1)", "returned": "[1]", "expected": "contains 9"},
    ),
    "a text": (
        "assert add(0, 0) == 0, 'zero and zero'",
        {"returned": "0.25", "expected": "0", "difference": "zero and zero"},
    ),
    "a text in two lines": (
        "assert add(0, 0) == 0, 'assert this:\\nzero'",
        {"returned": "0.25", "expected": "0", "difference": "assert this:\nzero"},
    ),
    "a text without a comparison": (
        "assert mirror('ab'), 'is it one?'",
        {"call": "mirror('ab')", "returned": "False", "difference": "is it one?"},
    ),
    "an empty string, when nothing was printed": (
        "assert nothing('ab') == 'ba'",
        {"call": "nothing('ab')", "returned": "''", "expected": "'ba'"},
    ),
}


def grade(tmp_path: Path, test: str) -> dict[str, Any]:
    kit = copy_kit("functions", tmp_path / "kit")
    with (kit / "reference/functions/functions.py").open("a") as reference:
        reference.write("\n\ndef nothing(text):\n    return text\n")
    lines = "".join(f"    {line}\n" for line in test.split("\n"))
    (kit / TESTS).write_text(f"{IMPORTS}\n\ndef test_it():\n{lines}", "utf-8")
    (tmp_path / "functions.py").write_text(WRONG)
    ran = run_autograder(
        "grade", "functions", tmp_path / "functions.py", "--kit", kit, "--json", "-"
    )
    [result] = json.loads(ran.out)["parts"][0]["tests"]
    assert result["outcome"] == "wrong"
    detail: dict[str, Any] = result["detail"]
    return detail


@pytest.mark.parametrize(("test", "expected"), FAILED.values(), ids=FAILED)
def test_failed(tmp_path: Path, test: str, expected: dict[str, object]) -> None:
    detail = grade(tmp_path, test)
    assert {name: detail.get(name, "") for name in expected} == expected
    assert "message" in expected or detail["message"].endswith(" gave the wrong answer")


def test_calls_with_large_arguments_of_one_name_are_not_mixed(tmp_path: Path) -> None:
    test = "assert (distinct([1] * 50), distinct([2] * 50)) == (1, 1)"
    detail = grade(tmp_path, test)
    assert detail["call"] == "distinct(items)"
    assert detail["arguments"]["items"].startswith("[2, ")


def test_values_of_many_calls_are_not_kept(tmp_path: Path) -> None:
    test = "found = [add(n, 0.5) for n in range(20)]\nassert found == []"
    assert grade(tmp_path, test)["call"] == "add(19, 0.5)"
