"""What the source shows about a call that failed: arity, names, recursion, loops, syntax."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.failure import failure_of
from autograder.judge.invocation import Invocation
from autograder.judge.names import explain_missing, name_hint
from autograder.judge.sources import Sources
from autograder.judge.syntax_excerpt import excerpt_with_caret, unclosed_before
from autograder.sandbox.protocol import Frame, Response, ResponseKind
from tests.conftest import run_autograder

OWN = """\
import math
from provided import Entry

TOTAL = 0


def used_in_rows(puzzle):
    lenght = 3
    return length


def place_guess(puzzle, posn):
    def guess_valid(puzzle):
        return True
    return guess_valid(puzzle)


class Mathdoku:
    def __init__(self):
        self.rows = []

    def ready_to_solve():
        return rows

    def solve(self, steps):
        return self

    def show(this, row):
        return this


def choices(self):
    return 0
"""
PROVIDED = """\
class Entry:
    number: int = 0
    letter: str = ""

    def shows(self):
        return self.number


def copy_board(board):
    return board


class Posn:
    x: int


SIZE = 6
board = []
"""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "provided.py").write_text(PROVIDED, encoding="utf-8")
    return Sources.of(tmp_path, ["own.py"], ["provided.py"])


def message(
    sources: Sources,
    kind: str,
    text: str,
    *calls: tuple[str, int],
    subject: str = "f",
    parameters: tuple[str, ...] = (),
    depth: int = 1,
) -> str:
    stack = tuple(Frame("own.py", line, function) for function, line in calls)
    response = Response(
        ResponseKind.RAISED, exceptions=(kind,), message=text, stacks=(stack,), depth=depth
    )
    invocation = Invocation(subject, parameters=parameters)
    return failure_of(response, invocation, sources).detail.message


ARITY = {
    "two of three": (
        "place_guess() takes 2 positional arguments but 3 were given",
        ("puzzle", "posn", "value"),
        "place_guess(puzzle, posn, value) takes 3, yours takes 2: puzzle, posn (own.py, line 12)",
    ),
    "a method": (
        "Mathdoku.solve() missing 1 required positional argument: 'steps'",
        (),
        "f raised TypeError: Mathdoku.solve() missing 1 required positional argument: 'steps'",
    ),
    "a method with too many": (
        "Mathdoku.solve() takes 2 positional arguments but 4 were given",
        ("steps", "seconds", "why"),
        "solve(steps, seconds, why) takes 3, yours takes 1: steps (own.py, line 25)",
    ),
    "forgotten self": (
        "Mathdoku.ready_to_solve() takes 0 positional arguments but 1 was given",
        (),
        "ready_to_solve lacks `self` as its first parameter (own.py, line 22)",
    ),
    "self under another name": (
        "Mathdoku.show() takes 2 positional arguments but 3 were given",
        (),
        "f raised TypeError: Mathdoku.show() takes 2 positional arguments but 3 were given",
    ),
    "something else": (
        "can only concatenate str",
        ("a",),
        "f raised TypeError: can only concatenate str",
    ),
    "as many as wanted": (
        "place_guess() takes 2 positional arguments but 3 were given",
        ("puzzle", "posn"),
        "f raised TypeError: place_guess() takes 2 positional arguments but 3 were given",
    ),
}


@pytest.mark.parametrize(("text", "parameters", "expected"), ARITY.values(), ids=ARITY)
def test_arity(sources: Sources, text: str, parameters: tuple[str, ...], expected: str) -> None:
    assert message(sources, "TypeError", text, parameters=parameters) == expected


def test_forgotten_self_in_a_call_of_the_student(sources: Sources) -> None:
    text = "Mathdoku.ready_to_solve() takes 0 positional arguments but 1 was given"
    assert message(sources, "TypeError", text, ("solve", 26)) == (
        f"f raised TypeError: {text}; ready_to_solve lacks `self` as its first parameter "
        "(own.py, line 22)"
    )


NONE = "None is what a function without `return` returns"
NAMES = {
    "a misspelt variable": (
        ("NameError", "name 'length' is not defined", ("used_in_rows", 9)),
        "is `lenght` meant?",
    ),
    "a builtin": (
        ("NameError", "name 'lenn' is not defined", ("used_in_rows", 9)),
        "is `len` meant?",
    ),
    "a short builtin that is hardly meant": (
        ("NameError", "name 'order' is not defined", ("used_in_rows", 9)),
        "",
    ),
    "an import": (
        ("NameError", "name 'maths' is not defined", ("used_in_rows", 9)),
        "is `math` meant?",
    ),
    "a provided function": (
        ("NameError", "name 'copy_board' is not defined", ("used_in_rows", 9)),
        "provided.py defines it; import it from there",
    ),
    "a provided class": (
        ("NameError", "name 'Posn' is not defined", ("used_in_rows", 9)),
        "provided.py defines it; import it from there",
    ),
    "a provided constant": (
        ("NameError", "name 'SIZE' is not defined", ("used_in_rows", 9)),
        "provided.py defines it; import it from there",
    ),
    "a variable of another file": (("NameError", "name 'board' is not defined", ("f", 9)), ""),
    "an attribute without self": (
        ("NameError", "name 'rows' is not defined", ("ready_to_solve", 23)),
        "is `self.rows` meant?",
    ),
    "self without a parameter": (
        ("NameError", "name 'self' is not defined", ("ready_to_solve", 23)),
        "ready_to_solve lacks `self` as its first parameter",
    ),
    "nothing similar": (("NameError", "name 'quux' is not defined", ("used_in_rows", 9)), ""),
    "a field": (
        ("AttributeError", "'Entry' object has no attribute 'nummber'", ("used_in_rows", 9)),
        "is `number` meant?",
    ),
    "an attribute of self": (
        ("AttributeError", "'Mathdoku' object has no attribute 'row'", ("solve", 26)),
        "is `rows` meant?",
    ),
    "a method of lists": (
        ("AttributeError", "'list' object has no attribute 'apend'", ("solve", 26)),
        "is `append` meant?",
    ),
    "length": (
        ("AttributeError", "'list' object has no attribute 'length'", ("solve", 26)),
        "`len(…)` is the number of items",
    ),
    "None": (("AttributeError", "'NoneType' object has no attribute 'x'", ("solve", 26)), NONE),
    "None is no list": (("TypeError", "'NoneType' object is not iterable", ("solve", 26)), NONE),
    "a suggestion of Python's own": (
        ("NameError", "name 'length' is not defined. Did you mean: 'x'?", ("used_in_rows", 9)),
        "",
    ),
}


@pytest.mark.parametrize(("raised", "hint"), NAMES.values(), ids=NAMES)
def test_names(sources: Sources, raised: tuple[str, str, tuple[str, int]], hint: str) -> None:
    kind, text, call = raised
    expected = f"f raised {kind}: {text}"
    assert message(sources, kind, text, call) == (f"{expected}; {hint}" if hint else expected)


UNSET = {
    "TOTAL": "used_in_rows assigns `TOTAL`, so it is a variable of its own there: write"
    " `global TOTAL` first",
    "choices": "used_in_rows assigns `choices`, so it is a variable of its own there: rename the"
    " variable",
    "sum": "used_in_rows assigns `sum`, so it is a variable of its own there: rename the variable",
    "math": "used_in_rows assigns `math`, so it is a variable of its own there: rename the"
    " variable",
    "total": "",
}


@pytest.mark.parametrize(("name", "hint"), UNSET.items(), ids=UNSET)
def test_variable_that_is_assigned_later(sources: Sources, name: str, hint: str) -> None:
    text = f"cannot access local variable '{name}' where it is not associated with a value"
    assert name_hint(text, sources, "own.py", "used_in_rows") == hint


def test_global_that_is_not_declared(tiny: Path, tmp_path: Path) -> None:
    source = "calls = 0\n\n\ndef double(number):\n    calls += 1\n    return 2 * number\n"
    (tmp_path / "double.py").write_text(source, encoding="utf-8")
    ran = run_autograder("check", "double", tmp_path, "--kit", tiny)
    lines = " ".join(ran.out.split())
    assert (
        "double raised UnboundLocalError: cannot access local variable 'calls' where it is not"
        " associated with a value; double assigns `calls`, so it is a variable of its own there:"
        " write `global calls` first"
    ) in lines


MISSING = {
    "used_in_row": "; is `used_in_rows` meant?",
    "Used_in_rowS": "; is `used_in_rows` meant?",
    "guess_valid": "; it is inside of place_guess (line 13): is its `def` indented too far?",
    "mathdoku": "; is `Mathdoku` meant?",
    "Mathdoku.choices": "; choices is outside of the class: indent it like the other methods",
    "Mathdoku.ready_to_solv": "; is `ready_to_solve` meant?",
    "place_guesses": "",
    "copy_board": "",
}


@pytest.mark.parametrize(("name", "rest"), MISSING.items(), ids=MISSING)
def test_missing(sources: Sources, name: str, rest: str) -> None:
    """No name is proposed that the file should define besides, such as place_guess."""
    found = explain_missing(sources, "own.py", name, ["place_guess", "Mathdoku.solve"])
    assert found == f"own.py does not define {name}{rest}"


def test_missing_in_an_import(sources: Sources) -> None:
    text = "cannot import name 'used_in_row' from 'own' (/box/own.py)"
    found = message(sources, "ImportError", text, ("<module>", 1))
    assert found == "own.py does not define used_in_row; is `used_in_rows` meant?"
    text = "cannot import name 'place_row' from 'own' (/box/own.py)"
    assert message(sources, "ImportError", text).endswith("define place_row")


def test_circular_import(tmp_path: Path) -> None:
    """kenken.py imports solve.py, which needs find_blank; Python's text depends on who loads it."""
    (tmp_path / "kenken.py").write_text("import solve\n\n\ndef find_blank():\n    pass\n")
    (tmp_path / "solve.py").write_text("from kenken import find_blank\n")
    sources = Sources.of(tmp_path, ["kenken.py"], ["solve.py"])
    why = "kenken.py imports a file that needs find_blank before kenken.py defines it"
    for partial, end in (("", ""), ("partially initialized module ", " (most likely ...)")):
        text = f"cannot import name 'find_blank' from {partial}'kenken'{end}"
        stack = (Frame("kenken.py", 1, "<module>"), Frame("solve.py", 1, "<module>"))
        response = Response(
            ResponseKind.RAISED, exceptions=("ImportError",), message=text, stacks=(stack,)
        )
        assert failure_of(response, Invocation("f"), sources).detail.message == (
            f"f raised ImportError: {text}; {why}: leave one import out"
        )


