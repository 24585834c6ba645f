"""`autograder mutants`: survivors with their diffs, equivalents, the parts of a mutant."""

from __future__ import annotations

import functools
import textwrap
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


def test_survivors_are_shown_with_their_diffs(kit: Path) -> None:
    """With what notes them as equivalent; a note that describes no mutant is a finding, too."""
    put(kit, "equivalent.toml", '[double]\n"if number < 0:" = ["if number < 2:"]\n')
    ran = run_autograder("mutants", "--kit", kit)
    assert (ran.status, ran.err) == (1, "")
    first, _, rest = ran.out.partition("\n")
    assert first == "double: equivalent.toml: no mutant of double is 'if number < 2:'"
    assert [
        "reference/double/double.py, line 3: no test of double catches this change to double",
        "  - if number < 0:",
        "  + if number <= 0:",
        "  add a test; or, if it is as correct as the reference, list it in equivalent.toml:",
        '    ["double"]',
        '    "if number < 0:" = ["if number <= 0:"]',
    ] in [entry.split("\n") for entry in rest.split("\n\n")]


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

NOTHING = "return None"
OPERATORS = {
    "comparison at a bound": ("return a < b", ["return a <= b", "return a > b", NOTHING]),
    "membership": ("return a not in b", ["return a in b", NOTHING]),
    "arithmetic": ("return a + b", ["return a - b", "return a * b", NOTHING]),
    "number": ("return a[0]", ["return a[1]", "return a[-1]", NOTHING]),
    "True": ("return True", ["return False", NOTHING]),
    "text": ('return "no"', ["return ''", NOTHING]),
    "boolean": ("return a and b", ["return a or b", "return a", "return b", NOTHING]),
    "filter": (
        "return [c for c in a if c]",
        [
            "return [c for c in a if not c]",
            "return [c for c in a if True]",
            "return [c for c in list(a)[1:] if c]",
            "return [c for c in list(a)[:-1] if c]",
            NOTHING,
        ],
    ),
    "copy": ("return copy_board(a)", ["return a", NOTHING]),
    "copy by a slice": ("return a[:]", ["return a", NOTHING]),
    "arguments": ("return f(a, b)", ["return f(b, a)", NOTHING]),
    "coordinates": ("return a.x", ["return a.y", NOTHING]),
    "subscripts": ("return a[b][c]", ["return a[c][b]", NOTHING]),
    "pair": ("return a, b", ["return (b, a)", NOTHING]),
    "value not returned": ("return a", [NOTHING]),
    "loop that ends early": (
        "for c in a:\n    b.add(c)",
        ["b.add(c)\nbreak", "pass", "for c in list(a)[1:]:", "for c in list(a)[:-1]:"],
    ),
}
"""A body, and what the lines that differ are in each of its mutants."""


def made_of(function: str) -> set[str]:
    """Return the lines that mutants of a function have, and the others lack."""
    return {mutant.added for mutant in mutants_of_text("f.py", function)}


@pytest.mark.parametrize(("body", "expected"), OPERATORS.values(), ids=OPERATORS)
def test_operator(body: str, expected: list[str]) -> None:
    assert made_of(f"def f(a, b):\n{textwrap.indent(body, '    ')}\n") == {*expected}


def test_default() -> None:
    made = made_of("def f(a, n=0):\n    return a\n")
    assert made == {"def f(a, n=1):", "def f(a, n=-1):", NOTHING}


def test_lines_that_differ() -> None:
    text = "# A comment.\ndef f(a):\n    for x in a:\n        print(x)\n    return a\n"
    [mutant] = [m for m in mutants_of_text("f.py", text) if "break" in m.added]
    assert (mutant.function, mutant.line) == ("f", 3)
    assert mutant.diff() == ["- print(x)", "+ print(x)", "+ break"]
    assert mutant.text == text.replace("print(x)", "print(x)\n        break")
