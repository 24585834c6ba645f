"""Python's library in memory, so that a worker imports from it without opening a file.

A file that two workers may open can carry messages between them, even between gradings: through the
kernel's cache, record locks or access times. So the fork server reads the library once, and workers
inherit it: bytecode in memory that no fork copies, and shared objects that are loaded but not yet
initialized.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import marshal
import mmap
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import MAGIC_NUMBER, spec_from_file_location
from types import CodeType, ModuleType
from typing import Any, NamedTuple, cast

from autograder.sandbox.linux.resource_limits import MAX_LIBRARY_BYTES

OMITTED = (
    *("site-packages", "dist-packages", "__pycache__", "test", "tests", "idlelib", "tkinter"),
    *("turtledemo", "ensurepip", "lib2to3", "pydoc_data", "distutils", "msilib"),
)
"""Folders without modules for graded programs; tkinter needs a display."""
USED_ALONE = {
    "pygments.lexers.": frozenset(("__init__", "_mapping", "diff", "python")),
    "pygments.styles.": frozenset(("__init__", "_mapping", "default")),
}
"""Of these packages, pytest uses only the modules here; the others were a fifth of the library."""
EXTENSIONS = frozenset(
    (
        *("_bisect", "_blake2", "_bz2", "_contextvars", "_csv", "_ctypes", "_datetime", "_decimal"),
        *("_hashlib", "_heapq", "_json", "_lzma", "_multiprocessing", "_opcode"),
        *("_posixsubprocess", "_random", "_sha2", "_sha512", "_socket", "_sqlite3", "_struct"),
        *("_typing", "array", "binascii", "cmath", "fcntl", "math", "mmap", "pyexpat", "resource"),
        *("select", "unicodedata", "zlib"),
        *(("_posixshmem",) if sys.version_info >= (3, 14) else ()),  # multiprocessing imports it.
    )
)
"""The extension modules for graded programs. Each makes every fork slower, so those are missing
that the library can do without: it has replacements for `_pickle` or `_md5`, for example."""
HEADER = 16
"""The bytes before the code in a .pyc file: magic number, flags, and the source's time and size."""
HASHED, HASH_COMPARED = 0b01, 0b10
"""Flags of a .pyc file: it has a hash in place of time and size; the hash is to be compared."""
COMPILED = f".{sys.implementation.cache_tag}.pyc"


class Module(NamedTuple):
    """A module of the library: where its file is, and where its bytecode or source in memory."""

    path: str
    start: int
    end: int
    compiled: bool

    @property
    def is_package(self) -> bool:
        return os.path.basename(self.path) == "__init__.py"

    @property
    def searched(self) -> str:
        """The folder in which an import finds it."""
        folder = os.path.dirname(self.path)
        return os.path.dirname(folder) if self.is_package else folder


