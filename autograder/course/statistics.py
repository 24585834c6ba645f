"""What a class has scored, and how it fails: students with the same answers are a group."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.results import Results
from autograder.report import Detail, Kind, Outcome, PartResult, TestResult
from autograder.reports import text
from autograder.reports.json import read_report
from autograder.reports.misconceptions import pattern_of, read_misconceptions
from autograder.safetext import last_line, printable_line
from autograder.sentences import conjugated, counted

BAR_WIDTH = 40
GROUP_BAR_WIDTH = 16
MAX_TESTS = 10
MAX_GROUPS = 5
MAX_SHOWN = 60
"""The longest call, value or line that is shown; longer ones are described."""
CHANGED = "changed its argument"


@dataclass
class Group:
    """Students whose programs give the same answers to the tests of a part, or rows of a test.

    The `example` are the failing tests of its `owner`, the student with the best score, whose
    program has the fewest other mistakes. `facts` and `causes` are those of all students' first
    failing tests.
    """

    students: list[str] = field(default_factory=list)
    facts: set[str] = field(default_factory=set)
    causes: set[str] = field(default_factory=set)
    misconceptions: Counter[str] = field(default_factory=Counter)
    example: Sequence[TestResult] = ()
    owner: str = ""
    submission: int = 0
    score: float = -1.0

    def add(self, row: Mapping[str, Any], failing: Sequence[TestResult], known: str) -> None:
        """Add a student; `known` is the misconception that leads to these answers, or empty."""
        self.students.append(row["student"])
        self.misconceptions.update([known] if known else [])
        if detail := failing[0].detail:
            self.facts.add(detail.fact)
            self.causes.add(detail.cause)
        if row["score"] > self.score:
            self.score, self.submission, self.example = row["score"], row["submission"], failing
            self.owner = row["student"]

    @property
    def behind(self) -> list[str]:
        """The misconceptions that lead to these answers, with how many have them if not all."""
        return [
            says if count == len(self.students) else f"{count} of them: {says}"
            for says, count in self.misconceptions.most_common()
        ]

    @property
    def answers(self) -> str:
        """What the example did in the first test that it fails, and how many more it fails.

        A fact or a cause that not all have is left out.
        """
        first, more = self.example[0], len(self.example) - 1
        if detail := first.detail:
            fact = detail.fact if len(self.facts) == 1 else _common_fact(first, detail)
            cause = detail.cause if len(self.causes) == 1 else ""
            first = replace(first, detail=replace(detail, fact=fact, cause=cause))
        answer = answer_of(first, shown=True)
        if not detail or detail.call:
            is_short = detail and not detail.arguments and len(detail.call) <= MAX_SHOWN
            call = detail.call if detail and is_short and "\n" not in detail.call else ""
            answer = f"{call or first.says}: {answer}"
        fail = f"{counted(more, 'more test')} {conjugated(more, 'fail')}"
        return f"{answer}; {fail}" if more else answer


@dataclass
class Failures:
    """How students fail a part, or a test, whose rows are one; `alone` fail no other test."""

    says: str
    hidden: bool = False
    students: int = 0
    alone: int = 0
    by_answers: dict[Hashable, Group] = field(default_factory=dict)

    def add(
        self,
        row: Mapping[str, Any],
        tests: Sequence[TestResult],
        known: str,
        *,
        merged: bool = False,
    ) -> bool:
        """Add a student's results; return whether one is a failure.

        If `merged`, all who have a known misconception are a group.
        """
        self.students += 1
        if failing := [test for test in tests if not test.counts_as_passed]:
            answers = tuple((test.name, answer_of(test)) for test in failing)
            group = self.by_answers.setdefault((merged and known) or answers, Group())
            group.add(row, failing, known)
        return bool(failing)

    @property
    def failed(self) -> int:
        return sum(len(group.students) for group in self.by_answers.values())

    @property
    def groups(self) -> list[Group]:
        """The groups, the largest first."""
        return sorted(self.by_answers.values(), key=lambda group: -len(group.students))

    def answers_of(self, group: Group) -> str:
        """Return what a group did; a test's own sentence is not repeated."""
        return group.answers.removeprefix(f"{self.says}: ")

    @property
    def remarks(self) -> list[str]:
        """What may be unfair about a test."""
        none = ["No student passes it."] if self.failed == self.students else []
        return [*none, *_about(self.alone, "passes all other tests", "pass all other tests")]


