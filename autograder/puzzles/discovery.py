"""Load what an assignment adds to the puzzles: its `format.py` and `trace.py`, found by folder."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from autograder.assignment import KIT, AssignmentError


@cache
def assignment_modules(file: str, kit: Path = KIT) -> dict[str, ModuleType]:
    """The modules called `file` of all assignments of a kit, by the assignment's name.

    Raises:
        AssignmentError: one cannot be loaded; the message names the file and the fault.
    """
    paths = sorted((kit / "autograder" / "assignments").glob(f"*/{file}"))
    return {path.parent.name: _load(path) for path in paths}


def _load(path: Path) -> ModuleType:
    name = f"autograder_assignment_{path.parent.name}_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # An author's file may raise anything; the message says where.
        raise AssignmentError(f"{path}: {type(error).__name__}: {error}") from error
    return module
