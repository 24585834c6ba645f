"""`autograder mutants`: survivors with their diffs, equivalents, the parts of a mutant."""

from __future__ import annotations

import functools
import textwrap
from collections import Counter
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.mutants import mutants_of, mutants_of_text
from autograder.authoring.mutants.run import (
    read_equivalents,
)
from tests.conftest import copy_kit, run_autograder

REFERENCE = '''\
def double(number):
    """Twice the number, but 0 instead of negative ones."""
    if number < 0:
        return 0
    return 2 * number
'''
EQUIVALENT = '[double]\n"if number < 0:" = ["if number <= 0:", "if number < 1:"]\n'
SURVIVORS = """\
double: equivalent.toml: no mutant of double is 'if number < 2:'
reference/double/double.py, double: no test of double catches 8 changes
  line 4, in which no test notices any change:
    - return 0
    + return None
    + pass
    + return 1
    + return -1
  line 3:
    - if number < 0:
    + if number <= 0:
    + if number < 1:
    + if number < -1:
    - if number < 0:
    -     return 0
    + pass
  add a test; or, if one is as correct as the reference, list it in equivalent.toml:
    ["double"]
    "return 0" = ["return None", "pass", "return 1", "return -1"]
    "if number < 0:" = ["if number <= 0:", "if number < 1:", "if number < -1:"]
    "if number < 0:\\n    return 0" = ["pass"]

Only hidden tests catch these; public ones should catch 95%:
reference/double/double.py, double
  line 5:
    - return 2 * number
    + return 2 + number
double: 14 mutants, 0 equivalent, 42.9% of 14 caught by all tests, 35.7% by public tests alone
"""
"""Line 4 runs for negative numbers, of which the tests have none; 2 + 2 is 2 * 2."""
NEGATIVE = '\n\ndef test_negative():\n    """negative"""\n    assert double(-1) == 0\n'


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A kit whose tests try 2 and a large number; the reference also has negative ones."""
    copy_kit("double", tmp_path)
    (tmp_path / "reference/double/double.py").write_text(REFERENCE, encoding="utf-8")
    for name, printed in {"sample/two.out": "4\n", "secret/ten.out": "20\n"}.items():
        (tmp_path / "expected/double" / name).parent.mkdir(parents=True)
        (tmp_path / "expected/double" / name).write_text(printed, encoding="utf-8")
    return tmp_path


def put(kit: Path, file: str, text: str) -> None:
    (kit / "autograder/assignments/double" / file).write_text(text, encoding="utf-8")


def test_survivors_are_shown_by_function_and_line(kit: Path) -> None:
    """With what notes them as equivalent; a note that describes no mutant is a finding, too."""
    put(kit, "equivalent.toml", '[double]\n"if number < 0:" = ["if number < 2:"]\n')
    ran = run_autograder("mutants", "--kit", kit)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == SURVIVORS


def test_all_caught_or_noted(kit: Path) -> None:
    tests = kit / "autograder/assignments/double/hidden/test_double.py"
    tests.write_text(tests.read_text(encoding="utf-8") + NEGATIVE, encoding="utf-8")
    put(kit, "equivalent.toml", EQUIVALENT)
    ran = run_autograder("mutants", "double", "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    first, *_, last = ran.out.splitlines()
    assert first == "Only hidden tests catch these; public ones should catch 95%:"
    assert last.startswith("double: ")
    assert " mutants, 2 equivalent, 100.0% of " in last


@pytest.mark.parametrize("text", ["double = 3\n", "[double]\nold = 'new'\n", "["])
def test_faulty_file_of_equivalents(kit: Path, text: str) -> None:
    put(kit, "equivalent.toml", text)
    with pytest.raises(AssignmentError, match=r"equivalent\.toml: "):
        read_equivalents(load("double", kit))


@functools.cache
def parts_of(name: str) -> dict[str, tuple[str, ...]]:
    return {mutant.function: mutant.parts for mutant in mutants_of(load(name))}


def test_parts_that_should_catch_a_mutant() -> None:
    """The function's own; for helpers and constants, those of what uses them."""
    parts = parts_of("kenken")
    assert parts["find_blank"] == ("find_blank",)
    assert parts["_numbers_in"] == ("used_in_row", "used_in_col")
    assert parts["COMPLETE"] == ("find_blank", "neighbours")
    assert parts["fill_in_guess"] == ("neighbours",)