@dataclass
class ClassPart(Failures):
    """A part of a class; `changed` counts who fail only because they changed an argument.

    `rate` is its row of `part_pass_rates`: until all are graded again, the one with most students
    if its points have changed.
    """

    name: str = ""
    rate: Mapping[str, Any] = field(default_factory=dict)
    tests: dict[str, Failures] = field(default_factory=dict)
    changed: int = 0

    def add_part(
        self, row: Mapping[str, Any], part: PartResult, known: Mapping[str, str]
    ) -> list[Failures]:
        """Add a student's results; return the tests that fail."""
        misconception = known.get(pattern_of(part), "")
        if self.add(row, part.tests, misconception, merged=True):
            failing = (test for test in part.tests if not test.counts_as_passed)
            self.changed += {*map(answer_of, failing)} == {CHANGED}
        rows: dict[str, list[TestResult]] = {}
        for test, key in zip(part.tests, part.keys, strict=True):
            rows.setdefault("/".join(key.split("/")[:3]), []).append(test)
        for key, tests in rows.items():
            self.tests.setdefault(key, Failures(tests[0].sentence, tests[0].hidden))
        return [self.tests[k] for k in rows if self.tests[k].add(row, rows[k], misconception)]

    @property
    def failing(self) -> list[Failures]:
        """The tests that students fail, first those that most fail."""
        failing = (test for test in self.tests.values() if test.failed)
        return sorted(failing, key=lambda test: -test.failed)

    @property
    def passed_by_all(self) -> list[str]:
        return [test.says for test in self.tests.values() if not test.failed]

    @property
    def remarks(self) -> list[str]:
        """What may be unfair about the part."""
        why = "only because they changed an argument"
        many = len(self.passed_by_all)
        every = f"All students pass {many} of its {len(self.tests)} tests."
        return [*_about(self.changed, f"fails {why}", f"fail {why}"), *([every] if many else [])]


def _about(count: int, one: str, many: str) -> list[str]:
    """Return what is said of some students, if there are any."""
    return [f"{counted(count, 'student')} {one if count == 1 else many}."] if count else []


def answer_of(test: TestResult, *, shown: bool = False) -> str:
    """Return in words what a program did in a test, the same for all that fail it alike.

    If it is to be `shown`, values that are too long for that are described instead.
    """
    detail = test.detail
    if not detail:
        return text.WORDS[test.outcome]
    if detail.kind is Kind.CHANGED and detail.alike:
        return CHANGED
    if test.outcome is Outcome.CRASHED:
        return _crash(detail, shown=shown)
    if test.outcome is not Outcome.WRONG:
        has_file = test.outcome in (Outcome.NOT_RUN, Outcome.NOT_DEFINED)
        subject = [detail.subject] if has_file and detail.subject else []
        return " ".join([*subject, detail.said if shown else _common_fact(test, detail)])
    verb, value, expected = detail.returned_label, detail.returned, detail.expected
    if not value and (both := detail.compared):
        verb, value, expected = both.verb, both.found or "", both.expected or ""
    is_long = max(len(value), len(expected)) > MAX_SHOWN or "\n" in value + expected
    if not shown and not value:
        return "\n".join([detail.common or detail.fact, *detail.after.values(), expected])
    if not value or (shown and is_long):
        how = detail.difference.partition("\n")[0].rstrip(":")
        return f"{detail.said}: {how}" if how else detail.said
    return f"{verb} {value}{f' instead of {expected}' if expected else ''}"


def _common_fact(test: TestResult, detail: Detail) -> str:
    """Return the fact without what differs between programs that fail alike."""
    is_limit = test.outcome in (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)
    return detail.common or (text.WORDS[test.outcome] if is_limit else detail.fact)


def _crash(detail: Detail, *, shown: bool) -> str:
    """Return how a program crashed, without names in its own line: they are the student's."""
    source = detail.place.source if detail.place else ""
    fact = detail.common or detail.fact
    return f"{fact}, as in `{printable_line(source, MAX_SHOWN)}`" if shown and source else fact


def class_answers(results: Results, assignment: Assignment | None) -> list[ClassPart]:
    """Return how each part fails; with the assignment, misconceptions are named."""
    known = read_misconceptions(assignment) if assignment else {}
    about = json.loads(results.course()["parts"])
    parts = {p["name"]: ClassPart(p["title"] or p["name"], name=p["name"]) for p in about}
    query = """SELECT student, submission, score, report
        FROM scores JOIN reports USING (grading) ORDER BY student"""
    for row in results.connection.execute(query):  # One at a time: they are large.
        failing = [
            test
            for part in read_report(json.loads(row["report"])).parts
            if part.name in parts
            for test in parts[part.name].add_part(row, part, known.get(part.name, {}))
        ]
        if len(failing) == 1:
            failing[0].alone += 1
    for rate in results.rows("SELECT * FROM part_pass_rates ORDER BY students"):
        if rate["part"] in parts:
            parts[rate["part"]].rate = dict(rate)
    return [part for part in parts.values() if part.rate]


@dataclass(frozen=True)
class ClassFigures:
    """What a class has scored, in `tenths` of the points and full marks, and how its parts fail."""

    name: str
    title: str
    assignment: Assignment | None
    counts: Sequence[str]
    scores: Sequence[float]
    out_of: float
    tenths: Sequence[tuple[str, int]]
    parts: Sequence[ClassPart]

    @property
    def missing(self) -> str:
        """Why no misconceptions are named."""
        missing = f"this kit has no {self.name}; name its kit: --kit DIR"
        return "" if self.assignment else f"No misconceptions are named: {missing}"


