"""The line --Solution-- is not printed.

caught by: solution
"""


def main():
    cages = get_cages()
    puzzle = [[0] * SIZE for _ in range(SIZE)]
    checks, backtracks = _solve(puzzle, cages)
    for row in puzzle:
        print(*row)
    print(f"checks: {checks} backtracks: {backtracks}")
