"""The possible outcomes of a test, and the report on one graded submission."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from autograder.safetext import MAX_PRINTABLE, odd_letter, printable_line, sanitized

if TYPE_CHECKING:
    from autograder.provenance import Provenance


UNTRIED = "not tried after a test that timed out"
"""Begins the message of tests that were left out because of a timeout."""


class GraderError(Exception):
    """The grader itself failed; the submission is not at fault."""


class Outcome(StrEnum):
    PASS = "pass"
    WRONG = "wrong"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    NOT_DEFINED = "not_defined"
    NOT_RUN = "not_run"
    GRADER_ERROR = "grader_error"


class Audience(StrEnum):
    """The readers of a report."""

    INSTRUCTOR = "instructor"
    STUDENT = "student"


@dataclass(frozen=True)
class Place:
    """A line of the submission, and the plain values of its function's local variables."""

    file: str
    line: int
    function: str
    source: str = ""
    locals: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make all text from the submission printable: here, and nowhere before."""
        texts = {name: sanitized(getattr(self, name)) for name in ("file", "function", "source")}
        values = {sanitized(name): sanitized(value) for name, value in self.locals.items()}
        vars(self).update(texts, locals=values)


@dataclass(frozen=True)
class Detail:
    """Why a test did not pass.

    Details that are `alike` and have the same message report one mistake, whatever the call was.
    """

    message: str
    call: str = ""
    arguments: dict[str, str] = field(default_factory=dict)
    returned: str = ""
    expected: str = ""
    difference: str = ""
    place: Place | None = None
    printed: str = ""
    alike: bool = False

    def __post_init__(self) -> None:
        """Make all text from the submission printable: here, and nowhere before."""
        names = ("call", "returned", "expected", "difference", "printed")
        texts = {name: sanitized(getattr(self, name), MAX_PRINTABLE, lines=True) for name in names}
        arguments = {
            sanitized(name): sanitized(text, MAX_PRINTABLE, lines=True)
            for name, text in self.arguments.items()
        }
        message = sanitized(self.message, MAX_PRINTABLE)
        vars(self).update(texts, arguments=arguments, message=message)


@dataclass(frozen=True)
class TestResult:
    """One test: `says` is the sentence that a student reads, `seconds` its wall time.

    A row of a test's table is at the end of both: `test_double[7-3]`, `double works: 7-3`.
    """

    __test__ = False

    name: str
    says: str
    outcome: Outcome
    hidden: bool
    seconds: float
    detail: Detail | None = None

    @property
    def is_untried(self) -> bool:
        """Was it left out because of a timeout?"""
        return bool(self.detail and self.detail.message.startswith(UNTRIED))

    @property
    def counts_as_passed(self) -> bool:
        """An error of the grader never costs a mark."""
        return self.outcome in (Outcome.PASS, Outcome.GRADER_ERROR)

    @property
    def row(self) -> str:
        """The row of the test's table; empty for a test without one."""
        return self.name.partition("[")[2].removesuffix("]")

    @property
    def sample_case(self) -> str:
        """The sample case on which a program failed; empty for any other test."""
        is_run = self.detail is not None and self.detail.call.endswith(f" < {self.row}.in")
        return self.row if is_run and not self.hidden else ""

    @property
    def sentence(self) -> str:
        """`says` without the row."""
        return self.says.removesuffix(f": {self.row}")

    def for_students(self) -> TestResult:
        """Reduce a hidden test to its sentence and its outcome.

        Rows are left out since pytest names them by their arguments, seconds since a submission
        can encode the arguments in them.
        """
        if not self.hidden:
            return self
        name = self.name.partition("[")[0]
        return TestResult(name, self.sentence, self.outcome, self.hidden, seconds=0.0)


@dataclass(frozen=True)
class PartResult:
    """One part of an assignment, with the tests that were run for it.

    `needs` are the names of the parts that it calls.
    """

    name: str
    title: str
    points: float
    tests: tuple[TestResult, ...]
    all_or_nothing: bool = False
    hint: str = ""
    needs: tuple[str, ...] = ()

    @property
    def passed(self) -> int:
        return sum(test.counts_as_passed for test in self.tests)

    @property
    def total(self) -> int:
        return len(self.tests)

    @property
    def earned(self) -> float:
        if self.passed == self.total:
            return float(self.points)
        if self.all_or_nothing:
            return 0.0
        return round(self.points * self.passed / self.total, 2)

    @property
    def keys(self) -> list[str]:
        """Return a key for each test, unique in the report and the same for both audiences.

        The rows of a test are numbered.
        """
        functions = [
            f"{self.name}/{'hidden' if test.hidden else 'public'}/{test.name.partition('[')[0]}"
            for test in self.tests
        ]
        rows, seen, keys = Counter(functions), Counter[str](), []
        for function in functions:
            seen[function] += 1
            keys.append(f"{function}/{seen[function]}" if rows[function] > 1 else function)
        return keys

    def for_students(self) -> PartResult:
        return replace(self, tests=tuple(test.for_students() for test in self.tests))


@dataclass(frozen=True)
class ByHand:
    """A rubric item, marked by a person. `advice` is for that person and does not affect points."""

    name: str
    points: float
    says: str
    advice: str = ""


@dataclass(frozen=True)
class Report:
    """The points of one submission and the reasons for them.

    `problems` are faults of whole files: missing, misnamed, not loadable, or tests that fail with
    correct functions; and a function that keeps something between calls. `confinement` lists the
    mechanisms that confined the submission while it ran. The `provenance` is missing in reports on
    parts that are shown while the others are graded.
    """

    assignment: str
    submission: str
    parts: tuple[PartResult, ...]
    by_hand: tuple[ByHand, ...]
    problems: tuple[str, ...]
    confinement: dict[str, str]
    audience: Audience = Audience.INSTRUCTOR
    provenance: Provenance | None = None

    def for_students(self) -> Report:
        """Return the report for students: hidden tests are reduced, advice is left out.

        Every rendering for students starts from it, so that none has to filter.
        """
        parts = tuple(part.for_students() for part in self.parts)
        by_hand = tuple(replace(item, advice="") for item in self.by_hand)
        origin = self.provenance.for_students() if self.provenance else None
        return replace(
            self,
            parts=parts,
            by_hand=by_hand,
            audience=Audience.STUDENT,
            provenance=origin,
        )

    @property
    def score(self) -> float:
        return round(sum(part.earned for part in self.parts), 2)

    @property
    def out_of(self) -> float:
        """The points that the grader can give; the rest is in `by_hand`."""
        return round(float(sum(part.points for part in self.parts)), 6)

    @property
    def confined(self) -> bool:
        return self.confinement["files"] != "none"

    @property
    def grader_errors(self) -> list[TestResult]:
        return [
            test
            for part in self.parts
            for test in part.tests
            if test.outcome is Outcome.GRADER_ERROR
        ]


def read_as(name: str, other: str) -> str:
    """Say that an expected file has another name in the submission."""
    return f"{printable_line(other)}{odd_letter(other)} was read as {name}"
