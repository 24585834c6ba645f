"""Importing a submission's files from memory, where they are read once before the fork.

Page faults in the import system's own finders were over half of the cost of a new worker; compiling
was half of the rest.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, cast


class BoxImporter:
    """Finds and runs the modules in the folder at `path`; the first finder on `sys.meta_path`."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sources: dict[str, bytes] = {}
        self.data: dict[str, bytes] = {}
        """Provided files that are not Python's: they lie in the folder where code runs, too. Those
        in a folder have its name before theirs."""
        self.builtins = vars(builtins)
        """The names that all code finds, where it may replace them."""
        self.on_loaded: Callable[[str, ModuleType], None] | None = None
        """Called with each file that has run as a module."""
        self.recorded: dict[str, Callable[[bytes, str], CodeType]] = {}
        """What compiles files so that they note what their lines compute."""
        self.guard: Callable[[ast.Module], None] | None = None
        """Changes the tree of each file, where the interpreter cannot limit recursion itself."""
        self.codes: dict[str, CodeType] = {}
        """The code of files that have been compiled before the fork."""
        for folder, _, names in os.walk(path):
            for name in sorted(names):
                place = os.path.relpath(os.path.join(folder, name), path)
                with open(self.path_of(place), "rb") as file:
                    files = self.sources if place.endswith(".py") else self.data
                    files[place] = file.read()

    def separate_builtins(self) -> None:
        """Give the files builtins of their own, since the server needs those that they replace."""
        module = sys.modules["builtins"] = ModuleType("builtins")
        vars(module).update(vars(builtins))
        self.builtins = vars(module)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: object = None
    ) -> ModuleSpec | None:
        if path is not None or f"{name}.py" not in self.sources:
            return None
        spec = ModuleSpec(name, cast(Any, self), origin=self.path_of(f"{name}.py"))
        spec.has_location = True
        return spec

    def create_module(self, _spec: ModuleSpec) -> None:
        """Use the default."""

    def exec_module(self, module: ModuleType) -> None:
        self.execute(f"{module.__name__}.py", module)

    def path_of(self, file: str) -> str:
        return os.path.join(self.path, file)

    def execute(self, file: str, module: ModuleType) -> None:
        """Run a file as this module.

        Raises:
            FileNotFoundError: the box has no such file.
        """
        if file not in self.sources:
            raise FileNotFoundError(2, "No such file in the submission", file)
        module.__file__ = self.path_of(file)
        module.__dict__["__builtins__"] = self.builtins
        exec(self.codes.get(file) or self.compile(file), module.__dict__)
        if self.on_loaded:
            self.on_loaded(file, module)

    def compile(self, file: str) -> CodeType:
        """Compile a file.

        Raises:
            SyntaxError, ValueError, RecursionError, MemoryError: it cannot be compiled.
        """
        if recorded := self.recorded.get(file):
            return recorded(self.sources[file], self.path_of(file))
        source: bytes | ast.Module = self.sources[file]
        if self.guard:
            source = ast.parse(source, self.path_of(file))
            self.guard(source)
        return compile(source, self.path_of(file), "exec", dont_inherit=True)

    def compile_all(self) -> None:
        """Keep the code of all files that can be compiled."""
        for file in self.sources:
            with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                self.codes[file] = self.compile(file)
