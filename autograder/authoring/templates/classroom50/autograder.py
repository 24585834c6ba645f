"""Classroom 50 runs this in a student's checkout: it writes result.json and release-body.md."""

import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "check.pyz"

if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, str(CHECK), "classroom50"]))
