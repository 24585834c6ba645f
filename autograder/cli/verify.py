"""The `verify` and `mutants` commands: can assignments be trusted, and are their tests enough?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import Assignment, load
from autograder.cli.console import one_line, progress
from autograder.cli.options import kit_option, names_argument
from autograder.intake.detect import assignments_of


@click.command()
@names_argument
@kit_option
def verify(assignments: Sequence[str], kit: Path) -> None:
    """Check whether assignments can be trusted, before a release or in CI.

    Processes the named assignments, or all of them. Grades the reference three times, each wheat
    and each chaff, runs check.pyz as students do, and checks tests, cases, starter and handout.
    Prints a line for each finding: the file, the fault, and how to correct it. What may stay as it
    is follows, marked as advice. Exit status: 0 nothing found, or only advice, 1 findings.

    \b
    Examples:
      autograder verify                      before a release: can the assignments be trusted?
      autograder verify NAME --kit my_course
    """
    chosen = [load(name, kit.absolute()) for name in assignments or assignments_of(kit)]
    sys.exit(1 if print_findings(chosen) else 0)


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


def print_findings(assignments: Sequence[Assignment]) -> int:
    """Verify assignments, print what is found, and return how many findings are not advice."""
    from autograder.authoring.verify.run import count_checks
    from autograder.authoring.verify.run import verify as findings_about

    total = 0
    with progress(sum(map(count_checks, assignments))) as (show, advance):
        found = findings_about(assignments, advance)
        for assignment, findings in zip(assignments, found, strict=True):
            for finding in findings:
                show(f"{'advice: ' if finding.advice else ''}{one_line(finding)}")
            advice = sum(finding.advice for finding in findings)
            total += len(findings) - advice
            show(f"{assignment.name}: {_summary(len(findings) - advice, advice)}")
    return total


def _summary(count: int, advice: int) -> str:
    findings = "no findings" if count == 0 else f"{count} finding{'s' if count > 1 else ''}"
    lines = f"{advice} line{'s' if advice > 1 else ''} of advice"
    return f"{findings}, {lines}" if advice else findings
