"""The command `step`: the call of a failing test, line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.step import NO_STEPS
from autograder.reports.stepped import board_in
from tests.cli.in_process import run_main
from tests.judge.own_kit import write_one_part

OWN = '''\
def total(numbers):
    """Return the sum."""
    result = 0
    for each in numbers:
        if each > 0:
            result += each
    return result


def depth(n):
    if n == 0:
        return 1
    below = depth(n - 1)
    return below
'''
REFERENCE = OWN.replace("each > 0", "each").replace("return below", "return below + n")
TESTS = """\
from own import depth, total

def test_total():
    \"\"\"total adds negative numbers, too\"\"\"
    assert total([3, -1]) == 2
def test_depth(): assert depth(2) == 4
"""
TABLE = """\
✗ total adds negative numbers, too
  total returned one more than expected
  total([3, -1])

     1  line 1    def total(numbers):                           numbers = [3, -1]
     2  line 3        result = 0                                result = 0
     3  line 4        for each in numbers:                      each = 3
     4  line 5            if each > 0:                          each > 0 is True
     5  line 6                result += each                    result = 3
     6  line 4        for each in numbers:                      each = -1
     7  line 5            if each > 0:                          each > 0 is False
     8  line 7        return result                             result = 3

  returned  3
  expected  2
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_one_part(tmp_path_factory.mktemp("kit"), TESTS, REFERENCE)


def stepped(kit: Path, folder: Path, own: str = OWN) -> tuple[Any, list[dict[str, Any]]]:
    (folder / "own.py").write_text(own, encoding="utf-8")
    page = folder / "step.html"
    ran = run_main("step", "own", folder, "--kit", kit, "--html", page, "--no-open")
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    return ran, json.loads(data[1])["steps"] if data else []


def test_steps_of_the_first_failing_call(kit: Path, tmp_path: Path) -> None:
    ran, steps = stepped(kit, tmp_path)
    assert (ran.status, ran.out) == (1, TABLE)
    assert steps[4]["variables"] == [
        ["numbers", "[3, -1]", False, []],
        ["result", "3", True, []],
        ["each", "3", False, []],
    ]
    assert [step["pass"] for step in steps] == [n in (2, 5) for n in range(8)]


def test_each_call_has_its_own_variables(kit: Path, tmp_path: Path) -> None:
    own = REFERENCE.replace("return below + n", "return below")
    _, steps = stepped(kit, tmp_path, own)
    ends = [step["variables"] for step in steps if step["line"] == 14]
    assert [dict(pair[:2] for pair in each) for each in ends] == [
        {"n": "1", "below": "1"},
        {"n": "2", "below": "1"},
    ]


def test_code_of_a_submission_cannot_write_to_the_terminal(kit: Path, tmp_path: Path) -> None:
    ran, _ = stepped(
        kit, tmp_path, OWN.replace("    return result", "    return result  # \x1b[2J")
    )
    assert "\x1b" not in ran.out
    assert "return result  # \\x1b[2J" in ran.out


def test_nothing_to_step_through(kit: Path, tmp_path: Path) -> None:
    ran, steps = stepped(kit, tmp_path, REFERENCE)
    assert (ran.status, steps) == (0, [])
    assert ran.out == "All tests pass: there is no failing call to step through.\n"
    ran, steps = stepped(kit, tmp_path, "def total(numbers\n")
    assert (ran.status, steps) == (2, [])
    assert NO_STEPS in ran.err


def test_page_of_a_report_links_the_steps(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    run_main("check", "own", tmp_path, "--kit", kit, "--html", tmp_path / "my report.html")
    page = (tmp_path / "my report.html").read_text(encoding="utf-8")
    assert page.count('<a href="my%20report-step.html">Step through this call</a>') == 1
    assert (tmp_path / "my report-step.html").is_file()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("[[1, 0], ['a', None]]", [["1", "0"], ["a", "None"]]),
        ("[[1, 2], [3]]", []),
        ("[[1, 2]]", []),
        ("[[1, 2], [3, 4…", []),
        ("'[[1], [2]]'", []),
    ],
)
def test_board_in_a_text(text: str, rows: list[list[str]]) -> None:
    assert board_in(text) == rows
