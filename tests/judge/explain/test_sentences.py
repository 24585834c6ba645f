"""What students read about their mistakes: each with the sentence that explains it.

All mistakes are functions of one submission, which is graded once.
"""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from autograder.judge.grading_python import PYTHON
from tests.judge.own_kit import failed

SHAPES = """\
from dataclasses import dataclass


@dataclass(frozen=True)
class Posn:
    x: int
    y: int


@dataclass(frozen=True)
class Arc:
    first: tuple[int, int]
    target: int


@dataclass(frozen=True)
class Cell:
    letter: str
    number: int

    def __str__(self):
        return str(self.number or self.letter)


SIZE = 6
"""
SETTINGS = 'provided = ["shapes.py"]\ntypes = "shapes.py"\n[limits]\ncall_seconds = 0.3\n'

VALUES = """\
(1, 2) != [1, 2]
    the right value, but it is a tuple instead of a list
'3' != 3
    the right value, but it is the string '3' instead of the number 3
[[1, '2'], ['2', 1]] != [[1, 2], [2, 1]]
    the right value, but its part [0][1] is the string '2' instead of the number 2
{7: Arc([0, 1], 3)} != {7: Arc((0, 1), 3)}
    the right value, but its part [7].first is a list instead of a tuple
3 != [3, 4]
    a number instead of a list
3 != True
    a number instead of True or False
[(1, 2), (0, 0)] != [Posn(0, 0), Posn(1, 2), Posn(3, 3)]
    a list of tuples instead of a list of Posns
[].index != 3
    a function instead of a number: is a call missing its ()?
map(str, [1]) != ['1']
    a map instead of a list: list(…) makes one
Posn(3, 2) != Posn(2, 3)
    Posn(x=3, y=2) instead of Posn(x=2, y=3): are x and y swapped?
[(1, 1), (3, 2)] != [(1, 1), (2, 3)]
    (3, 2) instead of (2, 3): are the two numbers swapped?
[[1, 3], [2, 4]] != [[1, 2], [3, 4]]
    the right table on its side: are rows and columns swapped?
'1 2' != '1  2\\n'
    the right string, but with different spaces or line endings
'no' != 'No'
    a string that differs only in upper and lower case
[3, 2, 1] != [1, 2, 3]
    the right items in reverse order
[2, 1, 3] != [1, 2, 3]
    the right items in another order
[n * n for n in range(6, 12)] != [n * n for n in range(12)]
    a list that is nearly right: 6 of 12 items missing, such as 0
[1, 4, 3, 3, 7] != [2, 1, 4, 3]
    a list that is nearly right: 1 of 4 items missing, 2; 2 items too many, such as 3
[7] * 9 != [1, 2, 3]
    9 items instead of 3
[[1, 2, 3], [2, 3, 1], [3, 1, 3]] != [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    a table with 1 of 9 cells wrong: [2][2] is 3 instead of 2
[Cell('a', 0), Cell('2', 0)] != [Cell('a', 0), Cell('', 2)]
    a list with 1 of 2 parts wrong: [1] looks right, but differs
{1: 1, 2: 2, 3: 3, 4: [5, 6]} != {1: 1, 2: 2, 3: 4, 4: [4]}
    a dict with 2 of 4 parts wrong; the first: [3] is 3 instead of 4
{1: 1} != {1: 1, 2: 2, 3: 3}
    a dict that lacks the key 2 and 1 more
{1: 1, 2: 2} != {1: 1}
    a dict that should not have the key 2
Arc((0, 1), 3) != Arc((0, 1), 4)
    an Arc with 1 of 2 parts wrong: .target is 3 instead of 4
[Posn(0, 0), Posn(1, 0), Posn(7, 1)] != [Posn(0, 0), Posn(1, 0), Posn(1, 2)]
    a list with 1 of 3 parts wrong: [2] is Posn(x=7, y=1) instead of Posn(x=1, y=2)
3 != 4
[1, 2] != [3, 4]
[1] != None
[0] * 9000 != [1] * 9000
"""
"""What a function returns and what it should return, with the rest of "NAME returned …"."""

