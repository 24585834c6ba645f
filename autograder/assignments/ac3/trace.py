"""AC-3 and backtracking: arcs reduce domains, and values are tried only when no arc can."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, permutations
from math import prod

from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Puzzle, cells_of
from autograder.puzzles.trace.steps import (
    GUESS,
    NO_SOLUTION,
    QUEUE_SHOWN,
    SOLVED,
    Step,
    bits,
    calculation,
    counted,
    given_numbers,
    joined,
    lines,
    numbers_in,
    repeated,
)

from .play import cage_labels, cage_name

__all__ = ["cage_labels"]
TITLE = "KenKen by AC-3 and backtracking"
ABOUT = (
    "The domain of a position holds the values that are still possible there. An arc removes values"
    " of its first position that go with no value of its second; if it removes any, the arcs whose"
    " second position this is join the queue. When the queue is empty, select a position with the"
    " smallest domain of those with several values, and try its values. Positions are (row,"
    " column), both from 0."
)
COUNTS = ("arcs taken", "arcs queued", "values tried", "values assumed")
KINDS = ("guess", "retreat", "cage")
PSEUDOCODE = (
    "solve(puzzle, domains):",
    "    queue = all arcs",
    "    while the queue is not empty:",
    "        arc = the first of the queue",
    "        domain = reduce_domain(arc, domains)",
    "        if the domain is empty: no solution from here",
    "        if it got smaller: queue the arcs to arc.first",
    "    if all domains are singletons: solved if consistent",
    "    position = select_variable(domains)",
    "    for each value in its domain:",
    "        if assigning it is consistent: solve from there",
    "    no value works: no solution from here",
)
QUEUE, REDUCE, EMPTY, SMALLER, COMPLETE, SELECT, ASSIGN, FAILED = 1, 4, 5, 6, 7, 8, 10, 11

Domains = dict[Cell, int]

Search = Generator[Step, None, Domains | None]
"""Steps that end with the solution's domains, or with None if there is no solution."""

Fault = tuple[str, tuple[Cell, ...]]
"""What is not consistent, and the positions that show it."""

_RULES = {
    "neq": "these two must differ",
    "sum": "their sum must be at most {}",
    "product": "their product must divide {}",
}


@dataclass(frozen=True, slots=True)
class Arc:
    """A value at `first` needs one at `second` that it goes with, by the kind of the arc."""

    kind: str
    first: Cell
    second: Cell
    target: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.target or ''} {self.first} {self.second}".replace("  ", " ")

    def reduced(self, domains: Domains) -> int:
        """The domain of `first` without the values that go with no value at `second`."""
        domain, others = domains[self.first], domains[self.second]
        if self.kind == "neq":
            return domain & ~others if is_singleton(others) else domain
        return domain & _partners(self.kind, self.target, others)


@lru_cache(maxsize=1 << 14)
def _partners(kind: str, target: int, domain: int) -> int:
    """All values that go with at least one of the domain."""
    others, values = numbers_in(domain), range(1, LARGEST + 1)
    if kind == "sum":
        return bits(value for value in values if value + min(others) <= target)
    return bits(v for v in values if any(target % (v * other) == 0 for other in others))


def create_arcs(puzzle: Puzzle) -> list[Arc]:
    """All arcs, each once. Sub, Div and Single cages have none."""
    pairs = [pair for _, line in lines(puzzle.size) for pair in permutations(line, 2)]
    return [Arc("neq", first, second) for first, second in pairs] + [
        Arc(kind, first, second, cage.target)
        for operation, kind in (("+", "sum"), ("*", "product"))
        for cage in puzzle.cages
        if cage.operation == operation
        for first, second in permutations(cage.cells, 2)
    ]


@dataclass(slots=True)
class _Work:
    """The work so far."""

    arcs: int = 0
    tried: int = 0
    queue: deque[Arc] = field(default_factory=deque)


@dataclass(frozen=True, slots=True)
class _State:
    """The puzzle, its arcs with their names, the work so far, the positions with assumed values."""

    puzzle: Puzzle
    names: dict[Arc, str]
    arcs_to: dict[Cell, list[Arc]]
    work: _Work = field(default_factory=_Work)
    assumed: tuple[Cell, ...] = ()

    @property
    def failure(self) -> str:
        return "no solution from here" if self.assumed else NO_SOLUTION

    def step(
        self,
        sentence: str,
        domains: Domains,
        line: int,
        focus: tuple[Cell, ...] = (),
        related: tuple[Cell, ...] = (),
        kind: str = "",
    ) -> Step:
        shown = domains | {cell: domains[cell] | GUESS for cell in self.assumed}
        queue, length = self.work.queue, len(self.work.queue)
        counts = (self.work.arcs, length, self.work.tried, len(self.assumed))
        names = tuple(self.names[arc] for arc in islice(queue, QUEUE_SHOWN))
        contents = tuple(shown.values())
        return Step(sentence, contents, focus, related, counts, line, kind, names, length)


def steps(board: Board) -> Iterator[Step]:
    """Every arc that removes a value, and every value that is tried.

    Successive arcs that remove nothing are one step together.
    """
    puzzle = board.puzzle
    domains = dict.fromkeys(cells_of(puzzle.size), bits(range(1, puzzle.size + 1)))
    domains |= {cell: bits([number]) for cell, number in given_numbers(board).items()}
    arcs = create_arcs(puzzle)
    arcs_to = {cell: [arc for arc in arcs if arc.second == cell] for cell in domains}
    state = _State(puzzle, {arc: str(arc) for arc in arcs}, arcs_to)
    state.work.queue.extend(arcs)
    start = f"Each open position has the domain 1 to {puzzle.size}."
    yield state.step(f"{start} The queue has {counted(len(arcs), 'arc')}.", domains, QUEUE)
    yield from _solve(state, domains)


