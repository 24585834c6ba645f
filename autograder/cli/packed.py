"""check.pyz: the command `check` for its one assignment, and commands that help with it.

On Classroom 50, it checks a student's checkout with the public tests. Files there can be read by
everybody, so nothing else is in the bundle; any exit status but 0 means that the grader failed.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from inspect import cleandoc
from pathlib import Path

from autograder.assignment import KIT, load, names
from autograder.cli.check import check
from autograder.cli.grade import run as graded
from autograder.cli.main import exit_on_errors, with_own_name
from autograder.cli.main import main as run
from autograder.intake.entries import IntakeError
from autograder.reports.classroom50 import as_markdown, as_result, fenced
from autograder.saving import save

OTHER_COMMANDS = ("check", "diff", "play", "practice", "puzzle", "step")
OTHERS = """

\b
Other commands, each with --help:
  autograder step PART     the call of its first failure, line by line
  autograder play CASE     the run of your program, beside what the algorithm does
  autograder diff CASE     what your program prints, beside what is expected
  autograder pytest -x     the same tests with pytest, up to the first failure
  autograder practice      the practice page, if your course gave you its folder
  autograder puzzle        puzzles to make, solve and play
"""
TEST_SECONDS = 10
"""How long a test may take under `pytest`, so that an endless loop ends with its traceback."""
RESULT, BODY = "result.json", "release-body.md"


def main() -> None:
    """Check the current folder, or the path that is named; or run the command that is named.

    `pytest` runs a student's own tests, as pytest itself need not be installed.
    """
    arguments = sys.argv[1:]
    if arguments == ["classroom50"]:
        exit_on_errors(lambda: check_checkout(Path()))
    elif arguments[:1] == ["pytest"]:
        import pytest

        options = ["-p", "no:cacheprovider", f"--timeout={TEST_SECONDS}"]
        sys.exit(pytest.main([*options, *arguments[1:]]))
    elif arguments[:1] and arguments[0] in OTHER_COMMANDS:
        run(arguments)
    else:
        check.help = f"{cleandoc(check.help or '')}{OTHERS}"
        run(arguments, with_own_name(check))


def check_checkout(folder: Path) -> None:
    """Write result.json and release-body.md for the files in a folder."""
    for name in (RESULT, BODY):  # The student's own may be links.
        (folder / name).unlink(missing_ok=True)
    [name] = names(KIT)
    assignment = load(name)
    try:
        report = graded(assignment, folder, hidden=False, confined=False).for_students()
        body = as_markdown(assignment, report)
    except IntakeError as error:
        report, body = None, f"# {assignment.title}\n\n{fenced(str(error))}\n"
    result = as_result(assignment, report, os.environ, datetime.now(UTC))
    save(str(folder / BODY), body.encode())
    save(str(folder / RESULT), (json.dumps(result, indent=2) + "\n").encode())
    print(f"{result['score']} of {result['max-score']}")
