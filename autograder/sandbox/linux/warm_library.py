"""What is imported before the fork. Workers import the rest of Python's library from memory."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
from collections.abc import Container, Iterable, Sequence

from autograder.sandbox.linux.library import Library
from autograder.sandbox.worker.importer import Box

WARM = (
    *("argparse", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "re", "string", "traceback", "typing"),
)
WARM_IF_USED = ("datetime", "decimal", "fractions", "pathlib", "random", "statistics")
"""Modules that few submissions import. It takes a worker milliseconds to import one, and `random`,
once imported, makes each fork slower by setting a new seed in the child."""
IMPORTED_LATER = {"argparse": ("locale", "shutil")}
"""What a module imports only when it is used; imported before the fork, as it is."""
WITHOUT_EXTENSIONS = (
    *WARM,
    *("__future__", "abc", "io", "json", "os", "sys", "time", "types"),
)
"""Modules of which no function needs an extension module that is not loaded with them or always."""
PACKAGES, EXTENSION_MODULES = "the packages", "the extension modules"
"""What else the files of a box may need; no module has such a name."""
ALWAYS_LOADED = ("_contextvars", "_datetime", "_decimal", "_heapq", "unicodedata")
"""Extension modules that arguments of calls, `Counter.most_common` and tracebacks may import."""
HARD_TO_SEE = re.compile(rb"__import__|importlib|\\N\{|codec|encod|decod|\bexec\b|\beval\b")
"""What may import a module without such a line: codecs, for example."""
IMPORTING = re.compile(rb"^.*\bimport\b.*$", re.MULTILINE)
NAMING = re.compile(rb"^.*(?:from|import).*$", re.MULTILINE)
"""What may name a module that is imported; a backslash may end the line before `import`."""
WORD = re.compile(rb"\w+")
IMPORT = re.compile(
    rb"\s*(?:from (\w+)(?:\.\w+)* import [\w, ()*]+"
    rb"|import (\w+(?:\.\w+)*(?: as \w+)?(?:, \w+(?:\.\w+)*(?: as \w+)?)*))\s*(?:#.*)?"
)


class WarmLibrary:
    """The standard library, imported from memory from now on, with frequently used modules at once.

    The `packages` are read now, for all submissions that may use these; others when they are used.
    Extension modules are loaded only if a file may import other modules than most: each fork has to
    copy their mappings, nearly a tenth of its cost.
    """

    def __init__(self, root: str, packages: Sequence[str] = ()) -> None:
        folders = [folder for folder in sys.path if folder != root]
        self.library = Library(folders, [])
        sys.meta_path.insert(-1, self.library)
        sys.path[:] = [root]
        for name in WARM:  # None from the box yet.
            importlib.import_module(name)
        self.library.load_extensions(ALWAYS_LOADED)
        load_locale()
        self.packages = list(packages)
        self.read = Library([], packages) if packages else None
        self.in_use = False
        self.prepared: set[str] = set()

    def prepare_for(self, box: str, packages: Sequence[str]) -> None:
        """Import the other modules that the files of a box may use.

        If they may use one of the `packages`, these can be imported now, too; otherwise only after
        `use_packages`.
        """
        if self.packages != list(packages):
            self.packages, self.read = list(packages), None
        self.prepared = self.needs_of(box)
        if PACKAGES in self.prepared:
            self.use_packages()
        for name in sorted(self.prepared.intersection((*WARM_IF_USED, *IMPORTED_LATER))):
            for module in (name, *IMPORTED_LATER.get(name, ())):
                importlib.import_module(module)
        if EXTENSION_MODULES in self.prepared:
            self.library.load_extensions()

    def is_prepared_for(self, box: str) -> bool:
        """Return whether nothing more need be imported for the files of a box."""
        return self.needs_of(box) <= self.prepared

    def needs_of(self, box: str) -> set[str]:
        """Return the names of modules to import for the files of a box, and what else they need."""
        files = Box(box).sources
        sources, own = list(files.values()), {name.removesuffix(".py") for name in files}
        needs = set(find_imported(sources, (*WARM_IF_USED, *IMPORTED_LATER)))
        if find_imported(sources, self.packages):
            needs.add(PACKAGES)
        if not imports_only(sources, {*WITHOUT_EXTENSIONS, *own}):
            needs.add(EXTENSION_MODULES)
        return needs

    def use_packages(self) -> None:
        if self.packages and not self.in_use:
            self.in_use = True
            self.library.load_extensions()
            sys.meta_path.insert(-1, self.read or Library([], self.packages))


def imports_only(sources: Iterable[bytes], modules: Container[str]) -> bool:
    """Return whether the sources can be seen to import no others of the library than these."""
    for source in sources:
        if HARD_TO_SEE.search(source):
            return False
        for line in IMPORTING.findall(source):
            seen = IMPORT.fullmatch(line)
            if not seen:
                return False
            names = (seen[1] or seen[2]).decode().split(",")
            imported = {name.split()[0].partition(".")[0] for name in names}
            if any(name not in modules for name in imported & sys.stdlib_module_names):
                return False
    return True


def find_imported(sources: Iterable[bytes], modules: Iterable[str]) -> list[str]:
    """Return those modules, given by name or by path, that a line of the sources may import."""
    lines = (line for source in sources for line in NAMING.findall(source))
    words = {word for line in lines for word in WORD.findall(line)}
    return [
        module
        for module in modules
        if os.path.basename(module).removesuffix(".py").encode() in words
    ]


def load_locale() -> None:
    """Let the C library read the environment's locale: a worker may not open the files."""
    import _locale

    before = _locale.setlocale(_locale.LC_ALL)
    with contextlib.suppress(_locale.Error):  # type: ignore[attr-defined]
        _locale.setlocale(_locale.LC_ALL, "")
    _locale.setlocale(_locale.LC_ALL, before)
