"""Measure how many puzzles per second are generated, by size and rating.

    python benchmarks/generator.py [SECONDS]

Each cell of the table takes SECONDS of processor time. For comparison, the rates of Simon Tatham's
Keen 20230122, written in C and measured once, are printed below; `search` is its "unreasonable".
"""

from __future__ import annotations

import sys
import time

from autograder.puzzles import RATINGS, generate

SIZES = range(4, 10)
KEEN = {
    "easy": (14156, 9588, 1451, 1064, 112, 32),
    "normal": (3888, 1592, 739, 433, 88, 27),
    "hard": (3573, 2718, 1075, 906, 348, 112),
    "extreme": (162, 104, 107, 64, 25, 8.4),
    "search": (1199, 292, 740, 145, 94, 31),
}


def puzzles_per_second(size: int, rating: str | None, seconds: float) -> float:
    """Return the puzzles generated per second, with different seeds."""
    count = 0
    started = time.process_time()
    while (elapsed := time.process_time() - started) < seconds:
        generate(size, rating=rating, seed=count)
        count += 1
    return count / elapsed


def main(seconds: float) -> None:
    print("cagework".ljust(14) + "".join(f"{size:9}" for size in SIZES))
    for rating in (None, *RATINGS):
        rates = (puzzles_per_second(size, rating, seconds) for size in SIZES)
        print((rating or "any").ljust(14) + "".join(f"{rate:9.1f}" for rate in rates), flush=True)
    print("Keen")
    for level, figures in KEEN.items():
        print(level.ljust(14) + "".join(f"{figure:9}" for figure in figures))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3)
