"""The ac3 assignment: outputs and fixpoints checked by second methods, and its handout."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import math
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.assignment import Case, load
from tests.conftest import ROOT

ASSIGNMENT = load("ac3")
CASES = [case for kind in ("sample", "secret") for case in ASSIGNMENT.cases(kind)]
HANDOUT = (ROOT / "handout" / "ac3.md").read_text(encoding="utf-8")
SEVERAL = {
    "two_solutions",
    "many_solutions",
    "many_solutions_four",
    "many_solutions_five",
    "one_cage",
}

Domains = dict[Any, list[int]]

# Solutions of Keen puzzles, which two independent solvers proved to be unique.
KNOWN = {
    "sample-example": "2431412332141342",
    "sample-four_hard": "3142142342312314",
    "sample-five_easy": "3421515423235415213441352",
    "sample-five_unreasonable": "4513213245245135132432451",
    "sample-six_easy": "613425324516261354435261152643546132",
    "secret-four_extreme": "4321321414322143",
    "secret-four_unreasonable": "3214432121431432",
    "secret-four_normal": "1234314243212413",
    "secret-four_singles": "1234234134124123",
    "secret-five_normal": "1253453241341524132525413",
    "secret-five_hard": "4312512453513423521424531",
    "secret-five_extreme": "5321424351415231543232145",
    "secret-five_large_cages": "5314221435325141425345321",
    "secret-five_singles": "2153453142342154235115423",
    "secret-six_normal": "325614463152531246614523256431142365",
    "secret-six_unreasonable": "612543145632351264263415534126426351",
    "secret-six_extreme": "261354415263326145152436543621634512",
    "secret-six_singles": "153462462315621543315624234156546231",
}


def run_solve(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "solve.py"],
        cwd=ROOT / "reference" / "ac3",
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


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


# The second method to solve: fill in whole rows, and check cages as soon as they are full.

Row = tuple[int, ...]


def solutions(text: str) -> Iterator[list[Row]]:
    first, *lines = text.splitlines()
    size = int(first)
    words = [line.split() for line in lines]
    cages = [
        (kind, int(target), [tuple(map(int, p.split(","))) for p in positions])
        for kind, target, *positions in words
    ]

    def fits(rows: list[Row], kind: str, target: int, positions: list[tuple[int, ...]]) -> bool:
        values = sorted(rows[y][x] for y, x in positions)
        return {
            "Single": values == [target],
            "Add": sum(values) == target,
            "Mul": math.prod(values) == target,
            "Sub": len(values) == 2 and values[-1] == values[0] + target,
            "Div": len(values) == 2 and values[-1] == values[0] * target,
        }[kind]

    def extend(rows: list[Row]) -> Iterator[list[Row]]:
        if len(rows) == size:
            yield rows
            return
        for row in itertools.permutations(range(1, size + 1)):
            if any(row[x] == above[x] for above in rows for x in range(size)):
                continue
            more = [*rows, row]
            full = [cage for cage in cages if max(cage[2])[0] == len(rows)]
            if all(fits(more, *cage) for cage in full):
                yield from extend(more)

    yield from extend([])


def text_of(rows: list[Row]) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.input.parent.name}-{case.name}")
def test_expected_output_agrees_with_a_second_method(case: Case) -> None:
    printed = case.output.read_text(encoding="utf-8")
    found = [text_of(rows) for rows in solutions(case.input.read_text(encoding="utf-8"))]
    assert (len(found) > 1) == (case.name in SEVERAL)
    assert (not found) == case.name.startswith("no_solution")
    assert printed in (found or ["No Solution...\n"])


@pytest.mark.parametrize(("name", "known"), KNOWN.items())
def test_known_solutions(name: str, known: str) -> None:
    kind, _, case = name.partition("-")
    printed = (ROOT / "expected" / "ac3" / kind / f"{case}.out").read_text(encoding="utf-8")
    assert "".join(printed.split()) == known


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


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.input.parent.name}-{case.name}")
def test_reference_s_ac3_reaches_the_fixpoint_and_keeps_solutions(
    case: Case, modules: dict[str, ModuleType]
) -> None:
    text = case.input.read_text(encoding="utf-8")
    puzzle = modules["provided"].read_puzzle(text)
    full = modules["provided"].full_domains(puzzle.size)
    arcs = modules["ac3"].create_arcs(puzzle)
    left = modules["ac3"].ac3(arcs, full)
    assert left == fixpoint(arcs, full)
    for rows in itertools.islice(solutions(text), 20):
        assert all(rows[y][x] in left[y, x] for y, x in full)


# Grids of 9 rows without a solution: the contradiction is in and around the middle square.


def fillings(domains: Domains, cages: Iterable[Any]) -> Iterator[dict[Any, int]]:
    """Yield the ways to give the positions values that satisfy rows, columns and the cages."""
    positions = list(domains)
    for values in itertools.product(*domains.values()):
        filled = dict(zip(positions, values, strict=True))
        lines = [(axis, p[axis], value) for p, value in filled.items() for axis in (0, 1)]
        products = [
            math.prod(filled[p] for p in cage.positions) == cage.target
            for cage in cages
            if cage.kind == "Mul"
        ]
        if len(set(lines)) == len(lines) and all(products):
            yield filled


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


def test_grid_of_nine_has_twelve_solutions_in_the_middle(modules: dict[str, ModuleType]) -> None:
    boards = modules["boards"]
    middle = [(y, x) for y in (3, 4, 5) for x in (3, 4, 5)]
    found = list(fillings({position: boards.SQUARES[position] for position in middle}, ()))
    assert len(found) == 12
    assert {position: boards.NINE_SOLVED[position][0] for position in middle} in found
    words = [str(*boards.NINE_SOLVED[position]) for position in boards.SQUARES]
    assert modules["grids"].fault(boards.NINE, words) == ""


def test_grids_that_need_ac3_and_mrv(modules: dict[str, ModuleType]) -> None:
    middle = [(y, x) for y in (3, 4, 5) for x in (3, 4, 5)] + [(6, 4)]
    for name, (puzzle, domains) in searched(modules).items():
        found = fillings({position: domains[position] for position in middle}, puzzle.cages)
        assert bool(next(found, None)) == (name == "as it is")
        solved = modules["ac3"].solve_kenken(puzzle, domains)
        assert bool(solved) == (name == "as it is")


FAULTS = {
    "a solution": ("1 2 2 1", ""),
    "the other solution": ("2 1 1 2", ""),
    "too few": ("1 2 2", "A solution has 4 numbers; this has 3 words."),
    "no number": ("1 2 x 1", "Row 1, counted from 0, must hold only numbers from 1 to 2."),
    "too large": ("3 2 2 1", "Row 0, counted from 0, must hold only numbers from 1 to 2."),
    "a row": ("1 2 2 2", "Row 1, counted from 0, holds a number twice."),
    "a column": ("1 2 1 2", "Column 0, counted from 0, holds a number twice."),
}


@pytest.mark.parametrize(("words", "fault"), FAULTS.values(), ids=FAULTS)
def test_checker(words: str, fault: str, modules: dict[str, ModuleType]) -> None:
    assert modules["grids"].fault(modules["boards"].TWO, words.split()) == fault


def test_checker_checks_every_cage(modules: dict[str, ModuleType]) -> None:
    example = modules["boards"].EXAMPLE
    fault = modules["grids"].fault(example, list("1432214332144321"))
    assert fault == "The cage Mul 9 0,2 0,3 1,3 holds 3 2 3."
    assert modules["grids"].fault(example, list("2431412332141342")) == ""


BAD = {
    "nothing": ("", "line 1: expected the size of the grid, a number from 1 up"),
    "size 0": ("0\n", "line 1: expected the size of the grid, a number from 1 up"),
    "no size": ("Add\n", "line 1: expected the size of the grid, a number from 1 up"),
    "unknown kind": (
        "1\nPow 2 0,0\n",
        "line 2: expected one of Single, Add, Sub, Mul, Div, found Pow",
    ),
    "no target": (
        "1\nAdd x 0,0\n",
        "line 2: expected a cage such as Add 2 0,0 0,1, found Add x 0,0",
    ),
    "no position": ("1\n\nAdd 2\n", "line 3: expected a cage such as Add 2 0,0 0,1, found Add 2"),
    "half a position": ("1\nAdd 1 0,\n", "line 2: expected a position such as 0,1, found 0,"),
    "negative": ("1\nAdd 1 0,-1\n", "line 2: expected a position such as 0,1, found 0,-1"),
    "outside": ("1\nAdd 1 0,1\n", "line 2: the position 0,1 is not in a grid of size 1"),
    "Single of two": ("2\nSingle 1 0,0 0,1\n", "line 2: Single has one position, found 2"),
    "Sub of one": ("1\nSub 1 0,0\n", "line 2: Sub has two positions, found 1"),
    "twice in a cage": ("2\nSub 1 0,0 0,0\n", "line 2: the position 0,0 occurs twice"),
    "in two cages": (
        "1\nSingle 1 0,0\nSingle 1 0,0\n",
        "line 3: the position 0,0 is already on line 2",
    ),
    "much too large": (f"{10**9}\nSingle 1 0,0\n", "the position 0,1 is in no cage"),
    "in no cage": ("2\nSub 1 0,0 0,1\nSingle 2 1,0\n", "the position 1,1 is in no cage"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_puzzle_is_reported_on_one_line(text: str, message: str) -> None:
    ran = run_solve(text)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"solve.py: {message}\n")


def test_puzzle_is_drawn_as_it_is_read(modules: dict[str, ModuleType]) -> None:
    text = CASES[0].input.read_text(encoding="utf-8")
    assert f"{modules['provided'].read_puzzle(text)}\n" == text


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
    example = next(case for case in CASES if case.name == "example")
    assert example.input.read_text(encoding="utf-8") in blocks()
    assert example.output.read_text(encoding="utf-8") in blocks()
    after = next(block for block in blocks() if block.startswith("1234 "))
    assert boards.domains(after) == boards.AFTER_AC3


def test_erratum_of_two_kinds_of_arcs(modules: dict[str, ModuleType]) -> None:
    boards = modules["boards"]
    arcs = boards.both_ways("neq", "00-01") + boards.both_ways("sum", "00-01", 3)
    assert modules["ac3"].ac3(arcs, boards.domains("13 12")) == boards.domains("1 2")
