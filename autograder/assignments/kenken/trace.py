"""Staged guesses, one cage after the other: solve.py's search over the neighbours of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.puzzles.model import Board, Cage, Cell, Puzzle, PuzzleError
from autograder.puzzles.trace.steps import (
    GUESS,
    NO_SOLUTION,
    NOTE,
    SOLVED,
    Contents,
    Step,
    bits,
    calculation,
    given_numbers,
    joined,
    lettered,
    number_in,
    place,
    repeated,
    row_and_column,
)

from .play import AXES, cage_labels

__all__ = ["AXES", "cage_labels"]
TITLE = "KenKen by staged guesses"
ABOUT = (
    "The first constraint in the list is the current one. find_blank finds the first cell of its"
    " cage that has no number yet, and each number that is available there becomes a guess on a"
    " board of its own. When all cells of the cage have guesses, guess_valid compares them with the"
    " constraint: either they become numbers and the constraint leaves the list, or the board is a"
    " dead end and the search continues with the board on top of the stack."
)
COUNTS = ("boards visited", "dead ends", "boards on the stack")
KINDS = ("guess", "retreat", "cage")
PSEUDOCODE = (
    "stack = [puzzle]",
    "while the stack is not empty:",
    "    puzzle = stack.pop()",
    "    posn = find_blank(puzzle)",
    "    if posn is Posn(-2, -2): solved",
    "    if posn is Posn(-1, -1):",
    "        if guess_valid(puzzle): push apply_guess(puzzle)",
    "    else: for each of available_vals(puzzle, posn):",
    "        push a copy with this guess; the smallest is on top",
    "there is no solution",
)
POP, COMPLETE, VALID, PUSH, FAILED = 2, 4, 6, 8, 9
ANY_FORMAT = True


@dataclass(frozen=True, slots=True)
class _Constraint:
    letter: str
    cage: Cage

    def __str__(self) -> str:
        return f"{self.letter} {self.cage.target} {self.cage.operation}"


@dataclass(frozen=True, slots=True)
class _Board:
    """A board on the stack, and the step that led to it; `done` constraints have left the list."""

    contents: Contents
    done: int
    sentence: str
    focus: tuple[Cell, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Visit:
    """What find_blank and guess_valid say about a board, and its neighbours."""

    sentence: str
    contents: Contents
    focus: tuple[Cell, ...]
    related: tuple[Cell, ...]
    line: int
    neighbours: list[_Board]


def steps(board: Board) -> Iterator[Step]:
    """Every board that the search visits, and after each of them its neighbours.

    Raises:
        PuzzleError: a row or column of the board holds a number twice.
    """
    _check_given(board)
    constraints = [_Constraint(*pair) for pair in lettered(board).items()]
    puzzle = board.puzzle
    stack = [_Board(_start(board, constraints), 0, _first_sentence(board, constraints))]
    visited = dead_ends = 0
    while stack:
        now = stack.pop()
        visited += 1
        counts = (visited, dead_ends, len(stack))
        line = COMPLETE if now.done == len(constraints) else POP
        line = line if visited > 1 or line == COMPLETE else 0
        yield Step(now.sentence, now.contents, now.focus, (), counts, line, now.kind)
        if now.done == len(constraints):
            return
        visit = _visit(puzzle, now, constraints)
        stack += reversed(visit.neighbours)
        dead_ends += not visit.neighbours
        counts = (visited, dead_ends, len(stack))
        sentence, line, kind = f"{visit.sentence}.", visit.line, ""
        if not visit.neighbours:
            end = "a dead end" if stack else f"a dead end, and the stack is empty: {NO_SOLUTION}"
            sentence, kind = f"{visit.sentence}: {end}.", "retreat"
            line = line if stack else FAILED
        yield Step(sentence, visit.contents, visit.focus, visit.related, counts, line, kind)


def _check_given(board: Board) -> None:
    fault = repeated(given_numbers(board), board.puzzle.size)
    if fault:
        raise PuzzleError(f"the search needs a board without repeated numbers, but {fault[0]}")


def _start(board: Board, constraints: list[_Constraint]) -> Contents:
    guessed = {cell for constraint in constraints for cell in constraint.cage.cells}
    return tuple(
        bits([number]) | (GUESS if (y, x) in guessed else 0) if number else 0
        for y, row in enumerate(board.grid)
        for x, number in enumerate(row)
    )


def _first_sentence(board: Board, constraints: list[_Constraint]) -> str:
    if not constraints:
        return f"No constraint is left: {SOLVED}."
    start = "The board is as given." if given_numbers(board) else "Nothing is filled in."
    return f"{start} The first constraint is {constraints[0]}."


def _put(contents: Contents, cell: int, content: int) -> Contents:
    """A copy of the contents with another content at this index."""
    return (*contents[:cell], content, *contents[cell + 1 :])


def _posn(cell: Cell) -> str:
    row, column = cell
    return f"Posn({column}, {row})"


def _visit(puzzle: Puzzle, board: _Board, constraints: list[_Constraint]) -> _Visit:
    constraint = constraints[board.done]
    cells = constraint.cage.cells
    numbers = [number_in(board.contents[place(cell, puzzle.size)]) for cell in cells]
    if 0 in numbers:
        return _visit_blank(puzzle.size, board, constraint, cells[numbers.index(0)])
    valid = constraint.cage.allows(numbers)
    result = f"{calculation(constraint.cage, numbers)} {'satisfies' if valid else 'violates'}"
    neighbours = [_applied(puzzle.size, board, constraints)] if valid else []
    sentence = f"{result} the constraint {constraint}"
    return _Visit(sentence, board.contents, cells, (), VALID, neighbours)


def _visit_blank(size: int, board: _Board, constraint: _Constraint, blank: Cell) -> _Visit:
    """The guesses are all numbers that row and column do not use yet."""
    used = {c: number_in(board.contents[place(c, size)]) for c in row_and_column(blank, size)}
    available = sorted(set(range(1, size + 1)) - set(used.values()))
    verb = "is" if len(available) == 1 else "are"
    first = f"{_posn(blank)} is the first blank cell of cage {constraint.letter}"
    found = f"{joined(available)} {verb}" if available else "no number is"
    noted = _put(board.contents, place(blank, size), bits(available) | NOTE if available else 0)
    related = tuple(cell for cell, number in used.items() if number)
    guesses = [_guessed(size, board, blank, n, n == available[0]) for n in available]
    return _Visit(f"{first}; {found} available", noted, (blank,), related, PUSH, guesses)


def _guessed(size: int, board: _Board, cell: Cell, number: int, is_first: bool) -> _Board:
    posn = _posn(cell)
    sentence = f"Guess {number} at {posn}." if is_first else f"Back at {posn}: guess {number}."
    contents = _put(board.contents, place(cell, size), bits([number]) | GUESS)
    return _Board(contents, board.done, sentence, (cell,), "guess")


def _applied(size: int, board: _Board, constraints: list[_Constraint]) -> _Board:
    """The guesses of the first constraint become numbers."""
    cells = constraints[board.done].cage.cells
    contents = board.contents
    for cell in cells:
        contents = _put(contents, place(cell, size), contents[place(cell, size)] & ~GUESS)
    become = "The guess becomes a number" if len(cells) == 1 else "The guesses become numbers"
    done = board.done + 1
    next_ = f"the next constraint is {constraints[done]}" if done < len(constraints) else SOLVED
    return _Board(contents, done, f"{become}; {next_}.", cells, "cage")
