"""The trace of AC-3, compared with the reference solution and with results by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Cell, Grid, Puzzle
from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Step, trace
from autograder.puzzles.trace.steps import GUESS, QUEUE_SHOWN, bits, numbers_in
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
fault_in = assignment_modules("trace.py")["ac3"].fault_in

ROWS = [((row, 0), (row, 1), (row, 2), (row, 3)) for row in range(2, 4)]
PRODUCTS = Puzzle(
    4,
    (
        Cage("+", 4, ((0, 0), (0, 1))),
        Cage("+", 6, ((0, 2), (0, 3))),
        Cage("*", 2, ((1, 0), (1, 1))),
        Cage("*", 12, ((1, 2), (1, 3))),
        *(Cage("+", 10, row) for row in ROWS),
    ),
)


def domains_in(step: Step, size: int) -> dict[tuple[int, int], list[int]]:
    return dict(zip(cells_of(size), map(numbers_in, step.contents), strict=True))


def check_first_propagation(puzzle: Puzzle) -> None:
    """The domains when the queue or a domain is empty are those of the assignment's ac3."""
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
    """The assignment's solver ends in the same way with as many calls."""
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
        assert traced.steps[-1].sentence.endswith(": the puzzle has no solution.")
    else:
        assert domains_in(traced.steps[-1], puzzle.size) == solved
        assert traced.solution is not None


