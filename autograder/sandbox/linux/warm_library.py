"""What is imported before the fork, and from where workers import the rest: from memory."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Sequence

from autograder.sandbox.linux.library import Library
from autograder.sandbox.worker.importer import Box

WARM = (
    *("argparse", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "re", "string", "traceback", "typing"),
)
WARM_IF_USED = ("datetime", "decimal", "fractions", "pathlib", "random", "statistics")
"""Modules that few submissions import. It takes a worker milliseconds to import one, and `random`,
once imported, makes each fork slower by setting a new seed in the child."""
WITHOUT_EXTENSIONS = (
    *sorted(set(WARM) - {"argparse"}),
    *("__future__", "abc", "io", "json", "os", "sys", "time", "types"),
)
"""Modules of which no function needs an extension module that is not loaded with them or always."""
ALWAYS_LOADED = ("_heapq", "unicodedata")
"""Extension modules that `Counter.most_common` and tracebacks import when they are called."""
HARD_TO_SEE = re.compile(rb"__import__|importlib|\\N\{|codec|encod|decod|\bexec\b|\beval\b")
"""What may import a module without such a line: codecs, for example."""
IMPORTING = re.compile(rb"^.*\bimport\b.*$", re.MULTILINE)
IMPORT = re.compile(
    rb"\s*(?:from (\w+)(?:\.\w+)* import [\w, ()*]+"
    rb"|import (\w+(?:\.\w+)*(?: as \w+)?(?:, \w+(?:\.\w+)*(?: as \w+)?)*))\s*(?:#.*)?"
)


def use_library(root: str, box: str, packages: Sequence[str]) -> Callable[[], None]:
    """Import the standard library from memory from now on, and much used modules at once.

    Its extension modules are loaded only if a file of the box may import other modules: each fork
    has to copy their mappings, nearly a tenth of its cost. The `packages` are read only if a file
    may import one of them. Otherwise the function that is returned does both, for pytest.
    """
    folders = [folder for folder in sys.path if folder != root]
    files = Box(box).sources
    sources, own = list(files.values()), {name.removesuffix(".py") for name in files}
    read = list(packages) if find_imported(sources, packages) else []
    library = Library(folders, read)
    sys.meta_path.insert(-1, library)
    sys.path[:] = [root]
    for name in (*WARM, *find_imported(sources, WARM_IF_USED)):  # None from the box, as yet.
        importlib.import_module(name)
    library.load_extensions(ALWAYS_LOADED)
    if not imports_only(sources, {*WITHOUT_EXTENSIONS, *own}):
        library.load_extensions()
    left = [] if read else list(packages)

    def use_packages() -> None:
        library.load_extensions()
        if left:
            sys.meta_path.insert(-1, Library([], left))

    return use_packages


def imports_only(sources: Iterable[bytes], modules: Container[str]) -> bool:
    """Return whether the sources can be seen to import nothing but these modules."""
    for source in sources:
        if HARD_TO_SEE.search(source):
            return False
        for line in IMPORTING.findall(source):
            seen = IMPORT.fullmatch(line)
            if not seen:
                return False
            names = (seen[1] or seen[2]).decode().split(",")
            if any(name.split()[0].partition(".")[0] not in modules for name in names):
                return False
    return True


def find_imported(sources: Sequence[bytes], modules: Iterable[str]) -> list[str]:
    """Return those modules, given by name or by path, that a line of the sources may import."""
    found = []
    for module in modules:
        name = re.escape(os.path.basename(module).removesuffix(".py"))
        pattern = re.compile(rf"(?:from|import).*\b{name}\b".encode())
        if any(map(pattern.search, sources)):
            found.append(module)
    return found
