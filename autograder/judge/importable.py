"""What an assignment's tests import: its provided files and the modules next to the tests."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator

from autograder.assignment import Assignment


@contextlib.contextmanager
def importable(assignment: Assignment) -> Iterator[None]:
    """Make the provided files and the modules next to the tests importable; unload them at exit."""
    folders = [str(assignment.starter), str(assignment.folder)]
    load_hidden_library(assignment)
    before = set(sys.modules)
    sys.path[:0] = folders
    try:
        yield
    finally:
        for folder in folders:
            sys.path.remove(folder)
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(tuple(folders)):
                del sys.modules[name]


def load_hidden_library(assignment: Assignment) -> None:
    """Load the modules of the standard library that files of the assignment would hide.

    Such as its `trace.py`, which is for trace pages and not for tests.
    """
    for folder in (assignment.starter, assignment.folder):
        for file in folder.glob("*.py"):
            if file.stem in sys.stdlib_module_names:
                with contextlib.suppress(ImportError):
                    importlib.import_module(file.stem)
