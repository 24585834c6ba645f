"""How a class fails: students whose programs give the same answers are groups."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.assignment import Assignment
from autograder.course.results import Results
from autograder.report import Outcome, PartResult, Place, TestResult
from autograder.reports.json import read_report
from autograder.reports.lines import called_name
from autograder.reports.misconceptions import pattern_of, read_misconceptions
from autograder.reports.text import WORDS
from autograder.safetext import printable_line

MAX_SHOWN = 60
"""The longest call, value or line that is shown; longer ones are described."""
CHANGED = "changed its argument"
ONLY_CHANGED = re.compile(r"(returned the right value, but )?changed .*: work on a copy")
IN_BRACKETS = re.compile(r" \([\w.]+\.py, lines? [^():]*\)")
"""Where something is in a student's file."""
QUOTED_NAME = re.compile(r"(?<=\w )'(\w+)'")
MORE_THAN_FACT = re.compile(r"(;|\. Did you mean).*")
COUNT_OR_NAMES = re.compile(r"\d+ times|(?<=yours takes )(\d+): .*")
"""Of calls without end, and of parameters: they differ between programs that fail alike."""
COMPARED = re.compile(r"^ *expected: (.*)\n *printed: +(.*)$", re.MULTILINE)


@dataclass
class Group:
    """Students whose programs give the same answers to the tests of a part, or rows of a test.

    The `example` are the failing tests of its `owner`, the student with the best score, whose
    program has the fewest other mistakes.
    """

    students: list[str] = field(default_factory=list)
    misconceptions: Counter[str] = field(default_factory=Counter)
    example: Sequence[TestResult] = ()
    owner: str = ""
    submission: int = 0
    score: float = -1.0

    def add(self, row: Mapping[str, Any], failing: Sequence[TestResult], known: str) -> None:
        """Add a student; `known` is the misconception that leads to these answers, or empty."""
        self.students.append(row["student"])
        self.misconceptions.update([known] if known else [])
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
        """What the example did in the first test that it fails, and how many more it fails."""
        first, more = self.example[0], len(self.example) - 1
        detail, answer = first.detail, answer_of(first, shown=True)
        if not detail or detail.call:
            is_short = detail and not detail.arguments and len(detail.call) <= MAX_SHOWN
            call = detail.call if detail and is_short and "\n" not in detail.call else ""
            answer = f"{call or first.says}: {answer}"
        fail = "test fails" if more == 1 else "tests fail"
        return f"{answer}; {more} more {fail}" if more else answer


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
    """A part of a class; `changed` counts who fail only because they changed an argument."""

    name: str = ""
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
    return [f"{number_of_students(count)} {one if count == 1 else many}."] if count else []


def answer_of(test: TestResult, *, shown: bool = False) -> str:
    """Return in words what a program did in a test, the same for all that fail it alike.

    If it is to be `shown`, values that are too long for that are described instead.
    """
    detail = test.detail
    if not detail:
        return WORDS[test.outcome]
    name = called_name(detail.call)
    said = IN_BRACKETS.sub("", detail.message)
    said = re.sub(rf"^[\w.]*\b{re.escape(name)} ", "", said) if name else said
    if ONLY_CHANGED.match(said):
        return CHANGED
    if test.outcome is Outcome.CRASHED:
        return _crash(said, detail.place, shown=shown)
    if test.outcome is not Outcome.WRONG:
        return said if shown else WORDS[test.outcome]
    verb, value, expected = "returned", detail.returned, detail.expected
    if not value and (compared := COMPARED.search(detail.difference)):
        verb, expected, value = "printed", *compared.groups()
    is_long = max(len(value), len(expected)) > MAX_SHOWN or "\n" in value + expected
    if not shown and not value:
        return f"{MORE_THAN_FACT.sub('', said)}\n{detail.difference}"
    if not value or (shown and is_long):
        how = detail.difference.partition("\n")[0].rstrip(":")
        return f"{said}: {how}" if how else said
    return f"{verb} {value}{f' instead of {expected}' if expected else ''}"


def _crash(said: str, place: Place | None, *, shown: bool) -> str:
    """Return how a program crashed, without names in its own line: they are the student's."""
    source = place.source if place else ""
    own = set(re.findall(r"\w+", source))
    fact = MORE_THAN_FACT.sub("", said)
    text = QUOTED_NAME.sub(lambda m: "…" if m[1] in own else m[0], fact)
    text = text if shown else COUNT_OR_NAMES.sub(r"\1", text)
    return f"{text}, as in `{printable_line(source, MAX_SHOWN)}`" if shown and source else text


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
    return list(parts.values())


def number_of_students(count: int) -> str:
    return "1 student" if count == 1 else f"{count} students"
