"""What commands share: an option, and the examples that `--help` shows."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.assignment import KIT

EXAMPLES = """
autograder check                       what students run, in their folder
autograder check kenken --part find_blank
autograder check calcudoku work/solver.py
autograder check ada.zip               also .tar, .tar.gz, .tar.bz2, .tar.xz
autograder grade kenken submissions/ada
autograder grade kenken submissions/ada.zip --json report.json
autograder grade kenken submissions/ada --audience student
autograder grade calcudoku submissions/ada --whitespace lenient --cases my_cases
autograder doctor                      can submissions be confined here?
autograder starter                     after a change to reference/
autograder starter --check             fails if starter/ is not up to date
autograder expected                    after a change to inputs/ or reference/
autograder expected --check --kit my_course
autograder inputs --seed 2027          new inputs for another year; then autograder expected
autograder inputs kenken --seed 2027
autograder figures                     after a change to what handouts draw
autograder figures kenken --check
autograder puzzle new 6 --rating hard | autograder puzzle show
autograder puzzle new 4 --count 20 --seed autumn --format keen > puzzles.txt
autograder puzzle new --checks 1000 3000 --format calcudoku
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
    """The examples of one command, as click prints them."""
    lines = [
        f"  {line}" for line in EXAMPLES.split("\n") if line.startswith(f"autograder {command}")
    ]
    return "\n".join(["\b", "Examples:", *lines])


path_argument = click.Path(path_type=Path)

kit_option = click.option(
    "--kit",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=KIT,
    help="Folder with reference/, starter/, inputs/, expected/, handout/ and "
    "autograder/assignments/; by default this repository.",
)
