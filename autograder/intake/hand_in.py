"""The zip that a student hands in: the expected files, and the student's own tests."""

from __future__ import annotations

import contextlib
from pathlib import Path

from autograder.assignment import Assignment
from autograder.intake.intake import list_submission, read_file, unusable_reason
from autograder.intake.listing import MAX_FILE_BYTES, IntakeError, no_expected_files
from autograder.intake.readiness import is_test_file


def files_to_hand_in(assignment: Assignment, path: Path) -> tuple[dict[str, bytes], list[str]]:
    """Return the files to hand in by name, and why expected ones are not among them.

    These are the files that `grade` would use, and test files next to them.

    Raises:
        IntakeError: none of the expected files is there, or the path cannot be read.
    """
    listing = list_submission(assignment, path)
    if not listing.has_expected_files:
        raise IntakeError(no_expected_files(listing, assignment.files))
    files, faults = {}, []
    for name in assignment.files:
        if reason := unusable_reason(listing, name, assignment.files):
            faults.append(reason)
        if name in listing.contents:
            files[name] = listing.contents[name]
    for name in sorted(listing.files if path.is_dir() else ()):
        if is_test_file(name) and name not in (*assignment.files, *assignment.provided):
            with contextlib.suppress(IntakeError, OSError):
                files[name] = read_file(path / name, MAX_FILE_BYTES)
    return files, faults
