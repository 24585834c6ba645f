"""The changes that make mutants of a reference."""

from __future__ import annotations

import textwrap

import pytest

from autograder.authoring.mutants import mutants_of_text

OPERATORS = {
    "comparison at a bound": ("return a < b", ["return a <= b", "return a > b"]),
    "membership": ("return a not in b", ["return a in b"]),
    "arithmetic": ("return a + b", ["return a - b", "return a * b"]),
    "sign": ("return -a", ["return a"]),
    "accumulation": ("a += b\nreturn a", ["a -= b", "a = b", "pass"]),
    "and": ("return a and b", ["return a or b", "return a", "return b"]),
    "number": ("return a[0]", ["return a[1]", "return a[-1]"]),
    "condition": ("return a if b else 0", ["return a if not b else 0", "return a", "return 0"]),
    "filter": ("return [c for c in a if c]", ["return [c for c in a if not c]"]),
    "round of a comprehension": (
        "return [c for c in a]",
        ["return [c for c in list(a)[1:]]", "return [c for c in list(a)[:-1]]"],
    ),
    "copy": ("return copy_board(a)", ["return a"]),
    "arguments": ("return f(a, b)", ["return f(b, a)"]),
    "pair": ("b, c = a\nreturn b", ["c, b = a"]),
    "subscripts": ("return a[b][a]", ["return a[a][b]"]),
    "value not returned": ("return a", ["return None"]),
    "return left out": ("if a:\n    return b\nreturn a", ["pass"]),
    "loop that ends early": (
        "for c in a:\n    b.add(c)",
        ["b.add(c)\nbreak", "pass"],
    ),
    "break": ("for c in a:\n    break", ["continue"]),
    "state at module level": (
        "c = []\nreturn c",
        ["c = globals().setdefault('shared_c', [])"],
    ),
    "default": ("return a", ["def f(a, b, n=1):", "def f(a, b, n=-1):"]),
}
"""A body and changed lines that have to be among its mutants."""


def made_of(body: str) -> set[str]:
    """Return the lines that mutants of a function with this body have, and the others lack."""
    indented = textwrap.indent(body, "    ")
    return {mutant.added for mutant in mutants_of_text("f.py", f"def f(a, b, n=0):\n{indented}\n")}


@pytest.mark.parametrize(("body", "expected"), OPERATORS.values(), ids=OPERATORS)
def test_operator(body: str, expected: list[str]) -> None:
    assert made_of(body) >= {*expected}


def test_lines_that_differ() -> None:
    text = "# A comment.\ndef f(a):\n    for x in a:\n        print(x)\n    return a\n"
    [mutant] = [m for m in mutants_of_text("f.py", text) if "break" in m.added]
    assert (mutant.function, mutant.line) == ("f", 3)
    assert mutant.diff() == ["- print(x)", "+ print(x)", "+ break"]
    assert mutant.text == text.replace("print(x)", "print(x)\n        break")
