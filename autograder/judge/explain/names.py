"""Names that do not exist: what may be meant, and where else they are defined."""

from __future__ import annotations

import ast
import builtins
import difflib
import re
import sys
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from autograder.judge.explain.evidence import Evidence, Says, unparsed
from autograder.judge.explain.raising import NO_MODULE
from autograder.judge.grading_python import PYTHON
from autograder.judge.python_source import (
    Function,
    FunctionSource,
    PythonSource,
    own_nodes,
    starts_program,
)
from autograder.judge.sources import Sources
from autograder.safetext import odd_letter
from autograder.sandbox.operations import SPECIAL_METHODS

LIKELY, ALMOST_CERTAIN, MAX_CANDIDATES = 0.72, 0.9, 200
"""How similar a name is: one of those not wanted otherwise, or of all. How many are compared."""
_UNDEFINED = re.compile(r"name '(\w{1,80})' is not defined")
_FAILED_IMPORT = re.compile(
    r"cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)"
)


def similar_name(name: str, candidates: Iterable[str], similarity: float = LIKELY) -> str:
    """Return the most similar candidate; empty if none is similar enough."""
    by_length = sorted(candidates, key=lambda each: (abs(len(each) - len(name)), each))
    folded = {_folded(each): each for each in by_length[:MAX_CANDIDATES] if each != name}
    found = difflib.get_close_matches(_folded(name), folded, 1, similarity)
    return folded[found[0]] if found else ""


def _folded(name: str) -> str:
    return name.casefold().replace("_", "")


def explain_missing(
    sources: Sources, file: str, name: str, wanted: Iterable[str], similarity: float = LIKELY
) -> Says:
    """Say that a file does not define a name, and where it is, or which name may be meant.

    `name` may be `Class.method`. `wanted` are other names that the file should define: a student
    who has defined one of them has not misspelt another.
    """
    fact, python = f"does not define {name}", sources.python(file)
    owner, _, short = name.rpartition(".")
    if owner and short in python.bindings:
        why = f"{short} is outside the class: indent it like the other methods"
        return Says(fact, why, file)
    if outer := _outer_of(python, short):
        return Says(fact, f"it is inside {outer}: is its `def` indented too far?", file)
    methods = {f.node.name for f in python.functions if f.owner == owner}
    candidates = methods if owner else {*python.bindings}
    others = {each.removeprefix(f"{owner}.") for each in wanted}
    meant = similar_name(short, candidates - others, similarity)
    if not meant:
        return Says(fact, subject=file)
    # A provided name is right, so the student has misspelt it where it is used.
    is_own = file in sources.own
    odd = odd_letter(meant)
    advice = f"is `{meant}` misspelt{odd}?" if is_own else f"did you mean `{meant}`{odd}?"
    return Says(fact, advice, file)


def _outer_of(python: PythonSource, name: str) -> str:
    """Return the function, class or program in which a function is defined, with its line."""
    for outer in python.nodes:
        if isinstance(outer, Function | ast.ClassDef):
            where = outer.name
        elif isinstance(outer, ast.If) and starts_program(outer):
            where = '`if __name__ == "__main__":`'
        else:
            continue
        for inner in outer.body:
            if isinstance(inner, Function) and inner.name == name:
                return f"{where} (line {inner.lineno})"
    return ""


def failed_import(text: str) -> tuple[str, str]:
    """Return the name that could not be imported, and the file; empty if there is none."""
    match = _FAILED_IMPORT.match(text)
    return (match[1], f"{match[2]}.py") if match else ("", "")


def undefined_import(evidence: Evidence) -> Says | None:
    """Say that a name which a program imports is missing in one of the student's files."""
    name, file = failed_import(evidence.text)
    sources = evidence.sources
    if file not in sources.own or name in sources.python(file).bindings:
        return None
    return explain_missing(sources, file, name, (), ALMOST_CERTAIN)