class Library:
    """Finds and runs the modules in `folders`, and those `packages`, which are folders or files."""

    def __init__(self, folders: Iterable[str], packages: Iterable[str]) -> None:
        self.modules: dict[str, Module] = {}
        self.extensions: dict[str, str] = {}
        self.loaded: list[object] = []
        self.size = 0
        sealable = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
        with open(os.memfd_create("library", sealable), "wb", buffering=0) as memory:
            memory.truncate(MAX_LIBRARY_BYTES)
            with mmap.mmap(memory.fileno(), 0) as written, memoryview(written) as self.content:
                self.read(folders, packages)
            memory.truncate(self.size)
            seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW
            fcntl.fcntl(memory, fcntl.F_ADD_SEALS, seals)
            # Not bytes: page tables of private memory would be copied on every fork.
            readable = mmap.mmap(memory.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
            self.content = memoryview(readable)

    def read(self, folders: Iterable[str], packages: Iterable[str]) -> None:
        for folder in filter(os.path.isdir, folders):
            self.read_folder(folder, "")
        for package in packages:
            name = os.path.basename(package)
            if os.path.isdir(package):
                self.read_folder(package, f"{name}.")
            else:
                self.read_module(name.removesuffix(".py"), package, os.stat(package))

    def read_folder(self, folder: str, package: str) -> None:
        """Read the modules in a folder and its subfolders, whose names begin with `package`."""
        with os.scandir(folder) as entries:
            for entry in entries:
                name, dot, suffix = entry.name.partition(".")
                if package in USED_ALONE and name not in USED_ALONE[package]:
                    continue
                if suffix == "py":
                    with contextlib.suppress(OSError):  # A broken link, for example.
                        self.read_module(package + name, entry.path, entry.stat())
                elif dot + suffix in EXTENSION_SUFFIXES and package + name in EXTENSIONS:
                    self.extensions[name] = entry.path
                elif name.isidentifier() and not dot and name not in OMITTED and entry.is_dir():
                    self.read_folder(entry.path, f"{package}{name}.")

    def read_module(self, name: str, path: str, source: os.stat_result) -> None:
        """Read a module's bytecode, or its source if that is newer or has not been compiled."""
        folder, file = os.path.split(path)
        bytecode = f"{folder}/__pycache__/{file.removesuffix('.py')}{COMPILED}"
        end = self.append(bytecode)
        compiled = _is_current(bytes(self.content[self.size : end][:HEADER]), source)
        if not compiled:
            end = self.append(path)
        start = self.size + HEADER if compiled else self.size
        self.modules[name.removesuffix(".__init__")] = Module(path, start, end, compiled)
        self.size = end

    def append(self, path: str) -> int:
        """Copy a file to the end of the memory, and return the new end; the old one without it."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return self.size
        try:
            return self.size + os.readv(descriptor, [self.content[self.size :]])
        finally:
            os.close(descriptor)

    def load_extensions(self, names: Iterable[str] = EXTENSIONS) -> None:
        """Load shared objects. The C library then finds each by its path, without opening it.

        Those that need a library that is not installed can no longer be imported.
        """
        for name in sorted(self.extensions.keys() & set(names)):
            try:
                self.loaded.append(ctypes.PyDLL(self.extensions[name], os.RTLD_NOW))
            except OSError:
                del self.extensions[name]

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: object = None
    ) -> ModuleSpec | None:
        if name in self.extensions and path is None:
            file = self.extensions[name]
            return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))
        module = self.modules.get(name)
        if module is None or (path is not None and module.searched not in path):
            return None
        spec = ModuleSpec(name, cast(Any, self), origin=module.path, is_package=module.is_package)
        if module.is_package:
            spec.submodule_search_locations = [os.path.dirname(module.path)]
        spec.has_location = True
        return spec

    def create_module(self, _spec: ModuleSpec) -> None:
        """Use the default."""

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)

    def is_package(self, name: str) -> bool:
        return self.modules[name].is_package

    def get_code(self, name: str) -> CodeType:
        module = self.modules[name]
        content = self.content[module.start : module.end]
        if module.compiled:
            return cast(CodeType, marshal.loads(content))
        return compile(bytes(content), module.path, "exec", dont_inherit=True)

    def get_source(self, _name: str) -> None:
        """The source is not in memory: tracebacks show the lines of the library without text."""


def _is_current(header: bytes, source: os.stat_result) -> bool:
    """Return whether bytecode with this header belongs to a source file, as Python's import does.

    Hashes are not compared: bytecode that is to be checked against one counts as outdated.
    """
    magic, flags = header[:4], int.from_bytes(header[4:8], "little")
    if magic != MAGIC_NUMBER or len(header) < HEADER:
        return False
    if flags & HASHED:
        return not flags & HASH_COMPARED
    numbers = int.from_bytes(header[8:12], "little"), int.from_bytes(header[12:], "little")
    return numbers == (int(source.st_mtime) & 0xFFFFFFFF, source.st_size & 0xFFFFFFFF)
