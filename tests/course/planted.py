"""Disguised copies of programs, as of students who hand in another's work."""

from __future__ import annotations

import ast
import builtins
import random
import re

from autograder.assignment import Assignment, load


class _Disguise(ast.NodeTransformer):
    """Renames what can be renamed, and removes annotations."""

    def __init__(self, kept: set[str]) -> None:
        self.kept = kept | set(dir(builtins))
        self.names: dict[str, str] = {}

    def renamed(self, name: str) -> str:
        return name if name in self.kept else self.names.setdefault(name, f"n{len(self.names)}")

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Name):
            node.id = self.renamed(node.id)
        elif isinstance(node, ast.arg):
            node.arg, node.annotation = self.renamed(node.arg), None
        elif isinstance(node, ast.FunctionDef):
            node.name, node.returns = self.renamed(node.name), None
            node.body = node.body[1:] if ast.get_docstring(node) and node.body[1:] else node.body
        return node


def disguised(source: str, assignment: Assignment) -> str:
    """Rename variables and helpers, put functions into another order, and comment every line."""
    tree = ast.parse(source)
    kept = set(re.findall(r"(?:def|class) (\w+)", starter_of(assignment)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            kept |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.keyword) and node.arg:
            kept.add(node.arg)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    others = [node for node in tree.body if node not in functions]
    random.Random(1).shuffle(functions)
    tree.body = [*others, *functions]
    changed = _Disguise(kept).visit(tree)
    lines = ast.unparse(ast.fix_missing_locations(changed)).split("\n")
    return "\n".join(f"{line}  # step {number}" for number, line in enumerate(lines))


def starter_of(assignment: Assignment) -> str:
    """Return the starter of the file that the right answers are written in."""
    return (assignment.starter / assignment.files[0]).read_text(encoding="utf-8")


def right_answers(name: str) -> list[str]:
    """Return answers that were written independently, of the first file of an assignment."""
    assignment = load(name)
    expected = "|".join(re.findall(r"def (\w+)", starter_of(assignment)))
    wheats = sorted((assignment.folder / "wheats").glob("*.py"))
    paths = [assignment.reference / assignment.files[0], *wheats]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    return [source for source in sources if re.search(rf"(?m)^ *def ({expected})\b", source)]
