"""The ac3 assignment: fixpoints by a second method, its checker and reader, its handout."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.assignment import load
from tests.assignments.references import handout, sample
from tests.conftest import ROOT

ASSIGNMENT = load("ac3")
HANDOUT = handout("ac3")
EXAMPLE, SOLUTION = sample("ac3", "example")

Domains = dict[Any, list[int]]


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    """The reference, provided.py, and the modules that the assignment's tests use."""
    folders = [ROOT / "reference" / "ac3", ASSIGNMENT.folder, ASSIGNMENT.folder / "hidden"]
    names = ("provided", "ac3", "boards", "grids", "test_ac3")
    shadowed = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path[:0] = map(str, folders)
    yield {name: importlib.import_module(name) for name in names}
    for folder in folders:
        sys.path.remove(str(folder))
    for name in names:
        del sys.modules[name]
    sys.modules.update(shadowed)


# The second method for AC-3: process all arcs again until a whole round removes nothing.


def fixpoint(arcs: list[Any], domains: dict[Any, list[int]]) -> dict[Any, list[int]] | None:
    left = {position: set(domain) for position, domain in domains.items()}
    while True:
        before = {position: set(domain) for position, domain in left.items()}
        for arc in arcs:
            pairs = itertools.product(left[arc.first], left[arc.second])
            left[arc.first] = {a for a, b in pairs if goes(arc.kind, a, b, arc.target)}
        if left == before:
            done = {position: sorted(domain) for position, domain in left.items()}
            return done if all(done.values()) else None


def goes(kind: str, a: int, b: int, target: int) -> bool:
    if kind == "neq":
        return a != b
    return a + b <= target if kind == "sum" else target / (a * b) == target // (a * b)


def test_fixpoints_of_the_tests(modules: dict[str, ModuleType]) -> None:
    boards = modules["boards"]
    assert fixpoint(boards.EXAMPLE_ARCS, boards.FULL) == boards.AFTER_AC3
    assert fixpoint(boards.EXAMPLE_ARCS, boards.HALF_WAY) == boards.SOLVED
    table = modules["test_ac3"].TABLE
    assert len(table) == 9
    for arcs, before, after in table.values():
        assert fixpoint(arcs, boards.domains(before)) == (after and boards.domains(after))


def searched(modules: dict[str, ModuleType]) -> dict[str, tuple[Any, Domains]]:
    sys.modules["boards"], sys.modules["provided"] = modules["boards"], modules["provided"]
    tests, hidden = (
        vars(module_at(folder / "test_search.py"))
        for folder in (ASSIGNMENT.public_tests, ASSIGNMENT.hidden_tests)
    )
    nine, squares = modules["boards"].NINE, modules["boards"].SQUARES
    return {
        "as it is": (nine, squares),
        "AC-3 first": (nine, tests["SEEN_BY_AC3"]),
        "MRV": (nine, tests["TWO_VALUES_FOR_THREE"]),
        "AC-3 after each": (hidden["BELOW"], hidden["SEVEN_OR_EIGHT"]),
        "arcs of all kinds": (hidden["TWO_EIGHTS"], squares),
    }


def module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_grids_that_need_ac3_and_mrv(modules: dict[str, ModuleType]) -> None:
    """Only the grid as it is has a solution."""
    for name, (puzzle, domains) in searched(modules).items():
        solved = modules["ac3"].solve_kenken(puzzle, domains)
        assert bool(solved) == (name == "as it is")
    boards = modules["boards"]
    words = [str(*boards.NINE_SOLVED[position]) for position in boards.SQUARES]
    assert modules["grids"].fault(boards.NINE, words) == ""


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
    functions = {part.name for part in ASSIGNMENT.parts if hasattr(modules["ac3"], part.name)}
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
