"""Puzzles for special cases: their properties, checked by the solver or by hand."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Cage, Puzzle, generate, solutions
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.special import (
    make_unsolvable,
    make_unsolvable_by_remainder,
    parse_shape,
    remainder_solutions,
    split_cages,
    tile,
    with_random_clues,
)
from tests.puzzles.latin_squares import latin_squares

SEEDS = st.integers(0, 10**6).map(str)


@given(SEEDS, st.integers(1, 6), st.integers(1, 7))
@settings(max_examples=40)
def test_tiles_are_connected_equal_and_cover_the_square(seed: str, size: int, count: int) -> None:
    count = min(count, size * size)
    groups = tile(size, count, SeededRandom(seed))
    Puzzle(
        size,
        tuple(Cage("+", len(cells), cells) for cells in groups if len(cells) > 1)
        + tuple(Cage("=", 1, cells) for cells in groups if len(cells) == 1),
    )
    full, rest = divmod(size * size, count)
    assert +Counter(map(len, groups)) == +(Counter({count: full}) + Counter({rest: int(rest > 0)}))


@given(SEEDS, st.sampled_from(["+", "*", "+-", "*/", "+-*/"]))
@settings(max_examples=40)
def test_random_clues_have_a_solution(seed: str, operations: str) -> None:
    groups = parse_shape("aabb acdd eefg hhfg")
    puzzle = with_random_clues(4, groups, operations, SeededRandom(seed))
    assert next(solutions(puzzle), None) is not None
    assert sorted(cage.cells for cage in puzzle.cages) == sorted(groups)
    assert {cage.operation for cage in puzzle.cages} <= set(operations) | {"="}


@given(SEEDS, st.integers(0, 4))
@settings(max_examples=20)
def test_split_cages_keep_the_solution(seed: str, count: int) -> None:
    puzzle = generate(4, seed=seed)
    large = sum(len(cage.cells) > 1 for cage in puzzle.cages)
    made = split_cages(puzzle, count, SeededRandom(seed))
    assert list(solutions(made)) == list(solutions(puzzle))
    assert sum(len(cage.cells) > 1 for cage in made.cages) == max(0, large - count)


@given(SEEDS)
@settings(max_examples=20)
def test_unsolvable_puzzle_differs_in_a_late_target(seed: str) -> None:
    puzzle = generate(4, seed=seed)
    made = make_unsolvable(puzzle, SeededRandom(seed))
    assert made is not None
    assert list(solutions(made)) == []
    differ = [
        place
        for place, (old, new) in enumerate(zip(puzzle.cages, made.cages, strict=True))
        if old != new
    ]
    assert len(differ) == 1
    assert differ[0] >= len(puzzle.cages) // 2
    new, old = made.cages[differ[0]], puzzle.cages[differ[0]]
    assert (new.cells, new.operation) == (old.cells, old.operation)
    is_possible = any(new.allows(grid[r][c] for r, c in new.cells) for grid in GRIDS)
    assert is_possible, "the cage alone can have this target"


GRIDS = [*latin_squares(4)]


@given(SEEDS)
@settings(max_examples=20)
def test_unsolvable_by_remainder_is_solved_with_a_remainder(seed: str) -> None:
    puzzle = generate(4, seed=seed)
    made = make_unsolvable_by_remainder(puzzle, SeededRandom(seed))
    if made is not None:
        assert list(solutions(made)) == []
        assert next(solutions(puzzle)) in set(remainder_solutions(made))
