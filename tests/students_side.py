"""Check a right and a wrong submission to kenken as students do, on any system.

`python tests/students_side.py kenken-student.zip RIGHT WRONG` needs nothing but Python. The wrong
submission is tests/submissions/kenken-return_forgotten.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

OF_RIGHT = ["All 9 parts pass: 90 of 90."]
OF_WRONG = [
    "Begin here: available_vals",
    "      available_vals printed [1, 2, 3, 4] and returned None; "
    "`return` gives a value back; `print` only shows it",
    "        expected  [1, 2, 3, 4]",
    "Score: 76.67 of 90  (public tests; your instructor may run more)",
]
"""Lines of the reports."""


def check(folder: Path, submission: str, status: int, expected: list[str]) -> bool:
    """Check a submission with check.pyz; print the report if it is not as expected."""
    shutil.copy(submission, folder / "kenken.py")
    done = subprocess.run(
        [sys.executable, "check.pyz"],
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = done.stdout.splitlines()
    if done.returncode == status and all(line in lines for line in expected):
        return True
    print(f"{submission}: exit status {done.returncode} instead of {status}, or not these lines:")
    print(*expected, "The report:", done.stdout, done.stderr, sep="\n")
    return False


def main() -> int:
    bundle, right, wrong = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        with zipfile.ZipFile(bundle) as archive:
            archive.extractall(name)
        folder = Path(name, "kenken")
        checks = [check(folder, right, 0, OF_RIGHT), check(folder, wrong, 1, OF_WRONG)]
    return 0 if all(checks) else 1


if __name__ == "__main__":
    sys.exit(main())
