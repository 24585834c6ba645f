"""Draw the figures of the handouts: sample cases as SVG."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, Figure
from autograder.puzzles import Board, PuzzleError, is_solution
from autograder.puzzles.formats import formats_of, read
from autograder.puzzles.grid_text import grids
from autograder.puzzles.render.svg import render_svg


def figure_files(assignment: Assignment) -> dict[str, bytes]:
    """The content of each file of `handout/figures/NAME`.

    Raises:
        AssignmentError: the case of a figure is missing or is not a puzzle.
    """
    return {
        figure.file: render_svg(_board(assignment, figure)).encode()
        for figure in assignment.figures
    }


def _board(assignment: Assignment, figure: Figure) -> Board:
    where = f"{assignment.folder / 'assignment.toml'}: the figure {figure.file!r}"
    cases = {case.name: case for case in assignment.cases("sample")}
    if figure.case not in cases:
        existing = ", ".join(cases) or "none"
        raise AssignmentError(f"{where}: no sample case {figure.case!r}; there are: {existing}")
    formats = formats_of(assignment.kit)
    if figure.format not in formats:
        existing = ", ".join(formats)
        raise AssignmentError(f"{where}: no format {figure.format!r}; there are: {existing}")
    case = cases[figure.case]
    try:
        board = read(_text(case.input), figure.format, assignment.kit)
    except PuzzleError as error:
        raise AssignmentError(f"{case.input}: {error}") from None
    if not figure.solution:
        return board
    printed_grids = grids(_text(case.output), board.puzzle.size)
    grid = next((grid for grid in printed_grids if is_solution(board.puzzle, grid)), None)
    if grid is None:
        raise AssignmentError(
            f"{where}: {case.output} does not hold a solution of {case.input.name}"
        )
    return Board(board.puzzle, grid)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise AssignmentError(f"{path}: missing; autograder expected writes it") from None
    except UnicodeDecodeError:
        raise AssignmentError(f"{path}: not UTF-8 text") from None
