"""KenKen by AC-3 and backtracking.

The *domain* of a position is the list of values that it may still hold; it *has a value* when its
domain is a singleton. AC-3 takes values out of domains that no neighbour goes with, and where that
is not enough the search tries the values of a small domain, one after the other.

No function changes what it is given, and no result shares a list with an argument.
"""

from provided import Arc, Cage, Domains, Position, Puzzle, copy_domains


def is_singleton(domain: list[int]) -> bool:
    """(a) Does the domain hold exactly one value?"""
    raise NotImplementedError


def is_complete(domains: Domains) -> bool:
    """(a) Is every domain a singleton?"""
    raise NotImplementedError


def get_value_of(domains: Domains, position: Position) -> int | None:
    """(a) The value of a position, or None if its domain is not a singleton."""
    raise NotImplementedError


def assign_value(domains: Domains, position: Position, value: int) -> Domains:
    """(a) A copy of the domains in which the position can hold nothing but the value."""
    raise NotImplementedError


def select_variable(domains: Domains) -> Position:
    """(b) A position whose domain is the smallest of those with more than one value.

    There is at least one such domain. If several are the smallest, any of them will do.
    """
    raise NotImplementedError


def rows_cols_consistent(domains: Domains, size: int) -> bool:
    """(c) Are the values in each row, and in each column, all different?

    Positions that have no value yet play no part.
    """
    raise NotImplementedError


def cage_consistent(cage: Cage, domains: Domains) -> bool:
    """(c) Do the values that the cage's positions have go with its rule?

    If all positions have a value, the rule has to hold. For Sub and Div either value may be the
    larger one. If not all of them have a value, then an Add cage must have room for a 1 at each
    position without one, and the product of the values in a Mul cage must divide the target; any
    other cage is consistent.
    """
    raise NotImplementedError


def consistent(puzzle: Puzzle, domains: Domains) -> bool:
    """(c) Are rows, columns and all cages consistent?"""
    raise NotImplementedError


def create_neq_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) An arc of kind neq for every two positions of a row or of a column, both ways."""
    raise NotImplementedError


def create_sum_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) An arc of kind sum for every two positions of an Add cage, both ways.

    Its target is the cage's.
    """
    raise NotImplementedError


def create_product_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) An arc of kind product for every two positions of a Mul cage, both ways.

    Its target is the cage's.
    """
    raise NotImplementedError


def create_arcs(puzzle: Puzzle) -> list[Arc]:
    """(d) All arcs of the puzzle, each once: neq, sum and product."""
    raise NotImplementedError


def reduce_domain(arc: Arc, domains: Domains) -> list[int]:
    """(e) The values in the domain of the arc's first position that go with one at its second.

    They keep their order. Two values go together when they differ (neq), when their sum is at most
    the target (sum), or when the target can be divided by their product (product).
    """
    raise NotImplementedError


def propagate_domains(arcs: list[Arc], queue: list[Arc], domains: Domains) -> Domains | None:
    """(e) The domains after all arcs of the queue have reduced them, and all that follows.

    Take an arc from the queue and reduce the domain of its first position. If that takes a value
    away, put those of `arcs` whose second position this is into the queue. End when the queue is
    empty, or with None as soon as a domain is.
    """
    raise NotImplementedError


def ac3(arcs: list[Arc], domains: Domains) -> Domains | None:
    """(e) The domains that are left when no arc can reduce any, or None if one gets empty."""
    raise NotImplementedError


def solve_kenken(puzzle: Puzzle, domains: Domains) -> Domains | None:
    """(f) A solution with values from these domains, each in a domain of its own, or None.

    Reduce the domains by AC-3. If that leaves several values somewhere, select a position and try
    each of its values: where that is consistent, solve the puzzle with the value assigned.
    """
    raise NotImplementedError
