"""Types, copying, reading and writing for the KenKen assignment. Use this file; do not change it.

x counts columns from the left and y counts rows from the top, both from 0, so the cell at
Posn(x, y) is board[y][x].
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Posn:
    """A position on the board, or one of the two special results of find_blank."""

    x: int
    y: int


@dataclass(frozen=True)
class Guess:
    """A number that may turn out to be right, for a cell in the cage with this letter."""

    letter: str
    number: int

    def __str__(self) -> str:
        return f"Guess({self.letter},{self.number})"


@dataclass
class Entry:
    """One cell. It shows its guess if `guess` is true, else its number if not 0, else its letter.

    Ignore fields that a cell does not show. Entries that show the same are equal.
    """

    letter: str = " "
    number: int = 0
    guess: bool = False
    g: Guess = Guess(" ", 0)

    def shows(self) -> Guess | int | str:
        if self.guess:
            return self.g
        return self.number or self.letter

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.shows() == other.shows()

    def __str__(self) -> str:
        return str(self.shows())


@dataclass(frozen=True)
class Constraint:
    """The target `number` and the operation, + - * / or =, of the cage with this letter."""

    letter: str
    number: int
    symbol: str

    def __str__(self) -> str:
        return f"{self.letter} {self.number} {self.symbol}"


@dataclass
class Puzzle:
    """A board with board_size rows, and the constraints of the cages that are not yet complete."""

    board_size: int
    board: list[list[Entry]]
    constraints: list[Constraint]

    def __str__(self) -> str:
        rows = [[str(entry) for entry in row] for row in self.board]
        width = max((len(text) for row in rows for text in row), default=0)
        lines = ["  ".join(text.ljust(width) for text in row).rstrip() for row in rows]
        constraints = ", ".join(str(constraint) for constraint in self.constraints)
        return "\n".join([*lines, f"constraints: {constraints or 'none'}"])


def copy_entry(entry: Entry) -> Entry:
    return Entry(entry.letter, entry.number, entry.guess, entry.g)


def copy_board(board: list[list[Entry]]) -> list[list[Entry]]:
    """Return a copy of the board with new rows and new entries."""
    return [[copy_entry(entry) for entry in row] for row in board]


def copy_puzzle(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.board_size, copy_board(puzzle.board), list(puzzle.constraints))


_CELLS = {"-": 2, "/": 2, "=": 1}
"""How many cells a cage with this operation has; with + and *, any number."""


class PuzzleError(ValueError):
    """The text is not a puzzle; the message names the line and what was expected there."""


def read_puzzle(text: str) -> Puzzle:
    """Read a puzzle: its size, the rows of the board, then one line for each constraint.

    Raises:
        PuzzleError: the text is not such a puzzle.
    """
    lines = [line.split() for line in text.splitlines()]
    if not lines or len(lines[0]) != 1 or not _is_number(lines[0][0]):
        raise PuzzleError("line 1: expected the size of the board, a number")
    size = int(lines[0][0])
    if size < 1:
        raise PuzzleError("line 1: the size of the board must be at least 1")
    if len(lines) <= size:
        raise PuzzleError(f"line {len(lines)}: expected {size} rows, but the board ends here")
    board = []
    for number, words in enumerate(lines[1 : size + 1], 2):
        if len(words) != size:
            raise PuzzleError(f"line {number}: expected {size} entries, found {len(words)}")
        board.append([_read_entry(word, number, size) for word in words])
    rest = enumerate(lines[size + 1 :], size + 2)
    constraints = [_read_constraint(words, number) for number, words in rest if words]
    _check_letters(board, constraints)
    return Puzzle(size, board, constraints)


def _check_letters(board: list[list[Entry]], constraints: list[Constraint]) -> None:
    on_board = [entry.letter for row in board for entry in row if not entry.number]
    constrained = [constraint.letter for constraint in constraints]
    for letter in sorted(set(on_board) ^ set(constrained)):
        missing = "constraint" if letter in on_board else "cell"
        raise PuzzleError(f"the letter {letter} has no {missing}")
    for letter in constrained:
        if constrained.count(letter) > 1:
            raise PuzzleError(f"the letter {letter} has two constraints")
    for constraint in constraints:
        letter, symbol = constraint.letter, constraint.symbol
        count = on_board.count(letter)
        if count != _CELLS.get(symbol, count):
            cells = "1 cell" if count == 1 else f"{count} cells"
            takes = f"its operation {symbol} takes {_CELLS[symbol]}"
            raise PuzzleError(f"the letter {letter} has {cells}, but {takes}")


def _read_entry(word: str, line: int, size: int) -> Entry:
    if len(word) == 1 and not word.isdecimal():
        return Entry(letter=word)
    letter, comma, number = word.removeprefix("Guess(").removesuffix(")").partition(",")
    is_guess = word == f"Guess({letter}{comma}{number})" and len(letter) == 1
    digits = number if is_guess else word
    if not _is_number(digits) or not 1 <= int(digits) <= size:
        expected = f"a letter, a number from 1 to {size} or a guess such as Guess(a,1)"
        raise PuzzleError(f"line {line}: expected {expected}, found {word}")
    if is_guess:
        return Entry(letter=letter, guess=True, g=Guess(letter, int(digits)))
    return Entry(number=int(digits))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 1000


def _read_constraint(words: list[str], line: int) -> Constraint:
    if len(words) == 3:
        letter, number, symbol = words
        if len(letter) == 1 and _is_number(number) and symbol in ("+", "-", "*", "/", "="):
            return Constraint(letter, int(number), symbol)
    found = " ".join(words)
    raise PuzzleError(f"line {line}: expected a constraint such as a 6 *, found {found}")


def solution_text(puzzle: Puzzle) -> str:
    """Return the rows of a solved puzzle, one line each, with one space between numbers."""
    return "\n".join(" ".join(str(entry) for entry in row) for row in puzzle.board)
