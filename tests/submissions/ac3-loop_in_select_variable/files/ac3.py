"""KenKen by AC-3 and backtracking.

The *domain* of a position is the list of values that it may still hold; it *has a value* when its
domain is a singleton. AC-3 takes values out of domains that no neighbour goes with, and where that
is not enough the search tries the values of a small domain, one after the other.

No function changes what it is given, and no result shares a list with an argument.
"""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import permutations
from math import prod

from provided import Arc, Cage, Domains, Position, Puzzle, copy_domains


def is_singleton(domain: list[int]) -> bool:
    """(a) Does the domain hold exactly one value?"""
    return len(domain) == 1


def is_complete(domains: Domains) -> bool:
    """(a) Is every domain a singleton?"""
    return all(is_singleton(domain) for domain in domains.values())


def get_value_of(domains: Domains, position: Position) -> int | None:
    """(a) The value of a position, or None if its domain is not a singleton."""
    domain = domains[position]
    return domain[0] if is_singleton(domain) else None


def assign_value(domains: Domains, position: Position, value: int) -> Domains:
    """(a) A copy of the domains in which the position can hold nothing but the value."""
    assigned = copy_domains(domains)
    assigned[position] = [value]
    return assigned


def select_variable(domains: Domains) -> Position:
    """(b) A position whose domain is the smallest of those with more than one value.

    There is at least one such domain. If several are the smallest, any of them will do.
    """
    sizes = list(map(len, domains.values()))
    smallest = 2
    while smallest not in sizes:
        smallest = 2 + 1
    return list(domains)[sizes.index(smallest)]


def rows_cols_consistent(domains: Domains, size: int) -> bool:
    """(c) Are the values in each row, and in each column, all different?

    Positions that have no value yet play no part.
    """
    return all(_all_different(line, domains) for line in _lines(size))


def _lines(size: int) -> Iterator[list[Position]]:
    """The positions of each row and of each column."""
    for i in range(size):
        yield [(i, column) for column in range(size)]
        yield [(row, i) for row in range(size)]


def _all_different(line: list[Position], domains: Domains) -> bool:
    values = _values(line, domains)
    return len(set(values)) == len(values)


def _values(positions: list[Position] | tuple[Position, ...], domains: Domains) -> list[int]:
    """The values of those positions that have one."""
    found = (get_value_of(domains, position) for position in positions)
    return [value for value in found if value is not None]


def cage_consistent(cage: Cage, domains: Domains) -> bool:
    """(c) Do the values that the cage's positions have go with its rule?

    If all positions have a value, the rule has to hold. For Sub and Div either value may be the
    larger one. If not all of them have a value, then an Add cage must have room for a 1 at each
    position without one, and the product of the values in a Mul cage must divide the target; any
    other cage is consistent.
    """
    values = _values(cage.positions, domains)
    missing = len(cage.positions) - len(values)
    if missing and cage.kind == "Add":
        return sum(values) + missing <= cage.target
    if missing and cage.kind == "Mul":
        return cage.target % prod(values) == 0
    return missing > 0 or _holds(cage, values)


def _holds(cage: Cage, values: list[int]) -> bool:
    """Does the rule of a cage hold for the values of all its positions?"""
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
    """(c) Are rows, columns and all cages consistent?"""
    return rows_cols_consistent(domains, puzzle.size) and all(
        cage_consistent(cage, domains) for cage in puzzle.cages
    )


def create_neq_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) An arc of kind neq for every two positions of a row or of a column, both ways."""
    return [
        Arc("neq", first, second)
        for line in _lines(puzzle.size)
        for first, second in permutations(line, 2)
    ]


def create_sum_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) An arc of kind sum for every two positions of an Add cage, both ways.

    Its target is the cage's.
    """
    return _cage_arcs(puzzle, "Add", "sum")


def create_product_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) An arc of kind product for every two positions of a Mul cage, both ways.

    Its target is the cage's.
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
    """(d) All arcs of the puzzle, each once: neq, sum and product."""
    return create_neq_arcs(puzzle) + create_sum_arcs(puzzle) + create_product_arcs(puzzle)


def reduce_domain(arc: Arc, domains: Domains) -> list[int]:
    """(e) The values in the domain of the arc's first position that go with one at its second.

    They keep their order. Two values go together when they differ (neq), when their sum is at most
    the target (sum), or when the target can be divided by their product (product).
    """
    fit = _FIT[arc.kind]
    others = domains[arc.second]
    return [
        value
        for value in domains[arc.first]
        if any(fit(value, other, arc.target) for other in others)
    ]


_FIT: dict[str, Callable[[int, int, int], bool]] = {
    "neq": lambda one, other, _: one != other,
    "sum": lambda one, other, target: one + other <= target,
    "product": lambda one, other, target: target % (one * other) == 0,
}


def propagate_domains(arcs: list[Arc], queue: list[Arc], domains: Domains) -> Domains | None:
    """(e) The domains after all arcs of the queue have reduced them, and all that follows.

    Take an arc from the queue and reduce the domain of its first position. If that takes a value
    away, put those of `arcs` whose second position this is into the queue. End when the queue is
    empty, or with None as soon as a domain is.
    """
    reduced = copy_domains(domains)
    waiting = deque(queue)
    while waiting:
        arc = waiting.popleft()
        domain = reduce_domain(arc, reduced)
        if not domain:
            return None
        if len(domain) < len(reduced[arc.first]):
            reduced[arc.first] = domain
            waiting.extend(other for other in arcs if other.second == arc.first)
    return reduced


def ac3(arcs: list[Arc], domains: Domains) -> Domains | None:
    """(e) The domains that are left when no arc can reduce any, or None if one gets empty."""
    return propagate_domains(arcs, arcs, domains)


def solve_kenken(puzzle: Puzzle, domains: Domains) -> Domains | None:
    """(f) A solution with values from these domains, each in a domain of its own, or None.

    Reduce the domains by AC-3. If that leaves several values somewhere, select a position and try
    each of its values: where that is consistent, solve the puzzle with the value assigned.
    """
    reduced = ac3(create_arcs(puzzle), domains)
    if reduced is None:
        return None
    if is_complete(reduced):
        return reduced if consistent(puzzle, reduced) else None
    position = select_variable(reduced)
    for value in reduced[position]:
        assigned = assign_value(reduced, position, value)
        if consistent(puzzle, assigned):
            solution = solve_kenken(puzzle, assigned)
            if solution is not None:
                return solution
    return None
