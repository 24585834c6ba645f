"""What to grade: the tests of an assignment, and a submission to run them on."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from autograder.assignment import Assignment, Part
from autograder.program_cases import Case
from autograder.report import GraderError

OTHER_HASH_SEED = 1
"""Gives sets of texts another order than the one in which submissions are graded."""


class CollectionError(GraderError):
    """The tests could not be collected, so no submission can be graded."""


Returned = frozenset[tuple[str, str]]
"""What was called, and the class of an object that it returned, for all calls of a test."""


@dataclass(frozen=True)
class ChosenTests:
    """The tests of an assignment to run on a submission, and how to run them.

    `parts` are those whose tests are collected (default: all), `secret` the cases for hidden tests,
    which run only if `hidden`. `lenient` compares outputs word by word. With `confined`, a
    submission that cannot be confined is refused. `measure` is that of
    `sandbox.clock.TimeSpent`.
    """

    assignment: Assignment
    parts: Sequence[Part] = ()
    secret: Sequence[Case] = ()
    hidden: bool = True
    lenient: bool = False
    confined: bool = True
    measure: Callable[[str, float], None] | None = None

    @property
    def chosen_parts(self) -> Sequence[Part]:
        return self.parts or self.assignment.parts

    @property
    def test_files(self) -> list[Path]:
        """The files of tests in order, by absolute paths."""
        hidden = [self.assignment.hidden_tests] if self.hidden else []
        folders = [self.assignment.public_tests, *hidden]
        names = [f"test_{part.name}.py" for part in self.chosen_parts]
        paths = [Path(os.path.abspath(folder / name)) for folder in folders for name in names]
        return [path for path in paths if path.is_file()]


class Recorded(Enum):
    """What is recorded of the calls of failing tests."""

    NOTHING = 0
    LINES = 1
    """The values that lines had."""
    STEPS = 2
    """And each line that ran, in order."""


@dataclass(frozen=True)
class GradingRequest:
    """A submission, and which of the collected tests to run on it.

    `box` has the student's files and the provided ones. `unusable` maps files of the student's
    that are not in it to the reason, `renamed` those that had another name to that name.
    `ungraded` are the names of Python files that were beside them.
    `parts` are those to grade, of those whose tests are collected; by default all of these.
    With a `retry`, a part stops at its first timeout; that is the command that tries all of its
    tests, with {part} for the part. With `exit_first`, grading ends at the first failed test,
    and the report has only parts with results. One that is `expected_to_fail` soon gets the
    last tests first, since authors begin with what is obvious, and no spare workers. One that is
    `tolerant` of faults in tests ends only a test that cannot be set up, and its report lacks parts
    without results. What it `records` is shown with failures; without anything, grading is faster.
    `hash_seed` is that of `sandbox.backend.Settings`. `returned` has for tests, by their node ids,
    which calls return objects with the reference; grading adds what it finds. A test may make
    `max_requests`, by default `calls.MAX_REQUESTS`.
    """

    box: Path
    unusable: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    ungraded: Sequence[str] = ()
    parts: Sequence[Part] = ()
    retry: str = ""
    exit_first: bool = False
    expected_to_fail: bool = False
    tolerant: bool = False
    records: Recorded = Recorded.LINES
    returned: dict[str, Returned] = field(default_factory=dict)
    hash_seed: int = 0
    max_requests: int | None = None
