"""What is imported before the fork, and from where workers import the rest: from memory."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterable, Sequence

from autograder.sandbox.linux.library import Library
from autograder.sandbox.worker.importer import Box

WARM = (
    *("argparse", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "random", "re", "string", "traceback", "typing"),
)
WARM_IF_USED = ("datetime", "decimal", "fractions", "pathlib", "statistics")
"""Modules that take a worker milliseconds to import; few submissions do."""


class WarmLibrary:
    """The standard library, imported from memory from now on, with much used modules at once.

    The `packages` are read now, for all submissions that may use these; others when they are used.
    """

    def __init__(self, root: str, packages: Sequence[str] = ()) -> None:
        folders = [folder for folder in sys.path if folder != root]
        sys.meta_path.insert(-1, Library(folders, []))
        sys.path[:] = [root]
        for name in WARM:  # None from the box, as yet.
            importlib.import_module(name)
        self.packages = list(packages)
        self.read = Library([], packages) if packages else None
        self.in_use = False

    def prepare_for(self, box: str, packages: Sequence[str]) -> None:
        """Import what the files of a box may use of the rest, and let them import these packages.

        Otherwise, these can be imported only after `use_packages`.
        """
        if self.packages != list(packages):
            self.packages, self.read = list(packages), None
        sources = list(Box(box).sources.values())
        if find_imported(sources, self.packages):
            self.use_packages()
        for name in find_imported(sources, WARM_IF_USED):
            importlib.import_module(name)

    def use_packages(self) -> None:
        if self.packages and not self.in_use:
            self.in_use = True
            sys.meta_path.insert(-1, self.read or Library([], self.packages))


def find_imported(sources: Sequence[bytes], modules: Iterable[str]) -> list[str]:
    """Return those modules, given by name or by path, that a line of the sources may import."""
    found = []
    for module in modules:
        name = re.escape(os.path.basename(module).removesuffix(".py"))
        pattern = re.compile(rf"(?:from|import).*\b{name}\b".encode())
        if any(map(pattern.search, sources)):
            found.append(module)
    return found
