"""Code that a student's tests may read shows nothing of its author's words."""

from __future__ import annotations

import ast
import marshal
from types import CodeType
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge import chaffs
from autograder.judge.anonymous_code import anonymous, compiled

CALCUDOKU = load("calcudoku")
FILE = "solver_funcs.py"
CHAFFS = chaffs.chaff_replacements(CALCUDOKU, CALCUDOKU.folder / "chaffs", FILE).values()
RIGHT = chaffs.correct_replacements(CALCUDOKU, FILE)
SOLVED = [[1, 2], [2, 1]], [[3, 2, 0, 1], [3, 2, 2, 3]]


def codes(code: CodeType) -> list[CodeType]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [code, *(other for one in inner for other in codes(one))]


def functions_of(replacement: chaffs.Replacement) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(marshal.loads(compiled(replacement.source, replacement.functions, "module")), names)
    return names


@pytest.mark.parametrize("replacement", [*RIGHT, *CHAFFS], ids=range(len(RIGHT) + len(CHAFFS)))
def test_correct_and_wrong_functions_look_alike(replacement: chaffs.Replacement) -> None:
    names = functions_of(replacement)
    for function in replacement.functions:
        assert (names[function].__doc__, names[function].__annotations__) == (None, {})
        for code in codes(names[function].__code__):
            assert code.co_filename == "<module>"
            assert {line for _, _, line in code.co_lines()} <= {1, None}
    own = {name for name in names if not name.startswith("__")} - set(replacement.functions)
    assert all(name.removeprefix("_").isdigit() for name in own), own
    order = [name for name in names if name in replacement.functions]
    assert order == list(replacement.functions)


def test_patterns_do_not_show_their_lines() -> None:
    source = "\n\ndef f(n):\n    match n:\n        case {'a': [1, *_]} | None: return 1\n"
    (function,) = codes(marshal.loads(compiled(source, ["f"], "module")))[1:]
    assert {line for _, _, line in function.co_lines()} <= {1, None}


def test_mixtures_are_correct() -> None:
    """The reference, the wheat, and the reference with each of its four functions."""
    assert len(RIGHT) == 6
    for replacement in RIGHT:
        assert functions_of(replacement)["check_valid"](*SOLVED) is True


def test_replaced_definitions_are_left_out_unless_they_are_used() -> None:
    source = "def f(): return h()\ndef h(): return 1\ndef f(): return 2\n"
    assert ast.unparse(anonymous(source, ["f"])) == "def f():\n    return 2"
    kept = "def f(): return 1\nold = f\ndef f(): return old() + 1\n"
    names: dict[str, Any] = {}
    exec(ast.unparse(anonymous(kept, ["f"])), names)
    assert names["f"]() == 2


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("LIMIT: int = 3\ndef f(n: int = LIMIT): 'doc'; return n\n", 3),
        ("last = 4\ndef f():\n    global last\n    last += 1\n    return last\n", 5),
        ("class B:\n    'doc'\n    def __init__(self, n): self.n = n\ndef f(): return B(6).n\n", 6),
        ("def g(*, number): return number\ndef f(): return g(number=7)\n", 7),
        ("import math as m\ntable = {}\nfor n in [8]: table[n] = m.sqrt(64)\n"
         "def f(): return int(table[8])\n", 8),
        ("value = 9\ndef f(): return eval('value')\n", 9),
    ],
)  # fmt: skip
def test_functions_do_what_they_did(source: str, value: int) -> None:
    names: dict[str, Any] = {}
    exec(marshal.loads(compiled(source, ["f"], "module")), names)
    assert names["f"]() == value
