"""`autograder puzzle`: solve, rate, draw and convert puzzles. `puzzle_new` makes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import chain

import click

from autograder.cli.files import UnusableError, file_label, read_text, write_text
from autograder.cli.options import examples
from autograder.cli.puzzle_batch import BatchItem, entries, for_each, one_board
from autograder.puzzles import Board, Grid, Puzzle, PuzzleError, Rating, rate, solutions
from autograder.puzzles.formats import FORMATS, SEVERAL, write
from autograder.puzzles.grid_text import grids
from autograder.puzzles.trace import default_method, methods

Decorator = Callable[[Callable[..., None]], Callable[..., None]]

format_option = click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMATS),
    help="What the puzzles are written in; by default it is told from their beginning.",
)
files_argument = click.argument("files", metavar="[FILE]...", nargs=-1)
file_argument = click.argument("file", metavar="[FILE]", default="-")
json_option = click.option("--json", "as_json", is_flag=True, help="Print an object for each.")


def svg_option(what: str) -> Decorator:
    return click.option(
        "--svg", metavar="FILE", help=f"Draw {what} as SVG, too; - prints only that."
    )


class _Puzzle(click.Group):
    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except PuzzleError as error:
            raise UnusableError(str(error)) from None


@click.group(cls=_Puzzle, epilog=examples("puzzle"))
def puzzle() -> None:
    """Make, solve, rate, draw and convert cage puzzles.

    FILE is read in any of the formats that --format knows; without it, or for -, standard
    input is. Files in json and keen may hold many puzzles, each on its line. Exit status: 0 done,
    2 something is no puzzle, or cannot be done with it.
    """


@puzzle.command(epilog=examples("puzzle solve"))
@files_argument
@format_option
@json_option
@svg_option("the solution")
@click.option("--html", metavar="FILE", help="Write a page that plays how it is solved.")
@click.option(
    "--by",
    type=click.Choice(list(methods())),
    help="How the page solves it; by default as the assignment whose format it has.",
)
def solve(
    files: Sequence[str],
    format_name: str | None,
    as_json: bool,
    svg: str | None,
    html: str | None,
    by: str | None,
) -> None:
    """Print the solution, and whether there are more.

    Numbers that are filled in stay.
    """
    if by and not html:
        raise click.UsageError("--by tells how the page of --html solves it; name that, too.")
    if html and html == svg:
        raise click.UsageError("--html and --svg would write the same file.")
    if as_json and "-" in (html, svg):
        raise click.UsageError("--json prints objects: write --html and --svg to files.")
    found = entries(files, format_name)
    if (svg or html) and len(found) > 1:
        raise click.UsageError(f"--svg and --html take one puzzle, found {len(found)}.")

    def work(entry: BatchItem, board: Board) -> str | None:
        solved = list(solutions(board.puzzle, limit=2, given=board.grid))
        if html:
            _write_page(entry, board, html, by)
        if svg:
            _draw(board.puzzle, solved, svg)
        if "-" in (html, svg):
            return None
        return _as_json(entry, _solved(solved)) if as_json else _solution_text(entry, solved)

    for_each(found, work)


def _write_page(entry: BatchItem, board: Board, file: str, by: str | None) -> None:
    from autograder.puzzles.trace import page, trace

    passage = None if isinstance(entry.passage, UnusableError) else entry.passage
    format_name = passage.format if passage else ""
    method = by or default_method(format_name)
    text = passage.text if passage and method == format_name else ""
    write_text(file, page(trace(board, method, text=text), entry.file), "the page")


def _draw(puzzle: Puzzle, solved: list[Grid], file: str) -> None:
    from autograder.puzzles.render.svg import svg

    if not solved:
        raise PuzzleError(f"there is no solution to draw into {file}")
    write_text(file, svg(Board(puzzle, solved[0])), "the drawing")


def _solved(solved: list[Grid]) -> dict[str, object]:
    return {"solution": solved[0] if solved else None, "unique": len(solved) == 1}


def _solution_text(entry: BatchItem, solved: list[Grid]) -> str:
    lines = [f"{entry.label}:"] if entry.label else []
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
def rate_command(files: Sequence[str], format_name: str | None, as_json: bool) -> None:
    """Tell how hard puzzles are.

    That is the hardest of the deductions that they take, all of which are named, and how much the
    solver has to try.
    """

    def work(entry: BatchItem, board: Board) -> str:
        if any(map(any, board.grid)):
            raise PuzzleError("only a puzzle with nothing filled in can be rated")
        rating = rate(board.puzzle)
        if as_json:
            return _as_json(entry, asdict(rating))
        return _rating_text(entry, rating)

    for_each(entries(files, format_name), work)


def _rating_text(entry: BatchItem, rating: Rating) -> str:
    label = f"{entry.label}: " if entry.label else ""
    ways = "1 way" if rating.tried == 1 else f"{rating.tried} ways"
    search = f"{ways} tried" if rating.tried else "without search"
    first = f"{label}{rating.level}, {search}"
    return "\n  ".join([first, *rating.deductions])


def _as_json(entry: BatchItem, result: dict[str, object]) -> str:
    return json.dumps({"file": entry.file, "number": entry.number} | result)


@puzzle.command(epilog=examples("puzzle show"))
@file_argument
@format_option
@click.option("--grid", metavar="FILE", help="Fill in the numbers that a program printed.")
@click.option("--expected", metavar="FILE", help="Mark what differs from these numbers.")
@svg_option("the same")
def show(
    file: str, format_name: str | None, grid: str | None, expected: str | None, svg: str | None
) -> None:
    """Draw a puzzle in the terminal."""
    board = one_board(file, format_name)
    if grid:
        board = _filled(board.puzzle, grid)
    wanted = _filled(board.puzzle, expected).grid if expected else None
    if svg:
        from autograder.puzzles.render.svg import svg as drawn

        write_text(svg, drawn(board, wanted), "the drawing")
    if svg != "-":
        _show(board, wanted)


def _filled(puzzle: Puzzle, file: str) -> Board:
    """The puzzle with the last grid that stands in a file.

    Raises:
        UnusableError: there is none, or none of this puzzle.
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


def _show(board: Board, wanted: Grid | None) -> None:
    from rich.console import Console

    from autograder.puzzles.render.text import draw_in_colour

    console = Console()
    console.print(draw_in_colour(board, wanted, console.encoding), soft_wrap=True)
    if wanted:
        pairs = zip(chain(*board.grid), chain(*wanted), strict=True)
        count = sum(found != right for found, right in pairs)
        click.echo("1 cell differs" if count == 1 else f"{count or 'No'} cells differ")


@puzzle.command(epilog=examples("puzzle convert"))
@files_argument
@click.option("--to", type=click.Choice(FORMATS), required=True, help="What to write them in.")
@format_option
def convert(files: Sequence[str], to: str, format_name: str | None) -> None:
    """Print puzzles in another format.

    One that the format cannot hold as it is, is refused.
    """
    found = entries(files, format_name)
    check_holds(to, len(found), "--to")

    def work(_entry: BatchItem, board: Board) -> str:
        return write(board, to).removesuffix("\n")

    for_each(found, work)


def check_holds(format_name: str, count: int, option: str) -> None:
    """Refuse several puzzles in a format that holds one.

    Raises:
        click.UsageError: that is so.
    """
    if count > 1 and format_name not in SEVERAL:
        several = " and ".join(SEVERAL)
        held = f"{format_name} holds one puzzle, found {count}; {several} hold more"
        raise click.UsageError(f"{option}: {held}.")
