"""Objects of a student's own class in place of what a function should return."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from autograder.judge.sources import Sources


def explain_unknown_class(sources: Sources, name: str) -> str:
    """Explain an object of a class that neither the reference nor the starter defines."""
    provided = [file for file in sources.texts if file not in sources.own]
    own, other = _definition(sources, sources.own, name), _definition(sources, provided, name)
    if own and other:
        return (
            f"returned {name} objects of the class in {own[0]} (line {own[1]}): remove it and"
            f" write `from {Path(other[0]).stem} import {name}`"
        )
    where = f" of the class in {own[0]} (line {own[1]})" if own else ""
    return f"returned {name} objects{where} instead of plain data"


def _definition(sources: Sources, files: Iterable[str], name: str) -> tuple[str, int] | None:
    """Return the file and line in which a class is defined, perhaps as a named tuple."""
    for file in files:
        tree = sources.tree(file)
        for node in tree.body if tree else ():
            targets = node.targets if isinstance(node, ast.Assign) else [node]
            if name in [getattr(each, "name", getattr(each, "id", "")) for each in targets]:
                return file, node.lineno
    return None