def missing_import(evidence: Evidence) -> str:
    """Explain a name that a provided file does not define, or a module that is not there."""
    sources, text = evidence.sources, evidence.text
    if not evidence.raised("ImportError"):
        return ""
    name, file = failed_import(text)
    if sources.holds(file) and file not in sources.own:
        missing = explain_missing(sources, file, name, ())
        why = f"the original {file} is used, so put your own code into {sources.own[0]}"
        return f"{file} {missing.fact}{f'; {missing.cause}' if missing.cause else f': {why}'}"
    module = NO_MODULE.fullmatch(text)
    if not module or module[1] in sys.stdlib_module_names or sources.holds(f"{module[1]}.py"):
        return ""
    if f"{module[1]}.py" in sources.ungraded:
        graded = f"{', '.join(sources.own)} {'is' if len(sources.own) == 1 else 'are'} graded"
        what = f"{module[1]}.py is there, but only {graded}"
        return f"{what}: move what you need into {sources.own[0]}"
    return f"there are only {', '.join(sources.texts)} and the standard library of {PYTHON}"


def missing_file(evidence: Evidence) -> str:
    """Say which provided files there are where one is missing, and which may be meant."""
    sources = evidence.sources
    found = re.match(r"\[Errno 2\] No such file or directory: '([^']+)'", evidence.text)
    if not found:
        return ""
    path, name = found[1], re.split(r"[/\\]", found[1])[-1]
    data = [file for file in sources.texts if file not in sources.own and file[-3:] != ".py"]
    same = (file for file in data if file != path and file.rpartition("/")[2] == name)
    meant = next(same, "") or similar_name(path, data)
    advice = f"did you mean `{meant}`?" if meant else ""
    if path.startswith("/"):  # The fact says that it leads elsewhere.
        return advice
    given = f"with {', '.join(data)} and " if data else ""
    there = f"graded programs start in a folder {given}without your own files"
    return "; ".join(filter(None, (there, advice)))


def undefined_name(evidence: Evidence) -> str:
    """Say that a method lacks `self`, or in which other file a name is defined."""
    match = _UNDEFINED.match(evidence.text)
    if not match or not evidence.place:
        return ""
    name, function = match[1], evidence.function
    if name == "self" and function and function.owner:
        return f"{function.node.name} lacks `self` as its first parameter"
    methods = {each.name for each in evidence.python.functions}
    if function and function.owner and f"{function.owner}.{name}" in methods:
        return f"it is a method: write `self.{name}`"
    if attribute := function and attribute_of(evidence.python, function, name):
        return f"did you mean `{attribute}`?"
    for file in evidence.sources.texts:
        if file != evidence.place.file and name in evidence.sources.python(file).bindings:
            return f"{file} defines it; import it from there"
    if "Did you" in evidence.text:
        return ""
    if name in sys.stdlib_module_names:
        return f"write `import {name}` at the top of {evidence.place.file}"
    if function is None:
        return ""
    inner = {*function.variables, *evidence.python.bindings}
    longer = [each for each in inner if len(name) > 1 and each.startswith(name)]
    meant = min(longer, default="") or similar_name(name, inner)
    return f"did you mean `{meant}`{odd_letter(meant + name)}?" if meant else ""


def attribute_of(python: PythonSource, function: FunctionSource, name: str) -> str:
    """Return the attribute of this name that methods of the function's class set, as its source."""
    methods = (each for each in python.functions if function.owner == each.owner != "")
    for method in methods if function.is_bound else ():
        for node in own_nodes(method.node):
            is_set = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if is_set and unparsed(node) == f"{[*method.parameters, ''][0]}.{name}":
                return f"{[*function.parameters, ''][0]}.{name}"
    return ""


