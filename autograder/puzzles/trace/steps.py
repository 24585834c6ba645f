"""Steps, what the cells of a board show after a step, and building blocks of sentences.

The content of a cell is a set of numbers in the bits of an integer: bit n stands for n. One number
is drawn large, as the number in the cell; several are drawn small, as its candidates. An empty
cell has the content 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import isqrt, prod
from string import ascii_letters

from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Grid
from autograder.sentences import counted as counted  # noqa: PLC0414 - for the files of assignments
from autograder.sentences import joined as joined  # noqa: PLC0414 - for the files of assignments

Contents = tuple[int, ...]
"""The content of each cell, in reading order."""

GUESS = 1
"""The bit that marks the number in a cell as a guess."""

NOTE = 1 << (LARGEST + 1)
"""The bit that draws numbers small, even a single one."""

QUEUE_SHOWN = 20
"""The most entries of a queue that a step lists."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a method.

    Attributes:
        sentence: What happens, in a sentence or two.
        contents: What the board shows after the step.
        focus: The cells that the step is about.
        related: Other cells that matter for it, such as those that rule a number out.
        counts: The work so far, in the order of the method's COUNTS.
        line: The index of the line in the method's PSEUDOCODE.
        kind: One of the method's KINDS, or empty. Pages jump to the next step of a kind.
        queue: The first entries of the method's queue, at most QUEUE_SHOWN.
        queue_length: The number of all entries of the queue.
    """

    sentence: str
    contents: Contents
    focus: tuple[Cell, ...]
    related: tuple[Cell, ...]
    counts: tuple[int, ...]
    line: int = 0
    kind: str = ""
    queue: tuple[str, ...] = ()
    queue_length: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What an assignment's `play.py` shows of a call: what it is given, or what it returned.

    Attributes:
        text: Calls that are given the same text have to return the same one.
        said: What is given, besides the board: `Posn(1, 0)`; what is done: `kept 1 and 4`, or
            empty for `returned [1, 4]`.
        contents: Those of all cells; of a result, only those of cells that it changes.
        focus: The cells that the call is about; of a result, empty for those of what is given.
        should: If this result is right, why: `a row contains a number twice`; may be empty.
    """

    text: str
    said: str = ""
    contents: Mapping[Cell, int] = field(default_factory=dict)
    focus: Sequence[Cell] = ()
    should: str = ""


@dataclass(frozen=True, slots=True)
class CageLabel:
    """How a page names a cage.

    Attributes:
        corner: The text in the corner of the cage's first cell.
        name: The cage as a screen reader reads it; empty for a cell that belongs to no cage.
    """

    corner: str
    name: str


def bits(numbers: Iterable[int]) -> int:
    """The content of a cell with these candidates, each once.

    Raises:
        ValueError: there are no such numbers; a program may claim any.
    """
    found = {*numbers}
    if not found <= {*range(1, LARGEST + 1)}:
        raise ValueError("a number that no cell holds")
    return sum(1 << number for number in found)


def numbers_in(content: int) -> list[int]:
    """The numbers of a content, in increasing order."""
    return [number for number in range(1, LARGEST + 1) if content >> number & 1]


def number_in(content: int) -> int:
    """The number in a cell, guessed or not; 0 if there is none."""
    numbers = numbers_in(content)
    return numbers[0] if len(numbers) == 1 and not content & NOTE else 0


def grid_of(contents: Contents) -> Grid:
    """The numbers in the cells, 0 where there is none."""
    numbers, size = [number_in(content) for content in contents], isqrt(len(contents))
    return tuple(tuple(numbers[row * size : (row + 1) * size]) for row in range(size))


def place(cell: Cell, size: int) -> int:
    """The index of a cell in reading order."""
    return cell[0] * size + cell[1]


def row_and_column(cell: Cell, size: int) -> list[Cell]:
    """The cells of the row and of the column of a cell, which itself is in both."""
    row, column = cell
    return [(row, other) for other in range(size)] + [(other, column) for other in range(size)]


def lines(size: int) -> Iterator[tuple[str, list[Cell]]]:
    """The name and the cells of each row and each column."""
    for i in range(size):
        yield f"row {i}", [(i, column) for column in range(size)]
        yield f"column {i}", [(row, i) for row in range(size)]


def repeated(numbers: Mapping[Cell, int], size: int) -> tuple[str, tuple[Cell, Cell]] | None:
    """The first row or column that holds a number twice, as `row 0 holds 2 twice`; 0 is empty."""
    for name, line in lines(size):
        cell_of: dict[int, Cell] = {}
        for cell in line:
            number = numbers.get(cell)
            if number in cell_of:
                return f"{name} holds {number} twice", (cell_of[number], cell)
            if number:
                cell_of[number] = cell
    return None


def given_numbers(board: Board) -> dict[Cell, int]:
    """The number of each cell that is filled in."""
    return {
        (row, column): number
        for row, numbers in enumerate(board.grid)
        for column, number in enumerate(numbers)
        if number
    }


def lettered(board: Board) -> dict[str, Cage]:
    """The cages by letter: as in the board's text, or else from a on, in reading order."""
    if board.letters:
        return dict(board.letters)
    letters = (f"{letter}{round_ or ''}" for round_ in count() for letter in ascii_letters)
    cages = [cage for cage in board.puzzle.cages if not is_given(board, cage)]
    return dict(zip(letters, cages, strict=False))


def is_given(board: Board, cage: Cage) -> bool:
    """Return whether a cage is a single cell whose number is filled in."""
    row, column = cage.cells[0]
    return cage.operation == "=" and board.grid[row][column] == cage.target


def letter_labels(board: Board, noun: str) -> list[CageLabel]:
    """Labels that name cages by letters: `a 6*` in the corner, `cage a, 6*` in speech."""
    letters = {cage: letter for letter, cage in lettered(board).items()}
    return [
        CageLabel(f"{letters[cage]} {cage.clue}", f"{noun} {letters[cage]}, {cage.clue}")
        if cage in letters
        else CageLabel("", "")
        for cage in board.puzzle.cages
    ]


SOLVED = "the puzzle is solved"
NO_SOLUTION = "the puzzle has no solution"


def calculation(cage: Cage, numbers: Sequence[int]) -> str:
    """The result of a cage's operation on the numbers of all its cells: `4 - 1 = 3`."""
    if len(numbers) == 1:
        return str(numbers[0])
    if cage.operation in "+*":
        result = sum(numbers) if cage.operation == "+" else prod(numbers)
        return f"{f' {cage.operation} '.join(map(str, numbers))} = {result}"
    low, high = sorted(numbers)
    if cage.operation == "-":
        return f"{high} - {low} = {high - low}"
    remainder = f" remainder {high % low}" if high % low else ""
    return f"{high} / {low} = {high // low}{remainder}"
