"""Draw the figures of the handouts: sample cases as SVG, and pages that play how one is solved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, Figure
from autograder.puzzles import Board, PuzzleError, is_solution
from autograder.puzzles.formats import formats_of, read
from autograder.puzzles.grid_text import grids
from autograder.puzzles.render.svg import render_svg
from autograder.puzzles.trace import label_cages, methods, page, trace


def figure_files(assignment: Assignment, *, with_pages: bool = False) -> dict[str, bytes]:
    """Return the content of each file of `handout/figures/NAME`.

    A repository keeps images, but no pages, since `figures` and `release` make them: without
    `with_pages`, there are only those that have been made.

    Raises:
        AssignmentError: the case of a figure is missing or is not a puzzle.
    """
    folder = assignment.kit / "handout/figures" / assignment.name
    return {
        figure.file: _draw(assignment, figure).encode()
        for figure in assignment.figures
        if with_pages or figure.file.endswith(".svg") or (folder / figure.file).is_file()
    }


def _draw(assignment: Assignment, figure: Figure) -> str:
    board = _board(assignment, figure)
    kit = assignment.kit
    method = methods(kit).get(assignment.name)
    if figure.file.endswith(".svg"):
        labels = label_cages(method, board) if method else []
        return render_svg(board, corners=[label.corner for label in labels] or None)
    if not method:
        fault = f"a page needs the algorithm in {assignment.folder / 'trace.py'}"
        raise AssignmentError(f"{_name(assignment, figure)}: {fault}")
    try:
        return page(trace(board, assignment.name, kit=kit))
    except PuzzleError as error:
        raise AssignmentError(f"{_name(assignment, figure)}: {error}") from None


def _name(assignment: Assignment, figure: Figure) -> str:
    return f"{assignment.toml}: the figure {figure.file!r}"


def _board(assignment: Assignment, figure: Figure) -> Board:
    where = _name(assignment, figure)
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
    return replace(board, grid=grid)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise AssignmentError(f"{path}: missing; run autograder expected") from None
    except UnicodeDecodeError:
        raise AssignmentError(f"{path}: not UTF-8 text") from None
