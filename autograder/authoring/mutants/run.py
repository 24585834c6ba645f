"""Grade mutants in parallel, and describe those that survive."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from autograder.assignment import Assignment, AssignmentError, read_toml
from autograder.authoring.mutants import Mutant, mutants_of
from autograder.judge.grading import reference_box
from autograder.judge.grading_server import (
    GradingServer,
    grading_servers,
    own_tests,
    usable_processors,
)
from autograder.judge.request import GradingRequest, Recorded
from autograder.sentences import counted

FILE = "equivalent.toml"
"""Lists mutants that are as correct as the reference: for each function, for the lines that are
replaced, the lines that replace them."""
PUBLIC_GOAL = 0.95
"""The share of mutants that public tests alone should catch."""
Change = tuple[str, str, str]
"""A function, the lines that are replaced, and those that replace them."""


class Fate(StrEnum):
    """Which tests catch a mutant."""

    PUBLIC = "public"
    HIDDEN = "only hidden"
    SURVIVES = "none"


@dataclass
class MutantResults:
    """What happened to an assignment's mutants.

    `noted` counts those in equivalent.toml, which are not graded; `unmatched` are its entries that
    no mutant matches.
    """

    assignment: Assignment
    noted: int = 0
    unmatched: list[Change] = field(default_factory=list)
    fates: dict[Mutant, Fate] = field(default_factory=dict)

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant, fate in self.fates.items() if fate is Fate.SURVIVES]

    def share(self, *fates: Fate) -> float:
        """Return the share of mutants with these fates; 1 if there are none."""
        found = [fate in fates for fate in self.fates.values()]
        return sum(found) / len(found) if found else 1.0


Chosen = tuple[MutantResults, list[Mutant]]


def choose_mutants(assignment: Assignment) -> Chosen:
    """Return the mutants to grade, without those noted as equivalent, and empty results.

    Raises:
        AssignmentError: there is no reference, or a file is faulty.
    """
    noted, mutants = read_equivalents(assignment), mutants_of(assignment)
    rest = [mutant for mutant in mutants if _change(mutant) not in noted]
    unmatched = sorted(noted - {*map(_change, mutants)})
    return MutantResults(assignment, len(mutants) - len(rest), unmatched), rest


def read_equivalents(assignment: Assignment) -> set[Change]:
    """Read the equivalent.toml of an assignment; without it, there are none.

    Raises:
        AssignmentError: it is not such a file.
    """
    path = assignment.folder / FILE
    table = read_toml(path) if path.is_file() else {}
    found = set()
    for function, changes in table.items():
        for old, news in changes.items() if isinstance(changes, dict) else [("", "")]:
            if not isinstance(news, list):
                says = "has to be a table of 'old' = ['new', ...]"
                raise AssignmentError(f"{path}: {function} {says}")
            found |= {(function, old.strip(), str(new).strip()) for new in news}
    return found


def _change(mutant: Mutant) -> Change:
    """Return how equivalent.toml lists this mutant."""
    return mutant.function, mutant.removed.strip(), mutant.added.strip()


def grade_mutants(chosen: Sequence[Chosen], advance: Callable[[], None]) -> Iterator[MutantResults]:
    """Yield the results of each assignment, in this order, as soon as they are complete.

    `advance` is called for each mutant.

    Raises:
        GraderError: a mutant could not be graded.
    """
    tests = [own_tests(results.assignment) for results, _ in chosen]
    with grading_servers(tests, usable_processors()) as (executor, servers):
        running = [
            executor.map(partial(fate_of, server), mutants)
            for server, (_, mutants) in zip(servers, chosen, strict=True)
        ]
        for (results, mutants), fates in zip(chosen, running, strict=True):
            for mutant, fate in zip(mutants, fates, strict=True):
                results.fates[mutant] = fate
                advance()
            yield results


def fate_of(server: GradingServer, mutant: Mutant) -> Fate:
    """Grade the reference with a mutant in it on the mutant's parts, until a test fails.

    Public tests run first, so if that test is hidden, no public one fails.
    """
    assignment = server.tests.assignment
    with reference_box(assignment) as box:
        (box / mutant.file).write_text(mutant.text, encoding="utf-8")
        parts = [assignment.part(name) for name in mutant.parts]
        request = GradingRequest(
            box, parts=parts, retry="grade it", exit_first=True, records=Recorded.NOTHING
        )
        report = server.grade(request)
    failed = [t for part in report.parts for t in part.tests if not t.counts_as_passed]
    if not failed:
        return Fate.SURVIVES
    return Fate.HIDDEN if all(test.hidden for test in failed) else Fate.PUBLIC


def result_lines(results: MutantResults) -> Iterator[str]:
    """Describe the mutants that no test catches, by function, that with the most first."""
    name = results.assignment.name
    for function, _, new in results.unmatched:
        yield f"{name}: {FILE}: no mutant of {function} is {new!r}"
    for mutants in _grouped(results.survivors, lambda mutant: (mutant.file, mutant.function)):
        file, function = mutants[0].file, mutants[0].function
        missed = f"no test of {' or '.join(mutants[0].parts)} catches"
        yield f"reference/{name}/{file}, {function}: {missed} {counted(len(mutants), 'change')}"
        yield from _by_line(results, mutants)
        yield f"  add a test; or, if one is as correct as the reference, list it in {FILE}:"
        yield f"    [{json.dumps(function)}]"
        for alike in _grouped(mutants, lambda mutant: mutant.removed):
            _, old, _ = _change(alike[0])
            yield f"    {json.dumps(old)} = {json.dumps([_change(each)[2] for each in alike])}"
        yield ""
    hidden_only = [mutant for mutant, fate in results.fates.items() if fate is Fate.HIDDEN]
    if hidden_only and results.share(Fate.PUBLIC) < PUBLIC_GOAL:
        yield f"Only hidden tests catch these; public ones should catch {PUBLIC_GOAL:.0%}:"
        for mutants in _grouped(hidden_only, lambda mutant: (mutant.file, mutant.function)):
            yield f"reference/{name}/{mutants[0].file}, {mutants[0].function}"
            yield from _by_line(results, mutants)
    graded = len(results.fates)
    yield (
        f"{name}: {counted(graded + results.noted, 'mutant')}, {results.noted} equivalent, "
        f"{results.share(Fate.PUBLIC, Fate.HIDDEN):.1%} of {graded} caught by all tests, "
        f"{results.share(Fate.PUBLIC):.1%} by public tests alone"
    )


def _by_line(results: MutantResults, mutants: Sequence[Mutant]) -> Iterator[str]:
    """Show changes to a function by line, those first that a call which gets there would catch."""

    def is_tested(mutant: Mutant) -> bool:
        place = mutant.function, mutant.line
        return any(
            fate is not Fate.SURVIVES and (other.function, other.line) == place
            for other, fate in results.fates.items()
        )

    lines = _grouped(mutants, lambda mutant: mutant.line)
    for changes in sorted(lines, key=lambda changes: is_tested(changes[0])):
        untested = "" if is_tested(changes[0]) else ", in which no test notices any change"
        yield f"  line {changes[0].line}{untested}:"
        for alike in _grouped(changes, lambda mutant: mutant.removed):
            for sign, text in [("-", alike[0].removed), *(("+", each.added) for each in alike)]:
                yield from (f"    {sign} {line}" for line in text.split("\n") if line)


def _grouped(mutants: Iterable[Mutant], key: Callable[[Mutant], object]) -> list[list[Mutant]]:
    """Group mutants by a key, the largest group first."""
    groups = defaultdict[object, list[Mutant]](list)
    for mutant in mutants:
        groups[key(mutant)].append(mutant)
    return sorted(groups.values(), key=len, reverse=True)
