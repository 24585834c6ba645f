"""KenKen by AC-3 and backtracking.

The *domain* of a position is the list of values that it may still hold; a position *has a value* if
its domain is a singleton. AC-3 removes values that go with no value of a neighbour; where that is
not enough, the search tries the values of a smallest domain one after another.

No function changes its arguments, and no result shares a list with an argument.
"""

from provided import Arc, Cage, Domains, Position, Puzzle, copy_domains


def is_singleton(domain: list[int]) -> bool:
    """(a) Return whether the domain holds exactly one value."""
    raise NotImplementedError


def is_complete(domains: Domains) -> bool:
    """(a) Return whether every domain is a singleton."""
    raise NotImplementedError


def get_value_of(domains: Domains, position: Position) -> int | None:
    """(a) Return the value of a position, or None if its domain is not a singleton."""
    raise NotImplementedError


def assign_value(domains: Domains, position: Position, value: int) -> Domains:
    """(a) Return a copy of the domains in which the position can hold only the value."""
    raise NotImplementedError


def select_variable(domains: Domains) -> Position:
    """(b) Return a position whose domain is the smallest of those with more than one value.

    There is at least one such domain. If several are the smallest, any of them is right.
    """
    raise NotImplementedError


def rows_cols_consistent(domains: Domains, size: int) -> bool:
    """(c) Return whether the values in each row, and in each column, are all different.

    Positions that have no value yet are ignored.
    """
    raise NotImplementedError


def cage_consistent(cage: Cage, domains: Domains) -> bool:
    """(c) Return whether the values in the cage are consistent with its rule.

    If all positions have a value, the rule has to hold; in Sub and Div either value may be the
    larger one. Otherwise an Add cage must have room for a 1 at each position without a value, and
    the product of the values in a Mul cage must divide the target; any other cage is consistent.
    """
    raise NotImplementedError


def consistent(puzzle: Puzzle, domains: Domains) -> bool:
    """(c) Return whether rows, columns and all cages are consistent."""
    raise NotImplementedError


def create_neq_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return the arcs of kind neq, both ways between any two positions of a row or column."""
    raise NotImplementedError


def create_sum_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return the arcs of kind sum, both ways between any two positions of an Add cage.

    The target of an arc is that of its cage.
    """
    raise NotImplementedError


def create_product_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return the arcs of kind product, both ways between any two positions of a Mul cage.

    The target of an arc is that of its cage.
    """
    raise NotImplementedError


def create_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) Return all arcs of the puzzle, each once: neq, sum and product."""
    raise NotImplementedError


def reduce_domain(arc: Arc, domains: Domains) -> list[int]:
    """(e) Return the values of the arc's first position that go with a value of its second.

    They keep their order. Two values go together if they differ (neq), if their sum is at most the
    target (sum), or if their product divides the target (product).
    """
    raise NotImplementedError


def propagate_domains(arcs: list[Arc], queue: list[Arc], domains: Domains) -> Domains | None:
    """(e) Return the domains after the queue is processed, or None as soon as a domain is empty.

    Take an arc from the queue and reduce the domain of its first position. If that removes a value,
    queue the arcs of `arcs` whose second position is this one. Stop when the queue is empty.
    """
    raise NotImplementedError


def ac3(arcs: list[Arc], domains: Domains) -> Domains | None:
    """(e) Return the domains when no arc can reduce them, or None if one is empty."""
    raise NotImplementedError


def solve_kenken(puzzle: Puzzle, domains: Domains) -> Domains | None:
    """(f) Return a solution with values from these domains, as singletons, or None.

    Reduce the domains by AC-3. If some position still has several values, select one and try each
    of its values: if assigning it is consistent, solve the puzzle with the value assigned.
    """
    raise NotImplementedError
