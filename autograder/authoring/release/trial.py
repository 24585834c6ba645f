"""Run check.pyz as a student would, on the reference and on the starter, before it is handed out.

So a test that needs a file that students do not get is noticed here, as is one that needs the
grader and that pytest would not skip.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.folder import write
from autograder.sandbox.temporary_folders import temporary_folder

COLUMNS = 74  # What fits into the page.
WIDE = 1000
KEPT_VARIABLES = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""The variables without which Python does not start, or lacks a place for temporary folders."""

NO_TESTS = 5
"""The exit status of pytest if it finds none."""


def try_check_pyz(assignment: Assignment, pyz: bytes, files: Mapping[str, bytes]) -> str:
    """Return what check.pyz prints for the starter; `files` are its files, and the public tests.

    Raises:
        AssignmentError: the reference does not pass all of its tests, or they cannot run.
    """
    answers = {name: (assignment.reference / name).read_bytes() for name in assignment.files}
    with temporary_folder() as name:
        home = Path(name).resolve()
        folder = home / assignment.name
        write(folder, {**files, **answers, "check.pyz": pyz})
        graded = _run(folder, "--json", "-")
        if graded.returncode != 0:
            unpacked = rf"{re.escape(str(home))}\W\.cache\Wcagework\W[^/\\]+\W"
            fault = re.sub(unpacked, "", _first_fault(graded))
            raise AssignmentError(
                f"{assignment.public_tests}: the reference fails with what students get ({fault}); "
                "put files that tests read into this folder"
            )
        tested = _run(folder, "pytest", columns=WIDE)
        if tested.returncode not in (0, NO_TESTS):
            fault = _first_failure(tested).replace(f"{folder}{os.sep}", "")
            raise AssignmentError(
                f"{assignment.public_tests}: with pytest, as students may run these tests, the "
                f"reference fails ({fault}); "
                "put files that tests read into this folder"
            )
        write(folder, {**files, "check.pyz": pyz})
        return _run(folder).stdout


def _run(folder: Path, *arguments: str, columns: int = COLUMNS) -> subprocess.CompletedProcess[str]:
    """Run check.pyz without any other package of this environment; HOME is the folder above."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    own = {"HOME": str(folder.parent), "USERPROFILE": str(folder.parent), "COLUMNS": str(columns)}
    return subprocess.run(
        [sys.executable, "-S", "check.pyz", *arguments],
        cwd=folder,
        env={**kept, **own, "PYTHONUTF8": "1"},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        check=False,
    )


def _first_fault(graded: subprocess.CompletedProcess[str]) -> str:
    """Return why the first test failed, or what the grader said if there is no report."""
    try:
        report = json.loads(graded.stdout)
    except ValueError:
        return " ".join(graded.stderr.split()).removeprefix("autograder: ")
    tests = [test for part in report["parts"] for test in part["tests"]]
    failed = next(test for test in tests if test["outcome"] != "pass")
    reason = (failed["detail"] or {}).get("message", failed["outcome"])
    return f"{failed['name']}: {reason}"


def _first_failure(tested: subprocess.CompletedProcess[str]) -> str:
    """Return pytest's line on the first test that failed, or the last thing that it said."""
    lines = (tested.stdout + tested.stderr).split("\n")
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return (failed or list(filter(None, lines))[-1:] or [""])[0]
