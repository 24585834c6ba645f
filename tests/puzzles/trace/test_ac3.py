"""The trace of AC-3 and backtracking: as the model answer works, and by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Cage, Cell, Grid, Puzzle
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Step, trace
from autograder.puzzles.trace.arcs import fault_in
from autograder.puzzles.trace.steps import GUESS, bits, numbers_in
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import (
    NONE,
    PRODUCT,
    case_name,
    inputs,
    puzzle_in,
    reference,
    text_of,
)

PROVIDED, AC3 = reference("ac3", "provided", "ac3")


def domains_in(step: Step, size: int) -> dict[tuple[int, int], list[int]]:
    return dict(zip(cells_of(size), map(numbers_in, step.contents), strict=True))


def check_first_propagation(puzzle: Puzzle) -> None:
    """When no arc waits, or a domain is empty, it is as the assignment's ac3 says."""
    given = PROVIDED.read_puzzle(text_of(puzzle, "ac3"))
    reduced = AC3.ac3(AC3.create_arcs(given), PROVIDED.full_domains(puzzle.size))
    steps = trace(puzzle, "ac3").steps
    if reduced is None:
        assert not all(domains_in(steps[-1], puzzle.size).values())
        assert steps[-1].counts[2] == 0
    else:
        end = next(step for step in steps if step.counts[1] == 0)
        assert domains_in(end, puzzle.size) == reduced


