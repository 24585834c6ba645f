"""Time the proof that a puzzle has one solution, with Simon Tatham's Keen, in C, for comparison.

In the folder with the sources of his collection (Debian: apt-get source sgt-puzzles):

    cc -O2 -I. -o keen HERE/keen_timer.c latin.c matching.c tree234.c random.c malloc.c misc.c \\
        dsf.c nullfe.c sort.c -lm

Then, with the compiled program:

    python benchmarks/keen.py PROGRAM [ROUNDS]

Solvers take turns within a round. A puzzle counts with its best time, a size with the geometric
mean.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import geometric_mean

from autograder.puzzles import is_unique
from autograder.puzzles.formats import read

DATA = Path(__file__).resolve().parent.parent / "tests" / "puzzles" / "data" / "public.jsonl"


def keen(program: str, ids: Sequence[str]) -> list[float]:
    """Return the seconds of processor time that Keen takes for each game id."""
    lines = "".join(f"{line}\n" for line in ids)
    result = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return [float(line) for line in result.stdout.splitlines()]


def cagework(ids: Sequence[str]) -> list[float]:
    """Return the seconds of processor time that Cagework takes for each game id."""
    times = []
    for line in ids:
        puzzle = read(line, "keen").puzzle
        started = time.process_time()
        if not is_unique(puzzle):
            sys.exit(f"not exactly one solution: {line}")
        times.append(time.process_time() - started)
    return times


def compare(name: str, program: str, ids: Sequence[str], rounds: int) -> None:
    best = [[float("inf")] * len(ids) for _ in range(2)]
    for _ in range(rounds):
        for index, times in enumerate((cagework(ids), keen(program, ids))):
            best[index] = [min(pair) for pair in zip(best[index], times, strict=True)]
    mean, peer = (1000 * geometric_mean(seconds) for seconds in best)
    longest, peers_longest = (1000 * max(seconds) for seconds in best)
    print(
        f"{name:16}{len(ids):8}{mean:10.3f} ({longest:.1f})".ljust(48)
        + f"{peer:8.3f} ({peers_longest:.1f})".ljust(20)
        + f"{peer / mean:8.2f}"
    )


def main(program: str, rounds: int = 5) -> None:
    puzzles = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    levels: dict[str, list[str]] = {}
    for size in range(4, 10):
        ids = [entry["puzzle"] for entry in puzzles if entry["puzzle"].startswith(f"{size}:")]
        levels[f"{size}"] = ids
    levels["9, unreasonable"] = [
        entry["puzzle"]
        for entry in puzzles
        if entry["level"] == "unreasonable" and entry["puzzle"] in levels["9"]
    ]
    print("size             puzzles  cagework ms (longest)     Keen ms (longest)   Keen / cagework")
    for name, ids in levels.items():
        compare(name, program, ids, rounds)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