def test_module_that_is_not_there(sources: Sources) -> None:
    """A file of the student's that is not handed in, or a library."""
    why = "there are only own.py, provided.py and Python's standard library"
    bases = "ModuleNotFoundError", "ImportError"
    for module in ("helpers", "numpy.linalg"):
        text = f"No module named '{module}'"
        response = Response(ResponseKind.RAISED, exceptions=bases, message=text)
        found = failure_of(response, Invocation("f"), sources).detail.message
        assert found == f"f raised ModuleNotFoundError: {text}; {why}"
    text = "No module named 'provided.entries'; 'provided' is not a package"
    response = Response(ResponseKind.RAISED, exceptions=bases, message=text)
    assert failure_of(response, Invocation("f"), sources).detail.message.endswith("a package")


def test_import_from_itself(sources: Sources) -> None:
    text = "cannot import name 'choices' from 'own'"
    found = message(sources, "ImportError", text, ("<module>", 1))
    assert found.endswith(f"{text}; own.py imports from itself: leave that import out")


RECURSION = {
    "itself": (
        [("f", 3)] * 8,
        "f",
        "f (own.py, line 3) called itself more than 900 times",
    ),
    "in another function": (
        [("g", 9)] * 7 + [("g", 8)],
        "f",
        "f did not finish: g (own.py, line 9) called itself more than 900 times",
    ),
    "each other": (
        [("g", 9), ("h", 4)] * 4,
        "f",
        "f did not finish: g (own.py, line 9) and h (own.py, line 4) called each other more than "
        "400 times",
    ),
    "with a helper at the end": (
        [("f", 3)] * 6 + [("helper", 1)],
        "f",
        "f (own.py, line 3) called itself more than 900 times",
    ),
    "no chain": (
        [("a", 1), ("b", 2), ("c", 3)],
        "f",
        "f called itself too many times (RecursionError)",
    ),
    "no frames": ([], "f", "f called itself too many times (RecursionError)"),
}


