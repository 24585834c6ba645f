"""Checks for what a test can do, but should not: use what students lack, or draw at random."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.finding import AssignmentFinding, from_error
from autograder.authoring.verify.sources import trees_of_tests
from autograder.judge.modules.exceptions import NEVER_EXPECTED

SEEDED = ("Random", "SystemRandom", "seed", "getstate", "setstate")
"""Names in `random` that produce no numbers, or are never repeatable."""

Fault = tuple[int, str, str]
"""A line, what is wrong there, and how to correct it."""


def check_reach(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that public tests use no chaffs, and that tests ask each student the same.

    An exception that unfinished code raises, too, is not worth points.
    """
    for path, tree in trees_of_tests(assignment):
        is_public = path.parent == assignment.public_tests
        blocking = set(_uses_of_chaffs(tree)) if is_public else set()
        for faults, advice in ((blocking, False), ({*_without_seed(tree), *_raised(tree)}, True)):
            for line, fault, remedy in sorted(faults):
                error = AssignmentError(f"{path}, line {line}: {fault}")
                yield from_error(assignment, error, remedy, advice=advice)


def _uses_of_chaffs(tree: ast.Module) -> Iterator[Fault]:
    """Yield what a public test cannot do, since students have neither reference nor chaffs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "must_catch":
            fault = "must_catch needs the reference and the chaffs, which students do not get"
            yield node.lineno, fault, "move the test to hidden/"


def _raised(tree: ast.Module) -> Iterator[Fault]:
    """Yield expected exceptions that an unfinished submission may raise, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("raises", "assertRaises")
        ):
            for kind in ast.walk(node.args[0]) if node.args else ():
                if isinstance(kind, ast.Name) and kind.id in NEVER_EXPECTED - {"StopIteration"}:
                    fault = f"{kind.id} can mean unfinished code or a limit of the sandbox"
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
