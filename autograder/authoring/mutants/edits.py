"""Changes to source text at the place of a syntax tree's node."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True)
class Edit:
    """Characters `start` to `end` of a text are to be replaced by `new`."""

    start: int
    end: int
    new: str


class SourceText:
    """The text of a Python file, and where the nodes of its syntax tree are in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    def offset(self, line: int, column: int) -> int:
        """Return the offset in characters. Lines count from 1; a column is in UTF-8 bytes."""
        before = self._lines[line - 1].encode()[:column]
        return self._starts[line - 1] + len(before.decode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self.start(node) : self.end(node)]

    def replace(self, node: ast.expr | ast.stmt, new: str) -> Edit:
        return Edit(self.start(node), self.end(node), new)

    def swap(self, first: ast.expr, second: ast.expr) -> Edit:
        """Swap two nodes, the first of which stands before the second."""
        between = self.text[self.end(first) : self.start(second)]
        new = f"{self.of(second)}{between}{self.of(first)}"
        return Edit(self.start(first), self.end(second), new)

    def replace_between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Edit | None:
        """Replace the operator between two operands."""
        start, end = self.end(left), self.start(right)
        position = self.text.find(old, start, end)
        return Edit(position, position + len(old), new) if position >= 0 else None

    def apply(self, edit: Edit) -> str:
        return self.text[: edit.start] + edit.new + self.text[edit.end :]