RAISING = """\
[[1]][0, 0]
    a list takes one index: write `[row][column]`, not `[row, column]`
[1]['0']
    an index is a number: is `int(…)` missing?
[1, 2][2 / 2]
    `/` gives a float, `//` an integer
{[1]: 1}
    a list cannot be a key or an element of a set; a tuple can: `tuple(…)`
'checks: ' + 1
    `str(…)` converts a number to a string, `int(…)` a string to a number
1 + '4'
    a string of digits is not a number; `int(…)` converts it
[1].pop[0]
    is a call missing its ()?
"""
"""What raises an exception of Python's own, with what follows it."""

MISTAKES: dict[str, tuple[str, str, str]] = {
    "one_row": (
        "def one_row():\n    return [[0] * len('ab')] * 2",
        "one_row() == [[0, 5], [0, 0]]",
        "one_row returned a table in which all rows are equal: a number put into one row appears in"
        " every row, since `[[0] * len('ab')] * 2` (own.py, line LINE+1) makes all rows the same"
        " list",
    ),
    # None.
    "ends": (
        "def ends(numbers):\n    def inner():\n        return 1\n    numbers.append(inner())",
        "ends([]) == [1]",
        "ends returned None: it ended without a `return`",
    ),
    "alone": (
        "def alone(number):\n    if number:\n        return",
        "alone(1) == 1",
        "alone returned None: `return` alone returns None; write the value after it",
    ),
    "in_place": (
        "def in_place(numbers):\n    return numbers.sort()",
        "in_place([1]) == [1]",
        "in_place returned None: `return numbers.sort()` returns None, since it changes the object"
        " in place",
    ),
    "assigned": (
        "def assigned(n):\n    n = n.append(1)\n    return n",
        "assigned([]) == [1]",
        "assigned returned None: `n = n.append(1)` assigns None, since it changes the object in"
        " place",
    ),
    "some_paths": (
        "def some_paths(n):\n    for i in range(n):\n        if i == n:\n            return i",
        "some_paths(3) == 3",
        "some_paths returned None: not every path through it ends with a `return`",
    ),
    "printed": (
        "def printed(n):\n    print(n)",
        "printed(3) == 3",
        "printed printed 3 and returned None: `return` gives a value back; `print` only shows it",
    ),
    "of_a_helper": ("def of_a_helper(n):\n    return some_paths(n)", "of_a_helper(1) == 1", ""),
    "on_purpose": ("def on_purpose(n):\n    return None", "on_purpose(1) == 1", ""),
    "forever": (
        "def forever(n):\n    while True:\n        return some_paths(n)",
        "forever(1) == 1",
        "",
    ),
    # Indices.
    "first_of": (
        "def first_of(seq):\n    return seq[0]",
        "first_of([]) == 1",
        "`seq` is empty, so there is no `seq[0]`",
    ),
    "too_far": (
        "def too_far(row):\n    i = 0\n    while row[i] != row[i + 1]:\n        i += 1",
        "too_far([3, 4, 5]) == 1",
        "`row` has 3 items, `row[0]` to `row[2]`, so there is no `row[3]`",
    ),
    "at_length": (
        "def at_length(word):\n    return word[len(word)]",
        "at_length('a') == 1",
        "`word` has 1 character, `word[0]`, so there is no `word[1]`",
    ),
    "long_row": (
        "def long_row(row):\n    return row[len(row)]",
        "long_row([7] * 90) == 1",
        "`row` has 90 items, `row[0]` to `row[89]`, so there is no `row[90]`",
    ),
    "in_table": (
        "def in_table(rows):\n    for i in range(3):\n        rows[1][i] += rows[0][1]",
        "in_table(((1, 2), [3, 4])) == 1",
        "`rows[1]` has 2 items, `rows[1][0]` to `rows[1][1]`, so there is no `rows[1][2]`",
    ),
    "below_table": (
        "def below_table(rows):\n    return rows[2][0]",
        "below_table([[1], [2]]) == 1",
        "`rows` has 2 items, `rows[0]` to `rows[1]`, so there is no `rows[2]`",
    ),
    "of_attribute": (
        "def of_attribute(board):\n    return Lamp.__bases__[len(board)]",
        "of_attribute([1]) == 1",
        "",
    ),
    # Calls.
    "parameters": (
        "def parameters(a):\n    return a",
        "parameters(1, 2) == 3",
        "parameters(a, b) takes 2, yours takes 1: a (own.py, line LINE)",
    ),
    "Dial": (
        "class Dial:\n    def turn():\n        return 1\n    def twice(self):\n"
        "        return self.turn()",
        "Dial().twice() == 1",
        "turn lacks `self` as its first parameter (own.py, line LINE+1)",
    ),
    "itself": (
        "def itself(n):\n    return itself(n + 1)",
        "itself(1) == 1",
        "itself (own.py, line LINE+1) called itself more than 900 times",
    ),
    "each_other": (
        "def each_other(n):\n    return helper(n)\n\ndef helper(n):\n    return helper_2(n)\n\n"
        "def helper_2(n):\n    return helper(n)",
        "each_other(1) == 1",
        "each_other did not finish: helper (own.py, line LINE+4) and helper_2 (own.py, line LINE+7)"
        " called each other more than 400 times",
    ),
    "hidden_sum": (
        "def hidden_sum(n):\n    sum = 0\n    return sum([n])",
        "hidden_sum(1) == 1",
        "the variable `sum` hides Python's own function: rename it",
    ),
    "unwritten": (
        'def unwritten(n):\n    """Return n."""\n    raise NotImplementedError',
        "unwritten(1) == 1",
        "unwritten is not written yet (own.py, line LINE+2)",
    ),
    "left_over": (
        "def left_over(n):\n    for i in ():\n        return i\n    raise NotImplementedError",
        "left_over(1) == 1",
        "left_over reached its `raise NotImplementedError` (own.py, line LINE+3): replace that"
        " line, or remove it",
    ),
    "leaves": ("def leaves(n):\n    exit()", "leaves(1) == 1", "leaves called exit()"),
    # Names.
    "misspelt": (
        "def misspelt(lenght):\n    return length",
        "misspelt(1) == 1",
        "Did you mean: 'lenght'?",
    ),
    "Board": (
        "class Board:\n    def __init__(self):\n        self.rows = []\n    def size(self):\n"
        "        return self.row",
        "Board().size() == 1",
        "Did you mean: 'rows'?",
    ),
    "not_imported": (
        "def not_imported(n):\n    return SIZE",
        "not_imported(1) == 1",
        "shapes.py defines it; import it from there",
    ),
    "no_self": (
        "class Lamp:\n    def light(this):\n        return self",
        "Lamp().light() == 1",
        "light lacks `self` as its first parameter",
    ),
    "unknown": ("def unknown(n):\n    return quux_zyx", "unknown(1) == 1", ""),
    "not_global": (
        "calls = 0\ndef not_global(n):\n    calls += 1",
        "not_global(1) == 1",
        "not_global assigns `calls`, so it is a local variable there: write `global calls` first",
    ),
    "own_sum": (
        "def own_sum(n):\n    sum = sum(n)",
        "own_sum([1]) == 1",
        "own_sum assigns `sum`, so it is a local variable there: rename the variable",
    ),
    "counter": (
        "def counter(n):\n    counted = 0\n    countde += 1",
        "counter(1) == 1",
        "`countde` has no value when this line runs: assign one first; did you mean `counted`?",
    ),
    "of_none": (
        "def of_none(n):\n    return ends([])[0]",
        "of_none(1) == 1",
        "None is what a function without `return` returns",
    ),
    "module": (
        "def module(n):\n    import numpy.linalg",
        "module(1) == 1",
        f"there are only own.py, shapes.py and the standard library of {PYTHON}",
    ),
    "name_of_library": (
        "def name_of_library(n):\n    from random import zyx",
        "name_of_library(1) == 1",
        "name_of_library raised ImportError: cannot import name 'zyx' from 'random' (random.py);"
        f" {PYTHON} has no `random.zyx`",
    ),
    "attribute_of_library": (
        "def attribute_of_library(n):\n    import math\n    return math.zyx",
        "attribute_of_library(1) == 1",
        f"{PYTHON} has no `math.zyx`",
    ),
    "provided_name": (
        "def provided_name(n):\n    from shapes import Poss",
        "provided_name(1) == 1",
        "shapes.py does not define Poss; did you mean `Posn`?",
    ),
    "added_to_provided": (
        "def added_to_provided(n):\n    from shapes import product",
        "added_to_provided(1) == 1",
        "shapes.py does not define product: the original shapes.py is used, so put your own code"
        " into own.py",
    ),
}
"""Definitions with an `assert` that fails, and the sentence: all of the message, or its end."""

