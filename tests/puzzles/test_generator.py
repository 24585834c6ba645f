"""Generated puzzles: one solution, the requested properties, the same for the same seed."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import (
    RATINGS,
    for_brute_force,
    generate,
    is_solution,
    rate,
    solutions,
    student_seed,
)
from autograder.puzzles.formats import write
from autograder.puzzles.trace import trace
from tests.puzzles.boards import empty


@settings(max_examples=30)
@given(
    st.integers(1, 6),
    st.sets(st.sampled_from("+-*/"), min_size=1),
    st.integers(1, 8),
    st.integers(),
)
def test_generated_puzzle_has_the_requested_properties(
    size: int, operations: set[str], max_cage: int, seed: int
) -> None:
    puzzle = generate(size, "".join(sorted(operations)), seed=seed, max_cage=max_cage)
    assert puzzle.size == size
    assert {cage.operation for cage in puzzle.cages} <= operations | {"="}
    assert max(len(cage.cells) for cage in puzzle.cages) <= max_cage
    [solution] = solutions(puzzle)
    assert is_solution(puzzle, solution)


@pytest.mark.parametrize("rating", RATINGS)
@pytest.mark.parametrize("size", [6, 7])
def test_generated_puzzle_has_the_requested_rating(size: int, rating: str) -> None:
    assert rate(generate(size, rating=rating, seed=size)).level == rating


def test_different_seeds_give_different_puzzles() -> None:
    puzzles = {generate(5, seed=seed) for seed in range(40)} | {generate(5, seed="ada")}
    assert len(puzzles) == 41
    assert generate(5, seed=7) == generate(5, seed="7")


def test_the_same_seed_gives_the_same_puzzle_everywhere() -> None:
    """This digest was computed once, with Python 3.11, and must never change on any system."""
    texts = [write(empty(generate(size, seed="term")), "json") for size in range(1, 10)]
    texts += [write(empty(generate(6, "+*", rating, 1)), "json") for rating in ("easy", "hard")]
    assert sha256("".join(texts).encode()).hexdigest() == DIGEST


DIGEST = "1c58579295fe4cba93b45cb1df52d19384e0ecb8b546f08a2bf7d351ffd0234e"


@pytest.mark.parametrize("checks", [(76, 500), (2_000, 3_000)])
def test_for_brute_force(checks: tuple[int, int]) -> None:
    low, high = checks
    puzzle = for_brute_force(checks, seed=3)
    assert {cage.operation for cage in puzzle.cages} <= {"+", "="}
    assert puzzle.size == 5
    assert len(list(solutions(puzzle))) == 1
    checks_made, _ = trace(puzzle, "calcudoku", 10**6).steps[-1].counts
    assert low <= checks_made <= high


def test_student_seed_needs_the_secret() -> None:
    """The expected value is the output of openssl dgst -sha256 -hmac SECRET for the name."""
    assert student_seed("key", "The quick brown fox jumps over the lazy dog") == (
        "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
    )
    assert student_seed("other", "ada") != student_seed("key", "ada") != student_seed("key", "bob")
