"""Functions that replace a student's: those of correct solutions, and of chaffs."""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, Part
from autograder.judge.python_source import PythonSource, parse, starts_program
from autograder.text_files import kit_text

CAUGHT_BY = "caught by: "


@dataclass(frozen=True)
class Replacement:
    """The functions and classes that replace those in `file` of a submission.

    The `names` are bound to them once the `sources` have run, one after the other: the reference,
    and perhaps a wheat or a chaff. `mistake` describes what is wrong with a chaff; it is empty for
    a correct solution.
    """

    file: str
    names: tuple[str, ...]
    sources: tuple[str, ...]
    mistake: str = ""


def ends_what_calls_it(file: str, python: PythonSource) -> Replacement:
    """Return a replacement for all that a file defines; a call of it ends the test.

    Nothing but a bare `except` stops a test that makes one.
    """
    names = tuple(name for name in python.bindings if not name.startswith("__"))
    functions = (f"def {name}(*_, **__):\n    raise CalledError\n" for name in names)
    error = "class CalledError(BaseException):\n    pass\n"
    return Replacement(file, names, ("".join([error, *functions]),))


def public_replacements(
    assignment: Assignment, wrong: Mapping[str, Mapping[str, str]]
) -> Iterator[Replacement]:
    """Yield wrong functions that students may know: each only returns an expression of its `args`.

    `wrong` has the expressions by function, which is a part, and by what is wrong with it, such as
    "always returns True".
    """
    for name, expressions in wrong.items():
        for mistake, expression in expressions.items():
            source = f"def {name}(*args, **_):\n    return {expression}\n"
            file = assignment.part(name).file
            yield Replacement(file, (name,), (source,), f"{name} that {mistake}")


def replacements_for(assignment: Assignment, file: str, chaffs: Path) -> dict[Path, Replacement]:
    """Return the replacements for a file: reference, wheats, and the chaffs in a folder.

    The wheats are those that define all functions. Chaffs that cannot be used are left out; the
    test that names one reports the error.
    """
    path = assignment.reference / file
    reference = kit_text(path)
    python = PythonSource.of_file(path)
    functions = _functions(assignment, file, python)
    others = [name for name in python.classes if not name.startswith("_")]
    names = tuple(dict.fromkeys([*functions, *others]))
    found = {path: Replacement(file, names, (reference,))}
    for wheat in sorted((assignment.folder / "wheats").glob("*.py")):
        source = kit_text(wheat)
        if set(functions) <= defined(source):
            found[wheat] = Replacement(file, names, (reference, source))
    for chaff in sorted(chaffs.glob("*.py")):
        with contextlib.suppress(AssignmentError, SyntaxError):
            part, source = part_caught_by(assignment, chaff), kit_text(chaff)
            if part.file == file:
                mistake = f"{part.name}: {docstring(source)[0]}"
                found[chaff] = Replacement(file, names, (reference, source), mistake)
    return found


def _functions(assignment: Assignment, file: str, python: PythonSource) -> list[str]:
    """Return the functions and classes in which a file's parts are: a method's part is in a class.

    A part that is named after nothing in the file, such as one for its constants, has none.
    """
    names = [part.name for part in assignment.parts if part.file == file]
    owners = {name: [f.owner for f in python.functions if f.node.name == name] for name in names}
    found = ([name] if name in python.bindings else owners[name] for name in names)
    return [name for each in found for name in each]


def part_caught_by(assignment: Assignment, chaff: Path) -> Part:
    """Return the part that the last line of a chaff's docstring names.

    Raises:
        AssignmentError: the line names no part of the assignment.
    """
    last = docstring(kit_text(chaff))[-1]
    if not last.startswith(CAUGHT_BY):
        raise AssignmentError(f"{chaff}: its docstring does not end with `{CAUGHT_BY}PART`")
    return assignment.part(last.removeprefix(CAUGHT_BY))


def docstring(source: str) -> list[str]:
    """Return the lines of a file's docstring; one empty line if there is none."""
    return (ast.get_docstring(parse(source)) or "").splitlines() or [""]


def defined(source: str) -> set[str]:
    """Return the names of a file's functions and classes."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in parse(source).body if isinstance(node, kinds)}


def with_chaff(reference: str, chaff: str) -> str:
    """Append the chaff to the reference, but before the code that starts the program."""
    starts = [node.lineno for node in parse(reference).body if starts_program(node)]
    lines = io.StringIO(reference).readlines()  # Split only where Python counts lines.
    first = starts[0] - 1 if starts else len(lines)
    return "".join([*lines[:first], f"\n\n{chaff}\n\n", *lines[first:]])
