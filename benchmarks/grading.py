"""The cost of grading compared with pytest: medians of interleaved whole commands.

    python benchmarks/grading.py [RUNS]

The peer is pytest with pytest-timeout, pytest-json-report and no other plugin. It runs the same
60 tests on the same four functions in one process, without any isolation.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KIT = ROOT / "tests" / "kits" / "functions"
AUTOGRADER = str(Path(sys.executable).with_name("autograder"))
PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin", "pytest_metadata.plugin")


def commands(folder: str) -> dict[str, tuple[list[str], Path]]:
    """Return the measured commands, each with its working folder."""
    plugins = [argument for name in PLUGINS for argument in ("-p", name)]
    report = f"--json-report-file={folder}/peer.json"
    peer = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", "."]
    peer += ["--disable-plugin-autoload", *plugins, "--timeout", "10", "--json-report", report]
    grade = [AUTOGRADER, "grade", "functions", str(KIT / "reference" / "functions")]
    check = [AUTOGRADER, "check", "kenken", "reference/kenken", "--part", "find_blank"]
    return {
        "pytest, one process": (peer, HERE / "grading" / "peer"),
        "autograder grade, 60 tests": ([*grade, "--kit", str(KIT)], ROOT),
        "autograder check --part": (check, ROOT),
    }


def seconds(command: list[str], folder: Path) -> float:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with TemporaryDirectory() as folder:
        measured = commands(folder)
        times: dict[str, list[float]] = {name: [] for name in measured}
        for run in range(runs + 1):
            for name, (command, where) in measured.items():
                taken = seconds(command, where)
                if run:  # The first is a warm-up.
                    times[name].append(taken)
    peer = times["pytest, one process"]
    print(f"{runs} runs, median seconds, and the median of the ratios to pytest pair by pair")
    for name, own in times.items():
        ratio = statistics.median(a / b for a, b in zip(own, peer, strict=True))
        print(f"{name:<28} {statistics.median(own):.3f} s   {ratio:.2f}")


if __name__ == "__main__":
    main()
