"""`autograder puzzle`: solve, rate, draw and convert puzzles. `puzzle_new` makes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import click

from autograder.cli.files import UnusableError, file_label, read_text, write_text
from autograder.cli.options import examples
from autograder.cli.program_name import is_packed
from autograder.cli.puzzle_batch import FilePuzzle, file_puzzles, process_each, single_board
from autograder.cli.puzzle_options import (
    KitChoice,
    check_holds,
    file_argument,
    files_argument,
    format_option,
    formats_kit_option,
    json_option,
    svg_option,
)
from autograder.puzzles import (
    Board,
    Grid,
    Puzzle,
    PuzzleError,
    Rating,
    format_names,
    rate,
    solutions,
    write,
)
from autograder.puzzles.formats import PuzzleText
from autograder.puzzles.grid_text import grids
from autograder.puzzles.trace import default_method, methods


class _PuzzleCommands(click.Group):
    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except PuzzleError as error:
            raise UnusableError(str(error)) from None


@click.group(cls=_PuzzleCommands, epilog=examples("puzzle"))
def puzzle() -> None:
    """Generate, solve, rate, draw and convert cage puzzles.

    FILE may be in any format that --format lists; without FILE, or with -, standard input is read.
    Files in json and keen may hold several puzzles, one per line. Exit status: 0 done, 2 a puzzle
    is invalid, or the command cannot process it.
    """


@puzzle.command(epilog=examples("puzzle solve"))
@files_argument
@format_option
@json_option
@svg_option("the solution")
@click.option(
    "--html",
    metavar="FILE",
    hidden=is_packed(),
    help="Also write a page that plays the steps; - prints only the page.",
)
@click.option(
    "--by",
    hidden=is_packed(),
    type=KitChoice(lambda kit: tuple(methods(kit))),
    help="Algorithm to play; by default that of the assignment whose format the puzzle has.",
)
@formats_kit_option
def solve(
    files: Sequence[str],
    format_name: str | None,
    as_json: bool,
    svg: str | None,
    html: str | None,
    by: str | None,
    kit: Path,
) -> None:
    """Print the solution, and whether there are others.

    Numbers that are already filled in are kept.
    """
    if by and not html:
        raise click.UsageError("--by selects the algorithm to play: it needs --html.")
    if html and not methods(kit):
        raise click.UsageError("--html plays an algorithm, and no assignment here has one.")
    if html and html == svg:
        raise click.UsageError("--html and --svg would write the same file.")
    if as_json and "-" in (html, svg):
        raise click.UsageError("--json prints objects: write --html and --svg to files.")
    puzzles = file_puzzles(files, format_name, kit)
    if (svg or html) and len(puzzles) > 1:
        raise click.UsageError(f"--svg and --html take one puzzle, found {len(puzzles)}.")

    def work(source: FilePuzzle, board: Board) -> str | None:
        solved = list(solutions(board.puzzle, limit=2, givens=board.grid))
        if html:
            _write_page(source, board, html, by, kit)
        if svg:
            _draw(board.puzzle, solved, svg)
        if "-" in (html, svg):
            return None
        return _as_json(source, _solved(solved)) if as_json else _solution_text(source, solved)

    process_each(puzzles, work)


def _write_page(source: FilePuzzle, board: Board, file: str, by: str | None, kit: Path) -> None:
    from autograder.puzzles.trace import page, trace

    assert isinstance(source.text, PuzzleText)
    method = by or default_method(source.text.format, kit)
    write_text(file, page(trace(board, method, kit=kit), source.file), "the page")


def _draw(puzzle: Puzzle, solved: list[Grid], file: str) -> None:
    from autograder.puzzles.render.svg import render_svg

    if not solved:
        raise PuzzleError(f"there is no solution to draw in {file}")
    write_text(file, render_svg(Board(puzzle, solved[0])), "the drawing")


def _solved(solved: list[Grid]) -> dict[str, object]:
    return {"solution": solved[0] if solved else None, "unique": len(solved) == 1}


def _solution_text(source: FilePuzzle, solved: list[Grid]) -> str:
    lines = [f"{source.label}:"] if source.label else []
    if not solved:
        return "\n".join([*lines, "No solution"])
    width = len(str(len(solved[0])))
    lines += [" ".join(f"{number:{width}}" for number in row) for row in solved[0]]
    lines += ["Several solutions; this is one of them."] if len(solved) > 1 else []
    return "\n".join(lines)


@puzzle.command("rate", epilog=examples("puzzle rate"))
@files_argument
@format_option
@json_option
@formats_kit_option
def rate_command(files: Sequence[str], format_name: str | None, as_json: bool, kit: Path) -> None:
    """Print how hard puzzles are.

    The rating is that of the hardest technique that the puzzle needs, followed by all techniques
    used, or the number of ways that a search has to try.
    """

    def work(source: FilePuzzle, board: Board) -> str:
        if any(map(any, board.grid)):
            raise PuzzleError("only a puzzle with nothing filled in can be rated")
        rating = rate(board.puzzle)
        return _as_json(source, asdict(rating)) if as_json else _rating_text(source, rating)

    process_each(file_puzzles(files, format_name, kit), work)


def _rating_text(source: FilePuzzle, rating: Rating) -> str:
    label = f"{source.label}: " if source.label else ""
    ways = "1 way" if rating.tried == 1 else f"{rating.tried} ways"
    search = f"{ways} tried" if rating.tried else "without search"
    first = f"{label}{rating.level}, {search}"
    return "\n  ".join([first, *rating.deductions])


def _as_json(source: FilePuzzle, result: dict[str, object]) -> str:
    return json.dumps({"file": source.file, "number": source.number} | result)


@puzzle.command(epilog=examples("puzzle show"))
@file_argument
@format_option
@click.option("--grid", metavar="FILE", help="Fill in the numbers that a program printed.")
@click.option("--expected", metavar="FILE", help="Mark the cells that differ from these numbers.")
@svg_option("the puzzle")
@formats_kit_option
def show(
    file: str,
    format_name: str | None,
    grid: str | None,
    expected: str | None,
    svg: str | None,
    kit: Path,
) -> None:
    """Draw a puzzle in the terminal."""
    board = single_board(file, format_name, kit)
    if grid:
        board = _filled(board.puzzle, grid)
    expected_grid = _filled(board.puzzle, expected).grid if expected else None
    if svg:
        from autograder.puzzles.render.svg import render_svg

        write_text(svg, render_svg(board, expected_grid), "the drawing")
    if svg != "-":
        _show(board, expected_grid)


def _filled(puzzle: Puzzle, file: str) -> Board:
    """The puzzle with the last grid in a file.

    Raises:
        UnusableError: there is no grid, or it does not fit the puzzle.
    """
    grid = next(grids(read_text(file), puzzle.size), None)
    if grid is None:
        rows = f"{puzzle.size} rows of {puzzle.size} numbers"
        raise UnusableError(
            f"{file_label(file)}: expected {rows}, as programs print them, found none"
        )
    try:
        return Board(puzzle, grid)
    except PuzzleError as error:
        raise UnusableError(f"{file_label(file)}: {error}") from None


def _show(board: Board, expected: Grid | None) -> None:
    from rich.console import Console

    from autograder.puzzles.render.text import render_rich_text

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # Rich itself would exit with status 1.

    console = Terminal()
    console.print(render_rich_text(board, expected, console.encoding), soft_wrap=True)
    if expected:
        pairs = zip(chain(*board.grid), chain(*expected), strict=True)
        count = sum(number != right for number, right in pairs)
        click.echo("1 cell differs" if count == 1 else f"{count or 'No'} cells differ")


@puzzle.command(epilog=examples("puzzle convert"))
@files_argument
@click.option("--to", type=KitChoice(format_names), required=True, help="Format to write.")
@format_option
@formats_kit_option
def convert(files: Sequence[str], to: str, format_name: str | None, kit: Path) -> None:
    """Print puzzles in another format.

    A puzzle that the format cannot represent exactly is refused.
    """
    puzzles = file_puzzles(files, format_name, kit)
    check_holds(to, len(puzzles), "--to", kit)

    def work(_source: FilePuzzle, board: Board) -> str:
        return write(board, to, kit).removesuffix("\n")

    process_each(puzzles, work)
