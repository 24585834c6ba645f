"""Do scores depend on the load of the machine? One submission is graded alone, with others, and
beside programs that compute all the time.

    python benchmarks/load.py [ROUNDS [GRADINGS [LOOPS]]]

The submission's function uses 1.4 s of the 2 s of CPU time that it may use. Exit status 1 if a
score differs from that of a grading alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from measured import AUTOGRADER, ROOT

KIT = ROOT / "tests/kits/double"
LOOP = [sys.executable, "-S", "-c", "while True: pass"]
SECONDS = 1.4
SLOW = f"""

def double(number):
    import time

    started = time.process_time()
    while time.process_time() - started < {SECONDS}:
        pass
    return 2 * number
"""


def scores(folder: Path, gradings: int, others: int) -> list[str]:
    """Grade this many times at once, alongside other programs; return the scores."""
    # Each in a session of its own, since Linux divides time among sessions first.
    kit = "--kit", folder / "kit"
    loops = [subprocess.Popen(LOOP, start_new_session=True) for _ in range(others)]
    try:
        runs = [
            subprocess.Popen(
                [*AUTOGRADER, "grade", "double", folder, *kit, "--json", folder / f"{number}.json"],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
            for number in range(gradings)
        ]
        statuses = [run.wait() for run in runs]
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    return [
        f"exit {status}" if status else score(folder / f"{number}.json")
        for number, status in enumerate(statuses)
    ]


def score(report: Path) -> str:
    table = json.loads(report.read_text(encoding="utf-8"))
    return f"{table['score']} of {table['out_of']}"


def main() -> None:
    given = [int(argument) for argument in sys.argv[1:]]
    rounds, gradings, loops = (*given, *(5, 12, 16)[len(given) :])
    loads = {
        "one alone": (1, 0),
        f"{gradings} at once": (gradings, 0),
        f"one beside {loops} loops": (1, loops),
    }
    print(f"{os.cpu_count()} cores; double uses {SECONDS} s of its 2 s of CPU time")
    seen = set()
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(KIT, folder / "kit")
        for command in ("starter", "expected"):
            subprocess.run(
                [*AUTOGRADER, command, "--kit", folder / "kit"],
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        source = (KIT / "reference/double/double.py").read_text(encoding="utf-8")
        program = source[source.index("if __name__") :] if "if __name__" in source else ""
        (folder / "double.py").write_text(SLOW + program, encoding="utf-8")
        for number in range(1, rounds + 1):
            for load, (count, others) in loads.items():
                started = time.monotonic()
                found = scores(folder, count, others)
                seen.update(found)
                print(
                    f"round {number}, {load + ':':<22} {', '.join(found)}"
                    f"   ({time.monotonic() - started:.0f} s)",
                    flush=True,
                )
    sys.exit(len(seen) != 1)


if __name__ == "__main__":
    main()
