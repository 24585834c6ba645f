"""Arguments of the wrong type: each is refused by PuzzleError, in one line that names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autograder.puzzles import (
    Board,
    Cage,
    Puzzle,
    PuzzleError,
    for_brute_force,
    generate,
    is_solution,
    is_unique,
    rate,
    solutions,
    solve,
    student_seed,
)

CELL = ((0, 0),)
ONE = Puzzle(1, (Cage("=", 1, CELL),))


class Unprintable:
    def __repr__(self) -> str:
        raise ZeroDivisionError


CAGES = [
    ((None, 3, CELL), "operation: expected one of + - * / =, found None"),
    ((("+",), 3, CELL), "operation: expected one of + - * / =, found ('+',)"),
    (("=", 3.0, CELL), "target: expected an integer, found 3.0"),
    (("=", True, CELL), "target: expected an integer, found True"),
    (("=", "3", CELL), "target: expected an integer, found '3'"),
    (("+", 10**5000, CELL), "target: expected at most 16**256, found a larger integer"),
    (("=", 3, None), "cells: expected a tuple of cells (row, column), found None"),
    (("=", 3, {(0, 0)}), "cells: expected a tuple of cells (row, column), found {(0, 0)}"),
    (("=", 3, (0, 0)), "cells[0]: expected a cell (row, column) of two integers, found 0"),
    (
        ("+", 3, ((0, 0), (0, 1, 2))),
        "cells[1]: expected a cell (row, column) of two integers, found (0, 1, 2)",
    ),
    (("=", 3, ("ab",)), "cells[0]: expected a cell (row, column) of two integers, found 'ab'"),
    (
        ("=", 3, ((0, True),)),
        "cells[0]: expected a cell (row, column) of two integers, found (0, True)",
    ),
    (
        ("=", 3, ((0, 1.0),)),
        "cells[0]: expected a cell (row, column) of two integers, found (0, 1.0)",
    ),
    (
        ("=", 3, (Unprintable(),)),
        "cells[0]: expected a cell (row, column) of two integers, found a value of type"
        " Unprintable",
    ),
]
PUZZLES = [
    (("2", ()), "size: expected an integer from 1 to 16, found '2'"),
    ((True, ()), "size: expected an integer from 1 to 16, found True"),
    ((2.0, ()), "size: expected an integer from 1 to 16, found 2.0"),
    ((10**5000, ()), "size: expected an integer from 1 to 16, found a value of type int"),
    ((1, None), "cages: expected a tuple of Cages, found None"),
    ((1, Cage("=", 1, CELL)), "cages: expected a tuple of Cages, found Cage(operation='=', target"),
    ((1, ("1=",)), "cages[0]: expected a Cage, found '1='"),
    (
        (1, (Cage("=", 1, ((10**5000, 0),)),)),
        "the cage 1 at a value of type tuple: the cell a value of type tuple is outside the grid",
    ),
]
BOARDS = [
    ((None, ((1,),)), "puzzle: expected a Puzzle, found None"),
    ((ONE, 1), "grid: expected a tuple of rows, found 1"),
    ((ONE, "1"), "grid: expected a tuple of rows, found '1'"),
    ((ONE, (1,)), "grid[0]: expected a tuple of numbers, found 1"),
    ((ONE, (("1",),)), "the cell (0, 0): expected 0 to 1, found '1'"),
    ((ONE, ((True,),)), "the cell (0, 0): expected 0 to 1, found True"),
    ((ONE, ((1.0,),)), "the cell (0, 0): expected 0 to 1, found 1.0"),
]


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [(make, *case) for make, cases in ((Cage, CAGES), (Puzzle, PUZZLES), (Board, BOARDS))
     for case in cases],
)  # fmt: skip
def test_parts_of_puzzles(
    make: Callable[..., object], arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(PuzzleError) as error:
        make(*arguments)
    text = str(error.value)
    assert text == message or (len(text) > 80 and text.startswith(message))
    assert "\n" not in text


@pytest.mark.parametrize("function", [solve, is_unique, solutions, rate])
@pytest.mark.parametrize("puzzle", [None, "puzzle", Board(ONE, ((1,),))])
def test_functions_of_a_puzzle(function: Callable[..., object], puzzle: object) -> None:
    with pytest.raises(PuzzleError, match=r"^puzzle: expected a Puzzle, found "):
        function(puzzle)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": -1}, "limit: expected an integer of at least 0, found -1"),
        ({"limit": 2.0}, "limit: expected an integer of at least 0, found 2.0"),
        ({"limit": True}, "limit: expected an integer of at least 0, found True"),
        ({"givens": ()}, "the grid must have 1 rows and columns, as its puzzle has"),
        ({"givens": 0}, "grid: expected a tuple of rows, found 0"),
    ],
)
def test_solutions_are_refused_before_the_first_one_is_taken(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(PuzzleError) as error:
        solutions(ONE, **arguments)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("puzzle", "grid", "message"),
    [
        (None, ((1,),), "puzzle: expected a Puzzle, found None"),
        (ONE, None, "grid: expected a tuple of rows, found None"),
        (ONE, (None,), "grid[0]: expected a tuple of numbers, found None"),
    ],
)
def test_is_solution_of_no_grid(puzzle: Any, grid: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        is_solution(puzzle, grid)
    assert str(error.value) == message


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_only_integers_are_a_solution(number: Any) -> None:
    assert not is_solution(ONE, ((number,),))
    assert is_solution(ONE, ((1,),))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": "4"}, "size: expected an integer from 1 to 16, found '4'"),
        ({"size": True}, "size: expected an integer from 1 to 16, found True"),
        ({"operations": None}, "operations: expected some of + - * /, found None"),
        ({"operations": ["+"]}, "operations: expected some of + - * /, found ['+']"),
        ({"operations": "+\n"}, "operations: expected some of + - * /, found \\n"),
        (
            {"rating": 3},
            "rating: expected one of easy, normal, hard, extreme, search, found 3",
        ),
        (
            {"rating": ""},
            "rating: expected one of easy, normal, hard, extreme, search, found an empty string",
        ),
        ({"seed": None}, "seed: expected an integer or a string, found None"),
        ({"seed": 1.0}, "seed: expected an integer or a string, found 1.0"),
        ({"seed": True}, "seed: expected an integer or a string, found True"),
        ({"seed": 10**5000}, "seed: expected a shorter integer; use a string instead"),
        ({"max_cage": 2.0}, "max_cage: expected an integer of at least 1, found 2.0"),
        ({"max_cage": None}, "max_cage: expected an integer of at least 1, found None"),
    ],
)
def test_generate(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        generate(**{"size": 4, **arguments})
    assert str(error.value) == message


@pytest.mark.parametrize("checks", [None, 100, (100,), (75, 100.0), (False, 100), "ab"])
def test_for_brute_force(checks: Any) -> None:
    with pytest.raises(PuzzleError) as error:
        for_brute_force(checks)
    expected = "checks: expected two integers, the fewest and the most, found "
    assert str(error.value) == f"{expected}{checks!r}"


@pytest.mark.parametrize(
    ("secret", "student", "message"),
    [
        (b"key", "ada", "secret: expected a string, found bytes"),
        ("key", None, "student: expected a string, found NoneType"),
    ],
)
def test_student_seed_shows_no_secret(secret: Any, student: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        student_seed(secret, student)
    assert str(error.value) == message
