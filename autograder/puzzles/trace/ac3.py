"""AC-3 and backtracking: arcs take values out of domains, and where that ends, one is tried."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from autograder.puzzles.model import Cell, Puzzle, cells_of
from autograder.puzzles.trace.arcs import Arc, Domains, arcs_of, fault_in, is_one
from autograder.puzzles.trace.steps import GUESS, Step, bits, numbers_in
from autograder.puzzles.trace.words import NO_SOLUTION, SOLVED, counted, listed

Walk = Generator[Step, None, Domains | None]
"""Steps that end with domains, or with None where this way leads to no solution."""


@dataclass(slots=True)
class _Work:
    """The work so far: arcs taken from the queue, arcs in it, values tried."""

    arcs: int = 0
    queue: int = 0
    tried: int = 0


@dataclass(frozen=True, slots=True)
class _Search:
    """A search, at the place where the cells `tried` have values that are only tried."""

    puzzle: Puzzle
    arcs: list[Arc]
    arcs_to: dict[Cell, list[Arc]]
    work: _Work
    tried: tuple[Cell, ...] = ()

    @property
    def end(self) -> str:
        """What follows when this way leads to no solution."""
        return "go back" if self.tried else NO_SOLUTION


def ac3(puzzle: Puzzle) -> Iterator[Step]:
    """What each arc takes away, and every value that is tried.

    Arcs in a row that take nothing away make one step together.
    """
    domains = dict.fromkeys(cells_of(puzzle.size), bits(range(1, puzzle.size + 1)))
    arcs = arcs_of(puzzle)
    arcs_to: dict[Cell, list[Arc]] = {cell: [] for cell in domains}
    for arc in arcs:
        arcs_to[arc.second].append(arc)
    search = _Search(puzzle, arcs, arcs_to, _Work(queue=len(arcs)))
    says = f"Every cell may hold 1 to {puzzle.size}. {counted(len(arcs), 'arc')} wait in the queue."
    yield _step(search, says, domains)
    yield from _solve(search, domains)


def _step(
    search: _Search,
    says: str,
    domains: Domains,
    at: tuple[Cell, ...] = (),
    looked: tuple[Cell, ...] = (),
) -> Step:
    shown = domains | {cell: domains[cell] | GUESS for cell in search.tried}
    counts = (search.work.arcs, search.work.queue, search.work.tried, len(search.tried))
    return Step(says, tuple(shown.values()), at, looked, counts)


def _solve(search: _Search, domains: Domains) -> Walk:
    reduced = yield from _propagate(search, domains)
    if reduced is None:
        return None
    several = [cell for cell, domain in reduced.items() if not is_one(domain)]
    if not several:
        return (yield from _check(search, reduced))
    cell = min(several, key=lambda cell: reduced[cell].bit_count())
    values = numbers_in(reduced[cell])
    says = f"{cell} has a smallest domain of several values: {listed(values)}."
    yield _step(search, says, reduced, (cell,))
    for value in values:
        solution = yield from _try(search, reduced, cell, value)
        if solution:
            return solution
    says = f"No value of {cell} leads to a solution: {search.end}."
    yield _step(search, says, reduced, (cell,))
    return None


def _check(search: _Search, domains: Domains) -> Walk:
    """Arcs do not know all of the rules, so what they leave need not be a solution."""
    fault = fault_in(search.puzzle, domains)
    if fault:
        reason, cells = fault
        says = f"Every domain has one value left, but {reason}: {search.end}."
        yield _step(search, says, domains, (), cells)
        return None
    says = f"Every domain has one value left, and rows, columns and cages are consistent: {SOLVED}."
    yield _step(search, says, domains)
    return domains


def _try(search: _Search, domains: Domains, cell: Cell, value: int) -> Walk:
    assigned = {**domains, cell: bits([value])}
    trying = replace(search, tried=(*search.tried, cell))
    search.work.tried += 1
    fault = fault_in(search.puzzle, assigned)
    if fault:
        reason, cells = fault
        says = f"Assign {value} to {cell}: {reason}."
        yield _step(trying, says, assigned, (cell,), tuple(o for o in cells if o != cell))
        return None
    search.work.queue = len(search.arcs)
    says = f"Assign {value} to {cell}: consistent so far. All arcs join the queue."
    yield _step(trying, says, assigned, (cell,))
    return (yield from _solve(trying, assigned))


def _propagate(search: _Search, domains: Domains) -> Walk:
    reduced, queue = dict(domains), deque(search.arcs)
    while queue:
        quiet = _take_quiet(queue, reduced)
        search.work.arcs += quiet
        search.work.queue = len(queue)
        if quiet:
            verb = "takes" if quiet == 1 else "take"
            end = "" if queue else ", and the queue is empty"
            says = f"{counted(quiet, 'arc')} {verb} nothing away{end}."
            yield _step(search, says, reduced)
        if queue:
            yield _revise(search, queue, reduced)
        if 0 in reduced.values():
            return None
    return reduced


def _take_quiet(queue: deque[Arc], domains: Domains) -> int:
    """Take arcs from the queue up to the first that takes a value away; how many."""
    before = len(queue)
    while queue and queue[0].left(domains) == domains[queue[0].first]:
        queue.popleft()
    return before - len(queue)


def _revise(search: _Search, queue: deque[Arc], domains: Domains) -> Step:
    """Let the first arc of the queue take values away, and what follows from it."""
    arc = queue.popleft()
    left = arc.left(domains)
    gone = numbers_in(domains[arc.first] & ~left)
    domains[arc.first] = left
    joining = search.arcs_to[arc.first] if left else []
    queue += joining
    search.work.arcs += 1
    search.work.queue = len(queue)
    verb = "leaves" if len(gone) == 1 else "leave"
    says = f"{arc}: {listed(gone)} {verb} {arc.first}"
    if left:
        then = f". The {counted(len(joining), 'arc')} to {arc.first} join the queue."
    else:
        then = f", and no value is left: {search.end}."
    return _step(search, says + then, domains, (arc.first,), (arc.second,))
