"""What confinement costs, beside the same without it, in one run: medians of interleaved rounds.

    python benchmarks/confinement.py [ROUNDS]

A worker's life is spawn, load, one call and kill, one worker after the other with none got ready
ahead. A submission is 60 tests on four functions, graded by the whole command.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from autograder.sandbox import fork_server, pool
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import ResponseKind

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KIT = HERE / "grading" / "kit"
REFERENCE = KIT / "reference" / "functions"
WITHOUT = (
    "from autograder.cli.main import main; from autograder.sandbox import fork_server\n"
    "import sys; fork_server.METHODS = fork_server.METHODS if sys.argv.pop(1) == 'with' else ()\n"
    "main(sys.argv[1:])"
)


def life(sandbox: Sandbox) -> float:
    """Seconds that one worker takes from its start to its end."""
    started = time.perf_counter()
    worker = sandbox.worker("functions", 2)
    worker.load()
    reply = worker.call("add", [1, 2], 2)
    worker.channel.kill()
    taken = time.perf_counter() - started
    assert (reply.kind, reply.value) == (ResponseKind.VALUE, 3)
    return taken


def grading(how: str) -> float:
    given = ["grade", "functions", str(REFERENCE), "--kit", str(KIT), "--allow-unconfined"]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    command = [sys.executable, "-c", WITHOUT, how, *given]
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def sandbox(folder: str, methods: tuple[str, ...]) -> Sandbox:
    kept, fork_server.METHODS = fork_server.METHODS, methods
    try:
        return Sandbox(Path(folder), required=False)
    finally:
        fork_server.METHODS = kept


def told(what: str, with_it: list[float], without: list[float]) -> str:
    difference = statistics.median(a - b for a, b in zip(with_it, without, strict=True))
    both = [1000 * statistics.median(times) for times in (with_it, without)]
    return f"{what:<32} {both[0]:7.2f} ms   {both[1]:7.2f} ms   {1000 * difference:+6.2f} ms"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    pool.SPARES = 1
    lives: dict[str, list[float]] = {"with": [], "without": []}
    with TemporaryDirectory() as folder:
        source = (REFERENCE / "functions.py").read_text(encoding="utf-8")
        (Path(folder) / "functions.py").write_text(source, encoding="utf-8")
        with sandbox(folder, fork_server.METHODS) as confined, sandbox(folder, ()) as free:
            print(f"confined by {confined.confinement}")
            for _ in range(20 * rounds):
                lives["with"].append(life(confined))
                lives["without"].append(life(free))
    gradings: dict[str, list[float]] = {"with": [], "without": []}
    for _ in range(rounds):
        for how, times in gradings.items():
            times.append(grading(how))
    print(f"{'medians':<32} {'confined':>10}   {'not':>10}   {'paired':>9}")
    print(told("spawn, load, one call, kill", lives["with"], lives["without"]))
    print(told("60 tests, the whole command", gradings["with"], gradings["without"]))


if __name__ == "__main__":
    main()
