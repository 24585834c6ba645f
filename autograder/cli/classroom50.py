"""Check a submission on Classroom 50, in the student's checkout, with the public tests only.

Files there can be read by everybody, so nothing else is in the bundle. There, any exit status but 0
means that the grader failed.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from autograder.assignment import KIT, load, names
from autograder.cli.grade import run
from autograder.intake.entries import IntakeError
from autograder.reports.classroom50 import as_markdown, as_result, fenced
from autograder.saving import save

RESULT, BODY = "result.json", "release-body.md"


def check_checkout(folder: Path) -> None:
    """Write result.json and release-body.md for the files in a folder."""
    for name in (RESULT, BODY):  # The student's own may be links.
        (folder / name).unlink(missing_ok=True)
    [name] = names(KIT)
    assignment = load(name)
    try:
        report = run(assignment, folder, hidden=False, confined=False).for_students()
        body = as_markdown(assignment, report)
    except IntakeError as error:
        report, body = None, f"# {assignment.title}\n\n{fenced(str(error))}\n"
    result = as_result(assignment, report, os.environ, datetime.now(UTC))
    save(str(folder / BODY), body.encode())
    save(str(folder / RESULT), (json.dumps(result, indent=2) + "\n").encode())
    print(f"{result['score']} of {result['max-score']}")
