"""What tests start with `subprocess`: no file of the student's, which is not in this process."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment


class StartedFileError(Exception):
    """A test starts a file that students write, but what runs would be the kit's own one."""


@contextlib.contextmanager
def refused(assignment: Assignment) -> Iterator[None]:
    """Refuse to start a file of the starter or the reference that students write."""
    start = subprocess.Popen.__init__

    def checked(process: Any, args: Any, *more: Any, **options: Any) -> None:
        if file := started(assignment, args, options.get("cwd") or ""):
            says = f"a test starts {file}, which is not the student's here"
            raise StartedFileError(f"{says}: use program(case) instead")
        start(process, args, *more, **options)

    subprocess.Popen.__init__ = checked  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        subprocess.Popen.__init__ = start  # type: ignore[method-assign]


def started(assignment: Assignment, command: Any, cwd: str | Path) -> str:
    """Return the file of the student's that a command names, by its path or after `-m`."""
    try:
        words = command.split() if isinstance(command, str) else map(os.fsdecode, command)
        names = list(words)
        paths = {os.path.realpath(os.path.join(cwd, name)) for name in names}
    except (TypeError, ValueError):  # What is started says so.
        return ""
    is_python = bool(names) and Path(names[0]).stem.startswith(("python", "pypy"))
    folders = (assignment.starter, assignment.reference)
    for file in assignment.files:
        own = {os.path.realpath(folder / file) for folder in folders}
        if own & paths or (is_python and ("-m", Path(file).stem) in pairwise(names)):
            return file
    return ""
