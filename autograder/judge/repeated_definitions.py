"""Functions that a submission defines twice: Python forgets the first one without a word."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice

from autograder.judge.definitions import Function
from autograder.judge.location import MAX_NAME
from autograder.judge.sources import Sources
from autograder.safetext import printable_line

MAX_REMARKS = 3


def repeated_definitions(sources: Sources) -> list[str]:
    """Return a remark on each function or method of the student's that replaces an earlier one."""
    remarks = (
        remark
        for file in sources.own
        if (tree := sources.tree(file))
        for body in (
            tree.body,
            *(node.body for node in tree.body if isinstance(node, ast.ClassDef)),
        )
        for remark in _repeated(body, file)
    )
    return list(islice(remarks, MAX_REMARKS))


def _repeated(body: Sequence[ast.stmt], file: str) -> Iterator[str]:
    """Decorated functions are left out: a property, for example, has two of the same name."""
    lines: dict[str, list[int]] = {}
    for node in body:
        if isinstance(node, Function) and not node.decorator_list:
            lines.setdefault(node.name, []).append(node.lineno)
    for name, places in lines.items():
        if len(places) > 1:
            shown = printable_line(name, MAX_NAME)
            where = f"lines {places[-2]} and {places[-1]}"
            yield f"{file} defines {shown} again ({where}): only the last definition counts"
