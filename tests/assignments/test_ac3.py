"""The ac3 assignment: its checker, and its handout."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from autograder.assignment import load
from tests.assignments.references import handout, sample
from tests.conftest import ROOT

ASSIGNMENT = load("ac3")
HANDOUT = handout("ac3")
EXAMPLE, SOLUTION = sample("ac3", "example")


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    """The reference, provided.py, and the modules that the assignment's tests use."""
    folders = [ROOT / "reference" / "ac3", ASSIGNMENT.folder]
    names = ("provided", "ac3", "boards", "grids")
    shadowed = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path[:0] = map(str, folders)
    yield {name: importlib.import_module(name) for name in names}
    for folder in folders:
        sys.path.remove(str(folder))
    for name in names:
        del sys.modules[name]
    sys.modules.update(shadowed)


FAULTS = {
    "a solution": ("1 2 2 1", ""),
    "too few": ("1 2 2", "A solution has 4 numbers; this has 3 words."),
    "no number": ("1 2 x 1", "Row 1, counted from 0, must hold only numbers from 1 to 2."),
    "a row": ("1 2 2 2", "Row 1, counted from 0, holds a number twice."),
    "a column": ("1 2 1 2", "Column 0, counted from 0, holds a number twice."),
}


def test_checker(modules: dict[str, ModuleType]) -> None:
    for words, fault in FAULTS.values():
        assert modules["grids"].fault(modules["boards"].TWO, words.split()) == fault
    example = modules["boards"].EXAMPLE
    fault = modules["grids"].fault(example, list("1432214332144321"))
    assert fault == "The cage Mul 9 0,2 0,3 1,3 holds 3 2 3."


# The handout: its examples and its puzzle.


def blocks() -> list[str]:
    return re.findall(r"```text\n(.*?)```", HANDOUT, re.DOTALL)


def test_examples_of_the_handout(modules: dict[str, ModuleType]) -> None:
    names = {**vars(modules["provided"]), **vars(modules["ac3"])}
    boards = modules["boards"]
    names["p"] = boards.EXAMPLE
    names["d"] = boards.domains(next(b for b in blocks() if b.startswith("24 ")))
    examples = re.findall(r"`(\w[^`]*[])d])` is `([^`]+)`", HANDOUT)
    assert len(examples) == 27
    for code, value in examples:
        assert eval(code, names) == eval(value, names), code
    assert names["Arc"]("sum", (2, 3), (1, 2), 7) in modules["ac3"].create_sum_arcs(names["p"])
    functions = {
        name
        for name, function in inspect.getmembers(modules["ac3"], inspect.isfunction)
        if function.__module__ == "ac3" and not name.startswith("_")
    }
    assert len(functions) == 16
    assert {
        name for name in functions if any(f"{name}(" in code for code, _ in examples)
    } == functions


def test_figures_of_the_handout(modules: dict[str, ModuleType]) -> None:
    boards = modules["boards"]
    assert {EXAMPLE, SOLUTION} <= {*blocks()}
    after = next(block for block in blocks() if block.startswith("1234 "))
    assert boards.domains(after) == boards.AFTER_AC3


def test_erratum_of_two_kinds_of_arcs(modules: dict[str, ModuleType]) -> None:
    boards = modules["boards"]
    arcs = boards.both_ways("neq", "00-01") + boards.both_ways("sum", "00-01", 3)
    assert modules["ac3"].ac3(arcs, boards.domains("13 12")) == boards.domains("1 2")
