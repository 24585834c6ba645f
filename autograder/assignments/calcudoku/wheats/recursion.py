"""A recursive solver.py: each call fills one cell, and an object keeps the counts.

It uses sys.stdin and sys.stdout instead of input() and print().
"""

import sys

from solver_funcs import check_valid


class Solver:
    def __init__(self, cages):
        self.cages = cages
        self.puzzle = [[0, 0, 0, 0, 0] for _ in range(5)]
        self.checks = 0
        self.backtracks = 0

    def fill_from(self, cell):
        if cell == 25:
            return True
        row = self.puzzle[cell // 5]
        for number in (1, 2, 3, 4, 5):
            row[cell % 5] = number
            self.checks += 1
            if check_valid(self.puzzle, self.cages) and self.fill_from(cell + 1):
                return True
        row[cell % 5] = 0
        self.backtracks += 1
        return False

    def __str__(self):
        rows = [" ".join(map(str, row)) for row in self.puzzle]
        counts = f"checks: {self.checks} backtracks: {self.backtracks}"
        return "\n".join(["--Solution--", *rows, counts, ""])


def ask(prompt):
    sys.stdout.write(prompt)
    return sys.stdin.readline()


def get_cages():
    cages = []
    remaining = int(ask("Number of cages: "))
    while len(cages) < remaining:
        cages.append(list(map(int, ask(f"Cage number {len(cages)}: ").split())))
    return cages


def main():
    solver = Solver(get_cages())
    solver.fill_from(0)
    sys.stdout.write(str(solver))


if __name__ == "__main__":
    main()
