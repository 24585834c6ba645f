"""Options that several commands share, and the examples that `--help` shows."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from autograder.assignment import KIT, names
from autograder.cli.program_name import is_packed, program_name

UNUSABLE, GRADER_FAILED = 2, 3
"""Exit statuses: an input cannot be used; the grader itself failed."""

EXAMPLES = """
autograder check                       in the folder with your files
autograder check NAME --part PART      one part, with full details
autograder check NAME work/FILE.py
autograder check --watch               after each save; keys: hint, next part, all, quit
autograder check --hint                a hint for the failure to fix first; run again for the next
autograder check --hand-in             list what is missing, then write the zip to hand in
autograder check --html report.html    a page for a browser
autograder check ada.zip               also .tar, .tar.gz, .tar.bz2, .tar.xz
autograder diff CASE                   your program's output next to the expected output
autograder diff CASE output.txt
autograder grade NAME submissions/ada
autograder grade NAME submissions/ada.zip --json report.json
autograder grade NAME submissions/ada --audience student --html ada.html
autograder grade NAME submissions/ada --whitespace lenient --cases my_cases
autograder course grade NAME submissions.zip --to results.sqlite
autograder course grade NAME week1.zip late.zip --roster class.csv --to results.sqlite
autograder course grade NAME submissions.zip --to results.sqlite --scheduler tcp://HOST:8786
autograder course grade NAME submissions.zip --dry-run
autograder course gradebook results.sqlite --by-hand style.csv --to grades.csv
autograder course gradebook results.sqlite --canvas export.csv --to import.csv
autograder course gradebook results.sqlite --moodle worksheet.csv --to upload.csv
autograder course show results.sqlite  scores, parts, and the tests that fail most
autograder course show results.sqlite ID
autograder course regrade results.sqlite --part PART
autograder course regrade results.sqlite --where "score < 50"
autograder course history results.sqlite ID
autograder course export results.sqlite --csv --to tests.csv
autograder course feedback results.sqlite --to feedback.zip
autograder course report results.sqlite --to report
autograder course similar results.sqlite --to similar
autograder course similar results.sqlite --dolos dolos.zip
autograder doctor                      can submissions be confined on this system?
autograder starter                     after a change to reference/
autograder starter --check             fails if starter/ is not up to date
autograder expected                    after a change to inputs/ or reference/
autograder expected --check --kit my_course
autograder inputs --seed 2027          new inputs for another year; then run autograder expected
autograder inputs NAME --seed 2027
autograder new                         your own kit, in an empty folder
autograder new NAME                    an assignment to adapt
autograder new NAME --class --kit my_course
autograder new NAME --from FOLDER      of a solution and its tests, in pytest or unittest
autograder figures                     after a change to a case that a handout shows
autograder figures NAME --check
autograder limits                      what grading may cost; is the reference far from its limits?
autograder limits NAME --measure       after a change to reference/ or to the tests
autograder misconceptions              after a change to chaffs/ or to public tests
autograder misconceptions NAME --check
autograder verify                      before a release: can the assignments be trusted?
autograder verify NAME --kit my_course
autograder mutants                     do the tests notice each small change to reference/?
autograder mutants NAME --part PART
autograder mutants NAME --sample 50
autograder release NAME --to dist
autograder release NAME --to dist --check
autograder puzzle new 6 --rating hard | autograder puzzle show
autograder puzzle new 4 --count 20 --seed autumn --format keen > puzzles.txt
autograder puzzle new --checks 1000 3000 --format json
autograder puzzle new --students ids.txt --secret secret.txt --to puzzles
autograder puzzle solve example.in
autograder puzzle solve puzzles.txt --json
autograder puzzle solve example.in --html steps.html
autograder puzzle rate puzzles.txt
autograder puzzle show example.in --svg example.svg
autograder puzzle show example.in --grid mine.out --expected example.out
autograder puzzle convert puzzles.txt --to json
"""


def examples(command: str) -> str:
    """Return the examples of one command in a form that click does not rewrap.

    Students get no algorithms to play on a page.
    """
    lines = [
        f"  {line.replace('autograder', program_name())}"
        for line in EXAMPLES.split("\n")
        if line.startswith(f"autograder {command}") and not (is_packed() and "--html" in line)
    ]
    if any(" NAME" in line for line in lines):
        part = ", PART one of its parts" if any(" PART" in line for line in lines) else ""
        lines.append(f"NAME is an assignment{part}.")
    return "\n".join(["\b", "Examples:", *lines])


class NamedPath(click.Path):
    """A path that is not empty: Python takes an empty one for the current folder."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail("it is empty; name a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


path_argument = NamedPath(path_type=Path)
names_argument = click.argument(
    "assignments",
    metavar="[NAME]...",
    nargs=-1,
    callback=lambda _context, _parameter, names: tuple(dict.fromkeys(names)),
)
"""The assignments to process; one that is named twice is processed once."""

check_option = click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; fail if a byte would change."
)
whitespace_option = click.option(
    "--whitespace",
    type=click.Choice(["exact", "lenient"]),
    default="exact",
    help="How program output is compared; lenient compares words only.",
)
unconfined_option = click.option(
    "--allow-unconfined",
    is_flag=True,
    help="Grade even where submissions cannot be confined. Only for code that you trust.",
)

report_option = click.option(
    "--json",
    "json_file",
    type=NamedPath(readable=False),
    metavar="FILE",
    help="Write the report as JSON; - prints it.",
)

page_option = click.option(
    "--html",
    "html_file",
    type=NamedPath(readable=False),
    metavar="FILE",
    help="Write the report as a page for a browser.",
)


def is_kit(folder: Path) -> bool:
    return (folder / "autograder" / "assignments").is_dir()


def default_kit() -> Path:
    """Return the kit to use when none is named.

    That is the current folder if it is a kit, else this repository. An installed package is not a
    repository: then it is the folder around the virtual environment, if that is a kit.
    """
    if is_kit(Path()):
        return Path.cwd()
    if names(KIT):
        return KIT
    around = Path(sys.prefix).parent
    return around if is_kit(around) else Path.cwd()


kit_option = click.option(
    "--kit",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=default_kit,
    help="Folder with reference/, starter/, inputs/, expected/, handout/ and "
    "autograder/assignments/; by default the current folder if it has them, else this repository.",
)
