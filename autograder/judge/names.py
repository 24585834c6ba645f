"""Names that do not exist: what may be meant, and where else they are defined."""

from __future__ import annotations

import ast
import builtins
import difflib
import importlib
import re
from collections.abc import Iterable, Iterator

from autograder.judge.definitions import Function, functions_in, starts_program
from autograder.judge.location import MAX_NAME
from autograder.judge.sources import Sources
from autograder.safetext import printable_line

LIKELY, ALMOST_CERTAIN = 0.72, 0.9
"""How similar a name has to be: among those that are not wanted otherwise, and among all."""
MAX_CANDIDATES = 1000
"""With more, none is suggested: each test that needs a suggestion would be slow."""
LIKELY_BUILTIN = 0.8
"""Students rarely mean a builtin with a short name: not ord, when they write board."""
NAMES_TO_IMPORT = {
    "functools": {"reduce"},
    "itertools": {"combinations", "permutations"},
    "math": {"prod", "sqrt"},
    "collections": {"Counter", "defaultdict", "deque"},
    "copy": {"deepcopy"},
    "dataclasses": {"dataclass"},
}
"""Names that students forget to import, and that hardly mean anything else."""
CLASSES_TO_IMPORT = {*NAMES_TO_IMPORT["collections"], *NAMES_TO_IMPORT["dataclasses"]}
MODULES_TO_IMPORT = {
    *("collections", "copy", "functools", "io", "itertools", "json", "math", "operator"),
    *("os", "random", "re", "sys"),
}
NONE_HINT = "None is what a function without `return` returns"


def similar_name(name: str, candidates: Iterable[str], similarity: float = LIKELY) -> str:
    """Return the most similar candidate; empty if none is similar enough."""
    by_folded = {
        _folded(each): each for each in candidates if each != name and len(each) < MAX_NAME
    }
    if len(by_folded) > MAX_CANDIDATES:
        return ""
    found = difflib.get_close_matches(_folded(name), by_folded, 1, similarity)
    return by_folded[found[0]] if found else ""


def _folded(name: str) -> str:
    return name.casefold().replace("_", "")


def explain_missing(
    sources: Sources, file: str, name: str, wanted: Iterable[str], similarity: float = LIKELY
) -> str:
    """Say that a file does not define a name, and where it is, or which name may be meant.

    `name` may be `Class.method`. `wanted` are other names that the file should define: a student
    who has defined one of them has not misspelt another.
    """
    message = f"{file} does not define {name}"
    tree = sources.tree(file)
    if tree is None:
        return message
    owner, _, short = name.rpartition(".")
    functions = list(functions_in(tree, file))
    if owner and any(f.node.name == short and not f.owner for f in functions):
        return f"{message}; {short} is outside the class: indent it like the other methods"
    if outer := _outer_of(tree, short):
        return f"{message}; it is inside {outer}: is its `def` indented too far?"
    if owner:
        candidates = {f.node.name for f in functions if f.owner == owner}
        others = {each.rpartition(".")[2] for each in wanted if each.startswith(f"{owner}.")}
    else:
        candidates, others = set(_defined(tree)), set(wanted)
    meant = similar_name(short, candidates - others, similarity)
    if not meant:
        return message
    # A provided name is right, so the student has misspelt it where it is used.
    own = file in sources.own
    return f"{message}; is `{meant}` misspelt?" if own else f"{message}; did you mean `{meant}`?"


def _outer_of(tree: ast.Module, name: str) -> str:
    """Return the function, class or program in which a function is defined, with its line."""
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef | ast.ClassDef):
            where = printable_line(outer.name, MAX_NAME)
        elif isinstance(outer, ast.If) and starts_program(outer):
            where = '`if __name__ == "__main__":`'
        else:
            continue
        for inner in outer.body:
            if isinstance(inner, ast.FunctionDef) and inner.name == name:
                return f"{where} (line {inner.lineno})"
    return ""


def defines(sources: Sources, file: str, name: str) -> bool:
    """Does a file define a function, class or variable?"""
    tree = sources.tree(file)
    return tree is not None and name in _defined(tree)


def _defined(tree: ast.Module) -> Iterator[str]:
    """Yield the functions, classes and variables of a module."""
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from _stored(node)


