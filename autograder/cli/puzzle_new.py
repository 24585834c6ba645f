"""`autograder puzzle new`: puzzles from a seed, a student's own among them."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from autograder.cli.console import one_line, progress
from autograder.cli.files import UnusableError, file_label, read_text, write_text
from autograder.cli.options import examples
from autograder.cli.puzzle import check_holds, svg_option
from autograder.puzzles import (
    RATINGS,
    Board,
    Puzzle,
    for_brute_force,
    generate,
    student_seed,
)
from autograder.puzzles.formats import FORMATS, HOLDS, write
from autograder.puzzles.model import LARGEST, empty_grid

Make = Callable[[str], Puzzle]
"""A puzzle from a seed."""

SIZE, OPERATIONS = 6, "+-*/"

ID = re.compile(r"[\w@+-][\w.@+-]*")
"""It names a student's file."""


@click.command(epilog=examples("puzzle new"))
@click.argument("size", type=click.IntRange(1, LARGEST), required=False)
@click.option("--operations", metavar="SIGNS", help=f"Those that it has; {OPERATIONS} by default.")
@click.option("--rating", type=click.Choice(RATINGS), help="How hard it should be.")
@click.option("--max-cage", type=click.IntRange(1), metavar="N", help="The most cells of a cage.")
@click.option(
    "--checks",
    type=int,
    nargs=2,
    metavar="LOW HIGH",
    help="5x5 sums for which brute force, cell by cell, takes so many checks.",
)
@click.option("--seed", help="Equal seeds give equal puzzles; by default a new one is told.")
@click.option("--count", type=click.IntRange(1), metavar="N", default=1, help="How many.")
@click.option("--student", metavar="ID", help="This student's own, by the course's secret.")
@click.option("--students", metavar="FILE", help="Each student's own; the ids, one a line.")
@click.option("--secret", metavar="FILE", help="Holds the course's secret, any text.")
@click.option("--to", metavar="FOLDER", help="Where students' puzzles go, a file for each.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMATS),
    default="json",
    help="What to write; json by default.",
)
@svg_option("the puzzle")
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
) -> None:
    """Make puzzles that have one solution.

    SIZE is 6 by default, or the only one that the format holds. With --seed S, puzzle 3 of --count
    is the one that --seed S-3 gives.
    """
    if checks and (size or operations is not None or rating):
        raise click.UsageError("--checks makes 5x5 sums: leave out SIZE, --operations, --rating.")
    if checks and checks[0] > checks[1]:
        raise click.UsageError(f"--checks: expected LOW, then HIGH, found {checks[0]} {checks[1]}.")
    is_theirs = student is not None or students is not None
    if is_theirs and (seed is not None or count > 1 or (student is not None and students)):
        raise click.UsageError(
            "--student and --students go one at a time, and without --seed and --count."
        )
    if bool(secret) != is_theirs:
        raise click.UsageError("--secret goes with --student or --students, and they with it.")
    if bool(to) != bool(students):
        raise click.UsageError("--to goes with --students, and --students with it.")
    if svg and (count > 1 or students):
        raise click.UsageError("--svg draws one puzzle.")
    check_holds(format_name, count, "--format")
    usual_size, usual_operations = HOLDS.get(format_name, (SIZE, OPERATIONS))
    operations = usual_operations if operations is None else operations
    make = _maker(size or usual_size, operations, rating, max_cage, checks)
    if students and secret and to:
        _write_for_all(make, read_ids(students), read_secret(secret), Path(to), format_name)
        return
    if student is not None and secret:
        seed = seed_of(read_id(student, "--student"), read_secret(secret))
    _print(make, _seeds(seed, count), count, format_name, svg)


def _maker(
    size: int,
    operations: str,
    rating: str | None,
    max_cage: int | None,
    checks: tuple[int, int] | None,
) -> Make:
    largest = {"max_cage": max_cage} if max_cage else {}
    if checks:
        return lambda seed: for_brute_force(checks, seed, **largest)
    return lambda seed: generate(size, operations, rating, seed, **largest)


def _seeds(seed: str | None, count: int) -> Iterator[str]:
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        click.echo(f"Seed: {seed}", err=True)
    return iter([seed]) if count == 1 else (f"{seed}-{n}" for n in range(1, count + 1))


def _print(make: Make, seeds: Iterator[str], count: int, format_name: str, svg: str | None) -> None:
    with progress(count) as (tell, _, done):
        for seed in seeds:
            board = _empty(make(seed))
            text = write(board, format_name)
            if svg:
                from autograder.puzzles.render.svg import svg as drawn

                write_text(svg, drawn(board), "the drawing")
            if svg != "-":
                tell(text.removesuffix("\n"))
            done()


def _empty(made: Puzzle) -> Board:
    return Board(made, empty_grid(made.size))


def _write_for_all(make: Make, ids: list[str], secret: str, folder: Path, format_name: str) -> None:
    """A file for each student, named for the student and the format."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableError(f"{folder}: cannot make this folder: {error.strerror}") from None
    with progress(len(ids)) as (_, _, done):
        for student in ids:
            text = write(_empty(make(seed_of(student, secret))), format_name)
            write_text(str(folder / f"{student}.{format_name}"), text, "the puzzle")
            done()
    made = "1 puzzle is" if len(ids) == 1 else f"{len(ids)} puzzles are"
    click.echo(f"{made} in {one_line(folder)}")


def seed_of(student: str, secret: str) -> str:
    """A student's seed. `Ada` is `ada`."""
    return student_seed(secret, student.casefold())


def read_id(text: str, where: str) -> str:
    """A student's id, equal for texts that look alike.

    Raises:
        UnusableError: it cannot name a file.
    """
    student = unicodedata.normalize("NFC", text.strip())
    if not ID.fullmatch(student):
        expected = "expected an id of letters, digits and . _ - @ + that begins with no dot"
        raise UnusableError(f"{where}: {expected}, found {student or 'nothing'}")
    return student


def read_secret(file: str) -> str:
    """A course's secret.

    Raises:
        UnusableError: there is none in the file.
    """
    secret = read_text(file).strip()
    if not secret:
        raise UnusableError(f"{file_label(file)}: expected a secret, found nothing")
    return secret


def read_ids(file: str) -> list[str]:
    """Students' ids, one a line.

    Raises:
        UnusableError: there is none, or one that cannot name a file or is there twice.
    """
    ids: dict[str, str] = {}
    for number, line in enumerate(read_text(file).splitlines(), 1):
        if not line.strip():
            continue
        student = read_id(line, f"{file_label(file)}: line {number}")
        if student.casefold() in ids:
            raise UnusableError(
                f"{file_label(file)}: line {number}: the id {student} is there twice"
            )
        ids[student.casefold()] = student
    if not ids:
        raise UnusableError(f"{file_label(file)}: expected ids of students, one a line, found none")
    return list(ids.values())
