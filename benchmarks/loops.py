"""What endless loops cost: `grade` with every function looping, and the first failure of `check`.

    python benchmarks/loops.py [RUNS]

Medians of interleaved whole commands. CPU seconds are those of the command and of all that it
starts. Exit status 1 if a figure exceeds its limit.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from measured import AUTOGRADER, ROOT, Command, Limit, Row, cost_of, print_table

NAME = "kenken"
FILE = ROOT / "reference" / NAME / f"{NAME}.py"
ONE, EVERY = "find_blank", "every function loops"
LOOPS, FIRST = Limit(100, 50), Limit(2, 1)


def looping(functions: str = "") -> str:
    """Return the reference with an endless loop in a function; by default in each."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and functions in ("", node.name):
            node.body = ast.parse("while True:\n    pass").body
    return ast.unparse(tree)


def wrong() -> str:
    return FILE.read_text(encoding="utf-8") + f"\n\ndef {ONE}(puzzle):\n    return 7\n"


def written_submissions(folder: Path) -> dict[str, Path]:
    """Write submissions that loop or are wrong, each into a folder of its own, by description."""
    sources = {EVERY: looping(), f"{ONE} loops": looping(ONE), "a wrong answer": wrong()}
    found = {}
    for number, (description, source) in enumerate(sources.items()):
        found[description] = folder / f"submission-{number}"
        found[description].mkdir()
        (found[description] / FILE.name).write_text(source, encoding="utf-8")
    return found


def command(name: str, folder: Path) -> list[str]:
    return [*AUTOGRADER, name, NAME, str(folder)]


def first_failure(folder: Path) -> float:
    """Return the wall time until `check` has printed the first failure."""
    started = time.perf_counter()
    with subprocess.Popen(command("check", folder), cwd=ROOT, stdout=subprocess.PIPE) as running:
        assert running.stdout
        for line in running.stdout:
            if line.lstrip().startswith("✗".encode()):
                break
        taken = time.perf_counter() - started
        running.stdout.read()
    return taken


def seconds_once(submissions: Mapping[str, Path]) -> Iterator[tuple[str, float]]:
    """Measure each figure once, and yield it with its label."""
    yield f"CPU of grade, {EVERY}", cost_of(Command(command("grade", submissions[EVERY]))).cpu
    for description, submission in submissions.items():
        yield f"check, {description}: first failure", first_failure(submission)


def rows_of_loops(seconds: Mapping[str, Sequence[float]]) -> list[Row]:
    limits = {label: LOOPS if label.startswith("CPU") else FIRST for label in seconds}
    return [Row(label, values, limits[label], "s") for label, values in seconds.items()]


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = defaultdict[str, list[float]](list)
    with TemporaryDirectory() as folder:
        submissions = written_submissions(Path(folder))
        for _ in range(runs):
            for label, value in seconds_once(submissions):
                seconds[label].append(value)
    print(f"{NAME}, {runs} runs; {os.cpu_count()} cores\n")
    table = rows_of_loops(seconds)
    print_table(table)
    sys.exit(any(row.median > row.limit.must for row in table))


if __name__ == "__main__":
    main()
