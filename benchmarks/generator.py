"""How many puzzles a second are generated, by size and rating.

    python benchmarks/generator.py [SECONDS]

Each cell of the table takes SECONDS of processor time. Below stand the rates of Simon Tatham's Keen
20230122, in C, measured once; `search` is its "unreasonable".
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


def rate_of(size: int, rating: str | None, seconds: float) -> float:
    """Puzzles a second, of different seeds."""
    made = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        generate(size, rating=rating, seed=made)
        made += 1
    return made / took


def main(seconds: float) -> None:
    print("cagework".ljust(14) + "".join(f"{size:9}" for size in SIZES))
    for rating in (None, *RATINGS):
        rates = (rate_of(size, rating, seconds) for size in SIZES)
        print((rating or "any").ljust(14) + "".join(f"{rate:9.1f}" for rate in rates), flush=True)
    print("Keen")
    for level, figures in KEEN.items():
        print(level.ljust(14) + "".join(f"{figure:9}" for figure in figures))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3)
