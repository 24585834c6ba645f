"""What endless loops cost: `grade` with every function looping, and the first failure of `check`.

    python benchmarks/loops.py [RUNS]

Medians of interleaved whole commands. CPU seconds are those of the command and of all that it
starts. The second submission loops in one function only. Exit status 1 if a figure exceeds its
limit.
"""

from __future__ import annotations

import ast
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
NAME = "kenken"
FILE = ROOT / "reference" / NAME / f"{NAME}.py"
AUTOGRADER = [sys.executable, "-m", "autograder"]
ONE = "find_blank"
LIMITS = {
    "grade, every function loops: CPU": 10.0,
    "check, every function loops: first failure": 2.0,
    f"check, {ONE} loops: first failure": 2.0,
    "check, a wrong answer: first failure": 2.0,
}
"""The seconds that must not be exceeded, in the order of the lines that are printed."""


def looping(functions: str = "") -> str:
    """Return the reference with an endless loop in a function; by default in each."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and functions in ("", node.name):
            node.body = ast.parse("while True:\n    pass").body
    return ast.unparse(tree)


def wrong() -> str:
    return FILE.read_text(encoding="utf-8") + f"\n\ndef {ONE}(puzzle):\n    return 7\n"


def command(name: str, folder: Path) -> list[str]:
    return [*AUTOGRADER, name, NAME, str(folder)]


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def grade(folder: Path) -> tuple[float, float]:
    """Return the CPU and the wall time of grading a submission."""
    before, started = children_cpu(), time.perf_counter()
    subprocess.run(command("grade", folder), cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return children_cpu() - before, time.perf_counter() - started


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


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    times: dict[str, list[float]] = {}
    with TemporaryDirectory() as name:
        folders = {}
        for kind, source in (("all", looping()), ("one", looping(ONE)), ("wrong", wrong())):
            folders[kind] = Path(name) / kind
            folders[kind].mkdir()
            (folders[kind] / FILE.name).write_text(source, encoding="utf-8")
        for _ in range(runs):
            for kind, label in (("all", "every function loops"), ("one", f"{ONE} loops")):
                cpu, wall = grade(folders[kind])
                times.setdefault(f"grade, {label}: CPU", []).append(cpu)
                times.setdefault(f"grade, {label}: wall", []).append(wall)
            cpu, _ = grade(FILE.parent)
            times.setdefault("grade, the reference: CPU", []).append(cpu)
            labels = {"all": "every function loops", "one": f"{ONE} loops"}
            for kind, label in (labels | {"wrong": "a wrong answer"}).items():
                taken = first_failure(folders[kind])
                times.setdefault(f"check, {label}: first failure", []).append(taken)
    print(f"{NAME}, {runs} runs, median seconds; {os.cpu_count()} cores")
    exceeded = False
    for line, figures in times.items():
        median, limit = statistics.median(figures), LIMITS.get(line)
        exceeded = exceeded or (limit is not None and median > limit)
        print(f"{line:<46}{median:>7.2f} s" + (f"   at most {limit:g} s" if limit else ""))
    sys.exit(exceeded)


if __name__ == "__main__":
    main()
