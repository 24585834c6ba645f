"""Names that do not exist: what may be meant, and where else they are defined."""

from __future__ import annotations

import ast
import builtins
import difflib
import platform
import re
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path

from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.raising import NO_MODULE
from autograder.judge.grading_python import PYTHON
from autograder.judge.python_source import (
    Function,
    PythonSource,
    own_nodes,
    starts_program,
    stored_names,
)
from autograder.judge.sources import Sources
from autograder.safetext import odd_letter

LIKELY, ALMOST_CERTAIN, MAX_CANDIDATES = 0.72, 0.9, 200
"""How similar a name is: one of those not wanted otherwise, or of all. How many are compared."""
_UNDEFINED = re.compile(r"name '(\w{1,80})' is not defined")
_MISSING_ATTRIBUTE = re.compile(r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'$")
_FAILED_IMPORT = re.compile(
    r"cannot import name '(?P<name>\w+)' from (?:partially initialized module )?'(?P<module>[\w.]+)"
)

_DIFFER = {"asyncio", "os", "signal", "socket", "subprocess", "time"}
"""Modules that have other names on other systems."""


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
) -> str:
    """Say that a file does not define a name, and where it is, or which name may be meant.

    `name` may be `Class.method`. `wanted` are other names that the file should define: a student
    who has defined one of them has not misspelt another.
    """
    message, python = f"{file} does not define {name}", sources.python(file)
    owner, _, short = name.rpartition(".")
    if owner and short in python.bindings:
        return f"{message}; {short} is outside the class: indent it like the other methods"
    if outer := _outer_of(python, short):
        return f"{message}; it is inside {outer}: is its `def` indented too far?"
    methods = {f.node.name for f in python.functions if f.owner == owner}
    candidates = methods if owner else {*python.bindings}
    others = {each.removeprefix(f"{owner}.") for each in wanted}
    meant = similar_name(short, candidates - others, similarity)
    if not meant:
        return message
    # A provided name is right, so the student has misspelt it where it is used.
    is_own = file in sources.own
    odd = odd_letter(meant)
    advice = f"is `{meant}` misspelt{odd}?" if is_own else f"did you mean `{meant}`{odd}?"
    return f"{message}; {advice}"


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


def undefined_import(evidence: Evidence) -> str:
    """Say that a name which a program imports is missing in one of the student's files."""
    name, file = failed_import(evidence.text)
    sources = evidence.sources
    if file not in sources.own or name in sources.python(file).bindings:
        return ""
    return explain_missing(sources, file, name, (), ALMOST_CERTAIN)


def missing_import(evidence: Evidence) -> str:
    """Explain a name that a provided file does not define, or a module that is not there."""
    sources, text = evidence.sources, evidence.text
    if not evidence.raised("ImportError"):
        return ""
    name, file = failed_import(text)
    if sources.holds(file) and file not in sources.own:
        missing = explain_missing(sources, file, name, ())
        if "did you mean" in missing:
            return missing
        return f"{missing}: the original {file} is used, so put your own code into {sources.own[0]}"
    module = NO_MODULE.fullmatch(text)
    if not module or module[1] in sys.stdlib_module_names or sources.holds(f"{module[1]}.py"):
        return ""
    return f"there are only {', '.join(sources.texts)} and the standard library of {PYTHON}"


def missing_in_library(evidence: Evidence) -> str:
    """Say which Python's standard library lacks a name, or that a module was not imported."""
    found = _FAILED_IMPORT.match(evidence.text) or _MISSING_ATTRIBUTE.match(evidence.text)
    if not found:
        return ""
    top = found["module"].partition(".")[0]
    if top not in sys.stdlib_module_names or evidence.sources.holds(f"{top}.py"):
        return ""
    name = f"{found['module']}.{found['name']}"
    if _is_module(name):
        return f"write `import {name}`"
    where = f" on {platform.system()}" if top in _DIFFER else ""
    return f"{PYTHON}{where} has no `{name}`"


def _is_module(name: str) -> bool:
    """Is it a module of the standard library? Nothing is imported to find out."""
    places, parts = None, name.split(".")
    for count in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:count]), places)
        places = (spec and spec.submodule_search_locations) or []
    return spec is not None


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
    for file in evidence.sources.texts:
        if file != evidence.place.file and name in evidence.sources.python(file).bindings:
            return f"{file} defines it; import it from there"
    if "Did you" in evidence.text or function is None or name in sys.stdlib_module_names:
        return ""
    inner = {*stored_names(function.node), *evidence.python.bindings}
    longer = [each for each in inner if len(name) > 1 and each.startswith(name)]
    meant = min(longer, default="") or similar_name(name, inner)
    return f"did you mean `{meant}`{odd_letter(meant + name)}?" if meant else ""


def renamed_parameter(evidence: Evidence) -> str:
    """Say how the student calls a parameter that has another name in the handout."""
    match, function = _UNDEFINED.match(evidence.text), evidence.function
    wanted, own = evidence.invocation.parameters, function.passed if function else []
    if not match or not function or function.name != evidence.subject or len(own) != len(wanted):
        return ""
    used = {getattr(node, "id", "") for node in own_nodes(function.node)} - {*own}
    names = {name: its for name, its in zip(wanted, own, strict=True) if name in used}
    if match[1] not in names:
        return ""
    called = ", and ".join(f"`{name}` is called `{its}` here" for name, its in names.items())
    return f"{evidence.subject} raised NameError: {match[0]}; the handout's parameter {called}"


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
    if name in python.bindings:
        return f"{assigns}: write `global {name}` first"
    if meant := similar_name(name, stored_names(function.node)):
        return f"did you mean `{meant}`?"
    return f"`{name}` has no value when this line runs: assign one first"


def unknown_class(sources: Sources, name: str) -> str:
    """Explain an object of a class that neither the reference nor the starter defines."""
    lines = {file: sources.python(file).bindings.get(name) for file in sources.texts}
    defined = {file: line for file, line in lines.items() if line}
    own = next((file for file in defined if file in sources.own), "")
    other = next((file for file in defined if file not in sources.own), "")
    where = f" of the class in {own} (line {defined[own]})" if own else ""
    if own and other:
        advice = f"remove it and write `from {Path(other).stem} import {name}`"
        return f"returned {name} objects{where}: {advice}"
    return f"returned {name} objects{where} instead of plain data"
