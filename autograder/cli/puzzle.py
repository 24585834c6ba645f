"""`autograder puzzle`: generate, solve, rate, draw and convert puzzles."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from autograder.cli.console import is_packed, one_line, print_error, progress
from autograder.cli.files import UnusableError, file_label, read_text, write_bytes, write_text
from autograder.cli.options import UNUSABLE, kit_option
from autograder.puzzles import (
    RATINGS,
    Board,
    Grid,
    Puzzle,
    PuzzleError,
    for_brute_force,
    generate,
    rate,
    read,
    solutions,
    student_seed,
    write,
)
from autograder.puzzles.formats import PuzzleText, format_named, split
from autograder.puzzles.grid_text import grids
from autograder.puzzles.model import LARGEST, empty_grid
from autograder.puzzles.render import render_svg, render_text
from autograder.puzzles.trace import default_method, methods, trace
from autograder.sentences import counted

SIZE = 6
ID = re.compile(r"[\w@+-][\w.@+-]*")
"""A student's id, which is the name of the student's file."""


class _PuzzleCommands(click.Group):
    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except PuzzleError as error:
            raise UnusableError(str(error)) from None


@click.group(cls=_PuzzleCommands)
def puzzle() -> None:
    """Generate, solve, rate, draw and convert cage puzzles.

    FILE may be in any format that --format lists; without FILE, or with -, standard input is read.
    A file in json may hold several puzzles, one per line. Exit status: 0 done, 2 a puzzle
    is invalid, or the command cannot process it.
    """


FORMATS = "json or the name of an assignment"
format_option = click.option(
    "--format",
    "format_name",
    help=f"Format of the puzzles: {FORMATS}; by default it is detected.",
)
file_argument = click.argument("file", metavar="[FILE]", default="-")


@contextlib.contextmanager
def faults_in(file: str) -> Iterator[None]:
    """Report a fault of a puzzle or a grid with the name of its file."""
    try:
        yield
    except PuzzleError as error:
        raise UnusableError(f"{file_label(file)}: {error}") from None


def puzzles_in(file: str, format_name: str | None, kit: Path) -> list[PuzzleText]:
    with faults_in(file):
        return split(read_text(file), format_name, kit)


def print_each(file: str, texts: list[PuzzleText], work: Callable[[int, Board], str]) -> None:
    """Print what `work` returns for each puzzle of a file and its number, from 1.

    An invalid one does not stop the rest: then the command exits with status `UNUSABLE`.
    """
    status = 0
    for number, text in enumerate(texts, 1):
        line = ""  # A fault in its text names it.
        try:
            board = text.read()
            line = f"line {text.lines_before + 1}: " if len(texts) > 1 else ""
            click.echo(work(number, board))
        except PuzzleError as error:
            print_error(one_line(f"{file_label(file)}: {line}{error}"))
            status = UNUSABLE
    sys.exit(status)


def require_holds(format_name: str, count: int, kit: Path) -> None:
    """Raise click.UsageError if a format that holds one puzzle is to hold several."""
    if not format_named(format_name, kit).is_multiple and count > 1:
        raise click.UsageError(f"{format_name} holds one puzzle; json holds several.")


@puzzle.command()
@click.argument("size", type=click.IntRange(1, LARGEST), required=False)
@click.option("--rating", type=click.Choice(RATINGS), help="How hard the puzzle is.")
@click.option(
    "--checks",
    type=int,
    nargs=2,
    metavar="LOW HIGH",
    help="Only 5x5 sums that cell-by-cell brute force solves in this many checks.",
)
@click.option("--seed", help="The same seed gives the same puzzle; default: random, and printed.")
@click.option("--count", type=click.IntRange(1), metavar="N", default=1, help="Number of puzzles.")
@click.option(
    "--students", metavar="FILE", help="A puzzle for each student; FILE has one id per line."
)
@click.option("--secret", metavar="FILE", help="File with the course's secret, any text.")
@click.option("--to", metavar="FOLDER", help="Folder for the puzzles of --students, one file each.")
@click.option(
    "--format",
    "format_name",
    default="json",
    help=f"Format to write: {FORMATS}; json by default.",
)
@kit_option
def new(
    size: int | None,
    rating: str | None,
    checks: tuple[int, int] | None,
    seed: str | None,
    count: int,
    students: str | None,
    secret: str | None,
    to: str | None,
    format_name: str,
    kit: Path,
) -> None:
    """Generate puzzles that have one solution.

    SIZE is 6 by default, or the only size that the format allows. With --seed S and --count, puzzle
    3 is the one that --seed S-3 generates.

    \b
    Examples:
      autograder puzzle new 6 --rating hard | autograder puzzle show
      autograder puzzle new 4 --count 20 --seed autumn > puzzles.txt
      autograder puzzle new --checks 1000 3000 --format json
      autograder puzzle new --students ids.txt --secret secret.txt --to puzzles
    """
    if checks and (size or rating):
        raise click.UsageError("--checks makes 5x5 sums: omit SIZE and --rating.")
    if len({bool(students), bool(secret), bool(to)}) > 1:
        raise click.UsageError("--students, --secret and --to need each other.")
    if students and (seed is not None or count > 1):
        raise click.UsageError("--students cannot be combined with --seed or --count.")
    require_holds(format_name, count, kit)
    limits = format_named(format_name, kit).limits

    def make(seed: str) -> str:
        if checks:
            made = for_brute_force(checks, seed)
        else:
            made = generate(size or limits.size or SIZE, limits.operations, rating, seed)
        return write(Board(made, empty_grid(made.size)), format_name, kit)

    if students and secret and to:
        write_for_all(make, read_ids(students), read_text(secret).strip(), Path(to), format_name)
        return
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        click.echo(f"Seed: {seed}", err=True)
    for number in range(1, count + 1):
        click.echo(make(seed if count == 1 else f"{seed}-{number}"), nl=False)


def write_for_all(
    make: Callable[[str], str], ids: list[str], secret: str, folder: Path, format_name: str
) -> None:
    """Write a file for each student, named after the student and the format."""
    if not secret:
        raise UnusableError("the file of --secret is empty")
    with progress(len(ids)) as (_, advance):
        for student in ids:
            text = make(student_seed(secret, student.casefold()))
            write_bytes(str(folder / f"{student}.{format_name}"), text.encode(), "the puzzle")
            advance()
    click.echo(f"{counted(len(ids), 'puzzle')} written to {one_line(folder)}")


def read_ids(file: str) -> list[str]:
    """Return students' ids, one per line.

    Raises:
        UnusableError: there is none, or one cannot be the name of a file.
    """
    ids = list(filter(None, map(str.strip, read_text(file).splitlines())))
    for student in ids:
        if not ID.fullmatch(student):
            expected = "letters, digits and . _ - @ + that does not begin with a dot"
            raise UnusableError(f"{file}: expected an id of {expected}, found {student}")
    if not ids:
        raise UnusableError(f"{file}: expected ids of students, one per line, found none")
    return ids


@puzzle.command()
@file_argument
@format_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object per puzzle.")
@click.option(
    "--html", metavar="FILE", hidden=is_packed(), help="Also write a page that plays the steps."
)
@kit_option
def solve(file: str, format_name: str | None, as_json: bool, html: str | None, kit: Path) -> None:
    """Print the solution, and whether there are others.

    Numbers that are already filled in are kept.

    \b
    Examples:
      autograder puzzle solve example.in
      autograder puzzle solve puzzles.txt --json
    """
    texts = puzzles_in(file, format_name, kit)
    if html:
        write_page(file, texts, html, kit)

    def work(number: int, board: Board) -> str:
        solved = list(solutions(board.puzzle, limit=2, givens=board.grid))
        if as_json:
            found = {"solution": solved[0] if solved else None, "unique": len(solved) == 1}
            return json.dumps({"number": number} | found)
        label = [f"puzzle {number}:"] if len(texts) > 1 else []
        return "\n".join([*label, *solution_lines(solved)])

    print_each(file, texts, work)


def write_page(file: str, texts: list[PuzzleText], html: str, kit: Path) -> None:
    """Write the page that plays how the algorithm of the file's assignment solves its puzzle."""
    from autograder.puzzles.trace.page import page

    if not methods(kit):
        raise click.UsageError("--html plays an algorithm, and no assignment here has one.")
    text, *others = texts
    if others:
        raise click.UsageError(f"--html takes one puzzle, found {len(texts)}.")
    with faults_in(file):
        traced = trace(text.read(), default_method(text.format, kit), kit=kit)
    write_text(html, page(traced, file_label(file)), "the page")


