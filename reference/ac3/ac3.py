"""KenKen by AC-3 and backtracking.

The *domain* of a position is the list of values that it may still hold; a position *has a value* if
its domain is a singleton. AC-3 removes values that go with no value of a neighbour; where that is
not enough, the search tries the values of a smallest domain one after another.

No function changes its arguments, and no result shares a list with an argument.
"""

from collections import deque
from collections.abc import Iterator
from itertools import permutations
from math import prod

from provided import Arc, Cage, Domains, Position, Puzzle, copy_domains


def is_singleton(domain: list[int]) -> bool:
    """(a) Return whether the domain holds exactly one value."""
    return len(domain) == 1


def is_complete(domains: Domains) -> bool:
    """(a) Return whether every domain is a singleton."""
    return all(is_singleton(domain) for domain in domains.values())


def get_value_of(domains: Domains, position: Position) -> int | None:
    """(a) Return the value of a position, or None if its domain is not a singleton."""
    domain = domains[position]
    return domain[0] if is_singleton(domain) else None


def assign_value(domains: Domains, position: Position, value: int) -> Domains:
    """(a) Return a copy of the domains in which the position can hold only the value."""
    assigned = copy_domains(domains)
    assigned[position] = [value]
    return assigned


def select_variable(domains: Domains) -> Position:
    """(b) Return a position whose domain is the smallest of those with more than one value.

    There is at least one such domain. If several are the smallest, any of them is right.
    """
    undecided = [position for position, domain in domains.items() if len(domain) > 1]
    return min(undecided, key=lambda position: len(domains[position]))


def rows_cols_consistent(domains: Domains, size: int) -> bool:
    """(c) Return whether the values in each row, and in each column, are all different.

    Positions that have no value yet are ignored.
    """
    return all(_all_different(line, domains) for line in _lines(size))


def _lines(size: int) -> Iterator[list[Position]]:
    """Yield the positions of each row and of each column."""
    for i in range(size):
        yield [(i, column) for column in range(size)]
        yield [(row, i) for row in range(size)]


def _all_different(line: list[Position], domains: Domains) -> bool:
    values = _values(line, domains)
    return len(set(values)) == len(values)


def _values(positions: list[Position] | tuple[Position, ...], domains: Domains) -> list[int]:
    """Return the values of the positions that have one."""
    values = (get_value_of(domains, position) for position in positions)
    return [value for value in values if value is not None]


def cage_consistent(cage: Cage, domains: Domains) -> bool:
    """(c) Return whether the values in the cage are consistent with its rule.

    If all positions have a value, the rule has to hold; in Sub and Div either value may be the
    larger one. Otherwise an Add cage must have room for a 1 at each position without a value, and
    the product of the values in a Mul cage must divide the target; any other cage is consistent.
    """
    values = _values(cage.positions, domains)
    missing = len(cage.positions) - len(values)
    if missing and cage.kind == "Add":
        return sum(values) + missing <= cage.target
    if missing and cage.kind == "Mul":
        return cage.target % prod(values) == 0
    return missing > 0 or _holds(cage, values)


def _holds(cage: Cage, values: list[int]) -> bool:
    """Return whether the rule of a cage holds for the values of all its positions."""
    if cage.kind == "Add":
        return sum(values) == cage.target
    if cage.kind == "Mul":
        return prod(values) == cage.target
    if cage.kind == "Sub":
        return max(values) - min(values) == cage.target
    if cage.kind == "Div":
        return max(values) == min(values) * cage.target
    return values == [cage.target]


def consistent(puzzle: Puzzle, domains: Domains) -> bool:
    """(c) Return whether rows, columns and all cages are consistent."""
    return rows_cols_consistent(domains, puzzle.size) and all(
        cage_consistent(cage, domains) for cage in puzzle.cages
    )


def create_neq_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return the arcs of kind neq, both ways between any two positions of a row or column."""
    return [
        Arc("neq", first, second)
        for line in _lines(puzzle.size)
        for first, second in permutations(line, 2)
    ]


def create_sum_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return the arcs of kind sum, both ways between any two positions of an Add cage.

    The target of an arc is that of its cage.
    """
    return _cage_arcs(puzzle, "Add", "sum")


def create_product_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return the arcs of kind product, both ways between any two positions of a Mul cage.

    The target of an arc is that of its cage.
    """
    return _cage_arcs(puzzle, "Mul", "product")


def _cage_arcs(puzzle: Puzzle, cage_kind: str, arc_kind: str) -> list[Arc]:
    return [
        Arc(arc_kind, first, second, cage.target)
        for cage in puzzle.cages
        if cage.kind == cage_kind
        for first, second in permutations(cage.positions, 2)
    ]


def create_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return all arcs of the puzzle, each once: neq, sum and product."""
    return create_neq_arcs(puzzle) + create_sum_arcs(puzzle) + create_product_arcs(puzzle)


def reduce_domain(arc: Arc, domains: Domains) -> list[int]:
    """(e) Return the values of the arc's first position that go with a value of its second.

    They keep their order. Two values go together if they differ (neq), if their sum is at most the
    target (sum), or if their product divides the target (product).
    """
    values, others = domains[arc.first], domains[arc.second]
    return [value for value in values if any(_go_together(arc, value, other) for other in others)]


def _go_together(arc: Arc, value: int, other: int) -> bool:
    if arc.kind == "neq":
        return value != other
    if arc.kind == "sum":
        return value + other <= arc.target
    return arc.target % (value * other) == 0


def propagate_domains(arcs: list[Arc], queue: list[Arc], domains: Domains) -> Domains | None:
    """(e) Return the domains after the queue is processed, or None as soon as a domain is empty.

    Take an arc from the queue and reduce the domain of its first position. If that removes a value,
    queue the arcs of `arcs` whose second position is this one. Stop when the queue is empty.
    """
    if not all(domains.values()):
        return None
    reduced = copy_domains(domains)
    pending = deque(queue)
    while pending:
        arc = pending.popleft()
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if len(domain) < len(reduced[arc.first]):
            reduced[arc.first] = domain
            pending.extend(other for other in arcs if other.second == arc.first)
    return reduced


def ac3(arcs: list[Arc], domains: Domains) -> Domains | None:
    """(e) Return the domains when no arc can reduce them, or None if one is empty."""
    return propagate_domains(arcs, arcs, domains)


def solve_kenken(puzzle: Puzzle, domains: Domains) -> Domains | None:
    """(f) Return a solution with values from these domains, as singletons, or None.

    Reduce the domains by AC-3. If some position still has several values, select one and try each
    of its values: if assigning it is consistent, solve the puzzle with the value assigned.
    """
    return _search(puzzle, create_arcs(puzzle), domains)


def _search(puzzle: Puzzle, arcs: list[Arc], domains: Domains) -> Domains | None:
    """Solve a puzzle that has these arcs."""
    reduced = ac3(arcs, domains)
    if reduced is None:
        return None
    if is_complete(reduced):
        return reduced if consistent(puzzle, reduced) else None
    position = select_variable(reduced)
    for value in reduced[position]:
        assigned = assign_value(reduced, position, value)
        if consistent(puzzle, assigned):
            solution = _search(puzzle, arcs, assigned)
            if solution is not None:
                return solution
    return None
