"""A check for what pytest tests often do, but cannot do to a submission in another process."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.finding import AssignmentFinding, from_error
from autograder.authoring.verify.sources import trees_of_tests
from autograder.judge.definitions import Function
from autograder.judge.modules.exceptions import NEVER_EXPECTED

CAPTURING = ("capsys", "capsysbinary", "capfd", "capfdbinary")
FOLDERS = ("tmp_path", "tmpdir")
SEEDED = ("Random", "SystemRandom", "seed", "getstate", "setstate")
"""Names in `random` that produce no numbers, or are never repeatable."""

Fault = tuple[int, str, str]
"""A line, what is wrong there, and how to correct it."""


def check_reach(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that tests do not capture, patch or import a submission.

    Nor may they put files where it cannot read them, use chaffs if they are public, or draw random
    numbers without a seed: each student would be asked something else.
    """
    own = {Path(file).stem for file in assignment.files}
    for path, tree in trees_of_tests(assignment):
        faults = {*_faults(tree, own), *_without_seed(tree)}
        if path.parent == assignment.public_tests:
            faults |= set(_uses_of_chaffs(tree))
        for line, fault, remedy in sorted(faults):
            yield from_error(assignment, AssignmentError(f"{path}, line {line}: {fault}"), remedy)


def _faults(tree: ast.Module, own: Collection[str]) -> Iterator[Fault]:
    instead = "give it input with student.reading, and files with student.files"
    foreign = set(_names_of_classes(tree))
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _fixtures_without_effect(node, instead)
            case ast.Attribute(value=value, attr="patch") if _name(value) == "mock":
                yield node.lineno, "mock.patch changes nothing in a submission", instead
            case ast.ImportFrom(module="unittest.mock", names=names):
                if any(name.name == "patch" for name in names):
                    yield node.lineno, "mock.patch changes nothing in a submission", instead
            case ast.ImportFrom(module=str(module), level=0) if module in own:
                yield _import_of(module, node.lineno)
            case ast.Import(names=names):
                yield from (
                    _import_of(each.name, node.lineno) for each in names if each.name in own
                )
            case ast.Call(func=function, args=[expected, *_]) if _name(function) == "raises":
                yield from _impossible_exceptions(expected, foreign)


def _fixtures_without_effect(function: Function, instead: str) -> Iterator[Fault]:
    for argument in function.args.args:
        if argument.arg in CAPTURING:
            fault = f"{argument.arg} does not capture what a submission prints"
            yield argument.lineno, fault, "use student.printed"
        elif argument.arg == "monkeypatch":
            yield argument.lineno, "monkeypatch changes nothing in a submission", instead
        elif argument.arg in FOLDERS and ".files(" not in ast.unparse(function):
            fault = f"a submission cannot reach the files in {argument.arg}"
            yield argument.lineno, fault, "use student.files"


def _uses_of_chaffs(tree: ast.Module) -> Iterator[Fault]:
    """Yield what a public test cannot do, since students have neither reference nor chaffs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "must_catch":
            fault = "must_catch needs the reference and the chaffs, which students do not get"
            yield node.lineno, fault, "move the test to hidden/"


def _import_of(module: str, line: int) -> Fault:
    return line, f"{module} is the starter's here, not the submission's", "call student.NAME"


def _names_of_classes(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file imports from modules, and its own classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module != "builtins":
            yield from (name.asname or name.name for name in node.names)
        elif isinstance(node, ast.ClassDef):
            yield node.name


def _impossible_exceptions(expected: ast.expr, foreign: Collection[str]) -> Iterator[Fault]:
    for kind in expected.elts if isinstance(expected, ast.Tuple) else [expected]:
        text = ast.unparse(kind)
        what = f"pytest.raises({text}) is impossible"
        module = text.rpartition(".")[0]
        if text in foreign or (module and not module.startswith(("builtins", "pytest"))):
            fault = f"{what}: exceptions arrive as built-in classes"
            yield kind.lineno, fault, "expect the one that it derives from"
        elif text in NEVER_EXPECTED - {"StopIteration"}:  # `next` in a test may raise that.
            fault = f"{what}: it can mean unfinished code or a limit of the sandbox"
            yield kind.lineno, fault, "let the handout ask for another exception"


def _without_seed(tree: ast.Module) -> Iterator[Fault]:
    """Yield the first use of a generator without a seed, unless the file has a seed."""
    uses: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="seed") | ast.Attribute(attr="seed"), args=[_, *_]):
                return
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="Random"), args=[]):
                uses.append((node.lineno, "random.Random()"))
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name not in SEEDED:
                uses.append((node.lineno, f"random.{name}"))
            case ast.ImportFrom(module="random", names=names):
                free = [each.name for each in names if each.name not in SEEDED]
                uses += [(node.lineno, f"random.{name}") for name in free]
    if uses:
        line, name = min(uses)
        fault = f"{name} has no seed, so each grading tests something else"
        yield line, fault, "use random.Random(1), or call random.seed(1) before"


def _name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]
