"""Types, reading and writing for the AC-3 assignment. Use this file; do not change it.

A position is (row, column), both counted from 0, rows from the top and columns from the left.
"""

from dataclasses import dataclass

Position = tuple[int, int]
Domains = dict[Position, list[int]]

CELLS = {"Single": 1, "Add": 0, "Sub": 2, "Mul": 0, "Div": 2}
"""The kinds of cages, and how many positions each has; 0 is any number."""


@dataclass(frozen=True)
class Cage:
    """The values at `positions` give `target` under `kind`: Single, Add, Sub, Mul or Div."""

    kind: str
    target: int
    positions: tuple[Position, ...]


@dataclass(frozen=True)
class Puzzle:
    """A grid of `size` rows and columns, every position of which is in one of the cages."""

    size: int
    cages: tuple[Cage, ...]

    def __str__(self) -> str:
        return "\n".join([str(self.size), *map(cage_text, self.cages)])


@dataclass(frozen=True)
class Arc:
    """A value at `first` needs a value at `second` that it goes with.

    Two values go together if they differ (kind neq), if their sum is at most `target` (sum), or if
    their product divides `target` (product). An arc of kind neq has the target 0.
    """

    kind: str
    first: Position
    second: Position
    target: int = 0


def full_domains(size: int) -> Domains:
    """Return the domains at the start: every position may hold every value."""
    return {
        (row, column): list(range(1, size + 1)) for row in range(size) for column in range(size)
    }


def copy_domains(domains: Domains) -> Domains:
    """Return a copy with new lists: changing it does not change the original."""
    return {position: list(domain) for position, domain in domains.items()}


class PuzzleError(ValueError):
    """The text is not a puzzle: which line, and what was expected there."""


def read_puzzle(text: str) -> Puzzle:
    """Read a puzzle: its size, then a line for each cage such as `Add 7 0,0 0,1 1,1`.

    Raises:
        PuzzleError: the text is not such a puzzle.
    """
    first, *rest = text.splitlines() or [""]
    if not _is_number(first.strip()) or int(first) < 1:
        raise PuzzleError("line 1: expected the size of the grid, a number from 1 up")
    size = int(first)
    lines = [(number, line.split()) for number, line in enumerate(rest, 2) if line.strip()]
    cages = [(number, _read_cage(words, number, size)) for number, words in lines]
    _check_positions(size, cages)
    return Puzzle(size, tuple(cage for _, cage in cages))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 15


def _read_cage(words: list[str], line: int, size: int) -> Cage:
    kind, *numbers = words
    if kind not in CELLS:
        raise PuzzleError(f"line {line}: expected one of {', '.join(CELLS)}, found {kind}")
    if len(numbers) < 2 or not _is_number(numbers[0]):
        found = " ".join(words)
        raise PuzzleError(f"line {line}: expected a cage such as {kind} 2 0,0 0,1, found {found}")
    positions = tuple(_read_position(word, line, size) for word in numbers[1:])
    if CELLS[kind] not in (0, len(positions)):
        cells = "one position" if CELLS[kind] == 1 else "two positions"
        raise PuzzleError(f"line {line}: {kind} has {cells}, found {len(positions)}")
    return Cage(kind, int(numbers[0]), positions)


def _read_position(word: str, line: int, size: int) -> Position:
    row, _, column = word.partition(",")
    if not (_is_number(row) and _is_number(column)):
        raise PuzzleError(f"line {line}: expected a position such as 0,1, found {word}")
    if max(int(row), int(column)) >= size:
        raise PuzzleError(f"line {line}: the position {word} is not in a grid of size {size}")
    return int(row), int(column)


def _check_positions(size: int, cages: list[tuple[int, Cage]]) -> None:
    line_of: dict[Position, int] = {}
    for line, cage in cages:
        for row, column in cage.positions:
            if (row, column) in line_of:
                before = line_of[row, column]
                where = "occurs twice" if before == line else f"is already on line {before}"
                raise PuzzleError(f"line {line}: the position {row},{column} {where}")
            line_of[row, column] = line
    for row in range(size):
        for column in range(size):
            if (row, column) not in line_of:
                raise PuzzleError(f"the position {row},{column} is in no cage")


def cage_text(cage: Cage) -> str:
    """Return a cage as it is written in the input."""
    positions = (f"{row},{column}" for row, column in cage.positions)
    return " ".join([cage.kind, str(cage.target), *positions])


def draw(value: Arc | Cage | Puzzle) -> str:
    """Return a value as the messages of the tests show it, such as sum 7 (1, 2) → (2, 2)."""
    if isinstance(value, Arc):
        kind = f"{value.kind} {value.target}" if value.target else value.kind
        return f"{kind} {value.first} → {value.second}"
    return cage_text(value) if isinstance(value, Cage) else str(value)


def solution_text(domains: Domains, size: int) -> str:
    """Return the rows of a solution, one line each, values separated by one space."""
    rows = ([domains[row, column] for column in range(size)] for row in range(size))
    return "\n".join(" ".join(str(value) for [value] in row) for row in rows)
