"""The boards of a report's page: puzzles and grids that its texts show, drawn as SVG."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from markupsafe import Markup

from autograder.assignment import Assignment
from autograder.puzzles.formats import Format, formats_of
from autograder.puzzles.grid_text import grids
from autograder.puzzles.model import Board, Grid, PuzzleError
from autograder.puzzles.render import inline_svg
from autograder.report import Detail
from autograder.text_files import kit_text

LARGEST_DRAWN = 9
_T = TypeVar("_T")


@dataclass
class Drawing:
    """A board as SVG, and the sentence below it."""

    svg: Markup
    caption: str


@dataclass
class Boards:
    """Draws what can be read as a board of the assignment; each drawing has an id of its own."""

    assignment: Assignment | None
    count: int = field(default=0, init=False)

    def draw(self, detail: Detail, case: str) -> list[Drawing]:
        """Draw the board of a call, then its result where it is wrong.

        `case` is the name of the sample case that was run, or empty.
        """
        own = self.assignment
        board_format = formats_of(own.kit).get(own.name) if own else None
        if own and board_format and case:
            return self._case(board_format, own, case)
        board = _board_in(board_format, detail.arguments) if board_format else None
        if board_format is None or board is None:
            return []
        drawings = [self._drawing(board, None, "The board of the call")]
        size = board.puzzle.size
        returned, expected = (
            _grid(board_format, size, text) for text in (detail.returned, detail.expected)
        )
        if returned and returned not in (expected, board.grid):
            caption = "Returned; wrong cells are crossed out" if expected else "Returned"
            with contextlib.suppress(PuzzleError):  # Numbers that no grid of this size has.
                drawings.append(self._drawing(Board(board.puzzle, returned), expected, caption))
        return drawings

    def _case(self, board_format: Format, assignment: Assignment, name: str) -> list[Drawing]:
        case = next((one for one in assignment.cases("sample") if one.name == name), None)
        board = _tried(board_format.read, kit_text(case.input).rstrip("\n")) if case else None
        if not case or not board:
            return []
        solution = next(grids(kit_text(case.output), board.puzzle.size), None)
        drawings = [self._drawing(board, None, f"The puzzle in {name}.in")]
        if solution and solution != board.grid:
            drawings.append(self._drawing(Board(board.puzzle, solution), None, "Its solution"))
        return drawings

    def _drawing(self, board: Board, expected: Grid | None, caption: str) -> Drawing:
        self.count += 1
        svg = inline_svg(board, expected, f"board-{self.count}")
        return Drawing(Markup(svg), caption)


def _board_in(board_format: Format, arguments: Mapping[str, str]) -> Board | None:
    if board_format.read_shown:
        return _tried(board_format.read_shown, arguments)
    texts = (text.rstrip("\n") for text in arguments.values() if "\n" in text)
    return next(filter(None, (_tried(board_format.read, text) for text in texts)), None)


def _tried(read: Callable[[_T], Board], shown: _T) -> Board | None:
    """Return the board of what is shown; none if it is not one, or too large to be drawn."""
    try:
        board = read(shown)
    except PuzzleError:
        return None
    return board if board.puzzle.size <= LARGEST_DRAWN else None


def _grid(board_format: Format, size: int, text: str) -> Grid | None:
    shown = _board_in(board_format, {"": text})
    if shown and shown.puzzle.size == size:
        return shown.grid
    lines = re.sub(r"\\n|'", "\n", text) if text.startswith("'") else text
    return next(grids(lines, size), None) if size > 1 else None
