"""Puzzles, domains and arcs for `autograder mutants`, the smallest first."""

import random
from itertools import permutations
from math import prod

from provided import Arc, Cage, Puzzle, full_domains

SIZES = [1, *[2] * 80, *[3] * 150, *[4] * 60]
KINDS = {1: ["Single", "Add", "Mul"], 2: ["Add", "Mul", "Sub", "Div"], 3: ["Add", "Mul"]}


def calls(part):
    """Yield (function, arguments) for a part."""
    draw = random.Random("ac3")
    for size in SIZES:
        puzzle = puzzle_of(size, draw)
        domains = domains_of(size, draw)
        positions = list(domains)
        arcs = arcs_of(puzzle, draw)
        arguments = {
            "is_singleton": (draw.choice(list(domains.values())),),
            "is_complete": (domains,),
            "get_value_of": (domains, draw.choice(positions)),
            "assign_value": (domains, draw.choice(positions), draw.randint(1, size)),
            "rows_cols_consistent": (domains, size),
            "cage_consistent": (draw.choice(puzzle.cages), domains),
            "consistent": (puzzle, domains),
            "propagate_domains": (arcs, arcs[: draw.randint(0, len(arcs))], domains),
            "ac3": (arcs, domains),
            "solve_kenken": (puzzle, draw.choice([full_domains(size), domains])),
            "search": (puzzle, full_domains(size)),
        }
        if part == "reduce_domain":
            if arcs:
                yield part, (draw.choice(arcs), domains)
        elif part == "select_variable":
            if any(len(domain) > 1 for domain in domains.values()):
                yield part, (domains,)
        elif part.startswith("create_"):
            yield part, (puzzle,)
        else:
            yield "solve_kenken" if part == "search" else part, arguments[part]


def puzzle_of(size, draw):
    """Return a puzzle with random cages, some of whose targets may be wrong."""
    positions = [(row, column) for row in range(size) for column in range(size)]
    draw.shuffle(positions)
    cages = []
    while positions:
        count = draw.randint(1, min(3, len(positions)))
        chosen, positions = tuple(positions[:count]), positions[count:]
        values = [1 + (row + column) % size for row, column in chosen]
        kind = draw.choice(KINDS[count])
        targets = {
            "Single": values[0],
            "Add": sum(values),
            "Mul": prod(values),
            "Sub": max(values) - min(values),
            "Div": max(values) // min(values),
        }
        target = targets[kind] + draw.choice([0, 0, 0, 0, 0, 0, 0, 1])
        cages.append(Cage(kind, target, chosen))
    return Puzzle(size, tuple(cages))


def domains_of(size, draw):
    """Return domains in increasing order; often all are singletons, and rarely one is empty."""
    most = draw.choice([1, 2, size])
    least = 0 if draw.random() < 0.1 else 1
    return {
        position: sorted(draw.sample(values, draw.randint(least, min(most, size))))
        for position, values in full_domains(size).items()
    }


def arcs_of(puzzle, draw):
    """Return arcs between the positions of some cages, and of some rows."""
    kinds = {"Add": "sum", "Mul": "product"}
    arcs = [
        Arc(kinds[cage.kind], first, second, cage.target)
        for cage in puzzle.cages
        if cage.kind in kinds
        for first, second in permutations(cage.positions, 2)
    ]
    line = [(draw.randrange(puzzle.size), column) for column in range(puzzle.size)]
    return arcs + [Arc("neq", first, second) for first, second in permutations(line, 2)]
