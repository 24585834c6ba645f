"""How a class fails: students whose programs give the same answers are groups."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, AssignmentError, load
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
IN_BRACKETS = re.compile(r" \([\w.]+\.py, lines? [^():]*\)$")
"""Where it is in a student's file, at the end of a message."""
QUOTED_NAME = re.compile(r"(?<=\w )'(\w+)'")
MORE_THAN_FACT = re.compile(r"(;|\. Did you mean).*")
COMPARED = re.compile(r"^ *expected: (.*)\n *printed: +(.*)$", re.MULTILINE)


@dataclass
class Group:
    """Students who fail a test with one answer, or a part with the same answers to its tests.

    The `example` are the failing tests of the student with the best score, whose program has the
    fewest other mistakes.
    """

    students: list[str] = field(default_factory=list)
    misconceptions: Counter[str] = field(default_factory=Counter)
    example: Sequence[TestResult] = ()
    submission: int = 0
    score: float = -1.0

    def add(self, row: Mapping[str, Any], failing: Sequence[TestResult], known: str) -> None:
        """Add a student; `known` is the misconception that leads to these answers, or empty."""
        self.students.append(row["student"])
        self.misconceptions.update([known] if known else [])
        if row["score"] > self.score:
            self.score, self.submission, self.example = row["score"], row["submission"], failing

    @property
    def answer(self) -> str:
        """What the example did in its test."""
        return answer_of(self.example[0], shown=True)

    @property
    def behind(self) -> list[str]:
        """The misconceptions that lead to these answers, with how many have them if not all."""
        return [
            says if count == len(self.students) else f"{count} of them: {says}"
            for says, count in self.misconceptions.most_common()
        ]

    @property
    def answers(self) -> str:
        """What the example did in the first test of the part, and how many others fail, too."""
        first, more = self.example[0], len(self.example) - 1
        call = first.detail.call if first.detail and not first.detail.arguments else ""
        tried = call if 0 < len(call) <= MAX_SHOWN and "\n" not in call else first.sentence
        others = f"; {more} more {'test fails' if more == 1 else 'tests fail'}" if more else ""
        return f"{tried}: {self.answer}{others}"


@dataclass
class Failures:
    """How students fail a part, a test, or a row of its table, by what distinguishes groups."""

    says: str
    hidden: bool = False
    students: int = 0
    by_answer: dict[Hashable, Group] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        return sum(len(group.students) for group in self.by_answer.values())

    @property
    def groups(self) -> list[Group]:
        """The groups, the largest first."""
        return sorted(self.by_answer.values(), key=lambda group: -len(group.students))

    def group(self, answer: Hashable) -> Group:
        return self.by_answer.setdefault(answer, Group())


@dataclass
class ClassTest:
    """A test of a class, with the rows of its table, or one; `alone` fail no other test."""

    part: str
    rows: dict[str, Failures] = field(default_factory=dict)
    alone: int = 0

    @property
    def failing(self) -> list[Failures]:
        """The rows that students fail, first those that most fail."""
        return sorted((row for row in self.rows.values() if row.failed), key=lambda r: -r.failed)

    @property
    def worst(self) -> Failures:
        return self.failing[0]

    @property
    def marks(self) -> list[str]:
        """What is said of the test beside its sentence."""
        more = len(self.failing) - 1
        hidden = ["hidden"] if self.worst.hidden else []
        return [*hidden, *([f"{more} more like it"] if more else [])]

    @property
    def remarks(self) -> list[str]:
        """What may be unfair about it."""
        nobody = self.worst.failed == self.worst.students
        alone = f"{students_who(self.alone, 'passes', 'pass')} all other tests."
        return [*(["Nobody passes it."] * nobody), *([alone] if self.alone else [])]