def _solve(state: _State, domains: Domains) -> Search:
    reduced = yield from _propagate(state, domains)
    if reduced is None:
        return None
    several = [cell for cell, domain in reduced.items() if not is_singleton(domain)]
    if not several:
        return (yield from _complete(state, reduced))
    cell = min(several, key=lambda cell: reduced[cell].bit_count())
    values = numbers_in(reduced[cell])
    sentence = f"Select {cell}, a position with the fewest of several values: {joined(values)}."
    yield state.step(sentence, reduced, SELECT, (cell,))
    for value in values:
        solution = yield from _try(state, reduced, cell, value)
        if solution:
            return solution
    state.work.queue.clear()
    sentence = f"No value of {cell} works: {state.failure}."
    yield state.step(sentence, reduced, FAILED, (cell,), (), "retreat")
    return None


def _complete(state: _State, domains: Domains) -> Search:
    """Arcs do not know all rules, so singletons everywhere need not be a solution."""
    fault = fault_in(state.puzzle, domains)
    if fault:
        reason, cells = fault
        sentence = f"All domains are singletons, but {reason}: {state.failure}."
        yield state.step(sentence, domains, COMPLETE, (), cells, "retreat")
        return None
    consistent = "rows, columns and cages are consistent"
    sentence = f"All domains are singletons, and {consistent}: {SOLVED}."
    yield state.step(sentence, domains, COMPLETE)
    return domains


def _try(state: _State, domains: Domains, cell: Cell, value: int) -> Search:
    assigned = domains | {cell: bits([value])}
    assuming = replace(state, assumed=(*state.assumed, cell))
    state.work.tried += 1
    state.work.queue.clear()
    fault = fault_in(state.puzzle, assigned)
    if fault:
        reason, cells = fault
        sentence = f"Assign {value} to {cell}: not consistent, {reason}."
        related = tuple(other for other in cells if other != cell)
        yield assuming.step(sentence, assigned, ASSIGN, (cell,), related, "guess")
        return None
    state.work.queue.extend(state.names)
    sentence = f"Assign {value} to {cell}: consistent so far. All arcs join the queue."
    yield assuming.step(sentence, assigned, ASSIGN, (cell,), (), "guess")
    return (yield from _solve(assuming, assigned))


def _propagate(state: _State, domains: Domains) -> Search:
    reduced, queue = dict(domains), state.work.queue
    while queue:
        idle = _take_idle(queue, reduced)
        state.work.arcs += idle
        if idle:
            verb = "removes" if idle == 1 else "remove"
            end = "" if queue else ", and the queue is empty"
            sentence = f"{counted(idle, 'arc')} {verb} nothing{end}."
            yield state.step(sentence, reduced, REDUCE)
        if queue:
            yield _reduce(state, reduced)
        if 0 in reduced.values():
            return None
    return reduced


def _take_idle(queue: deque[Arc], domains: Domains) -> int:
    """Take arcs from the queue up to the first that removes a value; return their number."""
    before = len(queue)
    while queue and queue[0].reduced(domains) == domains[queue[0].first]:
        queue.popleft()
    return before - len(queue)


def _reduce(state: _State, domains: Domains) -> Step:
    """Let the first arc of the queue reduce its domain; arcs to its first position join."""
    arc = state.work.queue.popleft()
    left = arc.reduced(domains)
    gone = numbers_in(domains[arc.first] & ~left)
    domains[arc.first] = left
    state.work.arcs += 1
    kind = "" if arc.kind == "neq" else "cage"
    rule = _RULES[arc.kind].format(arc.target)
    sentence = f"Arc {state.names[arc]}: {rule}. Remove {joined(gone)} from {arc.first}"
    if left:
        joining = state.arcs_to[arc.first]
        state.work.queue += joining
        join = f"The {counted(len(joining), 'arc')} to {arc.first} join the queue."
        sentence += f". {join}"
        return state.step(sentence, domains, SMALLER, (arc.first,), (arc.second,), kind)
    sentence += f": its domain is empty, {state.failure}."
    return state.step(sentence, domains, EMPTY, (arc.first,), (arc.second,), "retreat")


def fault_in(puzzle: Puzzle, domains: Domains) -> Fault | None:
    """The first row, column or cage that is not consistent; only singletons have a value."""
    values = {c: domain.bit_length() - 1 for c, domain in domains.items() if is_singleton(domain)}
    fault = repeated(values, puzzle.size)
    if fault:
        return fault
    for cage in puzzle.cages:
        reason = _cage_fault(cage, [values[cell] for cell in cage.cells if cell in values])
        if reason:
            return reason, cage.cells
    return None


def is_singleton(domain: int) -> bool:
    return domain.bit_count() == 1


def _cage_fault(cage: Cage, values: list[int]) -> str:
    missing = len(cage.cells) - len(values)
    name = cage_name(cage)
    if not missing:
        result = calculation(cage, values)
        return "" if cage.allows(values) else f"{result} breaks the rule of {name}"
    if cage.operation == "+" and sum(values) + missing > cage.target:
        return f"{sum(values)} in {name} leaves no 1 for each other position"
    if cage.operation == "*" and cage.target % prod(values):
        return f"{prod(values)} in {name} does not divide {cage.target}"
    return ""