def _exported(tree: ast.Module) -> set[str]:
    """Return the functions, classes and constants of a module, not its other variables."""
    functions = {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    return functions | {name for name in _defined(tree) if name.isupper()}


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def _stored(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id
        elif isinstance(each, ast.arg):
            yield each.arg


def name_hint(text: str, sources: Sources, file: str, function: str) -> str:
    """Return what may be meant by the name in an exception's text; empty without an idea.

    `file` and `function` are where the exception was raised. A suggestion of Python's own stays.
    """
    if "Did you mean" in text:
        return ""
    if match := re.match(r"name '(\w{1,80})' is not defined", text):
        return _meant_variable(match[1], sources, file, function)
    if match := re.match(r"cannot access local variable '(\w{1,80})'", text):
        return _assigned_in_function(match[1], sources, file, function)
    if match := re.match(r"'(\w{1,80})' object has no attribute '(\w{1,80})'", text):
        return _meant_attribute(match[1], match[2], sources)
    return NONE_HINT if text.startswith("'NoneType' object") else ""


def _meant_variable(name: str, sources: Sources, file: str, function: str) -> str:
    tree = sources.tree(file)
    if tree is None:
        return ""
    here = [f for f in functions_in(tree, file) if f.node.name == function]
    if name == "self" and here and here[0].owner:
        return f"{function} lacks `self` as its first parameter"
    if here and here[0].owner and name in _attributes(sources, here[0].owner):
        return f"did you mean `self.{name}`?"
    for other in sources.texts:
        defined = sources.tree(other) if other != file else None
        if defined and name in _exported(defined):
            return f"{other} defines it; import it from there"
    if statement := _missing_import(tree, name):
        return f"write `{statement}` at the top of {file}"
    inner = {stored for f in here for stored in _stored(f.node)}
    builtin = similar_name(name, dir(builtins), LIKELY_BUILTIN)
    meant = similar_name(name, {*inner, *_defined(tree), *_imported(tree), builtin} - {""})
    return f"did you mean `{meant}`?" if meant else ""


def _missing_import(tree: ast.Module, name: str) -> str:
    """Return the import from Python's own library that a file lacks; empty if it lacks none."""
    is_called = any(isinstance(each, ast.Name) and each.id == name for each in _called(tree))
    for module, names in NAMES_TO_IMPORT.items():
        # A variable may be called combinations, too.
        if name in names and (is_called or name in CLASSES_TO_IMPORT):
            return f"from {module} import {name}"
    attributes = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    }
    # A variable may be called copy, too.
    is_module = name in MODULES_TO_IMPORT and attributes & set(dir(importlib.import_module(name)))
    return f"import {name}" if is_module else ""


def _called(tree: ast.AST) -> Iterator[ast.expr]:
    return (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))


def _assigned_in_function(name: str, sources: Sources, file: str, function: str) -> str:
    """Explain a name that has no value in a function, since the function assigns it elsewhere."""
    tree = sources.tree(file)
    if tree is None:
        return ""
    assigns = f"{function} assigns `{name}`, so it is a local variable there"
    functions = {f.node.name for f in functions_in(tree, file) if not f.owner}
    if name in {*functions, *_imported(tree), *dir(builtins)}:
        return f"{assigns}: rename the variable"
    if name in _defined(tree):
        return f"{assigns}: write `global {name}` first"
    return f"`{name}` has no value when this line runs: assign one first"


def _meant_attribute(kind: str, name: str, sources: Sources) -> str:
    if kind == "NoneType":
        return NONE_HINT
    of_builtin = getattr(builtins, kind, None)
    if constructor := _misspelt_constructor(sources, kind, name):
        advice = "name it `__init__`, with two underscores on each side"
        return f"`{constructor}` does not run by itself: {advice}"
    known = set(dir(of_builtin)) if isinstance(of_builtin, type) else _attributes(sources, kind)
    if isinstance(of_builtin, type) and name in ("length", "size", "len") and "__len__" in known:
        return "`len(…)` is the number of items"
    meant = similar_name(name, {each for each in known if not each.startswith("__")})
    return f"did you mean `{meant}`?" if meant else ""


def _misspelt_constructor(sources: Sources, kind: str, attribute: str) -> str:
    """Return a method of a class that is meant to be its `__init__`; empty if there is none.

    It sets the attribute that an object lacks, and is not called.
    """
    trees = {file: tree for file in sources.own if (tree := sources.tree(file))}
    methods = {
        each.node.name: each.node
        for file, tree in trees.items()
        for each in functions_in(tree, file)
        if each.owner == kind
    }
    called = {
        function.attr
        for tree in trees.values()
        for function in _called(tree)
        if isinstance(function, ast.Attribute)
    }
    misspelt = {"_init_", "__init", "_init__", "__init_", "__int__", "init"}
    for name in () if "__init__" in methods else sorted(misspelt & {*methods} - called):
        nodes = (node for node in ast.walk(methods[name]) if isinstance(node, ast.Attribute))
        if any(node.attr == attribute and isinstance(node.ctx, ast.Store) for node in nodes):
            return name
    return ""


def _attributes(sources: Sources, kind: str) -> set[str]:
    """Return the methods, fields and attributes of self of a class in any of the files."""
    found: set[str] = set()
    for tree in filter(None, map(sources.tree, sources.texts)):
        for owner in tree.body:
            if isinstance(owner, ast.ClassDef) and owner.name == kind:
                for node in ast.walk(owner):
                    if isinstance(node, ast.FunctionDef):
                        found.add(node.name)
                    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                        found |= {node.attr} if node.value.id == "self" else set()
                found |= {name for each in owner.body for name in _fields(each)}
    return found


def _fields(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.AnnAssign | ast.Assign):
        yield from _stored(node)