# The changes that make mutants.

CHANGES = {
    "comparison": ("return a < b", ["return a <= b", "return a > b"]),
    "equality": ("return a == b", ["return a != b", "return a <= b", "return a >= b"]),
    "membership": ("return a not in b", ["return a in b"]),
    "arithmetic": ("return a + b", ["return a - b", "return a * b"]),
    "negative": ("return -a", ["return a"]),
    "number": ("return 7", ["return 8", "return 6"]),
    "text": ("return 'x'", ["return ''"]),
    "truth": ("return True", ["return False"]),
    "both": ("return a and b", ["return a or b", "return a", "return b"]),
    "opposite": ("return not a", ["return a"]),
    "condition": ("return b if a else n", ["return b if not a else n", "return b", "return n"]),
    "filter": (
        "return [c for c in a if c]",
        [
            "return [c for c in a if not c]",
            "return [c for c in a if True]",
            "return [c for c in list(a)[1:] if c]",
            "return [c for c in list(a)[:-1] if c]",
        ],
    ),
    "copy": ("return copy_board(a)", ["return a"]),
    "copy by a slice": ("return a[:]", ["return a"]),
    "coordinate": ("return a.x", ["return a.y"]),
    "subscripts": ("return a[b][n]", ["return a[n][b]"]),
    "pair": ("return (a, b)", ["return (b, a)"]),
    "arguments": ("return f(a, b)", ["return f(b, a)"]),
    "keyword": ("return f(a, key=b)", ["return f(a)"]),
    "similar function": ("return any(a)", ["return all(a)"]),
    "loop": (
        "for c in a:\n    b.add(c)",
        ["for c in list(a)[1:]:", "for c in list(a)[:-1]:", "b.add(c)\nbreak", "pass"],
    ),
    "addition to a variable": ("a += b", ["a -= b", "a = b", "pass"]),
    "exception": ("raise ValueError('x')", ["pass"]),
    "new list": ("a = [b]", ["a = globals().setdefault('shared_a', [b])"]),
    "default": ("return n", ["def f(a, b, n=1):", "def f(a, b, n=-1):"]),
    # Others would be as correct.
    "arguments in any order": ("return max(a, b)", ["return min(a, b)"]),
    "items in any order": ("return a in (b, n)", ["return a not in (b, n)"]),
    "least value": (
        "return a.count(b) == 0",
        [f"return a.count(b) {rest}" for rest in ("!= 0", ">= 0", "== 1", "== -1")],
    ),
    "greatest value": (
        "return a % 2 == 1",
        [
            *("return a % 2 != 1", "return a % 2 <= 1", "return a // 2 == 1", "return a * 2 == 1"),
            *("return a % 3 == 1", "return a % 1 == 1", "return a % 2 == 2", "return a % 2 == 0"),
        ],
    ),
}
"""A body, and the lines that its mutants have, besides `return None`."""


@pytest.mark.parametrize(("body", "expected"), CHANGES.values(), ids=CHANGES)
def test_changes(body: str, expected: list[str]) -> None:
    default = "n=0" if body == "return n" else "n"
    text = f"def f(a, b, {default}):\n{textwrap.indent(body, '    ')}\n"
    none = ["return None"] if body.startswith("return") else []
    assert Counter(each.added for each in mutants_of_text("f.py", text)) == Counter(expected + none)


def test_lines_that_differ() -> None:
    text = "# A comment.\ndef f(a):\n    for x in a:\n        print(x)\n    return a\n"
    [mutant] = [m for m in mutants_of_text("f.py", text) if "break" in m.added]
    assert (mutant.function, mutant.line) == ("f", 3)
    assert (mutant.removed, mutant.added) == ("print(x)", "print(x)\nbreak")
    assert mutant.text == text.replace("print(x)", "print(x)\n        break")
