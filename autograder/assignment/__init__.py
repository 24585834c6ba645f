"""One assignment: its assignment.toml, and every path that follows from its name."""

from autograder.assignment.model import (
    KINDS,
    KIT,
    MAY_CHANGE,
    NO_ASSIGNMENTS,
    Assignment,
    AssignmentError,
    Figure,
    LatePolicy,
    Limits,
    Part,
    Rubric,
    is_named,
)
from autograder.assignment.read import load, names
from autograder.program_cases import Case, Program

__all__ = [
    "KINDS",
    "KIT",
    "MAY_CHANGE",
    "NO_ASSIGNMENTS",
    "Assignment",
    "AssignmentError",
    "Case",
    "Figure",
    "LatePolicy",
    "Limits",
    "Part",
    "Program",
    "Rubric",
    "is_named",
    "load",
    "names",
]
