"""The `verify` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import load
from autograder.cli.console import one_line
from autograder.cli.options import examples, kit_option
from autograder.cli.progress import progress
from autograder.intake.detect import assignments_of


@click.command(epilog=examples("verify"))
@click.argument("assignments", metavar="[NAME]...", nargs=-1)
@kit_option
def verify(assignments: Sequence[str], kit: Path) -> None:
    """Say whether assignments can be trusted, before a release or in CI.

    For the assignments named, or for all. Grades the reference ten times, each wheat and each
    chaff, and checks tests, cases, starter and handout. Prints a line for each finding: the file,
    the fault, and how to correct it. Exit status: 0 nothing found, 1 findings.
    """
    from autograder.authoring.verify.run import count_checks
    from autograder.authoring.verify.run import verify as findings_about

    chosen = [load(name, kit.absolute()) for name in assignments or assignments_of(kit)]
    total = 0
    with progress(sum(map(count_checks, chosen))) as (show, _, advance):
        for assignment, findings in zip(chosen, findings_about(chosen, advance), strict=True):
            for finding in findings:
                show(one_line(finding))
            total += len(findings)
            show(f"{assignment.name}: {_summary(len(findings))}")
    sys.exit(1 if total else 0)


def _summary(count: int) -> str:
    return "no findings" if count == 0 else f"{count} finding{'s'[: count > 1]}"