@pytest.mark.parametrize("path", inputs("ac3", "sample"), ids=case_name)
def test_ac3_does_what_the_reference_does(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_first_propagation(puzzle_in(path))
    check_whole_search(puzzle_in(path), monkeypatch)


@given(puzzles(max_size=3))
def test_ac3_does_it_on_any_puzzle(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    check_first_propagation(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        check_whole_search(puzzle, patch)


def test_ac3_by_hand() -> None:
    steps = trace(PRODUCT, "ac3").steps
    start = "Each open position has the domain 1 to 2. The queue has 12 arcs."
    join = "The 3 arcs to {} join the queue."
    differ = "these two must differ. Remove"
    assert [(s.sentence, s.contents, s.counts, s.line, s.kind) for s in steps] == [
        (start, (6, 6, 6, 6), (0, 12, 0, 0), 1, ""),
        ("12 arcs remove nothing, and the queue is empty.", (6, 6, 6, 6), (12, 0, 0, 0), 4, ""),
        (
            "Select (0, 0), a position with the fewest of several values: 1 and 2.",
            (6, 6, 6, 6),
            (12, 0, 0, 0),
            8,
            "",
        ),
        (
            "Assign 1 to (0, 0): consistent so far. All arcs join the queue.",
            (2 | GUESS, 6, 6, 6),
            (12, 12, 1, 1),
            10,
            "guess",
        ),
        ("1 arc removes nothing.", (3, 6, 6, 6), (13, 11, 1, 1), 4, ""),
        (
            f"Arc neq (0, 1) (0, 0): {differ} 1 from (0, 1). {join.format((0, 1))}",
            (3, 4, 6, 6),
            (14, 13, 1, 1),
            6,
            "",
        ),
        ("1 arc removes nothing.", (3, 4, 6, 6), (15, 12, 1, 1), 4, ""),
        (
            f"Arc neq (1, 0) (0, 0): {differ} 1 from (1, 0). {join.format((1, 0))}",
            (3, 4, 4, 6),
            (16, 14, 1, 1),
            6,
            "",
        ),
        ("1 arc removes nothing.", (3, 4, 4, 6), (17, 13, 1, 1), 4, ""),
        (
            f"Arc neq (1, 1) (1, 0): {differ} 2 from (1, 1). {join.format((1, 1))}",
            (3, 4, 4, 2),
            (18, 15, 1, 1),
            6,
            "",
        ),
        ("15 arcs remove nothing, and the queue is empty.", (3, 4, 4, 2), (33, 0, 1, 1), 4, ""),
        (
            "All domains are singletons, and rows, columns and cages are consistent: the puzzle is"
            " solved.",
            (3, 4, 4, 2),
            (33, 0, 1, 1),
            7,
            "",
        ),
    ]
    assert (steps[5].focus, steps[5].related) == (((0, 1),), ((0, 0),))


def test_ac3_lists_the_queue() -> None:
    """The first arcs of it, in the notation of the assignment, and how many there are."""
    first, _, _, _, fifth, sixth, *_ = trace(PRODUCT, "ac3").steps
    assert first.queue[:3] == ("neq (0, 0) (0, 1)", "neq (0, 1) (0, 0)", "neq (0, 0) (1, 0)")
    assert first.queue[8:] == (
        "sum 3 (1, 0) (1, 1)",
        "sum 3 (1, 1) (1, 0)",
        "product 2 (0, 0) (0, 1)",
        "product 2 (0, 1) (0, 0)",
    )
    assert fifth.queue == first.queue[1:]
    joined = ("neq (0, 0) (0, 1)", "neq (1, 1) (0, 1)", "product 2 (0, 0) (0, 1)")
    assert sixth.queue == (*fifth.queue[1:], *joined)
    large = trace(Puzzle(9, tuple(Cage("=", 1, (cell,)) for cell in cells_of(9))), "ac3", 1)
    [step] = large.steps
    assert (len(step.queue), step.queue_length) == (QUEUE_SHOWN, 1296)


def test_ac3_starts_from_the_board_as_given() -> None:
    traced = trace(Board(PRODUCT, ((1, 0), (0, 0))), "ac3")
    assert traced.steps[0].contents == (2, 6, 6, 6)
    assert traced.solution == ((1, 2), (2, 1))
    assert traced.steps[-1].counts[2] == 0


def test_ac3_retreats() -> None:
    last = trace(NONE, "ac3").steps[-3:]
    assert [(s.sentence, s.contents, s.focus, s.related, s.line, s.kind) for s in last] == [
        (
            "All domains are singletons, but 2 breaks the rule of the Single 1 cage at (1, 0):"
            " no solution from here.",
            (3, 4, 4, 2),
            (),
            ((1, 0),),
            7,
            "retreat",
        ),
        (
            "Assign 2 to (0, 0): not consistent, 2 breaks the rule of the Single 1 cage at (0, 0).",
            (5, 6, 6, 6),
            ((0, 0),),
            (),
            10,
            "guess",
        ),
        (
            "No value of (0, 0) works: the puzzle has no solution.",
            (6, 6, 6, 6),
            ((0, 0),),
            (),
            11,
            "retreat",
        ),
    ]


def test_ac3_empties_a_domain() -> None:
    """Two 1s are the only sum of 2, and they are in one row."""
    puzzle = Puzzle(2, (Cage("+", 2, ((0, 0), (0, 1))), Cage("+", 3, ((1, 0), (1, 1)))))
    *_, before, last = trace(puzzle, "ac3").steps
    assert not any(step.sentence.startswith("Assign") for step in trace(puzzle, "ac3").steps)
    [first], [second] = last.focus, last.related
    assert last.sentence == (
        f"Arc neq {first} {second}: these two must differ. Remove 1 from {first}:"
        " its domain is empty, the puzzle has no solution."
    )
    assert (last.line, last.kind) == (5, "retreat")
    assert before.contents[cells_of(2).index(first)] == bits([1])
    assert last.contents[cells_of(2).index(first)] == 0
    assert last.counts == (before.counts[0] + 1, before.counts[1] - 1, 0, 0)


def test_ac3_removes_values_of_cages() -> None:
    cage_steps = [step for step in trace(PRODUCTS, "ac3").steps if step.kind == "cage"]
    assert cage_steps[0].sentence == (
        "Arc sum 4 (0, 0) (0, 1): their sum must be at most 4. Remove 4 from (0, 0)."
        " The 7 arcs to (0, 0) join the queue."
    )
    assert any("their product must divide 2. Remove" in step.sentence for step in cage_steps)


NO_ROOM = "leaves no 1 for each other position"
L_SHAPE = ((0, 0), (0, 1), (1, 0))
ROW, COLUMN = ((0, 0), (0, 1)), ((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("cage", "values", "reason", "cells"),
    [
        (Cage("+", 6, ROW), {(0, 0): 2, (0, 1): 2}, "row 0 holds 2 twice", ROW),
        (Cage("+", 6, ROW), {(0, 0): 3, (1, 0): 3}, "column 0 holds 3 twice", COLUMN),
        (Cage("+", 4, L_SHAPE), {(0, 0): 2}, None, ()),
        (
            Cage("+", 4, L_SHAPE),
            {(0, 0): 3},
            f"3 in {{}} {NO_ROOM}",
            L_SHAPE,
        ),
        (Cage("*", 9, L_SHAPE), {(0, 1): 3, (1, 0): 3}, None, ()),
        (Cage("*", 6, L_SHAPE), {(0, 1): 3, (1, 0): 3}, "9 in {} does not divide 6", L_SHAPE),
        (Cage("*", 3, L_SHAPE), {(0, 0): 2}, "2 in {} does not divide 3", L_SHAPE),
        (Cage("-", 2, ROW), {(0, 0): 2}, None, ()),
        (Cage("-", 2, ROW), {(0, 0): 3, (0, 1): 2}, "3 - 2 = 1 breaks the rule of {}", ROW),
        (Cage("/", 2, ROW), {(0, 0): 1, (0, 1): 2}, None, ()),
    ],
)
def test_what_is_not_consistent(
    cage: Cage, values: dict[Cell, int], reason: str | None, cells: tuple[Cell, ...]
) -> None:
    """A puzzle of this cage and single cells whose numbers are still open."""
    rest = [Cage("=", 1, (cell,)) for cell in cells_of(3) if cell not in cage.cells]
    domains = {cell: bits([values[cell]] if cell in values else [1, 2, 3]) for cell in cells_of(3)}
    kind = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div"}[cage.operation]
    name = f"the {kind} {cage.target} cage at (0, 0)"
    found = fault_in(Puzzle(3, (cage, *rest)), domains)
    assert found == (None if reason is None else (reason.format(name), cells))


@given(st.data())
def test_consistent_as_the_reference_is(data: st.DataObject) -> None:
    puzzle, _ = data.draw(puzzles(max_size=4))
    some = st.lists(st.integers(1, puzzle.size), min_size=1, max_size=2, unique=True)
    domains = {cell: data.draw(some) for cell in cells_of(puzzle.size)}
    given = PROVIDED.read_puzzle(text_of(puzzle, "ac3"))
    found = fault_in(puzzle, {cell: bits(domain) for cell, domain in domains.items()})
    assert (found is None) == AC3.consistent(given, domains)
