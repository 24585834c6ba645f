"""Proving that a puzzle has one solution, beside OR-tools' CP-SAT: both cold, in one run.

    pip install -r benchmarks/requirements.txt
    python benchmarks/solver.py [ROUNDS] [EVERY]

Puzzles are those of tests/puzzles/data/public.jsonl, every EVERY-th of each size. CP-SAT has one
worker, and its model is built in the time that counts, in two ways: `native` constraints, and
`tables` of the ways to fill cages of up to five cells; it is credited with the faster one of a
size. Of the rounds, which alternate, a puzzle's best time counts; of a size, the geometric mean.
Growth with size is plotted to benchmarks/growth.svg.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from statistics import geometric_mean

import matplotlib as mpl
from ortools.sat.python import cp_model

from autograder.puzzles import Cage, Puzzle, solutions
from autograder.puzzles.formats import read

ROOT = Path(__file__).resolve().parent.parent
LARGEST_TABLE = 5


class TwoSolutions(cp_model.CpSolverSolutionCallback):
    """Counts solutions and stops at the second."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1
        if self.found == 2:
            self.stop_search()


def cp_sat(puzzle: Puzzle, *, tables: bool) -> bool:
    """Has the puzzle one solution and no other?"""
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
    return callback.found == 1


def table(cage: Cage, size: int) -> list[tuple[int, ...]]:
    """The numbers that fill a cage, none twice in a line."""
    numbers = range(1, size + 1)
    if cage.operation in "-/":
        return [pair for pair in product(numbers, repeat=2) if cage.allows(pair)]
    is_sum = cage.operation == "+"
    last = len(cage.cells) - 1
    found: list[tuple[tuple[int, ...], int]] = [((), cage.target)]
    for place, (row, column) in enumerate(cage.cells[:last]):
        beside = [i for i, (r, c) in enumerate(cage.cells[:place]) if r == row or c == column]
        most = (last - place) * size if is_sum else size ** (last - place)
        found = [
            ((*begun, number), left)
            for begun, rest in found
            for number in numbers
            if (is_sum or rest % number == 0)
            and 1 <= (left := rest - number if is_sum else rest // number) <= most
            and all(begun[i] != number for i in beside)
        ]
    row, column = cage.cells[last]
    beside = [i for i, (r, c) in enumerate(cage.cells[:last]) if r == row or c == column]
    return [
        (*begun, rest)
        for begun, rest in found
        if rest <= size and all(begun[i] != rest for i in beside)
    ]


def ours(puzzle: Puzzle) -> bool:
    return len(list(solutions(puzzle, limit=2))) == 1


def native(puzzle: Puzzle) -> bool:
    return cp_sat(puzzle, tables=False)


def with_tables(puzzle: Puzzle) -> bool:
    return cp_sat(puzzle, tables=True)


SOLVERS: list[Callable[[Puzzle], bool]] = [ours, native, with_tables]


def puzzles() -> list[Puzzle]:
    data = ROOT / "tests" / "puzzles" / "data" / "public.jsonl"
    lines = data.read_text(encoding="utf-8").splitlines()
    return [read(json.loads(line)["puzzle"], "keen").puzzle for line in lines]


def measure(puzzle: Puzzle, rounds: int) -> list[float]:
    """Seconds that each solver takes at best."""
    best = [float("inf")] * len(SOLVERS)
    for _ in range(rounds):
        for place, solver in enumerate(SOLVERS):
            started = time.perf_counter()
            if not solver(puzzle):
                sys.exit(f"{solver.__name__} finds another number of solutions")
            best[place] = min(best[place], time.perf_counter() - started)
    return best


def plot(sizes: list[int], means: list[list[float]], longest: list[float]) -> None:
    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    for place, name in enumerate(["cagework", "CP-SAT, native", "CP-SAT, tables"]):
        axes.plot(sizes, [mean[place] * 1000 for mean in means], marker="o", label=name)
    axes.plot(sizes, [most * 1000 for most in longest], ls=":", label="cagework, longest")
    axes.set(xlabel="size", ylabel="ms to prove one solution", yscale="log")
    axes.legend()
    figure.tight_layout()
    figure.savefig(Path(__file__).with_name("growth.svg"), metadata={"Date": None})


def main(rounds: int, every: int) -> None:
    print("size  puzzles  cagework ms (longest)   native ms   tables ms   CP-SAT / cagework")
    all_puzzles = puzzles()
    sizes = sorted({puzzle.size for puzzle in all_puzzles})
    means, longest = [], []
    for size in sizes:
        chosen = [puzzle for puzzle in all_puzzles if puzzle.size == size][::every]
        times = list(zip(*[measure(puzzle, rounds) for puzzle in chosen], strict=True))
        mean = [geometric_mean(seconds) for seconds in times]
        means.append(mean)
        longest.append(max(times[0]))
        own, *peers = (seconds * 1000 for seconds in mean)
        print(
            f"{size:4}{len(chosen):9}{own:13.3f} ({max(times[0]) * 1000:.1f})".ljust(38)
            + f"{peers[0]:10.2f}{peers[1]:12.2f}{min(peers) / own:16.1f}",
            flush=True,
        )
    plot(sizes, means, longest)


if __name__ == "__main__":
    main(*([int(word) for word in sys.argv[1:]] + [3, 1][len(sys.argv) - 1 :]))
