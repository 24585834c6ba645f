"""Starting a Python process that forks workers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from autograder.sandbox.linux.resource_limits import limits_of_workers

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}
LINKED_AT_ONCE = {"LD_BIND_NOW": "1"}
"""For the dynamic linker: what it does at a first call, each worker would do again."""
FLAGS = ("-s", "-S", "-P")
_ROOT = Path(__file__).parents[3]


def start_python(program: Path, descriptor: int, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a program of the sandbox's, which inherits this descriptor.

    It is in a session of its own, so that a signal to this process's group does not reach it.
    """
    with limits_of_workers():
        return subprocess.Popen(
            [sys.executable, *FLAGS, str(program), str(_ROOT), str(descriptor), *arguments],
            env=ENVIRONMENT | LINKED_AT_ONCE,
            cwd="/",
            stdin=subprocess.DEVNULL,
            pass_fds=[descriptor],
            start_new_session=True,
        )
