"""A check for tests that pass for an empty answer, because they then assert nothing."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from autograder.assignment import Assignment
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.authoring.verify.sources import (
    mentions,
    names_of_submission,
    tests_in,
    trees_of_tests,
)
from autograder.judge.definitions import Function


def check_empty_answers(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests whose assertions are all in a loop over an answer, or in an `if` about it."""
    for path, tree in trees_of_tests(assignment):
        names = names_of_submission(assignment, tree)
        for test in tests_in(tree):
            if _may_assert_nothing(test, names):
                fault = f"{test.name} asserts nothing if the answer is empty, and passes"
                remedy = "assert the answer, or its length"
                yield finding(assignment, path, fault, remedy, advice=True)


def _may_assert_nothing(test: Function, names: Collection[str]) -> bool:
    """Has it assertions, but only those that an answer can leave out?"""
    answers = _answers(test, names)
    asserts = [node for node in ast.walk(test) if isinstance(node, ast.Assert)]
    left_out = {
        inner for node in ast.walk(test) if _depends(node, answers) for inner in ast.walk(node)
    }
    if not asserts or not left_out.issuperset(asserts):
        return False
    statements = (node for node in ast.walk(test) if isinstance(node, (ast.With, ast.Expr)))
    calls = (call for node in statements if node not in left_out for call in _calls(node))
    return all(mentions(call.func, answers) for call in calls)  # A helper may assert.


def _calls(node: ast.AST) -> list[ast.Call]:
    return [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]


def _depends(node: ast.AST, answers: Collection[str]) -> bool:
    """Is it a loop, an `if` or an `assert all(...)` in which an answer may leave out assertions?"""
    match node:
        case ast.For(iter=iterated):
            return mentions(iterated, answers) and not _is_strict(iterated)
        case ast.If(test=condition, orelse=[]):
            return mentions(condition, answers)
        case ast.Assert(test=ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as each])):
            iterated = each.generators[0].iter
            return mentions(iterated, answers) and not _is_strict(iterated)
        case _:
            return False


def _answers(test: Function, names: Collection[str]) -> set[str]:
    """Return the names by which a test uses a submission, and those of what it has from it."""
    answers = set(names)
    assigned = [node for node in ast.walk(test) if isinstance(node, ast.Assign)]
    for _ in assigned:
        for node in assigned:
            if mentions(node.value, answers):
                targets = (inner for target in node.targets for inner in ast.walk(target))
                answers |= {name.id for name in targets if isinstance(name, ast.Name)}
    return answers


def _is_strict(iterated: ast.expr) -> bool:
    """Is it `zip(..., strict=True)`, which fails if an answer is too short?"""
    keywords = iterated.keywords if isinstance(iterated, ast.Call) else []
    return any(keyword.arg == "strict" for keyword in keywords)
