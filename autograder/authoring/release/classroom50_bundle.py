"""NAME-classroom50/: an autograder for Classroom 50, with public tests only."""

from __future__ import annotations

_AUTOGRADER = '''\
"""Classroom 50 runs this in a student's checkout: it writes result.json and release-body.md."""

import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "check.pyz"

if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, str(CHECK), "classroom50"]))
'''

_WORKFLOW = """\
# For a repository of your own: put it next to the files of the students' zip.
name: check
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python check.pyz --all
"""


def classroom50_bundle(pyz: bytes) -> dict[str, bytes]:
    """Return the files of the folder, by path; `pyz` is check.pyz."""
    return {
        "autograder.py": _AUTOGRADER.encode(),
        "check.pyz": pyz,
        ".github/workflows/check.yml": _WORKFLOW.encode(),
    }
