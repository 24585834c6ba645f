"""What tests import: provided files, modules next to them; and the packages of submissions."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.safetext import printable_line

IMPORTABLE = "pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "colorama"
"""Packages that a submission may import: pytest and its dependencies."""


@contextlib.contextmanager
def importable(assignment: Assignment) -> Iterator[None]:
    """Make the provided files and the modules next to the tests importable; unload them at exit.

    Raises:
        AssignmentError: the file of `types` cannot be loaded.
    """
    folders = [str(assignment.starter), str(assignment.folder)]
    # What files of the assignment would shadow, such as its `trace.py`, which is for trace pages.
    for path in (*assignment.starter.glob("*.py"), *assignment.folder.glob("*.py")):
        if path.stem in sys.stdlib_module_names:
            with contextlib.suppress(ImportError):
                importlib.import_module(path.stem)
    before = set(sys.modules)
    sys.path[:0] = folders
    try:
        load_types(assignment)
        yield
    finally:
        for folder in folders:
            sys.path.remove(folder)
        for name in set(sys.modules) - before:
            file = Path(getattr(sys.modules[name], "__file__", None) or "")
            if any(map(file.is_relative_to, folders)):
                del sys.modules[name]


def load_types(assignment: Assignment) -> None:
    """Load the file of `types`, before workers do: they could not say what is wrong with it."""
    path = assignment.starter / assignment.types
    if not assignment.types or not path.is_file():
        return
    try:
        importlib.import_module(path.stem)
    except (Exception, SystemExit) as error:
        fault = printable_line(f"{type(error).__name__}: {error}")
        raise AssignmentError(f"{path}: cannot be loaded: {fault}") from None


@functools.cache
def libraries() -> dict[str, str]:
    """Return the first file of each installed package that submissions may import."""
    specs = {name: importlib.util.find_spec(name) for name in IMPORTABLE}
    return {name: spec.origin for name, spec in specs.items() if spec and spec.origin}
