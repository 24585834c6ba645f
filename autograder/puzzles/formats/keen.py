"""A game id of Simon Tatham's Keen: `3:a_b_a_b,s1m6a8`.

An id is the size, perhaps a level as in `6dn`, a colon, the walls between cages, a comma, and a
clue for each cage in the order of their first cells: a, m, s or d (add, multiply, subtract, divide)
and the target. A cage of one cell has an a, which Keen does not show.

The walls are a run-length code of the borders between neighbouring cells: those within rows, row by
row, then those within columns, column by column. A letter stands for a number of borders without a
wall, followed by a wall: none for _, one for a, 24 for x, 26 for z; but y stands for 25 borders and
no wall. An extra wall follows the last border. A number after a letter repeats it.

Keen does not read y and z as it writes them. Its own puzzles hardly ever have 25 borders in a row
without a wall, so this module uses the meaning that Keen reads. Keen opens sizes 3 to 9.
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from autograder.puzzles.formats.scanner import FormatError, Scanner
from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Puzzle, cells_of, empty_grid

MAX_DIGITS = 8
"""The most digits of a target: Keen keeps the operation in the bits from 2 ** 29 on."""
_OPERATIONS = {"a": "+", "m": "*", "s": "-", "d": "/"}
_LETTERS = {"=": "a"} | {operation: letter for letter, operation in _OPERATIONS.items()}
_RUNS = "_" + ascii_lowercase
"""The index of a letter is its number of borders without a wall."""
_NO_WALL = "y"
_LONGEST_RUN = _RUNS.index(_NO_WALL)

_NUMBER = re.compile(r"[0-9]++")
_COLON = re.compile(r"(?:d[enhxu])?m?:")
_WALLS = re.compile(r"[_a-z][0-9]*+")
_COMMA = re.compile(",")
_CLUE = re.compile("[amsd]")


def read(text: str) -> Board:
    scan = Scanner(text)
    expected = f"the size, a number from 1 to {LARGEST}"
    size = scan.within(scan.take(_NUMBER, expected), expected, 1, LARGEST)
    scan.take(_COLON, "a colon, perhaps after a level such as dn")
    groups = _groups(size, _read_open_borders(scan, size))
    scan.take(_COMMA, "a comma")
    cages = dict(_read_clue(scan, cells) for cells in groups)
    scan.end_line()
    scan.end_text("one puzzle")
    return scan.board(size, cages, empty_grid(size))


def _borders(size: int) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells, in the order of the run-length code."""
    ends = range(size - 1)
    lines = range(size)
    in_rows = [((row, column), (row, column + 1)) for row in lines for column in ends]
    return in_rows + [((row, column), (row + 1, column)) for column in lines for row in ends]


def _read_open_borders(scan: Scanner, size: int) -> list[tuple[Cell, Cell]]:
    borders = _borders(size)
    opened: list[tuple[Cell, Cell]] = []
    done = 0
    while not scan.text.startswith(",", scan.at):
        token = scan.take(_WALLS, "_, a letter from a to z, or a comma")
        most = len(borders) + 1
        times = scan.within(token[1:] or "1", f"a letter 1 to {most} times", 1, most)
        run = _RUNS.index(token[0])
        for _ in range(times):
            opened += borders[done : done + run]
            done += run
            if done > len(borders):
                raise scan.unexpected(f"walls for the {len(borders)} borders of size {size}")
            done += token[0] != _NO_WALL
    if done != len(borders) + 1:
        scan.index = scan.at
        raise scan.unexpected(f"walls for all {len(borders)} borders of size {size}")
    return opened


def _groups(size: int, opened: list[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The groups of connected cells, in the order of their first cells."""
    group_of = {cell: [cell] for cell in cells_of(size)}
    for cell, other in opened:
        group, joined = group_of[cell], group_of[other]
        if group is not joined:
            group += joined
            group_of.update(dict.fromkeys(joined, group))
    return [group for cell, group in group_of.items() if cell == min(group)]


def _read_clue(scan: Scanner, cells: list[Cell]) -> tuple[int, Cage]:
    index = scan.at
    operation = _OPERATIONS[scan.take(_CLUE, "a clue for each cage: a, m, s or d")]
    if operation == "+" and len(cells) == 1:
        operation = "="
    expected = f"a target of at most {MAX_DIGITS} digits"
    most = 10**MAX_DIGITS - 1
    target = scan.within(scan.take(_NUMBER, expected), expected, 0, most)
    return index, scan.cage(index, operation, target, cells)


def write(board: Board) -> str:
    clues = "".join(_clue(cage) for cage in board.puzzle.cages)
    return f"{board.puzzle.size}:{_walls(board.puzzle)},{clues}\n"


def _walls(puzzle: Puzzle) -> str:
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    borders = "".join(
        " " if cage_of[cell] is cage_of[other] else "|" for cell, other in _borders(puzzle.size)
    )
    runs = [divmod(len(run), _LONGEST_RUN) for run in borders.split("|")]
    letters = "".join(_NO_WALL * times + _RUNS[rest] for times, rest in runs)
    return re.sub(r"(.)\1{2,}", lambda same: f"{same[1]}{len(same[0])}", letters)


def _clue(cage: Cage) -> str:
    if cage.operation == "+" and len(cage.cells) == 1:
        raise FormatError(f"{cage}: keen holds = on one cell, found +")
    return f"{_LETTERS[cage.operation]}{cage.target}"
