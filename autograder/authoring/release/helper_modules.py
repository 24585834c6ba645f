"""The modules next to the public tests, without what only hidden tests use.

One such module serves both kinds of tests, and its boards for hidden tests are hidden, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from autograder.assignment import Assignment
from autograder.authoring.needs import source_of
from autograder.judge.python_source import Function, PythonSource, mentioned_names, stored_names

_IMPORTS = (ast.Import, ast.ImportFrom)


def helper_modules(assignment: Assignment) -> dict[str, str]:
    """Return the source of each module that public tests import, by file name.

    Of a module's statements only those stay that the tests need, directly or not.
    """
    paths = {path.stem: path for path in assignment.folder.glob("*.py")}
    tests = [source_of(path) for path in assignment.public_tests.rglob("*.py")]
    needed = set[str]().union(*map(_used, tests))
    kept = _needed_statements(map(source_of, paths.values()), needed)
    texts: dict[str, str] = {}
    waiting = [name for test in tests for name in _imported(test)]
    while waiting:
        file = f"{(name := waiting.pop())}.py"
        if name in paths and file not in texts:
            texts[file] = _source(paths[name].read_text(encoding="utf-8"), needed, kept)
            waiting += _imported(PythonSource.of(texts[file]))
    return dict(sorted(texts.items()))


def _used(test: PythonSource) -> set[str]:
    """Return the names that tests may take from a module: not those of their own variables."""
    used = mentioned_names(test.tree) - {*stored_names(test.tree)}
    for node in test.nodes:
        if isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            used |= {alias.name for alias in node.names}
    return used


def _imported(source: PythonSource) -> list[str]:
    modules = [node.module for node in source.nodes if isinstance(node, ast.ImportFrom)]
    imports = [node.names for node in source.nodes if isinstance(node, ast.Import)]
    return [*filter(None, modules), *(alias.name for names in imports for alias in names)]


def _needed_statements(sources: Iterable[PythonSource], needed: set[str]) -> set[str]:
    """Return the statements that define needed names, as syntax trees; add what these need.

    A statement that has to do with no name of its module's own is always needed.
    """
    left = [
        (ast.dump(node), _about(node) & source.bindings.keys(), mentioned_names(node))
        for source in sources
        for node in source.tree.body
        if not isinstance(node, _IMPORTS)
    ]
    kept: set[str] = set()
    while more := [each for each in left if not each[1] or each[1] & needed]:
        left = [each for each in left if each not in more]
        kept.update(dump for dump, _, _ in more)
        needed.update(*(names for _, _, names in more))
    return kept


def _about(node: ast.stmt) -> set[str]:
    """Return the names that a definition or an assignment is about; of others, all names."""
    if isinstance(node, Function | ast.ClassDef):
        return {node.name}
    targets = getattr(node, "targets", None) or [getattr(node, "target", node)]
    about = targets if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) else [node]
    names = (inner for each in about for inner in ast.walk(each) if isinstance(inner, ast.Name))
    return {name.id for name in names}


def _source(text: str, needed: set[str], kept: set[str]) -> str:
    """Return the statements of a module that stay; if some go, without comments between them.

    The string that documents a removed statement is removed, too, and so are unused imports.
    """
    body, lines, found, end, stays = ast.parse(text).body, text.splitlines(), "", 0, True
    is_whole = True
    for node in body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        shown = "\n".join(lines[first - 1 : node.end_lineno])
        if isinstance(node, _IMPORTS):
            names = {*needed, "*", "annotations"}
            wanted = [a for a in node.names if (a.asname or a.name).partition(".")[0] in names]
            stays = bool(wanted)
            is_whole &= wanted == node.names
            if wanted != node.names:
                node.names = wanted
                shown = ast.unparse(node) if wanted else ""
        elif not is_text:
            stays = ast.dump(node) in kept
        if stays:
            gap = lines[end : first - 1]
            found += "\n" * min(2, gap.count("")) + shown + "\n"
        is_whole &= stays
        end = node.end_lineno or 0
    return text if is_whole else found.lstrip("\n")