@dataclass
class ClassPart(Failures):
    """A part of a class; `changed` counts who fail only because they changed an argument.

    `earned` are the points of all students together, `passed` their shares of its tests.
    """

    name: str = ""
    points: float = 0
    tests: dict[str, ClassTest] = field(default_factory=dict)
    changed: int = 0
    earned: float = 0
    passed: float = 0

    def add(
        self, row: Mapping[str, Any], part: PartResult, known: Mapping[str, str]
    ) -> list[ClassTest]:
        """Add what a student has answered; return the tests that fail."""
        self.students += 1
        self.earned += part.earned
        self.passed += part.passed / part.total
        misconception = known.get(pattern_of(part), "")
        failing: dict[str, str] = {}
        for test, key in zip(part.tests, part.keys, strict=True):
            tested = self.tests.setdefault(_function(key), ClassTest(self.says))
            answers = tested.rows.setdefault(key, Failures(test.says, test.hidden))
            answers.students += 1
            if not test.counts_as_passed:
                failing[key] = answer_of(test)
                answers.group(failing[key]).add(row, [test], misconception)
        if failing:
            group = self.group(misconception or tuple(failing.items()))
            tests = [test for test in part.tests if not test.counts_as_passed]
            group.add(row, tests, misconception)
            self.changed += set(failing.values()) == {CHANGED}
        return [self.tests[name] for name in dict.fromkeys(map(_function, failing))]

    @property
    def failing(self) -> list[ClassTest]:
        """The tests that students fail, first those that most fail."""
        failing = (test for test in self.tests.values() if test.failing)
        return sorted(failing, key=lambda test: -test.worst.failed)

    @property
    def mean(self) -> float:
        return self.earned / max(self.students, 1)

    @property
    def pass_rate(self) -> float:
        return self.passed / max(self.students, 1)

    @property
    def full_marks(self) -> int:
        return self.students - self.failed

    @property
    def passed_by_all(self) -> list[str]:
        tests = (test for test in self.tests.values() if not test.failing)
        return [next(iter(test.rows.values())).says for test in tests]

    @property
    def remarks(self) -> list[str]:
        """What may be unfair about it."""
        they = students_who(self.changed, "fails", "fail")
        why = f"{they} only because they changed an argument."
        many = len(self.passed_by_all)
        every = f"Everybody passes {many} of its {len(self.tests)} tests."
        return [*([why] if self.changed else []), *([every] if many else [])]


def _function(key: str) -> str:
    """Return the key of a test without the number of its row."""
    return "/".join(key.split("/")[:3])


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
    if not value or (shown and is_long):
        return said if shown else f"{said}\n{value or detail.difference}"
    return f"{verb} {value}{f' instead of {expected}' if expected else ''}"


def _crash(said: str, place: Place | None, *, shown: bool) -> str:
    """Return how a program crashed, without names in its own line: they are the student's."""
    source = place.source if place else ""
    own = set(re.findall(r"\w+", source))
    fact = MORE_THAN_FACT.sub("", said)
    text = QUOTED_NAME.sub(lambda m: "…" if m[1] in own else m[0], fact)
    return f"{text}, as in `{printable_line(source, MAX_SHOWN)}`" if shown and source else text


def class_assignment(name: str, kit: Path) -> Assignment | None:
    """Return the assignment of a results file, if the kit has it."""
    try:
        return load(name, kit.absolute())
    except AssignmentError:
        return None


def no_misconceptions(name: str) -> str:
    """Say why no misconceptions are named."""
    return f"No misconceptions are named: this kit has no {name}; name its kit: --kit DIR"


def class_answers(results: Results, assignment: Assignment | None) -> list[ClassPart]:
    """Return how each part fails; with the assignment, misconceptions are named."""
    known = read_misconceptions(assignment) if assignment else {}
    about = json.loads(results.course()["parts"])
    parts = {
        part["name"]: ClassPart(
            part["title"] or part["name"], name=part["name"], points=part["points"]
        )
        for part in about
    }
    query = """SELECT student, submission, score, report
        FROM scores JOIN reports USING (grading) ORDER BY student"""
    for row in results.connection.execute(query):  # One at a time: they are large.
        failing = [
            test
            for part in read_report(json.loads(row["report"])).parts
            if part.name in parts
            for test in parts[part.name].add(row, part, known.get(part.name, {}))
        ]
        if len(failing) == 1:
            failing[0].alone += 1
    return list(parts.values())


def students_who(count: int, one: str, many: str) -> str:
    """Return the beginning of a sentence about some students, with its verb."""
    return f"{number_of_students(count)} {one if count == 1 else many}"


def number_of_students(count: int) -> str:
    return "1 student" if count == 1 else f"{count} students"