def check_whole_search(puzzle: Puzzle, patch: pytest.MonkeyPatch) -> None:
    """The assignment's solver comes to the same end with as many calls."""
    calls = {"reduce_domain": 0, "assign_value": 0}

    def count(name: str) -> None:
        function = getattr(AC3, name)

        def counted(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        patch.setattr(AC3, name, counted)

    for name in calls:
        count(name)
    given = PROVIDED.read_puzzle(text_of(puzzle, "ac3"))
    solved = AC3.solve_kenken(given, PROVIDED.full_domains(puzzle.size))
    traced = trace(puzzle, "ac3")
    arcs, _, tried, _ = traced.steps[-1].counts
    assert {"reduce_domain": arcs, "assign_value": tried} == calls
    if solved is None:
        assert traced.solution is None
        assert traced.steps[-1].says.endswith(": the puzzle has no solution.")
    else:
        assert domains_in(traced.steps[-1], puzzle.size) == solved
        assert traced.solution is not None


@pytest.mark.parametrize("path", inputs("ac3", "sample"), ids=case_name)
def test_ac3_does_what_the_reference_does(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_first_propagation(puzzle_in(path))
    check_whole_search(puzzle_in(path), monkeypatch)


@settings(deadline=None)
@given(puzzles(max_size=3))
def test_ac3_does_it_on_any_puzzle(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    check_first_propagation(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        check_whole_search(puzzle, patch)


def test_ac3_by_hand() -> None:
    steps = trace(PRODUCT, "ac3").steps
    assert [(step.says, step.contents, step.counts) for step in steps] == [
        ("Every cell may hold 1 to 2. 12 arcs wait in the queue.", (6, 6, 6, 6), (0, 12, 0, 0)),
        ("12 arcs take nothing away, and the queue is empty.", (6, 6, 6, 6), (12, 0, 0, 0)),
        ("(0, 0) has a smallest domain of several values: 1 and 2.", (6, 6, 6, 6), (12, 0, 0, 0)),
        (
            "Assign 1 to (0, 0): consistent so far. All arcs join the queue.",
            (2 | GUESS, 6, 6, 6),
            (12, 12, 1, 1),
        ),
        ("1 arc takes nothing away.", (3, 6, 6, 6), (13, 11, 1, 1)),
        (
            "(0, 1) and (0, 0) have to differ: 1 leaves (0, 1). The 3 arcs to (0, 1) join the"
            " queue.",
            (3, 4, 6, 6),
            (14, 13, 1, 1),
        ),
        ("1 arc takes nothing away.", (3, 4, 6, 6), (15, 12, 1, 1)),
        (
            "(1, 0) and (0, 0) have to differ: 1 leaves (1, 0). The 3 arcs to (1, 0) join the"
            " queue.",
            (3, 4, 4, 6),
            (16, 14, 1, 1),
        ),
        ("1 arc takes nothing away.", (3, 4, 4, 6), (17, 13, 1, 1)),
        (
            "(1, 1) and (1, 0) have to differ: 2 leaves (1, 1). The 3 arcs to (1, 1) join the"
            " queue.",
            (3, 4, 4, 2),
            (18, 15, 1, 1),
        ),
        ("15 arcs take nothing away, and the queue is empty.", (3, 4, 4, 2), (33, 0, 1, 1)),
        (
            "Every domain has one value left, and rows, columns and cages are consistent: the"
            " puzzle is solved.",
            (3, 4, 4, 2),
            (33, 0, 1, 1),
        ),
    ]
    assert (steps[5].at, steps[5].looked) == (((0, 1),), ((0, 0),))


def test_ac3_goes_back() -> None:
    last = trace(NONE, "ac3").steps[-3:]
    assert [(step.says, step.contents, step.at, step.looked) for step in last] == [
        (
            "Every domain has one value left, but 2 does not fit the cage 1 at (1, 0): go back.",
            (3, 4, 4, 2),
            (),
            ((1, 0),),
        ),
        ("Assign 2 to (0, 0): 2 does not fit the cage 1 at (0, 0).", (5, 6, 6, 6), ((0, 0),), ()),
        (
            "No value of (0, 0) leads to a solution: the puzzle has no solution.",
            (6, 6, 6, 6),
            ((0, 0),),
            (),
        ),
    ]


def test_ac3_empties_a_domain() -> None:
    """Two 1s are the only sum of 2, and they are in one row."""
    puzzle = Puzzle(2, (Cage("+", 2, ((0, 0), (0, 1))), Cage("+", 3, ((1, 0), (1, 1)))))
    *_, before, last = trace(puzzle, "ac3").steps
    assert not any(step.says.startswith("Assign") for step in trace(puzzle, "ac3").steps)
    [first], [second] = last.at, last.looked
    assert last.says == (
        f"{first} and {second} have to differ: 1 leaves {first}, and no value is left:"
        " the puzzle has no solution."
    )
    assert before.contents[cells_of(2).index(first)] == bits([1])
    assert last.contents[cells_of(2).index(first)] == 0
    assert last.counts == (before.counts[0] + 1, before.counts[1] - 1, 0, 0)


L_SHAPE = ((0, 0), (0, 1), (1, 0))
ROW, COLUMN = ((0, 0), (0, 1)), ((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("cage", "values", "says", "cells"),
    [
        (Cage("+", 6, ROW), {(0, 0): 2, (0, 1): 2}, "row 0 holds 2 twice", ROW),
        (Cage("+", 6, ROW), {(0, 0): 3, (1, 0): 3}, "column 0 holds 3 twice", COLUMN),
        (Cage("+", 4, L_SHAPE), {(0, 0): 2}, None, ()),
        (Cage("+", 4, L_SHAPE), {(0, 0): 3}, "3 in {} leaves no 1 for each other cell", L_SHAPE),
        (Cage("*", 9, L_SHAPE), {(0, 1): 3, (1, 0): 3}, None, ()),
        (Cage("*", 6, L_SHAPE), {(0, 1): 3, (1, 0): 3}, "9 in {} does not divide 6", L_SHAPE),
        (Cage("*", 3, L_SHAPE), {(0, 0): 2}, "2 in {} does not divide 3", L_SHAPE),
        (Cage("-", 2, ROW), {(0, 0): 2}, None, ()),
        (Cage("-", 2, ROW), {(0, 0): 3, (0, 1): 2}, "3 - 2 = 1 does not fit {}", ROW),
        (Cage("/", 2, ROW), {(0, 0): 1, (0, 1): 2}, None, ()),
    ],
)
def test_what_is_not_consistent(
    cage: Cage, values: dict[Cell, int], says: str | None, cells: tuple[Cell, ...]
) -> None:
    """A puzzle of this cage and single cells whose numbers are still open."""
    rest = [Cage("=", 1, (cell,)) for cell in cells_of(3) if cell not in cage.cells]
    domains = {cell: bits([values[cell]] if cell in values else [1, 2, 3]) for cell in cells_of(3)}
    found = fault_in(Puzzle(3, (cage, *rest)), domains)
    assert found == (None if says is None else (says.format(cage), cells))


@settings(deadline=None)
@given(st.data())
def test_consistent_as_the_reference_is(data: st.DataObject) -> None:
    puzzle, _ = data.draw(puzzles(max_size=4))
    some = st.lists(st.integers(1, puzzle.size), min_size=1, max_size=2, unique=True)
    domains = {cell: data.draw(some) for cell in cells_of(puzzle.size)}
    given = PROVIDED.read_puzzle(text_of(puzzle, "ac3"))
    found = fault_in(puzzle, {cell: bits(domain) for cell, domain in domains.items()})
    assert (found is None) == AC3.consistent(given, domains)
