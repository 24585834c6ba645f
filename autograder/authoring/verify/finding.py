"""A finding: a file, its fault, and the command or action that corrects it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import KIT, Assignment


@dataclass(frozen=True, order=True)
class AssignmentFinding:
    """A reason not to trust an assignment. `file` is relative to the kit."""

    file: str
    fault: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}: {self.fault}; {self.remedy}"


def finding(assignment: Assignment, path: Path, fault: str, remedy: str) -> AssignmentFinding:
    """Make a finding about a file or folder of an assignment's kit."""
    return AssignmentFinding(path.relative_to(assignment.kit).as_posix(), fault, remedy)


def from_error(assignment: Assignment, error: Exception, remedy: str) -> AssignmentFinding:
    """Make a finding of an error whose message begins with the path of a file, as `PATH: FAULT`."""
    message = str(error).removeprefix(f"{assignment.kit.as_posix()}/")
    file, colon, fault = message.partition(": ")
    if not colon:
        file, fault = assignment.folder.relative_to(assignment.kit).as_posix(), message
    return AssignmentFinding(file.replace("\\", "/"), fault, remedy)


def command(assignment: Assignment, *words: str) -> str:
    """Return a command for this assignment, as its author would type it."""
    kit = [] if assignment.kit in (KIT, Path.cwd()) else ["--kit", str(assignment.kit)]
    return f"run {shlex.join(['autograder', *words, *kit])}"
