"""A stack of the numbers placed; lines are read, not asked for; main does not use get_cages."""

import sys

import solver_funcs


def ask(prompt):
    sys.stdout.write(prompt)
    sys.stdout.flush()
    return [int(word) for word in sys.stdin.readline().split()]


def get_cages():
    [count] = ask("Number of cages: ")
    return [ask("Cage number " + str(number) + ": ") for number in range(count)]


def board(numbers):
    numbers = numbers + [0] * (25 - len(numbers))
    return [numbers[start : start + 5] for start in (0, 5, 10, 15, 20)]


def main():
    cages = []
    [count] = ask("Number of cages: ")
    while len(cages) < count:
        cages.append(ask(f"Cage number {len(cages)}: "))
    checks = backtracks = 0
    placed = [0]
    while True:
        if placed[-1] == 5:
            placed.pop()
            backtracks += 1
            continue
        placed[-1] += 1
        checks += 1
        if solver_funcs.check_valid(board(placed), cages):
            if len(placed) == 25:
                break
            placed.append(0)
    lines = ["--Solution--", *(" ".join(map(str, row)) for row in board(placed))]
    sys.stdout.write("\n".join(lines) + f"\nchecks: {checks} backtracks: {backtracks}\n")


if __name__ == "__main__":
    main()
