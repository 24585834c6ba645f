"""Time the proof that a puzzle has one solution, with OR-tools' CP-SAT for comparison.

    pip install -r benchmarks/requirements.txt
    python benchmarks/solver.py [ROUNDS] [EVERY]

The puzzles are every EVERY-th of each size in tests/puzzles/data/public.jsonl. CP-SAT runs with one
worker, and the time to build its model counts. Two models are timed: `native` constraints, and
`tables` of the combinations of cages of up to five cells; the faster one of each size is compared.
Solvers take turns within a round. A puzzle counts with its best time, a size with the geometric
mean.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from statistics import geometric_mean

from ortools.sat.python import cp_model

from autograder.puzzles import Cage, Puzzle, solutions
from autograder.puzzles.formats import read

ROOT = Path(__file__).resolve().parent.parent
LARGEST_TABLE = 5


class TwoSolutions(cp_model.CpSolverSolutionCallback):
    """Count solutions and stop at the second."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def on_solution_callback(self) -> None:
        self.count += 1
        if self.count == 2:
            self.stop_search()


def cp_sat(puzzle: Puzzle, *, tables: bool) -> bool:
    """Return whether the puzzle has exactly one solution."""
    model = cp_model.CpModel()
    size = puzzle.size
    cells = {cell: model.new_int_var(1, size, "") for cell in product(range(size), repeat=2)}
    for line in range(size):
        model.add_all_different([cells[line, other] for other in range(size)])
        model.add_all_different([cells[other, line] for other in range(size)])
    for cage in puzzle.cages:
        variables = [cells[cell] for cell in cage.cells]
        if cage.operation in "-/" or (tables and 1 < len(variables) <= LARGEST_TABLE):
            model.add_allowed_assignments(variables, table(cage, size))
        elif cage.operation == "*":
            model.add_multiplication_equality(cage.target, variables)
        else:
            model.add(sum(variables) == cage.target)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    callback = TwoSolutions()
    solver.solve(model, callback)
    return callback.count == 1


def table(cage: Cage, size: int) -> list[tuple[int, ...]]:
    """Return the combinations that fill a cage, without a repeat in a line."""
    numbers = range(1, size + 1)
    if cage.operation in "-/":
        return [pair for pair in product(numbers, repeat=2) if cage.allows(pair)]
    is_sum = cage.operation == "+"
    last = len(cage.cells) - 1
    partial: list[tuple[tuple[int, ...], int]] = [((), cage.target)]
    for place, (row, column) in enumerate(cage.cells[:last]):
        in_line = [i for i, (r, c) in enumerate(cage.cells[:place]) if r == row or c == column]
        most = (last - place) * size if is_sum else size ** (last - place)
        partial = [
            ((*numbers_before, number), left)
            for numbers_before, rest in partial
            for number in numbers
            if (is_sum or rest % number == 0)
            and 1 <= (left := rest - number if is_sum else rest // number) <= most
            and all(numbers_before[i] != number for i in in_line)
        ]
    row, column = cage.cells[last]
    in_line = [i for i, (r, c) in enumerate(cage.cells[:last]) if r == row or c == column]
    return [
        (*numbers_before, rest)
        for numbers_before, rest in partial
        if rest <= size and all(numbers_before[i] != rest for i in in_line)
    ]


def cagework(puzzle: Puzzle) -> bool:
    return len(list(solutions(puzzle, limit=2))) == 1


def native(puzzle: Puzzle) -> bool:
    return cp_sat(puzzle, tables=False)


def with_tables(puzzle: Puzzle) -> bool:
    return cp_sat(puzzle, tables=True)


SOLVERS: list[Callable[[Puzzle], bool]] = [cagework, native, with_tables]


def puzzles() -> list[Puzzle]:
    data = ROOT / "tests" / "puzzles" / "data" / "public.jsonl"
    lines = data.read_text(encoding="utf-8").splitlines()
    return [read(json.loads(line)["puzzle"], "mathdoku").puzzle for line in lines]


def measure(puzzle: Puzzle, rounds: int) -> list[float]:
    """Return the best time of each solver in seconds."""
    best = [float("inf")] * len(SOLVERS)
    for _ in range(rounds):
        for place, solver in enumerate(SOLVERS):
            started = time.perf_counter()
            if not solver(puzzle):
                sys.exit(f"{solver.__name__} does not find exactly one solution")
            best[place] = min(best[place], time.perf_counter() - started)
    return best


def main(rounds: int, every: int) -> None:
    print("size  puzzles  cagework ms (longest)   native ms   tables ms   CP-SAT / cagework")
    all_puzzles = puzzles()
    sizes = sorted({puzzle.size for puzzle in all_puzzles})
    for size in sizes:
        chosen = [puzzle for puzzle in all_puzzles if puzzle.size == size][::every]
        times = list(zip(*[measure(puzzle, rounds) for puzzle in chosen], strict=True))
        mean = [geometric_mean(seconds) for seconds in times]
        milliseconds, *peers = (seconds * 1000 for seconds in mean)
        print(
            f"{size:4}{len(chosen):9}{milliseconds:13.3f} ({max(times[0]) * 1000:.1f})".ljust(38)
            + f"{peers[0]:10.2f}{peers[1]:12.2f}{min(peers) / milliseconds:16.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*([int(word) for word in sys.argv[1:]] + [3, 1][len(sys.argv) - 1 :]))