def class_assignment(results: Results, kit: Path) -> Assignment | None:
    """Return the assignment of a class, if the kit has it."""
    try:
        return load(results.course()["assignment"], kit)
    except AssignmentError:
        return None


def class_figures(results: Results, kit: Path) -> ClassFigures:
    """Return the figures of a class; misconceptions are named if the kit has the assignment.

    Until all are graded again, scores can be out of different points, so they count as shares.
    """
    course, assignment = results.course(), class_assignment(results, kit)
    rows = results.rows("SELECT status, score, out_of FROM scores")
    statuses = Counter(row["status"] for row in rows)
    scored = [row for row in rows if row["score"] is not None]
    out_of = max((row["out_of"] for row in scored), default=0)
    tenths = Counter(
        min(int(10 * row["score"] / row["out_of"]), 10) for row in scored if row["out_of"]
    )
    labels = [f"{out_of * tenth / 10:g}{' ' if tenth == 10 else '+'}" for tenth in range(11)]
    return ClassFigures(
        course["assignment"],
        course["title"] or course["assignment"],
        assignment,
        [counted(len(rows), "student"), *(f"{n} {s}" for s, n in statuses.most_common())],
        [row["score"] for row in scored],
        out_of,
        [(label, tenths[n]) for n, label in enumerate(labels)] if out_of else [],
        class_answers(results, assignment),
    )


def student_lines(results: Results, name: str) -> list[str]:
    """Return the report of a student, or why there is none."""
    [row] = results.rows(
        """SELECT scores.*, notes FROM scores LEFT JOIN submissions ON id = submission
        WHERE student = ?""",
        results.find_student(name),
    )
    about = [row["student"], row["name"], row["status"], row["submitted"] or ""]
    lines = ["  ".join(printable_line(word) for word in about if word)]
    lines += ["late, as the platform has marked it"] if row["late"] else []
    lines += [printable_line(note) for note in json.loads(row["notes"] or "[]")]
    lines += [printable_line(last_line(row["message"]))] if row["message"] else []
    if table := results.report(row["submission"]):
        command = results.command("report", "--to", "FOLDER")
        lines += ["", text.render(read_report(table), command).rstrip()]
    return lines


def class_lines(results: Results, kit: Path) -> list[str]:
    """Return the scores of a class, its parts, and how these and their tests fail.

    Misconceptions are named if the kit knows those of the assignment.
    """
    figures = class_figures(results, kit)
    lines = [f"{figures.name}: {figures.counts[0]}: {', '.join(figures.counts[1:])}"]
    if not figures.scores:
        return lines
    if figures.tenths:
        lines += ["", f"Scores (of {figures.out_of:g})"]
    for label, count in figures.tenths:
        bar = "█" * -(-BAR_WIDTH * count // max(count for _, count in figures.tenths))
        lines.append(f"  {label:>8} {count:5}  {bar}".rstrip())
    lines += ["", "Parts"]
    width = max([28, *(len(printable_line(part.says)) for part in figures.parts)])
    for part in figures.parts:
        lines.append(
            f"  {printable_line(part.says):{width}}{part.rate['mean_earned']:7.2f} of "
            f"{part.rate['points']:<5g}{part.rate['pass_rate']:8.1%} of tests pass, "
            f"{part.rate['full_marks']} with full marks"
        )
    lines += ["", figures.missing] if figures.missing else []
    parts = [part for part in figures.parts if part.failed]
    lines += ["", "How parts fail: programs with the same answers"] if parts else []
    lines += [line for part in parts for line in _failures(part)]
    tests = [test for part in parts for test in part.failing]
    lines += ["", "Tests that fail most"] if tests else []
    tests.sort(key=lambda test: -test.failed)
    return [*lines, *(line for test in tests[:MAX_TESTS] for line in _failures(test))]


def _failures(failures: Failures) -> Iterator[str]:
    """Yield how a part or a test fails: what may be unfair, its largest groups, and the others."""
    begin = f"  {failures.failed:5} of {failures.students}  "
    yield f"{begin}{printable_line(failures.says)}{' (hidden)' if failures.hidden else ''}"
    yield from (f"{'':{len(begin)}}{remark}" for remark in failures.remarks)
    groups = failures.groups
    shown = MAX_GROUPS if len(groups) > MAX_GROUPS + 1 else len(groups)
    for group in groups[:shown]:
        count = len(group.students)
        bar = "█" * -(-GROUP_BAR_WIDTH * count // failures.failed)
        answers = printable_line(failures.answers_of(group))
        yield f"    {count:5}  {bar:{GROUP_BAR_WIDTH}}  {answers}"
        yield from (f"{'':{GROUP_BAR_WIDTH + 13}}{printable_line(each)}" for each in group.behind)
    if more := groups[shown:]:
        count = sum(len(group.students) for group in more)
        yield f"    {count:5}  {'':{GROUP_BAR_WIDTH}}  in {len(more)} more groups"
