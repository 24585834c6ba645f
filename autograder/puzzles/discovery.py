"""Load the modules that assignments add to the puzzles: `format.py` and `trace.py`."""

from __future__ import annotations

import hashlib
import importlib
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from autograder.text_files import KIT, AssignmentError


def assignment_modules(file: str, kit: Path = KIT) -> dict[str, ModuleType]:
    """The modules called `file` of all assignments, by the assignment's name.

    The kit's assignments come first, in the order of their names, then those of this repository
    that the kit does not have: a kit may use their formats and methods without a copy of them.
    Such a module may import other modules of its folder: `from .boards import draw`.

    Raises:
        AssignmentError: one cannot be loaded; the message names the file and the fault.
    """
    modules = dict(_load_all(file, kit.absolute()))
    for name, module in _load_all(file, KIT).items():
        modules.setdefault(name, module)
    return modules


@cache
def _load_all(file: str, kit: Path) -> dict[str, ModuleType]:
    paths = sorted((kit / "autograder" / "assignments").glob(f"*/{file}"))
    return {path.parent.name: _load(path) for path in paths}


def _load(path: Path) -> ModuleType:
    try:
        return importlib.import_module(f"{_package(path.parent)}.{path.stem}")
    except Exception as error:  # An author's file may raise anything; the message says where.
        raise AssignmentError(f"{path}: {type(error).__name__}: {error}") from error


def _package(folder: Path) -> str:
    """The name of a package made of an assignment's folder.

    It depends on the path, since two kits may have assignments of the same name.
    """
    digest = hashlib.sha256(str(folder).encode("utf-8", "surrogatepass")).hexdigest()
    readable = re.sub(r"\W", "_", folder.name)
    name = f"autograder_assignment_{readable}_{digest[:12]}"
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules.setdefault(name, package)  # Another thread may load it, too.
    return name
