"""What is imported before the fork, and from where workers import the rest: from memory."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence

from autograder.sandbox.linux.library import Library
from autograder.sandbox.worker.importer import Box

WARM = (
    *("argparse", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "random", "re", "string", "traceback", "typing"),
)
WARM_IF_USED = ("datetime", "decimal", "fractions", "pathlib", "statistics")
"""Modules that take a worker milliseconds to import; few submissions do."""


def use_library(root: str, box: str, packages: Sequence[str]) -> Callable[[], None]:
    """Import the standard library from memory from now on, and much used modules at once.

    The `packages` are read only if a file of the box may import one; otherwise the function that is
    returned does so, for pytest.
    """
    folders = [folder for folder in sys.path if folder != root]
    sources = list(Box(box).sources.values())
    read = list(packages) if find_imported(sources, packages) else []
    sys.meta_path.insert(-1, Library(folders, read))
    sys.path[:] = [root]
    for name in (*WARM, *find_imported(sources, WARM_IF_USED)):  # None from the box, as yet.
        importlib.import_module(name)
    left = [] if read else list(packages)

    def use_packages() -> None:
        if left:
            sys.meta_path.insert(-1, Library([], left))

    return use_packages


def find_imported(sources: Sequence[bytes], modules: Iterable[str]) -> list[str]:
    """Return those modules, given by name or by path, that a line of the sources may import."""
    found = []
    for module in modules:
        name = re.escape(os.path.basename(module).removesuffix(".py"))
        pattern = re.compile(rf"(?:from|import).*\b{name}\b".encode())
        if any(map(pattern.search, sources)):
            found.append(module)
    return found
