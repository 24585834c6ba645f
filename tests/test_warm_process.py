"""Commands in forks of a process end as they would in a process of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest

COMMANDS = {
    "end": ("print('one')", 0),
    "status": ("import sys\nprint('one')\nsys.exit(3)", 3),
    "no status": ("raise SystemExit", 0),
    "large status": ("raise SystemExit(256 + 7)", 7),
    "negative status": ("raise SystemExit(-1)", 255),
    "truth as a status": ("raise SystemExit(True)", 1),
    "message": ("import sys\nsys.exit('one line')", 1),
    "exception": ("{}['key']", 1),
    "function at exit": ("import atexit\natexit.register(print, 'last')\nprint('first')", 0),
    "exit in a function at exit": ("import atexit, os\natexit.register(os._exit, 5)", 5),
    "thread": (
        "import threading, time\n"
        "threading.Thread(target=lambda: time.sleep(0.05) or print('late')).start()",
        0,
    ),
    "no standard output": ("import sys\nsys.stdout = None\nsys.stderr.write('one\\n')", 0),
    "full disk": ("import sys\nsys.stdout = open('/dev/full', 'w')\nprint('one')", 120),
}


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
@pytest.mark.parametrize(("source", "status"), COMMANDS.values(), ids=COMMANDS)
def test_end_of_command(source: str, status: int, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"{source}\n")
    command = {"file": str(program), "arguments": [], "folder": str(tmp_path), "environment": {}}
    ran = conftest._warm_process().run(command, 60)
    python = [sys.executable, str(program)]
    alone = subprocess.run(python, capture_output=True, text=True, check=False, timeout=60)
    assert (ran[0], ran[1]) == (alone.returncode, alone.stdout) == (status, ran[1])
    assert ran[2].splitlines()[-1:] == alone.stderr.splitlines()[-1:]
