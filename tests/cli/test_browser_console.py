"""The console of the practice page shows what a terminal would, and never the same twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.cli import browser_console
from autograder.cli.browser_console import Console

ASKS = """\
import random
from helper import twice

count = 0
print("dice", random.random() > 2)
for _ in range(2):
    try:
        count += int(input("number? "))
    except BaseException:
        print("not a number")
        raise
print(twice(count))
"""
CASES: dict[str, tuple[str, list[str], str]] = {
    "lines are asked for": (ASKS, ["1\n", "2\n"], "dice False\nnumber? 1\nnumber? 2\n6\n|>>> "),
    "not yet": (ASKS, ["1\n"], "dice False\nnumber? 1\nnumber? |"),
    "a call that asks": (
        "",
        ["def ask():\n", "    return input('? ') * 2\n", "\n", "ask()\n", "ab\n"],
        ">>> def ask():\n...     return input('? ') * 2\n... \n>>> ask()\n? ab\n'abab'\n|>>> ",
    ),
    "all input": (
        "import sys\nprint(sys.stdin.read().split())\n",
        ["1 2\n", "3\n", ""],
        "1 2\n3\n['1', '2', '3']\n|>>> ",
    ),
    "end of the input": (
        "input()\n",
        [""],
        'Traceback (most recent call last):\n  File "own.py", line 1, in <module>\n    input()\n'
        "EOFError: EOF when reading a line\n|>>> ",
    ),
    "exit": ("print(1)\nexit('too early')\nprint(2)\n", ["3\n"], "1\ntoo early\n>>> 3\n3\n|>>> "),
    "a syntax error": (
        "x = 1\n",
        ["x x\n", "x\n"],
        '>>> x x\n  File "<console>", line 1\n    x x\n      ^\nSyntaxError: invalid syntax\n'
        ">>> x\n1\n|>>> ",
    ),
}


def shown(file: Path, source: str, lines: list[str], given: str | None = None) -> str:
    file.with_name("helper.py").write_text("def twice(n): return 2 * n\n", encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    printed: list[str] = []
    console = Console(file.name, given, printed.append)
    for line in lines:
        console.enter(line)
    return f"{''.join(printed)}|{console.prompt}"


@pytest.mark.parametrize(("source", "lines", "expected"), CASES.values(), ids=CASES)
def test_console(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: str, lines: list[str], expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    text = shown(tmp_path / "own.py", source, lines)
    marks = "    ^^^^^^^\n"  # From Python 3.13 on, not where the whole line is at fault.
    assert text.replace(marks, "") == expected


def test_input_of_a_case_is_read_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    source = "import sys\ntotal = sum(map(int, sys.stdin))\nprint(total)\n"
    assert shown(tmp_path / "own.py", source, ["total\n"], "20\n22\n") == "42\n>>> total\n42\n|>>> "


def test_a_flood_is_cut_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    monkeypatch.setattr(browser_console, "MOST_SHOWN", 10)
    text = shown(tmp_path / "own.py", "for n in range(9):\n    print('abc')\n", ["n\n"])
    assert text == "abc\nabc\nabc\n… (more is not shown)\n>>> n\n8\n|>>> "
