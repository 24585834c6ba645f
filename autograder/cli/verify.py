"""The `verify`, `mutants` and `release` commands: check assignments, and hand them out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.assignment import Assignment
from autograder.cli.console import one_line, print_error, progress
from autograder.cli.files import write_bytes
from autograder.cli.options import assignments_argument
from autograder.sentences import counted


@click.command()
@assignments_argument
def verify(assignments: Sequence[Assignment]) -> None:
    """Check whether assignments can be trusted, before a release or in CI.

    Grades the reference four times, each wheat and each chaff, runs check.pyz as students do, and
    checks tests, cases, starter and handout. Prints a line for each finding: the file, the fault,
    and how to correct it. What may stay as it is follows, marked as advice. Exit status: 0 nothing
    found, or only advice, 1 findings.

    \b
    Examples:
      autograder verify                      before a release: can the assignments be trusted?
      autograder verify NAME --kit my_course
    """
    sys.exit(1 if print_findings(assignments) else 0)


@click.command()
@assignments_argument
def mutants(assignments: Sequence[Assignment]) -> None:
    """Check that tests notice small changes to the reference.

    A mutant is the reference with one change. Prints each mutant that no test of its parts catches.
    If it is as correct as the reference, it may be listed in equivalent.toml. Exit status: 0 all
    are caught or listed, 1 some are not, or an entry of equivalent.toml describes no mutant.

    \b
    Examples:
      autograder mutants                     do the tests notice each small change to reference/?
      autograder mutants NAME
    """
    from autograder.authoring.mutants.run import choose_mutants, grade_mutants, result_lines

    chosen = [choose_mutants(each) for each in assignments]
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
    findings = "no findings" if count == 0 else counted(count, "finding")
    return f"{findings}, {counted(advice, 'line')} of advice" if advice else findings


@click.command()
@assignments_argument
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
@click.option(
    "--practice",
    "pyodide",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="PYODIDE",
    help="Also write NAME-practice/, a page to practise in a browser. PYODIDE is that "
    "package of npm, with ace-builds in the folder beside it.",
)
def release(
    assignments: Sequence[Assignment], folder: Path, only_check: bool, pyodide: Path | None
) -> None:
    """Write the files to hand out: NAME-student.zip, NAME-gradescope.zip and NAME-classroom50/.

    Verifies the assignments first, and writes nothing if there are findings other than advice. The
    same kit and environment give the same bytes. Exit status: 0 written, or nothing has changed
    (--check), 1 findings, or a file would change (--check).

    \b
    Examples:
      autograder release NAME --to dist
      autograder release NAME --to dist --check
      autograder release NAME --to dist --practice node_modules/pyodide
    """
    from autograder.authoring.release import release_changes, release_files
    from autograder.authoring.release.practice import npm_files

    if pyodide:
        npm_files(pyodide)  # To be refused now, not after all is verified.
    if not only_check and print_findings(assignments):
        print_error("nothing was released: correct these findings first")
        sys.exit(1)
    files = dict[str, bytes]()
    for each in assignments:
        files |= release_files(each, pyodide)
    if only_check:
        changes = list(release_changes(folder, files))
        click.echo("\n".join(changes) or "Nothing has changed.")
        sys.exit(1 if changes else 0)
    for path, content in files.items():
        place = folder / path
        write_bytes(str(place), content, "the bundle")
        click.echo(f"{place} written")