@pytest.mark.parametrize(("calls", "subject", "expected"), RECURSION.values(), ids=RECURSION)
def test_recursion(
    sources: Sources, calls: list[tuple[str, int]], subject: str, expected: str
) -> None:
    found = message(sources, "RecursionError", "too deep", *calls, subject=subject, depth=961)
    assert found == expected


LOOPS = {
    "one value stays": (
        "while i < len(row):",
        [{"i": "1", "row": "a list of 4", "n": "1"}, {"i": "1", "row": "a list of 4", "n": "2"}],
        "`while i < len(row)` (line 2) does not end: i stays 1, while n keeps changing",
    ),
    "all values stay": (
        "while low<high : # forever",
        [{"low": "1", "high": "4"}] * 2,
        "`while low<high : # forever` (line 2) does not end: low stays 1 and high stays 4",
    ),
    "the condition stays true": (
        "while i != 10:",
        [{"i": "11"}, {"i": "13"}],
        "`while i != 10` (line 2) does not end: i keeps changing, but it stays true",
    ),
    "forever": (
        "while True:",
        [{"i": "11"}],
        "`while True` (line 2) ends only by `break` or `return`, and none was reached",
    ),
    "one sample": ("while i < 3:", [{"i": "1"}], ""),
    "no condition": ("while row:", [{"row": "a list of 4"}] * 2, ""),
    "for": ("for i in range(9):", [{"i": "1"}] * 2, ""),
    "not Python": ("while (i <", [{"i": "1"}] * 2, ""),
}


