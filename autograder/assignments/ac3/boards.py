"""Puzzles, domains and arcs for the tests."""

from dataclasses import replace

import grids
from ac3 import solve_kenken
from provided import Arc, Cage, Puzzle, read_puzzle


def domains(text):
    """Return domains from text: `12 3 -` is a row with the domains [1, 2], [3] and []."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {
        (y, x): [int(digit) for digit in word.replace("-", "")]
        for y, row in enumerate(rows)
        for x, word in enumerate(row)
    }


def both_ways(kind, pairs, target=0):
    """Return arcs both ways between pairs of positions: `00-01` is (0, 0) and (0, 1)."""
    ends = [[(int(y), int(x)) for y, x in pair.split("-")] for pair in pairs.split()]
    return [
        Arc(kind, *way, target)
        for first, second in ends
        for way in ((first, second), (second, first))
    ]


def give(monkeypatch, **functions):
    """Let functions of the student's be these, so that others are tested by themselves."""
    for name, function in functions.items():
        monkeypatch.setattr(f"ac3.{name}", function)


def give_values(monkeypatch, domains):
    """Let `get_value_of` return the values in these domains."""
    values = {position: values[0] for position, values in domains.items() if len(values) == 1}
    give(monkeypatch, get_value_of=lambda _, position: values.get(position))


def give_consistency(monkeypatch, lines, wrong_cages):
    """Let rows and columns be consistent or not, if a size is given, and all cages but these."""
    give(
        monkeypatch,
        rows_cols_consistent=lambda _, size: lines if type(size) is int else not lines,
        cage_consistent=lambda cage, _: cage not in wrong_cages,
    )


def give_arcs(monkeypatch, puzzle, neq, sums, products):
    """Let the functions for the arcs of one kind return these, and none for another puzzle."""
    give(
        monkeypatch,
        create_neq_arcs=lambda other: list(neq) if other == puzzle else [],
        create_sum_arcs=lambda other: list(sums) if other == puzzle else [],
        create_product_arcs=lambda other: list(products) if other == puzzle else [],
    )


def give_propagation(monkeypatch, arcs, before, after):
    """Let `propagate_domains` return these domains, if all arcs are in the queue."""

    def propagate(all_arcs, queue, domains):
        all_queued = in_order(list(all_arcs)) == in_order(list(queue)) == in_order(arcs)
        return after if all_queued and domains in (before, after) else domains

    give(monkeypatch, propagate_domains=propagate)


def in_order(arcs):
    """Return the arcs sorted, since any order is right; anything else is returned unchanged."""
    if type(arcs) is not list or any(type(arc) is not Arc for arc in arcs):
        return arcs
    if {type(place) for arc in arcs for place in (arc.first, arc.second)} - {tuple, list}:
        return arcs
    return sorted(arcs, key=lambda arc: (arc.kind, arc.first, arc.second, arc.target))


EXAMPLE = read_puzzle("""\
4
Div 2 0,0 1,0
Mul 4 0,1 1,1
Mul 9 0,2 0,3 1,3
Add 7 1,2 2,2 2,3
Sub 1 2,0 2,1
Sub 2 3,0 3,1
Single 4 3,2
Single 2 3,3
""")

SOLVED = domains("""
2 4 3 1
4 1 2 3
3 2 1 4
1 3 4 2
""")

FULL = domains("1234 1234 1234 1234\n" * 4)

# What AC-3 leaves of FULL in EXAMPLE: only the two Mul cages remove values.
AFTER_AC3 = domains("""
1234 124  13   13
1234 124  1234 13
1234 1234 1234 1234
1234 1234 1234 1234
""")

HALF_WAY = domains("""
24   4   3  1
24   1   2  3
34   23  1  4
13   23  4  2
""")

TWO = read_puzzle("2\nAdd 6 0,0 0,1 1,0 1,1\n")

ADD_AND_MUL = read_puzzle("""\
3
Add 5 0,0 0,1 1,1
Mul 3 0,2 1,2
Single 3 1,0
Mul 12 2,0 2,1 2,2
""")

NEQ_2 = both_ways("neq", "00-01 10-11 00-10 01-11")

NEQ_3 = both_ways(
    "neq",
    """
    00-01 00-02 01-02   10-11 10-12 11-12   20-21 20-22 21-22
    00-10 00-20 10-20   01-11 01-21 11-21   02-12 02-22 12-22
    """,
)

NEQ_4 = both_ways(
    "neq",
    """
    00-01 00-02 00-03 01-02 01-03 02-03   10-11 10-12 10-13 11-12 11-13 12-13
    20-21 20-22 20-23 21-22 21-23 22-23   30-31 30-32 30-33 31-32 31-33 32-33
    00-10 00-20 00-30 10-20 10-30 20-30   01-11 01-21 01-31 11-21 11-31 21-31
    02-12 02-22 02-32 12-22 12-32 22-32   03-13 03-23 03-33 13-23 13-33 23-33
    """,
)

EXAMPLE_SUMS = both_ways("sum", "12-22 12-23 22-23", 7)
EXAMPLE_PRODUCTS = [
    *both_ways("product", "01-11", 4),
    *both_ways("product", "02-03 02-13 03-13", 9),
]
EXAMPLE_ARCS = NEQ_4 + EXAMPLE_SUMS + EXAMPLE_PRODUCTS

# Nine independent squares of 3 x 3, each with 12 ways to fill it: a search that fills in the others
# before it reaches the contradiction in the middle one does not end in time.
SQUARES = domains(
    "123 123 123 456 456 456 789 789 789\n" * 3
    + "456 456 456 789 789 789 123 123 123\n" * 3
    + "789 789 789 123 123 123 456 456 456\n" * 3
)
THREE_OF_A_ROW = [[(y, x), (y, x + 1), (y, x + 2)] for y in range(9) for x in (0, 3, 6)]
NINE = Puzzle(
    9,
    tuple(
        Cage("Add", sum(SQUARES[positions[0]]), tuple(positions)) for positions in THREE_OF_A_ROW
    ),
)


def nine_with(*cages):
    """The puzzle with other cages in the place of those that have their positions."""
    taken = {position for cage in cages for position in cage.positions}
    others = [cage for cage in NINE.cages if not taken & set(cage.positions)]
    return replace(NINE, cages=(*others, *cages))


NINE_SOLVED = domains("""
1 2 3 4 5 6 7 8 9
2 3 1 5 6 4 8 9 7
3 1 2 6 4 5 9 7 8
4 5 6 7 8 9 1 2 3
5 6 4 8 9 7 2 3 1
6 4 5 9 7 8 3 1 2
7 8 9 1 2 3 4 5 6
8 9 7 2 3 1 5 6 4
9 7 8 3 1 2 6 4 5
""")


def solves_nine():
    """Check a grid whose middle square needs a search: a solver that only gives up fails here."""
    middle = {(y, x) for y in (3, 4, 5) for x in (3, 4, 5)}
    given = {position: NINE_SOLVED[position] for position in {*SQUARES} - middle}
    found = solve_kenken(NINE, {**SQUARES, **given})
    domains_found = [(found or {}).get(position, []) for position in SQUARES]
    values = [str(value) for domain in domains_found for value in domain]
    fault = grids.fault(NINE, values)
    expected = NINE_SOLVED if fault else found
    assert found == expected, f"{fault} Any of the twelve solutions is right."
