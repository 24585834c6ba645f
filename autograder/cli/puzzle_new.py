"""`autograder puzzle new`: puzzles from a seed, or a different one for each student."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from autograder.cli.console import one_line
from autograder.cli.files import UnusableError, file_label, read_text, write_text
from autograder.cli.options import examples
from autograder.cli.progress import progress
from autograder.cli.puzzle import puzzle
from autograder.cli.puzzle_options import KitChoice, check_holds, formats_kit_option, svg_option
from autograder.puzzles import (
    RATINGS,
    Board,
    Puzzle,
    for_brute_force,
    format_names,
    generate,
    student_seed,
)
from autograder.puzzles.formats import Format, formats_of
from autograder.puzzles.model import LARGEST, empty_grid

Make = Callable[[str], Puzzle]
"""A puzzle from a seed."""

SIZE = 6

ID = re.compile(r"[\w@+-][\w.@+-]*")
"""A student's id, which is the name of the student's file."""


@puzzle.command(epilog=examples("puzzle new"))
@click.argument("size", type=click.IntRange(1, LARGEST), required=False)
@click.option(
    "--operations", metavar="SIGNS", help="Operations to use; default: those of the format."
)
@click.option("--rating", type=click.Choice(RATINGS), help="How hard the puzzle is.")
@click.option(
    "--max-cage", type=click.IntRange(1), metavar="N", help="Largest number of cells in a cage."
)
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
    "--student", metavar="ID", help="Puzzle for this student, derived from the id and --secret."
)
@click.option(
    "--students", metavar="FILE", help="A puzzle for each student; FILE has one id per line."
)
@click.option("--secret", metavar="FILE", help="File with the course's secret, any text.")
@click.option("--to", metavar="FOLDER", help="Folder for the puzzles of --students, one file each.")
@click.option(
    "--format",
    "format_name",
    type=KitChoice(format_names),
    default="json",
    help="Format to write; json by default.",
)
@svg_option("the puzzle")
@formats_kit_option
def new(
    size: int | None,
    operations: str | None,
    rating: str | None,
    max_cage: int | None,
    checks: tuple[int, int] | None,
    seed: str | None,
    count: int,
    student: str | None,
    students: str | None,
    secret: str | None,
    to: str | None,
    format_name: str,
    svg: str | None,
    kit: Path,
) -> None:
    """Generate puzzles that have one solution.

    SIZE is 6 by default, or the only size that the format allows. With --seed S and --count, puzzle
    3 is the one that --seed S-3 generates.
    """
    if checks and (size or operations is not None or rating):
        raise click.UsageError("--checks makes 5x5 sums: omit SIZE, --operations, --rating.")
    if checks and checks[0] > checks[1]:
        raise click.UsageError(f"--checks: expected LOW, then HIGH, found {checks[0]} {checks[1]}.")
    for_students = student is not None or students is not None
    if for_students and (seed is not None or count > 1 or (student is not None and students)):
        raise click.UsageError(
            "--student and --students cannot be combined with each other, --seed or --count."
        )
    if bool(secret) != for_students:
        raise click.UsageError(
            "--student and --students need --secret, and --secret needs one of them."
        )
    if bool(to) != bool(students):
        raise click.UsageError("--students needs --to, and --to needs --students.")
    if svg and (count > 1 or students):
        raise click.UsageError("--svg draws one puzzle.")
    check_holds(format_name, count, "--format", kit)
    format_ = formats_of(kit)[format_name]
    operations = format_.limits.operations if operations is None else operations
    size = size or format_.limits.size or SIZE
    make = _maker(size, operations, rating, max_cage, checks)
    if students and secret and to:
        _write_for_all(make, read_ids(students), read_secret(secret), Path(to), format_)
        return
    if student is not None and secret:
        seed = seed_of(read_id(student, "--student"), read_secret(secret))
    _print(make, _seeds(seed, count), count, format_, svg)


def _maker(
    size: int,
    operations: str,
    rating: str | None,
    max_cage: int | None,
    checks: tuple[int, int] | None,
) -> Make:
    limit = {"max_cage": max_cage} if max_cage else {}
    if checks:
        return lambda seed: for_brute_force(checks, seed, **limit)
    return lambda seed: generate(size, operations, rating, seed, **limit)


def _seeds(seed: str | None, count: int) -> Iterator[str]:
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        click.echo(f"Seed: {seed}", err=True)
    return iter([seed]) if count == 1 else (f"{seed}-{n}" for n in range(1, count + 1))


def _print(make: Make, seeds: Iterator[str], count: int, format_: Format, svg: str | None) -> None:
    with progress(count) as (show, _, advance):
        for seed in seeds:
            board = _empty(make(seed))
            text = format_.write(board)
            if svg:
                from autograder.puzzles.render.svg import render_svg

                write_text(svg, render_svg(board), "the drawing")
            if svg != "-":
                show(text.removesuffix("\n"))
            advance()


def _empty(puzzle: Puzzle) -> Board:
    return Board(puzzle, empty_grid(puzzle.size))


def _write_for_all(make: Make, ids: list[str], secret: str, folder: Path, format_: Format) -> None:
    """Write a file for each student, named after the student and the format."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableError(f"{folder}: cannot create this folder: {error.strerror}") from None
    with progress(len(ids)) as (_, _, advance):
        for student in ids:
            text = format_.write(_empty(make(seed_of(student, secret))))
            write_text(str(folder / f"{student}.{format_.name}"), text, "the puzzle")
            advance()
    written = "1 puzzle is" if len(ids) == 1 else f"{len(ids)} puzzles are"
    click.echo(f"{written} in {one_line(folder)}")


def seed_of(student: str, secret: str) -> str:
    """A student's seed; upper and lower case make no difference."""
    return student_seed(secret, student.casefold())


def read_id(text: str, where: str) -> str:
    """Normalize a student's id (Unicode NFC), so that ids that look alike are equal.

    Raises:
        UnusableError: it cannot be the name of a file.
    """
    student = unicodedata.normalize("NFC", text.strip())
    if not ID.fullmatch(student):
        expected = "expected an id of letters, digits and . _ - @ + that does not begin with a dot"
        raise UnusableError(f"{where}: {expected}, found {student or 'nothing'}")
    return student


def read_secret(file: str) -> str:
    """A course's secret.

    Raises:
        UnusableError: the file is empty.
    """
    secret = read_text(file).strip()
    if not secret:
        raise UnusableError(f"{file_label(file)}: expected a secret, found nothing")
    return secret


def read_ids(file: str) -> list[str]:
    """Students' ids, one per line.

    Raises:
        UnusableError: there is none, or one is repeated or cannot be the name of a file.
    """
    ids: dict[str, str] = {}
    for number, line in enumerate(read_text(file).splitlines(), 1):
        if not line.strip():
            continue
        student = read_id(line, f"{file_label(file)}: line {number}")
        if student.casefold() in ids:
            raise UnusableError(f"{file_label(file)}: line {number}: the id {student} is repeated")
        ids[student.casefold()] = student
    if not ids:
        raise UnusableError(
            f"{file_label(file)}: expected ids of students, one per line, found none"
        )
    return list(ids.values())
