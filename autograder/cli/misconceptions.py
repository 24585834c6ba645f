"""The `misconceptions` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import load
from autograder.cli.author import UP_TO_DATE
from autograder.cli.files import write_text
from autograder.cli.options import check_option, kit_option, names_argument
from autograder.intake.detect import assignments_of
from autograder.reports.misconceptions import MISCONCEPTIONS


@click.command()
@names_argument
@check_option
@kit_option
def misconceptions(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write misconceptions.toml by grading chaffs/ with the public tests.

    `check --hint` then recognises some mistakes by their answers. Processes the named assignments,
    or all of them.

    \b
    Examples:
      autograder misconceptions              after a change to chaffs/ or to public tests
      autograder misconceptions NAME --check
    """
    from autograder.authoring.misconceptions import misconceptions_toml

    changed = False
    for name in assignments or assignments_of(kit):
        assignment = load(name, kit)
        path, text = assignment.folder / MISCONCEPTIONS, misconceptions_toml(assignment)
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        changed = True
        if only_check:
            click.echo(f"{path}: differs from what would be written")
        else:
            write_text(str(path), text, "the file")
            click.echo(f"{path} written")
    if not changed:
        click.echo(UP_TO_DATE)
    sys.exit(1 if changed and only_check else 0)