def solution_lines(solved: list[Grid]) -> Iterator[str]:
    if not solved:
        yield "No solution"
        return
    width = len(str(len(solved[0])))
    yield from (" ".join(f"{number:{width}}" for number in row) for row in solved[0])
    if len(solved) > 1:
        yield "Several solutions; this is one of them."


@puzzle.command("rate")
@file_argument
@format_option
@kit_option
def rate_command(file: str, format_name: str | None, kit: Path) -> None:
    """Print how hard puzzles are.

    The rating is that of the hardest technique that the puzzle needs, followed by all techniques
    used, or the number of ways that a search has to try.

    \b
    Examples:
      autograder puzzle rate puzzles.txt
    """
    texts = puzzles_in(file, format_name, kit)

    def work(number: int, board: Board) -> str:
        if any(map(any, board.grid)):
            raise PuzzleError("only a puzzle with nothing filled in can be rated")
        rating = rate(board.puzzle)
        label = f"puzzle {number}: " if len(texts) > 1 else ""
        search = f"{counted(rating.tried, 'way')} tried" if rating.tried else "without search"
        return "\n  ".join([f"{label}{rating.level}, {search}", *rating.deductions])

    print_each(file, texts, work)


@puzzle.command()
@file_argument
@format_option
@click.option("--grid", metavar="FILE", help="Fill in the numbers that a program printed.")
@click.option("--expected", metavar="FILE", help="Mark the cells that differ from these numbers.")
@click.option("--svg", metavar="FILE", help="Also draw it as SVG; - prints only the SVG.")
@kit_option
def show(
    file: str,
    format_name: str | None,
    grid: str | None,
    expected: str | None,
    svg: str | None,
    kit: Path,
) -> None:
    """Draw a puzzle in the terminal.

    \b
    Examples:
      autograder puzzle show example.in --svg example.svg
      autograder puzzle show example.in --grid mine.out --expected example.out
    """
    with faults_in(file):
        board = read(read_text(file), format_name, kit)
    if grid:
        board = filled(board.puzzle, grid)
    right = filled(board.puzzle, expected).grid if expected else None
    if svg:
        write_text(svg, render_svg(board, right), "the drawing")
    if svg != "-":
        click.echo(render_text(board, right))


def filled(puzzle: Puzzle, file: str) -> Board:
    """Return the puzzle with the last grid in a file."""
    with faults_in(file):
        for grid in grids(read_text(file), puzzle.size):
            return Board(puzzle, grid)
        rows = f"{puzzle.size} rows of {puzzle.size} numbers"
        raise PuzzleError(f"expected {rows}, as programs print them, found none")


@puzzle.command()
@file_argument
@click.option("--to", required=True, help=f"Format to write: {FORMATS}.")
@format_option
@kit_option
def convert(file: str, to: str, format_name: str | None, kit: Path) -> None:
    """Print puzzles in another format.

    A puzzle that the format cannot represent exactly is refused.

    \b
    Examples:
      autograder puzzle convert puzzles.txt --to json
    """
    texts = puzzles_in(file, format_name, kit)
    require_holds(to, len(texts), kit)
    print_each(file, texts, lambda _, board: write(board, to, kit).removesuffix("\n"))
