"""Disguised copies of programs, as of students who hand in another's work."""

from __future__ import annotations

import ast
import builtins
import random
import re
from collections.abc import Callable

from autograder.assignment import Assignment, load

NOISE = ("pass", "unused = 0", "print('here')")
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}


class _Renaming(ast.NodeTransformer):
    """Renames what can be renamed, and removes annotations."""

    def __init__(self, kept: set[str]) -> None:
        self.kept = kept | set(dir(builtins))
        self.names: dict[str, str] = {}

    def renamed(self, name: str) -> str:
        return name if name in self.kept else self.names.setdefault(name, f"n{len(self.names)}")

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.renamed(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg, node.annotation = self.renamed(node.arg), None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name, node.returns = self.renamed(node.name), None
        self.generic_visit(node)
        return node


class _Turning(ast.NodeTransformer):
    """Turns comparisons round."""

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        self.generic_visit(node)
        turned = TURNED.get(type(node.ops[0]))
        if len(node.ops) > 1 or turned is None:
            return node
        return ast.Compare(node.comparators[0], [turned()], [node.left])


def renamed(source: str, assignment: Assignment) -> str:
    """Rename variables and helper functions; the layout and the comments are lost, too."""
    tree = ast.parse(source)
    kept = set(re.findall(r"(?:def|class) (\w+)", starter_of(assignment)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            kept |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.keyword) and node.arg:
            kept.add(node.arg)
    return ast.unparse(ast.fix_missing_locations(_Renaming(kept).visit(tree)))


def moved(source: str, _assignment: Assignment) -> str:
    """Put functions into another order."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    others = [node for node in tree.body if node not in functions]
    random.Random(1).shuffle(functions)
    tree.body = [*others, *functions]
    return ast.unparse(tree)


def commented(source: str, _assignment: Assignment) -> str:
    """Remove docstrings, and comment every line."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) and len(node.body) > 1:
            del node.body[0]
    lines = ast.unparse(tree).split("\n")
    return "\n".join(f"{line}  # step {number}" for number, line in enumerate(lines))


def padded(source: str, _assignment: Assignment) -> str:
    """Put statements without effect before one in four statements of functions."""
    tree, chosen = ast.parse(source), random.Random(1)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If):
            body = []
            for statement in node.body:
                if chosen.random() < 0.25:
                    body += ast.parse(chosen.choice(NOISE)).body
                body.append(statement)
            node.body = body
    return ast.unparse(ast.fix_missing_locations(tree))


def turned(source: str, _assignment: Assignment) -> str:
    return ast.unparse(ast.fix_missing_locations(_Turning().visit(ast.parse(source))))


DISGUISES: dict[str, tuple[Callable[[str, Assignment], str], ...]] = {
    "renamed": (renamed, moved, commented),
    "padded": (renamed, moved, commented, padded, turned),
}


def disguised(source: str, assignment: Assignment, disguise: str) -> str:
    for change in DISGUISES[disguise]:
        source = change(source, assignment)
    return source


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
