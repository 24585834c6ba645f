"""`autograder puzzle`: generate, solve, rate, draw and convert puzzles."""

from __future__ import annotations

import json
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click

from autograder.assignment import KIT
from autograder.cli.console import is_packed, one_line, print_error, progress
from autograder.cli.files import UnusableError, file_label, read_text, write_text
from autograder.cli.options import UNUSABLE, kit_option
from autograder.puzzles import (
    RATINGS,
    Board,
    FormatError,
    Grid,
    Puzzle,
    PuzzleError,
    Rating,
    for_brute_force,
    format_names,
    generate,
    rate,
    read,
    solutions,
    student_seed,
    write,
)
from autograder.puzzles.formats import PuzzleText, formats_of, split
from autograder.puzzles.grid_text import grids
from autograder.puzzles.model import LARGEST, empty_grid
from autograder.puzzles.trace import default_method, methods

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
    Files in json and keen may hold several puzzles, one per line. Exit status: 0 done, 2 a puzzle
    is invalid, or the command cannot process it.
    """


def one_of(names_of: Callable[[Path], Sequence[str]]) -> Callable[..., str | None]:
    """Return the callback of an option that accepts names of a kit."""

    def accept(context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
        known = names_of(context.params.get("kit") or KIT)
        if name is not None and name not in known:
            raise click.BadParameter(f"expected one of {', '.join(known)}, found {name}")
        return name

    return accept


FORMATS = "json, keen or the name of an assignment"
format_option = click.option(
    "--format",
    "format_name",
    callback=one_of(format_names),
    help=f"Format of the puzzles: {FORMATS}; by default it is detected.",
)
files_argument = click.argument("files", metavar="[FILE]...", nargs=-1)


@dataclass(frozen=True, slots=True)
class FilePuzzle:
    """A puzzle in a file, with its number among the file's puzzles, from 1.

    `label` distinguishes it from the command's other puzzles; it is empty if there are none.
    """

    file: str
    number: int
    label: str
    text: PuzzleText


def file_puzzles(files: Sequence[str], format_name: str | None, kit: Path) -> list[FilePuzzle]:
    """Return the puzzles of all files. Standard input is `-`, and read if no file is named.

    Raises:
        UnusableError: a file cannot be read.
    """
    puzzles: list[FilePuzzle] = []
    for file in files or ["-"]:
        name = file_label(file)
        try:
            texts = split(read_text(file), format_name, kit)
        except FormatError as error:
            raise UnusableError(f"{name}: {error}") from None
        for number, text in enumerate(texts, 1):
            label = [one_line(name)] if len(files) > 1 else []
            label += [f"puzzle {number}"] if len(texts) > 1 else []
            puzzles.append(FilePuzzle(name, number, ", ".join(label), text))
    return puzzles


def print_each(puzzles: Sequence[FilePuzzle], work: Callable[[FilePuzzle, Board], str]) -> None:
    """Print what `work` returns for each; one that is invalid does not stop the rest.

    Exits with status `UNUSABLE` if there was one, else with 0.
    """
    status = 0
    for source in puzzles:
        line = ""  # A fault in its text names it.
        try:
            board = source.text.read()
            line = f"line {source.text.lines_before + 1}: " if "puzzle" in source.label else ""
            result = work(source, board)
        except PuzzleError as error:
            print_error(one_line(f"{source.file}: {line}{error}"))
            status = UNUSABLE
        else:
            click.echo(result, nl=bool(result))
    sys.exit(status)


def require_holds(format_name: str, count: int, kit: Path) -> None:
    """Raise click.UsageError if a format that holds one puzzle is to hold several."""
    formats = formats_of(kit)
    if count > 1 and not formats[format_name].is_multiple:
        multiple = " and ".join(name for name, format_ in formats.items() if format_.is_multiple)
        raise click.UsageError(f"{format_name} holds one puzzle; {multiple} hold several.")


@puzzle.command()
@click.argument("size", type=click.IntRange(1, LARGEST), required=False)
@click.option(
    "--operations", metavar="SIGNS", help="Operations to use; default: those of the format."
)
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
    callback=one_of(format_names),
    default="json",
    help=f"Format to write: {FORMATS}; json by default.",
)
@kit_option
def new(
    size: int | None,
    operations: str | None,
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
      autograder puzzle new 4 --count 20 --seed autumn --format keen > puzzles.txt
      autograder puzzle new --checks 1000 3000 --format json
      autograder puzzle new --students ids.txt --secret secret.txt --to puzzles
    """
    if checks and (size or operations is not None or rating):
        raise click.UsageError("--checks makes 5x5 sums: omit SIZE, --operations, --rating.")
    if len({bool(students), bool(secret), bool(to)}) > 1:
        raise click.UsageError("--students, --secret and --to need each other.")
    if students and (seed is not None or count > 1):
        raise click.UsageError("--students cannot be combined with --seed or --count.")
    require_holds(format_name, count, kit)
    limits = formats_of(kit)[format_name].limits
    signs = limits.operations if operations is None else operations

    def make(seed: str) -> Board:
        if checks:
            made = for_brute_force(checks, seed)
        else:
            made = generate(size or limits.size or SIZE, signs, rating, seed)
        return Board(made, empty_grid(made.size))

    if students and secret and to:
        write_for_all(
            make, read_ids(students), read_text(secret).strip(), Path(to), format_name, kit
        )
        return
    for each in seeds(seed, count):
        click.echo(write(make(each), format_name, kit).removesuffix("\n"))


def seeds(seed: str | None, count: int) -> Iterator[str]:
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        click.echo(f"Seed: {seed}", err=True)
    return iter([seed]) if count == 1 else (f"{seed}-{n}" for n in range(1, count + 1))


