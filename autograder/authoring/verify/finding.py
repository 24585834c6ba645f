"""A finding: a file, its fault, and the command or action that corrects it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.assignment import Assignment

MAX_NAMED = 3
"""How many tests or parts a finding names."""


@dataclass(frozen=True, order=True)
class AssignmentFinding:
    """A reason not to trust an assignment, or advice on it. `file` is relative to the kit.

    Advice is what an author may leave as it is: no grading is wrong for it, no secret is public,
    and no file is missing or broken. It is sorted last, and does not block a release.
    """

    advice: bool = field(default=False, kw_only=True)
    file: str
    fault: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}: {self.fault}; {self.remedy}"


def finding(
    assignment: Assignment, path: Path, fault: str, remedy: str, *, advice: bool = False
) -> AssignmentFinding:
    """Make a finding about a file or folder of an assignment's kit."""
    file = path.relative_to(assignment.kit).as_posix()
    return AssignmentFinding(file, fault, remedy, advice=advice)


def from_message(assignment: Assignment, message: str, remedy: str) -> AssignmentFinding:
    """Make a finding of a message that begins with the path of a file, as `PATH: FAULT`."""
    file, colon, fault = message.removeprefix(f"{assignment.kit}{os.sep}").partition(": ")
    if not colon:
        return finding(assignment, assignment.folder, message, remedy)
    return AssignmentFinding(file.replace(os.sep, "/"), fault, remedy)


def named(names: Sequence[str]) -> str:
    """List names, of many only the first few."""
    rest = [f"and {len(names) - MAX_NAMED} more"] if len(names) > MAX_NAMED else []
    return ", ".join([*names[:MAX_NAMED], *rest])
