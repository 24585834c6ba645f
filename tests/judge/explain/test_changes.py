"""Functions that have to change their arguments: tests see what they changed, and reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.judge.own_kit import failures, write_kit

TOML = """\
title = "In place"
files = ["own.py"]

[[part]]
name = "own"
points = 100
file = "own.py"
mutates = ["sort", "put", "tally", "ends"]
"""
RIGHT = """\
def sort(items): items.sort()
def put(board, row, column, value): board[row][column] = value
def tally(words, counts):
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return len(words)
def ends(items): return [items[0], items[-1]]
"""
TESTS = """\
from own import ends, put, sort, tally


def test_list():
    items = [3, 1, 2]
    assert sort(items) is None
    assert items == [1, 2, 3]


def test_part():
    board = [["", ""], ["", ""]]
    put(board, 0, 1, "x")
    assert board[0][1] == "x"


def test_keyword_and_value():
    counts = {"a": 1}
    assert tally(["a", "b"], counts=counts) == 2
    assert counts == {"a": 2, "b": 1}


def test_stays():
    items = [3, 1, 2]
    ends(items)
    assert items == [3, 1, 2]
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"autograder/assignments/own/assignment.toml": TOML}
    files["autograder/assignments/own/tests/test_own.py"] = TESTS
    for folder in ("reference", "starter"):
        files[f"{folder}/own/own.py"] = RIGHT
    return write_kit(tmp_path_factory.mktemp("changes"), files)


def test_changes_reach_the_test(kit: Path) -> None:
    assert failures(kit, kit / "reference/own") == {}


WRONG: dict[str, tuple[Any, ...]] = {
    "a new list": (
        "def sort(items): items = sorted(items)",
        "test_list",
        "sort did not change its argument items",
        {"items": "[3, 1, 2]"},
        "[1, 2, 3]",
        "",
        "How your code got there:\n  line 10: `items` was [1, 2, 3]",
    ),
    "another cell": (
        "def put(board, row, column, value): board[column][row] = value",
        "test_part",
        "put changed its argument board, but not as expected",
        {"board": "''   ''\n'x'  ''"},
        "'x'",
        "found in the test: ''",
        "How your code got there:\n  line 10: `board[column][row]` was 'x'",
    ),
    "overwritten": (
        "def tally(words, counts): return counts.update(dict.fromkeys(words, 1)) or len(words)",
        "test_keyword_and_value",
        "tally changed its argument counts, but not as expected",
        {"counts": "{'a': 1, 'b': 1}"},
        "{'a': 2, 'b': 1}",
        "",
        "How your code got there:\n"
        "  line 10: `counts.update(dict.fromkeys(words, 1))` was None; `len(words)` was 2",
    ),
    "one that stays": (
        "def ends(items): items.sort()",
        "test_stays",
        "ends changed its argument items, which has to stay as it is; work on a copy, "
        "`items = list(items)`",
        {"items": "[1, 2, 3]"},
        "[3, 1, 2]",
        "",
        "How your code got there:\n  line 10: `items` was [1, 2, 3]",
    ),
    "too big": (
        "def sort(items): items.extend(range(300_000))",
        "test_list",
        "sort made its argument items too big to read",
        {},
        "",
        "",
        "",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_changes(kit: Path, tmp_path: Path, case: str) -> None:
    code, test, *says = WRONG[case]
    (tmp_path / "own.py").write_text(f"{RIGHT}\n\n{code}\n", encoding="utf-8")
    detail = {"after": {}, **failures(kit, tmp_path)[str(test)]}
    names = ("message", "after", "expected", "difference", "lines")
    assert [detail.get(name, "") for name in names] == says
    assert "returned" not in detail


def test_wrong_value_of_a_call_that_changes_its_argument(kit: Path, tmp_path: Path) -> None:
    wrong = RIGHT.replace("return len(words)", "return 0")
    (tmp_path / "own.py").write_text(wrong, encoding="utf-8")
    detail = failures(kit, tmp_path)["test_keyword_and_value"]
    assert detail["message"] == "tally returned 0 instead of 2"
    assert (detail["returned"], detail["expected"]) == ("0", "2")
