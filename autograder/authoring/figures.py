"""Draw the figures of the handouts: sample cases as SVG, and pages that play how one is solved."""

from __future__ import annotations

from dataclasses import replace

from autograder.assignment import Assignment, AssignmentError, Figure
from autograder.puzzles import PuzzleError, solve
from autograder.puzzles.formats import formats_of, read
from autograder.puzzles.render import render_svg
from autograder.puzzles.trace import label_cages, methods, trace
from autograder.puzzles.trace.page import page
from autograder.text_files import kit_text


def figure_files(assignment: Assignment, *, with_pages: bool = False) -> dict[str, bytes]:
    """Return the content of each file of `handout/figures/NAME`.

    A repository keeps images, but no pages, since `figures` and `release` make them: without
    `with_pages`, there are only those that have been made.

    Raises:
        AssignmentError: the case of a figure is missing or is not a puzzle.
    """
    folder = assignment.kit / "handout/figures" / assignment.name
    contents = {}
    for figure in assignment.figures:
        if with_pages or figure.file.endswith(".svg") or (folder / figure.file).is_file():
            try:
                contents[figure.file] = _draw(assignment, figure).encode()
            except PuzzleError as error:
                where = f"{assignment.toml}: the figure {figure.file!r}"
                raise AssignmentError(f"{where}: {error}") from None
    return contents


def _draw(assignment: Assignment, figure: Figure) -> str:
    kit, cases = assignment.kit, {case.name: case for case in assignment.cases("sample")}
    for kind, name, known in (
        ("sample case", figure.case, cases),
        ("format", figure.format, formats_of(kit)),
    ):
        if name not in known:
            raise PuzzleError(f"no {kind} {name!r}; there are: {', '.join(known) or 'none'}")
    board = read(kit_text(cases[figure.case].input), figure.format, kit)
    method = methods(kit).get(assignment.name)
    if not figure.file.endswith(".svg"):
        if not method:
            raise PuzzleError(f"a page needs the algorithm in {assignment.folder / 'trace.py'}")
        return page(trace(board, assignment.name, kit=kit))
    if figure.solution:
        solution = solve(board.puzzle)
        if not solution:
            raise PuzzleError(f"{figure.case} has no solution")
        board = replace(board, grid=solution)
    labels = label_cages(method, board) if method else []
    return render_svg(board, corners=[label.corner for label in labels] or None)
