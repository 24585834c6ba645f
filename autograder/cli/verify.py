"""The `verify` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import Assignment, load
from autograder.cli.console import one_line
from autograder.cli.options import examples, kit_option, names_argument
from autograder.cli.progress import progress
from autograder.intake.detect import assignments_of


@click.command(epilog=examples("verify"))
@names_argument
@kit_option
def verify(assignments: Sequence[str], kit: Path) -> None:
    """Check whether assignments can be trusted, before a release or in CI.

    Processes the named assignments, or all of them. Grades the reference ten times, each wheat and
    each chaff, and checks tests, cases, starter and handout. Prints a line for each finding: the
    file, the fault, and how to correct it. Exit status: 0 nothing found, 1 findings.
    """
    chosen = [load(name, kit.absolute()) for name in assignments or assignments_of(kit)]
    sys.exit(1 if print_findings(chosen) else 0)


def print_findings(assignments: Sequence[Assignment]) -> int:
    """Verify assignments, print what is found, and return how many findings there are."""
    from autograder.authoring.verify.run import count_checks
    from autograder.authoring.verify.run import verify as findings_about

    total = 0
    with progress(sum(map(count_checks, assignments))) as (show, _, advance):
        found = findings_about(assignments, advance)
        for assignment, findings in zip(assignments, found, strict=True):
            for finding in findings:
                show(one_line(finding))
            total += len(findings)
            show(f"{assignment.name}: {_summary(len(findings))}")
    return total


def _summary(count: int) -> str:
    return "no findings" if count == 0 else f"{count} finding{'s' if count > 1 else ''}"
