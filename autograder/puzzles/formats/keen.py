"""Game ids of Simon Tatham's Keen, one a line: `3:a_b_a_b,s1m6a8`.

An id is the size, perhaps a level as in `6dn`, a colon, the walls between cages, a comma, and a
clue for each cage in the order of their first cells: a, m, s or d (add, multiply, subtract, divide)
and the target. A cage of one cell has an a, which Keen does not show.

Walls are told of the borders between neighbours in a row, row by row, then of those between
neighbours in a column, column by column. A letter is a number of borders without a wall, and a
wall behind them: _ is none, a is one, x is 24, z is 26; but y is 25 and no wall. There is one more
wall at the end. A number behind a letter says how often it is there.

Keen itself prints y and z in another sense, then misreads them. As its own puzzles hardly have 25
borders in a row without a wall, what counts here is what it reads. It opens sizes 3 to 9.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from autograder.puzzles.formats.limits import check_nothing_filled_in, check_targets
from autograder.puzzles.formats.scanner import FormatError, Scanner
from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Puzzle, cells_of, empty_grid

_DIGITS = 8  # Keen keeps the operation in the bits from 2 ** 29 on.
_OPERATIONS = {"a": "+", "m": "*", "s": "-", "d": "/"}
_LETTERS = {"=": "a"} | {operation: letter for letter, operation in _OPERATIONS.items()}
_WITHOUT_WALL = "_" + ascii_lowercase
_NO_WALL_BEHIND = "y"
_MOST = _WITHOUT_WALL.index(_NO_WALL_BEHIND)

_NUMBER = re.compile(r"[0-9]++")
_COLON = re.compile(r"(?:d[enhxu])?m?:")
_WALLS = re.compile(r"[_a-z][0-9]*+")
_COMMA = re.compile(",")
_CLUE = re.compile("[amsd]")


def read_each(text: str) -> Iterator[tuple[int, Board]]:
    """The boards, each with its place in the text."""
    scan = Scanner(text)
    while not scan.ended():
        yield scan.at, _read_id(scan)


def _read_id(scan: Scanner) -> Board:
    expected = f"the size, a number from 1 to {LARGEST}"
    size = scan.within(scan.take(_NUMBER, expected), expected, 1, LARGEST)
    scan.take(_COLON, "a colon, perhaps behind a level such as dn")
    groups = _groups(size, _read_open_borders(scan, size))
    scan.take(_COMMA, "a comma")
    cages = dict(_read_clue(scan, cells) for cells in groups)
    scan.end_line()
    return scan.board(size, cages, empty_grid(size))


def _borders(size: int) -> list[tuple[Cell, Cell]]:
    """Each two cells that are neighbours, in the order in which walls are told."""
    ends = range(size - 1)
    lines = range(size)
    in_rows = [((row, column), (row, column + 1)) for row in lines for column in ends]
    return in_rows + [((row, column), (row + 1, column)) for column in lines for row in ends]


def _read_open_borders(scan: Scanner, size: int) -> list[tuple[Cell, Cell]]:
    borders = _borders(size)
    opened: list[tuple[Cell, Cell]] = []
    told = 0
    while not scan.text.startswith(",", scan.at):
        token = scan.take(_WALLS, "_, a letter from a to z, or a comma")
        most = len(borders) + 1
        times = scan.within(token[1:] or "1", f"a letter 1 to {most} times", 1, most)
        without = _WITHOUT_WALL.index(token[0])
        for _ in range(times):
            opened += borders[told : told + without]
            told += without
            if told > len(borders):
                raise scan.unexpected(f"walls for the {len(borders)} borders of size {size}")
            told += token[0] != _NO_WALL_BEHIND
    if told != len(borders) + 1:
        scan.place = scan.at
        raise scan.unexpected(f"walls for all {len(borders)} borders of size {size}")
    return opened


def _groups(size: int, opened: list[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """Cells that are joined, in the order of their first cells."""
    group_of = {cell: [cell] for cell in cells_of(size)}
    for cell, other in opened:
        group, joined = group_of[cell], group_of[other]
        if group is not joined:
            group += joined
            group_of.update(dict.fromkeys(joined, group))
    return [group for cell, group in group_of.items() if cell == min(group)]


def _read_clue(scan: Scanner, cells: list[Cell]) -> tuple[int, Cage]:
    place = scan.at
    operation = _OPERATIONS[scan.take(_CLUE, "a clue for each cage: a, m, s or d")]
    if operation == "+" and len(cells) == 1:
        operation = "="
    expected = f"a target of at most {_DIGITS} digits"
    target = scan.within(scan.take(_NUMBER, expected), expected, 0, 10**_DIGITS - 1)
    return place, scan.cage(place, operation, target, cells)


def write(board: Board) -> str:
    check_nothing_filled_in(board, "keen")
    check_targets(board.puzzle, "keen", _DIGITS)
    clues = "".join(_clue(cage) for cage in board.puzzle.cages)
    return f"{board.puzzle.size}:{_walls(board.puzzle)},{clues}\n"


def _walls(puzzle: Puzzle) -> str:
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    drawn = "".join(
        " " if cage_of[cell] is cage_of[other] else "|" for cell, other in _borders(puzzle.size)
    )
    runs = [divmod(len(run), _MOST) for run in drawn.split("|")]
    letters = "".join(_NO_WALL_BEHIND * times + _WITHOUT_WALL[rest] for times, rest in runs)
    return re.sub(r"(.)\1{2,}", lambda same: f"{same[1]}{len(same[0])}", letters)


def _clue(cage: Cage) -> str:
    if cage.operation == "+" and len(cage.cells) == 1:
        raise FormatError(f"{cage}: keen holds = on one cell, found +")
    return f"{_LETTERS[cage.operation]}{cage.target}"