def assigned_names(nodes: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Yield the variables to which statements assign."""
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name() as name]) | ast.AugAssign(target=ast.Name() as name)
            ):
                yield name


def attribute_set_as_variable(evidence: Evidence) -> str:
    """Say where `__init__` sets a variable instead of the attribute that an object lacks."""
    match = re.match(r"'(\w{1,80})' object has no attribute '(\w{1,80})'", evidence.text)
    owner, name = match.groups() if match else ("", "")
    found = evidence.sources.function(f"{owner}.__init__") if owner else None
    for each in assigned_names(own_nodes(found[1].node)) if found else ():
        if found and each.id == name:
            meant = f"{[*found[1].parameters, 'self'][0]}.{name}"
            where = f"__init__ (line {each.lineno})"
            return f"{where} assigns to a local variable `{name}`: write `{meant}`"
    return ""


def renamed_parameter(evidence: Evidence) -> Says | None:
    """Say how the student calls a parameter that has another name in the handout."""
    match, function = _UNDEFINED.match(evidence.text), evidence.function
    wanted, own = evidence.invocation.parameters, function.passed if function else []
    if not match or not function or function.name != evidence.subject or len(own) != len(wanted):
        return None
    used = {getattr(node, "id", "") for node in own_nodes(function.node)} - {*own}
    names = {name: its for name, its in zip(wanted, own, strict=True) if name in used}
    if match[1] not in names:
        return None
    called = ", and ".join(f"`{name}` is called `{its}` here" for name, its in names.items())
    return Says(f"raised NameError: {match[0]}", f"the handout's parameter {called}")


def unset_variable(evidence: Evidence) -> str:
    """Explain a name that has no value in a function, since the function assigns it elsewhere."""
    match = re.match(r"cannot access local variable '(\w{1,80})'", evidence.text)
    place, python, function = evidence.place, evidence.python, evidence.function
    if place is None or function is None or not match:
        return ""
    name, is_inner = match[1], place.function != function.node.name
    assigns = f"{place.function} assigns `{name}`, so it is a local variable there"
    defined = {*python.classes, *(each.name for each in python.functions), *dir(builtins)}
    if name in {*defined, *(bound for bound, _ in python.imports)}:
        return f"{assigns}: rename the variable"
    if is_inner and name in {getattr(node, "id", "") for node in own_nodes(function.node)}:
        return f"{assigns}: write `nonlocal {name}` first"
    if attribute := attribute_of(python, function, name):
        return f"did you mean `{attribute}`?"
    if name in python.bindings:
        return f"{assigns}: write `global {name}` first"
    if meant := similar_name(name, function.variables):
        return f"did you mean `{meant}`?"
    return f"`{name}` has no value when this line runs: assign one first"


def misspelt_special(evidence: Evidence) -> str:
    """Ask whether a method such as `_init_` is a misspelt special method of the subject's class."""
    words = {*re.findall(r"\w+", evidence.subject)}
    if evidence.raised("TypeError") and evidence.text.endswith("() takes no arguments"):
        return _without_init(evidence, words)
    for _, python in evidence.sources.own_python:
        for method in python.functions:
            name, meant = method.node.name, f"__{method.node.name.strip('_')}__"
            is_one = name[0] == name[-1] == "_" and name != meant
            if is_one and method.owner in words and meant in {"__init__", *SPECIAL_METHODS}:
                return f"{method.owner} has no {meant}: {_misspelt(method, meant)}"
    return ""


def _without_init(evidence: Evidence, words: Container[str]) -> str:
    """Say that a class has no `__init__`, and which method may be meant for that."""
    for _, python in evidence.sources.own_python:
        for owner in python.classes:
            methods = {each.node.name: each for each in python.functions if each.owner == owner}
            if owner in words and "__init__" not in methods:
                names = [name for name in methods if name.startswith("_")]
                meant = similar_name("__init__", names)
                says = f": {_misspelt(methods[meant], '__init__')}" if meant else ""
                return f"{owner} has no __init__{says}"
    return ""


def _misspelt(method: FunctionSource, meant: str) -> str:
    where = f"`{method.node.name}` (line {method.node.lineno})"
    return f"is {where} misspelt? `{meant}` has two underscores on each side"


def unknown_class(sources: Sources, name: str) -> Says:
    """Explain an object of a class that neither the reference nor the starter defines."""
    lines = {file: sources.python(file).bindings.get(name) for file in sources.texts}
    defined = {file: line for file, line in lines.items() if line}
    own = next((file for file in defined if file in sources.own), "")
    other = next((file for file in defined if file not in sources.own), "")
    where = f" of the class in {own} (line {defined[own]})" if own else ""
    if own and other:
        advice = f"remove it and write `from {Path(other).stem} import {name}`"
        return Says(f"returned {name} objects{where}", advice)
    return Says(f"returned {name} objects{where} instead of plain data")