@pytest.mark.parametrize(("line", "samples", "expected"), LOOPS.values(), ids=LOOPS)
def test_loops(tmp_path: Path, line: str, samples: list[dict[str, str]], expected: str) -> None:
    (tmp_path / "own.py").write_text(f"def f(row):\n    {line}\n        pass\n", encoding="utf-8")
    stacks = tuple((Frame("own.py", 2, "f", values),) for values in samples)
    response = Response(ResponseKind.TIMED_OUT, reason="slow", stacks=stacks)
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert failure_of(response, Invocation("f"), sources).detail.difference == expected


def test_excerpt_of_a_syntax_error(tmp_path: Path) -> None:
    source = "def f(x):\n    a = g(x,\n\n\tb = 2 \x1b\nreturn " + "x" * 200
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    shown = "  2 |     a = g(x,\n  4 |     b = 2 \\x1b\n    |         ^"
    assert excerpt_with_caret(sources, "own.py", 4, 6) == shown
    assert excerpt_with_caret(sources, "own.py", 1, 1) == "  1 | def f(x):\n    | ^"
    assert "^" not in excerpt_with_caret(sources, "own.py", 5, 150)
    assert excerpt_with_caret(sources, "own.py", 9, 1) == ""
    assert excerpt_with_caret(sources, "other.py", 1, 1) == ""
    assert unclosed_before(sources, "own.py", 4) == 2
    assert unclosed_before(sources, "own.py", 2) == 0
    assert unclosed_before(sources, "own.py", 99) == 0