PARAMETERS = {"parameters": "a, b"}
"""Of the reference, where it has others."""


def reference(source: str) -> str:
    """Return a file that defines the same, and does nothing."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [ast.Pass()]
            if parameters := PARAMETERS.get(node.name):
                node.args = ast.parse(f"def f({parameters}): pass").body[0].args  # type: ignore[attr-defined]
    return ast.unparse(ast.fix_missing_locations(tree))


def mistakes() -> dict[str, tuple[str, str, str]]:
    rows = re.findall(r"(?m)^(\S.*) != (.*)\n(?: {4}(.*)\n)?", VALUES)
    returned = {
        f"value_{number}": (
            f"def value_{number}():\n    return {value}",
            f"value_{number}() == {expected}",
            says and f"value_{number} returned {says}",
        )
        for number, (value, expected, says) in enumerate(rows)
    }
    pairs = re.findall(r"(.+)\n {4}(.+)\n", RAISING)
    raised = {
        f"raised_{number}": (
            f"def raised_{number}():\n    return {code}",
            f"raised_{number}() == 1",
            says,
        )
        for number, (code, says) in enumerate(pairs)
    }
    return returned | raised | MISTAKES


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, dict[str, Any]]]:
    """Return, for each mistake, the line where it begins, and the report's detail."""
    own, tests, lines = (
        "from shapes import Arc, Cell, Posn\n",
        "from own import *\nfrom shapes import *\n",
        {},
    )
    for name, (source, assertion, _) in mistakes().items():
        lines[name] = own.count("\n") + 1
        own += f"{source}\n\n"
        tests += f"def test_{name}():\n    assert {assertion}\n"
    others = {f"{folder}/own/shapes.py": SHAPES for folder in ("reference", "starter")}
    folder = tmp_path_factory.mktemp("sentences")
    details = failed(folder, tests, reference(own), own, settings=SETTINGS, others=others)
    return {name: (line, details[f"test_{name}"]) for name, line in lines.items()}


@pytest.mark.parametrize("name", mistakes())
def test_sentence(graded: dict[str, tuple[int, dict[str, Any]]], name: str) -> None:
    first, detail = graded[name]
    says = mistakes()[name][2]
    for further in range(9, 0, -1):
        says = says.replace(f"LINE+{further}", str(first + further))
    says = says.replace("LINE", str(first))
    message = detail["message"]
    if says:
        assert message == says or message.endswith((f"; {says}", f". {says}"))
    else:
        assert message.endswith("gave the wrong answer") or " raised " in message
        assert ";" not in message
