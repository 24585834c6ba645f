"""The `mutants` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import load
from autograder.cli.console import progress
from autograder.cli.options import kit_option, names_argument
from autograder.intake.detect import assignments_of


@click.command()
@names_argument
@click.option("--part", default="", help="Only mutants that this part should catch.")
@click.option(
    "--sample",
    "count",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only N mutants of each assignment, the same ones each time.",
)
@kit_option
def mutants(assignments: Sequence[str], part: str, count: int | None, kit: Path) -> None:
    """Check that tests notice small changes to the reference.

    Processes the named assignments, or all of them. A mutant is the reference with one change.
    Prints each mutant that no test of its parts catches. If it is as correct as the reference, it
    may be listed in equivalent.toml. Exit status: 0 all are caught or listed, 1 some are not, or an
    entry of equivalent.toml describes no mutant.

    \b
    Examples:
      autograder mutants                     do the tests notice each small change to reference/?
      autograder mutants NAME --part PART
      autograder mutants NAME --sample 50
    """
    from autograder.authoring.mutants.run import choose_mutants, grade_mutants, result_lines

    names = assignments or assignments_of(kit)
    chosen = [choose_mutants(load(name, kit.absolute()), part, count) for name in names]
    is_complete = True
    with progress(sum(len(mutants) for _, mutants in chosen)) as (show, advance):
        for results in grade_mutants(chosen, advance):
            show("\n".join(result_lines(results)))
            is_complete = is_complete and not results.survivors and not results.unmatched
    sys.exit(0 if is_complete else 1)
