"""`autograder course similar`."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.assignment import load
from autograder.cli.course import course
from autograder.cli.files import require_other_file, write_bytes
from autograder.cli.options import NamedPath, kit_option, path_argument


@course.command()
@click.argument("results", type=path_argument)
@click.option(
    "--to", type=path_argument, metavar="DIR", help="Write pages with the pairs side by side."
)
@click.option(
    "--dolos",
    type=NamedPath(readable=False),
    metavar="ZIP",
    help="Write the submissions, with names, as a data set for Dolos (dolos.ugent.be).",
)
@kit_option
def similar(results: Path, to: Path | None, dolos: str | None, kit: Path) -> None:
    """List pairs of submissions that share a lot of Python code.

    Names, comments, layout and the order of functions are ignored, and so is code that was handed
    out. A pair is a reason to read both submissions, not proof of copying: a small task has few
    good answers.

    \b
    Examples:
      autograder course similar results.sqlite --to similar
      autograder course similar results.sqlite --dolos dolos.zip
    """
    from autograder.course.dolos import dolos_dataset
    from autograder.course.results import opened_results
    from autograder.course.similar import (
        compared_submissions,
        find_similar,
        handed_out,
        similar_lines,
        summary_lines,
    )
    from autograder.course.similar_pages import write_similar_pages

    if dolos:
        require_other_file(dolos, [results], "the data set")
    with opened_results(results) as opened:
        assignment = load(opened.course()["assignment"], kit.absolute())
        submissions = compared_submissions(opened, assignment)
    if dolos:
        write_bytes(dolos, dolos_dataset(submissions, handed_out(assignment)), "the data set")
        click.echo(f"{dolos}: submissions: {len(submissions)}", err=True)
    if to:
        found = find_similar(submissions)
        write_similar_pages(found, assignment.title, to)
        click.echo(
            "\n".join([f"{to}/index.html: pairs: {len(found.pairs)}", *summary_lines(found)])
        )
    elif not dolos:
        click.echo("\n".join(similar_lines(find_similar(submissions))))
