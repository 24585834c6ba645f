"""Types, reading and writing for the cages assignment. Use this file; do not change it.

Rows are counted from the top and columns from the left, both from 0: the cell (0, 5) is the upper
right corner of a 6x6 grid.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

SIZE = 6

Cell = tuple[int, int]
"""A row and a column."""

Grid = list[list[int]]
"""Rows of numbers."""

CELLS_OF = {"add": None, "mult": None, "sub": 2, "div": 2, "id": 1}
"""The operations, and how many cells such a cage has; None is any number but 0."""


@dataclass(frozen=True)
class Cage:
    """The numbers in `cells` give `target` under `op`: add, mult, sub, div or id."""

    op: str
    target: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        cells = ", ".join(f"[{row}, {column}]" for row, column in self.cells)
        return f"cage({self.op}, {self.target}, [{cells}])"


def grid_text(grid: Grid) -> str:
    """Return the rows of a grid, one line each, with nothing between the numbers."""
    return "\n".join("".join(str(number) for number in row) for row in grid)


class CagesError(ValueError):
    """The text is not a list of cages: which line and column, and what was expected there."""


def read_cages(text: str) -> list[Cage]:
    """Read cages such as `cage(add, 6, [[0, 4], [0, 5]]).`, laid out as Prolog allows.

    Raises:
        CagesError: the text holds something else, no cage at all, or a cell twice.
    """
    reader = _Reader(text)
    cages = [reader.cage()]
    while not reader.at_end():
        cages.append(reader.cage())
    return cages


# As in Prolog, nothing may come between cage and its bracket, and a full stop must be followed by
# whitespace, a comment with %, or the end of the text.
_TOKEN = re.compile(
    r"(?P<blank>\s+|%[^\n]*|/\*.*?\*/)|[0-9]+|[^\W\d]\w*\(?|\.(?=[\s%]|\Z)|\.[^\s%]|/\*|.",
    re.DOTALL,
)
_DESCRIPTIONS = {"": "the end", "/*": "a comment without */", "cage": "cage without its bracket"}
_MAX_SHOWN = 20
_MAX_DIGITS = 9


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield each token and its position in the text; an empty token at the end."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "blank":
            yield match[0], match.start()
    yield "", len(text)


class _Reader:
    """A parser for the tokens of a text; `token` is the next one, `place` its position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.token, self.place = next(self.tokens)
        self.taken: set[Cell] = set()

    def at_end(self) -> bool:
        return self.token == ""

    def cage(self) -> Cage:
        self.take("cage(")
        place = self.place
        op = self.take(*CELLS_OF, expected="add, mult, sub, div or id")
        self.take(",")
        target = self.number()
        self.take(",")
        cells = self.cells()
        self.take(")")
        self.take(".", expected="a full stop and whitespace")
        if (count := CELLS_OF[op]) not in (None, len(cells)):
            raise self.error(f"the number of cells for {op} is {count}, not {len(cells)}", place)
        return Cage(op, target, cells)

    def cells(self) -> tuple[Cell, ...]:
        self.take("[")
        cells = [self.cell()]
        while self.take(",", "]") == ",":
            cells.append(self.cell())
        return tuple(cells)

    def cell(self) -> Cell:
        place = self.place
        self.take("[")
        row = self.number()
        self.take(",")
        column = self.number()
        self.take("]")
        if max(row, column) >= SIZE:
            raise self.error(f"the cell [{row}, {column}] is not on the board", place)
        if (row, column) in self.taken:
            raise self.error(f"the cell [{row}, {column}] is already in a cage", place)
        self.taken.add((row, column))
        return row, column

    def number(self) -> int:
        if not (self.token.isascii() and self.token.isdecimal()):
            raise self.unexpected("a number")
        if len(self.token) > _MAX_DIGITS:
            raise self.unexpected(f"a number of at most {_MAX_DIGITS} digits")
        return int(self.take(self.token))

    def take(self, *allowed: str, expected: str = "") -> str:
        """Return this token, which has to be one of those allowed, and advance to the next."""
        token = self.token
        if token not in allowed:
            raise self.unexpected(expected or " or ".join(allowed))
        self.token, self.place = next(self.tokens, ("", self.place))
        return token

    def unexpected(self, expected: str) -> CagesError:
        token = self.token
        if len(token) > _MAX_SHOWN:
            token = f"{token[:_MAX_SHOWN]}..."
        found = _DESCRIPTIONS.get(self.token, token)
        return self.error(f"expected {expected}, found {found}", self.place)

    def error(self, message: str, place: int) -> CagesError:
        line = self.text.count("\n", 0, place) + 1
        column = place - self.text.rfind("\n", 0, place)
        return CagesError(f"line {line}, column {column}: {message}")
