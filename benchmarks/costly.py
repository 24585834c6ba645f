"""The judge's own cost: its peak memory and CPU time for submissions that are made to be costly.

    python benchmarks/costly.py [GROUP...]

GROUPs are folders of `tests/attacks`, by default `costly`. Each submission is graded with 60 tests
that call its `double`. Those of the group `costly` are padded with empty lines to the largest file
that may be handed in. A submission is over the bounds if the judge takes more than 300 MiB, or 3
seconds more CPU time than the limits of all calls together.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.attacks import observe  # noqa: E402 - found by the line above
from tests.conftest import copy_kit  # noqa: E402

ATTACKS = ROOT / "tests" / "attacks"
TESTS = 60
MOST_MIB = 300
MOST_SECONDS = 3
LARGEST_FILE = 1 << 20


def measure(attack: Path) -> dict[str, float]:
    """Grade one submission in this process; return what that cost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kit = copy_kit("attacks", folder / "kit")
        test = kit / "autograder/assignments/target/tests/test_double.py"
        test.write_text(re.sub(r"range\(\d+\)", f"range({TESTS})", test.read_text()))
        observe.HERE = folder
        source = folder / "work.py"
        text = attack.read_bytes()
        padding = LARGEST_FILE - len(text) if attack.parent.name == "costly" else 0
        source.write_bytes(text + b"\n" * padding)
        (folder / "stage").mkdir()
        stage = observe.Stage(folder / "stage")
        try:
            before, started = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
            report = observe.grade_file(stage, source, "target", confined=True)
            waited, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_SELF)
        finally:
            stage.close(kept=set())
    limits = observe_limits(kit_tests=sum(part.total for part in report.parts))
    return {
        "mib": after.ru_maxrss / 1024,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "seconds": waited,
        "limits": limits,
    }


def observe_limits(kit_tests: int) -> float:
    """Return the sum of the limits of all calls: each test of the kit makes one."""
    text = (ROOT / "tests/kits/attacks/autograder/assignments/target/assignment.toml").read_text()
    return kit_tests * float(re.findall(r"call_seconds = ([\d.]+)", text)[0])


def main() -> None:
    if len(sys.argv) > 2 and sys.argv[1] == "--one":
        print(json.dumps(measure(Path(sys.argv[2]))))
        return
    over = 0
    print(f"{'submission':<36}{'peak MiB':>9}{'CPU s':>8}{'wall s':>8}{'limits s':>9}")
    for group in sys.argv[1:] or ["costly"]:
        for attack in sorted((ATTACKS / group).glob("*.py")):
            command = [sys.executable, __file__, "--one", str(attack)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{group}/{attack.stem}: {done.stderr[-2000:]}")
                over += 1
                continue
            cost = json.loads(done.stdout.splitlines()[-1])
            too_much = cost["mib"] > MOST_MIB or cost["cpu"] > cost["limits"] + MOST_SECONDS
            over += too_much
            figures = f"{cost['mib']:>9.0f}{cost['cpu']:>8.1f}{cost['seconds']:>8.1f}"
            mark = "  over" if too_much else ""
            print(f"{group + '/' + attack.stem:<36}{figures}{cost['limits']:>9.1f}{mark}")
    sys.exit(over > 0)


if __name__ == "__main__":
    main()
