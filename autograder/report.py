"""The possible outcomes of a test, and the report on one graded submission."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from autograder.safetext import MAX_PRINTABLE, odd_letter, printable_line, sanitized

if TYPE_CHECKING:
    from autograder.provenance import Provenance


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


class Kind(StrEnum):
    """What kind of failure a detail is about."""

    RETURNED = "returned"
    PRINTED = "printed"
    WROTE = "wrote"
    RAISED = "raised"
    STOPPED = "stopped"
    CHANGED = "changed"
    NOT_CHANGED = "not changed"
    NOT_FINISHED = "not finished"
    NOT_DEFINED = "not defined"
    NOT_WRITTEN = "not written"
    NOT_LOADED = "not loaded"
    NOT_TRIED = "not tried"
    OWN_TESTS = "own tests"
    FORBIDDEN = "forbidden"
    TEST = "test"
    GRADER = "grader"


@dataclass(frozen=True)
class Compared:
    """An expected line and the one that was printed, or written as `verb` says; or one of them."""

    expected: str | None
    found: str | None
    verb: str = "printed"

    def __post_init__(self) -> None:
        """Make all text from the submission printable: here, and nowhere before."""
        for name, text in vars(self).items():
            vars(self)[name] = None if text is None else sanitized(text, MAX_PRINTABLE)


@dataclass(frozen=True)
class Step:
    """A line of the submission that has run in the call of this number, and values on it.

    `values` are texts of the line with their values, `variables` those of them that are variables.
    A call `begins` with its parameters; `is_pass` begins a pass of a loop. Steps before one that is
    `after_gap` were left out.
    """

    file: str
    line: int
    function: str
    call: int
    values: tuple[tuple[str, str], ...]
    variables: tuple[str, ...] = ()
    begins: bool = False
    is_pass: bool = False
    after_gap: bool = False


@dataclass(frozen=True)
class Detail:
    """Why a test did not pass, as data; `message` is a sentence made from it.

    The `subject` is the function, program or file that the `fact` is about, `cause` what probably
    led to it. A test that stopped at an exception names its class, as `exception`; `case` is the
    case of a program. `after` are arguments after the call, `compared` the first lines that differ,
    `difference` says more of what differs, `hint` is the test's, `lines` are the values that lines
    of the code had, below a heading, and `line_places` their files and numbers. `common` is the
    fact without what differs between programs that fail alike.

    Details that are `alike` and have the same message report one mistake, whatever the call was.
    The `fault` is one of the grader's in explaining it: students do not see that. `steps` are those
    of the call, if they were asked for.
    """

    kind: Kind
    subject: str = ""
    fact: str = ""
    cause: str = ""
    call: str = ""
    case: str = ""
    arguments: dict[str, str] = field(default_factory=dict)
    returned: str = ""
    expected: str = ""
    after: dict[str, str] = field(default_factory=dict)
    compared: Compared | None = None
    difference: str = ""
    hint: str = ""
    lines: str = ""
    line_places: tuple[tuple[str, int], ...] = ()
    exception: str = ""
    common: str = ""
    place: Place | None = None
    printed: str = ""
    alike: bool = False
    fault: str = ""
    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        """Make all text from the submission printable: here, and nowhere before."""
        for name, value in vars(self).items():
            if type(value) is dict:
                vars(self)[name] = {
                    sanitized(key): sanitized(text, MAX_PRINTABLE, lines=True)
                    for key, text in value.items()
                }
            elif type(value) is str:
                is_text = name not in _OF_ONE_LINE
                vars(self)[name] = sanitized(value, MAX_PRINTABLE, lines=is_text)

    @property
    def said(self) -> str:
        """The sentence without its subject."""
        return "; ".join(filter(None, (self.fact, self.cause)))

    @property
    def message(self) -> str:
        """The sentence that a student reads."""
        return " ".join(filter(None, (self.subject, self.said)))

    @property
    def returned_label(self) -> str:
        """How `returned` is labelled: an attribute has a value, and returns nothing."""
        last = self.call.rpartition("\n")[2]
        is_attribute = " " not in last and last.rpartition(".")[2].isidentifier()
        return "value" if is_attribute else "returned"

    @property
    def with_place(self) -> str:
        """The sentence with the line that it is about, for where that is not shown below it."""
        place = self.place
        if not place:
            return self.message
        shows_it = self.kind is Kind.NOT_LOADED and place.source and not self.difference
        source = f": {place.source}" if shows_it else ""
        return f"{self.message} ({place.file}, line {place.line}{source})"


_OF_ONE_LINE = ("subject", "fact", "cause", "case", "exception", "common")


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
        """Whether the test was left out because of a timeout."""
        return bool(self.detail and self.detail.kind is Kind.NOT_TRIED)

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
        return self.detail.case if self.detail and not self.hidden else ""

    @property
    def sentence(self) -> str:
        """`says` without the row."""
        return self.says.removesuffix(f": {self.row}")

    def for_students(self) -> TestResult:
        """Reduce a hidden test to its sentence and its outcome, and leave out the grader's fault.

        Rows are left out since pytest names them by their arguments, seconds since a submission
        can encode the arguments in them.
        """
        if not self.hidden:
            detail = replace(self.detail, fault="") if self.detail else None
            return replace(self, detail=detail)
        name = self.name.partition("[")[0]
        return TestResult(name, self.sentence, self.outcome, self.hidden, seconds=0.0)


@dataclass(frozen=True)
class PartResult:
    """One part of an assignment, with the tests that were run for it.

    `needs` are the names of the parts that it calls. A part of a student's own tests is provisional
    if no hidden test tries these on more wrong functions.
    """

    name: str
    title: str
    points: float
    tests: tuple[TestResult, ...]
    all_or_nothing: bool = False
    hint: str = ""
    needs: tuple[str, ...] = ()
    is_provisional: bool = False

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
