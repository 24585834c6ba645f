"""Grade mutants in parallel, each in a process of its own, and describe those that survive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.assignment.read import read_toml
from autograder.authoring.mutants.mutant import Mutant, mutants_of, sample
from autograder.judge.grading import reference_box
from autograder.judge.grading_server import (
    GradingServer,
    grade_own,
    grading_servers,
    own_tests,
    usable_processors,
)
from autograder.judge.request import GradingRequest
from autograder.report import Outcome, TestResult

FILE = "equivalent.toml"
"""Lists mutants that are as correct as the reference: for each function, for the lines that are
replaced, the lines that replace them."""
PUBLIC_GOAL = 0.95
"""The share of mutants that public tests alone should catch."""
Equivalents = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True)
class Fate:
    """Do public tests catch a mutant, or do any tests?"""

    by_public: bool
    by_any: bool


@dataclass
class MutantResults:
    """What happened to an assignment's mutants.

    `noted` counts those in equivalent.toml, which are not graded; `unmatched` has a line for each
    of its entries that no mutant matches.
    """

    assignment: Assignment
    noted: int = 0
    unmatched: list[str] = field(default_factory=list)
    fates: dict[Mutant, Fate] = field(default_factory=dict)

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant, fate in self.fates.items() if not fate.by_any]

    def share(self, *, public: bool) -> float:
        """Return the share that is caught, by public tests alone or by all; 1 if there are none."""
        caught = [fate.by_public if public else fate.by_any for fate in self.fates.values()]
        return sum(caught) / len(caught) if caught else 1.0


Chosen = tuple[MutantResults, list[Mutant]]


def choose_mutants(assignment: Assignment, part: str, count: int | None) -> Chosen:
    """Return the mutants to grade, without those noted as equivalent, and empty results.

    Raises:
        AssignmentError: there is no such part, no reference, or a file is faulty.
    """
    noted = read_equivalents(assignment)
    mutants = mutants_of(assignment, part)
    rest = [mutant for mutant in mutants if not _is_noted(mutant, noted)]
    every = {(m.function, m.removed.strip(), m.added.strip()) for m in mutants_of(assignment)}
    unmatched = [
        f"{assignment.name}: {FILE}: no mutant of {function} is {new!r}"
        for function, changes in noted.items()
        for old, news in changes.items()
        for new in news
        if (function, old.strip(), new.strip()) not in every
    ]
    results = MutantResults(assignment, len(mutants) - len(rest), unmatched)
    return results, rest if count is None else sample(rest, count)


def read_equivalents(assignment: Assignment) -> Equivalents:
    """Read the equivalent.toml of an assignment; without it, there are none.

    Raises:
        AssignmentError: it is not such a file.
    """
    path = assignment.folder / FILE
    table = read_toml(path) if path.is_file() else {}
    for function, changes in table.items():
        lists = list(changes.values()) if isinstance(changes, dict) else [None]
        if not all(isinstance(news, list) for news in lists):
            raise AssignmentError(f"{path}: {function} has to be a table of 'old' = ['new', ...]")
    return table


def _is_noted(mutant: Mutant, noted: Equivalents) -> bool:
    changes = noted.get(mutant.function, {})
    return any(
        old.strip() == mutant.removed.strip() and new.strip() == mutant.added.strip()
        for old, news in changes.items()
        for new in news
    )


def grade_mutants(chosen: Sequence[Chosen], advance: Callable[[], None]) -> Iterator[MutantResults]:
    """Yield the results of each assignment, in this order, as soon as they are complete.

    `advance` is called for each mutant.

    Raises:
        GraderError: a mutant could not be graded.
    """
    tests = [own_tests(results.assignment) for results, _ in chosen]
    with grading_servers(tests, usable_processors()) as (executor, servers):
        running = [
            executor.map(partial(_fate, server), mutants)
            for server, (_, mutants) in zip(servers, chosen, strict=True)
        ]
        for (results, mutants), fates in zip(chosen, running, strict=True):
            for mutant, fate in zip(mutants, fates, strict=True):
                results.fates[mutant] = fate
                advance()
            yield results


def _fate(server: GradingServer, mutant: Mutant) -> Fate:
    return server.call(fate_of, server.tests.assignment, mutant)


def fate_of(assignment: Assignment, mutant: Mutant) -> Fate:
    """Grade the reference with a mutant in it on the mutant's parts, until a test fails.

    Public tests run first, so if that test is hidden, no public one fails.
    """
    with reference_box(assignment) as box:
        (box / mutant.file).write_text(mutant.text, encoding="utf-8")
        tests = _tests_until_failure(assignment, mutant, box)
        if any(test.outcome is Outcome.GRADER_ERROR for test in tests):
            tests = _tests_until_failure(assignment, mutant, box, go_on=True)
    failed = [test for test in tests if not test.counts_as_passed]
    return Fate(not all(test.hidden for test in failed), bool(failed))


def _tests_until_failure(
    assignment: Assignment, mutant: Mutant, box: Path, *, go_on: bool = False
) -> list[TestResult]:
    """Grade a box until a test fails; or `go_on`, if that was the fault of the test."""
    parts = [assignment.part(name) for name in mutant.parts]
    request = GradingRequest(box, parts=parts, retry="grade it", exit_first=not go_on)
    return [test for part in grade_own(assignment, request).parts for test in part.tests]


def result_lines(results: MutantResults) -> Iterator[str]:
    """Describe each mutant that no test catches, and summarize."""
    name = results.assignment.name
    yield from results.unmatched
    for mutant in results.survivors:
        parts = " or ".join(mutant.parts)
        where = f"reference/{name}/{mutant.file}, line {mutant.line}"
        yield f"{where}: no test of {parts} catches this change to {mutant.function}"
        yield from (f"  {line}" for line in mutant.diff())
        yield f"  add a test; or, if it is as correct as the reference, list it in {FILE}:"
        old, new = (json.dumps(text.strip()) for text in (mutant.removed, mutant.added))
        yield from (f"    [{json.dumps(mutant.function)}]", f"    {old} = [{new}]", "")
    hidden_only = [m for m, fate in results.fates.items() if fate.by_any and not fate.by_public]
    if hidden_only and results.share(public=True) < PUBLIC_GOAL:
        yield f"Only hidden tests catch these; public ones should catch {PUBLIC_GOAL:.0%}:"
        for mutant in hidden_only:
            yield f"  reference/{name}/{mutant.file}, line {mutant.line}: {mutant.function}"
            yield from (f"    {line}" for line in mutant.diff())
    graded = len(results.fates)
    count = graded + results.noted
    yield (
        f"{name}: {count} mutant{'' if count == 1 else 's'}, {results.noted} equivalent, "
        f"{results.share(public=False):.1%} of {graded} caught by all tests, "
        f"{results.share(public=True):.1%} by public tests alone"
    )
