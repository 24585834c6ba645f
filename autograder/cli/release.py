"""The `release` command: what students and platforms get for an assignment."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import load
from autograder.cli.console import print_error
from autograder.cli.files import UnusableError
from autograder.cli.options import kit_option, names_argument
from autograder.cli.verify import print_findings
from autograder.intake.detect import assignments_of
from autograder.saving import save


@click.command()
@names_argument
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    required=True,
    help="Folder for the files; created if it does not exist.",
)
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="Write nothing; list what has changed since the files in DIR were made.",
)
@kit_option
def release(assignments: Sequence[str], folder: Path, only_check: bool, kit: Path) -> None:
    """Write the files to hand out: NAME-student.zip, NAME-gradescope.zip and NAME-classroom50/.

    Processes the named assignments, or all of them. Verifies them first, and writes nothing if
    there are findings other than advice. The same kit and environment give the same bytes. Exit
    status: 0 written, or nothing has changed (--check), 1 findings, or a file would change
    (--check).

    \b
    Examples:
      autograder release NAME --to dist
      autograder release NAME --to dist --check
    """
    from autograder.authoring.release.bundles import release_changes, release_files

    chosen = [load(name, kit.absolute()) for name in assignments or assignments_of(kit)]
    if not only_check and print_findings(chosen):
        print_error("nothing was released: correct these findings first")
        sys.exit(1)
    files = {path: data for each in chosen for path, data in release_files(each).items()}
    if only_check:
        changes = list(release_changes(folder, files))
        click.echo("\n".join(changes) or "Nothing has changed.")
        sys.exit(1 if changes else 0)
    for path, content in files.items():
        place = folder / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            save(str(place), content)
        except OSError as error:
            raise UnusableError(f"{place}: cannot be written: {error.strerror}") from None
        click.echo(f"{place} written")
