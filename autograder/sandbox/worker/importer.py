"""Importing a submission's files from memory, where they are read once before the fork.

A worker may be unable to open any file, and page faults in the import system's own finders were
over half of the cost of a new worker; compiling was half of the rest.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import time
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, cast

MAX_SOURCE = 1 << 20
MAX_BYTECODE = 8 << 20
MAX_COMPILE_SECONDS = 2.0


class Box:
    """Finds and runs the modules in the folder at `path`; the first finder on `sys.meta_path`."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sources: dict[str, bytes] = {}
        self.data: dict[str, bytes] = {}
        """Provided files that are not Python's: they lie in the folder where code runs, too."""
        self.bytecode: dict[str, bytes] = {}
        """The marshalled code of files that a worker has compiled. Only workers unmarshal it."""
        for name in sorted(os.listdir(path)):
            if os.path.isfile(self.path_of(name)):
                with open(self.path_of(name), "rb") as file:
                    files = self.sources if name.endswith(".py") else self.data
                    files[name] = file.read(MAX_SOURCE)

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

    def get_source(self, name: str) -> str:
        return self.sources[f"{name}.py"].decode("utf-8", "replace")

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
        known = self.bytecode.get(file)
        exec(marshal.loads(known) if known else self.compile(file), module.__dict__)

    def keep_bytecode(self, file: str) -> None:
        """Compile a file for all workers, in this process: one that is not a submission's.

        Raises:
            SyntaxError, ValueError: it cannot be compiled.
        """
        self.bytecode[file] = marshal.dumps(self.compile(file))

    def compile(self, file: str) -> CodeType:
        """Compile a file.

        Raises:
            SyntaxError, ValueError, RecursionError, MemoryError: it cannot be compiled.
        """
        return compile(self.sources[file], self.path_of(file), "exec", dont_inherit=True)

    def files_to_compile(self) -> list[str]:
        return [file for file in self.sources if file not in self.bytecode]

    def write_bytecode(self, pipe: int) -> None:
        """Write the marshalled code of other files, nothing for one that cannot be compiled."""
        for file in self.files_to_compile():
            code = b""
            with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                code = marshal.dumps(self.compile(file))
            with open(pipe, "wb", closefd=False) as stream:
                stream.write(len(code).to_bytes(4, "little") + code)

    def read_bytecode(self, pipe: int) -> None:
        """Read what `write_bytecode` writes in another process, within bounds."""
        content, deadline = b"", time.monotonic() + MAX_COMPILE_SECONDS
        while len(content) < MAX_BYTECODE:
            left = max(deadline - time.monotonic(), 0)
            if not select.select([pipe], [], [], left)[0]:
                break
            data = os.read(pipe, MAX_BYTECODE)
            if not data:
                break
            content += data
        for file in self.files_to_compile():
            end = 4 + int.from_bytes(content[:4], "little")
            if len(content) < end:
                break
            self.bytecode[file] = content[4:end]
            content = content[end:]
