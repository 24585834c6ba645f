"""What `check --lines` prints below the report, for editors."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.assignment import Assignment
from autograder.cli.console import encodable, print_whole
from autograder.report import Report
from autograder.reports import lines


def print_failure_lines(report: Report, assignment: Assignment, folder: Path) -> None:
    """Print each failure as FILE:LINE: MESSAGE; `folder` has the student's files."""
    paths = [folder / name for name in assignment.files]
    texts = {path.name: path.read_text("utf-8-sig", "replace") for path in paths if path.is_file()}
    print_whole(encodable("\n" + lines.render(report, texts), sys.stdout))
