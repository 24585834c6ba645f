"""The counts are printed before the rows.

caught by: solution
"""


def main():
    cages = get_cages()
    puzzle = [[0] * SIZE for _ in range(SIZE)]
    checks, backtracks = _solve(puzzle, cages)
    print("--Solution--")
    print(f"checks: {checks} backtracks: {backtracks}")
    for row in puzzle:
        print(*row)
