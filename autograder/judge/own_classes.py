"""Objects of a student's class: in place of a provided class, or in place of data."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from autograder.judge.fixtures.objects import StudentObject
from autograder.judge.sources import Sources


def explain_own_class(sources: Sources, returned: Any, expected: Any) -> str:
    """Explain a value in which a student's class replaces the provided one of the same name."""
    if expected is None:
        return ""
    wanted = {type(part).__name__ for part in _parts(expected)}
    used = [part._class_name for part in _parts(returned) if isinstance(part, StudentObject)]
    provided = [file for file in sources.texts if file not in sources.own]
    for name in dict.fromkeys(name for name in used if name in wanted):
        own, other = _definition(sources, sources.own, name), _definition(sources, provided, name)
        if own and other:
            return (
                f"returned {name} objects of the class in {own[0]} (line {own[1]}): remove it and"
                f" write `from {Path(other[0]).stem} import {name}`"
            )
    return ""


def explain_object(sources: Sources, returned: Any, expected: Any) -> str:
    """Explain an object of a student's class in place of data, which it never equals."""
    if expected is None or any(isinstance(part, StudentObject) for part in _parts(expected)):
        return ""
    used = [part._class_name for part in _parts(returned) if isinstance(part, StudentObject)]
    for name in dict.fromkeys(used):
        if own := _definition(sources, sources.own, name):
            where = f"{own[0]} (line {own[1]})"
            return f"returned {name} objects of the class in {where} instead of plain data"
    return ""


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and all values inside it, the outermost first."""
    waiting = deque([value])
    while waiting:
        part = waiting.popleft()
        yield part
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, (list, tuple, set, frozenset, deque)):
            waiting += part
        elif is_dataclass(part):
            waiting += [getattr(part, field.name) for field in fields(part)]


def _definition(sources: Sources, files: Iterable[str], name: str) -> tuple[str, int] | None:
    """Return the file and line in which a class is defined, perhaps as a named tuple."""
    for file in files:
        tree = sources.tree(file)
        for node in tree.body if tree else ():
            targets = node.targets if isinstance(node, ast.Assign) else [node]
            if name in [getattr(each, "name", getattr(each, "id", "")) for each in targets]:
                return file, node.lineno
    return None