def write_for_all(
    make: Callable[[str], Board],
    ids: list[str],
    secret: str,
    folder: Path,
    format_name: str,
    kit: Path,
) -> None:
    """Write a file for each student, named after the student and the format."""
    if not secret:
        raise UnusableError("the file of --secret is empty")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableError(f"{folder}: cannot create this folder: {error.strerror}") from None
    with progress(len(ids)) as (_, advance):
        for student in ids:
            board = make(student_seed(secret, student.casefold()))
            file = folder / f"{student}.{format_name}"
            write_text(str(file), write(board, format_name, kit), "the puzzle")
            advance()
    click.echo(f"{len(ids)} puzzle{'' if len(ids) == 1 else 's'} written to {one_line(folder)}")


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
@files_argument
@format_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object per puzzle.")
@click.option(
    "--html",
    metavar="FILE",
    hidden=is_packed(),
    help="Also write a page that plays the steps; - prints only the page.",
)
@click.option(
    "--by",
    hidden=is_packed(),
    callback=one_of(lambda kit: tuple(methods(kit))),
    help="Algorithm to play; by default that of the assignment whose format the puzzle has.",
)
@kit_option
def solve(
    files: Sequence[str],
    format_name: str | None,
    as_json: bool,
    html: str | None,
    by: str | None,
    kit: Path,
) -> None:
    """Print the solution, and whether there are others.

    Numbers that are already filled in are kept.

    \b
    Examples:
      autograder puzzle solve example.in
      autograder puzzle solve puzzles.txt --json
    """
    if html and not methods(kit):
        raise click.UsageError("--html plays an algorithm, and no assignment here has one.")
    puzzles = file_puzzles(files, format_name, kit)
    if html and len(puzzles) > 1:
        raise click.UsageError(f"--html takes one puzzle, found {len(puzzles)}.")

    def work(source: FilePuzzle, board: Board) -> str:
        solved = list(solutions(board.puzzle, limit=2, givens=board.grid))
        if html:
            write_page(source, board, html, by, kit)
        if html == "-":
            return ""
        if as_json:
            found = {"solution": solved[0] if solved else None, "unique": len(solved) == 1}
            return json.dumps({"file": source.file, "number": source.number} | found)
        return solution_text(source, solved)

    print_each(puzzles, work)


def write_page(source: FilePuzzle, board: Board, file: str, by: str | None, kit: Path) -> None:
    from autograder.puzzles.trace import page, trace

    method = by or default_method(source.text.format, kit)
    write_text(file, page(trace(board, method, kit=kit), source.file), "the page")


def solution_text(source: FilePuzzle, solved: list[Grid]) -> str:
    lines = [f"{source.label}:"] if source.label else []
    if not solved:
        return "\n".join([*lines, "No solution"])
    width = len(str(len(solved[0])))
    lines += [" ".join(f"{number:{width}}" for number in row) for row in solved[0]]
    lines += ["Several solutions; this is one of them."] if len(solved) > 1 else []
    return "\n".join(lines)


@puzzle.command("rate")
@files_argument
@format_option
@kit_option
def rate_command(files: Sequence[str], format_name: str | None, kit: Path) -> None:
    """Print how hard puzzles are.

    The rating is that of the hardest technique that the puzzle needs, followed by all techniques
    used, or the number of ways that a search has to try.

    \b
    Examples:
      autograder puzzle rate puzzles.txt
    """

    def work(source: FilePuzzle, board: Board) -> str:
        if any(map(any, board.grid)):
            raise PuzzleError("only a puzzle with nothing filled in can be rated")
        return rating_text(source, rate(board.puzzle))

    print_each(file_puzzles(files, format_name, kit), work)


def rating_text(source: FilePuzzle, rating: Rating) -> str:
    label = f"{source.label}: " if source.label else ""
    ways = "1 way" if rating.tried == 1 else f"{rating.tried} ways"
    search = f"{ways} tried" if rating.tried else "without search"
    return "\n  ".join([f"{label}{rating.level}, {search}", *rating.deductions])


@puzzle.command()
@click.argument("file", metavar="[FILE]", default="-")
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
    try:
        board = read(read_text(file), format_name, kit)
    except FormatError as error:
        raise UnusableError(f"{file_label(file)}: {error}") from None
    if grid:
        board = filled(board.puzzle, grid)
    right = filled(board.puzzle, expected).grid if expected else None
    if svg:
        from autograder.puzzles.render.svg import render_svg

        write_text(svg, render_svg(board, right), "the drawing")
    if svg != "-":
        print_drawing(board, right)


def filled(puzzle: Puzzle, file: str) -> Board:
    """Return the puzzle with the last grid in a file.

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


def print_drawing(board: Board, expected: Grid | None) -> None:
    from rich.console import Console

    from autograder.puzzles.render.text import render_rich_text

    console = Console()
    console.print(render_rich_text(board, expected, console.encoding), soft_wrap=True)
    if expected:
        pairs = zip(chain(*board.grid), chain(*expected), strict=True)
        count = sum(number != right for number, right in pairs)
        click.echo("1 cell differs" if count == 1 else f"{count or 'No'} cells differ")


@puzzle.command()
@files_argument
@click.option(
    "--to", required=True, callback=one_of(format_names), help=f"Format to write: {FORMATS}."
)
@format_option
@kit_option
def convert(files: Sequence[str], to: str, format_name: str | None, kit: Path) -> None:
    """Print puzzles in another format.

    A puzzle that the format cannot represent exactly is refused.

    \b
    Examples:
      autograder puzzle convert puzzles.txt --to json
    """
    puzzles = file_puzzles(files, format_name, kit)
    require_holds(to, len(puzzles), kit)

    def work(_source: FilePuzzle, board: Board) -> str:
        return write(board, to, kit).removesuffix("\n")

    print_each(puzzles, work)
