"""Check that Python compiles the reference without a warning: students get most of its lines."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.verify.finding import AssignmentFinding, finding

# Python 3.11 deprecates what later versions warn about.
WARNINGS = (SyntaxWarning, DeprecationWarning)


def check_compiler_warnings(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find lines of the reference that Python warns about each time that it compiles the file."""
    for file in assignment.files:
        path = assignment.reference / file
        faults = {f"line {line}: Python warns: {text}" for line, text in _warnings_of(path)}
        remedy = "correct the line, since students would see the warning"
        for fault in sorted(faults):
            yield finding(assignment, path, fault, remedy, advice=True)


def _warnings_of(path: Path) -> list[tuple[int, str]]:
    """Return the lines and texts of the warnings; none if the file is not Python."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with contextlib.suppress(OSError, SyntaxError, ValueError):
            compile(path.read_bytes(), path.name, "exec", dont_inherit=True)
    return [(one.lineno, str(one.message)) for one in caught if issubclass(one.category, WARNINGS)]
