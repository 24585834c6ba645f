"""The same puzzle written in other ways that its format allows, for readers to be tested with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from autograder.puzzles.formats import FormatError, write
from autograder.puzzles.model import Board, Cell, Grid, Puzzle, empty_grid
from autograder.puzzles.prolog import PROLOG_TEXTS
from autograder.puzzles.rng import SeededRandom

CAGES = ("in order", "in any order", "reversed", "by target", "by operation")
CELLS = ("in order", "in any order", "reversed")

_LETTERED = {"kenken": 1, "mathdoku": 0}
"""The formats that have letters, and how many lines come before their rows."""
_LISTED = ("ac3", "calcudoku", "cages")
"""The formats that list cells, after the second word of a cage's line."""
_BEGUN = "kenken"
_CELL = re.compile(r"\[\d+, \d+\]|\d+(?:,\d+)?")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a puzzle is written.

    Attributes:
        cages: The order of the cages' lines, one of `CAGES`.
        cells: The order of the cells in such a line, one of `CELLS`.
        letters: What stands for the cages on the board, in their order; more do no harm.
        text: The white space and comments, one of `texts(format)`.
        left: How many cages, the last ones as they are written, are still to be filled in.
        guesses: How many cells of the first of those hold a guess.
    """

    cages: str = "in order"
    cells: str = "in order"
    letters: str = ""
    text: str = ""
    left: int | None = None
    guesses: int = 0


def texts(name: str) -> tuple[str, ...]:
    return tuple(_TEXTS.get(name, ()))


def check_layout(layout: Layout, name: str) -> None:
    """Raise FormatError if the format has no such layout."""
    _check_one_of("cages", layout.cages, CAGES)
    _check_one_of("cells", layout.cells, CELLS)
    if layout.cells != CELLS[0] and name not in _LISTED:
        raise FormatError(f"'cells': {name} lists no cells")
    if layout.text and not texts(name):
        raise FormatError(f"'text': {name} is written in one way")
    if layout.text:
        _check_one_of("text", layout.text, texts(name))
    _check_letters(layout.letters, name)
    if (layout.left is not None or layout.guesses) and name != _BEGUN:
        says = f"{name} holds no numbers that are filled in"
        raise FormatError(f"'left', 'guesses': {says}")
    if layout.guesses and layout.left is None:
        raise FormatError("'guesses': 'left' must be there, too")


def _check_one_of(key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise FormatError(f"{key!r}: expected one of {', '.join(known)}, found {value!r}")


def _check_letters(letters: str, name: str) -> None:
    if letters and name not in _LETTERED:
        raise FormatError(f"'letters': {name} has no letters")
    if len(set(letters)) < len(letters):
        raise FormatError(f"'letters': expected each once, found {letters}")
    none = [letter for letter in letters if not letter.isprintable() or letter.isspace()]
    if name == _BEGUN:  # Digits are numbers that are given, and a comma parts a guess.
        none += [letter for letter in letters if letter.isdigit() or letter == ","]
    if none:
        raise FormatError(f"'letters': {name} takes none of these for a letter: {''.join(none)!r}")


def lay_out(
    puzzle: Puzzle, solution: Grid | None, name: str, layout: Layout, draw: SeededRandom
) -> str:
    """The text of a puzzle in a format. What is filled in comes from the solution.

    Raises:
        FormatError: the format cannot hold this puzzle, or has no such layout.
    """
    check_layout(layout, name)
    lines = write(Board(puzzle, empty_grid(puzzle.size)), name).splitlines()
    head, cages = lines[: -len(puzzle.cages)], lines[-len(puzzle.cages) :]
    if layout.letters:
        head, cages = _lettered(head, cages, _LETTERED[name], layout.letters)
    order = _order(puzzle, layout.cages, draw)
    cages = [_with_cells(cages[place], layout.cells, draw) for place in order]
    if layout.left is not None:
        head, cages = _begun(puzzle, solution, head, cages, order, layout)
    return _TEXTS[name][layout.text](head, cages) if layout.text else _plain(head, cages)


def _plain(head: list[str], cages: list[str]) -> str:
    return "".join(f"{line}\n" for line in [*head, *cages])


def _order(puzzle: Puzzle, order: str, draw: SeededRandom) -> list[int]:
    places = list(range(len(puzzle.cages)))
    match order:
        case "in any order":
            return draw.shuffled(places)
        case "reversed":
            return places[::-1]
        case "by target":
            return sorted(places, key=lambda place: -puzzle.cages[place].target)
        case "by operation":
            return sorted(places, key=lambda place: puzzle.cages[place].operation)
        case _:
            return places


def _with_cells(line: str, order: str, draw: SeededRandom) -> str:
    if order == "in order":
        return line
    *first, rest = line.split(" ", 2)
    cells = _CELL.findall(rest)
    other = iter(cells[::-1] if order == "reversed" else draw.shuffled(cells))
    return " ".join([*first, _CELL.sub(lambda _: next(other), rest)])


def _lettered(
    head: list[str], cages: list[str], before: int, letters: str
) -> tuple[list[str], list[str]]:
    if len(letters) < len(cages):
        raise FormatError(f"'letters': expected {len(cages)} or more, found {len(letters)}")
    other = str.maketrans({line[0]: letter for line, letter in zip(cages, letters, strict=False)})
    rows = [row.translate(other) for row in head[before:]]
    return head[:before] + rows, [line[0].translate(other) + line[1:] for line in cages]


def _begun(
    puzzle: Puzzle,
    solution: Grid | None,
    head: list[str],
    cages: list[str],
    order: list[int],
    layout: Layout,
) -> tuple[list[str], list[str]]:
    """Cages in their written order are filled in, then cells of the next one guessed."""
    left = layout.left or 0
    filled = len(cages) - left
    if solution is None:
        raise FormatError("'left': there is no solution to fill in from")
    if filled < 0:
        raise FormatError(f"'left': expected 0 to {len(cages)}, the cages, found {left}")
    rows = [row.split(" ") for row in head[1:]]
    for place in order[:filled]:
        for row, column in puzzle.cages[place].cells:
            rows[row][column] = str(solution[row][column])
    guessed: tuple[Cell, ...] = puzzle.cages[order[filled]].cells if left else ()
    if len(guessed) < layout.guesses:
        expected = f"expected 0 to {len(guessed)}, the cells"
        raise FormatError(f"'guesses': {expected}, found {layout.guesses}")
    for row, column in guessed[: layout.guesses]:
        rows[row][column] = f"Guess({rows[row][column]},{solution[row][column]})"
    return [head[0], *map(" ".join, rows)], cages[filled:]


def _tabs(head: list[str], cages: list[str]) -> str:
    return _plain(head, [line.replace(" ", "\t") for line in cages])


def _spaces(head: list[str], cages: list[str]) -> str:
    """More than one space, spaces at both ends, and blank lines between and after."""
    gaps = ("    {} {}    {}", "  {} {} {}", "{} {}  {}", "{}  {} {}", " {} {}    {} ")
    wide = [gaps[i % len(gaps)].format(*line.split(" ")) for i, line in enumerate(cages)]
    middle = len(wide) // 2
    return _plain([*head, ""], [*wide[:middle], "", *wide[middle:], ""])


def _terms(text: Callable[[list[str]], str]) -> Callable[[list[str], list[str]], str]:
    """Terms have no lines before them."""
    return lambda _, cages: text(cages)


_TEXTS: dict[str, dict[str, Callable[[list[str], list[str]], str]]] = {
    "mathdoku": {"tabs": _tabs, "spaces": _spaces},
    "cages": {name: _terms(text) for name, text in PROLOG_TEXTS.items()},
}
