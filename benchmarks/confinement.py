"""The cost of confinement, compared with the same work unconfined: medians of interleaved rounds.

    python benchmarks/confinement.py [ROUNDS]

The first measurement is one worker at a time, without spares: start, load, one call, kill. The
second is the whole command, which grades 60 tests on four functions.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from growth import KIT, REFERENCE
from measured import ENVIRONMENT, ROOT

from autograder.sandbox import pool
from autograder.sandbox.fork_server import ForkServer
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox


def worker_seconds(sandbox: Sandbox) -> float:
    """Return the time that one worker takes from its start to its end."""
    started = time.perf_counter()
    worker = sandbox.worker("functions", 2)
    worker.load()
    response = worker.call("add", [1, 2], 2)
    worker.process.kill()
    taken = time.perf_counter() - started
    assert (response.kind, response.value) == (ResponseKind.VALUE, 3)
    return taken


def command_seconds(backend: str) -> float:
    """Return the time that the whole command takes."""
    arguments = ["grade", "functions", str(REFERENCE), "--kit", str(KIT), "--allow-unconfined"]
    started = time.perf_counter()
    command = [sys.executable, "-m", "tests.on_backend", backend, *arguments]
    subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def row(label: str, times: dict[str, list[float]]) -> str:
    confined, unconfined = times["confined"], times["unconfined"]
    difference = statistics.median(a - b for a, b in zip(confined, unconfined, strict=True))
    medians = [1000 * statistics.median(seconds) for seconds in (confined, unconfined)]
    return f"{label:<32} {medians[0]:7.2f} ms   {medians[1]:7.2f} ms   {1000 * difference:+6.2f} ms"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    pool.SPARES = 1
    workers: dict[str, list[float]] = {"confined": [], "unconfined": []}
    with TemporaryDirectory() as folder:
        box = Path(folder)
        source = (REFERENCE / "functions.py").read_text(encoding="utf-8")
        (box / "functions.py").write_text(source, encoding="utf-8")
        unconfined = partial(ForkServer, plans=())
        with Sandbox(box) as confined, Sandbox(box, required=False, backend=unconfined) as free:
            print(f"confined by {confined.confinement}")
            for _ in range(20 * rounds):
                workers["confined"].append(worker_seconds(confined))
                workers["unconfined"].append(worker_seconds(free))
    commands: dict[str, list[float]] = {"confined": [], "unconfined": []}
    for _ in range(rounds):
        for backend, times in commands.items():
            times.append(command_seconds(backend))
    print(f"{'medians':<32} {'confined':>10}   {'not':>10}   {'paired':>9}")
    print(row("start, load, one call, kill", workers))
    print(row("60 tests, the whole command", commands))


if __name__ == "__main__":
    main()
