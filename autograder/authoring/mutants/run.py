"""Grade mutants in parallel, one at a time in each process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.mutants.comparison import Difference, find_difference
from autograder.authoring.mutants.equivalents import EquivalentMutant, read_equivalents
from autograder.authoring.mutants.mutant import Mutant, mutants_of, sample
from autograder.authoring.process_pool import grading_in_pool, process_pool
from autograder.judge.collected_tests import collect_and_grade, grade_own
from autograder.judge.session import GradingRequest, reference_box
from autograder.report import GraderError, Outcome, TestResult


@dataclass(frozen=True)
class Fate:
    """Do public tests catch a mutant, or do any tests? If none do, how does it differ?"""

    by_public: bool
    by_any: bool
    difference: Difference | None = None


@dataclass
class MutantResults:
    """What happened to an assignment's mutants.

    `noted` counts those in equivalent.toml, which are not graded; `unmatched` are its entries that
    no mutant matches.
    """

    assignment: Assignment
    noted: int = 0
    unmatched: list[EquivalentMutant] = field(default_factory=list)
    fates: dict[Mutant, Fate] = field(default_factory=dict)

    @property
    def survivors(self) -> list[tuple[Mutant, Fate]]:
        return [(mutant, fate) for mutant, fate in self.fates.items() if not fate.by_any]

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
    rest = [mutant for mutant in mutants if not any(entry.matches(mutant) for entry in noted)]
    every = mutants_of(assignment) if part else mutants
    unmatched = [entry for entry in noted if not any(map(entry.matches, every))]
    results = MutantResults(assignment, len(mutants) - len(rest), unmatched)
    return results, rest if count is None else sample(rest, count)


def grade_mutants(chosen: Sequence[Chosen], advance: Callable[[], None]) -> Iterator[MutantResults]:
    """Yield the results of each assignment, in this order, as soon as they are complete.

    `advance` is called for each mutant.

    Raises:
        GraderError: a mutant could not be graded.
    """
    with process_pool() as pool:
        running = [
            pool.map(partial(_fate, results.assignment), mutants) for results, mutants in chosen
        ]
        for (results, mutants), fates in zip(chosen, running, strict=True):
            for mutant, fate in zip(mutants, fates, strict=True):
                results.fates[mutant] = fate
                advance()
            yield results


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
    if failed:
        return Fate(not all(test.hidden for test in failed), by_any=True)
    return Fate(by_public=False, by_any=False, difference=find_difference(assignment, mutant))


def _tests_until_failure(
    assignment: Assignment, mutant: Mutant, box: Path, *, go_on: bool = False
) -> list[TestResult]:
    """Grade a box until a test fails; or `go_on`, if that was the fault of the test."""
    parts = [assignment.part(name) for name in mutant.parts]
    request = GradingRequest(box, parts=parts, retry="grade it", exit_first=not go_on)
    try:
        report = grade_own(assignment, request)
    except GraderError:  # Perhaps since tests of another part cannot be collected.
        report = collect_and_grade(assignment, lambda: request, parts)
    return [test for part in report.parts for test in part.tests]


def _fate(assignment: Assignment, mutant: Mutant) -> Fate:
    with grading_in_pool():
        return fate_of(assignment, mutant)
